//! Setup: what may be placed where (KW-2).

use crate::rules::effect::{Effect, Effects};
use crate::rules::grid::Square;
use crate::rules::illegal::Illegal;
use crate::rules::seat::{Actor, Seat};

use super::super::action::{Action, Placed};
use super::super::name;
use super::super::state::{KNIGHT_REACH, Phase, Stage, State, Unit, WALL, cannon_thing};

/// An action in setup.
pub(super) fn reduce(
    state: &mut State,
    stage: Stage,
    left: [u8; 2],
    by: Actor,
    action: Action,
    effects: &mut Effects,
) -> Result<(), Illegal> {
    let refuse = |words: String| Err(Illegal::new("KW-2.1", words));
    let Actor::Seat(seat) = by else {
        return refuse("in setup only South and North act".to_owned());
    };
    match action {
        Action::Wall(from, to) => {
            check_stage(stage, Stage::Walls)?;
            check_area(state, seat, from)?;
            check_area(state, seat, to)?;
            check_left(stage, seat, left)?;
            wall(state, from, to, effects)?;
        }
        Action::Place(what, at) => {
            check_stage(stage, what.stage())?;
            check_area(state, seat, at)?;
            check_left(stage, seat, left)?;
            place(state, seat, what, at, effects)?;
        }
        _ => return refuse(format!("setup is not over: now {} are placed", stage.word())),
    }
    count(state, stage, left, seat, effects);
    Ok(())
}

/// KW-2.1: the stages come one after the other.
fn check_stage(now: Stage, wanted: Stage) -> Result<(), Illegal> {
    if now == wanted {
        return Ok(());
    }
    let words = format!("now {} are placed, not {}", now.word(), wanted.word());
    Err(Illegal::new("KW-2.1", words))
}

/// KW-2.1: everything is placed in one's own area.
fn check_area(state: &State, seat: Seat, at: Square) -> Result<(), Illegal> {
    match state.config.area(at) {
        Some(side) if side == seat => Ok(()),
        Some(side) => Err(Illegal::new("KW-2.1", format!("{at} lies in {}'s area", name(side)))),
        None => Err(Illegal::new("KW-2.1", format!("{at} lies in the DMZ"))),
    }
}

/// Nobody places more than belongs to a stage.
fn check_left(stage: Stage, seat: Seat, left: [u8; 2]) -> Result<(), Illegal> {
    if left[seat.index()] > 0 {
        return Ok(());
    }
    let words = match stage {
        Stage::Kings => format!("{} has placed its king", name(seat)),
        _ => format!("{} has placed all its {} {}", name(seat), stage.count(), stage.word()),
    };
    Err(Illegal::new(stage.rule(), words))
}

/// KW-2.2: three tiles in a row or a column, none of them on another's.
fn wall(state: &mut State, from: Square, to: Square, effects: &mut Effects) -> Result<(), Illegal> {
    let (files, ranks) = (to.file - from.file, to.rank - from.rank);
    if !matches!((files, ranks), (2, 0) | (0, 2)) {
        let words = format!("{from} and {to} are not the ends of three tiles in a row or a column");
        return Err(Illegal::new("KW-2.2", words));
    }
    let middle = Square::new(from.file + files / 2, from.rank + ranks / 2);
    let tiles = [from, middle, to];
    if let Some(at) = tiles.into_iter().find(|at| state.cell(*at).has_wall()) {
        return Err(Illegal::new("KW-2.2", format!("a wall stands on {at} already")));
    }
    for at in tiles {
        state.set_wall(at, true);
        effects.tell(|| Effect::Appear { thing: WALL, at });
    }
    Ok(())
}

/// KW-2.3 to KW-2.6: a king, an archer, a knight or a cannon.
fn place(
    state: &mut State,
    seat: Seat,
    what: Placed,
    at: Square,
    effects: &mut Effects,
) -> Result<(), Illegal> {
    check_place(state, seat, what, at).map_err(|words| Illegal::new(what.stage().rule(), words))?;
    let thing = match what {
        Placed::Unit(unit) => {
            state.put_unit(at, unit, seat);
            unit.thing(seat)
        }
        Placed::Cannon => {
            state.set_cannon(at, Some(seat));
            cannon_thing(seat)
        }
    };
    effects.tell(|| Effect::Appear { thing, at });
    Ok(())
}

/// Whether a thing may stand on a square of its side's area.
fn check_place(state: &State, seat: Seat, what: Placed, at: Square) -> Result<(), String> {
    let cell = state.cell(at);
    let near = |king: Square| king.distance(at) <= KNIGHT_REACH;
    if what == Placed::Unit(Unit::Knight) && !state.king(seat).is_some_and(near) {
        let who = name(seat);
        return Err(format!("{at} is more than {KNIGHT_REACH} squares from {who}'s king"));
    }
    match (what, cell.has_wall()) {
        (Placed::Unit(Unit::Archer), true) => {}
        (Placed::Unit(Unit::Archer), false) => return Err(format!("no wall stands on {at}")),
        (_, true) => return Err(format!("a wall stands on {at}")),
        (_, false) => {}
    }
    if let Some((unit, _)) = cell.unit() {
        return Err(format!("{} {} stands on {at}", unit.article(), unit.name()));
    }
    if cell.cannon().is_some() {
        return Err(format!("a cannon stands on {at}"));
    }
    Ok(())
}

/// One thing less to place; the stage ends when both sides have placed all.
fn count(state: &mut State, stage: Stage, mut left: [u8; 2], seat: Seat, effects: &mut Effects) {
    left[seat.index()] = left[seat.index()].saturating_sub(1);
    if left != [0, 0] {
        state.phase = Phase::Setup { stage, left };
        return;
    }
    match stage.next() {
        Some(stage) => {
            state.phase = Phase::Setup { stage, left: [stage.count(); 2] };
            effects.tell(|| Effect::Begin { seat: None, what: stage.word() });
        }
        None => super::begin_turn(state, state.config.first, effects),
    }
}
