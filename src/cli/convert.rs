//! `gamekeep convert`: records from one form into another, without an archive.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::Result;
use chrono::{SecondsFormat, Utc};
use clap::{Args, ValueEnum};

use super::bar::Bar;
use super::{Done, source};
use crate::games::Registry;
use crate::record::draft::Checked;
use crate::record::facts::UNKNOWN;
use crate::record::foreign::{Unwritable, abstract_play, boardgame_io};
use crate::record::{json, text};
use crate::service::bulk::check_stream;
use crate::service::source::{Limits, Piece, Source};

const EXAMPLES: &str = "\
Examples:
  gamekeep convert games.json --to text > games.gk
  gamekeep convert match.gk --to log | b3sum           the link of a match
  gamekeep convert games/ --to abstract-play > out.ndjson
  gamekeep convert - --to boardgame-io < match.gk
  gamekeep convert old.zip --to ndjson | gamekeep import -

What a form cannot hold is told on standard error, and that record is left out.";

/// Convert records from any form that is read into another one.
///
/// Each record is replayed by the rules first; a bad one is left out, and told on standard error.
/// Exit code 1 if any was left out.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Convert {
    /// Files and folders of records, packed with gzip, zstd or zip or as they are; - is standard
    /// input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Into which form.
    #[arg(long, value_enum)]
    to: To,
    /// Say only what is wrong.
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum To {
    /// Text with what is derived and the notes after the actions.
    Text,
    /// JSON for people: an object over several lines a record.
    Json,
    /// The log text alone: what the link is the hash of. It holds no names, dates and notes.
    Log,
    /// A JSON object a line.
    Ndjson,
    /// Abstract Play game records, one a line. They are of finished matches whose day is known.
    AbstractPlay,
    /// boardgame.io matches with their logs, one a line.
    BoardgameIo,
}

impl Convert {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Done> {
        source::must_be_there(&self.files)?;
        let registry = Registry::standard();
        let limits = Limits { total_bytes: u64::MAX, ..Limits::default() };
        let source = Source::of_paths(self.files.clone(), &registry, limits);
        let bar = Bar::over(&self.files, source.progress(), self.quiet);
        let mut made = Made { to: self.to, count: 0, bad: 0, bared: 0 };
        let mut broken = Ok(());
        let ended = check_stream(source, &registry, &mut |piece, checked| {
            bar.show(made.count + made.bad);
            let checked = checked.and_then(Checked::whole);
            broken = bar.aside(out, |out| match checked {
                Ok(checked) => made.add(out, piece, &checked),
                Err(fault) => made.leave_out(piece, &fault.to_string()),
            });
            if broken.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        bar.end();
        broken?;
        ended?;
        if made.bared > 0 && !self.quiet {
            let Made { bared, .. } = made;
            let words = "had names, dates or notes, which a log text cannot hold";
            writeln!(io::stderr(), "gamekeep: {bared} records {words}")?;
        }
        if made.count + made.bad == 0 {
            writeln!(io::stderr(), "gamekeep: there is no record in this")?;
            return Ok(Done::SomeBad);
        }
        Ok(if made.bad == 0 { Done::Good } else { Done::SomeBad })
    }
}

/// What has been made so far.
struct Made {
    to: To,
    count: usize,
    bad: usize,
    /// Records that lost their facts or notes.
    bared: usize,
}

impl Made {
    fn add(&mut self, out: &mut dyn Write, piece: &Piece, checked: &Checked) -> io::Result<()> {
        match written(self.to, checked) {
            Ok(text) => {
                if self.count > 0 && self.to == To::Text {
                    writeln!(out)?;
                }
                self.count += 1;
                let record = &checked.record;
                let facts = &record.facts;
                let is_named = facts.players.iter().any(|name| name != UNKNOWN);
                let has_more = is_named || facts.iter().next().is_some();
                if self.to == To::Log && (has_more || !record.notes.is_empty()) {
                    self.bared += 1;
                }
                out.write_all(text.as_bytes())
            }
            Err(error) => self.leave_out(piece, &error.to_string()),
        }
    }

    fn leave_out(&mut self, piece: &Piece, words: &str) -> io::Result<()> {
        self.bad += 1;
        writeln!(io::stderr(), "{}, record {}: left out: {words}", piece.file, piece.number)
    }
}

/// A match in a form.
fn written(to: To, checked: &Checked) -> Result<String, Unwritable> {
    let Checked { record, outcome, head, checkpoints, .. } = checked;
    let outcome = outcome.as_ref();
    let line = |text: String| text + "\n";
    let as_json = || json::write(record, outcome, *head, checkpoints);
    Ok(match to {
        To::Text => text::export(record, outcome, *head, checkpoints),
        To::Log => record.log.text(record.log.actions.len()),
        To::Ndjson => line(as_json()),
        To::Json => line(pretty(&as_json())),
        To::BoardgameIo => line(boardgame_io::write(record, outcome, *head)),
        To::AbstractPlay => {
            let now = Utc::now().to_rfc3339_opts(SecondsFormat::Secs, true);
            line(abstract_play::write(record, outcome, *head, &now)?)
        }
    })
}

/// A line of JSON over several lines: a line a key, and a line an entry of what the keys hold.
fn pretty(line: &str) -> String {
    const OPEN: usize = 2;
    let mut out = String::with_capacity(line.len() * 2);
    let (mut depth, mut in_text, mut is_escaped) = (0, false, false);
    let new_line = |out: &mut String, depth: usize| {
        out.push('\n');
        out.push_str(&"  ".repeat(depth));
    };
    for c in line.chars() {
        if in_text {
            in_text = c != '"' || is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            out.push(c);
            continue;
        }
        if matches!(c, '}' | ']') {
            depth -= 1;
            if depth < OPEN {
                new_line(&mut out, depth);
            }
        }
        out.push(c);
        match c {
            '"' => in_text = true,
            '{' | '[' => {
                depth += 1;
                if depth <= OPEN {
                    new_line(&mut out, depth);
                }
            }
            ',' if depth <= OPEN => new_line(&mut out, depth),
            ':' => out.push(' '),
            _ => {}
        }
    }
    out
}
