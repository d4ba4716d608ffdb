//! Where things are on the drawing: squares of 24 by 24 units, the board's corner at 0, 0.

use crate::rules::grid::{Direction, Size, Square};

/// The side of a square in units of the drawing.
pub const SQUARE: i32 = 24;

/// The gap between the board and a row beside it, in units of the drawing.
pub const APRON_GAP: i32 = 6;

/// Room around the board where no coordinates are written, in units of the drawing.
const PAD: i32 = 4;

/// A board's shape, and from whose side it is seen.
///
/// A square is also told by its *cell*, one number: cells count from the row south of rank 1,
/// whether it is drawn or not: cell = (rank + 1) × files + file, ranks and files from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The board's size.
    pub size: Size,
    /// Rows drawn beside the board, south and north (0 or 1 each).
    pub apron: [u8; 2],
    /// Whether the second seat's side is nearest.
    pub flipped: bool,
}

impl Layout {
    /// The cell of a square, if it is on the board or in the rows beside it.
    #[must_use]
    pub fn cell(&self, square: Square) -> Option<u16> {
        let Size { files, ranks } = self.size;
        let inside = (0..files).contains(&square.file) && (-1..=ranks).contains(&square.rank);
        let cell = (i32::from(square.rank) + 1) * i32::from(files) + i32::from(square.file);
        if inside { u16::try_from(cell).ok() } else { None }
    }

    /// The square of a cell.
    #[must_use]
    pub fn square(&self, cell: u16) -> Square {
        let files = u16::from(self.size.files.unsigned_abs()).max(1);
        let part = |n: u16| i8::try_from(n).unwrap_or(i8::MAX);
        Square::new(part(cell % files), part(cell / files) - 1)
    }

    /// The number of cells, those of the rows beside the board included.
    #[must_use]
    pub fn cell_count(&self) -> usize {
        let Size { files, ranks } = self.size;
        usize::from(files.unsigned_abs()) * (usize::from(ranks.unsigned_abs()) + 2)
    }

    /// The upper left corner, in units, of a thing `span` squares wide whose south-west square is
    /// `square`.
    #[must_use]
    pub fn corner(&self, square: Square, span: u8) -> (i32, i32) {
        (self.left(square.file, i32::from(span)), self.top(square.rank, i32::from(span)))
    }

    /// The middle, in units, of a thing `span` squares wide whose south-west square is `square`.
    #[must_use]
    pub fn middle(&self, square: Square, span: u8) -> (i32, i32) {
        let (x, y) = self.corner(square, span);
        let half = SQUARE / 2 * i32::from(span);
        (x + half, y + half)
    }

    /// The left edge of `count` squares from `file` on to the east.
    pub(super) fn left(&self, file: i8, count: i32) -> i32 {
        let (file, files) = (i32::from(file), i32::from(self.size.files));
        SQUARE * if self.flipped { files - file - count } else { file }
    }

    /// The upper edge of `count` squares from `rank` on to the north.
    fn top(&self, rank: i8, count: i32) -> i32 {
        let (rank, ranks) = (i32::from(rank), i32::from(self.size.ranks));
        let row = if self.flipped { rank } else { ranks - rank - count };
        let gap = match row {
            _ if row < 0 => -APRON_GAP,
            _ if row >= ranks => APRON_GAP,
            _ => 0,
        };
        SQUARE * row + gap
    }

    /// The step that a direction makes on the drawing: to the right and down.
    pub(super) const fn step(&self, direction: Direction) -> (i32, i32) {
        let (dx, dy) = direction.delta();
        let (dx, dy) = (dx as i32, -(dy as i32));
        if self.flipped { (-dx, -dy) } else { (dx, dy) }
    }

    /// Width and height of the board itself, in units.
    #[must_use]
    pub fn extent(&self) -> (i32, i32) {
        (SQUARE * i32::from(self.size.files), SQUARE * i32::from(self.size.ranks))
    }

    /// The rows above and below the board on the drawing, 0 or 1 each.
    fn rows_outside(&self) -> (i32, i32) {
        let [south, north] = self.apron.map(|n| i32::from(n.min(1)));
        if self.flipped { (south, north) } else { (north, south) }
    }

    /// The size of coordinates, in units: larger on larger boards, which are drawn smaller.
    pub(super) fn small_type(&self) -> i32 {
        let across = self.size.files.max(self.size.ranks);
        6 + i32::from(across.clamp(8, 44) - 8) / 5
    }

    /// The margin where coordinates are written.
    fn margin(&self, coordinates: bool) -> i32 {
        if coordinates { self.small_type() * 2 } else { PAD }
    }

    /// The `viewBox`: left, top, width, height, in units.
    #[must_use]
    pub fn view_box(&self, coordinates: bool) -> [i32; 4] {
        let (width, height) = self.extent();
        let (above, below) = self.rows_outside();
        let row = SQUARE + APRON_GAP;
        let margin = self.margin(coordinates);
        let top = -PAD - above * row;
        [-margin, top, margin + width + PAD, height + below * row + margin - top]
    }

    /// The baseline of the file letters under the board.
    pub(super) fn letters_y(&self) -> i32 {
        let (_, below) = self.rows_outside();
        self.extent().1 + below * (SQUARE + APRON_GAP) + self.small_type() * 3 / 2
    }
}
