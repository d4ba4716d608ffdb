//! `gamekeep import`: records into the archive.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueEnum};

use super::archive::{ArchiveArgs, now_ms};
use super::{Done, source};
use crate::record::input;
use crate::service::import::{Counts, Import, Mode, RecordReport};

/// Bring records into the archive.
///
/// Each record is replayed by the rules before it is stored. Importing what is stored already
/// changes nothing.
#[derive(Debug, Args)]
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
    /// Print a line for each good record too.
    #[arg(long, short)]
    verbose: bool,
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
                    writeln!(out, "{name}: {fault}")?;
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
        }
        writeln!(out, "{sum}")?;
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
            writeln!(out, "{file}, record {number}: {fault}")?;
            if let Some(pointed) = fault.pointed(text) {
                writeln!(out, "{pointed}")?;
            }
        }
        if let Some(kept) = report.kept.as_ref().filter(|_| self.verbose) {
            writeln!(out, "{file}, record {number}: {}: {}", kept.words(), kept.head)?;
        }
        Ok(())
    }
}
