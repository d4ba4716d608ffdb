//! The keep: the registry of games and the archive, and what is asked of both together.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::lessons::Courses;
use super::reel::Reel;
use super::seen::Counts;
use crate::archive::{self, Archive, Found, MatchId, NewMatch, Scope, StoredMatch, Summary};
use crate::games::Registry;
use crate::picture;
use crate::record::facts::Facts;
use crate::record::link::{Link, LinkPrefix, NoLink};
use crate::record::replay::{self, BrokenLog, Verdict};
use crate::record::{input, json, text};
use crate::rules::any::View;
use crate::rules::game::Card;
use crate::rules::outcome::Outcome;
use crate::rules::scene::Scene;

/// How many matches are kept ready to be stepped through.
const REELS: usize = 64;

/// The registry of games and the archive.
pub struct Keep {
    registry: Registry,
    archive: Arc<dyn Archive>,
    reels: Mutex<Vec<(ReelKey, Arc<Reel>)>>,
    /// What was played in which position, a game each.
    pub(super) counts: Mutex<Vec<Arc<Counts>>>,
    /// The course of every game, read once.
    pub(super) courses: OnceLock<Courses>,
}

/// What a reel is of: a match up to a head, as somebody may see it.
type ReelKey = (Link, bool);

/// What could not be done.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// The text is no link.
    #[error(transparent)]
    NoLink(#[from] NoLink),
    /// No match has this link.
    #[error("no match is kept under this link")]
    NotFound {
        /// Links that begin alike.
        near: Vec<Link>,
    },
    /// The match has no such ply.
    #[error("the match has the plies 0 to {last}")]
    NoPly {
        /// Its last ply.
        last: usize,
        /// Its head.
        link: Link,
    },
    /// The match has no such time.
    #[error("the match has no such time{}", end_ms.map_or_else(String::new, last_time))]
    NoTime {
        /// When its last action was, in milliseconds, if it may be known.
        end_ms: Option<u64>,
        /// Its head.
        link: Link,
    },
    /// The match is asked for at a time, but its game does not run on a clock.
    #[error("this game does not run on a clock: ask for a ply")]
    NoClock,
    /// Several matches begin alike.
    #[error("several links begin like this; give more of its digits")]
    Ambiguous {
        /// Their heads.
        links: Vec<Link>,
    },
    /// The match was withdrawn.
    #[error("this match was withdrawn by its keeper")]
    Withdrawn,
    /// A stored log does not replay.
    #[error("the stored log cannot be replayed: {0}")]
    Broken(#[from] BrokenLog),
    /// What the archive says.
    #[error(transparent)]
    Archive(#[from] archive::Error),
}

fn last_time(end_ms: u64) -> String {
    format!(": its last action was at {end_ms} ms")
}

/// What a reader wishes to see.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    /// A link or the beginning of one.
    pub link: &'a str,
    /// The ply; without one, that of the link.
    pub ply: Option<usize>,
    /// As whom.
    pub view: View,
    /// Whether what comes after the ply may be known.
    pub spoilers: bool,
}

/// A match at a ply, ready to be shown.
#[derive(Debug)]
pub struct Shown {
    /// The match as it is stored.
    pub stored: StoredMatch,
    /// Every ply of it, told and drawn.
    pub reel: Arc<Reel>,
    /// The ply that is shown.
    pub ply: usize,
    /// The ply that the link stands for, if it is not the last any more.
    pub linked_ply: Option<usize>,
    /// The match's last ply, if it may be known.
    pub last: Option<usize>,
    /// Whether there is a ply after this one.
    pub goes_on: bool,
    /// Whether the record tells things that are hidden at the table, and they may be asked for.
    pub tells: bool,
    /// The board at the ply, in words.
    pub description: String,
}

impl Shown {
    /// The facts of the first recording.
    #[must_use]
    pub fn facts(&self) -> &Facts {
        self.stored.facts()
    }

    /// What is proved about the match: the verdict of its first recording.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.stored.recordings.first().map_or(Verdict::Replays, |recording| recording.verdict)
    }
}

/// A match at a glance: for lists.
#[derive(Debug)]
pub struct Glimpse {
    /// The game's card.
    pub card: &'static Card,
    /// Its head.
    pub head: Link,
    /// The players of the first recording.
    pub players: [String; 2],
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
    /// The board at its last ply.
    pub scene: Scene,
}

impl Keep {
    /// A keep over an archive.
    #[must_use]
    pub fn new(registry: Registry, archive: Arc<dyn Archive>) -> Self {
        Keep {
            registry,
            archive,
            reels: Mutex::default(),
            counts: Mutex::default(),
            courses: OnceLock::new(),
        }
    }

    /// The games.
    #[must_use]
    pub const fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The archive.
    #[must_use]
    pub fn archive(&self) -> &dyn Archive {
        &*self.archive
    }

    /// Finds the match of a link, and the ply that the link stands for.
    ///
    /// # Errors
    /// No link, no match, several matches, a withdrawn one.
    pub fn find(&self, link: &str) -> Result<(MatchId, usize), KeepError> {
        let prefix: LinkPrefix = link.parse()?;
        match self.archive.find(&prefix)? {
            Found::One(place) => Ok((place.id, place.ply)),
            Found::None { near } => Err(KeepError::NotFound { near }),
            Found::Many(places) => {
                Err(KeepError::Ambiguous { links: places.iter().map(|place| place.link).collect() })
            }
            Found::Withdrawn { .. } => Err(KeepError::Withdrawn),
        }
    }

    /// A match at a ply.
    ///
    /// # Errors
    /// As [`Keep::find`]; a ply that the match has not; a stored log that does not replay.
    pub fn show(&self, wish: &Wish<'_>) -> Result<Shown, KeepError> {
        let (id, linked) = self.find(wish.link)?;
        let mut stored = self.archive.load(id)?;
        // Hidden things are shown on request, but never while the match goes on.
        let view = if stored.outcome.is_some() { wish.view } else { View::Public };
        let last = stored.log.actions.len();
        let ply = wish.ply.unwrap_or(if wish.spoilers { linked } else { 0 });
        if ply > last {
            return Err(KeepError::NoPly { last, link: stored.head });
        }
        let reel = if wish.spoilers {
            self.reel(&stored, view)?
        } else {
            // Nothing of what comes later may be in what is shown: it is cut off first.
            stored.log.actions.truncate(ply);
            Arc::new(Reel::of(&stored.log, view)?)
        };
        let play = replay::at(&stored.log, ply)?;
        let description = picture::describe(stored.log.header.card(), &play.scene(view));
        let tells = stored.outcome.is_some() && reel.tells;
        Ok(Shown {
            reel,
            ply,
            linked_ply: (wish.spoilers && linked < last).then_some(linked),
            last: wish.spoilers.then_some(last),
            goes_on: ply < last,
            tells,
            description,
            stored,
        })
    }

    /// The reel of a match, made once and kept.
    fn reel(&self, stored: &StoredMatch, view: View) -> Result<Arc<Reel>, KeepError> {
        let key = (stored.head, view == View::Told);
        let kept = || self.reels.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut reels = kept();
            if let Some(place) = reels.iter().position(|(known, _)| *known == key) {
                let found = reels.remove(place);
                let reel = Arc::clone(&found.1);
                reels.push(found);
                return Ok(reel);
            }
        }
        let reel = Arc::new(Reel::of(&stored.log, view)?);
        let mut reels = kept();
        if reels.len() >= REELS {
            reels.remove(0);
        }
        reels.push((key, Arc::clone(&reel)));
        Ok(reel)
    }

    /// The matches that came last, newest first.
    ///
    /// # Errors
    /// The archive is in trouble, or a stored log does not replay.
    pub fn recent(&self, count: usize) -> Result<Vec<Glimpse>, KeepError> {
        self.archive.recent(count)?.into_iter().map(|summary| self.glimpse(summary)).collect()
    }

    fn glimpse(&self, summary: Summary) -> Result<Glimpse, KeepError> {
        let stored = self.archive.load_log(summary.id)?;
        let scene = Reel::scene(&stored.log, stored.log.actions.len(), View::Public)?;
        let card = stored.log.header.card();
        let players = summary.facts.players;
        Ok(Glimpse { card, head: summary.head, players, outcome: summary.outcome, scene })
    }

    /// The heads of all listed matches, in the order in which they were stored.
    ///
    /// # Errors
    /// The archive is in trouble.
    pub fn heads(&self) -> Result<Vec<Link>, KeepError> {
        const AT_ONCE: usize = 200;
        let mut heads = Vec::new();
        let mut after = None;
        loop {
            let matches = self.archive.each(after, AT_ONCE, Scope::Listed)?;
            let Some((last, _)) = matches.last() else { return Ok(heads) };
            after = Some(*last);
            for (_, stored) in matches {
                heads.push(stored?.head);
            }
        }
    }

    /// Stores every game's sample matches, if the archive is empty; tells how many.
    ///
    /// # Errors
    /// The archive is in trouble.
    pub fn add_samples(&self, now_ms: i64) -> Result<usize, KeepError> {
        if !self.archive.each(None, 1, Scope::All)?.is_empty() {
            return Ok(0);
        }
        // One of each game in turn, so that the last ones are of all games.
        let games = || self.registry.games().map(|game| game.card().samples);
        let most = games().map(<[&str]>::len).max().unwrap_or(0);
        let samples = (0..most).flat_map(|n| games().filter_map(move |list| list.get(n)));
        let records = samples.flat_map(|sample| input::records(sample, &self.registry));
        let checked = records.filter_map(|record| record.check(&self.registry).ok());
        let batch: Vec<NewMatch> = checked.map(NewMatch::from).collect();
        let count = batch.len();
        self.archive.store(batch, archive::Mode::Whole, now_ms)?;
        Ok(count)
    }

    /// A match as export text, with its head.
    ///
    /// # Errors
    /// As [`Keep::find`].
    pub fn text(&self, link: &str) -> Result<(Link, String), KeepError> {
        let stored = self.load(link)?;
        let outcome = stored.outcome.as_ref();
        let out = text::export(&stored.record(), outcome, stored.head, &stored.checkpoints);
        Ok((stored.head, out))
    }

    /// A match as one line of JSON, with its head.
    ///
    /// # Errors
    /// As [`Keep::find`].
    pub fn json(&self, link: &str) -> Result<(Link, String), KeepError> {
        let stored = self.load(link)?;
        let outcome = stored.outcome.as_ref();
        let mut out = json::write(&stored.record(), outcome, stored.head, &stored.checkpoints);
        out.push('\n');
        Ok((stored.head, out))
    }

    /// The log text that a link is the hash of, with that link.
    ///
    /// # Errors
    /// As [`Keep::find`].
    pub fn log_text(&self, link: &str) -> Result<(Link, String), KeepError> {
        let (id, ply) = self.find(link)?;
        let stored = self.archive.load(id)?;
        let out = stored.log.text(ply);
        Ok((crate::record::link::link_at(&stored.log, ply), out))
    }

    /// All of the match of a link.
    ///
    /// # Errors
    /// As [`Keep::find`].
    pub fn load(&self, link: &str) -> Result<StoredMatch, KeepError> {
        let (id, _) = self.find(link)?;
        Ok(self.archive.load(id)?)
    }
}

impl std::fmt::Debug for Keep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Keep").field("registry", &self.registry).finish_non_exhaustive()
    }
}
