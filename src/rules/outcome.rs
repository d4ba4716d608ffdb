//! How a match ended.

use super::seat::Seat;

/// Who gets what from a match that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// This seat has won.
    Win(Seat),
    /// Nobody has won; the match counts as drawn.
    Draw,
    /// The match was given up without a result (`abort`).
    Void,
}

/// A verdict and why it fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who gets what.
    pub verdict: Verdict,
    /// The id of the rule that ended the match, or the common action that did: `CD-5.1`, `resign`.
    pub reason: &'static str,
    /// The reason in a few words, empty where the id says it all: `King hit`.
    pub words: &'static str,
}

impl Outcome {
    /// A win for `seat`.
    #[must_use]
    pub const fn win(seat: Seat, reason: &'static str, words: &'static str) -> Self {
        Outcome { verdict: Verdict::Win(seat), reason, words }
    }

    /// A draw.
    #[must_use]
    pub const fn draw(reason: &'static str, words: &'static str) -> Self {
        Outcome { verdict: Verdict::Draw, reason, words }
    }

    /// The winner, if there is one.
    #[must_use]
    pub const fn winner(&self) -> Option<Seat> {
        match self.verdict {
            Verdict::Win(seat) => Some(seat),
            Verdict::Draw | Verdict::Void => None,
        }
    }

    /// Whether the match is drawn.
    #[must_use]
    pub const fn is_draw(&self) -> bool {
        matches!(self.verdict, Verdict::Draw)
    }
}
