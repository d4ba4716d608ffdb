//! Squares, directions and lines on a board of squares.

use std::fmt;

use super::text::{Cursor, ParseError};

/// A square by file and rank, both from 0: `a1` is file 0, rank 0.
///
/// A square one step beside the board is written and drawn too (a Fortress mine place is `a0` or
/// `a9`), so both are signed. File letters go `a` to `z`, then `aa`, `ab` and so on. Squares are
/// ordered a1, b1, c1 …, then rank 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square {
    /// Counted from the West, from 0.
    pub file: i8,
    /// Counted from the South, from 0.
    pub rank: i8,
}

impl Square {
    /// The square at `file` and `rank`, both from 0.
    #[must_use]
    pub const fn new(file: i8, rank: i8) -> Self {
        Square { file, rank }
    }

    /// The square `steps` away in `direction`; it may lie beside the board.
    #[must_use]
    pub const fn step(self, direction: Direction, steps: i8) -> Self {
        let (file, rank) = direction.delta();
        Square::new(self.file + file * steps, self.rank + rank * steps)
    }

    /// The distance in king's steps.
    #[must_use]
    pub fn distance(self, other: Square) -> u8 {
        self.file.abs_diff(other.file).max(self.rank.abs_diff(other.rank))
    }

    /// The direction of the straight line from here to `other`, if there is one, and its length.
    #[must_use]
    pub fn line_to(self, other: Square) -> Option<(Direction, i8)> {
        let (dx, dy) = (other.file - self.file, other.rank - self.rank);
        if (dx, dy) == (0, 0) || (dx != 0 && dy != 0 && dx.abs() != dy.abs()) {
            return None;
        }
        let steps = dx.abs().max(dy.abs());
        let direction =
            Direction::ALL.into_iter().find(|d| d.delta() == (dx.signum(), dy.signum()));
        direction.map(|direction| (direction, steps))
    }
}

impl PartialOrd for Square {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Square {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.rank, self.file).cmp(&(other.rank, other.file))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", FileName(self.file), self.rank + 1)
    }
}

/// A file's letters: `a`, `z`, `aa`.
#[derive(Clone, Copy, Debug)]
pub struct FileName(pub i8);

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = u8::try_from(self.0).unwrap_or(0);
        if file >= 26 {
            write!(f, "{}", char::from(b'a' + file / 26 - 1))?;
        }
        write!(f, "{}", char::from(b'a' + file % 26))
    }
}

/// One of the eight directions; North is towards higher ranks, East towards higher files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Towards higher ranks.
    N,
    /// North and East.
    NE,
    /// Towards higher files.
    E,
    /// South and East.
    SE,
    /// Towards lower ranks.
    S,
    /// South and West.
    SW,
    /// Towards lower files.
    W,
    /// North and West.
    NW,
}

impl Direction {
    /// All eight, clockwise from North.
    pub const ALL: [Direction; 8] = [
        Direction::N,
        Direction::NE,
        Direction::E,
        Direction::SE,
        Direction::S,
        Direction::SW,
        Direction::W,
        Direction::NW,
    ];
    /// The four orthogonal ones, clockwise from North.
    pub const ORTHOGONAL: [Direction; 4] = [Direction::N, Direction::E, Direction::S, Direction::W];

    /// The step in files and ranks.
    #[must_use]
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Direction::N => (0, 1),
            Direction::NE => (1, 1),
            Direction::E => (1, 0),
            Direction::SE => (1, -1),
            Direction::S => (0, -1),
            Direction::SW => (-1, -1),
            Direction::W => (-1, 0),
            Direction::NW => (-1, 1),
        }
    }

    /// Whether it is North, East, South or West.
    #[must_use]
    pub const fn is_orthogonal(self) -> bool {
        let (file, rank) = self.delta();
        file == 0 || rank == 0
    }

    /// In words: `north`, `south-west`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Direction::N => "north",
            Direction::NE => "north-east",
            Direction::E => "east",
            Direction::SE => "south-east",
            Direction::S => "south",
            Direction::SW => "south-west",
            Direction::W => "west",
            Direction::NW => "north-west",
        }
    }
}

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// Number of files (columns).
    pub files: i8,
    /// Number of ranks (rows).
    pub ranks: i8,
}

impl Size {
    /// A board of `files` by `ranks`.
    #[must_use]
    pub const fn new(files: i8, ranks: i8) -> Self {
        Size { files, ranks }
    }

    /// Whether the square is on the board.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        square.file >= 0 && square.file < self.files && square.rank >= 0 && square.rank < self.ranks
    }

    /// How many squares there are.
    #[must_use]
    pub const fn square_count(self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// The square's place in square order, from 0. The square must be on the board.
    #[must_use]
    pub const fn index(self, square: Square) -> usize {
        square.rank as usize * self.files as usize + square.file as usize
    }

    /// The square at a place in square order.
    #[must_use]
    pub fn square(self, index: usize) -> Square {
        let files = usize::from(self.files.unsigned_abs());
        let part = |n: usize| i8::try_from(n).unwrap_or(i8::MAX);
        Square::new(part(index % files), part(index / files))
    }

    /// All squares in square order.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.square_count()).map(move |index| self.square(index))
    }

    /// The squares of the board beside `square` in the given directions.
    pub fn around(
        self,
        square: Square,
        directions: &'static [Direction],
    ) -> impl Iterator<Item = Square> {
        directions.iter().map(move |d| square.step(*d, 1)).filter(move |s| self.contains(*s))
    }

    /// The squares from `square` on in `direction`, nearest first, to the board's edge.
    pub fn ray(self, square: Square, direction: Direction) -> impl Iterator<Item = Square> {
        (1..).map(move |n| square.step(direction, n)).take_while(move |s| self.contains(*s))
    }

    /// Reads a square that must be on the board.
    ///
    /// # Errors
    /// No square's name here, a name that is not canonical (`a01`), or a square off the board.
    pub fn read_square(self, cursor: &mut Cursor<'_>) -> Result<Square, ParseError> {
        let start = cursor.offset();
        let square = read_any_square(cursor)?;
        if self.contains(square) {
            Ok(square)
        } else {
            Err(cursor.error_at(start, format!("{square} is off the board")))
        }
    }
}

/// Reads a square's name, on whatever board: one or two file letters and a rank from 0 to 99.
///
/// # Errors
/// No square's name here, or a name that is not canonical (`a01`).
pub fn read_any_square(cursor: &mut Cursor<'_>) -> Result<Square, ParseError> {
    let start = cursor.offset();
    let square = read_name(cursor);
    square.ok_or_else(|| cursor.error_at(start, "expected a square such as d4"))
}

/// The squares that an action's notation names, in order: where it begins first, where it leads
/// last (`Nc4-d5`, `wall c3-e3`). The notation of every game is like that, so that a click on a
/// board can stand for an action that nobody here understands.
#[must_use]
pub fn squares_named(text: &str) -> Vec<Square> {
    let mut squares = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_lowercase()) {
        rest = &rest[start..];
        let letters = rest.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(rest.len());
        let mut cursor = Cursor::new(rest);
        match read_name(&mut cursor).filter(|_| letters <= 2) {
            Some(square) => {
                squares.push(square);
                rest = cursor.rest();
            }
            // `x` between two squares: the second one begins after it.
            None => rest = &rest[if letters == 2 { 1 } else { letters }..],
        }
    }
    squares
}

fn read_name(cursor: &mut Cursor<'_>) -> Option<Square> {
    let first = cursor.eat_if(|c| c.is_ascii_lowercase())?;
    let mut file = first as i32 - 'a' as i32;
    if let Some(second) = cursor.eat_if(|c| c.is_ascii_lowercase()) {
        file = (file + 1) * 26 + (second as i32 - 'a' as i32);
    }
    let rank = i8::try_from(cursor.number(99).ok()?).ok()?;
    Some(Square::new(i8::try_from(file).ok()?, rank - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_both_ways() {
        for name in ["a1", "z26", "aa3", "ar28", "a0", "h9"] {
            let square = read_any_square(&mut Cursor::new(name)).expect(name);
            assert_eq!(square.to_string(), name);
        }
        for bad in ["", "a", "1", "a01", "A1", "zz99"] {
            let mut cursor = Cursor::new(bad);
            let read = read_any_square(&mut cursor);
            assert!(read.is_err() || !cursor.is_done(), "{bad}: {read:?}");
        }
    }

    #[test]
    fn notations_name_their_squares() {
        for (text, expected) in [
            ("Kc1-b1", "c1 b1"),
            ("wall c3-e3", "c3 e3"),
            ("fire ab12", "ab12"),
            ("T2@k12", "k12"),
            ("gun@h7", "h7"),
            ("c1:D", "c1"),
            ("Nd5xe6", "d5 e6"),
            ("Ld1+Ic1Ie1", "d1 c1 e1"),
            ("Ie1-e0", "e1 e0"),
            ("reveal d2 W", "d2"),
            ("end", ""),
            ("+?=W", ""),
            ("forfeit B", ""),
            ("missile", ""),
        ] {
            let names: Vec<String> = squares_named(text).iter().map(Square::to_string).collect();
            assert_eq!(names.join(" "), expected, "{text}");
        }
    }

    #[test]
    fn lines_are_straight() {
        let line = |a: (i8, i8), b: (i8, i8)| Square::new(a.0, a.1).line_to(Square::new(b.0, b.1));
        assert_eq!(line((0, 0), (3, 3)), Some((Direction::NE, 3)));
        assert_eq!(line((4, 4), (4, 1)), Some((Direction::S, 3)));
        assert_eq!(line((0, 0), (1, 2)), None);
        assert_eq!(line((2, 2), (2, 2)), None);
    }
}
