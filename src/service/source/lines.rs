//! Lines of bytes that come in pieces of any size.

use std::io::{self, BufRead};

/// Reads lines that end with LF, CRLF or CR, also where those stand astride two pieces.
#[derive(Debug)]
pub(super) struct Lines<R> {
    reader: R,
    /// The number of the last line that was read, from 1.
    number: usize,
    /// Whether the last line ended with a CR, whose LF may still come.
    after_cr: bool,
    most: usize,
}

/// What came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Came {
    /// A line.
    Line,
    /// A line that is too long: only its beginning is kept.
    Long,
    /// The end.
    End,
}

impl<R: BufRead> Lines<R> {
    /// Lines of which at most so many bytes are kept.
    pub(super) const fn new(reader: R, most: usize) -> Self {
        Lines { reader, number: 0, after_cr: false, most }
    }

    /// The number of the last line that was read.
    pub(super) const fn number(&self) -> usize {
        self.number
    }

    /// Counts a byte that is taken from the reader past this.
    pub(super) const fn count(&mut self, byte: u8) {
        let after_cr = std::mem::replace(&mut self.after_cr, byte == b'\r');
        if byte == b'\r' || (byte == b'\n' && !after_cr) {
            self.number += 1;
        }
    }

    /// What has not been read yet.
    pub(super) const fn reader(&mut self) -> &mut R {
        &mut self.reader
    }

    /// Reads the next line into `line`, without its end.
    pub(super) fn read(&mut self, line: &mut Vec<u8>) -> io::Result<Came> {
        line.clear();
        let (mut began, mut long) = (false, false);
        loop {
            let piece = self.reader.fill_buf()?;
            if piece.is_empty() {
                self.number += usize::from(began);
                return Ok(match (began, long) {
                    (false, _) => Came::End,
                    (true, false) => Came::Line,
                    (true, true) => Came::Long,
                });
            }
            if std::mem::take(&mut self.after_cr) && piece[0] == b'\n' {
                self.reader.consume(1);
                continue;
            }
            began = true;
            let end = piece.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let part = &piece[..end.unwrap_or(piece.len())];
            let kept = part.len().min(self.most - line.len());
            long |= kept < part.len();
            line.extend_from_slice(&part[..kept]);
            let Some(end) = end else {
                let length = piece.len();
                self.reader.consume(length);
                continue;
            };
            self.after_cr = piece[end] == b'\r';
            self.reader.consume(end + 1);
            self.number += 1;
            return Ok(if long { Came::Long } else { Came::Line });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    /// The lines of a text that comes in pieces of a size.
    fn lines(text: &str, size: usize, most: usize) -> Vec<(usize, String, Came)> {
        let mut lines = Lines::new(BufReader::with_capacity(size, text.as_bytes()), most);
        let mut found = Vec::new();
        let mut line = Vec::new();
        loop {
            match lines.read(&mut line).expect("readable") {
                Came::End => return found,
                came => {
                    let text = String::from_utf8(line.clone()).expect("text");
                    found.push((lines.number(), text, came));
                }
            }
        }
    }

    #[test]
    fn enc_o3_line_ends_of_every_kind_in_pieces_of_every_size() {
        let text = "one\ntwo\r\nthree\r\rfive\r\n\nseven\n\r\nnine";
        let expected: Vec<&str> = vec!["one", "two", "three", "", "five", "", "seven", "", "nine"];
        for size in 1..20 {
            let found = lines(text, size, 100);
            let texts: Vec<&str> = found.iter().map(|(_, text, _)| text.as_str()).collect();
            assert_eq!(texts, expected, "pieces of {size}");
            assert!(found.iter().enumerate().all(|(n, (number, ..))| n + 1 == *number));
        }
        assert_eq!(lines("a\n", 1, 9).len(), 1);
        assert_eq!(lines("", 1, 9), []);
    }

    #[test]
    fn long_lines_keep_their_beginning() {
        for size in 1..8 {
            let found = lines("abcdefgh\nij\nabcd", size, 4);
            let expected = [
                (1, "abcd".to_owned(), Came::Long),
                (2, "ij".to_owned(), Came::Line),
                (3, "abcd".to_owned(), Came::Line),
            ];
            assert_eq!(found, expected);
        }
    }
}
