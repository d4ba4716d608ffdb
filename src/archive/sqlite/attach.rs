//! Writing a new match, and everything that is derived of one.

use rusqlite::OptionalExtension;

use super::prepare::Prepared;
use super::writer::Desk;
use super::{load, rows};
use crate::archive::listing::{ResultKind, day_of};
use crate::archive::{Change, ChangeKind, Error, MatchId, Result};
use crate::record::facts::{Facts, UNKNOWN};
use crate::record::link::{Link, link_at};
use crate::record::note::Note;
use crate::rules::outcome::Outcome;

/// What is derived of a log, to be written.
pub(super) struct Derived<'a> {
    pub(super) id: MatchId,
    pub(super) edition: i64,
    pub(super) listed: bool,
    pub(super) plies: usize,
    pub(super) head: Link,
    pub(super) outcome: Option<Outcome>,
    pub(super) day: Option<u32>,
    pub(super) changed_ms: Option<i64>,
    /// The log that it leaves, if any, and the last ply in common; only of a listed log.
    pub(super) stem: Option<(MatchId, usize)>,
    /// The link of its first own ply.
    pub(super) branch: Link,
    pub(super) checkpoints: &'a [u8],
}

/// The columns that tell where a log hangs in the tree of listed logs.
pub(super) struct Place {
    pub(super) stem: Option<i64>,
    pub(super) stem_ply: Option<i64>,
    pub(super) branch: Option<i64>,
}

impl Place {
    pub(super) fn of(listed: bool, stem: Option<(MatchId, usize)>, branch: &Link) -> Self {
        Place {
            stem: listed.then(|| stem.map_or(0, |(stem, _)| stem.to_i64())),
            stem_ply: listed.then(|| stem.map_or(0, |(_, ply)| rows::ply(ply))),
            branch: listed.then(|| rows::branch(branch)),
        }
    }
}

impl Desk<'_> {
    /// Writes a new match.
    pub(super) fn add(
        &self,
        one: &Prepared,
        stem: Option<(MatchId, usize)>,
        now_ms: i64,
    ) -> Result<MatchId> {
        let new = &one.new;
        let log = &new.record.log;
        let plies = log.actions.len();
        let sql = "INSERT INTO log (edition, listed, tags, added_ms) VALUES (?1, ?2, ?3, ?4)";
        let mut statement = self.connection.prepare_cached(sql)?;
        let id = statement.insert((one.edition, new.listed, &one.tags, now_ms))?;
        let id = MatchId::from_i64(id);
        if plies == 0 {
            self.connection
                .prepare_cached("INSERT INTO moment (log, ply) VALUES (?1, 0)")?
                .execute([id.to_i64()])?;
        } else {
            self.insert_segment(id, 1, plies, None, &one.body)?;
        }
        self.insert_recording(id, 0, one, None)?;
        let notes: Vec<&Note> = new.record.notes.iter().collect();
        self.insert_notes(id, &notes, now_ms)?;
        self.derive(&Derived {
            id,
            edition: one.edition,
            listed: new.listed,
            plies,
            head: new.head,
            outcome: new.outcome,
            day: day_of(&new.record.facts),
            changed_ms: None,
            stem,
            branch: one.links.at(log, stem.map_or(0, |(_, ply)| ply + 1)),
            checkpoints: &one.checkpoints,
        })?;
        self.insert_link(id, plies, &new.head, new.listed, true)?;
        self.leave_stem(stem, &mut |ply| one.links.at(log, ply))?;
        if let Some(claim) = &one.claim {
            self.claim(id, claim, log)?;
        }
        let change = Change { id, head: new.head, plies, kind: ChangeKind::New };
        self.changes.borrow_mut().push(change);
        Ok(id)
    }

    /// Writes a run of actions. The store refuses one that is not the next of its log.
    pub(super) fn insert_segment(
        &self,
        id: MatchId,
        first_ply: usize,
        count: usize,
        added_ms: Option<i64>,
        body: &[u8],
    ) -> Result<()> {
        let sql = "INSERT INTO segment (log, first_ply, action_count, added_ms, body) \
            VALUES (?1, ?2, ?3, ?4, ?5)";
        let (first, count) = (rows::ply(first_ply), rows::ply(count));
        self.connection.prepare_cached(sql)?.execute((
            id.to_i64(),
            first,
            count,
            added_ms,
            body,
        ))?;
        Ok(())
    }

    /// Writes a recording; without a time, that of the log.
    pub(super) fn insert_recording(
        &self,
        id: MatchId,
        number: i64,
        one: &Prepared,
        added_ms: Option<i64>,
    ) -> Result<()> {
        let source = match &one.new.source {
            Some(words) => Some(self.interned("source", "words", words)?),
            None => None,
        };
        let (verdict, divergence) = rows::write_verdict(&one.new.verdict);
        let sql = "INSERT INTO recording \
            (log, number, facts, verdict, divergence, source, added_ms) \
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let row = (id.to_i64(), number, &one.facts, verdict, divergence, source, added_ms);
        self.connection.prepare_cached(sql)?.execute(row)?;
        if one.new.listed {
            self.seat(id, &one.new.record.facts)?;
        }
        Ok(())
    }

    /// Writes who played.
    pub(super) fn seat(&self, id: MatchId, facts: &Facts) -> Result<()> {
        let sql = "INSERT OR IGNORE INTO seat (player, log, seat) VALUES (?1, ?2, ?3)";
        for (seat, name) in facts.players.iter().enumerate() {
            if name != UNKNOWN {
                let player = self.interned("player", "name", name)?;
                self.connection.prepare_cached(sql)?.execute((
                    player,
                    id.to_i64(),
                    rows::ply(seat),
                ))?;
            }
        }
        Ok(())
    }

    /// The number of a text in a table of texts, which it is given if it has none.
    fn interned(&self, table: &str, column: &str, text: &str) -> Result<i64> {
        let sql = format!("SELECT id FROM {table} WHERE {column} = ?1");
        let mut statement = self.connection.prepare_cached(&sql)?;
        if let Some(known) = statement.query_row([text], |row| row.get(0)).optional()? {
            return Ok(known);
        }
        let sql = format!("INSERT INTO {table} ({column}) VALUES (?1)");
        Ok(self.connection.prepare_cached(&sql)?.insert([text])?)
    }

    /// The number of an outcome's reason.
    pub(super) fn reason(&self, outcome: Option<&Outcome>) -> Result<Option<i64>> {
        let Some(outcome) = outcome else { return Ok(None) };
        let row = (outcome.reason, outcome.words);
        let sql = "SELECT id FROM reason WHERE rule = ?1 AND words = ?2";
        let mut statement = self.connection.prepare_cached(sql)?;
        if let Some(known) = statement.query_row(row, |row| row.get(0)).optional()? {
            return Ok(Some(known));
        }
        let sql = "INSERT INTO reason (rule, words) VALUES (?1, ?2)";
        Ok(Some(self.connection.prepare_cached(sql)?.insert(row)?))
    }

    /// Writes what is derived of a log, its links apart.
    pub(super) fn derive(&self, derived: &Derived<'_>) -> Result<()> {
        let result = ResultKind::of(derived.outcome.as_ref()).index();
        let sql = "INSERT INTO standing (id, edition, listed, plies, head, result, reason, day, \
            changed_ms, stem, stem_ply, branch, checkpoints) \
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)";
        let place = Place::of(derived.listed, derived.stem, &derived.branch);
        self.connection.prepare_cached(sql)?.execute((
            derived.id.to_i64(),
            derived.edition,
            derived.listed,
            rows::ply(derived.plies),
            derived.head.as_bytes(),
            rows::ply(result),
            self.reason(derived.outcome.as_ref())?,
            derived.day,
            derived.changed_ms,
            place.stem,
            place.stem_ply,
            place.branch,
            derived.checkpoints,
        ))?;
        if derived.listed {
            self.count(derived.edition, result, 1, rows::ply(derived.plies));
        }
        Ok(())
    }

    /// Adds to a tally; written by [`Desk::write_tallies`].
    pub(super) fn count(&self, edition: i64, result: usize, matches: i64, actions: i64) {
        let mut tallies = self.tallies.borrow_mut();
        let tally = tallies.entry((edition, result)).or_default();
        *tally = (tally.0 + matches, tally.1 + actions);
    }

    /// Writes what was added to the tallies.
    pub(super) fn write_tallies(&self) -> Result<()> {
        let sql = "INSERT INTO tally (edition, result, match_count, action_count) \
            VALUES (?1, ?2, ?3, ?4) ON CONFLICT (edition, result) DO UPDATE SET \
            match_count = match_count + excluded.match_count, \
            action_count = action_count + excluded.action_count";
        let mut statement = self.connection.prepare_cached(sql)?;
        for ((edition, result), (matches, actions)) in self.tallies.take() {
            statement.execute((edition, rows::ply(result), matches, actions))?;
        }
        Ok(())
    }

    /// Writes the link at which a new log leaves its stem.
    pub(super) fn leave_stem(
        &self,
        stem: Option<(MatchId, usize)>,
        link: &mut dyn FnMut(usize) -> Link,
    ) -> Result<()> {
        let Some((stem, ply)) = stem else { return Ok(()) };
        if ply > 0 {
            self.insert_link(stem, ply, &link(ply), true, false)?;
            if self.shared.changes.receiver_count() > 0 {
                self.changed(stem, ChangeKind::Told)?;
            }
        }
        self.claim_of_stem(stem)
    }

    /// Writes a link. One that was a head stays one.
    pub(super) fn insert_link(
        &self,
        id: MatchId,
        ply: usize,
        link: &Link,
        listed: bool,
        head: bool,
    ) -> Result<()> {
        let sql = "INSERT INTO link (key, log, ply, head) VALUES (?1, ?2, ?3, ?4) \
            ON CONFLICT (key, log, ply) DO UPDATE SET head = 1 WHERE excluded.head = 1";
        let key = rows::key_of(link, listed);
        let row = (key, id.to_i64(), rows::ply(ply), head);
        self.connection.prepare_cached(sql)?.execute(row)?;
        if listed && head {
            self.claimed(id, ply, link)?;
        }
        Ok(())
    }

    /// The unlisted match that has or had this head, and its last ply.
    pub(super) fn unlisted_head(
        &self,
        head: &Link,
        ply: usize,
    ) -> Result<Option<(MatchId, usize)>> {
        let sql = "SELECT link.log, plies, standing.head FROM link \
            JOIN standing ON standing.id = link.log AND standing.listed = 0 \
            WHERE key = ?1 AND ply = ?2 ORDER BY link.log";
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut found = statement.query((rows::unlisted_key(head), rows::ply(ply)))?;
        while let Some(row) = found.next()? {
            let (id, plies): (i64, i64) = (row.get(0)?, row.get(1)?);
            let (id, plies) = (MatchId::from_i64(id), rows::plies(plies));
            let now = row.get::<_, [u8; 32]>(2)?;
            if plies == ply && now == *head.as_bytes() {
                return Ok(Some((id, plies)));
            }
            if plies > ply {
                match load::stored_log(self.connection, self.shared, id) {
                    Ok(stored) if link_at(&stored.log, ply) == *head => {
                        return Ok(Some((id, plies)));
                    }
                    Err(Error::Broken(broken)) => return Err(broken.into()),
                    // What cannot be read is like nothing.
                    _ => {}
                }
            }
        }
        Ok(None)
    }
}
