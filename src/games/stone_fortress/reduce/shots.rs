//! Arrows and throws: SF-5.5, SF-8.4 to SF-8.6.

use super::melee::hurt;
use super::{Refusal, check_stones, spend_stones, stones};
use crate::games::stone_fortress::state::{BOARD, Kind, Piece, State};
use crate::rules::effect::{Effect, Effects, Why};
use crate::rules::grid::{Direction, Square};
use crate::rules::seat::Seat;

/// How far an arrow flies, SF-5.5.
const ARROW_DISTANCE: i8 = 2;
/// The least distance of a throw, SF-8.4.
const THROW_LEAST: i8 = 2;
/// The stones that a throw costs, SF-8.4.
const THROW_COST: u8 = 1;
/// The damage of a throw, SF-8.5.
const THROW_DAMAGE: u8 = 2;

/// Whether Infantry may shoot there, SF-5.5.
pub(super) fn check_arrow(
    state: &State,
    seat: Seat,
    kind: Kind,
    from: Square,
    aim: Square,
) -> Result<(), Refusal> {
    if kind != Kind::Infantry {
        return Err(Refusal::NoShooter);
    }
    if state.wall(from).is_none() {
        return Err(Refusal::ShotFromGround);
    }
    let Some((direction, ARROW_DISTANCE)) = from.line_to(aim) else {
        return Err(Refusal::ArrowReach);
    };
    match state.piece(aim) {
        Some(target) if target.seat != seat && target.kind == Kind::Tower => {
            return Err(Refusal::TowerShot);
        }
        Some(target) if target.seat != seat => {}
        _ => return Err(Refusal::NoEnemy),
    }
    let between = from.step(direction, 1);
    if is_tower(state, between) { Err(Refusal::TowerBetween(between)) } else { Ok(()) }
}

fn is_tower(state: &State, square: Square) -> bool {
    state.piece(square).is_some_and(|piece| piece.kind == Kind::Tower)
}

/// Infantry shoots.
pub(super) fn shoot(state: &mut State, from: Square, aim: Square, effects: &mut Effects) {
    state.spend(from);
    tell_shot(state, from, aim, aim, effects);
    hurt(state, aim, 1, Why::Shot, effects);
}

fn tell_shot(state: &State, from: Square, aim: Square, hit: Square, effects: &mut Effects) {
    if let Some(piece) = state.piece(from) {
        effects.tell(|| Effect::Shot { thing: piece.thing(), from, aim, hit });
    }
}

/// How far a Trebuchet throws: 3, and 1 more for each own Infantry beside it, SF-8.4.
fn range(state: &State, seat: Seat, from: Square) -> i8 {
    let infantry = Some(Piece::new(seat, Kind::Infantry));
    let beside = BOARD.around(from, &Direction::ORTHOGONAL);
    beside.fold(3, |range, square| range + i8::from(state.piece(square) == infantry))
}

/// Whether a Trebuchet may throw there, SF-8.4.
pub(super) fn check_throw(
    state: &State,
    seat: Seat,
    from: Square,
    aim: Square,
) -> Result<(), Refusal> {
    let most = range(state, seat, from);
    match from.line_to(aim) {
        Some((_, steps)) if (THROW_LEAST..=most).contains(&steps) => {}
        _ => return Err(Refusal::ThrowReach { most }),
    }
    let is_enemy = state.piece(aim).is_some_and(|target| target.seat != seat);
    if !is_enemy && state.wall(aim).is_none() {
        return Err(Refusal::NothingToHit);
    }
    check_stones(state, seat, THROW_COST)
}

/// The square that takes a throw: the first on the way, from distance 2 on, that holds a wall or
/// a Tower, else the one aimed at. SF-8.6.
fn first_hit(state: &State, from: Square, aim: Square) -> Square {
    let Some((direction, steps)) = from.line_to(aim) else { return aim };
    (THROW_LEAST..steps)
        .map(|n| from.step(direction, n))
        .find(|square| state.wall(*square).is_some() || is_tower(state, *square))
        .unwrap_or(aim)
}

/// A Trebuchet throws: stones of a wall take the damage first, what is left hits the piece.
pub(super) fn throw(
    state: &mut State,
    seat: Seat,
    from: Square,
    aim: Square,
    effects: &mut Effects,
) {
    spend_stones(state, seat, THROW_COST, effects);
    state.spend(from);
    let hit = first_hit(state, from, aim);
    tell_shot(state, from, aim, hit, effects);
    let broken = stones::destroy(state, hit, THROW_DAMAGE, Why::Shot, effects);
    hurt(state, hit, THROW_DAMAGE - broken, Why::Shot, effects);
}
