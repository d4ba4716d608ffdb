//! What is made of stones, and unmade: SF-5.6, SF-6.1 to SF-6.3, SF-8.1, SF-8.7.

use super::{Refusal, check_stones, gain, melee, spend_stones};
use crate::games::stone_fortress::state::{HEIGHT_MOST, Kind, Piece, State, Wall, first_line};
use crate::rules::effect::{Effect, Effects, Why};
use crate::rules::grid::Square;
use crate::rules::seat::Seat;

/// The stones that a machine costs, SF-8.1.
const MACHINE_COST: u8 = 2;
/// The stones that Infantry breaks at once, SF-5.6.
const BREAK_BY_INFANTRY: u8 = 1;
/// The stones that a Ram breaks at once, SF-8.7.
const BREAK_BY_RAM: u8 = 2;

fn is_beside(from: Square, at: Square) -> bool {
    from.line_to(at).is_some_and(|(direction, steps)| steps == 1 && direction.is_orthogonal())
}

/// Whether an enemy wall may be broken there: by Infantry SF-5.6, by a Ram SF-8.7.
pub(super) fn check_break(
    state: &State,
    seat: Seat,
    kind: Kind,
    from: Square,
    at: Square,
) -> Result<(), Refusal> {
    match kind {
        Kind::Infantry if from.distance(at) != 1 => return Err(Refusal::NotAdjacent),
        Kind::Ram if !is_beside(from, at) => return Err(Refusal::NotBeside),
        Kind::Infantry | Kind::Ram => {}
        _ => return Err(Refusal::NoBreaker),
    }
    if state.wall(at).is_none_or(|wall| wall.seat == seat) {
        return Err(Refusal::NoEnemyWall);
    }
    melee::check_corners(state, seat, from, at)
}

/// Stones of an enemy wall are broken.
pub(super) fn break_wall(
    state: &mut State,
    kind: Kind,
    from: Square,
    at: Square,
    effects: &mut Effects,
) {
    state.spend(from);
    melee::reach(state, from, at, effects);
    let most = if kind == Kind::Ram { BREAK_BY_RAM } else { BREAK_BY_INFANTRY };
    destroy(state, at, most, Why::Removed, effects);
}

/// Up to `most` stones of a wall go to their owner's reserve, SF-6.6; how many there were.
pub(super) fn destroy(
    state: &mut State,
    at: Square,
    most: u8,
    why: Why,
    effects: &mut Effects,
) -> u8 {
    let Some(wall) = state.wall(at) else { return 0 };
    let gone = wall.height.min(most);
    lower(state, at, wall, gone, why, effects);
    gone
}

fn lower(state: &mut State, at: Square, wall: Wall, by: u8, why: Why, effects: &mut Effects) {
    let height = wall.height - by;
    state.set_wall(at, wall.seat, height);
    let thing = wall.thing();
    effects.tell(|| match height {
        0 => Effect::Vanish { thing, at, why },
        _ => Effect::Wall { thing, at, from: wall.height, to: height },
    });
}

/// Whether Infantry may lay a stone there, SF-6.1 and SF-6.2.
pub(super) fn check_build(
    state: &State,
    seat: Seat,
    from: Square,
    at: Square,
) -> Result<(), Refusal> {
    if !is_beside(from, at) {
        return Err(Refusal::NotBeside);
    }
    if state.piece(at).is_some() {
        return Err(Refusal::Occupied);
    }
    match state.wall(at) {
        None => {}
        Some(wall) if wall.seat != seat => return Err(Refusal::WallOfEnemy),
        Some(wall) if wall.height >= HEIGHT_MOST => return Err(Refusal::WallFull),
        Some(_) => {}
    }
    check_stones(state, seat, 1)?;
    match state.wall_beside(at, seat.other()) {
        None => Ok(()),
        Some(enemy) => Err(Refusal::Touching(enemy)),
    }
}

/// Infantry lays a stone.
pub(super) fn build(
    state: &mut State,
    seat: Seat,
    from: Square,
    at: Square,
    effects: &mut Effects,
) {
    spend_stones(state, seat, 1, effects);
    state.spend(from);
    melee::reach(state, from, at, effects);
    let before = state.wall(at).map_or(0, |wall| wall.height);
    state.set_wall(at, seat, before + 1);
    let thing = Wall { seat, height: before + 1 }.thing();
    effects.tell(|| match before {
        0 => Effect::Appear { thing, at },
        _ => Effect::Wall { thing, at, from: before, to: before + 1 },
    });
}

/// Whether Infantry may take a stone from there, SF-6.3.
pub(super) fn check_dismantle(
    state: &State,
    seat: Seat,
    from: Square,
    at: Square,
) -> Result<(), Refusal> {
    if !is_beside(from, at) {
        Err(Refusal::NotBeside)
    } else if state.wall(at).is_none_or(|wall| wall.seat != seat) {
        Err(Refusal::NoOwnWall)
    } else if state.piece(at).is_some() {
        Err(Refusal::Occupied)
    } else {
        Ok(())
    }
}

/// Infantry takes a stone from an own wall to the store.
pub(super) fn dismantle(
    state: &mut State,
    seat: Seat,
    from: Square,
    at: Square,
    effects: &mut Effects,
) {
    let Some(wall) = state.wall(at) else { return };
    state.spend(from);
    lower(state, at, wall, 1, Why::Removed, effects);
    gain(state, seat, 1, effects);
}

/// Whether Infantry may build a machine there, SF-8.1.
pub(super) fn check_machine(
    state: &State,
    seat: Seat,
    from: Square,
    kind: Kind,
    at: Square,
) -> Result<(), Refusal> {
    if from.rank != first_line(seat) {
        Err(Refusal::NotFirstLine)
    } else if at.rank != from.rank || from.distance(at) != 1 {
        Err(Refusal::NotLeftOrRight)
    } else if state.piece(at).is_some() {
        Err(Refusal::Occupied)
    } else if state.wall(at).is_some() {
        Err(Refusal::WallInTheWay)
    } else if state.room_for(seat, kind) == 0 {
        Err(Refusal::Limit { kind, most: state.rams.limit(kind) })
    } else {
        check_stones(state, seat, MACHINE_COST)
    }
}

/// Infantry builds a machine.
pub(super) fn build_machine(
    state: &mut State,
    seat: Seat,
    from: Square,
    kind: Kind,
    at: Square,
    effects: &mut Effects,
) {
    spend_stones(state, seat, MACHINE_COST, effects);
    state.spend(from);
    let machine = Piece::new(seat, kind);
    state.put(at, machine);
    state.spend(at);
    effects.tell(|| Effect::Appear { thing: machine.thing(), at });
}
