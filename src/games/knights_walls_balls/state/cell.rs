//! What stands on a square, and how effects name it.

use crate::rules::effect::Thing;
use crate::rules::scene::Symbol;
use crate::rules::seat::Seat;

/// A kind of unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// One a side; it has the musket.
    King,
    /// It shoots arrows from walls.
    Archer,
    /// It captures.
    Knight,
}

impl Unit {
    /// Its letter in notation, and South's in position texts.
    pub(in super::super) const fn letter(self) -> char {
        match self {
            Unit::King => 'K',
            Unit::Archer => 'A',
            Unit::Knight => 'N',
        }
    }

    /// Its name in words.
    pub(in super::super) const fn name(self) -> &'static str {
        match self {
            Unit::King => "king",
            Unit::Archer => "archer",
            Unit::Knight => "knight",
        }
    }

    /// The article that goes before its name.
    pub(in super::super) const fn article(self) -> &'static str {
        match self {
            Unit::Archer => "an",
            Unit::King | Unit::Knight => "a",
        }
    }

    /// It, as effects name it.
    pub(in super::super) const fn thing(self, seat: Seat) -> Thing {
        let symbol = match self {
            Unit::King => Symbol::King,
            Unit::Archer => Symbol::Archer,
            Unit::Knight => Symbol::Knight,
        };
        Thing { symbol, seat: Some(seat), name: self.name() }
    }
}

/// A wall's tile, as effects name it.
pub(in super::super) const WALL: Thing = Thing { symbol: Symbol::Wall, seat: None, name: "wall" };

/// A cannon, as effects name it.
pub(in super::super) const fn cannon_thing(seat: Seat) -> Thing {
    Thing { symbol: Symbol::Cannon, seat: Some(seat), name: "cannon" }
}

/// The missile, as effects name it: whose it is while it is carried.
pub(in super::super) const fn missile_thing(seat: Option<Seat>) -> Thing {
    Thing { symbol: Symbol::Missile, seat, name: "missile" }
}

/// What stands on a square, the missile apart: a wall's tile, a cannon, a unit.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(in super::super) struct Cell(u8);

impl Cell {
    /// Nothing.
    pub(in super::super) const EMPTY: Cell = Cell(0);
    const WALL: u8 = 1;
    /// The first seat's cannon; the second's is one place on.
    const CANNON: u8 = 2;
    const CANNONS: u8 = 6;
    /// The place of a unit's number from 1 to 6: kinds of the first seat, then of the second.
    const UNIT_SHIFT: u8 = 3;

    /// Whether a wall's tile stands here.
    pub(in super::super) const fn has_wall(self) -> bool {
        self.0 & Self::WALL != 0
    }

    /// Whose cannon stands here.
    pub(in super::super) const fn cannon(self) -> Option<Seat> {
        match self.0 & Self::CANNONS {
            0 => None,
            Self::CANNON => Some(Seat::First),
            _ => Some(Seat::Second),
        }
    }

    /// Which unit stands here, and whose.
    pub(in super::super) const fn unit(self) -> Option<(Unit, Seat)> {
        Some(match self.0 >> Self::UNIT_SHIFT {
            1 => (Unit::King, Seat::First),
            2 => (Unit::Archer, Seat::First),
            3 => (Unit::Knight, Seat::First),
            4 => (Unit::King, Seat::Second),
            5 => (Unit::Archer, Seat::Second),
            6 => (Unit::Knight, Seat::Second),
            _ => return None,
        })
    }

    /// Which unit of a side stands here, if one of that side does.
    pub(in super::super) fn unit_of(self, seat: Seat) -> Option<Unit> {
        self.unit().filter(|(_, owner)| *owner == seat).map(|(unit, _)| unit)
    }

    /// Whether neither wall, cannon nor unit stands here.
    pub(in super::super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The same square with or without a wall's tile.
    pub(in super::super) const fn with_wall(self, wall: bool) -> Cell {
        Cell(self.0 & !Self::WALL | if wall { Self::WALL } else { 0 })
    }

    /// The same square with that side's cannon, or none.
    pub(in super::super) const fn with_cannon(self, seat: Option<Seat>) -> Cell {
        let bits = match seat {
            None => 0,
            Some(Seat::First) => Self::CANNON,
            Some(Seat::Second) => Self::CANNON << 1,
        };
        Cell(self.0 & !Self::CANNONS | bits)
    }

    /// The same square with that unit, or none.
    pub(in super::super) const fn with_unit(self, unit: Option<(Unit, Seat)>) -> Cell {
        let number = match unit {
            None => 0,
            Some((kind, seat)) => 1 + kind as u8 + 3 * seat as u8,
        };
        Cell(self.0 & (Self::WALL | Self::CANNONS) | number << Self::UNIT_SHIFT)
    }
}
