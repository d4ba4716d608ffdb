//! Trying actions out: from a game's start, a position or any ply of a match. Nothing is stored.

use super::{Keep, KeepError};
use crate::archive;
use crate::record::limits;
use crate::record::line::Step;
use crate::record::link::Link;
use crate::record::log::{Actions, Header, Log};
use crate::record::replay::BrokenLog;
use crate::record::timeline::{self, Losses};
use crate::rules::any::{AnyGame, BeginError, Play, View};
use crate::rules::common::Common;
use crate::rules::effect::Effect;
use crate::rules::game::{Acting, Card};
use crate::rules::illegal::Illegal;
use crate::rules::options::Options;
use crate::rules::seat::{Actor, Seat};

/// The most actions that can be tried in a row: those of the longest side line.
pub const MOST_ACTIONS: usize = limits::SIDE_LINE_ACTIONS;

/// Where somebody begins to try actions.
#[derive(Clone)]
pub enum Origin<'a> {
    /// At a game's start, or at a position.
    Start {
        /// The game.
        game: &'static dyn AnyGame,
        /// Its options.
        options: Options,
        /// The position text, unless it is the game's own start.
        position: Option<&'a str>,
    },
    /// At a ply of a match.
    Match {
        /// A link of it.
        link: &'a str,
        /// The ply.
        ply: usize,
    },
}

/// Why nothing can be tried.
#[derive(Debug, thiserror::Error)]
pub enum GroundError {
    /// The match cannot be shown.
    #[error(transparent)]
    Keep(#[from] KeepError),
    /// The options or the position cannot be set up.
    #[error(transparent)]
    Begin(#[from] BeginError),
}

/// What stands before the actions that are tried.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The log up to there.
    pub log: Log,
    /// The match that it is of, if it is of one.
    pub parent: Option<Parent>,
}

/// A match in which somebody tries another action.
#[derive(Clone, Debug)]
pub struct Parent {
    /// Its head.
    pub head: Link,
    /// Its players, as its first recording names them.
    pub players: [String; 2],
    /// The ply at which the tried actions leave it.
    pub ply: usize,
    /// Its last ply.
    pub last: usize,
    /// Whether it can be found by the first digits of its link.
    pub listed: bool,
}

impl Parent {
    /// The match's link as addresses name it: whole if nothing less finds it.
    #[must_use]
    pub fn link(&self) -> String {
        archive::address(self.head, self.listed)
    }
}

/// An action that was tried and is legal.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The action.
    pub step: Step,
    /// Its shortest text that can mean nothing else: without a seat where the game knows it.
    pub word: String,
    /// As it may be shown.
    pub shown: String,
    /// What it did, in words.
    pub words: String,
}

/// An action that was tried and is not legal.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// As it was written.
    pub text: String,
    /// Who was taken to act.
    pub by: Option<Actor>,
    /// Why it is refused.
    pub illegal: Illegal,
}

/// A line of actions as far as it goes.
pub struct Trial {
    /// The actions that were carried out.
    pub done: Vec<Tried>,
    /// What was taken back and can be done again.
    pub undone: Vec<String>,
    /// Why the line does not go further, if an action was refused.
    pub refusal: Option<Refusal>,
    /// The match as it stands, at the time that was asked for.
    pub play: Box<dyn Play>,
    /// What the last action did, and the clock after it.
    pub effects: Vec<Effect>,
    /// What led here, in words.
    pub words: String,
    /// What is lost so far.
    pub losses: Losses,
    /// The time of the last action in milliseconds, in games that run on a clock.
    pub acted_ms: Option<u64>,
}

/// A legal action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Whose it is.
    pub by: Actor,
    /// Its text.
    pub text: String,
    /// What adds it to a line: see [`Tried::word`].
    pub word: String,
    /// Whether it is one of those that every game has.
    pub is_common: bool,
}

/// What somebody tries.
#[derive(Clone, Copy, Debug, Default)]
pub struct Attempt<'a> {
    /// The actions, each as [`Tried::word`] has it.
    pub words: &'a [String],
    /// How many of them are carried out; the others were taken back.
    pub done: usize,
    /// The time at which the board is looked at, in games that run on a clock.
    pub time: Option<u64>,
    /// One more action, as somebody typed it.
    pub typed: Option<&'a str>,
}

impl Keep {
    /// What stands before actions that are to be tried.
    ///
    /// # Errors
    /// Options or a position that cannot be set up; a match or ply that is not there.
    pub fn ground(&self, origin: &Origin<'_>) -> Result<Ground, GroundError> {
        match origin {
            Origin::Start { game, options, position } => {
                game.begin(options, *position)?;
                let start = Header::new(*game);
                let setup = position.map(str::to_owned);
                let header = Header { options: options.clone(), setup, ..start };
                Ok(Ground { log: Log { header, actions: Actions::default() }, parent: None })
            }
            Origin::Match { link, ply } => {
                let stored = self.load(link)?;
                let (last, head) = (stored.log.actions.len(), stored.head);
                if *ply > last {
                    return Err(KeepError::NoPly { last, link: head }.into());
                }
                let (players, listed) = (stored.facts().players.clone(), stored.listed);
                let parent = Parent { head, players, ply: *ply, last, listed };
                let mut log = stored.log;
                log.actions.truncate(*ply);
                Ok(Ground { log, parent: Some(parent) })
            }
        }
    }
}

impl Ground {
    /// The game's card.
    #[must_use]
    pub fn card(&self) -> &'static Card {
        self.log.header.card()
    }

    /// Carries out a line as far as it goes.
    ///
    /// # Errors
    /// The log before it does not replay.
    pub fn attempt(&self, attempt: &Attempt<'_>) -> Result<Trial, BrokenLog> {
        let log = &self.log;
        let mut trial = Trial {
            done: Vec::new(),
            undone: attempt.words.iter().skip(attempt.done).cloned().collect(),
            refusal: None,
            play: log.header.begin()?,
            effects: Vec::new(),
            words: String::new(),
            losses: Losses::default(),
            acted_ms: log.actions.iter().last().and_then(|action| action.at),
        };
        trial.play = timeline::tell(log, 1, log.actions.len(), View::Public, |moment, _| {
            trial.losses.count(&moment.effects);
            trial.effects = moment.effects;
            trial.words = moment.words;
        })?;
        for word in attempt.words.iter().take(attempt.done) {
            if trial.refusal.is_none() {
                trial.carry_out(word, None);
            }
        }
        if trial.refusal.is_none() {
            trial.look_at(attempt.time);
            if let Some(typed) = attempt.typed {
                trial.carry_out(typed, attempt.time);
            }
        }
        Ok(trial)
    }
}

impl Trial {
    fn carry_out(&mut self, text: &str, time: Option<u64>) {
        let read = read(&*self.play, text, time);
        let told = read.and_then(|step| {
            let word = word(&*self.play, &step);
            let told = self.play.tell(step.by, &step.text, step.at, View::Public);
            let by = Some(step.by);
            told.map(|told| (step, word, told)).map_err(|illegal| (by, illegal))
        });
        match told {
            Ok((step, word, told)) => {
                self.losses.count(&told.effects);
                self.effects = told.effects;
                self.words.clone_from(&told.words);
                self.acted_ms = step.at.or(self.acted_ms);
                self.done.push(Tried { step, word, shown: told.shown, words: told.words });
            }
            Err((by, illegal)) => {
                self.refusal = Some(Refusal { text: text.trim().to_owned(), by, illegal });
            }
        }
    }

    /// Carries the clock on to a time, if it is later than now.
    fn look_at(&mut self, time: Option<u64>) {
        let Some((to, now)) = time.zip(self.play.clock_ms()) else { return };
        if to > now && self.play.card().timed && self.play.outcome().is_none() {
            let effects = self.play.advance(to.min(limits::TIME_MS));
            let words = timeline::clock_words(self.play.card(), &effects);
            self.losses.count(&effects);
            if !effects.is_empty() {
                self.effects = effects;
            }
            if !words.is_empty() {
                self.words = words;
            }
        }
    }

    /// The line: what was carried out, then what was taken back.
    #[must_use]
    pub fn line(&self) -> Vec<String> {
        self.done.iter().map(|tried| &tried.word).chain(&self.undone).cloned().collect()
    }

    /// The actions that were carried out, as they are stored.
    #[must_use]
    pub fn steps(&self) -> Vec<Step> {
        self.done.iter().map(|tried| tried.step.clone()).collect()
    }

    /// The time of the next action, in games that run on a clock.
    #[must_use]
    pub fn now_ms(&self) -> Option<u64> {
        self.play.clock_ms().filter(|_| self.play.card().timed)
    }

    /// Every legal action, the common ones last.
    #[must_use]
    pub fn legal(&self) -> Vec<Choice> {
        let (play, at) = (&*self.play, self.now_ms());
        let choice = |(by, text): (Actor, String)| {
            let is_common = Common::read(play.card(), &text).is_some();
            let word = word(play, &Step { by, text: text.clone(), at });
            Choice { by, text, word, is_common }
        };
        play.legal().into_iter().map(choice).collect()
    }
}

impl std::fmt::Debug for Trial {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Trial").field("done", &self.done).finish_non_exhaustive()
    }
}

/// An action's shortest text that can mean nothing else.
fn word(play: &dyn Play, step: &Step) -> String {
    let whole = step.write(play.card());
    let known = play.actor_of(&step.text) == Some(step.by);
    let begins_with_seat = |text: &str| seat_before(play.card(), text).is_some();
    match whole.split_once(' ') {
        Some((_, short)) if known && !begins_with_seat(short) => short.to_owned(),
        _ => whole,
    }
}

/// The actor whose letter stands before an action, and the rest of the text.
fn seat_before<'a>(card: &Card, text: &'a str) -> Option<(Actor, &'a str)> {
    let (letter, rest) = text.split_once(' ')?;
    let actor = card.actor(letter).or_else(|| card.actor(&letter.to_uppercase()))?;
    Some((actor, rest.trim_start()))
}

/// Reads an action as somebody typed it: a seat before it and a time after it may be left out.
///
/// # Errors
/// It is not clear who acts, or the text is no action; with whoever was taken to act.
fn read(play: &dyn Play, text: &str, time: Option<u64>) -> Result<Step, (Option<Actor>, Illegal)> {
    let card = play.card();
    let (by, rest) = match seat_before(card, text.trim()) {
        Some((by, rest)) => (Some(by), rest),
        None => (None, text.trim()),
    };
    let (text, told) = match rest.rsplit_once(" @") {
        Some((text, ms)) => match ms.parse().ok().filter(|ms| *ms <= limits::TIME_MS) {
            Some(ms) => (text, Some(ms)),
            None => {
                let words = "expected a time as @ and whole milliseconds";
                return Err((by, Illegal::notation(words)));
            }
        },
        None => (rest, None),
    };
    let now = play.clock_ms().filter(|_| card.timed);
    let at = told.or_else(|| time.max(now).filter(|_| card.timed));
    if text.len() > limits::LINE_BYTES {
        let words = format!("an action line has at most {} bytes", limits::LINE_BYTES);
        return Err((by, Illegal::notation(words)));
    }
    let by = match by {
        Some(by) => by,
        None => who(play, text, at).map_err(|illegal| (None, illegal))?,
    };
    Ok(Step { by, text: text.to_owned(), at })
}

/// Who acts with a text before which no seat stands.
fn who(play: &dyn Play, text: &str, at: Option<u64>) -> Result<Actor, Illegal> {
    if let Some(actor) = play.actor_of(text) {
        return Ok(actor);
    }
    match play.acting() {
        Acting::One(seat) => Ok(Actor::Seat(seat)),
        Acting::Nobody => Ok(Actor::Arbiter),
        Acting::Both => {
            let tries = Seat::BOTH.map(|seat| play.fork().act(seat.into(), text, at));
            match tries {
                [Ok(()), Ok(())] => {
                    let [a, b] = play.card().seats;
                    Err(Illegal::notation(format!(
                        "either side could do this now; write the seat before it: {} or {}",
                        a.letter, b.letter
                    )))
                }
                [Err(_), Ok(())] => Ok(Actor::Seat(Seat::Second)),
                [_, Err(_)] => Ok(Actor::Seat(Seat::First)),
            }
        }
    }
}
