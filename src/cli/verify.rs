//! `gamekeep verify`: does what is stored still replay?

use std::io::{self, Write};

use anyhow::Result;
use clap::Args;
use serde_json::json;

use super::Done;
use super::archive::ArchiveArgs;
use super::voice::Voice;
use crate::service::verify::Verified;

const EXAMPLES: &str = "\
Examples:
  gamekeep verify                  everything
  gamekeep verify 3f2a9c01d4       one match
  gamekeep verify --quiet          silent if all is good
  gamekeep verify --json           a JSON object a match, then the counts";

/// Replay what is stored and compare it with what was stored beside it.
///
/// Every log's hash, every checkpoint and every result is compared. Exit code 1 if
/// any differs, 3 if the file itself is damaged.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Verify {
    /// Links of matches; without any, all of them.
    links: Vec<String>,
    #[command(flatten)]
    archive: ArchiveArgs,
    /// Print a JSON object a match, and one with the counts at the end.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    voice: Voice,
}

impl Verify {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Done> {
        let keep = self.archive.open_old()?;
        let mut broken = Ok(());
        let mut tell = |verified: &Verified| {
            if broken.is_ok() {
                broken = self.tell(out, verified);
            }
        };
        let (good, bad) = if self.links.is_empty() {
            keep.verify_all(&mut tell)?
        } else {
            keep.verify(&self.links, &mut tell)?
        };
        broken?;
        let faults = keep.archive().check()?;
        self.sum_up(out, good, bad, &faults)?;
        Ok(match (bad, faults.is_empty()) {
            (_, false) => Done::ArchiveTrouble,
            (0, true) => Done::Good,
            (_, true) => Done::SomeBad,
        })
    }

    fn tell(&self, out: &mut dyn Write, verified: &Verified) -> io::Result<()> {
        let Verified { name, difference } = verified;
        let good = difference.is_none();
        if good && (self.voice.quiet || !(self.json || self.voice.verbose)) {
            return Ok(());
        }
        if self.json {
            let line = json!({ "match": name, "good": good, "difference": difference });
            return writeln!(out, "{line}");
        }
        writeln!(out, "{name}: {}", difference.as_deref().unwrap_or("good"))
    }

    fn sum_up(
        &self,
        out: &mut dyn Write,
        good: usize,
        bad: usize,
        faults: &[String],
    ) -> io::Result<()> {
        if self.json {
            return writeln!(out, "{}", json!({ "good": good, "bad": bad, "file": faults }));
        }
        for fault in faults {
            writeln!(out, "the archive's file: {fault}")?;
        }
        if !self.voice.quiet {
            writeln!(out, "{} matches: {good} good, {bad} bad", good + bad)?;
        }
        Ok(())
    }
}
