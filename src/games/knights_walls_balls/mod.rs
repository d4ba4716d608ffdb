//! Knights, Walls & Balls: the game's card.
//!
//! Two armies behind walls of their own making, five action points a turn, and a missile that drops
//! between them once the clock has run out.

mod action;
mod foreign;
mod legal;
mod narrate;
mod position;
mod reduce;
mod scene;
mod state;

use crate::rules::board_text::Palette;
use crate::rules::effect::{Effect, Effects};
use crate::rules::game::{Acting, Card, Game, NotationLine, Turn};
use crate::rules::illegal::Illegal;
use crate::rules::options::{OptionError, OptionForm, OptionSpec, Options};
use crate::rules::outcome::Outcome;
use crate::rules::scene::Scene;
use crate::rules::seat::{Actor, Seat, SeatCard};
use crate::rules::text::ParseError;

use action::Action;
use state::{Config, Phase, State};

/// The game, rules version 1.
#[derive(Debug)]
pub struct KnightsWallsBalls;

/// The options (KW-1, KW-6.1), sorted by name.
const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "board",
        default: "15x15",
        form: OptionForm::Text {
            form: "<columns>x<rows>, 9 to 26 each, the rows odd",
            check: |text| state::read_size(text).map(|_| ()),
        },
        words: "the board's size (KW-1.1)",
    },
    OptionSpec {
        name: "clock",
        default: "600",
        form: OptionForm::Number { min: 1, max: 86_400 },
        words: "seconds of play until the missile (KW-6.1)",
    },
    OptionSpec {
        name: "dmz",
        default: "3",
        form: OptionForm::OneOf(&["1", "3", "5", "7"]),
        words: "the middle ranks that are off limits in setup (KW-1.2)",
    },
    OptionSpec {
        name: "first",
        default: "south",
        form: OptionForm::OneOf(&["south", "north"]),
        words: "who has the first turn of play (KW-1.3)",
    },
];

/// The notation, a line a kind of action.
const NOTATION: &[NotationLine] = &[
    line("place a wall", "wall <end>-<end>", "wall c3-e3"),
    line("place a king, an archer, a knight or a cannon", "<K,A,N,C>@<square>", "A@c3"),
    line("step", "<K,A,N><from>-<to>", "Nc4-d5"),
    line("capture", "<N><from>x<to>", "Nd5xe6"),
    line("move a cannon", "C<from>-<to>", "Cf2-f3"),
    line("shoot an arrow", "A<from>*<target>", "Ac3*f6"),
    line("shoot the musket", "K<from>*<target>", "Kh2*h5"),
    line("fire a cannon", "C<from>*<target>", "Cf3*f8"),
    line("fire the missile", "missile", "missile"),
    line("end the turn", "end", "end"),
    line("the clock has run out (the arbiter's)", "clock", "clock"),
];

const fn line(action: &'static str, form: &'static str, example: &'static str) -> NotationLine {
    NotationLine { action, form, example }
}

/// The game's card.
const fn card() -> &'static Card {
    const { &KnightsWallsBalls::CARD }
}

/// A seat's name in words.
const fn name(seat: Seat) -> &'static str {
    card().seat(seat).name
}

impl Game for KnightsWallsBalls {
    type Config = Config;
    type State = State;
    type Action = Action;

    const CARD: Card = Card {
        id: "knights-walls-balls",
        rules: 1,
        name: "Knights, Walls & Balls",
        summary: "Two armies behind walls of their own making spend five action points a turn. \
                  When the clock has run out, a missile drops between them. Kill the enemy king, \
                  or carry the missile for a turn and fire it.",
        seats: [
            SeatCard { id: "south", letter: 'S', name: "South" },
            SeatCard { id: "north", letter: 'N', name: "North" },
        ],
        options: OPTIONS,
        timed: false,
        rulebook: include_str!("rules.md"),
        arbiter_words: &["clock"],
        notation: NOTATION,
        samples: &[
            include_str!("samples/carried-home.gk"),
            include_str!("samples/knight-at-the-gate.gk"),
            include_str!("samples/two-muskets.gk"),
            include_str!("samples/north-goes-first.gk"),
            include_str!("samples/shaken-hands.gk"),
            include_str!("samples/given-up.gk"),
            include_str!("samples/left-open.gk"),
        ],
        lessons: &[
            ("board", include_str!("lessons/board.md")),
            ("steps", include_str!("lessons/steps.md")),
            ("arrows", include_str!("lessons/arrows.md")),
            ("musket", include_str!("lessons/musket.md")),
            ("crews", include_str!("lessons/crews.md")),
            ("cannons", include_str!("lessons/cannons.md")),
            ("missile", include_str!("lessons/missile.md")),
            ("setup", include_str!("lessons/setup.md")),
            ("options", include_str!("lessons/options.md")),
            ("planning", include_str!("lessons/planning.md")),
            ("whole-match", include_str!("lessons/whole-match.md")),
        ],
        puzzles: include_str!("lessons/puzzles.md"),
        foreign: &foreign::FOREIGN,
    };

    fn configure(options: &Options) -> Result<Config, OptionError> {
        Config::read(options)
    }

    fn start(config: &Config) -> State {
        State::start(config)
    }

    fn parse(state: &State, text: &str) -> Result<Action, ParseError> {
        action::parse(state.config.size, text)
    }

    fn reduce(
        state: &mut State,
        by: Actor,
        action: &Action,
        _at: Option<u64>,
        effects: &mut Effects,
    ) -> Result<(), Illegal> {
        reduce::reduce(state, by, *action, effects)
    }

    fn legal(state: &State, tell: &mut dyn FnMut(Actor, Action)) {
        legal::legal(state, tell);
    }

    fn outcome(state: &State) -> Option<Outcome> {
        state.outcome()
    }

    fn acting(state: &State) -> Acting {
        state.acting()
    }

    fn actor_of(state: &State, action: &Action) -> Option<Actor> {
        match (action, state.phase) {
            (Action::Clock, _) => Some(Actor::Arbiter),
            (_, Phase::Play { seat, .. }) => Some(Actor::Seat(seat)),
            (_, Phase::Setup { .. }) => {
                action.square().and_then(|at| state.config.area(at)).map(Actor::Seat)
            }
        }
    }

    fn turn(state: &State) -> Turn {
        state.stretch()
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
        &[5]
    }

    fn narrate(
        before: &State,
        by: Actor,
        action: &Action,
        effects: &[Effect],
        after: &State,
    ) -> String {
        narrate::narrate(before, by, *action, effects, after)
    }

    fn scene(state: &State) -> Scene {
        scene::scene(state)
    }
}
