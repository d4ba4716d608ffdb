//! Finding the stored log that a new one has most in common with.
//!
//! The listed logs of an archive are the leaves of a tree whose edges are actions: none is the
//! beginning of another, for what goes on from a stored log is appended to it. A ply belongs to the
//! oldest log that has it. So each log hangs on its *stem*, the owner of the last ply that it has
//! in
//! common with any older one; its own plies begin with the one after, its *branch*. A log that has
//! nothing in common with an older one, not even its tags, is a root.
//!
//! A new log begins at the root with its tags and is compared with it; where they part, the branch
//! tells which log has its next action there, if any has; that one is compared with, and so on.
//! Each
//! step is exact, and there are as many as logs part on the way.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use super::writer::Desk;
use super::{load, rows};
use crate::archive::chain::Links;
use crate::archive::{Error, MatchId, Result};
use crate::record::log::{Actions, Log};

/// How many logs are looked at that have the same branch: more than one is a coincidence, or
/// malice.
const CANDIDATES: i64 = 16;
/// How many actions are remembered of logs that were read lately, all together.
const REMEMBERED: usize = 200_000;
/// How many actions are remembered of a log: most part early.
const BEGINNING: usize = 24;

/// Beginnings of logs that the writer has read lately. A beginning never changes; but what is
/// rolled
/// back never was.
#[derive(Default)]
pub(super) struct Memory {
    logs: HashMap<MatchId, Arc<Actions>>,
    order: VecDeque<MatchId>,
    actions: usize,
}

impl Memory {
    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        *self = Memory::default();
    }

    fn keep(&mut self, id: MatchId, beginning: &Arc<Actions>) {
        if self.logs.insert(id, Arc::clone(beginning)).is_some() {
            return;
        }
        self.actions += BEGINNING;
        self.order.push_back(id);
        while self.actions > REMEMBERED {
            let Some(oldest) = self.order.pop_front() else { break };
            self.logs.remove(&oldest);
            self.actions -= BEGINNING;
        }
    }
}

/// A log that looks for its stem.
pub(super) struct Probe<'a> {
    pub(super) log: &'a Log,
    pub(super) links: &'a Links,
    pub(super) edition: i64,
    pub(super) tags: Option<&'a str>,
    /// Only logs stored before this one count.
    pub(super) before: Option<MatchId>,
}

/// The log that another has most in common with.
#[derive(Clone, Copy)]
pub(super) struct Stem {
    pub(super) id: MatchId,
    /// The last ply that they have in common.
    pub(super) ply: usize,
    /// Whether that is the last ply of the stem.
    pub(super) ends: bool,
}

impl Desk<'_> {
    /// The stem of a log among the listed ones, if any begins as it does.
    pub(super) fn stem(&self, probe: &Probe<'_>) -> Result<Option<Stem>> {
        let last = probe.log.actions.len();
        let Some(mut stem) = self.branching(probe, None)? else { return Ok(None) };
        while stem.ply < last && !stem.ends {
            match self.branching(probe, Some(stem))? {
                Some(next) => stem = next,
                None => break,
            }
        }
        Ok(Some(stem))
    }

    /// The log that leaves a stem as the probe does; without a stem, the root with its tags.
    fn branching(&self, probe: &Probe<'_>, stem: Option<Stem>) -> Result<Option<Stem>> {
        let ply = stem.map_or(0, |stem| stem.ply + 1);
        let sql = "SELECT id FROM standing \
            WHERE stem = ?1 AND stem_ply = ?2 AND branch = ?3 AND id < ?4 ORDER BY id LIMIT ?5";
        let mut statement = self.connection.prepare_cached(sql)?;
        let row = (
            stem.map_or(0, |stem| stem.id.to_i64()),
            stem.map_or(0, |stem| rows::ply(stem.ply)),
            rows::branch(&probe.links.at(probe.log, ply)),
            probe.before.map_or(i64::MAX, MatchId::to_i64),
            CANDIDATES,
        );
        let candidates = statement.query_map(row, |row| row.get(0))?;
        for id in candidates.collect::<rusqlite::Result<Vec<i64>>>()? {
            let id = MatchId::from_i64(id);
            if stem.is_none() && !self.has_tags(probe, id)? {
                continue;
            }
            let found = self.compare(probe, id)?;
            if let Some(found) = found.filter(|found| found.ply >= ply) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn has_tags(&self, probe: &Probe<'_>, id: MatchId) -> Result<bool> {
        let row = load::log_row(self.connection, id)?;
        Ok(row.edition == probe.edition && row.tags.as_deref() == probe.tags)
    }

    /// How far a log goes together with one of the same tags. One that cannot be read has nothing
    /// in
    /// common with any.
    fn compare(&self, probe: &Probe<'_>, id: MatchId) -> Result<Option<Stem>> {
        let known = self.memory.borrow().logs.get(&id).cloned();
        let beginning = match known {
            Some(beginning) => beginning,
            None => match self.read_beginning(probe, id, BEGINNING) {
                Err(Error::Damaged { .. }) => return Ok(None),
                read => {
                    let beginning = Arc::new(read?);
                    self.memory.borrow_mut().keep(id, &beginning);
                    beginning
                }
            },
        };
        let actions = &probe.log.actions;
        let ply = beginning.common_prefix(actions);
        if ply < beginning.len() {
            return Ok(Some(Stem { id, ply, ends: false }));
        }
        let whole = match self.read_beginning(probe, id, usize::MAX) {
            Err(Error::Damaged { .. }) => return Ok(None),
            whole => whole?,
        };
        let ply = whole.common_prefix(actions);
        Ok(Some(Stem { id, ply, ends: ply == whole.len() }))
    }

    fn read_beginning(&self, probe: &Probe<'_>, id: MatchId, most: usize) -> Result<Actions> {
        let run = load::run_to(self.connection, self.shared, id, probe.edition, most)?;
        Ok(run.actions)
    }

    /// A stored log, ready to look for its stem.
    pub(super) fn probed(&self, id: MatchId) -> Result<Probed> {
        let row = load::log_row(self.connection, id)?;
        let stored = load::stored_log(self.connection, self.shared, id)?;
        let links = Links::new(&stored.log, stored.head);
        Ok(Probed { log: stored.log, links, edition: row.edition, tags: row.tags })
    }
}

/// A stored log that looks for its stem anew.
pub(super) struct Probed {
    pub(super) log: Log,
    pub(super) links: Links,
    pub(super) edition: i64,
    pub(super) tags: Option<String>,
}

impl Probed {
    /// Among the logs stored before it.
    pub(super) fn probe(&self, id: MatchId) -> Probe<'_> {
        let (log, links, edition) = (&self.log, &self.links, self.edition);
        Probe { log, links, edition, tags: self.tags.as_deref(), before: Some(id) }
    }
}
