//! Many records at once: brought in from a source of any size, and taken out in parts.

use std::ops::ControlFlow;

use super::import::{Counts, Import, Mode, RecordReport};
use super::source::{Piece, Source, SourceError};
use super::{Keep, KeepError};
use crate::archive::{self, Filter, MatchId, ResultKind, Scope, StoredMatch};
use crate::record::link::Link;

/// So many records are stored together.
const RECORDS_AT_ONCE: usize = 256;
/// Or so many bytes of them.
const BYTES_AT_ONCE: usize = 4 << 20;
/// The most bytes of an import of which all or nothing is stored: it is kept in memory.
pub const ATOMIC_BYTES: usize = 64 << 20;
/// So many matches are read at once for an export.
const MATCHES_AT_ONCE: usize = 64;

/// Why an import ended before its end.
#[derive(Debug, thiserror::Error)]
pub enum BulkError {
    /// The source cannot be read on.
    #[error("the input broke off: {0}")]
    Read(#[from] SourceError),
    /// The archive is in trouble.
    #[error(transparent)]
    Keep(#[from] KeepError),
    /// All or nothing of more than can be kept in memory.
    #[error("an atomic import has at most {} MiB", ATOMIC_BYTES >> 20)]
    TooLarge,
    /// Nobody listens to the report any more.
    #[error("the import was given up")]
    GivenUp,
}

/// What is told of a record: as it came, and what became of it.
pub type Tell<'a> = &'a mut dyn FnMut(&Piece, &RecordReport) -> ControlFlow<()>;

impl Keep {
    /// Imports the records of a source, a batch at a time, and tells what became of each, in order.
    ///
    /// An import that ends early has stored what it told of; done again, it goes on: what is stored
    /// already changes nothing.
    ///
    /// # Errors
    /// The source breaks off, the archive is in trouble, or nobody listens any more.
    pub fn import_stream(
        &self,
        source: Source<'_>,
        how: &Import,
        tell: Tell<'_>,
    ) -> Result<Counts, BulkError> {
        let mut sum = Counts::default();
        let mut batch: Vec<Piece> = Vec::new();
        let mut bytes = 0;
        let whole = how.mode == Mode::Atomic;
        for piece in source {
            let piece = piece?;
            bytes += piece.text.len();
            batch.push(piece);
            if whole && bytes > ATOMIC_BYTES {
                return Err(BulkError::TooLarge);
            }
            if !whole && (batch.len() >= RECORDS_AT_ONCE || bytes >= BYTES_AT_ONCE) {
                sum.add(&self.import_batch(&batch, how, tell)?);
                batch.clear();
                bytes = 0;
            }
        }
        sum.add(&self.import_batch(&batch, how, tell)?);
        Ok(sum)
    }

    fn import_batch(
        &self,
        batch: &[Piece],
        how: &Import,
        tell: Tell<'_>,
    ) -> Result<Counts, BulkError> {
        let inputs: Vec<_> = batch.iter().map(Piece::input).collect();
        let (counts, reports) = self.import(&inputs, how)?;
        for (piece, report) in batch.iter().zip(&reports) {
            if tell(piece, report).is_break() {
                return Err(BulkError::GivenUp);
            }
        }
        Ok(counts)
    }
}

/// A match on its way out: all of it, or the head of one that cannot be read.
pub type Exported = (MatchId, Result<Box<StoredMatch>, Link>);

/// Some of an export.
#[derive(Clone, Debug, Default)]
pub struct ExportPart {
    /// The matches that the filter lets through.
    pub matches: Vec<Exported>,
    /// The match to go on after; none at the end.
    pub last: Option<MatchId>,
}

impl Keep {
    /// The next matches of an export, in the order in which they were stored. No call holds the
    /// archive for long, so a slow reader keeps nobody waiting.
    ///
    /// # Errors
    /// The archive is in trouble. A match that cannot be read is told in its place.
    pub fn export_part(
        &self,
        filter: &Filter,
        after: Option<MatchId>,
    ) -> Result<ExportPart, KeepError> {
        let each = self.archive().each(after, MATCHES_AT_ONCE, Scope::Listed)?;
        let last = each.last().map(|(id, _)| *id);
        let mut matches = Vec::with_capacity(each.len());
        for (id, stored) in each {
            match stored {
                Ok(stored) if !lets_through(filter, &stored) => {}
                Ok(stored) => matches.push((id, Ok(Box::new(stored)))),
                Err(error) => {
                    tracing::error!(%error, "a match cannot be exported");
                    matches.push((id, Err(self.archive().summary(id)?.head)));
                }
            }
        }
        Ok(ExportPart { matches, last })
    }
}

/// Whether a filter lets a match through: as [`archive::Archive::list`] has it.
fn lets_through(filter: &Filter, stored: &StoredMatch) -> bool {
    let Filter { game, player, result, days } = filter;
    let card = stored.log.header.card();
    let plays = |name: &String| {
        let mut recordings = stored.recordings.iter();
        recordings.any(|recording| recording.facts.players.contains(name))
    };
    let day = stored.recordings.first().and_then(|first| first.facts.get("Date"));
    let day = day.and_then(archive::day);
    game.as_ref().is_none_or(|game| game == card.id)
        && player.as_ref().is_none_or(plays)
        && result.is_none_or(|result| result == ResultKind::of(stored.outcome.as_ref()))
        && days.is_none_or(|(from, to)| day.is_some_and(|day| (from..=to).contains(&day)))
}
