//! `gamekeep import`: records into the archive.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};

use super::archive::{ArchiveArgs, now_ms};
use super::bar::Bar;
use super::voice::Voice;
use super::{Done, interrupt, source};
use crate::service::bulk::BulkError;
use crate::service::import::{Counts, Import, Mode, RecordReport};
use crate::service::report::{self, BadRecord, Digest};
use crate::service::source::{Limits, Piece, Source};

const EXAMPLES: &str = "\
Examples:
  gamekeep import match.gk                        text, JSON, NDJSON, or a form from elsewhere
  gamekeep import games/ more.zip old.gk.zst      folders, and what is packed, of any size
  gamekeep import --dry-run *.gk                  check only
  gamekeep import --mode atomic club.gk           all of it or nothing
  gamekeep import --report report.ndjson all.gk   a JSON object a record, then the counts
  gamekeep import --json club.gk > report.ndjson  the same, instead of words
  gamekeep export | gamekeep import - --archive other.sqlite

An import that was stopped (Ctrl-C) or cut off is simply run again: what is stored already is told
as known and changes nothing.";

/// Bring records into the archive.
///
/// Each record is replayed by the rules before it is stored. Importing what is stored already
/// changes nothing. Of bad records the first 100 are shown, and all are counted by reason.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct ImportArgs {
    /// Files and folders of records, packed with gzip, zstd or zip or as they are; - is standard
    /// input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    archive: ArchiveArgs,
    /// What to do when a record is bad.
    #[arg(long, value_enum, default_value_t = ModeArg::SkipBad)]
    mode: ModeArg,
    /// Check only, store nothing.
    #[arg(long)]
    dry_run: bool,
    /// Read an export also if its end is missing.
    #[arg(long)]
    cut: bool,
    /// Print a JSON object a record, and one with the counts at the end.
    #[arg(long)]
    json: bool,
    /// Write that to a file, beside what is printed.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(flatten)]
    voice: Voice,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ModeArg {
    /// Leave it out and store the others.
    SkipBad,
    /// Store nothing at all; then the whole is at most 64 MiB.
    Atomic,
    /// Store it up to its last legal action, with a note.
    KeepLegal,
}

impl From<ModeArg> for Mode {
    fn from(mode: ModeArg) -> Self {
        match mode {
            ModeArg::SkipBad => Mode::SkipBad,
            ModeArg::Atomic => Mode::Atomic,
            ModeArg::KeepLegal => Mode::KeepLegal,
        }
    }
}

impl ImportArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Done> {
        source::must_be_there(&self.files)?;
        let stop = interrupt::asked_to_stop()?;
        let keep = self.archive.open()?;
        let how = Import { mode: self.mode.into(), dry_run: self.dry_run, now_ms: now_ms() };
        let limits = Limits { total_bytes: u64::MAX, cut: self.cut, ..Limits::default() };
        let source = Source::of_paths(self.files.clone(), keep.registry(), limits);
        let source = source.stopped_by(Arc::clone(&stop));
        let bar = Bar::over(&self.files, source.progress(), self.voice.quiet);
        let mut teller = Teller::new(&self, out, bar, stop)?;
        let ended = keep.import_stream(source, &how, &mut |piece, report| {
            let told = teller.tell(piece, report);
            teller.goes_on(told)
        });
        teller.bar.end();
        teller.end(ended)
    }
}

/// Tells what becomes of the records.
struct Teller<'a> {
    args: &'a ImportArgs,
    out: &'a mut dyn Write,
    report: Option<BufWriter<File>>,
    bar: Bar,
    stop: Arc<AtomicBool>,
    sum: Counts,
    digest: Digest,
    /// Why nothing more can be told.
    broken: Option<io::Error>,
}

impl<'a> Teller<'a> {
    fn new(
        args: &'a ImportArgs,
        out: &'a mut dyn Write,
        bar: Bar,
        stop: Arc<AtomicBool>,
    ) -> Result<Self> {
        let create = |path: &PathBuf| -> Result<BufWriter<File>> {
            Ok(BufWriter::new(File::create(path).with_context(|| path.display().to_string())?))
        };
        let report = args.report.as_ref().map(create).transpose()?;
        let (sum, digest) = (Counts::default(), Digest::default());
        Ok(Teller { args, out, report, bar, stop, sum, digest, broken: None })
    }

    /// Tells of a record.
    fn tell(&mut self, piece: &Piece, report: &RecordReport) -> io::Result<()> {
        self.sum.add(&Counts::of(report));
        self.bar.show(self.sum.read);
        if self.args.json || self.report.is_some() {
            let line = report::line(piece, report);
            if let Some(file) = &mut self.report {
                writeln!(file, "{line}")?;
            }
            if self.args.json && (!self.args.voice.quiet || report.fault.is_some()) {
                self.bar.aside(self.out, |out| writeln!(out, "{line}"))?;
            }
        }
        let shown = report.fault.as_ref().and_then(|fault| self.digest.add(piece, fault));
        if self.args.json {
            return Ok(());
        }
        if let Some(bad) = shown {
            self.bar.aside(self.out, |out| write_bad(out, bad))?;
        }
        if let Some(kept) = report.kept.as_ref().filter(|_| self.args.voice.verbose) {
            let Piece { file, number, .. } = piece;
            self.bar.aside(self.out, |out| {
                writeln!(out, "{file}, record {number}: {}: {}", kept.words(), kept.head)?;
                out.flush()
            })?;
        }
        Ok(())
    }

    /// Whether to go on: not if nobody hears it, nor if somebody asked to stop.
    fn goes_on(&mut self, told: io::Result<()>) -> ControlFlow<()> {
        if let Err(error) = told {
            self.stop.store(true, Ordering::Relaxed);
            self.broken.get_or_insert(error);
        }
        match self.stop.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    /// The sum, and the end.
    fn end(mut self, ended: Result<Counts, BulkError>) -> Result<Done> {
        if let Some(error) = self.broken.take() {
            return Err(error.into());
        }
        let last = report::last_line(&self.sum, self.args.dry_run);
        if let Some(file) = &mut self.report {
            writeln!(file, "{last}")?;
            file.flush()?;
        }
        if self.args.json {
            writeln!(self.out, "{last}")?;
        } else {
            self.reasons()?;
            if !self.args.voice.quiet || ended.is_err() {
                writeln!(self.out, "{}", self.sum)?;
            }
        }
        self.out.flush()?;
        match ended {
            Ok(counts) if counts.refused == 0 => Ok(Done::Good),
            Ok(_) => Ok(Done::SomeBad),
            Err(BulkError::GivenUp) => {
                let words = "gamekeep: stopped; what was told is stored: run it again to go on";
                writeln!(io::stderr(), "{words}")?;
                Ok(Done::SomeBad)
            }
            Err(BulkError::Keep(error)) => Err(error.into()),
            Err(error) => Err(error.into()),
        }
    }

    /// The bad records by reason, if they are more than can be overlooked.
    fn reasons(&mut self) -> io::Result<()> {
        if self.digest.count < 2 {
            return Ok(());
        }
        let hidden = self.digest.hidden_count();
        if hidden > 0 {
            let hint = if self.report.is_some() { "" } else { "; --report FILE writes all" };
            writeln!(self.out, "… and {hidden} more bad records{hint}")?;
        }
        writeln!(self.out, "\nBad records by reason:")?;
        for reason in self.digest.reasons() {
            let rule = reason.rule.map_or(String::new(), |rule| format!(" ({rule})"));
            let (count, words) = (reason.count, &reason.words);
            let (file, number) = (&reason.file, reason.number);
            writeln!(self.out, "{count:>8}  {words}{rule}; first in {file}, record {number}")?;
        }
        match self.digest.other_count() {
            0 => Ok(()),
            others => writeln!(self.out, "{others:>8}  for other reasons"),
        }
    }
}

fn write_bad(out: &mut dyn Write, bad: &BadRecord) -> io::Result<()> {
    writeln!(out, "{}, record {}: {}", bad.file, bad.number, bad.fault)?;
    bad.pointed.as_ref().map_or(Ok(()), |pointed| writeln!(out, "{pointed}"))
}
