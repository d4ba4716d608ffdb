//! Following a match that goes on.

use super::{Keep, KeepError};
use crate::archive::MatchId;
use crate::record::link::{Chain, Link};
use crate::rules::game::Card;
use crate::rules::outcome::Outcome;

/// What has happened in a match since a ply.
#[derive(Clone, Debug)]
pub struct News {
    /// The game's card.
    pub card: &'static Card,
    /// The match's head.
    pub head: Link,
    /// Its last ply.
    pub plies: usize,
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
    /// The actions since then.
    pub actions: Vec<Fresh>,
}

/// An action that somebody has not seen yet.
#[derive(Clone, Debug)]
pub struct Fresh {
    /// The ply that it led to, from 1.
    pub ply: usize,
    /// The link of that ply.
    pub link: Link,
    /// The letter of who acted.
    pub by: char,
    /// The action's text.
    pub text: String,
    /// Its time in milliseconds since the match began, if recorded.
    pub at: Option<u64>,
}

/// From where on somebody follows a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Since {
    /// From now on.
    Now,
    /// From after a ply.
    Ply(usize),
    /// From after the ply of a link; from now on, if the match has none such.
    Link(Link),
}

impl Keep {
    /// The match of a link, and what has happened in it since some moment.
    ///
    /// # Errors
    /// As [`Keep::find`]; a ply that the match has not.
    pub fn follow(&self, link: &str, since: Since) -> Result<(MatchId, News), KeepError> {
        let (id, _) = self.find(link)?;
        Ok((id, self.news(id, since)?))
    }

    /// What has happened in a match since some moment.
    ///
    /// # Errors
    /// The match cannot be had, or has no such ply.
    pub fn news(&self, id: MatchId, since: Since) -> Result<News, KeepError> {
        let stored = self.archive().load_log(id)?;
        let log = stored.log;
        let (card, plies) = (log.header.card(), log.actions.len());
        if matches!(since, Since::Ply(ply) if ply > plies) {
            return Err(KeepError::NoPly { last: plies, link: stored.head });
        }
        let mut actions = Vec::new();
        let mut chain = Chain::start(&log.header);
        let mut line = String::new();
        let mut seen = match since {
            Since::Link(link) => chain.link() == link,
            Since::Ply(ply) => ply == 0,
            Since::Now => false,
        };
        // Links are made only where they are asked for.
        let steps = log.actions.iter().enumerate().filter(|_| since != Since::Now);
        for (n, action) in steps {
            let ply = n + 1;
            line.clear();
            log.header.write_action(ply, &action, &mut line);
            chain.push(&line);
            if seen {
                let (by, text) = (card.letter(action.by), action.text.to_owned());
                actions.push(Fresh { ply, link: chain.link(), by, text, at: action.at });
            } else {
                seen = match since {
                    Since::Link(link) => chain.link() == link,
                    Since::Ply(after) => ply == after,
                    Since::Now => false,
                };
            }
        }
        Ok(News { card, head: stored.head, plies, outcome: stored.outcome, actions })
    }
}
