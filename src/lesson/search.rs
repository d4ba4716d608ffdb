//! Searching an exercise: whether a try still leads to the goal, and every line that reaches it.

use std::collections::BTreeSet;

use crate::rules::any::View;

use super::judge::{Path, Try};
use super::step::Exercise;

/// How many actions are looked at before a try is given the benefit of the doubt.
const BUDGET: usize = 1_500;

/// Whether a try that has not reached the goal can still reach it: it begins one of the answers, or
/// a search finds a way, or the search would take too long.
pub(super) fn leads_on(attempt: &Try<'_>) -> bool {
    let (exercise, path) = (attempt.exercise, &attempt.path);
    let begins = |answer: &Vec<String>| {
        answer.len() > path.actions.len() && answer.starts_with(&path.actions)
    };
    if exercise.answers.iter().any(begins) {
        return true;
    }
    let mut budget = BUDGET;
    reaches(path, exercise, &mut budget).unwrap_or(true)
}

/// Whether some actions reach the goal; `None` if the budget is spent.
fn reaches(path: &Path, exercise: &Exercise, budget: &mut usize) -> Option<bool> {
    for line in path.offers(exercise) {
        *budget = budget.checked_sub(1)?;
        let mut next = path.clone();
        if next.act(exercise, &line, View::Told).is_err() {
            continue;
        }
        let goes_on = next.actions.len() < exercise.within;
        if next.is_done(exercise) || (goes_on && reaches(&next, exercise, budget)?) {
            return Some(true);
        }
    }
    Some(false)
}

/// Every set of actions that reaches the goal, each sorted: the order in which they are taken does
/// not count. `None` if more than `budget` actions would have to be looked at.
pub(super) fn solutions(attempt: &Try<'_>, mut budget: usize) -> Option<BTreeSet<Vec<String>>> {
    let mut found = BTreeSet::new();
    collect(&attempt.path, attempt.exercise, &mut budget, &mut found)?;
    Some(found)
}

fn collect(
    path: &Path,
    exercise: &Exercise,
    budget: &mut usize,
    found: &mut BTreeSet<Vec<String>>,
) -> Option<()> {
    for line in path.legal(exercise) {
        *budget = budget.checked_sub(1)?;
        let mut next = path.clone();
        if next.act(exercise, &line, View::Told).is_err() {
            continue;
        }
        if next.is_done(exercise) {
            let mut actions = next.actions;
            actions.sort();
            found.insert(actions);
        } else if next.actions.len() < exercise.within {
            collect(&next, exercise, budget, found)?;
        }
    }
    Some(())
}
