//! Appending, and what is told of it.

use std::time::Duration;

use gamekeep::archive::{Archive, Change, ChangeKind, Continuation, Entry, Error, Mode, Refused};
use gamekeep::record::link::{self, Link};
use gamekeep::record::note::Note;
use gamekeep::record::replay::{self, CHECKPOINT_EVERY};
use gamekeep::rules::seat::Actor;

use super::super::support::*;

pub(super) fn an_append_goes_on_from_the_head(archive: &dyn Archive) {
    let steps = play(100, 4);
    let header = header_with_id("live");
    let id = store(archive, new_match(&header, &[], facts("Ada", "Grace", &[]))).id;
    let links = link::links(&log_of(&header, &steps));
    for (n, step) in steps.iter().enumerate() {
        let more = continuation(archive, id, std::slice::from_ref(step));
        let appended = archive.append(more, NOW + n as i64).unwrap();
        assert_eq!((appended.id, appended.head, appended.plies), (id, links[n + 1], n + 1));
        assert!(!appended.repeated);
    }
    let stored = archive.load(id).unwrap();
    assert_eq!(stored.log, log_of(&header, &steps));
    assert_eq!(stored.checkpoints.len(), 100 / CHECKPOINT_EVERY + 1);
    assert_eq!((stored.added_ms, stored.changed_ms), (NOW, NOW + 99));
    for (ply, link) in links.iter().enumerate() {
        assert_eq!(place(archive, link), Some((id, ply)), "every head is a link for ever");
    }
    let as_a_whole = new_match(&header, &steps, facts("Ada", "Grace", &[]));
    store_as(archive, as_a_whole, Entry::Already);
    all_verified(archive);
}

pub(super) fn a_wrong_head_is_told_the_present_one(archive: &dyn Archive) {
    let steps = play(60, 4);
    let id = store(archive, ada_grace(&steps[..50])).id;
    let early = continuation(archive, id, &steps[50..51]);
    let late = continuation(archive, id, &steps[50..60]);
    let head = archive.append(early.clone(), NOW).unwrap().head;
    let before = told(&archive.load(id).unwrap());
    for stale in [early, late] {
        let error = archive.append(stale, NOW).unwrap_err();
        assert!(matches!(error, Error::StaleHead { head: present } if present == head), "{error}");
    }
    let mut unknown = continuation(archive, id, &steps[51..52]);
    unknown.expected = Link::from_bytes([1; 32]);
    assert!(matches!(archive.append(unknown.clone(), NOW), Err(Error::NotFound)));
    // A ply that is a link, but was never a head.
    unknown.expected = link::link_at(&log_of(&header(), &steps), 16);
    assert!(matches!(archive.append(unknown, NOW), Err(Error::NotFound)));
    let mut nothing = continuation(archive, id, &steps[51..52]);
    nothing.actions.truncate(0);
    assert!(matches!(archive.append(nothing, NOW), Err(Error::Unfit { .. })));
    let mut unfit = continuation(archive, id, &steps[51..52]);
    unfit.checkpoints.clear();
    assert!(matches!(archive.append(unfit, NOW), Err(Error::Unfit { .. })));
    assert_eq!(told(&archive.load(id).unwrap()), before);
}

pub(super) fn nothing_follows_a_result(archive: &dyn Archive) {
    let steps = play(20, 4);
    let id = store(archive, ada_grace(&steps)).id;
    let end = [(Actor::Arbiter, "draw".to_owned(), None)];
    let after = continuation(archive, id, &play_on(&header(), &steps, 21, 1)[20..]);
    let over = archive.append(continuation(archive, id, &end), NOW).unwrap();
    let stored = archive.load(id).unwrap();
    assert!(stored.outcome.is_some());
    let mut more = after.clone();
    more.expected = over.head;
    let error = archive.append(more, NOW).unwrap_err();
    assert!(matches!(error, Error::AfterEnd { head } if head == over.head), "{error}");
    let mut play = replay::at(&stored.log, 21).unwrap();
    let refused = Continuation::check(over.head, &stored.log, &mut *play, after.actions);
    assert!(
        matches!(refused, Err(Refused::NotAllowed { ply: 22, illegal }) if illegal.rule == "after-end")
    );
    let counts = archive.counts().unwrap();
    assert_eq!(counts[0].matches, [0, 0, 0, 1, 0]);
    assert_eq!(counts[0].actions, [0, 0, 0, 21, 0]);
    all_verified(archive);
}

pub(super) fn a_key_is_answered_alike(archive: &dyn Archive) {
    let steps = play(60, 4);
    let id = store(archive, ada_grace(&steps[..50])).id;
    let with_key = |range: std::ops::Range<usize>, key: &str| {
        let mut more = continuation(archive, id, &steps[range]);
        more.key = Some(key.to_owned());
        more
    };
    let first = with_key(50..51, "k1");
    let answer = archive.append(first.clone(), NOW).unwrap();
    let second = with_key(51..53, "k2");
    archive.append(second.clone(), NOW).unwrap();
    let again = archive.append(first.clone(), NOW + 5_000).unwrap();
    assert_eq!((again.head, again.plies, again.repeated), (answer.head, 51, true));
    assert!(archive.append(second.clone(), NOW).unwrap().repeated);
    let mut other = second.clone();
    other.key = Some("k1".to_owned());
    assert!(matches!(archive.append(other, NOW), Err(Error::KeyReused)));
    let mut keyless = first.clone();
    keyless.key = None;
    assert!(matches!(archive.append(keyless, NOW), Err(Error::StaleHead { .. })));
    let mut long = with_key(53..54, &"k".repeat(101));
    assert!(matches!(archive.append(long.clone(), NOW), Err(Error::Unfit { .. })));
    long.key = Some("k".repeat(100));
    assert_eq!(archive.append(long, NOW).unwrap().plies, 54);
    // Another match has keys of its own.
    let there = store(archive, ada_grace(&play(50, 5))).id;
    let step = &play(51, 5)[50..];
    let mut elsewhere = continuation(archive, there, step);
    elsewhere.key = Some("k1".to_owned());
    assert!(!archive.append(elsewhere, NOW).unwrap().repeated);
    // Answers are kept for a day, and not for ever.
    let day_ms = 24 * 3_600 * 1_000;
    assert_eq!(archive.prune(NOW + day_ms).unwrap(), 0);
    assert!(archive.append(first.clone(), NOW + day_ms).unwrap().repeated);
    assert_eq!(archive.prune(NOW + day_ms + 1).unwrap(), 4);
    assert!(matches!(archive.append(first, NOW), Err(Error::StaleHead { .. })));
    assert_eq!(archive.load(id).unwrap().log.actions.len(), 54);
}

pub(super) fn a_continuation_is_within_the_limits(archive: &dyn Archive) {
    let steps = play(20, 4);
    let timed: Vec<Step> = steps.iter().map(|(by, t, _)| (*by, t.clone(), Some(500))).collect();
    let id = store(archive, ada_grace(&timed[..10])).id;
    let stored = archive.load_log(id).unwrap();
    let check = |steps: &[Step]| {
        let mut play = replay::at(&stored.log, 10).unwrap();
        Continuation::check(stored.head, &stored.log, &mut *play, actions_of(steps))
    };
    assert!(check(&timed[10..]).is_ok());
    let mut earlier = timed[10..].to_vec();
    earlier[1].2 = Some(499);
    assert!(matches!(check(&earlier), Err(Refused::Time { ply: 12, .. })));
    earlier[1].2 = Some(1 << 53);
    assert!(matches!(check(&earlier), Err(Refused::Time { ply: 12, .. })));
    assert!(matches!(check(&timed), Err(Refused::NotAllowed { .. })));
    let long = [(timed[10].0, "x".repeat(200), None)];
    assert!(matches!(check(&long), Err(Refused::TooLarge { ply: 11, .. })));
}

pub(super) fn changes_are_told_after_they_are_stored(archive: &dyn Archive) {
    let mut changes = archive.watch();
    let mut told = |kind| {
        let change: Change = (0..500)
            .find_map(|_| {
                let change = changes.try_recv().ok();
                if change.is_none() {
                    std::thread::sleep(Duration::from_millis(2));
                }
                change
            })
            .expect("a change");
        assert_eq!(change.kind, kind);
        (change.id, change.head, change.plies)
    };
    let steps = play(30, 4);
    let id = store(archive, ada_grace(&steps[..20])).id;
    let head = archive.load(id).unwrap().head;
    assert_eq!(told(ChangeKind::New), (id, head, 20));
    let appended = archive.append(continuation(archive, id, &steps[20..25]), NOW).unwrap();
    assert_eq!(told(ChangeKind::Grown), (id, appended.head, 25));
    store(archive, ada_grace(&steps[..25]));
    store(archive, ada_grace(&steps));
    let head = archive.load(id).unwrap().head;
    assert_eq!(told(ChangeKind::Grown), (id, head, 30));
    archive.annotate(id, vec![Note::new(1, "n")], NOW).unwrap();
    assert_eq!(told(ChangeKind::Told), (id, head, 30));
    let fork = store(archive, leaves(&steps, 20, 25));
    assert_eq!(told(ChangeKind::Told), (id, head, 30));
    assert_eq!(told(ChangeKind::New), (fork.id, fork.link, 25));
    let mut bad = ada_grace(&play(20, 8));
    bad.checkpoints.clear();
    archive.store(vec![ada_grace(&play(20, 9)), bad], Mode::Whole, NOW).unwrap_err();
    archive.withdraw(&head, "", NOW).unwrap();
    assert_eq!(told(ChangeKind::Told), (fork.id, fork.link, 25));
    assert_eq!(told(ChangeKind::Withdrawn), (id, head, 30));
}
