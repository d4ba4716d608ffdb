//! Shape tables in the store: see [`crate::archive::segment`].

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use rusqlite::Connection;

use crate::archive::segment::{ShapeTable, actor_number, actor_of};
use crate::archive::{Broken, Result};
use crate::rules::seat::Actor;

/// The tables that were read, by edition. They only ever hold what is on disk.
#[derive(Default)]
pub(super) struct Shapes {
    /// How often another file has taken the place of this one.
    generation: AtomicU64,
    editions: RwLock<HashMap<(&'static str, u16), i64>>,
    tables: RwLock<HashMap<i64, Arc<ShapeTable>>>,
}

impl Shapes {
    /// The number of a game in a rules version, if it was looked up before.
    pub(super) fn edition(&self, game: &'static str, rules: u16) -> Option<i64> {
        let editions = self.editions.read().unwrap_or_else(PoisonError::into_inner);
        editions.get(&(game, rules)).copied()
    }

    /// What has to be the same when something is stored as when it was packed.
    pub(super) fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    /// Refuses what was packed for another file.
    pub(super) fn refuse_older(&self, generation: u64) -> Result<()> {
        if generation == self.generation() { Ok(()) } else { Err(Broken::Replaced.into()) }
    }

    /// Remembers the number of a game in a rules version.
    pub(super) fn name(&self, game: &'static str, rules: u16, edition: i64) {
        let mut editions = self.editions.write().unwrap_or_else(PoisonError::into_inner);
        editions.insert((game, rules), edition);
    }

    /// The table that was read last, if one was.
    pub(super) fn known(&self, edition: i64) -> Option<Arc<ShapeTable>> {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        tables.get(&edition).cloned()
    }

    /// Remembers a table that was read outside of a writer's transaction, before the connection
    /// that it was read with is given back.
    pub(super) fn remember(&self, edition: i64, table: ShapeTable) -> Arc<ShapeTable> {
        let table = Arc::new(table);
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        // A table only grows: the shorter one was read before the other.
        if tables.get(&edition).is_none_or(|known| known.len() < table.len()) {
            tables.insert(edition, Arc::clone(&table));
        }
        table
    }

    /// Forgets all of them: another file has taken the place of this one.
    pub(super) fn forget(&self) {
        self.generation.fetch_add(1, Ordering::AcqRel);
        self.editions.write().unwrap_or_else(PoisonError::into_inner).clear();
        self.tables.write().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// Reads a table.
pub(super) fn read(connection: &Connection, edition: i64) -> Result<ShapeTable> {
    let sql = "SELECT actor, text FROM shape WHERE edition = ?1 ORDER BY number";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([edition])?;
    let mut table = ShapeTable::default();
    while let Some(row) = rows.next()? {
        let text = row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?;
        // The table's own check allows no other number.
        table.push(actor_of(row.get(0)?).unwrap_or(Actor::Arbiter), text);
    }
    Ok(table)
}

/// Adds shapes to a table, as far as it has room.
pub(super) fn learn(
    connection: &Connection,
    edition: i64,
    unknown: &[(Actor, String)],
) -> Result<()> {
    let mut number = read(connection, edition)?.len();
    let sql = "INSERT INTO shape (edition, number, actor, text) SELECT ?1, ?2, ?3, ?4 \
        WHERE NOT EXISTS (SELECT 1 FROM shape WHERE edition = ?1 AND actor = ?3 AND text = ?4)";
    let mut statement = connection.prepare_cached(sql)?;
    for (actor, text) in unknown {
        if number >= ShapeTable::MOST {
            break;
        }
        number += statement.execute((edition, number as i64, actor_number(*actor), text))?;
    }
    Ok(())
}

/// The number of a game in a rules version, if any of its matches was ever stored.
pub(super) fn edition(connection: &Connection, game: &str, rules: u16) -> Result<Option<i64>> {
    let sql = "SELECT id FROM edition WHERE game = ?1 AND rules = ?2";
    let mut statement = connection.prepare_cached(sql)?;
    Ok(rusqlite::OptionalExtension::optional(statement.query_row((game, rules), |row| row.get(0)))?)
}

/// The number of a game in a rules version, which is given to it if it has none.
pub(super) fn edition_or_new(connection: &Connection, game: &str, rules: u16) -> Result<i64> {
    if let Some(known) = edition(connection, game, rules)? {
        return Ok(known);
    }
    connection.execute("INSERT INTO edition (game, rules) VALUES (?1, ?2)", (game, rules))?;
    Ok(connection.last_insert_rowid())
}
