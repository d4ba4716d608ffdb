//! The rules: what is allowed, and what it does. The clock's own doings are in [`clock`].

use super::action::{Action, SEATS};
use super::phases::Phase;
use super::pieces::Piece;
use super::rows::{self, FILES, RANKS};
use super::state::{Gun, Mark, Shot, State};
use super::things;
use crate::rules::effect::{Effect, Effects};
use crate::rules::grid::Square;
use crate::rules::illegal::Illegal;
use crate::rules::seat::{Actor, Seat};

pub(super) mod clock;

/// The least time that a ball flies, in milliseconds (SG-4.4).
const FLIGHT_MS: u32 = 350;
/// How the distance counts (SG-4.4).
const FLIGHT_FACTOR: u32 = 1225;

/// Carries out an action at its time, or refuses it and leaves the state as it was.
pub(super) fn reduce(
    state: &mut State,
    by: Actor,
    action: &Action,
    at: Option<u64>,
    effects: &mut Effects,
) -> Result<(), Illegal> {
    let at_ms = check_time(state, at)?;
    if at_ms < state.next_ms {
        act(state, by, *action, at_ms, effects)
    } else {
        let mut later = *state;
        clock::carry(&mut later, at_ms, effects);
        act(&mut later, by, *action, at_ms, effects)?;
        *state = later;
        Ok(())
    }
}

/// Checks that an action's time is one, and not before the state's (SG-1.1).
pub(super) fn check_time(state: &State, at: Option<u64>) -> Result<u32, Illegal> {
    let at = at.ok_or_else(|| {
        Illegal::new("SG-1.1", "every action carries its time, such as @25000; this one has none")
    })?;
    let at_ms = clock_time(at);
    if at_ms < state.time_ms {
        let words = format!("the clock stands at {} ms already, {at} ms is over", state.time_ms);
        return Err(Illegal::new("SG-1.1", words));
    }
    Ok(at_ms)
}

/// A time as the state keeps it. Every match is over long before the largest one.
pub(super) fn clock_time(ms: u64) -> u32 {
    u32::try_from(ms).unwrap_or(u32::MAX)
}

/// When a ball lands that is fired now, later than it is fired (SG-4.4).
pub(super) fn flight_ms(gun: Square, target: Square) -> u32 {
    let half_tiles = |from: i8, to: i8| (i32::from(from) - i32::from(to)) * 2 + 1;
    let (dx, dy) = (half_tiles(gun.file, target.file), half_tiles(gun.rank, target.rank));
    let squared = dx.unsigned_abs().pow(2) + dy.unsigned_abs().pow(2);
    FLIGHT_MS + (FLIGHT_FACTOR * squared).isqrt() / 2
}

/// Carries out an action in a state that the clock has been carried to. Checks all before it
/// changes anything.
fn act(
    state: &mut State,
    by: Actor,
    action: Action,
    at_ms: u32,
    effects: &mut Effects,
) -> Result<(), Illegal> {
    if state.ended.is_some() && (action, by) != (Action::Time, Actor::Arbiter) {
        return Err(Illegal::after_end());
    }
    check_phase(state, action)?;
    match action {
        Action::Nominate(castle) => nominate(state, by, castle, effects)?,
        Action::Fire(target) => fire(state, by, target, at_ms, effects)?,
        Action::Deal(seat, piece) => deal(state, by, seat, piece, effects)?,
        Action::Place(piece, rotation, corner) => {
            place(state, by, piece, rotation, corner, effects)?;
        }
        Action::Gun(corner) => place_gun(state, by, corner, effects)?,
        Action::Time if by != Actor::Arbiter => {
            return Err(Illegal::new("SG-1.3", "only the arbiter (*) carries the clock on"));
        }
        Action::Time => {}
    }
    if state.ended.is_none() {
        state.time_ms = at_ms;
    }
    Ok(())
}

/// Each kind of action has its phases (SG-1.2).
fn check_phase(state: &State, action: Action) -> Result<(), Illegal> {
    let phase = state.now.phase;
    let (allowed, rule) = match action {
        Action::Nominate(_) => (phase == Phase::Nomination, "Homes are named in the nomination"),
        Action::Gun(_) => (phase == Phase::Cannon, "guns are placed in a cannon phase"),
        Action::Fire(_) => (phase == Phase::Battle, "guns fire in a battle"),
        Action::Deal(..) => (phase == Phase::Build, "pieces are dealt in a build phase"),
        Action::Place(..) => (
            matches!(phase, Phase::Build | Phase::Grace),
            "pieces are placed in a build phase and its grace",
        ),
        Action::Time => (true, ""),
    };
    if allowed {
        return Ok(());
    }
    let since = state.now.begin_ms;
    let words = format!("{rule} only; since {since} ms it is the {}", phase.name());
    Err(Illegal::new("SG-1.2", words))
}

fn nominate(
    state: &mut State,
    by: Actor,
    square: Square,
    effects: &mut Effects,
) -> Result<(), Illegal> {
    let own = by.seat().and_then(|seat| Some((seat, state.map().castle(seat, square)?)));
    let Some((seat, castle)) = own else {
        let words = format!("no own castle has {square} as its south-west tile");
        return Err(Illegal::new("SG-4.1", words));
    };
    let before = state.home(seat);
    state.side_mut(seat).home = Some(castle);
    if before != Some(square) {
        if let Some(at) = before {
            let (from, to) = (things::home(seat), things::castle(seat));
            effects.tell(|| Effect::Become { from, to, at });
        }
        let (from, to) = (things::castle(seat), things::home(seat));
        effects.tell(|| Effect::Become { from, to, at: square });
    }
    Ok(())
}

fn fire(
    state: &mut State,
    by: Actor,
    target: Square,
    at_ms: u32,
    effects: &mut Effects,
) -> Result<(), Illegal> {
    let seat = by.seat().ok_or_else(|| Illegal::new("SG-4.3", "the arbiter has no guns"))?;
    let Some(place) = state.side(seat).ready_gun() else {
        return Err(Illegal::new("SG-4.3", no_gun_fires(state, seat)));
    };
    let Some(gun) = state.side_mut(seat).guns.iter_mut().nth(place) else { return Ok(()) };
    gun.set(Mark::Firing, true);
    let from = gun.at;
    let lands_ms = at_ms + flight_ms(from, target);
    state.shots.push(Shot { gun: from, target, lands_ms });
    state.next_ms = state.next_ms.min(lands_ms);
    effects.tell(|| Effect::Shot { thing: things::gun(seat), from, aim: target, hit: target });
    effects.tell(|| Effect::Appear { thing: things::shell(seat), at: target });
    Ok(())
}

/// Why no gun of a side can fire, for its player.
fn no_gun_fires(state: &State, seat: Seat) -> String {
    let (name, guns) = (SEATS[seat.index()].name, &state.side(seat).guns);
    if guns.is_empty() {
        return format!("{name} has no gun");
    }
    let reasons: Vec<String> = guns
        .iter()
        .map(|gun| {
            let why = if gun.is(Mark::CutOff) {
                "is cut off"
            } else if gun.is(Mark::Silenced) {
                "is silenced"
            } else {
                "has a ball in the air"
            };
            format!("{} {why}", gun.at)
        })
        .collect();
    format!("no gun of {name}'s can fire: {}", reasons.join(", "))
}

fn deal(
    state: &mut State,
    by: Actor,
    seat: Seat,
    piece: Piece,
    effects: &mut Effects,
) -> Result<(), Illegal> {
    let refuse = |words: String| Err(Illegal::new("SG-5.2", words));
    let (name, letter) = (SEATS[seat.index()].name, piece.letter());
    if by != Actor::Arbiter {
        return refuse("only the arbiter (*) deals".to_owned());
    }
    let round = state.now.round;
    let side = state.side_mut(seat);
    if let Some(held) = side.hand {
        return refuse(format!("{name} still holds {}", held.letter()));
    }
    if side.bag[piece.index()] == 0 {
        return refuse(format!("no {letter} is left in {name}'s bag"));
    }
    side.bag[piece.index()] -= 1;
    side.hand = Some(piece);
    if side.bag_is_empty() {
        side.bag = super::pieces::full_bag(round);
    }
    effects.tell(|| Effect::Gain { seat, what: things::IN_HAND, by: 1 });
    Ok(())
}

fn place(
    state: &mut State,
    by: Actor,
    piece: Piece,
    rotation: u8,
    corner: Square,
    effects: &mut Effects,
) -> Result<(), Illegal> {
    let refuse = |words: String| Err(Illegal::new("SG-5.3", words));
    let Some(seat) = by.seat() else {
        return refuse("the arbiter places no pieces".to_owned());
    };
    if state.side(seat).hand != Some(piece) {
        let held = state.side(seat).hand.map_or("no piece", Piece::letter);
        let name = SEATS[seat.index()].name;
        return refuse(format!("{name} has {held} in hand, not {}", piece.letter()));
    }
    let shape = piece.shape(rotation);
    let (file, rank) = (corner.file as usize, corner.rank as usize);
    if file + usize::from(shape.width) > FILES || rank + usize::from(shape.height) > RANKS {
        return refuse(format!("the piece at {corner} reaches beyond the board"));
    }
    if let Some(words) = state.why_not_free(seat, shape.tiles(corner)) {
        return refuse(words);
    }
    for (wall, row) in state.walls.iter_mut().skip(rank).zip(shape.rows_at(corner.file)) {
        *wall |= row;
    }
    state.side_mut(seat).hand = None;
    for at in shape.tiles(corner) {
        effects.tell(|| Effect::Appear { thing: things::wall(seat), at });
    }
    Ok(())
}

fn place_gun(
    state: &mut State,
    by: Actor,
    corner: Square,
    effects: &mut Effects,
) -> Result<(), Illegal> {
    let Some(seat) = by.seat() else {
        return Err(Illegal::new("SG-7.2", "the arbiter places no guns"));
    };
    if state.side(seat).awards == 0 {
        let words = format!("{} has no gun left to place", SEATS[seat.index()].name);
        return Err(Illegal::new("SG-7.1", words));
    }
    if let Some(words) = state.why_no_gun(seat, corner) {
        return Err(Illegal::new("SG-7.2", words));
    }
    rows::put_block(&mut state.gun_tiles, corner);
    let side = state.side_mut(seat);
    side.guns.push(Gun::new(corner));
    side.awards -= 1;
    effects.tell(|| Effect::Appear { thing: things::gun(seat), at: corner });
    effects.tell(|| Effect::Gain { seat, what: things::TO_PLACE, by: -1 });
    Ok(())
}

impl State {
    /// Why a piece cannot cover these tiles, which are on the board; `None` if it can (SG-5.3).
    fn why_not_free(&self, seat: Seat, mut tiles: impl Iterator<Item = Square>) -> Option<String> {
        let ground = self.building_ground(seat);
        let tile = tiles.find(|tile| !rows::has(&ground, *tile))?;
        Some(self.why_taken(seat, tile))
    }

    /// Why a side cannot build on a tile.
    fn why_taken(&self, seat: Seat, tile: Square) -> String {
        let map = self.map();
        let stands = if rows::has(&map.castle_tiles, tile) {
            "a castle"
        } else if rows::has(&self.walls, tile) {
            "a wall"
        } else if rows::has(&self.gun_tiles, tile) {
            "a gun"
        } else if rows::has(&self.rubble, tile) {
            "rubble"
        } else {
            ""
        };
        match map.bank(tile) {
            None => format!("{tile} is water"),
            Some(bank) if bank != seat => {
                format!("{tile} is {}'s land", SEATS[bank.index()].name)
            }
            Some(_) => format!("{stands} stands on {tile}"),
        }
    }

    /// Why a side cannot place a gun there; `None` if it can (SG-7.2).
    fn why_no_gun(&self, seat: Seat, corner: Square) -> Option<String> {
        let ground = self.gun_ground(seat);
        let tile = rows::block(corner).into_iter().find(|tile| !rows::has(&ground, *tile))?;
        let built = rows::has(&self.building_ground(seat), tile);
        let on_board = rows::SIZE.contains(tile);
        Some(if !on_board {
            format!("a gun at {corner} reaches beyond the board")
        } else if built {
            let name = SEATS[seat.index()].name;
            format!("{tile} is no territory of {name}'s: the flood reaches it")
        } else {
            self.why_taken(seat, tile)
        })
    }
}
