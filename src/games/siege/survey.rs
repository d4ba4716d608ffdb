//! Counting: what the flood reaches, what is sealed, what it is worth (SG-6).

use super::maps::CASTLES;
use super::rows::{self, Rows, each_row};
use super::state::State;
use crate::rules::grid::Square;
use crate::rules::seat::Seat;

/// The guns that a sealed Home gives (SG-7.1).
const HOME_GUNS: u8 = 2;
/// The most guns that one count can give: the Home's, and one for each other castle.
pub(super) const MOST_GUNS_A_ROUND: u8 = HOME_GUNS + CASTLES as u8 - 1;

/// What the flood leaves dry, and what stands beside it (SG-6).
#[derive(Clone, Copy, Debug)]
pub(super) struct Survey {
    wet: Rows,
    /// The wet tiles and those beside one.
    shore: Rows,
}

/// What one side holds at a count (SG-6.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Whether each of its castles is sealed.
    pub(super) sealed: [bool; CASTLES],
    /// Which of them is its Home.
    home: Option<u8>,
    /// How many tiles of territory it has.
    pub(super) territory: u32,
}

impl Survey {
    /// Lets the flood rise (SG-6.1).
    pub(super) fn of(state: &State) -> Survey {
        let map = state.map();
        let open = each_row(|n| {
            let stands = map.castle_tiles[n] | state.walls[n] | state.gun_tiles[n];
            (map.banks[0][n] | map.banks[1][n]) & !stands
        });
        let wet = rows::flood(&open);
        Survey { wet, shore: rows::with_neighbours(&wet) }
    }

    /// The tiles that it leaves dry.
    pub(super) fn dry(&self) -> Rows {
        self.wet.map(|row| !row & rows::WHOLE_ROW)
    }

    /// Whether what stands on the 2×2 tiles is closed off from the flood (SG-6.2).
    pub(super) fn encloses(&self, square: Square) -> bool {
        let wet = rows::block(square).into_iter().any(|tile| rows::has(&self.shore, tile));
        !wet && !rows::touches_edge(square)
    }

    /// A side's territory (SG-6.3).
    pub(super) fn territory(&self, state: &State, seat: Seat) -> Rows {
        let (map, bank) = (state.map(), &state.map().banks[seat.index()]);
        each_row(|n| bank[n] & !(map.castle_tiles[n] | state.walls[n] | self.wet[n]))
    }

    /// What a side holds.
    pub(super) fn tally(&self, state: &State, seat: Seat) -> Tally {
        Tally {
            sealed: state.map().castles[seat.index()].map(|castle| self.encloses(castle)),
            home: state.side(seat).home,
            territory: rows::count(&self.territory(state, seat)),
        }
    }
}

impl Tally {
    /// How many castles are sealed.
    pub(super) fn sealed_count(&self) -> u8 {
        self.sealed.iter().map(|sealed| u8::from(*sealed)).sum()
    }

    /// Whether the Home is sealed.
    pub(super) fn home_sealed(&self) -> bool {
        self.home.and_then(|home| self.sealed.get(usize::from(home))).is_some_and(|sealed| *sealed)
    }

    /// The points that it is worth (SG-6.4).
    pub(super) fn points(&self) -> u32 {
        let castles = u32::from(self.sealed_count()) + u32::from(self.home_sealed());
        self.territory + 100 * castles
    }

    /// The guns that it gives (SG-7.1).
    pub(super) fn guns(&self) -> u8 {
        self.sealed_count() + if self.home_sealed() { HOME_GUNS - 1 } else { 0 }
    }
}
