//! Replaying a log: the position at any ply, checkpoints, and what they prove.

use super::link::PositionHash;
use super::log::Log;
use crate::rules::any::{BeginError, Play};
use crate::rules::game::Card;
use crate::rules::illegal::Illegal;
use crate::rules::outcome::{Outcome, Verdict as Ending};

/// A checkpoint is kept of every so many plies, and of the last.
pub const CHECKPOINT_EVERY: usize = 32;

/// The hash of the position at a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The ply, from 0.
    pub ply: usize,
    /// The hash of the position there.
    pub hash: PositionHash,
}

/// What is proved about a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The positions that came with it are those of the replay.
    Exact,
    /// It is legal; no positions came with it.
    Replays,
    /// A position that came with it is another than that of the replay.
    Diverged {
        /// The first ply at which they differ.
        ply: usize,
        /// The hash that came with the record.
        recorded: PositionHash,
        /// The hash that the replay gives.
        replayed: PositionHash,
    },
}

/// A stored log that does not replay: the store or the program is broken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BrokenLog {
    /// It cannot be set up.
    #[error(transparent)]
    Begin(#[from] BeginError),
    /// An action is refused.
    #[error("ply {ply}: {illegal}")]
    Action {
        /// The ply of the action, from 1.
        ply: usize,
        /// Why it is refused.
        illegal: Illegal,
    },
}

/// The match at a ply; past the last one it is the match at the last.
///
/// # Errors
/// The log does not replay.
pub fn at(log: &Log, ply: usize) -> Result<Box<dyn Play>, BrokenLog> {
    let mut play = log.header.begin()?;
    for (n, action) in log.actions.iter().enumerate().take(ply) {
        play.act(action.by, action.text, action.at)
            .map_err(|illegal| BrokenLog::Action { ply: n + 1, illegal })?;
    }
    Ok(play)
}

/// Replays all of a log and takes its checkpoints.
///
/// # Errors
/// The log does not replay.
pub fn checkpoints(log: &Log) -> Result<(Box<dyn Play>, Vec<Checkpoint>), BrokenLog> {
    let mut play = log.header.begin()?;
    let last = log.actions.len();
    let mut checkpoints = Vec::with_capacity(last / CHECKPOINT_EVERY + 1);
    for (n, action) in log.actions.iter().enumerate() {
        let ply = n + 1;
        play.act(action.by, action.text, action.at)
            .map_err(|illegal| BrokenLog::Action { ply, illegal })?;
        if ply % CHECKPOINT_EVERY == 0 && ply != last {
            checkpoints.push(Checkpoint { ply, hash: PositionHash::of(&log.header, &*play) });
        }
    }
    checkpoints.push(Checkpoint { ply: last, hash: PositionHash::of(&log.header, &*play) });
    Ok((play, checkpoints))
}

/// A result as it is printed: `blue wins (CD-5.1, King hit)`, `draw (agreed)`, `unfinished`.
#[must_use]
pub fn result_words(card: &Card, outcome: Option<&Outcome>) -> String {
    let Some(outcome) = outcome else { return "unfinished".to_owned() };
    let common = matches!(outcome.reason, "resign" | "draw" | "forfeit" | "abort");
    let why = match (common, outcome.words) {
        (true, words) => words.to_owned(),
        (false, "") => outcome.reason.to_owned(),
        (false, words) => format!("{}, {words}", outcome.reason),
    };
    match outcome.verdict {
        Ending::Win(seat) => format!("{} wins ({why})", card.seat(seat).id),
        Ending::Draw => format!("draw ({why})"),
        Ending::Void => format!("no result ({why})"),
    }
}
