//! Judging what a reader tries.

use crate::rules::any::{Happened, Play, View};
use crate::rules::common::Common;
use crate::rules::effect::Effect;
use crate::rules::game::Acting;
use crate::rules::illegal::Illegal;
use crate::rules::rulebook::Line;
use crate::rules::seat::{Actor, Seat};

use super::condition::{Conditions, Facts};
use super::search;
use super::step::{Exercise, Shown, Step};

/// What is said to a try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The goal is reached.
    Right {
        /// Markdown.
        words: String,
        /// Why the action is refused, where the task was to find such a one.
        refused: Option<Illegal>,
    },
    /// It leads towards the goal, and more actions are needed.
    RightSoFar {
        /// How many actions the reader has left.
        left: usize,
    },
    /// It is legal, and does not lead to the goal.
    Wrong {
        /// Markdown.
        words: String,
        /// A line that can be played out to see why; may be empty.
        then: Vec<Shown>,
    },
    /// The rules do not allow it. The try goes on as if it had not been made.
    Illegal {
        /// The rule, and the reason.
        illegal: Illegal,
        /// What the lesson says to it, if it says something. Markdown.
        words: Option<String>,
    },
}

impl Judgement {
    /// Whether the step is done.
    #[must_use]
    pub const fn is_right(&self) -> bool {
        matches!(self, Judgement::Right { .. })
    }
}

/// An action that was carried out in a try: the reader's, or a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The action.
    pub line: Line,
    /// What it did.
    pub happened: Happened,
}

/// Carries out an action line.
///
/// # Errors
/// As [`Play::tell`]; [`crate::rules::illegal::NOTATION`] for a letter that is no seat's.
pub fn perform(play: &mut dyn Play, line: &Line, view: View) -> Result<Happened, Illegal> {
    let by = play.card().actor(&line.by).ok_or_else(|| {
        let [first, second] = play.card().seats;
        let (a, b) = (first.letter, second.letter);
        Illegal::notation(format!("“{}” is nobody's letter; expected {a}, {b} or *", line.by))
    })?;
    play.tell(by, &line.action, line.at, view)
}

/// A line of tries at an exercise. What led to it is a list of the reader's actions, so that it can
/// stand in an address; replies are not in it.
#[derive(Clone)]
pub struct Try<'a> {
    step: &'a Step,
    pub(super) exercise: &'a Exercise,
    pub(super) path: Path,
    moments: Vec<Moment>,
    view: View,
}

/// Where a try has led.
pub(super) struct Path {
    seat: Seat,
    pub(super) play: Box<dyn Play>,
    pub(super) actions: Vec<String>,
    effects: Vec<Effect>,
    replied: usize,
}

impl Clone for Path {
    fn clone(&self) -> Self {
        Path {
            seat: self.seat,
            play: self.play.fork(),
            actions: self.actions.clone(),
            effects: self.effects.clone(),
            replied: self.replied,
        }
    }
}

impl std::fmt::Debug for Try<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(&self.path.actions).finish()
    }
}

impl<'a> Try<'a> {
    /// Begins at a step that is set up ([`super::Lesson::begin`]); `None` if there is nothing to do
    /// in it. The view is that of the words of what happens.
    #[must_use]
    pub fn begin(step: &'a Step, play: Box<dyn Play>, view: View) -> Option<Self> {
        let exercise = step.exercise()?;
        let seat = exercise.seat(&*play);
        let (actions, effects) = (Vec::new(), Vec::new());
        let path = Path { seat, play, actions, effects, replied: 0 };
        Some(Try { step, exercise, path, moments: Vec::new(), view })
    }

    /// Judges a new action after others: the whole of what a page that keeps nothing has to ask. It
    /// gives the try as it stands then, too.
    ///
    /// If one of the earlier ones is refused, or settles the matter, that is the judgement, and the
    /// later ones are not looked at. Whether they lead on is asked of the new one only. `None` if
    /// there is nothing to do in the step.
    #[must_use]
    pub fn judge(
        step: &'a Step,
        play: Box<dyn Play>,
        view: View,
        before: &[Line],
        new: &Line,
    ) -> Option<(Judgement, Self)> {
        let mut attempt = Try::begin(step, play, view)?;
        for line in before {
            match attempt.play_on(line, |_| true) {
                Judgement::RightSoFar { .. } => {}
                settled => return Some((settled, attempt)),
            }
        }
        let judgement = attempt.play(new);
        Some((judgement, attempt))
    }

    /// Whom the reader plays.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.path.seat
    }

    /// The match as it stands.
    #[must_use]
    pub fn board(&self) -> &dyn Play {
        &*self.path.play
    }

    /// The match as it stands.
    #[must_use]
    pub fn into_play(self) -> Box<dyn Play> {
        self.path.play
    }

    /// What was carried out, replies included, in order.
    #[must_use]
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// The reader's next action as a line: with the seat's letter, and the time if it has one.
    #[must_use]
    pub fn line(&self, action: &str) -> Line {
        self.path.line(self.exercise, action)
    }

    /// What the page offers: the step's choices, or every legal action but the common ones.
    #[must_use]
    pub fn offers(&self) -> Vec<Line> {
        self.path.offers(self.exercise)
    }

    /// Carries out an action and the replies to it, and judges it.
    pub fn play(&mut self, line: &Line) -> Judgement {
        self.play_on(line, search::leads_on)
    }

    /// The same, given how to tell whether the goal can still be reached.
    fn play_on(&mut self, line: &Line, leads_on: fn(&Self) -> bool) -> Judgement {
        let own = self.path.play.card().letter(Actor::Seat(self.path.seat)).to_string();
        if line.by != own {
            let mut tried = self.path.play.fork();
            return match perform(&mut *tried, line, self.view) {
                Err(illegal) => self.illegal(line, illegal),
                Ok(_) => {
                    let name = self.path.play.card().seat(self.path.seat).name;
                    Judgement::Wrong { words: format!("Here you play {name}."), then: Vec::new() }
                }
            };
        }
        match self.path.act(self.exercise, line, self.view) {
            Err(illegal) => self.refused(line, illegal),
            Ok(moments) => {
                self.moments.extend(moments);
                self.legal(leads_on)
            }
        }
    }

    /// Judges a try that the rules refuse: it may be what was asked for.
    fn refused(&self, line: &Line, illegal: Illegal) -> Judgement {
        let actions = [&self.path.actions[..], std::slice::from_ref(&line.action)].concat();
        let facts = Facts { actions: &actions, effects: &[], refused: Some(&illegal) };
        let asked = |goal: &&Conditions| goal.refused().next().is_some();
        let mut goals = self.exercise.goals.iter().filter(asked);
        if goals.any(|goal| goal.hold(&facts, &*self.path.play)) {
            let words = self.right_words(&facts);
            return Judgement::Right { words, refused: Some(illegal) };
        }
        self.illegal(line, illegal)
    }

    fn illegal(&self, line: &Line, illegal: Illegal) -> Judgement {
        let words = self.step.words_about(line).map(str::to_owned);
        Judgement::Illegal { illegal, words }
    }

    /// Judges the actions carried out so far.
    fn legal(&self, leads_on: fn(&Self) -> bool) -> Judgement {
        let facts = self.path.facts();
        if self.path.is_done(self.exercise) {
            return Judgement::Right { words: self.right_words(&facts), refused: None };
        }
        let applies = |when: &Conditions| when.hold(&facts, &*self.path.play);
        let wrongs = &self.exercise.wrong;
        let special = wrongs.iter().find(|wrong| wrong.words.when.as_ref().is_some_and(applies));
        let left = self.exercise.within.saturating_sub(self.path.actions.len());
        if special.is_none() && left > 0 && leads_on(self) {
            return Judgement::RightSoFar { left };
        }
        match special.or_else(|| wrongs.iter().find(|wrong| wrong.words.when.is_none())) {
            Some(wrong) => {
                Judgement::Wrong { words: wrong.words.words.clone(), then: wrong.then.clone() }
            }
            None => {
                let words = "That is allowed, but it is not what is asked for here.".to_owned();
                Judgement::Wrong { words, then: Vec::new() }
            }
        }
    }

    fn right_words(&self, facts: &Facts<'_>) -> String {
        let applies = |when: &Option<Conditions>| {
            when.as_ref().is_none_or(|when| when.hold(facts, &*self.path.play))
        };
        let found = self.exercise.right.iter().find(|words| applies(&words.when));
        found.map_or_else(|| "Right.".to_owned(), |words| words.words.clone())
    }
}

impl Path {
    pub(super) fn facts(&self) -> Facts<'_> {
        Facts { actions: &self.actions, effects: &self.effects, refused: None }
    }

    /// Whether the goal is reached.
    pub(super) fn is_done(&self, exercise: &Exercise) -> bool {
        exercise.goals.iter().any(|goal| goal.hold(&self.facts(), &*self.play))
    }

    fn line(&self, exercise: &Exercise, action: &str) -> Line {
        let by = self.play.card().letter(Actor::Seat(self.seat)).to_string();
        let at = exercise.pace.map(|pace| pace.at_ms(self.actions.len()));
        Line { by, action: action.to_owned(), at }
    }

    /// The step's choices, or every legal action but the common ones.
    pub(super) fn offers(&self, exercise: &Exercise) -> Vec<Line> {
        if !exercise.choices.is_empty() {
            return exercise.choices.iter().map(|action| self.line(exercise, action)).collect();
        }
        let card = self.play.card();
        let own = |action: &String| Common::read(card, action).is_none();
        self.legal(exercise).into_iter().filter(|line| own(&line.action)).collect()
    }

    /// Every legal action of the reader's side.
    pub(super) fn legal(&self, exercise: &Exercise) -> Vec<Line> {
        let mut ahead = None;
        if let Some(pace) = exercise.pace {
            let play = ahead.insert(self.play.fork());
            play.advance(pace.at_ms(self.actions.len()));
        }
        let play = ahead.as_deref().unwrap_or(&*self.play);
        let own = |(by, action): (Actor, String)| {
            (by == Actor::Seat(self.seat)).then(|| self.line(exercise, &action))
        };
        play.legal().into_iter().filter_map(own).collect()
    }

    /// Carries out an action of the reader's, and the replies to it.
    pub(super) fn act(
        &mut self,
        exercise: &Exercise,
        line: &Line,
        view: View,
    ) -> Result<Vec<Moment>, Illegal> {
        let at = line.at.or_else(|| exercise.pace.map(|pace| pace.at_ms(self.actions.len())));
        let line = Line { at, ..line.clone() };
        let happened = perform(&mut *self.play, &line, view)?;
        self.actions.push(line.action.clone());
        self.effects.extend_from_slice(&happened.effects);
        let mut moments = vec![Moment { line, happened }];
        while let Some(replies) = exercise.replies.get(self.replied) {
            let due = self.play.outcome().is_none()
                && match self.play.acting() {
                    Acting::One(seat) => seat != self.seat,
                    Acting::Nobody => true,
                    Acting::Both => moments.len() == 1,
                };
            if !due {
                break;
            }
            self.replied += 1;
            let reply = replies.iter().find_map(|line| {
                let happened = perform(&mut *self.play, line, view).ok()?;
                Some(Moment { line: line.clone(), happened })
            });
            let Some(moment) = reply else { break };
            self.effects.extend_from_slice(&moment.happened.effects);
            moments.push(moment);
        }
        Ok(moments)
    }
}
