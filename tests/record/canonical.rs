//! The canonical text, the chain of links, and JSON.

use gamekeep::games::Registry;
use gamekeep::record::draft::Checked;
use gamekeep::record::{input, json, link, replay, text};

/// A match from record.md, and one that is over.
pub(super) const OPEN: &str = "[Gamekeep \"1\"]\n[Game \"castle-danger\"]\n[Rules \"1\"]\n\
    [Id \"ladder-2217\"]\n[hidden \"yes\"]\n[Blue \"Ada\"]\n[Red \"Grace\"]\n\
    [Event \"Club ladder\"]\n[Date \"2026-11-30\"]\n\n\
    1 B +W @1200\n2 B Kc1-b1 @4100\n3 B end @4900\n4 R +C @9000\n";

pub(super) fn check(text: &str) -> Checked {
    let registry = Registry::standard();
    let inputs = input::records(text, &registry);
    assert_eq!(inputs.len(), 1, "{text}");
    let checked = inputs[0].check(&registry).and_then(Checked::whole);
    checked.unwrap_or_else(|fault| panic!("{fault}\n{text}"))
}

#[test]
fn canonical_text_comes_back_byte_for_byte() {
    assert_eq!(text::write(&check(OPEN).record), OPEN);
}

#[test]
fn the_log_text_is_the_canonical_text_without_facts() {
    let log = check(OPEN).record.log;
    let expected = "[Gamekeep \"1\"]\n[Game \"castle-danger\"]\n[Rules \"1\"]\n\
        [Id \"ladder-2217\"]\n[hidden \"yes\"]\n\n\
        1 B +W @1200\n2 B Kc1-b1 @4100\n";
    assert_eq!(log.text(2), expected);
}

#[test]
fn every_link_is_the_hash_of_the_log_text_so_far() {
    let checked = check(OPEN);
    let log = &checked.record.log;
    for (ply, link) in link::links(log).into_iter().enumerate() {
        let hash = blake3::hash(log.text(ply).as_bytes()).to_hex().to_string();
        assert_eq!(link.to_string(), hash, "ply {ply}");
        assert_eq!(link, link::link_at(log, ply));
    }
    assert_eq!(link::links(log).last(), Some(&checked.head));
}

/// DET-O3: nor anything else that is said of a match.
#[test]
fn names_and_dates_do_not_change_the_link() {
    let other = OPEN.replace("Ada", "heron").replace("2026-11-30", "2025");
    assert_eq!(check(&other).head, check(OPEN).head);
    let times = OPEN.replace(" @4900", "");
    assert_ne!(check(&times).head, check(OPEN).head);
}

#[test]
fn text_and_json_convert_to_each_other_without_loss() {
    let with_notes = format!(
        "{OPEN}# note 1 \"?\" \"a wizard first\"\n\
         # note 2 \"moss\" \"so }} it {{ goes\\nover \\\"lines\\\" and \\\\ back\"\n"
    );
    let first = check(&with_notes);
    assert_eq!(first.record.notes.len(), 2);
    assert_eq!(first.record.notes[1].text, "so } it { goes\nover \"lines\" and \\ back");
    let json = json::write(&first.record, None, first.head, &first.checkpoints);
    let second = check(&json);
    assert_eq!(second.record, first.record);
    let export = text::export(&second.record, None, second.head, &second.checkpoints);
    let third = check(&export);
    assert_eq!(third.record, first.record);
    assert_eq!(third.verdict, replay::Verdict::Exact);
    assert_eq!(text::export(&third.record, None, third.head, &third.checkpoints), export);
}

#[test]
fn claims_are_checked() {
    let checked = check(OPEN);
    let export = text::export(&checked.record, None, checked.head, &checked.checkpoints);
    let fails = |text: &str| {
        let registry = Registry::standard();
        let fault = input::records(text, &registry)[0].check(&registry).and_then(Checked::whole);
        fault.expect_err(text).to_string()
    };
    let head = checked.head.to_string();
    let other = "0".repeat(64);
    let found = fails(&export.replace(&head, &other));
    assert!(found.contains(&head) && found.contains(&other), "{found}");
    let found = fails(&export.replace("result unfinished", "result draw (agreed)"));
    assert!(found.contains("unfinished") && found.contains("draw (agreed)"), "{found}");
    let position = checked.checkpoints[0].hash.to_string();
    let diverged = check(&export.replace(&position, "0123456789abcdef"));
    assert!(matches!(diverged.verdict, replay::Verdict::Diverged { ply: 4, .. }));
}

#[test]
fn json_faults_name_their_path() {
    let fails = |text: &str| {
        let registry = Registry::standard();
        let fault = input::records(text, &registry)[0].check(&registry).and_then(Checked::whole);
        fault.expect_err(text).to_string()
    };
    let good = r#"{"gamekeep":1,"game":"castle-danger","actions":[{"by":"B","do":"+W"}]}"#;
    check(good);
    let found = fails(&good.replace("\"do\"", "\"move\""));
    assert!(found.contains("actions[0]") && found.contains("move"), "{found}");
    let found = fails(&good.replace("+W", "+K"));
    assert!(found.contains("actions[0].do") && found.contains("notation"), "{found}");
    let found =
        fails(&good.replace("\"game\"", "\"options\":{\"box\":\"yes\",\"box\":\"no\"},\"game\""));
    assert!(found.contains("duplicate"), "{found}");
    let found = fails("[{\"gamekeep\":1}]");
    assert!(!found.is_empty());
}
