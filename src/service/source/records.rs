//! The records of one stream of bytes, as it goes by.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::{self, BufRead, Cursor, Read};
use std::sync::Arc;

use super::lines::{Came, Lines};
use super::{Limits, Piece, SourceError};
use crate::games::Registry;
use crate::record::export::Mark;
use crate::record::foreign;
use crate::record::input::{
    Elements, FRAMING_BYTES, Form, Framing, Refusal, Section, Step, form_of_text, form_of_value,
    framing, is_blank, opens_export, skip_blanks,
};
use crate::record::outline::Outline;
use crate::record::text::Splitter;

/// The records of a stream, one after the other: text, NDJSON, JSON over lines, a JSON list. Memory
/// is bounded by the size of one record.
///
/// They are those that [`crate::record::input::records`] finds in the same bytes in memory, but
/// that
/// bytes which are no UTF-8 cost only their record, and that a cut export is known only at its end.
#[derive(Debug)]
pub struct Records<'a, R> {
    file: Arc<str>,
    lines: Lines<io::Chain<Cursor<Vec<u8>>, R>>,
    registry: &'a Registry,
    limits: Limits,
    framing: Framing,
    /// Whether the first line promises a closing line.
    opens_export: bool,
    section: Section,
    splitter: Splitter<'a>,
    outline: Outline,
    elements: Elements,
    open: Open,
    line: Vec<u8>,
    number: usize,
    ready: VecDeque<Piece>,
    done: bool,
}

/// A record that has begun.
#[derive(Debug, Default)]
struct Open {
    line: usize,
    bytes: Vec<u8>,
    refusal: Option<Refusal>,
    /// Whether anything but blanks was in it.
    has_any: bool,
}

impl Open {
    fn at(line: usize) -> Self {
        Open { line, ..Open::default() }
    }

    /// Adds a line, which has its number in the stream, with an end.
    fn push_line(&mut self, line: &[u8], is_text: bool, number: usize, most: usize) {
        self.push(line, most);
        if self.refusal.is_none() {
            self.bytes.push(b'\n');
            if !is_text {
                self.refusal = Refusal::no_utf8(line, number);
            }
        }
    }

    fn push(&mut self, bytes: &[u8], most: usize) {
        self.has_any = self.has_any || !is_blank(bytes);
        if self.bytes.len() + bytes.len() > most && self.refusal.is_none() {
            self.refuse_large();
        }
        if self.refusal.is_none() {
            self.bytes.extend_from_slice(bytes);
        }
    }

    fn refuse_large(&mut self) {
        self.has_any = true;
        self.refusal = Some(Refusal::Large { most: crate::record::limits::RECORD_BYTES });
        self.bytes = Vec::new();
    }
}

impl<'a, R: BufRead> Records<'a, R> {
    /// The records of what `reader` gives; `file` is its name in reports.
    ///
    /// # Errors
    /// The stream cannot be read.
    pub fn new(
        file: Arc<str>,
        mut reader: R,
        registry: &'a Registry,
        limits: &Limits,
    ) -> io::Result<Self> {
        let mut head = Vec::new();
        reader.by_ref().take(FRAMING_BYTES as u64).read_to_end(&mut head)?;
        let framing = framing(&head);
        let opens_export = opens_export(&head, framing);
        Ok(Records {
            file,
            lines: Lines::new(Cursor::new(head).chain(reader), limits.record_bytes),
            registry,
            limits: *limits,
            framing,
            opens_export,
            section: Section::default(),
            splitter: Splitter::new(registry),
            outline: Outline::default(),
            elements: Elements::default(),
            open: Open::at(1),
            line: Vec::new(),
            number: 0,
            ready: VecDeque::new(),
            done: false,
        })
    }

    /// Whether the first line promises a closing line.
    #[must_use]
    pub const fn opens_export(&self) -> bool {
        self.opens_export
    }

    fn push(&mut self, line: usize, text: String, form: Form) {
        self.number += 1;
        let (file, number) = (Arc::clone(&self.file), self.number);
        self.ready.push_back(Piece { file, number, line, text, form });
    }

    fn refuse(&mut self, line: usize, refusal: Refusal) {
        if !(refusal.is_of_export() && self.limits.cut) {
            self.push(line, String::new(), Form::Refused(refusal));
        }
    }

    /// Ends the record that has begun, if there is anything in it; the next begins at a line.
    fn end_record(&mut self, next_line: usize, form: impl FnOnce(&str) -> Form) {
        let open = std::mem::replace(&mut self.open, Open::at(next_line));
        if !open.has_any {
            return;
        }
        self.section.record();
        let read = match open.refusal {
            Some(refusal) => Err(refusal),
            None => String::from_utf8(open.bytes).map_err(|error| {
                let bytes = error.as_bytes();
                let none = Refusal::Large { most: bytes.len() };
                Refusal::no_utf8(bytes, open.line).unwrap_or(none)
            }),
        };
        match read {
            Ok(text) => {
                let form = form(&text);
                self.push(open.line, text, form);
            }
            Err(refusal) => self.push(open.line, String::new(), Form::Refused(refusal)),
        }
    }

    /// Reads on until there is a record or the end.
    fn step(&mut self) -> io::Result<()> {
        match self.framing {
            Framing::Text => self.text_line(),
            Framing::Lines => self.json_line(),
            Framing::Objects => self.object_line(),
            Framing::List => self.list_piece(),
            Framing::Value => self.value(),
        }
    }

    fn end(&mut self) {
        if let Err(refusal) = self.section.end() {
            self.refuse(self.lines.number().max(1), refusal);
        }
        self.done = true;
    }

    fn text_line(&mut self) -> io::Result<()> {
        let mut line = std::mem::take(&mut self.line);
        let came = self.lines.read(&mut line)?;
        let number = self.lines.number();
        if came == Came::End {
            self.end_record(number + 1, form_of_text);
            self.end();
            return Ok(());
        }
        let text = as_text(&line);
        let bare = text.trim_start_matches('\u{feff}');
        if let Some(mark) = Mark::of_text(bare).filter(|_| !self.splitter.in_comment()) {
            self.end_record(number + 1, form_of_text);
            self.splitter = Splitter::new(self.registry);
            if let Err(refusal) = self.section.mark(mark, bare.as_bytes()) {
                self.refuse(number, refusal);
            }
        } else {
            if self.splitter.begins_record(&text) {
                self.end_record(number, form_of_text);
            }
            if came == Came::Long {
                self.open.refuse_large();
            }
            let is_text = matches!(text, Cow::Borrowed(_));
            self.open.push_line(&line, is_text, number, self.limits.record_bytes);
            self.section.line(bare.as_bytes());
        }
        drop(text);
        self.line = line;
        Ok(())
    }

    fn json_line(&mut self) -> io::Result<()> {
        let mut line = std::mem::take(&mut self.line);
        let came = self.lines.read(&mut line)?;
        let number = self.lines.number();
        if came == Came::End {
            self.end();
            return Ok(());
        }
        let text = as_text(&line);
        let bare = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        match Mark::of_json(bare).filter(|_| came == Came::Line) {
            Some(mark) => {
                if let Err(refusal) = self.section.mark(mark, bare.as_bytes()) {
                    self.refuse(number, refusal);
                }
            }
            None => {
                self.section.line(bare.as_bytes());
                self.open = Open::at(number);
                self.open.push(bare.as_bytes(), self.limits.record_bytes);
                if came == Came::Long {
                    self.open.refuse_large();
                } else {
                    self.open.refusal = Refusal::no_utf8(&line, number).or(self.open.refusal);
                }
                self.end_record(number + 1, |text| foreign::form_of_object(text.as_bytes()));
            }
        }
        drop(text);
        self.line = line;
        Ok(())
    }

    fn object_line(&mut self) -> io::Result<()> {
        let mut line = std::mem::take(&mut self.line);
        let came = self.lines.read(&mut line)?;
        let number = self.lines.number();
        if came == Came::End {
            self.end_record(number + 1, of_object);
            self.end();
            return Ok(());
        }
        if !self.open.has_any && is_blank(&line) {
            self.open = Open::at(number + 1);
        } else {
            if came == Came::Long {
                self.open.refuse_large();
            }
            self.open.push_line(&line, false, number, self.limits.record_bytes);
            line.iter().for_each(|byte| self.outline.take(*byte));
            if self.outline.depth() == 0 && !self.outline.in_text() {
                self.end_record(number + 1, of_object);
            }
        }
        self.line = line;
        Ok(())
    }

    /// Reads on in a list.
    fn list_piece(&mut self) -> io::Result<()> {
        let most = self.limits.record_bytes;
        let piece = self.lines.reader().fill_buf()?.to_vec();
        if piece.is_empty() {
            if !self.elements.is_done() {
                self.open = Open::default();
                self.refuse(self.lines.number() + 1, Refusal::CutList);
            }
            self.end();
            return Ok(());
        }
        let mut from = 0;
        for (at, byte) in piece.iter().enumerate() {
            let line = self.lines.number() + 1;
            match self.elements.take(*byte) {
                Step::Begins => (self.open, from) = (Open::at(line), at),
                Step::Ends => {
                    self.open.push(&piece[from..=at], most);
                    self.end_record(line, of_object);
                }
                Step::EndsBefore => {
                    self.open.push(&piece[from..at], most);
                    self.end_record(line, of_object);
                }
                Step::After => {
                    self.refuse(line, Refusal::AfterList);
                    self.done = true;
                    return Ok(());
                }
                Step::Goes => {}
            }
            self.lines.count(*byte);
        }
        if self.elements.is_inside() {
            self.open.push(&piece[from..], most);
        }
        self.lines.reader().consume(piece.len());
        Ok(())
    }

    /// Reads everything as one record.
    fn value(&mut self) -> io::Result<()> {
        let most = self.limits.record_bytes;
        let mut bytes = Vec::new();
        self.lines.reader().take(most as u64 + 1).read_to_end(&mut bytes)?;
        let form = form_of_value(&bytes);
        if bytes.len() > most && form == Form::Json {
            // A list that is refused is refused by its first byte.
            bytes.truncate(FRAMING_BYTES);
            while std::str::from_utf8(&bytes).is_err() && !bytes.is_empty() {
                bytes.pop();
            }
        }
        let blank = bytes.len() - skip_blanks(&bytes).len();
        let before = String::from_utf8_lossy(&bytes[..blank]).into_owned();
        let line = crate::record::text::lines(&before).count().max(1)
            + usize::from(before.ends_with(['\n', '\r']));
        self.open = Open::at(line);
        self.open.push(&bytes[blank..], most);
        self.end_record(line, |_| form);
        self.end();
        Ok(())
    }
}

/// A line as text, whatever it is, to see where records begin.
fn as_text(line: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(line) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => String::from_utf8_lossy(line),
    }
}

fn of_object(text: &str) -> Form {
    foreign::form_of_object(text.trim_start_matches('\u{feff}').trim_start().as_bytes())
}

impl<R: BufRead> Iterator for Records<'_, R> {
    type Item = Result<Piece, SourceError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(piece) = self.ready.pop_front() {
                return Some(Ok(piece));
            }
            if self.done {
                return None;
            }
            if let Err(error) = self.step() {
                // What was cut by it is not read: its beginning might be a legal match.
                self.done = true;
                self.open = Open::default();
                let refusal = error.get_ref().and_then(|inner| inner.downcast_ref::<Refusal>());
                match refusal {
                    Some(refusal) => self.refuse(self.lines.number() + 1, *refusal),
                    None => return Some(Err(SourceError::new(&self.file, error))),
                }
            }
        }
    }
}
