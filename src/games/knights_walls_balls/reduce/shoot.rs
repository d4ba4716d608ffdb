//! Shooting: arrows, the musket, cannons (KW-5).

use crate::rules::effect::{Effect, Effects, Thing, Why};
use crate::rules::grid::{Direction, Square};
use crate::rules::illegal::Illegal;
use crate::rules::seat::Seat;

use super::super::state::{MUSKET_TURNS, State, Unit, WALL, cannon_thing};
use super::{check_crew, check_unit, destroy, kill};

/// How far an arrow flies.
pub(in super::super) const ARROW_RANGE: i8 = 3;
/// How far a musket shoots.
pub(in super::super) const MUSKET_RANGE: i8 = 4;
/// How far a cannon shoots.
pub(in super::super) const CANNON_RANGE: i8 = 5;

/// KW-5.1: an archer on a wall's tile shoots an arrow.
pub(super) fn arrow(
    state: &mut State,
    seat: Seat,
    from: Square,
    at: Square,
    effects: &mut Effects,
) -> Result<(), Illegal> {
    let refuse = |words: String| Err(Illegal::new("KW-5.1", words));
    check_unit(state, seat, Unit::Archer, from, "KW-5.1")?;
    if !state.cell(from).has_wall() {
        return refuse(format!("the archer on {from} is not on a wall"));
    }
    let Some((direction, steps)) = from.line_to(at).filter(|(_, steps)| *steps <= ARROW_RANGE)
    else {
        return refuse(format!("{at} is not 1 to {ARROW_RANGE} squares from {from} in a line"));
    };
    let mut between = (1..steps).map(|n| from.step(direction, n));
    if let Some(wall) = between.find(|square| state.cell(*square).has_wall()) {
        return refuse(format!("the wall on {wall} is in the way"));
    }
    if let Some(unit) = state.cell(at).unit_of(seat) {
        return refuse(format!("its own side's {} stands on {at}", unit.name()));
    }
    tell_shot(Unit::Archer.thing(seat), from, at, at, effects);
    kill(state, at, Why::Shot, effects);
    Ok(())
}

/// KW-5.2, KW-5.3: the king shoots the musket.
pub(super) fn musket(
    state: &mut State,
    seat: Seat,
    from: Square,
    at: Square,
    effects: &mut Effects,
) -> Result<(), Illegal> {
    let refuse = |rule, words: String| Err(Illegal::new(rule, words));
    check_unit(state, seat, Unit::King, from, "KW-5.2")?;
    let Some((direction, steps)) = from.line_to(at).filter(|(_, steps)| *steps <= MUSKET_RANGE)
    else {
        let words = format!("{at} is not 1 to {MUSKET_RANGE} squares from {from} in a line");
        return refuse("KW-5.2", words);
    };
    if state.cell(at).unit_of(seat.other()).is_none() {
        return refuse("KW-5.2", format!("no enemy unit stands on {at}"));
    }
    let mut between = (1..steps).map(|n| from.step(direction, n));
    if let Some(stop) = between.find(|square| !state.cell(*square).is_empty()) {
        return refuse("KW-5.2", format!("what stands on {stop} stops the shot"));
    }
    match state.muskets[seat.index()] {
        0 => {}
        1 => return refuse("KW-5.3", "the musket is ready in the next own turn".to_owned()),
        _ => return refuse("KW-5.3", "the musket is ready in the own turn after next".to_owned()),
    }
    tell_shot(Unit::King.thing(seat), from, at, at, effects);
    kill(state, at, Why::Shot, effects);
    state.muskets[seat.index()] = MUSKET_TURNS;
    Ok(())
}

/// KW-5.4 to KW-5.6: a crewed cannon fires.
pub(super) fn cannon(
    state: &mut State,
    seat: Seat,
    from: Square,
    at: Square,
    effects: &mut Effects,
) -> Result<(), Illegal> {
    let refuse = |words: String| Err(Illegal::new("KW-5.4", words));
    check_crew(state, seat, from, "KW-5.4")?;
    let line = from.line_to(at).filter(|(d, steps)| d.is_orthogonal() && *steps <= CANNON_RANGE);
    let Some((direction, steps)) = line else {
        let words =
            format!("{at} is not 1 to {CANNON_RANGE} squares north, east, south or west of {from}");
        return refuse(words);
    };
    let cell = state.cell(at);
    if let Some(unit) = cell.unit_of(seat) {
        return refuse(format!("its own side's {} stands on {at}", unit.name()));
    }
    if cell.cannon() == Some(seat) {
        return refuse(format!("its own side's cannon stands on {at}"));
    }
    let wall = first_wall(state, from, direction, steps);
    tell_shot(cannon_thing(seat), from, at, wall.unwrap_or(at), effects);
    match wall {
        Some(tile) => {
            state.set_wall(tile, false);
            effects.tell(|| Effect::Vanish { thing: WALL, at: tile, why: Why::Shot });
            kill(state, tile, Why::Fell, effects);
        }
        None => destroy(state, at, seat.other(), effects),
    }
    Ok(())
}

/// The first wall's tile on the way of a shot, its last square included.
fn first_wall(state: &State, from: Square, direction: Direction, steps: i8) -> Option<Square> {
    (1..=steps).map(|n| from.step(direction, n)).find(|square| state.cell(*square).has_wall())
}

fn tell_shot(thing: Thing, from: Square, aim: Square, hit: Square, effects: &mut Effects) {
    effects.tell(|| Effect::Shot { thing, from, aim, hit });
}
