//! The check of what is to be solved: answers, words for wrong tries, the uniqueness of puzzles.

use crate::rules::any::{Play, View};
use crate::rules::common::Common;
use crate::rules::rulebook::Line;

use super::Check;
use crate::lesson::judge::{Judgement, Try, perform};
use crate::lesson::search;
use crate::lesson::step::{Exercise, Wrong};

/// How many actions a puzzle's search may look at.
const PUZZLE_BUDGET: usize = 400_000;

impl Check<'_> {
    pub(super) fn exercise(&mut self, exercise: &Exercise, play: &dyn Play) {
        let Some(begin) = Try::begin(self.step, play.fork(), View::Told) else { return };
        if begin.path.is_done(exercise) {
            self.fault("the goal is reached before anything is done");
        }
        for answer in &exercise.answers {
            self.answer(&begin, answer);
        }
        let offered: Vec<String> = begin.offers().into_iter().map(|line| line.action).collect();
        let missing = |answer: &&Vec<String>| answer.first().is_some_and(|a| !offered.contains(a));
        if let Some(answer) = exercise.answers.iter().find(missing) {
            self.fault(format!("the answer {} is not among what is offered", answer.join(" ; ")));
        }
        let mut tried = candidates(&begin);
        for answer in &exercise.answers {
            let mut attempt = begin.clone();
            for action in answer.iter().take(answer.len().saturating_sub(1)) {
                attempt.play(&attempt.line(action));
                tried.extend(candidates(&attempt));
            }
        }
        for wrong in &exercise.wrong {
            self.wrong(wrong, &tried);
        }
        self.right(exercise, &tried);
    }

    fn answer(&mut self, begin: &Try<'_>, answer: &[String]) {
        let mut attempt = begin.clone();
        let text = answer.join(" ; ");
        for (n, action) in answer.iter().enumerate() {
            let last = n + 1 == answer.len();
            match attempt.play(&attempt.line(action)) {
                Judgement::Right { .. } if last => {}
                Judgement::RightSoFar { .. } if !last => {}
                Judgement::Right { .. } => {
                    return self.fault(format!("answer {text}: {action} reaches the goal already"));
                }
                Judgement::Illegal { illegal, .. } => {
                    return self.fault(format!("answer {text}: {action}: {illegal}"));
                }
                Judgement::RightSoFar { .. } => {
                    return self.fault(format!("answer {text}: the goal is not reached"));
                }
                Judgement::Wrong { words, .. } => {
                    let words = format!("answer {text}: {action} is judged wrong: “{words}”");
                    return self.fault(words);
                }
            }
        }
    }

    /// Words for a kind of wrong tries must fit one; the line that shows why must be legal after
    /// every try that it is said to.
    fn wrong(&mut self, wrong: &Wrong, tried: &[Candidate<'_>]) {
        let said = Judgement::Wrong { words: wrong.words.words.clone(), then: wrong.then.clone() };
        let mut hit = wrong.words.when.is_none();
        for candidate in tried.iter().filter(|candidate| candidate.judgement == said) {
            hit = true;
            let mut play = candidate.attempt.board().fork();
            for shown in &wrong.then {
                if let Err(illegal) = perform(&mut *play, &shown.line, View::Told) {
                    let action = &candidate.line.action;
                    let words = format!("after {action}, then {}: {illegal}", shown.line);
                    return self.fault_at(wrong.line, words);
                }
            }
        }
        if !hit {
            self.fault_at(wrong.line, "these words for wrong tries fit no try");
        }
    }

    /// Where there is one action to find, words for success must each be said to some right try.
    fn right(&mut self, exercise: &Exercise, tried: &[Candidate<'_>]) {
        if exercise.within > 1 {
            return;
        }
        for right in &exercise.right {
            let said = |candidate: &Candidate<'_>| match &candidate.judgement {
                Judgement::Right { words, .. } => *words == right.words,
                _ => false,
            };
            if !tried.iter().any(said) {
                self.fault(format!("“{}” is never said", right.words));
            }
        }
    }

    /// A puzzle has one answer, and no fewer actions reach its goal.
    pub(super) fn puzzle(&mut self, index: usize) {
        let Some(exercise) = self.step.exercise() else {
            return self.fault("a puzzle is a step to do");
        };
        let [answer] = exercise.answers.as_slice() else {
            return self.fault("a puzzle has one answer");
        };
        if exercise.within != answer.len() {
            self.fault("a puzzle's answer has as many actions as `within` says");
        }
        let Ok(play) = self.lesson.begin(self.game, index) else { return };
        let Some(attempt) = Try::begin(self.step, play, View::Told) else { return };
        let Some(found) = search::solutions(&attempt, PUZZLE_BUDGET) else {
            return self.fault("there is too much to look at to prove that it has one answer");
        };
        let mut sorted = answer.clone();
        sorted.sort();
        for other in found.iter().filter(|other| **other != sorted) {
            self.fault(format!("another answer: {}", other.join(" ; ")));
        }
        if !found.contains(&sorted) {
            self.fault("its answer is not found by the search");
        }
        if exercise.right.is_empty() {
            self.fault("a puzzle explains its answer: `right => …`");
        }
    }
}

/// A try that was looked at.
pub(super) struct Candidate<'a> {
    line: Line,
    pub(super) attempt: Try<'a>,
    pub(super) judgement: Judgement,
}

/// Every next action that is legal or offered, the common ones only if offered, judged.
pub(super) fn candidates<'a>(attempt: &Try<'a>) -> Vec<Candidate<'a>> {
    let card = attempt.board().card();
    let mut lines = attempt.path.legal(attempt.exercise);
    lines.retain(|line| Common::read(card, &line.action).is_none());
    for line in attempt.offers() {
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    let judged = lines.into_iter().map(|line| {
        let mut attempt = attempt.clone();
        let judgement = attempt.play(&line);
        Candidate { line, attempt, judgement }
    });
    judged.collect()
}
