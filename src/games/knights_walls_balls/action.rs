//! An action and its notation, both directions.

use std::fmt;

use crate::rules::grid::{Size, Square};
use crate::rules::text::{Cursor, ParseError};

use super::state::{Stage, Unit};

/// What is placed in setup, walls apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placed {
    /// A king, an archer or a knight.
    Unit(Unit),
    /// A cannon.
    Cannon,
}

impl Placed {
    /// The stage of setup in which it is placed.
    pub(super) const fn stage(self) -> Stage {
        match self {
            Placed::Unit(Unit::King) => Stage::Kings,
            Placed::Unit(Unit::Archer) => Stage::Archers,
            Placed::Unit(Unit::Knight) => Stage::Knights,
            Placed::Cannon => Stage::Cannons,
        }
    }
}

/// What shoots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gun {
    /// An archer's.
    Arrow,
    /// The king's.
    Musket,
    /// A cannon.
    Cannon,
}

/// An action as its notation gives it; its squares are on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// `wall c3-e3`: the end that is first in square order, and the other.
    Wall(Square, Square),
    /// `A@c3`
    Place(Placed, Square),
    /// `Nc4-d5`; `Nd5xe6` if it `takes`.
    Step {
        /// Which unit.
        unit: Unit,
        /// From where.
        from: Square,
        /// To where.
        to: Square,
        /// Whether it is marked as a capture.
        takes: bool,
    },
    /// `Cf2-f3`: a cannon and its crew, from where and to where.
    MoveCannon(Square, Square),
    /// `Ac3*f6`, `Kh2*h5`, `Cf3*f8`: from where, and at which square.
    Shoot(Gun, Square, Square),
    /// `missile`
    Missile,
    /// `end`
    End,
    /// `clock`
    Clock,
}

impl Action {
    /// The action points that it costs (KW-4.1, KW-4.6, KW-5.1, KW-5.2, KW-5.4, KW-6.4).
    pub(super) const fn cost(self) -> u8 {
        match self {
            Action::Step { .. } | Action::MoveCannon(..) => 1,
            Action::Shoot(Gun::Arrow | Gun::Cannon, ..) => 1,
            Action::Shoot(Gun::Musket, ..) | Action::Missile => 2,
            Action::Wall(..) | Action::Place(..) | Action::End | Action::Clock => 0,
        }
    }

    /// The first square that it names, if it names one.
    pub(super) const fn square(self) -> Option<Square> {
        match self {
            Action::Wall(at, _) | Action::Place(_, at) | Action::Step { from: at, .. } => Some(at),
            Action::MoveCannon(at, _) | Action::Shoot(_, at, _) => Some(at),
            Action::Missile | Action::End | Action::Clock => None,
        }
    }
}

/// Reads an action on a board of that size.
///
/// # Errors
/// The text is no action of this game in its one spelling, or names a square off the board.
pub(super) fn parse(size: Size, text: &str) -> Result<Action, ParseError> {
    let mut cursor = Cursor::new(text);
    let action = match cursor.next() {
        Some('K') => unit_action(&mut cursor, size, Unit::King, Some(Gun::Musket))?,
        Some('A') => unit_action(&mut cursor, size, Unit::Archer, Some(Gun::Arrow))?,
        Some('N') => unit_action(&mut cursor, size, Unit::Knight, None)?,
        Some('C') => cannon_action(&mut cursor, size)?,
        Some('w') if cursor.eat("all ") => wall_action(&mut cursor, size)?,
        Some('m') if cursor.eat("issile") => Action::Missile,
        Some('e') if cursor.eat("nd") => Action::End,
        Some('c') if cursor.eat("lock") => Action::Clock,
        _ => {
            let words =
                "expected an action: wall, K, A, N or C with squares, missile, end or clock";
            return Err(ParseError::whole(words));
        }
    };
    cursor.finish()?;
    Ok(action)
}

fn unit_action(
    cursor: &mut Cursor<'_>,
    size: Size,
    unit: Unit,
    gun: Option<Gun>,
) -> Result<Action, ParseError> {
    if cursor.eat("@") {
        return Ok(Action::Place(Placed::Unit(unit), size.read_square(cursor)?));
    }
    let from = size.read_square(cursor)?;
    match (cursor.peek(), gun) {
        (Some('-' | 'x'), _) => {
            let takes = cursor.next() == Some('x');
            Ok(Action::Step { unit, from, to: size.read_square(cursor)?, takes })
        }
        (Some('*'), Some(gun)) => {
            cursor.next();
            Ok(Action::Shoot(gun, from, size.read_square(cursor)?))
        }
        (_, Some(_)) => Err(cursor.error("expected - or x and a square to step to, or * to shoot")),
        (_, None) => Err(cursor.error("expected - or x and a square to step to")),
    }
}

fn cannon_action(cursor: &mut Cursor<'_>, size: Size) -> Result<Action, ParseError> {
    if cursor.eat("@") {
        return Ok(Action::Place(Placed::Cannon, size.read_square(cursor)?));
    }
    let from = size.read_square(cursor)?;
    if cursor.eat("-") {
        Ok(Action::MoveCannon(from, size.read_square(cursor)?))
    } else if cursor.eat("*") {
        Ok(Action::Shoot(Gun::Cannon, from, size.read_square(cursor)?))
    } else {
        Err(cursor.error("expected - and a square to move to, or * and one to shoot at"))
    }
}

fn wall_action(cursor: &mut Cursor<'_>, size: Size) -> Result<Action, ParseError> {
    let column = cursor.column();
    let from = size.read_square(cursor)?;
    cursor.expect("-")?;
    let to = size.read_square(cursor)?;
    if to < from {
        let words = format!("a wall's ends are written in square order: wall {to}-{from}");
        return Err(ParseError::at(column, words));
    }
    Ok(Action::Wall(from, to))
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Wall(from, to) => write!(f, "wall {from}-{to}"),
            Action::Place(Placed::Unit(unit), at) => write!(f, "{}@{at}", unit.letter()),
            Action::Place(Placed::Cannon, at) => write!(f, "C@{at}"),
            Action::Step { unit, from, to, takes } => {
                write!(f, "{}{from}{}{to}", unit.letter(), if takes { 'x' } else { '-' })
            }
            Action::MoveCannon(from, to) => write!(f, "C{from}-{to}"),
            Action::Shoot(gun, from, at) => {
                let letter = match gun {
                    Gun::Arrow => 'A',
                    Gun::Musket => 'K',
                    Gun::Cannon => 'C',
                };
                write!(f, "{letter}{from}*{at}")
            }
            Action::Missile => f.write_str("missile"),
            Action::End => f.write_str("end"),
            Action::Clock => f.write_str("clock"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<(), &str>) {
        let read = parse(Size::new(15, 15), text);
        match (&read, expected) {
            (Ok(action), Ok(())) => assert_eq!(action.to_string(), text),
            (Err(error), Err(words)) => assert_eq!(error.to_string(), words, "{text}"),
            _ => panic!("{text}: {read:?}"),
        }
    }

    #[test]
    fn canonical_texts_are_read_and_printed() {
        for text in ["wall c3-e3", "wall c3-c5", "wall c3-c3", "A@c3", "K@o15", "N@a1", "C@j10"] {
            check(text, Ok(()));
        }
        for text in ["Nc4-d5", "Nd5xe6", "Ka1xa1", "Cf2-f3", "Ac3*f6", "Kh2*h5", "Cf3*f8"] {
            check(text, Ok(()));
        }
        for text in ["missile", "end", "clock"] {
            check(text, Ok(()));
        }
    }

    #[test]
    fn other_texts_are_refused_with_their_place() {
        let other = "expected an action: wall, K, A, N or C with squares, missile, end or clock \
                     (character 1)";
        for text in ["", "wal", "Wall c3-e3", "wall", "Q@a1", "ends?", "é"] {
            if text != "ends?" {
                check(text, Err(other));
            }
        }
        check("ends?", Err("expected nothing more here (character 4)"));
        check("end ", Err("expected nothing more here (character 4)"));
        check("K@p1", Err("p1 is off the board (character 3)"));
        check("K@a16", Err("a16 is off the board (character 3)"));
        check("Kzz99-a1", Err("expected a square such as d4 (character 2)"));
        check("Ka01-a2", Err("expected a square such as d4 (character 2)"));
        check("Na1*a2", Err("expected - or x and a square to step to (character 4)"));
        check(
            "Ca1xa2",
            Err("expected - and a square to move to, or * and one to shoot at \
                             (character 4)"),
        );
        check(
            "Ka1+a2",
            Err("expected - or x and a square to step to, or * to shoot \
                             (character 4)"),
        );
        check(
            "wall e3-c3",
            Err("a wall's ends are written in square order: wall c3-e3 \
                                 (character 6)"),
        );
        check("wall c3 e3", Err("expected \"-\" (character 8)"));
        check("wall  c3-e3", Err("expected a square such as d4 (character 6)"));
    }
}
