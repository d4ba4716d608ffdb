//! Appending to a match that goes on.

use super::{Keep, KeepError};
use crate::archive::{self, Continuation, Found, Refused, StoredLog};
use crate::record::link::{Link, links};
use crate::record::log::{Action, Actions};
use crate::record::replay;
use crate::rules::game::Card;
use crate::rules::outcome::Outcome;

/// Actions that a recorder wants appended.
#[derive(Clone, Debug)]
pub struct Append<'a> {
    /// The match: a link of it, or the beginning of one.
    pub link: &'a str,
    /// The head that the recorder has seen.
    pub expected: Link,
    /// The actions, in order.
    pub actions: Vec<Step>,
    /// What makes a repeat of this request known as one.
    pub key: Option<String>,
    /// The time now, in milliseconds since 1970.
    pub now_ms: i64,
}

/// An action as a recorder writes it.
#[derive(Clone, Debug)]
pub struct Step {
    /// The seat's letter, or `*`.
    pub by: String,
    /// The action's text.
    pub action: String,
    /// Its time in milliseconds since the match began, if it has one.
    pub at: Option<u64>,
}

/// Where a match stands after an append.
#[derive(Clone, Copy, Debug)]
pub struct Grown {
    /// Its head.
    pub head: Link,
    /// Its last ply.
    pub plies: usize,
    /// The game's card.
    pub card: &'static Card,
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
    /// Whether this is the answer of an earlier request with the same key.
    pub repeated: bool,
}

/// Why actions were not appended.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// The match cannot be had, has gone on, or is over.
    #[error(transparent)]
    Keep(#[from] KeepError),
    /// An action is not allowed.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// An action is by nobody who sits here.
    #[error("“{by}” is nobody here: expected {}, {} or *", seats[0], seats[1])]
    NoSeat {
        /// The action's place in the request, from 0.
        index: usize,
        /// Its ply, from 1.
        ply: usize,
        /// Who it says it is by.
        by: String,
        /// The letters of the seats.
        seats: [char; 2],
    },
}

impl From<archive::Error> for AppendError {
    fn from(error: archive::Error) -> Self {
        AppendError::Keep(error.into())
    }
}

impl Keep {
    /// Appends actions to a match.
    ///
    /// The rules are asked about the log that the recorder has seen; whether it is still the whole
    /// log is decided by the archive, where the actions are written. So of two recorders at once
    /// one is first, and the other is told the new head.
    ///
    /// # Errors
    /// As [`Keep::find`]; [`archive::Error::StaleHead`], [`archive::Error::AfterEnd`] and
    /// [`archive::Error::KeyReused`]; an action that the rules refuse.
    pub fn append(&self, append: Append<'_>) -> Result<Grown, AppendError> {
        let Append { link, expected, actions, key, now_ms } = append;
        let (id, _) = self.find(link)?;
        let mut stored = self.archive().load_log(id)?;
        let stale = archive::Error::StaleHead { head: stored.head };
        let ply = ply_of(&stored, expected).ok_or(stale.clone())?;
        if stored.head != expected {
            // Only the answer of an earlier request can be given, and only about this match.
            let place =
                self.archive().find(&expected.to_string().parse().map_err(KeepError::from)?)?;
            let same = matches!(place, Found::One(place) if place.id == id);
            if key.is_none() || !same {
                return Err(stale.into());
            }
        } else if stored.outcome.is_some() {
            return Err(archive::Error::AfterEnd { head: stored.head }.into());
        }
        stored.log.actions.truncate(ply);
        let card = stored.log.header.card();
        let actions = read(card, ply, &actions)?;
        let mut play = replay::at(&stored.log, ply).map_err(KeepError::from)?;
        let mut more = Continuation::check(expected, &stored.log, &mut *play, actions)?;
        let outcome = more.outcome;
        more.key = key;
        let appended = match self.archive().append(more, now_ms) {
            // A link that was never a head.
            Err(archive::Error::NotFound) => return Err(stale.into()),
            appended => appended?,
        };
        let archive::Appended { head, plies, repeated, .. } = appended;
        Ok(Grown { head, plies, card, outcome, repeated })
    }
}

/// The ply whose link somebody has seen.
fn ply_of(stored: &StoredLog, seen: Link) -> Option<usize> {
    if stored.head == seen {
        return Some(stored.log.actions.len());
    }
    links(&stored.log).iter().position(|link| *link == seen)
}

/// The actions after a ply, with their actors.
fn read(card: &'static Card, ply: usize, steps: &[Step]) -> Result<Actions, AppendError> {
    let mut actions = Actions::default();
    for (index, step) in steps.iter().enumerate() {
        let by = card.actor(&step.by).ok_or_else(|| AppendError::NoSeat {
            index,
            ply: ply + index + 1,
            by: step.by.clone(),
            seats: card.seats.map(|seat| seat.letter),
        })?;
        actions.push(&Action { by, text: &step.action, at: step.at });
    }
    Ok(actions)
}
