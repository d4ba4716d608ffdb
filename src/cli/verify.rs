//! `gamekeep verify`: does what is stored still replay?

use std::io::Write;

use anyhow::Result;
use clap::Args;

use super::Done;
use super::archive::ArchiveArgs;
use crate::service::verify::Verified;

/// Replay what is stored and compare it with what was stored beside it.
///
/// Every log's hash, every checkpoint and every result is compared. Exit code 1 if any differs.
#[derive(Debug, Args)]
pub(super) struct Verify {
    /// Links of matches; without any, all of them.
    links: Vec<String>,
    #[command(flatten)]
    archive: ArchiveArgs,
    /// Print a line for each good match too.
    #[arg(long, short)]
    verbose: bool,
}

impl Verify {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Done> {
        let keep = self.archive.open()?;
        let mut broken = Ok(());
        let mut tell = |verified: &Verified| {
            let Verified { name, difference } = verified;
            if broken.is_err() || (difference.is_none() && !self.verbose) {
                return;
            }
            let words = difference.as_deref().unwrap_or("good");
            broken = writeln!(out, "{name}: {words}");
        };
        let (good, bad) = if self.links.is_empty() {
            keep.verify_all(&mut tell)?
        } else {
            keep.verify(&self.links, &mut tell)?
        };
        broken?;
        for fault in keep.archive().check()? {
            writeln!(out, "the archive's file: {fault}")?;
        }
        writeln!(out, "{} matches: {good} good, {bad} bad", good + bad)?;
        Ok(if bad == 0 { Done::Good } else { Done::SomeBad })
    }
}
