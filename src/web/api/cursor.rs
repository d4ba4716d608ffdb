//! A place in a list of matches, as a client carries it: it means nothing to anybody else.

use std::fmt;
use std::str::FromStr;

use crate::archive::MatchId;

/// A place after a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cursor(pub(super) MatchId);

/// Text that is no cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a cursor, as an earlier answer gave it")]
pub(super) struct NoCursor;

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0.to_i64())
    }
}

impl FromStr for Cursor {
    type Err = NoCursor;

    fn from_str(text: &str) -> Result<Self, NoCursor> {
        let digits = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let id = u64::from_str_radix(text, 16).ok().filter(|_| digits && text.len() == 16);
        id.map(|id| Cursor(MatchId::from_i64(id.cast_signed()))).ok_or(NoCursor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_as_it_was_written_and_nothing_else_is() {
        for id in [0, 1, 77, i64::MAX, -1] {
            let cursor = Cursor(MatchId::from_i64(id));
            assert_eq!(cursor.to_string().parse(), Ok(cursor));
        }
        for text in ["", "1", "é", "000000000000000é", "+000000000000001", &"0".repeat(24)] {
            assert_eq!(text.parse::<Cursor>(), Err(NoCursor), "{text}");
        }
    }
}
