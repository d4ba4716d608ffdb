//! `twin-banks`: a river that winds, four castles on each side of it.

use super::{CASTLES, Map};
use crate::games::siege::rows::{FILES, NONE, RANKS, Rows};
use crate::rules::grid::Square;

/// The map's name.
pub(super) const NAME: &str = "twin-banks";

/// The map (SG-3.1, SG-3.2).
pub(super) static MAP: Map = Map::lay_out(NAME, water(), castles());

/// How many tiles wide the river is.
const RIVER_WIDTH: i8 = 4;
/// The river's first file where it runs straight, counted from 0.
const RIVER_FILE: i8 = 20;
/// How far it winds eastwards on the southern half's rows; the northern half is turned by 180°.
const WINDING: [i8; RANKS / 2] = [-2, -2, -1, -1, 0, 0, 1, 1, 2, 2, 1, 1, 0, 0];

const fn water() -> Rows {
    let mut out = NONE;
    let mut n = 0;
    while n < RANKS {
        let winding = if n < RANKS / 2 { WINDING[n] } else { -WINDING[RANKS - 1 - n] };
        out[n] = ((1 << RIVER_WIDTH) - 1) << (RIVER_FILE + winding);
        n += 1;
    }
    out
}

/// West's castles by their south-west tiles; East's are the same turned by 180°.
const fn castles() -> [[Square; CASTLES]; 2] {
    let west = [Square::new(5, 5), Square::new(16, 8), Square::new(6, 20), Square::new(15, 19)];
    let mut east = west;
    let mut n = 0;
    while n < CASTLES {
        east[n] = Square::new(FILES as i8 - 2 - west[n].file, RANKS as i8 - 2 - west[n].rank);
        n += 1;
    }
    [west, east]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::siege::rows;
    use crate::rules::seat::Seat;

    #[test]
    fn castles_are_where_the_rules_put_them() {
        let names = |n: usize| MAP.castles[n].map(|castle| castle.to_string());
        assert_eq!(names(0), ["f6", "q9", "g21", "p20"]);
        assert_eq!(names(1), ["al22", "aa19", "ak7", "ab8"]);
    }

    #[test]
    fn the_river_and_the_banks_are_the_same_turned_around() {
        for square in rows::SIZE.squares() {
            let turned = Square::new(43 - square.file, 27 - square.rank);
            assert_eq!(rows::has(&MAP.water, square), rows::has(&MAP.water, turned));
            assert_eq!(MAP.bank(square), MAP.bank(turned).map(Seat::other));
        }
        assert_eq!(rows::count(&MAP.water), 4 * 28);
        assert_eq!(MAP.water[8].trailing_zeros(), 22, "row 9 has water from file 23 on");
    }
}
