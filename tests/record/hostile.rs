//! Inputs that wish the reader ill: good records broken by lot, and texts made to be slow or deep.
//!
//! Whatever comes in: no panic, no hang, a fault says where and what, and what is accepted is the
//! same record again after every kind of export.

use std::time::{Duration, Instant};

use gamekeep::games::Registry;
use gamekeep::record::draft::{Checked, Draft};
use gamekeep::record::fault::Fault;
use gamekeep::record::replay::Verdict;
use gamekeep::record::{input, json, link, text};

use super::canonical::{OPEN, check};
use crate::games::walk::{Random, is_long, seed};

/// What a good record is broken with.
const PIECES: &[&str] = &[
    "\u{feff}",
    "\0",
    "\r",
    "\n",
    "\r\n",
    "\t",
    " ",
    "{",
    "}",
    "{{",
    "\"",
    "\\",
    "\\\"",
    "[",
    "]",
    "[Game \"castle-danger\"]\n",
    "[Gamekeep \"1\"]\n",
    "[Red \"x\"]\n",
    "[Setup \"-\"]\n",
    "#",
    "# head ",
    "# note 1 \"",
    "# position 1 ",
    "# result ",
    ";",
    ",",
    "*",
    "* abort\n",
    "* draw",
    "1-0",
    "0-1 thanks",
    "1/2-1/2",
    "!",
    "?!",
    "$5",
    "$",
    "@",
    "@0",
    "@9007199254740992",
    "@-1",
    "0",
    "00",
    "1.",
    "2)",
    "3...",
    "18446744073709551616",
    "99999999999999999999999",
    "B",
    "R",
    "b ",
    "end",
    "+W",
    "+?",
    "+?=C",
    "-a1-a2",
    "é",
    "ſ",
    "\u{212a}",
    "\u{301}",
    "\u{202e}",
    "🏰",
    "\u{0958}",
    "(1... end)",
    "--",
    "null",
    "true",
    "{}",
    "[]",
    ":",
    "{\"a\":",
    "\u{85}",
    "\u{2028}",
];

/// Good inputs of every form.
fn good() -> Vec<String> {
    let mut inputs: Vec<String> = vec![OPEN.to_owned()];
    for game in Registry::standard().versions() {
        inputs.extend(game.card().samples.iter().map(|sample| (*sample).to_owned()));
    }
    let with_notes = format!(
        "{}# note 1 \"?\" \"so }} it {{ goes\\nover \\\"lines\\\"\"\n",
        OPEN.replace("@4100", "@4100 {a comment\nover lines} !? $3 ; and more")
    );
    for input in inputs.clone().iter().chain([&with_notes]) {
        let checked = check(input);
        let (record, head) = (&checked.record, checked.head);
        let outcome = checked.outcome.as_ref();
        inputs.push(text::export(record, outcome, head, &checked.checkpoints));
        inputs.push(json::write(record, outcome, head, &checked.checkpoints));
    }
    inputs.push(with_notes);
    inputs.push(format!("{OPEN}* good game\nthanks\n\n{OPEN}"));
    inputs
}

/// Breaks an input in one to four ways.
fn broken(input: &str, others: &[String], random: &mut Random) -> String {
    let mut text = input.to_owned();
    for _ in 0..=random.below(4) {
        text = broken_once(&text, others, random);
    }
    text
}

fn broken_once(text: &str, others: &[String], random: &mut Random) -> String {
    let letters: Vec<char> = text.chars().collect();
    let place = |random: &mut Random| random.below(letters.len() + 1);
    let piece = random.pick(PIECES).copied().unwrap_or_default();
    let (from, to) = {
        let (a, b) = (place(random), place(random).min(letters.len()));
        if random.once_in(3) {
            (a.min(b), a.max(b))
        } else {
            (a, (a + random.below(4)).min(letters.len()))
        }
    };
    let part = |from: usize, to: usize| letters[from..to].iter().collect::<String>();
    let joined = |between: &str| part(0, from) + between + &part(to, letters.len());
    match random.below(12) {
        0 => joined(""),
        1 => joined(piece),
        2 => part(0, from) + piece + &part(from, letters.len()),
        3 => joined(&part(from, to).repeat(2)),
        4 => part(0, from),
        5 => joined(&piece.repeat(random.below(60))),
        6 => text.replacen('\n', piece, random.below(30)),
        7 => {
            let other = random.pick(others).map_or("", String::as_str);
            let skipped = random.below(other.chars().count().max(1));
            part(0, from) + &other.chars().skip(skipped).collect::<String>()
        }
        _ => broken_lines(text, random),
    }
}

/// Swaps, drops, doubles or joins lines.
fn broken_lines(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    if lines.is_empty() {
        return String::new();
    }
    let (here, there) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(4) {
        0 => lines.swap(here, there),
        1 => drop(lines.remove(here)),
        2 => lines.insert(there, lines[here]),
        _ => lines[here] = lines[here].trim_end(),
    }
    lines.concat()
}

#[track_caller]
fn check_fault(fault: &Fault, input: &str, lines: usize) {
    let (line, column) = (fault.place.line, fault.place.column);
    assert!((1..=lines).contains(&line), "line {line} of {lines}: {fault}\n{}", shown(input));
    assert!(column >= 1, "column {column}: {fault}\n{}", shown(input));
    assert!(!fault.words.trim().is_empty(), "no words\n{}", shown(input));
    assert!(!fault.words.ends_with('.'), "a stop: {fault}");
    assert!(fault.found.chars().count() <= 121, "a long text: {fault}");
    assert!(fault.ply.is_none_or(|ply| ply >= 1), "{fault}");
    if input.len() < 100_000 {
        let _ = fault.pointed(input);
    }
    let _ = serde_json::to_string(fault).expect("a fault as JSON");
}

fn line_count(input: &str) -> usize {
    input.split(['\n', '\r']).count()
}

fn shown(input: &str) -> String {
    let start: String = input.chars().take(6_000).collect();
    format!("--- the input, {} bytes:\n{start}\n--- {start:?}", input.len())
}

/// What the reader does with an input: nothing but what it may.
fn try_input(input: &str) {
    let registry = Registry::standard();
    let begun = Instant::now();
    let trying = Trying(input);
    let lines = line_count(input);
    for record in input::records(input, &registry) {
        let read: Result<Draft, Fault> = record.read(&registry);
        let checked = match read.and_then(|draft| draft.check(&registry)) {
            Err(fault) => {
                check_fault(&fault, input, lines);
                continue;
            }
            Ok(checked) => checked,
        };
        if let Some(fault) = &checked.fault {
            check_fault(fault, input, lines);
        }
        check_texts(&checked, record.text);
        come_back(&checked);
    }
    drop(trying);
    let most = Duration::from_secs(20 + input.len() as u64 / 10_000);
    assert!(begun.elapsed() < most, "{:?}: {}", begun.elapsed(), shown(input));
}

/// Shows the input if the reader panics.
struct Trying<'a>(&'a str);

impl Drop for Trying<'_> {
    #[expect(clippy::print_stderr, reason = "it is shown with the test's failure")]
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", shown(self.0));
        }
    }
}

/// Every action that was taken stands in the input: none is guessed. (Of a chain, its squares.)
fn check_texts(checked: &Checked, input: &str) {
    for action in checked.record.log.actions.iter() {
        let (first, last) = action.text.rsplit_once('-').unwrap_or((action.text, ""));
        // JSON may write any character as an escape.
        let is_there = |part: &str| input.contains(part) || input.contains("\\u");
        let first_square = first.trim_start_matches(|c: char| c.is_ascii_uppercase() || c == '?');
        assert!(is_there(action.text) || (is_there(last) && is_there(first_square)), "{action:?}");
    }
}

/// What was accepted, or the legal part of it, is the same record after every kind of export.
fn come_back(checked: &Checked) {
    let registry = Registry::standard();
    let record = &checked.record;
    assert_eq!(link::head(&record.log), checked.head);
    let outcome = checked.outcome.as_ref();
    // A record that tells what is hidden is kept only once it is over (CD-4.5).
    if checked.tells && outcome.is_none() {
        assert!(checked.fault.is_some(), "accepted, and tells what is hidden");
        return;
    }
    let exports = [
        text::export(record, outcome, checked.head, &checked.checkpoints),
        json::write(record, outcome, checked.head, &checked.checkpoints),
    ];
    for export in exports {
        let inputs = input::records(&export, &registry);
        assert_eq!(inputs.len(), 1, "{export}");
        let back = inputs[0].check(&registry).and_then(Checked::whole);
        let back = back.unwrap_or_else(|fault| panic!("{fault}\n{export}"));
        assert_eq!(back.head, checked.head, "{export}");
        assert_eq!(back.record, checked.record, "{export}");
        assert_eq!(back.outcome, checked.outcome, "{export}");
        assert_eq!(back.verdict, Verdict::Exact, "{export}");
    }
    let canonical = text::write(record);
    let back = input::records(&canonical, &registry)[0].check(&registry).and_then(Checked::whole);
    let back = back.unwrap_or_else(|fault| panic!("{fault}\n{canonical}"));
    assert_eq!(text::write(&back.record), canonical);
}

#[test]
fn broken_records_are_told_or_read_alike() {
    let good = good();
    let mut random = Random::new(seed());
    for _ in 0..if is_long() { 150_000 } else { 1_500 } {
        let input = random.pick(&good).expect("some");
        try_input(&broken(input, &good, &mut random));
    }
}

#[test]
fn random_texts_are_told() {
    let mut random = Random::new(seed() + 1);
    for _ in 0..if is_long() { 100_000 } else { 2_000 } {
        let count = random.below(40);
        let mut input = String::new();
        for _ in 0..count {
            if random.once_in(3) {
                let letter = char::from_u32(u32::try_from(random.below(0x11_0000)).expect("small"));
                input.extend(letter);
            } else {
                input.push_str(random.pick(PIECES).expect("some"));
            }
            if random.once_in(4) {
                input.push(*random.pick(&['\n', ' ']).expect("some"));
            }
        }
        try_input(&input);
    }
}

#[test]
fn bytes_that_are_no_text_are_told() {
    let good = good();
    let mut random = Random::new(seed() + 2);
    for _ in 0..if is_long() { 100_000 } else { 1_000 } {
        let mut bytes = random.pick(&good).expect("some").clone().into_bytes();
        for _ in 0..=random.below(3) {
            let place = random.below(bytes.len());
            bytes[place] ^= 1 << random.below(8);
        }
        match input::utf8(&bytes) {
            Ok(text) => try_input(text),
            Err(fault) => {
                let text = String::from_utf8_lossy(&bytes);
                check_fault(&fault, &text, line_count(&text));
            }
        }
    }
}

/// One letter of one action line is another: it is told, or that action and no other has changed.
#[test]
fn a_changed_action_is_never_skipped() {
    let registry = Registry::standard();
    let mut random = Random::new(seed() + 3);
    let letters: Vec<char> = "abcdefgh123456789KWBCRENXx+-~@*=?!>:/ .".chars().collect();
    let originals: Vec<Checked> = good()
        .iter()
        .filter(|input| {
            !input.contains("# ") && input.starts_with('[') && input.matches("[Game ").count() == 1
        })
        .map(|input| check(input))
        .collect();
    for _ in 0..if is_long() { 50_000 } else { 1_500 } {
        let original = random.pick(&originals).expect("some");
        let written = text::write(&original.record);
        let count = original.record.log.actions.len();
        let ply = 1 + random.below(count);
        let line = written.lines().count() - count + ply;
        let mut lines: Vec<String> = written.lines().map(str::to_owned).collect();
        let mut changed: Vec<char> = lines[line - 1].chars().collect();
        let place = random.below(changed.len());
        changed[place] = *random.pick(&letters).expect("some");
        lines[line - 1] = changed.into_iter().collect();
        let input = lines.join("\n") + "\n";
        let checked = match input::records(&input, &registry)[0].check(&registry) {
            Ok(checked) => checked,
            Err(fault) => {
                check_fault(&fault, &input, line_count(&input));
                continue;
            }
        };
        let (before, after) = (&original.record.log.actions, &checked.record.log.actions);
        let common = before.common_prefix(after);
        match &checked.fault {
            Some(fault) => {
                check_fault(fault, &input, line_count(&input));
                assert!(fault.place.line >= line, "{fault}: before the changed line {line}");
                assert!(common + 1 >= ply.min(after.len()), "{fault}");
            }
            None => {
                let marker = lines[line - 1].contains(" * ") || lines[line - 1].starts_with('*');
                let shorter = after.len() < before.len();
                assert!(!shorter || marker, "an action is gone: {}", lines[line - 1]);
                for (n, (one, other)) in before.iter().zip(after.iter()).enumerate() {
                    assert!(one == other || n + 1 == ply, "ply {} differs, not {ply}", n + 1);
                }
            }
        }
    }
}

/// What long inputs are made of.
const REPEATED: &[&str] = &[
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    "{}",
    "{ } ",
    "\"",
    "\\",
    "\0",
    "\r",
    "\n",
    "\r\n",
    " ",
    "\t",
    ",",
    "a,",
    "1 B end,",
    "B end, R end, ",
    "end ",
    "! ",
    "!\n",
    "* ",
    "*",
    "; ",
    "#",
    "# ",
    "#\n",
    "$1 ",
    "1 ",
    "1. ",
    "1.",
    "@1 ",
    "-a1",
    "a1-a2-",
    "Ka1-a2, ",
    "x",
    "é",
    "🏰 ",
    "\u{feff}",
    "1-0 ",
    "{x} end, ",
    "# position 1 0123456789abcdef\n",
    "# note 1 \"?\" \"x\"\n",
    "# head 0\n",
    "[A b]\n",
    "[A \"b\"]\n",
    "[A \"\\\"",
    "[",
    "[[{",
    "[Game \"castle-danger\"]\n1 B end\n",
    "[Game \"castle-danger\"]\n",
    "{\"a\":",
    "[{",
    "{\"",
    "{\"gamekeep\":1}\n",
    "{\"gamekeep\":1,",
    "{\"facts\":{",
    "1 B +W\n",
    "B Kc1-b1-c1",
];

/// Texts that are made to be deep or slow to read.
#[test]
fn deep_and_long_inputs_end_soon() {
    let size: usize = if is_long() { 3_000_000 } else { 30_000 };
    let header = "[Game \"castle-danger\"]\n\n";
    let long = |piece: &str| piece.repeat(size / piece.len());
    for piece in REPEATED {
        for begin in ["", header, "{\"gamekeep\":1,\"game\":\"", "[{\"", "{\"facts\":{\"A\":"] {
            if !begin.is_empty() && begin != header && !is_long() && piece.len() > 2 {
                continue;
            }
            try_input(&format!("{begin}{}", long(piece)));
        }
    }
    let nested = "[".repeat(100_000) + &"]".repeat(100_000);
    for begin in ["", header, "[Setup \"", "1 B ", "{\"gamekeep\":1,\"actions\":", "{\"notes\":"] {
        try_input(&format!("{begin}{nested}"));
    }
    for name in ["Setup", "Event", "hidden", "Id", "Date", "Blue"] {
        try_input(&format!("[Game \"castle-danger\"]\n[{name} \"{}\"]\n", long("x")));
        try_input(&format!("[{name}{} \"x\"]\n", long("x")));
    }
}
