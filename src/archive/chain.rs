//! The links of a log, made as far as they are likely to be asked for.

use crate::record::link::{Chain, Link, link_at};
use crate::record::log::Log;

/// Up to this ply every link is made beforehand: most logs leave all others before it.
const EARLY: usize = 16;

/// The links of a log.
#[derive(Debug)]
pub(super) struct Links {
    /// Of the plies 0, 1, 2, …
    early: Vec<Link>,
    /// Of the last ply.
    head: Link,
}

impl Links {
    /// The links of a log whose head is known.
    pub(super) fn new(log: &Log, head: Link) -> Self {
        let mut chain = Chain::start(&log.header);
        let mut early = vec![chain.link()];
        let mut line = String::new();
        for (n, action) in log.actions.iter().enumerate().take(EARLY) {
            line.clear();
            log.header.write_action(n + 1, &action, &mut line);
            chain.push(&line);
            early.push(chain.link());
        }
        Links { early, head }
    }

    /// The link of a ply of the same log.
    pub(super) fn at(&self, log: &Log, ply: usize) -> Link {
        if ply == log.actions.len() {
            return self.head;
        }
        self.early.get(ply).copied().unwrap_or_else(|| link_at(log, ply))
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
    fn every_link_is_the_right_one() {
        let game = Registry::standard().newest("castle-danger").unwrap();
        let mut actions = Actions::default();
        for length in [0, 1, 15, 16, 17, 40] {
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
