//! What a match depends on: the options, the knights, the plans.

use crate::rules::grid::{Size, Square};
use crate::rules::seat::Seat;

use super::action::{Plan, Way};

/// The board (GK-1.1).
pub(super) const BOARD: Size = Size::new(10, 10);
/// How many squares it has.
const SQUARE_COUNT: usize = BOARD.square_count();
/// How many plans a round has, both sides together (GK-2.1).
pub(super) const PLAN_COUNT: usize = 20;
/// How many knights a side has at most.
pub(super) const KNIGHT_COUNT: usize = 10;

/// A square of the board, by its place in square order: a1 is 0, j10 is 99.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place(u8);

impl Place {
    /// All squares in square order.
    pub(super) fn all() -> impl Iterator<Item = Place> {
        (0..SQUARE_COUNT as u8).map(Place)
    }

    /// The square of a file and a rank, both from 0, if it is on the board.
    pub(super) const fn new(file: u8, rank: u8) -> Option<Place> {
        if file < 10 && rank < 10 { Some(Place(rank * 10 + file)) } else { None }
    }

    /// The same for a square by its name.
    pub(super) fn of(square: Square) -> Option<Place> {
        let (file, rank) = (u8::try_from(square.file).ok()?, u8::try_from(square.rank).ok()?);
        Place::new(file, rank)
    }

    /// The square as everybody else knows it.
    pub(super) const fn square(self) -> Square {
        Square::new((self.0 % 10) as i8, (self.0 / 10) as i8)
    }

    /// The rank, from 0.
    pub(super) const fn rank(self) -> u8 {
        self.0 / 10
    }

    /// The next square in a direction, if the board goes on there.
    pub(super) const fn step(self, way: Way) -> Option<Place> {
        match way {
            Way::North if self.0 < 90 => Some(Place(self.0 + 10)),
            Way::East if self.0 % 10 < 9 => Some(Place(self.0 + 1)),
            Way::South if self.0 >= 10 => Some(Place(self.0 - 10)),
            Way::West if self.0 % 10 >= 1 => Some(Place(self.0 - 1)),
            Way::North | Way::East | Way::South | Way::West => None,
        }
    }

    /// The place in square order.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.square().fmt(f)
    }
}

/// A set of squares, a bit a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Places(u128);

impl Places {
    pub(super) const fn contains(self, place: Place) -> bool {
        self.0 >> place.0 & 1 == 1
    }

    pub(super) const fn insert(&mut self, place: Place) {
        self.0 |= 1 << place.0;
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Its squares in square order.
    pub(super) fn iter(self) -> impl Iterator<Item = Place> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let lowest = (left != 0).then(|| Place(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(lowest)
        })
    }
}

/// The options, read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Inner walls (GK-1.2).
    pub(super) walls: Places,
    /// Who plans first (GK-1.3).
    pub(super) first: Seat,
    /// The last round (GK-5.3).
    pub(super) rounds: u32,
}

/// What a square holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// Neither knight nor wall.
    Free,
    /// An inner wall.
    Wall,
    /// The knight that stood there when the round began.
    Knight(Place),
}

/// The two halves of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The sides add plans (GK-2).
    Plan,
    /// The plans run (GK-3).
    Act,
}

/// A state. A knight is known by its start: the square where it stood when the round began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    pub(super) config: Config,
    /// The round, from 1.
    pub(super) round: u32,
    pub(super) phase: Phase,
    /// In planning how many plans are made, in acting how many have run: the next one's index.
    pub(super) next: u8,
    /// The plans made and not yet run, each at its index; the others are `None`.
    pub(super) plans: [Option<Plan>; PLAN_COUNT],
    /// The starts of each seat's knights.
    pub(super) knights: [Places; 2],
    /// By its start: where a knight is now. A square that is no start has itself.
    now: [Place; SQUARE_COUNT],
    /// What each square holds now.
    holds: [Content; SQUARE_COUNT],
}

impl State {
    /// A round about to begin on a board with walls and no knights yet.
    pub(super) fn bare(config: Config, round: u32) -> State {
        let mut state = State {
            config,
            round,
            phase: Phase::Plan,
            next: 0,
            plans: [None; PLAN_COUNT],
            knights: [Places::default(); 2],
            now: [Place(0); SQUARE_COUNT],
            holds: [Content::Free; SQUARE_COUNT],
        };
        for place in Place::all() {
            state.now[place.index()] = place;
        }
        for wall in config.walls.iter() {
            state.holds[wall.index()] = Content::Wall;
        }
        state
    }

    /// The start of a match (GK-1.1).
    pub(super) fn start(config: &Config) -> State {
        let mut state = State::bare(*config, 1);
        for place in Place::all() {
            match place.rank() {
                0 => state.put(Seat::First, place, place),
                9 => state.put(Seat::Second, place, place),
                _ => {}
            }
        }
        state
    }

    /// Adds a knight that began the round on `start` and is on `now`, which must be free.
    pub(super) const fn put(&mut self, seat: Seat, start: Place, now: Place) {
        self.knights[seat.index()].insert(start);
        self.now[start.index()] = now;
        self.holds[now.index()] = Content::Knight(start);
    }

    /// Moves the knight of that start to a free square.
    pub(super) const fn shift(&mut self, start: Place, to: Place) {
        self.holds[self.now(start).index()] = Content::Free;
        self.holds[to.index()] = Content::Knight(start);
        self.now[start.index()] = to;
    }

    /// What a square holds.
    pub(super) const fn holds(&self, place: Place) -> Content {
        self.holds[place.index()]
    }

    /// Where the knight of that start is.
    pub(super) const fn now(&self, start: Place) -> Place {
        self.now[start.index()]
    }

    /// Whose knight began the round there, if anybody's.
    pub(super) fn owner(&self, start: Place) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.knights[seat.index()].contains(start))
    }

    /// How many knights each seat has.
    pub(super) const fn counts(&self) -> [usize; 2] {
        [self.knights[0].count(), self.knights[1].count()]
    }

    /// Whose a plan is, by its index: the seats take turns in making plans, the first seat first.
    pub(super) const fn seat_of_plan(&self, index: usize) -> Seat {
        if index.is_multiple_of(2) { self.config.first } else { self.config.first.other() }
    }

    /// Who must act: in planning the seat whose plan is next to be made, in acting to run.
    pub(super) const fn seat(&self) -> Seat {
        self.seat_of_plan(self.next as usize)
    }

    /// The plan that runs now, in acting.
    pub(super) fn current(&self) -> Option<Plan> {
        match self.phase {
            Phase::Plan => None,
            Phase::Act => self.plans.get(usize::from(self.next)).copied().flatten(),
        }
    }

    /// The plans that are there, with their index.
    pub(super) fn plans(&self) -> impl Iterator<Item = (usize, Plan)> {
        self.plans.iter().enumerate().filter_map(|(index, plan)| plan.map(|plan| (index, plan)))
    }

    /// The knights of a seat that are where they began, by square (GK-4.1).
    pub(super) fn unmoved(&self, seat: Seat) -> impl Iterator<Item = Place> {
        self.knights[seat.index()].iter().filter(|start| self.now(*start) == *start)
    }
}
