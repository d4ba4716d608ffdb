//! The state of a match: the clock, the board, what each side has, the balls in the air.

use super::few::Few;
use super::maps::Map;
use super::phases::{Config, MOST_ROUNDS, Moment};
use super::pieces::{Bag, KINDS, Piece};
use super::rows::{self, NONE, Rows, each_row};
use super::survey::MOST_GUNS_A_ROUND;
use crate::rules::grid::Square;
use crate::rules::outcome::Outcome;
use crate::rules::seat::Seat;

/// The guns that each side has for the opening cannon phase (SG-4.2).
pub(super) const OPENING_GUNS: u8 = 3;
/// The most guns that a side can ever have: there is no cannon phase after the last round.
const MOST_GUNS: usize =
    OPENING_GUNS as usize + MOST_GUNS_A_ROUND as usize * (MOST_ROUNDS as usize - 1);
/// What fills the unused places of lists.
const CORNER: Square = Square::new(0, 0);

/// Everything that the rest of a match depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    pub(super) config: Config,
    pub(super) now: Moment,
    /// The state's own time.
    pub(super) time_ms: u32,
    /// When the state changes next by itself: a landing or the phase's end. Follows from the rest.
    pub(super) next_ms: u32,
    pub(super) walls: Rows,
    pub(super) rubble: Rows,
    /// The guns' tiles. Follows from the guns.
    pub(super) gun_tiles: Rows,
    /// In a cannon phase, the tiles that the flood does not reach: guns can be placed on them.
    /// Follows from the rest.
    pub(super) dry: Rows,
    pub(super) sides: [Side; 2],
    pub(super) shots: Few<Shot, { 2 * MOST_GUNS }>,
    /// How the match ended. Follows from the rest.
    pub(super) ended: Option<Outcome>,
}

/// What one side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Side {
    /// The castle that is its Home, by its place in the map's list.
    pub(super) home: Option<u8>,
    /// Its guns in the order of placing; destroyed ones are gone.
    pub(super) guns: Few<Gun, MOST_GUNS>,
    /// The guns that it may still place in this cannon phase.
    pub(super) awards: u8,
    /// The piece in its hand.
    pub(super) hand: Option<Piece>,
    /// What is left in its bag; nothing outside a build phase.
    pub(super) bag: Bag,
    /// Its score.
    pub(super) score: u32,
}

/// A gun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gun {
    /// Its south-west tile.
    pub(super) at: Square,
    marks: u8,
}

/// What can be marked on a gun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Mark {
    /// It has taken one hit.
    Hit = 1,
    /// It is silenced until the cease-fire ends.
    Silenced = 2,
    /// It was cut off at the last count.
    CutOff = 4,
    /// It has a ball in the air. Follows from the shots.
    Firing = 8,
}

/// A ball in the air.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shot {
    /// The south-west tile of the gun that fired it.
    pub(super) gun: Square,
    pub(super) target: Square,
    pub(super) lands_ms: u32,
}

impl State {
    /// The game's own start.
    pub(super) fn start(config: &Config) -> State {
        let now = config.first();
        State {
            config: *config,
            now,
            time_ms: 0,
            next_ms: now.end_ms,
            walls: NONE,
            rubble: NONE,
            gun_tiles: NONE,
            dry: NONE,
            sides: [Side::new(); 2],
            shots: Few::new(Shot { gun: CORNER, target: CORNER, lands_ms: 0 }),
            ended: None,
        }
    }

    /// The map.
    pub(super) fn map(&self) -> &'static Map {
        self.config.map.map()
    }

    /// What a side has.
    pub(super) fn side(&self, seat: Seat) -> &Side {
        &self.sides[seat.index()]
    }

    /// What a side has, to change.
    pub(super) fn side_mut(&mut self, seat: Seat) -> &mut Side {
        &mut self.sides[seat.index()]
    }

    /// The tile of a side's Home, once it has one.
    pub(super) fn home(&self, seat: Seat) -> Option<Square> {
        let castle = usize::from(self.side(seat).home?);
        self.map().castles[seat.index()].get(castle).copied()
    }

    /// Where a wall of a side can be built: its own land, free of all that stands (SG-5.3).
    pub(super) fn building_ground(&self, seat: Seat) -> Rows {
        let (map, bank) = (self.map(), &self.map().banks[seat.index()]);
        each_row(|n| {
            let taken = map.castle_tiles[n] | self.walls[n] | self.gun_tiles[n] | self.rubble[n];
            bank[n] & !taken
        })
    }

    /// Where a gun of a side can stand: its territory, free of guns and rubble (SG-7.2).
    pub(super) fn gun_ground(&self, seat: Seat) -> Rows {
        let ground = self.building_ground(seat);
        each_row(|n| ground[n] & self.dry[n])
    }

    /// When the state changes next by itself.
    pub(super) fn settle_next(&mut self) {
        let landing = self.shots.iter().map(|shot| shot.lands_ms).min();
        self.next_ms = landing.map_or(self.now.end_ms, |ms| ms.min(self.now.end_ms));
    }
}

impl Side {
    /// A side before it has done anything.
    const fn new() -> Side {
        let guns = Few::new(Gun::new(CORNER));
        Side { home: None, guns, awards: 0, hand: None, bag: [0; KINDS], score: 0 }
    }

    /// The gun that fires next, if one can (SG-4.3): its place in the order.
    pub(super) fn ready_gun(&self) -> Option<usize> {
        self.guns.iter().position(Gun::is_ready)
    }

    /// The gun on whose tiles a tile is: its place in the order.
    pub(super) fn gun_over(&self, tile: Square) -> Option<usize> {
        self.guns.iter().position(|gun| rows::block(gun.at).contains(&tile))
    }

    /// Whether the bag is empty.
    pub(super) fn bag_is_empty(&self) -> bool {
        self.bag == [0; KINDS]
    }
}

impl Gun {
    /// A gun as it is placed.
    pub(super) const fn new(at: Square) -> Gun {
        Gun { at, marks: 0 }
    }

    /// Whether it bears a mark.
    pub(super) const fn is(&self, mark: Mark) -> bool {
        self.marks & mark as u8 != 0
    }

    /// Marks it, or takes the mark away.
    pub(super) const fn set(&mut self, mark: Mark, on: bool) {
        if on {
            self.marks |= mark as u8;
        } else {
            self.marks &= !(mark as u8);
        }
    }

    /// Whether it can fire.
    const fn is_ready(&self) -> bool {
        self.marks & (Mark::Silenced as u8 | Mark::CutOff as u8 | Mark::Firing as u8) == 0
    }
}
