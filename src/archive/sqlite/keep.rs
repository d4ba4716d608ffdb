//! Settings, and what is forgotten in time.

use rusqlite::{Connection, OptionalExtension};

use crate::archive::Result;

/// For how long the answer to a key is kept at least.
const ANSWERS_KEPT_MS: i64 = 24 * 60 * 60 * 1_000;

/// A setting.
pub(super) fn setting(connection: &Connection, name: &str) -> Result<Option<Vec<u8>>> {
    let sql = "SELECT value FROM setting WHERE name = ?1";
    Ok(connection.prepare_cached(sql)?.query_row([name], |row| row.get(0)).optional()?)
}

/// Sets a setting.
pub(super) fn set_setting(connection: &Connection, name: &str, value: &[u8]) -> Result<()> {
    let sql = "INSERT INTO setting (name, value) VALUES (?1, ?2) \
        ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    connection.prepare_cached(sql)?.execute((name, value))?;
    Ok(())
}

/// Sets a setting unless it is set, and returns what it is.
pub(super) fn setting_or(connection: &Connection, name: &str, value: &[u8]) -> Result<Vec<u8>> {
    let sql = "INSERT INTO setting (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING";
    connection.prepare_cached(sql)?.execute((name, value))?;
    let sql = "SELECT value FROM setting WHERE name = ?1";
    Ok(connection.prepare_cached(sql)?.query_row([name], |row| row.get(0))?)
}

/// Forgets old answers.
pub(super) fn prune(connection: &Connection, now_ms: i64) -> Result<usize> {
    let sql = "DELETE FROM answer WHERE added_ms < ?1";
    Ok(connection.prepare_cached(sql)?.execute([now_ms.saturating_sub(ANSWERS_KEPT_MS)])?)
}
