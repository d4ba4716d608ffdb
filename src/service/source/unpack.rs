//! Packed data: known by their first bytes, unpacked within limits.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::bufread::MultiGzDecoder;

use super::Limits;
use crate::record::input::{Packing, Refusal};

/// How much is unpacked before the ratio counts.
const RATIO_AFTER: u64 = 1 << 20;
/// The largest window of zstd data, as a power of two: that of `zstd --ultra -22`.
const WINDOW_LOG: u32 = 27;

/// What a stream begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Data as they are.
    Plain,
    /// Packed data.
    Packed(Packing),
    /// Data packed in a way that is not read.
    Unread,
}

/// Tells by the first bytes what a stream is; its name has no say.
pub(super) fn kind(head: &[u8]) -> Kind {
    let unread: [&[u8]; 5] =
        [b"\xfd7zXZ\0", b"BZh", b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a\x07", b"\x1f\x9d"];
    match head {
        [0x1f, 0x8b, ..] => Kind::Packed(Packing::Gzip),
        [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => {
            Kind::Packed(Packing::Zstandard)
        }
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] | [b'P', b'K', 7, 8, ..] => {
            Kind::Packed(Packing::Zip)
        }
        _ if unread.iter().any(|magic| head.starts_with(magic)) => Kind::Unread,
        _ => Kind::Plain,
    }
}

/// How many bytes tell the kind.
const HEAD_BYTES: u64 = 6;

/// A stream with its first bytes put back.
pub(super) type Whole<R> = io::Chain<Cursor<Vec<u8>>, R>;

/// Looks at the first bytes of a stream.
pub(super) fn look<R: Read>(mut reader: R) -> io::Result<(Kind, Whole<R>)> {
    let mut head = Vec::new();
    reader.by_ref().take(HEAD_BYTES).read_to_end(&mut head)?;
    Ok((kind(&head), Cursor::new(head).chain(reader)))
}

/// How many bytes have gone by, for limits and progress.
#[derive(Clone, Debug, Default)]
pub(super) struct Meter {
    /// As they come.
    pub(super) raw: Arc<AtomicU64>,
    /// Unpacked.
    pub(super) out: Arc<AtomicU64>,
}

/// An error of the stream itself, told apart from those of unpacking.
#[derive(Debug)]
struct Outside(io::Error);

impl std::fmt::Display for Outside {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Outside {}

/// Counts what is read, and marks the stream's own errors.
#[derive(Debug)]
pub(super) struct Raw<R> {
    inner: R,
    all: Arc<AtomicU64>,
    own: Arc<AtomicU64>,
}

impl<R> Raw<R> {
    pub(super) fn new(inner: R, meter: &Meter) -> Self {
        Raw { inner, all: Arc::clone(&meter.raw), own: Arc::default() }
    }
}

impl<R: Read> Read for Raw<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self.inner.read(into) {
            Ok(count) => {
                self.all.fetch_add(count as u64, Ordering::Relaxed);
                self.own.fetch_add(count as u64, Ordering::Relaxed);
                Ok(count)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => Err(io::Error::new(error.kind(), Outside(error))),
        }
    }
}

/// What comes out of packed data, within limits; or data as they are.
#[derive(Debug)]
pub(super) struct Guard<R> {
    inner: R,
    packing: Option<Packing>,
    /// How much went in so far.
    raw: Arc<AtomicU64>,
    out: u64,
    all: Arc<AtomicU64>,
    limits: Limits,
}

impl<R: Read> Guard<R> {
    pub(super) fn new(
        inner: R,
        packing: Option<Packing>,
        raw: Arc<AtomicU64>,
        meter: &Meter,
        limits: &Limits,
    ) -> Self {
        Guard { inner, packing, raw, out: 0, all: Arc::clone(&meter.out), limits: *limits }
    }
}

impl<R: Read> Read for Guard<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = match (self.inner.read(into), self.packing) {
            (Ok(count), _) => count as u64,
            (Err(error), Some(packing)) if is_of_packing(&error) => {
                return Err(io::Error::other(Refusal::BrokenPacking(packing)));
            }
            (Err(error), _) => return Err(error),
        };
        self.out += count;
        let all = self.all.fetch_add(count, Ordering::Relaxed) + count;
        if all > self.limits.total_bytes {
            return Err(io::Error::other(Refusal::Total { most: self.limits.total_bytes }));
        }
        let raw = self.raw.load(Ordering::Relaxed);
        let within = self.out <= RATIO_AFTER || self.out / self.limits.ratio <= raw;
        if self.packing.is_some() && !within {
            return Err(io::Error::other(Refusal::Ratio { most: self.limits.ratio }));
        }
        Ok(usize::try_from(count).unwrap_or(usize::MAX))
    }
}

/// Whether an error comes from unpacking: neither from the stream nor from a limit.
fn is_of_packing(error: &io::Error) -> bool {
    error.kind() != io::ErrorKind::Interrupted
        && error.get_ref().is_none_or(|inner| !inner.is::<Outside>() && !inner.is::<Refusal>())
}

/// A stream of any kind but zip, unpacked.
pub(super) type Unpacked = BufReader<Box<dyn Read + Send>>;

/// Unpacks a stream; `None` for a kind that is not unpacked here.
pub(super) fn unpack<R: Read + Send + 'static>(
    kind: Kind,
    stream: Whole<R>,
    meter: &Meter,
    limits: &Limits,
) -> io::Result<Option<Unpacked>> {
    let raw = Raw::new(stream, meter);
    let own = Arc::clone(&raw.own);
    let unpacked: Box<dyn Read + Send> = match kind {
        Kind::Plain => Box::new(Guard::new(raw, None, own, meter, limits)),
        Kind::Packed(packing @ Packing::Gzip) => {
            let inner = MultiGzDecoder::new(BufReader::new(raw));
            Box::new(Guard::new(inner, Some(packing), own, meter, limits))
        }
        Kind::Packed(packing @ Packing::Zstandard) => {
            let mut inner = zstd::stream::read::Decoder::new(raw)?;
            inner.window_log_max(WINDOW_LOG)?;
            Box::new(Guard::new(inner, Some(packing), own, meter, limits))
        }
        Kind::Packed(Packing::Zip) | Kind::Unread => return Ok(None),
    };
    Ok(Some(BufReader::with_capacity(64 << 10, unpacked)))
}

/// Looks into an unpacked stream: packed data in it are not unpacked again.
pub(super) fn look_again(unpacked: &mut Unpacked) -> io::Result<Option<Refusal>> {
    Ok(match kind(unpacked.fill_buf()?) {
        Kind::Plain => None,
        Kind::Packed(_) | Kind::Unread => Some(Refusal::Nested),
    })
}
