//! What answers are made of: JSON, each with its schema.

use std::collections::BTreeMap;

use chrono::{DateTime, SecondsFormat};
use serde::Serialize;
use utoipa::ToSchema;

use crate::archive::Summary;
use crate::record::replay::{self, result_words};
use crate::rules::effect::{Effect, Thing, Why};
use crate::rules::game::{Acting, Card};
use crate::rules::outcome::{Outcome, Verdict};
use crate::rules::seat::Seat;

/// How a match ended; while it goes on, nobody has won for no reason yet.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Result)]
pub(super) struct Ended {
    /// The winner's seat, if there is one.
    #[schema(example = "blue")]
    pub(super) winner: Option<&'static str>,
    /// Whether it is drawn.
    pub(super) draw: bool,
    /// The rule's id, or the common action that ended it; none while it goes on.
    #[schema(example = "resign")]
    pub(super) reason: Option<&'static str>,
}

impl Ended {
    /// As a game names it.
    #[must_use]
    pub(super) fn of(card: &Card, outcome: Option<&Outcome>) -> Self {
        Ended {
            winner: outcome.and_then(Outcome::winner).map(|seat| card.seat(seat).id),
            draw: outcome.is_some_and(|outcome| outcome.verdict == Verdict::Draw),
            reason: outcome.map(|outcome| outcome.reason),
        }
    }
}

/// A match in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = MatchSummary)]
pub(super) struct Listed {
    /// Its head: the link of its last ply.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub(super) head: String,
    /// Its page.
    pub(super) page: String,
    /// The game.
    pub(super) game: String,
    /// The rules version.
    pub(super) rules: u16,
    /// Its last ply.
    pub(super) plies: usize,
    /// The players by seat, as its first recording has them; `?` for one who is not known.
    pub(super) seats: BTreeMap<String, String>,
    /// The other facts of its first recording.
    pub(super) facts: BTreeMap<String, String>,
    /// How it ended.
    pub(super) result: Ended,
    /// The result in words.
    #[schema(example = "blue wins (resigned)")]
    pub(super) result_words: String,
    /// When it was stored.
    #[schema(format = DateTime)]
    pub(super) added: String,
    /// When it last went on.
    #[schema(format = DateTime)]
    pub(super) changed: String,
}

impl Listed {
    /// As a list shows it.
    #[must_use]
    pub(super) fn of(card: Option<&Card>, summary: &Summary) -> Self {
        let facts = summary.facts.iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
        let seats = Seat::BOTH.map(|seat| {
            let id = card.map_or(["first", "second"][seat.index()], |card| card.seat(seat).id);
            (id.to_owned(), summary.facts.player(seat).to_owned())
        });
        let outcome = summary.outcome.as_ref();
        let nothing = Ended { winner: None, draw: false, reason: None };
        Listed {
            head: summary.head.to_string(),
            page: page(&summary.head),
            game: summary.game.clone(),
            rules: summary.rules,
            plies: summary.plies,
            seats: seats.into_iter().collect(),
            facts: facts.collect(),
            result: card.map_or(nothing, |card| Ended::of(card, outcome)),
            result_words: card.map_or_else(String::new, |card| result_words(card, outcome)),
            added: instant(summary.added_ms),
            changed: instant(summary.changed_ms),
        }
    }
}

/// The page of a match.
#[must_use]
pub(super) fn page(head: &crate::record::link::Link) -> String {
    format!("/m/{head}")
}

/// A moment, in UTC.
#[must_use]
pub(super) fn instant(ms: i64) -> String {
    let moment = DateTime::from_timestamp_millis(ms).unwrap_or_default();
    moment.to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// What is proved about a match.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Proved {
    /// The positions recorded with it are those of the replay.
    Exact,
    /// It is legal; no positions came with it.
    Replays,
    /// A position recorded with it is another than that of the replay.
    Diverged,
}

impl From<replay::Verdict> for Proved {
    fn from(verdict: replay::Verdict) -> Self {
        match verdict {
            replay::Verdict::Exact => Proved::Exact,
            replay::Verdict::Replays => Proved::Replays,
            replay::Verdict::Diverged { .. } => Proved::Diverged,
        }
    }
}

/// Who may act: the letters of the seats.
#[must_use]
pub(super) fn acting(card: &Card, acting: Acting) -> Vec<String> {
    let letter = |seat: Seat| card.seat(seat).letter.to_string();
    match acting {
        Acting::One(seat) => vec![letter(seat)],
        Acting::Both => Seat::BOTH.map(letter).to_vec(),
        Acting::Nobody => Vec::new(),
    }
}

/// A thing on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Thing)]
pub(super) struct ThingView {
    /// Its name.
    #[schema(example = "Wizard")]
    pub(super) name: &'static str,
    /// Whose it is, if anybody's: a seat.
    pub(super) seat: Option<&'static str>,
}

/// One thing that an action did. Squares are written as in the notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[schema(as = Effect)]
pub(super) enum EffectView {
    /// A thing came onto the board.
    Appear {
        /// What.
        thing: ThingView,
        /// Where.
        at: String,
    },
    /// A thing moved.
    Move {
        /// What.
        thing: ThingView,
        /// From where.
        from: String,
        /// To where.
        to: String,
    },
    /// A thing left the board.
    Vanish {
        /// What.
        thing: ThingView,
        /// Where it was.
        at: String,
        /// `captured`, `shot`, `fell`, `removed` or `expired`.
        why: &'static str,
    },
    /// A thing turned into another.
    Become {
        /// What it was.
        was: ThingView,
        /// What it is now.
        is: ThingView,
        /// Where.
        at: String,
    },
    /// A thing was hit and stands.
    Hurt {
        /// What.
        thing: ThingView,
        /// Where.
        at: String,
        /// The damage that it bears now.
        total: u8,
    },
    /// A wall grew or shrank.
    Wall {
        /// What.
        thing: ThingView,
        /// Where.
        at: String,
        /// Its height before.
        was: u8,
        /// Its height now.
        is: u8,
    },
    /// A shot was fired.
    Shot {
        /// Who shot.
        thing: ThingView,
        /// From where.
        from: String,
        /// The square aimed at.
        aim: String,
        /// The square that took the shot.
        hit: String,
    },
    /// A thing worked on another square from where it stands.
    Reach {
        /// Who.
        thing: ThingView,
        /// From where.
        from: String,
        /// On what square.
        at: String,
    },
    /// Somebody tried to move and did not.
    Stay {
        /// Who.
        thing: ThingView,
        /// Where.
        at: String,
    },
    /// A count of a side changed.
    Gain {
        /// Whose: a seat.
        seat: &'static str,
        /// What is counted.
        what: &'static str,
        /// The change.
        by: i32,
    },
    /// A turn, round or phase began.
    Begin {
        /// Whose, if it is one side's: a seat.
        seat: Option<&'static str>,
        /// What began.
        what: &'static str,
    },
}

/// What an action did, step by step.
#[must_use]
pub(super) fn effects(card: &Card, effects: &[Effect]) -> Vec<EffectView> {
    effects.iter().map(|effect| view(card, effect)).collect()
}

fn view(card: &Card, effect: &Effect) -> EffectView {
    let seat = |seat: Seat| card.seat(seat).id;
    let thing = |thing: &Thing| ThingView { name: thing.name, seat: thing.seat.map(seat) };
    match effect {
        Effect::Appear { thing: what, at } => {
            EffectView::Appear { thing: thing(what), at: at.to_string() }
        }
        Effect::Move { thing: what, from, to } => {
            EffectView::Move { thing: thing(what), from: from.to_string(), to: to.to_string() }
        }
        Effect::Vanish { thing: what, at, why } => {
            EffectView::Vanish { thing: thing(what), at: at.to_string(), why: why_word(*why) }
        }
        Effect::Become { from, to, at } => {
            EffectView::Become { was: thing(from), is: thing(to), at: at.to_string() }
        }
        Effect::Hurt { thing: what, at, total } => {
            EffectView::Hurt { thing: thing(what), at: at.to_string(), total: *total }
        }
        Effect::Wall { thing: what, at, from, to } => {
            EffectView::Wall { thing: thing(what), at: at.to_string(), was: *from, is: *to }
        }
        Effect::Shot { thing: what, from, aim, hit } => EffectView::Shot {
            thing: thing(what),
            from: from.to_string(),
            aim: aim.to_string(),
            hit: hit.to_string(),
        },
        Effect::Reach { thing: what, from, at } => {
            EffectView::Reach { thing: thing(what), from: from.to_string(), at: at.to_string() }
        }
        Effect::Stay { thing: what, at } => {
            EffectView::Stay { thing: thing(what), at: at.to_string() }
        }
        Effect::Gain { seat: whose, what, by } => {
            EffectView::Gain { seat: seat(*whose), what, by: *by }
        }
        Effect::Begin { seat: whose, what } => EffectView::Begin { seat: whose.map(seat), what },
    }
}

const fn why_word(why: Why) -> &'static str {
    match why {
        Why::Captured => "captured",
        Why::Shot => "shot",
        Why::Fell => "fell",
        Why::Removed => "removed",
        Why::Expired => "expired",
    }
}
