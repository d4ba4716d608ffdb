//! The drawing of a state.

use super::state::{Cell, Kind, RIVER, SIZE, State, Told, portal};
use crate::rules::effect::Thing;
use crate::rules::grid::Square;
use crate::rules::scene::{Badge, Counter, Ground, Item, Region, Scene, Symbol};
use crate::rules::seat::Seat;

/// What stands on a square, as words and pictures name it.
pub(super) const fn thing(cell: Cell) -> Thing {
    let (symbol, seat, name) = match cell {
        Cell::Wall | Cell::Empty => (Symbol::Wall, None, "wall"),
        Cell::Fire(seat) => (Symbol::Fire, Some(seat), "fire"),
        Cell::Piece(seat, kind) => (symbol(kind), Some(seat), kind.name()),
    };
    Thing { symbol, seat, name }
}

const fn symbol(kind: Kind) -> Symbol {
    match kind {
        Kind::King => Symbol::King,
        Kind::Wizard => Symbol::Wizard,
        Kind::Builder => Symbol::Builder,
        Kind::Cannon => Symbol::Cannon,
        Kind::Hidden => Symbol::Hidden,
    }
}

/// The drawing; what the state tells of hidden pieces is drawn.
pub(super) fn scene(state: &State) -> Scene {
    let mut scene = Scene::new(SIZE);
    scene.terrain = terrain();
    for square in SIZE.squares().filter(|square| state.at(*square) != Cell::Empty) {
        scene.items.push(item(state, square));
    }
    scene.counters.push(Counter::new(Some(state.seat), "moves left", state.moves));
    for seat in Seat::BOTH {
        for (kind, name) in
            [(Kind::Wizard, "wizards"), (Kind::Builder, "builders"), (Kind::Cannon, "cannons")]
        {
            scene.counters.push(Counter::new(Some(seat), name, state.count(seat, kind)));
        }
    }
    scene.counters.push(Counter::new(None, "walls", state.wall_count()));
    if state.config.turn_limit > 0 {
        // Once all are played the next turn has begun (CD-5.2).
        let turn = state.turn.div_ceil(2).min(state.config.turn_limit);
        let of = format!("{turn} of {}", state.config.turn_limit);
        scene.counters.push(Counter::new(None, "turns a side", of));
    }
    scene
}

fn item(state: &State, square: Square) -> Item {
    let cell = state.at(square);
    let thing = thing(cell);
    let mut item = Item::new(thing.symbol, thing.seat, thing.name, square);
    if state.has_fired(square) {
        item.badge = Some(Badge::Spent);
    }
    if let Some(Told::Kind(kind)) = state.told(square) {
        item.symbol = symbol(kind);
        item.name = match kind {
            Kind::Wizard => "hidden Wizard",
            Kind::Builder => "hidden Builder",
            _ => "hidden Cannon",
        };
        item.badge = Some(Badge::Hidden);
    }
    item
}

fn terrain() -> Vec<Region> {
    let rank = |rank: i8| (0..SIZE.files).map(move |file| Square::new(file, rank));
    vec![
        Region { ground: Ground::Water, name: "river", squares: rank(RIVER).collect() },
        Region {
            ground: Ground::Sand,
            name: "sand",
            squares: rank(RIVER - 1).chain(rank(RIVER + 1)).collect(),
        },
        Region { ground: Ground::Portal, name: "portal", squares: Seat::BOTH.map(portal).to_vec() },
    ]
}
