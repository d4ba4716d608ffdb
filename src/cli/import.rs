//! `gamekeep import`: records into the archive.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueEnum};

use super::archive::{ArchiveArgs, now_ms};
use super::check::bad_line;
use super::voice::Voice;
use super::{Done, source};
use crate::record::fault::Fault;
use crate::record::input;
use crate::service::import::{Counts, Import, Mode, RecordReport};

const EXAMPLES: &str = "\
Examples:
  gamekeep import match.gk                        text, JSON or NDJSON
  gamekeep import --dry-run *.gk                  check only
  gamekeep import --mode atomic club.gk           all of a file or nothing of it
  gamekeep import --json club.gk > report.ndjson  a JSON object a record, then the counts
  gamekeep export | gamekeep import - --archive other.sqlite";

/// Bring records into the archive.
///
/// Each record is replayed by the rules before it is stored. Importing what is stored already
/// changes nothing.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct ImportArgs {
    /// Files of records as text or JSON; - is standard input.
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
    /// Print a JSON object a record, and one with the counts at the end.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    voice: Voice,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ModeArg {
    /// Leave it out and store the others.
    SkipBad,
    /// Store nothing of that file.
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
        let keep = self.archive.open()?;
        let how = Import { mode: self.mode.into(), dry_run: self.dry_run, now_ms: now_ms() };
        let mut sum = Counts::default();
        for path in &self.files {
            let bytes = source::read(path)?;
            let name = path.display().to_string();
            let text = match input::utf8(&bytes) {
                Ok(text) => text,
                Err(fault) => {
                    self.tell_fault(out, &name, 1, &fault, "")?;
                    sum.read += 1;
                    sum.refused += 1;
                    continue;
                }
            };
            let (counts, reports) = keep.import(&input::records(text, keep.registry()), &how)?;
            for report in &reports {
                self.tell(out, &name, report, text)?;
            }
            sum.add(&counts);
            // Whoever stops the program in the next file knows of this one.
            out.flush()?;
        }
        if self.json {
            writeln!(out, "{}", serde_json::json!({ "counts": sum }))?;
        } else if !self.voice.quiet {
            writeln!(out, "{sum}")?;
        }
        Ok(if sum.refused == 0 { Done::Good } else { Done::SomeBad })
    }

    fn tell(
        &self,
        out: &mut dyn Write,
        file: &str,
        report: &RecordReport,
        text: &str,
    ) -> Result<()> {
        let number = report.number;
        if let Some(fault) = &report.fault {
            self.tell_fault(out, file, number, fault, text)?;
        }
        let Some(kept) = &report.kept else { return Ok(()) };
        if self.json && !self.voice.quiet {
            let line = serde_json::json!({
                "file": file, "record": number, "good": report.fault.is_none(),
                "done": kept.words(), "head": kept.head.to_string(), "game": kept.game,
                "plies": kept.plies, "result": kept.result,
            });
            writeln!(out, "{line}")?;
        } else if self.voice.verbose {
            writeln!(out, "{file}, record {number}: {}: {}", kept.words(), kept.head)?;
        }
        Ok(())
    }

    fn tell_fault(
        &self,
        out: &mut dyn Write,
        file: &str,
        number: usize,
        fault: &Fault,
        text: &str,
    ) -> Result<()> {
        if self.json {
            writeln!(out, "{}", bad_line(file, number, fault))?;
            return Ok(());
        }
        writeln!(out, "{file}, record {number}: {fault}")?;
        if let Some(pointed) = fault.pointed(text) {
            writeln!(out, "{pointed}")?;
        }
        Ok(())
    }
}
