//! The state of a match: the clock, the board, what each side has, the balls in the air.

use std::fmt;

use super::maps::{CASTLES, Map, MapId};
use super::pieces::{Bag, KINDS, Piece};
use super::rows::{self, NONE, Rows, each_row};
use crate::rules::grid::Square;
use crate::rules::outcome::Outcome;
use crate::rules::seat::Seat;

/// The guns that each side has for the opening cannon phase (SG-4.2).
pub(super) const OPENING_GUNS: u8 = 3;
/// The guns that a sealed Home gives (SG-7.1).
pub(super) const HOME_GUNS: u8 = 2;
/// The most guns that one count can give: the Home's, and one for each other castle.
pub(super) const MOST_GUNS_A_ROUND: u8 = HOME_GUNS + CASTLES as u8 - 1;
/// The most rounds that a match can have (SG-2.2).
pub(super) const MOST_ROUNDS: u8 = 20;
/// The most guns that a side can ever have: there is no cannon phase after the last round.
const MOST_GUNS: usize =
    OPENING_GUNS as usize + MOST_GUNS_A_ROUND as usize * (MOST_ROUNDS as usize - 1);
/// How long a cease-fire and a grace last (SG-2.1), in milliseconds.
const PAUSE_MS: u32 = 4000;

/// The options, read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// The map.
    pub(super) map: MapId,
    /// How long nomination lasts, in seconds.
    pub(super) nomination_s: u32,
    /// How long a cannon phase lasts, in seconds.
    pub(super) cannon_s: u32,
    /// How long a battle lasts, in seconds.
    pub(super) battle_s: u32,
    /// How long the first build phase lasts, in seconds.
    pub(super) build_s: u32,
    /// How many rounds there are.
    pub(super) rounds: u8,
}

/// The phases of a match (SG-2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Nomination,
    Cannon,
    Battle,
    Ceasefire,
    Build,
    Grace,
    Over,
}

/// The phase that runs at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    pub(super) phase: Phase,
    /// 0 before the first battle.
    pub(super) round: u8,
    /// When it began.
    pub(super) begin_ms: u32,
    /// When it ends; never, once the match is over.
    pub(super) end_ms: u32,
}

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

/// A short list without a heap: at most `N` things, in order.
#[derive(Clone, Copy)]
pub(super) struct Few<T, const N: usize> {
    things: [T; N],
    length: usize,
}

/// What fills the unused places of lists.
const CORNER: Square = Square::new(0, 0);

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

impl Config {
    /// How long the build phase of a round lasts (SG-5.1), in milliseconds.
    fn build_ms(&self, round: u8) -> u32 {
        let shorter = u32::from(round).saturating_sub(1) * self.build_s * 50;
        (self.build_s * 1000).saturating_sub(shorter).max(self.build_s * 500)
    }

    /// How long a phase lasts, in milliseconds.
    fn length_ms(&self, phase: Phase, round: u8) -> u32 {
        match phase {
            Phase::Nomination => self.nomination_s * 1000,
            Phase::Cannon => self.cannon_s * 1000,
            Phase::Battle => self.battle_s * 1000,
            Phase::Ceasefire | Phase::Grace => PAUSE_MS,
            Phase::Build => self.build_ms(round),
            Phase::Over => 0,
        }
    }

    /// The first phase.
    pub(super) fn first(&self) -> Moment {
        let end_ms = self.length_ms(Phase::Nomination, 0);
        Moment { phase: Phase::Nomination, round: 0, begin_ms: 0, end_ms }
    }

    /// The phase after another, as long as nothing but the number of rounds ends the match.
    pub(super) fn after(&self, moment: Moment) -> Moment {
        let (phase, round) = match moment.phase {
            Phase::Nomination => (Phase::Cannon, 0),
            Phase::Cannon => (Phase::Battle, moment.round + 1),
            Phase::Battle => (Phase::Ceasefire, moment.round),
            Phase::Ceasefire => (Phase::Build, moment.round),
            Phase::Build => (Phase::Grace, moment.round),
            Phase::Grace if moment.round < self.rounds => (Phase::Cannon, moment.round),
            Phase::Grace | Phase::Over => return self.over(moment),
        };
        let end_ms = moment.end_ms + self.length_ms(phase, round);
        Moment { phase, round, begin_ms: moment.end_ms, end_ms }
    }

    /// The end of the match when a phase has ended.
    pub(super) fn over(&self, moment: Moment) -> Moment {
        let Moment { round, end_ms, .. } = moment;
        Moment { phase: Phase::Over, round, begin_ms: end_ms, end_ms: u32::MAX }
    }

    /// The phases of a match that nothing cuts short, the end last.
    pub(super) fn moments(&self) -> impl Iterator<Item = Moment> {
        std::iter::successors(Some(self.first()), |moment| {
            (moment.phase != Phase::Over).then(|| self.after(*moment))
        })
    }
}

impl Phase {
    /// All phases in the order in which a match comes to them.
    pub(super) const ALL: [Phase; 7] = [
        Phase::Nomination,
        Phase::Cannon,
        Phase::Battle,
        Phase::Ceasefire,
        Phase::Build,
        Phase::Grace,
        Phase::Over,
    ];

    /// Its word in the position text.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Phase::Nomination => "nomination",
            Phase::Cannon => "cannon",
            Phase::Battle => "battle",
            Phase::Ceasefire => "ceasefire",
            Phase::Build => "build",
            Phase::Grace => "grace",
            Phase::Over => "over",
        }
    }

    /// Its name in sentences.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Phase::Nomination => "nomination",
            Phase::Cannon => "cannon phase",
            Phase::Battle => "battle",
            Phase::Ceasefire => "cease-fire",
            Phase::Build => "build phase",
            Phase::Grace => "grace",
            Phase::Over => "end",
        }
    }
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

    /// The territory that a side would have if there was a count now (SG-6.3).
    pub(super) fn territory(&self, seat: Seat, survey: &Survey) -> Rows {
        let (map, bank) = (self.map(), &self.map().banks[seat.index()]);
        each_row(|n| bank[n] & !(map.castle_tiles[n] | self.walls[n] | survey.wet[n]))
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

    /// What a side holds.
    pub(super) fn tally(&self, state: &State, seat: Seat) -> Tally {
        Tally {
            sealed: state.map().castles[seat.index()].map(|castle| self.encloses(castle)),
            home: state.side(seat).home,
            territory: rows::count(&state.territory(seat, self)),
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

impl<T: Copy, const N: usize> Few<T, N> {
    /// An empty list; `filler` stands in its unused places and is never seen.
    const fn new(filler: T) -> Self {
        Few { things: [filler; N], length: 0 }
    }

    /// The things in order.
    pub(super) fn as_slice(&self) -> &[T] {
        self.things.get(..self.length).unwrap_or_default()
    }

    /// The things in order.
    pub(super) fn iter(&self) -> std::slice::Iter<'_, T> {
        self.as_slice().iter()
    }

    /// The things in order, to change.
    pub(super) fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.things.get_mut(..self.length).unwrap_or_default().iter_mut()
    }

    /// How many there are.
    pub(super) const fn len(&self) -> usize {
        self.length
    }

    /// Whether there is none.
    pub(super) const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Adds a thing at the end, and tells whether there was room.
    pub(super) fn push(&mut self, thing: T) -> bool {
        let slot = self.things.get_mut(self.length);
        let room = slot.is_some();
        if let Some(slot) = slot {
            *slot = thing;
            self.length += 1;
        }
        room
    }

    /// Takes the thing at a place out; those after it move up.
    pub(super) fn remove(&mut self, place: usize) {
        if place < self.length {
            self.things.copy_within(place + 1..self.length, place);
            self.length -= 1;
        }
    }
}

impl<T: Copy + PartialEq, const N: usize> PartialEq for Few<T, N> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<T: Copy + Eq, const N: usize> Eq for Few<T, N> {}

impl<T: Copy + fmt::Debug, const N: usize> fmt::Debug for Few<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
