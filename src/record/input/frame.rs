//! How an input is cut, told by its first bytes; and the forms of its parts.

use super::Form;
use crate::record::export::Mark;
use crate::record::foreign;
use crate::record::outline::{self, Outline};

/// How an input is cut into records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// Text: a record begins at a tag line after anything but tags.
    Text,
    /// A JSON object on each line.
    Lines,
    /// JSON objects over several lines, one after the other.
    Objects,
    /// A JSON list of records of another form.
    List,
    /// One JSON value.
    Value,
}

/// How many bytes from an input's first on [`framing`] looks at.
pub const FRAMING_BYTES: usize = 64 << 10;

/// How an input that begins with these bytes is cut. JSON is known by `{"` or `[{`; a comment or a
/// tag is not.
#[must_use]
pub fn framing(head: &[u8]) -> Framing {
    let head = skip_blanks(head);
    let Some(first) = head.first() else { return Framing::Text };
    let second = skip_blanks(&head[1..]).first();
    match (first, second) {
        (b'{', Some(b'"' | b'}')) => framing_of_objects(head),
        (b'[', Some(b'{' | b'[' | b']')) => {
            let element = skip_blanks(&head[1..]);
            let form = foreign::form_of_object(element);
            let many = matches!(form, Form::AbstractPlay | Form::BoardgameIo);
            if many && !foreign::is_log_entry(element) { Framing::List } else { Framing::Value }
        }
        _ => Framing::Text,
    }
}

/// One object a line, or objects over lines.
fn framing_of_objects(head: &[u8]) -> Framing {
    let end = head.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
    let Some(end) = end else { return Framing::Lines };
    let whole = outline::value_length(&head[..end]).is_some();
    let next = skip_blanks(&head[end..]).first();
    // A first line that is cut or broken does not make one record of all that follow it.
    if whole || next == Some(&b'{') { Framing::Lines } else { Framing::Objects }
}

/// Whether an input that begins with these bytes begins as an export: with the line that promises a
/// closing one.
#[must_use]
pub fn opens_export(head: &[u8], framing: Framing) -> bool {
    let mut lines = head.split(|byte| matches!(byte, b'\n' | b'\r'));
    let line = lines.find(|line| !is_blank(line)).unwrap_or_default();
    let line = std::str::from_utf8(skip_blanks(line)).unwrap_or_default().trim_end();
    let mark = match framing {
        Framing::Text => Mark::of_text(line),
        _ => Mark::of_json(line),
    };
    mark == Some(Mark::Opening)
}

/// What follows blanks, line ends and byte-order marks.
#[must_use]
pub fn skip_blanks(mut bytes: &[u8]) -> &[u8] {
    loop {
        let blanks = bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        bytes = &bytes[blanks..];
        match bytes.strip_prefix(b"\xef\xbb\xbf") {
            Some(rest) => bytes = rest,
            None => return bytes,
        }
    }
}

/// Whether a line or a record is empty but for blanks and byte-order marks.
#[must_use]
pub fn is_blank(text: &[u8]) -> bool {
    skip_blanks(text).is_empty()
}

/// The form of a text record.
#[must_use]
pub fn form_of_text(text: &str) -> Form {
    if foreign::super_duper_games::is(text) { Form::SuperDuperGames } else { Form::Text }
}

/// The form of a JSON list that is one record: a bare log, or what is refused.
#[must_use]
pub fn form_of_value(bytes: &[u8]) -> Form {
    let element = skip_blanks(skip_blanks(bytes).get(1..).unwrap_or_default());
    if foreign::is_log_entry(element) { Form::BoardgameIo } else { Form::Json }
}

/// Follows a JSON list and tells where its elements begin and end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Elements {
    outline: Outline,
    inside: bool,
    done: bool,
}

/// What a byte of a list is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// An element begins with it.
    Begins,
    /// An element ends with it.
    Ends,
    /// An element ended before it.
    EndsBefore,
    /// Part of an element, or of the list between two.
    Goes,
    /// It stands after the list.
    After,
}

impl Elements {
    /// Takes the next byte of an input.
    pub fn take(&mut self, byte: u8) -> Step {
        let blank = byte.is_ascii_whitespace() || matches!(byte, 0xef | 0xbb | 0xbf);
        if self.done {
            return if blank { Step::Goes } else { Step::After };
        }
        if self.outline.depth() == 0 {
            self.outline.take(byte);
            return Step::Goes;
        }
        let before = self.outline;
        self.outline.take(byte);
        let level = before.depth() == 1 && !before.in_text();
        if level && matches!(byte, b',' | b']') {
            self.done = byte == b']';
            return if std::mem::take(&mut self.inside) { Step::EndsBefore } else { Step::Goes };
        }
        if !self.inside {
            self.inside = !blank;
            return if blank { Step::Goes } else { Step::Begins };
        }
        let closes = before.depth() == 2 && self.outline.depth() == 1;
        if closes {
            self.inside = false;
            return Step::Ends;
        }
        Step::Goes
    }

    /// Whether an element has begun and not ended.
    #[must_use]
    pub const fn is_inside(&self) -> bool {
        self.inside
    }

    /// Whether the list has ended.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.done
    }
}
