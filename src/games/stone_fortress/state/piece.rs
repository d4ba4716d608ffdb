//! Pieces and walls, SF-1.2 and SF-1.4.

use super::INFANTRY_MOST;
use crate::rules::effect::Thing;
use crate::rules::scene::Symbol;
use crate::rules::seat::Seat;

/// A kind of piece, SF-1.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// L, the king.
    Lord,
    /// I, a pawn.
    Infantry,
    /// N, a bishop.
    Knight,
    /// R, a knight.
    Rider,
    /// T, a rook.
    Tower,
    /// B, the queen.
    Trebuchet,
    /// M, in the place of a machine that an option names.
    Ram,
}

impl Kind {
    /// What an Infantry builds.
    pub(in super::super) const MACHINES: [Kind; 3] = [Kind::Tower, Kind::Trebuchet, Kind::Ram];

    /// Its letter in actions.
    pub(in super::super) const fn letter(self) -> char {
        match self {
            Kind::Lord => 'L',
            Kind::Infantry => 'I',
            Kind::Knight => 'N',
            Kind::Rider => 'R',
            Kind::Tower => 'T',
            Kind::Trebuchet => 'B',
            Kind::Ram => 'M',
        }
    }

    /// The kind of a letter as actions write it.
    pub(in super::super) const fn of_letter(letter: u8) -> Option<Kind> {
        Some(match letter {
            b'L' => Kind::Lord,
            b'I' => Kind::Infantry,
            b'N' => Kind::Knight,
            b'R' => Kind::Rider,
            b'T' => Kind::Tower,
            b'B' => Kind::Trebuchet,
            b'M' => Kind::Ram,
            _ => return None,
        })
    }

    /// Its name in words.
    pub(in super::super) const fn name(self) -> &'static str {
        match self {
            Kind::Lord => "Lord",
            Kind::Infantry => "Infantry",
            Kind::Knight => "Knight",
            Kind::Rider => "Rider",
            Kind::Tower => "Siege Tower",
            Kind::Trebuchet => "Trebuchet",
            Kind::Ram => "Ram",
        }
    }

    /// Its name with the article that goes with it.
    pub(in super::super) const fn a_name(self) -> &'static str {
        match self {
            Kind::Lord => "a Lord",
            Kind::Infantry => "an Infantry",
            Kind::Knight => "a Knight",
            Kind::Rider => "a Rider",
            Kind::Tower => "a Siege Tower",
            Kind::Trebuchet => "a Trebuchet",
            Kind::Ram => "a Ram",
        }
    }

    /// Its name where there are several.
    pub(in super::super) const fn plural(self) -> &'static str {
        match self {
            Kind::Lord => "Lords",
            Kind::Infantry => "Infantry",
            Kind::Knight => "Knights",
            Kind::Rider => "Riders",
            Kind::Tower => "Siege Towers",
            Kind::Trebuchet => "Trebuchets",
            Kind::Ram => "Rams",
        }
    }

    /// How it is drawn.
    pub(in super::super) const fn symbol(self) -> Symbol {
        match self {
            Kind::Lord => Symbol::Lord,
            Kind::Infantry => Symbol::Infantry,
            Kind::Knight => Symbol::Knight,
            Kind::Rider => Symbol::Rider,
            Kind::Tower => Symbol::Tower,
            Kind::Trebuchet => Symbol::Trebuchet,
            Kind::Ram => Symbol::Ram,
        }
    }

    /// Whether it can stand on a wall, SF-1.4.
    pub(in super::super) const fn climbs(self) -> bool {
        matches!(self, Kind::Lord | Kind::Infantry | Kind::Knight)
    }

    /// Whether it bears one damage, SF-5.2.
    pub(in super::super) const fn is_armoured(self) -> bool {
        !matches!(self, Kind::Infantry)
    }

    /// Whether it is built, and does no melee.
    pub(in super::super) const fn is_machine(self) -> bool {
        matches!(self, Kind::Tower | Kind::Trebuchet | Kind::Ram)
    }
}

/// A piece of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Piece {
    /// Whose it is.
    pub(in super::super) seat: Seat,
    /// What it is.
    pub(in super::super) kind: Kind,
}

impl Piece {
    /// A piece of `seat`.
    pub(in super::super) const fn new(seat: Seat, kind: Kind) -> Self {
        Piece { seat, kind }
    }

    /// The piece as words and pictures name it.
    pub(in super::super) const fn thing(self) -> Thing {
        Thing { symbol: self.kind.symbol(), seat: Some(self.seat), name: self.kind.name() }
    }
}

/// A wall: one to four stones of one side, SF-1.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Wall {
    /// Whose stones they are.
    pub(in super::super) seat: Seat,
    /// How many: 1 to [`HEIGHT_MOST`].
    pub(in super::super) height: u8,
}

impl Wall {
    /// The wall as words and pictures name it.
    pub(in super::super) const fn thing(self) -> Thing {
        Thing { symbol: Symbol::Wall, seat: Some(self.seat), name: "wall" }
    }
}

/// Which machines the Ram replaces, SF-8.7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Rams {
    /// It replaces the Tower: option `rook`.
    pub(in super::super) rook: bool,
    /// It replaces the Trebuchet: option `queen`.
    pub(in super::super) queen: bool,
}

impl Rams {
    /// How many pieces of a kind a side can have at once, SF-1.2.
    pub(in super::super) const fn limit(self, kind: Kind) -> u8 {
        match kind {
            Kind::Lord => 1,
            Kind::Infantry => INFANTRY_MOST,
            Kind::Knight | Kind::Rider => 2,
            Kind::Tower => 2 * !self.rook as u8,
            Kind::Trebuchet => !self.queen as u8,
            Kind::Ram => 2 * self.rook as u8 + self.queen as u8,
        }
    }
}
