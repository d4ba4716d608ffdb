//! Frames: the compact data that the picture and the page's script share.

use std::process::Command;

use gamekeep::picture::{Frame, Mark, MarkKind, Sheet};
use gamekeep::rules::effect::Effect;
use serde_json::{Value, json};

use super::scenes::{Sample, all, at, castle_danger, siege};

fn frame_of(sample: &Sample) -> (Sheet, Frame) {
    let mut sheet = Sheet::new(&sample.card, &sample.scene);
    let frame = sheet.frame(&sample.scene, &sample.effects);
    (sheet, frame)
}

#[test]
fn a_frame_is_small_and_plain() {
    let (sheet, frame) = frame_of(&castle_danger());
    let value = serde_json::to_value(&frame).unwrap();
    assert_eq!(value["i"]["8"], json!([0]), "the King of b1");
    assert_eq!(value["m"], json!([[0, 61, 61, 1], [4, 26, 61, 1], [7, 61, 61, 1]]));
    let value = serde_json::to_value(&sheet).unwrap();
    assert_eq!(value["seats"], json!(["Blue", "Red"]));
    let king =
        json!(["<use href=\"#f0\"/><use href=\"#s-king\"/>", "p0", 0, 0, "", 1, "Blue King", ""]);
    assert_eq!(value["kinds"][0], king);
    for sample in all() {
        let (_, frame) = frame_of(&sample);
        let bytes = serde_json::to_string(&frame).unwrap().len();
        assert!(bytes < 3_000, "{}: {bytes} bytes", sample.name);
    }
}

#[test]
fn kinds_are_shared_by_all_frames_of_a_sheet() {
    let mut sample = castle_danger();
    let (mut sheet, first) = frame_of(&sample);
    let kinds = sheet.symbols().count();
    sample.scene.items.swap(0, 1);
    let again = sheet.frame(&sample.scene, &sample.effects);
    assert_eq!((sheet.symbols().count(), first), (kinds, again));
}

/// What the script does with changes.
fn apply(frame: &Value, changes: &Value) -> Value {
    let mut next = frame.clone();
    for field in ["z", "a", "m"] {
        if let Some(value) = changes.get(field) {
            next[field] = value.clone();
        }
    }
    for (cell, kinds) in changes["i"].as_object().expect("an object") {
        let map = next["i"].as_object_mut().expect("an object");
        if kinds == &json!([]) {
            map.remove(cell);
        } else {
            map.insert(cell.clone(), kinds.clone());
        }
    }
    next
}

#[test]
fn changes_turn_one_frame_into_the_next() {
    for sample in all() {
        let (mut sheet, first) = frame_of(&sample);
        let mut scene = sample.scene.clone();
        let moved = scene.items.pop().expect("an item");
        scene.items.remove(1);
        scene.items[0].at = at("c6");
        scene.items.insert(0, gamekeep::rules::scene::Item { at: at("a7"), ..moved });
        scene.arrows.clear();
        let thing = gamekeep::rules::effect::Thing {
            symbol: moved.symbol,
            seat: moved.seat,
            name: moved.name,
        };
        let effects = [Effect::Move { thing, from: moved.at, to: at("a7") }];
        let second = sheet.frame(&scene, &effects);
        for (from, to) in [(&first, &second), (&second, &first), (&first, &first)] {
            let changes = serde_json::to_value(from.changes_to(to)).unwrap();
            let (from, to) =
                (serde_json::to_value(from).unwrap(), serde_json::to_value(to).unwrap());
            assert_eq!(apply(&from, &changes), to, "{}", sample.name);
        }
        let none = serde_json::to_value(first.changes_to(&first)).unwrap();
        assert_eq!(none["i"], json!({}));
        assert!(none.get("z").is_none() && none.get("a").is_none());
    }
}

#[test]
fn marks_of_wide_things_are_wide() {
    let (_, frame) = frame_of(&siege());
    let gun = frame.marks.iter().find(|mark| mark.kind == MarkKind::Glow).expect("a glow");
    assert_eq!(gun.span, 2);
}

/// The script writes what we write. Needs `node`; without it the test says so and passes.
#[test]
fn the_pages_script_draws_the_same() {
    let mut cases = Vec::new();
    let mut expected = Vec::new();
    for sample in all() {
        let (sheet, mut frame) = frame_of(&sample);
        for (kind, from, to) in
            [(MarkKind::Noted, 20, 20), (MarkKind::Pointed, 20, 41), (MarkKind::Moved, 9, 60)]
        {
            frame.marks.push(Mark { kind, from, to, span: 1 });
        }
        frame.marks.sort_unstable();
        for flipped in [false, true] {
            let mut out = String::new();
            sheet.write_over(&frame, flipped, &mut out);
            expected.push(out);
            cases.push(json!([sheet, frame, flipped]));
        }
    }
    let dir = tempfile::tempdir().unwrap();
    let script = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/static/board.js"));
    let program = format!(
        "{}\nconst cases = {};\nprocess.stdout.write(JSON.stringify(cases.map(\
         ([sheet, frame, flipped]) => boardOver(sheet, frame, flipped))));",
        script.unwrap(),
        Value::from(cases)
    );
    let path = dir.path().join("case.js");
    std::fs::write(&path, program).unwrap();
    let Ok(run) = Command::new("node").arg(&path).output() else {
        println!("no node here: the script is not compared");
        return;
    };
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let drawn: Vec<String> = serde_json::from_slice(&run.stdout).unwrap();
    for (drawn, expected) in drawn.iter().zip(&expected) {
        let differ = drawn.bytes().zip(expected.bytes()).position(|(a, b)| a != b);
        let near = |text: &str| {
            let from = differ.unwrap_or(0).saturating_sub(60);
            text.chars().skip(from).take(160).collect::<String>()
        };
        assert!(drawn == expected, "\nscript {}\nwe     {}", near(drawn), near(expected));
    }
    assert_eq!(drawn.len(), expected.len());
}
