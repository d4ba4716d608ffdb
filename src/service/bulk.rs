//! Many records at once: brought in from a stream, and taken out as one.

use std::io::BufRead;
use std::ops::ControlFlow;

use super::feed::{Feed, Feeding, Piece};
use super::import::{Counts, Import, Mode, RecordReport};
use super::{Keep, KeepError};
use crate::archive::{self, Filter, MatchId, ResultKind, Scope, StoredMatch};
use crate::record::json;

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
    /// The stream cannot be read on.
    #[error("the input broke off: {0}")]
    Read(#[from] std::io::Error),
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
    /// Imports the records of a stream, a batch at a time, and tells what became of each, in order.
    ///
    /// An import that ends early has stored what it told of; done again, it goes on: what is stored
    /// already changes nothing.
    ///
    /// # Errors
    /// The stream breaks off, the archive is in trouble, or nobody listens any more.
    pub fn import_stream(
        &self,
        source: &mut dyn BufRead,
        feeding: Feeding,
        how: &Import,
        tell: Tell<'_>,
    ) -> Result<Counts, BulkError> {
        let mut feed = Feed::new(source, feeding, self.registry());
        let mut sum = Counts::default();
        let mut batch = Vec::new();
        let mut bytes = 0;
        let whole = how.mode == Mode::Atomic;
        while let Some(piece) = feed.next_piece()? {
            bytes += piece.text.as_ref().map_or(0, String::len);
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
        let inputs: Vec<_> = batch.iter().filter_map(Piece::input).collect();
        let cut_off = batch.len() - inputs.len();
        let how =
            &Import { dry_run: how.dry_run || (how.mode == Mode::Atomic && cut_off > 0), ..*how };
        let (mut counts, reports) = self.import(&inputs, how)?;
        counts.read += cut_off;
        counts.refused += cut_off;
        let mut reports = reports.into_iter();
        for piece in batch {
            let report = match &piece.text {
                Ok(_) => reports.next(),
                Err(fault) => Some(RecordReport {
                    number: piece.number,
                    line: piece.line,
                    kept: None,
                    fault: Some(fault.clone()),
                }),
            };
            if let Some(report) = report
                && tell(piece, &report).is_break()
            {
                return Err(BulkError::GivenUp);
            }
        }
        Ok(counts)
    }
}

/// A match on its way out.
#[derive(Clone, Debug)]
pub struct Exported {
    /// Its id, from which an export goes on.
    pub id: MatchId,
    /// The match as one line of JSON without its end, or why it cannot be read.
    pub line: Result<String, String>,
}

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
        let matches = each.into_iter().filter_map(|(id, stored)| match stored {
            Ok(stored) => lets_through(filter, &stored).then(|| {
                let outcome = stored.outcome.as_ref();
                let record = stored.record();
                let line = json::write(&record, outcome, stored.head, &stored.checkpoints);
                Exported { id, line: Ok(line) }
            }),
            Err(error) => Some(Exported { id, line: Err(error.to_string()) }),
        });
        Ok(ExportPart { matches: matches.collect(), last })
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
