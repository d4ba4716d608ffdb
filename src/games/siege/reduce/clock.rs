//! What the clock brings: landings and the ends of phases, in order of time (SG-1.1).

use crate::games::siege::maps::CASTLES;
use crate::games::siege::phases::Phase;
use crate::games::siege::pieces::{KINDS, full_bag};
use crate::games::siege::rows::{self, NONE, each_row};
use crate::games::siege::state::{Mark, OPENING_GUNS, State};
use crate::games::siege::survey::{Survey, Tally};
use crate::games::siege::things;
use crate::rules::effect::{Effect, Effects, Why};
use crate::rules::grid::{Direction, Square};
use crate::rules::outcome::Outcome;
use crate::rules::seat::Seat;

/// The end of a match in which only one side has a sealed castle.
const UNSEALED: &str = "SG-6.5";
/// The end of a match after the last round.
const LAST_COUNT: &str = "SG-6.6";

/// Carries the state on to a time: all shells that land and all phases that end up to and
/// including it, in order; at equal times landings first. Once the match is over, the clock stands.
pub(in super::super) fn carry(state: &mut State, to_ms: u32, effects: &mut Effects) {
    while state.ended.is_none() && state.next_ms <= to_ms {
        state.time_ms = state.next_ms;
        match next_landing(state) {
            Some(place) => land(state, place, effects),
            None => end_phase(state, effects),
        }
        state.settle_next();
    }
    if state.ended.is_none() {
        state.time_ms = state.time_ms.max(to_ms);
    }
}

/// The shell that lands at the state's time, the first in the order of firing.
fn next_landing(state: &State) -> Option<usize> {
    state.shots.iter().position(|shot| shot.lands_ms == state.time_ms)
}

/// A shell lands (SG-4.5, SG-4.6).
fn land(state: &mut State, place: usize, effects: &mut Effects) {
    let Some(shot) = state.shots.as_slice().get(place).copied() else { return };
    state.shots.remove(place);
    let map = state.map();
    if let Some(shooter) = map.bank(shot.gun) {
        effects.tell(|| Effect::Vanish {
            thing: things::shell(shooter),
            at: shot.target,
            why: Why::Expired,
        });
        for gun in state.side_mut(shooter).guns.iter_mut().filter(|gun| gun.at == shot.gun) {
            gun.set(Mark::Firing, false);
        }
    }
    break_wall(state, shot.target, effects);
    for direction in Direction::ORTHOGONAL {
        break_wall(state, shot.target.step(direction, 1), effects);
    }
    if rows::has(&state.gun_tiles, shot.target) {
        hit_gun(state, shot.target, effects);
    }
}

fn break_wall(state: &mut State, at: Square, effects: &mut Effects) {
    if rows::has(&state.walls, at) {
        rows::take(&mut state.walls, at);
        if let Some(bank) = state.map().bank(at) {
            effects.tell(|| Effect::Vanish { thing: things::wall(bank), at, why: Why::Shot });
        }
    }
}

/// A gun is hit: silenced, or destroyed by its second hit (SG-4.6).
fn hit_gun(state: &mut State, target: Square, effects: &mut Effects) {
    let Some(seat) = state.map().bank(target) else { return };
    let Some(place) = state.side(seat).gun_over(target) else { return };
    let guns = &mut state.side_mut(seat).guns;
    let Some(gun) = guns.iter_mut().nth(place) else { return };
    let at = gun.at;
    if gun.is(Mark::Hit) {
        guns.remove(place);
        rows::take_block(&mut state.gun_tiles, at);
        rows::put_block(&mut state.rubble, at);
        effects.tell(|| Effect::Vanish { thing: things::gun(seat), at, why: Why::Shot });
        for at in rows::block(at) {
            effects.tell(|| Effect::Appear { thing: things::rubble(seat), at });
        }
    } else {
        gun.set(Mark::Hit, true);
        gun.set(Mark::Silenced, true);
        effects.tell(|| Effect::Hurt { thing: things::gun(seat), at, total: 1 });
    }
}

/// A phase ends and the next begins.
fn end_phase(state: &mut State, effects: &mut Effects) {
    let ending = state.now;
    match ending.phase {
        Phase::Nomination => raise_walls(state, effects),
        Phase::Cannon => forfeit_guns(state, effects),
        Phase::Battle | Phase::Build | Phase::Over => {}
        Phase::Ceasefire => wake_guns(state, effects),
        Phase::Grace => return count(state, effects),
    }
    state.now = state.config.after(ending);
    let bag = if state.now.phase == Phase::Build { full_bag(state.now.round) } else { [0; KINDS] };
    for side in &mut state.sides {
        side.bag = bag;
    }
    tell_begin(state, effects);
    if state.now.phase == Phase::Cannon {
        give_guns(state, &Survey::of(state), [OPENING_GUNS; 2], effects);
    }
}

fn tell_begin(state: &State, effects: &mut Effects) {
    effects.tell(|| Effect::Begin { seat: None, what: state.now.phase.name() });
}

/// Nomination ends: Homes are settled, walls rise around them (SG-4.1, SG-4.2).
fn raise_walls(state: &mut State, effects: &mut Effects) {
    let map = state.map();
    for seat in Seat::BOTH {
        let home = usize::from(*state.side_mut(seat).home.get_or_insert_with(|| {
            let at = map.castles[seat.index()][0];
            let (from, to) = (things::castle(seat), things::home(seat));
            effects.tell(|| Effect::Become { from, to, at });
            0
        }));
        let Some(ring) = map.rings[seat.index()].get(home.min(CASTLES - 1)) else { continue };
        state.walls = each_row(|n| state.walls[n] | ring[n]);
        for at in rows::squares(ring) {
            effects.tell(|| Effect::Appear { thing: things::wall(seat), at });
        }
    }
}

/// A cannon phase begins: guns to place, and where they can be placed (SG-4.2, SG-7.1, SG-7.2).
fn give_guns(state: &mut State, survey: &Survey, awards: [u8; 2], effects: &mut Effects) {
    state.dry = survey.dry();
    for seat in Seat::BOTH {
        let guns = awards[seat.index()];
        state.side_mut(seat).awards = guns;
        if guns > 0 {
            effects.tell(|| Effect::Gain { seat, what: things::TO_PLACE, by: i32::from(guns) });
        }
    }
}

/// A cannon phase ends: what is not placed is forfeited (SG-7.1).
fn forfeit_guns(state: &mut State, effects: &mut Effects) {
    state.dry = NONE;
    for seat in Seat::BOTH {
        let lost = std::mem::take(&mut state.side_mut(seat).awards);
        if lost > 0 {
            effects.tell(|| Effect::Gain { seat, what: things::TO_PLACE, by: -i32::from(lost) });
        }
    }
}

/// A cease-fire ends: silenced guns can fire again (SG-4.6).
fn wake_guns(state: &mut State, effects: &mut Effects) {
    for seat in Seat::BOTH {
        for gun in state.side_mut(seat).guns.iter_mut().filter(|gun| gun.is(Mark::Silenced)) {
            gun.set(Mark::Silenced, false);
            let (from, to, at) = (things::silenced_gun(seat), things::gun(seat), gun.at);
            effects.tell(|| Effect::Become { from, to, at });
        }
    }
}

/// A build phase and its grace have ended: all is counted at once (SG-6.4), and the match is over
/// or goes on (SG-6.5, SG-6.6).
fn count(state: &mut State, effects: &mut Effects) {
    clear_up(state, effects);
    let survey = Survey::of(state);
    let tallies = Seat::BOTH.map(|seat| survey.tally(state, seat));
    for seat in Seat::BOTH {
        let tally = &tallies[seat.index()];
        state.side_mut(seat).score += tally.points();
        mark_cut_off(state, seat, &survey, effects);
        tell_tally(state, seat, tally, effects);
    }
    state.ended = verdict(state, &tallies);
    if state.ended.is_some() {
        state.now = state.config.over(state.now);
        tell_begin(state, effects);
    } else {
        state.now = state.config.after(state.now);
        tell_begin(state, effects);
        give_guns(state, &survey, tallies.map(|tally| tally.guns()), effects);
    }
}

/// Pieces in hand are lost, rubble goes (SG-5.3, SG-4.6).
fn clear_up(state: &mut State, effects: &mut Effects) {
    for seat in Seat::BOTH {
        if state.side_mut(seat).hand.take().is_some() {
            effects.tell(|| Effect::Gain { seat, what: things::IN_HAND, by: -1 });
        }
    }
    for at in rows::squares(&state.rubble) {
        if let Some(bank) = state.map().bank(at) {
            effects.tell(|| Effect::Vanish { thing: things::rubble(bank), at, why: Why::Expired });
        }
    }
    state.rubble = NONE;
}

/// Guns that the flood reaches are cut off; those that it does not are back (SG-6.2, SG-7.3).
fn mark_cut_off(state: &mut State, seat: Seat, survey: &Survey, effects: &mut Effects) {
    for gun in state.side_mut(seat).guns.iter_mut() {
        let (was, is, at) = (gun.is(Mark::CutOff), !survey.encloses(gun.at), gun.at);
        gun.set(Mark::CutOff, is);
        let (whole, cut) = (things::gun(seat), things::cut_off_gun(seat));
        if is && !was {
            effects.tell(|| Effect::Become { from: whole, to: cut, at });
        } else if was && !is {
            effects.tell(|| Effect::Become { from: cut, to: whole, at });
        }
    }
}

fn tell_tally(state: &State, seat: Seat, tally: &Tally, effects: &mut Effects) {
    let castles = state.map().castles[seat.index()];
    for (at, _) in castles.into_iter().zip(tally.sealed).filter(|(_, sealed)| *sealed) {
        let (from, to) = if state.home(seat) == Some(at) {
            (things::home(seat), things::sealed_home(seat))
        } else {
            (things::castle(seat), things::sealed_castle(seat))
        };
        effects.tell(|| Effect::Become { from, to, at });
    }
    let by = i32::try_from(tally.points()).unwrap_or(i32::MAX);
    effects.tell(|| Effect::Gain { seat, what: things::POINTS, by });
}

/// Whether a count ends the match, and how, once its points are in the scores.
pub(in super::super) fn verdict(state: &State, tallies: &[Tally; 2]) -> Option<Outcome> {
    let [first, second] = tallies.map(|tally| tally.sealed_count() > 0);
    let scores = state.sides.map(|side| side.score);
    let last = state.now.round >= state.config.rounds;
    match (first, second) {
        (true, false) => Some(Outcome::win(Seat::First, UNSEALED, "East has no sealed castle")),
        (false, true) => Some(Outcome::win(Seat::Second, UNSEALED, "West has no sealed castle")),
        _ if !last => None,
        _ if scores[0] > scores[1] => Some(Outcome::win(Seat::First, LAST_COUNT, "higher score")),
        _ if scores[1] > scores[0] => Some(Outcome::win(Seat::Second, LAST_COUNT, "higher score")),
        _ => Some(Outcome::draw(LAST_COUNT, "equal scores")),
    }
}
