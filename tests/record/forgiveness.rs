//! What the text reader forgives, and what it does not.

use gamekeep::games::Registry;
use gamekeep::record::draft::Checked;
use gamekeep::record::input;
use gamekeep::record::text;

use super::canonical::{OPEN, check};

/// The same record as [`OPEN`], whatever its notes.
#[track_caller]
fn same(input: &str) -> Checked {
    let checked = check(input);
    assert_eq!(text::write(&checked.record), OPEN, "{input}");
    checked
}

/// The notes of a record that is otherwise [`OPEN`].
#[track_caller]
fn notes(input: &str) -> Vec<(usize, String)> {
    same(input).record.notes.into_iter().map(|note| (note.ply, note.text)).collect()
}

#[track_caller]
fn fails(input: &str, place: (usize, usize), words: &str) {
    let registry = Registry::standard();
    let inputs = input::records(input, &registry);
    let fault = inputs[0].check(&registry).and_then(Checked::whole).expect_err(input);
    assert_eq!((fault.place.line, fault.place.column), place, "{fault}\n{input}");
    assert!(fault.to_string().contains(words), "{fault}");
}

#[test]
fn marks_of_files_from_elsewhere() {
    same(&format!("\u{feff}{OPEN}"));
    same(&OPEN.replace('\n', "\r\n"));
    same(&OPEN.replace('\n', "\r"));
    same(&OPEN.replace('\n', "  \t\n"));
    same(&OPEN.replace("\n\n", "\n"));
    same(&OPEN.replace("\n\n", "\n\n  \n\n\n"));
}

#[test]
fn tags_in_any_order_missing_or_without_quotes() {
    same(&OPEN.replace("[Gamekeep \"1\"]\n", ""));
    same(&OPEN.replace("[Rules \"1\"]\n", ""));
    same(&OPEN.replace("[Blue \"Ada\"]\n[Red \"Grace\"]", "[Red \"Grace\"]\n[Blue \"Ada\"]"));
    same(&OPEN.replace("\"Club ladder\"", "Club ladder"));
    same(&OPEN.replace("2026-11-30", "2026.11.30"));
    let year = check(&OPEN.replace("2026-11-30", "2026.??.??"));
    assert_eq!(year.record.facts.get("Date"), Some("2026"));
    let default = check(&OPEN.replace("[hidden \"yes\"]", "[hidden \"no\"]"));
    assert!(default.record.log.header.options.is_empty());
}

#[test]
fn numbers_missing_or_in_another_style() {
    same(&OPEN.replace("1 B +W", "B +W").replace("3 B end", "B end"));
    same(&OPEN.replace("1 B", "1. B").replace("2 B", "2) B").replace("3 B", "3... B"));
    same(&OPEN.replace("1 B +W", "1.+W"));
    fails(&OPEN.replace("3 B end", "4 B end"), (13, 1), "expected the number 3");
    fails(&OPEN.replace("3 B end", "0 B end"), (13, 1), "expected the number 3");
}

#[test]
fn seats_missing_or_in_the_other_case() {
    same(&OPEN.replace(" B ", " b ").replace(" R ", " r "));
    same(&OPEN.replace(" B ", " ").replace(" R ", " "));
    fails(&OPEN.replace("4 R", "4 X"), (14, 5), "expected a seat: B, R or *");
}

#[test]
fn several_actions_on_a_line() {
    let joined = OPEN.replace("@1200\n2 B", "@1200, B").replace("@4900\n4", "@4900,4");
    same(&joined);
    fails(&OPEN.replace("@1200\n2 B", "@1200 2 B"), (11, 14), "expected a comma");
    let chained = OPEN.replace("2 B Kc1-b1 @4100\n3 B end @4900", "2 B Kc1-b1-a1, end");
    let actions = check(&chained.replace("\n4 R", "\nR")).record.log.actions;
    let texts: Vec<&str> = actions.iter().map(|action| action.text).collect();
    assert_eq!(texts, ["+W", "Kc1-b1", "Kb1-a1", "end", "+C"]);
}

#[test]
fn comments_and_marks_become_notes_of_the_ply_before() {
    let with = OPEN
        .replace("\n\n1 B", "\n{before}\n1 B")
        .replace("@1200", "@1200 {good; really} !?")
        .replace("@4100", "@4100 $3 ; to the line's end {")
        .replace("@4900", "@4900 # so { it goes");
    let expected = [
        (0, "before"),
        (1, "good; really"),
        (1, "!?"),
        (2, "$3"),
        (2, "to the line's end {"),
        (3, "so { it goes"),
    ];
    let found = notes(&with);
    let found: Vec<(usize, &str)> = found.iter().map(|(ply, text)| (*ply, text.as_str())).collect();
    assert_eq!(found, expected);
    let lines = "{first\n[Result \"0-1\"]\n\nsecond (}";
    assert_eq!(
        notes(&OPEN.replace("@1200", &format!("@1200 {lines}")))[0].1,
        "first\n[Result \"0-1\"]\n\nsecond ("
    );
    fails(&OPEN.replace("@1200", "@1200 {a {b} c}"), (11, 17), "do not nest");
    fails(&OPEN.replace("@1200", "@1200 {a"), (11, 14), "does not end");
    fails(&OPEN.replace("@1200", "@1200 }"), (11, 14), "without a {");
    fails(&OPEN.replace("+W @1200", "+W! @1200"), (11, 7), "expected nothing more");
}

#[test]
fn a_result_marker_and_chat_after_it() {
    assert_eq!(notes(&format!("{OPEN}*\n")), []);
    assert_eq!(
        notes(&format!("{OPEN}* good {{ game\nthanks\n")),
        [(4, "good { game\nthanks".into())]
    );
    assert_eq!(notes(&OPEN.replace("@9000\n", "@9000 *\n")), []);
    let marked = notes(&format!("{OPEN}1-0 bye"));
    assert_eq!(marked[0].1, "bye");
    assert!(marked[1].1.contains("1-0"));
    let over = check(&format!("{OPEN}* abort\n"));
    assert_eq!(over.outcome.expect("over").reason, "abort");
    fails(&format!("{OPEN}*\n5 R end\n"), (16, 1), "after the result marker");
    fails(&format!("{OPEN}R resign 0-1\n"), (15, 10), "0-1");
    fails(
        &OPEN.replace("\n\n", "\n[Result \"0-1\"]\n\n").replace("4 R +C", "4 R resign"),
        (10, 10),
        "blue wins",
    );
}

#[test]
fn an_arbiter_s_action_is_no_marker() {
    let stray = format!("{OPEN}* forfeit\n5 R end\n");
    fails(&stray, (15, 3), "forfeit names a seat");
}

#[test]
fn never_a_guess_never_a_skip() {
    fails(&OPEN.replace("2 B Kc1-b1", "2 B Kc1b1"), (12, 8), "notation");
    fails(&OPEN.replace("2 B Kc1-b1", "2 B kc1-b1"), (12, 5), "notation");
    fails(&OPEN.replace("2 B Kc1-b1", "2 B --"), (12, 5), "notation");
    fails(&OPEN.replace("2 B Kc1-b1", "2 B Kc1-c4"), (12, 5), "CD-3.1");
    fails(&OPEN.replace("2 B Kc1-b1", "2 R Kc1-b1"), (12, 5), "CD-2.4");
    fails(&OPEN.replace("@4100", "@1100"), (12, 5), "before that of the action before it");
    fails(&OPEN.replace("@4100", "@041"), (12, 12), "milliseconds");
    fails(&OPEN.replace("[hidden \"yes\"]", "[hiden \"yes\"]"), (5, 1), "no such option");
    fails(&OPEN.replace("[hidden \"yes\"]", "[hidden \"maybe\"]"), (5, 1), "no or yes");
    fails(&OPEN.replace("[Rules \"1\"]", "[Rules \"9\"]"), (3, 9), "rules version 9");
    fails(&OPEN.replace("castle-danger", "chess"), (2, 8), "no such game");
    fails(&OPEN.replace("[Red \"Grace\"]", "[Red \"Grace\"]\n[Red \"x\"]"), (8, 1), "twice");
    fails(&OPEN.replace("Club ladder", "5th \"Winter\" Cup"), (8, 14), "for a quote");
    fails(&OPEN.replace("2026-11-30", "30.11.2026"), (9, 8), "expected a date");
    fails(&OPEN.replace("4 R +C", "4 R +?=C"), (14, 5), "CD-4.5");
}
