//! Castle Danger and Hidden Danger: moves as currency, fire that lasts a turn, hidden pieces.

mod action;
mod foreign;
mod legal;
mod narrate;
mod position;
mod reduce;
mod scene;
mod state;

use std::borrow::Cow;

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
use state::{Config, Kind, State, Told};

/// The game, in rules version 1.
#[derive(Debug)]
pub struct CastleDanger;

const fn option(
    name: &'static str,
    default: &'static str,
    form: OptionForm,
    words: &'static str,
) -> OptionSpec {
    OptionSpec { name, default, form, words }
}

const fn line(action: &'static str, form: &'static str, example: &'static str) -> NotationLine {
    NotationLine { action, form, example }
}

const NO_OR_YES: OptionForm = OptionForm::OneOf(&["no", "yes"]);

const CARD: Card = Card {
    id: "castle-danger",
    rules: 1,
    name: "Castle Danger",
    summary: "Two halves of a small board with a river between. Wizards bring moves, Builders \
              bring walls, Cannons bring the end: hit the enemy King with a cannonball.",
    seats: [
        SeatCard { id: "blue", letter: 'B', name: "Blue" },
        SeatCard { id: "red", letter: 'R', name: "Red" },
    ],
    options: &[
        option("box", "no", NO_OR_YES, "Limits of a box: pieces of a kind and walls (CD-1.5)."),
        option("first", "blue", OptionForm::OneOf(&["blue", "red"]), "Who begins (CD-1.4)."),
        option("hidden", "no", NO_OR_YES, "Hidden Danger: pieces may be smuggled (CD-4)."),
        option(
            "opening",
            "3",
            OptionForm::OneOf(&["3", "full"]),
            "Moves of the very first turn (CD-2.2).",
        ),
        option(
            "start",
            "two-walls",
            OptionForm::OneOf(&["two-walls", "four-walls"]),
            "Walls a side at the start (CD-1.3).",
        ),
        option(
            "turns",
            "0",
            OptionForm::Number { min: 0, max: 999 },
            "Turns a side until a draw, 0 for no limit (CD-5.2).",
        ),
    ],
    timed: false,
    rulebook: include_str!("rules.md"),
    arbiter_words: &[],
    notation: &[
        line("add a piece", "+<W, B or C>", "+W"),
        line("smuggle a piece", "+?  or  +?<hash>  or  +?=<W, B or C>", "+?=C"),
        line("move", "<K, W, B, C, or ? if hidden><from>-<to>", "Kc1-b1"),
        line("build a wall", "B<from>+<square>", "Bd2+d3"),
        line("remove a wall", "B<from>~<square>", "Bd2~d3"),
        line("fire", "C<from>*<target>", "Cd3*d8"),
        line("reveal", "reveal <square> <W, B or C>[ <nonce>]", "reveal d2 W"),
        line("end the turn", "end", "end"),
    ],
    samples: &[
        include_str!("samples/open-river.gk"),
        include_str!("samples/four-walls.gk"),
        include_str!("samples/sealed-cards.gk"),
        include_str!("samples/on-trust.gk"),
        include_str!("samples/told-afterwards.gk"),
        include_str!("samples/out-of-the-box.gk"),
        include_str!("samples/peace.gk"),
        include_str!("samples/still-going.gk"),
    ],
    lessons: &[
        ("board", include_str!("lessons/board.md")),
        ("moves", include_str!("lessons/moves.md")),
        ("adding", include_str!("lessons/adding.md")),
        ("walking", include_str!("lessons/walking.md")),
        ("builders", include_str!("lessons/builders.md")),
        ("cannons", include_str!("lessons/cannons.md")),
        ("fire", include_str!("lessons/fire.md")),
        ("winning", include_str!("lessons/winning.md")),
        ("options", include_str!("lessons/options.md")),
        ("hidden-danger", include_str!("lessons/hidden-danger.md")),
        ("whole-match", include_str!("lessons/whole-match.md")),
    ],
    puzzles: include_str!("lessons/puzzles.md"),
    foreign: &foreign::FOREIGN,
};

impl Game for CastleDanger {
    type Config = Config;
    type State = State;
    type Action = Action;

    const CARD: Card = CARD;

    fn configure(options: &Options) -> Result<Config, OptionError> {
        let is = |name, value| options.value(&CARD, name) == value;
        Ok(Config {
            four_walls: is("start", "four-walls"),
            first: if is("first", "red") { Seat::Second } else { Seat::First },
            boxed: is("box", "yes"),
            full_opening: is("opening", "full"),
            hidden: is("hidden", "yes"),
            turn_limit: u32::try_from(options.number(&CARD, "turns")).unwrap_or(0),
        })
    }

    fn start(config: &Config) -> State {
        State::start(config)
    }

    fn parse(state: &State, text: &str) -> Result<Action, ParseError> {
        action::parse(state, text)
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
        legal::legal(state, &mut |action| tell(Actor::Seat(state.seat), action));
    }

    fn outcome(state: &State) -> Option<Outcome> {
        outcome(state)
    }

    fn acting(state: &State) -> Acting {
        Acting::One(state.seat)
    }

    fn turn(state: &State) -> Turn {
        Turn { number: state.turn, seat: Some(state.seat), name: "turn".into() }
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
        if state.config.turn_limit == 0 { &[7] } else { &[] }
    }

    fn narrate(
        before: &State,
        _by: Actor,
        action: &Action,
        effects: &[Effect],
        after: &State,
    ) -> String {
        narrate::narrate(before, action, effects, after)
    }

    fn scene(state: &State) -> Scene {
        scene::scene(state)
    }

    fn veiled(state: &State) -> Cow<'_, State> {
        if state.secrets.iter().all(|(_, told)| veil(*told) == *told) {
            return Cow::Borrowed(state);
        }
        let mut veiled = state.clone();
        for (_, told) in &mut veiled.secrets {
            *told = veil(*told);
        }
        Cow::Owned(veiled)
    }

    fn veiled_action(action: &Action) -> Cow<'_, Action> {
        match action {
            Action::Smuggle(told) => Cow::Owned(Action::Smuggle(veil(*told))),
            _ => Cow::Borrowed(action),
        }
    }

    fn state_tells(state: &State) -> Option<Illegal> {
        state.secrets.iter().find_map(|(_, told)| tells(*told))
    }

    fn action_tells(action: &Action) -> Option<Illegal> {
        match action {
            Action::Smuggle(told) => tells(*told),
            _ => None,
        }
    }
}

/// What everybody may know of a hidden piece: a commitment, but not the kind.
fn veil(told: Told) -> Told {
    match told {
        Told::Kind(_) => Told::Nothing,
        Told::Nothing | Told::Hash(_) => told,
    }
}

/// CD-4.5: a record that tells a hidden kind is kept only once it is over.
fn tells(told: Told) -> Option<Illegal> {
    matches!(told, Told::Kind(_)).then(|| {
        let words = "a record that tells a hidden piece (+?=) must be of a match that is over";
        Illegal::new("CD-4.5", words)
    })
}

/// CD-5: how a match ended.
fn outcome(state: &State) -> Option<Outcome> {
    for seat in Seat::BOTH {
        if state.count(seat, Kind::King) == 0 {
            return Some(Outcome::win(seat.other(), "CD-5.1", "King hit"));
        }
    }
    let limit = state.config.turn_limit;
    (limit > 0 && state.turn > 2 * limit).then(|| Outcome::draw("CD-5.2", "turn limit"))
}
