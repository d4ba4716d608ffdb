//! Versions of the file, and the way from an older one to this program's.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use super::open::APPLICATION_ID;
use crate::archive::{Broken, Result};

/// A new archive.
const SCHEMA: &str = include_str!("../../../schema.sql");

/// The setting that says that what is derived has to be made anew.
pub(super) const REBUILD_DUE: &str = "rebuild-due";

/// A step from one version to the next.
pub(super) struct Migration {
    /// What is done.
    sql: &'static str,
    /// Whether what is derived has to be made anew after it.
    rebuild: bool,
}

/// The steps in order: the first one leads from version 1 to version 2. Each is a numbered file in
/// `migrations/` and never changes once it was shipped.
const MIGRATIONS: &[Migration] = &[
    Migration { sql: include_str!("migrations/2.sql"), rebuild: false },
    Migration { sql: include_str!("migrations/3.sql"), rebuild: false },
    Migration { sql: include_str!("migrations/4.sql"), rebuild: false },
];

/// The version that the steps lead to.
const fn newest(migrations: &[Migration]) -> i64 {
    1 + migrations.len() as i64
}

/// The version of an archive; `None` if the file is empty.
pub(super) fn version(connection: &Connection, path: &Path) -> Result<Option<i64>> {
    let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let no_archive = || Broken::NoArchive { path: path.to_owned() };
    let objects = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0));
    let objects: i64 = objects.map_err(|error| match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::NotADatabase) => no_archive(),
        _ => Broken::from(error),
    })?;
    match (number("application_id")?, number("user_version")?) {
        (0, 0) if objects == 0 => Ok(None),
        (APPLICATION_ID, version @ 1..) => Ok(Some(version)),
        _ => Err(no_archive().into()),
    }
}

/// Refuses an archive of a newer program.
pub(super) fn refuse_newer(connection: &Connection, path: &Path) -> Result<()> {
    let known = newest(MIGRATIONS);
    match version(connection, path)? {
        Some(found) if found > known => Err(Broken::Newer { found, known }.into()),
        _ => Ok(()),
    }
}

/// Makes a new archive, or brings an older one to this program's version.
///
/// # Errors
/// The file is no archive, or a newer one.
pub(super) fn bring_up(connection: &mut Connection, path: &Path) -> Result<()> {
    bring_up_by(MIGRATIONS, SCHEMA, connection, path)
}

fn bring_up_by(
    migrations: &[Migration],
    schema: &str,
    connection: &mut Connection,
    path: &Path,
) -> Result<()> {
    let known = newest(migrations);
    if version(connection, path)? == Some(known) {
        return Ok(());
    }
    // Of several programs that come at once, one does it and the others see that it is done.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = version(&transaction, path)?;
    let mut rebuild = false;
    match found {
        None => {
            transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
            transaction.execute_batch(schema)?;
        }
        Some(found) if found > known => return Err(Broken::Newer { found, known }.into()),
        Some(found) => {
            let done = usize::try_from(found - 1).unwrap_or(0);
            for migration in &migrations[done..] {
                transaction.execute_batch(migration.sql)?;
                rebuild |= migration.rebuild;
            }
        }
    }
    if rebuild {
        // It stands there until it is done, whatever happens to this program.
        let sql = "INSERT OR REPLACE INTO setting (name, value) VALUES (?1, x'01')";
        transaction.execute(sql, [REBUILD_DUE])?;
    }
    transaction.pragma_update(None, "user_version", known)?;
    transaction.commit()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const V1: &str = "CREATE TABLE setting (name TEXT PRIMARY KEY, value BLOB);";
    const V3: &str = "CREATE TABLE setting (name TEXT PRIMARY KEY, value BLOB); \
        CREATE TABLE b (y TEXT); CREATE INDEX c ON b (y);";
    const STEPS: &[Migration] = &[
        Migration { sql: "CREATE TABLE b (y TEXT);", rebuild: true },
        Migration { sql: "CREATE INDEX c ON b (y);", rebuild: false },
    ];

    fn objects(connection: &Connection) -> Vec<String> {
        let mut statement = connection
            .prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY 1")
            .unwrap();
        let rows = statement.query_map([], |row| row.get(0)).unwrap();
        rows.collect::<rusqlite::Result<_>>().unwrap()
    }

    fn run(connection: &mut Connection, steps: &[Migration], schema: &str) -> Result<()> {
        bring_up_by(steps, schema, connection, Path::new("x"))
    }

    fn is_due(connection: &Connection) -> bool {
        let sql = "SELECT count(*) FROM setting WHERE name = ?1";
        connection.query_row(sql, [REBUILD_DUE], |row| row.get(0)).unwrap()
    }

    #[test]
    fn every_version_becomes_the_newest() {
        let mut new = Connection::open_in_memory().unwrap();
        run(&mut new, STEPS, V3).unwrap();
        assert!(!is_due(&new));
        for done in 0..=STEPS.len() {
            let mut old = Connection::open_in_memory().unwrap();
            run(&mut old, &[], V1).unwrap();
            run(&mut old, &STEPS[..done], V1).unwrap();
            assert_eq!(is_due(&old), done > 0);
            run(&mut old, STEPS, V3).unwrap();
            assert!(is_due(&old));
            assert_eq!(objects(&old), objects(&new));
            assert_eq!(version(&old, Path::new("x")).unwrap(), Some(3));
            run(&mut old, STEPS, V3).unwrap();
        }
    }

    #[test]
    fn an_archive_of_version_1_becomes_what_a_new_one_is() {
        let mut new = Connection::open_in_memory().unwrap();
        bring_up(&mut new, Path::new("x")).unwrap();
        let mut old = Connection::open_in_memory().unwrap();
        bring_up(&mut old, Path::new("x")).unwrap();
        let older = "DROP TABLE session; DROP INDEX note_lesson; \
            ALTER TABLE note DROP COLUMN line; ALTER TABLE note DROP COLUMN rise; \
            PRAGMA user_version = 1";
        old.execute_batch(older).unwrap();
        bring_up(&mut old, Path::new("x")).unwrap();
        // An added column is written behind the last one, on its line.
        let plain =
            |connection: &Connection| objects(connection).join(";").replace([' ', '\n'], "");
        assert_eq!(plain(&old), plain(&new));
    }

    #[test]
    fn a_step_that_fails_leaves_the_archive_as_it_was() {
        let bad = [
            Migration { sql: "CREATE TABLE b (y TEXT);", rebuild: false },
            Migration { sql: "CREATE TABLE b (y TEXT);", rebuild: false },
        ];
        let mut old = Connection::open_in_memory().unwrap();
        run(&mut old, &[], V1).unwrap();
        let before = objects(&old);
        assert!(run(&mut old, &bad, V3).is_err());
        assert_eq!(objects(&old), before);
        assert_eq!(version(&old, Path::new("x")).unwrap(), Some(1));
    }

    #[test]
    fn newer_and_foreign_files_are_refused() {
        let mut newer = Connection::open_in_memory().unwrap();
        run(&mut newer, STEPS, V3).unwrap();
        let error = run(&mut newer, &[], V1).unwrap_err().to_string();
        assert!(error.contains("version 3") && error.contains("up to 1"), "{error}");
        let mut foreign = Connection::open_in_memory().unwrap();
        foreign.execute_batch(V1).unwrap();
        assert!(run(&mut foreign, STEPS, V3).unwrap_err().to_string().contains("not a Gamekeep"));
    }
}
