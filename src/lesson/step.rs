//! Lessons and their steps, as they were read; and how a step is set up.

use std::collections::BTreeSet;

use crate::rules::any::{AnyGame, BeginError, Play, View};
use crate::rules::game::{Acting, Card};
use crate::rules::grid::Square;
use crate::rules::illegal::Illegal;
use crate::rules::options::Options;
use crate::rules::rulebook::Line;
use crate::rules::seat::Seat;

use super::condition::Conditions;
use super::judge::{Judgement, Try, perform};
use super::read::{self, LessonError};

/// A lesson, or a file of puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// Its name in addresses: the file's name without `.md`.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// What it is about, in a sentence.
    pub summary: String,
    /// Its place in the course, from 1; 0 if it has none.
    pub order: u16,
    /// Its steps in order.
    pub steps: Vec<Step>,
}

/// A step of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its title.
    pub title: String,
    /// The line of the file at which it begins, from 1.
    pub line: usize,
    /// Markdown that is read beside the board.
    pub text: String,
    /// Markdown that is read when the step is done.
    pub after: String,
    /// The ids of the rules that it teaches.
    pub rules: Vec<String>,
    /// What it begins from.
    pub setup: Setup,
    /// Carried out before it begins.
    pub played: Vec<Line>,
    /// Coloured squares.
    pub squares: Vec<Square>,
    /// Arrows, from one square to another.
    pub arrows: Vec<(Square, Square)>,
    /// What it says about the position that it begins from.
    pub claims: Vec<Claim>,
    /// What the reader does.
    pub task: Task,
}

/// What a step begins from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setup {
    /// The end of the step before.
    GoesOn,
    /// A match set up for it.
    Own {
        /// The options, as names and values.
        options: Vec<(String, String)>,
        /// The position text, unless it is the game's own start.
        position: Option<String>,
    },
}

/// A claim about the position that a step begins from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The action is legal.
    Legal(Shown),
    /// The action is refused, by the rule of that id.
    Illegal(String, Shown),
    /// The conditions hold.
    Holds(Conditions),
}

/// An action and what is said to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The action.
    pub line: Line,
    /// Markdown; may be empty.
    pub words: String,
}

/// What the reader does in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// Reads, and watches a line if there is one.
    Watch(Watch),
    /// Solves an exercise.
    Do(Box<Exercise>),
}

/// A line that is played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Watch {
    /// The actions in order.
    pub lines: Vec<Shown>,
    /// The record with its notes, if this is a whole match.
    pub record: Option<String>,
}

/// Something to solve.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exercise {
    /// The task, in a line.
    pub task: String,
    /// Whom the reader plays; whoever is to act if it is not said.
    pub seat: Option<Seat>,
    /// When the reader acts, in games that run on a clock.
    pub pace: Option<Pace>,
    /// How many actions the reader has, at least 1.
    pub within: usize,
    /// What counts as done: any of these.
    pub goals: Vec<Conditions>,
    /// What is played when the reader's side is not to act; of each the first that is legal.
    pub replies: Vec<Vec<Line>>,
    /// What is offered; everything legal if empty.
    pub choices: Vec<String>,
    /// Right answers, each a line of the reader's actions.
    pub answers: Vec<Vec<String>>,
    /// Hints, one after the other.
    pub hints: Vec<String>,
    /// Words for success: the first that applies.
    pub right: Vec<Words>,
    /// Words for wrong tries: the first that applies.
    pub wrong: Vec<Wrong>,
}

/// The times of a reader's actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// When the first one is taken, in milliseconds.
    pub first_ms: u64,
    /// How much later each further one is, in milliseconds.
    pub every_ms: u64,
}

/// Words, and when they apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// When: always, if it is not said.
    pub when: Option<Conditions>,
    /// Markdown.
    pub words: String,
}

/// Words for a kind of wrong try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// When they apply, and the words.
    pub words: Words,
    /// A line that shows what is wrong with it.
    pub then: Vec<Shown>,
    /// The line of the file, from 1.
    pub line: usize,
}

/// A step that cannot be set up: for its writers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// The lesson has no such step.
    #[error("there is no such step")]
    NoStep,
    /// The first step of a lesson has nothing to go on from.
    #[error("the first step has no position: write `start` or `position …`")]
    NoStart,
    /// Its options or its position do not stand.
    #[error(transparent)]
    Begin(#[from] BeginError),
    /// An action that leads to it is refused.
    #[error("{0}: {1}")]
    Refused(Line, Illegal),
}

impl Step {
    /// A step that has only its title, and the line at which it begins.
    pub(crate) fn titled(title: &str, line: usize) -> Step {
        Step {
            title: title.to_owned(),
            line,
            text: String::new(),
            after: String::new(),
            rules: Vec::new(),
            setup: Setup::GoesOn,
            played: Vec::new(),
            squares: Vec::new(),
            arrows: Vec::new(),
            claims: Vec::new(),
            task: Task::Watch(Watch::default()),
        }
    }
}

impl Lesson {
    /// Reads a lesson file of a game; `slug` is its name.
    ///
    /// # Errors
    /// The first line that is not as [`super`] says, and why.
    pub fn read(card: &Card, slug: &str, text: &str) -> Result<Lesson, LessonError> {
        read::lesson(card, slug, text)
    }

    /// The ids of the rules that its steps teach.
    #[must_use]
    pub fn rules(&self) -> BTreeSet<&str> {
        self.steps.iter().flat_map(Step::rules).collect()
    }

    /// Sets up step `index`, counted from 0.
    ///
    /// # Errors
    /// There is no such step, or it cannot be set up. A lesson without faults has no such error but
    /// [`StepError::NoStep`].
    pub fn begin(&self, game: &dyn AnyGame, index: usize) -> Result<Box<dyn Play>, StepError> {
        let steps = self.steps.get(..=index).ok_or(StepError::NoStep)?;
        let is_own = |step: &Step| matches!(step.setup, Setup::Own { .. });
        let first = steps.iter().rposition(is_own).ok_or(StepError::NoStart)?;
        let mut play = steps[first].set_up(game)?;
        for (n, step) in steps.iter().enumerate().skip(first) {
            carry_out(&mut *play, &step.played)?;
            if n < index {
                step.finish(&mut play)?;
            }
        }
        Ok(play)
    }
}

/// Carries out actions that must be legal.
fn carry_out<'a>(
    play: &mut dyn Play,
    lines: impl IntoIterator<Item = &'a Line>,
) -> Result<(), StepError> {
    for line in lines {
        perform(play, line, View::Told).map_err(|why| StepError::Refused(line.clone(), why))?;
    }
    Ok(())
}

impl Step {
    /// The ids of the rules that it teaches: those named, those of its claims, and those that a
    /// goal asks to break.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        let claimed = self.claims.iter().filter_map(|claim| match claim {
            Claim::Illegal(rule, _) => Some(rule.as_str()),
            Claim::Legal(_) | Claim::Holds(_) => None,
        });
        let goals = self.exercise().into_iter().flat_map(|exercise| &exercise.goals);
        let refused = goals.flat_map(Conditions::refused);
        self.rules.iter().map(String::as_str).chain(claimed).chain(refused)
    }

    /// What there is to solve, if anything.
    #[must_use]
    pub fn exercise(&self) -> Option<&Exercise> {
        match &self.task {
            Task::Do(exercise) => Some(exercise),
            Task::Watch(_) => None,
        }
    }

    /// The words of its claim about an action that is refused.
    #[must_use]
    pub fn words_about(&self, tried: &Line) -> Option<&str> {
        self.claims.iter().find_map(|claim| match claim {
            Claim::Illegal(_, shown)
                if (&shown.line.by, &shown.line.action) == (&tried.by, &tried.action) =>
            {
                Some(shown.words.as_str()).filter(|words| !words.is_empty())
            }
            _ => None,
        })
    }

    fn set_up(&self, game: &dyn AnyGame) -> Result<Box<dyn Play>, StepError> {
        let Setup::Own { options, position } = &self.setup else { return Err(StepError::NoStart) };
        let given = options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let options = Options::read(game.card(), given).map_err(BeginError::from)?;
        Ok(game.begin(&options, position.as_deref())?)
    }

    /// Carries a step that has begun on to its end: the line watched, or the first answer.
    pub(super) fn finish(&self, play: &mut Box<dyn Play>) -> Result<(), StepError> {
        match &self.task {
            Task::Watch(watch) => carry_out(&mut **play, watch.lines.iter().map(|s| &s.line)),
            Task::Do(exercise) => {
                let Some(mut attempt) = Try::begin(self, play.fork(), View::Told) else {
                    return Ok(());
                };
                for action in exercise.answers.first().into_iter().flatten() {
                    let line = attempt.line(action);
                    if let Judgement::Illegal { illegal, .. } = attempt.play(&line) {
                        return Err(StepError::Refused(line, illegal));
                    }
                }
                *play = attempt.into_play();
                Ok(())
            }
        }
    }
}

impl Exercise {
    /// Whom the reader plays from a position.
    #[must_use]
    pub fn seat(&self, play: &dyn Play) -> Seat {
        self.seat.unwrap_or(match play.acting() {
            Acting::One(seat) => seat,
            Acting::Both | Acting::Nobody => Seat::First,
        })
    }
}

impl Pace {
    /// When the reader's action of that number, from 0, is taken.
    #[must_use]
    pub const fn at_ms(self, number: usize) -> u64 {
        self.first_ms.saturating_add(self.every_ms.saturating_mul(number as u64))
    }
}
