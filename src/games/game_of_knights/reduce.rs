//! What an action does, and whether it is allowed: the only place that knows.

use crate::rules::effect::{Effect, Effects, Thing, Why};
use crate::rules::illegal::Illegal;
use crate::rules::outcome::Outcome;
use crate::rules::scene::Symbol;
use crate::rules::seat::{Actor, Seat};

use super::action::{Action, Half, Kind, Plan, Way};
use super::seat_card;
use super::state::{Content, PLAN_COUNT, Phase, Place, Places, State};

/// Carries out an action or refuses it.
pub(super) fn reduce(
    state: &mut State,
    by: Actor,
    action: Action,
    effects: &mut Effects,
) -> Result<(), Illegal> {
    match action {
        Action::Plan(plan) => {
            check_plan(state, by, plan)?;
            make_plan(state, plan, effects);
        }
        Action::Complete(half) => {
            let (knight, kind, way) = check_completion(state, by, half)?;
            act(state, knight, kind, way, effects);
        }
    }
    Ok(())
}

/// GK-2.1 and GK-2.2.
fn check_plan(state: &State, by: Actor, plan: Plan) -> Result<(), Illegal> {
    let seat = state.seat();
    if state.phase == Phase::Act {
        return Err(Illegal::new("GK-2.1", "all 20 plans of this round are made; now they run"));
    }
    let name = seat_card(seat).name;
    if by != Actor::Seat(seat) {
        return Err(Illegal::new("GK-2.1", format!("it is {name}'s turn to add a plan")));
    }
    if !state.knights[seat.index()].contains(plan.knight) {
        let words = format!("no knight of {name}'s stood on {} as the round began", plan.knight);
        return Err(Illegal::new("GK-2.2", words));
    }
    Ok(())
}

/// GK-3.1.
fn check_completion(state: &State, by: Actor, half: Half) -> Result<(Place, Kind, Way), Illegal> {
    let Some(plan) = state.current() else {
        return Err(Illegal::new("GK-3.1", "there is no plan to complete before all 20 are made"));
    };
    let seat = state.seat();
    if by != Actor::Seat(seat) {
        let words = format!("the next plan, {plan}, is {}'s to complete", seat_card(seat).name);
        return Err(Illegal::new("GK-3.1", words));
    }
    let Some((kind, way)) = plan.half.with(half) else {
        return Err(Illegal::new(
            "GK-3.1",
            match half {
                Half::Kind(_) => "the action type is planned already; a direction is missing",
                Half::Way(_) => "the direction is planned already; an action type is missing",
            },
        ));
    };
    Ok((plan.knight, kind, way))
}

/// A knight, as effects tell of it.
pub(super) const fn knight(seat: Option<Seat>) -> Thing {
    Thing { symbol: Symbol::Knight, seat, name: "knight" }
}

fn make_plan(state: &mut State, plan: Plan, effects: &mut Effects) {
    state.plans[usize::from(state.next)] = Some(plan);
    state.next += 1;
    if usize::from(state.next) == PLAN_COUNT {
        state.phase = Phase::Act;
        state.next = 0;
        effects.tell(|| Effect::Begin { seat: None, what: "acting" });
    }
}

fn act(state: &mut State, start: Place, kind: Kind, way: Way, effects: &mut Effects) {
    let from = state.now(start);
    let course = course(state, from, kind, way);
    if let Some((pushed, to)) = course.pushed {
        shift(state, pushed, to, effects);
    }
    if course.to == from {
        let thing = knight(state.owner(start));
        effects.tell(|| Effect::Stay { thing, at: from.square() });
    } else {
        shift(state, start, course.to, effects);
    }
    state.plans[usize::from(state.next)] = None;
    state.next += 1;
    if usize::from(state.next) == PLAN_COUNT {
        end_round(state, effects);
    }
}

fn shift(state: &mut State, start: Place, to: Place, effects: &mut Effects) {
    effects.tell(|| Effect::Move {
        thing: knight(state.owner(start)),
        from: state.now(start).square(),
        to: to.square(),
    });
    state.shift(start, to);
}

/// Where an action leads, before anything has moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Course {
    /// Where the knight ends: where it is, if it does not move.
    pub(super) to: Place,
    /// The knight that it pushes, by its start, and where that one ends.
    pub(super) pushed: Option<(Place, Place)>,
    /// What kept it from going on; in a push, also what is behind a knight that is in the way.
    pub(super) block: Option<Block>,
}

/// What can be in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Block {
    /// The walls around the board.
    Edge,
    /// An inner wall.
    Wall(Place),
    /// A knight of either side, by its start.
    Knight(Place),
}

/// The square itself if it is free, or what is in the way there.
fn free(state: &State, place: Option<Place>) -> Result<Place, Block> {
    let place = place.ok_or(Block::Edge)?;
    match state.holds(place) {
        Content::Free => Ok(place),
        Content::Wall => Err(Block::Wall(place)),
        Content::Knight(start) => Err(Block::Knight(start)),
    }
}

/// Where a knight on `from` is led by an action.
pub(super) fn course(state: &State, from: Place, kind: Kind, way: Way) -> Course {
    match kind {
        Kind::Dash => dash(state, from, way),
        Kind::Leap => leap(state, from, way),
        Kind::Push => push(state, from, way),
    }
}

/// GK-3.2.
fn dash(state: &State, from: Place, way: Way) -> Course {
    let mut course = Course { to: from, pushed: None, block: None };
    for _ in 0..3 {
        match free(state, course.to.step(way)) {
            Ok(next) => course.to = next,
            Err(block) => return Course { block: Some(block), ..course },
        }
    }
    course
}

/// GK-3.3.
fn leap(state: &State, from: Place, way: Way) -> Course {
    match free(state, from.step(way).and_then(|over| over.step(way))) {
        Ok(to) => Course { to, pushed: None, block: None },
        Err(block) => Course { to: from, pushed: None, block: Some(block) },
    }
}

/// GK-3.4.
fn push(state: &State, from: Place, way: Way) -> Course {
    let stay = |block| Course { to: from, pushed: None, block: Some(block) };
    match free(state, from.step(way)) {
        Ok(to) => Course { to, pushed: None, block: None },
        Err(Block::Knight(start)) => {
            let to = state.now(start);
            match free(state, to.step(way)) {
                Ok(behind) => Course { to, pushed: Some((start, behind)), block: None },
                Err(block) => stay(block),
            }
        }
        Err(block) => stay(block),
    }
}

/// GK-4: captures every knight that is where it began, and begins the next round.
fn end_round(state: &mut State, effects: &mut Effects) {
    let mut next = State::bare(state.config, state.round.saturating_add(1));
    for seat in Seat::BOTH {
        for start in state.knights[seat.index()].iter() {
            let now = state.now(start);
            if now == start {
                let (thing, at) = (knight(Some(seat)), now.square());
                effects.tell(|| Effect::Vanish { thing, at, why: Why::Captured });
            } else {
                next.put(seat, now, now);
            }
        }
    }
    *state = next;
    if outcome(state).is_none() {
        effects.tell(|| Effect::Begin { seat: None, what: "round" });
    }
}

/// GK-5: how the match ended, if it has.
pub(super) fn outcome(state: &State) -> Option<Outcome> {
    let bare = state.knights.map(Places::is_empty);
    if bare != [false, false] {
        return lost(bare, "GK-5.1", ["no knights left", "no knights left on either side"]);
    }
    if state.round > state.config.rounds {
        let [south, north] = state.counts();
        let fewer = if south == north { [true, true] } else { [south < north, north < south] };
        let words =
            ["more knights after the last round", "as many knights each after the last round"];
        return lost(fewer, "GK-5.3", words);
    }
    if state.phase == Phase::Plan && state.next == 0 {
        let stuck = state.knights.map(|knights| !knights.iter().any(|k| can_move(state, k)));
        let words = ["no knight can be moved", "no knight on either side can be moved"];
        return lost(stuck, "GK-5.2", words);
    }
    None
}

/// What it means that these sides have lost; the words are for one side, and for both.
fn lost(sides: [bool; 2], rule: &'static str, words: [&'static str; 2]) -> Option<Outcome> {
    match sides {
        [true, true] => Some(Outcome::draw(rule, words[1])),
        [true, false] => Some(Outcome::win(Seat::Second, rule, words[0])),
        [false, true] => Some(Outcome::win(Seat::First, rule, words[0])),
        [false, false] => None,
    }
}

/// Whether any action would move a knight on `from`. A dash moves where the next square is free, a
/// leap where the one after it is; a push where either of them is.
fn can_move(state: &State, from: Place) -> bool {
    Way::ALL.into_iter().any(|way| {
        let next = from.step(way);
        let behind = next.and_then(|next| next.step(way));
        free(state, next).is_ok() || free(state, behind).is_ok()
    })
}
