//! The check finds what is wrong.

use gamekeep::lesson::{Course, Lesson, check};

use super::{game, read, step};

/// The faults of a lesson with that block, the places left out.
fn faults(block: &str) -> Vec<String> {
    let found = check::lesson(game("castle-danger"), &read(block));
    found.into_iter().map(|fault| fault.words).collect()
}

fn check(block: &str, expected: &[&str]) {
    let found = faults(block);
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.starts_with(expected), "expected {expected}\nfound {found}");
    }
}

/// An exercise without faults, to be spoilt.
const GOOD: &str = "start\ndo x\ngoal action Kc1-b1\nhint x\nanswer Kc1-b1\nright => Yes.\n\
                    wrong action W_ => The Wizard.\nthen B end\nwrong => No.";

fn spoilt(from: &str, to: &str, expected: &[&str]) {
    assert!(GOOD.contains(from), "{from}");
    check(&GOOD.replacen(from, to, 1), expected);
}

#[test]
fn a_good_step_has_no_faults() {
    check(GOOD, &[]);
    check("start\nwatch B end\nholds turn Blue\nlegal B end\nillegal CD-2.4 R end", &[]);
}

#[test]
fn claims_that_do_not_hold_are_found() {
    check("start\nlegal B Kc1-c2", &["B Kc1-c2: should be legal, but: "]);
    check("start\nillegal CD-3.1 B end", &["B end: should break CD-3.1, but is legal"]);
    check("start\nillegal CD-3.2 B Kc1-c2", &["B Kc1-c2: should break CD-3.2, but: "]);
    check("start\nholds turn Red", &["a claim does not hold"]);
    check("start\nholds on c1 Red King", &["a claim does not hold"]);
    check("start\nholds not on c2 wall & turn Blue", &["a claim does not hold"]);
    check("start\nwatch B end\nwatch B end", &["watch B end: only the side whose turn it is acts"]);
    check("start\nmark h1", &["mark: h1 is off the board"]);
    check("mark c1", &["the first step has no position"]);
    check("options first=green\nmark c1", &["option “first”"]);
    check("position nonsense", &["position: "]);
    check("start\nplayed R end", &["R end: only the side whose turn it is acts"]);
}

#[test]
fn answers_that_are_none_are_found() {
    spoilt("answer Kc1-b1", "answer Kc1-d1", &["answer Kc1-d1: Kc1-d1 is judged wrong: “No.”"]);
    let refused = ["answer Kc1-c2: Kc1-c2: c2 is not empty", "the answer Kc1-c2 is not among"];
    spoilt("answer Kc1-b1", "answer Kc1-c2", &refused);
    let early = ["answer Kc1-b1 ; end: Kc1-b1 reaches the goal already"];
    spoilt("answer Kc1-b1", "answer Kc1-b1 ; end\nwithin 2", &early);
    let late = ["answer end: end is judged wrong"];
    spoilt("answer Kc1-b1", "answer end\nwithin 2", &late);
    spoilt(
        "goal action Kc1-b1",
        "goal turn Blue",
        &["the goal is reached before anything is done", "these words for wrong tries fit no try"],
    );
    spoilt("hint x", "choices Kc1-d1 | We1-f1\nhint x", &["the answer Kc1-b1 is not among"]);
}

#[test]
fn words_for_nothing_are_found() {
    let none = ["these words for wrong tries fit no try"];
    spoilt("wrong action W_", "wrong action C_", &none);
    spoilt("wrong action W_", "wrong action Kc1-b1", &none);
    spoilt("wrong action W_", "wrong effect vanish", &none);
    spoilt("then B end", "then R end", &["after We1-f1, then R end: only the side"]);
    spoilt("right => Yes.", "right action end => Yes.", &["“Yes.” is never said"]);
}

#[test]
fn a_step_must_not_go_on_from_answers_that_end_apart() {
    let two = GOOD.replacen("action Kc1-b1", "action Kc1-b1 | Kc1-d1", 1);
    let text = format!("{}\n## Two\n\nText.\n", step(&two));
    let lesson = Lesson::read(game("castle-danger").card(), "test", &text).expect("a lesson");
    let faults = check::lesson(game("castle-danger"), &lesson);
    assert_eq!(faults.len(), 1, "{faults:#?}");
    let shown = faults[0].to_string();
    assert!(shown.starts_with("test.md:23 “Two”: it goes on from a step with answers"), "{shown}");
}

#[test]
fn puzzles_with_other_answers_are_found() {
    let faults = |block: &str| -> Vec<String> {
        let puzzles = Some(read(block));
        let course = Course { lessons: Vec::new(), puzzles };
        let found = check::course(game("castle-danger"), &course);
        found.into_iter().map(|fault| fault.words).collect()
    };
    assert_eq!(faults(GOOD), [""; 0]);
    let two = GOOD.replacen("action Kc1-b1", "action Kc1-b1 | Kc1-d1", 1);
    assert_eq!(faults(&two), ["another answer: Kc1-d1"]);
    let common =
        GOOD.replacen("action Kc1-b1", "not turn Blue", 1).replace("answer Kc1-b1", "answer end");
    assert_eq!(faults(&common), ["another answer: resign"]);
    let longer = GOOD.replacen("hint x", "within 2\nhint x", 1);
    let expected = "a puzzle's answer has as many actions as `within` says";
    assert_eq!(faults(&longer)[0], expected);
    assert_eq!(faults("start\nwatch B end"), ["a puzzle is a step to do"]);
}
