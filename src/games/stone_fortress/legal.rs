//! All legal actions of a state: what pieces could do, asked of the reducer.

use super::action::Action;
use super::reduce::check;
use super::state::{BOARD, Kind, Piece, Stage, State, first_line, mine_rank};
use crate::rules::grid::{Direction, Square};
use crate::rules::seat::{Actor, Seat};

/// Where legal actions are told.
type Tell<'a> = &'a mut dyn FnMut(Actor, Action);

/// Tells every legal action.
pub(super) fn legal(state: &State, tell: Tell<'_>) {
    match state.stage {
        Stage::Setup => Seat::BOTH.into_iter().for_each(|seat| placings(state, seat, tell)),
        Stage::Turn { seat, .. } => turn(&mut Asked { state, seat, tell }),
    }
}

fn placings(state: &State, seat: Seat, tell: Tell<'_>) {
    let mut asked = Asked { state, seat, tell };
    for kind in [Kind::Lord, Kind::Infantry] {
        for at in BOARD.squares() {
            asked.ask(Action::Place { kind, at });
        }
    }
}

fn turn(asked: &mut Asked<'_, '_>) {
    let (state, seat) = (asked.state, asked.seat);
    asked.ask(Action::End);
    for from in BOARD.squares() {
        let Some(piece) = state.piece(from).filter(|piece| piece.seat == seat) else { continue };
        if state.is_spent(from) {
            continue;
        }
        match piece.kind {
            Kind::Lord => {
                steps_and_hits(asked, piece.kind, from, 1);
                changes(asked, from);
                calls(asked, from);
            }
            Kind::Infantry => {
                steps_and_hits(asked, piece.kind, from, 1);
                arrows(asked, from);
                breaks(asked, piece.kind, from);
                stones(asked, from);
                asked.ask(Action::Enter { from, place: beside_mine(seat, from.file) });
            }
            Kind::Knight | Kind::Tower => steps_and_hits(asked, piece.kind, from, 1),
            Kind::Rider => steps_and_hits(asked, piece.kind, from, 4),
            Kind::Trebuchet => {
                steps_and_hits(asked, piece.kind, from, 1);
                throws(asked, from);
            }
            Kind::Ram => {
                steps_and_hits(asked, piece.kind, from, 1);
                breaks(asked, piece.kind, from);
            }
        }
    }
    for file in 0..8 {
        let (place, to) = (beside_mine(seat, file), Square::new(file, first_line(seat)));
        if state.mine_place(seat, file) {
            asked.ask(Action::Return { place, to });
        }
    }
}

const fn beside_mine(seat: Seat, file: i8) -> Square {
    Square::new(file, mine_rank(seat))
}

/// A state that is asked about one side's actions.
struct Asked<'a, 'b> {
    state: &'a State,
    seat: Seat,
    tell: Tell<'b>,
}

impl Asked<'_, '_> {
    fn ask(&mut self, action: Action) {
        let by = Actor::Seat(self.seat);
        if check(self.state, by, &action).is_ok() {
            (self.tell)(by, action);
        }
    }

    /// The enemy's piece on a square.
    fn enemy(&self, square: Square) -> Option<Piece> {
        self.state.piece(square).filter(|piece| piece.seat != self.seat)
    }
}

fn steps_and_hits(asked: &mut Asked<'_, '_>, kind: Kind, from: Square, most: usize) {
    for direction in Direction::ALL {
        for to in BOARD.ray(from, direction).take(most) {
            if asked.enemy(to).is_some() {
                asked.ask(Action::Melee { kind, from, to, captures: true });
                asked.ask(Action::Melee { kind, from, to, captures: false });
            } else {
                asked.ask(Action::Step { kind, from, to });
            }
        }
    }
}

fn arrows(asked: &mut Asked<'_, '_>, from: Square) {
    if asked.state.wall(from).is_none() {
        return;
    }
    for direction in Direction::ALL {
        let aim = from.step(direction, 2);
        if BOARD.contains(aim) && asked.enemy(aim).is_some() {
            asked.ask(Action::Shot { kind: Kind::Infantry, from, aim });
        }
    }
}

fn throws(asked: &mut Asked<'_, '_>, from: Square) {
    for direction in Direction::ALL {
        for aim in BOARD.ray(from, direction).skip(1) {
            asked.ask(Action::Shot { kind: Kind::Trebuchet, from, aim });
        }
    }
}

fn breaks(asked: &mut Asked<'_, '_>, kind: Kind, from: Square) {
    for at in BOARD.around(from, &Direction::ALL) {
        if asked.state.wall(at).is_some_and(|wall| wall.seat != asked.seat) {
            asked.ask(Action::Break { kind, from, at });
        }
    }
}

fn stones(asked: &mut Asked<'_, '_>, from: Square) {
    for at in BOARD.around(from, &Direction::ORTHOGONAL) {
        asked.ask(Action::Build { from, at });
        asked.ask(Action::Dismantle { from, at });
        for kind in Kind::MACHINES {
            asked.ask(Action::Machine { from, kind, at });
        }
    }
}

fn changes(asked: &mut Asked<'_, '_>, lord: Square) {
    for at in BOARD.around(lord, &Direction::ALL) {
        for kind in [Kind::Knight, Kind::Rider, Kind::Infantry] {
            asked.ask(Action::Change { lord, kind, at });
        }
    }
}

fn calls(asked: &mut Asked<'_, '_>, lord: Square) {
    for first in BOARD.around(lord, &Direction::ORTHOGONAL) {
        asked.ask(Action::Call { lord, first, second: None });
        for second in BOARD.around(lord, &Direction::ORTHOGONAL).filter(|s| *s > first) {
            asked.ask(Action::Call { lord, first, second: Some(second) });
        }
    }
}

#[cfg(test)]
#[path = "../../../tests/games/universe/stone_fortress.rs"]
mod universe;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::universe;
    use crate::games::stone_fortress::StoneFortress;
    use crate::rules::any::{AnyGame, Behind, Play, View};
    use crate::rules::common::Common;
    use crate::rules::options::Options;

    const VECTORS: &str = include_str!("../../../tests/games/vectors/stone-fortress.ndjson");

    static GAME: Behind<StoneFortress> = Behind::text();

    struct Shift(u64);

    impl Shift {
        fn below(&mut self, most: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 % most as u64) as usize
        }
    }

    /// What stands between `from` and `to` in a line of the vectors.
    fn between<'a>(line: &'a str, from: &str, to: char) -> Option<&'a str> {
        let (_, rest) = line.split_once(from)?;
        rest.split_once(to).map(|(text, _)| text)
    }

    /// The match that a vector begins with.
    fn begin(line: &str) -> (Options, Box<dyn Play>) {
        let given = between(line, "\"options\":{", '}').expect("options");
        let texts: Vec<&str> = given.split('"').skip(1).step_by(2).collect();
        let pairs = texts.chunks_exact(2).map(|pair| (pair[0], pair[1]));
        let options = Options::read(GAME.card(), pairs).expect("known options");
        let setup = between(line, "\"setup\":\"", '"');
        let setup = setup.or_else(|| between(line, "\"position\":\"", '"'));
        let play = GAME.begin(&options, setup).expect("a vector's position");
        (options, play)
    }

    /// At a state: what is listed is what is accepted, and every text goes both ways.
    fn check(options: &Options, play: &dyn Play) {
        let position = play.position(View::Told);
        let again = GAME.begin(options, Some(&position)).expect("a position reads back");
        assert_eq!(again.position(View::Told), position);
        assert_eq!(again.outcome(), play.outcome());
        assert_eq!(again.scene(View::Told), play.scene(View::Told));
        let card = GAME.card();
        let listed: Vec<String> = play
            .legal()
            .iter()
            .filter(|(_, text)| Common::read(card, text).is_none())
            .map(|(by, text)| format!("{} {text}", card.letter(*by)))
            .collect();
        let mut left: BTreeSet<&str> = listed.iter().map(String::as_str).collect();
        assert_eq!(left.len(), listed.len(), "each once in {position}");
        let mut attempt = play.fork();
        for line in universe::universe(&position, &[]) {
            let (letter, text) = line.split_once(' ').expect("a seat");
            let by = card.actor(letter).expect("a seat");
            let is_listed = left.remove(line.as_str());
            match attempt.tell(by, text, None, View::Told) {
                Ok(told) => {
                    assert!(is_listed, "{line} is accepted and not listed in {position}");
                    assert_eq!(told.shown, text);
                    let mut on = again.fork();
                    on.act(by, text, None).expect("the position plays on alike");
                    assert_eq!(on.position(View::Told), attempt.position(View::Told));
                    attempt = play.fork();
                }
                Err(illegal) => {
                    assert!(!is_listed, "{line} is listed but {illegal} in {position}");
                    assert_ne!(illegal.rule, "notation", "{line}: {illegal}");
                }
            }
        }
        assert_eq!(attempt.position(View::Told), position, "refusals change nothing");
        assert!(left.is_empty(), "listed but not in the universe: {left:?}");
    }

    #[test]
    fn what_is_listed_is_what_is_accepted() {
        let lines: Vec<&str> = VECTORS.lines().collect();
        let mut shift = Shift(0x9E37_79B9_7F4A_7C15);
        for _ in 0..200 {
            let (options, mut play) = begin(lines[shift.below(lines.len())]);
            for _ in 0..shift.below(24) {
                let legal = play.legal();
                let own_count = legal.len().saturating_sub(Common::all().len());
                if own_count == 0 {
                    break;
                }
                let (by, text) = &legal[shift.below(own_count)];
                play.act(*by, text, None).expect("listed");
            }
            check(&options, &*play);
        }
    }
}
