//! Hatching written out line by line, for pixels: the same strokes as the patterns of
//! [`super::drawings`], many times faster to rasterise, and sharper.

use super::area::Runs;
use super::layout::{Layout, SQUARE};
use super::write::{int, pair};
use crate::rules::grid::Square;

/// The distance between the lines of a zone.
const STEP: i32 = 6;

/// A rectangle on the drawing: left, top, right, bottom, in units.
type Box4 = [i32; 4];

/// The runs as rectangles.
fn boxes(layout: &Layout, runs: &Runs) -> impl Iterator<Item = Box4> {
    runs.iter().map(|(start, len)| {
        let square = layout.square(*start);
        let width = i32::from(*len);
        let (left, top) = (layout.left(square.file, width), layout.corner(square, 1).1);
        [left, top, left + width * SQUARE, top + SQUARE]
    })
}

/// The upper left corners of the squares in the runs.
fn corners(layout: &Layout, runs: &Runs) -> impl Iterator<Item = (i32, i32)> {
    let cells = runs.iter().flat_map(|(start, len)| *start..*start + *len);
    cells.map(|cell| layout.corner(layout.square(cell), 1))
}

fn start(out: &mut String, at: (i32, i32)) {
    out.push('M');
    pair(out, at);
}

/// Every dark square of the board itself.
pub(super) fn write_dark_squares(layout: &Layout, out: &mut String) {
    let dark = |square: &Square| (square.file + square.rank) % 2 == 0;
    for square in layout.size.squares().filter(dark) {
        start(out, layout.corner(square, 1));
        out.push_str("h24v24h-24z");
    }
}

/// Waves: two each 12 units.
pub(super) fn write_waves(layout: &Layout, runs: &Runs, out: &mut String) {
    for (x, y) in corners(layout, runs) {
        for (dx, dy) in [(0, 4), (12, 10), (0, 16), (12, 22)] {
            start(out, (x + dx, y + dy));
            out.push_str("q3-2.4 6 0t6 0");
        }
    }
}

/// Grains of sand: five each 12 by 12 units.
pub(super) fn write_grains(layout: &Layout, runs: &Runs, out: &mut String) {
    for (x, y) in corners(layout, runs) {
        for (dx, dy) in [(0, 0), (12, 0), (0, 12), (12, 12)] {
            start(out, (x + dx, y + dy));
            out.push_str("m2 2h.01m5.99 1.5h.01m-3.01 3.5h.01m5.99 1h.01m-8.51 2.5h.01");
        }
    }
}

/// A dot in the middle of each square.
pub(super) fn write_dots(layout: &Layout, runs: &Runs, out: &mut String) {
    for corner in corners(layout, runs) {
        start(out, corner);
        out.push_str("m10.7 12a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0-2.6 0z");
    }
}

/// A small square in the middle of each square.
pub(super) fn write_specks(layout: &Layout, runs: &Runs, out: &mut String) {
    for corner in corners(layout, runs) {
        start(out, corner);
        out.push_str("m10.8 10.8h2.4v2.4h-2.4z");
    }
}

/// Lines that rise to the right.
pub(super) fn write_rising(layout: &Layout, runs: &Runs, out: &mut String) {
    for [left, top, right, bottom] in boxes(layout, runs) {
        let sums = multiples(left + top, right + bottom);
        for sum in sums {
            let (from, to) = (left.max(sum - bottom), right.min(sum - top));
            if from < to {
                start(out, (from, sum - from));
                out.push('L');
                pair(out, (to, sum - to));
            }
        }
    }
}

/// Lines that fall to the right.
pub(super) fn write_falling(layout: &Layout, runs: &Runs, out: &mut String) {
    for [left, top, right, bottom] in boxes(layout, runs) {
        for difference in multiples(left - bottom, right - top) {
            let (from, to) = (left.max(top + difference), right.min(bottom + difference));
            if from < to {
                start(out, (from, from - difference));
                out.push('L');
                pair(out, (to, to - difference));
            }
        }
    }
}

/// Lines across each other.
pub(super) fn write_net(layout: &Layout, runs: &Runs, out: &mut String) {
    for [left, top, right, bottom] in boxes(layout, runs) {
        for y in multiples(top, bottom - STEP) {
            start(out, (left, y + STEP / 2));
            out.push('H');
            int(out, right);
        }
        for x in multiples(left, right - STEP) {
            start(out, (x + STEP / 2, top));
            out.push('V');
            int(out, bottom);
        }
    }
}

/// The multiples of [`STEP`] from `least` to `most`.
fn multiples(least: i32, most: i32) -> impl Iterator<Item = i32> {
    let first = least.div_euclid(STEP) + i32::from(least.rem_euclid(STEP) > 0);
    (first..=most.div_euclid(STEP)).map(|n| n * STEP)
}
