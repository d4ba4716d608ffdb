//! Side lines as a tree: grown by the rules, exported, imported, and the same again (VAR-O3).

use gamekeep::games::Registry;
use gamekeep::record::draft::Checked;
use gamekeep::record::line::Step;
use gamekeep::record::log::{Action, Actions, Header, Log};
use gamekeep::record::note::Note;
use gamekeep::record::tree::{Stem, Tree};
use gamekeep::record::{Record, input, json, link, text};
use gamekeep::rules::any::{AnyGame, Play};
use proptest::prelude::*;

use super::canonical::{OPEN, check};

/// Numbers that look drawn, from a seed.
struct Draw(u64);

impl Draw {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % most as u64).expect("small")
    }
}

/// A legal action that does not end the match, if there is one.
fn step(play: &dyn Play, draw: &mut Draw) -> Option<Step> {
    let card = play.card();
    let common = |text: &str| gamekeep::rules::common::Common::read(card, text).is_some();
    let legal: Vec<_> = play.legal().into_iter().filter(|(_, text)| !common(text)).collect();
    if legal.is_empty() {
        return None;
    }
    let (by, text) = legal[draw.below(legal.len())].clone();
    Some(Step { by, text, at: play.clock_ms() })
}

/// A match of some actions and, beside it, side lines: up to 4 go on from a place, up to 200 deep.
fn grown(game: &'static dyn AnyGame, seed: u64) -> Record {
    let mut draw = Draw(seed | 1);
    let header = Header::new(game);
    let mut play = header.begin().expect("begins");
    let mut actions = Actions::default();
    let mut stems: Vec<(usize, Vec<String>, Box<dyn Play>)> = vec![(0, Vec::new(), play.fork())];
    for ply in 1..=draw.below(12) {
        let Some(step) = step(&*play, &mut draw) else { break };
        play.act(step.by, &step.text, step.at).expect("legal");
        actions.push(&Action { by: step.by, text: &step.text, at: step.at });
        stems.push((ply, Vec::new(), play.fork()));
    }
    let mut notes = Vec::new();
    for n in 0..24 {
        let (ply, mut line, play) = {
            let (ply, line, play) = &stems[draw.below(stems.len())];
            (*ply, line.clone(), play.fork())
        };
        let mut play = play;
        for _ in 0..=draw.below(if n == 0 { 200 } else { 40 }) {
            if line.len() >= 200 {
                break;
            }
            let Some(step) = step(&*play, &mut draw) else { break };
            play.act(step.by, &step.text, step.at).expect("legal");
            line.push(step.write(play.card()));
            if draw.below(9) == 0 {
                stems.push((ply, line.clone(), play.fork()));
            }
        }
        if line.is_empty() {
            continue;
        }
        let text = ["", "why not", "a \"quoted\\ {remark}\n# second line", "é [x]"][draw.below(4)];
        let by = ["?", "heron", "mo\"ss"][draw.below(3)];
        let rise = u32::try_from(draw.below(3)).expect("small");
        notes.push(Note { ply, text: text.to_owned(), by: by.to_owned(), line, rise });
    }
    notes.sort_by_key(|note| note.ply);
    Record { log: Log { header, actions }, facts: gamekeep::record::facts::Facts::default(), notes }
}

/// At most 4 siblings, as many as the trees of the report have.
fn widest(tree: &Tree) -> usize {
    let stems = tree.plies().map(Stem::Match).chain((0..tree.len()).map(Stem::Node));
    stems.map(|stem| tree.children(stem).len()).max().unwrap_or(0)
}

fn comes_back(record: &Record) {
    let registry = Registry::standard();
    let head = link::head(&record.log);
    let tree = Tree::of(&record.notes);
    for out in [text::export(record, None, head, &[]), json::write(record, None, head, &[])] {
        let checked = input::records(&out, &registry)[0].check(&registry).and_then(Checked::whole);
        let checked = checked.unwrap_or_else(|fault| panic!("{fault}\n{out}"));
        assert_eq!(checked.record.notes, record.notes);
        assert_eq!(Tree::of(&checked.record.notes), tree);
        assert_eq!(checked.head, head, "side lines are never hashed");
        for again in [
            text::export(&checked.record, None, head, &[]),
            json::write(&checked.record, None, head, &[]),
        ] {
            assert!(again == out || again.starts_with('{') != out.starts_with('{'));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10, failure_persistence: None, ..Default::default() })]
    #[test]
    fn any_tree_comes_back_from_an_export(seed in any::<u64>()) {
        for game in Registry::standard().games() {
            comes_back(&grown(game, seed));
        }
    }
}

#[test]
fn a_tree_of_200_plies_with_4_branches_comes_back() {
    let game = Registry::standard().newest("castle-danger").expect("a game");
    let mut draw = Draw(77);
    let mut record = grown(game, 7);
    let (mut deepest, mut widest_of) = (0, 0);
    record.notes.clear();
    let mut play = record.log.header.begin().expect("begins");
    let mut line: Vec<String> = Vec::new();
    while line.len() < 200 {
        let Some(next) = step(&*play, &mut draw) else { break };
        for _ in 0..3 {
            let Some(other) = step(&*play, &mut draw) else { break };
            let side = line.iter().cloned().chain([other.write(play.card())]).collect();
            record.notes.push(Note { ply: 0, by: "?".to_owned(), line: side, ..Note::default() });
        }
        play.act(next.by, &next.text, next.at).expect("legal");
        line.push(next.write(play.card()));
        if play.outcome().is_some() {
            break;
        }
        let tree = Tree::of(&record.notes);
        (deepest, widest_of) = (line.len(), widest(&tree).max(widest_of));
    }
    record.notes.push(Note { ply: 0, by: "?".to_owned(), line, ..Note::default() });
    assert_eq!((deepest, widest_of), (200, 4));
    comes_back(&record);
}

#[test]
fn siblings_stand_as_they_came_but_for_those_that_rose() {
    let line = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    let note = |texts: &[&str], rise| Note { line: line(texts), rise, ..Note::new(0, "") };
    let mut notes = vec![note(&["B +W", "B end"], 0), note(&["B +B"], 0), note(&["B +C"], 0)];
    let order = |notes: &[Note]| -> Vec<String> {
        let tree = Tree::of(notes);
        tree.walk(0).into_iter().map(|node| tree.node(node).expect("a node").step.clone()).collect()
    };
    assert_eq!(order(&notes), ["B +W", "B end", "B +B", "B +C"]);
    let rise = |notes: &mut Vec<Note>, text: &str| {
        let tree = Tree::of(&*notes);
        let node = tree.find(0, [text]).expect("there");
        notes.extend(tree.promotion(node).map(|rise| note(&[text], rise)));
    };
    rise(&mut notes, "B +C");
    assert_eq!(order(&notes), ["B +C", "B +W", "B end", "B +B"]);
    rise(&mut notes, "B +W");
    rise(&mut notes, "B +C");
    assert_eq!(order(&notes), ["B +C", "B +W", "B end", "B +B"]);
    let before = notes.len();
    rise(&mut notes, "B +C");
    assert_eq!(notes.len(), before, "the first has nowhere to rise");
    notes.reverse();
    assert_eq!(order(&notes)[..2], ["B +C", "B +W"], "in whatever order they come");
}

#[test]
fn a_side_line_that_the_rules_refuse_is_refused_with_its_place() {
    let registry = Registry::standard();
    let refused = |line: &str| {
        let text = format!("{OPEN}{line}\n");
        let checked = input::records(&text, &registry)[0].check(&registry);
        checked.and_then(Checked::whole).expect_err(line)
    };
    let fault = refused("# line 2 0 \"?\" \"\" \"B end\" \"B Kb1-c1\"");
    assert_eq!((fault.place.line, fault.ply, fault.rule), (15, Some(4), Some("CD-2.4")), "{fault}");
    assert_eq!(refused("# line 0 0 \"?\" \"\" \"B Kc1-c9\"").rule, Some("CD-3.1"));
    assert_eq!(refused("# line 0 0 \"?\" \"\" \"B  +W\"").rule, Some("notation"));
    assert_eq!(refused("# line 0 0 \"?\" \"\" \"+W\"").rule, None);
    assert_eq!(refused("# line 9 0 \"?\" \"\" \"B end\"").place.line, 15);
    assert_eq!(refused("# line 0 0 \"?\" \"\"").place.line, 15, "a line has actions");
    assert_eq!(refused("# line 0 \"?\" \"\" \"B +W\"").place.line, 15);
    let long: String = "\"B +W\" ".repeat(401);
    assert!(refused(&format!("# line 0 0 \"?\" \"\" {}", long.trim_end())).words.contains("400"));
    // Of a bad record the good part is kept, without the line that cannot be played.
    let text =
        format!("{OPEN}# line 0 0 \"?\" \"\" \"B +C\"\n# line 0 0 \"?\" \"\" \"B Kc1-c9\"\n");
    let checked = input::records(&text, &registry)[0].check(&registry).expect("read");
    assert!(checked.fault.is_some());
    let lines: Vec<&Vec<String>> = checked.record.notes.iter().map(|note| &note.line).collect();
    assert_eq!(lines, [&["B +C".to_owned()]]);
}

#[test]
fn side_lines_tell_nothing_hidden_while_the_match_goes_on() {
    let registry = Registry::standard();
    let told = format!("{OPEN}# line 0 0 \"?\" \"\" \"B +?=C\"\n");
    let fault = input::records(&told, &registry)[0].check(&registry).and_then(Checked::whole);
    assert!(fault.expect_err("it tells").rule.is_some());
    check(&format!("{OPEN}# line 0 0 \"?\" \"\" \"B +?\"\n"));
    let over = OPEN.replace("4 R +C @9000\n", "4 R resign @9000\n");
    check(&format!("{over}# line 0 0 \"?\" \"\" \"B +?=C\"\n"));
}
