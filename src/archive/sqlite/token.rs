//! Tokens.

use rusqlite::{Connection, OptionalExtension, Row};

use crate::archive::{Error, NewToken, Result, Role, Token, TokenId};

/// The most bytes of a token's name.
const NAME_BYTES: usize = 100;

/// A token from the columns `id, name, role, created_ms, revoked_ms`.
pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Token> {
    let role: String = row.get(2)?;
    Ok(Token {
        id: TokenId::from_i64(row.get(0)?),
        name: row.get(1)?,
        // The table's own check allows no other word.
        role: role.parse().unwrap_or(Role::Reader),
        created_ms: row.get(3)?,
        revoked_ms: row.get(4)?,
    })
}

/// Adds a token.
pub(super) fn add(connection: &Connection, token: NewToken, now_ms: i64) -> Result<Token> {
    let NewToken { name, role, hash } = token;
    if name.is_empty() || name.len() > NAME_BYTES {
        return Err(Error::unfit(format!("a token's name has 1 to {NAME_BYTES} bytes")));
    }
    if connection.prepare_cached("SELECT 1 FROM token WHERE hash = ?1")?.exists([hash])? {
        return Err(Error::unfit("this token is here already"));
    }
    let sql = "INSERT INTO token (name, role, hash, created_ms) VALUES (?1, ?2, ?3, ?4)";
    let id = connection.prepare_cached(sql)?.insert((&name, role.word(), hash, now_ms))?;
    Ok(Token { id: TokenId::from_i64(id), name, role, created_ms: now_ms, revoked_ms: None })
}

/// All tokens.
pub(super) fn all(connection: &Connection) -> Result<Vec<Token>> {
    let sql = "SELECT id, name, role, created_ms, revoked_ms FROM token ORDER BY id";
    let mut statement = connection.prepare_cached(sql)?;
    Ok(statement.query_map([], read)?.collect::<rusqlite::Result<_>>()?)
}

/// Revokes a token.
pub(super) fn revoke(connection: &Connection, id: TokenId, now_ms: i64) -> Result<()> {
    let sql = "UPDATE token SET revoked_ms = coalesce(revoked_ms, ?2) WHERE id = ?1";
    match connection.prepare_cached(sql)?.execute((id.to_i64(), now_ms))? {
        0 => Err(Error::NotFound),
        _ => Ok(()),
    }
}

/// The token with a hash, unless it is revoked.
pub(super) fn find(connection: &Connection, hash: &[u8; 32]) -> Result<Option<Token>> {
    let sql = "SELECT id, name, role, created_ms, revoked_ms FROM token \
        WHERE hash = ?1 AND revoked_ms IS NULL";
    Ok(connection.prepare_cached(sql)?.query_row([hash], read).optional()?)
}
