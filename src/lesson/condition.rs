//! What can be asked of a try: a small closed set over actions, effects, the outcome and the board.

use crate::rules::any::{Play, View};
use crate::rules::effect::Effect;
use crate::rules::game::{Acting, Card};
use crate::rules::grid::{Square, read_any_square};
use crate::rules::illegal::Illegal;
use crate::rules::outcome::Verdict;
use crate::rules::scene::Item;
use crate::rules::seat::{Actor, Seat};
use crate::rules::text::Cursor;

use super::effect_form::EffectForm;
use super::pattern::Pattern;

/// Conditions that must all hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conditions(pub Vec<Term>);

/// A condition, or its opposite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Whether it must not hold.
    pub not: bool,
    /// The condition.
    pub condition: Condition,
}

/// A condition. See [`super`] for how each is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// One of the reader's actions fits one of these.
    Action(Vec<Pattern>),
    /// Something happened.
    Effect(EffectForm),
    /// The match is over.
    Over {
        /// For this reason, if it matters.
        reason: Option<String>,
        /// With this result, if it matters.
        verdict: Option<Verdict>,
    },
    /// The try is illegal by the rule of this id.
    Refused(String),
    /// What stands on a square.
    On(Square, Standing),
    /// What the panel counts.
    Counter {
        /// Whose counter, if it is one side's.
        seat: Option<Seat>,
        /// Its name: `moves left`.
        name: String,
        /// How its value compares.
        order: Order,
        /// With what.
        number: i64,
    },
    /// That seat, and no other, is to act.
    Turn(Seat),
    /// That side has a legal action of this form now.
    Can(Actor, Pattern),
    /// That side has a legal action now of which this would hold.
    Could(Actor, Box<Condition>),
}

/// How a counter's value compares with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// It is equal.
    Equal,
    /// It is at least as much.
    AtLeast,
    /// It is at most as much.
    AtMost,
}

/// What stands on a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nothing.
    Nothing,
    /// Something of this seat, or of nobody in particular, with this name; an empty name is any.
    Thing(Option<Seat>, String),
}

/// What is known of a try.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The reader's actions so far.
    pub actions: &'a [String],
    /// What they did, the replies included.
    pub effects: &'a [Effect],
    /// Why the last one is refused, if it is.
    pub refused: Option<&'a Illegal>,
}

impl Facts<'_> {
    /// Nothing was done yet.
    pub const NONE: Facts<'static> = Facts { actions: &[], effects: &[], refused: None };
}

impl Conditions {
    /// Reads conditions with ` & ` between them.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn read(card: &Card, text: &str) -> Result<Self, String> {
        let terms = text.split(" & ").map(|term| Term::read(card, term.trim()));
        Ok(Conditions(terms.collect::<Result<_, _>>()?))
    }

    /// The rules that a try is asked to break.
    pub(super) fn refused(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|term| match &term.condition {
            Condition::Refused(rule) if !term.not => Some(rule.as_str()),
            _ => None,
        })
    }

    /// Whether all of them hold of a try that led to `play`.
    #[must_use]
    pub fn hold(&self, facts: &Facts<'_>, play: &dyn Play) -> bool {
        self.0.iter().all(|term| term.condition.holds(facts, play) != term.not)
    }
}

impl Term {
    fn read(card: &Card, text: &str) -> Result<Self, String> {
        let (not, text) = match text.strip_prefix("not ") {
            Some(rest) => (true, rest.trim_start()),
            None => (false, text),
        };
        Ok(Term { not, condition: Condition::read(card, text)? })
    }
}

/// Patterns with `|` between them.
pub(super) fn read_patterns(text: &str) -> Vec<Pattern> {
    text.split('|').map(|pattern| Pattern::new(pattern.trim())).collect()
}

fn read_square(text: &str) -> Result<Square, String> {
    let mut cursor = Cursor::new(text);
    let square = read_any_square(&mut cursor).map_err(|_| format!("“{text}” is no square"))?;
    if cursor.is_done() { Ok(square) } else { Err(format!("“{text}” is no square")) }
}

/// Squares with commas between them.
pub(super) fn read_squares(text: &str) -> Result<Vec<Square>, String> {
    text.split(',').map(read_square).collect()
}

/// The seat of that name, in whatever case.
pub(super) fn seat_named(card: &Card, name: &str) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|seat| card.seat(*seat).name.eq_ignore_ascii_case(name))
}

/// A seat's name at the beginning, if there is one, and the rest.
pub(super) fn split_seat<'a>(card: &Card, text: &'a str) -> (Option<Seat>, &'a str) {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    match seat_named(card, word) {
        Some(seat) => (Some(seat), rest.trim_start()),
        None => (None, text),
    }
}

impl Condition {
    fn read(card: &Card, text: &str) -> Result<Self, String> {
        let (kind, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rest = rest.trim();
        if rest.is_empty() && kind != "over" {
            return Err(format!("“{kind}” needs more words; see src/lesson/mod.rs"));
        }
        match kind {
            "action" => Ok(Condition::Action(read_patterns(rest))),
            "effect" => EffectForm::read(card, rest).map(Condition::Effect),
            "over" => Ok(read_over(card, rest)),
            "refused" => Ok(Condition::Refused(rest.to_owned())),
            "on" => {
                let (square, what) = rest.split_once(' ').unwrap_or((rest, ""));
                let square = read_square(square)?;
                if what == "nothing" {
                    return Ok(Condition::On(square, Standing::Nothing));
                }
                let (seat, name) = split_seat(card, what);
                Ok(Condition::On(square, Standing::Thing(seat, name.to_owned())))
            }
            "counter" => read_counter(card, rest),
            "turn" => seat_named(card, rest)
                .map(Condition::Turn)
                .ok_or_else(|| format!("“{rest}” is no seat's name")),
            "can" => {
                let (by, pattern) = rest.split_once(' ').unwrap_or((rest, "_"));
                Ok(Condition::Can(read_actor(card, by)?, Pattern::new(pattern)))
            }
            "could" => {
                let (by, rest) = rest.split_once(' ').unwrap_or((rest, ""));
                let condition = Condition::read(card, rest)?;
                if matches!(condition, Condition::Could(..) | Condition::Refused(_)) {
                    return Err("`could` looks one action ahead, at what is legal".to_owned());
                }
                Ok(Condition::Could(read_actor(card, by)?, Box::new(condition)))
            }
            _ => Err(format!("“{kind}” is no condition; see src/lesson/mod.rs")),
        }
    }

    fn holds(&self, facts: &Facts<'_>, play: &dyn Play) -> bool {
        match self {
            Condition::Action(patterns) => {
                let fits = |action: &String| patterns.iter().any(|pattern| pattern.fits(action));
                facts.actions.iter().any(fits)
            }
            Condition::Effect(form) => facts.effects.iter().any(|effect| form.fits(effect)),
            Condition::Over { reason, verdict } => play.outcome().is_some_and(|outcome| {
                reason.as_deref().is_none_or(|reason| reason == outcome.reason)
                    && verdict.is_none_or(|verdict| verdict == outcome.verdict)
            }),
            Condition::Refused(rule) => facts.refused.is_some_and(|illegal| illegal.rule == rule),
            Condition::On(square, standing) => stands(play, *square, standing),
            Condition::Counter { seat, name, order, number } => {
                let counters = play.scene(View::Told).counters;
                let found = counters.iter().find(|c| c.seat == *seat && c.name == name);
                let value = found.and_then(|counter| leading_number(&counter.value));
                value.is_some_and(|value| match order {
                    Order::Equal => value == *number,
                    Order::AtLeast => value >= *number,
                    Order::AtMost => value <= *number,
                })
            }
            Condition::Turn(seat) => play.acting() == Acting::One(*seat),
            Condition::Can(by, pattern) => {
                play.legal().iter().any(|(who, action)| who == by && pattern.fits(action))
            }
            Condition::Could(by, condition) => {
                let mut own = play.legal().into_iter().filter(|(who, _)| who == by);
                own.any(|(_, action)| could(play, *by, action, condition))
            }
        }
    }
}

fn read_actor(card: &Card, letter: &str) -> Result<Actor, String> {
    card.actor(letter).ok_or_else(|| format!("“{letter}” is no seat's letter"))
}

/// Whether a condition would hold of that action and what it did.
fn could(play: &dyn Play, by: Actor, action: String, condition: &Condition) -> bool {
    let mut play = play.fork();
    let now = play.clock_ms();
    let Ok(happened) = play.tell(by, &action, now, View::Told) else { return false };
    let facts = Facts { actions: &[action], effects: &happened.effects, refused: None };
    condition.holds(&facts, &*play)
}

/// `CD-5.1 Blue`, either part optional.
fn read_over(card: &Card, text: &str) -> Condition {
    let verdict = |word: &str| match word {
        "draw" => Some(Verdict::Draw),
        _ => seat_named(card, word).map(Verdict::Win),
    };
    let (first, last) = text.rsplit_once(' ').unwrap_or(("", text));
    let (reason, verdict) = match verdict(last) {
        Some(verdict) => (first, Some(verdict)),
        None => (text, None),
    };
    Condition::Over { reason: (!reason.is_empty()).then(|| reason.to_owned()), verdict }
}

/// `Blue moves left >= 3`.
fn read_counter(card: &Card, text: &str) -> Result<Condition, String> {
    let error = || format!("“{text}”: expected a counter's name, one of = >= <=, and a number");
    let (rest, number) = text.rsplit_once(' ').ok_or_else(error)?;
    let (name, order) = rest.rsplit_once(' ').ok_or_else(error)?;
    let order = match order {
        "=" => Order::Equal,
        ">=" => Order::AtLeast,
        "<=" => Order::AtMost,
        _ => return Err(error()),
    };
    let number = number.parse().map_err(|_| error())?;
    let (seat, name) = split_seat(card, name);
    Ok(Condition::Counter { seat, name: name.to_owned(), order, number })
}

/// The number at the beginning of a counter's value: 3 of `3 of 10`.
fn leading_number(value: &str) -> Option<i64> {
    let end = value.find(|c: char| !c.is_ascii_digit() && c != '-').unwrap_or(value.len());
    value[..end].parse().ok()
}

fn stands(play: &dyn Play, square: Square, standing: &Standing) -> bool {
    let scene = play.scene(View::Told);
    let mut here = scene.items.iter().filter(|item| covers(item, square));
    match standing {
        Standing::Nothing => here.next().is_none(),
        Standing::Thing(seat, name) => here.any(|item| {
            (seat.is_none() || item.seat == *seat) && (name.is_empty() || is_named(item, name))
        }),
    }
}

/// Whether a thing, which may be two squares wide, is on that square.
fn covers(item: &Item, square: Square) -> bool {
    let span = i16::from(item.span.max(1));
    let within = |n: i8, from: i8| (0..span).contains(&(i16::from(n) - i16::from(from)));
    within(square.file, item.at.file) && within(square.rank, item.at.rank)
}

/// Whether that is its name, or its name and what its badge says.
fn is_named(item: &Item, name: &str) -> bool {
    let rest = name.get(..item.name.len()).filter(|head| head.eq_ignore_ascii_case(item.name));
    let Some(rest) = rest.map(|head| name[head.len()..].trim_start()) else { return false };
    rest.is_empty() || item.badge.is_some_and(|badge| badge.words() == rest)
}
