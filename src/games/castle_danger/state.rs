//! The state of a match, and its start.

use crate::rules::grid::{Direction, Size, Square};
use crate::rules::seat::Seat;

/// Files a–g, ranks 1–9 (CD-1.1).
pub(super) const SIZE: Size = Size::new(7, 9);
/// How many squares the board has.
pub(super) const SQUARES: usize = SIZE.square_count();
/// The rank, from 0, of the river.
pub(super) const RIVER: i8 = 4;
/// The largest number that a position text may hold; even, so that the other side's turn is odd.
pub(super) const MOST_TURNS: u32 = 1_000_000;

/// What a record may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// CD-1.3: walls on b2, f2, b8, f8 too.
    pub(super) four_walls: bool,
    /// CD-1.4.
    pub(super) first: Seat,
    /// CD-1.5: the limits of a box.
    pub(super) boxed: bool,
    /// CD-2.2: the first turn counts its Wizards too.
    pub(super) full_opening: bool,
    /// CD-4: pieces may be smuggled.
    pub(super) hidden: bool,
    /// CD-5.2: turns a side, 0 for no limit.
    pub(super) turn_limit: u32,
}

/// A kind of piece, as the board shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    King,
    Wizard,
    Builder,
    Cannon,
    /// A smuggled piece before its reveal.
    Hidden,
}

impl Kind {
    /// The kinds that can be added (CD-2.3).
    pub(super) const ADDED: [Kind; 3] = [Kind::Wizard, Kind::Builder, Kind::Cannon];

    /// The letter in notation, `?` for a hidden piece.
    pub(super) const fn letter(self) -> char {
        match self {
            Kind::King => 'K',
            Kind::Wizard => 'W',
            Kind::Builder => 'B',
            Kind::Cannon => 'C',
            Kind::Hidden => '?',
        }
    }

    /// The name in words.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Kind::King => "King",
            Kind::Wizard => "Wizard",
            Kind::Builder => "Builder",
            Kind::Cannon => "Cannon",
            Kind::Hidden => "hidden piece",
        }
    }

    /// How many of its kind a side may have under option `box` (CD-1.5).
    pub(super) const fn box_limit(self) -> usize {
        match self {
            Kind::Wizard => 8,
            Kind::Builder => 3,
            Kind::Cannon => 5,
            Kind::King | Kind::Hidden => usize::MAX,
        }
    }
}

/// What stands on a square: one thing at most (CD-1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Empty,
    Wall,
    /// Fire of the side that shot.
    Fire(Seat),
    Piece(Seat, Kind),
}

/// What the record says of a hidden piece (CD-4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// Nothing: the kind given at the reveal is believed.
    Nothing,
    /// The kind itself.
    Kind(Kind),
    /// A commitment: BLAKE3-256 of `<letter>:<nonce>`.
    Hash([u8; 32]),
}

/// Everything that the rest of a match depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(super) config: Config,
    pub(super) cells: [Cell; SQUARES],
    /// Who acts.
    pub(super) seat: Seat,
    /// Moves left in this turn.
    pub(super) moves: u32,
    /// Whether a piece may be put on the portal: nothing was done yet and it is empty.
    pub(super) adding: bool,
    /// The acting side's cannons that have fired, a bit a square.
    pub(super) fired: u64,
    /// The hidden pieces and what is told of each, in square order.
    pub(super) secrets: Vec<(Square, Told)>,
    /// Reveals made against the other side in this turn.
    pub(super) reveals: u32,
    /// Turns begun, both sides counted, from 1.
    pub(super) turn: u32,
}

impl State {
    /// The start (CD-1.3).
    pub(super) fn start(config: &Config) -> State {
        let mut cells = [Cell::Empty; SQUARES];
        let mut put = |file: i8, rank: i8, cell| cells[SIZE.index(Square::new(file, rank))] = cell;
        for (seat, home, king, wizard) in [(Seat::First, 0, 2, 4), (Seat::Second, 8, 4, 2)] {
            put(king, home, Cell::Piece(seat, Kind::King));
            put(wizard, home, Cell::Piece(seat, Kind::Wizard));
            let walls: &[i8] = if config.four_walls { &[1, 2, 4, 5] } else { &[2, 4] };
            for file in walls {
                put(*file, if home == 0 { 1 } else { 7 }, Cell::Wall);
            }
        }
        let mut state = State {
            config: *config,
            cells,
            seat: config.first,
            moves: 3,
            adding: true,
            fired: 0,
            secrets: Vec::new(),
            reveals: 0,
            turn: 1,
        };
        if config.full_opening {
            state.moves = state.full_moves();
        }
        state
    }

    /// What stands on a square of the board.
    pub(super) fn at(&self, square: Square) -> Cell {
        self.cells[SIZE.index(square)]
    }

    /// Puts a thing on a square of the board, or takes it away.
    pub(super) fn put(&mut self, square: Square, cell: Cell) {
        self.cells[SIZE.index(square)] = cell;
    }

    /// The moves of a turn: 3, and 3 for each Wizard that is not hidden (CD-2.2).
    pub(super) fn full_moves(&self) -> u32 {
        3 + 3 * u32::try_from(self.count(self.seat, Kind::Wizard)).unwrap_or(0)
    }

    /// How many pieces of a kind a side has.
    pub(super) fn count(&self, seat: Seat, kind: Kind) -> usize {
        self.cells.iter().filter(|cell| **cell == Cell::Piece(seat, kind)).count()
    }

    /// How many walls stand.
    pub(super) fn wall_count(&self) -> usize {
        self.cells.iter().filter(|cell| **cell == Cell::Wall).count()
    }

    /// Whether both kings stand.
    pub(super) fn both_kings(&self) -> bool {
        Seat::BOTH.iter().all(|seat| self.count(*seat, Kind::King) > 0)
    }

    /// What is told of the hidden piece on a square.
    pub(super) fn told(&self, square: Square) -> Option<Told> {
        self.secrets.iter().find(|(at, _)| *at == square).map(|(_, told)| *told)
    }

    /// Whether the cannon on a square has fired in this turn.
    pub(super) fn has_fired(&self, square: Square) -> bool {
        self.fired & bit(square) != 0
    }
}

/// The square's bit in [`State::fired`].
pub(super) const fn bit(square: Square) -> u64 {
    1 << SIZE.index(square)
}

/// A side's portal (CD-1.1).
pub(super) const fn portal(seat: Seat) -> Square {
    match seat {
        Seat::First => Square::new(3, 0),
        Seat::Second => Square::new(3, 8),
    }
}

/// Whether a square is one of the two portals.
pub(super) fn is_portal(square: Square) -> bool {
    Seat::BOTH.iter().any(|seat| portal(*seat) == square)
}

/// Whether a square is grass; a portal is.
pub(super) const fn is_grass(square: Square) -> bool {
    square.rank < RIVER - 1 || square.rank > RIVER + 1
}

/// Whether a square is on a side's half of the board.
pub(super) const fn is_half(seat: Seat, square: Square) -> bool {
    match seat {
        Seat::First => square.rank < RIVER,
        Seat::Second => square.rank > RIVER,
    }
}

/// The direction in which a side's cannons shoot (CD-3.4).
pub(super) const fn ahead(seat: Seat) -> Direction {
    match seat {
        Seat::First => Direction::N,
        Seat::Second => Direction::S,
    }
}
