//! Areas of squares: ground and zones, kept as runs along ranks.

use super::layout::{Layout, SQUARE};
use super::write::{int, pair};
use crate::rules::grid::{Direction, Square};

/// Runs of cells along ranks: where each begins, and how many cells it has. In cell order.
pub(super) type Runs = Vec<(u16, u16)>;

/// The squares as runs. Squares outside the drawing are left out.
pub(super) fn runs(layout: &Layout, squares: &[Square]) -> Runs {
    let files = u16::from(layout.size.files.unsigned_abs()).max(1);
    let mut cells: Vec<u16> = squares.iter().filter_map(|s| layout.cell(*s)).collect();
    if !cells.is_sorted() {
        cells.sort_unstable();
    }
    let mut runs: Runs = Vec::with_capacity(16);
    for cell in cells {
        match runs.last_mut() {
            Some((start, len)) if *start + *len == cell && !cell.is_multiple_of(files) => *len += 1,
            Some((start, len)) if *start + *len > cell => {}
            _ => runs.push((cell, 1)),
        }
    }
    runs
}

/// Path data that fills the runs.
pub(super) fn write_fill(layout: &Layout, runs: &Runs, out: &mut String) {
    for (start, len) in runs {
        let square = layout.square(*start);
        let (_, y) = layout.corner(square, 1);
        let width = i32::from(*len);
        out.push('M');
        pair(out, (layout.left(square.file, width), y));
        out.push('h');
        int(out, width * SQUARE);
        out.push_str("v24h-");
        int(out, width * SQUARE);
        out.push('z');
    }
}

/// Path data of the lines between squares that are in the runs and squares that are not.
pub(super) fn write_edges(layout: &Layout, runs: &Runs, out: &mut String) {
    let mut within = vec![false; layout.cell_count()];
    for (start, len) in runs {
        within[usize::from(*start)..usize::from(*start + *len)].fill(true);
    }
    let inside = |square: Square| layout.cell(square).is_some_and(|c| within[usize::from(c)]);
    for cell in runs.iter().flat_map(|(start, len)| *start..*start + *len) {
        let square = layout.square(cell);
        let (x, y) = layout.corner(square, 1);
        for direction in Direction::ORTHOGONAL {
            if inside(square.step(direction, 1)) {
                continue;
            }
            let (right, down) = layout.step(direction);
            let side = (x + SQUARE * i32::from(right == 1), y + SQUARE * i32::from(down == 1));
            out.push('M');
            pair(out, side);
            out.push_str(if right == 0 { "h24" } else { "v24" });
        }
    }
}
