//! Moving and hitting: SF-4, SF-5.1 to SF-5.4, SF-8.3.

use super::Refusal;
use crate::games::stone_fortress::state::{BOARD, Kind, Piece, State};
use crate::rules::effect::{Effect, Effects, Why};
use crate::rules::grid::{Direction, Square};
use crate::rules::seat::Seat;

/// The most squares that a Rider goes, SF-4.1.
const RIDER_MOST: i8 = 4;

/// Whether a piece may move there.
pub(super) fn check_step(
    state: &State,
    seat: Seat,
    kind: Kind,
    from: Square,
    to: Square,
) -> Result<(), Refusal> {
    check_reach(state, kind, from, to)?;
    if state.piece(to).is_some() {
        return Err(Refusal::Occupied);
    }
    match state.wall(to) {
        None => check_corners(state, seat, from, to),
        Some(wall) if wall.seat == seat => {
            if kind.climbs() {
                Ok(())
            } else {
                Err(Refusal::OwnWall)
            }
        }
        Some(_) if climbs_enemy_wall(state, seat, kind, from, to) => Ok(()),
        Some(_) => Err(Refusal::EnemyWall),
    }
}

/// Whether a piece may hit another there, SF-5.1 and SF-5.4; the mark is not looked at.
pub(super) fn check_hit(
    state: &State,
    seat: Seat,
    kind: Kind,
    from: Square,
    to: Square,
) -> Result<(), Refusal> {
    if kind.is_machine() {
        return Err(Refusal::NoMelee);
    }
    if state.piece(to).is_none_or(|target| target.seat == seat) {
        return Err(Refusal::NoEnemy);
    }
    check_reach(state, kind, from, to)?;
    match state.wall(to) {
        None => check_corners(state, seat, from, to),
        Some(wall) if wall.seat == seat => {
            if kind.climbs() {
                Ok(())
            } else {
                Err(Refusal::HitOnOwnWall)
            }
        }
        Some(_) if climbs_enemy_wall(state, seat, kind, from, to) => Ok(()),
        Some(_) => Err(Refusal::HitOnEnemyWall),
    }
}

/// How far and in which lines a piece goes, and what lies on its way: SF-4.1, for Rams SF-8.7.
fn check_reach(state: &State, kind: Kind, from: Square, to: Square) -> Result<(), Refusal> {
    let Some((direction, steps)) = from.line_to(to) else { return Err(Refusal::Reach) };
    match kind {
        Kind::Rider if steps <= RIDER_MOST => {}
        Kind::Rider => return Err(Refusal::Reach),
        Kind::Ram if !direction.is_orthogonal() => return Err(Refusal::Reach),
        _ if steps != 1 => return Err(Refusal::Reach),
        _ => return Ok(()),
    }
    for passed in (1..steps).map(|n| from.step(direction, n)) {
        if state.piece(passed).is_some() || state.wall(passed).is_some() {
            return Err(Refusal::Blocked(passed));
        }
    }
    Ok(())
}

/// Whether a piece gets onto an enemy wall: from another one (SF-4.3), or by a tower (SF-8.3).
fn climbs_enemy_wall(state: &State, seat: Seat, kind: Kind, from: Square, to: Square) -> bool {
    if !kind.climbs() {
        return false;
    }
    let on_enemy_wall = state.wall(from).is_some_and(|wall| wall.seat != seat);
    let tower = Some(Piece::new(seat, Kind::Tower));
    on_enemy_wall
        || BOARD
            .around(to, &Direction::ORTHOGONAL)
            .any(|beside| state.piece(beside) == tower && beside.distance(from) == 1)
}

/// From ground to ground nothing passes diagonally between enemy walls, SF-4.4.
pub(super) fn check_corners(
    state: &State,
    seat: Seat,
    from: Square,
    to: Square,
) -> Result<(), Refusal> {
    if state.wall(from).is_some() {
        return Ok(());
    }
    let Some((direction, steps)) = from.line_to(to) else { return Ok(()) };
    if direction.is_orthogonal() {
        return Ok(());
    }
    let (file, rank) = direction.delta();
    let is_enemy_wall = |square| state.wall(square).is_some_and(|wall| wall.seat != seat);
    for n in 0..steps {
        let Square { file: x, rank: y } = from.step(direction, n);
        let corners = [Square::new(x + file, y), Square::new(x, y + rank)];
        if corners.into_iter().all(is_enemy_wall) {
            let [a, b] = corners;
            return Err(Refusal::Corner(a.min(b), a.max(b)));
        }
    }
    Ok(())
}

/// The damage that a piece does in melee at a distance, SF-5.1.
fn damage(kind: Kind, from: Square, to: Square) -> u8 {
    match kind {
        Kind::Knight | Kind::Lord => 2,
        Kind::Rider if from.distance(to) > 1 => 2,
        _ => 1,
    }
}

/// Whether a hit there kills, SF-5.2.
pub(super) fn kills(state: &State, kind: Kind, from: Square, to: Square) -> bool {
    is_killed(state, to, damage(kind, from, to))
}

/// Whether so much damage kills what stands on a square.
fn is_killed(state: &State, at: Square, damage: u8) -> bool {
    let Some(piece) = state.piece(at) else { return false };
    damage > 0 && (!piece.kind.is_armoured() || damage + u8::from(state.is_damaged(at)) >= 2)
}

/// A piece moves; damage goes with it.
pub(super) fn step(state: &mut State, from: Square, to: Square, effects: &mut Effects) {
    let is_damaged = state.is_damaged(from);
    let Some(piece) = state.take(from) else { return };
    state.put(to, piece);
    if is_damaged {
        state.damage(to);
    }
    state.spend(to);
    effects.tell(|| Effect::Move { thing: piece.thing(), from, to });
}

/// A piece hits another and, if that one dies, moves onto its square, SF-5.3.
pub(super) fn hit(state: &mut State, kind: Kind, from: Square, to: Square, effects: &mut Effects) {
    if kills(state, kind, from, to) {
        hurt(state, to, damage(kind, from, to), Why::Captured, effects);
        step(state, from, to, effects);
    } else {
        reach(state, from, to, effects);
        hurt(state, to, damage(kind, from, to), Why::Captured, effects);
        state.spend(from);
    }
}

/// Tells that a piece works on another square from where it stands.
pub(super) fn reach(state: &State, from: Square, at: Square, effects: &mut Effects) {
    if let Some(piece) = state.piece(from) {
        effects.tell(|| Effect::Reach { thing: piece.thing(), from, at });
    }
}

/// A piece takes damage; whether it died of it, SF-5.2.
pub(super) fn hurt(
    state: &mut State,
    at: Square,
    damage: u8,
    why: Why,
    effects: &mut Effects,
) -> bool {
    let killed = is_killed(state, at, damage);
    if killed {
        if let Some(piece) = state.take(at) {
            effects.tell(|| Effect::Vanish { thing: piece.thing(), at, why });
        }
    } else if let Some(piece) = state.piece(at).filter(|_| damage > 0) {
        state.damage(at);
        effects.tell(|| Effect::Hurt { thing: piece.thing(), at, total: damage });
    }
    killed
}
