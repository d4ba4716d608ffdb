//! The actions and their notation, both ways.

use std::fmt;

use super::pieces::Piece;
use super::rows::SIZE;
use crate::rules::grid::Square;
use crate::rules::seat::{Seat, SeatCard};
use crate::rules::text::{Cursor, ParseError};

/// How the game names its seats.
pub(super) const SEATS: [SeatCard; 2] = [
    SeatCard { id: "west", letter: 'W', name: "West" },
    SeatCard { id: "east", letter: 'E', name: "East" },
];

/// An action of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Names the castle of that south-west tile as Home.
    Nominate(Square),
    /// Fires the next gun at a tile.
    Fire(Square),
    /// Deals a piece to a side.
    Deal(Seat, Piece),
    /// Places the piece in hand, turned some quarter turns clockwise (the fewest that give the same
    /// cells), its south-west corner on that tile.
    Place(Piece, u8, Square),
    /// Places a gun on the 2×2 tiles of that south-west tile.
    Gun(Square),
    /// Carries the clock on.
    Time,
}

impl Action {
    /// Reads an action.
    ///
    /// # Errors
    /// The text is no action of this game, or names a square off the board.
    pub(super) fn parse(text: &str) -> Result<Action, ParseError> {
        let mut cursor = Cursor::new(text);
        let action = if text.starts_with(|c: char| c.is_ascii_uppercase()) {
            read_placing(&mut cursor)?
        } else if cursor.eat("fire ") {
            Action::Fire(SIZE.read_square(&mut cursor)?)
        } else if cursor.eat("deal ") {
            let seat = read_seat(&mut cursor)?;
            cursor.expect(" ")?;
            Action::Deal(seat, read_piece(&mut cursor)?)
        } else if cursor.eat("gun@") {
            Action::Gun(SIZE.read_square(&mut cursor)?)
        } else if cursor.eat("nominate ") {
            Action::Nominate(SIZE.read_square(&mut cursor)?)
        } else if cursor.eat("time") {
            Action::Time
        } else {
            return Err(no_action());
        };
        cursor.finish()?;
        Ok(action)
    }
}

fn no_action() -> ParseError {
    ParseError::whole("expected nominate, fire, gun@, deal, time, or a piece such as T2@k12")
}

fn read_placing(cursor: &mut Cursor<'_>) -> Result<Action, ParseError> {
    let piece = cursor.peek().and_then(Piece::lettered).ok_or_else(no_action)?;
    cursor.next();
    let column = cursor.column();
    let rotation = cursor.one_of("0123")? as u8 - b'0';
    if piece.shape(rotation).repeated {
        let letter = piece.letter();
        let words = format!("{letter}{rotation} has the same cells as a smaller rotation of it");
        return Err(ParseError::at(column, words));
    }
    cursor.expect("@")?;
    Ok(Action::Place(piece, rotation, SIZE.read_square(cursor)?))
}

fn read_seat(cursor: &mut Cursor<'_>) -> Result<Seat, ParseError> {
    let letter = cursor.one_of("WE")?;
    Ok(if letter == SEATS[0].letter { Seat::First } else { Seat::Second })
}

fn read_piece(cursor: &mut Cursor<'_>) -> Result<Piece, ParseError> {
    let piece = cursor.peek().and_then(Piece::lettered);
    let piece = piece.ok_or_else(|| cursor.error("expected a piece, one of ABCVTLJSZUPQX"))?;
    cursor.next();
    Ok(piece)
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Nominate(castle) => write!(f, "nominate {castle}"),
            Action::Fire(target) => write!(f, "fire {target}"),
            Action::Deal(seat, piece) => {
                write!(f, "deal {} {}", SEATS[seat.index()].letter, piece.letter())
            }
            Action::Place(piece, turns, at) => {
                write!(f, "{}{turns}@{at}", piece.letter())
            }
            Action::Gun(at) => write!(f, "gun@{at}"),
            Action::Time => f.write_str("time"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_printed_alike() {
        for text in ["nominate q9", "fire ab12", "deal W T", "deal E X", "T2@k12", "gun@h7", "time"]
        {
            assert_eq!(Action::parse(text).expect(text).to_string(), text);
        }
    }

    #[test]
    fn other_spellings_are_refused_where_they_go_wrong() {
        for (text, column) in [
            ("", 0),
            ("fire", 0),
            ("fire  a1", 5),
            ("fire a29", 5),
            ("fire a0", 5),
            ("fire as1", 5),
            ("fire a01", 5),
            ("fire A1", 5),
            ("fire a1 ", 7),
            ("deal N T", 5),
            ("deal W t", 7),
            ("deal W", 6),
            ("T4@k12", 1),
            ("T2k12", 2),
            ("S2@k12", 1),
            ("X1@k12", 1),
            ("M0@k12", 0),
            ("T2@k12x", 6),
            ("gun@", 4),
            ("gun h7", 0),
            ("times", 4),
            ("Time", 1),
            ("漢", 0),
        ] {
            let error = Action::parse(text).expect_err(text);
            assert_eq!(error.column, column, "{text}: {error}");
        }
    }
}
