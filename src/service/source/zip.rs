//! The files of a zip archive, in order.

use std::io::{self, BufReader, Read, Seek, SeekFrom, Take};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use flate2::Crc;
use flate2::bufread::DeflateDecoder;
use zip::CompressionMethod;
// Not yet part of the crate's promise, but the one way to read a directory without keeping it.
use zip::read::{Config, ZipReadOptions};
use zip::unstable::read::ZipIterable;

use super::unpack::{Guard, Meter};
use super::{Limits, Unpacked};
use crate::record::fault::printable;
use crate::record::input::{Packing, Refusal};

/// A file that can be read anywhere.
pub(super) trait ReadSeek: Read + Seek + Send {}
impl<T: Read + Seek + Send> ReadSeek for T {}

/// A file of an archive: where its data are.
#[derive(Debug)]
pub(super) struct Entry {
    /// Its name, cut to what a report shows.
    pub(super) name: String,
    start: u64,
    packed: u64,
    size: u64,
    crc: u32,
    deflated: bool,
    /// Whether it can be read at all.
    is_read: bool,
}

/// The files of an archive, in order; folders and hidden files are left out.
///
/// # Errors
/// An archive that is damaged or has too many files.
pub(super) fn entries(archive: impl ReadSeek, limits: &Limits) -> Result<Vec<Entry>, Refusal> {
    const NAME: usize = 200;
    let broken = |_| Refusal::BrokenPacking(Packing::Zip);
    let mut archive =
        ZipIterable::try_new(BufReader::new(archive), Config::default()).map_err(broken)?;
    if archive.len() > limits.entries {
        return Err(Refusal::Entries { found: archive.len(), most: limits.entries });
    }
    let files = archive.files().map_err(broken)?;
    let mut entries = Vec::new();
    while let Some(entry) = files.next() {
        let entry = entry.map_err(broken)?;
        let name = String::from_utf8_lossy(entry.name_raw());
        let name: String = printable(&name).chars().take(NAME).collect();
        if !entry.is_file() || is_hidden(&name) {
            continue;
        }
        let deflated = entry.compression() == CompressionMethod::Deflated;
        let stored = entry.compression() == CompressionMethod::Stored;
        let is_read = !entry.encrypted() && (deflated || stored);
        let (packed, size, crc) = (entry.compressed_size(), entry.size(), entry.crc32());
        let mut start = 0;
        if is_read {
            let file = entry.with_reader(files.reader_mut(), ZipReadOptions::new());
            let file = file.map_err(broken)?;
            start = file.data_start().ok_or(Refusal::BrokenPacking(Packing::Zip))?;
        }
        entries.push(Entry { name, start, packed, size, crc, deflated, is_read });
    }
    if overlap(&entries) { Err(Refusal::BrokenPacking(Packing::Zip)) } else { Ok(entries) }
}

/// Whether two files share data: so a small archive can hold very much.
fn overlap(entries: &[Entry]) -> bool {
    let read = entries.iter().filter(|entry| entry.is_read && entry.packed > 0);
    let mut spans: Vec<(u64, u64)> = read.map(|entry| (entry.start, entry.packed)).collect();
    spans.sort_unstable();
    spans.windows(2).any(|two| two[0].0.saturating_add(two[0].1) > two[1].0)
}

/// Whether some part of a path begins with a stop, or is what one system adds for itself.
pub(super) fn is_hidden(path: &str) -> bool {
    let is_step = |part: &&str| !matches!(*part, "." | "..");
    let mut parts = path.split(['/', '\\']).filter(is_step);
    parts.any(|part| part.starts_with('.') || part == "__MACOSX")
}

/// Opens a file of an archive.
///
/// # Errors
/// The archive cannot be read. A file that is packed in another way gives no stream.
pub(super) fn open(
    entry: &Entry,
    mut archive: Box<dyn ReadSeek>,
    meter: &Meter,
    limits: &Limits,
) -> io::Result<Option<Unpacked>> {
    if !entry.is_read {
        return Ok(None);
    }
    archive.seek(SeekFrom::Start(entry.start))?;
    let packed = BufReader::new(archive.take(entry.packed));
    let inner = if entry.deflated {
        Inner::Deflated(DeflateDecoder::new(packed))
    } else {
        Inner::Stored(packed)
    };
    let checked =
        Checked { inner, crc: Crc::new(), left: entry.size, expected: entry.crc, is_done: false };
    let raw = Arc::new(AtomicU64::new(entry.packed));
    let guard = Guard::new(checked, Some(Packing::Zip), raw, meter, limits);
    Ok(Some(BufReader::with_capacity(64 << 10, Box::new(guard))))
}

type Packed = BufReader<Take<Box<dyn ReadSeek>>>;

enum Inner {
    Stored(Packed),
    Deflated(DeflateDecoder<Packed>),
}

/// Checks size and checksum at the end.
struct Checked {
    inner: Inner,
    crc: Crc,
    left: u64,
    expected: u32,
    is_done: bool,
}

impl Read for Checked {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = match &mut self.inner {
            Inner::Stored(inner) => inner.read(into)?,
            Inner::Deflated(inner) => inner.read(into)?,
        };
        self.crc.update(&into[..count]);
        let left = self.left.checked_sub(count as u64);
        let ends = count == 0 && !into.is_empty() && !self.is_done;
        let good =
            left.is_some() && (!ends || (left == Some(0) && self.crc.sum() == self.expected));
        if !good {
            return Err(io::ErrorKind::InvalidData.into());
        }
        self.left = left.unwrap_or(0);
        self.is_done |= ends;
        Ok(count)
    }
}
