//! What comes out of an archive.

use std::fmt;
use std::sync::LazyLock;

use crate::record::Record;
use crate::record::draft::agrees;
use crate::record::facts::{Facts, PARENT, RESULT};
use crate::record::link::Link;
use crate::record::log::Log;
use crate::record::note::Note;
use crate::record::replay::{Checkpoint, Verdict};
use crate::rules::outcome::Outcome;

/// The number of a match in one archive. It is never given to another match, and never shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchId(i64);

impl MatchId {
    /// The id with that number, as a cursor tells it.
    #[must_use]
    pub const fn from_i64(number: i64) -> Self {
        MatchId(number)
    }

    /// Its number.
    #[must_use]
    pub const fn to_i64(self) -> i64 {
        self.0
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The log of a match as it stands now.
#[derive(Clone, Debug)]
pub struct StoredLog {
    /// The match.
    pub id: MatchId,
    /// The log.
    pub log: Log,
    /// The head, as it is stored.
    pub head: Link,
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
}

/// All of a match.
#[derive(Clone, Debug)]
pub struct StoredMatch {
    /// The match.
    pub id: MatchId,
    /// The log. Its number of actions is the last ply.
    pub log: Log,
    /// The head, as it is stored.
    pub head: Link,
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
    /// The hash of every 32nd position and of the last, as they were when it was stored.
    pub checkpoints: Vec<Checkpoint>,
    /// Who recorded it, the first one first; there is at least one.
    pub recordings: Vec<Recording>,
    /// What was said about it, by ply, and at one ply the oldest first.
    pub notes: Vec<StoredNote>,
    /// The link and ply at which it leaves another match: as its record says, or as the archive
    /// found.
    pub parent: Option<(Link, usize)>,
    /// The heads of up to 200 listed matches that leave this one, with the ply at which they do, by
    /// ply.
    pub forks: Vec<(Link, usize)>,
    /// Whether anybody may find it.
    pub listed: bool,
    /// When it was stored.
    pub added_ms: i64,
    /// When its log last grew.
    pub changed_ms: i64,
}

impl StoredMatch {
    /// Its link as addresses have it.
    #[must_use]
    pub fn address(&self) -> String {
        address(self.head, self.listed)
    }

    /// The facts of its first recording.
    #[must_use]
    pub fn facts(&self) -> &Facts {
        static NONE: LazyLock<Facts> = LazyLock::new(Facts::default);
        self.recordings.first().map_or(&NONE, |first| &first.facts)
    }

    /// The match as a record, with the facts of its first recording. The fact `Parent` tells where
    /// it leaves another match, unless the recording tells that itself.
    #[must_use]
    pub fn record(&self) -> Record {
        let facts = self.facts().clone();
        let notes = self.notes.iter().map(|note| note.note.clone()).collect();
        self.recorded(facts, notes)
    }

    /// Every recording of the match as a record, equal ones once; the notes go with the first one.
    #[must_use]
    pub fn records(&self) -> Vec<Record> {
        let mut records = vec![self.record()];
        for other in self.recordings.iter().skip(1) {
            let record = self.recorded(other.facts.clone(), Vec::new());
            if records.iter().all(|known| known.facts != record.facts) {
                records.push(record);
            }
        }
        records
    }

    fn recorded(&self, mut facts: Facts, notes: Vec<Note>) -> Record {
        if let Some((parent, _)) = self.parent.filter(|_| facts.get(PARENT).is_none()) {
            facts.set(PARENT, &parent.to_string());
        }
        // What was said while the match went on, and turned out otherwise, would be refused.
        let said = facts.get(RESULT).zip(self.outcome.as_ref());
        if said.is_some_and(|(said, outcome)| !agrees(said, outcome)) {
            facts.remove(RESULT);
        }
        Record { log: self.log.clone(), facts, notes }
    }
}

/// A match's link as addresses have it: whole if nothing less finds it.
#[must_use]
pub fn address(head: Link, listed: bool) -> String {
    if listed { head.short() } else { head.to_string() }
}

/// One recording of a match: what somebody said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// The facts.
    pub facts: Facts,
    /// What the positions that came with it proved.
    pub verdict: Verdict,
    /// Where it came from, if that was told.
    pub source: Option<String>,
    /// When it was stored.
    pub added_ms: i64,
}

/// A note, and when it was added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredNote {
    /// The note.
    pub note: Note,
    /// When it was added.
    pub added_ms: i64,
}

/// What a list shows of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The match.
    pub id: MatchId,
    /// The game's id.
    pub game: String,
    /// The rules version.
    pub rules: u16,
    /// The head.
    pub head: Link,
    /// The last ply.
    pub plies: usize,
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
    /// The facts of its first recording.
    pub facts: Facts,
    /// Whether anybody may find it.
    pub listed: bool,
    /// When it was stored.
    pub added_ms: i64,
    /// When its log last grew.
    pub changed_ms: i64,
}
