//! The state of a match: who stands where, whose stones lie where, and what this turn has done.

mod piece;

pub(super) use piece::{Kind, Piece, Rams, Wall};

use crate::rules::grid::{Direction, Size, Square};
use crate::rules::outcome::Outcome;
use crate::rules::seat::Seat;

/// The board, SF-1.1.
pub(super) const BOARD: Size = Size::new(8, 8);
/// The stones of a side, SF-1.3.
pub(super) const STONE_COUNT: u8 = 16;
/// The most stones in one wall, SF-1.4.
pub(super) const HEIGHT_MOST: u8 = 4;
/// The most Infantry of a side, board and mine together, SF-1.2.
pub(super) const INFANTRY_MOST: u8 = 8;
/// How many pieces a side places: a Lord and its Infantry, SF-2.1.
pub(super) const PLACED_COUNT: u8 = 1 + INFANTRY_MOST;
/// How many pieces act in a turn, SF-3.1.
pub(super) const ACTIONS_A_TURN: u8 = 2;

/// What the options choose.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// Which machines the Ram replaces.
    pub(super) rams: Rams,
    /// The stones in each store at the start.
    pub(super) store: u8,
}

/// Where a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Pieces are being placed, SF-2.1.
    Setup,
    /// A side's turn.
    Turn {
        /// Whose.
        seat: Seat,
        /// The actions that it has left.
        left: u8,
    },
}

/// Everything that the rest of a match depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    pieces: [Option<Piece>; 64],
    walls: [Option<Wall>; 64],
    /// Whose Infantry is at work: a bit for each file, for each side.
    mines: [u8; 2],
    stores: [u8; 2],
    /// Where the match stands.
    pub(super) stage: Stage,
    /// Pieces on the board that cannot act any more this turn.
    spent: u64,
    /// Mine places, of the side in turn, of Infantry that cannot act any more this turn.
    spent_mine: u8,
    /// Armoured pieces that bear damage of this turn.
    damaged: u64,
    /// The turns that ended.
    pub(super) moves: u32,
    /// Which machines the Ram replaces.
    pub(super) rams: Rams,
    // What follows from the above, kept beside it.
    wall_squares: [u64; 2],
    in_walls: [u8; 2],
    counts: [[u8; 7]; 2],
}

/// A square's place in square order. Any square at all gives a place on the board.
pub(super) const fn index(square: Square) -> usize {
    (square.rank as usize).wrapping_mul(8).wrapping_add(square.file as usize) & 63
}

const fn bit(square: Square) -> u64 {
    1 << index(square)
}

/// The squares of the board in a set, in square order.
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let index = set.trailing_zeros();
        set &= set.checked_sub(1)?;
        Some(BOARD.square(index as usize))
    })
}

/// The eight squares around each square.
static AROUND: [u64; 64] = around();

const fn around() -> [u64; 64] {
    let mut sets = [0; 64];
    let mut n = 0;
    while n < 64 {
        let mut d = 0;
        while d < 8 {
            let square = Square::new((n % 8) as i8, (n / 8) as i8).step(Direction::ALL[d], 1);
            if BOARD.contains(square) {
                sets[n] |= bit(square);
            }
            d += 1;
        }
        n += 1;
    }
    sets
}

/// A side's first line, SF-1.1.
pub(super) const fn first_line(seat: Seat) -> i8 {
    match seat {
        Seat::First => 0,
        Seat::Second => 7,
    }
}

/// The rank of a side's mine places: beside its first line, SF-6.4.
pub(super) const fn mine_rank(seat: Seat) -> i8 {
    match seat {
        Seat::First => -1,
        Seat::Second => 8,
    }
}

/// Whose first two lines the square is on, SF-2.1.
pub(super) const fn setup_side(square: Square) -> Option<Seat> {
    match square.rank {
        0 | 1 => Some(Seat::First),
        6 | 7 => Some(Seat::Second),
        _ => None,
    }
}

impl State {
    /// The game's own start: an empty board, SF-1.3.
    pub(super) const fn start(config: &Config) -> Self {
        State {
            pieces: [None; 64],
            walls: [None; 64],
            mines: [0; 2],
            stores: [config.store; 2],
            stage: Stage::Setup,
            spent: 0,
            spent_mine: 0,
            damaged: 0,
            moves: 0,
            rams: config.rams,
            wall_squares: [0; 2],
            in_walls: [0; 2],
            counts: [[0; 7]; 2],
        }
    }

    /// The piece on a square.
    pub(super) const fn piece(&self, square: Square) -> Option<Piece> {
        self.pieces[index(square)]
    }

    /// The wall on a square.
    pub(super) const fn wall(&self, square: Square) -> Option<Wall> {
        self.walls[index(square)]
    }

    /// Puts a piece on a square that has none.
    pub(super) fn put(&mut self, square: Square, piece: Piece) {
        self.pieces[index(square)] = Some(piece);
        self.counts[piece.seat.index()][piece.kind as usize] += 1;
    }

    /// Takes the piece from a square, with its damage and whatever else is noted of it.
    pub(super) fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.pieces[index(square)].take()?;
        self.counts[piece.seat.index()][piece.kind as usize] -= 1;
        self.spent &= !bit(square);
        self.damaged &= !bit(square);
        Some(piece)
    }

    /// Sets the wall of a square to so many stones of `seat`; none takes it away.
    pub(super) fn set_wall(&mut self, square: Square, seat: Seat, height: u8) {
        let slot = &mut self.walls[index(square)];
        if let Some(old) = slot.take() {
            self.in_walls[old.seat.index()] -= old.height;
            self.wall_squares[old.seat.index()] &= !bit(square);
        }
        if height > 0 {
            *slot = Some(Wall { seat, height });
            self.in_walls[seat.index()] += height;
            self.wall_squares[seat.index()] |= bit(square);
        }
    }

    /// A wall of `seat` on one of the eight squares around.
    pub(super) fn wall_beside(&self, square: Square, seat: Seat) -> Option<Square> {
        squares(self.wall_squares[seat.index()] & AROUND[index(square)]).next()
    }

    /// The stones in a side's store.
    pub(super) const fn store(&self, seat: Seat) -> u8 {
        self.stores[seat.index()]
    }

    /// Sets the stones in a side's store.
    pub(super) const fn set_store(&mut self, seat: Seat, stones: u8) {
        self.stores[seat.index()] = stones;
    }

    /// A side's stones that lie in walls.
    pub(super) const fn in_walls(&self, seat: Seat) -> u8 {
        self.in_walls[seat.index()]
    }

    /// A side's stones that are neither in its store nor in walls, SF-1.3.
    pub(super) const fn reserve(&self, seat: Seat) -> u8 {
        STONE_COUNT.saturating_sub(self.store(seat)).saturating_sub(self.in_walls(seat))
    }

    /// How many pieces of a kind a side has, the mine included.
    pub(super) const fn count(&self, seat: Seat, kind: Kind) -> u8 {
        self.counts[seat.index()][kind as usize]
    }

    /// How many more pieces of a kind a side may have, SF-1.2.
    pub(super) const fn room_for(&self, seat: Seat, kind: Kind) -> u8 {
        self.rams.limit(kind).saturating_sub(self.count(seat, kind))
    }

    /// Whether Infantry of `seat` is at that file's place of its mine.
    pub(super) const fn mine_place(&self, seat: Seat, file: i8) -> bool {
        self.mines[seat.index()] >> (file & 7) & 1 == 1
    }

    /// How many Infantry a side has in its mine.
    pub(super) const fn miner_count(&self, seat: Seat) -> u8 {
        self.mines[seat.index()].count_ones() as u8
    }

    /// Puts Infantry at a file's place of the mine.
    pub(super) const fn enter_mine(&mut self, seat: Seat, file: i8) {
        self.mines[seat.index()] |= 1 << (file & 7);
        self.counts[seat.index()][Kind::Infantry as usize] += 1;
    }

    /// Takes the Infantry from a file's place of the mine.
    pub(super) const fn leave_mine(&mut self, seat: Seat, file: i8) {
        self.mines[seat.index()] &= !(1 << (file & 7));
        self.counts[seat.index()][Kind::Infantry as usize] -= 1;
    }

    /// Whether the piece on a square, or at a place of the mine, cannot act any more this turn.
    pub(super) const fn is_spent(&self, square: Square) -> bool {
        if BOARD.contains(square) {
            self.spent & bit(square) != 0
        } else {
            self.spent_mine >> (square.file & 7) & 1 == 1
        }
    }

    /// Notes that the piece on a square, or at a place of the mine, cannot act any more this turn.
    pub(super) const fn spend(&mut self, square: Square) {
        if BOARD.contains(square) {
            self.spent |= bit(square);
        } else {
            self.spent_mine |= 1 << (square.file & 7);
        }
    }

    /// The squares and mine places of pieces that cannot act any more, in square order.
    pub(super) fn spent(&self) -> impl Iterator<Item = Square> {
        let seat = self.seat().unwrap_or(Seat::First);
        let mine = squares(u64::from(self.spent_mine))
            .map(move |square| Square::new(square.file, mine_rank(seat)));
        let (south, north) = match seat {
            Seat::First => (Some(mine), None),
            Seat::Second => (None, Some(mine)),
        };
        south.into_iter().flatten().chain(squares(self.spent)).chain(north.into_iter().flatten())
    }

    /// Whether the piece on a square bears damage.
    pub(super) const fn is_damaged(&self, square: Square) -> bool {
        self.damaged & bit(square) != 0
    }

    /// Notes damage on the piece on a square.
    pub(super) const fn damage(&mut self, square: Square) {
        self.damaged |= bit(square);
    }

    /// The squares of pieces that bear damage.
    pub(super) fn damaged(&self) -> impl Iterator<Item = Square> + use<> {
        squares(self.damaged)
    }

    /// Begins the turn of `seat`: what was noted for the last one is forgotten, SF-3.4.
    pub(super) const fn begin_turn(&mut self, seat: Seat) {
        self.stage = Stage::Turn { seat, left: ACTIONS_A_TURN };
        self.spent = 0;
        self.spent_mine = 0;
        self.damaged = 0;
    }

    /// Whose turn it is; nobody's in setup.
    pub(super) const fn seat(&self) -> Option<Seat> {
        match self.stage {
            Stage::Setup => None,
            Stage::Turn { seat, .. } => Some(seat),
        }
    }

    /// How many pieces a side has placed in setup.
    pub(super) const fn placed_count(&self, seat: Seat) -> u8 {
        self.count(seat, Kind::Lord) + self.count(seat, Kind::Infantry)
    }

    /// How the match ended, if it has: a side without its Lord has lost, SF-9.1.
    pub(super) const fn outcome(&self) -> Option<Outcome> {
        if matches!(self.stage, Stage::Setup) {
            return None;
        }
        let [white, black] = [self.counts[0][0], self.counts[1][0]];
        match (white, black) {
            (0, _) => Some(Outcome::win(Seat::Second, "SF-9.1", "Lord lost")),
            (_, 0) => Some(Outcome::win(Seat::First, "SF-9.1", "Lord lost")),
            _ => None,
        }
    }

    /// Of the pieces that cannot act any more after one action, the one that took it; the others
    /// came onto the board, SF-3.3.
    pub(super) fn actor(&self) -> Option<Square> {
        let kind = |square: &Square| {
            if BOARD.contains(*square) { self.piece(*square).map(|p| p.kind) } else { None }
        };
        let is = |wanted: Kind| move |square: &Square| kind(square) == Some(wanted);
        let mut all = self.spent();
        let first = all.next()?;
        if all.next().is_none() {
            return Some(first);
        }
        let built = |square: &Square| {
            let beside = [square.step(Direction::W, 1), square.step(Direction::E, 1)];
            beside.iter().any(|s| {
                BOARD.contains(*s) && self.is_spent(*s) && kind(s).is_some_and(Kind::is_machine)
            })
        };
        let builder = |square: &Square| is(Kind::Infantry)(square) && built(square);
        self.spent()
            .find(is(Kind::Lord))
            .or_else(|| self.spent().find(builder))
            .or_else(|| self.spent().find(is(Kind::Infantry)))
    }
}

/// A side's name in words.
pub(super) const fn seat_name(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "White",
        Seat::Second => "Black",
    }
}
