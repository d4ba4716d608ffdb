//! What SQLite itself sees to, and what happens to a file that somebody has changed.

use gamekeep::archive::sqlite::SqliteArchive;
use gamekeep::archive::verify::{Difference, verify};
use gamekeep::archive::{Archive, Entry, Error, MatchId, Scope};
use gamekeep::games::Registry;
use gamekeep::record::note::Note;

use super::crash::is_long;
use super::support::*;

/// A few matches with everything that a match can have.
fn filled() -> Shelf {
    let shelf = Shelf::new();
    let steps = play(60, 1);
    let id = store(&shelf.archive, ada_grace(&steps[..40])).id;
    store(&shelf.archive, ada_grace(&steps));
    store(&shelf.archive, ada_grace(&steps[..30]));
    store(&shelf.archive, ada_grace(&play_on(&header(), &steps[..30], 50, 7)));
    shelf.archive.annotate(id, vec![Note::new(3, "well")], NOW).unwrap();
    shelf
}

#[test]
fn logs_only_grow_whatever_is_tried() {
    let shelf = filled();
    let before: Vec<String> = all_verified(&shelf.archive).iter().map(told).collect();
    let raw = shelf.raw();
    for sql in [
        "UPDATE log SET tags = 'Id=x\n'",
        "UPDATE log SET added_ms = 0 WHERE id = 1",
        "UPDATE OR REPLACE log SET id = 2 WHERE id = 1",
        "DELETE FROM log",
        "DELETE FROM log WHERE id = 2",
        "INSERT OR REPLACE INTO log (id, edition, listed, added_ms) VALUES (1, 1, 1, 0)",
        "REPLACE INTO log SELECT id, edition, 0, tags, added_ms FROM log",
        "UPDATE segment SET body = x'00'",
        "UPDATE segment SET action_count = 1 WHERE log = 1",
        "DELETE FROM segment",
        "DELETE FROM segment WHERE log = 1 AND first_ply > 1",
        "INSERT OR REPLACE INTO segment SELECT log, first_ply, action_count, 1, body FROM segment",
        "INSERT INTO segment VALUES (1, 60, 1, 0, x'00')",
        "INSERT INTO segment VALUES (1, 62, 1, 0, x'00')",
        "INSERT INTO segment VALUES (99, 1, 1, 0, x'00')",
        "UPDATE recording SET facts = 'a\nb\n'",
        "DELETE FROM recording WHERE log = 1",
        "INSERT OR REPLACE INTO recording SELECT log, number, 'a\nb\n', 0, NULL, NULL, 0 FROM recording",
        "UPDATE note SET text = 'x'",
        "DELETE FROM note",
        "INSERT OR REPLACE INTO note SELECT id, log, ply, author, 'x', added_ms FROM note",
        "UPDATE shape SET text = 'x'",
        "DELETE FROM shape",
        "INSERT OR REPLACE INTO shape SELECT edition, number, actor, 'x' FROM shape",
        "INSERT OR REPLACE INTO shape SELECT edition, 1000, actor, text FROM shape",
        "UPDATE edition SET game = 'chess'",
        "DELETE FROM edition",
        "INSERT OR REPLACE INTO edition VALUES (1, 'chess', 1)",
        "INSERT OR REPLACE INTO edition (game, rules) VALUES ('castle-danger', 1)",
    ] {
        raw.execute_batch("BEGIN; PRAGMA defer_foreign_keys = 1;").unwrap();
        let refused = raw.execute_batch(&format!("{sql}; COMMIT;"));
        assert!(refused.is_err(), "{sql}");
        raw.execute_batch("ROLLBACK").unwrap();
    }
    let after: Vec<String> = all_verified(&shelf.archive).iter().map(told).collect();
    assert_eq!(after, before);
}

/// Runs SQL that no trigger sees.
fn tamper(shelf: &Shelf, sql: &str) {
    let raw = shelf.raw();
    let triggers: Vec<(String, String)> = {
        let sql = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'";
        let mut statement = raw.prepare(sql).unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.collect::<rusqlite::Result<_>>().unwrap()
    };
    for (name, _) in &triggers {
        raw.execute_batch(&format!("DROP TRIGGER {name}")).unwrap();
    }
    assert!(raw.execute(sql, []).unwrap() > 0, "{sql}");
    for (_, sql) in &triggers {
        raw.execute_batch(sql).unwrap();
    }
}

fn first(archive: &dyn Archive) -> MatchId {
    archive.each(None, 1, Scope::All).unwrap()[0].0
}

#[test]
fn changed_bytes_are_found_out() {
    let difference = |sql: &str| {
        let shelf = filled();
        shelf.raw().execute_batch("INSERT INTO reason VALUES (1, 'draw', 'agreed')").unwrap();
        tamper(&shelf, sql);
        let shelf = shelf.reopened();
        let stored = shelf.archive.load(first(&shelf.archive)).unwrap();
        verify(&stored).unwrap_err()
    };
    // The log of the fourth match in the place of the first one's: legal, and not what was played.
    let swapped = "UPDATE segment SET body = (SELECT body FROM segment WHERE log = 2), \
        action_count = 50 WHERE log = 1 AND first_ply = 1";
    let shelf = filled();
    tamper(&shelf, swapped);
    assert!(matches!(shelf.archive.load(MatchId::from_i64(1)), Err(Error::Damaged { .. })));
    let tags = difference("UPDATE log SET tags = 'Id=x\n' WHERE id = 1");
    assert!(matches!(tags, Difference::Head { .. }));
    let head = difference("UPDATE standing SET head = zeroblob(32) WHERE id = 1");
    assert!(matches!(head, Difference::Head { .. }));
    let position = difference("UPDATE standing SET checkpoints = zeroblob(16) WHERE id = 1");
    assert!(matches!(position, Difference::Position { ply: 32, .. }), "{position}");
    let result = difference("UPDATE standing SET result = 3, reason = 1 WHERE id = 1");
    assert!(matches!(result, Difference::Result { .. }));
}

#[test]
fn a_damaged_match_does_not_keep_the_others_back() {
    for (sql, unreadable) in [
        ("UPDATE segment SET body = substr(body, 1, 9) WHERE log = 1", true),
        ("UPDATE segment SET body = x'ff' WHERE log = 1", true),
        ("UPDATE segment SET body = zeroblob(0) WHERE log = 1", true),
        ("UPDATE segment SET body = randomblob(60) WHERE log = 1", true),
        ("UPDATE log SET tags = 'nonsense' WHERE id = 1", true),
        ("UPDATE log SET tags = 'nosuchoption=3\n' WHERE id = 1", true),
        ("UPDATE standing SET checkpoints = x'00' WHERE id = 1", true),
        ("UPDATE recording SET facts = '' WHERE log = 1", true),
        ("DELETE FROM standing WHERE id = 1", false),
    ] {
        let shelf = filled();
        let fork = shelf.archive.each(None, 9, Scope::All).unwrap()[1].0;
        let before = told(&shelf.archive.load(fork).unwrap());
        tamper(&shelf, sql);
        let shelf = shelf.reopened();
        let archive = &shelf.archive;
        let error = archive.load(MatchId::from_i64(1)).unwrap_err();
        assert_eq!(matches!(error, Error::Damaged { .. }), unreadable, "{sql}: {error}");
        let all = archive.each(None, 9, Scope::All).unwrap();
        assert!(matches!(&all[0].1, Err(Error::Damaged { .. })), "{sql}");
        assert_eq!(told(all[1].1.as_ref().unwrap()), before, "{sql}");
        // Others can be stored and found, also such as began like it.
        store(archive, ada_grace(&play(30, 9)));
        store(archive, ada_grace(&play_on(&header(), &play(60, 1)[..20], 30, 5)));
        archive.rebuild().unwrap();
        assert!(archive.load(fork).is_ok(), "{sql}");
    }
}

#[test]
fn a_rebuild_tells_what_is_damaged_and_leaves_it_findable() {
    let shelf = filled();
    let head = shelf.archive.load(MatchId::from_i64(1)).unwrap().head;
    tamper(&shelf, "UPDATE segment SET body = x'ff' WHERE log = 1");
    let shelf = shelf.reopened();
    let rebuilt = shelf.archive.rebuild().unwrap();
    assert_eq!(rebuilt.match_count, 2);
    assert_eq!(rebuilt.damaged.len(), 1);
    assert_eq!(rebuilt.damaged[0].0, MatchId::from_i64(1));
    assert_eq!(place(&shelf.archive, &head), Some((MatchId::from_i64(1), 60)));
    assert_eq!(shelf.archive.summary(MatchId::from_i64(1)).unwrap().plies, 60);
    assert_eq!(shelf.archive.recent(9).unwrap().len(), 2);
    // What cannot be read can be withdrawn.
    shelf.archive.withdraw(&head, "", NOW).unwrap();
    assert!(is_withdrawn(&shelf.archive, &head));
    assert_eq!(all_verified(&shelf.archive).len(), 1);
}

/// Every row of every derived table, with names for numbers that a rebuild may give anew.
fn derived(shelf: &Shelf) -> Vec<String> {
    let raw = shelf.raw();
    let mut lines = Vec::new();
    for sql in [
        "SELECT standing.*, rule, words FROM standing LEFT JOIN reason ON reason.id = reason ORDER BY 1",
        "SELECT * FROM link ORDER BY 1, 2, 3",
        "SELECT * FROM claim ORDER BY 1",
        "SELECT name, log, seat FROM seat JOIN player ON player.id = player ORDER BY 1, 2, 3",
        "SELECT name FROM player ORDER BY 1",
        "SELECT * FROM tally WHERE match_count > 0 ORDER BY 1, 2",
    ] {
        let mut statement = raw.prepare(sql).unwrap();
        let columns = statement.column_count();
        let mut rows = statement.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let values = (0..columns).map(|n| row.get::<_, rusqlite::types::Value>(n).unwrap());
            lines.push(format!("{} {:?}", &sql[7..20], values.collect::<Vec<_>>()));
        }
    }
    lines
}

#[test]
fn rebuilt_rows_are_those_that_were_made_live() {
    for seed in 0..if is_long() { 100 } else { 6 } {
        let shelf = Shelf::new();
        fill(&shelf.archive, 1_000 + seed);
        let live = derived(&shelf);
        assert_eq!(shelf.archive.rebuild().unwrap().damaged, []);
        let rebuilt = derived(&shelf);
        for (a, b) in live.iter().zip(&rebuilt) {
            assert_eq!(a, b, "seed {seed}");
        }
        assert_eq!(live.len(), rebuilt.len(), "seed {seed}");
        assert_eq!(shelf.archive.check().unwrap(), Vec::<String>::new());
        all_verified(&shelf.archive);
    }
}

#[test]
fn rebuilding_mends_what_was_derived() {
    let shelf = filled();
    let before = derived(&shelf);
    for sql in [
        "DELETE FROM link",
        "DELETE FROM standing WHERE id = 2",
        "UPDATE standing SET stem = 7, plies = 3, listed = 0",
        "UPDATE tally SET match_count = 9",
        "DELETE FROM player",
        "INSERT INTO standing SELECT 77, edition, listed, plies, head, result, reason, day, \
            changed_ms, stem, stem_ply, branch, checkpoints FROM standing WHERE id = 1",
    ] {
        shelf.raw().execute(sql, []).unwrap();
        assert_ne!(derived(&shelf), before, "{sql}");
        shelf.archive.rebuild().unwrap();
        assert_eq!(derived(&shelf), before, "{sql}");
    }
}

#[test]
fn gaps_between_ids_are_no_end() {
    let shelf = Shelf::new();
    let mut count = 0;
    for (seed, gap) in [1_u64, 101, 100_000, 1].into_iter().enumerate() {
        store(&shelf.archive, ada_grace(&play(30, seed as u64)));
        count += 1;
        let sql = format!("UPDATE sqlite_sequence SET seq = seq + {gap} WHERE name = 'log'");
        shelf.raw().execute_batch(&sql).unwrap();
    }
    let before = derived(&shelf);
    assert_eq!(all_verified(&shelf.archive).len(), count);
    assert_eq!(shelf.archive.rebuild().unwrap().match_count, count);
    assert_eq!(derived(&shelf), before);
}

#[test]
fn withdrawn_bytes_are_gone_from_the_files() {
    let shelf = Shelf::new();
    let secret = facts("Zoe Unusualname", "?", &[("Event", "Unusual occasion")]);
    let mut new = new_match(&header_with_id("unusual-id-7"), &play(40, 1), secret);
    new.source = Some("unusual source".to_owned());
    new.record.notes.push(Note::new(0, "unusual note"));
    store(&shelf.archive, new.clone());
    for seed in 2..20 {
        store(&shelf.archive, ada_grace(&play(40, seed)));
    }
    let in_files = |words: &str| {
        ["", "-wal"].iter().any(|ending| {
            let bytes = std::fs::read(shelf.beside(&format!("test.gamekeep{ending}"))).unwrap();
            bytes.windows(words.len()).any(|window| window == words.as_bytes())
        })
    };
    let words =
        ["Zoe Unusualname", "Unusual occasion", "unusual-id-7", "unusual source", "unusual note"];
    assert!(words.iter().all(|words| in_files(words)));
    shelf.archive.withdraw(&new.head, "asked for", NOW).unwrap();
    for words in words {
        assert!(!in_files(words), "{words}");
    }
}

#[test]
fn what_one_program_learns_another_reads() {
    let shelf = Shelf::new();
    let other = SqliteArchive::open(&shelf.path(), &Registry::standard()).unwrap();
    let steps = play(100, 1);
    let mut ids = Vec::new();
    for plies in 1..60 {
        // Each has read the tables before the other one has learned more.
        let archive: &dyn Archive = if plies % 2 == 0 { &shelf.archive } else { &other };
        let header = header_with_id(&plies.to_string());
        let steps = &steps[..plies];
        let steps = play_on(&header, steps, plies + 3, plies as u64);
        ids.push(store_as(archive, new_match(&header, &steps, facts("a", "b", &[])), Entry::New));
    }
    for id in ids {
        assert_eq!(told(&shelf.archive.load(id).unwrap()), told(&other.load(id).unwrap()));
    }
    all_verified(&other);
}
