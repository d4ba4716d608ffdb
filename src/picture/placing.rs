//! What is in each frame of a match, as sprites at their pixels: the same thing on another square
//! is the same sprite.

use std::collections::BTreeMap;

use super::arrow::{write_arrow, write_mark};
use super::frame::{Area, Frame, FrameArrow, Sheet};
use super::ground::{Hatch, write_zone};
use super::mark::{Mark, MarkKind};
use super::raster::Place;

/// What a sprite is the drawing of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Subject<'a> {
    /// A thing of this kind, on whatever square.
    Thing(u16),
    /// A mark of one square, or of a wide thing, wherever.
    Sign(MarkKind, bool),
    /// A mark between two squares.
    Line(Mark),
    /// A zone.
    Zone(&'a Area),
    /// An arrow of the state.
    Arrow(&'a FrameArrow),
}

/// A class of subjects that look alike: the colours of one are those of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Likeness {
    Thing(u16),
    Sign(MarkKind),
    Zone(u8),
    Arrow(u8, bool),
}

/// A subject at its place: which sprite, and at which pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Placed {
    pub(super) sprite: usize,
    pub(super) at: (i32, i32),
}

/// A subject as it was found first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct First {
    /// The pixel that it is placed at.
    pub(super) at: (i32, i32),
    /// What it looks like.
    pub(super) likeness: Likeness,
    /// Whether it may stand elsewhere too.
    pub(super) moves: bool,
}

/// What was found in the frames, before it is drawn.
#[derive(Default)]
pub(super) struct Found<'a> {
    /// By subject, and by where in a pixel it begins.
    known: BTreeMap<(Subject<'a>, [u8; 2]), usize>,
    /// By sprite.
    pub(super) first: Vec<First>,
    /// The markup of all, each where it was found first, in a `<g>` with its number as id.
    pub(super) markup: String,
}

impl<'a> Found<'a> {
    /// Notes a subject at a corner in units; `write` writes its markup there.
    fn place(
        &mut self,
        place: &Place,
        (subject, likeness): (Subject<'a>, Likeness),
        corner: (i32, i32),
        write: impl FnOnce(&mut String),
    ) -> Placed {
        let [(x, over_x), (y, over_y)] = place.pixel(corner);
        let next = self.first.len();
        let sprite = *self.known.entry((subject, [over_x, over_y])).or_insert(next);
        if sprite == next {
            let moves = matches!(subject, Subject::Thing(_) | Subject::Sign(..));
            self.first.push(First { at: (x, y), likeness, moves });
            self.markup.push_str("<g id=\"");
            self.markup.push_str(&next.to_string());
            self.markup.push_str("\">");
            write(&mut self.markup);
            self.markup.push_str("</g>");
        }
        Placed { sprite, at: (x, y) }
    }
}

/// Everything in a frame, lowest first.
pub(super) fn place_all<'a>(
    sheet: &Sheet,
    frame: &'a Frame,
    place: &Place,
    found: &mut Found<'a>,
) -> Vec<Placed> {
    let layout = &place.layout;
    let mut list = Vec::with_capacity(frame.things.len() + frame.marks.len() + 8);
    for zone in &frame.zones {
        let what = (Subject::Zone(zone), Likeness::Zone(zone.seat));
        list.push(found.place(place, what, (0, 0), |out| {
            write_zone(layout, zone, Hatch::Lines, out);
        }));
    }
    let mark = |found: &mut Found<'a>, mark: &Mark| {
        let wide = mark.span > 1 && mark.from == mark.to;
        let (subject, corner) = match mark.kind {
            MarkKind::Moved | MarkKind::Pointed | MarkKind::Shot | MarkKind::Aimed => {
                (Subject::Line(*mark), (0, 0))
            }
            kind => {
                let span = if wide { mark.span } else { 1 };
                (Subject::Sign(kind, wide), layout.corner(layout.square(mark.to), span))
            }
        };
        let what = (subject, Likeness::Sign(mark.kind));
        found.place(place, what, corner, |out| write_mark(layout, *mark, out))
    };
    let (under, over) = frame.marks_around();
    list.extend(under.iter().map(|m| mark(found, m)));
    for (cell, kind) in &frame.things {
        let span = sheet.kinds.get(usize::from(*kind)).map_or(1, |kind| kind.span);
        let corner = layout.corner(layout.square(*cell), span);
        let what = (Subject::Thing(*kind), Likeness::Thing(*kind));
        list.push(found.place(place, what, corner, |out| {
            sheet.write_thing(layout, *cell, *kind, out);
        }));
    }
    for arrow in &frame.arrows {
        let what = (Subject::Arrow(arrow), Likeness::Arrow(arrow.seat, arrow.current));
        list.push(found.place(place, what, (0, 0), |out| {
            write_arrow(layout, &sheet.seats, arrow, out);
        }));
    }
    list.extend(over.iter().map(|m| mark(found, m)));
    list
}
