//! What a game is: its card, and the functions that only it can write.

use std::borrow::Cow;
use std::fmt;

use super::board_text::Palette;
use super::effect::{Effect, Effects};
use super::foreign::Foreign;
use super::illegal::Illegal;
use super::options::{OptionError, OptionSpec, Options};
use super::outcome::Outcome;
use super::scene::Scene;
use super::seat::{Actor, Seat, SeatCard};
use super::text::ParseError;

/// What is said of a game before it is played. One card a rules version.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// The identifier in records and addresses: `castle-danger`.
    pub id: &'static str,
    /// The rules version that this reducer is, from 1.
    pub rules: u16,
    /// The name in words: `Castle Danger`.
    pub name: &'static str,
    /// What the game is, in a sentence or two.
    pub summary: &'static str,
    /// Its seats, in seat order.
    pub seats: [SeatCard; 2],
    /// Its options, sorted by name.
    pub options: &'static [OptionSpec],
    /// Whether every action must carry its time.
    pub timed: bool,
    /// The rulebook: see [`super::rulebook`] for its form.
    pub rulebook: &'static str,
    /// The first words of the arbiter's own actions, the common ones left out: by them a reader
    /// tells `* clock` from a result marker with chat after it.
    pub arbiter_words: &'static [&'static str],
    /// Its notation, a line a kind of action.
    pub notation: &'static [NotationLine],
    /// Sample matches as canonical record texts.
    pub samples: &'static [&'static str],
    /// The lessons: each file's name without its ending, and its text; see `lesson` for their form.
    pub lessons: &'static [(&'static str, &'static str)],
    /// The puzzles, a file of the same form; empty if there are none yet.
    pub puzzles: &'static str,
    /// How it is written elsewhere.
    pub foreign: &'static Foreign,
}

/// A line of a game's notation table.
#[derive(Clone, Copy, Debug)]
pub struct NotationLine {
    /// The kind of action: `move`.
    pub action: &'static str,
    /// How it is written: `<piece><from>-<to>`.
    pub form: &'static str,
    /// An example: `Kc1-b1`.
    pub example: &'static str,
}

impl Card {
    /// The option of that name.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&'static OptionSpec> {
        self.options.iter().find(|spec| spec.name == name)
    }

    /// How the game names a seat.
    #[must_use]
    pub const fn seat(&self, seat: Seat) -> &SeatCard {
        &self.seats[seat.index()]
    }

    /// The letter of an action line: the seat's, or `*`.
    #[must_use]
    pub fn letter(&self, actor: Actor) -> char {
        actor.seat().map_or('*', |seat| self.seat(seat).letter)
    }

    /// Who is meant by a letter of an action line, written exactly.
    #[must_use]
    pub fn actor(&self, letter: &str) -> Option<Actor> {
        if letter == "*" {
            return Some(Actor::Arbiter);
        }
        let mut letters = letter.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else { return None };
        Seat::BOTH.into_iter().find(|s| self.seat(*s).letter == letter).map(Actor::Seat)
    }

    /// Who acts, in words: `Blue`, `the arbiter`.
    #[must_use]
    pub fn actor_name(&self, actor: Actor) -> &'static str {
        actor.seat().map_or("the arbiter", |seat| self.seat(seat).name)
    }
}

/// A stretch of a match that belongs together: a side's turn, a stage of setup, a phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Its number, from 1; stretches without one have 0.
    pub number: u32,
    /// Whose it is, if it is one side's.
    pub seat: Option<Seat>,
    /// Its name in words: `turn`, `walls`, `battle`.
    pub name: Cow<'static, str>,
}

/// Who may act in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acting {
    /// One seat.
    One(Seat),
    /// Both seats, in any order.
    Both,
    /// No seat: the match is over, or waits for the arbiter.
    Nobody,
}

/// A game: a deterministic reducer and the texts and drawings of its states.
///
/// Nothing here reads a clock, a random number or a file, and no state holds a float. States are
/// canonical: two that play on alike are equal, and equal states have equal position texts.
pub trait Game: Sized + Send + Sync + 'static {
    /// The options, read: what a start needs to know.
    type Config: Clone + fmt::Debug + Send + Sync;
    /// Everything that the rest of a match depends on, the options included.
    type State: Clone + PartialEq + fmt::Debug + Send + Sync;
    /// An action as its notation gives it.
    type Action: Clone + PartialEq + fmt::Debug + fmt::Display;

    /// The game's card.
    const CARD: Card;

    /// Reads options whose values are each well formed.
    ///
    /// # Errors
    /// Options that do not go together.
    fn configure(options: &Options) -> Result<Self::Config, OptionError>;

    /// The game's own start.
    fn start(config: &Self::Config) -> Self::State;

    /// Reads an action. Only the one canonical spelling is read: what is printed is what was read.
    ///
    /// # Errors
    /// The text is no action of this game, or names a square off the board.
    fn parse(state: &Self::State, text: &str) -> Result<Self::Action, ParseError>;

    /// Carries out an action, or refuses it and leaves the state as it was. The only place that
    /// knows what is allowed. The match is not over when it is called.
    ///
    /// `at` is the action's time in milliseconds since the match began, where the record has it.
    ///
    /// # Errors
    /// The rule that the action breaks.
    fn reduce(
        state: &mut Self::State,
        by: Actor,
        action: &Self::Action,
        at: Option<u64>,
        effects: &mut Effects,
    ) -> Result<(), Illegal>;

    /// Tells every legal action of a state that is not over, the common ones left out.
    ///
    /// Actions of which there are endlessly many (commitments, and what reveals them) are left out.
    fn legal(state: &Self::State, tell: &mut dyn FnMut(Actor, Self::Action));

    /// How the match ended, if the rules have ended it.
    fn outcome(state: &Self::State) -> Option<Outcome>;

    /// Who may act.
    fn acting(state: &Self::State) -> Acting;

    /// Who must have taken an action for it to be legal, where state and action tell: what a record
    /// without seat letters relies on.
    fn actor_of(state: &Self::State, action: &Self::Action) -> Option<Actor> {
        let _ = action;
        match Self::acting(state) {
            Acting::One(seat) => Some(Actor::Seat(seat)),
            Acting::Both | Acting::Nobody => None,
        }
    }

    /// The stretch of the match that the next action belongs to.
    fn turn(state: &Self::State) -> Turn;

    /// Writes the position text.
    fn write_position(state: &Self::State, out: &mut String);

    /// Reads a position text. Only canonical ones are read.
    ///
    /// # Errors
    /// The text is no position, or one that cannot be set up; where and why.
    fn read_position(config: &Self::Config, text: &str) -> Result<Self::State, ParseError>;

    /// The signs of the board in position texts, for an editor; `None` if it cannot be edited.
    #[must_use]
    fn palette() -> Option<&'static Palette> {
        None
    }

    /// The fields of the position text, from 0, that the position hash leaves out.
    fn left_out_of_hash(state: &Self::State) -> &'static [usize];

    /// What happened, in words: one or more sentences.
    fn narrate(
        before: &Self::State,
        by: Actor,
        action: &Self::Action,
        effects: &[Effect],
        after: &Self::State,
    ) -> String;

    /// The drawing of a state.
    fn scene(state: &Self::State) -> Scene;

    /// Whether an action may carry this time, in games that run on a clock.
    ///
    /// # Errors
    /// The rule that the time breaks.
    fn check_time(state: &Self::State, at: Option<u64>) -> Result<(), Illegal> {
        let _ = (state, at);
        Ok(())
    }

    /// Carries the state on to a time at which nobody acts, as the reducer itself does before an
    /// action at that time. Games without a clock have nothing to do.
    fn advance(state: &mut Self::State, to_ms: u64, effects: &mut Effects) {
        let _ = (state, to_ms, effects);
    }

    /// The next time at which the state changes by itself, if any.
    fn next_change_ms(state: &Self::State) -> Option<u64> {
        let _ = state;
        None
    }

    /// The state's own time in milliseconds, in games that run on a clock.
    fn clock_ms(state: &Self::State) -> Option<u64> {
        let _ = state;
        None
    }

    /// The state as it may be shown to everybody: what is hidden at the table is taken out.
    fn veiled(state: &Self::State) -> Cow<'_, Self::State> {
        Cow::Borrowed(state)
    }

    /// The action as it may be shown to everybody.
    fn veiled_action(action: &Self::Action) -> Cow<'_, Self::Action> {
        Cow::Borrowed(action)
    }

    /// Why a record that sets up this state may be kept only once it has a result, if so.
    fn state_tells(state: &Self::State) -> Option<Illegal> {
        let _ = state;
        None
    }

    /// Why a record with this action may be kept only once it has a result, if so.
    fn action_tells(action: &Self::Action) -> Option<Illegal> {
        let _ = action;
        None
    }
}
