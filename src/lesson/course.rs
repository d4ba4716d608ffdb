//! All lessons of a game.

use std::collections::BTreeSet;

use crate::rules::game::Card;

use super::read::LessonError;
use super::step::Lesson;

/// The slug of a game's puzzles.
const PUZZLES: &str = "puzzles";

/// The lessons of a game in order, and its puzzles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Course {
    /// The lessons in their order.
    pub lessons: Vec<Lesson>,
    /// The puzzles, a step each; its slug is `puzzles`.
    pub puzzles: Option<Lesson>,
}

/// A lesson file that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{game}/lessons/{file}.md, {error}")]
pub struct CourseError {
    /// The game's id.
    pub game: &'static str,
    /// The file's name, without its ending.
    pub file: String,
    /// What is wrong with it.
    pub error: LessonError,
}

impl Course {
    /// Reads the course that a game's card has. A game may have none yet.
    ///
    /// # Errors
    /// A file that cannot be read. The tests see to it that no card has one.
    pub fn of(card: &Card) -> Result<Course, CourseError> {
        let read = |file: &str, text: &str| {
            Lesson::read(card, file, text).map_err(|error| CourseError {
                game: card.id,
                file: file.to_owned(),
                error,
            })
        };
        let lessons = card.lessons.iter().map(|(file, text)| read(file, text));
        let mut lessons: Vec<Lesson> = lessons.collect::<Result<_, _>>()?;
        lessons.sort_by_key(|lesson| lesson.order);
        let puzzles = match card.puzzles {
            "" => None,
            text => Some(read(PUZZLES, text)?),
        };
        Ok(Course { lessons, puzzles })
    }

    /// The lesson of that slug; `puzzles` is one.
    #[must_use]
    pub fn lesson(&self, slug: &str) -> Option<&Lesson> {
        self.all().find(|lesson| lesson.slug == slug)
    }

    /// The lessons in order, then the puzzles.
    pub fn all(&self) -> impl Iterator<Item = &Lesson> {
        self.lessons.iter().chain(&self.puzzles)
    }

    /// The ids of the rules that its lessons teach; puzzles are not counted.
    #[must_use]
    pub fn rules(&self) -> BTreeSet<&str> {
        self.lessons.iter().flat_map(Lesson::rules).collect()
    }

    /// The steps of its lessons that teach a rule: lesson and step, counted from 0.
    pub fn steps_about(&self, rule: &str) -> impl Iterator<Item = (&Lesson, usize)> {
        self.lessons.iter().flat_map(move |lesson| {
            let steps = lesson.steps.iter().enumerate();
            let about = steps.filter(move |(_, step)| step.rules().any(|id| id == rule));
            about.map(move |(n, _)| (lesson, n))
        })
    }
}
