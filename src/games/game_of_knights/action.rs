//! Actions and their notation.

use std::fmt;

use crate::rules::grid::Direction;
use crate::rules::text::{Cursor, ParseError};

use super::state::{BOARD, Place};

/// An action type (GK-2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Up to 3 squares (GK-3.2).
    Dash,
    /// Exactly 2 squares, over anything (GK-3.3).
    Leap,
    /// 1 square, and a knight there is moved on (GK-3.4).
    Push,
}

/// A direction of the board, the same for both seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Towards higher ranks.
    North,
    /// Towards higher files.
    East,
    /// Towards lower ranks.
    South,
    /// Towards lower files.
    West,
}

impl Way {
    /// All four, clockwise.
    pub(super) const ALL: [Way; 4] = [Way::North, Way::East, Way::South, Way::West];
}

impl From<Way> for Direction {
    fn from(way: Way) -> Self {
        match way {
            Way::North => Direction::N,
            Way::East => Direction::E,
            Way::South => Direction::S,
            Way::West => Direction::W,
        }
    }
}

/// Half of what a knight needs to know to act: a plan names one half, its completion the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// What it does.
    Kind(Kind),
    /// Where it goes.
    Way(Way),
}

impl Half {
    /// All action types.
    pub(super) const KINDS: [Half; 3] =
        [Half::Kind(Kind::Dash), Half::Kind(Kind::Leap), Half::Kind(Kind::Push)];
    /// All directions.
    pub(super) const WAYS: [Half; 4] =
        [Half::Way(Way::North), Half::Way(Way::East), Half::Way(Way::South), Half::Way(Way::West)];
    /// The letters of all halves.
    pub(super) const LETTERS: &'static str = "DLPNESW";

    /// The half of that letter.
    pub(super) const fn of_letter(letter: u8) -> Option<Half> {
        Some(match letter {
            b'D' => Half::Kind(Kind::Dash),
            b'L' => Half::Kind(Kind::Leap),
            b'P' => Half::Kind(Kind::Push),
            b'N' => Half::Way(Way::North),
            b'E' => Half::Way(Way::East),
            b'S' => Half::Way(Way::South),
            b'W' => Half::Way(Way::West),
            _ => return None,
        })
    }

    /// Its letter.
    pub(super) const fn letter(self) -> char {
        match self {
            Half::Kind(Kind::Dash) => 'D',
            Half::Kind(Kind::Leap) => 'L',
            Half::Kind(Kind::Push) => 'P',
            Half::Way(Way::North) => 'N',
            Half::Way(Way::East) => 'E',
            Half::Way(Way::South) => 'S',
            Half::Way(Way::West) => 'W',
        }
    }

    /// The whole that two halves make, unless both are of the same sort.
    pub(super) const fn with(self, other: Half) -> Option<(Kind, Way)> {
        match (self, other) {
            (Half::Kind(kind), Half::Way(way)) | (Half::Way(way), Half::Kind(kind)) => {
                Some((kind, way))
            }
            (Half::Kind(_), Half::Kind(_)) | (Half::Way(_), Half::Way(_)) => None,
        }
    }
}

/// A plan: a knight and half of what it will do (GK-2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The knight, by its start.
    pub(super) knight: Place,
    /// What is planned.
    pub(super) half: Half,
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.knight, self.half.letter())
    }
}

/// An action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Adds a plan (GK-2.1).
    Plan(Plan),
    /// Names what the next plan left open, and runs it (GK-3.1).
    Complete(Half),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Plan(plan) => plan.fmt(f),
            Action::Complete(half) => write!(f, ">{}", half.letter()),
        }
    }
}

/// Reads an action.
pub(super) fn parse(text: &str) -> Result<Action, ParseError> {
    let action = match *text.as_bytes() {
        [b'>', half] => Half::of_letter(half).map(Action::Complete),
        [file, rank @ b'1'..=b'9', b':', half] => plan(file, rank - b'1', half),
        [file, b'1', b'0', b':', half] => plan(file, 9, half),
        _ => None,
    };
    action.ok_or_else(|| explain(text))
}

fn plan(file: u8, rank: u8, half: u8) -> Option<Action> {
    let knight = Place::new(file.checked_sub(b'a')?, rank)?;
    Some(Action::Plan(Plan { knight, half: Half::of_letter(half)? }))
}

/// What is wrong with a text that is no action.
#[cold]
fn explain(text: &str) -> ParseError {
    let mut cursor = Cursor::new(text);
    if !cursor.eat(">") {
        if !cursor.peek().is_some_and(|c| c.is_ascii_lowercase()) {
            return cursor.error("expected a plan such as c1:D, or a completion such as >N");
        }
        let square = BOARD.read_square(&mut cursor);
        if let Err(error) = square.and_then(|_| cursor.expect(":")) {
            return error;
        }
    }
    match cursor.one_of(Half::LETTERS) {
        Ok(_) => cursor.error("expected nothing more here"),
        Err(error) => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_goes_both_ways() {
        for half in Half::LETTERS.bytes() {
            let half = Half::of_letter(half).expect("a letter");
            let plans = Place::all().map(|knight| Action::Plan(Plan { knight, half }));
            for action in plans.chain([Action::Complete(half)]) {
                assert_eq!(parse(&action.to_string()), Ok(action));
            }
        }
    }

    #[test]
    fn what_is_no_action_is_explained() {
        let check = |text: &str, expected: &str| {
            let error = parse(text).expect_err(text).to_string();
            assert_eq!(error, expected, "{text}");
        };
        let letters = "expected D or L or P or N or E or S or W";
        check("", "expected a plan such as c1:D, or a completion such as >N (character 1)");
        check("C1:D", "expected a plan such as c1:D, or a completion such as >N (character 1)");
        check("k1:D", "k1 is off the board (character 1)");
        check("a11:D", "a11 is off the board (character 1)");
        check("a0:D", "a0 is off the board (character 1)");
        check("aa1:D", "aa1 is off the board (character 1)");
        check("a01:D", "expected a square such as d4 (character 1)");
        check("c1D", "expected \":\" (character 3)");
        check("c1:d", &format!("{letters} (character 4)"));
        check("c10:", &format!("{letters} (character 5)"));
        check("c1:DN", "expected nothing more here (character 5)");
        check("c1:D ", "expected nothing more here (character 5)");
        check(">", &format!("{letters} (character 2)"));
        check(">É", &format!("{letters} (character 2)"));
        check("> N", &format!("{letters} (character 2)"));
        check(">NN", "expected nothing more here (character 3)");
    }
}
