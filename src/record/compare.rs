//! Two logs side by side: what they have in common, where they part, where positions meet again.

use std::collections::{BTreeMap, BTreeSet};

use super::link::PositionHash;
use super::log::{Action, Header, Log};
use super::replay::BrokenLog;
use crate::rules::grid::Square;
use crate::rules::scene::{Item, Scene};

/// What two matches have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// How many actions are the same from the start; `None` if the matches start differently:
    /// another game, rules version, option or set-up.
    pub common: Option<usize>,
    /// The last ply of each.
    pub lasts: [usize; 2],
    /// Where positions are equal after the matches parted, in order of the first one's plies.
    pub meetings: Vec<Meeting>,
}

/// A stretch of equal positions after the matches have parted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The ply of each match at which it begins.
    pub plies: [usize; 2],
    /// How many plies it lasts in both: 1 for a single position.
    pub length: usize,
}

impl Meeting {
    /// Whether it has these plies of the two matches.
    #[must_use]
    pub const fn has(&self, plies: [usize; 2]) -> bool {
        let [a, b] = self.plies;
        plies[0] >= a && plies[0] - a < self.length && plies[1] >= b && plies[1] - b == plies[0] - a
    }
}

impl Comparison {
    /// Compares two logs. Ids are left out: they say which match it is, not how it went. So are
    /// times, but in games that run on a clock.
    ///
    /// # Errors
    /// One of them does not replay.
    pub fn of(a: &Log, b: &Log) -> Result<Comparison, BrokenLog> {
        let common = starts_alike(&a.header, &b.header).then(|| {
            let timed = a.header.card().timed;
            let pairs = a.actions.iter().zip(b.actions.iter());
            pairs.take_while(|(a, b)| is_same(a, b, timed)).count()
        });
        let lasts = [a.actions.len(), b.actions.len()];
        let meetings = meetings(&positions(a)?, &positions(b)?, common);
        Ok(Comparison { common, lasts, meetings })
    }

    /// The ply up to which the matches are the same: 0 if they start differently.
    #[must_use]
    pub fn prefix(&self) -> usize {
        self.common.unwrap_or(0)
    }

    /// Whether neither has an action that the other has not.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.lasts.map(Some) == [self.common; 2]
    }
}

/// The squares on which two drawings have other things, in square order; none if the boards differ
/// in size.
#[must_use]
pub fn differing_squares(a: &Scene, b: &Scene) -> Vec<Square> {
    let on = |scene: &Scene| {
        let mut things: BTreeMap<Square, Vec<Item>> = BTreeMap::new();
        for item in &scene.items {
            things.entry(item.at).or_default().push(item.clone());
        }
        things
    };
    if a.size != b.size {
        return Vec::new();
    }
    let (a, b) = (on(a), on(b));
    let squares: BTreeSet<Square> = a.keys().chain(b.keys()).copied().collect();
    squares.into_iter().filter(|square| a.get(square) != b.get(square)).collect()
}

fn starts_alike(a: &Header, b: &Header) -> bool {
    let start = |header: &Header| Header { id: None, ..header.clone() };
    start(a) == start(b)
}

fn is_same(a: &Action<'_>, b: &Action<'_>, timed: bool) -> bool {
    (a.by, a.text) == (b.by, b.text) && (!timed || a.at == b.at)
}

/// The hash of every position of a log, from ply 0.
fn positions(log: &Log) -> Result<Vec<PositionHash>, BrokenLog> {
    let mut play = log.header.begin()?;
    let mut hashes = vec![PositionHash::of(&log.header, &*play)];
    for (n, action) in log.actions.iter().enumerate() {
        play.act(action.by, action.text, action.at)
            .map_err(|illegal| BrokenLog::Action { ply: n + 1, illegal })?;
        hashes.push(PositionHash::of(&log.header, &*play));
    }
    Ok(hashes)
}

/// The stretches of equal positions after the common ones. A position that comes several times in
/// the second match counts where the stretch goes on, else where it comes first.
fn meetings(a: &[PositionHash], b: &[PositionHash], common: Option<usize>) -> Vec<Meeting> {
    let first = common.map_or(0, |common| common + 1);
    let mut places: BTreeMap<PositionHash, Vec<usize>> = BTreeMap::new();
    for (ply, hash) in b.iter().enumerate().skip(first) {
        places.entry(*hash).or_default().push(ply);
    }
    let mut meetings: Vec<Meeting> = Vec::new();
    for (ply, hash) in a.iter().enumerate().skip(first) {
        let Some(found) = places.get(hash) else { continue };
        let goes_on = meetings.last_mut().filter(|last| {
            last.plies[0] + last.length == ply
                && found.binary_search(&(last.plies[1] + last.length)).is_ok()
        });
        match goes_on {
            Some(last) => last.length += 1,
            None => meetings.push(Meeting { plies: [ply, found[0]], length: 1 }),
        }
    }
    meetings
}
