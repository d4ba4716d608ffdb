//! How often the archive saw each action in a position.
//!
//! Counted from the newest matches of the game, up to a bound, and kept until the archive has
//! others. [`Keep::seen`] is the one door to it: an index in the archive can take its place.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, PoisonError};

use super::{Keep, KeepError};
use crate::archive::{Filter, Page};
use crate::record::link::{Link, PositionHash};
use crate::record::log::{Header, Log};
use crate::record::replay::BrokenLog;
use crate::record::timeline;
use crate::rules::any::{Play, View};
use crate::rules::seat::Actor;

/// No more matches than these are counted.
pub const MOST_MATCHES: usize = 500;
/// No more actions than these are counted.
const MOST_ACTIONS: usize = 50_000;
/// How many matches are asked for at once.
const PAGE: usize = 100;

/// What was played in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// How often each action was played there, as anybody may read it.
    pub counts: BTreeMap<(Actor, String), u32>,
    /// How many matches were looked at: the newest ones of the game in its rules version.
    pub counted: usize,
    /// How many there are.
    pub kept: u64,
}

impl Seen {
    /// How often an action was played there.
    #[must_use]
    pub fn of(&self, by: Actor, text: &str) -> u32 {
        self.counts.get(&(by, text.to_owned())).copied().unwrap_or(0)
    }

    /// How often anything was played there.
    #[must_use]
    pub fn times(&self) -> u32 {
        self.counts.values().sum()
    }
}

/// What the counts of a game were made from: if it is the same, so are they.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Mark {
    game: &'static str,
    rules: u16,
    matches: u64,
    actions: u64,
    newest: Option<Link>,
}

/// The counts of a game.
#[derive(Debug)]
pub(super) struct Counts {
    mark: Mark,
    played: HashMap<PositionHash, BTreeMap<(Actor, String), u32>>,
    matches: usize,
    actions: usize,
}

impl Keep {
    /// How often the archive saw each action in the position on the board.
    ///
    /// # Errors
    /// The archive is in trouble.
    pub fn seen(&self, header: &Header, play: &dyn Play) -> Result<Seen, KeepError> {
        let counts = self.counts(header)?;
        let played = counts.played.get(&PositionHash::of(header, play)).cloned();
        let kept = counts.mark.matches;
        Ok(Seen { counts: played.unwrap_or_default(), counted: counts.matches, kept })
    }

    /// The counts of a game, made once and kept until there are others.
    fn counts(&self, header: &Header) -> Result<Arc<Counts>, KeepError> {
        let mark = self.mark(header)?;
        let mut kept = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(counts) = kept.iter().find(|counts| counts.mark == mark) {
            return Ok(Arc::clone(counts));
        }
        kept.retain(|counts| (counts.mark.game, counts.mark.rules) != (mark.game, mark.rules));
        let counts = Arc::new(self.count(mark)?);
        kept.push(Arc::clone(&counts));
        Ok(counts)
    }

    fn mark(&self, header: &Header) -> Result<Mark, KeepError> {
        let (game, rules) = (header.card().id, header.card().rules);
        let counts = self.archive().counts()?;
        let own = counts.iter().find(|count| count.game == game && count.rules == rules);
        let (matches, actions) = own.map_or((0, 0), |own| (own.match_count(), own.action_count()));
        let filter = Filter { game: Some(game.to_owned()), ..Filter::default() };
        let newest = self.archive().list(&filter, &Page { before: None, limit: 1 })?;
        let newest = newest.matches.first().map(|newest| newest.head);
        Ok(Mark { game, rules, matches, actions, newest })
    }

    fn count(&self, mark: Mark) -> Result<Counts, KeepError> {
        let filter = Filter { game: Some(mark.game.to_owned()), ..Filter::default() };
        let mut counts = Counts { mark, played: HashMap::new(), matches: 0, actions: 0 };
        let mut before = None;
        loop {
            let listing = self.archive().list(&filter, &Page { before, limit: PAGE })?;
            for summary in listing.matches {
                let is_full =
                    counts.matches >= MOST_MATCHES || counts.actions + summary.plies > MOST_ACTIONS;
                if is_full {
                    return Ok(counts);
                }
                // One that cannot be read is told of by `verify`; the others are counted.
                if summary.rules == counts.mark.rules
                    && let Ok(stored) = self.archive().load_log(summary.id)
                {
                    counts.add(&stored.log)?;
                }
            }
            match listing.next {
                Some(next) => before = Some(next),
                None => return Ok(counts),
            }
        }
    }
}

impl Counts {
    fn add(&mut self, log: &Log) -> Result<(), BrokenLog> {
        let mut play = log.header.begin()?;
        let mut played = Vec::with_capacity(log.actions.len());
        for (n, action) in log.actions.iter().enumerate() {
            let hash = PositionHash::of(&log.header, &*play);
            played.push((hash, action.by, action.text.to_owned()));
            play.act(action.by, action.text, action.at)
                .map_err(|illegal| BrokenLog::Action { ply: n + 1, illegal })?;
        }
        if play.tells().is_some() {
            // What is hidden at the table is not told here either.
            timeline::tell(log, 1, log.actions.len(), View::Public, |moment, _| {
                if let Some((.., text)) = played.get_mut(moment.ply - 1) {
                    *text = moment.shown;
                }
            })?;
        }
        for (hash, by, text) in played {
            *self.played.entry(hash).or_default().entry((by, text)).or_default() += 1;
        }
        self.matches += 1;
        self.actions += log.actions.len();
        Ok(())
    }
}
