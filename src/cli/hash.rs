//! `gamekeep hash`: the head of each record.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;

use super::{Done, source};
use crate::games::Registry;
use crate::record::draft::Checked;
use crate::record::{input, link};

const EXAMPLES: &str = "\
Examples:
  gamekeep hash match.gk                  the link of each record
  gamekeep hash --ply 3 match.gk          the link of ply 3
  gamekeep hash --log match.gk | b3sum    the same by another way";

/// Print the link of a record: what b3sum prints for its .log.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Hash {
    /// A file of records as text or JSON; - is standard input.
    file: PathBuf,
    /// Print the hash of the log up to this ply: what the head was when the match stood there.
    #[arg(long)]
    ply: Option<usize>,
    /// Print the log text itself instead of its hash.
    #[arg(long)]
    log: bool,
}

impl Hash {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Done> {
        let registry = Registry::standard();
        let bytes = source::read(&self.file)?;
        let text = input::utf8(&bytes)?;
        let mut done = Done::Good;
        for record in input::records(text, &registry) {
            match record.check(&registry).and_then(Checked::whole) {
                Ok(checked) => {
                    let log = &checked.record.log;
                    let ply = self.ply.unwrap_or(log.actions.len());
                    if ply > log.actions.len() {
                        bail!("record {} has {} plies", record.number, log.actions.len());
                    }
                    if self.log {
                        write!(out, "{}", log.text(ply))?;
                    } else {
                        writeln!(out, "{}", link::link_at(log, ply))?;
                    }
                }
                Err(fault) => {
                    done = Done::SomeBad;
                    writeln!(out, "record {}: {fault}", record.number)?;
                }
            }
        }
        Ok(done)
    }
}
