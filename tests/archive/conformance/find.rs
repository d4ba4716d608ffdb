//! Finding, listing, withdrawing.

use gamekeep::archive::{Archive, Entry, Error, Filter, Found, Mode, Page, ResultKind, Scope, day};
use gamekeep::record::link::{self, Link, LinkPrefix};
use gamekeep::rules::seat::{Actor, Seat};

use super::super::support::*;

pub(super) fn links_are_found_by_their_first_digits(archive: &dyn Archive) {
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

pub(super) fn unlisted_matches_are_found_by_whole_heads_only(archive: &dyn Archive) {
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

pub(super) fn withdrawn_matches_are_gone(archive: &dyn Archive) {
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

pub(super) fn a_withdrawn_beginning_blocks_nobody(archive: &dyn Archive) {
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

pub(super) fn lists_have_pages_and_filters(archive: &dyn Archive) {
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

pub(super) fn each_match_is_walked_over_once(archive: &dyn Archive) {
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
