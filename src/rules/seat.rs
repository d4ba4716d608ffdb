//! Who acts: the two seats of a match, and the arbiter beside them.

/// One of the two seats of a match, in the game's own seat order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seat {
    /// The seat that the game names first.
    First,
    /// The seat that the game names second.
    Second,
}

impl Seat {
    /// Both seats, in seat order.
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// The seat across the board.
    #[must_use]
    pub const fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// 0 for the first seat, 1 for the second: an index into per-seat arrays.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Who an action line belongs to: a seat, or the arbiter (`*`: chance, the clock, agreed results).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Actor {
    /// One of the players.
    Seat(Seat),
    /// Whoever runs the match.
    Arbiter,
}

impl Actor {
    /// The seat, unless it is the arbiter.
    #[must_use]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Actor::Seat(seat) => Some(seat),
            Actor::Arbiter => None,
        }
    }
}

impl From<Seat> for Actor {
    fn from(seat: Seat) -> Self {
        Actor::Seat(seat)
    }
}

/// How a game names one of its seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatCard {
    /// The identifier in JSON and results, lower case: `blue`.
    pub id: &'static str,
    /// The letter in action lines: `B`.
    pub letter: char,
    /// The name in words and tags: `Blue`.
    pub name: &'static str,
}
