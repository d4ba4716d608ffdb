//! Many records at once: brought in from a source of any size, and taken out in parts.

use std::io::{self, Write};
use std::ops::ControlFlow;

use super::export::{Export, Told};
use super::import::{Counts, Import, Mode, RecordReport};
use super::source::{Piece, Source, SourceError};
use super::{Keep, KeepError, flow};
use crate::archive::{self, Filter, MatchId, ResultKind, Scope, StoredMatch};
use crate::games::Registry;
use crate::record::draft::Checked;
use crate::record::fault::Fault;
use crate::record::link::Link;

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

/// What is told of a record that was only checked.
pub type TellChecked<'a> = &'a mut dyn FnMut(&Piece, Result<Checked, Fault>) -> ControlFlow<()>;

impl Keep {
    /// Imports the records of a source, a batch at a time, and tells what became of each, in order.
    /// While a batch is stored the next ones are read and checked, on all cores.
    ///
    /// An import that ends early has told of all that it stored, and stored what it told of; done
    /// again, it goes on: what is stored already changes nothing. Where a source waits for more,
    /// what has come is stored meanwhile.
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
        let whole = how.mode == Mode::Atomic;
        flow::flow(source, self.registry(), whole, &mut |pieces, checked| {
            let places = pieces.iter().map(|piece| (piece.number, piece.line));
            let (counts, reports) = self.take_in(places.zip(checked), how)?;
            sum.add(&counts);
            let mut told = ControlFlow::Continue(());
            for (piece, report) in pieces.iter().zip(&reports) {
                let now = tell(piece, report);
                told = if told.is_break() { told } else { now };
            }
            if told.is_break() { Err(BulkError::GivenUp) } else { Ok(()) }
        })?;
        Ok(sum)
    }
}

/// Checks the records of a source on all cores, and tells what the rules say of each, in order.
///
/// # Errors
/// The source breaks off, or nobody listens any more.
pub fn check_stream(
    source: Source<'_>,
    registry: &Registry,
    tell: TellChecked<'_>,
) -> Result<(), BulkError> {
    flow::flow(source, registry, false, &mut |pieces, checked| {
        let told = pieces.iter().zip(checked).try_for_each(|(piece, checked)| tell(piece, checked));
        if told.is_break() { Err(BulkError::GivenUp) } else { Ok(()) }
    })
}

/// A match on its way out: all of it, or the head of one that cannot be read.
pub type Exported = (MatchId, Result<Box<StoredMatch>, Link>);

/// Writes a match into an export: a record for each of its recordings.
///
/// # Errors
/// The stream cannot be written to.
pub fn write_exported<W: Write>(
    export: &mut Export<W>,
    (_, exported): &Exported,
) -> io::Result<()> {
    match exported {
        Err(head) => export.missing(*head),
        Ok(stored) => {
            let (outcome, head) = (stored.outcome.as_ref(), stored.head);
            let checkpoints = stored.checkpoints.as_slice();
            stored
                .records()
                .iter()
                .try_for_each(|record| export.add(&Told { record, outcome, head, checkpoints }))
        }
    }
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
