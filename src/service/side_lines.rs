//! Keeping what was tried: as a match of its own that names its parent, or as a side line beside
//! the match.

use super::trial::Ground;
use super::{Keep, KeepError};
use crate::archive::{self, Found, Mode, NewMatch, Stored, StoredMatch};
use crate::record::draft::{BadLine, Checked, bad_lines};
use crate::record::facts::{Facts, PARENT};
use crate::record::fault::Fault;
use crate::record::line::Step;
use crate::record::link::{self, LinkPrefix};
use crate::record::log::Log;
use crate::record::note::Note;
use crate::record::tree::Tree;
use crate::record::{Record, input, text};
use crate::rules::illegal::Illegal;

/// Why a line is not kept.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// Nothing was tried.
    #[error("no action was tried, so there is nothing to keep")]
    Empty,
    /// The match itself went on like this.
    #[error("the match itself went on like this")]
    AsPlayed,
    /// The line is not beside the match.
    #[error("this side line is not kept beside the match")]
    NotKept,
    /// What was sent cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// An action of it is not allowed.
    #[error(transparent)]
    Illegal(Illegal),
    /// The rules or the limits refuse it.
    #[error(transparent)]
    Bad(#[from] BadLine),
    /// The record that it makes is refused.
    #[error("{0}")]
    Refused(Fault),
    /// The match cannot be found or read, or the archive is in trouble.
    #[error(transparent)]
    Keep(#[from] KeepError),
}

impl From<archive::Error> for LineError {
    fn from(error: archive::Error) -> Self {
        LineError::Keep(error.into())
    }
}

/// A match and the side lines beside it.
#[derive(Debug)]
pub struct SideLines {
    /// The match.
    pub stored: StoredMatch,
    /// Its side lines.
    pub tree: Tree,
}

/// A line beside a match, to be kept or promoted.
#[derive(Clone, Copy, Debug)]
pub struct NewLine<'a> {
    /// A link of the match.
    pub link: &'a str,
    /// The ply at which the line leaves it.
    pub ply: usize,
    /// Its actions.
    pub steps: &'a [Step],
    /// What is said about it; may be empty.
    pub text: &'a str,
    /// Who says it; `?` if that is not known.
    pub by: &'a str,
}

impl Keep {
    /// Stores a line as a match of its own, with the actions before it. If it was tried in a match,
    /// its fact `Parent` is the link at which it leaves that one.
    ///
    /// The tags are those of the match, so both have the same links up to there. Only where that
    /// would append to a match that goes on, it gets an `Id` of its own: what is tried is never
    /// taken for what is played.
    ///
    /// # Errors
    /// [`LineError::Empty`]; [`LineError::AsPlayed`]; a record that is refused.
    pub fn store_line(
        &self,
        ground: &Ground,
        steps: &[Step],
        now_ms: i64,
    ) -> Result<Stored, LineError> {
        if steps.is_empty() {
            return Err(LineError::Empty);
        }
        let mut log = ground.log.clone();
        for step in steps {
            log.actions.push(&step.action());
        }
        let (mut facts, mut leaves, mut listed) = (Facts::default(), 0, true);
        if let Some(parent) = &ground.parent {
            let stored = self.load(&parent.head.to_string())?;
            listed = stored.listed;
            leaves = stored.log.actions.common_prefix(&log.actions);
            if leaves == log.actions.len() {
                return Err(LineError::AsPlayed);
            }
            facts.set(PARENT, &link::link_at(&log, leaves).to_string());
        }
        if self.would_append(&log, leaves)? {
            let parent = link::link_at(&log, leaves);
            log.header.id = Some(format!("fork:{}", parent.short()));
        }
        let record = text::write(&Record { log, facts, notes: Vec::new() });
        let inputs = input::records(&record, self.registry());
        let checked = inputs.first().ok_or(LineError::Empty)?.check(self.registry());
        let checked = checked.and_then(Checked::whole).map_err(LineError::Refused)?;
        let source = Some("sandbox".to_owned());
        let new = NewMatch { source, listed, ..NewMatch::from(checked) };
        let mut stored = self.archive().store(vec![new], Mode::Whole, now_ms)?;
        Ok(stored.pop().ok_or(LineError::Empty)??)
    }

    /// Whether storing a log would add actions to a match that goes on. Up to `leaves` the log is
    /// that of a stored one, which has more.
    fn would_append(&self, log: &Log, leaves: usize) -> Result<bool, KeepError> {
        let links = link::links(log);
        for (ply, link) in links.iter().enumerate().take(log.actions.len()).skip(leaves.max(1)) {
            let prefix: LinkPrefix = link.to_string().parse()?;
            if let Found::One(place) = self.archive().find(&prefix)? {
                let summary = self.archive().summary(place.id)?;
                if summary.plies == ply && summary.outcome.is_none() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The side lines of a match.
    ///
    /// # Errors
    /// As [`Keep::find`].
    pub fn side_lines(&self, link: &str) -> Result<SideLines, KeepError> {
        let stored = self.load(link)?;
        let tree = Tree::of(stored.notes.iter().map(|note| &note.note));
        Ok(SideLines { stored, tree })
    }

    /// Keeps a line beside a match, or adds words to one that is kept. What it has in common with
    /// the match belongs to the match: the line begins where they part. Returns that ply and the
    /// actions of the line.
    ///
    /// # Errors
    /// [`LineError::Empty`]; [`LineError::AsPlayed`]; [`LineError::Bad`].
    pub fn keep_line(
        &self,
        new: &NewLine<'_>,
        now_ms: i64,
    ) -> Result<(usize, Vec<String>), LineError> {
        let stored = self.load(new.link)?;
        let (ply, steps) = parted(&stored.log, new.ply, new.steps);
        match (new.steps, steps) {
            ([], _) => return Err(LineError::Empty),
            (_, []) => return Err(LineError::AsPlayed),
            _ => {}
        }
        let card = stored.log.header.card();
        let line: Vec<String> = steps.iter().map(|step| step.write(card)).collect();
        let note = Note {
            ply,
            text: new
                .text
                .trim()
                .chars()
                .filter(|c| "\n\t".contains(*c) || !c.is_control())
                .collect(),
            by: new.by.to_owned(),
            line: line.clone(),
            rise: 0,
        };
        self.annotate_line(&stored, note, now_ms)?;
        Ok((ply, line))
    }

    /// Puts the last action of a line before its siblings.
    ///
    /// # Errors
    /// [`LineError::NotKept`].
    pub fn promote_line(&self, new: &NewLine<'_>, now_ms: i64) -> Result<(), LineError> {
        let SideLines { stored, tree } = self.side_lines(new.link)?;
        let card = stored.log.header.card();
        let line: Vec<String> = new.steps.iter().map(|step| step.write(card)).collect();
        let node = tree.find(new.ply, line.iter().map(String::as_str));
        let node = node.ok_or(LineError::NotKept)?;
        let Some(rise) = tree.promotion(node) else { return Ok(()) };
        let by = new.by.to_owned();
        self.annotate_line(
            &stored,
            Note { ply: new.ply, text: String::new(), by, line, rise },
            now_ms,
        )
    }

    fn annotate_line(
        &self,
        stored: &StoredMatch,
        note: Note,
        now_ms: i64,
    ) -> Result<(), LineError> {
        let bad = bad_lines(&stored.log, [&note], stored.outcome.is_some());
        if let Some((_, bad)) = bad.into_iter().next() {
            return Err(bad.into());
        }
        self.archive().annotate(stored.id, vec![note], now_ms)?;
        Ok(())
    }
}

/// Where a line that begins at a ply leaves the match, and the rest of it from there.
fn parted<'a>(log: &Log, ply: usize, steps: &'a [Step]) -> (usize, &'a [Step]) {
    let same = |(n, step): &(usize, &Step)| log.actions.get(ply + n + 1) == Some(step.action());
    let common = steps.iter().enumerate().take_while(same).count();
    (ply + common, &steps[common..])
}
