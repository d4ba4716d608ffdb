//! Storing: what is new, what is not.

use gamekeep::archive::{Archive, Entry, Error, Filter, Found, Mode, Page, Scope};
use gamekeep::games::Registry;
use gamekeep::record::draft::Checked;
use gamekeep::record::link::{LinkPrefix, PositionHash};
use gamekeep::record::note::Note;
use gamekeep::record::replay::Verdict;
use gamekeep::record::{input, text};
use gamekeep::rules::seat::{Actor, Seat};

use super::super::support::*;

pub(super) fn a_match_comes_back_as_it_went(archive: &dyn Archive) {
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

pub(super) fn verdicts_and_outcomes_come_back(archive: &dyn Archive) {
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

pub(super) fn a_match_without_actions_is_one(archive: &dyn Archive) {
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

pub(super) fn what_is_stored_is_not_stored_again(archive: &dyn Archive) {
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

pub(super) fn an_export_imports_as_what_is_there(archive: &dyn Archive) {
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

pub(super) fn other_facts_are_a_second_recording(archive: &dyn Archive) {
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

pub(super) fn a_shorter_log_only_gives_its_head_out(archive: &dyn Archive) {
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

pub(super) fn a_longer_log_is_appended(archive: &dyn Archive) {
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

pub(super) fn a_batch_is_one(archive: &dyn Archive) {
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

pub(super) fn a_batch_is_stored_whole_or_each(archive: &dyn Archive) {
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

pub(super) fn records_from_the_outside_are_stored(archive: &dyn Archive) {
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
