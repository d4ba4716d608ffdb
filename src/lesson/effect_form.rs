//! Asking whether something of a kind happened.

use crate::rules::effect::{Effect, Thing, Why};
use crate::rules::game::Card;
use crate::rules::grid::Square;
use crate::rules::seat::Seat;

use super::condition::{read_squares, split_seat};

const KINDS: [&str; 11] = [
    "appear", "move", "vanish", "become", "hurt", "wall", "shot", "reach", "stay", "gain", "begin",
];

const WHYS: [(&str, Why); 5] = [
    ("captured", Why::Captured),
    ("shot", Why::Shot),
    ("fell", Why::Fell),
    ("removed", Why::Removed),
    ("expired", Why::Expired),
];

/// The form of an effect; what is left open is not asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectForm {
    /// The effect's kind as it is written: `vanish`.
    pub kind: &'static str,
    /// Whose thing.
    pub seat: Option<Seat>,
    /// The thing's name; of a gain or a beginning, what it is about.
    pub name: Option<String>,
    /// From one of these squares.
    pub from: Vec<Square>,
    /// To one of these squares; of a shot: aimed at.
    pub to: Vec<Square>,
    /// On one of these squares; of a shot: hit.
    pub at: Vec<Square>,
    /// Of a thing that vanished: why.
    pub why: Option<Why>,
}

impl EffectForm {
    pub(super) fn read(card: &Card, text: &str) -> Result<Self, String> {
        let (kind, rest) = text.split_once(' ').unwrap_or((text, ""));
        let kind = KINDS
            .into_iter()
            .find(|known| *known == kind)
            .ok_or_else(|| format!("“{kind}” is no kind of effect: {}", KINDS.join(", ")))?;
        let (seat, rest) = split_seat(card, rest.trim());
        let mut form = EffectForm {
            kind,
            seat,
            name: None,
            from: Vec::new(),
            to: Vec::new(),
            at: Vec::new(),
            why: None,
        };
        let mut name: Vec<&str> = Vec::new();
        let mut words = rest.split_whitespace();
        while let Some(word) = words.next() {
            let mut squares = || read_squares(words.next().unwrap_or_default());
            match word {
                "from" => form.from = squares()?,
                "to" => form.to = squares()?,
                "at" => form.at = squares()?,
                "by" => {
                    let word = words.next().unwrap_or_default();
                    let why = WHYS.iter().find(|(known, _)| *known == word);
                    let why = why.ok_or_else(|| format!("“by {word}” is no way to vanish"))?;
                    form.why = Some(why.1);
                }
                _ => name.push(word),
            }
        }
        form.name = (!name.is_empty()).then(|| name.join(" "));
        Ok(form)
    }

    pub(super) fn fits(&self, effect: &Effect) -> bool {
        let parts = Parts::of(effect);
        let among = |asked: &[Square], found: Option<Square>| {
            asked.is_empty() || found.is_some_and(|square| asked.contains(&square))
        };
        self.kind == parts.kind
            && (self.seat.is_none() || self.seat == parts.seat)
            && self.name.as_deref().is_none_or(|name| name.eq_ignore_ascii_case(parts.name))
            && among(&self.from, parts.from)
            && among(&self.to, parts.to)
            && among(&self.at, parts.at)
            && (self.why.is_none() || self.why == parts.why)
    }
}

/// An effect, taken apart as a form asks.
struct Parts {
    kind: &'static str,
    seat: Option<Seat>,
    name: &'static str,
    from: Option<Square>,
    to: Option<Square>,
    at: Option<Square>,
    why: Option<Why>,
}

impl Parts {
    fn of(effect: &Effect) -> Parts {
        let on = |kind, thing: Thing, at| Parts {
            kind,
            seat: thing.seat,
            name: thing.name,
            from: None,
            to: None,
            at: Some(at),
            why: None,
        };
        let about = |kind, seat, name| Parts {
            kind,
            seat,
            name,
            from: None,
            to: None,
            at: None,
            why: None,
        };
        match *effect {
            Effect::Appear { thing, at } => on("appear", thing, at),
            Effect::Move { thing, from, to } => {
                Parts { from: Some(from), to: Some(to), ..on("move", thing, to) }
            }
            Effect::Vanish { thing, at, why } => {
                Parts { why: Some(why), ..on("vanish", thing, at) }
            }
            Effect::Become { to, at, .. } => on("become", to, at),
            Effect::Hurt { thing, at, .. } => on("hurt", thing, at),
            Effect::Wall { thing, at, .. } => on("wall", thing, at),
            Effect::Shot { thing, from, aim, hit } => {
                Parts { from: Some(from), to: Some(aim), ..on("shot", thing, hit) }
            }
            Effect::Reach { thing, from, at } => {
                Parts { from: Some(from), ..on("reach", thing, at) }
            }
            Effect::Stay { thing, at } => on("stay", thing, at),
            Effect::Gain { seat, what, .. } => about("gain", Some(seat), what),
            Effect::Begin { seat, what } => about("begin", seat, what),
        }
    }
}
