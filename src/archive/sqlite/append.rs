//! Appending to a match.

use rusqlite::{Connection, OptionalExtension};

use super::live::Live;
use super::writer::Desk;
use super::{SqliteArchive, find, load, rows};
use crate::archive::listing::ResultKind;
use crate::archive::segment::actor_number;
use crate::archive::{Appended, Change, ChangeKind, Continuation, Error, MatchId, Result};
use crate::record::limits;
use crate::record::link::{Chain, Link};
use crate::record::log::Log;
use crate::rules::outcome::Outcome;

/// What makes a match longer.
pub(super) struct Growth<'a> {
    pub(super) id: MatchId,
    pub(super) from_ply: usize,
    pub(super) plies: usize,
    pub(super) head: Link,
    pub(super) listed: bool,
    pub(super) outcome: Option<Outcome>,
    /// All checkpoints of the longer match.
    pub(super) checkpoints: &'a [u8],
    pub(super) body: &'a [u8],
}

/// An append that is ready for the writer.
struct Ready {
    /// The log after it.
    after: Live,
    head: Link,
    from_ply: usize,
    body: Vec<u8>,
    checkpoints: Vec<u8>,
}

/// What was asked for.
struct Asked {
    id: MatchId,
    expected: Link,
    outcome: Option<Outcome>,
    key: Option<String>,
    request: [u8; 32],
    /// Of the table of shapes that it is packed with.
    generation: u64,
}

impl SqliteArchive {
    pub(super) fn append_actions(&self, more: Continuation, now_ms: i64) -> Result<Appended> {
        if more.actions.is_empty() {
            return Err(Error::unfit("there is nothing to append"));
        }
        if more.key.as_ref().is_some_and(|key| key.len() > Continuation::KEY_BYTES) {
            let most = Continuation::KEY_BYTES;
            return Err(Error::unfit(format!("an idempotency key has at most {most} bytes")));
        }
        let generation = self.shared.shapes.generation();
        let (id, live) = match self.shared.lives.get(&more.expected) {
            Some(live) => (live.id, Some(live)),
            None => self.read(|connection| self.live(connection, &more.expected))?,
        };
        // If the match has gone on or is over, only an earlier answer can be given.
        let ready = live.map(|live| self.ready(&live, &more)).transpose()?;
        let request = fingerprint(&more);
        let Continuation { expected, outcome, key, .. } = more;
        let asked = Asked { id, expected, outcome, key, request, generation };
        let (answer, kept) = self.writer.write(move |desk| {
            let answer = desk.append(&asked, ready.as_ref(), now_ms)?;
            Ok((answer, ready.filter(|_| !answer.repeated && asked.outcome.is_none())))
        })?;
        if let Some(ready) = kept {
            self.shared.lives.keep(&expected, ready.head, ready.after);
        }
        Ok(answer)
    }

    /// The match that a link is or was a head of, and its log if it is the head and not the end.
    fn live(&self, connection: &Connection, expected: &Link) -> Result<(MatchId, Option<Live>)> {
        let (id, head) = find::head(connection, &self.shared, expected)?;
        if head != *expected {
            return Ok((id, None));
        }
        let stored = load::stored_log(connection, &self.shared, id)?;
        if stored.outcome.is_some() {
            return Ok((id, None));
        }
        let Log { header, actions } = stored.log;
        let chain = Chain::start(&header);
        let listed = load::log_row(connection, id)?.listed;
        let start = Live { id, header, listed, plies: 0, chain };
        let live = start.after(&actions);
        if live.chain.link() != head {
            return Err(Error::damaged(id, "its log has another hash than its head"));
        }
        Ok((id, Some(live)))
    }

    fn ready(&self, live: &Live, more: &Continuation) -> Result<Ready> {
        let from_ply = live.plies;
        let after = live.after(&more.actions);
        if after.plies > limits::ACTIONS {
            return Err(Error::unfit(format!("a record has at most {} actions", limits::ACTIONS)));
        }
        let checkpoints = rows::write_checkpoints(&more.checkpoints, from_ply, after.plies)
            .ok_or_else(|| {
                Error::unfit("checkpoints that are not of every 32nd ply and the last")
            })?;
        let body = self.pack(live.header.card(), || more.actions.iter())?;
        Ok(Ready { head: after.chain.link(), after, from_ply, body, checkpoints })
    }
}

/// A hash of what was asked for: a repeat has the same.
fn fingerprint(more: &Continuation) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(more.expected.as_bytes());
    for action in more.actions.iter() {
        hasher.update(&[actor_number(action.by), u8::from(action.at.is_some())]);
        hasher.update(&action.at.unwrap_or(0).to_be_bytes());
        hasher.update(&(action.text.len() as u64).to_be_bytes());
        hasher.update(action.text.as_bytes());
    }
    *hasher.finalize().as_bytes()
}

impl Desk<'_> {
    fn append(&self, asked: &Asked, ready: Option<&Ready>, now_ms: i64) -> Result<Appended> {
        let id = asked.id;
        self.shared.shapes.refuse_older(asked.generation)?;
        if let Some(answer) = self.answered(asked)? {
            return Ok(answer);
        }
        let standing = match load::standing(self.connection, id) {
            Err(Error::NotFound) => return Err(Error::Withdrawn { link: asked.expected }),
            standing => standing?,
        };
        let head = standing.head;
        if head == asked.expected && standing.outcome.is_some() {
            return Err(Error::AfterEnd { head });
        }
        let Some(ready) = ready.filter(|_| head == asked.expected) else {
            return Err(Error::StaleHead { head });
        };
        let (plies, listed) = (ready.after.plies, ready.after.listed);
        self.refuse_withdrawn(&ready.head, listed)?;
        let mut checkpoints = standing.checkpoints;
        checkpoints.truncate(rows::whole_checkpoint_bytes(ready.from_ply));
        checkpoints.extend_from_slice(&ready.checkpoints);
        let growth = Growth {
            id,
            from_ply: ready.from_ply,
            plies,
            head: ready.head,
            listed,
            outcome: asked.outcome,
            checkpoints: &checkpoints,
            body: &ready.body,
        };
        self.grow(&growth, now_ms)?;
        self.write_tallies()?;
        let answer = Appended { id, head: ready.head, plies, repeated: false };
        if let Some(key) = &asked.key {
            let sql = "INSERT INTO answer (log, key, request, head, plies, added_ms) \
                VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            let (head, plies) = (answer.head.as_bytes(), rows::ply(answer.plies));
            let row = (id.to_i64(), key, asked.request, head, plies, now_ms);
            self.connection.prepare_cached(sql)?.execute(row)?;
        }
        Ok(answer)
    }

    /// The answer that an earlier request with the same key was given.
    fn answered(&self, asked: &Asked) -> Result<Option<Appended>> {
        let Some(key) = &asked.key else { return Ok(None) };
        let sql = "SELECT request, head, plies FROM answer WHERE log = ?1 AND key = ?2";
        let mut statement = self.connection.prepare_cached(sql)?;
        let found = statement.query_row((asked.id.to_i64(), key), |row| {
            Ok((row.get::<_, [u8; 32]>(0)?, row.get(1)?, row.get(2)?))
        });
        match found.optional()? {
            None => Ok(None),
            Some((request, ..)) if request != asked.request => Err(Error::KeyReused),
            Some((_, head, plies)) => Ok(Some(Appended {
                id: asked.id,
                head: Link::from_bytes(head),
                plies: rows::plies(plies),
                repeated: true,
            })),
        }
    }

    /// Makes a match longer.
    pub(super) fn grow(&self, growth: &Growth<'_>, now_ms: i64) -> Result<()> {
        let Growth { id, from_ply, plies, head, listed, .. } = *growth;
        self.insert_segment(id, from_ply + 1, plies - from_ply, Some(now_ms), growth.body)?;
        let result = ResultKind::of(growth.outcome.as_ref()).index();
        let sql = "UPDATE standing SET plies = ?2, head = ?3, result = ?4, reason = ?5, \
            changed_ms = ?6, checkpoints = ?7 WHERE id = ?1 RETURNING edition";
        let row = (
            id.to_i64(),
            rows::ply(plies),
            head.as_bytes(),
            rows::ply(result),
            self.reason(growth.outcome.as_ref())?,
            now_ms,
            growth.checkpoints,
        );
        let mut statement = self.connection.prepare_cached(sql)?;
        let edition = statement.query_row(row, |row| row.get(0))?;
        self.insert_link(id, plies, &head, listed, true)?;
        if listed {
            let unfinished = ResultKind::Unfinished.index();
            self.count(edition, unfinished, -1, -rows::ply(from_ply));
            self.count(edition, result, 1, rows::ply(plies));
        }
        let change = Change { id, head, plies, kind: ChangeKind::Grown };
        self.changes.borrow_mut().push(change);
        Ok(())
    }
}
