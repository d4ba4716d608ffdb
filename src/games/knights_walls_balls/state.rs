//! The state: what stands where, whose turn it is, the muskets and the missile.

mod cell;

pub(super) use cell::{Cell, Unit, WALL, cannon_thing, missile_thing};

use std::fmt;

use crate::rules::game::{Acting, Turn};
use crate::rules::grid::{Size, Square};
use crate::rules::options::{OptionError, Options};
use crate::rules::outcome::Outcome;
use crate::rules::seat::Seat;
use crate::rules::text::{Cursor, ParseError};

/// Action points of a turn (KW-3.1).
pub(super) const TURN_AP: u8 = 5;
/// What a shot sets the musket to: own turns until it may be fired again (KW-5.3).
pub(super) const MUSKET_TURNS: u8 = 2;
/// How far from its king a knight is placed, in squares (KW-2.5).
pub(super) const KNIGHT_REACH: u8 = 5;
/// The ranks that each side keeps at least beside the DMZ (KW-1.2).
const LEAST_SIDE_RANKS: i8 = 4;

/// The options, read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// The board's size (KW-1.1).
    pub(super) size: Size,
    /// The ranks of each side's area: South's from the first, North's from the last (KW-1.2).
    pub(super) side_ranks: i8,
    /// Who has the first turn of play (KW-1.3).
    pub(super) first: Seat,
    /// Seconds of play until the missile (KW-6.1).
    pub(super) clock_s: u64,
}

impl Config {
    /// Reads options whose values are each well formed.
    pub(super) fn read(options: &Options) -> Result<Self, OptionError> {
        let card = super::card();
        let size = read_size(options.value(card, "board"))
            .map_err(|error| OptionError::new("board", error.words))?;
        let dmz = i8::try_from(options.number(card, "dmz")).unwrap_or(0);
        let side_ranks = (size.ranks - dmz) / 2;
        if side_ranks < LEAST_SIDE_RANKS {
            let most = size.ranks - 2 * LEAST_SIDE_RANKS;
            let words = format!(
                "each side keeps at least {LEAST_SIDE_RANKS} ranks, so that {} ranks allow a dmz \
                 of up to {most}, not {dmz}",
                size.ranks
            );
            return Err(OptionError::new("dmz", words));
        }
        let first =
            if options.value(card, "first") == "north" { Seat::Second } else { Seat::First };
        Ok(Config { size, side_ranks, first, clock_s: options.number(card, "clock") })
    }

    /// Whose area a square of the board lies in; the DMZ is nobody's.
    pub(super) const fn area(&self, square: Square) -> Option<Seat> {
        if square.rank < self.side_ranks {
            Some(Seat::First)
        } else if square.rank >= self.size.ranks - self.side_ranks {
            Some(Seat::Second)
        } else {
            None
        }
    }

    /// The squares of a side's area, in square order.
    pub(super) fn area_squares(&self, seat: Seat) -> impl Iterator<Item = Square> + use<> {
        let ranks = self.side_ranks;
        let first = match seat {
            Seat::First => 0,
            Seat::Second => self.size.ranks - ranks,
        };
        squares(self.size.files, first, ranks)
    }

    /// The squares of the DMZ, in square order.
    pub(super) fn dmz_squares(&self) -> impl Iterator<Item = Square> + use<> {
        let ranks = self.size.ranks - 2 * self.side_ranks;
        squares(self.size.files, self.side_ranks, ranks)
    }
}

/// The squares of some ranks, in square order.
fn squares(files: i8, first: i8, ranks: i8) -> impl Iterator<Item = Square> {
    (first..first + ranks).flat_map(move |rank| (0..files).map(move |file| Square::new(file, rank)))
}

/// Reads a board's size: `15x15` (KW-1.1).
///
/// # Errors
/// Not `<columns>x<rows>`, a number that is not from 9 to 26, or an even number of rows.
pub(super) fn read_size(text: &str) -> Result<Size, ParseError> {
    let mut cursor = Cursor::new(text);
    let number = |cursor: &mut Cursor<'_>, what: &str| {
        let column = cursor.column();
        let read = cursor.number(26).ok().and_then(|n| i8::try_from(n).ok()).filter(|n| *n >= 9);
        read.ok_or_else(|| ParseError::at(column, format!("expected 9 to 26 {what}")))
    };
    let files = number(&mut cursor, "columns")?;
    cursor.expect("x")?;
    let column = cursor.column();
    let ranks = number(&mut cursor, "rows")?;
    if ranks % 2 == 0 {
        return Err(ParseError::at(column, "expected an odd number of rows"));
    }
    cursor.finish()?;
    Ok(Size::new(files, ranks))
}

/// What is placed, in the order of the stages of setup (KW-2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    Walls,
    Kings,
    Archers,
    Knights,
    Cannons,
}

impl Stage {
    /// All, in order.
    pub(super) const ALL: [Stage; 5] =
        [Stage::Walls, Stage::Kings, Stage::Archers, Stage::Knights, Stage::Cannons];

    /// Its name in words and in position texts.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Stage::Walls => "walls",
            Stage::Kings => "kings",
            Stage::Archers => "archers",
            Stage::Knights => "knights",
            Stage::Cannons => "cannons",
        }
    }

    /// How many each side places.
    pub(super) const fn count(self) -> u8 {
        match self {
            Stage::Kings => 1,
            Stage::Cannons => 3,
            Stage::Walls | Stage::Archers | Stage::Knights => 5,
        }
    }

    /// The rule that tells what may be placed where in it.
    pub(super) const fn rule(self) -> &'static str {
        match self {
            Stage::Walls => "KW-2.2",
            Stage::Kings => "KW-2.3",
            Stage::Archers => "KW-2.4",
            Stage::Knights => "KW-2.5",
            Stage::Cannons => "KW-2.6",
        }
    }

    /// The stage that comes after it.
    pub(super) const fn next(self) -> Option<Stage> {
        match self {
            Stage::Walls => Some(Stage::Kings),
            Stage::Kings => Some(Stage::Archers),
            Stage::Archers => Some(Stage::Knights),
            Stage::Knights => Some(Stage::Cannons),
            Stage::Cannons => None,
        }
    }
}

/// Setup or play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// A stage of setup, and how many each side has left to place in it.
    Setup { stage: Stage, left: [u8; 2] },
    /// A side's turn, and the action points that it has left.
    Play { seat: Seat, ap: u8 },
}

/// The missile (KW-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Missile {
    /// The clock runs.
    Waiting,
    /// The clock has run out; it appears when a turn starts.
    Due,
    /// On the board, unclaimed.
    Free(Square),
    /// With the unit of a side that stands there; `fresh` if claimed in this turn.
    Carried { by: Seat, at: Square, fresh: bool },
    /// Fired.
    Spent,
}

impl Missile {
    /// Its square, while it is on the board.
    pub(super) const fn square(self) -> Option<Square> {
        match self {
            Missile::Free(at) | Missile::Carried { at, .. } => Some(at),
            Missile::Waiting | Missile::Due | Missile::Spent => None,
        }
    }
}

/// Places of a rank in the table of cells, and ranks of the table: more than any board has.
const STRIDE: usize = 32;
const CELL_COUNT: usize = STRIDE * STRIDE;

/// Everything that the rest of a match depends on.
#[derive(Clone, PartialEq, Eq)]
pub struct State {
    pub(super) config: Config,
    pub(super) phase: Phase,
    pub(super) missile: Missile,
    /// Own turns until each side's musket may be fired again.
    pub(super) muskets: [u8; 2],
    /// Turns of play begun so far.
    pub(super) turn: u32,
    kings: [Option<Square>; 2],
    cells: [Cell; CELL_COUNT],
}

/// The place of a square of the board in the table of cells.
const fn place(square: Square) -> usize {
    (square.rank as usize % STRIDE) * STRIDE + square.file as usize % STRIDE
}

impl State {
    /// The start of a match: an empty board.
    pub(super) const fn start(config: &Config) -> Self {
        let count = Stage::Walls.count();
        State {
            config: *config,
            phase: Phase::Setup { stage: Stage::Walls, left: [count; 2] },
            missile: Missile::Waiting,
            muskets: [0; 2],
            turn: 0,
            kings: [None; 2],
            cells: [Cell::EMPTY; CELL_COUNT],
        }
    }

    /// What stands on a square of the board.
    pub(super) const fn cell(&self, square: Square) -> Cell {
        self.cells[place(square)]
    }

    /// Puts up or takes down a wall's tile.
    pub(super) const fn set_wall(&mut self, square: Square, wall: bool) {
        let place = place(square);
        self.cells[place] = self.cells[place].with_wall(wall);
    }

    /// Puts a cannon on a square, or takes it away.
    pub(super) const fn set_cannon(&mut self, square: Square, seat: Option<Seat>) {
        let place = place(square);
        self.cells[place] = self.cells[place].with_cannon(seat);
    }

    /// Puts a unit on a square.
    pub(super) const fn put_unit(&mut self, square: Square, unit: Unit, seat: Seat) {
        let place = place(square);
        self.cells[place] = self.cells[place].with_unit(Some((unit, seat)));
        if matches!(unit, Unit::King) {
            self.kings[seat.index()] = Some(square);
        }
    }

    /// Takes the unit off a square, if there is one.
    pub(super) const fn take_unit(&mut self, square: Square) -> Option<(Unit, Seat)> {
        let place = place(square);
        let unit = self.cells[place].unit();
        if let Some((Unit::King, seat)) = unit {
            self.kings[seat.index()] = None;
        }
        self.cells[place] = self.cells[place].with_unit(None);
        unit
    }

    /// Where a side's king stands.
    pub(super) const fn king(&self, seat: Seat) -> Option<Square> {
        self.kings[seat.index()]
    }

    /// All squares with what stands on them, in square order.
    pub(super) fn squares(&self) -> impl Iterator<Item = (Square, Cell)> + '_ {
        self.config.size.squares().map(|square| (square, self.cell(square)))
    }

    /// How the match ended, if the rules have ended it (KW-7.1, KW-6.4).
    pub(super) const fn outcome(&self) -> Option<Outcome> {
        if matches!(self.phase, Phase::Setup { .. }) {
            return None;
        }
        let winner = match self.kings {
            [Some(_), Some(_)] => return None,
            [_, None] => Seat::First,
            [None, _] => Seat::Second,
        };
        Some(match self.missile {
            Missile::Spent => Outcome::win(winner, "KW-6.4", "missile fired"),
            _ => Outcome::win(winner, "KW-7.1", "king dead"),
        })
    }

    /// Who may act.
    pub(super) const fn acting(&self) -> Acting {
        match self.phase {
            Phase::Setup { left: [_, 0], .. } => Acting::One(Seat::First),
            Phase::Setup { left: [0, _], .. } => Acting::One(Seat::Second),
            Phase::Setup { .. } => Acting::Both,
            Phase::Play { seat, .. } => Acting::One(seat),
        }
    }

    /// The stretch of the match that the next action belongs to.
    pub(super) fn stretch(&self) -> Turn {
        match self.phase {
            Phase::Setup { stage, .. } => Turn { number: 0, seat: None, name: stage.word().into() },
            Phase::Play { seat, .. } => {
                Turn { number: self.turn, seat: Some(seat), name: "turn".into() }
            }
        }
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        super::position::write(self, &mut text);
        f.debug_struct("State").field("config", &self.config).field("position", &text).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads options: the ranks of a side's area, or what is wrong.
    fn check(board: &str, dmz: &str, expected: Result<i8, &str>) {
        let given = [("board", board), ("dmz", dmz)];
        let read = Options::read(super::super::card(), given).and_then(|o| Config::read(&o));
        let found = read.map(|config| config.side_ranks).map_err(|error| error.to_string());
        assert_eq!(found, expected.map_err(str::to_owned), "{board} {dmz}");
    }

    #[test]
    fn a_board_and_a_dmz_go_together() {
        check("15x15", "3", Ok(6));
        check("9x9", "1", Ok(4));
        check("26x25", "7", Ok(9));
        check("9x15", "7", Ok(4));
        let nine = "option “dmz”: each side keeps at least 4 ranks, so that 9 ranks allow a dmz of \
                    up to 1, not 3";
        check("9x9", "3", Err(nine));
        let thirteen = "option “dmz”: each side keeps at least 4 ranks, so that 13 ranks allow a \
                        dmz of up to 5, not 7";
        check("9x13", "7", Err(thirteen));
        check("9x9", "2", Err("option “dmz”: expected 1 or 3 or 5 or 7, not “2”"));
    }

    #[test]
    fn sizes_are_well_written() {
        let board = |value: &str, words: &str| {
            check(value, "3", Err(&format!("option “board”: {words}, not “{value}”")));
        };
        board("8x15", "expected 9 to 26 columns");
        board("27x15", "expected 9 to 26 columns");
        board("15x27", "expected 9 to 26 rows");
        board("15x10", "expected an odd number of rows");
        board("15", "expected \"x\"");
        board("15x15 ", "expected nothing more here");
        board("015x15", "expected 9 to 26 columns");
    }
}
