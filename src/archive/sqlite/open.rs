//! Opening the file.

use std::fs::OpenOptions;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::migrate;
use crate::archive::{Broken, Result};

/// `GKEP`, in the header of the file: what makes it an archive of this program.
pub(super) const APPLICATION_ID: i64 = 0x474b_4550;
/// How long a writer waits for another program.
const PATIENCE: Duration = Duration::from_secs(10);
/// Bytes a page: the choice is made when the file is.
const PAGE_BYTES: u32 = 4_096;
/// Pages that the log of writes may have before they are carried over into the file.
const WAL_PAGES: u32 = 2_000;
/// Bytes that the log of writes is cut back to once it was carried over.
const WAL_BYTES: u32 = 32 << 20;
/// Statements that a connection keeps prepared.
const STATEMENTS: usize = 96;

/// The connection that writes.
pub(super) fn writer(path: &Path) -> Result<Connection> {
    create(path)?;
    let mut connection = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    connection.busy_timeout(PATIENCE)?;
    // A statement is planned once, and not again for every value.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    let version = migrate::version(&connection, path)?;
    if version.is_none() {
        connection.pragma_update(None, "page_size", PAGE_BYTES)?;
    }
    write_ahead(&connection)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "recursive_triggers", true)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    // What is withdrawn is overwritten, not only forgotten.
    connection.pragma_update(None, "secure_delete", true)?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    connection.pragma_update(None, "cache_size", -(32 << 10))?;
    connection.pragma_update(None, "wal_autocheckpoint", WAL_PAGES)?;
    connection.pragma_update(None, "journal_size_limit", WAL_BYTES)?;
    migrate::bring_up(&mut connection, path)?;
    Ok(connection)
}

/// Turns the log of writes on. SQLite does not wait by itself for others that do so now.
fn write_ahead(connection: &Connection) -> rusqlite::Result<()> {
    let until = Instant::now() + PATIENCE;
    loop {
        match connection.pragma_update(None, "journal_mode", "WAL") {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && Instant::now() < until =>
            {
                thread::sleep(Duration::from_millis(10));
            }
            done => return done,
        }
    }
}

/// A connection that reads.
pub(super) fn reader(path: &Path) -> Result<Connection> {
    let connection = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    connection.busy_timeout(PATIENCE)?;
    // A statement is planned once, and not again for every value.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "query_only", true)?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    connection.pragma_update(None, "cache_size", -(4 << 10))?;
    Ok(connection)
}

/// Makes an empty file that only its owner can read, if there is none. SQLite gives the files
/// beside it the same rights.
pub(super) fn create(path: &Path) -> Result<(), Broken> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(Broken::file(path, error)),
    }
}

/// What is wrong with the structure of the file.
pub(super) fn check(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut wrong = Vec::new();
    let mut integrity = connection.prepare("PRAGMA integrity_check")?;
    for words in integrity.query_map([], |row| row.get::<_, String>(0))? {
        wrong.push(words?);
    }
    wrong.retain(|words| words != "ok");
    let mut keys = connection.prepare("PRAGMA foreign_key_check")?;
    let mut rows = keys.query([])?;
    while let Some(row) = rows.next()? {
        let (table, parent): (String, String) = (row.get(0)?, row.get(2)?);
        wrong.push(format!("a row of {table} refers to a row of {parent} that is not there"));
    }
    Ok(wrong)
}
