//! What is allowed, and what it does: the only place that knows.

mod place;
mod shoot;
mod step;

pub(super) use shoot::{ARROW_RANGE, CANNON_RANGE, MUSKET_RANGE};

use crate::rules::effect::{Effect, Effects, Why};
use crate::rules::grid::Square;
use crate::rules::illegal::Illegal;
use crate::rules::seat::{Actor, Seat};

use super::action::{Action, Gun};
use super::name;
use super::state::{Missile, Phase, State, TURN_AP, Unit, cannon_thing, missile_thing};

/// Carries out an action, or refuses it and leaves the state as it was.
///
/// # Errors
/// The rule that the action breaks.
pub(super) fn reduce(
    state: &mut State,
    by: Actor,
    action: Action,
    effects: &mut Effects,
) -> Result<(), Illegal> {
    check_mark(state, by, action)?;
    if action == Action::Clock {
        return run_out(state, by);
    }
    match state.phase {
        Phase::Setup { stage, left } => place::reduce(state, stage, left, by, action, effects),
        Phase::Play { seat, ap } => play(state, seat, ap, by, action, effects),
    }
}

/// A step is written `x` exactly when an enemy unit stands on its square.
fn check_mark(state: &State, by: Actor, action: Action) -> Result<(), Illegal> {
    let Action::Step { unit, from, to, takes } = action else { return Ok(()) };
    let enemy = by.seat().and_then(|seat| state.cell(to).unit_of(seat.other()));
    if enemy.is_some() == takes {
        return Ok(());
    }
    let enemy =
        enemy.map_or("no enemy unit".to_owned(), |unit| format!("an enemy {}", unit.name()));
    let right = Action::Step { unit, from, to, takes: !takes };
    Err(Illegal::notation(format!("{enemy} stands on {to}: the step is written {right}")))
}

/// KW-6.1: the clock has run out.
fn run_out(state: &mut State, by: Actor) -> Result<(), Illegal> {
    let refuse = |words| Err(Illegal::new("KW-6.1", words));
    match (by, state.phase, state.missile) {
        (Actor::Seat(_), ..) => refuse("only the arbiter (*) writes that the clock has run out"),
        (_, Phase::Setup { .. }, _) => refuse("the clock does not run in setup"),
        (_, Phase::Play { .. }, Missile::Waiting) => {
            state.missile = Missile::Due;
            Ok(())
        }
        (_, Phase::Play { .. }, _) => refuse("the clock has run out already"),
    }
}

/// An action of the side in turn.
fn play(
    state: &mut State,
    seat: Seat,
    ap: u8,
    by: Actor,
    action: Action,
    effects: &mut Effects,
) -> Result<(), Illegal> {
    if by != Actor::Seat(seat) {
        return Err(Illegal::new("KW-3.1", format!("it is {}'s turn", name(seat))));
    }
    let cost = action.cost();
    if cost > ap {
        let points = if ap == 1 { "point is" } else { "points are" };
        let words = format!("it costs {cost} action points, and {ap} {points} left");
        return Err(Illegal::new("KW-3.1", words));
    }
    match action {
        Action::Step { unit, from, to, .. } => step::step(state, seat, unit, from, to, effects)?,
        Action::MoveCannon(from, to) => step::move_cannon(state, seat, from, to, effects)?,
        Action::Shoot(Gun::Arrow, from, at) => shoot::arrow(state, seat, from, at, effects)?,
        Action::Shoot(Gun::Musket, from, at) => shoot::musket(state, seat, from, at, effects)?,
        Action::Shoot(Gun::Cannon, from, at) => shoot::cannon(state, seat, from, at, effects)?,
        Action::Missile => fire_missile(state, seat, effects)?,
        Action::End => {}
        Action::Wall(..) | Action::Place(..) | Action::Clock => {
            return Err(Illegal::new("KW-2.1", "setup is over: nothing is placed in play"));
        }
    }
    let ap = ap - cost;
    state.phase = Phase::Play { seat, ap };
    let ends = matches!(action, Action::End | Action::Shoot(Gun::Cannon, ..));
    if (ends || ap == 0) && state.outcome().is_none() {
        begin_turn(state, seat.other(), effects);
    }
    Ok(())
}

/// KW-3.1, KW-5.3, KW-6.2: a side's turn starts.
fn begin_turn(state: &mut State, seat: Seat, effects: &mut Effects) {
    state.phase = Phase::Play { seat, ap: TURN_AP };
    state.turn = state.turn.saturating_add(1);
    let musket = &mut state.muskets[seat.index()];
    *musket = musket.saturating_sub(1);
    effects.tell(|| Effect::Begin { seat: Some(seat), what: "turn" });
    match state.missile {
        Missile::Carried { by, at, fresh: true } => {
            state.missile = Missile::Carried { by, at, fresh: false };
        }
        Missile::Due => {
            if let Some(at) = landing(state) {
                state.missile = Missile::Free(at);
                effects.tell(|| Effect::Appear { thing: missile_thing(None), at });
            }
        }
        _ => {}
    }
}

/// KW-6.2: the square on which the missile appears, if there is one.
fn landing(state: &State) -> Option<Square> {
    let units: Vec<(Square, Seat)> =
        state.squares().filter_map(|(at, cell)| cell.unit().map(|(_, seat)| (at, seat))).collect();
    let nearest = |at: Square, seat: Seat| {
        units.iter().filter(|(_, s)| *s == seat).map(|(unit, _)| at.distance(*unit)).min()
    };
    let size = state.config.size;
    // Twice the distance to the board's middle line, which lies between two files if they are even.
    let off_middle = |n: i8, count: i8| (2 * n - (count - 1)).unsigned_abs();
    state.config.dmz_squares().filter(|at| state.cell(*at).is_empty()).min_by_key(|at| {
        let [south, north] = Seat::BOTH.map(|seat| nearest(*at, seat).unwrap_or(u8::MAX));
        let (file, rank) = (off_middle(at.file, size.files), off_middle(at.rank, size.ranks));
        (south.abs_diff(north), file, rank, *at)
    })
}

/// KW-6.4: the missile takes all enemy units and cannons away.
fn fire_missile(state: &mut State, seat: Seat, effects: &mut Effects) -> Result<(), Illegal> {
    let refuse = |words: String| Err(Illegal::new("KW-6.4", words));
    let from = match state.missile {
        Missile::Carried { by, at, fresh: false } if by == seat => at,
        Missile::Carried { by, at, .. } if by == seat => {
            return refuse(format!("the unit on {at} claimed the missile in this turn"));
        }
        Missile::Carried { by, at, .. } => {
            return refuse(format!("{}'s unit on {at} carries the missile", name(by)));
        }
        Missile::Free(at) => return refuse(format!("the missile on {at} is unclaimed")),
        Missile::Waiting | Missile::Due => return refuse("there is no missile yet".to_owned()),
        Missile::Spent => return refuse("the missile has been fired".to_owned()),
    };
    let target = state.king(seat.other()).unwrap_or(from);
    let thing = missile_thing(Some(seat));
    effects.tell(|| Effect::Shot { thing, from, aim: target, hit: target });
    effects.tell(|| Effect::Vanish { thing, at: from, why: Why::Removed });
    for at in state.config.size.squares() {
        destroy(state, at, seat.other(), effects);
    }
    state.missile = Missile::Spent;
    Ok(())
}

/// Takes a side's unit and cannon off a square.
fn destroy(state: &mut State, at: Square, side: Seat, effects: &mut Effects) {
    if state.cell(at).unit_of(side).is_some() {
        kill(state, at, Why::Shot, effects);
    }
    if state.cell(at).cannon() == Some(side) {
        state.set_cannon(at, None);
        effects.tell(|| Effect::Vanish { thing: cannon_thing(side), at, why: Why::Shot });
    }
}

/// KW-6.3: the unit on a square dies; a missile that it carried stays there, unclaimed.
fn kill(state: &mut State, at: Square, why: Why, effects: &mut Effects) {
    let Some((unit, seat)) = state.take_unit(at) else { return };
    effects.tell(|| Effect::Vanish { thing: unit.thing(seat), at, why });
    if let Missile::Carried { by, at: missile, .. } = state.missile
        && missile == at
    {
        state.missile = Missile::Free(at);
        let (from, to) = (missile_thing(Some(by)), missile_thing(None));
        effects.tell(|| Effect::Become { from, to, at });
    }
}

/// KW-3.2: that unit of one's own must stand there.
fn check_unit(
    state: &State,
    seat: Seat,
    unit: Unit,
    at: Square,
    rule: &'static str,
) -> Result<(), Illegal> {
    if state.cell(at).unit() == Some((unit, seat)) {
        return Ok(());
    }
    Err(Illegal::new(rule, format!("no {} of {} stands on {at}", unit.name(), name(seat))))
}

/// KW-3.2: a cannon of one's own with a crew must stand there.
fn check_crew(state: &State, seat: Seat, at: Square, rule: &'static str) -> Result<Unit, Illegal> {
    let cell = state.cell(at);
    if cell.cannon() != Some(seat) {
        return Err(Illegal::new(rule, format!("no cannon of {} stands on {at}", name(seat))));
    }
    let crew = cell.unit_of(seat);
    crew.ok_or_else(|| Illegal::new(rule, format!("the cannon on {at} has no crew")))
}
