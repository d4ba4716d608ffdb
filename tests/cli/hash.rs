//! `gamekeep hash`: what the public program `b3sum` prints for the log.

use std::io::Write;
use std::process::Command;

use gamekeep::games::Registry;

use super::Desk;

/// Hashes a file with the public program; `None`, said aloud, where it is not installed. It has to
/// be in CI.
fn b3sum(file: &str) -> Option<String> {
    let output = match Command::new("b3sum").arg("--no-names").arg(file).output() {
        Ok(output) => output,
        Err(error) => {
            let in_ci = std::env::var_os("GAMEKEEP_CI").is_some();
            assert!(!in_ci, "b3sum is needed here: {error}");
            // Not by a macro: those are heard only if a test fails.
            let words = "SKIPPED: b3sum is not installed, so no hash was compared with its own";
            let _ = writeln!(std::io::stderr(), "{words}");
            return None;
        }
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).expect("text").trim().to_owned())
}

#[test]
fn a_hash_is_what_b3sum_prints_for_the_log() {
    let desk = Desk::new();
    for game in Registry::standard().games() {
        let card = game.card();
        for (n, sample) in card.samples.iter().enumerate() {
            let record = desk.file(&format!("{}-{n}.gk", card.id), sample);
            let hash = desk.check(&["hash", &record], 0);
            let log = desk.check(&["hash", "--log", &record], 0);
            let log = desk.file(&format!("{}-{n}.log", card.id), &log);
            if let Some(sum) = b3sum(&log) {
                assert_eq!(hash.trim(), sum, "{record}");
            }
            assert_eq!(desk.check(&["hash", &log], 0), hash, "{log}");
        }
    }
}

#[test]
fn the_log_of_a_stored_match_hashes_to_its_link() {
    let desk = Desk::new();
    let record = desk.file("match.gk", super::GOOD);
    let hash = desk.check(&["hash", &record], 0);
    desk.check(&["import", &record], 0);
    let log = desk.check(&["export", hash.trim(), "--as", "log"], 0);
    let file = desk.file("match.log", &log);
    assert_eq!(blake3::hash(log.as_bytes()).to_string(), hash.trim());
    if let Some(sum) = b3sum(&file) {
        assert_eq!(sum, hash.trim());
    }
    let first = desk.check(&["hash", &record, "--ply", "1"], 0);
    assert!(first != hash && log.lines().count() > 1);
}
