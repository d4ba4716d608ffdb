//! `gamekeep check`: are these records good?

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::slice;

use anyhow::Result;
use clap::Args;

use super::bar::Bar;
use super::{Done, source};
use crate::games::Registry;
use crate::record::draft::Checked;
use crate::record::fault::Fault;
use crate::record::replay;
use crate::service::bulk::check_stream;
use crate::service::report::bad_line;
use crate::service::source::{Limits, Piece, Source};

const EXAMPLES: &str = "\
Examples:
  gamekeep check match.gk
  gamekeep check --quiet *.gk            silent if all are good
  gamekeep check games/ more.zip         folders, and what is packed, of any size
  gamekeep check --json - < games.gk     a JSON object a record";

/// Check records without storing them.
///
/// Prints a line for each good record, and for each bad one where it is wrong, why, and by which
/// rule. Exit code 1 if any is bad.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Check {
    /// Files and folders of records, packed with gzip, zstd or zip or as they are; - is standard
    /// input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print a JSON object a record instead of words.
    #[arg(long)]
    json: bool,
    /// Say only what is wrong.
    #[arg(long, short)]
    quiet: bool,
}

impl Check {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Done> {
        source::must_be_there(&self.files)?;
        let registry = Registry::standard();
        let mut done = Done::Good;
        for path in &self.files {
            let limits = Limits { total_bytes: u64::MAX, ..Limits::default() };
            let source = Source::of_paths([path.clone()], &registry, limits);
            let bar = Bar::over(slice::from_ref(path), source.progress(), self.quiet);
            let (mut count, mut broken) = (0, Ok(()));
            let ended = check_stream(source, &registry, &mut |piece, checked| {
                count += 1;
                bar.show(count);
                let checked = checked.and_then(Checked::whole);
                if checked.is_err() {
                    done = Done::SomeBad;
                }
                broken = bar.aside(out, |out| match &checked {
                    Ok(checked) => self.good(out, piece, checked),
                    Err(fault) => self.bad(out, piece, fault),
                });
                if broken.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            bar.end();
            broken?;
            ended?;
            if count == 0 {
                writeln!(out, "{}: no record in it", path.display())?;
                done = Done::SomeBad;
            }
        }
        Ok(done)
    }

    fn good(&self, out: &mut dyn Write, piece: &Piece, checked: &Checked) -> io::Result<()> {
        if self.quiet {
            return Ok(());
        }
        let (file, number) = (&*piece.file, piece.number);
        let log = &checked.record.log;
        let card = log.header.card();
        let plies = log.actions.len();
        let result = replay::result_words(card, checked.outcome.as_ref());
        if self.json {
            let line = serde_json::json!({
                "file": file, "record": number, "good": true, "game": card.id,
                "plies": plies, "result": result, "head": checked.head.to_string(),
            });
            return writeln!(out, "{line}");
        }
        let head = checked.head;
        writeln!(out, "{file}, record {number}: good; {}, {plies} plies, {result}", card.name)?;
        writeln!(out, "  {head}")
    }

    fn bad(&self, out: &mut dyn Write, piece: &Piece, fault: &Fault) -> io::Result<()> {
        if self.json {
            return writeln!(out, "{}", bad_line(piece, fault));
        }
        writeln!(out, "{}, record {}: {fault}", piece.file, piece.number)?;
        let pointed = piece.input().pointed(fault);
        pointed.map_or(Ok(()), |pointed| writeln!(out, "{pointed}"))
    }
}
