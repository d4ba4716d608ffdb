//! What words and pictures call the things of this game.

use crate::rules::effect::Thing;
use crate::rules::scene::Symbol;
use crate::rules::seat::Seat;

/// What is gained when a piece is dealt.
pub(in super::super) const IN_HAND: &str = "piece in hand";
/// What is gained when guns may be placed.
pub(in super::super) const TO_PLACE: &str = "guns to place";
/// What is gained at a count.
pub(in super::super) const POINTS: &str = "points";

const fn thing(symbol: Symbol, seat: Seat, name: &'static str) -> Thing {
    Thing { symbol, seat: Some(seat), name }
}

/// A castle that is no Home.
pub(in super::super) const fn castle(seat: Seat) -> Thing {
    thing(Symbol::Castle, seat, "castle")
}

/// A Home.
pub(in super::super) const fn home(seat: Seat) -> Thing {
    thing(Symbol::Castle, seat, "Home")
}

/// A castle that a count finds sealed.
pub(in super::super) const fn sealed_castle(seat: Seat) -> Thing {
    thing(Symbol::Castle, seat, "sealed castle")
}

/// A Home that a count finds sealed.
pub(in super::super) const fn sealed_home(seat: Seat) -> Thing {
    thing(Symbol::Castle, seat, "sealed Home")
}

/// A gun.
pub(in super::super) const fn gun(seat: Seat) -> Thing {
    thing(Symbol::Gun, seat, "gun")
}

/// A gun that is silenced.
pub(in super::super) const fn silenced_gun(seat: Seat) -> Thing {
    thing(Symbol::Gun, seat, "silenced gun")
}

/// A gun that is cut off.
pub(in super::super) const fn cut_off_gun(seat: Seat) -> Thing {
    thing(Symbol::Gun, seat, "cut-off gun")
}

/// A wall on a side's land.
pub(in super::super) const fn wall(seat: Seat) -> Thing {
    thing(Symbol::Wall, seat, "wall")
}

/// What is left of a side's gun.
pub(in super::super) const fn rubble(seat: Seat) -> Thing {
    thing(Symbol::Rubble, seat, "rubble")
}

/// A side's ball in the air, where it will land.
pub(in super::super) const fn shell(seat: Seat) -> Thing {
    thing(Symbol::Target, seat, "shell")
}
