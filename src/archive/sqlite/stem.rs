//! Finding the stored log that a new one has most in common with: see [`crate::archive::waypoint`].

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use rusqlite::OptionalExtension;

use super::writer::Desk;
use super::{load, rows};
use crate::archive::waypoint::{Links, waypoints};
use crate::archive::{Error, MatchId, Result};
use crate::record::link::Link;
use crate::record::log::{Actions, Log};

/// How many logs are looked at that share a key: more than one is a coincidence, or malice.
const CANDIDATES: i64 = 16;
/// How many actions are remembered of logs that were read lately.
const REMEMBERED: usize = 200_000;

/// Logs that the writer has read lately. One counts only while its head is the log's head.
#[derive(Default)]
pub(super) struct Memory {
    logs: HashMap<MatchId, Arc<Known>>,
    order: VecDeque<MatchId>,
    actions: usize,
}

/// A stored log as far as comparing with it needs.
pub(super) struct Known {
    edition: i64,
    tags: Option<String>,
    head: Link,
    actions: Actions,
}

impl Memory {
    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        *self = Memory::default();
    }

    fn recall(&self, id: MatchId, head: &Link) -> Option<Arc<Known>> {
        self.logs.get(&id).filter(|known| known.head == *head).cloned()
    }

    fn keep(&mut self, id: MatchId, known: &Arc<Known>) {
        self.actions += known.actions.len() + 1;
        match self.logs.insert(id, Arc::clone(known)) {
            Some(before) => self.actions -= before.actions.len() + 1,
            None => self.order.push_back(id),
        }
        while self.actions > REMEMBERED {
            let Some(oldest) = self.order.pop_front() else { break };
            if let Some(gone) = self.logs.remove(&oldest) {
                self.actions -= gone.actions.len() + 1;
            }
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
pub(super) struct Stem {
    pub(super) id: MatchId,
    /// The last ply that they have in common.
    pub(super) ply: usize,
    /// The last ply of the stem.
    pub(super) plies: usize,
    /// The head of the stem.
    pub(super) head: Link,
    /// Whether the stem is over.
    pub(super) over: bool,
}

impl Desk<'_> {
    /// The stem of a log among the listed ones, if any begins as it does.
    pub(super) fn stem(&self, probe: &Probe<'_>) -> Result<Option<Stem>> {
        let last = probe.log.actions.len();
        let mut stem = None;
        for ply in waypoints(last) {
            match self.owner(probe, ply)? {
                Some(owner) => stem = Some(owner),
                None => break,
            }
        }
        if stem.is_none() {
            stem = self.owner(probe, 0)?;
        }
        let Some(mut stem) = stem else { return Ok(None) };
        while stem.ply < last && stem.ply < stem.plies {
            match self.owner(probe, stem.ply + 1)? {
                Some(owner) => stem = owner,
                None => break,
            }
        }
        Ok(Some(stem))
    }

    /// The oldest log that has a ply of this one, if the ply is one by which logs are found.
    fn owner(&self, probe: &Probe<'_>, ply: usize) -> Result<Option<Stem>> {
        let sql = "SELECT log FROM link WHERE key = ?1 AND ply = ?2 AND log < ?3 \
            ORDER BY log LIMIT ?4";
        let key = rows::key(&probe.links.at(probe.log, ply));
        let before = probe.before.map_or(i64::MAX, MatchId::to_i64);
        let mut statement = self.connection.prepare_cached(sql)?;
        let candidates = statement
            .query_map((key, rows::ply(ply), before, CANDIDATES), |row| row.get(0))?
            .collect::<rusqlite::Result<Vec<i64>>>()?;
        for id in candidates {
            let stem = self.compare(probe, MatchId::from_i64(id))?;
            if let Some(stem) = stem.filter(|stem| stem.ply >= ply) {
                return Ok(Some(stem));
            }
        }
        Ok(None)
    }

    /// How far two logs go together; `None` if they do not even begin alike. A log that cannot be
    /// read has nothing in common with any.
    fn compare(&self, probe: &Probe<'_>, id: MatchId) -> Result<Option<Stem>> {
        let sql = "SELECT plies, head, result FROM standing WHERE id = ?1 AND listed = 1";
        let mut statement = self.connection.prepare_cached(sql)?;
        let row = statement
            .query_row([id.to_i64()], |row| {
                Ok((row.get(0)?, row.get::<_, [u8; 32]>(1)?, row.get(2)?))
            })
            .optional()?;
        let Some((plies, head, result)): Option<(i64, _, i64)> = row else { return Ok(None) };
        let head = Link::from_bytes(head);
        let known = match self.known(id, &head) {
            Ok(known) => known,
            Err(Error::Damaged { .. }) => return Ok(None),
            Err(error) => return Err(error),
        };
        if known.edition != probe.edition || known.tags.as_deref() != probe.tags {
            return Ok(None);
        }
        let ply = known.actions.common_prefix(&probe.log.actions);
        Ok(Some(Stem { id, ply, plies: rows::plies(plies), head, over: result != 0 }))
    }

    fn known(&self, id: MatchId, head: &Link) -> Result<Arc<Known>> {
        if let Some(known) = self.memory.borrow().recall(id, head) {
            return Ok(known);
        }
        let row = load::log_row(self.connection, id)?;
        let run = load::run(self.connection, self.shared, id, row.edition)?;
        let known =
            Known { edition: row.edition, tags: row.tags, head: *head, actions: run.actions };
        let known = Arc::new(known);
        self.memory.borrow_mut().keep(id, &known);
        Ok(known)
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

impl Desk<'_> {
    /// A stored log, ready to look for its stem.
    pub(super) fn probed(&self, id: MatchId) -> Result<Probed> {
        let row = load::log_row(self.connection, id)?;
        let stored = load::stored_log(self.connection, self.shared, id)?;
        let links = Links::new(&stored.log, stored.head);
        Ok(Probed { log: stored.log, links, edition: row.edition, tags: row.tags })
    }
}
