//! A Game of Knights: plans made in the open, then run; who ends where it began is captured.
//!
//! The rules are those of `rules.md`; ids of the form `GK-3.4` are its.

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

/// A Game of Knights, rules version 1.
#[derive(Clone, Copy, Debug)]
pub struct GameOfKnights;

/// How a seat is named.
const fn seat_card(seat: Seat) -> &'static SeatCard {
    const { &GameOfKnights::CARD }.seat(seat)
}

const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "first",
        default: "south",
        form: OptionForm::OneOf(&["south", "north"]),
        words: "Who plans first, in every round (GK-1.3).",
    },
    OptionSpec {
        name: "rounds",
        default: "1000",
        form: OptionForm::Number { min: 1, max: 1000 },
        words: "The last round, after which the knights are counted (GK-5.3).",
    },
    OptionSpec {
        name: "walls",
        default: "",
        form: OptionForm::Text {
            form: "squares of ranks 2 to 9 in order, such as d4,e4,f7",
            check: |text| position::read_walls(text).map(|_| ()),
        },
        words: "Squares with inner walls (GK-1.2).",
    },
];

const NOTATION: &[NotationLine] = &[
    NotationLine { action: "plan an action type", form: "<knight>:<D, L or P>", example: "c1:D" },
    NotationLine { action: "plan a direction", form: "<knight>:<N, E, S or W>", example: "c1:N" },
    NotationLine { action: "complete with a direction", form: "><N, E, S or W>", example: ">N" },
    NotationLine { action: "complete with an action type", form: "><D, L or P>", example: ">L" },
];

impl Game for GameOfKnights {
    type Config = Config;
    type State = State;
    type Action = Action;

    const CARD: Card = Card {
        id: "game-of-knights",
        rules: 1,
        name: "A Game of Knights",
        summary: "Ten knights a side on a walled board. Each round both sides make ten plans in \
                  the open, then all twenty run in the order they were made; a knight that ends \
                  the round where it began is captured.",
        seats: [
            SeatCard { id: "south", letter: 'S', name: "South" },
            SeatCard { id: "north", letter: 'N', name: "North" },
        ],
        options: OPTIONS,
        timed: false,
        rulebook: include_str!("rules.md"),
        arbiter_words: &[],
        notation: NOTATION,
        samples: &[
            include_str!("samples/corridor.gk"),
            include_str!("samples/three-rounds.gk"),
            include_str!("samples/walled-in.gk"),
            include_str!("samples/left-behind.gk"),
            include_str!("samples/hedges.gk"),
            include_str!("samples/agreed.gk"),
        ],
        lessons: &[
            ("board", include_str!("lessons/board.md")),
            ("planning", include_str!("lessons/planning.md")),
            ("dash", include_str!("lessons/dash.md")),
            ("leap", include_str!("lessons/leap.md")),
            ("push", include_str!("lessons/push.md")),
            ("rounds", include_str!("lessons/rounds.md")),
            ("ends", include_str!("lessons/ends.md")),
            ("tactics", include_str!("lessons/tactics.md")),
            ("whole-match", include_str!("lessons/whole-match.md")),
        ],
        puzzles: include_str!("lessons/puzzles.md"),
        foreign: &foreign::FOREIGN,
    };

    fn configure(options: &Options) -> Result<Config, OptionError> {
        let card = &Self::CARD;
        let first = match options.value(card, "first") {
            "north" => Seat::Second,
            _ => Seat::First,
        };
        let walls = position::read_walls(options.value(card, "walls"))
            .map_err(|error| OptionError::new("walls", error.to_string()))?;
        let rounds = u32::try_from(options.number(card, "rounds"))
            .map_err(|error| OptionError::new("rounds", error.to_string()))?;
        Ok(Config { walls, first, rounds })
    }

    fn start(config: &Config) -> State {
        State::start(config)
    }

    fn parse(_: &State, text: &str) -> Result<Action, ParseError> {
        action::parse(text)
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
        reduce::outcome(state)
    }

    fn acting(state: &State) -> Acting {
        match reduce::outcome(state) {
            Some(_) => Acting::Nobody,
            None => Acting::One(state.seat()),
        }
    }

    fn turn(state: &State) -> Turn {
        let name = match state.phase {
            Phase::Plan => "planning",
            Phase::Act => "acting",
        };
        Turn { number: state.round, seat: None, name: name.into() }
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

    fn left_out_of_hash(state: &State) -> &'static [usize] {
        if state.round < state.config.rounds { &[position::ROUND_FIELD] } else { &[] }
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
