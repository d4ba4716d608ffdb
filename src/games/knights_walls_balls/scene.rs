//! The drawing of a state.

use crate::rules::effect::Thing;
use crate::rules::grid::Square;
use crate::rules::scene::{Counter, Item, Scene, Stand, Tray, TrayThing, Zone};
use crate::rules::seat::Seat;

use super::name;
use super::state::{Missile, Phase, Stage, State, Unit, WALL, cannon_thing, missile_thing};

/// Draws a state.
pub(super) fn scene(state: &State) -> Scene {
    let mut scene = Scene::new(state.config.size);
    if let Phase::Setup { .. } = state.phase {
        let squares = state.config.dmz_squares().collect();
        scene.zones.push(Zone { seat: None, name: "DMZ", squares });
    }
    for at in state.config.size.squares() {
        add_items(state, at, &mut scene.items);
    }
    scene.counters = counters(state);
    scene.trays = trays(state);
    scene
}

fn item(thing: Thing, at: Square, stand: Stand) -> Item {
    Item { stand, ..Item::new(thing.symbol, thing.seat, thing.name, at) }
}

/// What stands on a square, lowest first: wall, cannon, unit, missile.
fn add_items(state: &State, at: Square, items: &mut Vec<Item>) {
    let cell = state.cell(at);
    if cell.has_wall() {
        items.push(item(WALL, at, Stand::Ground));
    }
    if let Some(seat) = cell.cannon() {
        items.push(item(cannon_thing(seat), at, Stand::Ground));
    }
    let stand = match (cell.has_wall(), cell.cannon()) {
        (true, _) => Stand::OnTop,
        (_, Some(_)) => Stand::Within,
        _ => Stand::Ground,
    };
    if let Some((unit, seat)) = cell.unit() {
        items.push(item(unit.thing(seat), at, stand));
    }
    match state.missile {
        Missile::Free(missile) if missile == at => {
            items.push(item(missile_thing(None), at, stand));
        }
        Missile::Carried { by, at: missile, .. } if missile == at => {
            items.push(item(missile_thing(Some(by)), at, Stand::Within));
        }
        _ => {}
    }
}

fn counters(state: &State) -> Vec<Counter> {
    let mut counters = Vec::new();
    match state.phase {
        Phase::Setup { stage, left } => {
            counters.push(Counter::new(None, "setup stage", stage.word()));
            for seat in Seat::BOTH {
                counters.push(Counter::new(Some(seat), "left to place", left[seat.index()]));
            }
        }
        Phase::Play { seat, ap } => {
            counters.push(Counter::new(Some(seat), "action points", ap));
            counters.push(Counter::new(None, "missile", missile_words(state)));
            for seat in Seat::BOTH {
                let musket = musket_words(state.muskets[seat.index()]);
                counters.push(Counter::new(Some(seat), "musket", musket));
                let own = state.squares().filter(|(_, cell)| cell.cannon() == Some(seat));
                counters.push(Counter::new(Some(seat), "cannons", own.count()));
            }
        }
    }
    counters
}

/// When a musket may be fired, in own turns.
const fn musket_words(turns: u8) -> &'static str {
    match turns {
        0 => "ready",
        1 => "in 1 turn",
        _ => "in 2 turns",
    }
}

fn missile_words(state: &State) -> String {
    match state.missile {
        Missile::Waiting => format!("after {} s of play", state.config.clock_s),
        Missile::Due => "due".to_owned(),
        Missile::Free(at) => format!("free on {at}"),
        Missile::Carried { by, at, fresh: false } => format!("{}'s, on {at}", name(by)),
        Missile::Carried { by, at, fresh: true } => {
            format!("{}'s, on {at}, just claimed", name(by))
        }
        Missile::Spent => "fired".to_owned(),
    }
}

/// In setup: what each side has still to place, this stage's and the later ones'.
fn trays(state: &State) -> Vec<Tray> {
    let Phase::Setup { stage: now, left } = state.phase else { return Vec::new() };
    let tray = |seat: Seat| {
        let later = Stage::ALL.into_iter().filter(|stage| *stage >= now);
        let things = later.map(|stage| {
            let count = if stage == now { left[seat.index()] } else { stage.count() };
            let thing = match stage {
                Stage::Walls => WALL,
                Stage::Kings => Unit::King.thing(seat),
                Stage::Archers => Unit::Archer.thing(seat),
                Stage::Knights => Unit::Knight.thing(seat),
                Stage::Cannons => cannon_thing(seat),
            };
            let Thing { symbol, seat, name } = thing;
            TrayThing::Pieces { symbol, seat, name, count: u16::from(count) }
        });
        let things = things.filter(|thing| !matches!(thing, TrayThing::Pieces { count: 0, .. }));
        Tray { seat: Some(seat), name: "to place", things: things.collect() }
    };
    Seat::BOTH.map(tray).into()
}
