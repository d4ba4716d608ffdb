//! What a match was like at each of its plies.

use super::{Keep, KeepError};
use crate::record::link::{Chain, Link, PositionHash};
use crate::record::log::Log;
use crate::record::replay::BrokenLog;
use crate::record::timeline::{self, Moment};
use crate::rules::any::{Play, View};
use crate::rules::effect::Effect;
use crate::rules::game::{Acting, Card};
use crate::rules::outcome::Outcome;
use crate::rules::seat::Actor;

/// Some plies of a match.
#[derive(Clone, Debug)]
pub struct States {
    /// The game's card.
    pub card: &'static Card,
    /// The match's head.
    pub head: Link,
    /// Its last ply.
    pub last: usize,
    /// Whether it is over: then nothing here will ever change.
    pub over: bool,
    /// The plies, in order.
    pub states: Vec<State>,
}

/// A match at one ply.
#[derive(Clone, Debug)]
pub struct State {
    /// The ply, from 0.
    pub ply: usize,
    /// Its link.
    pub link: Link,
    /// The position text, as the view has it.
    pub position: String,
    /// The hash of the whole position.
    pub hash: PositionHash,
    /// What led here; none at ply 0.
    pub beat: Option<Beat>,
    /// Who may act.
    pub acting: Acting,
    /// How the match ended with it, if it did.
    pub outcome: Option<Outcome>,
}

/// What led to a ply.
#[derive(Clone, Debug)]
pub struct Beat {
    /// Who acted.
    pub by: Actor,
    /// The action, as the view has it.
    pub shown: String,
    /// Its time in milliseconds since the match began, if recorded.
    pub at: Option<u64>,
    /// What it did, in words.
    pub words: String,
    /// What it did, step by step.
    pub effects: Vec<Effect>,
}

/// Which plies of which match.
#[derive(Clone, Copy, Debug)]
pub struct StatesOf<'a> {
    /// A link of the match, or the beginning of one.
    pub link: &'a str,
    /// The first ply.
    pub from: usize,
    /// At most so many.
    pub count: usize,
    /// As whom. While a match goes on, everybody sees what is public.
    pub view: View,
}

impl Keep {
    /// Some plies of a match.
    ///
    /// # Errors
    /// As [`Keep::find`]; a first ply that the match has not; a stored log that does not replay.
    pub fn states(&self, of: &StatesOf<'_>) -> Result<States, KeepError> {
        let (id, _) = self.find(of.link)?;
        let stored = self.archive().load_log(id)?;
        let (log, over) = (&stored.log, stored.outcome.is_some());
        let last = log.actions.len();
        if of.from > last {
            return Err(KeepError::NoPly { last, link: stored.head });
        }
        let to = last.min(of.from + of.count.saturating_sub(1));
        let view = if over { of.view } else { View::Public };
        let card = log.header.card();
        Ok(States { card, head: stored.head, last, over, states: tell(log, of.from, to, view)? })
    }
}

/// Tells the plies of a log from one to another.
fn tell(log: &Log, from: usize, to: usize, view: View) -> Result<Vec<State>, BrokenLog> {
    let mut links = plies_links(log, from, to).into_iter();
    let mut states = Vec::with_capacity(to - from + 1);
    let mut state = |ply, beat, play: &dyn Play| {
        if let Some(link) = links.next() {
            states.push(State {
                ply,
                link,
                position: play.position(view),
                hash: PositionHash::of(&log.header, play),
                beat,
                acting: play.acting(),
                outcome: play.outcome(),
            });
        }
    };
    if from == 0 {
        state(0, None, &*log.header.begin()?);
    }
    timeline::tell(log, from.max(1), to, view, |moment, play| {
        let Moment { ply, by, shown, at, words, effects, .. } = moment;
        state(ply, Some(Beat { by, shown, at, words, effects }), play);
    })?;
    Ok(states)
}

/// The links of the plies from one to another.
fn plies_links(log: &Log, from: usize, to: usize) -> Vec<Link> {
    let mut chain = Chain::start(&log.header);
    let mut links = Vec::with_capacity(to - from + 1);
    if from == 0 {
        links.push(chain.link());
    }
    let mut line = String::new();
    for (n, action) in log.actions.iter().enumerate().take(to) {
        line.clear();
        log.header.write_action(n + 1, &action, &mut line);
        chain.push(&line);
        if n + 1 >= from {
            links.push(chain.link());
        }
    }
    links
}
