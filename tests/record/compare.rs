//! Two logs side by side.

use gamekeep::record::compare::{Comparison, Meeting, differing_squares};
use gamekeep::record::replay;
use gamekeep::rules::any::View;

use super::canonical::check;

const TAGS: &str = "[Gamekeep \"1\"]\n[Game \"castle-danger\"]\n[Rules \"1\"]\n";

fn compare(a: &str, b: &str) -> Comparison {
    let log = |text: &str| check(text).record.log;
    let found = Comparison::of(&log(a), &log(b)).expect("replays");
    let back = Comparison::of(&log(b), &log(a)).expect("replays");
    assert_eq!(found.common, back.common);
    found
}

fn record(tags: &str, actions: &[&str]) -> String {
    let mut out = format!("{TAGS}{tags}\n");
    for (n, action) in actions.iter().enumerate() {
        out.push_str(&format!("{} {action}\n", n + 1));
    }
    out
}

#[test]
fn a_common_beginning_and_positions_that_meet_again() {
    let a = record("", &["B +W", "B Kc1-b1", "B We1-e2", "B end"]);
    let a = a.replace("We1-e2", "Wd1-d2");
    let b = record("[Id \"other\"]\n", &["B +W", "B Wd1-d2", "B Kc1-b1", "B end"]);
    let found = compare(&a, &b);
    assert_eq!(found.common, Some(1));
    assert_eq!(found.lasts, [4, 4]);
    assert_eq!(found.meetings, [Meeting { plies: [3, 3], length: 2 }]);
    assert!(!found.is_same());
}

#[test]
fn a_match_and_itself_or_its_beginning() {
    let whole = record("", &["B +W", "B Kc1-b1", "B end"]);
    let found = compare(&whole, &whole);
    assert!(found.is_same() && found.meetings.is_empty());
    let found = compare(&whole, &record("", &["B +W"]));
    assert_eq!((found.common, found.lasts, found.is_same()), (Some(1), [3, 1], false));
    let timed = whole.replace("B +W", "B +W @1200");
    assert!(compare(&whole, &timed).is_same(), "times are no difference here");
}

#[test]
fn positions_meet_at_different_plies() {
    let long = record("", &["B +W", "B Wd1-d2", "B Wd2-d1", "B Kc1-b1"]);
    let short = record("", &["B +W", "B Kc1-b1"]);
    let found = compare(&long, &short);
    assert_eq!(found.common, Some(1));
    assert!(found.meetings.is_empty(), "moves are spent: {found:?}");
}

#[test]
fn other_starts_have_nothing_in_common() {
    let a = record("", &["B +W"]);
    let b = record("[box \"yes\"]\n", &["B +W"]);
    let found = compare(&a, &b);
    assert_eq!((found.common, found.prefix()), (None, 0));
    assert!(found.meetings.is_empty());
}

#[test]
fn boards_differ_where_other_things_stand() {
    let scene = |actions: &[&str]| {
        let log = check(&record("", actions)).record.log;
        replay::at(&log, actions.len()).expect("replays").scene(View::Public)
    };
    let (a, b) = (scene(&["B +W", "B Kc1-b1"]), scene(&["B +C"]));
    let names =
        |a, b| -> Vec<String> { differing_squares(a, b).iter().map(ToString::to_string).collect() };
    assert_eq!(names(&a, &b), ["b1", "c1", "d1"]);
    assert!(names(&a, &a).is_empty());
}
