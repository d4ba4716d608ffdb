//! Sets of tiles as bits: a row of the board is a number, a file is a bit.

use crate::rules::grid::{Size, Square};

/// How many rows a board has.
pub(super) const RANKS: usize = 28;
/// How many files a board has.
pub(super) const FILES: usize = 44;
/// The size of every board of this game.
pub(super) const SIZE: Size = Size::new(FILES as i8, RANKS as i8);

/// A set of tiles: rows from the South, files as bits from the West.
pub(super) type Rows = [u64; RANKS];

/// No tile.
pub(super) const NONE: Rows = [0; RANKS];
/// All tiles of a row.
pub(super) const WHOLE_ROW: u64 = (1 << FILES) - 1;
/// The outermost tiles of a row.
const ROW_ENDS: u64 = 1 | 1 << (FILES - 1);

/// The bit of a tile in its row; none for a tile beside the board.
pub(super) const fn bit(square: Square) -> u64 {
    if square.file >= 0 && (square.file as usize) < FILES { 1 << square.file } else { 0 }
}

/// Whether a tile is in the set.
pub(super) fn has(rows: &Rows, square: Square) -> bool {
    rows.get(square.rank as usize).is_some_and(|row| row & bit(square) != 0)
}

/// Adds a tile.
pub(super) fn put(rows: &mut Rows, square: Square) {
    if let Some(row) = rows.get_mut(square.rank as usize) {
        *row |= bit(square);
    }
}

/// Takes a tile out.
pub(super) fn take(rows: &mut Rows, square: Square) {
    if let Some(row) = rows.get_mut(square.rank as usize) {
        *row &= !bit(square);
    }
}

/// The 2×2 tiles of which `square` is the south-west one: castles and guns.
pub(super) const fn block(square: Square) -> [Square; 4] {
    let Square { file, rank } = square;
    let (east, north) = (file.saturating_add(1), rank.saturating_add(1));
    [square, Square::new(east, rank), Square::new(file, north), Square::new(east, north)]
}

/// Whether the whole 2×2 block at `square` is in the set.
pub(super) fn has_block(rows: &Rows, square: Square) -> bool {
    block(square).into_iter().all(|tile| has(rows, tile))
}

/// Adds the 2×2 block at `square`.
pub(super) fn put_block(rows: &mut Rows, square: Square) {
    block(square).into_iter().for_each(|tile| put(rows, tile));
}

/// Takes the 2×2 block at `square` out.
pub(super) fn take_block(rows: &mut Rows, square: Square) {
    block(square).into_iter().for_each(|tile| take(rows, tile));
}

/// Whether any tile of the 2×2 block at `square` lies on the board's edge.
pub(super) fn touches_edge(square: Square) -> bool {
    let beyond = |n: i8, size: usize| n <= 0 || n as usize + 2 >= size;
    beyond(square.file, FILES) || beyond(square.rank, RANKS)
}

/// A set made row by row.
pub(super) fn each_row(row: impl FnMut(usize) -> u64) -> Rows {
    std::array::from_fn(row)
}

/// How many tiles there are.
pub(super) fn count(rows: &Rows) -> u32 {
    rows.iter().map(|row| row.count_ones()).sum()
}

/// The tiles in square order.
pub(super) fn squares(rows: &Rows) -> impl Iterator<Item = Square> {
    rows.iter()
        .enumerate()
        .flat_map(|(rank, row)| bits(*row).map(move |file| Square::new(file as i8, rank as i8)))
}

/// The bits of a row, from the West.
pub(super) fn bits(row: u64) -> impl Iterator<Item = u32> {
    std::iter::successors(Some(row), |left| Some(left & left.wrapping_sub(1)))
        .take_while(|left| *left != 0)
        .map(u64::trailing_zeros)
}

/// Where water rises that comes from the board's edge and flows through open tiles (SG-6.1).
pub(super) fn flood(open: &Rows) -> Rows {
    let mirrored = open.map(u64::reverse_bits);
    let mut wet = each_row(|n| {
        let edge = if n == 0 || n + 1 == RANKS { WHOLE_ROW } else { ROW_ENDS };
        spread(open[n] & edge, open[n], mirrored[n])
    });
    loop {
        let mut risen = false;
        let mut flow = |from: usize, to: usize| {
            let new = wet[from] & open[to] & !wet[to];
            if new != 0 {
                wet[to] |= spread(new, open[to], mirrored[to]);
                risen = true;
            }
        };
        (1..RANKS).for_each(|n| flow(n - 1, n));
        (1..RANKS).rev().for_each(|n| flow(n, n - 1));
        if !risen {
            return wet;
        }
    }
}

/// Spreads water along a row through its open tiles. Adding the wet tiles to the open ones carries
/// through each open stretch eastwards; the mirrored row does the same westwards.
const fn spread(wet: u64, open: u64, mirrored: u64) -> u64 {
    let east = (open.wrapping_add(wet) ^ open) & open;
    let back = wet.reverse_bits();
    let west = (mirrored.wrapping_add(back) ^ mirrored) & mirrored;
    wet | east | west.reverse_bits()
}

/// The tiles of the set and those orthogonally beside one.
pub(super) fn with_neighbours(rows: &Rows) -> Rows {
    each_row(|n| {
        let row = rows[n];
        let south = if n > 0 { rows[n - 1] } else { 0 };
        let north = rows.get(n + 1).copied().unwrap_or(0);
        (row | row << 1 | row >> 1 | south | north) & WHOLE_ROW
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plain way, tile by tile.
    fn slow_flood(open: &Rows) -> Rows {
        let mut wet = NONE;
        let on_edge = |s: &Square| {
            s.file == 0 || s.rank == 0 || s.file == SIZE.files - 1 || s.rank == SIZE.ranks - 1
        };
        let mut queue: Vec<Square> = squares(open).filter(on_edge).collect();
        while let Some(square) = queue.pop() {
            if !has(&wet, square) {
                put(&mut wet, square);
                let beside = SIZE.around(square, &crate::rules::grid::Direction::ORTHOGONAL);
                queue.extend(beside.filter(|s| has(open, *s)));
            }
        }
        wet
    }

    #[test]
    fn the_flood_is_the_plain_one() {
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed
        };
        for n in 0..400 {
            // From nearly open to nearly closed, near the density at which mazes arise most often.
            let open = each_row(|_| {
                let (a, b, c) = (random(), random(), random());
                let row = [a | b, a, a | (b & c), a | b | c][n % 4];
                row & WHOLE_ROW
            });
            assert_eq!(flood(&open), slow_flood(&open));
        }
        let snake = each_row(|n| match n % 4 {
            1 => 1 << 1,
            3 => 1 << 42,
            _ => WHOLE_ROW & !ROW_ENDS,
        });
        assert_eq!(flood(&snake), slow_flood(&snake));
        assert_eq!(flood(&NONE), NONE);
    }

    #[test]
    fn squares_come_in_square_order() {
        let mut rows = NONE;
        for square in [Square::new(43, 27), Square::new(0, 0), Square::new(5, 0)] {
            put(&mut rows, square);
        }
        let found: Vec<String> = squares(&rows).map(|s| s.to_string()).collect();
        assert_eq!(found, ["a1", "f1", "ar28"]);
    }
}
