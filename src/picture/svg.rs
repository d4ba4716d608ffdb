//! A board as SVG: the ground, which is the same for a whole match, and over it a frame.

use super::arrow::{write_arrow, write_mark};
use super::frame::{Frame, Sheet};
use super::ground::{
    Hatch, write_coordinates, write_grid, write_ground, write_squares, write_zone,
};
use super::layout::Layout;
use super::palette::{write_fixed, write_following};
use super::symbols::write_defs;
use super::write::{escape, int, pair, square_name};
use crate::rules::effect::Effect;
use crate::rules::game::Card;
use crate::rules::scene::{Scene, Symbol};

/// Where a drawing will be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Theme {
    /// On a page that has `board.css` and the symbols' definitions (see
    /// [`super::symbol_defs`]): neither is in the drawing.
    #[default]
    Page,
    /// In a file that stands alone and follows its reader's system.
    Auto,
    /// In a file that stands alone, in the light.
    Light,
    /// In a file that stands alone, in the dark.
    Dark,
}

/// How a board is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look<'a> {
    /// Whether the second seat's side is nearest.
    pub flipped: bool,
    /// Where it will be seen.
    pub theme: Theme,
    /// The width in pixels, if the drawing is to have one of its own.
    pub width_px: Option<u16>,
    /// Whether files and ranks are named in the margin.
    pub coordinates: bool,
    /// What its ids begin with: letters, digits and `-`. Boards of one page need different ones.
    pub id: &'a str,
    /// Its title in words: what is drawn.
    pub title: &'a str,
    /// Its description in words (see [`super::describe`]); left out if empty.
    pub desc: &'a str,
}

impl Default for Look<'_> {
    fn default() -> Self {
        Look {
            flipped: false,
            theme: Theme::Page,
            width_px: None,
            coordinates: true,
            id: "board",
            title: "Board",
            desc: "",
        }
    }
}

/// A board in one call: the scene, and over it what the last action did.
#[must_use]
pub fn svg(card: &Card, scene: &Scene, effects: &[Effect], look: &Look<'_>) -> String {
    let mut sheet = Sheet::new(card, scene);
    let frame = sheet.frame(scene, effects);
    sheet.svg(&frame, look)
}

impl Sheet {
    /// A frame of this sheet as SVG.
    #[must_use]
    pub fn svg(&self, frame: &Frame, look: &Look<'_>) -> String {
        let alone = if look.theme == Theme::Page { 0 } else { 24_000 };
        let mut out = String::with_capacity(4_000 + alone + frame.things.len() * 160);
        self.write_svg(frame, look, &mut out);
        out
    }

    /// Writes a frame of this sheet as SVG.
    pub fn write_svg(&self, frame: &Frame, look: &Look<'_>, out: &mut String) {
        let layout = Layout { flipped: look.flipped, ..self.layout };
        write_head(&layout, look, out);
        if look.theme != Theme::Page {
            out.push_str("<style>");
            match look.theme {
                Theme::Light => write_fixed(false, out),
                Theme::Dark => write_fixed(true, out),
                Theme::Auto | Theme::Page => write_following(out),
            }
            out.push_str("</style><defs>");
            write_defs(self.symbols_of(frame), out);
            out.push_str("</defs>");
        }
        out.push_str(r#"<g class="under">"#);
        self.write_under(look.flipped, look.coordinates, out);
        out.push_str(r#"</g><g class="over">"#);
        self.write_over(frame, look.flipped, out);
        out.push_str("</g></svg>\n");
    }

    pub(super) fn symbols_of(&self, frame: &Frame) -> impl Iterator<Item = Symbol> {
        let mut seen = vec![false; self.kinds.len()];
        for (_, kind) in &frame.things {
            seen[usize::from(*kind)] = true;
        }
        let kinds = self.kinds.iter().zip(seen);
        kinds.filter(|(_, seen)| *seen).map(|(kind, _)| kind.symbol)
    }

    /// Writes what lies under every frame: squares, ground, grid, coordinates.
    pub fn write_under(&self, flipped: bool, coordinates: bool, out: &mut String) {
        let layout = Layout { flipped, ..self.layout };
        self.write_lower(&layout, coordinates, Hatch::Patterns, out);
    }

    /// [`Sheet::write_under`], hatched either way.
    pub(super) fn write_lower(
        &self,
        layout: &Layout,
        coordinates: bool,
        hatch: Hatch,
        out: &mut String,
    ) {
        write_squares(layout, hatch, out);
        for (ground, area) in &self.ground {
            write_ground(layout, (*ground, area), hatch, out);
        }
        write_grid(layout, out);
        if coordinates {
            write_coordinates(layout, out);
        }
    }

    /// Writes what changes from frame to frame: zones, things, arrows and marks. This is what a
    /// script writes anew at every step (`static/board.js`).
    pub fn write_over(&self, frame: &Frame, flipped: bool, out: &mut String) {
        let layout = Layout { flipped, ..self.layout };
        self.write_upper(&layout, frame, Hatch::Patterns, out);
    }

    /// [`Sheet::write_over`], hatched either way.
    pub(super) fn write_upper(
        &self,
        layout: &Layout,
        frame: &Frame,
        hatch: Hatch,
        out: &mut String,
    ) {
        for zone in &frame.zones {
            write_zone(layout, zone, hatch, out);
        }
        let (under, over) = frame.marks_around();
        under.iter().for_each(|mark| write_mark(layout, *mark, out));
        for (cell, kind) in &frame.things {
            self.write_thing(layout, *cell, *kind, out);
        }
        frame.arrows.iter().for_each(|arrow| write_arrow(layout, &self.seats, arrow, out));
        over.iter().for_each(|mark| write_mark(layout, *mark, out));
    }

    pub(super) fn write_thing(&self, layout: &Layout, cell: u16, kind: u16, out: &mut String) {
        let Some(kind) = self.kinds.get(usize::from(kind)) else { return };
        let square = layout.square(cell);
        let (x, y) = layout.corner(square, kind.span);
        out.push_str(r#"<g class=""#);
        out.push_str(kind.class);
        out.push_str(r#"" transform="translate("#);
        pair(out, (x + kind.shift.0, y + kind.shift.1));
        out.push(')');
        out.push_str(kind.scale);
        out.push_str(r#""><title>"#);
        out.push_str(&kind.title);
        out.push_str(" on ");
        square_name(out, square);
        out.push_str(&kind.after);
        out.push_str("</title>");
        out.push_str(&kind.inner);
        out.push_str("</g>");
    }
}

fn write_head(layout: &Layout, look: &Look<'_>, out: &mut String) {
    let view = layout.view_box(look.coordinates);
    out.push_str(r#"<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox=""#);
    for (at, n) in view.into_iter().enumerate() {
        if at > 0 {
            out.push(' ');
        }
        int(out, n);
    }
    if let Some(width) = look.width_px {
        let width = i32::from(width);
        out.push_str(r#"" width=""#);
        int(out, width);
        out.push_str(r#"" height=""#);
        int(out, (width * view[3] + view[2] / 2) / view[2].max(1));
    }
    out.push_str(r#"" role="img" aria-labelledby=""#);
    escape(look.id, out);
    out.push_str("-t");
    if !look.desc.is_empty() {
        out.push(' ');
        escape(look.id, out);
        out.push_str("-d");
    }
    out.push_str(r#""><title id=""#);
    escape(look.id, out);
    out.push_str(r#"-t">"#);
    escape(look.title, out);
    out.push_str("</title>");
    if !look.desc.is_empty() {
        out.push_str(r#"<desc id=""#);
        escape(look.id, out);
        out.push_str(r#"-d">"#);
        escape(look.desc, out);
        out.push_str("</desc>");
    }
}
