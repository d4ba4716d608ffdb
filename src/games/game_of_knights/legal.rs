//! Every legal action of a state.

use crate::rules::seat::Actor;

use super::action::{Action, Half, Plan};
use super::state::{Phase, State};

/// Tells every legal action of a state that is not over.
pub(super) fn legal(state: &State, tell: &mut dyn FnMut(Actor, Action)) {
    let seat = state.seat();
    let by = Actor::Seat(seat);
    match state.phase {
        Phase::Plan => {
            for knight in state.knights[seat.index()].iter() {
                for half in Half::KINDS.into_iter().chain(Half::WAYS) {
                    tell(by, Action::Plan(Plan { knight, half }));
                }
            }
        }
        Phase::Act => {
            let open: &[Half] = match state.current().map(|plan| plan.half) {
                Some(Half::Kind(_)) => &Half::WAYS,
                Some(Half::Way(_)) => &Half::KINDS,
                None => &[],
            };
            for half in open {
                tell(by, Action::Complete(*half));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::effect::Effects;
    use crate::rules::game::Game;
    use crate::rules::options::Options;
    use crate::rules::seat::Seat;

    use super::super::GameOfKnights;
    use super::super::action::parse;
    use super::super::state::Place;
    use super::*;

    /// Random numbers that are the same in every run.
    struct Random(u64);

    impl Random {
        fn below(&mut self, end: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 % end as u64) as usize
        }
    }

    fn universe() -> Vec<(Actor, Action)> {
        let halves = || Half::KINDS.into_iter().chain(Half::WAYS);
        let plans = Place::all()
            .flat_map(|knight| halves().map(move |half| Action::Plan(Plan { knight, half })));
        let actions: Vec<Action> = plans.chain(halves().map(Action::Complete)).collect();
        [Actor::Seat(Seat::First), Actor::Seat(Seat::Second), Actor::Arbiter]
            .into_iter()
            .flat_map(|by| actions.iter().map(move |action| (by, *action)))
            .collect()
    }

    /// Checks one state; gives its legal actions.
    fn check(state: &State, universe: &[(Actor, Action)]) -> Vec<(Actor, Action)> {
        let mut text = String::new();
        GameOfKnights::write_position(state, &mut text);
        let read = GameOfKnights::read_position(&state.config, &text);
        assert_eq!(read.as_ref(), Ok(state), "{text}");
        let mut listed = Vec::new();
        legal(state, &mut |by, action| listed.push((by, action)));
        let mut accepted = Vec::new();
        for (by, action) in universe {
            let mut tried = *state;
            assert_eq!(parse(&action.to_string()), Ok(*action));
            match GameOfKnights::reduce(&mut tried, *by, action, None, &mut Effects::kept()) {
                Ok(()) => accepted.push((*by, *action)),
                Err(illegal) => assert_eq!(tried, *state, "{action}: {illegal}"),
            }
        }
        let key = |(_, action): &(Actor, Action)| action.to_string();
        accepted.sort_by_key(key);
        let mut sorted = listed.clone();
        sorted.sort_by_key(key);
        assert_eq!(sorted, accepted, "{text}");
        listed
    }

    #[test]
    fn what_is_listed_is_what_is_accepted() {
        let universe = universe();
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        for (first, walls, rounds) in
            [("south", "", "1000"), ("north", "d4,e4,a5,j6,f7,g7", "3"), ("south", "c2,c9", "2")]
        {
            let given = [("first", first), ("walls", walls), ("rounds", rounds)];
            let options = Options::read(&GameOfKnights::CARD, given).expect("options");
            let config = GameOfKnights::configure(&options).expect("options");
            let mut state = GameOfKnights::start(&config);
            for _ in 0..150 {
                if GameOfKnights::outcome(&state).is_some() {
                    state = GameOfKnights::start(&config);
                }
                let listed = check(&state, &universe);
                let (by, action) = listed[random.below(listed.len())];
                let before = state;
                let mut effects = Effects::kept();
                GameOfKnights::reduce(&mut state, by, &action, None, &mut effects)
                    .expect("it is legal");
                let effects = effects.into_list();
                let words = GameOfKnights::narrate(&before, by, &action, &effects, &state);
                assert!(words.ends_with('.') && !words.contains("  "), "{words}");
            }
        }
    }
}
