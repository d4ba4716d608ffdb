//! Why an action is refused.

use std::borrow::Cow;

use super::text::ParseError;

/// The id for an action after the result, common to all games.
pub const AFTER_END: &str = "after-end";
/// The id for text that is no action of the game, common to all games.
pub const NOTATION: &str = "notation";

/// An action that the rules do not allow: the rule it breaks, and the reason in words.
///
/// `rule` is an id of the game's rulebook, or one of [`AFTER_END`] and [`NOTATION`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{words} ({rule})")]
pub struct Illegal {
    /// The id of the rule that the action breaks: `CD-3.4`.
    pub rule: &'static str,
    /// The reason in plain words, without a final stop.
    pub words: Cow<'static, str>,
    /// For [`NOTATION`]: the character of the action's text at which it went wrong, from 0.
    pub column: Option<usize>,
}

impl Illegal {
    /// A refusal under `rule`.
    pub fn new(rule: &'static str, words: impl Into<Cow<'static, str>>) -> Self {
        Illegal { rule, words: words.into(), column: None }
    }

    /// The refusal of text that is no action of the game, or marks it wrongly.
    pub fn notation(words: impl Into<Cow<'static, str>>) -> Self {
        Illegal::new(NOTATION, words)
    }

    /// The refusal of any action once there is a result.
    #[must_use]
    pub fn after_end() -> Self {
        Illegal::new(AFTER_END, "the match is over; no action may follow its result")
    }
}

impl From<ParseError> for Illegal {
    fn from(error: ParseError) -> Self {
        Illegal { rule: NOTATION, words: error.words, column: Some(error.column) }
    }
}
