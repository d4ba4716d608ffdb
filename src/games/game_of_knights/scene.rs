//! The drawing of a state.

use std::borrow::Cow;

use crate::rules::scene::{Aim, Arrow, Counter, Item, Scene, Symbol, Zone};
use crate::rules::seat::Seat;

use super::action::{Half, Plan};
use super::reduce::knight;
use super::state::{BOARD, Content, PLAN_COUNT, Phase, Place, State};

/// The drawing of a state.
pub(super) fn scene(state: &State) -> Scene {
    Scene {
        zones: zones(state),
        items: Place::all().filter_map(|place| item(state, place)).collect(),
        arrows: state.plans().map(|(index, plan)| arrow(state, index, plan)).collect(),
        counters: counters(state),
        ..Scene::new(BOARD)
    }
}

/// In acting, where knights would be captured if the round ended now (GK-4.1).
fn zones(state: &State) -> Vec<Zone> {
    let zone = |seat| Zone {
        seat: Some(seat),
        name: "still where it began",
        squares: state.unmoved(seat).map(Place::square).collect(),
    };
    match state.phase {
        Phase::Plan => Vec::new(),
        Phase::Act => {
            Seat::BOTH.into_iter().map(zone).filter(|zone| !zone.squares.is_empty()).collect()
        }
    }
}

fn item(state: &State, place: Place) -> Option<Item> {
    match state.holds(place) {
        Content::Free => None,
        Content::Wall => Some(Item::new(Symbol::Wall, None, "inner wall", place.square())),
        Content::Knight(start) => {
            let thing = knight(state.owner(start));
            Some(Item::new(thing.symbol, thing.seat, thing.name, place.square()))
        }
    }
}

fn arrow(state: &State, index: usize, plan: Plan) -> Arrow {
    Arrow {
        seat: state.owner(plan.knight),
        from: state.now(plan.knight).square(),
        aim: match plan.half {
            Half::Kind(_) => Aim::Open,
            Half::Way(way) => Aim::Towards(way.into()),
        },
        label: Cow::Owned(format!("{}{}", index + 1, plan.half.letter())),
        current: state.phase == Phase::Act && index == usize::from(state.next),
    }
}

fn counters(state: &State) -> Vec<Counter> {
    let rounds = state.config.rounds;
    let next = usize::from(state.next);
    // A match that is over by its last round stands before one that never begins.
    let round = state.round.min(rounds);
    let mut counters = vec![Counter::new(None, "round", format!("{round} of {rounds}"))];
    for seat in Seat::BOTH {
        let knights = state.knights[seat.index()].count();
        counters.push(Counter::new(Some(seat), "knights", knights));
        // Of any two plans in a row the first seat has one, and makes and completes it first.
        let mine = |plans: usize| {
            if seat == state.config.first { plans.div_ceil(2) } else { plans / 2 }
        };
        let (made, total) = (mine(next), mine(PLAN_COUNT));
        counters.push(match state.phase {
            Phase::Plan => Counter::new(Some(seat), "plans made", format!("{made} of {total}")),
            Phase::Act => Counter::new(Some(seat), "plans left", total - made),
        });
    }
    counters
}
