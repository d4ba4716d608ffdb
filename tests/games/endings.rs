//! One finished match for every way to end: `tests/games/endings/<game>/<reason>.gk`.
//!
//! A second record of a reason is named `<reason>_<which>.gk`.

use std::collections::{BTreeMap, BTreeSet};

use gamekeep::games::Registry;
use gamekeep::rules::any::AnyGame;
use serde_json::Value;

use super::files;
use super::walk::{self, Grounds, Random};

/// The reasons that every game has.
const COMMON: [&str; 4] = ["abort", "draw", "forfeit", "resign"];

/// The reasons of the records of a game, by its records' names.
fn recorded(game: &dyn AnyGame, faults: &mut Vec<String>) -> BTreeSet<String> {
    let mut reasons = BTreeSet::new();
    for file in files::records("endings", game.card().id) {
        let reason = file.stem.split('_').next().unwrap_or_default().to_owned();
        match file.check().map(|checked| checked.outcome) {
            Err(words) => faults.push(words),
            Ok(Some(outcome)) if outcome.reason == reason => {}
            Ok(outcome) => {
                let found = outcome.map_or("none", |outcome| outcome.reason);
                faults.push(format!("{}: ends by {found}", file.path.display()));
            }
        }
        reasons.insert(reason);
    }
    reasons
}

/// Every reason that a walk or a vector ends by, each with where it was seen.
fn seen(game: &'static dyn AnyGame) -> BTreeMap<String, String> {
    let mut reasons = BTreeMap::new();
    for (n, vector) in files::vectors(game.card().id).iter().enumerate() {
        let Value::String(reason) = &vector["result"]["reason"] else { continue };
        reasons.entry(reason.clone()).or_insert(format!("vector {}", n + 1));
    }
    let grounds = Grounds::of(game);
    for number in 0..if walk::is_long() { 3_000 } else { 60 } {
        let mut random = Random::new(walk::seed() * 7_000_003 + number);
        let mut walk = grounds.walk(&mut random);
        while walk.lines.len() < 150 && walk.step(&mut random) {}
        if let Some(outcome) = walk.play.outcome() {
            let record = format!("this walk:\n{}", walk.record());
            reasons.entry(outcome.reason.to_owned()).or_insert(record);
        }
    }
    reasons
}

#[test]
fn every_way_to_end_has_a_record() {
    let mut faults = Vec::new();
    for game in Registry::standard().versions() {
        let id = game.card().id;
        let recorded = recorded(game, &mut faults);
        let missing = |reason: &str, seen: &str| {
            format!("tests/games/endings/{id}/{reason}.gk is missing: {seen}")
        };
        for reason in COMMON.iter().filter(|reason| !recorded.contains(**reason)) {
            faults.push(missing(reason, "every game can end so"));
        }
        let seen = seen(game).into_iter().filter(|(reason, _)| !recorded.contains(reason));
        faults.extend(seen.map(|(reason, place)| missing(&reason, &place)));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
