//! `gamekeep vectors`: test vectors against the reducers.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::{Done, source};
use crate::games::Registry;
use crate::record::{input, vectors};

const EXAMPLES: &str = "\
Examples:
  gamekeep vectors vectors.ndjson
  zstdcat vectors.ndjson.zst | gamekeep vectors -";

/// Run test vectors against the rules and print each difference.
///
/// A vector file has one JSON object a line: a game with its positions, a try that must be refused,
/// or a list of legal actions. Exit code 1 if any differs.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Vectors {
    /// Vector files; - is standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

impl Vectors {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Done> {
        let registry = Registry::standard();
        let (mut vectors, mut actions, mut differences) = (0, 0, 0);
        for path in &self.files {
            let bytes = source::read(path)?;
            let report = vectors::run(&registry, input::utf8(&bytes)?);
            for difference in &report.differences {
                writeln!(out, "{}: {difference}", path.display())?;
            }
            vectors += report.vector_count;
            actions += report.action_count;
            differences += report.differences.len();
        }
        writeln!(out, "{vectors} vectors, {actions} actions, {differences} differences")?;
        Ok(if differences == 0 { Done::Good } else { Done::SomeBad })
    }
}
