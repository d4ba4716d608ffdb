//! The wall pieces: their cells, their turns, and how many of each a bag holds (SG-5.2).

use crate::rules::grid::Square;

/// How many kinds of pieces there are.
pub(super) const KINDS: usize = 13;
/// From which round on bags hold the same.
const LAST_BAG: usize = 7;

/// A kind of piece: its place in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece(u8);

/// What is left in a bag: how many of each kind, in the table's order.
pub(super) type Bag = [u8; KINDS];

/// A line of the table: letter, cells at rotation 0 as (dx, dy), how many in rounds 1 to 7.
type Line = (&'static str, &'static [(i8, i8)], [u8; LAST_BAG]);

const TABLE: [Line; KINDS] = [
    ("A", &[(0, 0)], [4, 3, 3, 2, 2, 1, 1]),
    ("B", &[(0, 0), (1, 0)], [4, 4, 3, 3, 2, 2, 1]),
    ("C", &[(0, 0), (1, 0), (2, 0)], [3, 3, 3, 2, 2, 2, 1]),
    ("V", &[(0, 0), (1, 0), (0, 1)], [3, 3, 3, 3, 2, 2, 2]),
    ("T", &[(0, 0), (1, 0), (2, 0), (1, 1)], [1, 1, 2, 2, 2, 2, 2]),
    ("L", &[(0, 0), (1, 0), (2, 0), (2, 1)], [1, 1, 2, 2, 2, 2, 2]),
    ("J", &[(0, 0), (1, 0), (2, 0), (0, 1)], [1, 1, 2, 2, 2, 2, 2]),
    ("S", &[(0, 0), (1, 0), (1, 1), (2, 1)], [1, 1, 1, 2, 2, 2, 2]),
    ("Z", &[(1, 0), (2, 0), (0, 1), (1, 1)], [1, 1, 1, 2, 2, 2, 2]),
    ("U", &[(0, 0), (2, 0), (0, 1), (1, 1), (2, 1)], [0, 1, 1, 2, 2, 3, 3]),
    ("P", &[(0, 0), (1, 0), (1, 1), (1, 2), (2, 2)], [0, 0, 1, 1, 2, 2, 3]),
    ("Q", &[(2, 0), (1, 0), (1, 1), (1, 2), (0, 2)], [0, 0, 1, 1, 2, 2, 3]),
    ("X", &[(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)], [0, 0, 0, 1, 1, 2, 3]),
];

/// All shapes, by kind and rotation.
static SHAPES: [[Shape; 4]; KINDS] = shapes();

/// A piece at a rotation: its rows from the South, its cells as bits from the West.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    rows: [u8; 3],
    /// How many files wide it is.
    pub(super) width: u8,
    /// How many rows high it is.
    pub(super) height: u8,
    /// Whether a smaller rotation has the same cells.
    pub(super) repeated: bool,
}

impl Piece {
    /// All kinds in the table's order.
    pub(super) fn all() -> impl Iterator<Item = Piece> {
        (0..KINDS as u8).map(Piece)
    }

    /// The kind of that letter.
    pub(super) fn lettered(letter: char) -> Option<Piece> {
        Piece::all().find(|piece| piece.letter().starts_with(letter))
    }

    /// Its place in the table, from 0.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its letter.
    pub(super) const fn letter(self) -> &'static str {
        TABLE[self.index()].0
    }

    /// Its cells at rotation 0.
    pub(super) const fn cells(self) -> &'static [(i8, i8)] {
        TABLE[self.index()].1
    }

    /// Its shape after a number of quarter turns clockwise.
    pub(super) fn shape(self, rotation: u8) -> &'static Shape {
        &SHAPES[self.index()][usize::from(rotation % 4)]
    }

    /// The rotations that differ.
    pub(super) fn rotations(self) -> impl Iterator<Item = u8> {
        (0..4).filter(move |rotation| !self.shape(*rotation).repeated)
    }
}

impl Shape {
    /// Its rows from the South, moved `file` files to the East.
    pub(super) fn rows_at(&self, file: i8) -> impl Iterator<Item = u64> {
        self.rows().map(move |row| row << file)
    }

    /// Its rows from the South.
    pub(super) fn rows(&self) -> impl Iterator<Item = u64> {
        self.rows.iter().take(usize::from(self.height)).map(|row| u64::from(*row))
    }

    /// The tiles that it covers when its south-west corner is on `corner`.
    pub(super) fn tiles(&self, corner: Square) -> impl Iterator<Item = Square> {
        let Square { file, rank } = corner;
        (rank..).zip(self.rows).flat_map(move |(rank, row)| {
            (file..)
                .zip(0..3)
                .filter(move |(_, n)| row & 1 << n != 0)
                .map(move |(file, _)| Square::new(file, rank))
        })
    }
}

/// A full bag of a round, counted from 1.
pub(super) fn full_bag(round: u8) -> Bag {
    let column = usize::from(round).clamp(1, LAST_BAG) - 1;
    TABLE.map(|(_, _, counts)| counts[column])
}

const fn shapes() -> [[Shape; 4]; KINDS] {
    let mut out = [[Shape { rows: [0; 3], width: 0, height: 0, repeated: false }; 4]; KINDS];
    let mut n = 0;
    while n < 4 * KINDS {
        let (kind, rotation) = (n / 4, n % 4);
        let mut shape = turned(TABLE[kind].1, rotation);
        let mut earlier = 0;
        while earlier < rotation {
            let same = out[kind][earlier].rows;
            shape.repeated |=
                same[0] == shape.rows[0] && same[1] == shape.rows[1] && same[2] == shape.rows[2];
            earlier += 1;
        }
        out[kind][rotation] = shape;
        n += 1;
    }
    out
}

/// The cells after some quarter turns clockwise, shifted so that the smallest dx and dy are 0.
const fn turned(cells: &[(i8, i8)], rotation: usize) -> Shape {
    let (mut west, mut south, mut east, mut north) = (i8::MAX, i8::MAX, i8::MIN, i8::MIN);
    let mut n = 0;
    while n < cells.len() {
        let (x, y) = turn(cells[n], rotation);
        west = if x < west { x } else { west };
        east = if x > east { x } else { east };
        south = if y < south { y } else { south };
        north = if y > north { y } else { north };
        n += 1;
    }
    let mut rows = [0; 3];
    let mut n = 0;
    while n < cells.len() {
        let (x, y) = turn(cells[n], rotation);
        rows[(y - south) as usize] |= 1 << (x - west);
        n += 1;
    }
    let (width, height) = ((east - west + 1) as u8, (north - south + 1) as u8);
    Shape { rows, width, height, repeated: false }
}

const fn turn((x, y): (i8, i8), rotation: usize) -> (i8, i8) {
    match rotation {
        0 => (x, y),
        1 => (y, -x),
        2 => (-x, -y),
        _ => (-y, x),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_turn_is_clockwise() {
        let shown = |letter: char, rotation: u8| {
            let piece = Piece::lettered(letter).expect("a piece");
            let tiles = piece.shape(rotation).tiles(Square::new(0, 0));
            tiles.map(|tile| tile.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(shown('V', 0), "a1 b1 a2");
        assert_eq!(shown('V', 1), "a1 a2 b2", "the corner goes from south-west to north-west");
        assert_eq!(shown('V', 2), "b1 a2 b2");
        assert_eq!(shown('V', 3), "a1 b1 b2");
        assert_eq!(shown('L', 1), "a1 b1 a2 a3");
        assert_eq!(shown('Z', 0), "b1 c1 a2 b2");
        assert_eq!(shown('X', 0), "b1 a2 b2 c2 b3");
    }

    #[test]
    fn pieces_have_as_many_rotations_as_differ() {
        let counts: Vec<String> = Piece::all()
            .map(|piece| format!("{}{}", piece.letter(), piece.rotations().count()))
            .collect();
        assert_eq!(counts.join(" "), "A1 B2 C2 V4 T4 L4 J4 S2 Z2 U4 P2 Q2 X1");
    }

    #[test]
    fn bags_are_as_the_table_says() {
        assert_eq!(full_bag(1), [4, 4, 3, 3, 1, 1, 1, 1, 1, 0, 0, 0, 0]);
        assert_eq!(full_bag(7), full_bag(20));
        assert_eq!(full_bag(6).iter().sum::<u8>(), 26);
    }
}
