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

#[cfg(test)]
mod tests {
    use crate::rules::game::Game;
    use crate::rules::options::Options;

    use super::super::GameOfKnights;
    use super::*;

    fn of(position: &str) -> Scene {
        let options = Options::read(&GameOfKnights::CARD, [("walls", "e5")]).expect("options");
        let config = GameOfKnights::configure(&options).expect("options");
        scene(&GameOfKnights::read_position(&config, position).expect(position))
    }

    /// The arrows as `<from> <label> <aim>`, the current one with a `*`.
    fn arrows(scene: &Scene) -> Vec<String> {
        let words = |arrow: &Arrow| {
            let aim = match arrow.aim {
                Aim::Towards(direction) => direction.word(),
                Aim::Open => "open",
                Aim::At(_) => "at",
            };
            let current = if arrow.current { "*" } else { "" };
            format!("{} {} {aim}{current}", arrow.from, arrow.label)
        };
        scene.arrows.iter().map(words).collect()
    }

    fn counters(scene: &Scene) -> Vec<String> {
        scene.counters.iter().map(|counter| format!("{} {}", counter.name, counter.value)).collect()
    }

    #[test]
    fn planning_shows_the_plans_made() {
        let scene = of("9k/10/10/10/10/4#5/10/10/10/K9 plan N a1:N,j10:D,a1:L - 3");
        assert_eq!(arrows(&scene), ["a1 1N north", "j10 2D open", "a1 3L open"]);
        assert_eq!(scene.zones, []);
        let symbols: Vec<Symbol> = scene.items.iter().map(|item| item.symbol).collect();
        assert_eq!(symbols, [Symbol::Knight, Symbol::Wall, Symbol::Knight]);
        let [north, south] = ["plans made 1 of 10", "plans made 2 of 10"];
        let expected = ["round 3 of 1000", "knights 1", south, "knights 1", north];
        assert_eq!(counters(&scene), expected);
    }

    #[test]
    fn acting_shows_the_plans_left_where_their_knights_are_and_who_is_where_it_began() {
        let scene = of("9k/10/10/10/10/4#5/10/10/K9/10 act N j10:D,a1:N,j10:S a1@a2 3");
        assert_eq!(arrows(&scene), ["j10 18D open*", "a2 19N north", "j10 20S south"]);
        let zones: Vec<_> = scene.zones.iter().map(|z| (z.seat, z.squares.len())).collect();
        assert_eq!(zones, [(Some(Seat::Second), 1)]);
        let expected =
            ["round 3 of 1000", "knights 1", "plans left 1", "knights 1", "plans left 2"];
        assert_eq!(counters(&scene), expected);
    }
}
