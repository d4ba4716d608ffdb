//! All legal actions of a state. The reducer decides; this list is checked against it.

use crate::rules::grid::{Direction, Square};
use crate::rules::seat::{Actor, Seat};

use super::action::{Action, Gun, Placed};
use super::reduce::{ARROW_RANGE, CANNON_RANGE, MUSKET_RANGE};
use super::state::{Cell, KNIGHT_REACH, Missile, Phase, Stage, State, Unit};

/// Tells every legal action, each once.
pub(super) fn legal(state: &State, tell: &mut dyn FnMut(Actor, Action)) {
    match state.phase {
        Phase::Setup { stage, left } => {
            for seat in Seat::BOTH.into_iter().filter(|seat| left[seat.index()] > 0) {
                placements(state, stage, seat, &mut |action| tell(Actor::Seat(seat), action));
            }
        }
        Phase::Play { seat, ap } => {
            play(state, seat, ap, &mut |action| tell(Actor::Seat(seat), action));
            if state.missile == Missile::Waiting {
                tell(Actor::Arbiter, Action::Clock);
            }
        }
    }
}

/// What a side may place.
fn placements(state: &State, stage: Stage, seat: Seat, tell: &mut dyn FnMut(Action)) {
    let squares = state.config.area_squares(seat);
    let what = match stage {
        Stage::Walls => {
            squares.for_each(|from| walls(state, seat, from, tell));
            return;
        }
        Stage::Kings => Placed::Unit(Unit::King),
        Stage::Archers => Placed::Unit(Unit::Archer),
        Stage::Knights => Placed::Unit(Unit::Knight),
        Stage::Cannons => Placed::Cannon,
    };
    let fits = |at: Square| {
        let cell = state.cell(at);
        match stage {
            Stage::Walls | Stage::Kings => !cell.has_wall(),
            Stage::Archers => cell.has_wall() && cell.unit().is_none(),
            Stage::Knights => {
                let near = |king: Square| king.distance(at) <= KNIGHT_REACH;
                cell.is_empty() && state.king(seat).is_some_and(near)
            }
            Stage::Cannons => cell.is_empty(),
        }
    };
    squares.filter(|at| fits(*at)).for_each(|at| tell(Action::Place(what, at)));
}

/// The walls that begin on a square.
fn walls(state: &State, seat: Seat, from: Square, tell: &mut dyn FnMut(Action)) {
    let free = |at: Square| {
        state.config.size.contains(at)
            && state.config.area(at) == Some(seat)
            && !state.cell(at).has_wall()
    };
    for direction in [Direction::E, Direction::N] {
        if (0..3).all(|n| free(from.step(direction, n))) {
            tell(Action::Wall(from, from.step(direction, 2)));
        }
    }
}

/// What the side in turn may do.
fn play(state: &State, seat: Seat, ap: u8, tell: &mut dyn FnMut(Action)) {
    tell(Action::End);
    if ap >= Action::Missile.cost()
        && matches!(state.missile, Missile::Carried { by, fresh: false, .. } if by == seat)
    {
        tell(Action::Missile);
    }
    if ap == 0 {
        return;
    }
    for (from, cell) in state.squares() {
        let Some(unit) = cell.unit_of(seat) else { continue };
        steps(state, seat, unit, from, tell);
        if unit == Unit::Archer && cell.has_wall() {
            arrows(state, seat, from, tell);
        }
        if unit == Unit::King && state.muskets[seat.index()] == 0 && ap >= 2 {
            musket_shots(state, seat, from, tell);
        }
        if cell.cannon().is_some() {
            cannon_actions(state, seat, from, tell);
        }
    }
}

/// The squares from `from` on in a direction with what stands on them, up to a range.
fn ray(
    state: &State,
    from: Square,
    direction: Direction,
    range: i8,
) -> impl Iterator<Item = (Square, Cell)> + '_ {
    (1..=range)
        .map(move |n| from.step(direction, n))
        .take_while(|at| state.config.size.contains(*at))
        .map(|at| (at, state.cell(at)))
}

fn steps(state: &State, seat: Seat, unit: Unit, from: Square, tell: &mut dyn FnMut(Action)) {
    for to in state.config.size.around(from, &Direction::ALL) {
        let cell = state.cell(to);
        let takes = cell.unit_of(seat.other()).is_some();
        let wall = cell.has_wall() && unit != Unit::Archer;
        let stopped = if takes { unit != Unit::Knight } else { cell.unit().is_some() };
        if !wall && !stopped {
            tell(Action::Step { unit, from, to, takes });
        }
    }
}

fn arrows(state: &State, seat: Seat, from: Square, tell: &mut dyn FnMut(Action)) {
    for direction in Direction::ALL {
        for (at, cell) in ray(state, from, direction, ARROW_RANGE) {
            if cell.unit_of(seat).is_none() {
                tell(Action::Shoot(Gun::Arrow, from, at));
            }
            if cell.has_wall() {
                break;
            }
        }
    }
}

fn musket_shots(state: &State, seat: Seat, from: Square, tell: &mut dyn FnMut(Action)) {
    for direction in Direction::ALL {
        let stop = ray(state, from, direction, MUSKET_RANGE).find(|(_, cell)| !cell.is_empty());
        if let Some((at, cell)) = stop
            && cell.unit_of(seat.other()).is_some()
        {
            tell(Action::Shoot(Gun::Musket, from, at));
        }
    }
}

fn cannon_actions(state: &State, seat: Seat, from: Square, tell: &mut dyn FnMut(Action)) {
    for direction in Direction::ORTHOGONAL {
        for (at, cell) in ray(state, from, direction, CANNON_RANGE) {
            if cell.unit_of(seat).is_none() && cell.cannon() != Some(seat) {
                tell(Action::Shoot(Gun::Cannon, from, at));
            }
        }
        if let Some((to, cell)) = ray(state, from, direction, 1).next()
            && cell.is_empty()
        {
            tell(Action::MoveCannon(from, to));
        }
    }
}

#[cfg(test)]
#[path = "../../../tests/games/universe/knights_walls_balls.rs"]
mod universe;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::{KnightsWallsBalls, State};
    use super::universe::universe;
    use crate::rules::any::{AnyGame, Behind, Play, View};
    use crate::rules::effect::Effects;
    use crate::rules::game::Game;
    use crate::rules::options::Options;

    /// A small xorshift: the same walk every time.
    struct Random(u64);

    impl Random {
        fn below(&mut self, n: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            usize::try_from(self.0 >> 33).expect("31 bits") % n
        }
    }

    fn lines(play: &dyn Play) -> Vec<String> {
        let list = play.legal().into_iter().map(|(by, text)| (play.card().letter(by), text));
        list.map(|(letter, text)| format!("{letter} {text}")).collect()
    }

    /// Listed ⇔ accepted, over the universe; a refusal changes nothing.
    fn check_list(play: &mut Box<dyn Play>, options: &[(String, String)]) {
        let position = play.position(View::Told);
        let list = lines(&**play);
        let listed: BTreeSet<&str> = list.iter().map(String::as_str).collect();
        assert_eq!(listed.len(), list.len(), "{position}: listed twice");
        let universe = universe(&position, options);
        let own = list.len() - 6;
        let in_universe = universe.iter().filter(|line| listed.contains(line.as_str())).count();
        assert_eq!(in_universe, own, "{position}: the universe misses some of {list:?}");
        for line in &universe {
            let (letter, text) = line.split_once(' ').expect("a letter");
            let by = play.card().actor(letter).expect("a seat");
            if !listed.contains(line.as_str()) {
                assert!(play.act(by, text, None).is_err(), "{position}: {line} is not listed");
            }
        }
        assert_eq!(play.position(View::Told), position, "a refusal changed the state");
        for line in &list {
            let (letter, text) = line.split_once(' ').expect("a letter");
            let by = play.card().actor(letter).expect("a seat");
            let told = play.fork().tell(by, text, None, View::Told);
            let told = told.unwrap_or_else(|e| panic!("{position}: {line} is listed: {e}"));
            assert_eq!(told.shown, text);
            assert!(told.words.ends_with('.'), "{}", told.words);
        }
    }

    fn walk(seed: u64, chosen: &[(&str, &str)]) {
        let game = Behind::<KnightsWallsBalls>::text();
        let options = Options::read(game.card(), chosen.iter().copied()).expect("options");
        let pairs: Vec<(String, String)> =
            chosen.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        let mut play = game.begin(&options, None).expect("a start");
        let config = KnightsWallsBalls::configure(&options).expect("options");
        let mut state = State::start(&config);
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for ply in 0..300 {
            if play.outcome().is_some() {
                break;
            }
            let position = play.position(View::Told);
            let again = game.begin(&options, Some(&position)).expect(&position);
            assert_eq!(again.position(View::Told), position);
            let read = KnightsWallsBalls::read_position(&config, &position);
            assert_eq!(read.as_ref(), Ok(&state));
            if (ply + seed).is_multiple_of(31) {
                assert_eq!(lines(&*again), lines(&*play), "{position}");
                check_list(&mut play, &pairs);
            }
            let list: Vec<_> = play.legal();
            let own = &list[..list.len() - 6];
            // Shots, captures and the missile more often than their share, `end` less.
            let mut pick = random.below(own.len());
            for _ in 0..4 {
                if !own[pick].1.contains(['*', 'x', 'm']) {
                    pick = random.below(own.len());
                }
            }
            let (by, text) = &own[pick];
            assert!(play.actor_of(text) == Some(*by), "{position}: {text}");
            play.act(*by, text, None).expect(text);
            let action = KnightsWallsBalls::parse(&state, text).expect(text);
            let mut effects = Effects::ignored();
            KnightsWallsBalls::reduce(&mut state, *by, &action, None, &mut effects).expect(text);
        }
    }

    #[test]
    fn what_is_listed_is_what_is_accepted() {
        let small = [("board", "9x9"), ("dmz", "1")];
        for seed in 1..9 {
            walk(seed, &small);
        }
        walk(15, &[]);
        walk(16, &[("board", "26x25"), ("dmz", "7"), ("first", "north")]);
        walk(17, &[("board", "10x13"), ("dmz", "5"), ("clock", "1")]);
    }
}
