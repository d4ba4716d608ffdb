//! Lessons: their files, the judging of tries, their check, and every game's course.

use gamekeep::games::Registry;
use gamekeep::lesson::Lesson;
use gamekeep::rules::any::AnyGame;

mod courses;
mod faults;
mod five;
mod format;
mod judging;
mod made;
mod pages;
mod robot;

fn game(id: &str) -> &'static dyn AnyGame {
    Registry::standard().newest(id).expect("the game is in the house")
}

/// A lesson of Castle Danger with one step that has this block.
fn step(block: &str) -> String {
    format!(
        "---\ntitle: T\nsummary: S.\norder: 1\n---\n\n## One\n\nText.\n\n```step\n{block}\n```\n"
    )
}

fn read(block: &str) -> Lesson {
    let card = game("castle-danger").card();
    Lesson::read(card, "test", &step(block)).unwrap_or_else(|error| panic!("{error}"))
}
