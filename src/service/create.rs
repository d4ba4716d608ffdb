//! Storing one record.

use super::{Keep, KeepError};
use crate::archive::{Mode, NewMatch, Stored};
use crate::record::draft::Checked;
use crate::record::fault::Fault;
use crate::record::input::Input;
use crate::record::replay::Verdict;
use crate::rules::game::Card;
use crate::rules::outcome::Outcome;

/// A record that is stored.
#[derive(Clone, Debug)]
pub struct Created {
    /// What the archive did with it.
    pub stored: Stored,
    /// The game's card.
    pub card: &'static Card,
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
    /// What the positions that came with it prove.
    pub verdict: Verdict,
}

/// Why a record was not stored.
#[derive(Debug, thiserror::Error)]
pub enum CreateError {
    /// The record is bad.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The archive does not take it.
    #[error(transparent)]
    Keep(#[from] KeepError),
}

impl Keep {
    /// Stores one record, all of it or nothing. One that is not listed is found by its whole link
    /// only.
    ///
    /// # Errors
    /// The record is bad; what the archive says.
    pub fn create(
        &self,
        input: &Input<'_>,
        listed: bool,
        now_ms: i64,
    ) -> Result<Created, CreateError> {
        let checked = input.check(self.registry()).and_then(Checked::whole)?;
        let (card, outcome) = (checked.record.log.header.card(), checked.outcome);
        let verdict = checked.verdict;
        let new = NewMatch { listed, ..NewMatch::from(checked) };
        let stored =
            self.archive().store(vec![new], Mode::Whole, now_ms).map_err(KeepError::from)?;
        let stored = stored.into_iter().next().unwrap_or(Err(crate::archive::Error::NotFound));
        Ok(Created { stored: stored.map_err(KeepError::from)?, card, outcome, verdict })
    }
}
