//! Keeping what was tried: beside a match, or as a match of its own.

use gamekeep::archive::Entry;
use gamekeep::record::line::Step;
use gamekeep::record::link;
use gamekeep::record::tree::{Stem, Tree};
use gamekeep::service::side_lines::{LineError, NewLine};
use gamekeep::service::trial::{Attempt, Origin};

use super::{Kept, OPEN, keep};

/// A line tried in a match, as steps.
fn steps(kept: &Kept, link: &str, ply: usize, words: &[&str]) -> Vec<Step> {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let ground = kept.keep.ground(&Origin::Match { link, ply }).expect("there");
    let attempt = Attempt { words: &words, done: words.len(), ..Attempt::default() };
    let trial = ground.attempt(&attempt).expect("replays");
    assert!(trial.refusal.is_none(), "{:?}", trial.refusal);
    trial.steps()
}

fn store(
    kept: &Kept,
    link: &str,
    ply: usize,
    words: &[&str],
) -> Result<gamekeep::archive::Stored, LineError> {
    let ground = kept.keep.ground(&Origin::Match { link, ply }).expect("there");
    kept.keep.store_line(&ground, &steps(kept, link, ply, words), 0)
}

fn keep_line(
    kept: &Kept,
    link: &str,
    ply: usize,
    words: &[&str],
    text: &str,
) -> Result<(usize, Vec<String>), LineError> {
    let steps = steps(kept, link, ply, words);
    kept.keep.keep_line(&NewLine { link, ply, steps: &steps, text, by: "otter" }, 0)
}

#[test]
fn a_fork_names_its_parent() {
    let kept = keep();
    let head = kept.import(OPEN);
    let stored = store(&kept, &head, 3, &["+B", "Bd9-d8"]).expect("stored");
    let parent = kept.keep.load(&head).expect("there");
    let left = link::link_at(&parent.log, 3);
    assert_eq!(stored.entry, Entry::Fork { parent: left, ply: 3 });
    let fork = kept.keep.load(&stored.link.to_string()).expect("there");
    assert_eq!(fork.record().facts.get("Parent"), Some(left.to_string().as_str()));
    assert_eq!(fork.parent, Some((left, 3)));
    assert_eq!(link::link_at(&fork.log, 3), left, "both have the same links up to there");
    assert_eq!(kept.keep.load(&head).expect("there").forks, [(stored.link, 3)]);
    let again = store(&kept, &head, 3, &["+B", "Bd9-d8"]).expect("known");
    assert_eq!((again.link, again.entry), (stored.link, Entry::Already));
    // What begins like the match leaves it later.
    let later = store(&kept, &head, 1, &["Kc1-b1", "end", "+W"]).expect("stored");
    let fork = kept.keep.load(&later.link.to_string()).expect("there");
    assert_eq!(fork.parent.map(|(_, ply)| ply), Some(3));
}

#[test]
fn what_is_tried_is_never_taken_for_what_is_played() {
    let kept = keep();
    let head = kept.import(OPEN);
    let stored = store(&kept, &head, 6, &["end"]).expect("stored");
    assert_ne!(stored.link.to_string(), head);
    let parent = kept.keep.load(&head).expect("there");
    assert_eq!(parent.log.actions.len(), 6, "the match itself has not gone on");
    let fork = kept.keep.load(&stored.link.to_string()).expect("there");
    let id = fork.log.header.id.clone().expect("an id of its own");
    assert_eq!(id, format!("fork:{}", parent.head.short()));
    assert_eq!(fork.parent, Some((parent.head, 6)));
    // The match goes on as it was tried; both stay what they are.
    let on = kept.import(&format!("{OPEN}7 R end\n"));
    assert_eq!(kept.keep.load(&on).expect("there").id, parent.id);
    assert_ne!(fork.id, parent.id);
}

#[test]
fn nothing_new_is_not_kept() {
    let kept = keep();
    let head = kept.import(OPEN);
    assert!(matches!(store(&kept, &head, 2, &[]), Err(LineError::Empty)));
    assert!(matches!(store(&kept, &head, 1, &["Kc1-b1", "end"]), Err(LineError::AsPlayed)));
    assert!(matches!(keep_line(&kept, &head, 2, &[], ""), Err(LineError::Empty)));
    assert!(matches!(keep_line(&kept, &head, 1, &["Kc1-b1"], "x"), Err(LineError::AsPlayed)));
    let none = NewLine {
        link: &head,
        ply: 1,
        steps: &steps(&kept, &head, 1, &["Wd1-d2"]),
        text: "",
        by: "?",
    };
    assert!(matches!(kept.keep.promote_line(&none, 0), Err(LineError::NotKept)));
    let illegal = [Step { by: none.steps[0].by, text: "Kc1-c9".to_owned(), at: None }];
    let bad = kept.keep.keep_line(&NewLine { steps: &illegal, ..none }, 0);
    assert!(matches!(bad, Err(LineError::Bad(_))), "{bad:?}");
    assert!(kept.keep.side_lines(&head).expect("there").tree.is_empty());
}

#[test]
fn side_lines_are_kept_promoted_commented_exported_and_imported() {
    let kept = keep();
    let head = kept.import(OPEN);
    let kept_at =
        keep_line(&kept, &head, 1, &["Wd1-d2", "Kc1-d1"], "a wizard first").expect("kept");
    assert_eq!(kept_at, (1, vec!["B Wd1-d2".to_owned(), "B Kc1-d1".to_owned()]));
    keep_line(&kept, &head, 1, &["Wd1-d2", "end"], "").expect("kept");
    keep_line(&kept, &head, 1, &["We1-f1"], "or this\r\nway\u{7}").expect("kept");
    let later = keep_line(&kept, &head, 1, &["Kc1-b1", "Wd1-d2"], "").expect("kept");
    assert_eq!(later, (2, vec!["B Wd1-d2".to_owned()]), "it leaves the match at ply 2");
    keep_line(&kept, &head, 1, &["Wd1-d2"], "why").expect("commented");
    for words in [&["Wd1-d2", "end"][..], &["We1-f1"], &["Wd1-d2"], &["We1-f1"]] {
        let steps = steps(&kept, &head, 1, words);
        let line = NewLine { link: &head, ply: 1, steps: &steps, text: "", by: "otter" };
        kept.keep.promote_line(&line, 0).expect("promoted");
    }
    let tree = kept.keep.side_lines(&head).expect("there").tree;
    let names = |tree: &Tree, stem| -> Vec<String> {
        tree.children(stem).iter().map(|node| tree.node(*node).expect("one").step.clone()).collect()
    };
    assert_eq!(names(&tree, Stem::Match(1)), ["B We1-f1", "B Wd1-d2"]);
    let second = tree.find(1, ["B Wd1-d2"]).expect("there");
    assert_eq!(names(&tree, Stem::Node(second)), ["B end", "B Kc1-d1"]);
    assert_eq!(tree.node(second).expect("one").remarks, [("otter".to_owned(), "why".to_owned())]);
    let first = tree.find(1, ["B We1-f1"]).expect("there");
    assert_eq!(tree.node(first).expect("one").remarks[0].1, "or this\nway");

    let stored = kept.keep.load(&head).expect("there");
    for out in [kept.keep.text(&head), kept.keep.json(&head)] {
        let (link, out) = out.expect("exports");
        assert_eq!(link, stored.head, "side lines are no part of the hash");
        let other = keep();
        assert_eq!(other.import(&out), head);
        assert_eq!(other.keep.side_lines(&head).expect("there").tree, tree);
        let notes = |kept: &Kept| {
            let stored = kept.keep.load(&head).expect("there");
            stored.notes.into_iter().map(|stored| stored.note).collect::<Vec<_>>()
        };
        assert_eq!(notes(&other), notes(&kept));
        other.import(&out);
        assert_eq!(notes(&other), notes(&kept), "what is known is not added again");
    }
}

#[test]
fn a_match_that_is_over_has_side_lines_too() {
    let kept = keep();
    let head = kept.import(&OPEN.replace("6 R Cd8*d5\n", "6 R resign\n"));
    keep_line(&kept, &head, 5, &["Cd8*d5", "end"], "not so fast").expect("kept");
    let fork = store(&kept, &head, 5, &["Cd8*d5"]).expect("stored");
    assert!(matches!(fork.entry, Entry::Fork { ply: 5, .. }));
    assert_eq!(kept.keep.side_lines(&head).expect("there").tree.len(), 2);
}
