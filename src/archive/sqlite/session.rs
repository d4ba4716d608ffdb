//! Sessions.

use rusqlite::{Connection, OptionalExtension};

use super::token;
use crate::archive::{Error, NewSession, Result, Session};

/// Opens a session, and forgets those that have ended.
pub(super) fn open(connection: &Connection, session: &NewSession, now_ms: i64) -> Result<()> {
    let sql = "DELETE FROM session WHERE expires_ms <= ?1 \
        OR token IN (SELECT id FROM token WHERE revoked_ms IS NOT NULL)";
    connection.prepare_cached(sql)?.execute([now_ms])?;
    let NewSession { hash, token, expires_ms } = session;
    let sql = "INSERT INTO session (hash, token, expires_ms) \
        SELECT ?1, id, ?3 FROM token WHERE id = ?2 AND revoked_ms IS NULL";
    match connection.prepare_cached(sql)?.execute((hash, token.to_i64(), expires_ms))? {
        0 => Err(Error::NotFound),
        _ => Ok(()),
    }
}

/// The session with a hash, unless it has ended or its token is revoked.
pub(super) fn find(
    connection: &Connection,
    hash: &[u8; 32],
    now_ms: i64,
) -> Result<Option<Session>> {
    let sql = "SELECT id, name, role, created_ms, revoked_ms, expires_ms \
        FROM session JOIN token ON token.id = session.token \
        WHERE session.hash = ?1 AND expires_ms > ?2 AND revoked_ms IS NULL";
    let found = connection.prepare_cached(sql)?.query_row((hash, now_ms), |row| {
        Ok(Session { token: token::read(row)?, expires_ms: row.get(5)? })
    });
    Ok(found.optional()?)
}

/// Ends a session.
pub(super) fn close(connection: &Connection, hash: &[u8; 32]) -> Result<()> {
    connection.prepare_cached("DELETE FROM session WHERE hash = ?1")?.execute([hash])?;
    Ok(())
}
