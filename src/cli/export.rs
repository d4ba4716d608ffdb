//! `gamekeep export`: matches out of the archive.

use std::io::Write;

use anyhow::Result;
use clap::{Args, ValueEnum};

use super::Done;
use super::archive::ArchiveArgs;

const EXAMPLES: &str = "\
Examples:
  gamekeep export > all.gk                     all matches, as text
  gamekeep export --as json > all.ndjson       a JSON object a line
  gamekeep export --as log 3f2a9c01d4 | b3sum  check a link";

/// Write matches to standard output.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Export {
    /// Links of matches, or their beginnings of 10 digits or more; without any, all matches.
    links: Vec<String>,
    #[command(flatten)]
    archive: ArchiveArgs,
    /// How they are written.
    #[arg(long, value_enum, default_value_t = As::Text)]
    r#as: As,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum As {
    /// Records as text, with what is derived and the notes after them.
    Text,
    /// A JSON object a line.
    Json,
    /// The log text: what the link is the hash of.
    Log,
}

impl Export {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Done> {
        let keep = self.archive.open()?;
        let mut links = self.links;
        if links.is_empty() {
            links = keep.heads()?.iter().map(ToString::to_string).collect();
        }
        for (n, link) in links.iter().enumerate() {
            let (_, text) = match self.r#as {
                As::Text => keep.text(link)?,
                As::Json => keep.json(link)?,
                As::Log => keep.log_text(link)?,
            };
            if n > 0 && self.r#as == As::Text {
                writeln!(out)?;
            }
            out.write_all(text.as_bytes())?;
        }
        Ok(Done::Good)
    }
}
