//! Shapes: actions without their squares; and squares.

use std::collections::HashMap;

use super::bytes::{Cursor, put_number};
use super::{SegmentError, actor_number};
use crate::rules::seat::Actor;

/// What stands in a shape for a square.
pub(super) const SQUARE: char = '\u{1}';

/// The shapes that a store has learned of a game in a rules version, by number.
#[derive(Clone, Debug, Default)]
pub(in crate::archive) struct ShapeTable {
    shapes: Vec<(Actor, Box<str>)>,
    numbers: [HashMap<Box<str>, u32>; 3],
}

impl ShapeTable {
    /// How many a table can have.
    pub(in crate::archive) const MOST: usize = 4_096;

    pub(in crate::archive) fn len(&self) -> usize {
        self.shapes.len()
    }

    /// Adds the shape with the next number.
    pub(in crate::archive) fn push(&mut self, by: Actor, text: &str) {
        let number = u32::try_from(self.shapes.len()).unwrap_or(u32::MAX);
        self.numbers[usize::from(actor_number(by))].insert(text.into(), number);
        self.shapes.push((by, text.into()));
    }

    pub(super) fn number(&self, by: Actor, text: &str) -> Option<u32> {
        self.numbers[usize::from(actor_number(by))].get(text).copied()
    }

    pub(super) fn shape(&self, number: u64) -> Option<(Actor, &str)> {
        let (actor, text) = self.shapes.get(usize::try_from(number).ok()?)?;
        Some((*actor, text))
    }
}

/// A square as text names it: a file of one or two letters, a rank of one or two digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Square {
    file: u16,
    rank: u8,
}

impl Square {
    /// Files of one letter, then of two.
    const FILES: u16 = 26 + 26 * 26;
    const RANKS: u8 = 100;

    /// The square of such a name: digits without a zero before them.
    fn from_name(letters: &[u8], digits: &[u8]) -> Option<Self> {
        let letter = |byte: u8| u16::from(byte - b'a');
        let file = match letters {
            [one] => letter(*one),
            [one, two] => 26 + letter(*one) * 26 + letter(*two),
            _ => return None,
        };
        let rank = match digits {
            [one] => one - b'0',
            [one @ b'1'..=b'9', two] => (one - b'0') * 10 + (two - b'0'),
            _ => return None,
        };
        Some(Square { file, rank })
    }

    pub(super) fn write(self, out: &mut String) {
        let letter = |number: u16| char::from(b'a' + (number % 26) as u8);
        if let Some(two) = self.file.checked_sub(26) {
            out.push(letter(two / 26));
            out.push(letter(two));
        } else {
            out.push(letter(self.file));
        }
        let digit = |number: u8| char::from(b'0' + number % 10);
        if self.rank >= 10 {
            out.push(digit(self.rank / 10));
        }
        out.push(digit(self.rank));
    }

    pub(super) fn put(self, last: Square, out: &mut Vec<u8>) {
        let files = i32::from(self.file) - i32::from(last.file);
        let ranks = i32::from(self.rank) - i32::from(last.rank);
        match (u8::try_from(files + 8), u8::try_from(ranks + 8)) {
            (Ok(files @ 1..=15), Ok(ranks @ 1..=15)) => out.push(files << 4 | ranks),
            _ => {
                out.push(0);
                put_number(u64::from(self.file), out);
                out.push(self.rank);
            }
        }
    }

    pub(super) fn read(last: Square, cursor: &mut Cursor<'_>) -> Result<Self, SegmentError> {
        let byte = cursor.byte()?;
        let square = if byte == 0 {
            let file = cursor.length(usize::from(Square::FILES))?;
            Some(Square { file: file as u16, rank: cursor.byte()? })
        } else {
            let file = (last.file + u16::from(byte >> 4)).checked_sub(8);
            let rank = (last.rank + (byte & 15)).checked_sub(8);
            file.zip(rank).map(|(file, rank)| Square { file, rank })
        };
        square
            .filter(|square| square.file < Square::FILES && square.rank < Square::RANKS)
            .ok_or(SegmentError::Bytes("square is off every board"))
    }
}

/// Splits a text into its shape and its squares.
pub(super) fn split(text: &str, shape: &mut String, squares: &mut Vec<Square>) {
    shape.clear();
    squares.clear();
    let bytes = text.as_bytes();
    let run = |from: usize, class: fn(&u8) -> bool| {
        from + bytes[from..].iter().take_while(|byte| class(byte)).count()
    };
    let mut copied = 0;
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_lowercase() {
            at += 1;
            continue;
        }
        let letters = run(at, u8::is_ascii_lowercase);
        let digits = run(letters, u8::is_ascii_digit);
        let after_digit = at > 0 && bytes[at - 1].is_ascii_digit();
        if after_digit && bytes[at] == b'x' && letters > at + 1 {
            // The x of a capture stands between two squares: `Nd5xe6`.
            at += 1;
            continue;
        }
        let ends =
            !bytes.get(digits).is_some_and(|byte| byte.is_ascii_lowercase() && *byte != b'x');
        let name = Square::from_name(&bytes[at..letters], &bytes[letters..digits]);
        if let Some(square) = name.filter(|_| ends && !after_digit) {
            shape.push_str(&text[copied..at]);
            shape.push(SQUARE);
            squares.push(square);
            copied = digits;
        }
        at = digits;
    }
    shape.push_str(&text[copied..]);
}
