//! Every game's course: all that it says holds, and it is whole.

use std::collections::BTreeSet;
use std::path::Path;

use gamekeep::games::Registry;
use gamekeep::lesson::{Course, Task, check};
use gamekeep::record::draft::Checked;
use gamekeep::record::text;
use gamekeep::rules::game::Card;
use gamekeep::rules::rulebook::Rulebook;

/// The courses of all games.
pub(super) fn courses() -> Vec<(&'static dyn gamekeep::rules::any::AnyGame, Course)> {
    Registry::standard().games().map(|game| (game, course(game.card()))).collect()
}

fn course(card: &Card) -> Course {
    Course::of(card).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn everything_that_a_course_says_holds() {
    let mut faults = Vec::new();
    for (game, course) in courses() {
        let id = game.card().id;
        let found = check::course(game, &course);
        faults.extend(found.iter().map(|fault| format!("{id}/lessons/{fault}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_course_teaches_every_rule() {
    let mut missing = Vec::new();
    for (game, course) in courses() {
        let card = game.card();
        let book = Rulebook::read(card.rulebook).expect("a rulebook");
        let ids: Vec<&str> = book.rules().map(|rule| rule.id.as_str()).collect();
        let untaught = ids.iter().filter(|id| course.steps_about(id).next().is_none());
        missing.extend(untaught.map(|id| format!("{}: {id}", card.id)));
        let taught = course.rules();
        assert!(ids.iter().all(|id| taught.contains(id) || !missing.is_empty()), "{}", card.id);
    }
    assert!(missing.is_empty(), "no lesson is about\n{}", missing.join("\n"));
}

#[test]
fn a_course_goes_from_nothing_to_a_whole_match_and_has_puzzles() {
    for (game, course) in courses() {
        let card = game.card();
        let id = card.id;
        assert!(course.lessons.len() >= 8, "{id}: {} lessons", course.lessons.len());
        let last = course.lessons.last().expect("a lesson");
        let is_match = |task: &Task| matches!(task, Task::Watch(watch) if watch.record.is_some());
        assert!(last.steps.iter().any(|step| is_match(&step.task)), "{id}: no whole match");
        let puzzles = course.puzzles.as_ref().map_or(0, |puzzles| puzzles.steps.len());
        assert!(puzzles >= 12, "{id}: {puzzles} puzzles");
        for lesson in &course.lessons {
            let done = lesson.steps.iter().filter(|step| step.exercise().is_some()).count();
            let (slug, is_last) = (&lesson.slug, lesson == last);
            assert!(done > 0 || is_last, "{id}/{slug}: nothing to do in it");
            let safe = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(slug.chars().all(safe), "{slug} cannot stand in an address");
        }
    }
}

#[test]
fn every_lesson_file_is_on_its_games_card() {
    for game in Registry::standard().games() {
        let card = game.card();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("src/games")
            .join(card.id.replace('-', "_"))
            .join("lessons");
        let Ok(entries) = std::fs::read_dir(&folder) else {
            assert!(card.lessons.is_empty(), "{}: no folder", card.id);
            continue;
        };
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        let found: BTreeSet<String> =
            names.map(|n| n.to_str().expect("a name").to_owned()).collect();
        let mut listed: BTreeSet<String> =
            card.lessons.iter().map(|(file, _)| format!("{file}.md")).collect();
        if !card.puzzles.is_empty() {
            listed.insert("puzzles.md".to_owned());
        }
        assert_eq!(found, listed, "{}", card.id);
    }
}

#[test]
fn a_whole_match_is_a_record_with_notes() {
    let registry = Registry::standard();
    for (game, course) in courses() {
        for step in course.lessons.iter().flat_map(|lesson| &lesson.steps) {
            let Task::Watch(watch) = &step.task else { continue };
            let Some(record) = &watch.record else { continue };
            let (id, title) = (game.card().id, &step.title);
            let draft = text::read(record, 1, &registry).unwrap_or_else(|e| panic!("{id}: {e}"));
            let checked = draft.check(&registry).and_then(Checked::whole);
            let checked = checked.unwrap_or_else(|fault| panic!("{id}, {title}: {fault}"));
            assert!(checked.outcome.is_some(), "{id}: no result");
            assert_eq!(checked.record.log.actions.len(), watch.lines.len(), "{id}");
            let canonical = text::write(&checked.record);
            assert!(record.starts_with(&canonical), "{id}, not canonical; expected\n{canonical}");
            let notes = checked.record.notes.iter().filter(|note| note.ply > 0);
            let mut count = 0;
            for note in notes {
                assert_eq!(watch.lines[note.ply - 1].words, note.text, "{id}, ply {}", note.ply);
                count += 1;
            }
            let said = watch.lines.iter().filter(|shown| !shown.words.is_empty()).count();
            assert_eq!(count, said, "{id}: notes");
            assert!(count * 4 >= watch.lines.len(), "{id}: {count} notes are few");
        }
    }
}

#[test]
fn lessons_do_not_shout() {
    for (game, course) in courses() {
        for (file, text) in game.card().lessons.iter().chain([&("puzzles", game.card().puzzles)]) {
            for (n, line) in text.lines().enumerate() {
                let prose: String = line.split('`').step_by(2).collect();
                // In notation it stands before a square; in a position it marks a gun.
                let mut marks = prose.match_indices('!').map(|(at, _)| &prose[at + 1..]);
                let shouts = marks.any(|rest| !rest.starts_with(char::is_alphanumeric));
                let shouts = shouts && !line.starts_with('[') && !line.starts_with("position ");
                assert!(!shouts, "{}/{file}.md:{}: {line}", game.card().id, n + 1);
            }
        }
        assert!(course.lessons.iter().all(|lesson| lesson.summary.ends_with('.')));
    }
}
