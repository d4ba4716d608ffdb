//! The links by which a new log finds the stored one that it has most in common with.
//!
//! The listed logs of an archive are the leaves of a tree whose edges are actions: none is the
//! beginning of another, for what goes on from a stored log is appended to it. Every log hangs on
//! its *stem*: of those stored before it the one that it has most actions in common with, and of
//! several the oldest. A ply belongs to the oldest log that has it; so a log owns its plies from
//! the first one after its stem on, and that one is its *branch*.
//!
//! The store keeps the link of each log's branch, of its heads, of the plies at which others leave
//! it, and of the *waypoints* among its own plies: 4, 16, 64, … From the deepest waypoint that a
//! new log shares with a stored one, it finds its stem by following branches: compare with the
//! owner; where they part at ply k, the branch at ply k + 1 tells who else has that ply, if anybody
//! does. Each step is exact, and there are as many as there are partings on the way.

use crate::record::link::{Chain, Link, link_at};
use crate::record::log::Log;

/// The first waypoint. Each is four times the one before.
const FIRST: usize = 4;
/// Up to this ply every link is made beforehand: most logs leave all others before it.
const EARLY: usize = 16;

/// The waypoints up to and with a ply.
pub(super) fn waypoints(last: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(FIRST), |ply| ply.checked_mul(4)).take_while(move |ply| *ply <= last)
}

/// Whether a ply is a waypoint.
pub(super) fn is_waypoint(ply: usize) -> bool {
    ply >= FIRST && ply.is_power_of_two() && ply.trailing_zeros() % 2 == 0
}

/// The links of a log, made as far as they are likely to be asked for.
#[derive(Debug)]
pub(super) struct Links {
    /// Of the plies 0, 1, 2, …
    early: Vec<Link>,
    /// Of the waypoints after those.
    late: Vec<Link>,
    /// Of the last ply.
    head: Link,
}

impl Links {
    /// The links of a log whose head is known.
    pub(super) fn new(log: &Log, head: Link) -> Self {
        let mut chain = Chain::start(&log.header);
        let mut early = Vec::with_capacity(EARLY + 1);
        let mut late = Vec::new();
        let last = waypoints(log.actions.len()).last().unwrap_or(0).max(EARLY);
        early.push(chain.link());
        let mut line = String::new();
        for (n, action) in log.actions.iter().enumerate().take(last) {
            let ply = n + 1;
            line.clear();
            log.header.write_action(ply, &action, &mut line);
            chain.push(&line);
            if ply <= EARLY {
                early.push(chain.link());
            } else if is_waypoint(ply) {
                late.push(chain.link());
            }
        }
        Links { early, late, head }
    }

    /// The link of a ply of the same log.
    pub(super) fn at(&self, log: &Log, ply: usize) -> Link {
        if ply == log.actions.len() {
            return self.head;
        }
        if let Some(link) = self.early.get(ply) {
            return *link;
        }
        let place = waypoints(ply).filter(|waypoint| *waypoint > EARLY).count();
        match self.late.get(place.wrapping_sub(1)).filter(|_| is_waypoint(ply)) {
            Some(link) => *link,
            None => link_at(log, ply),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Registry;
    use crate::record::link;
    use crate::record::log::{Action, Actions, Header};
    use crate::rules::seat::Actor;

    #[test]
    fn waypoints_are_powers_of_four() {
        assert_eq!(waypoints(3).count(), 0);
        assert_eq!(waypoints(1024).collect::<Vec<_>>(), [4, 16, 64, 256, 1024]);
        for ply in 0..2000 {
            assert_eq!(is_waypoint(ply), waypoints(ply).last() == Some(ply) && ply > 0, "{ply}");
        }
    }

    #[test]
    fn every_link_is_the_right_one() {
        let game = Registry::standard().newest("castle-danger").unwrap();
        let mut actions = Actions::default();
        for length in [0, 1, 4, 15, 16, 17, 63, 64, 65, 300] {
            while actions.len() < length {
                actions.push(&Action { by: Actor::Arbiter, text: "end", at: None });
            }
            let log = Log { header: Header::new(game), actions: actions.clone() };
            let all = link::links(&log);
            let links = Links::new(&log, all[length]);
            for (ply, link) in all.iter().enumerate() {
                assert_eq!(links.at(&log, ply), *link, "{ply} of {length}");
            }
        }
    }
}
