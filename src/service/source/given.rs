//! What can be opened again and read anywhere: it is looked through before it is read.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::sync::Arc;

use super::zip::ReadSeek;

/// What is at hand: bytes, or an open file that may have no name.
#[derive(Clone, Debug)]
pub enum Given {
    /// Bytes in memory.
    Bytes(Arc<[u8]>),
    /// An open file, from its beginning, wherever it stands.
    File(Arc<File>),
}

/// What can be opened again.
#[derive(Clone, Debug)]
pub(super) enum Again {
    /// A file with a name.
    Path(PathBuf),
    /// Bytes in memory.
    Bytes(Arc<[u8]>),
    /// An open file.
    File(Arc<File>),
}

impl From<Given> for Again {
    fn from(given: Given) -> Self {
        match given {
            Given::Bytes(bytes) => Again::Bytes(bytes),
            Given::File(file) => Again::File(file),
        }
    }
}

impl Again {
    /// Opens it at its beginning.
    pub(super) fn open(&self) -> io::Result<Box<dyn ReadSeek>> {
        Ok(match self {
            Again::Path(path) => Box::new(File::open(path)?),
            Again::Bytes(bytes) => Box::new(Cursor::new(Arc::clone(bytes))),
            Again::File(file) => Box::new(Reader { file: Arc::clone(file), at: 0 }),
        })
    }
}

/// A reader of an open file with a place of its own: several can read it at once.
struct Reader {
    file: Arc<File>,
    at: u64,
}

impl Read for Reader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read_at(into, self.at)?;
        self.at += count as u64;
        Ok(count)
    }
}

impl Seek for Reader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let (from, by) = match to {
            SeekFrom::Start(at) => (at, 0),
            SeekFrom::End(by) => (self.file.metadata()?.len(), by),
            SeekFrom::Current(by) => (self.at, by),
        };
        let at = from.checked_add_signed(by);
        self.at = at.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        Ok(self.at)
    }
}
