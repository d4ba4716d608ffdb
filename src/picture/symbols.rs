//! The drawings of the family: one bold silhouette a symbol, on a grid of 24 by 24.
//!
//! A symbol is a `<g>` in `<defs>`, shown by `<use href="#s-king"/>`. What it is drawn with are
//! classes that [`super::palette`] gives colours to: `d-w` the white of a piece, `d-k` a cut in it
//! (the seat's colour), `d-wl` and `d-kl` the same as lines, `d-st` stone, `d-mo` mortar, `d-in`
//! ink. A piece stands on its seat's shape: `#f0` a disc, `#f1` a rounded square, `#f2` (nobody's)
//! an octagon.

use crate::rules::scene::{Badge, Symbol};
use crate::rules::seat::Seat;

/// Every symbol but letters, in the order of the family.
pub const ALL: [Symbol; 21] = [
    Symbol::King,
    Symbol::Wizard,
    Symbol::Builder,
    Symbol::Cannon,
    Symbol::Archer,
    Symbol::Knight,
    Symbol::Lord,
    Symbol::Infantry,
    Symbol::Rider,
    Symbol::Tower,
    Symbol::Trebuchet,
    Symbol::Ram,
    Symbol::Hidden,
    Symbol::Wall,
    Symbol::Fire,
    Symbol::Rubble,
    Symbol::Castle,
    Symbol::Gun,
    Symbol::Missile,
    Symbol::Shell,
    Symbol::Target,
];

/// What `#…` a symbol is defined as; a letter is text and has none.
#[must_use]
pub const fn id(symbol: Symbol) -> Option<&'static str> {
    Some(match symbol {
        Symbol::King => "s-king",
        Symbol::Wizard => "s-wizard",
        Symbol::Builder => "s-builder",
        Symbol::Cannon => "s-cannon",
        Symbol::Archer => "s-archer",
        Symbol::Knight => "s-knight",
        Symbol::Lord => "s-lord",
        Symbol::Infantry => "s-infantry",
        Symbol::Rider => "s-rider",
        Symbol::Tower => "s-tower",
        Symbol::Trebuchet => "s-trebuchet",
        Symbol::Ram => "s-ram",
        Symbol::Hidden => "s-hidden",
        Symbol::Wall => "s-wall",
        Symbol::Fire => "s-fire",
        Symbol::Rubble => "s-rubble",
        Symbol::Castle => "s-castle",
        Symbol::Gun => "s-gun",
        Symbol::Missile => "s-missile",
        Symbol::Shell => "s-shell",
        Symbol::Target => "s-target",
        Symbol::Letter(_) => return None,
    })
}

/// Whether a symbol is drawn on its seat's shape; the others stand alone.
#[must_use]
pub const fn is_piece(symbol: Symbol) -> bool {
    !matches!(
        symbol,
        Symbol::Wall
            | Symbol::Fire
            | Symbol::Rubble
            | Symbol::Castle
            | Symbol::Missile
            | Symbol::Target
    )
}

/// What `#…` the shape of a seat is defined as.
#[must_use]
pub const fn shape_id(seat: Option<Seat>) -> &'static str {
    match seat {
        Some(Seat::First) => "f0",
        Some(Seat::Second) => "f1",
        None => "f2",
    }
}

/// What `#…` the plate of a figure or of an owner is defined as: the seat's shape, small.
pub(super) const fn plate_id(seat: Option<Seat>) -> &'static str {
    match seat {
        Some(Seat::First) => "q0",
        Some(Seat::Second) => "q1",
        None => "q2",
    }
}

/// What `#…` a wall of so many courses is defined as.
pub(super) const fn courses_id(height: u8) -> &'static str {
    match height {
        0 | 1 => "s-wall1",
        2 => "s-wall2",
        3 => "s-wall3",
        _ => "s-wall4",
    }
}

/// What `#…` a badge is defined as; a number is text on a plate and has none.
#[must_use]
pub const fn badge_id(badge: Badge) -> Option<&'static str> {
    Some(match badge {
        Badge::Number(_) => return None,
        Badge::Spent => "b-spent",
        Badge::Damaged => "b-damaged",
        Badge::Silenced => "b-silenced",
        Badge::CutOff => "b-cut-off",
        Badge::Hidden => "b-hidden",
        Badge::Chosen => "b-chosen",
        Badge::Sealed => "b-sealed",
        Badge::ChosenSealed => "b-chosen-sealed",
    })
}

/// The definitions that a page with boards needs once: what all boards share, and the drawings of
/// these symbols. They go into a `<defs>`; repeated symbols are written once.
#[must_use]
pub fn symbol_defs(symbols: impl IntoIterator<Item = Symbol>) -> String {
    let mut out = String::with_capacity(12_000);
    write_defs(symbols, &mut out);
    out
}

pub(super) fn write_defs(symbols: impl IntoIterator<Item = Symbol>, out: &mut String) {
    out.push_str(super::drawings::SHARED);
    let mut written: Vec<Symbol> = Vec::new();
    for symbol in symbols {
        if id(symbol).is_some() && !written.contains(&symbol) {
            written.push(symbol);
            out.push_str(super::drawings::drawing(symbol));
        }
    }
}
