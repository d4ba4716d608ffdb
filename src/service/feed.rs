//! Records out of a stream, one after the other, in memory that does not grow with the stream.

use std::io::{self, BufRead};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::games::Registry;
use crate::record::fault::{Fault, FaultKind, Place};
use crate::record::input::{Form, Input, utf8};
use crate::record::limits;
use crate::record::text::Splitter;

/// The most bytes of a record as it comes: JSON may write a byte as several.
const PIECE_BYTES: usize = 2 * limits::RECORD_BYTES;

/// How the records of a stream are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feeding {
    /// As text, one after the other.
    Text,
    /// As JSON, one object a line.
    Lines,
    /// As one JSON object, over as many lines as it likes.
    Object,
}

/// A record cut out of a stream, not yet read.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its number in the stream, from 1.
    pub number: usize,
    /// The line of the stream at which it begins, from 1.
    pub line: usize,
    /// Its text, or why it is none.
    pub text: Result<String, Fault>,
    /// How it is written.
    pub form: Form,
}

impl Piece {
    /// The record, to be read.
    #[must_use]
    pub fn input(&self) -> Option<Input<'_>> {
        let text = self.text.as_deref().ok()?;
        Some(Input { number: self.number, line: self.line, text, form: self.form })
    }
}

/// The last line of an export: what came before it, so that a reader knows whether all of it came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// How many matches.
    pub matches: u64,
    /// How many that could not be read, each told on a line of its own.
    pub unreadable: u64,
    /// BLAKE3 of every byte before this line, in hex.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub blake3: String,
    /// Where the next export goes on, if anything was exported.
    pub after: Option<String>,
}

/// The line that [`End`] is written on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EndLine {
    /// The end.
    pub end: End,
}

/// The records of a stream.
pub struct Feed<'a> {
    source: &'a mut dyn BufRead,
    splitter: Splitter<'a>,
    feeding: Feeding,
    /// The bytes of the record that is being read.
    piece: Vec<u8>,
    /// The line at which it begins.
    begins: usize,
    /// The line that was read last.
    line: usize,
    /// How many records were given out.
    count: usize,
    /// Whether the record is larger than one may be; the rest of it is not kept.
    overflows: bool,
    /// Of every byte since the last end line.
    hasher: blake3::Hasher,
    /// The record lines since the last end line.
    since_end: u64,
    done: bool,
}

impl<'a> Feed<'a> {
    /// The records of a source.
    pub fn new(source: &'a mut dyn BufRead, feeding: Feeding, registry: &'a Registry) -> Self {
        Feed {
            source,
            splitter: Splitter::new(registry),
            feeding,
            piece: Vec::new(),
            begins: 1,
            line: 0,
            count: 0,
            overflows: false,
            hasher: blake3::Hasher::new(),
            since_end: 0,
            done: false,
        }
    }

    /// The next record; `None` at the end.
    ///
    /// # Errors
    /// The source cannot be read on. What was not read to its end is not given out.
    pub fn next_piece(&mut self) -> io::Result<Option<Piece>> {
        let mut line = Vec::new();
        while !self.done {
            line.clear();
            let whole = read_line(self.source, &mut line, PIECE_BYTES)?;
            if line.is_empty() {
                self.done = true;
                return Ok(self.give());
            }
            self.line += 1;
            let given = match self.feeding {
                Feeding::Text => self.text_line(&line, whole),
                Feeding::Lines => self.json_line(&line, whole),
                Feeding::Object => {
                    self.keep(&line, whole);
                    None
                }
            };
            if given.is_some() {
                return Ok(given);
            }
        }
        Ok(None)
    }

    fn text_line(&mut self, line: &[u8], whole: bool) -> Option<Piece> {
        let text = String::from_utf8_lossy(line);
        let begins = self.splitter.begins_record(text.trim_end_matches(['\r', '\n']));
        let given = if begins { self.give() } else { None };
        self.keep(line, whole);
        given
    }

    fn json_line(&mut self, line: &[u8], whole: bool) -> Option<Piece> {
        if let Some(end) = EndLine::read(line) {
            return self.end(&end.end);
        }
        self.hasher.update(line);
        self.keep(line, whole);
        let given = self.give();
        self.since_end += u64::from(given.is_some());
        given
    }

    /// Compares an end line with what came before it.
    fn end(&mut self, end: &End) -> Option<Piece> {
        let hash = std::mem::take(&mut self.hasher).finalize().to_hex();
        let came = std::mem::take(&mut self.since_end);
        let told = end.matches + end.unreadable;
        if came == told && *hash == *end.blake3 {
            return None;
        }
        let words = if came == told {
            "the lines before this end of an export are not those that were exported".to_owned()
        } else {
            format!("this export had {told} lines, and {came} came")
        };
        let fault = Fault::unreadable(Place::at(self.line, 1), "", words);
        self.count += 1;
        let text = Err(fault.of_kind(FaultKind::Differs));
        Some(Piece { number: self.count, line: self.line, text, form: Form::Json })
    }

    /// Adds a line to the record that is being read.
    fn keep(&mut self, line: &[u8], whole: bool) {
        if self.piece.is_empty() && !self.overflows {
            self.begins = self.line;
            if whole && line.iter().all(u8::is_ascii_whitespace) {
                return;
            }
        }
        self.overflows |= !whole || self.piece.len() + line.len() > PIECE_BYTES;
        if self.overflows {
            self.piece = Vec::new();
        } else {
            self.piece.extend_from_slice(line);
        }
    }

    /// Gives out the record that was read.
    fn give(&mut self) -> Option<Piece> {
        if self.piece.is_empty() && !self.overflows {
            return None;
        }
        let bytes = std::mem::take(&mut self.piece);
        let line = self.begins;
        self.count += 1;
        let text = if std::mem::take(&mut self.overflows) {
            let words = format!("a record has at most {} bytes", limits::RECORD_BYTES);
            let fault = Fault::unreadable(Place::at(line, 1), "", words);
            Err(fault.of_kind(FaultKind::TooLarge))
        } else {
            utf8(&bytes).map(str::to_owned).map_err(|mut fault| {
                fault.place.line += line - 1;
                fault
            })
        };
        let form = if self.feeding == Feeding::Text { Form::Text } else { Form::Json };
        Some(Piece { number: self.count, line, text, form })
    }
}

impl EndLine {
    /// Reads a line, if it is the end of an export.
    fn read(line: &[u8]) -> Option<Self> {
        const MOST: usize = 1_024;
        let begins = line.starts_with(b"{\"end\":") && line.len() <= MOST;
        begins.then(|| serde_json::from_slice(line).ok()).flatten()
    }
}

impl std::fmt::Debug for Feed<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Feed").field("line", &self.line).finish_non_exhaustive()
    }
}

/// Reads a line with its end (LF, CRLF or CR), of which at most so many bytes are kept; tells
/// whether all were. An empty line is the end of the source.
fn read_line(source: &mut dyn BufRead, line: &mut Vec<u8>, most: usize) -> io::Result<bool> {
    let mut whole = true;
    loop {
        let bytes = source.fill_buf()?;
        if bytes.is_empty() {
            return Ok(whole);
        }
        let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let length = end.map_or(bytes.len(), |end| end + 1);
        let last = bytes[length - 1];
        whole &= line.len() + length <= most;
        let kept = if whole { length } else { 0 };
        line.extend_from_slice(&bytes[..kept]);
        source.consume(length);
        if !whole && line.is_empty() {
            line.push(b' ');
        }
        match last {
            b'\n' if end.is_some() => return Ok(whole),
            b'\r' if end.is_some() => {
                if source.fill_buf()?.first() == Some(&b'\n') {
                    source.consume(1);
                    line.push(b'\n');
                }
                return Ok(whole);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source that gives few bytes at once.
    struct Slowly<'a>(&'a [u8], usize);

    impl io::Read for Slowly<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(self.0.len()).min(into.len());
            into[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    fn pieces(bytes: &[u8], feeding: Feeding) -> Vec<(usize, usize, Result<String, String>)> {
        let registry = Registry::standard();
        let mut found = Vec::new();
        for at_once in [1, 2, 7, 8_192] {
            let mut source = io::BufReader::with_capacity(at_once, Slowly(bytes, at_once));
            let mut feed = Feed::new(&mut source, feeding, &registry);
            let mut pieces = Vec::new();
            while let Some(piece) = feed.next_piece().expect("reads") {
                let text = piece.text.map_err(|fault| fault.to_string());
                pieces.push((piece.number, piece.line, text));
            }
            if at_once > 1 {
                assert_eq!(pieces, found, "{at_once} bytes at once");
            }
            found = pieces;
        }
        found
    }

    #[test]
    fn records_of_text_begin_at_tags() {
        let text = "\n[Game \"x\"]\r\n\r\n1 B end\r\n[Game \"x\"]\r1 B end {\r[Game \"y\"]\r}\r";
        let found = pieces(text.as_bytes(), Feeding::Text);
        let lines: Vec<_> = found.iter().map(|(number, line, _)| (*number, *line)).collect();
        assert_eq!(lines, [(1, 2), (2, 5)]);
        assert_eq!(found[0].2.as_deref(), Ok("[Game \"x\"]\r\n\r\n1 B end\r\n"));
    }

    #[test]
    fn lines_of_json_are_records() {
        let found = pieces(b"{\"a\":1}\n\n  \n{\"b\":2}\r\n{\"c\":\xff}", Feeding::Lines);
        let lines: Vec<_> = found.iter().map(|(number, line, _)| (*number, *line)).collect();
        assert_eq!(lines, [(1, 1), (2, 4), (3, 5)]);
        let fault = found[2].2.as_ref().expect_err("no UTF-8");
        assert!(fault.starts_with("line 5, column 6: the byte 0xff"), "{fault}");
    }

    #[test]
    fn a_record_past_the_limit_is_not_kept_and_the_next_one_is_read() {
        let mut bytes = vec![b'x'; PIECE_BYTES + 1];
        bytes.extend_from_slice(b"\n{\"b\":2}\n");
        let registry = Registry::standard();
        let mut source = io::BufReader::new(&bytes[..]);
        let mut feed = Feed::new(&mut source, Feeding::Lines, &registry);
        let first = feed.next_piece().expect("reads").expect("a piece");
        assert_eq!(first.text.expect_err("too large").kind, FaultKind::TooLarge);
        let second = feed.next_piece().expect("reads").expect("a piece");
        assert_eq!((second.line, second.text.expect("read")), (2, "{\"b\":2}\n".to_owned()));
        assert!(feed.next_piece().expect("reads").is_none());
    }

    #[test]
    fn an_export_that_was_cut_is_known_by_its_end() {
        let body = "{\"a\":1}\n{\"b\":2}\n";
        let end = |matches, blake3: &str| {
            let end = End { matches, unreadable: 0, blake3: blake3.to_owned(), after: None };
            serde_json::to_string(&EndLine { end }).expect("JSON")
        };
        let hash = blake3::hash(body.as_bytes()).to_hex();
        assert_eq!(
            pieces(format!("{body}{}\n", end(2, &hash)).as_bytes(), Feeding::Lines).len(),
            2
        );
        let cut = pieces(format!("{}{}", &body[8..], end(2, &hash)).as_bytes(), Feeding::Lines);
        let fault = cut[1].2.as_ref().expect_err("cut");
        assert!(fault.contains("this export had 2 lines, and 1 came"), "{fault}");
        let other = pieces(format!("{body}{}\n", end(2, "00")).as_bytes(), Feeding::Lines);
        assert!(other[2].2.as_ref().expect_err("other").contains("not those"), "{other:?}");
    }
}
