//! Faults seen elsewhere, kind by kind (`design/faults-seen-elsewhere.md`): import, text, logs.
//!
//! Each test is named after the reports that it answers.

use gamekeep::games::Registry;
use gamekeep::record::draft::Checked;
use gamekeep::record::fault::{Fault, FaultKind};
use gamekeep::record::input::{self, Input};
use gamekeep::record::{limits, text};
use serde_json::{Value, json};

use super::canonical::{OPEN, check};
use super::foreign::refused;

/// The tags of [`OPEN`] and the blank line after them.
fn tags() -> &'static str {
    &OPEN[..=OPEN.find("\n1 B").expect("a first action")]
}

/// [`OPEN`]'s tags, some of them other than there.
fn with_tags(from: &str, to: &str) -> String {
    let text = OPEN.replace(from, to);
    assert_ne!(text, OPEN, "nothing replaced");
    text
}

/// The records of an input, each whole or at fault.
fn all(text: &str) -> Vec<Result<Checked, Fault>> {
    let registry = Registry::standard();
    let read = |input: &Input<'_>| input.check(&registry).and_then(Checked::whole);
    input::records(text, &registry).iter().map(read).collect()
}

fn notes(text: &str) -> Vec<(usize, String)> {
    check(text).record.notes.into_iter().map(|note| (note.ply, note.text)).collect()
}

#[track_caller]
fn same(text: &str) {
    let checked = check(text);
    assert_eq!(checked.head, check(OPEN).head, "{text}");
    assert_eq!(text::write(&checked.record), OPEN);
}

#[track_caller]
fn fails(text: &str, line: usize, column: usize, words: &str) {
    let fault = refused(text);
    assert_eq!((fault.place.line, fault.place.column), (line, column), "{fault}");
    assert!(fault.to_string().contains(words), "{fault}");
}

/// One match in all forms that hold its actions as text: actions of Blue, then of Red.
fn in_every_form(blue: &[&str], red: &[&str]) -> Vec<(&'static str, String)> {
    let lines = [blue, red].concat().join("\n");
    let sdg = "[SDGID \"Castle Danger ladder-2217\"]\n[Variants hidden danger]\n\n";
    let turn = |texts: &[&str]| {
        if texts.is_empty() { Value::Null } else { Value::from(texts.join("\n")) }
    };
    let report = json!({
        "header": {
            "game": { "name": "castle danger", "variants": ["hidden danger"] },
            "site": { "name": "?", "gameid": "ladder-2217" },
            "players": [{ "name": "Ada" }, { "name": "Grace" }],
        },
        "moves": [[turn(blue), turn(red)]],
    });
    let entry = |seat: &str, text: &&str| {
        json!({ "action": { "type": "MAKE_MOVE",
            "payload": { "type": "action", "args": [text], "playerID": seat } } })
    };
    let log: Vec<Value> = blue
        .iter()
        .map(|text| entry("0", text))
        .chain(red.iter().map(|text| entry("1", text)))
        .collect();
    let log = json!({ "gameName": "hidden danger", "matchID": "ladder-2217", "log": log });
    vec![
        ("text", format!("{}{lines}\n", tags())),
        ("SuperDuperGames", format!("{sdg}{lines}\n")),
        ("Abstract Play", report.to_string()),
        ("boardgame.io", log.to_string()),
    ]
}

/// ILL-O2, and what record.md forgives, through every door: one verdict, one hash.
#[test]
fn ill_o2_every_forgiveness_in_every_form() {
    let head = check(OPEN).head;
    let plain = ["+W @1200", "Kc1-b1 @4100", "end @4900"];
    let cases: [(&str, [&str; 3], &str); 9] = [
        ("plain", plain, "+C @9000"),
        ("seats in either case", ["B +W @1200", "b Kc1-b1 @4100", "B end @4900"], "r +C @9000"),
        ("blanks", ["  +W   @1200 ", "\tKc1-b1\t@4100", "end @4900  "], " +C @9000\t"),
        ("comments", ["+W {so} @1200", "Kc1-b1 @4100 ; then", "end @4900 # it"], "{x} +C @9000"),
        ("marks", ["+W @1200 !", "Kc1-b1 @4100 $4", "end ?! @4900"], "+C @9000 !?"),
        ("a comment over lines", ["+W @1200 {a\n\nb}", plain[1], plain[2]], "+C @9000"),
        ("clock readings", ["+W @1200 {[%clk 0:01:30]}", plain[1], plain[2]], "+C @9000"),
        ("commas at ends", ["+W @1200,", "Kc1-b1 @4100,", "end @4900"], "+C @9000"),
        ("a marker", plain, "+C @9000 *"),
    ];
    for (what, blue, red) in cases {
        for (form, text) in in_every_form(&blue, &[red]) {
            if what == "seats in either case" && form == "Abstract Play" {
                continue;
            }
            assert_eq!(check(&text).head, head, "{what}: {form}\n{text}");
        }
    }
    // The same fault, by the same rule, at the same ply.
    for bad in ["Kc1-c4", "Kc1b1", "kc1-b1", "--", "Z0", "0000", "@@@@", "pass", "Kc1-b1 (+B)"] {
        let faults: Vec<Fault> = in_every_form(&["+W", bad, "end"], &["+C"])
            .iter()
            .map(|(_, text)| refused(text))
            .collect();
        for fault in &faults {
            let [first, ..] = faults.as_slice() else { panic!() };
            assert_eq!((fault.kind, fault.rule), (first.kind, first.rule), "{fault} {first}");
            assert_eq!((fault.ply, &fault.words), (first.ply, &first.words), "{bad}");
        }
    }
}

/// ENC-O1: a byte-order mark before the first tag, and before a later record's.
#[test]
fn enc_o1_byte_order_marks() {
    same(&format!("\u{feff}{OPEN}"));
    let two = format!("\u{feff}{OPEN}\u{feff}{OPEN}");
    let found = all(&two);
    assert_eq!(found.len(), 2);
    for checked in found {
        assert_eq!(text::write(&checked.expect("good").record), OPEN);
    }
    for (form, text) in in_every_form(&["+W"], &[]) {
        let marked = check(&format!("\u{feff}{text}"));
        assert_eq!(marked.record, check(&text).record, "{form}");
        let mut two = all(&format!("\u{feff}{text}\n\u{feff}{text}\n"));
        assert_eq!(two.len(), 2, "{form}");
        assert_eq!(two.remove(1).expect("good").record, check(&text).record, "{form}");
    }
}

/// ENC-O2: a charset that a record names changes nothing; other bytes are refused by their place.
#[test]
fn enc_o2_no_charset_but_utf8() {
    let text = with_tags("\n\n1 B", "\n[Charset \"ISO-8859-1\"]\n\n{naïve 如何}\n1 B");
    let checked = check(&text);
    assert_eq!(checked.record.notes[0].text, "naïve 如何");
    assert_eq!(checked.record.facts.get("Charset"), Some("ISO-8859-1"));
    let fault = input::utf8(b"[Game \"x\"]\r\n\r\n{na\xefve}").expect_err("Latin-1");
    assert_eq!((fault.place.line, fault.place.column), (3, 4), "{fault}");
    let fault = input::utf8(b"\xff\xfe[\0G\0").expect_err("UTF-16");
    assert!(fault.words.contains("UTF-16"), "{fault}");
}

/// ENC-O3: line ends of every kind; a line separator in a comment is text.
#[test]
fn enc_o3_line_ends() {
    for end in ["\n", "\r\n", "\r"] {
        same(&OPEN.replace('\n', end));
        for (form, text) in in_every_form(&["+W", "end"], &["+C"]) {
            let other = check(&text.replace('\n', end));
            assert_eq!(other.record, check(&text).record, "{form}");
        }
    }
    let with = OPEN.replace("@1200", "@1200 {a\u{2028}b\u{85}c}");
    assert!(refused(&with).words.contains("control character"));
    assert_eq!(notes(&with.replace('\u{85}', ""))[0], (1, "a\u{2028}bc".to_owned()));
}

/// CMT-O1, CMT-O2: what stands in a comment is text.
#[test]
fn cmt_o1_cmt_o2_delimiters_in_comments() {
    let text = "good; really|a % sign ; and ) too|see ( above|)|(((| [ } ";
    let comments: Vec<&str> = text.split('|').filter(|comment| !comment.contains('}')).collect();
    for comment in comments {
        let with = OPEN.replace("@1200", &format!("@1200 {{{comment}}}"));
        assert_eq!(notes(&with), [(1, comment.to_owned())]);
        assert_eq!(check(&with).record.log.actions.len(), 4);
    }
    fails(&OPEN.replace("@1200", "@1200 { [ } ]"), 11, 20, "a comma or the line's end");
}

/// CMT-O3: blank lines and tag lines in a comment cut nothing.
#[test]
fn cmt_o3_comments_over_paragraphs() {
    let comment = "first para\n\nsecond para\n[Result \"0-1\"]\n[Game \"x\"]";
    let with = OPEN.replace("@1200", &format!("@1200 {{{comment}}}"));
    assert_eq!(notes(&with), [(1, comment.to_owned())]);
    assert_eq!(all(&with).len(), 1);
    let json = serde_json::to_string(comment).expect("JSON");
    let json = format!(
        r#"{{"gamekeep":1,"game":"castle-danger","actions":[],"notes":[{{"ply":0,"text":{json}}}]}}"#
    );
    assert_eq!(notes(&json), [(0, comment.to_owned())]);
}

/// TAG-O1: brackets and delimiters in a tag's value.
#[test]
fn tag_o1_delimiters_in_values() {
    for value in
        ["[=0040.34h5a4] x]", "a } { ( ) ; % b", "#", "{", "\\\\", "\\\"", "]", "[x \"y\"]"]
    {
        let escaped =
            if value.starts_with('\\') { value.to_owned() } else { value.replace('"', "\\\"") };
        let checked = check(&with_tags("Club ladder", &escaped));
        let plain = value.replace("\\\\", "\\").replace("\\\"", "\"");
        assert_eq!(checked.record.facts.get("Event"), Some(plain.as_str()));
        assert_eq!(checked.head, check(OPEN).head);
    }
}

/// TAG-O2: quotes that are not escaped cost one record, not the file.
#[test]
fn tag_o2_quotes_that_are_not_escaped() {
    let bad = with_tags("Club ladder", "5th \"Winter\" Cup");
    let found = all(&format!("{bad}{OPEN}"));
    assert_eq!(found.len(), 2);
    let fault = found[0].as_ref().expect_err("bad");
    assert_eq!((fault.place.line, fault.place.column), (8, 14), "{fault}");
    assert!(found[1].is_ok());
}

/// TAG-O3: a name that stands twice is refused, in every form.
#[test]
fn tag_o3_names_that_stand_twice() {
    fails(&with_tags("[Red", "[Result \"1-0\"]\n[Result \"0-1\"]\n[Red"), 8, 1, "given twice");
    fails(&with_tags("[Red", "[blue \"x\"]\n[Red"), 7, 1, "no such option");
    fails(&with_tags("[Red", "[hidden \"yes\"]\n[Red"), 7, 1, "given twice");
    for (form, text) in in_every_form(&["+W"], &[]).into_iter().skip(2) {
        for key in ["\"moves\":", "\"players\":", "\"log\":", "\"action\":", "\"name\":"] {
            if text.contains(key) {
                let twice = text.replacen(key, &format!("{key}null,{key}"), 1);
                let words = refused(&twice).words;
                assert!(words.contains("duplicate key"), "{form}: {words}");
            }
        }
    }
}

/// SPLIT-O1, SPLIT-O3: blank lines and blanks between tags and actions.
#[test]
fn split_o1_split_o3_blank_lines() {
    for blanks in ["\n", "\n\n", "\n\n\n", "\n \n\t\n\n\n", "\n\n\n\n\n\n"] {
        same(&OPEN.replace("\n\n", blanks));
    }
    let many: String = (0..12).map(|n| format!("[Extra{n} \"x\"]\n")).collect();
    let text = with_tags("[Event", &format!("{many}[Event")).replace('\n', "   \r\n");
    assert_eq!(all(&text).len(), 1);
    assert_eq!(check(&text).record.facts.iter().count(), 14);
}

/// SPLIT-O2: no blank line between a result and the next record's tags.
#[test]
fn split_o2_records_without_a_line_between() {
    let one = format!("{OPEN}*");
    let found = all(&format!("{one}\n{}\n{OPEN}", one.replace("ladder-2217", "x")));
    let ids: Vec<_> = found
        .into_iter()
        .map(|checked| checked.expect("good").record)
        .map(|record| (record.log.header.id.expect("an id"), record.notes.len()))
        .collect();
    let expected =
        [("ladder-2217".to_owned(), 0), ("x".to_owned(), 0), ("ladder-2217".to_owned(), 0)];
    assert_eq!(ids, expected);
}

/// EMPTY-O1: a resignation before the first move is a match, and comes back.
#[test]
fn empty_o1_no_moves() {
    let text = format!("{}1 B resign\n", tags());
    let checked = check(&text);
    assert_eq!(checked.outcome.expect("over").reason, "resign");
    let none = check(tags());
    assert!(none.record.log.actions.is_empty() && none.outcome.is_none());
    for (form, text) in in_every_form(&["resign"], &[]) {
        assert_eq!(check(&text).outcome.expect("over").reason, "resign", "{form}");
    }
}

/// EMPTY-O2: a record with a comment and a result only does not end the file.
#[test]
fn empty_o2_comment_and_result_only() {
    let empty = format!("{}{{both late, forfeited}} 0-1\n", tags());
    let found = all(&format!("{OPEN}\n{empty}\n{}", OPEN.replace("ladder-2217", "x")));
    assert_eq!(found.len(), 3);
    let notes = &found[1].as_ref().expect("good").record.notes;
    assert_eq!(notes[0].text, "both late, forfeited");
    assert!(notes[1].text.contains("0-1"));
    assert!(found[2].is_ok());
}

/// RES-O1: a tag, a marker and the rules that do not agree are refused, with both values.
#[test]
fn res_o1_results_that_differ() {
    let tagged = |result: &str| with_tags("\n\n1 B", &format!("\n[Result \"{result}\"]\n\n1 B"));
    let words = refused(&format!("{}0-1\n", tagged("1-0"))).to_string();
    assert!(words.contains("ends with 0-1") && words.contains("says 1-0"), "{words}");
    let words = refused(&format!("{}1-0\n", tagged("*"))).to_string();
    assert!(words.contains("ends with 1-0") && words.contains("says *"), "{words}");
    check(&format!("{}1/2-1/2\n", tagged("½-½")));
    let decided = |result: &str| format!("{}5 R resign\n", tagged(result));
    for result in ["0-1", "1/2-1/2", "½-½"] {
        let words = refused(&decided(result)).to_string();
        assert!(words.contains(result) && words.contains("blue wins (resigned)"), "{words}");
    }
    check(&decided("1-0"));
}

/// RES-O2: results that are none say nothing and break nothing.
#[test]
fn res_o2_results_that_are_none() {
    let long = "x".repeat(300);
    for result in ["First+", "+", "", "1-", "1-0 forfeit", "W+", long.as_str()] {
        let checked = check(&with_tags("\n\n1 B", &format!("\n[Result \"{result}\"]\n\n1 B")));
        assert!(checked.outcome.is_none());
        assert_eq!(checked.record.facts.get("Result"), Some(result));
    }
}

/// RES-O3: three exports in one file, the middle one unfinished, are three records.
#[test]
fn res_o3_an_unfinished_record_among_others() {
    let over = format!("{OPEN}5 R resign\n");
    let texts: Vec<String> = [over.as_str(), OPEN, over.as_str()]
        .map(|text| {
            let checked = check(text);
            let Checked { record, outcome, head, checkpoints, .. } = &checked;
            text::export(record, outcome.as_ref(), *head, checkpoints)
        })
        .to_vec();
    let found = all(&texts.concat());
    let ends: Vec<bool> =
        found.into_iter().map(|checked| checked.expect("good").outcome.is_some()).collect();
    assert_eq!(ends, [true, false, true]);
}

/// NULL-O1, NULL-O2: no spelling of a null move is one here; later moves never change sides.
#[test]
fn null_o1_null_o2_null_moves() {
    for null in ["pass", "--", "Z0", "@@@@", "0000"] {
        fails(&OPEN.replace("3 B end @4900", &format!("3 B {null}")), 13, 5, "(notation)");
        fails(&OPEN.replace("3 B end @4900", &format!("3. {null}")), 13, 4, "(notation)");
    }
}

/// SAN-O1, SAN-O2, SAN-O3: lax spellings are refused where they stand; the others come in.
#[test]
fn san_o1_san_o2_san_o3_lax_spellings() {
    let lax = ["Kb1", "Kcb1", "c1-b1", "c1b1", "kc1-b1", "Kc1-b1+", "K c1-b1", "Kc1–b1", "KC1-B1"];
    let mut file = String::new();
    for (n, spelling) in lax.iter().enumerate() {
        fails(
            &OPEN.replace("Kc1-b1", spelling),
            12,
            match *spelling {
                "Kb1" => 8,
                "Kcb1" | "KC1-B1" | "K c1-b1" => 6,
                "Kc1–b1" => 8,
                "Kc1-b1+" => 11,
                _ => 5,
            },
            "(notation)",
        );
        file.push_str(OPEN);
        if n == 2 || n == 7 {
            file.push_str(&OPEN.replace("Kc1-b1", spelling));
        }
    }
    let bad: Vec<usize> =
        (1..).zip(all(&file)).filter(|(_, found)| found.is_err()).map(|(n, _)| n).collect();
    assert_eq!(bad, [4, 10]);
}

/// ILL-O1, ILL-O3: at an illegal action reading ends; what was legal before it is told apart.
#[test]
fn ill_o1_ill_o3_nothing_after_an_illegal_action() {
    let registry = Registry::standard();
    let text = OPEN.replace("3 B end", "3 B Kb1-b9");
    let checked = input::records(&text, &registry)[0].check(&registry).expect("readable");
    assert_eq!(checked.record.log.actions.len(), 2);
    let fault = checked.fault.expect("a fault");
    assert_eq!(
        (fault.ply, fault.rule, fault.kind),
        (Some(3), Some("CD-3.1"), FaultKind::NotAllowed)
    );
}

/// WS-O1: every layout is the same record.
#[test]
fn ws_o1_layouts() {
    let actions = &OPEN[tags().len()..];
    let joined = actions.trim_end().replace('\n', ", ");
    same(&format!("{}{joined}\n", tags()));
    same(&format!("{}{}\n", tags(), joined.replace(", ", ",")));
    let bare = actions.replace(['1', '2', '3', '4'], "@");
    assert_ne!(bare, actions);
    let spread = actions.replace('\n', "\n\n  \n");
    same(&format!("{}{spread}", tags()));
}

/// WS-O2: a blank before a mark is read, and an export writes none.
#[test]
fn ws_o2_marks_after_blanks() {
    let text = format!("{}1 B +W ?!, Kc1-b1\n3. end !\nR +C !? *\n", tags());
    let expected = [(1, "?!"), (3, "!"), (4, "!?")].map(|(ply, mark)| (ply, mark.to_owned()));
    assert_eq!(notes(&text), expected);
    let checked = check(&text);
    let export = text::export(&checked.record, None, checked.head, &checked.checkpoints);
    assert!(export.contains("# note 1 \"?\" \"?!\"") && !export.contains("+W ?!"));
}

/// SETUP-O1, SETUP-O2: a set-up position tells who moves, is hashed, and is in every export.
#[test]
fn setup_o1_setup_o2_set_up_positions() {
    let play = check("[Game castle-danger]\n\nend\n");
    let position = gamekeep::record::replay::at(&play.record.log, 1)
        .expect("replays")
        .position(gamekeep::rules::any::View::Told);
    let text = format!("[Game castle-danger]\n[Setup \"{position}\"]\n\n1. +C\n2. end\n");
    let checked = check(&text);
    let letters: Vec<char> = checked
        .record
        .log
        .actions
        .iter()
        .map(|action| checked.record.log.header.card().letter(action.by))
        .collect();
    assert_eq!(letters, ['R', 'R']);
    assert!(checked.record.log.text(0).contains("[Setup"));
    assert_ne!(checked.head, check("[Game castle-danger]\n[first red]\n\n+C\nend\n").head);
    fails(&text.replace("1. ", "5... ").replace("2. ", "6. "), 4, 1, "expected the number 1");
    fails(&text.replace("1. +C", "1. B +C"), 4, 6, "CD-2.4");
    let wrong = text.replace(&position, "nonsense");
    assert!(refused(&wrong).to_string().contains("Setup"));
}

/// VAR-O1, VAR-O2: a side line is refused at its parenthesis, through every door.
#[test]
fn var_o1_var_o2_side_lines() {
    fails("[Game castle-danger]\n\n1. +W (1. +B (2. end)) 2. end\n", 3, 7, "side lines");
    fails("[Game castle-danger]\n\n1. +W(1. +B) 2. end\n", 3, 6, "side lines");
    fails("[Game castle-danger]\n\n1. +W\n(\n", 4, 1, "side lines");
    fails("[Game castle-danger]\n\n1. +W )\n", 3, 7, "side lines");
    for (form, text) in in_every_form(&["+W (+B)"], &["+C"]) {
        assert!(refused(&text).words.contains("side lines"), "{form}");
    }
}

/// CLK-O2: clock readings of every shape stay text of their comment.
#[test]
fn clk_o2_clock_readings() {
    for reading in [
        "[%clk 0:00:58.6]",
        "[%clk 00:01:00]",
        "[%emt 0.01]",
        "[%clk 1:02]",
        "[%clk -0:00:01]",
        "[%clk 99:99:99]",
    ] {
        let text = OPEN.replace("@1200", &format!("@1200 {{{reading}}}"));
        assert_eq!(notes(&text), [(1, reading.to_owned())]);
        assert_eq!(check(&text).head, check(OPEN).head);
    }
}

/// DATE-O1: dates are normalised where they are certain, and refused where they cannot be.
#[test]
fn date_o1_dates() {
    let date = |date: &str| check(&with_tags("2026-11-30", date)).record;
    let known = |text: &str| date(text).facts.get("Date").map(ToOwned::to_owned);
    assert_eq!(known("2024-05-06").as_deref(), Some("2024-05-06"));
    assert_eq!(known("1851.06.21").as_deref(), Some("1851-06-21"));
    assert_eq!(known("????.??.??"), None);
    for wrong in ["2024.5.6", "06.05.2024", "2024.02.30", "0000.00.00", "yesterday"] {
        fails(&with_tags("2026-11-30", wrong), 9, 8, "date");
    }
}

/// DATE-O2: an instant keeps its zone: it is written in UTC.
#[test]
fn date_o2_instants_are_utc() {
    let text = with_tags("2026-11-30", "2026-11-30T23:50:00Z");
    assert_eq!(check(&text).record.facts.get("Date"), Some("2026-11-30T23:50:00Z"));
    fails(&with_tags("2026-11-30", "2026-11-30T23:50:00-05:00"), 9, 8, "expected a date");
}

/// NAME-O1, NAME-O3: names of any letters are kept as they are.
#[test]
fn name_o1_name_o3_names() {
    let stacked = format!("Z{}", "\u{301}".repeat(40));
    let long = "x".repeat(1_000);
    for name in [
        stacked.as_str(),
        long.as_str(),
        "\u{202e}gpj.exe",
        "a\u{200d}b",
        "🏳️‍🌈🇩🇪",
        "<b>&amp;\\\"x\\\"",
    ] {
        let checked = check(&with_tags("Ada", name));
        let expected = name.replace("\\\"", "\"");
        let found = &checked.record.facts.players[0];
        let nfc: String =
            unicode_normalization::UnicodeNormalization::nfc(expected.chars()).collect();
        assert_eq!(*found, nfc);
        assert_eq!(checked.head, check(OPEN).head);
    }
}

/// IDS-O1: numbers are the log's own: one that is missing or doubled is told, never mended.
#[test]
fn ids_o1_numbers_are_stored() {
    fails(&OPEN.replace("2 B Kc1-b1 @4100\n", ""), 12, 1, "expected the number 2");
    fails(&OPEN.replace("3 B", "2 B"), 13, 1, "expected the number 3");
    for number in ["0 B", "999 B", "18446744073709551615 B"] {
        fails(&OPEN.replace("3 B", number), 13, 1, "expected the number 3");
    }
    let with_chat = OPEN.replace("@1200", "@1200 {hello} {again}");
    assert_eq!(check(&with_chat).head, check(OPEN).head);
}

/// HASH-O1: another order of keys, other blanks and escapes, one hash; all else is refused.
#[test]
fn hash_o1_json_in_other_words() {
    let first = r#"{"gamekeep":1,"game":"castle-danger","facts":{"Event":"é"},"actions":[{"by":"B","do":"+W","at":5}]}"#;
    let second = r#" { "actions" : [ {"at":5,"do":"\u002bW", "by":"b"} ], "facts":{"Event":"\u00e9"},
        "game" : "castle-danger", "gamekeep" : 1 } "#;
    assert_eq!(check(first).record, check(second).record);
    for (from, to) in [
        ("\"gamekeep\":1", "\"gamekeep\":1.0"),
        ("\"at\":5", "\"at\":5.0"),
        ("\"by\"", "\"seat\""),
        ("\"at\":5", "\"at\":5e0"),
        ("\"facts\"", "\"Facts\""),
        ("{\"by\"", "{\"note\":1,\"by\""),
    ] {
        refused(&first.replace(from, to));
    }
}

/// LONG-O2: one past every limit: the limit and the value, and nothing is stored.
#[test]
fn long_o2_every_limit() {
    let too_large = |text: &str, words: [&str; 2]| {
        let fault = refused(text);
        assert_eq!(fault.kind, FaultKind::TooLarge, "{fault}");
        assert!(words.iter().all(|words| fault.words.contains(words)), "{fault}");
    };
    let tags: String = (0..60).map(|n| format!("[Extra{n} \"x\"]\n")).collect();
    too_large(&with_tags("[Event", &format!("{tags}[Event")), ["at most 64", "tags"]);
    let long = "x".repeat(limits::VALUE_BYTES + 1);
    too_large(&with_tags("Ada", &long), ["1025 bytes", "at most 1024"]);
    let setup = "x".repeat(limits::SETUP_BYTES + 1);
    too_large(&with_tags("[Event", &format!("[Setup \"{setup}\"]\n[Event")), ["8193", "8192"]);
    let note = "x".repeat(limits::NOTE_BYTES + 1);
    too_large(&OPEN.replace("@1200", &format!("@1200 {{{note}}}")), ["8193", "8192"]);
    let notes = "!\n".repeat(limits::NOTES + 1);
    too_large(&format!("{OPEN}{notes}"), ["notes", "at most 10000"]);
    let by = format!("{OPEN}# note 1 \"{long}\" \"x\"\n");
    too_large(&by, ["1025 bytes", "at most 1024"]);
    too_large(
        &format!("{OPEN}{{{}}}", "a long line, ".repeat(limits::RECORD_BYTES / 6)),
        ["at most", "8388608"],
    );
    // All on one line: columns are counted once.
    let actions = "end,".repeat(limits::ACTIONS + 1);
    too_large(&format!("[Game castle-danger]\n\n{actions}"), ["at most 100000 actions", ""]);
    let line = format!("[Game castle-danger]\n[hidden yes]\n\n+?{}\n", "0".repeat(220));
    assert!(refused(&line).to_string().contains("BLAKE3"));
}

/// DOS-O1, LONG-O1: brackets without end, and a long line, are read in little time.
#[test]
fn dos_o1_long_o1_pathological_input() {
    let registry = Registry::standard();
    for bracket in
        ["(", "{", "[", "[[", "{\"a\":", "[{\"a\":", "\"", "# note 1 \"", "1-0 ", "* ", ", "]
    {
        for before in ["", tags(), "{\"header\":", "{\"log\":", "[{\"moves\":"] {
            let text = format!("{before}{}", bracket.repeat(100_000));
            for input in input::records(&text, &registry) {
                let _ = input.check(&registry).and_then(Checked::whole);
            }
        }
    }
}

/// NUM-O2: texts of many-byte letters of every length are cut and pointed at between letters.
#[test]
fn num_o2_letters_of_many_bytes() {
    for letter in ["é", "漢", "🙂", "👨‍👩‍👧"] {
        for length in (1..300).step_by(7) {
            let word = letter.repeat(length);
            let text = OPEN.replace("2 B Kc1-b1", &format!("2 B {word}"));
            let fault = refused(&text);
            assert!(fault.found.chars().count() <= 121);
            assert!(fault.pointed(&text).is_some());
            let noted = OPEN.replace("@1200", &format!("@1200 {{{word}}}"));
            assert_eq!(notes(&noted), [(1, word)]);
        }
    }
}

/// A record without any tag is refused at its own place.
#[test]
fn no_tags_at_all() {
    for text in ["hello", "\n\n1 B +W\n", "{x}", "1-0"] {
        let fault = refused(text);
        assert!(fault.words.contains("expected a tag [Game"), "{fault}");
        assert!(fault.pointed(text).is_some(), "{fault}");
    }
}

/// A writer's name that would break the line of its note is refused.
#[test]
fn writers_of_notes_are_one_line() {
    let json = r#"{"gamekeep":1,"game":"castle-danger","actions":[],
        "notes":[{"ply":0,"text":"x","by":"a\nb"}]}"#;
    assert!(refused(json).words.contains("U+000A"));
    let good = json.replace("a\\nb", "a\\\" ");
    let checked = check(&good);
    let export = text::export(&checked.record, None, checked.head, &checked.checkpoints);
    assert_eq!(check(&export).record, checked.record);
}

/// A comment that begins like a derived fact is a comment; a derived fact that is cut is refused.
#[test]
fn derived_facts_and_comments() {
    let comments = format!("{OPEN}# head start\n# position 3 good\n# result of it\n# note well\n");
    assert_eq!(check(&comments).record.notes.len(), 4);
    fails(&format!("{OPEN}# head abc\n"), 15, 8, "64 lower-case hex digits");
    fails(&format!("{OPEN}# position 3 abc\n"), 15, 12, "16 hex digits");
}

/// One bad line of NDJSON costs its record only, wherever it stands.
#[test]
fn bulk_o3_one_bad_line() {
    let good = r#"{"gamekeep":1,"game":"castle-danger","actions":[{"do":"+W"}]}"#;
    for bad in ["{\"gamekeep\":1", "nonsense", "[]", "{}", "{\"a\":\"", "{\"game\":1}}"] {
        for lines in [[bad, good, good], [good, bad, good], [good, good, bad]] {
            if lines[0] == "nonsense" || lines[0] == "[]" {
                continue;
            }
            let found = all(&format!("\n  {}\r\n\n{}\n {}", lines[0], lines[1], lines[2]));
            let good = found.iter().filter(|found| found.is_ok()).count();
            assert_eq!((found.len(), good), (3, 2), "{lines:?}");
        }
    }
}
