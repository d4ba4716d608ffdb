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

    /// What counts of it for [`super::limits::NOTES_BYTES`].
    #[must_use]
    pub fn bytes(&self) -> usize {
        let line: usize = self.line.iter().map(|step| step.len() + 1).sum();
        self.text.len() + self.by.len() + line
    }
}

/// What a note says in a lesson that is made of its match: see [`Note::teaching`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Teaching<'a> {
    /// The lesson's title, and what is read before it begins.
    Title(&'a str, &'a str),
    /// What is read at the ply.
    Read(&'a str),
    /// A question at the ply: the recorded action that follows it is the answer.
    Find(&'a str),
}

/// How the text of a note begins that publishes a match as a lesson.
pub const LESSON: &str = "lesson:";
/// How the text of a note begins that is read at its ply.
pub const READ: &str = "step:";
/// How the text of a note begins that asks for the next action.
pub const FIND: &str = "find:";

impl Note {
    /// What the note says in a lesson that is made of its match; most notes say nothing there.
    ///
    /// A lesson is a match with a note at ply 0 whose text begins with `lesson:` and the title; the
    /// lines below it are read before it begins. Notes whose text begins with `step:` are read at
    /// their ply; those that begin with `find:` ask for the action that comes next. Of several at
    /// one ply the last one counts, of titles as of steps; one with nothing after the colon takes
    /// away what stood there.
    #[must_use]
    pub fn teaching(&self) -> Option<Teaching<'_>> {
        if !self.line.is_empty() {
            return None;
        }
        if let Some(rest) = self.text.strip_prefix(LESSON).filter(|_| self.ply == 0) {
            let (title, rest) = rest.split_once('\n').unwrap_or((rest, ""));
            return Some(Teaching::Title(title.trim(), rest.trim()));
        }
        let read = self.text.strip_prefix(READ).map(|text| Teaching::Read(text.trim()));
        read.or_else(|| Some(Teaching::Find(self.text.strip_prefix(FIND)?.trim())))
    }
}

#[cfg(test)]
mod tests {
    use super::{Note, Teaching};

    #[test]
    fn some_notes_teach() {
        let check = |ply, text: &str, expected| {
            assert_eq!(Note::new(ply, text).teaching(), expected, "{text}");
        };
        check(0, "lesson: Two walls\n\nHow to.", Some(Teaching::Title("Two walls", "How to.")));
        check(0, "lesson:", Some(Teaching::Title("", "")));
        check(1, "lesson: no title here", None);
        check(3, "step: The wall falls.", Some(Teaching::Read("The wall falls.")));
        check(3, "find: What now?", Some(Teaching::Find("What now?")));
        check(3, "A step: forward", None);
        let line = Note { line: vec!["B +W".to_owned()], ..Note::new(0, "step: x") };
        assert_eq!(line.teaching(), None);
    }
}
