//! Making everything that is derived anew.

use std::num::NonZero;
use std::thread;

use super::attach::Derived;
use super::migrate::REBUILD_DUE;
use super::stem::Probe;
use super::writer::Desk;
use super::{load, rows};
use crate::archive::chain::Links;
use crate::archive::listing::{ResultKind, day_of};
use crate::archive::{Error, MatchId, Rebuilt, Result, pairs};
use crate::record::facts::Facts;
use crate::record::facts::PARENT;
use crate::record::link::{self, Link};
use crate::record::log::Log;
use crate::record::replay;
use crate::rules::outcome::Outcome;

/// Logs that are replayed at a time, by all processors.
const AT_A_TIME: i64 = 512;

/// A log that was read.
struct Fresh {
    row: load::LogRow,
    changed_ms: Option<i64>,
    log: Log,
}

/// What a replay gives.
struct Replayed {
    outcome: Option<Outcome>,
    checkpoints: Vec<u8>,
    links: Links,
    head: Link,
}

/// Makes everything that is derived anew.
pub(super) fn all(desk: &Desk<'_>) -> Result<Rebuilt> {
    desk.rebuild()
}

impl Desk<'_> {
    fn rebuild(&self) -> Result<Rebuilt> {
        // Rows of logs that cannot be read any more stay; their place in the tree does not.
        self.connection.execute_batch(
            "DELETE FROM link; DELETE FROM claim; DELETE FROM seat; DELETE FROM player; \
             DELETE FROM tally; DELETE FROM standing WHERE id NOT IN (SELECT id FROM log); \
             UPDATE standing SET stem = NULL, stem_ply = NULL, branch = NULL \
             WHERE stem IS NOT NULL;",
        )?;
        let sql = "DELETE FROM setting WHERE name = ?1";
        self.connection.prepare_cached(sql)?.execute([REBUILD_DUE])?;
        let mut rebuilt = Rebuilt::default();
        let mut after = 0;
        loop {
            let sql = "SELECT id FROM log WHERE id > ?1 ORDER BY id LIMIT ?2";
            let mut statement = self.connection.prepare_cached(sql)?;
            let ids = statement.query_map([after, AT_A_TIME], |row| row.get(0))?;
            let ids = ids.collect::<rusqlite::Result<Vec<i64>>>()?;
            let Some(last) = ids.last() else { break };
            after = *last;
            self.rebuild_some(&ids, &mut rebuilt)?;
        }
        self.write_tallies()?;
        Ok(rebuilt)
    }

    fn rebuild_some(&self, ids: &[i64], rebuilt: &mut Rebuilt) -> Result<()> {
        let read =
            ids.iter().map(|id| (MatchId::from_i64(*id), self.fresh(MatchId::from_i64(*id))));
        let read: Vec<(MatchId, Result<Fresh>)> = read.collect();
        for ((id, fresh), replayed) in read.iter().zip(replay_all(&read)) {
            rebuilt.match_count += 1;
            let broken = match (fresh, replayed) {
                (Ok(fresh), Some(Ok(replayed))) => {
                    self.derive_anew(fresh, &replayed)?;
                    continue;
                }
                (Err(Error::Broken(broken)), _) => return Err(broken.clone().into()),
                (Err(error), _) => error.to_string(),
                (_, Some(Err(words))) => words,
                (_, None) => "it was not replayed".to_owned(),
            };
            self.leave(*id)?;
            rebuilt.damaged.push((*id, broken));
        }
        Ok(())
    }

    fn fresh(&self, id: MatchId) -> Result<Fresh> {
        let row = load::log_row(self.connection, id)?;
        let run = load::run(self.connection, self.shared, id, row.edition)?;
        let log = Log { header: load::header(self.shared, &row)?, actions: run.actions };
        Ok(Fresh { row, changed_ms: run.changed_ms, log })
    }

    fn derive_anew(&self, fresh: &Fresh, replayed: &Replayed) -> Result<()> {
        let Fresh { row, changed_ms, log } = fresh;
        let (id, listed, plies) = (row.id, row.listed, log.actions.len());
        let links = &replayed.links;
        let (edition, tags) = (row.edition, row.tags.as_deref());
        let probe = Probe { log, links, edition, tags, before: Some(id) };
        let stem = if listed { self.stem(&probe)?.map(|stem| (stem.id, stem.ply)) } else { None };
        let facts = self.facts(id)?;
        self.connection
            .prepare_cached("DELETE FROM standing WHERE id = ?1")?
            .execute([id.to_i64()])?;
        self.derive(&Derived {
            id,
            edition,
            listed,
            plies,
            head: replayed.head,
            outcome: replayed.outcome,
            day: facts.first().and_then(day_of),
            changed_ms: *changed_ms,
            stem,
            branch: links.at(log, stem.map_or(0, |(_, ply)| ply + 1)),
            checkpoints: &replayed.checkpoints,
        })?;
        self.leave_stem(stem, &mut |ply| links.at(log, ply))?;
        for ply in self.given_plies(id)? {
            self.insert_link(id, ply, &links.at(log, ply), listed, true)?;
        }
        if listed {
            for facts in &facts {
                self.seat(id, facts)?;
            }
        }
        let claim = facts.first().and_then(|facts| facts.get(PARENT)?.parse().ok());
        claim.map_or(Ok(()), |claim| self.claim(id, &claim, log))
    }

    /// The facts of a match, recording by recording.
    fn facts(&self, id: MatchId) -> Result<Vec<Facts>> {
        let sql = "SELECT facts FROM recording WHERE log = ?1 ORDER BY number";
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut found = statement.query([id.to_i64()])?;
        let mut facts = Vec::new();
        while let Some(row) = found.next()? {
            let text = row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?;
            facts.push(pairs::read_facts(text).unwrap_or_default());
        }
        Ok(facts)
    }

    /// Leaves what was derived of a log that cannot be read, so that its head still finds it.
    fn leave(&self, id: MatchId) -> Result<()> {
        let row = load::log_row(self.connection, id)?;
        let standing = match load::standing(self.connection, id) {
            Err(Error::NotFound | Error::Damaged { .. }) => return Ok(()),
            standing => standing?,
        };
        self.insert_link(id, standing.plies, &standing.head, row.listed, true)?;
        if row.listed {
            let result = ResultKind::of(standing.outcome.as_ref()).index();
            self.count(row.edition, result, 1, rows::ply(standing.plies));
            for facts in self.facts(id)? {
                self.seat(id, &facts)?;
            }
        }
        Ok(())
    }
}

/// Replays logs on all processors; what could not be read stays out.
fn replay_all(read: &[(MatchId, Result<Fresh>)]) -> Vec<Option<Result<Replayed, String>>> {
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    let share = read.len().div_ceil(workers).max(1);
    let replay_share = |share: &[(MatchId, Result<Fresh>)]| {
        share.iter().map(|(_, fresh)| fresh.as_ref().ok().map(replay_one)).collect::<Vec<_>>()
    };
    thread::scope(|scope| {
        let shares: Vec<_> =
            read.chunks(share).map(|share| scope.spawn(move || replay_share(share))).collect();
        let replayed = shares.into_iter().zip(read.chunks(share)).map(|(thread, share)| {
            // A replay that panics takes the matches of its share with it, and no others.
            thread.join().unwrap_or_else(|_| share.iter().map(|_| None).collect())
        });
        replayed.flatten().collect()
    })
}

fn replay_one(fresh: &Fresh) -> Result<Replayed, String> {
    let log = &fresh.log;
    let (play, checkpoints) = replay::checkpoints(log).map_err(|error| error.to_string())?;
    let head = link::head(log);
    let checkpoints = rows::write_checkpoints(&checkpoints, None, log.actions.len());
    let checkpoints = checkpoints.ok_or("checkpoints that do not fit")?;
    Ok(Replayed { outcome: play.outcome(), checkpoints, links: Links::new(log, head), head })
}
