//! What words and pictures call the things of this game.

use crate::rules::effect::Thing;
use crate::rules::scene::Symbol;
use crate::rules::seat::Seat;

/// What is gained when a piece is dealt.
pub(super) const IN_HAND: &str = "piece in hand";
/// What is gained when guns may be placed.
pub(super) const TO_PLACE: &str = "guns to place";
/// What is gained at a count.
pub(super) const POINTS: &str = "points";

const fn thing(symbol: Symbol, seat: Seat, name: &'static str) -> Thing {
    Thing { symbol, seat: Some(seat), name }
}

/// A castle that is no Home.
pub(super) const fn castle(seat: Seat) -> Thing {
    thing(Symbol::Castle, seat, "castle")
}

/// A Home.
pub(super) const fn home(seat: Seat) -> Thing {
    thing(Symbol::Castle, seat, "Home")
}

/// A castle that a count finds sealed.
pub(super) const fn sealed_castle(seat: Seat) -> Thing {
    thing(Symbol::Castle, seat, "sealed castle")
}

/// A Home that a count finds sealed.
pub(super) const fn sealed_home(seat: Seat) -> Thing {
    thing(Symbol::Castle, seat, "sealed Home")
}

/// A gun.
pub(super) const fn gun(seat: Seat) -> Thing {
    thing(Symbol::Gun, seat, "gun")
}

/// A gun that is silenced.
pub(super) const fn silenced_gun(seat: Seat) -> Thing {
    thing(Symbol::Gun, seat, "silenced gun")
}

/// A gun that is cut off.
pub(super) const fn cut_off_gun(seat: Seat) -> Thing {
    thing(Symbol::Gun, seat, "cut-off gun")
}

/// A wall on a side's land.
pub(super) const fn wall(seat: Seat) -> Thing {
    thing(Symbol::Wall, seat, "wall")
}

/// What is left of a side's gun.
pub(super) const fn rubble(seat: Seat) -> Thing {
    thing(Symbol::Rubble, seat, "rubble")
}

/// A side's ball in the air, where it will land.
pub(super) const fn shell(seat: Seat) -> Thing {
    thing(Symbol::Target, seat, "shell")
}

/// A time as words and pictures write it: seconds, with a point before the milliseconds.
pub(super) fn seconds(ms: u32) -> String {
    format!("{}.{:03}", ms / 1000, ms % 1000)
}
