//! Matches to store, and archives to store them in.

use std::path::PathBuf;

use gamekeep::archive::sqlite::SqliteArchive;
use gamekeep::archive::{
    Archive, Continuation, Entry, Found, MatchId, Mode, NewMatch, Scope, Stored, StoredMatch,
    verify,
};
use gamekeep::games::Registry;
use gamekeep::record::facts::Facts;
use gamekeep::record::link::{self, Link, LinkPrefix};
use gamekeep::record::log::{Action, Actions, Header, Log};
use gamekeep::record::note::Note;
use gamekeep::record::replay::{self, Verdict};
use gamekeep::record::{Record, text};
use gamekeep::rules::common::Common;
use gamekeep::rules::seat::Actor;

/// Noon of a day.
pub(super) const NOW: i64 = 1_790_000_000_000;

/// Numbers that look random and are the same in every run.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(super) fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % most
    }
}

/// An action, as a test writes it.
pub(super) type Step = (Actor, String, Option<u64>);

pub(super) fn header() -> Header {
    Header::new(Registry::standard().newest("castle-danger").expect("a game"))
}

pub(super) fn header_with_id(id: &str) -> Header {
    Header { id: Some(id.to_owned()), ..header() }
}

/// Plays at random after some steps until there are so many plies, or the match is over.
pub(super) fn play_on(header: &Header, before: &[Step], plies: usize, seed: u64) -> Vec<Step> {
    let mut dice = Dice::new(seed);
    let mut play = header.begin().expect("begins");
    let mut steps = before.to_vec();
    for (by, text, at) in before {
        play.act(*by, text, *at).expect("legal");
    }
    while steps.len() < plies && play.outcome().is_none() {
        let mut legal = play.legal();
        legal.retain(|(_, text)| Common::read(header.card(), text).is_none());
        // Turns go on for a while: otherwise a match is little but `end`.
        if legal.len() > 1 && dice.below(8) > 0 {
            legal.retain(|(_, text)| text != "end");
        }
        let (by, text) = legal.swap_remove(dice.below(legal.len()));
        play.act(by, &text, None).expect("legal");
        steps.push((by, text, None));
    }
    steps
}

/// Plays at random from the start.
pub(super) fn play(plies: usize, seed: u64) -> Vec<Step> {
    play_on(&header(), &[], plies, seed)
}

pub(super) fn actions_of(steps: &[Step]) -> Actions {
    let mut actions = Actions::default();
    for (by, text, at) in steps {
        actions.push(&Action { by: *by, text, at: *at });
    }
    actions
}

pub(super) fn log_of(header: &Header, steps: &[Step]) -> Log {
    Log { header: header.clone(), actions: actions_of(steps) }
}

pub(super) fn facts(first: &str, second: &str, more: &[(&str, &str)]) -> Facts {
    let mut facts = Facts::default();
    facts.players = [first.to_owned(), second.to_owned()];
    for (name, value) in more {
        facts.set(name, value);
    }
    facts
}

/// A match of such a log, replayed.
pub(super) fn new_match(header: &Header, steps: &[Step], facts: Facts) -> NewMatch {
    let log = log_of(header, steps);
    let (play, checkpoints) = replay::checkpoints(&log).expect("replays");
    NewMatch {
        outcome: play.outcome(),
        checkpoints,
        head: link::head(&log),
        verdict: Verdict::Replays,
        listed: true,
        source: None,
        record: Record { log, facts, notes: Vec::new() },
    }
}

/// The same between Ada and Grace.
pub(super) fn ada_grace(steps: &[Step]) -> NewMatch {
    new_match(&header(), steps, facts("Ada", "Grace", &[("Date", "2026-11-30")]))
}

pub(super) fn unlisted(mut new: NewMatch) -> NewMatch {
    new.listed = false;
    new
}

pub(super) fn noted(mut new: NewMatch, ply: usize, text: &str) -> NewMatch {
    new.record.notes.push(Note::new(ply, text));
    new
}

/// A match that has so many plies in common with another one, and then goes its own way.
pub(super) fn leaves(steps: &[Step], ply: usize, plies: usize) -> NewMatch {
    let mut seed = 1_000;
    loop {
        seed += 1;
        let fork = play_on(&header(), &steps[..ply], plies, seed);
        if fork.len() == plies && fork[ply].1 != steps[ply].1 {
            return ada_grace(&fork);
        }
    }
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

/// Stores one match.
pub(super) fn store(archive: &dyn Archive, new: NewMatch) -> Stored {
    let stored = archive.store(vec![new], Mode::Whole, NOW).expect("stores");
    assert_eq!(stored.len(), 1);
    stored.into_iter().next().expect("one").expect("stored")
}

/// Stores one match as it is expected to be.
pub(super) fn store_as(archive: &dyn Archive, new: NewMatch, entry: Entry) -> MatchId {
    let (head, last) = (new.head, new.record.log.actions.len());
    let stored = store(archive, new);
    assert_eq!(stored.entry, entry);
    assert_eq!((stored.link, stored.ply), (head, last));
    stored.id
}

/// The place that a whole link stands for.
pub(super) fn place(archive: &dyn Archive, link: &Link) -> Option<(MatchId, usize)> {
    let found = archive.find(&link.to_string().parse::<LinkPrefix>().expect("a prefix"));
    match found.expect("found") {
        Found::One(place) => {
            assert_eq!(place.link, *link);
            Some((place.id, place.ply))
        }
        Found::Many(_) | Found::None { .. } | Found::Withdrawn { .. } => None,
    }
}

pub(super) fn is_withdrawn(archive: &dyn Archive, link: &Link) -> bool {
    let found = archive.find(&link.to_string().parse::<LinkPrefix>().expect("a prefix"));
    matches!(found.expect("found"), Found::Withdrawn { link: found } if found == *link)
}

/// What goes on from a stored match.
pub(super) fn continuation(archive: &dyn Archive, id: MatchId, steps: &[Step]) -> Continuation {
    let stored = archive.load_log(id).expect("loads");
    let mut play = replay::at(&stored.log, stored.log.actions.len()).expect("replays");
    Continuation::check(stored.head, &stored.log, &mut *play, actions_of(steps)).expect("legal")
}

/// Every match, verified.
pub(super) fn all_verified(archive: &dyn Archive) -> Vec<StoredMatch> {
    let mut all = Vec::new();
    let mut after = None;
    loop {
        let some = archive.each(after, 7, Scope::All).expect("reads");
        let Some((last, _)) = some.last() else { return all };
        after = Some(*last);
        for (id, stored) in some {
            let stored = stored.expect("reads");
            assert_eq!(stored.id, id);
            verify::verify(&stored).expect("verifies");
            all.push(stored);
        }
    }
}

/// All that an archive tells of a match, as text to compare.
pub(super) fn told(stored: &StoredMatch) -> String {
    let record = stored.record();
    let text = text::export(&record, stored.outcome.as_ref(), stored.head, &stored.checkpoints);
    format!(
        "{text}{:?} {:?} {:?} {:?} {} {}",
        stored.recordings,
        stored.parent,
        stored.forks,
        stored.listed,
        stored.added_ms,
        stored.changed_ms
    )
}

/// A directory that goes when the test is over, and an archive in it.
pub(super) struct Shelf {
    pub(super) archive: SqliteArchive,
    directory: tempfile::TempDir,
}

impl Shelf {
    pub(super) fn new() -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("test.gamekeep");
        let archive = SqliteArchive::open(&path, &Registry::standard()).expect("opens");
        Shelf { archive, directory }
    }

    pub(super) fn path(&self) -> PathBuf {
        self.archive.path().to_owned()
    }

    pub(super) fn beside(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// A connection of its own to the file, as any tool may have one.
    pub(super) fn raw(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(self.path()).expect("opens")
    }

    pub(super) fn reopened(self) -> Self {
        let Shelf { archive, directory } = self;
        let path = archive.path().to_owned();
        drop(archive);
        let archive = SqliteArchive::open(&path, &Registry::standard()).expect("opens");
        Shelf { archive, directory }
    }
}
