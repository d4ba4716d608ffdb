//! Faults of the reader that were found and mended, each under the name of what broke.

use std::fmt::Write;
use std::time::{Duration, Instant};

use gamekeep::games::Registry;
use gamekeep::record::draft::Checked;
use gamekeep::record::fault::{Fault, FaultKind};
use gamekeep::record::note::Note;
use gamekeep::record::{input, json, limits, text};

use super::canonical::{OPEN, check};

#[track_caller]
fn first_fault(text: &str) -> Fault {
    let registry = Registry::standard();
    let inputs = input::records(text, &registry);
    inputs[0].check(&registry).and_then(Checked::whole).expect_err(text)
}

#[track_caller]
fn fails(text: &str, place: (usize, usize), words: &str) -> Fault {
    let fault = first_fault(text);
    assert_eq!((fault.place.line, fault.place.column), place, "{fault}\n{text}");
    assert!(fault.to_string().contains(words), "{fault}");
    fault
}

#[test]
fn a_record_without_tags_had_its_fault_on_line_0() {
    let fault = fails("1 B end\n", (1, 1), "expected a tag [Game");
    assert!(fault.pointed("1 B end\n").is_some_and(|shown| shown.contains("1 B end")));
    fails("\n\n{only a comment}\n", (1, 1), "expected a tag [Game");
    fails("{\"gamekeep\":1,\"game\":\"x\",\"actions\":[]}", (1, 1), "no such game");
}

#[test]
fn a_note_s_writer_with_a_quote_did_not_come_back() {
    let mut record = check(OPEN).record;
    for by in ["\"", "\" ", " \" \"", "a\" \"b", "\\", "\\\" \"", "?"] {
        let text = format!("by {by}");
        record.notes = vec![Note { ply: 1, text, by: by.to_owned(), ..Note::default() }];
        let checked = check(OPEN);
        let export = text::export(&record, None, checked.head, &checked.checkpoints);
        assert_eq!(check(&export).record, record, "{export}");
        let export = json::write(&record, None, checked.head, &checked.checkpoints);
        assert_eq!(check(&export).record, record, "{export}");
    }
}

#[test]
fn a_note_s_writer_could_break_the_exported_line() {
    let note = |by: &str| {
        format!(
            "{{\"gamekeep\":1,\"game\":\"castle-danger\",\"actions\":[],\
             \"notes\":[{{\"ply\":0,\"text\":\"x\",\"by\":\"{by}\"}}]}}"
        )
    };
    check(&note("moss"));
    fails(&note("moss\\n# head 00"), (1, 1), "control character (U+000A) in a note's writer");
    let fault = fails(&note(&"m".repeat(2_000)), (1, 1), "2000 bytes");
    assert_eq!(fault.kind, FaultKind::TooLarge);
}

#[test]
fn notes_beyond_the_legal_part_were_kept() {
    let broken = OPEN.replace("2 B Kc1-b1", "2 B Kc1-c5").replace("@4900", "@4900 {later}");
    let broken = format!("{broken}# note 1 \"?\" \"in time\"\n");
    let registry = Registry::standard();
    let checked =
        input::records(&broken, &registry)[0].check(&registry).expect("its tags are good");
    assert!(checked.fault.is_some());
    let plies: Vec<usize> = checked.record.notes.iter().map(|note| note.ply).collect();
    assert_eq!((checked.record.log.actions.len(), plies), (1, vec![1, 1]));
}

#[test]
fn a_line_of_many_words_took_for_ever() {
    let begun = Instant::now();
    for word in ["end ", "B end, ", "! ", "{x} "] {
        let line = format!("[Game \"castle-danger\"]\n{}", word.repeat(1_000_000 / word.len()));
        let _ = input::records(&line, &Registry::standard())[0].read(&Registry::standard());
    }
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
}

#[test]
fn more_than_a_record_may_have_filled_the_memory() {
    let registry = Registry::standard();
    let read = |text: &str| input::records(text, &registry)[0].read(&registry).expect("readable");
    let draft = read(&format!("[Game \"castle-danger\"]\n{}", "end,".repeat(limits::ACTIONS + 50)));
    assert_eq!(draft.lines.len(), limits::ACTIONS + 1);
    let draft = read(&format!("[Game \"castle-danger\"]\n{}", "! ".repeat(limits::NOTES + 50)));
    assert_eq!(draft.notes.len(), limits::NOTES + 1);
    let fault = draft.check(&registry).and_then(Checked::whole).expect_err("too many notes");
    assert_eq!(fault.kind, FaultKind::TooLarge, "{fault}");
    let mut tags = String::from("[Game \"castle-danger\"]\n");
    for n in 0..limits::TAGS {
        let _ = writeln!(tags, "[T{n} \"x\"]");
    }
    assert_eq!(fails(&tags, (65, 1), "at most 64 tags").kind, FaultKind::TooLarge);
}

#[test]
fn a_value_that_grows_when_composed_could_not_be_read_again() {
    // U+0958 is 3 bytes, and is kept as two characters of 6.
    let name = |count: usize| OPEN.replace("Ada", &"\u{958}".repeat(count));
    let written = text::write(&check(&name(170)).record);
    assert_eq!(text::write(&check(&written).record), written);
    fails(&name(171), (6, 1), "1026 bytes");
}

#[test]
fn comments_that_look_like_what_exports_add_were_refused() {
    let comments = ["position looks good", "position 3 is lost", "head on", "result of haste"];
    for comment in comments {
        let notes = check(&format!("{OPEN}# {comment}\n")).record.notes;
        assert_eq!(notes, [Note::new(4, comment)]);
    }
    fails(&format!("{OPEN}# position 3 0123\n"), (15, 12), "16 hex digits");
    fails(&format!("{OPEN}# head {}\n", "x".repeat(40)), (15, 8), "64 lower-case hex digits");
}

#[test]
fn a_position_beyond_the_end_was_passed_over() {
    let cut = format!("{OPEN}# position 32 0123456789abcdef\n");
    let fault = fails(&cut, (15, 12), "4 plies");
    assert_eq!(fault.kind, FaultKind::Differs);
}

#[test]
fn one_bad_line_of_many_objects_spoiled_all() {
    let checked = check(OPEN);
    let line = json::write(&checked.record, None, checked.head, &[]);
    let registry = Registry::standard();
    for bad in ["x", "null", "\"a\"", "[1]", "{\"gamekeep\":1"] {
        let input = format!("{line}\n{bad}\n\n{line}\n");
        let inputs = input::records(&input, &registry);
        let lines: Vec<usize> = inputs.iter().map(|input| input.line).collect();
        assert_eq!(lines, [1, 2, 4], "{bad}");
        let good = inputs.iter().filter(|input| input.check(&registry).is_ok()).count();
        assert_eq!(good, 2, "{bad}");
    }
    let pretty = line.replace(",\"", ",\n\"");
    assert_eq!(input::records(&pretty, &registry).len(), 1);
}

#[test]
fn an_array_was_read_as_the_fields_of_a_match() {
    let object = "{\"gamekeep\":1,\"game\":\"castle-danger\",\"actions\":[]}";
    let array = "[1,\"castle-danger\",1,null,{},null,{},{},[[\"B\",\"+W\"]],[],null,null,[]]";
    let lines = format!("{object}\n{array}\n");
    let registry = Registry::standard();
    let inputs = input::records(&lines, &registry);
    let fault = inputs[1].check(&registry).expect_err("an array");
    assert_eq!((fault.place.line, fault.place.column), (2, 1), "{fault}");
    assert!(fault.words.contains("no array"), "{fault}");
    fails("[{\"gamekeep\":1}]", (1, 1), "an object a match");
}

#[test]
fn a_record_cut_at_a_fault_may_tell_what_is_hidden() {
    let told = OPEN.replace("1 B +W", "1 B +?=C").replace("2 B Kc1-b1", "2 B Kc1-c5");
    let registry = Registry::standard();
    let checked = input::records(&told, &registry)[0].check(&registry).expect("its tags are good");
    assert!(checked.fault.is_some() && checked.outcome.is_none());
    assert!(checked.tells, "whoever keeps the legal part must know");
}
