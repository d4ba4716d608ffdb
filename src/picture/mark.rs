//! Marks: what just happened, derived from the effects, and what somebody pointed at.

use serde::ser::{Serialize, Serializer};

use super::layout::Layout;
use crate::rules::effect::{Effect, Why};
use crate::rules::grid::Square;
use crate::rules::scene::Scene;

/// What a mark is. In drawing order: those up to [`MarkKind::Noted`] lie under the things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkKind {
    /// A soft glow: something changed here.
    Glow = 0,
    /// A ring: something went from here.
    From = 1,
    /// A coloured square: somebody pointed at it.
    Noted = 2,
    /// An arrow: something went from one square to another.
    Moved = 3,
    /// A dashed line: a shot, to the square that took it.
    Shot = 4,
    /// A dotted line: the rest of the way to the square aimed at, or to a square worked on.
    Aimed = 5,
    /// A cross: something is gone, and nothing is here now.
    Gone = 6,
    /// A small cross in the corner: something is gone, and something else is here now.
    Taken = 7,
    /// A dashed ring: something could not move.
    Stayed = 8,
    /// A bold arrow: somebody pointed from one square at another.
    Pointed = 9,
}

/// A mark. As JSON: `[kind, from, to, span]`; a mark of one square has it twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark {
    /// What it is.
    pub kind: MarkKind,
    /// The cell where it begins.
    pub from: u16,
    /// The cell where it ends.
    pub to: u16,
    /// How many squares wide the thing at `from` is: the mark is as large, or begins in its middle.
    pub span: u8,
}

impl Serialize for Mark {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.kind as u8, self.from, self.to, self.span).serialize(serializer)
    }
}

/// How many squares wide the thing is whose south-west square this is.
pub(super) fn span_at(scene: &Scene, square: Square) -> u8 {
    let wide = scene.items.iter().find(|item| item.span > 1 && item.at == square);
    wide.map_or(1, |item| item.span)
}

/// The marks of what happened, each once, in drawing order.
pub(super) fn marks(layout: &Layout, scene: &Scene, effects: &[Effect]) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::with_capacity(effects.len() * 2);
    let mut add = |kind, from: Square, to: Square| {
        let span = span_at(scene, from);
        if let (Some(from), Some(to)) = (layout.cell(from), layout.cell(to)) {
            marks.push(Mark { kind, from, to, span });
        }
    };
    for effect in effects {
        match *effect {
            Effect::Appear { at, .. }
            | Effect::Become { at, .. }
            | Effect::Hurt { at, .. }
            | Effect::Wall { at, .. } => add(MarkKind::Glow, at, at),
            Effect::Move { from, to, .. } => {
                add(MarkKind::From, from, from);
                add(MarkKind::Moved, from, to);
                add(MarkKind::Glow, to, to);
            }
            Effect::Vanish { why: Why::Expired, .. } => {}
            Effect::Vanish { at, .. } => {
                let kind = if is_free(scene, at) { MarkKind::Gone } else { MarkKind::Taken };
                add(kind, at, at);
            }
            Effect::Shot { from, aim, hit, .. } => {
                add(MarkKind::Shot, from, hit);
                if aim != hit {
                    add(MarkKind::Aimed, hit, aim);
                }
            }
            Effect::Reach { from, at, .. } => add(MarkKind::Aimed, from, at),
            Effect::Stay { at, .. } => add(MarkKind::Stayed, at, at),
            Effect::Gain { .. } | Effect::Begin { .. } => {}
        }
    }
    marks.sort_unstable();
    marks.dedup();
    marks
}

/// Whether nothing stands on the square.
fn is_free(scene: &Scene, square: Square) -> bool {
    !scene.items.iter().any(|item| {
        let within = |n: i8, from: i8| {
            let from = i16::from(from);
            (from..from + i16::from(item.span.max(1))).contains(&i16::from(n))
        };
        within(square.file, item.at.file) && within(square.rank, item.at.rank)
    })
}
