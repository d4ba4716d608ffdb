//! Golden records: the position hash of every ply, frozen beside each record.
//!
//! `tests/games/golden/<game>/<name>.gk` is a record, `<name>.hashes` its hashes from ply 0 on, one
//! a line. If a hash changes, stored matches of that rules version would no longer be replayed as
//! they were played: the change belongs into a new rules version.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use gamekeep::games::Registry;
use gamekeep::record::link::PositionHash;
use gamekeep::record::log::Log;
use gamekeep::rules::any::{AnyGame, View};
use gamekeep::rules::options::OptionForm;

use super::files::{self, File};

/// Set to 1, this writes the hashes that are missing or differ; look at every one before a commit.
const BLESS: &str = "GAMEKEEP_BLESS";

/// Every golden record of every game, with its log; a record that is at fault is told.
fn goldens(faults: &mut Vec<String>) -> Vec<(File, Log)> {
    let mut logs = Vec::new();
    for game in Registry::standard().games() {
        for file in files::records("golden", game.card().id) {
            match file.check() {
                Ok(checked) => logs.push((file, checked.record.log)),
                Err(words) => faults.push(words),
            }
        }
    }
    logs
}

/// The hash of the position at every ply.
fn hashes(log: &Log) -> Vec<String> {
    let mut play = log.header.begin().expect("a checked log");
    let mut hashes = vec![PositionHash::of(&log.header, &*play).to_string()];
    for action in log.actions.iter() {
        play.act(action.by, action.text, action.at).expect("a checked log");
        hashes.push(PositionHash::of(&log.header, &*play).to_string());
    }
    hashes
}

#[test]
fn every_ply_has_its_frozen_hash() {
    let mut faults = Vec::new();
    let bless = std::env::var_os(BLESS).is_some_and(|value| value == "1");
    for (file, log) in goldens(&mut faults) {
        let path = file.path.with_extension("hashes");
        let frozen = std::fs::read_to_string(&path).unwrap_or_default();
        let replayed = hashes(&log);
        let same = frozen.lines().eq(&replayed) && frozen.ends_with('\n');
        if same {
            continue;
        }
        let ply = frozen.lines().zip(&replayed).position(|(a, b)| a != b);
        let ply = ply.unwrap_or(replayed.len().min(frozen.lines().count()));
        if bless {
            eprintln!("written anew: {}, which differed from ply {ply} on", path.display());
            std::fs::write(&path, replayed.join("\n") + "\n").expect("writable");
        } else {
            let words = format!(
                "{} differs from the replay at ply {ply}. If the record is new, write its hashes \
                 with {BLESS}=1; if it is not, the rules have changed for stored matches.",
                path.display()
            );
            faults.push(words);
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_hash_belongs_to_a_record() {
    for entry in std::fs::read_dir(files::folder("golden")).expect("golden records") {
        let folder = entry.expect("an entry").path();
        let id = folder.file_name().expect("a name").to_string_lossy().into_owned();
        if Registry::standard().newest(&id).is_none() {
            continue;
        }
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            assert!(path.with_extension("gk").is_file(), "{} is of no record", path.display());
        }
    }
}

#[test]
fn every_option_is_in_a_golden_record() {
    let mut missing = Vec::new();
    for game in Registry::standard().versions() {
        missing.extend(not_covered(game).into_iter().map(|words| {
            let card = game.card();
            format!("tests/games/golden/{}: no record of rules {} {words}", card.id, card.rules)
        }));
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// What no golden record of a game uses: `Setup`, an option, a value of one that has few.
fn not_covered(game: &dyn AnyGame) -> Vec<String> {
    let card = game.card();
    let records = files::records("golden", card.id);
    let logs =
        records.iter().filter_map(|file| file.check().ok()).map(|checked| checked.record.log);
    let logs: Vec<Log> = logs.filter(|log| log.header.card().rules == card.rules).collect();
    if logs.is_empty() {
        return vec!["is there at all".to_owned()];
    }
    let mut missing = Vec::new();
    if logs.iter().all(|log| log.header.setup.is_none()) {
        missing.push("begins with Setup".to_owned());
    }
    if logs.iter().all(|log| log.header.setup.is_some()) {
        missing.push("begins at the game's own start".to_owned());
    }
    for spec in card.options {
        let used: BTreeSet<&str> =
            logs.iter().map(|log| log.header.options.value(card, spec.name)).collect();
        let wanted = |value: &&str| !used.contains(value);
        match spec.form {
            OptionForm::OneOf(values) => {
                let values = values.iter().copied().filter(wanted);
                missing.extend(values.map(|value| format!("has {}={value}", spec.name)));
            }
            OptionForm::Number { .. } | OptionForm::Text { .. } => {
                if wanted(&spec.default) {
                    missing.push(format!("leaves {} at its default", spec.name));
                }
                if used.len() < 2 {
                    missing.push(format!("has {} at anything but its default", spec.name));
                }
            }
        }
    }
    missing
}

#[test]
fn no_replay_depends_on_another() {
    let logs = goldens(&mut Vec::new());
    let alone: Vec<Vec<String>> = logs.iter().map(|(_, log)| hashes(log)).collect();
    let again: Vec<Vec<String>> = logs.iter().rev().map(|(_, log)| hashes(log)).collect();
    assert!(alone.iter().eq(again.iter().rev()), "in another order, other hashes");
    // All matches at once, an action of each in turn.
    let mut plays: Vec<_> =
        logs.iter().map(|(_, log)| log.header.begin().expect("checked")).collect();
    let most = logs.iter().map(|(_, log)| log.actions.len()).max().unwrap_or(0);
    for ply in 1..=most {
        for ((file, log), (play, hashes)) in logs.iter().zip(plays.iter_mut().zip(&alone)) {
            let Some(action) = log.actions.get(ply) else { continue };
            play.act(action.by, action.text, action.at).expect("checked");
            let hash = PositionHash::of(&log.header, &**play).to_string();
            assert_eq!(hash, hashes[ply], "{} ply {ply}, among others", file.path.display());
        }
    }
}

/// What the lines of [`derived`] begin with.
const MARK: &str = "~~ ";

/// A hash of everything that is derived from each golden record: what a process of its own must
/// come to as well, whatever its hash seeds and addresses are.
fn derived() -> Vec<String> {
    let mut lines = Vec::new();
    for (file, log) in goldens(&mut Vec::new()) {
        let mut play = log.header.begin().expect("checked");
        let mut seen = blake3::Hasher::new();
        for action in log.actions.iter() {
            let happened = play.tell(action.by, action.text, action.at, View::Told);
            let state = (play.legal(), play.scene(View::Told), play.position(View::Public));
            seen.update(format!("{happened:?} {state:?} {:?}", play.outcome()).as_bytes());
        }
        seen.update(hashes(&log).concat().as_bytes());
        let id = log.header.card().id;
        lines.push(format!("{MARK}{id} {} {}", file.stem, seen.finalize()));
    }
    lines
}

#[test]
#[ignore = "run by another_process_derives_the_same, in a process of its own"]
fn print_what_is_derived() {
    println!("\n{}", derived().join("\n"));
}

/// DET-O1, DET-O2 and DET-O4: nothing but the log decides, in whatever process.
#[test]
fn another_process_derives_the_same() {
    let here = derived();
    assert!(!here.is_empty(), "no golden records in tests/games/golden");
    let (_, module) = module_path!().split_once("::").expect("a path");
    let name = format!("{module}::print_what_is_derived");
    for round in 1..=2 {
        let output = Command::new(std::env::current_exe().expect("this executable"))
            .args(["--exact", &name, "--ignored", "--nocapture", "--test-threads=1"])
            .env("GAMEKEEP_PADDING", "x".repeat(round * 1_000))
            .output()
            .expect("it runs");
        let text = String::from_utf8(output.stdout).expect("text");
        let there: Vec<&str> = text.lines().filter(|line| line.starts_with(MARK)).collect();
        assert_eq!(there, here, "in another process, in round {round}");
    }
}

#[test]
fn golden_records_are_not_twins() {
    let mut seen = BTreeMap::new();
    for (file, log) in goldens(&mut Vec::new()) {
        let head = gamekeep::record::link::head(&log);
        let twin = seen.insert(head, file.path.clone());
        assert_eq!(twin, None, "the same log as {}", file.path.display());
        assert!(log.actions.len() >= 20, "{}: fewer than 20 actions", file.path.display());
    }
}
