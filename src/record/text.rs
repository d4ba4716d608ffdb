//! The record as text: written canonically, read with the forgiveness that record files need.

use std::fmt::Write;

use super::Record;
use super::link::Link;
use super::log::write_escaped;
use super::note::Note;
use super::replay::{Checkpoint, result_words};
use crate::rules::outcome::Outcome;

mod read;
mod split;
mod words;

pub use read::read;
pub(super) use read::{read_actions, read_rounds};
pub(super) use split::tag_name;
pub use split::{Splitter, lines, split};

/// Writes the canonical text: tags, a blank line, the actions.
#[must_use]
pub fn write(record: &Record) -> String {
    let header = &record.log.header;
    let mut out = String::new();
    header.write(&mut out);
    record.facts.write(header.card(), &mut out);
    out.push('\n');
    for (n, action) in record.log.actions.iter().enumerate() {
        header.write_action(n + 1, &action, &mut out);
    }
    out
}

/// Writes the text as it is exported: the canonical text, and after it what is derived or was said,
/// each on a line that begins with `# `.
#[must_use]
pub fn export(
    record: &Record,
    outcome: Option<&Outcome>,
    head: Link,
    checkpoints: &[Checkpoint],
) -> String {
    let mut out = write(record);
    let _ = writeln!(out, "# result {}", result_words(record.log.header.card(), outcome));
    let _ = writeln!(out, "# head {head}");
    for checkpoint in checkpoints {
        let _ = writeln!(out, "# position {} {}", checkpoint.ply, checkpoint.hash);
    }
    for note in &record.notes {
        write_note(note, &mut out);
    }
    out
}

/// Writes `# note <ply> "<by>" "<text>"`, or for a side line `# line <ply> <rise> "<by>" "<text>"
/// "<action>" …`; line ends in a text are written `\n`.
fn write_note(note: &Note, out: &mut String) {
    let _ = if note.line.is_empty() {
        write!(out, "# note {}", note.ply)
    } else {
        write!(out, "# line {} {}", note.ply, note.rise)
    };
    let texts = [&note.by, &note.text].into_iter().chain(&note.line);
    for text in texts {
        out.push_str(" \"");
        for (n, line) in text.split('\n').enumerate() {
            if n > 0 {
                out.push_str("\\n");
            }
            write_escaped(line, out);
        }
        out.push('"');
    }
    out.push('\n');
}
