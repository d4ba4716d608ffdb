//! Files: rights, versions, backups.

use std::path::Path;

use gamekeep::archive::sqlite::{SqliteArchive, restore};
use gamekeep::archive::{Archive, Broken, Error, MatchId};
use gamekeep::games::Registry;

use super::concurrency::append_something;
use super::crash::is_long;
use super::support::*;

fn open(path: &Path) -> Result<SqliteArchive, Error> {
    SqliteArchive::open(path, &Registry::standard())
}

#[cfg(unix)]
#[test]
fn a_new_archive_is_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let shelf = Shelf::new();
    store(&shelf.archive, ada_grace(&play(20, 1)));
    let copy = shelf.beside("copy");
    shelf.archive.backup(&copy).unwrap();
    for name in ["test.gamekeep", "test.gamekeep-wal", "test.gamekeep-shm", "copy"] {
        let mode = std::fs::metadata(shelf.beside(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

#[test]
fn other_files_are_refused_in_words() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x");
    std::fs::write(&path, "[Game \"castle-danger\"]\n\n1 B end\n".repeat(100)).unwrap();
    let error = open(&path).unwrap_err().to_string();
    assert!(error.contains("is not a Gamekeep archive"), "{error}");
    let foreign = directory.path().join("foreign");
    rusqlite::Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE a (b)").unwrap();
    let error = open(&foreign).unwrap_err().to_string();
    assert!(error.contains("is not a Gamekeep archive"), "{error}");
    let bytes = std::fs::read(&foreign).unwrap();
    assert!(open(&foreign).is_err());
    assert_eq!(std::fs::read(&foreign).unwrap(), bytes, "it is left as it was");
    let error = open(&directory.path().join("no/such/directory")).unwrap_err();
    assert!(matches!(error, Error::Broken(Broken::File { .. })), "{error}");
    let shelf = Shelf::new();
    shelf.raw().execute_batch("PRAGMA user_version = 99").unwrap();
    let error = open(&shelf.path()).unwrap_err().to_string();
    assert!(error.contains("version 99") && error.contains("newer program"), "{error}");
}

/// Archives of older versions, as SQL.
const OLDER: &[&str] = &[include_str!("fixtures/v1.sql")];

/// The schema of a file, without blanks and remarks.
fn schema(path: &Path) -> Vec<String> {
    let raw = rusqlite::Connection::open(path).unwrap();
    let sql =
        "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY 1";
    let mut statement = raw.prepare(sql).unwrap();
    let rows = statement.query_map([], |row| row.get::<_, String>(0)).unwrap();
    let lines: rusqlite::Result<Vec<String>> = rows.collect();
    let plain = |text: String| {
        let lines = text.lines().map(|line| line.split("--").next().unwrap_or_default());
        let text = lines.collect::<Vec<_>>().join(" ");
        // A column that was added later stands after other blanks.
        let text = text.replace('(', " ( ").replace(')', " ) ").replace(',', " , ");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    lines.unwrap().into_iter().map(plain).collect()
}

/// SCHEMA-O1 and SCHEMA-O3: what is derived is made anew from the logs.
#[test]
fn every_older_version_becomes_this_one() {
    let newest = Shelf::new();
    for (before, fixture) in OLDER.iter().enumerate() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("old");
        rusqlite::Connection::open(&path).unwrap().execute_batch(fixture).unwrap();
        let archive = open(&path).unwrap();
        let all = all_verified(&archive);
        assert_eq!(all.len(), 4, "version {}", before + 1);
        assert_eq!(archive.check().unwrap(), Vec::<String>::new());
        assert_eq!(schema(&path), schema(&newest.path()));
        let before: Vec<String> = all.iter().map(told).collect();
        archive.rebuild().unwrap();
        let after: Vec<String> = all_verified(&archive).iter().map(told).collect();
        assert_eq!(after, before);
        store(&archive, ada_grace(&play(30, 123)));
        assert_eq!(archive.tokens().unwrap().len(), 1);
    }
}

#[test]
fn a_rebuild_that_is_due_is_made_at_the_next_opening() {
    let shelf = Shelf::new();
    let head = ada_grace(&play(20, 1)).head;
    store(&shelf.archive, ada_grace(&play(20, 1)));
    // As a migration leaves it whose program was killed right after.
    let sql = "DELETE FROM link; INSERT INTO setting VALUES ('rebuild-due', x'01')";
    shelf.raw().execute_batch(sql).unwrap();
    let shelf = shelf.reopened();
    assert!(place(&shelf.archive, &head).is_some());
    assert_eq!(shelf.archive.setting("rebuild-due").unwrap(), None);
}

/// MIG-O1.
#[test]
fn sql_files_have_the_same_line_ends_everywhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let attributes = std::fs::read_to_string(root.join(".gitattributes")).unwrap();
    assert!(attributes.lines().any(|line| line == "*.sql text eol=lf"));
    let migrations = std::fs::read_dir(root.join("src/archive/sqlite/migrations"));
    let migrations = migrations.into_iter().flatten().map(|entry| entry.unwrap().path());
    for path in migrations.chain([root.join("schema.sql")]) {
        assert!(!std::fs::read(&path).unwrap().contains(&b'\r'), "{}", path.display());
    }
}

/// MIG-O2.
#[test]
fn backups_under_load_are_whole() {
    let shelf = Shelf::new();
    let archive = &shelf.archive;
    let header = header_with_id("live");
    let live = store(archive, new_match(&header, &[], facts("a", "b", &[]))).id;
    let over = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut n = 0;
            while !over.load(std::sync::atomic::Ordering::Relaxed) {
                store(archive, ada_grace(&play(30, n)));
                append_something(archive, live, n);
                n += 1;
            }
        });
        let mut before = 0;
        for n in 0..if is_long() { 50 } else { 5 } {
            let backup = shelf.beside(&format!("backup-{n}"));
            archive.backup(&backup).unwrap();
            let restored = shelf.beside(&format!("restored-{n}"));
            restore(&backup, &restored).unwrap();
            let copy = open(&restored).unwrap();
            assert_eq!(copy.check().unwrap(), Vec::<String>::new());
            let all = all_verified(&copy);
            // A beginning of what there is now, and no less than before.
            assert!(all.len() >= before);
            before = all.len();
            for (n, stored) in all.iter().enumerate() {
                assert_eq!(stored.id, MatchId::from_i64(n as i64 + 1));
                let now = archive.load(stored.id).unwrap();
                let common = stored.log.actions.common_prefix(&now.log.actions);
                assert_eq!(common, stored.log.actions.len());
            }
        }
        over.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}

#[test]
fn nothing_is_written_over() {
    let shelf = Shelf::new();
    store(&shelf.archive, ada_grace(&play(20, 1)));
    let backup = shelf.beside("backup");
    shelf.archive.backup(&backup).unwrap();
    let bytes = std::fs::read(&backup).unwrap();
    let in_the_way = |result| matches!(result, Err(Error::Broken(Broken::InTheWay { .. })));
    assert!(in_the_way(shelf.archive.backup(&backup)));
    assert!(in_the_way(restore(&backup, &shelf.path())));
    assert_eq!(std::fs::read(&backup).unwrap(), bytes);
    let names: Vec<_> =
        std::fs::read_dir(shelf.beside("")).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert!(!names.iter().any(|name| name.to_string_lossy().contains("part")), "{names:?}");
}

#[test]
fn leavings_beside_a_restored_archive_do_no_harm() {
    let shelf = Shelf::new();
    store(&shelf.archive, ada_grace(&play(20, 1)));
    let backup = shelf.beside("backup");
    shelf.archive.backup(&backup).unwrap();
    // Files of another archive, as they are left when only the main file was moved away.
    let other = Shelf::new();
    for seed in 5..30 {
        store(&other.archive, ada_grace(&play(40, seed)));
    }
    let to = shelf.beside("restored");
    for ending in ["-wal", "-shm"] {
        let from = other.beside(&format!("test.gamekeep{ending}"));
        std::fs::copy(from, shelf.beside(&format!("restored{ending}"))).unwrap();
    }
    restore(&backup, &to).unwrap();
    let restored = open(&to).unwrap();
    assert_eq!(all_verified(&restored).len(), 1);
    assert_eq!(restored.check().unwrap(), Vec::<String>::new());
}

#[test]
fn bad_backups_are_not_restored() {
    let shelf = Shelf::new();
    for seed in 0..60 {
        store(&shelf.archive, ada_grace(&play(60, seed)));
    }
    let backup = shelf.beside("backup");
    shelf.archive.backup(&backup).unwrap();
    let good = std::fs::read(&backup).unwrap();
    let to = shelf.beside("restored");
    let mut torn = good.clone();
    torn[20_000..40_000].fill(0x55);
    let half = good[..good.len() / 2].to_vec();
    for (bytes, what) in
        [(torn, "torn"), (half, "half"), (b"hello".to_vec(), "text"), (Vec::new(), "empty")]
    {
        std::fs::write(&backup, bytes).unwrap();
        assert!(restore(&backup, &to).is_err(), "{what}");
        assert!(!to.exists(), "{what}");
        assert!(shelf.archive.restore(&backup).is_err(), "{what}");
    }
    std::fs::write(&backup, good).unwrap();
    rusqlite::Connection::open(&backup).unwrap().execute_batch("PRAGMA user_version = 99").unwrap();
    let newer = restore(&backup, &to).unwrap_err();
    assert!(matches!(newer, Error::Broken(Broken::Newer { found: 99, .. })), "{newer}");
    assert!(restore(&shelf.beside("nothing"), &to).is_err());
    assert_eq!(all_verified(&shelf.archive).len(), 60, "what is in use is left as it was");
}

#[test]
fn a_backup_is_restored_while_the_archive_is_in_use() {
    let shelf = Shelf::new();
    let archive = &shelf.archive;
    let steps = play(60, 1);
    let id = store(archive, ada_grace(&steps[..40])).id;
    let before = told(&archive.load(id).unwrap());
    let backup = shelf.beside("backup");
    archive.backup(&backup).unwrap();
    store(archive, ada_grace(&steps));
    let later = store(archive, ada_grace(&play(30, 9))).id;
    archive.restore(&backup).unwrap();
    assert_eq!(told(&archive.load(id).unwrap()), before);
    assert!(matches!(archive.load(later), Err(Error::NotFound)));
    store(archive, ada_grace(&steps));
    let shelf = shelf.reopened();
    assert_eq!(all_verified(&shelf.archive).len(), 1);
    assert_eq!(shelf.archive.check().unwrap(), Vec::<String>::new());
}
