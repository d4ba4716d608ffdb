//! Cutting an input in memory into records.

use super::frame::{
    Elements, FRAMING_BYTES, Framing, Step, form_of_text, form_of_value, framing, is_blank,
    opens_export, skip_blanks,
};
use super::{Form, Input, Refusal, Section};
use crate::games::Registry;
use crate::record::export::Mark;
use crate::record::foreign;
use crate::record::outline::Outline;
use crate::record::text::{Splitter, lines};

/// The records of an input.
///
/// An export that is cut or was changed gives one input, which is refused.
#[must_use]
pub fn records<'a>(input: &'a str, registry: &Registry) -> Vec<Input<'a>> {
    let head = &input.as_bytes()[..input.len().min(FRAMING_BYTES)];
    let framing = framing(head);
    let opens_export = opens_export(head, framing);
    let (found, section) = (Vec::new(), Section::default());
    let mut cut = Cut { input, found, section, opens_export, is_refused: false };
    match framing {
        Framing::Text => cut.text(registry),
        Framing::Lines => cut.json_lines(),
        Framing::Objects => cut.objects(),
        Framing::List => cut.list(),
        Framing::Value => cut.value(),
    }
    cut.found
}

/// An input in memory on its way into records.
struct Cut<'a> {
    input: &'a str,
    found: Vec<Input<'a>>,
    section: Section,
    opens_export: bool,
    is_refused: bool,
}

impl<'a> Cut<'a> {
    /// Adds a record that begins at a line, unless it is blank.
    fn push(&mut self, line: usize, text: &'a str, form: impl FnOnce(&'a str) -> Form) {
        if !is_blank(text.as_bytes()) {
            let form = form(text);
            self.section.record();
            self.found.push(Input { number: self.found.len() + 1, line, text, form });
        }
    }

    /// Adds what is refused; an input that begins as an export is refused as a whole if that is cut
    /// or was changed.
    fn refuse(&mut self, line: usize, refusal: Refusal) {
        self.is_refused = self.opens_export && refusal.is_of_export();
        if self.is_refused {
            self.found.clear();
        }
        let (number, form) = (self.found.len() + 1, Form::Refused(refusal));
        self.found.push(Input { number, line, text: "", form });
    }

    fn text(&mut self, registry: &Registry) {
        let mut splitter = Splitter::new(registry);
        let (mut start, mut start_line) = (0, 1);
        let mut last_line = 1;
        for (n, (offset, line)) in lines(self.input).enumerate() {
            last_line = n + 1;
            let bare = line.trim_start_matches('\u{feff}');
            if let Some(mark) = Mark::of_text(bare).filter(|_| !splitter.in_comment()) {
                self.push(start_line, &self.input[start..offset], form_of_text);
                splitter = Splitter::new(registry);
                let end = offset + line.len();
                (start, start_line) = (end + line_end(&self.input.as_bytes()[end..]), n + 2);
                if let Err(refusal) = self.section.mark(mark, bare.as_bytes()) {
                    self.refuse(n + 1, refusal);
                }
                if self.is_refused {
                    return;
                }
                continue;
            }
            if splitter.begins_record(line) {
                self.push(start_line, &self.input[start..offset], form_of_text);
                (start, start_line) = (offset, n + 1);
            }
            self.section.line(bare.as_bytes());
        }
        self.push(start_line, &self.input[start..], form_of_text);
        if let Err(refusal) = self.section.end() {
            self.refuse(last_line, refusal);
        }
    }

    fn json_lines(&mut self) {
        let mut last_line = 1;
        for (n, (_, line)) in lines(self.input).enumerate() {
            last_line = n + 1;
            let line = line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            match Mark::of_json(line) {
                None => {
                    self.section.line(line.as_bytes());
                    self.push(n + 1, line, |line| foreign::form_of_object(line.as_bytes()));
                }
                Some(mark) => {
                    if let Err(refusal) = self.section.mark(mark, line.as_bytes()) {
                        self.refuse(n + 1, refusal);
                    }
                    if self.is_refused {
                        return;
                    }
                }
            }
        }
        if let Err(refusal) = self.section.end() {
            self.refuse(last_line, refusal);
        }
    }

    /// Objects over lines: one ends with the line on which its bracket closes.
    fn objects(&mut self) {
        let mut outline = Outline::default();
        let (mut start, mut start_line) = (None, 1);
        for (n, (offset, line)) in lines(self.input).enumerate() {
            if start.is_none() && is_blank(line.as_bytes()) {
                continue;
            }
            if start.is_none() {
                (start, start_line) = (Some(offset), n + 1);
            }
            line.bytes().for_each(|byte| outline.take(byte));
            if outline.depth() == 0 && !outline.in_text() {
                let text = &self.input[start.take().unwrap_or(0)..offset + line.len()];
                self.push(start_line, text, of_object);
            }
        }
        if let Some(start) = start {
            self.push(start_line, &self.input[start..], of_object);
        }
    }

    fn list(&mut self) {
        let bytes = self.input.as_bytes();
        let mut elements = Elements::default();
        let (mut line, mut start, mut start_line) = (1, 0, 1);
        let mut at = 0;
        while at < bytes.len() {
            match elements.take(bytes[at]) {
                Step::Begins => (start, start_line) = (at, line),
                Step::Ends => self.push(start_line, &self.input[start..=at], of_object),
                Step::EndsBefore => self.push(start_line, &self.input[start..at], of_object),
                Step::After => break,
                Step::Goes => {}
            }
            let end = line_end(&bytes[at..]);
            line += usize::from(end > 0);
            at += end.max(1);
        }
        if at < bytes.len() {
            self.refuse(line, Refusal::AfterList);
        } else if !elements.is_done() {
            self.refuse(line, Refusal::CutList);
        }
    }

    fn value(&mut self) {
        let start = self.input.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        let before = &self.input[..self.input.len() - start.len()];
        let line = lines(before).count().max(1);
        self.push(line + usize::from(before.ends_with(['\n', '\r'])), start, of_value);
    }
}

/// The form of a JSON object.
fn of_object(text: &str) -> Form {
    foreign::form_of_object(skip_blanks(text.as_bytes()))
}

/// The form of a JSON list that is one record, or none.
fn of_value(text: &str) -> Form {
    form_of_value(text.as_bytes())
}

/// How many bytes the line end has that comes first; 0 if none does.
fn line_end(bytes: &[u8]) -> usize {
    match bytes {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        _ => 0,
    }
}
