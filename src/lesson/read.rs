//! A lesson file → its head and its steps.

use crate::rules::game::Card;

use super::block;
use super::matches;
use super::step::{Lesson, Step};

/// What is wrong with a lesson file: for its writers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {words}")]
pub struct LessonError {
    /// The line of the file, from 1.
    pub line: usize,
    /// What is wrong, and what was expected.
    pub words: String,
}

impl LessonError {
    /// An error at a line, counted from 1.
    pub(super) fn at(line: usize, words: impl Into<String>) -> Self {
        LessonError { line, words: words.into() }
    }
}

/// A line of a file with its number, from 1.
pub(super) type Numbered<'a> = (usize, &'a str);

/// Reads a lesson file.
pub(super) fn lesson(card: &Card, slug: &str, text: &str) -> Result<Lesson, LessonError> {
    let mut lines = text.lines().enumerate().map(|(n, line)| (n + 1, line)).peekable();
    let mut lesson = Lesson {
        slug: slug.to_owned(),
        title: String::new(),
        summary: String::new(),
        order: 0,
        steps: Vec::new(),
    };
    head(&mut lesson, &mut lines)?;
    let mut fence: Option<&str> = None;
    let mut blocks = 0;
    while let Some((n, line)) = lines.next() {
        if let Some(title) = line.strip_prefix("## ").filter(|_| fence.is_none()) {
            lesson.steps.push(Step::titled(title.trim(), n));
            blocks = 0;
            continue;
        }
        let Some(step) = lesson.steps.last_mut() else {
            if line.trim().is_empty() {
                continue;
            }
            return Err(LessonError::at(n, "expected the first step: ## and its title"));
        };
        match line.trim_end() {
            "```step" | "```match" if fence.is_none() => {
                let inner = fenced(&mut lines, n)?;
                if blocks > 0 {
                    return Err(LessonError::at(n, "a step has one block; begin another step"));
                }
                blocks += 1;
                if line.starts_with("```step") {
                    block::read(card, &inner, step)?;
                } else {
                    matches::read(card, &inner, step)?;
                }
            }
            line => {
                if let Some(mark) = line.strip_prefix("```") {
                    fence = if fence.is_some() { None } else { Some(mark) };
                }
                let text = if blocks == 0 { &mut step.text } else { &mut step.after };
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    for step in &mut lesson.steps {
        step.text = step.text.trim().to_owned();
        step.after = step.after.trim().to_owned();
    }
    Ok(lesson)
}

/// The head between two lines `---`.
fn head<'a>(
    lesson: &mut Lesson,
    lines: &mut impl Iterator<Item = Numbered<'a>>,
) -> Result<(), LessonError> {
    if lines.next().is_none_or(|(_, line)| line.trim_end() != "---") {
        return Err(LessonError::at(1, "expected --- and the head: title, summary, order"));
    }
    let mut last = 1;
    for (n, line) in lines {
        last = n;
        if line.trim_end() == "---" {
            return Ok(());
        }
        let (key, value) = line
            .split_once(':')
            .ok_or_else(|| LessonError::at(n, "expected title: …, summary: … or order: …"))?;
        let value = value.trim();
        match key.trim() {
            "title" => value.clone_into(&mut lesson.title),
            "summary" => value.clone_into(&mut lesson.summary),
            "order" => {
                let order = value.parse().ok().filter(|order| *order > 0);
                lesson.order = order.ok_or_else(|| {
                    LessonError::at(n, format!("“{value}”: expected a number from 1"))
                })?;
            }
            other => {
                let words = format!("“{other}”: the head has title, summary and order");
                return Err(LessonError::at(n, words));
            }
        }
    }
    Err(LessonError::at(last, "expected --- after the head"))
}

/// The lines of a fenced block that has begun at line `start`.
fn fenced<'a>(
    lines: &mut impl Iterator<Item = Numbered<'a>>,
    start: usize,
) -> Result<Vec<Numbered<'a>>, LessonError> {
    let mut inner = Vec::new();
    for (n, line) in lines {
        if line.trim_end() == "```" {
            return Ok(inner);
        }
        inner.push((n, line));
    }
    Err(LessonError::at(start, "the block does not end: expected a line ```"))
}
