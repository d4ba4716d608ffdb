//! Siege: two banks of a river, both sides at once, on one clock.
//!
//! Phases of nomination, cannon, battle, cease-fire, build and grace follow each other by the clock
//! alone; shells land when they land. [`reduce::clock`] carries a state on to a time and is what
//! the reducer itself uses before every action.

use std::borrow::Cow;

use crate::rules::board_text::Palette;
use crate::rules::effect::{Effect, Effects};
use crate::rules::game::{Acting, Card, Game, NotationLine, Turn};
use crate::rules::illegal::Illegal;
use crate::rules::options::{OptionError, OptionForm, OptionSpec, Options};
use crate::rules::outcome::Outcome;
use crate::rules::scene::Scene;
use crate::rules::seat::Actor;
use crate::rules::text::ParseError;

use action::Action;
use phases::{Config, MOST_ROUNDS, Phase};
use state::State;

mod action;
mod few;
mod foreign;
mod legal;
mod maps;
mod narrate;
mod phases;
mod pieces;
mod position;
mod reduce;
mod rows;
mod scene;
mod state;
mod survey;
mod things;
#[cfg(test)]
mod walks;

/// Siege, rules version 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct Siege;

/// Phases last between a second and an hour.
const SECONDS: OptionForm = OptionForm::Number { min: 1, max: 3600 };

const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "battle",
        default: "15",
        form: SECONDS,
        words: "how long a battle lasts, in seconds (SG-2.1)",
    },
    OptionSpec {
        name: "build",
        default: "30",
        form: SECONDS,
        words: "how long the first build phase lasts, in seconds; later ones are shorter (SG-5.1)",
    },
    OptionSpec {
        name: "cannon",
        default: "15",
        form: SECONDS,
        words: "how long a cannon phase lasts, in seconds (SG-2.1)",
    },
    OptionSpec {
        name: "map",
        default: maps::DEFAULT,
        form: OptionForm::OneOf(maps::NAMES),
        words: "the map (SG-3.1)",
    },
    OptionSpec {
        name: "nomination",
        default: "10",
        form: SECONDS,
        words: "how long the nomination lasts, in seconds (SG-2.1)",
    },
    OptionSpec {
        name: "rounds",
        default: "7",
        form: OptionForm::Number { min: 1, max: MOST_ROUNDS as u64 },
        words: "how many rounds of battle and building there are (SG-2.2)",
    },
];

const NOTATION: &[NotationLine] = &[
    NotationLine { action: "nominate a Home", form: "nominate <castle>", example: "nominate q9" },
    NotationLine { action: "fire", form: "fire <tile>", example: "fire ab12" },
    NotationLine {
        action: "deal a piece (arbiter)",
        form: "deal <W or E> <piece>",
        example: "deal W T",
    },
    NotationLine {
        action: "place a piece",
        form: "<piece><rotation 0–3>@<south-west corner>",
        example: "T2@k12",
    },
    NotationLine { action: "place a gun", form: "gun@<south-west tile>", example: "gun@h7" },
    NotationLine { action: "carry the clock on (arbiter)", form: "time", example: "time" },
];

const SAMPLES: &[&str] = &[
    include_str!("samples/first-light.gk"),
    include_str!("samples/two-rounds.gk"),
    include_str!("samples/broken-ring.gk"),
    include_str!("samples/mirror.gk"),
    include_str!("samples/white-flag.gk"),
    include_str!("samples/morning-mist.gk"),
    include_str!("samples/last-stand.gk"),
];

impl Game for Siege {
    type Config = Config;
    type State = State;
    type Action = Action;

    const CARD: Card = Card {
        id: "siege",
        rules: 1,
        name: "Siege",
        summary: "Two banks of a river, both sides at once: shell the other's walls, seal a castle \
                  with pieces from a bag, place guns, all on one clock. A side that fails to seal \
                  a castle while the other holds one is out.",
        seats: action::SEATS,
        options: OPTIONS,
        timed: true,
        rulebook: include_str!("rules.md"),
        arbiter_words: &["deal", "time"],
        notation: NOTATION,
        samples: SAMPLES,
        lessons: &[
            ("board", include_str!("lessons/board.md")),
            ("clock", include_str!("lessons/clock.md")),
            ("home", include_str!("lessons/home.md")),
            ("fire", include_str!("lessons/fire.md")),
            ("duel", include_str!("lessons/duel.md")),
            ("build", include_str!("lessons/build.md")),
            ("flood", include_str!("lessons/flood.md")),
            ("count", include_str!("lessons/count.md")),
            ("guns", include_str!("lessons/guns.md")),
            ("tactics", include_str!("lessons/tactics.md")),
            ("whole-match", include_str!("lessons/whole-match.md")),
        ],
        puzzles: include_str!("lessons/puzzles.md"),
        foreign: &foreign::FOREIGN,
    };

    fn configure(options: &Options) -> Result<Config, OptionError> {
        let number = |name| u32::try_from(options.number(&Siege::CARD, name)).unwrap_or(u32::MAX);
        let map = options.value(&Siege::CARD, "map");
        Ok(Config {
            map: maps::MapId::named(map).ok_or_else(|| OptionError::new("map", "no such map"))?,
            nomination_s: number("nomination"),
            cannon_s: number("cannon"),
            battle_s: number("battle"),
            build_s: number("build"),
            rounds: u8::try_from(number("rounds")).unwrap_or(MOST_ROUNDS),
        })
    }

    fn start(config: &Config) -> State {
        State::start(config)
    }

    fn parse(_: &State, text: &str) -> Result<Action, ParseError> {
        Action::parse(text)
    }

    fn reduce(
        state: &mut State,
        by: Actor,
        action: &Action,
        at: Option<u64>,
        effects: &mut Effects,
    ) -> Result<(), Illegal> {
        reduce::reduce(state, by, action, at, effects)
    }

    fn legal(state: &State, tell: &mut dyn FnMut(Actor, Action)) {
        legal::legal(state, tell);
    }

    fn outcome(state: &State) -> Option<Outcome> {
        state.ended
    }

    /// Both sides act in the same phase (SG-2.3), whether or not each has something to do in it.
    fn acting(state: &State) -> Acting {
        match state.now.phase {
            Phase::Ceasefire | Phase::Over => Acting::Nobody,
            _ => Acting::Both,
        }
    }

    /// What is done on the land of a bank only that side can have done.
    fn actor_of(state: &State, action: &Action) -> Option<Actor> {
        let square = match *action {
            Action::Deal(..) | Action::Time => return Some(Actor::Arbiter),
            Action::Fire(_) => return None,
            Action::Nominate(square) | Action::Gun(square) => square,
            Action::Place(piece, rotation, corner) => piece.shape(rotation).tiles(corner).next()?,
        };
        state.map().bank(square).map(Actor::Seat)
    }

    fn turn(state: &State) -> Turn {
        Turn {
            number: u32::from(state.now.round),
            seat: None,
            name: Cow::Borrowed(state.now.phase.name()),
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

    fn left_out_of_hash(_: &State) -> &'static [usize] {
        &[]
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

    fn check_time(state: &State, at: Option<u64>) -> Result<(), Illegal> {
        reduce::check_time(state, at).map(|_| ())
    }

    fn advance(state: &mut State, to_ms: u64, effects: &mut Effects) {
        reduce::clock::carry(state, reduce::clock_time(to_ms), effects);
    }

    fn next_change_ms(state: &State) -> Option<u64> {
        state.ended.is_none().then_some(u64::from(state.next_ms))
    }

    fn clock_ms(state: &State) -> Option<u64> {
        Some(u64::from(state.time_ms))
    }
}
