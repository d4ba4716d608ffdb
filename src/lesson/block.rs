//! A fenced `step` block → what it says about its step.

use crate::rules::game::Card;
use crate::rules::grid::{Square, read_any_square};
use crate::rules::rulebook::Line;
use crate::rules::text::Cursor;

use super::condition::{Conditions, seat_named};
use super::read::{LessonError, Numbered};
use super::step::{Claim, Exercise, Pace, Setup, Shown, Step, Task, Watch, Words, Wrong};

/// Reads a block's lines into the step.
pub(super) fn read(
    card: &Card,
    lines: &[Numbered<'_>],
    step: &mut Step,
) -> Result<(), LessonError> {
    let (watch, exercise, own) = (Watch::default(), None, None);
    let mut block = Block { card, step, own, watch, exercise };
    for (n, line) in unfolded(lines) {
        block.directive(n, &line).map_err(|words| LessonError::at(n, words))?;
    }
    let Block { own, watch, exercise, .. } = block;
    if let Some((options, position)) = own {
        step.setup = Setup::Own { options, position };
    }
    step.task = match exercise {
        None => Task::Watch(watch),
        Some(exercise) if watch.lines.is_empty() => {
            check_whole(&exercise).map_err(|words| LessonError::at(step.line, words))?;
            Task::Do(Box::new(exercise))
        }
        Some(_) => {
            let words = "a step is to be watched or to be done, not both";
            return Err(LessonError::at(step.line, words));
        }
    };
    Ok(())
}

/// The lines of a block, those that go on with the one before joined to it, empty ones left out.
fn unfolded(lines: &[Numbered<'_>]) -> Vec<(usize, String)> {
    let mut whole: Vec<(usize, String)> = Vec::new();
    for (n, line) in lines {
        let text = line.trim();
        match whole.last_mut() {
            Some((_, before)) if line.starts_with("  ") && !text.is_empty() => {
                before.push(' ');
                before.push_str(text);
            }
            _ if text.is_empty() => {}
            _ => whole.push((*n, text.to_owned())),
        }
    }
    whole
}

/// What every exercise must have.
fn check_whole(exercise: &Exercise) -> Result<(), String> {
    let missing = if exercise.task.is_empty() {
        "`do …`: the task in a line"
    } else if exercise.goals.is_empty() {
        "`goal …`: what counts as done"
    } else if exercise.answers.is_empty() {
        "`answer …`: actions that reach the goal"
    } else if exercise.hints.is_empty() {
        "`hint …`"
    } else {
        return Ok(());
    };
    Err(format!("the exercise has no {missing}"))
}

/// The options, and the position text.
type Own = (Vec<(String, String)>, Option<String>);

struct Block<'a> {
    card: &'a Card,
    step: &'a mut Step,
    own: Option<Own>,
    watch: Watch,
    exercise: Option<Exercise>,
}

impl Block<'_> {
    fn directive(&mut self, n: usize, line: &str) -> Result<(), String> {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        if self.setting(kind, rest)? || self.claim(kind, rest)? {
            return Ok(());
        }
        if kind == "watch" {
            self.watch.lines.push(shown(rest)?);
            return Ok(());
        }
        self.exercise(n, kind, rest)
    }

    /// What a step begins from, and what is pointed at.
    fn setting(&mut self, kind: &str, rest: &str) -> Result<bool, String> {
        match kind {
            "start" if rest.is_empty() => {
                self.own();
            }
            "start" => return Err("`start` stands alone; write `position …`".to_owned()),
            "position" => self.own().1 = Some(rest.to_owned()),
            "options" => {
                for pair in rest.split_whitespace() {
                    let (name, value) =
                        pair.split_once('=').ok_or("expected options as <name>=<value>")?;
                    self.own().0.push((name.to_owned(), value.to_owned()));
                }
            }
            "played" => self.step.played.push(line(rest)?),
            "rules" => self.step.rules.extend(rest.split_whitespace().map(str::to_owned)),
            "mark" => {
                for word in rest.split_whitespace() {
                    self.step.squares.push(square(word)?);
                }
            }
            "arrow" => {
                for word in rest.split_whitespace() {
                    let (from, to) =
                        word.split_once('-').ok_or("expected arrows as <square>-<square>")?;
                    self.step.arrows.push((square(from)?, square(to)?));
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn own(&mut self) -> &mut Own {
        self.own.get_or_insert_default()
    }

    fn claim(&mut self, kind: &str, rest: &str) -> Result<bool, String> {
        let claim = match kind {
            "legal" => Claim::Legal(shown(rest)?),
            "illegal" => {
                let (rule, rest) =
                    rest.split_once(' ').ok_or("expected illegal <rule> <seat> <action>")?;
                Claim::Illegal(rule.to_owned(), shown(rest)?)
            }
            "holds" => Claim::Holds(Conditions::read(self.card, rest)?),
            _ => return Ok(false),
        };
        self.step.claims.push(claim);
        Ok(true)
    }

    fn exercise(&mut self, n: usize, kind: &str, rest: &str) -> Result<(), String> {
        if !EXERCISE.contains(&kind) {
            return Err(format!("“{kind}” is no kind of line in a step; see src/lesson/mod.rs"));
        }
        let card = self.card;
        let exercise =
            self.exercise.get_or_insert_with(|| Exercise { within: 1, ..Exercise::default() });
        match kind {
            "do" if exercise.task.is_empty() => rest.clone_into(&mut exercise.task),
            "do" => return Err("a step has one `do`".to_owned()),
            "seat" => {
                let seat = seat_named(card, rest);
                exercise.seat = Some(seat.ok_or_else(|| format!("“{rest}” is no seat's name"))?);
            }
            "time" => exercise.pace = Some(pace(rest)?),
            "within" => {
                let number = rest.parse().ok().filter(|n| (1..=MOST_ACTIONS).contains(n));
                exercise.within =
                    number.ok_or_else(|| format!("expected a number from 1 to {MOST_ACTIONS}"))?;
            }
            "goal" => exercise.goals.push(Conditions::read(card, rest)?),
            "reply" => {
                let lines = rest.split('|').map(|text| line(text.trim()));
                exercise.replies.push(lines.collect::<Result<_, _>>()?);
            }
            "choices" => exercise.choices.extend(split(rest, '|')),
            "answer" => exercise.answers.push(split(rest, ';').collect()),
            "hint" => exercise.hints.push(rest.to_owned()),
            "right" => exercise.right.push(words(card, rest)?),
            "wrong" => {
                let words = words(card, rest)?;
                exercise.wrong.push(Wrong { words, then: Vec::new(), line: n });
            }
            _ => {
                let wrong = exercise.wrong.last_mut().ok_or("`then` needs `wrong` before it")?;
                wrong.then.push(shown(rest)?);
            }
        }
        Ok(())
    }
}

/// The kinds of lines of an exercise.
const EXERCISE: [&str; 12] = [
    "do", "seat", "time", "within", "goal", "reply", "choices", "answer", "hint", "right", "wrong",
    "then",
];
/// How many actions an exercise may ask for.
const MOST_ACTIONS: usize = 24;

fn split(text: &str, mark: char) -> impl Iterator<Item = String> + '_ {
    text.split(mark).map(|part| part.trim().to_owned())
}

/// What stands before and after `=>`; without it there are no words.
fn with_words(text: &str) -> (&str, String) {
    match text.split_once("=>") {
        Some((what, words)) => (what.trim(), words.trim().to_owned()),
        None => (text, String::new()),
    }
}

fn line(text: &str) -> Result<Line, String> {
    let line = Line::read(text).filter(|line| !line.action.is_empty());
    line.ok_or_else(|| format!("“{text}”: expected a seat's letter and an action"))
}

fn shown(text: &str) -> Result<Shown, String> {
    let (text, words) = with_words(text);
    Ok(Shown { line: line(text)?, words })
}

fn words(card: &Card, text: &str) -> Result<Words, String> {
    let (when, words) = with_words(text);
    if words.is_empty() {
        return Err("expected => and the words".to_owned());
    }
    let when = if when.is_empty() { None } else { Some(Conditions::read(card, when)?) };
    Ok(Words { when, words })
}

fn square(text: &str) -> Result<Square, String> {
    let mut cursor = Cursor::new(text);
    let read = read_any_square(&mut cursor).ok().filter(|_| cursor.is_done());
    read.ok_or_else(|| format!("“{text}” is no square"))
}

/// `12000`, `12000 500`.
fn pace(text: &str) -> Result<Pace, String> {
    let (first, every) = text.split_once(' ').unwrap_or((text, "0"));
    match (first.parse(), every.trim().parse()) {
        (Ok(first_ms), Ok(every_ms)) => Ok(Pace { first_ms, every_ms }),
        _ => Err("expected milliseconds: the first action's, and how much later each".to_owned()),
    }
}
