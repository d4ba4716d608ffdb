//! Bulk export: many matches into one stream, in a form that an import reads back byte for byte.
//!
//! NDJSON and text begin with a line that promises a last one, which counts and hashes them (see
//! [`crate::record::export`]); a zip archive ends with its directory, which does the same. A match
//! that cannot be read on the way is told in the stream, and the rest follows.

use std::io::{self, Write};

use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::record::draft::Checked;
use crate::record::export::{Mark, Seal};
use crate::record::link::Link;
use crate::record::replay::Checkpoint;
use crate::record::{Record, json, text};
use crate::rules::outcome::Outcome;

/// The most matches of a zip archive: what an import reads of one.
pub const ZIP_MATCHES: usize = 100_000;

/// How an export is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportForm {
    /// A JSON object a line.
    Ndjson,
    /// Records as text, one after the other.
    Text,
    /// A zip archive with a text file a match.
    Zip,
}

/// A match as it is exported, with what is derived from it.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    /// The record.
    pub record: &'a Record,
    /// How it ended, if it did.
    pub outcome: Option<&'a Outcome>,
    /// Its head.
    pub head: Link,
    /// The hash of every 32nd position and of the last.
    pub checkpoints: &'a [Checkpoint],
}

impl<'a> From<&'a Checked> for Told<'a> {
    fn from(checked: &'a Checked) -> Self {
        Told {
            record: &checked.record,
            outcome: checked.outcome.as_ref(),
            head: checked.head,
            checkpoints: &checked.checkpoints,
        }
    }
}

impl Told<'_> {
    /// As one line of JSON, without its end.
    #[must_use]
    pub fn json(&self) -> String {
        json::write(self.record, self.outcome, self.head, self.checkpoints)
    }

    /// As text.
    #[must_use]
    pub fn text(&self) -> String {
        text::export(self.record, self.outcome, self.head, self.checkpoints)
    }
}

/// What an export held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Matches.
    pub count: usize,
    /// Matches that could not be read.
    pub missing: usize,
}

/// An export on its way.
pub struct Export<W: Write> {
    out: Out<W>,
    seal: Seal,
    totals: Totals,
}

enum Out<W: Write> {
    Ndjson(W),
    Text(W),
    Zip(Box<ZipWriter<StreamWriter<W>>>),
}

impl<W: Write> std::fmt::Debug for Export<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Export").field("totals", &self.totals).finish_non_exhaustive()
    }
}

impl<W: Write> Export<W> {
    /// Begins an export.
    ///
    /// # Errors
    /// The stream cannot be written to.
    pub fn begin(form: ExportForm, out: W) -> io::Result<Self> {
        let out = match form {
            ExportForm::Ndjson => Out::Ndjson(out),
            ExportForm::Text => Out::Text(out),
            ExportForm::Zip => Out::Zip(Box::new(ZipWriter::new_stream(out))),
        };
        let mut export = Export { out, seal: Seal::default(), totals: Totals::default() };
        export.mark(Mark::Opening)?;
        export.blank()?;
        Ok(export)
    }

    /// Adds a match.
    ///
    /// # Errors
    /// The stream cannot be written to; more matches than a zip archive may have.
    pub fn add(&mut self, told: &Told<'_>) -> io::Result<()> {
        self.totals.count += 1;
        self.seal.record();
        match &self.out {
            Out::Ndjson(_) => self.lines(&(told.json() + "\n")),
            Out::Text(_) => {
                self.lines(&told.text())?;
                self.blank()
            }
            Out::Zip(_) => self.file(&told.head.short(), &told.text()),
        }
    }

    /// Tells of a match that cannot be read.
    ///
    /// # Errors
    /// As [`Export::add`].
    pub fn missing(&mut self, head: Link) -> io::Result<()> {
        self.totals.missing += 1;
        self.seal.missing();
        let mark = Mark::Missing(head);
        if matches!(self.out, Out::Zip(_)) {
            return self.file("missing", &(mark.to_text() + "\n"));
        }
        self.mark(mark)
    }

    /// Ends the export.
    ///
    /// # Errors
    /// The stream cannot be written to.
    pub fn finish(mut self) -> io::Result<Totals> {
        self.mark(Mark::Closing(self.seal.closing()))?;
        match self.out {
            Out::Ndjson(mut out) | Out::Text(mut out) => out.flush()?,
            Out::Zip(zip) => zip.finish()?.into_inner().flush()?,
        }
        Ok(self.totals)
    }

    /// Writes a mark, where the form has them.
    fn mark(&mut self, mark: Mark) -> io::Result<()> {
        let line = match &self.out {
            Out::Ndjson(_) => mark.to_json(),
            Out::Text(_) => mark.to_text(),
            Out::Zip(_) => return Ok(()),
        };
        self.lines(&(line + "\n"))
    }

    /// Writes a blank line, where the form has them.
    fn blank(&mut self) -> io::Result<()> {
        if matches!(self.out, Out::Text(_)) { self.lines("\n") } else { Ok(()) }
    }

    fn lines(&mut self, lines: &str) -> io::Result<()> {
        self.seal.lines(lines.as_bytes());
        match &mut self.out {
            Out::Ndjson(out) | Out::Text(out) => out.write_all(lines.as_bytes()),
            Out::Zip(_) => Ok(()),
        }
    }

    /// Adds a file to the archive.
    fn file(&mut self, name: &str, text: &str) -> io::Result<()> {
        let number = self.totals.count + self.totals.missing;
        if number > ZIP_MATCHES {
            let words = format!("a zip archive has at most {ZIP_MATCHES} matches; export NDJSON");
            return Err(io::Error::other(words));
        }
        if let Out::Zip(zip) = &mut self.out {
            let options = SimpleFileOptions::default()
                .compression_method(CompressionMethod::Deflated)
                .last_modified_time(DateTime::default());
            zip.start_file(format!("{number:06}-{name}.gk"), options)?;
            zip.write_all(text.as_bytes())?;
        }
        Ok(())
    }
}
