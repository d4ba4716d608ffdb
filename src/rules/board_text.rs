//! The board in a position text, square by square, before any rule has looked at it: what an editor
//! changes.
//!
//! The first field of a position text is the board: ranks from the North, `/` between them, a
//! number for a run of empty squares, a sign for what stands on a square. A game whose board can be
//! read so has a [`Palette`]; whether a position can be set up is for the game alone to say.

use super::effect::Thing;
use super::grid::{Size, Square};
use super::scene::{Badge, Item, Stand};
use super::text::{Cursor, ParseError};

/// The signs of a game's boards.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    /// Every sign, in the order in which an editor offers them.
    pub signs: &'static [Sign],
    /// How several things on one square are written.
    pub stack: Stack,
}

/// What one sign stands for.
#[derive(Clone, Copy, Debug)]
pub struct Sign {
    /// As it is written: `K`, `W2`.
    pub text: &'static str,
    /// Things of different layers can be on one square, lowest first; of one layer only one can.
    pub layer: u8,
    /// What it is.
    pub thing: Thing,
    /// The mark on it, if it has one.
    pub badge: Option<Badge>,
    /// Whether an editor offers it: some stand for what other fields or options tell.
    pub offered: bool,
}

impl Sign {
    /// A thing that has its square for itself.
    #[must_use]
    pub const fn new(text: &'static str, thing: Thing) -> Self {
        Sign { text, layer: 0, thing, badge: None, offered: true }
    }

    /// The same on another layer.
    #[must_use]
    pub const fn on(self, layer: u8) -> Self {
        Sign { layer, ..self }
    }

    /// The same, not offered.
    #[must_use]
    pub const fn read_only(self) -> Self {
        Sign { offered: false, ..self }
    }
}

/// How several things on one square are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stack {
    /// Never: a square holds one thing.
    Single,
    /// In brackets, lowest first: `[#A]`.
    Brackets,
    /// The upper one in parentheses: `W2(I)`.
    OnTop,
}

/// A board as a position text has it.
#[derive(Clone, Debug)]
pub struct BoardText {
    palette: &'static Palette,
    size: Size,
    /// The signs of each square by their place in the palette, lowest layer first.
    cells: Vec<Vec<usize>>,
}

impl BoardText {
    /// Reads the first field of a position text.
    ///
    /// # Errors
    /// A sign that the game does not have, or ranks of another length.
    pub fn read(palette: &'static Palette, size: Size, field: &str) -> Result<Self, ParseError> {
        let mut board = BoardText { palette, size, cells: vec![Vec::new(); size.square_count()] };
        let mut cursor = Cursor::new(field);
        for rank in (0..size.ranks).rev() {
            let mut file = 0;
            while file < size.files {
                if cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
                    let left = u64::from((size.files - file).unsigned_abs());
                    file += i8::try_from(cursor.number(left)?.max(1)).unwrap_or(i8::MAX);
                } else {
                    let cell = board.read_cell(&mut cursor)?;
                    board.cells[size.index(Square::new(file, rank))] = cell;
                    file += 1;
                }
            }
            if rank > 0 {
                cursor.expect("/")?;
            }
        }
        cursor.finish()?;
        Ok(board)
    }

    fn read_cell(&self, cursor: &mut Cursor<'_>) -> Result<Vec<usize>, ParseError> {
        let mut cell = Vec::new();
        if self.palette.stack == Stack::Brackets && cursor.eat("[") {
            while !cursor.eat("]") {
                cell.push(self.read_sign(cursor)?);
            }
            return Ok(cell);
        }
        cell.push(self.read_sign(cursor)?);
        if self.palette.stack == Stack::OnTop && cursor.eat("(") {
            cell.push(self.read_sign(cursor)?);
            cursor.expect(")")?;
        }
        Ok(cell)
    }

    /// Reads the longest sign that comes next.
    fn read_sign(&self, cursor: &mut Cursor<'_>) -> Result<usize, ParseError> {
        let signs = self.palette.signs.iter().enumerate();
        let next = signs.filter(|(_, sign)| cursor.rest().starts_with(sign.text));
        let (place, sign) = next
            .max_by_key(|(_, sign)| sign.text.len())
            .ok_or_else(|| cursor.error("expected what stands on a square"))?;
        cursor.eat(sign.text);
        Ok(place)
    }

    /// Puts a thing on a square, in the place of what has its layer; `None` clears the square.
    pub fn put(&mut self, square: Square, sign: Option<usize>) {
        if !self.size.contains(square) {
            return;
        }
        let signs = self.palette.signs;
        let cell = &mut self.cells[self.size.index(square)];
        let Some(sign) = sign.filter(|place| *place < signs.len()) else {
            cell.clear();
            return;
        };
        cell.retain(|other| signs[*other].layer != signs[sign].layer);
        cell.push(sign);
        cell.sort_by_key(|place| signs[*place].layer);
    }

    /// The field's text.
    #[must_use]
    pub fn write(&self) -> String {
        let mut out = String::new();
        for rank in (0..self.size.ranks).rev() {
            let mut empty = 0;
            for file in 0..self.size.files {
                let cell = &self.cells[self.size.index(Square::new(file, rank))];
                if cell.is_empty() {
                    empty += 1;
                    continue;
                }
                write_run(&mut empty, &mut out);
                self.write_cell(cell, &mut out);
            }
            write_run(&mut empty, &mut out);
            if rank > 0 {
                out.push('/');
            }
        }
        out
    }

    fn write_cell(&self, cell: &[usize], out: &mut String) {
        let text = |place: &usize| self.palette.signs[*place].text;
        match (cell, self.palette.stack) {
            ([lower, upper], Stack::OnTop) => out.extend([text(lower), "(", text(upper), ")"]),
            ([_, _, ..], Stack::Brackets) => {
                out.push('[');
                out.extend(cell.iter().map(text));
                out.push(']');
            }
            _ => out.extend(cell.iter().map(text)),
        }
    }

    /// What stands on the board, to be drawn even where it cannot be set up.
    pub fn items(&self) -> impl Iterator<Item = Item> {
        self.size.squares().flat_map(move |at| {
            let cell = &self.cells[self.size.index(at)];
            cell.iter().enumerate().map(move |(n, place)| {
                let Sign { thing, badge, .. } = self.palette.signs[*place];
                let stand = if n == 0 { Stand::Ground } else { Stand::OnTop };
                Item { stand, badge, ..Item::new(thing.symbol, thing.seat, thing.name, at) }
            })
        })
    }
}

fn write_run(empty: &mut u32, out: &mut String) {
    if *empty > 0 {
        out.push_str(&empty.to_string());
        *empty = 0;
    }
}
