//! What links stand for.

use rusqlite::{Connection, OptionalExtension};

use super::{Shared, load, rows};
use crate::archive::{Error, Found, MatchId, Place, Result};
use crate::record::link::{Link, LinkPrefix, link_at};

/// The most places that an ambiguous prefix is told to stand for.
const MANY: usize = 20;
/// The most links that are told as near ones.
const NEAR: usize = 5;
/// The most rows that are looked at. More than one in ten digits is a coincidence, or malice.
const ROWS: usize = 64;
/// The digits that a near link shares.
const NEAR_DIGITS: usize = 8;

/// A row of the table of links, with the head that its match has now.
struct LinkRow {
    id: MatchId,
    ply: usize,
    plies: usize,
    head: Link,
    /// Whether the link was given out.
    given: bool,
}

impl LinkRow {
    /// The whole link.
    fn link(&self, connection: &Connection, shared: &Shared) -> Result<Link> {
        if self.ply == self.plies {
            return Ok(self.head);
        }
        let log = load::stored_log(connection, shared, self.id)?.log;
        Ok(link_at(&log, self.ply))
    }
}

/// The rows whose key is in a range.
fn link_rows(connection: &Connection, keys: (i64, i64), listed: bool) -> Result<Vec<LinkRow>> {
    let sql = "SELECT link.log, link.ply, plies, standing.head, link.head FROM link \
        JOIN standing ON standing.id = link.log AND standing.listed = ?3 \
        WHERE key BETWEEN ?1 AND ?2 ORDER BY key, link.log, link.ply LIMIT ?4";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map((keys.0, keys.1, listed, rows::ply(ROWS)), |row| {
        Ok(LinkRow {
            id: MatchId::from_i64(row.get(0)?),
            ply: rows::plies(row.get(1)?),
            plies: rows::plies(row.get(2)?),
            head: Link::from_bytes(row.get(3)?),
            given: row.get(4)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The places of rows whose whole link is in a range. Matches that cannot be read have none.
fn places(
    connection: &Connection,
    shared: &Shared,
    rows: &[LinkRow],
    (least, most): (Link, Link),
) -> Result<Vec<Place>> {
    let mut places = Vec::new();
    for row in rows {
        let link = match row.link(connection, shared) {
            Ok(link) => link,
            Err(Error::Broken(broken)) => return Err(broken.into()),
            Err(_) => continue,
        };
        if (least..=most).contains(&link) {
            places.push(Place { id: row.id, ply: row.ply, link });
        }
    }
    Ok(places)
}

/// The place in a listed match that a link is or was a head of.
pub(super) fn given_place(
    connection: &Connection,
    shared: &Shared,
    link: &Link,
) -> Result<Option<Place>> {
    let key = rows::key(link);
    let mut rows = link_rows(connection, (key, key), true)?;
    rows.retain(|row| row.given);
    Ok(places(connection, shared, &rows, (*link, *link))?.first().copied())
}

/// The match that a link is or was a head of, and the head that it has now. One that has the head
/// now goes before one that had it.
///
/// # Errors
/// [`Error::NotFound`], [`Error::Withdrawn`].
pub(super) fn head(
    connection: &Connection,
    shared: &Shared,
    link: &Link,
) -> Result<(MatchId, Link)> {
    let mut given = Vec::new();
    for listed in [true, false] {
        let key = rows::key_of(link, listed);
        let mut rows = link_rows(connection, (key, key), listed)?;
        rows.retain(|row| row.given);
        if let Some(row) = rows.iter().find(|row| row.head == *link && row.ply == row.plies) {
            return Ok((row.id, row.head));
        }
        given.extend(rows);
    }
    for row in given {
        if row.link(connection, shared)? == *link {
            return Ok((row.id, row.head));
        }
    }
    let sql = "SELECT 1 FROM tombstone WHERE link = ?1";
    if connection.prepare_cached(sql)?.exists([link.as_bytes()])? {
        return Err(Error::Withdrawn { link: *link });
    }
    Err(Error::NotFound)
}

/// What a link, or the first digits of one, stands for.
pub(super) fn find(connection: &Connection, shared: &Shared, prefix: &LinkPrefix) -> Result<Found> {
    let (least, most) = prefix.range();
    let rows = link_rows(connection, (rows::key(&least), rows::key(&most)), true)?;
    let mut found = places(connection, shared, &rows, (least, most))?;
    if found.is_empty() && least == most {
        // The whole hash: it may be a head of an unlisted match.
        let key = rows::unlisted_key(&least);
        let mut rows = link_rows(connection, (key, key), false)?;
        rows.retain(|row| row.given);
        found = places(connection, shared, &rows, (least, most))?;
    }
    found.sort_by_key(|place| (place.link, place.id));
    found.dedup_by_key(|place| place.link);
    if found.len() > 1 {
        found.truncate(MANY);
        return Ok(Found::Many(found));
    }
    if let Some(place) = found.first() {
        return Ok(Found::One(*place));
    }
    match withdrawn(connection, (least, most))? {
        Some(link) => Ok(Found::Withdrawn { link }),
        None => Ok(Found::None { near: near(connection, shared, prefix)? }),
    }
}

/// A withdrawn link in a range; an unlisted one only if the range is that one link.
fn withdrawn(connection: &Connection, (least, most): (Link, Link)) -> Result<Option<Link>> {
    let sql = "SELECT link FROM tombstone WHERE link BETWEEN ?1 AND ?2 AND (listed = 1 OR ?3) \
        ORDER BY link LIMIT 1";
    let mut statement = connection.prepare_cached(sql)?;
    let row = (least.as_bytes(), most.as_bytes(), least == most);
    let link: Option<[u8; 32]> = statement.query_row(row, |row| row.get(0)).optional()?;
    Ok(link.map(Link::from_bytes))
}

/// Listed links that share the first digits.
fn near(connection: &Connection, shared: &Shared, prefix: &LinkPrefix) -> Result<Vec<Link>> {
    let digits = &prefix.digits()[..NEAR_DIGITS];
    let bound =
        |digit: &str| format!("{digits}{}", digit.repeat(Link::DIGITS - NEAR_DIGITS)).parse();
    let (Ok(least), Ok(most)) = (bound("0"), bound("f")) else { return Ok(Vec::new()) };
    let rows = link_rows(connection, (rows::key(&least), rows::key(&most)), true)?;
    let given: Vec<LinkRow> = rows.into_iter().filter(|row| row.given).take(NEAR).collect();
    let places = places(connection, shared, &given, (least, most))?;
    Ok(places.into_iter().map(|place| place.link).collect())
}
