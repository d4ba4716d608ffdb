//! Where records come from: files and folders, standard input, uploads; packed or not, of any size.
//!
//! A [`Source`] is an iterator of [`Piece`]s, each one record as text, or the reason why something
//! is
//! not read, in the order of the input. Memory is bounded by one record, whatever the size of the
//! input. How data are packed is told by their first bytes, never by a name. A file that is refused
//! as a whole (a cut export, a damaged archive) gives one piece that says so.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::games::Registry;
use crate::record::draft::Checked;
use crate::record::fault::Fault;
use crate::record::input::{Form, Input, Packing, Refusal};
use crate::record::limits::RECORD_BYTES;

mod given;
mod lines;
mod pump;
mod records;
mod unpack;
mod zip;

use given::Again;
pub use given::Given;
use pump::Pump;
pub use records::Records;
use unpack::{Kind, Meter, Unpacked};

/// How much is read at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes in all, unpacked.
    pub total_bytes: u64,
    /// How many times their size packed data may unpack to, after the first MiB.
    pub ratio: u64,
    /// Files of an archive.
    pub entries: usize,
    /// Bytes of a zip archive that does not come as a file: it is kept in memory.
    pub archive_bytes: u64,
    /// Bytes of one record as it is written.
    pub record_bytes: usize,
    /// Whether an export without its closing line, or with a wrong one, is read all the same.
    pub cut: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            total_bytes: 64 << 30,
            ratio: 200,
            entries: 100_000,
            archive_bytes: 64 << 20,
            record_bytes: 2 * RECORD_BYTES,
            cut: false,
        }
    }
}

/// A record of a source, not yet read; or why something is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The file that it is from; for a file of an archive `games.zip: a.gk`.
    pub file: Arc<str>,
    /// Its number in the file, from 1.
    pub number: usize,
    /// The line of the file at which it begins, from 1.
    pub line: usize,
    /// Its text, its line ends as `\n`.
    pub text: String,
    /// How it is written.
    pub form: Form,
}

impl Piece {
    /// It as an input.
    #[must_use]
    pub fn input(&self) -> Input<'_> {
        Input { number: self.number, line: self.line, text: &self.text, form: self.form }
    }

    /// Reads it and folds it with the rules.
    ///
    /// # Errors
    /// As [`Input::check`].
    pub fn check(&self, registry: &Registry) -> Result<Checked, Fault> {
        self.input().check(registry)
    }
}

/// A file that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {error}")]
pub struct SourceError {
    /// Its name.
    pub file: Arc<str>,
    /// Why.
    pub error: io::Error,
}

impl SourceError {
    fn new(file: &Arc<str>, error: io::Error) -> Self {
        SourceError { file: Arc::clone(file), error }
    }
}

/// Something to read, by name.
enum Task {
    /// A file, a folder, or `-` for standard input. What stands in a folder is followed no further.
    Path(PathBuf, Named),
    /// What is at hand and can be read again.
    Again(Arc<str>, Again),
    /// A stream that can be read once.
    Stream(Arc<str>, Box<dyn Read + Send>),
}

/// How a path came to be read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Named {
    /// It was asked for.
    Asked,
    /// It stands in a folder that was asked for.
    Found,
}

/// A zip archive that is being read.
struct Archive {
    file: Arc<str>,
    again: Again,
    entries: std::vec::IntoIter<zip::Entry>,
}

/// Records from files, folders, streams, bytes.
pub struct Source<'a> {
    registry: &'a Registry,
    limits: Limits,
    tasks: VecDeque<Task>,
    archive: Option<Archive>,
    records: Option<Records<'a, Unpacked>>,
    meter: Meter,
    stop: Arc<AtomicBool>,
}

/// How far a source has been read, while somebody else reads it.
#[derive(Clone, Debug)]
pub struct Progress(Arc<AtomicU64>);

impl Progress {
    /// How many bytes have been read so far, packed ones as they are.
    #[must_use]
    pub fn bytes_read(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl std::fmt::Debug for Source<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Source").field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl<'a> Source<'a> {
    fn new(registry: &'a Registry, limits: Limits, tasks: VecDeque<Task>) -> Self {
        let (meter, stop) = (Meter::default(), Arc::default());
        Source { registry, limits, tasks, archive: None, records: None, meter, stop }
    }

    /// The records of files and folders, in this order; `-` is standard input.
    ///
    /// Folders are read with the folders in them, in order of name; links and names that begin with
    /// a stop are passed over there.
    pub fn of_paths<P: Into<PathBuf>>(
        paths: impl IntoIterator<Item = P>,
        registry: &'a Registry,
        limits: Limits,
    ) -> Self {
        let tasks = paths.into_iter().map(|path| Task::Path(path.into(), Named::Asked));
        Source::new(registry, limits, tasks.collect())
    }

    /// The records of bytes in memory; `name` is their name in reports.
    pub fn of_bytes(
        name: &str,
        bytes: impl Into<Arc<[u8]>>,
        registry: &'a Registry,
        limits: Limits,
    ) -> Self {
        let task = Task::Again(name.into(), Again::Bytes(bytes.into()));
        Source::new(registry, limits, VecDeque::from([task]))
    }

    /// The records of what is at hand already, in this order, each under its name.
    #[must_use]
    pub fn of_given(given: Vec<(String, Given)>, registry: &'a Registry, limits: Limits) -> Self {
        let task = |(name, given): (String, Given)| Task::Again(name.into(), given.into());
        Source::new(registry, limits, given.into_iter().map(task).collect())
    }

    /// The records of a stream that can be read once; `name` is its name in reports.
    ///
    /// That an export is cut is known only at the end of such a stream, after its records.
    pub fn of_stream(
        name: &str,
        stream: impl Read + Send + 'static,
        registry: &'a Registry,
        limits: Limits,
    ) -> Self {
        let task = Task::Stream(name.into(), Box::new(stream));
        Source::new(registry, limits, VecDeque::from([task]))
    }

    /// The same source, which ends with an error soon after `stop` is set, also while it waits for
    /// standard input or a pipe.
    #[must_use]
    pub fn stopped_by(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = stop;
        self
    }

    /// Whether it was asked to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// How far it has been read.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress(Arc::clone(&self.meter.raw))
    }

    /// Opens the next thing to read; a piece, if that is all there is to it.
    fn open(&mut self, task: Task) -> Result<Option<Piece>, SourceError> {
        match task {
            Task::Path(path, _) if path == Path::new("-") => {
                let name = "standard input".into();
                self.open_stream(&name, Pump::new(io::stdin(), &self.stop))
            }
            Task::Path(path, named) => self.open_path(path, named),
            Task::Again(name, again) => self.open_again(&name, again),
            Task::Stream(name, stream) => self.open_stream(&name, stream),
        }
    }

    fn open_path(&mut self, path: PathBuf, named: Named) -> Result<Option<Piece>, SourceError> {
        let name: Arc<str> = path.display().to_string().into();
        let error = |error| SourceError::new(&name, error);
        let about = match named {
            Named::Asked => fs::metadata(&path),
            Named::Found => fs::symlink_metadata(&path),
        };
        let about = about.map_err(error)?;
        if about.is_dir() {
            let mut inside = Vec::new();
            for entry in fs::read_dir(&path).map_err(error)? {
                inside.push(entry.map_err(error)?.path());
            }
            inside.sort();
            let hidden = |path: &PathBuf| {
                path.file_name().is_some_and(|name| zip::is_hidden(&name.to_string_lossy()))
            };
            for path in inside.into_iter().rev().filter(|path| !hidden(path)) {
                self.tasks.push_front(Task::Path(path, Named::Found));
            }
            return Ok(None);
        }
        if named == Named::Found && !about.is_file() {
            return Ok(None);
        }
        if !about.is_file() {
            let file = File::open(&path).map_err(error)?;
            return self.open_stream(&name, Pump::new(file, &self.stop));
        }
        self.open_again(&name, Again::Path(path))
    }

    /// Opens what can be opened again: exports are checked to be whole before anything of them is
    /// given.
    fn open_again(&mut self, name: &Arc<str>, again: Again) -> Result<Option<Piece>, SourceError> {
        let error = |error| SourceError::new(name, error);
        let (kind, stream) = unpack::look(again.open().map_err(error)?).map_err(error)?;
        if kind == Kind::Packed(Packing::Zip) {
            return match zip::entries(again.open().map_err(error)?, &self.limits) {
                Ok(entries) => {
                    let entries = entries.into_iter();
                    self.archive = Some(Archive { file: Arc::clone(name), again, entries });
                    Ok(None)
                }
                Err(refusal) => Ok(Some(refused(name, refusal))),
            };
        }
        let unpacked = unpack::unpack(kind, stream, &self.meter, &self.limits).map_err(error)?;
        let packed = kind != Kind::Plain;
        let piece = self.start(name, unpacked, packed)?;
        let whole = || {
            let (kind, stream) = unpack::look(again.open()?)?;
            unpack::unpack(kind, stream, &Meter::default(), &self.limits)
        };
        match (piece, self.records.take_if(|records| records.opens_export())) {
            (None, Some(records)) => match self.fault_of(name, whole)? {
                None => {
                    self.records = Some(records);
                    Ok(None)
                }
                fault => Ok(fault),
            },
            (piece, _) => Ok(piece),
        }
    }

    fn open_stream(
        &mut self,
        name: &Arc<str>,
        stream: impl Read + Send + 'static,
    ) -> Result<Option<Piece>, SourceError> {
        let error = |error| SourceError::new(name, error);
        let (kind, mut stream) = unpack::look(stream).map_err(error)?;
        if kind != Kind::Packed(Packing::Zip) {
            let unpacked =
                unpack::unpack(kind, stream, &self.meter, &self.limits).map_err(error)?;
            return self.start(name, unpacked, kind != Kind::Plain);
        }
        let most = self.limits.archive_bytes;
        let mut bytes = Vec::new();
        stream.by_ref().take(most + 1).read_to_end(&mut bytes).map_err(error)?;
        if bytes.len() as u64 > most {
            return Ok(Some(refused(name, Refusal::LargeArchive { most })));
        }
        self.open_again(name, Again::Bytes(bytes.into()))
    }

    /// Opens the next file of the archive.
    fn open_entry(
        &mut self,
        name: &Arc<str>,
        entry: &zip::Entry,
        again: &Again,
    ) -> Result<Option<Piece>, SourceError> {
        let error = |error| SourceError::new(name, error);
        let open = |meter: &Meter| zip::open(entry, again.open()?, meter, &self.limits);
        let unpacked = open(&self.meter).map_err(error)?;
        let piece = self.start(name, unpacked, true)?;
        let whole = || zip::open(entry, again.open()?, &Meter::default(), &self.limits);
        match (piece, self.records.take_if(|records| records.opens_export())) {
            (None, Some(records)) => match self.fault_of(name, whole)? {
                None => {
                    self.records = Some(records);
                    Ok(None)
                }
                fault => Ok(fault),
            },
            (piece, _) => Ok(piece),
        }
    }

    /// Starts on a stream; a piece, if it is refused.
    fn start(
        &mut self,
        name: &Arc<str>,
        unpacked: Option<Unpacked>,
        packed: bool,
    ) -> Result<Option<Piece>, SourceError> {
        let Some(mut unpacked) = unpacked else {
            return Ok(Some(refused(name, Refusal::UnreadEntry)));
        };
        let records = (|| {
            if packed && let Some(refusal) = unpack::look_again(&mut unpacked)? {
                return Ok(Err(refusal));
            }
            Records::new(Arc::clone(name), unpacked, self.registry, &self.limits).map(Ok)
        })();
        match records {
            Ok(Ok(records)) => {
                self.records = Some(records);
                Ok(None)
            }
            Ok(Err(refusal)) => Ok(Some(refused(name, refusal))),
            Err(error) => match error.get_ref().and_then(|e| e.downcast_ref::<Refusal>()) {
                Some(refusal) => Ok(Some(refused(name, *refusal))),
                None => Err(SourceError::new(name, error)),
            },
        }
    }

    /// Reads an export once through: the piece that says what is wrong with it as a whole.
    fn fault_of(
        &self,
        name: &Arc<str>,
        whole: impl FnOnce() -> io::Result<Option<Unpacked>>,
    ) -> Result<Option<Piece>, SourceError> {
        let error = |error| SourceError::new(name, error);
        if self.limits.cut {
            return Ok(None);
        }
        let Some(unpacked) = whole().map_err(error)? else { return Ok(None) };
        let records = Records::new(Arc::clone(name), unpacked, self.registry, &self.limits);
        for piece in records.map_err(error)? {
            let piece = piece?;
            let breaks = |refusal: &Refusal| {
                let ends = matches!(
                    refusal,
                    Refusal::BrokenPacking(_) | Refusal::Ratio { .. } | Refusal::Total { .. }
                );
                ends || refusal.is_of_export()
            };
            if matches!(&piece.form, Form::Refused(refusal) if breaks(refusal)) {
                return Ok(Some(Piece { number: 1, ..piece }));
            }
        }
        Ok(None)
    }
}

/// A file that is refused as a whole.
fn refused(file: &Arc<str>, refusal: Refusal) -> Piece {
    let (file, text, form) = (Arc::clone(file), String::new(), Form::Refused(refusal));
    Piece { file, number: 1, line: 1, text, form }
}

impl Iterator for Source<'_> {
    type Item = Result<Piece, SourceError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(records) = &mut self.records {
                match records.next() {
                    Some(piece) => return Some(piece),
                    None => self.records = None,
                }
            }
            let opened = if let Some(archive) = &mut self.archive {
                let Some(entry) = archive.entries.next() else {
                    self.archive = None;
                    continue;
                };
                let name: Arc<str> = format!("{}: {}", archive.file, entry.name).into();
                let again = archive.again.clone();
                self.open_entry(&name, &entry, &again)
            } else {
                let task = self.tasks.pop_front()?;
                self.open(task)
            };
            if let Some(item) = opened.transpose() {
                return Some(item);
            }
        }
    }
}
