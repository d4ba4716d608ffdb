//! Steps that are done: what was tried, and what is said to it.

use super::query::{Here, Query};
use super::stage::{Control, Played};
use super::watch::said;
use crate::lesson::{Exercise, Judgement, Moment, Shown, Step, Try, perform};
use crate::rules::any::{Play, View};
use crate::rules::common::Common;
use crate::rules::effect::Effect;
use crate::rules::game::Card;
use crate::rules::rulebook::Line;
use crate::rules::seat::Actor;
use crate::service::trial::{Choice, Refusal};
use crate::web::markdown;
use crate::web::pages::sandbox::{RefusalView, rule_of};

/// What a reader has tried.
pub(super) struct Tried<'a> {
    attempt: Try<'a>,
    exercise: &'a Exercise,
    /// What is said to it; nothing if nothing was tried.
    judgement: Option<Judgement>,
    /// The last action, as it was written.
    last: Option<Line>,
    /// The address without what was refused.
    here: Here,
}

/// What the page says about it.
pub(super) struct DoView {
    pub(super) task: String,
    pub(super) seat: &'static str,
    /// Which side of the board's two shapes the reader's pieces have: 1 or 2.
    pub(super) seat_class: usize,
    /// When the reader acts, in games that run on a clock.
    pub(super) time: String,
    pub(super) verdict: Option<Verdict>,
    pub(super) played: Vec<Played>,
    pub(super) hints: Vec<String>,
    /// The way to one more hint, and its name.
    pub(super) more: Option<(String, &'static str)>,
    /// An answer, once somebody has asked for it.
    pub(super) answer: Vec<String>,
    pub(super) controls: Vec<Control>,
    /// Fields that the form for a typed action hands on; none if nothing can be tried now.
    pub(super) fields: Option<Vec<(String, String)>>,
}

/// What is said to a try.
pub(super) struct Verdict {
    /// `right`, `on`, `wrong` or `illegal`.
    pub(super) class: &'static str,
    pub(super) head: String,
    /// HTML.
    pub(super) words: String,
    pub(super) refusal: Option<RefusalView>,
    /// The text of the rule that the try breaks, as HTML.
    pub(super) rule_text: String,
    /// The line that shows what is wrong, as far as it is played out.
    pub(super) out: Vec<OutView>,
    /// Where it is played out further, and how the link is called.
    pub(super) on: Option<(String, &'static str)>,
    /// Where the try is taken back.
    pub(super) back_href: String,
}

/// An action that shows what is wrong with a try.
pub(super) struct OutView {
    pub(super) played: Played,
    /// HTML.
    pub(super) words: String,
}

/// The board of an exercise as it stands.
pub(super) struct Standing {
    pub(super) play: Box<dyn Play>,
    pub(super) effects: Vec<Effect>,
}

impl<'a> Tried<'a> {
    /// Carries out what the address tells. A step that has nothing to do has none.
    pub(super) fn new(step: &'a Step, play: Box<dyn Play>, query: &Query) -> Option<Self> {
        let exercise = step.exercise()?;
        let attempt = Try::begin(step, play.fork(), View::Public)?;
        let words = query.here.line.iter().map(String::as_str).chain(query.board.typed.as_deref());
        let lines: Vec<Line> = words.map(|word| line_of(&attempt, word)).collect();
        let mut here = query.here.clone();
        let Some((new, before)) = lines.split_last() else {
            return Some(Tried { attempt, exercise, judgement: None, last: None, here });
        };
        let (judgement, attempt) = Try::judge(step, play, View::Public, before, new)?;
        let own = attempt.line("").by;
        let done = attempt.moments().iter().filter(|moment| moment.line.by == own).count();
        if matches!(judgement, Judgement::Illegal { .. }) {
            here.line.truncate(done);
        }
        if !matches!(judgement, Judgement::Wrong { .. }) {
            here.then = 0;
        }
        let last = Some(new.clone());
        Some(Tried { attempt, exercise, judgement: Some(judgement), last, here })
    }

    /// Where somebody goes on who has typed an action that can be carried out.
    pub(super) fn onward(&self, query: &Query) -> Option<String> {
        query.board.typed.as_ref()?;
        let last = self.last.as_ref()?;
        if matches!(self.judgement, Some(Judgement::Illegal { .. })) {
            return None;
        }
        let mut here = Here { then: 0, ..self.here.clone() };
        here.line.push(match self.attempt.line("").by == last.by {
            true => last.action.clone(),
            false => format!("{} {}", last.by, last.action),
        });
        Some(here.href())
    }

    pub(super) fn is_done(&self) -> bool {
        self.judgement.as_ref().is_some_and(Judgement::is_right)
    }

    /// Whether the reader acts now.
    pub(super) fn goes_on(&self) -> bool {
        !matches!(self.judgement, Some(Judgement::Right { .. } | Judgement::Wrong { .. }))
    }

    pub(super) const fn here(&self) -> &Here {
        &self.here
    }

    fn then(&self) -> &[Shown] {
        match &self.judgement {
            Some(Judgement::Wrong { then, .. }) => then.get(..self.here.then).unwrap_or(then),
            _ => &[],
        }
    }

    /// The actions that are offered now.
    pub(super) fn choices(&self) -> Vec<Choice> {
        let card = self.attempt.board().card();
        let by = Actor::Seat(self.attempt.seat());
        let choice = |line: Line| {
            let is_common = Common::read(card, &line.action).is_some();
            let text = line.action;
            Choice { by, word: text.clone(), text, is_common }
        };
        if !self.goes_on() {
            return Vec::new();
        }
        self.attempt.offers().into_iter().map(choice).collect()
    }

    /// The board as it stands: after what shows that a try is wrong, or when the reader acts.
    pub(super) fn standing(&self) -> (Standing, Vec<OutView>) {
        let mut play = self.attempt.board().fork();
        let own = self.attempt.line("").by;
        let moments = self.attempt.moments();
        let last = moments.iter().rposition(|moment| moment.line.by == own).unwrap_or(0);
        let effects = moments[last..].iter().flat_map(|moment| moment.happened.effects.clone());
        let mut effects: Vec<Effect> = effects.collect();
        let mut out = Vec::new();
        for shown in self.then() {
            let Ok(happened) = perform(&mut *play, &shown.line, View::Public) else { break };
            out.push(OutView {
                played: Played::new(&shown.line.by, &happened),
                words: said(shown),
            });
            effects = happened.effects;
        }
        if let Some(at) = self.attempt.line("").at.filter(|_| self.goes_on()) {
            play.advance(at);
        }
        (Standing { play, effects }, out)
    }

    /// All that is said.
    pub(super) fn view(&self, out: Vec<OutView>) -> DoView {
        let card = self.attempt.board().card();
        let (exercise, here) = (self.exercise, &self.here);
        let hints = here.hints.min(exercise.hints.len());
        let more = Here { hints: hints + 1, ..here.clone() }.href();
        let told = here.hints > exercise.hints.len();
        let more_name = match hints {
            n if n == exercise.hints.len() => "Show an answer",
            0 => "A hint",
            _ => "Another hint",
        };
        let played = self
            .attempt
            .moments()
            .iter()
            .map(|Moment { line, happened }| Played::new(&line.by, happened));
        let seat = self.attempt.seat();
        let at = self.attempt.line("").at;
        DoView {
            task: markdown::html(&exercise.task),
            seat: card.seat(seat).name,
            seat_class: seat.index() + 1,
            time: at.filter(|_| card.timed && self.goes_on()).map_or(String::new(), seconds),
            verdict: self.judgement.as_ref().map(|said| self.verdict(card, said, out)),
            played: played.collect(),
            hints: exercise.hints.iter().take(hints).map(|hint| markdown::html(hint)).collect(),
            more: (!told && !self.is_done()).then_some((more, more_name)),
            answer: match exercise.answers.first() {
                Some(answer) if told => answer.clone(),
                _ => Vec::new(),
            },
            controls: self.controls(),
            fields: self.goes_on().then(|| here.ways().fields(here.line.len())),
        }
    }

    /// The address with the last action taken back.
    fn back(&self) -> Here {
        let mut here = Here { then: 0, ..self.here.clone() };
        here.line.pop();
        here
    }

    fn controls(&self) -> Vec<Control> {
        let here = &self.here;
        let undo = match here.then {
            0 => (!here.line.is_empty()).then(|| self.back().href()),
            _ => {
                let then = self.then().len().saturating_sub(1);
                Some(Here { then, ..here.clone() }.href())
            }
        };
        let start = Here { line: Vec::new(), then: 0, ..here.clone() };
        vec![
            Control::new("start", "Start again", (!here.line.is_empty()).then(|| start.href())),
            Control::new("undo", "Take it back", undo),
        ]
    }

    fn verdict(&self, card: &'static Card, said: &Judgement, out: Vec<OutView>) -> Verdict {
        let mut verdict = Verdict {
            class: "right",
            head: String::new(),
            words: String::new(),
            refusal: None,
            rule_text: String::new(),
            out,
            on: None,
            back_href: String::new(),
        };
        match said {
            Judgement::Right { words, refused } => {
                "Right".clone_into(&mut verdict.head);
                if words != "Right." {
                    verdict.words = markdown::html(words);
                }
                if let Some(illegal) = refused {
                    verdict.refuse(card, self.refusal(illegal));
                }
            }
            Judgement::RightSoFar { left } => {
                verdict.class = "on";
                verdict.head = match left {
                    1 => "Go on: one action is left".to_owned(),
                    left => format!("Go on: {left} actions are left"),
                };
            }
            Judgement::Wrong { words, then } => {
                verdict.class = "wrong";
                "Not that".clone_into(&mut verdict.head);
                verdict.words = markdown::html(words);
                let played = self.then().len();
                let on = Here { then: played + 1, ..self.here.clone() }.href();
                let name = if played == 0 { "See why" } else { "And then" };
                verdict.on = (played < then.len()).then_some((on, name));
                verdict.back_href = self.back().href();
            }
            Judgement::Illegal { illegal, words } => {
                verdict.class = "illegal";
                verdict.refuse(card, self.refusal(illegal));
                verdict.words = words.as_deref().map_or(String::new(), markdown::html);
            }
        }
        verdict
    }

    fn refusal(&self, illegal: &crate::rules::illegal::Illegal) -> Refusal {
        let by = self.last.as_ref().and_then(|line| self.attempt.board().card().actor(&line.by));
        let text = self.last.as_ref().map_or(String::new(), |line| line.action.clone());
        Refusal { text, by, illegal: illegal.clone() }
    }
}

impl Verdict {
    fn refuse(&mut self, card: &'static Card, refusal: Refusal) {
        let text = rule_of(card, refusal.illegal.rule).map_or(String::new(), |(_, text)| text);
        self.rule_text = markdown::html(&text);
        self.refusal = Some(RefusalView::of(card, &refusal));
    }
}

/// A word of the address as a line: the reader's, unless another seat's letter stands before it.
/// Its time is that of the exercise.
fn line_of(attempt: &Try<'_>, word: &str) -> Line {
    let card = attempt.board().card();
    let word = word.trim();
    let word = word.split(" @").next().unwrap_or(word);
    let own = attempt.line("").by;
    let (by, action) = match word.split_once(' ') {
        Some((letter, rest)) if card.actor(&letter.to_uppercase()).is_some() => {
            (letter.to_uppercase(), rest.trim_start())
        }
        _ => (own, word),
    };
    Line { by, action: action.to_owned(), at: None }
}

/// A time in seconds.
fn seconds(ms: u64) -> String {
    let part = format!("{:03}", ms % 1_000);
    match part.trim_end_matches('0') {
        "" => format!("{} s", ms / 1_000),
        part => format!("{}.{part} s", ms / 1_000),
    }
}
