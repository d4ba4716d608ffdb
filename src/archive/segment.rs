//! Segments: runs of actions as bytes, as small as they get without being slow.
//!
//! ```text
//! segment = kind (low half: 0 as it is, 1 zstd; high half: the times), columns
//! zstd    = length of the columns, a zstd frame without its magic number
//! columns = count, length of the squares, shapes, inlined, squares, times
//! shapes  = count × (0 for an inlined shape, else its number in the table + 1)
//! inlined = (actor 0 1 2, +3 if the text is as it is; length; text) for each 0
//! squares = each square of each action, from the last one of the same actor: a byte
//!           (files + 8) × 16 + (ranks + 8) if both are within ±7, else 0, file, rank
//! times   = 0: none; 1: milliseconds after the last one, zigzag; 2: the same + 1, or 0 for none;
//!           3 and 4: as 1 and 2 without zigzag, for times that never go back
//! ```
//!
//! Numbers are LEB128. A *shape* is who acts, and the action's text with U+0001 in the place of
//! each
//! square. The store keeps a table of shapes for each game and rules version, and learns short ones
//! as they come. Nothing here knows a game: whatever the text, it comes back byte for byte.

use std::cell::RefCell;

use zstd::bulk::{Compressor, Decompressor};

use self::shape::{SQUARE, Square, split};
use crate::record::limits;
use crate::record::log::{Action, Actions};
use crate::rules::seat::{Actor, Seat};

mod bytes;
mod shape;
#[cfg(test)]
mod tests;

use bytes::{Cursor, put_number, unzigzag, zigzag};
pub(super) use shape::ShapeTable;

/// Columns shorter than this are not compressed.
const LEAST_COMPRESSED: usize = 48;
/// The zstd level.
const LEVEL: i32 = 3;
/// The longest shape that a table learns: commitments and nonces are longer.
const LONGEST_LEARNED: usize = 16;

const PLAIN: u8 = 0;
const ZSTD: u8 = 1;
const MAGIC: [u8; 4] = 0xFD2F_B528_u32.to_le_bytes();

const NO_TIMES: u8 = 0;
const ALL_TIMES: u8 = 1;
const SOME_TIMES: u8 = 2;
const ALL_RISING: u8 = 3;
const SOME_RISING: u8 = 4;

/// A segment that cannot be read, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum SegmentError {
    /// It refers to a shape that the table does not have.
    #[error("shape {0} is not in the table")]
    NoShape(u64),
    /// Its bytes are none that this program writes.
    #[error("a segment's {0}")]
    Bytes(&'static str),
}

/// A segment, and the shapes that its table would do well to learn.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Encoded {
    pub(super) body: Vec<u8>,
    pub(super) unknown: Vec<(Actor, String)>,
}

/// The number of an actor in segments and tables.
pub(super) const fn actor_number(actor: Actor) -> u8 {
    match actor {
        Actor::Seat(Seat::First) => 0,
        Actor::Seat(Seat::Second) => 1,
        Actor::Arbiter => 2,
    }
}

/// The actor of a number.
pub(super) const fn actor_of(number: u8) -> Option<Actor> {
    match number {
        0 => Some(Actor::Seat(Seat::First)),
        1 => Some(Actor::Seat(Seat::Second)),
        2 => Some(Actor::Arbiter),
        _ => None,
    }
}

/// Writes actions as a segment.
pub(super) fn encode<'a>(
    actions: impl ExactSizeIterator<Item = Action<'a>>,
    table: &ShapeTable,
) -> Encoded {
    let mut columns = Columns::new(actions.len());
    for action in actions {
        columns.push(&action, table);
    }
    columns.finish()
}

/// The columns of a segment while it is written.
struct Columns {
    count: usize,
    shapes: Vec<u8>,
    inlined: Vec<u8>,
    squares: Vec<u8>,
    times: Vec<Option<u64>>,
    last: [Square; 3],
    unknown: Vec<(Actor, String)>,
    template: String,
    found: Vec<Square>,
}

impl Columns {
    fn new(count: usize) -> Self {
        Columns {
            count,
            shapes: Vec::with_capacity(count),
            inlined: Vec::new(),
            squares: Vec::with_capacity(2 * count),
            times: Vec::with_capacity(count),
            last: [Square::default(); 3],
            unknown: Vec::new(),
            template: String::new(),
            found: Vec::new(),
        }
    }

    fn push(&mut self, action: &Action<'_>, table: &ShapeTable) {
        self.times.push(action.at);
        let actor = actor_number(action.by);
        if action.text.contains(SQUARE) {
            self.inline(actor + 3, action.text);
            return;
        }
        let mut template = std::mem::take(&mut self.template);
        let mut found = std::mem::take(&mut self.found);
        split(action.text, &mut template, &mut found);
        match table.number(action.by, &template) {
            Some(number) => put_number(u64::from(number) + 1, &mut self.shapes),
            None => {
                self.inline(actor, &template);
                if template.len() <= LONGEST_LEARNED {
                    self.miss(action.by, &template);
                }
            }
        }
        for square in &found {
            square.put(self.last[usize::from(actor)], &mut self.squares);
            self.last[usize::from(actor)] = *square;
        }
        (self.template, self.found) = (template, found);
    }

    fn inline(&mut self, kind: u8, text: &str) {
        self.shapes.push(0);
        self.inlined.push(kind);
        put_number(text.len() as u64, &mut self.inlined);
        self.inlined.extend_from_slice(text.as_bytes());
    }

    fn miss(&mut self, by: Actor, template: &str) {
        if !self.unknown.iter().any(|(actor, text)| *actor == by && text == template) {
            self.unknown.push((by, template.to_owned()));
        }
    }

    fn finish(self) -> Encoded {
        let mut columns = Vec::with_capacity(self.shapes.len() + self.squares.len() + 16);
        put_number(self.count as u64, &mut columns);
        put_number(self.squares.len() as u64, &mut columns);
        columns.extend_from_slice(&self.shapes);
        columns.extend_from_slice(&self.inlined);
        columns.extend_from_slice(&self.squares);
        let times = put_times(&self.times, &mut columns) << 4;
        let mut body = vec![PLAIN | times];
        match compressed(&columns).filter(|short| short.len() < columns.len()) {
            Some(short) => {
                body[0] = ZSTD | times;
                body.extend_from_slice(&short);
            }
            None => body.extend_from_slice(&columns),
        }
        Encoded { body, unknown: self.unknown }
    }
}

fn put_times(times: &[Option<u64>], out: &mut Vec<u8>) -> u8 {
    let present = || times.iter().copied().flatten();
    if present().next().is_none() {
        return NO_TIMES;
    }
    let all = times.iter().all(Option::is_some);
    let rising = present().is_sorted();
    let mut last = 0;
    for at in times {
        let Some(at) = at else {
            out.push(0);
            continue;
        };
        let later = at.wrapping_sub(last);
        let number = if rising { later } else { zigzag(later) };
        put_number(if all { number } else { number.wrapping_add(1) }, out);
        last = *at;
    }
    match (all, rising) {
        (true, true) => ALL_RISING,
        (true, false) => ALL_TIMES,
        (false, true) => SOME_RISING,
        (false, false) => SOME_TIMES,
    }
}

thread_local! {
    static COMPRESSOR: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// The columns as a zstd frame with their length before it, if that can be made.
fn compressed(columns: &[u8]) -> Option<Vec<u8>> {
    if columns.len() < LEAST_COMPRESSED {
        return None;
    }
    let frame = COMPRESSOR.with_borrow_mut(|compressor| {
        if compressor.is_none() {
            *compressor = Compressor::new(LEVEL).ok();
        }
        compressor.as_mut()?.compress(columns).ok()
    })?;
    let frame = frame.strip_prefix(&MAGIC)?;
    let mut short = Vec::with_capacity(frame.len() + 3);
    put_number(columns.len() as u64, &mut short);
    short.extend_from_slice(frame);
    Some(short)
}

fn decompressed(cursor: &mut Cursor<'_>) -> Result<Vec<u8>, SegmentError> {
    const TOO_LONG: SegmentError = SegmentError::Bytes("length is more than a record may have");
    let length = usize::try_from(cursor.number()?).map_err(|_| TOO_LONG)?;
    if length > limits::RECORD_BYTES {
        return Err(TOO_LONG);
    }
    let frame = [&MAGIC, cursor.rest()].concat();
    let columns = DECOMPRESSOR.with_borrow_mut(|decompressor| {
        if decompressor.is_none() {
            *decompressor = Decompressor::new().ok();
        }
        decompressor.as_mut()?.decompress(&frame, length).ok()
    });
    columns
        .filter(|columns| columns.len() == length)
        .ok_or(SegmentError::Bytes("compressed bytes cannot be read"))
}

/// Reads a segment and adds its actions to those of the segments before it, until there are `most`.
pub(super) fn decode(
    body: &[u8],
    table: &ShapeTable,
    actions: &mut Actions,
    most: usize,
) -> Result<(), SegmentError> {
    let mut cursor = Cursor::new(body);
    let kind = cursor.byte()?;
    match kind & 0x0f {
        PLAIN => read_columns(cursor, kind >> 4, table, actions, most),
        ZSTD => {
            let columns = decompressed(&mut cursor)?;
            read_columns(Cursor::new(&columns), kind >> 4, table, actions, most)
        }
        _ => Err(SegmentError::Bytes("kind is one that this program does not know")),
    }
}

/// A shape as a segment refers to it.
enum Referred<'a> {
    Shape(Actor, &'a str),
    Verbatim(Actor, &'a str),
}

fn read_columns(
    mut cursor: Cursor<'_>,
    times: u8,
    table: &ShapeTable,
    actions: &mut Actions,
    most: usize,
) -> Result<(), SegmentError> {
    let count = cursor.length(limits::ACTIONS)?;
    let squares_length = cursor.length(limits::RECORD_BYTES)?;
    let numbers = (0..count).map(|_| cursor.number()).collect::<Result<Vec<_>, _>>()?;
    let mut referred = Vec::with_capacity(count);
    for number in numbers {
        referred.push(match number.checked_sub(1) {
            None => read_inlined(&mut cursor)?,
            Some(number) => {
                let (actor, text) = table.shape(number).ok_or(SegmentError::NoShape(number))?;
                Referred::Shape(actor, text)
            }
        });
    }
    let mut squares = Cursor::new(cursor.take(squares_length)?);
    let mut clock = Times { cursor, mode: times, last: 0 };
    let mut last = [Square::default(); 3];
    let mut text = String::new();
    for shape in referred {
        if actions.len() >= most {
            return Ok(());
        }
        let at = clock.next()?;
        match shape {
            Referred::Verbatim(by, text) => actions.push(&Action { by, text, at }),
            Referred::Shape(by, template) => {
                text.clear();
                for piece in template.split_inclusive(SQUARE) {
                    let Some(piece) = piece.strip_suffix(SQUARE) else {
                        text.push_str(piece);
                        continue;
                    };
                    text.push_str(piece);
                    let last = &mut last[usize::from(actor_number(by))];
                    *last = Square::read(*last, &mut squares)?;
                    last.write(&mut text);
                }
                actions.push(&Action { by, text: &text, at });
            }
        }
    }
    if !squares.rest().is_empty() || !clock.cursor.rest().is_empty() {
        return Err(SegmentError::Bytes("bytes go on after its end"));
    }
    Ok(())
}

fn read_inlined<'a>(cursor: &mut Cursor<'a>) -> Result<Referred<'a>, SegmentError> {
    let kind = cursor.byte()?;
    let length = cursor.length(limits::LINE_BYTES)?;
    let text = std::str::from_utf8(cursor.take(length)?)
        .map_err(|_| SegmentError::Bytes("text is no UTF-8"))?;
    let actor = actor_of(kind % 3).filter(|_| kind < 6);
    let actor = actor.ok_or(SegmentError::Bytes("actor is none"))?;
    Ok(if kind < 3 { Referred::Shape(actor, text) } else { Referred::Verbatim(actor, text) })
}

/// The column of times while it is read.
struct Times<'a> {
    cursor: Cursor<'a>,
    mode: u8,
    last: u64,
}

impl Times<'_> {
    fn next(&mut self) -> Result<Option<u64>, SegmentError> {
        let number = match self.mode {
            NO_TIMES => return Ok(None),
            ALL_TIMES | ALL_RISING => self.cursor.number()?,
            SOME_TIMES | SOME_RISING => match self.cursor.number()? {
                0 => return Ok(None),
                number => number - 1,
            },
            _ => return Err(SegmentError::Bytes("times are of no kind")),
        };
        let rising = matches!(self.mode, ALL_RISING | SOME_RISING);
        let later = if rising { number } else { unzigzag(number) };
        self.last = self.last.wrapping_add(later);
        Ok(Some(self.last))
    }
}
