//! The drawing of a state.

use super::state::{BOARD, Kind, Piece, Stage, State, mine_rank, setup_side};
use crate::rules::grid::Square;
use crate::rules::scene::{
    Badge, Counter, Ground, Item, Region, Scene, Stand, Tray, TrayThing, Zone,
};
use crate::rules::seat::Seat;

/// What a player must see: walls and who stands on them, the mines, what can still act.
pub(super) fn scene(state: &State) -> Scene {
    let mut scene = Scene::new(BOARD);
    scene.apron = [1, 1];
    scene.terrain = Seat::BOTH.into_iter().map(mine_ground).collect();
    for square in BOARD.squares() {
        scene.items.extend(wall(state, square));
        scene.items.extend(piece(state, square));
    }
    scene.items.extend(Seat::BOTH.into_iter().flat_map(|seat| miners(state, seat)));
    if state.stage == Stage::Setup {
        scene.zones = Seat::BOTH.into_iter().map(own_lines).collect();
        scene.trays = Seat::BOTH.into_iter().filter_map(|seat| to_place(state, seat)).collect();
    }
    scene.counters = Seat::BOTH.into_iter().flat_map(|seat| counters(state, seat)).collect();
    scene
}

fn mine_ground(seat: Seat) -> Region {
    let squares = (0..8).map(|file| Square::new(file, mine_rank(seat))).collect();
    let name = match seat {
        Seat::First => "White's mine",
        Seat::Second => "Black's mine",
    };
    Region { ground: Ground::Beside, name, squares }
}

fn own_lines(seat: Seat) -> Zone {
    let squares = BOARD.squares().filter(|square| setup_side(*square) == Some(seat)).collect();
    Zone { seat: Some(seat), name: "own lines", squares }
}

fn wall(state: &State, square: Square) -> Option<Item> {
    let wall = state.wall(square)?;
    let thing = wall.thing();
    let mut item = Item::new(thing.symbol, thing.seat, thing.name, square);
    item.badge = Some(Badge::Number(wall.height));
    Some(item)
}

fn item(piece: Piece, square: Square) -> Item {
    let thing = piece.thing();
    Item::new(thing.symbol, thing.seat, thing.name, square)
}

fn piece(state: &State, square: Square) -> Option<Item> {
    let mut item = item(state.piece(square)?, square);
    if state.wall(square).is_some() {
        item.stand = Stand::OnTop;
    }
    item.badge = if state.is_damaged(square) {
        Some(Badge::Damaged)
    } else {
        state.is_spent(square).then_some(Badge::Spent)
    };
    Some(item)
}

fn miners(state: &State, seat: Seat) -> impl Iterator<Item = Item> {
    let at_work = (0..8).filter(move |file| state.mine_place(seat, *file));
    at_work.map(move |file| {
        let square = Square::new(file, mine_rank(seat));
        let mut item = item(Piece::new(seat, Kind::Infantry), square);
        let is_spent = state.seat() == Some(seat) && state.is_spent(square);
        item.badge = is_spent.then_some(Badge::Spent);
        item
    })
}

fn to_place(state: &State, seat: Seat) -> Option<Tray> {
    let things: Vec<TrayThing> = [Kind::Lord, Kind::Infantry]
        .into_iter()
        .filter(|kind| state.room_for(seat, *kind) > 0)
        .map(|kind| TrayThing::Pieces {
            symbol: kind.symbol(),
            seat: Some(seat),
            name: kind.name(),
            count: u16::from(state.room_for(seat, kind)),
        })
        .collect();
    (!things.is_empty()).then_some(Tray { seat: Some(seat), name: "to place", things })
}

fn counters(state: &State, seat: Seat) -> impl Iterator<Item = Counter> {
    let left = match state.stage {
        Stage::Turn { seat: turn, left } if turn == seat => Some(left),
        Stage::Turn { .. } | Stage::Setup => None,
    };
    let counter = move |name, value: u8| Counter::new(Some(seat), name, value);
    [
        Some(counter("stones in store", state.store(seat))),
        Some(counter("stones in reserve", state.reserve(seat))),
        Some(counter("stones in walls", state.in_walls(seat))),
        left.map(|left| counter("actions left", left)),
    ]
    .into_iter()
    .flatten()
}
