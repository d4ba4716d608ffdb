//! Moving: units and cannons, and what they take with them (KW-4, KW-6.3).

use crate::rules::effect::{Effect, Effects, Why};
use crate::rules::grid::Square;
use crate::rules::illegal::Illegal;
use crate::rules::seat::Seat;

use super::super::state::{Missile, State, Unit, cannon_thing, missile_thing};
use super::check_unit;

/// KW-4.1 to KW-4.5: a unit moves one square; a knight may capture there.
pub(super) fn step(
    state: &mut State,
    seat: Seat,
    unit: Unit,
    from: Square,
    to: Square,
    effects: &mut Effects,
) -> Result<(), Illegal> {
    let refuse = |rule, words: String| Err(Illegal::new(rule, words));
    check_unit(state, seat, unit, from, "KW-4.1")?;
    if from.distance(to) != 1 {
        return refuse("KW-4.1", format!("{to} is not one square from {from}"));
    }
    let cell = state.cell(to);
    if cell.has_wall() && unit != Unit::Archer {
        return refuse("KW-4.2", format!("a wall stands on {to}, and only archers enter walls"));
    }
    match cell.unit() {
        Some((other, side)) if side == seat => {
            return refuse("KW-4.3", format!("its own side's {} stands on {to}", other.name()));
        }
        Some(_) if unit != Unit::Knight => {
            return refuse(
                "KW-4.4",
                format!("{} {} captures nothing", unit.article(), unit.name()),
            );
        }
        Some((enemy, side)) => {
            state.take_unit(to);
            let thing = enemy.thing(side);
            effects.tell(|| Effect::Vanish { thing, at: to, why: Why::Captured });
        }
        None => {}
    }
    carry(state, seat, unit, from, to, effects);
    if cell.cannon() == Some(seat.other()) {
        state.set_cannon(to, Some(seat));
        let (from, to_thing) = (cannon_thing(seat.other()), cannon_thing(seat));
        effects.tell(|| Effect::Become { from, to: to_thing, at: to });
    }
    Ok(())
}

/// KW-4.6: a crewed cannon and its crew step one square orthogonally.
pub(super) fn move_cannon(
    state: &mut State,
    seat: Seat,
    from: Square,
    to: Square,
    effects: &mut Effects,
) -> Result<(), Illegal> {
    let refuse = |words: String| Err(Illegal::new("KW-4.6", words));
    let crew = super::check_crew(state, seat, from, "KW-4.6")?;
    let line = from.line_to(to);
    if !line.is_some_and(|(direction, steps)| steps == 1 && direction.is_orthogonal()) {
        return refuse(format!("{to} is not one square north, east, south or west of {from}"));
    }
    let cell = state.cell(to);
    if cell.has_wall() {
        return refuse(format!("a wall stands on {to}"));
    }
    if let Some((unit, _)) = cell.unit() {
        return refuse(format!("{} {} stands on {to}", unit.article(), unit.name()));
    }
    if cell.cannon().is_some() {
        return refuse(format!("another cannon stands on {to}"));
    }
    state.set_cannon(from, None);
    state.set_cannon(to, Some(seat));
    effects.tell(|| Effect::Move { thing: cannon_thing(seat), from, to });
    carry(state, seat, crew, from, to, effects);
    Ok(())
}

/// KW-6.3: a unit comes to a square; it carries the missile along, or claims it there.
fn carry(
    state: &mut State,
    seat: Seat,
    unit: Unit,
    from: Square,
    to: Square,
    effects: &mut Effects,
) {
    state.take_unit(from);
    state.put_unit(to, unit, seat);
    effects.tell(|| Effect::Move { thing: unit.thing(seat), from, to });
    match state.missile {
        Missile::Carried { by, at, fresh } if at == from => {
            state.missile = Missile::Carried { by, at: to, fresh };
            effects.tell(|| Effect::Move { thing: missile_thing(Some(by)), from, to });
        }
        Missile::Carried { at, .. } | Missile::Free(at) if at == to => {
            let was = match state.missile {
                Missile::Carried { by, .. } => Some(by),
                _ => None,
            };
            state.missile = Missile::Carried { by: seat, at, fresh: true };
            let (from, to) = (missile_thing(was), missile_thing(Some(seat)));
            effects.tell(|| Effect::Become { from, to, at });
        }
        _ => {}
    }
}
