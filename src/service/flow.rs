//! Records on their way from a source to whoever takes them: one thread reads, one sees to it that
//! all cores check, and the caller's takes batches in order. What waits between them is bounded.

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use super::bulk::{ATOMIC_BYTES, BulkError};
use super::cores;
use super::source::{Piece, Source, SourceError};
use crate::games::Registry;
use crate::record::draft::Checked;
use crate::record::fault::Fault;

/// So many records make a batch.
const RECORDS_AT_ONCE: usize = 512;
/// Or so many bytes of them.
const BYTES_AT_ONCE: usize = 2 << 20;
/// So many records that were read may wait to be checked.
const PIECES_AHEAD: usize = 8;
/// A source that gives nothing for so long is not waited for: what came is taken meanwhile.
const PATIENCE: Duration = Duration::from_millis(200);

/// Records, and what the rules say of each.
type Batch = (Vec<Piece>, Vec<Result<Checked, Fault>>);
/// Takes a batch.
type Take<'a> = &'a mut dyn FnMut(&[Piece], Vec<Result<Checked, Fault>>) -> Result<(), BulkError>;

/// Reads and checks the records of a source and hands them on in order, as one batch if they are
/// wanted `whole`. If the source breaks off, what came before it is handed on first, but never a
/// part of a whole.
pub(super) fn flow(
    source: Source<'_>,
    registry: &Registry,
    whole: bool,
    take: Take<'_>,
) -> Result<(), BulkError> {
    thread::scope(|scope| {
        let (read, pieces) = sync_channel(PIECES_AHEAD);
        let (check, checked) = sync_channel(1);
        scope.spawn(move || read_all(source, &read));
        scope.spawn(move || check_all(&pieces, registry, whole, &check));
        for batch in checked {
            let (pieces, checked) = batch?;
            take(&pieces, checked)?;
        }
        Ok(())
    })
}

/// Reads a source until its end, or until nobody wants more.
fn read_all(mut source: Source<'_>, read: &SyncSender<Result<Piece, BulkError>>) {
    loop {
        let piece = match source.next() {
            _ if source.is_stopped() => Err(BulkError::GivenUp),
            None => return,
            Some(piece) => piece.map_err(|error: SourceError| BulkError::Read(error)),
        };
        let is_last = piece.is_err();
        if read.send(piece).is_err() || is_last {
            return;
        }
    }
}

/// Gathers pieces into batches and checks them.
fn check_all(
    pieces: &Receiver<Result<Piece, BulkError>>,
    registry: &Registry,
    whole: bool,
    check: &SyncSender<Result<Batch, BulkError>>,
) {
    let mut batch: Vec<Piece> = Vec::new();
    let mut bytes = 0;
    let checked = |batch: Vec<Piece>| {
        let checked = cores::map(&batch, |piece| piece.check(registry));
        Ok((batch, checked))
    };
    let end = loop {
        let is_due = match pieces.recv_timeout(PATIENCE) {
            Ok(Ok(piece)) => {
                bytes += piece.text.len();
                batch.push(piece);
                batch.len() >= RECORDS_AT_ONCE || bytes >= BYTES_AT_ONCE
            }
            Ok(Err(error)) => break Some(error),
            Err(RecvTimeoutError::Disconnected) => break None,
            Err(RecvTimeoutError::Timeout) => !batch.is_empty(),
        };
        if whole && bytes > ATOMIC_BYTES {
            break Some(BulkError::TooLarge);
        }
        if is_due && !whole {
            if check.send(checked(std::mem::take(&mut batch))).is_err() {
                return;
            }
            bytes = 0;
        }
    };
    let is_part = whole && end.is_some();
    if !batch.is_empty() && !is_part && check.send(checked(batch)).is_err() {
        return;
    }
    if let Some(error) = end {
        let _ = check.send(Err(error));
    }
}
