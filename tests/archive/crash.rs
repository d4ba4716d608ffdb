//! Programs that are killed: what was acknowledged is there.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use gamekeep::archive::sqlite::SqliteArchive;
use gamekeep::archive::{Archive, MatchId, Mode};
use gamekeep::games::Registry;
use gamekeep::record::link::Link;

use super::concurrency::{append_in_child, append_something};
use super::support::*;

/// Whether the long forms of tests are asked for.
pub(super) fn is_long() -> bool {
    std::env::var("GAMEKEEP_LONG").is_ok()
}

/// This very program once more, as a helper that does one thing with an archive.
pub(super) fn child(role: &str, path: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("a program"));
    command
        .args(["archive::crash::helper", "--exact", "--nocapture", "--test-threads=1"])
        .env("GAMEKEEP_CHILD", role)
        .env("GAMEKEEP_CHILD_PATH", path)
        .env("GAMEKEEP_CHILD_NAME", "1");
    command
}

/// What helpers do; in an ordinary run it has nothing to do.
#[test]
fn helper() {
    let Ok(role) = std::env::var("GAMEKEEP_CHILD") else { return };
    let path = PathBuf::from(std::env::var("GAMEKEEP_CHILD_PATH").expect("a path"));
    let name = std::env::var("GAMEKEEP_CHILD_NAME").expect("a name");
    let archive = SqliteArchive::open(&path, &Registry::standard()).expect("opens");
    match role.as_str() {
        "append" => append_in_child(&archive, &name),
        "record" => record_for_ever(&archive, &name),
        _ => panic!("{role}"),
    }
}

/// Imports and appends for ever, and tells every head once it was acknowledged.
fn record_for_ever(archive: &SqliteArchive, name: &str) {
    let round: u64 = name.parse().expect("a number");
    thread::scope(|scope| {
        for recorder in 0..4_u64 {
            scope.spawn(move || {
                let seed = 10_000 * round + 1_000_000 * recorder;
                let header = header_with_id(&format!("live-{round}-{recorder}"));
                let live = store(archive, new_match(&header, &[], facts("a", "b", &[])));
                println!("ack {}", live.link);
                for n in 0.. {
                    if recorder == 0 {
                        let batch =
                            (0..5).map(|m| ada_grace(&play(40, seed + 5 * n + m))).collect();
                        for stored in archive.store(batch, Mode::Whole, NOW).expect("stores") {
                            println!("ack {}", stored.expect("stored").link);
                        }
                    }
                    assert!(append_something(archive, live.id, seed + n));
                    println!("ack {}", archive.load(live.id).expect("loads").head);
                }
            });
        }
    });
}

/// CRASH-O1: in the middle of writing.
#[test]
fn what_was_acknowledged_survives_kill_9() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("killed.gamekeep");
    let mut dice = Dice::new(std::process::id().into());
    let mut acknowledged: Vec<Link> = Vec::new();
    let rounds = if is_long() { 200 } else { 10 };
    for round in 0..rounds {
        let mut running = child("record", &path)
            .env("GAMEKEEP_CHILD_NAME", round.to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let out = BufReader::new(running.stdout.take().unwrap());
        let reader = thread::spawn(move || {
            let lines = out.lines().map_while(Result::ok);
            let link =
                |line: String| line.split_once("ack ").and_then(|(_, link)| link.parse().ok());
            lines.filter_map(link).collect::<Vec<Link>>()
        });
        thread::sleep(Duration::from_millis(150 + dice.below(400) as u64));
        running.kill().unwrap();
        running.wait().unwrap();
        acknowledged.extend(reader.join().unwrap());
        let archive = SqliteArchive::open(&path, &Registry::standard()).unwrap();
        let known: Vec<Option<(MatchId, usize)>> =
            acknowledged.iter().map(|link| place(&archive, link)).collect();
        let lost = known.iter().filter(|place| place.is_none()).count();
        assert_eq!(lost, 0, "of {} in round {round}", acknowledged.len());
        if round % 10 == 9 {
            all_verified(&archive);
            assert_eq!(archive.check().unwrap(), Vec::<String>::new());
        }
    }
    assert!(acknowledged.len() > 5 * rounds, "{} acknowledgements", acknowledged.len());
}
