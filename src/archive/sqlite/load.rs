//! Reading matches.

use rusqlite::{Connection, MAIN_DB, OptionalExtension, Row};

use super::{Shared, rows, shapes};
use crate::archive::segment::{SegmentError, decode};
use crate::archive::{
    Each, Error, MatchId, Recording, Result, Scope, StoredLog, StoredMatch, StoredNote, pairs,
};
use crate::record::link::{Link, link_at};
use crate::record::log::{Actions, Header, Log};
use crate::record::note::Note;
use crate::rules::outcome::Outcome;

/// The most forks that are told of a match.
const FORKS: usize = 200;
/// After so many actions a walk over all matches takes a rest.
const WALK_ACTIONS: usize = 200_000;

/// The row of a log.
pub(super) struct LogRow {
    pub(super) id: MatchId,
    pub(super) edition: i64,
    pub(super) game: String,
    pub(super) rules: u16,
    pub(super) listed: bool,
    pub(super) tags: Option<String>,
    pub(super) added_ms: i64,
}

/// The row of a log.
///
/// # Errors
/// [`Error::NotFound`].
pub(super) fn log_row(connection: &Connection, id: MatchId) -> Result<LogRow> {
    let sql = "SELECT edition, game, rules, listed, tags, added_ms \
        FROM log JOIN edition ON edition.id = log.edition WHERE log.id = ?1";
    let row = |row: &Row<'_>| {
        Ok(LogRow {
            id,
            edition: row.get(0)?,
            game: row.get(1)?,
            rules: row.get(2)?,
            listed: row.get(3)?,
            tags: row.get(4)?,
            added_ms: row.get(5)?,
        })
    };
    let found = connection.prepare_cached(sql)?.query_row([id.to_i64()], row).optional()?;
    found.ok_or(Error::NotFound)
}

/// The header of a log.
///
/// # Errors
/// [`Error::UnknownRules`], [`Error::Damaged`].
pub(super) fn header(shared: &Shared, row: &LogRow) -> Result<Header> {
    let game = shared
        .registry
        .find(&row.game, row.rules)
        .ok_or_else(|| Error::UnknownRules { game: row.game.clone(), rules: row.rules })?;
    pairs::read_tags(game, row.tags.as_deref()).map_err(|words| Error::damaged(row.id, words))
}

/// The actions of a log, as its segments have them.
#[derive(Default)]
pub(super) struct Run {
    pub(super) actions: Actions,
    /// The ply at which each segment ends.
    pub(super) ends: Vec<usize>,
    /// When the last segment was added, if that was later than the log.
    pub(super) changed_ms: Option<i64>,
}

/// Reads the actions of a log.
///
/// # Errors
/// [`Error::Damaged`].
pub(super) fn run(
    connection: &Connection,
    shared: &Shared,
    id: MatchId,
    edition: i64,
) -> Result<Run> {
    run_to(connection, shared, id, edition, usize::MAX)
}

/// Reads the first actions of a log, until there are `most`.
///
/// # Errors
/// [`Error::Damaged`].
pub(super) fn run_to(
    connection: &Connection,
    shared: &Shared,
    id: MatchId,
    edition: i64,
    most: usize,
) -> Result<Run> {
    let sql = "SELECT first_ply, action_count, body, added_ms FROM segment \
        WHERE log = ?1 ORDER BY first_ply";
    let mut table = match shared.shapes.known(edition) {
        Some(table) => table,
        None => read_shapes(connection, shared, edition)?,
    };
    let mut statement = connection.prepare_cached(sql)?;
    let mut segments = statement.query([id.to_i64()])?;
    let mut run = Run::default();
    while let Some(segment) = segments.next()? {
        let before = run.actions.len();
        if before >= most {
            break;
        }
        let (first, count): (i64, i64) = (segment.get(0)?, segment.get(1)?);
        let body = segment.get_ref(2)?.as_blob().map_err(rusqlite::Error::from)?;
        let mut read = decode(body, &table, &mut run.actions, most);
        if let Err(SegmentError::NoShape(_)) = read {
            // Another program has learned shapes since the table was read.
            run.actions.truncate(before);
            table = read_shapes(connection, shared, edition)?;
            read = decode(body, &table, &mut run.actions, most);
        }
        read.map_err(|error| Error::damaged(id, error))?;
        let after = most.min(before + rows::plies(count));
        if rows::plies(first) != before + 1 || run.actions.len() != after {
            return Err(Error::damaged(id, format!("the actions from ply {first} on do not fit")));
        }
        run.ends.push(run.actions.len());
        run.changed_ms = segment.get(3)?;
    }
    Ok(run)
}

/// Reads a table of shapes. What the writer sees may not be on disk yet: it keeps it to itself.
fn read_shapes(
    connection: &Connection,
    shared: &Shared,
    edition: i64,
) -> Result<std::sync::Arc<crate::archive::segment::ShapeTable>> {
    let table = shapes::read(connection, edition)?;
    if connection.is_readonly(MAIN_DB)? {
        return Ok(shared.shapes.remember(edition, table));
    }
    Ok(std::sync::Arc::new(table))
}

/// What is derived of a log.
pub(super) struct Standing {
    pub(super) plies: usize,
    pub(super) head: Link,
    pub(super) outcome: Option<Outcome>,
    pub(super) changed_ms: Option<i64>,
    pub(super) stem: Option<(MatchId, usize)>,
    pub(super) checkpoints: Vec<u8>,
}

/// What is derived of a log.
///
/// # Errors
/// [`Error::NotFound`], [`Error::Damaged`].
pub(super) fn standing(connection: &Connection, id: MatchId) -> Result<Standing> {
    let sql = "SELECT plies, head, result, rule, words, changed_ms, stem, stem_ply, checkpoints \
        FROM standing LEFT JOIN reason ON reason.id = standing.reason WHERE standing.id = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let mut found = statement.query([id.to_i64()])?;
    let row = found.next()?.ok_or(Error::NotFound)?;
    let text =
        |column| -> rusqlite::Result<Option<&str>> { Ok(row.get_ref(column)?.as_str_or_null()?) };
    let head = row.get_ref(1)?.as_blob().map_err(rusqlite::Error::from)?;
    let damaged = |words| Error::damaged(id, words);
    let stem = row.get::<_, Option<i64>>(6)?.zip(row.get::<_, Option<i64>>(7)?);
    let stem = stem.filter(|(stem, _)| *stem > 0);
    Ok(Standing {
        plies: rows::plies(row.get(0)?),
        head: rows::link(head).map_err(damaged)?,
        outcome: rows::read_outcome(row.get(2)?, text(3)?, text(4)?).map_err(damaged)?,
        changed_ms: row.get(5)?,
        stem: stem.map(|(stem, ply)| (MatchId::from_i64(stem), rows::plies(ply))),
        checkpoints: row.get(8)?,
    })
}

/// The log of a match.
///
/// # Errors
/// [`Error::NotFound`], [`Error::Damaged`], [`Error::UnknownRules`].
pub(super) fn stored_log(
    connection: &Connection,
    shared: &Shared,
    id: MatchId,
) -> Result<StoredLog> {
    let row = log_row(connection, id)?;
    let standing = standing(connection, id)?;
    let run = run(connection, shared, id, row.edition)?;
    let log = Log { header: header(shared, &row)?, actions: run.actions };
    Ok(StoredLog { id, log, head: standing.head, outcome: standing.outcome })
}

/// All of a match.
///
/// # Errors
/// [`Error::NotFound`], [`Error::Damaged`], [`Error::UnknownRules`].
pub(super) fn whole(connection: &Connection, shared: &Shared, id: MatchId) -> Result<StoredMatch> {
    let row = log_row(connection, id)?;
    let standing = standing(connection, id)?;
    let run = run(connection, shared, id, row.edition)?;
    let last = run.actions.len();
    if last != standing.plies {
        let words = format!("{last} actions, and {} were counted", standing.plies);
        return Err(Error::damaged(id, words));
    }
    let log = Log { header: header(shared, &row)?, actions: run.actions };
    let checkpoints = rows::read_checkpoints(&standing.checkpoints, last)
        .map_err(|words| Error::damaged(id, words))?;
    Ok(StoredMatch {
        id,
        head: standing.head,
        outcome: standing.outcome,
        checkpoints,
        recordings: recordings(connection, id, row.added_ms)?,
        notes: notes(connection, id)?,
        parent: parent(connection, id, standing.stem, &log)?,
        forks: forks(connection, id)?,
        listed: row.listed,
        added_ms: row.added_ms,
        changed_ms: standing.changed_ms.unwrap_or(row.added_ms),
        log,
    })
}

fn recordings(connection: &Connection, id: MatchId, added_ms: i64) -> Result<Vec<Recording>> {
    let sql = "SELECT facts, verdict, divergence, words, added_ms FROM recording \
        LEFT JOIN source ON source.id = recording.source WHERE log = ?1 ORDER BY number";
    let mut statement = connection.prepare_cached(sql)?;
    let mut found = statement.query([id.to_i64()])?;
    let mut recordings = Vec::new();
    while let Some(row) = found.next()? {
        let damaged = |words| Error::damaged(id, words);
        let facts = row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?;
        let divergence = row.get_ref(2)?.as_blob_or_null().map_err(rusqlite::Error::from)?;
        recordings.push(Recording {
            facts: pairs::read_facts(facts).map_err(damaged)?,
            verdict: rows::read_verdict(row.get(1)?, divergence).map_err(damaged)?,
            source: row.get(3)?,
            added_ms: row.get::<_, Option<i64>>(4)?.unwrap_or(added_ms),
        });
    }
    Ok(recordings)
}

/// The notes of a match, by ply.
pub(super) fn notes(connection: &Connection, id: MatchId) -> Result<Vec<StoredNote>> {
    let sql = "SELECT ply, text, author, line, rise, added_ms FROM note WHERE log = ?1 \
        ORDER BY ply, id";
    let mut statement = connection.prepare_cached(sql)?;
    let found = statement.query_map([id.to_i64()], |row| {
        let line: String = row.get(3)?;
        let note = Note {
            ply: rows::plies(row.get(0)?),
            text: row.get(1)?,
            by: row.get(2)?,
            line: line.lines().map(str::to_owned).collect(),
            rise: row.get(4)?,
        };
        Ok(StoredNote { note, added_ms: row.get(5)? })
    })?;
    Ok(found.collect::<rusqlite::Result<_>>()?)
}

/// Where a match leaves another one. What a record claims goes before what was found; of a pair of
/// which one claims the other, that other has no parent in the one.
pub(super) fn parent(
    connection: &Connection,
    id: MatchId,
    stem: Option<(MatchId, usize)>,
    log: &Log,
) -> Result<Option<(Link, usize)>> {
    let claimed = "SELECT link, ply FROM claim WHERE child = ?1 AND parent IS NOT NULL";
    let mut statement = connection.prepare_cached(claimed)?;
    let mut found = statement.query([id.to_i64()])?;
    if let Some(row) = found.next()? {
        let link = row.get_ref(0)?.as_blob().map_err(rusqlite::Error::from)?;
        let link = rows::link(link).map_err(|words| Error::damaged(id, words))?;
        return Ok(Some((link, rows::plies(row.get(1)?))));
    }
    let Some((stem, ply)) = stem.filter(|(_, ply)| *ply > 0) else { return Ok(None) };
    let claims_this = "SELECT 1 FROM claim WHERE child = ?1 AND parent = ?2";
    let mut statement = connection.prepare_cached(claims_this)?;
    let turned = statement.exists([stem.to_i64(), id.to_i64()])?;
    Ok((!turned).then(|| (link_at(log, ply), ply)))
}

fn forks(connection: &Connection, id: MatchId) -> Result<Vec<(Link, usize)>> {
    let sql = "SELECT head, stem_ply, standing.id FROM standing \
            LEFT JOIN claim ON claim.child = standing.id \
            WHERE stem = ?1 AND stem_ply > 0 AND listed = 1 AND claim.parent IS NULL \
            AND standing.id <> coalesce((SELECT parent FROM claim WHERE child = ?1), 0) \
        UNION ALL SELECT head, claim.ply, standing.id FROM claim \
            JOIN standing ON standing.id = claim.child WHERE claim.parent = ?1 AND listed = 1 \
        ORDER BY 2, 3 LIMIT ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let mut found = statement.query([id.to_i64(), FORKS as i64])?;
    let mut forks = Vec::new();
    while let Some(row) = found.next()? {
        let head = row.get_ref(0)?.as_blob().map_err(rusqlite::Error::from)?;
        let head = rows::link(head).map_err(|words| Error::damaged(id, words))?;
        forks.push((head, rows::plies(row.get(1)?)));
    }
    Ok(forks)
}

/// The next matches after one.
pub(super) fn each(
    connection: &Connection,
    shared: &Shared,
    after: Option<MatchId>,
    limit: usize,
    scope: Scope,
) -> Result<Vec<Each>> {
    let sql = "SELECT id FROM log WHERE id > ?1 AND listed >= ?2 ORDER BY id LIMIT ?3";
    let after = after.map_or(0, MatchId::to_i64);
    let mut statement = connection.prepare_cached(sql)?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let ids = statement.query_map((after, scope == Scope::Listed, limit), |row| row.get(0))?;
    let mut list = Vec::new();
    let mut actions = 0;
    for id in ids {
        let id = MatchId::from_i64(id?);
        let loaded = match whole(connection, shared, id) {
            Err(Error::Broken(broken)) => return Err(broken.into()),
            // What is derived of a log is missing: so says a rebuild that could not read it.
            Err(Error::NotFound) => Err(Error::damaged(id, "it was never derived")),
            loaded => loaded,
        };
        actions += loaded.as_ref().map_or(0, |loaded| loaded.log.actions.len());
        list.push((id, loaded));
        if actions > WALK_ACTIONS {
            break;
        }
    }
    Ok(list)
}
