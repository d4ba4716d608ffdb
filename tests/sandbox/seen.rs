//! How often the archive saw each action.

use std::collections::BTreeMap;

use gamekeep::games::Registry;
use gamekeep::record::input;
use gamekeep::record::link::PositionHash;
use gamekeep::record::log::Log;
use gamekeep::rules::any::View;
use gamekeep::rules::seat::{Actor, Seat};

use super::{HIDDEN, OPEN, keep};

#[test]
fn counts_are_those_of_every_match() {
    let kept = keep();
    kept.keep.add_samples(0).expect("stores");
    let registry = Registry::standard();
    for game in registry.games() {
        let logs: Vec<Log> = game
            .card()
            .samples
            .iter()
            .map(|text| {
                input::records(text, &registry)[0].check(&registry).expect("good").record.log
            })
            .collect();
        let mut counts: BTreeMap<PositionHash, BTreeMap<(Actor, String), u32>> = BTreeMap::new();
        for log in &logs {
            let mut play = log.header.begin().expect("begins");
            for action in log.actions.iter() {
                let here = counts.entry(PositionHash::of(&log.header, &*play)).or_default();
                let told = play.tell(action.by, action.text, action.at, View::Public);
                let shown = told.expect("legal").shown;
                *here.entry((action.by, shown)).or_default() += 1;
            }
        }
        for log in &logs {
            let mut play = log.header.begin().expect("begins");
            for action in log.actions.iter().take(30) {
                let seen = kept.keep.seen(&log.header, &*play).expect("counts");
                let expected = &counts[&PositionHash::of(&log.header, &*play)];
                assert_eq!(&seen.counts, expected);
                assert_eq!(
                    (seen.counted as u64, seen.kept),
                    (logs.len() as u64, logs.len() as u64)
                );
                let told = play.tell(action.by, action.text, action.at, View::Public);
                assert!(seen.of(action.by, &told.expect("legal").shown) > 0);
            }
        }
    }
}

#[test]
fn counts_follow_the_archive() {
    let kept = keep();
    let log = input::records(OPEN, kept.keep.registry())[0]
        .check(kept.keep.registry())
        .expect("good")
        .record
        .log;
    let play = log.header.begin().expect("begins");
    let times = || kept.keep.seen(&log.header, &*play).expect("counts").times();
    assert_eq!(times(), 0);
    let head = kept.import(OPEN);
    assert_eq!(times(), 1);
    kept.import(&OPEN.replace("open-1", "open-2"));
    assert_eq!(times(), 2);
    let seen = kept.keep.seen(&log.header, &*play).expect("counts");
    assert_eq!((seen.of(Actor::Seat(Seat::First), "+W"), seen.kept), (2, 2));
    kept.keep.archive().withdraw(&head.parse().expect("a link"), "asked to", 0).expect("withdraws");
    assert_eq!(times(), 1);
    // Other options make another position.
    let other = OPEN.replace("[Id \"open-1\"]\n", "[box \"yes\"]\n");
    kept.import(&other);
    assert_eq!(times(), 1);
}

#[test]
fn what_is_hidden_is_counted_as_the_table_sees_it() {
    let kept = keep();
    let head = kept.import(HIDDEN);
    let log = kept.keep.load(&head).expect("there").log;
    let mut play = log.header.begin().expect("begins");
    let mut hidden = 0;
    for action in log.actions.iter() {
        let seen = kept.keep.seen(&log.header, &*play).expect("counts");
        if let Some(("+?", kind)) = action.text.split_once('=') {
            assert_eq!((seen.of(action.by, "+?"), seen.of(action.by, action.text)), (1, 0));
            assert!(!kind.is_empty());
            hidden += 1;
        }
        play.act(action.by, action.text, action.at).expect("legal");
    }
    assert_eq!(hidden, 4);
}
