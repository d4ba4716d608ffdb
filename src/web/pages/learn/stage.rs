//! The board of a step, and what led to it.

use crate::lesson::Step;
use crate::picture::{Layout, Look, Mark, MarkKind, Sheet, describe};
use crate::rules::any::{Happened, Play, View};
use crate::rules::effect::Effect;
use crate::rules::game::Card;
use crate::rules::grid::Square;
use crate::rules::scene::Scene;

/// A link under the board.
pub(super) struct Control {
    pub(super) key: &'static str,
    pub(super) label: &'static str,
    pub(super) href: String,
}

impl Control {
    /// A link, or the place of one that leads nowhere now.
    pub(super) fn new(key: &'static str, label: &'static str, href: Option<String>) -> Self {
        Control { key, label, href: href.unwrap_or_default() }
    }
}

/// An action that was carried out.
pub(super) struct Played {
    pub(super) text: String,
    /// What it did.
    pub(super) told: String,
    pub(super) href: String,
    pub(super) is_current: bool,
}

impl Played {
    pub(super) fn new(by: &str, happened: &Happened) -> Self {
        let text = format!("{by} {}", happened.shown);
        Played { text, told: happened.words.clone(), href: String::new(), is_current: false }
    }
}

/// What a board shows beside the things on it.
#[derive(Clone, Copy)]
pub(super) struct Pointed<'a> {
    /// The step, for what it points at.
    pub(super) step: &'a Step,
    /// What happened last.
    pub(super) effects: &'a [Effect],
    /// Whether nothing has happened yet: arrows are for that.
    pub(super) is_start: bool,
}

/// The drawing of a step's board.
pub(super) fn board(card: &Card, scene: &Scene, pointed: Pointed<'_>, flipped: bool) -> String {
    let mut sheet = Sheet::new(card, scene);
    let mut frame = sheet.frame(scene, pointed.effects);
    let layout = Layout { size: scene.size, apron: scene.apron, flipped };
    let mut mark = |kind, from: Square, to: Square| {
        if let (Some(from), Some(to)) = (layout.cell(from), layout.cell(to)) {
            frame.marks.push(Mark { kind, from, to, span: 1 });
        }
    };
    for square in &pointed.step.squares {
        mark(MarkKind::Noted, *square, *square);
    }
    if pointed.is_start {
        for (from, to) in &pointed.step.arrows {
            mark(MarkKind::Pointed, *from, *to);
        }
    }
    frame.marks.sort_unstable();
    frame.marks.dedup();
    let desc = described(card, scene, pointed);
    sheet.svg(&frame, &Look { flipped, title: "The board", desc: &desc, ..Look::default() })
}

/// The board in words, with what is pointed at.
fn described(card: &Card, scene: &Scene, pointed: Pointed<'_>) -> String {
    let mut words = describe(card, scene);
    let names = |squares: &[Square]| {
        let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
        names.join(", ")
    };
    if !pointed.step.squares.is_empty() {
        words.push_str(" Marked: ");
        words.push_str(&names(&pointed.step.squares));
        words.push('.');
    }
    if pointed.is_start {
        for (from, to) in &pointed.step.arrows {
            words.push_str(&format!(" An arrow points from {from} to {to}."));
        }
    }
    words
}

/// The scene of a match that is being learnt: nothing is told that is hidden at the table.
pub(super) fn scene(play: &dyn Play) -> Scene {
    play.scene(View::Public)
}
