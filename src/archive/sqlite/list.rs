//! Lists of matches, and counts.

use rusqlite::{Connection, OptionalExtension, Row};

use super::rows;
use crate::archive::{
    Error, Filter, GameCount, Listing, MatchId, Page, Result, ResultKind, Summary, pairs,
};
use crate::record::link::Link;

/// The most matches a page.
const MOST: usize = 1_000;
/// Up to so many matches of a span of days are looked at by their days; more by their ids.
const BY_DAY: i64 = 5_000;

const SUMMARY: &str = "SELECT standing.id, game, rules, standing.head, plies, result, rule, words, \
    facts, standing.listed, log.added_ms, changed_ms FROM standing \
    JOIN log ON log.id = standing.id JOIN edition ON edition.id = standing.edition \
    JOIN recording ON recording.log = standing.id AND number = 0 \
    LEFT JOIN reason ON reason.id = standing.reason WHERE standing.id = ?1";

/// What a list shows of a match.
///
/// # Errors
/// [`Error::NotFound`], [`Error::Damaged`].
pub(super) fn summary(connection: &Connection, id: MatchId) -> Result<Summary> {
    let mut statement = connection.prepare_cached(SUMMARY)?;
    let mut found = statement.query([id.to_i64()])?;
    let row = found.next()?.ok_or(Error::NotFound)?;
    read_summary(row, id)
}

fn read_summary(row: &Row<'_>, id: MatchId) -> Result<Summary> {
    let damaged = |words| Error::damaged(id, words);
    let text = |column| row.get_ref(column)?.as_str_or_null().map_err(rusqlite::Error::from);
    let facts = text(8)?.unwrap_or_default();
    let added_ms = row.get(10)?;
    Ok(Summary {
        id,
        game: row.get(1)?,
        rules: row.get(2)?,
        head: Link::from_bytes(row.get(3)?),
        plies: rows::plies(row.get(4)?),
        outcome: rows::read_outcome(row.get(5)?, text(6)?, text(7)?).map_err(damaged)?,
        facts: pairs::read_facts(facts).map_err(damaged)?,
        listed: row.get(9)?,
        added_ms,
        changed_ms: row.get::<_, Option<i64>>(11)?.unwrap_or(added_ms),
    })
}

/// The matches that a filter lets through.
pub(super) fn list(connection: &Connection, filter: &Filter, page: &Page) -> Result<Listing> {
    let limit = page.limit.clamp(1, MOST);
    let search = Search {
        connection,
        filter,
        before: page.before.map_or(i64::MAX, MatchId::to_i64),
        // One more than is shown tells whether there is a next page.
        limit: rows::ply(limit + 1),
        days: filter.days.map_or((0, i64::MAX), |(from, to)| (from.into(), to.into())),
    };
    let mut ids = search.ids()?;
    let more = ids.len() > limit;
    ids.truncate(limit);
    let next = ids.last().filter(|_| more).map(|id| MatchId::from_i64(*id));
    let summaries = ids.into_iter().map(|id| summary(connection, MatchId::from_i64(id)));
    Ok(Listing { matches: summaries.collect::<Result<_>>()?, next })
}

/// A search for the newest matches before one.
struct Search<'a> {
    connection: &'a Connection,
    filter: &'a Filter,
    before: i64,
    limit: i64,
    days: (i64, i64),
}

impl Search<'_> {
    fn ids(&self) -> Result<Vec<i64>> {
        let editions = self.editions()?;
        if editions.is_empty() {
            return Ok(Vec::new());
        }
        if let Some(name) = &self.filter.player {
            return self.by_player(name, &editions);
        }
        if self.filter.days.is_some() && self.day_count()? < BY_DAY {
            return self.by_day(&editions);
        }
        self.by_result(&editions)
    }

    /// The numbers of the game's rules versions, or of all games.
    fn editions(&self) -> Result<Vec<i64>> {
        let sql = "SELECT id FROM edition WHERE ?1 IS NULL OR game = ?1";
        let mut statement = self.connection.prepare_cached(sql)?;
        let rows = statement.query_map([&self.filter.game], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    fn results(&self) -> impl Iterator<Item = i64> {
        let wanted = self.filter.result;
        let kinds =
            ResultKind::ALL.into_iter().filter(move |kind| wanted.is_none_or(|w| w == *kind));
        kinds.map(|kind| rows::ply(kind.index()))
    }

    /// A match that was found by something else is what the rest of the filter says.
    fn passes(&self, editions: &[i64], row: &Row<'_>) -> rusqlite::Result<bool> {
        let edition: i64 = row.get(1)?;
        let result: i64 = row.get(2)?;
        let day: Option<i64> = row.get(3)?;
        let in_days = day.is_some_and(|day| (self.days.0..=self.days.1).contains(&day));
        Ok(editions.contains(&edition)
            && self.results().any(|wanted| wanted == result)
            && (self.filter.days.is_none() || in_days))
    }

    fn by_player(&self, name: &str, editions: &[i64]) -> Result<Vec<i64>> {
        let sql = "SELECT id FROM player WHERE name = ?1";
        let mut statement = self.connection.prepare_cached(sql)?;
        let player = statement.query_row([name], |row| row.get::<_, i64>(0)).optional()?;
        let Some(player) = player else { return Ok(Vec::new()) };
        let sql = "SELECT standing.id, edition, result, day FROM seat \
            JOIN standing ON standing.id = seat.log \
            WHERE player = ?1 AND seat.log < ?2 ORDER BY seat.log DESC";
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut found = statement.query([player, self.before])?;
        let mut ids: Vec<i64> = Vec::new();
        while let Some(row) = found.next()? {
            let id = row.get(0)?;
            // Who plays both sides has two seats.
            if self.passes(editions, row)? && ids.last() != Some(&id) {
                ids.push(id);
                if rows::ply(ids.len()) == self.limit {
                    break;
                }
            }
        }
        Ok(ids)
    }

    /// How many matches there are of these days, as far as that matters.
    fn day_count(&self) -> Result<i64> {
        let sql = "SELECT count(*) FROM (SELECT 1 FROM standing \
            WHERE listed = 1 AND day IS NOT NULL AND day BETWEEN ?1 AND ?2 LIMIT ?3)";
        let mut statement = self.connection.prepare_cached(sql)?;
        Ok(statement.query_row((self.days.0, self.days.1, BY_DAY), |row| row.get(0))?)
    }

    fn by_day(&self, editions: &[i64]) -> Result<Vec<i64>> {
        let sql = "SELECT id, edition, result, day FROM standing \
            WHERE listed = 1 AND day IS NOT NULL AND day BETWEEN ?1 AND ?2 AND id < ?3";
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut found = statement.query([self.days.0, self.days.1, self.before])?;
        let mut ids: Vec<i64> = Vec::new();
        while let Some(row) = found.next()? {
            if self.passes(editions, row)? {
                ids.push(row.get(0)?);
            }
        }
        ids.sort_unstable_by(|a, b| b.cmp(a));
        ids.truncate(usize::try_from(self.limit).unwrap_or(MOST));
        Ok(ids)
    }

    /// The newest of every game and result, merged.
    fn by_result(&self, editions: &[i64]) -> Result<Vec<i64>> {
        let sql = "SELECT id FROM standing WHERE listed = 1 AND edition = ?1 AND result = ?2 \
            AND id < ?3 AND (?4 OR day BETWEEN ?5 AND ?6) ORDER BY id DESC LIMIT ?7";
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut ids: Vec<i64> = Vec::new();
        let any_day = self.filter.days.is_none();
        for edition in editions {
            for result in self.results() {
                let (from, to) = self.days;
                let row = (edition, result, self.before, any_day, from, to, self.limit);
                for id in statement.query_map(row, |row| row.get(0))? {
                    ids.push(id?);
                }
            }
        }
        ids.sort_unstable_by(|a, b| b.cmp(a));
        ids.truncate(usize::try_from(self.limit).unwrap_or(MOST));
        Ok(ids)
    }
}

/// The notes that publish listed matches of a game as lessons, the newest first. The condition on
/// the text is that of the index `note_lesson`, and a cross join keeps the notes outermost.
pub(super) fn lesson_notes(
    connection: &Connection,
    game: &str,
    limit: usize,
) -> Result<Vec<(MatchId, String)>> {
    let sql = "SELECT note.log, note.text FROM note \
        CROSS JOIN standing ON standing.id = note.log \
        CROSS JOIN edition ON edition.id = standing.edition \
        WHERE note.ply = 0 AND substr(note.text, 1, 7) = 'lesson:' AND note.line = '' \
        AND listed = 1 AND game = ?1 ORDER BY note.id DESC LIMIT ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let found = statement.query_map((game, rows::ply(limit)), |row| {
        Ok((MatchId::from_i64(row.get(0)?), row.get(1)?))
    })?;
    Ok(found.collect::<rusqlite::Result<_>>()?)
}

/// How many listed matches there are.
pub(super) fn counts(connection: &Connection) -> Result<Vec<GameCount>> {
    let sql = "SELECT game, rules, result, match_count, action_count FROM tally \
        JOIN edition ON edition.id = tally.edition \
        WHERE match_count > 0 ORDER BY game, rules";
    let mut statement = connection.prepare_cached(sql)?;
    let mut found = statement.query([])?;
    let mut counts: Vec<GameCount> = Vec::new();
    while let Some(row) = found.next()? {
        let (game, rules): (String, u16) = (row.get(0)?, row.get(1)?);
        if counts.last().is_none_or(|last| (&last.game, last.rules) != (&game, rules)) {
            counts.push(GameCount { game, rules, matches: [0; 5], actions: [0; 5] });
        }
        let (result, matches, actions): (i64, i64, i64) = (row.get(2)?, row.get(3)?, row.get(4)?);
        if let Some(count) = counts.last_mut() {
            let number = |n: i64| u64::try_from(n).unwrap_or(0);
            if let Some(place) = count.matches.get_mut(rows::plies(result)) {
                *place = number(matches);
                count.actions[rows::plies(result)] = number(actions);
            }
        }
    }
    Ok(counts)
}
