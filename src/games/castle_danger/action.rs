//! Actions and their notation, both ways.

use std::fmt;

use super::state::{Kind, SIZE, State, Told};
use crate::rules::grid::Square;
use crate::rules::text::{Cursor, ParseError};

/// What a side can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// `+W`
    Add(Kind),
    /// `+?`, `+?<hash>`, `+?=C`
    Smuggle(Told),
    /// `Kc1-b1`, `?d1-d2`
    Move { kind: Kind, from: Square, to: Square },
    /// `Bd2+d3`
    Build { from: Square, at: Square },
    /// `Bd2~d3`
    Remove { from: Square, at: Square },
    /// `Cd3*d8`
    Fire { from: Square, target: Square },
    /// `reveal d2 W`, `reveal d2 W <nonce>`
    Reveal { at: Square, kind: Kind, nonce: Option<Box<str>> },
    /// `end`
    End,
}

/// Reads an action.
pub(super) fn parse(_: &State, text: &str) -> Result<Action, ParseError> {
    let mut cursor = Cursor::new(text);
    let action = if cursor.eat("+?") {
        Action::Smuggle(read_told(&mut cursor)?)
    } else if cursor.eat("+") {
        Action::Add(read_added(&mut cursor)?)
    } else if cursor.eat("reveal ") {
        read_reveal(&mut cursor)?
    } else if cursor.eat("end") {
        Action::End
    } else {
        read_piece_action(&mut cursor)?
    };
    cursor.finish()?;
    Ok(action)
}

fn read_added(cursor: &mut Cursor<'_>) -> Result<Kind, ParseError> {
    Ok(match cursor.one_of("WBC")? {
        'W' => Kind::Wizard,
        'B' => Kind::Builder,
        _ => Kind::Cannon,
    })
}

/// What a record says of a smuggled piece, after the `+?`.
fn read_told(cursor: &mut Cursor<'_>) -> Result<Told, ParseError> {
    if cursor.is_done() {
        return Ok(Told::Nothing);
    }
    if cursor.eat("=") {
        return read_added(cursor).map(Told::Kind);
    }
    read_hash(cursor).map(Told::Hash)
}

/// Reads 64 lower-case hex digits.
pub(super) fn read_hash(cursor: &mut Cursor<'_>) -> Result<[u8; 32], ParseError> {
    let column = cursor.column();
    let digits = cursor.eat_while(|c| matches!(c, '0'..='9' | 'a'..='f'));
    blake3::Hash::from_hex(digits)
        .map(|hash| *hash.as_bytes())
        .map_err(|_| ParseError::at(column, "expected a BLAKE3 hash of 64 lower-case hex digits"))
}

fn read_reveal(cursor: &mut Cursor<'_>) -> Result<Action, ParseError> {
    let at = SIZE.read_square(cursor)?;
    cursor.expect(" ")?;
    let kind = read_added(cursor)?;
    let mut nonce = None;
    if cursor.eat(" ") {
        let column = cursor.column();
        let text = cursor.eat_while(|c| c.is_ascii_alphanumeric());
        if !(16..=64).contains(&text.len()) {
            let words = "expected a nonce of 16 to 64 letters and digits";
            return Err(ParseError::at(column, words));
        }
        nonce = Some(text.into());
    }
    Ok(Action::Reveal { at, kind, nonce })
}

fn read_piece_action(cursor: &mut Cursor<'_>) -> Result<Action, ParseError> {
    let start = cursor.clone();
    let kind = match cursor.next() {
        Some('K') => Kind::King,
        Some('W') => Kind::Wizard,
        Some('B') => Kind::Builder,
        Some('C') => Kind::Cannon,
        Some('?') => Kind::Hidden,
        _ => return Err(start.error("expected an action such as +W, Kc1-b1, Cd3*d8 or end")),
    };
    let from = SIZE.read_square(cursor)?;
    let mark = cursor.clone();
    let sign = cursor.next();
    let to = |cursor: &mut Cursor<'_>| SIZE.read_square(cursor);
    match (kind, sign) {
        (_, Some('-')) => Ok(Action::Move { kind, from, to: to(cursor)? }),
        (Kind::Builder, Some('+')) => Ok(Action::Build { from, at: to(cursor)? }),
        (Kind::Builder, Some('~')) => Ok(Action::Remove { from, at: to(cursor)? }),
        (Kind::Cannon, Some('*')) => Ok(Action::Fire { from, target: to(cursor)? }),
        (Kind::Builder, _) => Err(mark.error("expected -, + or ~ and a square")),
        (Kind::Cannon, _) => Err(mark.error("expected - or * and a square")),
        _ => Err(mark.error("expected - and a square")),
    }
}

impl fmt::Display for Told {
    /// As a position text and, after `+?`, an action writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Told::Nothing => f.write_str("?"),
            Told::Kind(kind) => write!(f, "{}", kind.letter()),
            Told::Hash(hash) => f.write_str(&blake3::Hash::from_bytes(*hash).to_hex()),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Add(kind) => write!(f, "+{}", kind.letter()),
            Action::Smuggle(Told::Nothing) => f.write_str("+?"),
            Action::Smuggle(told @ Told::Kind(_)) => write!(f, "+?={told}"),
            Action::Smuggle(told @ Told::Hash(_)) => write!(f, "+?{told}"),
            Action::Move { kind, from, to } => write!(f, "{}{from}-{to}", kind.letter()),
            Action::Build { from, at } => write!(f, "B{from}+{at}"),
            Action::Remove { from, at } => write!(f, "B{from}~{at}"),
            Action::Fire { from, target } => write!(f, "C{from}*{target}"),
            Action::Reveal { at, kind, nonce: None } => write!(f, "reveal {at} {}", kind.letter()),
            Action::Reveal { at, kind, nonce: Some(nonce) } => {
                write!(f, "reveal {at} {} {nonce}", kind.letter())
            }
            Action::End => f.write_str("end"),
        }
    }
}
