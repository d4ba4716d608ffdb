//! How much is stored, and how fast.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use gamekeep::archive::{Archive, Continuation, Mode, NewMatch};
use gamekeep::record::replay;
use gamekeep::rules::common::Common;

use super::support::*;

/// Ladder matches of a hundred actions: bytes of segments an action, and all other bytes a match.
fn stored_bytes(timed: bool) -> (f64, f64) {
    let shelf = Shelf::new();
    let mut dice = Dice::new(7);
    let matches: Vec<NewMatch> = (0..300)
        .map(|seed| {
            let mut steps = play(100, seed);
            let mut at = 0;
            for step in steps.iter_mut().filter(|_| timed) {
                at += 200 + dice.below(20_000) as u64;
                step.2 = Some(at);
            }
            let name = |dice: &mut Dice| format!("player {}", dice.below(40));
            let (first, second) = (name(&mut dice), name(&mut dice));
            let more = [("Event", "Club ladder"), ("Date", "2026-11-30")];
            new_match(&header(), &steps, facts(&first, &second, &more))
        })
        .collect();
    let count = matches.len() as f64;
    shelf.archive.store(matches, Mode::Whole, NOW).unwrap();
    let raw = shelf.raw();
    let number = |sql: &str| raw.query_row(sql, [], |row| row.get::<_, f64>(0)).unwrap();
    let actions = number("SELECT total(action_count) FROM segment");
    let bodies = number("SELECT total(length(body)) FROM segment");
    // Cells and their pointers; pages are a sixth larger, on average.
    let cells = "SELECT total(payload + 6 * ncell) FROM dbstat WHERE name <> 'sqlite_schema'";
    (bodies / actions, (number(cells) - bodies) / count)
}

#[test]
fn stored_matches_are_small() {
    let (action, other) = stored_bytes(false);
    assert!(action <= 3.0, "{action:.2} bytes an action without times");
    assert!(other <= 340.0, "{other:.0} bytes a match besides");
    let (action, _) = stored_bytes(true);
    assert!(action <= 5.0, "{action:.2} bytes an action with times");
}

/// How often the disk can be told in a second to keep a page, and how long one in a hundred takes.
fn syncs(directory: &Path) -> (f64, Duration) {
    let mut file = File::create(directory.join("sync")).unwrap();
    file.write_all(&vec![1; 4 << 20]).unwrap();
    file.sync_all().unwrap();
    let begin = Instant::now();
    let mut each: Vec<Duration> = (0..200)
        .map(|n| {
            file.seek(SeekFrom::Start(4_096 * n)).unwrap();
            file.write_all(&[2; 4_096]).unwrap();
            let begin = Instant::now();
            file.sync_data().unwrap();
            begin.elapsed()
        })
        .collect();
    let rate = 200.0 / begin.elapsed().as_secs_f64();
    each.sort();
    (rate, each[197])
}

/// P5: `cargo test --release --test main durable_appends -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn durable_appends() {
    const RECORDERS: usize = 64;
    let shelf = Shelf::new();
    let archive = &shelf.archive;
    for round in 0..5 {
        let before = syncs(&shelf.beside(""));
        let times = Mutex::new(Vec::new());
        let begin = Instant::now();
        std::thread::scope(|scope| {
            for recorder in 0..RECORDERS {
                let times = &times;
                scope.spawn(move || {
                    let header = header_with_id(&format!("{round}-{recorder}"));
                    let new = new_match(&header, &[], facts("a", "b", &[]));
                    let id = store(archive, new).id;
                    let mine = record(archive, id, begin + Duration::from_secs(4));
                    times.lock().unwrap().extend(mine);
                });
            }
        });
        let seconds = begin.elapsed().as_secs_f64();
        let mut times = times.into_inner().unwrap();
        times.sort();
        let after = syncs(&shelf.beside(""));
        let rate = f64::midpoint(before.0, after.0);
        let slow = (before.1 + after.1) / 2;
        let appends = times.len() as f64 / seconds;
        let slowest = times[times.len() * 99 / 100];
        println!(
            "{appends:.0} appends/s, {:.1} × the disk's {rate:.0}; p99 {slowest:.1?}, {:.1} × {slow:.1?}",
            appends / rate,
            slowest.as_secs_f64() / slow.as_secs_f64(),
        );
    }
    all_verified(archive);
}

/// Appends one action after the other, and tells how long each took.
fn record(archive: &dyn Archive, id: gamekeep::archive::MatchId, until: Instant) -> Vec<Duration> {
    let stored = archive.load_log(id).unwrap();
    let (mut log, mut head) = (stored.log, stored.head);
    let mut play = replay::at(&log, log.actions.len()).unwrap();
    let mut dice = Dice::new(id.to_i64() as u64);
    let mut times = Vec::new();
    while Instant::now() < until {
        let mut legal = play.legal();
        legal.retain(|(_, text)| {
            Common::read(log.header.card(), text).is_none() && !text.contains('*')
        });
        let (by, text) = legal.swap_remove(dice.below(legal.len()));
        let actions = actions_of(&[(by, text, None)]);
        let more = Continuation::check(head, &log, &mut *play, actions.clone()).unwrap();
        let begin = Instant::now();
        head = archive.append(more, NOW).unwrap().head;
        times.push(begin.elapsed());
        for action in actions.iter() {
            log.actions.push(&action);
        }
    }
    times
}
