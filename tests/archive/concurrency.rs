//! Many at once, in one program and in two.

use std::process::Command;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use gamekeep::archive::sqlite::SqliteArchive;
use gamekeep::archive::{Archive, Continuation, Entry, Error, MatchId, Mode, Scope};
use gamekeep::games::Registry;
use gamekeep::record::note::Note;
use gamekeep::record::{link, replay};
use gamekeep::rules::common::Common;

use super::crash::{child, is_long};
use super::support::*;

/// Runs something in so many threads that all begin at once.
fn at_once<T: Send>(count: usize, run: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let barrier = Barrier::new(count);
    let (barrier, run) = (&barrier, &run);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..count)
            .map(|n| {
                scope.spawn(move || {
                    barrier.wait();
                    run(n)
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("runs")).collect()
    })
}

#[test]
fn of_fifty_appends_to_one_head_one_succeeds() {
    let shelf = Shelf::new();
    let id = store(&shelf.archive, ada_grace(&play(20, 1))).id;
    for round in 0..3 {
        let log = shelf.archive.load_log(id).unwrap().log;
        let before: Vec<Step> =
            log.actions.iter().map(|a| (a.by, a.text.to_owned(), a.at)).collect();
        let more: Vec<_> = (0..50)
            .map(|n| {
                let steps = play_on(&header(), &before, before.len() + 1, 50 * round + n);
                continuation(&shelf.archive, id, &steps[before.len()..])
            })
            .collect();
        let answers = at_once(50, |n| shelf.archive.append(more[n].clone(), NOW));
        let head = shelf.archive.load(id).unwrap().head;
        let good = answers.iter().filter(|answer| answer.is_ok()).count();
        let stale = |answer: &&Result<_, Error>| matches!(answer, Err(Error::StaleHead { head: present }) if *present == head);
        assert_eq!((good, answers.iter().filter(stale).count()), (1, 49));
        assert_eq!(shelf.archive.load_log(id).unwrap().log.actions.len(), before.len() + 1);
    }
    all_verified(&shelf.archive);
}

#[test]
fn one_key_at_once_is_one_append() {
    let shelf = Shelf::new();
    let steps = play(21, 1);
    let id = store(&shelf.archive, ada_grace(&steps[..20])).id;
    let mut more = continuation(&shelf.archive, id, &steps[20..]);
    more.key = Some("click".to_owned());
    let answers = at_once(20, |_| shelf.archive.append(more.clone(), NOW).unwrap());
    assert_eq!(answers.iter().filter(|answer| !answer.repeated).count(), 1);
    let head = shelf.archive.load(id).unwrap().head;
    assert!(answers.iter().all(|answer| answer.head == head && answer.plies == 21));
}

#[test]
fn one_match_at_once_is_stored_once() {
    let shelf = Shelf::new();
    let new = ada_grace(&play(60, 1));
    let entries = at_once(16, |_| store(&shelf.archive, new.clone()).entry);
    assert_eq!(entries.iter().filter(|entry| **entry == Entry::New).count(), 1);
    assert_eq!(entries.iter().filter(|entry| **entry == Entry::Already).count(), 15);
}

#[test]
fn writers_and_readers_do_not_keep_each_other_out() {
    let shelf = Shelf::new();
    let archive = &shelf.archive;
    let lives: Vec<MatchId> = (0..4)
        .map(|n| {
            let header = header_with_id(&format!("live-{n}"));
            store(archive, new_match(&header, &[], facts("a", "b", &[]))).id
        })
        .collect();
    let until = Instant::now() + Duration::from_secs(if is_long() { 60 } else { 2 });
    let over = AtomicBool::new(false);
    let counts = thread::scope(|scope| {
        let readers: Vec<_> = (0..6)
            .map(|n| {
                scope.spawn({
                    let (lives, over) = (&lives, &over);
                    move || {
                        let mut count = 0;
                        while !over.load(Ordering::Relaxed) {
                            let stored = archive.load(lives[n % 4]).unwrap();
                            assert_eq!(link::head(&stored.log), stored.head, "of one moment");
                            assert_eq!(
                                place(archive, &stored.head),
                                Some((stored.id, stored.log.actions.len()))
                            );
                            archive.recent(5).unwrap();
                            count += 1;
                        }
                        count
                    }
                })
            })
            .collect();
        let writers = at_once(8, |n| {
            let mut count = 0_usize;
            while Instant::now() < until {
                if n < 4 {
                    // Two write to each live match: some heads are stale.
                    count += usize::from(append_something(archive, lives[n / 2], count as u64));
                } else {
                    let seed = (n * 100_000 + count) as u64;
                    store(archive, ada_grace(&play(30, seed)));
                    count += 1;
                }
            }
            count
        });
        over.store(true, Ordering::Relaxed);
        let readers: Vec<usize> = readers.into_iter().map(|r| r.join().expect("reads")).collect();
        (writers, readers)
    });
    assert!(counts.0.iter().chain(&counts.1).all(|count| *count > 0), "{counts:?}");
    let appended: usize = counts.0[..4].iter().sum();
    let all = all_verified(archive);
    let plies: usize =
        all.iter().filter(|s| lives.contains(&s.id)).map(|s| s.log.actions.len()).sum();
    assert_eq!(plies, appended, "no append was lost, none was doubled");
}

/// Reads a match and appends something; tells whether nobody else was quicker.
pub(super) fn append_something(archive: &dyn Archive, id: MatchId, seed: u64) -> bool {
    let stored = archive.load_log(id).expect("loads");
    let before: Vec<Step> =
        stored.log.actions.iter().map(|a| (a.by, a.text.to_owned(), a.at)).collect();
    let header = &stored.log.header;
    let mut play = replay::at(&stored.log, before.len()).expect("replays");
    let mut legal = play.legal();
    legal.retain(|(_, text)| Common::read(header.card(), text).is_none());
    // A shot could hit a King, and that would be the end.
    legal.retain(|(_, text)| !text.contains('*'));
    let (by, text) = legal.swap_remove(Dice::new(seed).below(legal.len()));
    let actions = actions_of(&[(by, text, None)]);
    let log = log_of(header, &before);
    let more = Continuation::check(stored.head, &log, &mut *play, actions);
    match archive.append(more.expect("legal"), NOW) {
        Ok(_) => true,
        Err(Error::StaleHead { .. }) => false,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn two_programs_write_to_one_file() {
    let shelf = Shelf::new();
    let header = header_with_id("shared");
    let id = store(&shelf.archive, new_match(&header, &[], facts("a", "b", &[]))).id;
    let spawn = |name: &str| -> Command {
        let mut command = child("append", &shelf.path());
        command.env("GAMEKEEP_CHILD_NAME", name);
        command
    };
    let children: Vec<_> = ["1", "2"]
        .map(|name| spawn(name).stdout(std::process::Stdio::piped()).spawn().unwrap())
        .into_iter()
        .collect();
    // This program writes too.
    let mut own = 0;
    while own < 20 {
        own += usize::from(append_something(&shelf.archive, id, own as u64));
    }
    for running in children {
        let output = running.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
    let stored = shelf.archive.load(id).unwrap();
    assert_eq!(stored.log.actions.len(), 3 * 20);
    // The children have stored matches of their own as well.
    assert_eq!(all_verified(&shelf.archive).len(), 1 + 2 * 20);
    assert_eq!(shelf.archive.check().unwrap(), Vec::<String>::new());
}

/// What each of the two programs does.
pub(super) fn append_in_child(archive: &SqliteArchive, name: &str) {
    let seed: u64 = name.parse().expect("a number");
    let id = archive.recent(1_000).unwrap().last().expect("a match").id;
    let mut count = 0;
    while count < 20 {
        if append_something(archive, id, 1_000 * seed + count) {
            count += 1;
            let header = header_with_id(&format!("{name}-{count}"));
            store(archive, new_match(&header, &play(20, count), facts(name, "?", &[])));
        }
    }
}

#[test]
fn two_openings_at_once_make_one_archive() {
    let directory = tempfile::tempdir().unwrap();
    for round in 0..5 {
        let path = directory.path().join(format!("{round}.gamekeep"));
        let archives = at_once(6, |_| SqliteArchive::open(&path, &Registry::standard()).unwrap());
        at_once(6, |n| {
            assert_eq!(archives[n].setting_or("csrf", &[n as u8]).unwrap().len(), 1);
            store(&archives[n], ada_grace(&play(20, n as u64)));
        });
        let secrets: Vec<_> = archives.iter().map(|a| a.setting("csrf").unwrap()).collect();
        assert!(secrets.windows(2).all(|two| two[0] == two[1]));
        assert_eq!(all_verified(&archives[0]).len(), 6);
    }
}

#[test]
fn the_log_of_writes_stays_small_beside_a_slow_reader() {
    let shelf = Shelf::new();
    let archive = &shelf.archive;
    let ids: Vec<MatchId> =
        (0..60).map(|seed| store(archive, ada_grace(&play(20, seed))).id).collect();
    let over = AtomicBool::new(false);
    let wal = shelf.beside("test.gamekeep-wal");
    let most = thread::scope(|scope| {
        scope.spawn(|| {
            // An export to somebody who reads slowly.
            let mut after = None;
            while !over.load(Ordering::Relaxed) {
                let some = archive.each(after, 1, Scope::Listed).unwrap();
                after = some.last().map(|(id, _)| *id);
                thread::sleep(Duration::from_millis(5));
            }
        });
        let mut most = 0;
        for n in 0..300 {
            let text = format!("{n}{}", "x".repeat(8_000));
            let notes = (0..20).map(|ply| Note::new(ply, format!("{ply}{text}"))).collect();
            archive.annotate(ids[n % ids.len()], notes, NOW).unwrap();
            most = most.max(std::fs::metadata(&wal).unwrap().len());
        }
        over.store(true, Ordering::Relaxed);
        most
    });
    let written = 300 * 20 * 8_000;
    assert!(most < 16 << 20, "{most} bytes, of {written} that were written");
}

#[test]
fn a_large_import_and_appends_go_on_side_by_side() {
    let shelf = Shelf::new();
    let archive = &shelf.archive;
    let header = header_with_id("live");
    let id = store(archive, new_match(&header, &[], facts("a", "b", &[]))).id;
    let batches: Vec<Vec<_>> =
        (0..4).map(|n| (0..50).map(|m| ada_grace(&play(30, 100 * n + m))).collect()).collect();
    thread::scope(|scope| {
        let import = scope.spawn(|| {
            for batch in batches {
                for stored in archive.store(batch, Mode::Whole, NOW).unwrap() {
                    stored.unwrap();
                }
            }
        });
        let mut count = 0;
        while count < 10 || !import.is_finished() {
            count += u64::from(append_something(archive, id, count));
        }
        let plies = archive.load(id).unwrap().log.actions.len();
        assert_eq!(plies as u64, count);
    });
    assert_eq!(all_verified(archive).len(), 201);
}
