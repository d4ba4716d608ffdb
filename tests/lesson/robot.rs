//! A robot that takes every course with what the pages offer, and nothing else.

use gamekeep::lesson::{Judgement, Lesson, Step, Try};
use gamekeep::rules::any::{AnyGame, View};
use gamekeep::rules::rulebook::Line;

use super::courses::courses;

/// A page with the step on it: what was tried is all that it remembers.
struct Page<'a> {
    game: &'a dyn AnyGame,
    lesson: &'a Lesson,
    index: usize,
}

impl<'a> Page<'a> {
    fn step(&self) -> &'a Step {
        &self.lesson.steps[self.index]
    }

    fn begin(&self) -> Try<'a> {
        let play = self.lesson.begin(self.game, self.index).expect("the step is set up");
        Try::begin(self.step(), play, View::Public).expect("there is something to do")
    }

    /// What is offered after some tries.
    fn offers(&self, tried: &[Line]) -> Vec<Line> {
        let mut attempt = self.begin();
        for line in tried {
            attempt.play(line);
        }
        attempt.offers()
    }

    fn judge(&self, tried: &[Line], new: &Line) -> Judgement {
        let play = self.lesson.begin(self.game, self.index).expect("the step is set up");
        let judged = Try::judge(self.step(), play, View::Public, tried, new);
        judged.expect("there is something to do").0
    }

    /// Clicks what is offered, goes on where that is right so far, takes back where it is not.
    fn solve(&self, tried: &mut Vec<Line>, clicks: &mut usize) -> bool {
        for line in self.offers(tried) {
            *clicks += 1;
            if *clicks > 300 {
                return false;
            }
            match self.judge(tried, &line) {
                Judgement::Right { words, .. } => {
                    assert!(!words.is_empty(), "{}", self.step().title);
                    return true;
                }
                Judgement::RightSoFar { .. } => {
                    tried.push(line);
                    if self.solve(tried, clicks) {
                        return true;
                    }
                    tried.pop();
                }
                Judgement::Wrong { words, .. } => assert!(!words.is_empty()),
                Judgement::Illegal { illegal, .. } => assert!(!illegal.rule.is_empty()),
            }
        }
        false
    }
}

#[test]
fn a_robot_solves_every_step_by_clicking_what_is_offered() {
    for (game, course) in courses() {
        for lesson in course.all() {
            for (index, step) in lesson.steps.iter().enumerate() {
                let page = Page { game, lesson, index };
                if step.exercise().is_none() {
                    lesson.begin(game, index).expect("a step to read can be shown");
                    continue;
                }
                let (mut tried, mut clicks) = (Vec::new(), 0);
                let solved = page.solve(&mut tried, &mut clicks);
                let long = step.exercise().is_some_and(|exercise| exercise.within > 2);
                let title = format!("{}/{}, {}", game.card().id, lesson.slug, step.title);
                assert!(solved || long, "{title}: not solved in {clicks} clicks");
            }
        }
    }
}

#[test]
fn a_robot_solves_every_step_with_the_answers_that_the_page_shows_in_the_end() {
    for (game, course) in courses() {
        for lesson in course.all() {
            for (index, step) in lesson.steps.iter().enumerate() {
                let Some(exercise) = step.exercise() else { continue };
                let page = Page { game, lesson, index };
                for answer in &exercise.answers {
                    let mut tried: Vec<Line> = Vec::new();
                    let mut last = None;
                    for action in answer {
                        let offers = page.offers(&tried);
                        let line = offers.into_iter().find(|line| line.action == *action);
                        let line = line.unwrap_or_else(|| panic!("{action} is not offered"));
                        last = Some(page.judge(&tried, &line));
                        tried.push(line);
                    }
                    let right = last.is_some_and(|judgement| judgement.is_right());
                    assert!(right, "{}: {}", step.title, answer.join(" ; "));
                }
            }
        }
    }
}
