//! The squares of a board as links over its drawing: the first click chooses, the second acts.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::choices::{Act, Chosen, acting_piece, named, things_on};
use super::query::{Way, Ways};
use crate::picture::{Layout, SQUARE, escape};
use crate::rules::game::Card;
use crate::rules::grid::Square;
use crate::rules::scene::Scene;

/// A square that can be clicked.
struct Spot {
    class: &'static str,
    href: String,
    label: String,
}

/// The links over a board.
pub(super) struct Overlay<'a> {
    pub(super) card: &'a Card,
    pub(super) scene: &'a Scene,
    pub(super) acts: &'a [Act<'a>],
    pub(super) chosen: &'a Chosen<'a>,
    pub(super) ways: &'a Ways,
    pub(super) done: usize,
    pub(super) time: Option<u64>,
    pub(super) flipped: bool,
}

impl Overlay<'_> {
    /// The overlay as SVG, of the same view as the drawing; empty if nothing can be clicked.
    pub(super) fn svg(&self) -> String {
        let mut spots = self.sources();
        if let Some(from) = self.chosen.from {
            spots.extend(self.targets(from));
            let href = self.ways.looked_at(self.done, &self.way(None, None));
            let label = format!("{from} is chosen: take the choice back");
            let to = spots.get(&from).is_some_and(|spot| spot.class == "sq-to");
            if !to {
                spots.insert(from, Spot { class: "sq-here", href, label });
            }
        }
        write_overlay(self.scene, self.flipped, &spots)
    }

    fn way(&self, from: Option<Square>, to: Option<Square>) -> Way<'_> {
        Way { time: self.time, from, to, kind: self.chosen.kind }
    }

    /// The squares at which an action begins.
    fn sources(&self) -> BTreeMap<Square, Spot> {
        let mut counts: BTreeMap<Square, Vec<&Act<'_>>> = BTreeMap::new();
        for act in self.acts.iter().filter(|act| self.chosen.has_kind(act)) {
            if let Some(from) = act.squares.first() {
                counts.entry(*from).or_default().push(act);
            }
        }
        // Where a piece can act is outlined; where something can be put, only under the pointer.
        let outlined = |acts: &[&Act<'_>]| {
            let own = acts.iter().any(|act| acting_piece(self.scene, act).is_some());
            if own && self.chosen.from.is_none() { "sq-from" } else { "sq-open" }
        };
        let spot = |(from, acts): (Square, Vec<&Act<'_>>)| {
            let acts = acts.as_slice();
            let (class, href, what) = match acts {
                // One action on one square needs no second click.
                [act] if act.squares.len() == 1 => {
                    (outlined(acts), act.href.clone(), act.text().to_owned())
                }
                acts => {
                    let href = self.ways.looked_at(self.done, &self.way(Some(from), None));
                    let actions = if acts.len() == 1 { "action" } else { "actions" };
                    (outlined(acts), href, format!("{} {actions}", acts.len()))
                }
            };
            let things: Vec<String> =
                things_on(self.scene, from).map(|item| named(self.card, item)).collect();
            let things = if things.is_empty() { String::new() } else { things.join(", ") + ": " };
            (from, Spot { class, href, label: format!("{from}, {things}{what}") })
        };
        counts.into_iter().map(spot).collect()
    }

    /// The squares that the chosen one leads to.
    fn targets(&self, from: Square) -> BTreeMap<Square, Spot> {
        let mut acts: BTreeMap<Square, Vec<&Act<'_>>> = BTreeMap::new();
        let chosen = self.acts.iter().filter(|act| self.chosen.has_kind(act));
        for act in chosen.filter(|act| act.squares.first() == Some(&from)) {
            for to in act.targets().iter().filter(|to| **to != from) {
                acts.entry(*to).or_default().push(act);
            }
        }
        let spot = |(to, acts): (Square, Vec<&Act<'_>>)| {
            let (href, label) = match acts.as_slice() {
                [act] => (act.href.clone(), format!("{to}: {}", act.text())),
                acts => {
                    let href = self.ways.looked_at(self.done, &self.way(Some(from), Some(to)));
                    let texts: Vec<&str> = acts.iter().map(|act| act.text()).collect();
                    (href, format!("{to}: {}", texts.join(" or ")))
                }
            };
            (to, Spot { class: "sq-to", href, label })
        };
        acts.into_iter().map(spot).collect()
    }
}

fn write_overlay(scene: &Scene, flipped: bool, spots: &BTreeMap<Square, Spot>) -> String {
    if spots.is_empty() {
        return String::new();
    }
    let mut out = head(scene, flipped);
    for (square, spot) in spots {
        write_spot(scene, flipped, *square, spot, &mut out);
    }
    out.push_str("</svg>");
    out
}

/// The beginning of an overlay over the drawing of a scene.
pub(super) fn head(scene: &Scene, flipped: bool) -> String {
    let [left, top, width, height] = layout(scene, flipped).view_box(true);
    format!(
        "<svg class=\"squares\" viewBox=\"{left} {top} {width} {height}\" role=\"group\" \
         aria-label=\"Squares\">"
    )
}

const fn layout(scene: &Scene, flipped: bool) -> Layout {
    Layout { size: scene.size, apron: scene.apron, flipped }
}

fn write_spot(scene: &Scene, flipped: bool, square: Square, spot: &Spot, out: &mut String) {
    let (x, y) = layout(scene, flipped).corner(square, 1);
    let _ = write!(out, "<a class=\"{}\" data-key=\"{square}\" href=\"", spot.class);
    escape(&spot.href, out);
    out.push_str("\" aria-label=\"");
    escape(&spot.label, out);
    out.push_str("\"><title>");
    escape(&spot.label, out);
    let _ = write!(
        out,
        "</title><rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" rx=\"2\"/>"
    );
    if spot.class == "sq-to" {
        let half = SQUARE / 2;
        let _ = write!(out, "<circle cx=\"{}\" cy=\"{}\" r=\"4\"/>", x + half, y + half);
    }
    out.push_str("</a>");
}

/// Squares that are marked on a board's drawing.
pub(in crate::web::pages) fn marked(scene: &Scene, flipped: bool, squares: &[Square]) -> String {
    let [left, top, width, height] = layout(scene, flipped).view_box(true);
    let mut out = format!(
        "<svg class=\"squares differ\" viewBox=\"{left} {top} {width} {height}\" \
         aria-hidden=\"true\">"
    );
    for square in squares {
        let (x, y) = layout(scene, flipped).corner(*square, 1);
        let _ = write!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" rx=\"2\"/>"
        );
    }
    out.push_str("</svg>");
    out
}

/// Squares that can all be clicked, each with its address and its label: for an editor.
pub(super) fn all(
    scene: &Scene,
    flipped: bool,
    spot: impl Fn(Square) -> (String, String),
) -> String {
    let mut out = head(scene, flipped);
    for square in scene.size.squares() {
        let (href, label) = spot(square);
        write_spot(scene, flipped, square, &Spot { class: "sq-edit", href, label }, &mut out);
    }
    out.push_str("</svg>");
    out
}
