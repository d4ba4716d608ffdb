//! Proving a stored match: what is stored is what the rules give.

use std::fmt;

use super::StoredMatch;
use crate::record::link::{self, Link, PositionHash};
use crate::record::replay::{self, BrokenLog};

/// A difference between what is stored and what the log gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The log's text has another hash than its head: the bytes were changed.
    Head {
        /// As it is stored.
        stored: Link,
        /// As the log gives it.
        found: Link,
    },
    /// The rules refuse an action.
    Refused(BrokenLog),
    /// The position at a ply has another hash.
    Position {
        /// The first ply at which it has.
        ply: usize,
        /// As it is stored.
        stored: PositionHash,
        /// As the replay gives it.
        found: PositionHash,
    },
    /// The match ended in another way.
    Result {
        /// As it is stored.
        stored: String,
        /// As the replay gives it.
        found: String,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Head { stored, found } => {
                write!(f, "the head is {stored}, and the stored log gives {found}")
            }
            Difference::Refused(broken) => write!(f, "the log does not replay: {broken}"),
            Difference::Position { ply, stored, found } => {
                write!(f, "diverged at ply {ply}: {stored} is stored, the replay gives {found}")
            }
            Difference::Result { stored, found } => {
                write!(f, "the result is {stored}, and the replay gives {found}")
            }
        }
    }
}

/// Replays a stored match and compares everything.
///
/// # Errors
/// The first difference.
pub fn verify(stored: &StoredMatch) -> Result<(), Difference> {
    let log = &stored.log;
    let found = link::head(log);
    if found != stored.head {
        return Err(Difference::Head { stored: stored.head, found });
    }
    let (play, checkpoints) = replay::checkpoints(log).map_err(Difference::Refused)?;
    let differing = |(stored, found): (&replay::Checkpoint, &replay::Checkpoint)| {
        let (stored_hash, hash) = (stored.hash, found.hash);
        (stored != found).then_some(Difference::Position {
            ply: found.ply,
            stored: stored_hash,
            found: hash,
        })
    };
    if let Some(difference) = stored.checkpoints.iter().zip(&checkpoints).find_map(differing) {
        return Err(difference);
    }
    let (card, outcome) = (log.header.card(), play.outcome());
    if outcome != stored.outcome {
        let words = |outcome| replay::result_words(card, outcome);
        let (stored, found) = (words(stored.outcome.as_ref()), words(outcome.as_ref()));
        return Err(Difference::Result { stored, found });
    }
    Ok(())
}
