//! What every store must do. A store is tested by naming it at the end.

use std::time::Duration;

use gamekeep::archive::{
    Archive, Change, ChangeKind, Continuation, Entry, Error, Filter, Found, Mode, NewToken, Page,
    Refused, ResultKind, Role, Scope, day,
};
use gamekeep::games::Registry;
use gamekeep::record::draft::Checked;
use gamekeep::record::link::{self, Link, LinkPrefix, PositionHash};
use gamekeep::record::note::Note;
use gamekeep::record::replay::{self, CHECKPOINT_EVERY, Verdict};
use gamekeep::record::{input, text};
use gamekeep::rules::seat::{Actor, Seat};

use super::support::*;

fn a_match_comes_back_as_it_went(archive: &dyn Archive) {
    let steps: Vec<Step> = play(150, 1)
        .into_iter()
        .enumerate()
        .map(|(n, (by, text, _))| (by, text, (n % 3 > 0).then_some(1_000 * n as u64)))
        .collect();
    let mut new = new_match(
        &header_with_id("ladder-2217"),
        &steps,
        facts(
            "Ada \\ \"A\"",
            "漢",
            &[("Event", "Club = ladder"), ("Odd", ""), ("Date", "2026-11")],
        ),
    );
    new.record.notes = vec![Note::new(3, "so it goes\nover lines"), Note::new(0, "")];
    new.source = Some("import of games.gk".to_owned());
    let (record, head, checkpoints) = (new.record.clone(), new.head, new.checkpoints.clone());
    let id = store_as(archive, new, Entry::New);
    let stored = archive.load(id).unwrap();
    assert_eq!(stored.log, record.log);
    assert_eq!(stored.recordings[0].facts, record.facts);
    assert_eq!(stored.recordings[0].source.as_deref(), Some("import of games.gk"));
    assert_eq!(stored.recordings[0].added_ms, NOW);
    assert_eq!(stored.recordings.len(), 1);
    assert_eq!((stored.head, &stored.checkpoints), (head, &checkpoints));
    assert_eq!((stored.added_ms, stored.changed_ms, stored.listed), (NOW, NOW, true));
    assert_eq!((stored.parent, stored.forks.len()), (None, 0));
    let notes: Vec<_> = stored.notes.iter().map(|note| (note.note.ply, note.added_ms)).collect();
    assert_eq!(notes, [(0, NOW), (3, NOW)]);
    let summary = archive.summary(id).unwrap();
    assert_eq!((summary.head, summary.plies, summary.facts), (head, 150, record.facts));
    assert_eq!((summary.game.as_str(), summary.rules, summary.outcome), ("castle-danger", 1, None));
    all_verified(archive);
}

fn verdicts_and_outcomes_come_back(archive: &dyn Archive) {
    let hash = PositionHash::from_u64;
    let diverged = Verdict::Diverged { ply: 7, recorded: hash(u64::MAX), replayed: hash(3) };
    for (n, verdict) in [Verdict::Exact, Verdict::Replays, diverged].into_iter().enumerate() {
        let mut steps = play(20, 5);
        steps.push(
            [
                (Actor::Seat(Seat::First), "resign".to_owned(), None),
                (Actor::Arbiter, "draw".to_owned(), None),
                (Actor::Arbiter, "abort".to_owned(), None),
            ][n]
                .clone(),
        );
        let mut new = ada_grace(&steps);
        new.verdict = verdict;
        let outcome = new.outcome;
        assert!(outcome.is_some());
        let stored = archive.load(store(archive, new).id).unwrap();
        assert_eq!(stored.recordings[0].verdict, verdict);
        assert_eq!(stored.outcome, outcome);
    }
    all_verified(archive);
}

fn a_match_without_actions_is_one(archive: &dyn Archive) {
    let empty = header_with_id("empty");
    let id = store_as(archive, new_match(&empty, &[], facts("a", "b", &[])), Entry::New);
    let resigned = header_with_id("at once");
    let resign = [(Actor::Seat(Seat::Second), "resign".to_owned(), None)];
    let short = new_match(&resigned, &resign, facts("a", "b", &[]));
    let resigned = store_as(archive, short, Entry::New);
    assert_eq!(archive.load(id).unwrap().log.actions.len(), 0);
    assert_eq!(archive.load(resigned).unwrap().log.actions.len(), 1);
    let start = archive.load(id).unwrap().head;
    assert_eq!(place(archive, &start), Some((id, 0)));
    archive.append(continuation(archive, id, &play(40, 3)), NOW).unwrap();
    assert_eq!(place(archive, &start), Some((id, 0)), "its first head is a link for ever");
    all_verified(archive);
}

fn what_is_stored_is_not_stored_again(archive: &dyn Archive) {
    let steps = play(60, 2);
    let id = store_as(archive, noted(ada_grace(&steps), 3, "well"), Entry::New);
    let before = told(&archive.load(id).unwrap());
    assert_eq!(store_as(archive, ada_grace(&steps), Entry::Already), id);
    assert_eq!(store_as(archive, noted(ada_grace(&steps), 3, "well"), Entry::Already), id);
    let mut with_parent = ada_grace(&steps);
    with_parent.record.facts.set("Parent", &"0".repeat(64));
    assert_eq!(store_as(archive, with_parent, Entry::Already), id);
    assert_eq!(told(&archive.load(id).unwrap()), before);
    assert_eq!(archive.recent(10).unwrap().len(), 1);
    assert_eq!(archive.counts().unwrap()[0].match_count(), 1);
}

fn an_export_imports_as_what_is_there(archive: &dyn Archive) {
    let registry = Registry::standard();
    let first = play(60, 2);
    store(archive, ada_grace(&first));
    let fork = play_on(&header(), &first[..20], 45, 9);
    let id = store(archive, noted(ada_grace(&fork), 2, "a\nnote \" \\")).id;
    let stored = archive.load(id).unwrap();
    assert!(stored.parent.is_some());
    let record = stored.record();
    assert!(record.facts.get("Parent").is_some());
    let exported = text::export(&record, stored.outcome.as_ref(), stored.head, &stored.checkpoints);
    let checked = input::records(&exported, &registry)[0].check(&registry).unwrap();
    let again = checked.whole().unwrap();
    assert_eq!(again.verdict, Verdict::Exact);
    assert_eq!(store_as(archive, again.into(), Entry::Already), id);
}

fn other_facts_are_a_second_recording(archive: &dyn Archive) {
    let steps = play(60, 2);
    let id = store(archive, ada_grace(&steps)).id;
    let other = |event| new_match(&header(), &steps, facts("heron", "?", &[("Event", event)]));
    assert_eq!(store_as(archive, other("Cup"), Entry::Recorded), id);
    assert_eq!(store_as(archive, other("Cup"), Entry::Already), id);
    assert_eq!(store_as(archive, noted(other("Cup"), 4, "odd"), Entry::Recorded), id);
    assert_eq!(store_as(archive, other("Cup final"), Entry::Recorded), id);
    let stored = archive.load(id).unwrap();
    let players: Vec<_> = stored.recordings.iter().map(|r| r.facts.players[0].as_str()).collect();
    assert_eq!(players, ["Ada", "heron", "heron"]);
    assert_eq!(stored.notes.len(), 1);
    assert_eq!(stored.record().facts, stored.recordings[0].facts);
    for name in ["Ada", "Grace", "heron"] {
        let filter = Filter { player: Some(name.to_owned()), ..Filter::default() };
        let page = Page { before: None, limit: 9 };
        assert_eq!(archive.list(&filter, &page).unwrap().matches.len(), 1, "{name}");
    }
    assert_eq!(archive.counts().unwrap()[0].match_count(), 1);
}

fn a_shorter_log_only_gives_its_head_out(archive: &dyn Archive) {
    let steps = play(90, 2);
    let id = store(archive, ada_grace(&steps)).id;
    let before = told(&archive.load(id).unwrap());
    for plies in [89, 64, 37, 16, 4, 3, 1, 0] {
        let part = new_match(&header(), &steps[..plies], facts("x", "y", &[]));
        let head = part.head;
        // A waypoint may be a link before.
        assert_eq!(store_as(archive, part, Entry::Shorter { plies: 90 }), id);
        assert_eq!(place(archive, &head), Some((id, plies)));
        let short: LinkPrefix = head.short().parse().unwrap();
        assert!(matches!(archive.find(&short).unwrap(), Found::One(place) if place.ply == plies));
    }
    assert_eq!(told(&archive.load(id).unwrap()), before);
}

fn a_longer_log_is_appended(archive: &dyn Archive) {
    let steps = play(150, 2);
    for from_ply in [0, 1, 4, 31, 32, 33, 64, 100] {
        let header = header_with_id(&format!("from-{from_ply}"));
        let part = |plies: usize| new_match(&header, &steps[..plies], facts("Ada", "?", &[]));
        let id = store_as(archive, part(from_ply), Entry::New);
        let old = part(from_ply).head;
        assert_eq!(store_as(archive, part(120), Entry::Continued { from_ply }), id);
        let stored = archive.load(id).unwrap();
        assert_eq!(stored.log.actions, actions_of(&steps[..120]));
        assert_eq!(stored.checkpoints, part(120).checkpoints);
        assert_eq!(stored.recordings.len(), 1);
        assert_eq!(place(archive, &old), Some((id, from_ply)));
        assert_eq!(place(archive, &part(120).head), Some((id, 120)));
        let other = new_match(&header, &steps, facts("heron", "?", &[]));
        assert_eq!(store_as(archive, other, Entry::Continued { from_ply: 120 }), id);
        assert_eq!(archive.load(id).unwrap().recordings.len(), 2);
    }
    all_verified(archive);
}

fn a_log_that_leaves_a_stored_one_is_its_fork(archive: &dyn Archive) {
    let steps = play(100, 2);
    let id = store(archive, ada_grace(&steps)).id;
    let links = link::links(&log_of(&header(), &steps));
    let mut heads = Vec::new();
    for ply in [99, 65, 64, 63, 40, 16, 15, 5, 4, 3, 1] {
        let fork = leaves(&steps, ply, ply + 7);
        heads.push((fork.head, ply));
        let entry = Entry::Fork { parent: links[ply], ply };
        let child = store_as(archive, fork, entry);
        let stored = archive.load(child).unwrap();
        assert_eq!(stored.parent, Some((links[ply], ply)));
        assert_eq!(stored.record().facts.get("Parent"), Some(links[ply].to_string().as_str()));
        assert_eq!(place(archive, &links[ply]), Some((id, ply)), "the parent is a link");
    }
    heads.reverse();
    assert_eq!(archive.load(id).unwrap().forks, heads);
    // Only the start in common is nothing in common.
    let elsewhere = leaves(&steps, 0, 30);
    store_as(archive, elsewhere, Entry::New);
    all_verified(archive);
}

/// A match that has so many plies in common with another one, and then goes its own way.
fn leaves(steps: &[Step], ply: usize, plies: usize) -> gamekeep::archive::NewMatch {
    let mut seed = 1_000;
    loop {
        seed += 1;
        let fork = play_on(&header(), &steps[..ply], plies, seed);
        if fork.len() == plies && fork[ply].1 != steps[ply].1 {
            return ada_grace(&fork);
        }
    }
}

fn a_fork_of_a_fork_knows_the_nearest(archive: &dyn Archive) {
    let root = play(100, 2);
    store(archive, ada_grace(&root));
    let mut line = root;
    for depth in 0..12 {
        // Each leaves the one before it two plies later, so that no waypoint is near.
        let ply = 18 + 2 * depth;
        let fork = leaves(&line, ply, 60);
        let parent = link::link_at(&log_of(&header(), &line), ply);
        line = fork.record.log.actions.iter().map(|a| (a.by, a.text.to_owned(), a.at)).collect();
        store_as(archive, fork, Entry::Fork { parent, ply });
    }
    // Every beginning of every line is known.
    for plies in [17, 19, 23, 30, 41, 59] {
        let stored = store(archive, ada_grace(&line[..plies]));
        assert!(matches!(stored.entry, Entry::Shorter { .. }), "{plies}: {:?}", stored.entry);
    }
    store_as(archive, ada_grace(&line), Entry::Already);
    all_verified(archive);
}

fn the_oldest_of_several_is_the_parent(archive: &dyn Archive) {
    let steps = play(60, 2);
    let first = store(archive, ada_grace(&steps)).id;
    let second = leaves(&steps, 30, 60);
    let second_steps: Vec<Step> =
        second.record.log.actions.iter().map(|a| (a.by, a.text.to_owned(), a.at)).collect();
    let second = store(archive, second).id;
    let third = loop_until(&steps, &second_steps, 20);
    let third = store(archive, third).id;
    let forks = archive.load(first).unwrap().forks;
    let heads: Vec<Link> = [third, second].map(|id| archive.load(id).unwrap().head).to_vec();
    assert_eq!(forks, [(heads[0], 20), (heads[1], 30)]);
    assert_eq!(archive.load(second).unwrap().forks, []);
}

fn loop_until(a: &[Step], b: &[Step], ply: usize) -> gamekeep::archive::NewMatch {
    assert_eq!(a[..ply], b[..ply]);
    leaves(a, ply, ply + 9)
}

fn a_parent_that_the_record_names_goes_first(archive: &dyn Archive) {
    let steps = play(60, 2);
    let part = |plies: usize| {
        new_match(&header_with_id("table-1"), &steps[..plies], facts("Ada", "Grace", &[]))
    };
    let head = part(60).head;
    let id = store(archive, part(16)).id;
    store(archive, part(60));
    let claimed = |header: &gamekeep::record::log::Header, steps: &[Step], parent: &Link| {
        new_match(header, steps, facts("x", "y", &[("Parent", &parent.to_string())]))
    };
    // Of another log: its head, and one that it had.
    let other = header_with_id("table-2");
    let taken_back = play_on(&other, &steps[..50], 55, 77);
    let entry = Entry::Fork { parent: head, ply: 60 };
    let child = store_as(archive, claimed(&other, &taken_back, &head), entry);
    assert_eq!(archive.load(child).unwrap().parent, Some((head, 60)));
    let ply_16 = part(16).head;
    let third = header_with_id("table-3");
    let entry = Entry::Fork { parent: ply_16, ply: 16 };
    let grandchild = store_as(archive, claimed(&third, &taken_back, &ply_16), entry);
    let heads = [grandchild, child].map(|id| archive.load(id).unwrap().head);
    assert_eq!(archive.load(id).unwrap().forks, [(heads[0], 16), (heads[1], 60)]);
    // Of its own log, at another ply than where it leaves.
    let one = play(60, 8);
    let parent_id = store(archive, ada_grace(&one)).id;
    let leaving = leaves(&one, 30, 40);
    let leaving: Vec<Step> =
        leaving.record.log.actions.iter().map(|a| (a.by, a.text.to_owned(), a.at)).collect();
    let ply_11 = link::link_at(&log_of(&header(), &one), 11);
    let entry = Entry::Fork { parent: ply_11, ply: 11 };
    let child = store_as(archive, claimed(&header(), &leaving, &ply_11), entry);
    assert_eq!(place(archive, &ply_11), Some((parent_id, 11)));
    let head = archive.load(child).unwrap().head;
    assert_eq!(archive.load(parent_id).unwrap().forks, [(head, 11)]);
    // One that is nowhere: the archive's own finding stands.
    let nowhere = Link::from_bytes([7; 32]);
    let lost = loop_until(&one, &one, 22);
    let lost: Vec<Step> =
        lost.record.log.actions.iter().map(|a| (a.by, a.text.to_owned(), a.at)).collect();
    let stored = store(archive, claimed(&header(), &lost, &nowhere));
    assert!(matches!(stored.entry, Entry::Fork { ply: 22, .. }));
    let record = archive.load(stored.id).unwrap().record();
    assert_eq!(record.facts.get("Parent"), Some(nowhere.to_string().as_str()));
}

fn a_parent_that_comes_later_is_found(archive: &dyn Archive) {
    let steps = play(60, 2);
    let fork = leaves(&steps, 30, 50);
    let fork: Vec<Step> =
        fork.record.log.actions.iter().map(|a| (a.by, a.text.to_owned(), a.at)).collect();
    let ply_30 = link::link_at(&log_of(&header(), &steps), 30);
    let claiming = |header: &_, parent: &Link| {
        new_match(header, &fork, facts("x", "y", &[("Parent", &parent.to_string())]))
    };
    let child = store_as(archive, claiming(&header(), &ply_30), Entry::New);
    // Another log, which names the head.
    let head = ada_grace(&steps).head;
    let other = store_as(archive, claiming(&header_with_id("2"), &head), Entry::New);
    assert_eq!([child, other].map(|id| archive.load(id).unwrap().parent), [None, None]);
    let original = store_as(archive, ada_grace(&steps), Entry::New);
    let stored = archive.load(original).unwrap();
    assert_eq!(stored.parent, None, "who is claimed as a parent is no fork of the claimant");
    assert_eq!(archive.load(child).unwrap().parent, Some((ply_30, 30)));
    assert_eq!(archive.load(other).unwrap().parent, Some((head, 60)));
    let heads = [child, other].map(|id| archive.load(id).unwrap().head);
    assert_eq!(stored.forks, [(heads[0], 30), (heads[1], 60)]);
    assert_eq!(archive.load(child).unwrap().forks, []);
    // When it goes, its forks have no parent again.
    archive.withdraw(&head, "", NOW).unwrap();
    assert_eq!([child, other].map(|id| archive.load(id).unwrap().parent), [None, None]);
}

fn a_batch_is_one(archive: &dyn Archive) {
    let steps = play(60, 2);
    let all = vec![
        ada_grace(&steps[..40]),
        ada_grace(&steps),
        ada_grace(&steps[..50]),
        ada_grace(&steps),
        leaves(&steps, 45, 50),
    ];
    let stored = archive.store(all, Mode::Whole, NOW).unwrap();
    let entries: Vec<Entry> = stored.into_iter().map(|one| one.unwrap().entry).collect();
    assert_eq!(
        entries[..4],
        [
            Entry::New,
            Entry::Continued { from_ply: 40 },
            Entry::Shorter { plies: 60 },
            Entry::Already,
        ]
    );
    assert!(matches!(entries[4], Entry::Fork { ply: 45, .. }));
    assert_eq!(archive.store(Vec::new(), Mode::Each, NOW).unwrap().len(), 0);
    all_verified(archive);
}

fn a_batch_is_stored_whole_or_each(archive: &dyn Archive) {
    let withdrawn = ada_grace(&play(40, 9));
    let head = withdrawn.head;
    store(archive, withdrawn.clone());
    archive.withdraw(&head, "asked for", NOW).unwrap();
    let mut unfit = ada_grace(&play(40, 10));
    unfit.checkpoints.pop();
    for (bad, seed) in [(withdrawn, 20_u64), (unfit, 30)] {
        let good = |n| ada_grace(&play(40, seed + n));
        let batch = || vec![good(0), bad.clone(), good(1)];
        let error = archive.store(batch(), Mode::Whole, NOW).unwrap_err();
        assert!(matches!(error, Error::Withdrawn { .. } | Error::Unfit { .. }), "{error}");
        assert_eq!(archive.recent(9).unwrap().len(), 0, "nothing is stored");
        let stored = archive.store(batch(), Mode::Each, NOW).unwrap();
        let which: Vec<bool> = stored.iter().map(Result::is_ok).collect();
        assert_eq!(which, [true, false, true]);
        assert_eq!(archive.recent(9).unwrap().len(), 2);
        for summary in archive.recent(9).unwrap() {
            archive.withdraw(&summary.head, "", NOW).unwrap();
        }
        for n in [0, 1] {
            let again = archive.store(vec![good(n)], Mode::Whole, NOW);
            assert!(matches!(again, Err(Error::Withdrawn { .. })));
        }
        assert_eq!(archive.counts().unwrap(), []);
        assert!(archive.each(None, 9, Scope::All).unwrap().is_empty());
    }
}

fn an_append_goes_on_from_the_head(archive: &dyn Archive) {
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

fn a_wrong_head_is_told_the_present_one(archive: &dyn Archive) {
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

fn nothing_follows_a_result(archive: &dyn Archive) {
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

fn a_key_is_answered_alike(archive: &dyn Archive) {
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

fn a_continuation_is_within_the_limits(archive: &dyn Archive) {
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

fn links_are_found_by_their_first_digits(archive: &dyn Archive) {
    let ids: Vec<_> = (0..30).map(|seed| store(archive, ada_grace(&play(40, seed))).id).collect();
    for id in ids {
        let head = archive.load(id).unwrap().head;
        for digits in [10, 11, 16, 17, 20, 40, 63, 64] {
            let prefix: LinkPrefix = head.to_string()[..digits].parse().unwrap();
            let found = archive.find(&prefix).unwrap();
            let Found::One(place) = found else { panic!("{found:?}") };
            assert_eq!((place.id, place.ply, place.link), (id, 40, head));
        }
        // A digit that is wrong: the link is near, the match is not shown.
        for at in [9, 15, 16, 63] {
            let mut digits = head.to_string().into_bytes();
            digits[at] = if digits[at] == b'0' { b'1' } else { b'0' };
            let wrong = String::from_utf8(digits).unwrap();
            let found = archive.find(&wrong.parse().unwrap()).unwrap();
            assert_eq!(found, Found::None { near: vec![head] }, "{at}");
        }
    }
    let nothing = archive.find(&"0123456789abcdef".parse().unwrap()).unwrap();
    assert_eq!(nothing, Found::None { near: Vec::new() });
}

fn unlisted_matches_are_found_by_whole_heads_only(archive: &dyn Archive) {
    let steps = play(60, 4);
    let secret = unlisted(ada_grace(&steps));
    let head = secret.head;
    let id = store_as(archive, secret.clone(), Entry::New);
    assert_eq!(place(archive, &head), Some((id, 60)));
    for digits in [10, 20, 63] {
        let found = archive.find(&head.to_string()[..digits].parse().unwrap()).unwrap();
        assert_eq!(found, Found::None { near: Vec::new() });
    }
    for (ply, link) in link::links(&log_of(&header(), &steps)).iter().enumerate().take(60) {
        assert_eq!(place(archive, link), None, "ply {ply} is no head");
    }
    assert!(archive.recent(9).unwrap().is_empty() && archive.counts().unwrap().is_empty());
    let filter = Filter { player: Some("Ada".to_owned()), ..Filter::default() };
    let page = Page { before: None, limit: 9 };
    assert!(archive.list(&filter, &page).unwrap().matches.is_empty());
    assert!(archive.each(None, 9, Scope::Listed).unwrap().is_empty());
    assert_eq!(archive.each(None, 9, Scope::All).unwrap().len(), 1);
    // Listed matches have nothing to do with it: neither its beginning, nor its end, nor a fork.
    let public = store_as(archive, ada_grace(&steps[..50]), Entry::New);
    store_as(
        archive,
        ada_grace(&play_on(&header(), &steps[..50], 60, 5)),
        Entry::Continued { from_ply: 50 },
    );
    let fork = leaves(&steps, 20, 30);
    let stored = store(archive, fork);
    assert!(matches!(stored.entry, Entry::Fork { ply: 20, .. }), "a fork of the listed one");
    assert_eq!(archive.load(id).unwrap().forks, []);
    assert_eq!(archive.load(id).unwrap().parent, None);
    // Among unlisted ones, who has all of it may tell it again or go on from it.
    store_as(archive, secret.clone(), Entry::Already);
    let longer = unlisted(ada_grace(&play_on(&header(), &steps, 70, 5)));
    store_as(archive, longer.clone(), Entry::Continued { from_ply: 60 });
    assert_eq!(place(archive, &head), Some((id, 60)));
    assert_eq!(place(archive, &longer.head), Some((id, 70)));
    store_as(archive, secret, Entry::Shorter { plies: 70 });
    let more = continuation(
        archive,
        id,
        &play_on(&header(), &play_on(&header(), &steps, 70, 5), 71, 6)[70..],
    );
    archive.append(more, NOW).unwrap();
    // Listed and unlisted alike: the listed one is shown.
    let same = store(archive, ada_grace(&steps)).id;
    assert_ne!(same, public);
    assert_eq!(place(archive, &head), Some((same, 60)));
    all_verified(archive);
}

fn withdrawn_matches_are_gone(archive: &dyn Archive) {
    let steps = play(60, 4);
    let header = header_with_id("w");
    let first = new_match(&header, &steps[..40], facts("Zoe", "Grace", &[]));
    let id = store(archive, first.clone()).id;
    let longer = noted(new_match(&header, &steps, facts("Zoe", "Grace", &[])), 1, "hm");
    store(archive, longer.clone());
    let kept = store(archive, ada_grace(&play(40, 6))).id;
    let gone = archive.withdraw(&longer.head, "asked for", NOW).unwrap();
    assert_eq!(gone.id, id);
    assert_eq!(gone.heads, [first.head, longer.head]);
    assert!(matches!(archive.load(id), Err(Error::NotFound)));
    assert!(matches!(archive.summary(id), Err(Error::NotFound)));
    assert!(is_withdrawn(archive, &first.head) && is_withdrawn(archive, &longer.head));
    let short: LinkPrefix = longer.head.short().parse().unwrap();
    assert_eq!(archive.find(&short).unwrap(), Found::Withdrawn { link: longer.head });
    for new in [&longer, &first] {
        let again = archive.withdraw(&new.head, "", NOW);
        assert!(matches!(again, Err(Error::Withdrawn { .. })));
    }
    let back = archive.store(vec![longer.clone()], Mode::Each, NOW).unwrap();
    assert!(matches!(&back[0], Err(Error::Withdrawn { link }) if *link == longer.head));
    let filter = Filter { player: Some("Zoe".to_owned()), ..Filter::default() };
    let page = Page { before: None, limit: 9 };
    assert!(archive.list(&filter, &page).unwrap().matches.is_empty());
    assert_eq!(archive.counts().unwrap()[0].match_count(), 1);
    assert_eq!(archive.recent(9).unwrap()[0].id, kept);
    let unknown = archive.withdraw(&Link::from_bytes([9; 32]), "", NOW);
    assert!(matches!(unknown, Err(Error::NotFound)));
    // Its id is never given away.
    assert!(store(archive, ada_grace(&play(40, 7))).id > kept);
    all_verified(archive);
}

fn what_hung_on_a_withdrawn_match_stays(archive: &dyn Archive) {
    let steps = play(100, 4);
    let root = ada_grace(&steps);
    store(archive, root.clone());
    let steps_of = |new: &gamekeep::archive::NewMatch| -> Vec<Step> {
        new.record.log.actions.iter().map(|a| (a.by, a.text.to_owned(), a.at)).collect()
    };
    let a = leaves(&steps, 70, 90);
    let b = leaves(&steps, 40, 60);
    let c = leaves(&steps, 80, 95);
    let d = leaves(&steps_of(&a), 75, 85);
    let [a_id, b_id, c_id, d_id] = [&a, &b, &c, &d].map(|new| store(archive, new.clone()).id);
    archive.withdraw(&root.head, "", NOW).unwrap();
    let parent = |id| archive.load(id).unwrap().parent.map(|(_, ply)| ply);
    assert_eq!([a_id, b_id, c_id, d_id].map(parent), [None, Some(40), Some(70), Some(75)]);
    assert!(is_withdrawn(archive, &root.head));
    // All that is left is known as well as before.
    for (new, id) in [(&a, a_id), (&b, b_id), (&c, c_id), (&d, d_id)] {
        assert_eq!(store_as(archive, new.clone(), Entry::Already), id);
    }
    for plies in [0, 3, 16, 39, 40, 64, 69] {
        let part = ada_grace(&steps[..plies]);
        assert_eq!(store_as(archive, part, Entry::Shorter { plies: 90 }), a_id);
    }
    all_verified(archive);
}

fn a_withdrawn_beginning_blocks_nobody(archive: &dyn Archive) {
    let steps = play(10, 4);
    let id = store(archive, ada_grace(&[])).id;
    for step in &steps {
        let more = continuation(archive, id, std::slice::from_ref(step));
        archive.append(more, NOW).unwrap();
    }
    let head = archive.load(id).unwrap().head;
    archive.withdraw(&head, "", NOW).unwrap();
    let again = store_as(archive, ada_grace(&steps[..5]), Entry::New);
    assert_eq!(place(archive, &ada_grace(&steps[..5]).head), Some((again, 5)));
    let more = continuation(archive, again, &steps[5..9]);
    archive.append(more, NOW).unwrap();
    let last = archive.append(continuation(archive, again, &steps[9..]), NOW);
    assert!(matches!(last, Err(Error::Withdrawn { .. })), "that very match stays withdrawn");
}

fn lists_have_pages_and_filters(archive: &dyn Archive) {
    let mut all = Vec::new();
    for n in 0..60_usize {
        let mut steps = play(30, n as u64);
        if n % 3 == 0 {
            steps.push((Actor::Seat(Seat::First), "resign".to_owned(), None));
        }
        let date = format!("2026-{:02}-{:02}", 1 + n % 12, 1 + n % 28);
        let names = (format!("p{}", n % 5), format!("q{}", n % 7));
        let facts = facts(&names.0, &names.1, &[("Date", &date)]);
        let id = store(archive, new_match(&header_with_id(&n.to_string()), &steps, facts)).id;
        all.push((id, n, day(&date).unwrap()));
    }
    all.reverse();
    let expect = |filter: Filter, wanted: &dyn Fn(usize, u32) -> bool| {
        let wanted: Vec<_> =
            all.iter().filter(|(_, n, d)| wanted(*n, *d)).map(|(id, ..)| *id).collect();
        for limit in [1, 7, 1_000] {
            let (mut found, mut before) = (Vec::new(), None);
            loop {
                let listing = archive.list(&filter, &Page { before, limit }).unwrap();
                assert!(listing.matches.len() <= limit);
                found.extend(listing.matches.iter().map(|summary| summary.id));
                before = listing.next;
                if before.is_none() {
                    break;
                }
            }
            assert_eq!(found, wanted, "{filter:?} by {limit}");
        }
    };
    let any = Filter::default;
    let won = ResultKind::Win(Seat::Second);
    expect(any(), &|_, _| true);
    expect(Filter { game: Some("castle-danger".to_owned()), ..any() }, &|_, _| true);
    expect(Filter { game: Some("chess".to_owned()), ..any() }, &|_, _| false);
    expect(Filter { player: Some("p3".to_owned()), ..any() }, &|n, _| n % 5 == 3);
    expect(Filter { player: Some("nobody".to_owned()), ..any() }, &|_, _| false);
    expect(Filter { result: Some(won), ..any() }, &|n, _| n % 3 == 0);
    expect(Filter { result: Some(ResultKind::Draw), ..any() }, &|_, _| false);
    let days = Some((20_260_301, 20_260_600));
    let within = |d| (20_260_301..=20_260_600).contains(&d);
    expect(Filter { days, ..any() }, &|_, d| within(d));
    let both = Filter { days, player: Some("q2".to_owned()), result: Some(won), ..any() };
    expect(both, &|n, d| within(d) && n % 7 == 2 && n % 3 == 0);
    let recent: Vec<_> = archive.recent(3).unwrap().iter().map(|summary| summary.id).collect();
    assert_eq!(recent, all[..3].iter().map(|(id, ..)| *id).collect::<Vec<_>>());
    let counts = archive.counts().unwrap();
    assert_eq!((counts.len(), counts[0].matches), (1, [40, 0, 20, 0, 0]));
    assert_eq!(counts[0].action_count(), 60 * 30 + 20);
}

fn notes_are_added_and_kept_within_limits(archive: &dyn Archive) {
    let id = store(archive, ada_grace(&play(20, 4))).id;
    let note = |ply, text: &str| Note {
        ply,
        text: text.to_owned(),
        by: "moss".to_owned(),
        ..Note::default()
    };
    assert_eq!(archive.annotate(id, vec![note(3, "a"), note(1, "b")], NOW).unwrap(), 2);
    assert_eq!(archive.annotate(id, vec![note(3, "a"), note(3, "c")], NOW + 1).unwrap(), 1);
    let texts: Vec<_> =
        archive.load(id).unwrap().notes.into_iter().map(|n| (n.note.text, n.added_ms)).collect();
    assert_eq!(texts, [("b".to_owned(), NOW), ("a".to_owned(), NOW), ("c".to_owned(), NOW + 1)]);
    let unfit = |notes| matches!(archive.annotate(id, notes, NOW), Err(Error::Unfit { .. }));
    assert!(unfit(vec![note(1, "good"), note(21, "past the end")]));
    assert!(unfit(vec![note(1, &"x".repeat(8_193))]));
    assert!(unfit((0..10_000).map(|n| note(1, &n.to_string())).collect()));
    assert_eq!(archive.load(id).unwrap().notes.len(), 3);
    let nobody = gamekeep::archive::MatchId::from_i64(99);
    assert!(matches!(archive.annotate(nobody, vec![note(0, "")], NOW), Err(Error::NotFound)));
}

fn each_match_is_walked_over_once(archive: &dyn Archive) {
    let mut heads = Vec::new();
    for seed in 0..25 {
        let new = ada_grace(&play(20, seed));
        heads.push(new.head);
        store(archive, new);
    }
    for gone in [3, 4, 5, 24] {
        archive.withdraw(&heads[gone], "", NOW).unwrap();
    }
    let walked: Vec<Link> = all_verified(archive).iter().map(|stored| stored.head).collect();
    let left: Vec<Link> = heads
        .iter()
        .enumerate()
        .filter(|(n, _)| ![3, 4, 5, 24].contains(n))
        .map(|(_, h)| *h)
        .collect();
    assert_eq!(walked, left);
}

fn tokens_are_added_listed_revoked(archive: &dyn Archive) {
    let new = |name: &str, role, byte| NewToken { name: name.to_owned(), role, hash: [byte; 32] };
    let first = archive.add_token(new("desk", Role::Keeper, 1), NOW).unwrap();
    let second = archive.add_token(new("bot", Role::Recorder, 2), NOW + 1).unwrap();
    assert_eq!(archive.tokens().unwrap(), [first.clone(), second.clone()]);
    assert_eq!(archive.find_token(&[1; 32]).unwrap(), Some(first.clone()));
    assert_eq!(archive.find_token(&[3; 32]).unwrap(), None);
    for bad in [
        new("x", Role::Reader, 1),
        new("", Role::Reader, 4),
        new(&"x".repeat(101), Role::Reader, 4),
    ] {
        assert!(matches!(archive.add_token(bad, NOW), Err(Error::Unfit { .. })));
    }
    archive.revoke_token(first.id, NOW + 2).unwrap();
    archive.revoke_token(first.id, NOW + 3).unwrap();
    assert_eq!(archive.find_token(&[1; 32]).unwrap(), None);
    assert_eq!(archive.tokens().unwrap()[0].revoked_ms, Some(NOW + 2));
    let unknown = gamekeep::archive::TokenId::from_i64(99);
    assert!(matches!(archive.revoke_token(unknown, NOW), Err(Error::NotFound)));
    assert_eq!(second.role.to_string().parse(), Ok(Role::Recorder));
}

fn settings_are_kept(archive: &dyn Archive) {
    assert_eq!(archive.setting("csrf").unwrap(), None);
    assert_eq!(archive.setting_or("csrf", &[1, 2]).unwrap(), [1, 2]);
    assert_eq!(archive.setting_or("csrf", &[3]).unwrap(), [1, 2]);
    archive.set_setting("csrf", &[4]).unwrap();
    assert_eq!(archive.setting("csrf").unwrap(), Some(vec![4]));
}

fn changes_are_told_after_they_are_stored(archive: &dyn Archive) {
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
    let mut bad = ada_grace(&play(20, 8));
    bad.checkpoints.clear();
    archive.store(vec![ada_grace(&play(20, 9)), bad], Mode::Whole, NOW).unwrap_err();
    archive.withdraw(&head, "", NOW).unwrap();
    assert_eq!(told(ChangeKind::Withdrawn), (id, head, 30));
}

fn a_rebuild_changes_nothing(archive: &dyn Archive) {
    fill(archive, 3);
    let tell = || all_verified(archive).iter().map(told).collect::<Vec<_>>();
    let (before, counts) = (tell(), archive.counts().unwrap());
    let rebuilt = archive.rebuild().unwrap();
    assert_eq!((rebuilt.match_count, rebuilt.damaged.len()), (before.len(), 0));
    assert_eq!(tell(), before);
    assert_eq!(archive.counts().unwrap(), counts);
    assert_eq!(archive.check().unwrap(), Vec::<String>::new());
}

/// Stores, appends and withdraws at random whatever there is.
pub(super) fn fill(archive: &dyn Archive, seed: u64) {
    let mut dice = Dice::new(seed);
    let mut lines: Vec<Vec<Step>> = vec![play(40, seed)];
    for n in 0..120 {
        let line = lines[dice.below(lines.len())].clone();
        let ply = dice.below(line.len() + 1);
        let plies = 1 + ply + dice.below(40);
        let mut steps = play_on(&header(), &line[..ply], plies, n);
        if dice.below(12) == 0 {
            steps.truncate(dice.below(steps.len() + 1));
        }
        let name = |dice: &mut Dice| format!("p{}", dice.below(6));
        let mut facts = facts(&name(&mut dice), &name(&mut dice), &[]);
        if dice.below(6) == 0 {
            let of = lines[dice.below(lines.len())].clone();
            let at = dice.below(of.len() + 1);
            facts.set("Parent", &link::link_at(&log_of(&header(), &of), at).to_string());
        }
        let mut new = new_match(&header(), &steps, facts);
        new.listed = dice.below(8) > 0;
        new.source = (dice.below(3) == 0).then(|| format!("file {}", dice.below(3)));
        let stored = archive.store(vec![new], Mode::Each, NOW + n as i64).unwrap();
        lines.push(steps);
        let Ok(stored) = &stored[0] else { continue };
        if dice.below(4) == 0 {
            let log = archive.load_log(stored.id).unwrap();
            let before: Vec<Step> =
                log.log.actions.iter().map(|a| (a.by, a.text.to_owned(), a.at)).collect();
            let more = play_on(&header(), &before, before.len() + 1 + dice.below(9), n);
            if more.len() > before.len() {
                let more = continuation(archive, stored.id, &more[before.len()..]);
                let _ = archive.append(more, NOW + n as i64);
            }
        }
        if dice.below(10) == 0 {
            let all = archive.each(None, 1_000, Scope::All).unwrap();
            let (_, victim) = &all[dice.below(all.len())];
            archive.withdraw(&victim.as_ref().unwrap().head, "", NOW).unwrap();
        }
    }
}

fn records_from_the_outside_are_stored(archive: &dyn Archive) {
    let registry = Registry::standard();
    let text = "[Game \"castle-danger\"]\n[Blue \"Ann\"]\n\nB +W, B Kc1-b1\n* draw\n\
        [Game \"castle-danger\"]\n\nB +W\n";
    let inputs = input::records(text, &registry);
    assert_eq!(inputs.len(), 2);
    for input in inputs {
        let checked = input.check(&registry).and_then(Checked::whole).unwrap();
        store(archive, checked.into());
    }
    let stored = archive.recent(9).unwrap();
    assert_eq!(stored.len(), 1);
    assert_eq!((stored[0].plies, stored[0].facts.players[0].as_str()), (3, "Ann"));
}

/// Runs every test on a store.
macro_rules! conformance {
    ($store:ident: $open:expr; $($name:ident),* $(,)?) => {
        mod $store {
            use super::super::support::Shelf;
            $(#[test]
            fn $name() {
                let shelf: Shelf = $open;
                super::$name(&shelf.archive);
            })*
        }
    };
}

conformance! {
    sqlite: Shelf::new();
    a_match_comes_back_as_it_went,
    verdicts_and_outcomes_come_back,
    a_match_without_actions_is_one,
    what_is_stored_is_not_stored_again,
    an_export_imports_as_what_is_there,
    other_facts_are_a_second_recording,
    a_shorter_log_only_gives_its_head_out,
    a_longer_log_is_appended,
    a_log_that_leaves_a_stored_one_is_its_fork,
    a_fork_of_a_fork_knows_the_nearest,
    the_oldest_of_several_is_the_parent,
    a_parent_that_the_record_names_goes_first,
    a_parent_that_comes_later_is_found,
    a_batch_is_one,
    a_batch_is_stored_whole_or_each,
    an_append_goes_on_from_the_head,
    a_wrong_head_is_told_the_present_one,
    nothing_follows_a_result,
    a_key_is_answered_alike,
    a_continuation_is_within_the_limits,
    links_are_found_by_their_first_digits,
    unlisted_matches_are_found_by_whole_heads_only,
    withdrawn_matches_are_gone,
    what_hung_on_a_withdrawn_match_stays,
    a_withdrawn_beginning_blocks_nobody,
    lists_have_pages_and_filters,
    notes_are_added_and_kept_within_limits,
    each_match_is_walked_over_once,
    tokens_are_added_listed_revoked,
    settings_are_kept,
    changes_are_told_after_they_are_stored,
    a_rebuild_changes_nothing,
    records_from_the_outside_are_stored,
}
