//! What was said about a match, ply by ply: never part of the hash.

/// A note at a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The ply that it is about, from 0 (the start).
    pub ply: usize,
    /// Its text.
    pub text: String,
    /// Who wrote it; `?` if unknown.
    pub by: String,
}

impl Note {
    /// A note whose writer is not known.
    #[must_use]
    pub fn new(ply: usize, text: impl Into<String>) -> Self {
        Note { ply, text: text.into(), by: "?".to_owned() }
    }
}
