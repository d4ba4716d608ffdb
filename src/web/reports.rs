//! Whole reports of imports, kept for a while so that they can be downloaded: in temporary files
//! that have no name, each under an address that only whoever sent the form is told.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::FileExt;
use std::sync::{Arc, Mutex, PoisonError};

use super::limits::{REPORT_BYTES, REPORT_MS, REPORTS};
use crate::service::secret::Secret;

/// The reports that are kept.
#[derive(Debug, Default)]
pub struct Reports(Mutex<VecDeque<Kept>>);

#[derive(Debug)]
struct Kept {
    name: String,
    since_ms: i64,
    report: Arc<Report>,
}

/// A report to be read.
#[derive(Debug)]
pub struct Report {
    file: File,
    /// How long it is.
    pub bytes: u64,
}

/// A report that is being written.
#[derive(Debug)]
pub struct Draft {
    out: BufWriter<File>,
    bytes: u64,
}

impl Reports {
    /// Keeps a report; gives the name that it is found by.
    ///
    /// # Errors
    /// It cannot be written, or the system gives no random numbers.
    pub fn keep(&self, draft: Draft, now_ms: i64) -> io::Result<String> {
        let secret = Secret::new().map_err(io::Error::other)?;
        let name: String = secret.hash()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
        let Draft { out, bytes } = draft;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        let report = Arc::new(Report { file, bytes });
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|kept| now_ms - kept.since_ms < REPORT_MS);
        while kept.len() >= REPORTS {
            kept.pop_front();
        }
        kept.push_back(Kept { name: name.clone(), since_ms: now_ms, report });
        Ok(name)
    }

    /// The report of a name, if it is still there.
    #[must_use]
    pub fn find(&self, name: &str, now_ms: i64) -> Option<Arc<Report>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut fresh = kept.iter().filter(|kept| now_ms - kept.since_ms < REPORT_MS);
        fresh.find(|kept| kept.name == name).map(|kept| Arc::clone(&kept.report))
    }
}

impl Draft {
    /// An empty report.
    ///
    /// # Errors
    /// There is no place for a temporary file.
    pub fn new() -> io::Result<Self> {
        Ok(Draft { out: BufWriter::new(tempfile::tempfile()?), bytes: 0 })
    }

    /// Adds a line; nothing once the report is as long as one may be.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn line(&mut self, line: &impl std::fmt::Display) -> io::Result<()> {
        let line = format!("{line}\n");
        if self.bytes + line.len() as u64 > REPORT_BYTES {
            return Ok(());
        }
        self.bytes += line.len() as u64;
        self.out.write_all(line.as_bytes())
    }
}

impl Report {
    /// The next bytes from a place on; none at the end.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn part(&self, from: u64) -> io::Result<Vec<u8>> {
        const PART: usize = 256 << 10;
        let mut part = vec![0; PART];
        let count = self.file.read_at(&mut part, from)?;
        part.truncate(count);
        Ok(part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_kept_for_a_while() {
        let reports = Reports::default();
        let keep = |line: &str, now| {
            let mut draft = Draft::new().expect("a file");
            draft.line(&line).expect("written");
            reports.keep(draft, now).expect("kept")
        };
        let first = keep("one", 0);
        let found = reports.find(&first, 10).expect("it is there");
        assert_eq!((found.part(0).expect("read"), found.bytes), (b"one\n".to_vec(), 4));
        assert!(found.part(4).expect("read").is_empty());
        assert!(reports.find(&first, REPORT_MS).is_none());
        assert!(reports.find("", 10).is_none());
        for n in 0..REPORTS {
            keep(&n.to_string(), 1);
        }
        assert!(reports.find(&first, 10).is_none());
    }
}
