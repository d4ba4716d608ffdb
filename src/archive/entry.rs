//! What is handed in to be stored, and what became of it.

use super::MatchId;
use crate::record::Record;
use crate::record::draft::Checked;
use crate::record::link::Link;
use crate::record::replay::{Checkpoint, Verdict};
use crate::rules::outcome::Outcome;

/// A record that the rules have replayed, to be stored.
#[derive(Clone, Debug)]
pub struct NewMatch {
    /// The record.
    pub record: Record,
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
    /// The hash of every 32nd position and of the last.
    pub checkpoints: Vec<Checkpoint>,
    /// The head.
    pub head: Link,
    /// What the positions that came with it prove.
    pub verdict: Verdict,
    /// Whether anybody may find it. One that is not listed is found by its whole hash only.
    pub listed: bool,
    /// Where it came from, in a few words; no personal data. At most 200 bytes are kept.
    pub source: Option<String>,
}

impl From<Checked> for NewMatch {
    /// The legal part of a checked input, listed.
    fn from(checked: Checked) -> Self {
        NewMatch {
            record: checked.record,
            outcome: checked.outcome,
            checkpoints: checked.checkpoints,
            head: checked.head,
            verdict: checked.verdict,
            listed: true,
            source: None,
        }
    }
}

/// What one match that cannot be stored does to the others of its batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Nothing of the batch is stored.
    Whole,
    /// The others are stored.
    Each,
}

/// A match that is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its id in this archive.
    pub id: MatchId,
    /// The head of what was handed in. It is a link from now on, if it was none before.
    pub link: Link,
    /// The ply that the link stands for.
    pub ply: usize,
    /// What became of it.
    pub entry: Entry,
}

/// What became of a match that was handed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// It is a new match.
    New,
    /// It was stored already, with these facts and notes. Nothing has changed.
    Already,
    /// Its log was stored already; its facts or notes are new, and stand beside the others.
    Recorded,
    /// Its log is the beginning of a longer stored one. Nothing has changed but that its head is a
    /// link; facts and notes were not taken.
    Shorter {
        /// How many plies the stored log has.
        plies: usize,
    },
    /// Its log goes on from a stored unfinished one, and was appended to it.
    Continued {
        /// The ply after which it goes on.
        from_ply: usize,
    },
    /// It is a new match that leaves a stored one.
    Fork {
        /// The link of the last ply that they have in common.
        parent: Link,
        /// That ply, from 1; for a parent that the record itself names, any ply.
        ply: usize,
    },
}
