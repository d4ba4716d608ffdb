//! `gamekeep lessons`: what it says of good files, and of bad ones.

use super::Desk;

/// A lesson whose claim does not hold: there is no Cannon yet.
const WRONG: &str = "---\ntitle: A lesson\nsummary: It is wrong.\norder: 1\n---\n\n## A step\n\nSomething to read.\n\n\
    ```step\nstart\nrules CD-1.1\nlegal B Cd3*d8 => There is no Cannon yet.\n```\n";

#[test]
fn a_games_own_course_holds() {
    let desk = Desk::new();
    for game in ["castle-danger", "knights-walls-balls", "stone-fortress"] {
        let said = desk.check(&["lessons", game], 0);
        assert!(said.contains(" 0 things do not hold") && !said.contains("no lesson"), "{said}");
    }
}

#[test]
fn what_does_not_hold_is_named_with_its_file_and_line() {
    let desk = Desk::new();
    let file = desk.file("mine.md", WRONG);
    let said = desk.check(&["lessons", "castle-danger", &file], 1);
    assert!(said.starts_with("mine.md:"), "{said}");
    assert!(said.contains("no lesson is about"), "{said}");
    assert!(said.contains("1 lessons, 0 puzzles; 1 things do not hold"), "{said}");
    let shown = desk.check(&["lessons", "castle-danger", "--show", &file], 1);
    assert!(shown.contains("legal: B end, B +W"), "{shown}");
}

#[test]
fn a_file_that_is_no_lesson_or_game_is_wrong_use() {
    let desk = Desk::new();
    let file = desk.file("mine.md", "no lesson");
    desk.check(&["lessons", "castle-danger", &file], 2);
    desk.check(&["lessons", "chequers"], 2);
}
