//! A fenced `match` block: a record as it is exported, its notes as the words of a watched line.

use crate::rules::game::Card;
use crate::rules::rulebook::Line;

use super::read::{LessonError, Numbered};
use super::step::{Setup, Shown, Step, Task, Watch};

/// Reads a record into the step.
pub(super) fn read(
    card: &Card,
    lines: &[Numbered<'_>],
    step: &mut Step,
) -> Result<(), LessonError> {
    let mut options = Vec::new();
    let mut position = None;
    let mut watch = Watch::default();
    let mut record = String::new();
    for (n, line) in lines {
        let error = |words: &str| LessonError::at(*n, words);
        let line = line.trim_end();
        record.push_str(line);
        record.push('\n');
        if line.is_empty() {
            continue;
        }
        if let Some(tag) = line.strip_prefix('[') {
            let (name, value) = read_tag(tag).ok_or_else(|| error("expected [Name \"value\"]"))?;
            match name {
                "Game" if value != card.id => return Err(error("that is another game")),
                "Setup" => position = Some(value),
                _ if card.option(name).is_some() => options.push((name.to_owned(), value)),
                _ => {}
            }
        } else if let Some(note) = line.strip_prefix("# note ") {
            let (ply, words) = read_note(note)
                .ok_or_else(|| error("expected # note <ply> \"<by>\" \"<text>\""))?;
            let words = words.replace("\\n", "\n");
            if ply == 0 {
                step.text.push_str(&words);
                step.text.push('\n');
            } else {
                let shown = watch.lines.get_mut(ply - 1);
                shown.ok_or_else(|| error("no action has that number"))?.words = words;
            }
        } else if !line.starts_with('#') {
            let shown = read_action(line, watch.lines.len() + 1);
            watch.lines.push(shown.ok_or_else(|| error("expected <number> <seat> <action>"))?);
        }
    }
    step.setup = Setup::Own { options, position };
    watch.record = Some(record);
    step.task = Task::Watch(watch);
    Ok(())
}

/// `Name "value"]`.
fn read_tag(text: &str) -> Option<(&str, String)> {
    let (name, rest) = text.strip_suffix(']')?.split_once(' ')?;
    let (value, rest) = read_quoted(rest)?;
    rest.is_empty().then_some((name, value))
}

/// `3 "by" "text"`.
fn read_note(text: &str) -> Option<(usize, String)> {
    let (ply, rest) = text.split_once(' ')?;
    let (_, rest) = read_quoted(rest)?;
    let (words, rest) = read_quoted(rest.trim_start())?;
    rest.is_empty().then_some((ply.parse().ok()?, words))
}

/// A text in quotes at the beginning, and what comes after it. An escaped line end stays as it is.
fn read_quoted(text: &str) -> Option<(String, &str)> {
    let inner = text.strip_prefix('"')?;
    let mut out = String::new();
    let mut letters = inner.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((out, &inner[at + 1..])),
            '\\' => match letters.next()?.1 {
                'n' => out.push_str("\\n"),
                other => out.push(other),
            },
            other => out.push(other),
        }
    }
    None
}

/// `1 B +W`, `1 W nominate b3 @2000`: the numbers go up by one.
fn read_action(line: &str, expected: usize) -> Option<Shown> {
    let (number, rest) = line.split_once(' ')?;
    let numbered = number.parse() == Ok(expected);
    let line = Line::read(rest).filter(|_| numbered)?;
    Some(Shown { line, words: String::new() })
}
