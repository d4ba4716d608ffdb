//! What an action did, step by step: the one source of words and of animation.

use super::grid::Square;
use super::scene::Symbol;
use super::seat::Seat;

/// A thing on the board, as words and pictures name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thing {
    /// How it is drawn.
    pub symbol: Symbol,
    /// Whose it is, if anybody's.
    pub seat: Option<Seat>,
    /// Its name in words, lower case unless the rules write it otherwise: `Wizard`, `wall`.
    pub name: &'static str,
}

/// Why a thing left the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Another piece moved onto its square, or a rule calls it captured.
    Captured,
    /// A shot hit it.
    Shot,
    /// What it stood on is gone.
    Fell,
    /// It was taken down by its own side, or a rule took it away.
    Removed,
    /// It went out by itself: fire, time.
    Expired,
}

/// One thing that happened while an action was carried out, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A thing came onto the board.
    Appear {
        /// What.
        thing: Thing,
        /// Where.
        at: Square,
    },
    /// A thing moved.
    Move {
        /// What.
        thing: Thing,
        /// From where.
        from: Square,
        /// To where.
        to: Square,
    },
    /// A thing left the board.
    Vanish {
        /// What.
        thing: Thing,
        /// Where it was.
        at: Square,
        /// How it was lost.
        why: Why,
    },
    /// A thing turned into another: promoted, revealed, taken by the other side.
    Become {
        /// What it was.
        from: Thing,
        /// What it is now.
        to: Thing,
        /// Where.
        at: Square,
    },
    /// A thing was hit and stands.
    Hurt {
        /// What.
        thing: Thing,
        /// Where.
        at: Square,
        /// The damage that it bears now.
        total: u8,
    },
    /// A wall grew or shrank, without vanishing.
    Wall {
        /// What.
        thing: Thing,
        /// Where.
        at: Square,
        /// Its height before, in courses.
        from: u8,
        /// Its height now, in courses.
        to: u8,
    },
    /// A shot was fired.
    Shot {
        /// Who shot.
        thing: Thing,
        /// From where.
        from: Square,
        /// The square aimed at.
        aim: Square,
        /// The square that took the shot.
        hit: Square,
    },
    /// A thing worked on another square from where it stands: it struck, built, broke.
    Reach {
        /// Who.
        thing: Thing,
        /// From where.
        from: Square,
        /// On what square.
        at: Square,
    },
    /// Somebody tried to move and did not.
    Stay {
        /// Who.
        thing: Thing,
        /// Where.
        at: Square,
    },
    /// A count of a side changed: moves, stones, points.
    Gain {
        /// Whose.
        seat: Seat,
        /// What is counted, in words: `stones`.
        what: &'static str,
        /// The change.
        by: i32,
    },
    /// A turn, round or phase began.
    Begin {
        /// Whose, if it is one side's.
        seat: Option<Seat>,
        /// What began, in words: `turn`, `battle`.
        what: &'static str,
    },
}

/// A kind of moment that a viewer may want to jump to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Event {
    /// A piece was captured.
    Capture,
    /// A shot was fired.
    Shot,
    /// A wall came down.
    WallDown,
    /// A piece was lost in any other way.
    Loss,
}

impl Event {
    /// Its name in words and in class names: `capture`, `wall-down`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Event::Capture => "capture",
            Event::Shot => "shot",
            Event::WallDown => "wall-down",
            Event::Loss => "loss",
        }
    }
}

impl Effect {
    /// The kind of moment that it makes, if it makes one.
    #[must_use]
    pub fn event(&self) -> Option<Event> {
        match self {
            Effect::Vanish { thing, why, .. } => match (thing.symbol, why) {
                (_, Why::Expired) => None,
                (Symbol::Wall, _) => Some(Event::WallDown),
                (_, Why::Captured) => Some(Event::Capture),
                (_, Why::Shot | Why::Fell | Why::Removed) => Some(Event::Loss),
            },
            Effect::Wall { from, to, .. } if to < from => Some(Event::WallDown),
            Effect::Shot { .. } => Some(Event::Shot),
            _ => None,
        }
    }
}

/// The list of effects that a reducer fills, or a sink that keeps none when nobody asks.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    kept: Option<Vec<Effect>>,
}

impl Effects {
    /// Keeps what is told.
    #[must_use]
    pub const fn kept() -> Self {
        Effects { kept: Some(Vec::new()) }
    }

    /// Forgets what is told: for replays that need only the state.
    #[must_use]
    pub const fn ignored() -> Self {
        Effects { kept: None }
    }

    /// Tells one effect; `make` runs only if effects are kept.
    #[inline]
    pub fn tell(&mut self, make: impl FnOnce() -> Effect) {
        if let Some(list) = &mut self.kept {
            list.push(make());
        }
    }

    /// What was told, in order.
    #[must_use]
    pub fn into_list(self) -> Vec<Effect> {
        self.kept.unwrap_or_default()
    }
}
