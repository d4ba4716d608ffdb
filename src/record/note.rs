//! What was said about a match, ply by ply: never part of the hash.

/// A note at a ply: words, or a side line with words about its last action.
///
/// Notes are only ever added, and any order of adding the same ones makes the same
/// [`Tree`](super::tree::Tree) of side lines, but that siblings stand in the order in which they
/// came.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Note {
    /// The ply that it is about, from 0 (the start); for a side line the one at which it leaves.
    pub ply: usize,
    /// Its text; a side line's may be empty.
    pub text: String,
    /// Who wrote it; `?` if unknown.
    pub by: String,
    /// A side line: actions as the log writes them, without numbers (`B Kc1-b1`). Empty for a note
    /// about the match itself.
    pub line: Vec<String>,
    /// How high the last action of the side line stands among its siblings: the one with the
    /// greatest number is the first. 0 for a line that nobody has promoted.
    pub rise: u32,
}

impl Note {
    /// A note whose writer is not known.
    #[must_use]
    pub fn new(ply: usize, text: impl Into<String>) -> Self {
        Note { ply, text: text.into(), by: "?".to_owned(), ..Note::default() }
    }
}
