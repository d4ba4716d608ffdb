//! What is wrong with an input: where, what, and which rule.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;

/// What kind of fault it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// The text cannot be read.
    Unreadable,
    /// The rules do not allow it.
    NotAllowed,
    /// It is larger than a record may be.
    TooLarge,
    /// It does not agree with what the input says of itself.
    Differs,
}

/// Where in an input something is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// In JSON: the path, `actions[3].do`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

impl Default for Place {
    /// The first character of an input.
    fn default() -> Self {
        Place::at(1, 1)
    }
}

impl Place {
    /// A place in a text.
    #[must_use]
    pub const fn at(line: usize, column: usize) -> Self {
        Place { line, column, path: None }
    }

    /// The place some characters further on in the same line.
    #[must_use]
    pub fn after(&self, characters: usize) -> Self {
        Place { column: self.column + characters, ..self.clone() }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)?;
        self.path.as_ref().map_or(Ok(()), |path| write!(f, " ({path})"))
    }
}

/// A fault of a record: why it is not stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
pub struct Fault {
    /// The kind.
    pub kind: FaultKind,
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// The ply of the action that is at fault, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<usize>,
    /// The rule that is broken, or `after-end` or `notation`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// The offending text.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub found: String,
    /// What is wrong and what was expected, in words without a final stop.
    pub words: String,
}

impl Fault {
    /// A fault in reading.
    pub fn unreadable(
        mut place: Place,
        found: impl Into<String>,
        words: impl Into<String>,
    ) -> Self {
        const FOUND: usize = 120;
        const WORDS: usize = 1_000;
        place.path = place.path.map(|path| shortened(path, FOUND));
        Fault {
            kind: FaultKind::Unreadable,
            place,
            ply: None,
            rule: None,
            found: shortened(found.into(), FOUND),
            words: shortened(words.into(), WORDS),
        }
    }

    /// The line of the input that is at fault, with a caret below the place; `None` where the place
    /// is not one of lines and columns, and of a line that holds somebody's credentials.
    #[must_use]
    pub fn pointed(&self, input: &str) -> Option<String> {
        self.pointed_from(input, 1)
    }

    /// The same, where only the part of the input that begins at `first_line` is at hand.
    #[must_use]
    pub fn pointed_from(&self, input: &str, first_line: usize) -> Option<String> {
        const BEFORE: usize = 60;
        const SHOWN: usize = 100;
        if self.place.path.is_some() {
            return None;
        }
        let number = self.place.line.checked_sub(first_line)?;
        let line = super::text::lines(input).nth(number).map_or("", |(_, line)| line);
        if line.contains("\"credentials\"") {
            return None;
        }
        let column = self.place.column.saturating_sub(1);
        let from = column.saturating_sub(BEFORE);
        let plain = |c: char| if c.is_control() { ' ' } else { c };
        let shown: String = line.chars().skip(from).take(SHOWN).map(plain).collect();
        let margin = self.place.line.to_string();
        let indent = " ".repeat(margin.len());
        let caret = " ".repeat(column - from);
        Some(format!("{margin} | {shown}\n{indent} | {caret}^"))
    }

    /// The same fault as another kind.
    #[must_use]
    pub fn of_kind(mut self, kind: FaultKind) -> Self {
        self.kind = kind;
        self
    }
}

/// At most so many characters of a text that an input has a say in.
fn shortened(text: String, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text,
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// A text as it can be printed: an input's control characters could do anything to a terminal.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.contains(char::is_control) {
        let plain = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
        Cow::Owned(text.chars().map(plain).collect())
    } else {
        Cow::Borrowed(text)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.place)?;
        if let Some(ply) = self.ply {
            write!(f, ", ply {ply}")?;
        }
        write!(f, ": ")?;
        if !self.found.is_empty() {
            write!(f, "“{}”: ", printable(&self.found))?;
        }
        write!(f, "{}", printable(&self.words))?;
        self.rule.map_or(Ok(()), |rule| write!(f, " ({rule})"))
    }
}
