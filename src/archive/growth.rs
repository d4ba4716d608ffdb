//! How a match grows: actions that go on from its head.

use super::MatchId;
use crate::record::limits;
use crate::record::link::{Link, PositionHash};
use crate::record::log::{Actions, Log};
use crate::record::replay::{CHECKPOINT_EVERY, Checkpoint};
use crate::rules::any::Play;
use crate::rules::illegal::Illegal;
use crate::rules::outcome::Outcome;

/// Actions that the rules allow after a log, to be appended to it.
#[derive(Clone, Debug)]
pub struct Continuation {
    /// The head that they go on from.
    pub expected: Link,
    /// The new actions.
    pub actions: Actions,
    /// How the match ends with them, if it does.
    pub outcome: Option<Outcome>,
    /// The hashes of every 32nd position after the head, and of the last.
    pub checkpoints: Vec<Checkpoint>,
    /// What makes a repeat of this request known as one, at most 100 bytes. Keys of different
    /// matches have nothing to do with each other.
    pub key: Option<String>,
}

impl Continuation {
    /// The most bytes of a key.
    pub const KEY_BYTES: usize = 100;

    /// Carries the actions out after a log, whose head is `expected` and at whose end `play`
    /// stands.
    /// On an error `play` stands somewhere between.
    ///
    /// # Errors
    /// The first action that is not allowed, or that makes the record larger than one may be.
    pub fn check(
        expected: Link,
        log: &Log,
        play: &mut dyn Play,
        actions: Actions,
    ) -> Result<Self, Refused> {
        let mut fold = Fold::after(log);
        let mut checkpoints = Vec::new();
        let last = fold.ply + actions.len();
        for action in actions.iter() {
            fold.admit(log, &action)?;
            let ply = fold.ply;
            play.act(action.by, action.text, action.at)
                .map_err(|illegal| Refused::NotAllowed { ply, illegal })?;
            if ply.is_multiple_of(CHECKPOINT_EVERY) || ply == last {
                let hash = PositionHash::of(&log.header, play);
                checkpoints.push(Checkpoint { ply, hash });
            }
        }
        let outcome = play.outcome();
        if let Some(illegal) = play.tells().filter(|_| outcome.is_none()) {
            return Err(Refused::NotAllowed { ply: last, illegal: illegal.clone() });
        }
        Ok(Continuation { expected, actions, outcome, checkpoints, key: None })
    }
}

/// Why actions cannot be appended, and which of them cannot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The rules do not allow it.
    #[error("ply {ply}: {illegal}")]
    NotAllowed {
        /// The ply of the action, from 1.
        ply: usize,
        /// The rule that it breaks.
        illegal: Illegal,
    },
    /// The record would be larger than one may be.
    #[error("ply {ply}: {words}")]
    TooLarge {
        /// The ply of the action, from 1.
        ply: usize,
        /// The limit, without a final stop.
        words: String,
    },
    /// Its time is none that it can have.
    #[error("ply {ply}: {words}")]
    Time {
        /// The ply of the action, from 1.
        ply: usize,
        /// Why, without a final stop.
        words: String,
    },
}

/// What of a log the limits are about, up to a ply.
struct Fold {
    ply: usize,
    bytes: usize,
    at: u64,
    line: String,
}

impl Fold {
    fn after(log: &Log) -> Self {
        let at = log.actions.iter().filter_map(|action| action.at).last().unwrap_or(0);
        let ply = log.actions.len();
        Fold { ply, bytes: log.text(ply).len(), at, line: String::new() }
    }

    /// Counts an action in.
    fn admit(&mut self, log: &Log, action: &crate::record::log::Action<'_>) -> Result<(), Refused> {
        self.ply += 1;
        let ply = self.ply;
        self.line.clear();
        log.header.write_action(ply, action, &mut self.line);
        self.bytes += self.line.len();
        let too_large = |words: String| Err(Refused::TooLarge { ply, words });
        if ply > limits::ACTIONS {
            return too_large(format!("a record has at most {} actions", limits::ACTIONS));
        }
        if self.line.len() > limits::LINE_BYTES + 1 {
            return too_large(format!("an action line has at most {} bytes", limits::LINE_BYTES));
        }
        if self.bytes > limits::RECORD_BYTES {
            return too_large(format!("a record has at most {} bytes", limits::RECORD_BYTES));
        }
        let Some(ms) = action.at else { return Ok(()) };
        if ms > limits::TIME_MS {
            let words = format!("a time is at most {} ms", limits::TIME_MS);
            return Err(Refused::Time { ply, words });
        }
        if ms < self.at && !log.header.card().timed {
            let words = format!("a time before that of the action before it (@{})", self.at);
            return Err(Refused::Time { ply, words });
        }
        self.at = ms;
        Ok(())
    }
}

/// A match that has grown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    /// The match.
    pub id: MatchId,
    /// Its head after the append.
    pub head: Link,
    /// Its last ply after the append.
    pub plies: usize,
    /// Whether this is the answer of an earlier request with the same key.
    pub repeated: bool,
}

/// Something that has changed, told after it is on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The match.
    pub id: MatchId,
    /// Its head.
    pub head: Link,
    /// Its last ply.
    pub plies: usize,
    /// What has changed.
    pub kind: ChangeKind,
}

/// What has changed of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// It is new.
    New,
    /// Its log has grown.
    Grown,
    /// There are new facts or notes, another match leaves it now, or its own stem is another.
    Told,
    /// It is gone.
    Withdrawn,
}
