//! Small things that stand in rows.

use crate::archive::listing::ResultKind;
use crate::archive::names::lasting;
use crate::record::link::{Link, PositionHash};
use crate::record::replay::{CHECKPOINT_EVERY, Checkpoint, Verdict};
use crate::rules::outcome::Outcome;

/// The key of a link of a listed match: its first eight bytes, so that keys sort as links do.
pub(super) fn key(link: &Link) -> i64 {
    eight(&link.as_bytes()[..8])
}

/// The key of a head of an unlisted match: it cannot be told from the link's first digits.
pub(super) fn unlisted_key(link: &Link) -> i64 {
    eight(&link.as_bytes()[8..16])
}

/// The key of a match's link.
pub(super) fn key_of(link: &Link, listed: bool) -> i64 {
    if listed { key(link) } else { unlisted_key(link) }
}

/// What tells the first ply that a log has for itself from those of other logs at the same place:
/// four bytes of its link.
pub(super) fn branch(link: &Link) -> i64 {
    link.as_bytes()[..4].iter().fold(0, |number, byte| number << 8 | i64::from(*byte))
}

fn eight(bytes: &[u8]) -> i64 {
    let mut eight = [0; 8];
    eight.copy_from_slice(bytes);
    // The sign does no harm: links that share a digit share the sign.
    i64::from_be_bytes(eight)
}

/// A link from its bytes.
pub(super) fn link(bytes: &[u8]) -> Result<Link, String> {
    let bytes = bytes.try_into().map_err(|_| format!("a link of {} bytes", bytes.len()))?;
    Ok(Link::from_bytes(bytes))
}

/// A number of plies as the store has it.
pub(super) fn ply(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A number of plies from the store.
pub(super) fn plies(number: i64) -> usize {
    usize::try_from(number).unwrap_or(0)
}

/// The plies that have a checkpoint.
fn checkpoint_plies(last: usize) -> impl Iterator<Item = usize> {
    let whole = (1..=last / CHECKPOINT_EVERY).map(|n| n * CHECKPOINT_EVERY);
    whole.chain((!last.is_multiple_of(CHECKPOINT_EVERY) || last == 0).then_some(last))
}

/// The checkpoints after a ply as bytes; `None` if they are not those of every 32nd ply and the
/// last. All checkpoints of a log are those after none.
pub(super) fn write_checkpoints(
    checkpoints: &[Checkpoint],
    after: impl Into<Option<usize>>,
    last: usize,
) -> Option<Vec<u8>> {
    let after = after.into();
    let plies = checkpoint_plies(last).filter(|ply| after.is_none_or(|after| *ply > after));
    let fit = plies.eq(checkpoints.iter().map(|checkpoint| checkpoint.ply));
    let bytes = checkpoints.iter().flat_map(|checkpoint| checkpoint.hash.to_u64().to_be_bytes());
    fit.then(|| bytes.collect())
}

/// How many bytes of a log's checkpoints stay when it grows: those of every 32nd ply.
pub(super) const fn whole_checkpoint_bytes(last: usize) -> usize {
    8 * (last / CHECKPOINT_EVERY)
}

/// Checkpoints from bytes.
pub(super) fn read_checkpoints(bytes: &[u8], last: usize) -> Result<Vec<Checkpoint>, String> {
    let hashes = bytes.chunks_exact(8).map(|eight_bytes| eight(eight_bytes) as u64);
    if bytes.len() != 8 * checkpoint_plies(last).count() {
        return Err(format!("{} bytes of checkpoints for {last} plies", bytes.len()));
    }
    let of = |(ply, hash)| Checkpoint { ply, hash: PositionHash::from_u64(hash) };
    Ok(checkpoint_plies(last).zip(hashes).map(of).collect())
}

/// A verdict as a number, and what it is made of.
pub(super) fn write_verdict(verdict: &Verdict) -> (u8, Option<Vec<u8>>) {
    match verdict {
        Verdict::Replays => (0, None),
        Verdict::Exact => (1, None),
        Verdict::Diverged { ply, recorded, replayed } => {
            let mut bytes = u32::try_from(*ply).unwrap_or(u32::MAX).to_be_bytes().to_vec();
            bytes.extend_from_slice(&recorded.to_u64().to_be_bytes());
            bytes.extend_from_slice(&replayed.to_u64().to_be_bytes());
            (2, Some(bytes))
        }
    }
}

/// A verdict from its number.
pub(super) fn read_verdict(number: i64, divergence: Option<&[u8]>) -> Result<Verdict, String> {
    match (number, divergence) {
        (0, None) => Ok(Verdict::Replays),
        (1, None) => Ok(Verdict::Exact),
        (2, Some(bytes)) if bytes.len() == 20 => {
            let ply = bytes[..4].iter().fold(0, |ply, byte| ply << 8 | usize::from(*byte));
            let hash =
                |range: std::ops::Range<usize>| PositionHash::from_u64(eight(&bytes[range]) as u64);
            Ok(Verdict::Diverged { ply, recorded: hash(4..12), replayed: hash(12..20) })
        }
        _ => Err("a verdict that is none".to_owned()),
    }
}

/// An outcome from its row.
pub(super) fn read_outcome(
    result: i64,
    rule: Option<&str>,
    words: Option<&str>,
) -> Result<Option<Outcome>, String> {
    let kind = usize::try_from(result).ok().and_then(|index| ResultKind::ALL.get(index));
    let kind = kind.ok_or_else(|| format!("result {result}"))?;
    match (kind.verdict(), rule, words) {
        (None, ..) => Ok(None),
        (Some(verdict), Some(rule), Some(words)) => {
            Ok(Some(Outcome { verdict, reason: lasting(rule), words: lasting(words) }))
        }
        _ => Err("a result without a reason".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checkpoints_come_back() {
        for last in [0, 1, 31, 32, 33, 64, 100, 100_000] {
            let of = |ply| Checkpoint { ply, hash: PositionHash::from_u64(!(ply as u64)) };
            let all: Vec<_> = checkpoint_plies(last).map(of).collect();
            assert_eq!(all.last().map(|checkpoint| checkpoint.ply), Some(last));
            let bytes = write_checkpoints(&all, None, last).unwrap();
            assert_eq!(read_checkpoints(&bytes, last), Ok(all.clone()));
            assert!(read_checkpoints(&bytes[1..], last).is_err());
            assert!(write_checkpoints(&all, None, last + 1).is_none());
            assert!(write_checkpoints(&all[1..], None, last).is_none());
        }
    }

    #[test]
    fn verdicts_come_back() {
        let hash = PositionHash::from_u64;
        let diverged =
            Verdict::Diverged { ply: 70_000, recorded: hash(u64::MAX), replayed: hash(1) };
        for verdict in [Verdict::Replays, Verdict::Exact, diverged] {
            let (number, bytes) = write_verdict(&verdict);
            assert_eq!(read_verdict(i64::from(number), bytes.as_deref()), Ok(verdict));
        }
        assert!(read_verdict(2, None).is_err() && read_verdict(3, None).is_err());
    }
}
