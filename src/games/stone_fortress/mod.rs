//! Stone Fortress: two players raise fortresses from stones while they play.
//!
//! The rules are those of `rules.md` here; the reducer names them by their ids.

mod action;
mod foreign;
mod legal;
mod narrate;
mod position;
mod reduce;
mod scene;
mod state;

use action::Action;
use state::{Config, PLACED_COUNT, Rams, Stage, State, setup_side};

use crate::rules::board_text::Palette;
use crate::rules::effect::{Effect, Effects};
use crate::rules::game::{Acting, Card, Game, NotationLine, Turn};
use crate::rules::illegal::Illegal;
use crate::rules::options::{OptionError, OptionForm, OptionSpec, Options};
use crate::rules::outcome::Outcome;
use crate::rules::scene::Scene;
use crate::rules::seat::{Actor, Seat, SeatCard};
use crate::rules::text::ParseError;

/// Stone Fortress, rules version 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct StoneFortress;

const SEATS: [SeatCard; 2] = [
    SeatCard { id: "white", letter: 'W', name: "White" },
    SeatCard { id: "black", letter: 'B', name: "Black" },
];

const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "queen",
        default: "trebuchet",
        form: OptionForm::OneOf(&["trebuchet", "ram"]),
        words: "What the chess queen is: a Trebuchet, or a Ram (SF-8.7).",
    },
    OptionSpec {
        name: "rook",
        default: "tower",
        form: OptionForm::OneOf(&["tower", "ram"]),
        words: "What the chess rooks are: Siege Towers, or Rams (SF-8.7).",
    },
    OptionSpec {
        name: "store",
        default: "8",
        form: OptionForm::Number { min: 0, max: 16 },
        words: "How many of its 16 stones each side has in store at the start (SF-1.3).",
    },
];

const fn line(action: &'static str, form: &'static str, example: &'static str) -> NotationLine {
    NotationLine { action, form, example }
}

const NOTATION: &[NotationLine] = &[
    line("place", "<piece>@<square>", "L@e1"),
    line("move", "<piece><from>-<to>", "Ia2-a3"),
    line("capture", "<piece><from>x<to>", "Nc1xd2"),
    line("strike", "<piece><from>!<to>", "Ia2!b3"),
    line("shoot", "I<from>*<target>", "Ia3*a5"),
    line("throw", "B<from>*<target>", "Bd1*d4"),
    line("break a wall", "<I or M><from>/<wall>", "Ia4/a5"),
    line("build", "I<from>+<wall>", "Ia2+a3"),
    line("dismantle", "I<from>~<wall>", "Ia2~a3"),
    line("to the mine", "I<from>-<place>", "Ie1-e0"),
    line("back from the mine", "I<place>-<to>", "Ie0-e1"),
    line("build a machine", "I<from>+<T, B or M><square>", "Ib1+Tc1"),
    line("promote", "L<from>=<N or R><square>", "Ld1=Ne2"),
    line("demote", "L<from>=I<square>", "Ld1=Ie2"),
    line("call", "L<from>+I<square>[I<square>]", "Ld1+Ic1Ie1"),
    line("end the turn", "end", "end"),
];

const SAMPLES: &[&str] = &[
    include_str!("samples/rider-raid.gk"),
    include_str!("samples/counter-raid.gk"),
    include_str!("samples/two-fortresses.gk"),
    include_str!("samples/tower-climb.gk"),
    include_str!("samples/trebuchet-siege.gk"),
    include_str!("samples/rams-for-towers.gk"),
    include_str!("samples/rams-only.gk"),
    include_str!("samples/empty-stores.gk"),
    include_str!("samples/full-stores.gk"),
];

const LESSONS: &[(&str, &str)] = &[
    ("board", include_str!("lessons/board.md")),
    ("turns", include_str!("lessons/turns.md")),
    ("fighting", include_str!("lessons/fighting.md")),
    ("walls", include_str!("lessons/walls.md")),
    ("storming", include_str!("lessons/storming.md")),
    ("mine", include_str!("lessons/mine.md")),
    ("lord", include_str!("lessons/lord.md")),
    ("towers", include_str!("lessons/towers.md")),
    ("trebuchet", include_str!("lessons/trebuchet.md")),
    ("house-rules", include_str!("lessons/house-rules.md")),
    ("whole-match", include_str!("lessons/whole-match.md")),
];

impl Game for StoneFortress {
    type Config = Config;
    type State = State;
    type Action = Action;

    const CARD: Card = Card {
        id: "stone-fortress",
        rules: 1,
        name: "Stone Fortress",
        summary: "Two players raise fortresses from stones while they play, on a chessboard with \
                  a chess set and 16 stones each. Capture the enemy Lord.",
        seats: SEATS,
        options: OPTIONS,
        timed: false,
        rulebook: include_str!("rules.md"),
        arbiter_words: &[],
        notation: NOTATION,
        samples: SAMPLES,
        lessons: LESSONS,
        puzzles: include_str!("lessons/puzzles.md"),
        foreign: &foreign::FOREIGN,
    };

    fn configure(options: &Options) -> Result<Config, OptionError> {
        let is_ram = |name| options.value(&Self::CARD, name) == "ram";
        let store = u8::try_from(options.number(&Self::CARD, "store"))
            .map_err(|_| OptionError::new("store", "expected 0 to 16"))?;
        Ok(Config { rams: Rams { rook: is_ram("rook"), queen: is_ram("queen") }, store })
    }

    fn start(config: &Config) -> State {
        State::start(config)
    }

    fn parse(_state: &State, text: &str) -> Result<Action, ParseError> {
        action::parse(text)
    }

    fn reduce(
        state: &mut State,
        by: Actor,
        action: &Action,
        _at: Option<u64>,
        effects: &mut Effects,
    ) -> Result<(), Illegal> {
        reduce::reduce(state, by, action, effects)
    }

    fn legal(state: &State, tell: &mut dyn FnMut(Actor, Action)) {
        legal::legal(state, tell);
    }

    fn outcome(state: &State) -> Option<Outcome> {
        state.outcome()
    }

    fn acting(state: &State) -> Acting {
        if state.outcome().is_some() {
            return Acting::Nobody;
        }
        let is_done = |seat| state.placed_count(seat) == PLACED_COUNT;
        match state.stage {
            Stage::Turn { seat, .. } => Acting::One(seat),
            Stage::Setup if is_done(Seat::First) => Acting::One(Seat::Second),
            Stage::Setup if is_done(Seat::Second) => Acting::One(Seat::First),
            Stage::Setup => Acting::Both,
        }
    }

    fn actor_of(state: &State, action: &Action) -> Option<Actor> {
        let seat = match (state.stage, action) {
            (Stage::Turn { seat, .. }, _) => Some(seat),
            (Stage::Setup, Action::Place { at, .. }) => setup_side(*at),
            (Stage::Setup, _) => None,
        };
        seat.map(Actor::Seat)
    }

    fn turn(state: &State) -> Turn {
        match state.stage {
            Stage::Setup => Turn { number: 0, seat: None, name: "setup".into() },
            Stage::Turn { seat, .. } => {
                let number = state.moves.saturating_add(1);
                Turn { number, seat: Some(seat), name: "turn".into() }
            }
        }
    }

    fn write_position(state: &State, out: &mut String) {
        position::write(state, out);
    }

    fn read_position(config: &Config, text: &str) -> Result<State, ParseError> {
        position::read(config, text)
    }

    fn palette() -> Option<&'static Palette> {
        Some(&position::PALETTE)
    }

    fn left_out_of_hash(_state: &State) -> &'static [usize] {
        position::LEFT_OUT_OF_HASH
    }

    fn narrate(
        before: &State,
        by: Actor,
        action: &Action,
        effects: &[Effect],
        after: &State,
    ) -> String {
        narrate::narrate(before, by, action, effects, after)
    }

    fn scene(state: &State) -> Scene {
        scene::scene(state)
    }
}
