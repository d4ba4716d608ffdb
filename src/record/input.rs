//! Any input at all, cut into records: text or JSON, one record or many.

use super::draft::{Checked, Draft};
use super::fault::{Fault, Place};
use super::{json, text};
use crate::games::Registry;

/// One record of an input, not yet read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input<'a> {
    /// Its number in the input, from 1.
    pub number: usize,
    /// The line of the input at which it begins, from 1.
    pub line: usize,
    /// Its text.
    pub text: &'a str,
    /// How it is written.
    pub form: Form,
}

/// How a record is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As text: tags and action lines.
    Text,
    /// As a JSON object.
    Json,
}

impl Input<'_> {
    /// Reads it.
    ///
    /// # Errors
    /// It is no record: where, what was found, what was expected.
    pub fn read(&self, registry: &Registry) -> Result<Draft, Fault> {
        match self.form {
            Form::Text => text::read(self.text, self.line, registry),
            Form::Json => json::read(self.text, self.line, registry),
        }
    }

    /// Reads it and folds it with the rules.
    ///
    /// # Errors
    /// It is no record, or its tags are at fault; see [`Draft::check`].
    pub fn check(&self, registry: &Registry) -> Result<Checked, Fault> {
        self.read(registry)?.check(registry)
    }
}

/// The records of an input. JSON is known by its first character: an object, alone or one a line.
#[must_use]
pub fn records<'a>(input: &'a str, registry: &Registry) -> Vec<Input<'a>> {
    let blank = |letter: char| letter.is_whitespace() || letter == '\u{feff}';
    let start = input.trim_start_matches(blank);
    if !is_json(start) {
        return numbered(text::split(input, registry), Form::Text);
    }
    let objects = start.lines().all(|line| line.trim().is_empty() || line.starts_with('{'));
    if objects {
        let lines = input.lines().enumerate().map(|(n, line)| (n + 1, line.trim_matches(blank)));
        let records = lines.filter(|(_, line)| !line.is_empty() && !is_end(line));
        return numbered(records, Form::Json);
    }
    let line = 1 + input[..input.len() - start.len()].matches('\n').count();
    numbered([(line, start)].into_iter(), Form::Json)
}

/// Whether a text without blanks before it is JSON: `{"` or `[{`; a comment or a tag is not.
fn is_json(text: &str) -> bool {
    let second = text.get(1..).unwrap_or_default().trim_start();
    match text.chars().next() {
        Some('{') => second.starts_with(['"', '}']),
        Some('[') => second.starts_with(['{', ']', '[']),
        _ => false,
    }
}

/// Whether a line is the last one of an export, which is no record.
fn is_end(line: &str) -> bool {
    line.starts_with("{\"end\":{\"matches\":")
}

fn numbered<'a>(records: impl Iterator<Item = (usize, &'a str)>, form: Form) -> Vec<Input<'a>> {
    let number = |(n, (line, text)): (usize, _)| Input { number: n + 1, line, text, form };
    records.enumerate().map(number).collect()
}

/// Bytes as text.
///
/// # Errors
/// Bytes that are no UTF-8: at which line and column.
pub fn utf8(bytes: &[u8]) -> Result<&str, Fault> {
    std::str::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let line = 1 + good.matches('\n').count();
        let column = 1 + good.rsplit('\n').next().unwrap_or_default().chars().count();
        let byte = bytes[error.valid_up_to()];
        let words = format!("the byte 0x{byte:02x} is no UTF-8; save the file as UTF-8");
        Fault::unreadable(Place::at(line, column), "", words)
    })
}
