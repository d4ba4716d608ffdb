//! Matches that leave others.

use gamekeep::archive::{Archive, Entry};
use gamekeep::record::link::{self, Link};
use gamekeep::record::log::Header;

use super::super::support::*;

pub(super) fn a_log_that_leaves_a_stored_one_is_its_fork(archive: &dyn Archive) {
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

pub(super) fn a_fork_of_a_fork_knows_the_nearest(archive: &dyn Archive) {
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

pub(super) fn the_oldest_of_several_is_the_parent(archive: &dyn Archive) {
    let steps = play(60, 2);
    let first = store(archive, ada_grace(&steps)).id;
    let second = leaves(&steps, 30, 60);
    let second = store(archive, second).id;
    let third = leaves(&steps, 20, 29);
    let third = store(archive, third).id;
    let forks = archive.load(first).unwrap().forks;
    let heads: Vec<Link> = [third, second].map(|id| archive.load(id).unwrap().head).to_vec();
    assert_eq!(forks, [(heads[0], 20), (heads[1], 30)]);
    assert_eq!(archive.load(second).unwrap().forks, []);
}

pub(super) fn a_parent_that_the_record_names_goes_first(archive: &dyn Archive) {
    let steps = play(60, 2);
    let part = |plies: usize| {
        new_match(&header_with_id("table-1"), &steps[..plies], facts("Ada", "Grace", &[]))
    };
    let head = part(60).head;
    let id = store(archive, part(16)).id;
    store(archive, part(60));
    let claimed = |header: &Header, steps: &[Step], parent: &Link| {
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
    let lost = leaves(&one, 22, 31);
    let lost: Vec<Step> =
        lost.record.log.actions.iter().map(|a| (a.by, a.text.to_owned(), a.at)).collect();
    let stored = store(archive, claimed(&header(), &lost, &nowhere));
    assert!(matches!(stored.entry, Entry::Fork { ply: 22, .. }));
    let record = archive.load(stored.id).unwrap().record();
    assert_eq!(record.facts.get("Parent"), Some(nowhere.to_string().as_str()));
}

pub(super) fn a_parent_that_comes_later_is_found(archive: &dyn Archive) {
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

pub(super) fn what_hung_on_a_withdrawn_match_stays(archive: &dyn Archive) {
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
