//! What goes out comes back: through text, JSON and the forms of others, whatever is in it.

use std::fs;
use std::path::Path;

use gamekeep::games::Registry;
use gamekeep::record::draft::Checked;
use gamekeep::record::foreign::{abstract_play, boardgame_io};
use gamekeep::record::input;
use gamekeep::record::log::{Action, Header, Log};
use gamekeep::record::note::Note;
use gamekeep::record::{Record, json, link, replay, text};
use proptest::prelude::*;

use super::canonical::{OPEN, check};

/// Every way in which a match can be written.
fn written(checked: &Checked) -> Vec<(&'static str, String)> {
    let Checked { record, outcome, head, checkpoints, .. } = checked;
    let outcome = outcome.as_ref();
    let now = "2026-12-05T00:00:00Z";
    let mut forms = vec![
        ("text", text::export(record, outcome, *head, checkpoints)),
        ("JSON", json::write(record, outcome, *head, checkpoints)),
        ("boardgame.io", boardgame_io::write(record, outcome, *head)),
    ];
    let report = abstract_play::write(record, outcome, *head, now);
    forms.extend(report.ok().map(|report| ("Abstract Play", report)));
    forms
}

/// Checks that a record comes back from every form, and is written again just as it was.
#[track_caller]
fn goes_round(checked: &Checked) -> usize {
    let forms = written(checked);
    for (form, out) in &forms {
        let back = check(out);
        assert_eq!(back.record, checked.record, "{form}\n{out}");
        assert_eq!(back.head, checked.head);
        let again = written(&back);
        assert_eq!(again, forms, "{form}");
    }
    forms.len()
}

/// A record with its result, checkpoints and head.
fn told(record: Record) -> Checked {
    let text = text::write(&record);
    let mut checked = check(&text);
    checked.record.notes = record.notes;
    checked
}

/// The `.gk` files below a folder.
fn files(folder: &Path, found: &mut Vec<String>) {
    let mut entries: Vec<_> = fs::read_dir(folder).expect("a folder").collect();
    entries.sort_by_key(|entry| entry.as_ref().expect("an entry").path());
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "gk") {
            found.push(fs::read_to_string(path).expect("text"));
        }
    }
}

/// RT-O2: every fact comes back, those that nobody knows here among them.
#[test]
fn rt_o2_samples_and_golden_records_go_round() {
    let mut texts = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games"), &mut texts);
    for game in Registry::standard().versions() {
        texts.extend(game.card().samples.iter().map(ToString::to_string));
    }
    let mut reports = 0;
    let count = texts.len();
    for text in texts {
        let registry = Registry::standard();
        for input in input::records(&text, &registry) {
            let mut checked = input.check(&registry).and_then(Checked::whole).expect("good");
            checked.record.facts.set("Date", "2026-11-30");
            checked.record.facts.set("Moon", "full; \"really\" \\ { ( [x]");
            reports += usize::from(goes_round(&checked) == 4);
        }
    }
    assert!(count > 10 && reports > 5, "{count} {reports}");
}

/// A number that follows from another, the same on every run.
fn next(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*seed >> 33).expect("small")
}

#[test]
fn random_matches_go_round() {
    for game in Registry::standard().versions().filter(|game| !game.card().timed) {
        for mut seed in 1..=6 {
            let header = Header::new(game);
            let mut play = header.begin().expect("a start");
            let mut log = Log { header, actions: gamekeep::record::log::Actions::default() };
            let mut at = 0;
            for _ in 0..120 {
                let legal = play.legal();
                let own = legal.len().saturating_sub(6);
                if own == 0 {
                    break;
                }
                let (by, text) = &legal[next(&mut seed) % own];
                at += next(&mut seed) as u64 % 5_000;
                play.act(*by, text, Some(at)).expect("legal");
                log.actions.push(&Action { by: *by, text, at: Some(at) });
            }
            let mut record = Record { log, facts: Default::default(), notes: Vec::new() };
            record.facts.set("Date", "2026-11-30T10:00:00Z");
            for ply in 0..record.log.actions.len().min(40) {
                if next(&mut seed).is_multiple_of(3) {
                    record.notes.push(Note::new(ply, format!("{{at}} {ply}, \"so\"\n\\n")));
                }
            }
            goes_round(&told(record));
        }
    }
}

/// Every legal action that a table maps is mapped back to the same text.
#[test]
fn move_tables_go_both_ways() {
    for game in Registry::standard().versions() {
        let card = game.card();
        for line in card.notation {
            let Some((form, arguments)) = card.foreign.move_of(line.example) else {
                panic!("{} has no move for {}", card.id, line.example)
            };
            assert_eq!(form.text_of(&arguments).as_deref(), Some(line.example));
        }
    }
}

/// Whatever may stand in a note or a fact.
fn any_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        any::<char>().prop_map(String::from),
        "[ -~]{0,6}",
        prop::sample::select(vec![
            "\"",
            "\\",
            "\\n",
            "\" \"",
            "\\\"",
            "{",
            "}",
            "(",
            ")",
            "[",
            "]",
            ";",
            "#",
            "# head ab",
            "\n",
            "\n\n",
            "\r",
            "\t",
            "  ",
            "[Result \"0-1\"]",
            "[%clk 0:00:58.6]",
            "*",
            "1-0",
            "\u{2028}",
            "\u{feff}",
            "\u{202e}",
            "é",
            "e\u{301}",
            "漢",
            "🙂",
            "👨‍👩‍👧",
            "$1",
            "!?",
            "%",
            "1. e4",
        ])
        .prop_map(ToOwned::to_owned),
    ];
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

fn in_note(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() || "\n\t".contains(*c)).collect()
}

fn in_fact(text: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    text.chars().filter(|c| !c.is_control()).nfc().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// RT-O1: texts with every delimiter of the form, doubled, at the end, after a backslash.
    #[test]
    fn rt_o1_any_notes_and_facts_go_round(
        notes in prop::collection::vec((0..5_usize, any_text(), any_text()), 0..5),
        facts in prop::collection::vec(any_text(), 3),
        player in any_text(),
    ) {
        let mut record = check(OPEN).record;
        let mut notes: Vec<Note> = notes.into_iter()
            .map(|(ply, text, by)| Note { ply: ply.min(4), text: in_note(&text), by: in_fact(&by), ..Note::default() })
            .collect();
        notes.sort_by_key(|note| note.ply);
        record.notes = notes;
        let names = ["Event", "Annotator", "G"];
        for (name, value) in names.into_iter().zip(&facts) {
            record.facts.set(name, &in_fact(value));
        }
        let player = in_fact(&player);
        if !player.trim().is_empty() {
            record.facts.players[0] = player;
        }
        record.log.actions.push(&Action {
            by: gamekeep::rules::seat::Seat::Second.into(), text: "resign", at: None,
        });
        prop_assert_eq!(goes_round(&told(record)), 4);
    }
}

/// NAME-O2: no names, empty ones, blanks: the same stand-in everywhere.
#[test]
fn name_o2_players_who_are_not_known() {
    let bare = check("[Game castle-danger]\n\n+W");
    for tags in ["[Blue \"\"]\n", "[Blue \"?\"]\n[Red \"  \"]\n"] {
        let checked = check(&format!("{tags}[Game castle-danger]\n\n+W"));
        assert_eq!(checked.record, bare.record);
        assert_eq!(checked.record.facts.players, ["?", "?"]);
        goes_round(&checked);
    }
    let json = r#"{"gamekeep":1,"game":"castle-danger","seats":{},"actions":[{"do":"+W"}]}"#;
    assert_eq!(check(json).record, bare.record);
}

/// RT-O3: exported and read again with every kind of line end, five times over.
#[test]
fn rt_o3_five_rounds_change_nothing() {
    let checked = check(&OPEN.replace("@1200", "@1200 {so \"it\" goes}"));
    let first = written(&checked)[0].1.clone();
    let mut text = first.clone();
    for end in ["\r\n", "\r", "\n", " \t\n", "\r\n"] {
        let back = check(&text.replace('\n', end));
        text = written(&back)[0].1.clone();
        assert_eq!(text, first);
    }
}

/// CLK-O1: a time is the same in every form, and one that is missing is missing.
#[test]
fn clk_o1_times_are_the_same_everywhere() {
    let checked = check(&OPEN.replace(" @4900", ""));
    for (form, out) in written(&checked) {
        let times: Vec<Option<u64>> =
            check(&out).record.log.actions.iter().map(|action| action.at).collect();
        assert_eq!(times, [Some(1_200), Some(4_100), None, Some(9_000)], "{form}");
    }
}

/// NUM-O1: the largest time that every JSON reader can hold, and no larger one.
#[test]
fn num_o1_numbers_are_exact() {
    let most = (1_u64 << 53) - 1;
    let checked = check(&OPEN.replace("@9000", &format!("@{most}")));
    goes_round(&checked);
    let registry = Registry::standard();
    for at in ["9007199254740992", "18446744073709551615", "18446744073709551616", "-1", "1.0"] {
        let text = OPEN.replace("@9000", &format!("@{at}"));
        assert!(
            input::records(&text, &registry)[0].check(&registry).and_then(Checked::whole).is_err()
        );
        let json = format!(
            r#"{{"gamekeep":1,"game":"castle-danger","actions":[{{"do":"+W","at":{at}}}]}}"#
        );
        assert!(
            input::records(&json, &registry)[0].check(&registry).and_then(Checked::whole).is_err()
        );
    }
}

#[test]
fn links_are_those_of_the_log_in_every_form() {
    let checked = check(OPEN);
    let links = link::links(&checked.record.log);
    for (form, out) in written(&checked) {
        let back = check(&out);
        assert_eq!(link::links(&back.record.log), links, "{form}");
        assert!(replay::checkpoints(&back.record.log).is_ok());
    }
}
