//! What is said to a try.

use gamekeep::lesson::{Judgement, Lesson, Try};
use gamekeep::rules::any::View;
use gamekeep::rules::rulebook::Line;

use super::{game, read};

/// Judges a line of tries, each with its seat's letter; what is said to the last in short.
fn judge(id: &str, lesson: &Lesson, tries: &str) -> String {
    let mut lines: Vec<Line> =
        tries.split(" ; ").map(|text| Line::read(text).expect("a line")).collect();
    let new = lines.pop().expect("a try");
    let play = lesson.begin(game(id), 0).expect("it is set up");
    let judged = Try::judge(&lesson.steps[0], play, View::Public, &lines, &new);
    let (judgement, attempt) = judged.expect("an exercise");
    let said = match judgement {
        Judgement::Right { words, refused: None } => format!("right: {words}"),
        Judgement::Right { words, refused: Some(illegal) } => {
            format!("right, refused by {}: {words}", illegal.rule)
        }
        Judgement::RightSoFar { left } => format!("so far, {left} left"),
        Judgement::Wrong { words, then } => {
            let then: Vec<String> = then.iter().map(|shown| shown.line.to_string()).collect();
            format!("wrong: {words} [{}]", then.join("; "))
        }
        Judgement::Illegal { illegal, words } => {
            format!("illegal by {}: {}", illegal.rule, words.unwrap_or_default())
        }
    };
    format!("{said} ({} played)", attempt.moments().len())
}

#[test]
fn one_action_is_right_wrong_or_illegal() {
    let lesson = read(
        "start\ndo x\ngoal effect move Blue King to b1,d1\nhint x\nanswer Kc1-b1\n\
         right action Kc1-d1 => East.\nright => West.\nwrong action W_ => The Wizard.\n\
         then B end => Over.\nwrong => No.\nillegal CD-3.1 B Kc1-b2 => Not diagonally.",
    );
    let check =
        |tries, expected: &str| assert_eq!(judge("castle-danger", &lesson, tries), expected);
    check("B Kc1-b1", "right: West. (1 played)");
    check("B Kc1-d1", "right: East. (1 played)");
    check("B We1-f1", "wrong: The Wizard. [B end] (1 played)");
    check("B +W", "wrong: No. [] (1 played)");
    check("B Kc1-b2", "illegal by CD-3.1: Not diagonally. (0 played)");
    check("B Kc1-d2", "illegal by CD-3.1:  (0 played)");
    check("B nonsense", "illegal by notation:  (0 played)");
    check("X end", "illegal by notation:  (0 played)");
    check("R end", "illegal by CD-2.4:  (0 played)");
    check("R resign", "wrong: Here you play Blue. [] (0 played)");
    check("B We1-f1 ; B Kc1-b1", "wrong: The Wizard. [B end] (1 played)");
}

#[test]
fn a_line_goes_on_as_long_as_it_can_still_reach_the_goal() {
    let lesson = read(
        "position 2w1k2/2#4/7/7/7/3C3/7/2#1#2/2K1W2 B 6 - - - 0 9\ndo x\nwithin 2\n\
         goal over CD-5.1 Blue\nhint x\nanswer Cd4-e4 ; Ce4*e9\nwrong action end => Ended.",
    );
    let check =
        |tries, expected: &str| assert_eq!(judge("castle-danger", &lesson, tries), expected);
    let plain = "That is allowed, but it is not what is asked for here.";
    check("B Cd4-e4", "so far, 1 left (1 played)");
    check("B Cd4-e4 ; B Ce4*e9", "right: Right. (2 played)");
    check("B Cd4-e4 ; B Ce4*e8", &format!("wrong: {plain} [] (2 played)"));
    check("B Cd4-e4 ; B Ce4*d9", "illegal by CD-3.4:  (1 played)");
    check("B Kc1-b1", &format!("wrong: {plain} [] (1 played)"));
    check("B end", "wrong: Ended. [] (1 played)");
}

#[test]
fn what_is_asked_for_may_be_illegal() {
    let lesson = read(
        "start\ndo x\nchoices Kc1-b1 | Kc1-c2\ngoal refused CD-3.1\nhint x\nanswer Kc1-c2\n\
         right => So it is.",
    );
    let check =
        |tries, expected: &str| assert_eq!(judge("castle-danger", &lesson, tries), expected);
    check("B Kc1-c2", "right, refused by CD-3.1: So it is. (0 played)");
    check("B Cc1*c2", "illegal by CD-3.4:  (0 played)");
    let lesson = read("start\ndo x\ngoal action K_\nhint x\nanswer Kc1-b1");
    assert_eq!(judge("castle-danger", &lesson, "B Kc1-c2"), "illegal by CD-3.1:  (0 played)");
}

#[test]
fn replies_are_played_and_count() {
    let board = "10/10/4k5/10/4K5/3K6/10/10/10/10 act S b1:P,e8:S a1@e6,b1@d5 3";
    let card = game("game-of-knights").card();
    let check = |replies: &str, expected: &str| {
        let text = format!(
            "---\ntitle: T\nsummary: S.\n---\n## One\n```step\nposition {board}\nreply {replies}\n\
             do x\ngoal effect vanish North\nhint x\nanswer >N\n```\n"
        );
        let lesson = Lesson::read(card, "test", &text).expect("a lesson");
        assert_eq!(judge("game-of-knights", &lesson, "S >N"), expected);
    };
    let plain = "That is allowed, but it is not what is asked for here.";
    check("N >L", "right: Right. (2 played)");
    check("N >S | N >L", "right: Right. (2 played)");
    check("N >P | N >L", &format!("wrong: {plain} [] (2 played)"));
    check("N >S", &format!("wrong: {plain} [] (1 played)"));
}

#[test]
fn offers_are_the_choices_or_what_is_legal_without_the_common_actions() {
    let offers = |block: &str| {
        let lesson = read(block);
        let play = lesson.begin(game("castle-danger"), 0).expect("it is set up");
        let attempt = Try::begin(&lesson.steps[0], play, View::Public).expect("an exercise");
        let offers: Vec<String> = attempt.offers().iter().map(ToString::to_string).collect();
        offers.join(", ")
    };
    let rest = "do x\ngoal over\nhint x\nanswer end";
    assert_eq!(offers(&format!("start\nchoices end | resign\n{rest}")), "B end, B resign");
    let legal = "B end, B +W, B +B, B +C, B Kc1-d1, B Kc1-b1, B We1-f1, B We1-d1";
    assert_eq!(offers(&format!("start\n{rest}")), legal);
}
