//! The check of a course: everything that it says is run against the rules.

use std::fmt;

use crate::rules::any::{AnyGame, Play, View};
use crate::rules::rulebook::{Line, Rulebook};

use super::condition::Facts;
use super::course::Course;
use super::judge::{Try, perform};
use super::step::{Claim, Lesson, Setup, Step, Task};

mod exercise;

use exercise::candidates;

/// Something that a lesson says and the rules do not bear out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The lesson's slug.
    pub lesson: String,
    /// The line of its file, from 1.
    pub line: usize,
    /// The step's title; empty for a fault of the whole lesson.
    pub step: String,
    /// What is wrong.
    pub words: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.md:{}", self.lesson, self.line)?;
        if !self.step.is_empty() {
            write!(f, " “{}”", self.step)?;
        }
        write!(f, ": {}", self.words)
    }
}

/// Everything that is wrong with a game's course; empty if all of it holds.
///
/// Ids of rules are looked up in the game's rulebook; if that has no rules yet, they are not.
#[must_use]
pub fn course(game: &dyn AnyGame, course: &Course) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (n, one) in course.lessons.iter().enumerate() {
        faults.extend(lesson(game, one));
        if usize::from(one.order) != n + 1 {
            let words = format!("order is {}, and this is lesson {}", one.order, n + 1);
            faults.push(of_lesson(one, words));
        }
        if course.all().filter(|other| other.slug == one.slug).count() > 1 {
            faults.push(of_lesson(one, "another lesson has the same name".to_owned()));
        }
    }
    if let Some(puzzles) = &course.puzzles {
        faults.extend(lesson(game, puzzles));
        for (index, step) in puzzles.steps.iter().enumerate() {
            let mut check = Check { game, lesson: puzzles, step, faults: Vec::new() };
            check.puzzle(index);
            faults.append(&mut check.faults);
        }
    }
    faults
}

fn of_lesson(lesson: &Lesson, words: String) -> Fault {
    Fault { lesson: lesson.slug.clone(), line: 1, step: String::new(), words }
}

/// Everything that is wrong with a lesson.
#[must_use]
pub fn lesson(game: &dyn AnyGame, lesson: &Lesson) -> Vec<Fault> {
    let mut faults = Vec::new();
    if lesson.title.is_empty() || lesson.summary.is_empty() || lesson.steps.is_empty() {
        faults.push(of_lesson(lesson, "expected a title, a summary and a step".to_owned()));
    }
    for (index, step) in lesson.steps.iter().enumerate() {
        let mut check = Check { game, lesson, step, faults: Vec::new() };
        check.step(index);
        faults.append(&mut check.faults);
    }
    faults
}

struct Check<'a> {
    game: &'a dyn AnyGame,
    lesson: &'a Lesson,
    step: &'a Step,
    faults: Vec<Fault>,
}

impl<'a> Check<'a> {
    fn fault(&mut self, words: impl Into<String>) {
        self.fault_at(self.step.line, words);
    }

    fn fault_at(&mut self, line: usize, words: impl Into<String>) {
        let (lesson, step) = (self.lesson.slug.clone(), self.step.title.clone());
        self.faults.push(Fault { lesson, line, step, words: words.into() });
    }

    fn step(&mut self, index: usize) {
        if self.step.title.is_empty() {
            self.fault("a step has a title");
        }
        self.rules();
        let play = match self.lesson.begin(self.game, index) {
            Ok(play) => play,
            Err(error) => return self.fault(error.to_string()),
        };
        self.marks(&*play);
        self.goes_on_from(index);
        for claim in &self.step.claims {
            self.claim(&*play, claim);
        }
        match &self.step.task {
            Task::Watch(watch) => {
                let mut play = play.fork();
                for shown in &watch.lines {
                    if let Err(illegal) = perform(&mut *play, &shown.line, View::Told) {
                        return self.fault(format!("watch {}: {illegal}", shown.line));
                    }
                }
                if watch.record.is_some() && play.outcome().is_none() {
                    self.fault("a whole match has a result");
                }
                if watch.record.is_none() && watch.lines.is_empty() && self.step.text.is_empty() {
                    self.fault("nothing to read, to watch or to do");
                }
            }
            Task::Do(exercise) => self.exercise(exercise, &*play),
        }
    }

    /// Rules that are named must exist, in the text too.
    fn rules(&mut self) {
        let Ok(book) = Rulebook::read(self.game.card().rulebook) else {
            return self.fault("the rulebook cannot be read");
        };
        let Some(prefix) = book.rules().next().and_then(|rule| rule.id.split('-').next()) else {
            return;
        };
        let texts = [&self.step.text, &self.step.after];
        let texts = texts.into_iter().chain(self.words()).map(String::as_str);
        let written = texts.flat_map(|text| ids_in(text, prefix));
        let known = |id: &str| {
            book.rule(id).is_some() || book.chapters.iter().any(|chapter| chapter.id == id)
        };
        let unknown: Vec<String> =
            written.filter(|id| !known(id)).map(|id| format!("no rule {id}")).collect();
        let named = self
            .step
            .rules()
            .filter(|id| book.rule(id).is_none() && !["notation", "after-end"].contains(id));
        let named: Vec<String> = named.map(|id| format!("no rule {id}")).collect();
        for words in unknown.into_iter().chain(named) {
            self.fault(words);
        }
    }

    /// All that is said beside the text.
    fn words(&self) -> Vec<&'a String> {
        let mut words: Vec<&String> = Vec::new();
        for claim in &self.step.claims {
            if let Claim::Legal(shown) | Claim::Illegal(_, shown) = claim {
                words.push(&shown.words);
            }
        }
        match &self.step.task {
            Task::Watch(watch) => words.extend(watch.lines.iter().map(|shown| &shown.words)),
            Task::Do(exercise) => {
                words.push(&exercise.task);
                words.extend(&exercise.hints);
                words.extend(exercise.right.iter().map(|right| &right.words));
                for wrong in &exercise.wrong {
                    words.push(&wrong.words.words);
                    words.extend(wrong.then.iter().map(|shown| &shown.words));
                }
            }
        }
        words
    }

    fn marks(&mut self, play: &dyn Play) {
        let scene = play.scene(View::Told);
        let arrows = self.step.arrows.iter().flat_map(|(from, to)| [from, to]);
        let off: Vec<String> = self
            .step
            .squares
            .iter()
            .chain(arrows)
            .filter(|square| {
                let beside = [square.rank == -1, square.rank == scene.size.ranks];
                let drawn = (0..2).any(|side| beside[side] && scene.apron[side] > 0);
                !scene.size.contains(**square) && !drawn
            })
            .map(|square| format!("mark: {square} is off the board"))
            .collect();
        for words in off {
            self.fault(words);
        }
    }

    /// A step that goes on from an exercise shows the end of its first answer: all of its answers
    /// must end alike.
    fn goes_on_from(&mut self, index: usize) {
        let Some(before) = index.checked_sub(1).map(|n| (n, &self.lesson.steps[n])) else { return };
        let (n, before) = before;
        let Some(exercise) = before.exercise().filter(|_| self.step.setup == Setup::GoesOn) else {
            return;
        };
        let Ok(play) = self.lesson.begin(self.game, n) else { return };
        let ends = |answer: &Vec<String>| {
            let mut attempt = Try::begin(before, play.fork(), View::Told)?;
            for action in answer {
                attempt.play(&attempt.line(action));
            }
            Some(attempt.board().position(View::Told))
        };
        let mut ends: Vec<String> = exercise.answers.iter().filter_map(ends).collect();
        if exercise.within == 1
            && let Some(attempt) = Try::begin(before, play.fork(), View::Told)
        {
            let right = candidates(&attempt).into_iter().filter(|c| c.judgement.is_right());
            ends.extend(right.map(|candidate| candidate.attempt.board().position(View::Told)));
        }
        ends.dedup();
        if ends.len() > 1 {
            self.fault("it goes on from a step with answers that end apart: give it a `position`");
        }
    }

    fn claim(&mut self, play: &dyn Play, claim: &Claim) {
        let attempt = |line: &Line| perform(&mut *play.fork(), line, View::Told);
        match claim {
            Claim::Legal(shown) => {
                if let Err(illegal) = attempt(&shown.line) {
                    self.fault(format!("{}: should be legal, but: {illegal}", shown.line));
                }
            }
            Claim::Illegal(rule, shown) => match attempt(&shown.line) {
                Err(illegal) if illegal.rule == rule => {}
                Err(illegal) => {
                    self.fault(format!("{}: should break {rule}, but: {illegal}", shown.line));
                }
                Ok(_) => {
                    self.fault(format!("{}: should break {rule}, but is legal", shown.line));
                }
            },
            Claim::Holds(conditions) => {
                if !conditions.hold(&Facts::NONE, play) {
                    self.fault(format!("a claim does not hold: {conditions:?}"));
                }
            }
        }
    }
}

/// The rule ids of that prefix in a text: `CD-3.4`, `CD-3`.
fn ids_in<'a>(text: &'a str, prefix: &'a str) -> impl Iterator<Item = &'a str> {
    let begins = text.match_indices(prefix).map(|(at, _)| at);
    begins.filter_map(move |at| {
        let rest = text[at + prefix.len()..].strip_prefix('-')?;
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let number = rest[..end].trim_end_matches('.');
        (!number.is_empty()).then(|| &text[at..at + prefix.len() + 1 + number.len()])
    })
}
