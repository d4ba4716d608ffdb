//! A game behind text: what every layer above sees, so that no other code names a game.

use std::marker::PhantomData;

use super::board_text::Palette;
use super::common::Common;
use super::effect::{Effect, Effects};
use super::game::{Acting, Card, Game, Turn};
use super::illegal::Illegal;
use super::options::{OptionError, Options};
use super::outcome::Outcome;
use super::scene::Scene;
use super::seat::Actor;
use super::text::ParseError;

/// A game whose types nobody needs to know.
pub trait AnyGame: Send + Sync {
    /// The game's card.
    fn card(&self) -> &'static Card;

    /// Sets up a match: the game's own start, or a position text.
    ///
    /// # Errors
    /// Options that do not go together, or a position that cannot be set up.
    fn begin(&self, options: &Options, setup: Option<&str>) -> Result<Box<dyn Play>, BeginError>;

    /// The signs of the board in position texts, if it can be edited square by square.
    fn palette(&self) -> Option<&'static Palette>;
}

/// Why a match cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BeginError {
    /// Options that do not go together.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// A position that cannot be read or must not be set up.
    #[error("position: {0}")]
    Setup(ParseError),
}

/// Who sees a state: everybody, or a reader who asked for all that the record tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum View {
    /// As everybody at the table sees it: hidden things stay hidden.
    #[default]
    Public,
    /// With everything that the record tells.
    Told,
}

/// What an action did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happened {
    /// Step by step, for words and animation.
    pub effects: Vec<Effect>,
    /// In words.
    pub words: String,
    /// The action as everybody may see it.
    pub shown: String,
}

/// A match in play, behind text.
pub trait Play: Send + Sync {
    /// The game's card.
    fn card(&self) -> &'static Card;

    /// Carries out an action, or refuses it and changes nothing. The fast way.
    ///
    /// # Errors
    /// The rule that the action breaks; [`super::illegal::AFTER_END`] once there is a result;
    /// [`super::illegal::NOTATION`] for text that is no action.
    fn act(&mut self, by: Actor, text: &str, at: Option<u64>) -> Result<(), Illegal>;

    /// Carries out an action and tells what it did.
    ///
    /// # Errors
    /// As [`Play::act`].
    fn tell(
        &mut self,
        by: Actor,
        text: &str,
        at: Option<u64>,
        view: View,
    ) -> Result<Happened, Illegal>;

    /// How the match ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// Who may act.
    fn acting(&self) -> Acting;

    /// Who must have taken an action, where that can be told.
    fn actor_of(&self, text: &str) -> Option<Actor>;

    /// The stretch of the match that the next action belongs to.
    fn turn(&self) -> Turn;

    /// Every legal action with its text, the common ones last.
    fn legal(&self) -> Vec<(Actor, String)>;

    /// The position text.
    fn position(&self, view: View) -> String;

    /// Writes what the position hash is made over: the position text, a `-` in the place of each
    /// field that does not count.
    fn write_hashed_position(&self, out: &mut String);

    /// The drawing.
    fn scene(&self, view: View) -> Scene;

    /// Why this record may be kept only once it has a result, if so: it tells what is hidden.
    fn tells(&self) -> Option<&Illegal>;

    /// Carries the state on to a time at which nobody acts, in games that run on a clock.
    fn advance(&mut self, to_ms: u64) -> Vec<Effect>;

    /// The next time at which the state changes by itself, if any.
    fn next_change_ms(&self) -> Option<u64>;

    /// The state's own time in milliseconds, in games that run on a clock.
    fn clock_ms(&self) -> Option<u64>;

    /// The same match at the same point, to go on from apart.
    fn fork(&self) -> Box<dyn Play>;
}

/// A [`Game`] as an [`AnyGame`].
#[derive(Debug, Default)]
pub struct Behind<G>(PhantomData<G>);

impl<G> Behind<G> {
    /// The game, behind text.
    #[must_use]
    pub const fn text() -> Self {
        Behind(PhantomData)
    }
}

impl<G: Game> AnyGame for Behind<G> {
    fn card(&self) -> &'static Card {
        const { &G::CARD }
    }

    fn begin(&self, options: &Options, setup: Option<&str>) -> Result<Box<dyn Play>, BeginError> {
        let config = G::configure(options)?;
        let (state, tells) = match setup {
            None => (G::start(&config), None),
            Some(text) => {
                let state = G::read_position(&config, text).map_err(BeginError::Setup)?;
                let tells = G::state_tells(&state);
                (state, tells)
            }
        };
        Ok(Box::new(InPlay::<G> { state, ended: None, tells }))
    }

    fn palette(&self) -> Option<&'static Palette> {
        G::palette()
    }
}

/// A match in play: the game's state, and what the common actions add to it.
struct InPlay<G: Game> {
    state: G::State,
    ended: Option<Outcome>,
    tells: Option<Illegal>,
}

/// An action of the game, or one common to all.
enum Read<A> {
    Common(Common),
    Own(A),
}

impl<G: Game> InPlay<G> {
    fn read(&self, text: &str) -> Result<Read<G::Action>, Illegal> {
        if self.outcome().is_some() {
            return Err(Illegal::after_end());
        }
        match Common::read(&G::CARD, text) {
            Some(common) => Ok(Read::Common(common?)),
            None => Ok(Read::Own(G::parse(&self.state, text)?)),
        }
    }

    /// Why an action that was not read is refused: on a clock, the match may be over at its time.
    fn unread(&self, refused: Illegal, at: Option<u64>) -> Illegal {
        let Some(to_ms) = at.filter(|_| G::check_time(&self.state, at).is_ok()) else {
            return refused;
        };
        let mut state = self.state.clone();
        G::advance(&mut state, to_ms, &mut Effects::ignored());
        if G::outcome(&state).is_some() { Illegal::after_end() } else { refused }
    }

    fn carry_out(
        &mut self,
        by: Actor,
        action: &Read<G::Action>,
        at: Option<u64>,
        effects: &mut Effects,
    ) -> Result<(), Illegal> {
        match action {
            Read::Common(common) => {
                let outcome = common.outcome(by).map_err(|refused| self.unread(refused, at))?;
                G::check_time(&self.state, at)?;
                if let Some(to_ms) = at {
                    let mut state = self.state.clone();
                    G::advance(&mut state, to_ms, effects);
                    if G::outcome(&state).is_some() {
                        return Err(Illegal::after_end());
                    }
                    self.state = state;
                }
                self.ended = Some(outcome);
            }
            Read::Own(action) => {
                G::reduce(&mut self.state, by, action, at, effects)?;
                if self.tells.is_none() {
                    self.tells = G::action_tells(action);
                }
            }
        }
        Ok(())
    }
}

impl<G: Game> Play for InPlay<G> {
    fn card(&self) -> &'static Card {
        const { &G::CARD }
    }

    fn act(&mut self, by: Actor, text: &str, at: Option<u64>) -> Result<(), Illegal> {
        let action = self.read(text).map_err(|refused| self.unread(refused, at))?;
        self.carry_out(by, &action, at, &mut Effects::ignored())
    }

    fn tell(
        &mut self,
        by: Actor,
        text: &str,
        at: Option<u64>,
        view: View,
    ) -> Result<Happened, Illegal> {
        let action = self.read(text).map_err(|refused| self.unread(refused, at))?;
        let before = self.state.clone();
        let mut effects = Effects::kept();
        self.carry_out(by, &action, at, &mut effects)?;
        let effects = effects.into_list();
        Ok(match &action {
            Read::Common(common) => {
                let words = common.narrate(&G::CARD, by);
                Happened { effects, words, shown: common.text(&G::CARD) }
            }
            Read::Own(action) => {
                let action = match view {
                    View::Public => G::veiled_action(action),
                    View::Told => std::borrow::Cow::Borrowed(action),
                };
                let words = match view {
                    View::Public => {
                        let (before, after) = (G::veiled(&before), G::veiled(&self.state));
                        G::narrate(&before, by, &action, &effects, &after)
                    }
                    View::Told => G::narrate(&before, by, &action, &effects, &self.state),
                };
                Happened { effects, words, shown: action.to_string() }
            }
        })
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ended.or_else(|| G::outcome(&self.state))
    }

    fn acting(&self) -> Acting {
        if self.outcome().is_some() { Acting::Nobody } else { G::acting(&self.state) }
    }

    fn actor_of(&self, text: &str) -> Option<Actor> {
        match self.read(text).ok()? {
            Read::Common(Common::Resign) => match G::acting(&self.state) {
                Acting::One(seat) => Some(Actor::Seat(seat)),
                Acting::Both | Acting::Nobody => None,
            },
            Read::Common(Common::Draw | Common::Forfeit(_) | Common::Abort) => Some(Actor::Arbiter),
            Read::Own(action) => G::actor_of(&self.state, &action),
        }
    }

    fn turn(&self) -> Turn {
        G::turn(&self.state)
    }

    fn legal(&self) -> Vec<(Actor, String)> {
        let mut list = Vec::new();
        if self.outcome().is_none() {
            G::legal(&self.state, &mut |by, action| list.push((by, action.to_string())));
            list.extend(Common::all().map(|(by, common)| (by, common.text(&G::CARD))));
        }
        list
    }

    fn position(&self, view: View) -> String {
        let mut out = String::new();
        match view {
            View::Public => G::write_position(&G::veiled(&self.state), &mut out),
            View::Told => G::write_position(&self.state, &mut out),
        }
        out
    }

    fn write_hashed_position(&self, out: &mut String) {
        let left_out = G::left_out_of_hash(&self.state);
        if left_out.is_empty() {
            G::write_position(&self.state, out);
            return;
        }
        let mut text = String::new();
        G::write_position(&self.state, &mut text);
        for (n, field) in text.split(' ').enumerate() {
            if n > 0 {
                out.push(' ');
            }
            out.push_str(if left_out.contains(&n) { "-" } else { field });
        }
    }

    fn scene(&self, view: View) -> Scene {
        match view {
            View::Public => G::scene(&G::veiled(&self.state)),
            View::Told => G::scene(&self.state),
        }
    }

    fn tells(&self) -> Option<&Illegal> {
        self.tells.as_ref()
    }

    fn advance(&mut self, to_ms: u64) -> Vec<Effect> {
        let mut effects = Effects::kept();
        G::advance(&mut self.state, to_ms, &mut effects);
        effects.into_list()
    }

    fn next_change_ms(&self) -> Option<u64> {
        if self.ended.is_some() { None } else { G::next_change_ms(&self.state) }
    }

    fn clock_ms(&self) -> Option<u64> {
        G::clock_ms(&self.state)
    }

    fn fork(&self) -> Box<dyn Play> {
        Box::new(InPlay::<G> {
            state: self.state.clone(),
            ended: self.ended,
            tells: self.tells.clone(),
        })
    }
}
