//! The maps (SG-3): what is water, whose the land is, where the castles stand.

use super::rows::{self, FILES, NONE, RANKS, Rows};
use crate::rules::grid::Square;
use crate::rules::seat::Seat;

mod twin_banks;

/// How many castles each side has.
pub(super) const CASTLES: usize = 4;
/// How far a Home's ring reaches from the castle's south-west tile, to the south and west.
const RING_BELOW: i8 = 3;
/// How far it reaches to the north and east.
const RING_ABOVE: i8 = 4;

/// A map. Once published it is never changed; a new one has a new name (SG-3.3).
#[derive(Debug)]
pub(super) struct Map {
    /// Its name, as the option `map` gives it.
    pub(super) name: &'static str,
    /// The river.
    pub(super) water: Rows,
    /// Each side's land, its castles' tiles included.
    pub(super) banks: [Rows; 2],
    /// Each side's castles by their south-west tiles, in the order of SG-3.2.
    pub(super) castles: [[Square; CASTLES]; 2],
    /// The tiles of all castles.
    pub(super) castle_tiles: Rows,
    /// The walls that rise around each castle when it is a Home (SG-4.2).
    pub(super) rings: [[Rows; CASTLES]; 2],
}

/// Which map a match is played on: its place in the list of maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MapId(u8);

/// Every map, the default first.
static MAPS: [&Map; 1] = [&twin_banks::MAP];

/// The names of all maps, as the option takes them.
pub(super) const NAMES: &[&str] = &[twin_banks::NAME];
/// The default map's name.
pub(super) const DEFAULT: &str = twin_banks::NAME;

impl MapId {
    /// The map of that name, if there is one.
    pub(super) fn named(name: &str) -> Option<MapId> {
        let index = MAPS.iter().position(|map| map.name == name)?;
        u8::try_from(index).ok().map(MapId)
    }

    /// The map.
    pub(super) fn map(self) -> &'static Map {
        MAPS.get(usize::from(self.0)).copied().unwrap_or(&twin_banks::MAP)
    }
}

impl Map {
    /// The tile's bank: whose land it is; `None` for water and beside the board.
    pub(super) fn bank(&self, square: Square) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| rows::has(&self.banks[seat.index()], square))
    }

    /// A side's castle of that south-west tile: its place in the list.
    pub(super) fn castle(&self, seat: Seat, square: Square) -> Option<u8> {
        let index = self.castles[seat.index()].iter().position(|castle| *castle == square)?;
        u8::try_from(index).ok()
    }

    /// Lays out a map: what is no water is the first side's land west of it, the second's east.
    const fn lay_out(name: &'static str, water: Rows, castles: [[Square; CASTLES]; 2]) -> Map {
        let mut banks = [NONE; 2];
        let mut n = 0;
        while n < RANKS {
            let west = (1 << water[n].trailing_zeros()) - 1;
            banks[0][n] = west;
            banks[1][n] = rows::WHOLE_ROW & !west & !water[n];
            n += 1;
        }
        let mut castle_tiles = NONE;
        let mut n = 0;
        while n < 2 * CASTLES {
            let Square { file, rank } = castles[n / CASTLES][n % CASTLES];
            castle_tiles[rank as usize] |= 0b11 << file;
            castle_tiles[rank as usize + 1] |= 0b11 << file;
            n += 1;
        }
        let mut rings = [[NONE; CASTLES]; 2];
        let mut n = 0;
        while n < 2 * CASTLES {
            let (seat, castle) = (n / CASTLES, n % CASTLES);
            let free = without(&banks[seat], &castle_tiles);
            rings[seat][castle] = ring(castles[seat][castle], &free);
            n += 1;
        }
        Map { name, water, banks, castles, castle_tiles, rings }
    }
}

const fn without(tiles: &Rows, taken: &Rows) -> Rows {
    let mut out = NONE;
    let mut n = 0;
    while n < RANKS {
        out[n] = tiles[n] & !taken[n];
        n += 1;
    }
    out
}

/// The border of the square around a castle, as far as it is free land (SG-4.2).
const fn ring(castle: Square, free: &Rows) -> Rows {
    let mut out = NONE;
    let (west, east) = (castle.file - RING_BELOW, castle.file + RING_ABOVE);
    let (south, north) = (castle.rank - RING_BELOW, castle.rank + RING_ABOVE);
    let mut rank = south;
    while rank <= north {
        let mut file = west;
        while file <= east {
            let on_border = rank == south || rank == north || file == west || file == east;
            let on_board = file >= 0 && rank >= 0 && file < FILES as i8 && rank < RANKS as i8;
            if on_border && on_board {
                out[rank as usize] |= free[rank as usize] & 1 << file;
            }
            file += 1;
        }
        rank += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_map_is_whole() {
        assert_eq!(MAPS.map(|map| map.name), NAMES);
        for map in MAPS {
            for n in 0..RANKS {
                let (west, east) = (map.banks[0][n], map.banks[1][n]);
                assert_eq!(west | east | map.water[n], rows::WHOLE_ROW);
                assert_eq!((west & east, west & map.water[n], east & map.water[n]), (0, 0, 0));
            }
            assert_eq!(rows::count(&map.castle_tiles), 2 * 4 * CASTLES as u32);
            for seat in Seat::BOTH {
                for castle in map.castles[seat.index()] {
                    assert!(rows::has_block(&map.banks[seat.index()], castle), "{castle}");
                    assert!(!rows::touches_edge(castle), "{castle}");
                }
            }
        }
    }
}
