//! The Lord's powers: SF-7.

use super::{Refusal, check_stones, spend_stones};
use crate::games::stone_fortress::state::{Kind, Piece, State};
use crate::rules::effect::{Effect, Effects};
use crate::rules::grid::Square;
use crate::rules::seat::Seat;

/// The stones that a promotion costs, SF-7.1.
const PROMOTION_COST: u8 = 1;
/// The stones that each called Infantry costs, SF-7.3.
const CALL_COST: u8 = 3;

/// Whether the Lord may make a piece into another: promote SF-7.1, demote SF-7.2.
pub(super) fn check_change(
    state: &State,
    seat: Seat,
    lord: Square,
    kind: Kind,
    at: Square,
) -> Result<(), Refusal> {
    if lord.distance(at) != 1 {
        return Err(Refusal::NotAdjacent);
    }
    let promotes = kind != Kind::Infantry;
    let own = state.piece(at).filter(|piece| piece.seat == seat).map(|piece| piece.kind);
    match own {
        Some(Kind::Infantry) if promotes => {}
        Some(Kind::Knight | Kind::Rider) if !promotes => {}
        _ if promotes => return Err(Refusal::NothingToPromote),
        _ => return Err(Refusal::NothingToDemote),
    }
    if kind == Kind::Rider && state.wall(at).is_some() {
        return Err(Refusal::RiderOnWall);
    }
    if state.room_for(seat, kind) == 0 {
        return Err(Refusal::Limit { kind, most: state.rams.limit(kind) });
    }
    check_stones(state, seat, if promotes { PROMOTION_COST } else { 0 })
}

/// The Lord makes a piece into another.
pub(super) fn change(
    state: &mut State,
    seat: Seat,
    lord: Square,
    kind: Kind,
    at: Square,
    effects: &mut Effects,
) {
    let Some(before) = state.take(at) else { return };
    if kind != Kind::Infantry {
        spend_stones(state, seat, PROMOTION_COST, effects);
    }
    let after = Piece::new(seat, kind);
    state.put(at, after);
    state.spend(at);
    state.spend(lord);
    effects.tell(|| Effect::Become { from: before.thing(), to: after.thing(), at });
}

const fn is_edge(square: Square) -> bool {
    square.file == 0 || square.file == 7 || square.rank == 0 || square.rank == 7
}

/// Whether the Lord may call Infantry there, SF-7.3.
pub(super) fn check_call(
    state: &State,
    seat: Seat,
    lord: Square,
    first: Square,
    second: Option<Square>,
) -> Result<(), Refusal> {
    if !is_edge(lord) {
        return Err(Refusal::LordNotAtEdge);
    }
    for at in [Some(first), second].into_iter().flatten() {
        check_call_square(state, seat, lord, at)?;
    }
    let count = 1 + u8::from(second.is_some());
    if state.room_for(seat, Kind::Infantry) < count {
        let most = state.rams.limit(Kind::Infantry);
        return Err(Refusal::Limit { kind: Kind::Infantry, most });
    }
    check_stones(state, seat, CALL_COST * count)
}

fn check_call_square(state: &State, seat: Seat, lord: Square, at: Square) -> Result<(), Refusal> {
    let is_beside = lord.distance(at) == 1 && (lord.file == at.file || lord.rank == at.rank);
    if !is_beside || !is_edge(at) {
        Err(Refusal::CallNotAlongEdge(at))
    } else if state.piece(at).is_some() {
        Err(Refusal::CallOccupied(at))
    } else if state.wall(at).is_some_and(|wall| wall.seat != seat) {
        Err(Refusal::CallOnEnemyWall(at))
    } else {
        Ok(())
    }
}

/// The Lord calls Infantry.
pub(super) fn call(
    state: &mut State,
    seat: Seat,
    lord: Square,
    first: Square,
    second: Option<Square>,
    effects: &mut Effects,
) {
    let cost = CALL_COST * (1 + u8::from(second.is_some()));
    spend_stones(state, seat, cost, effects);
    state.spend(lord);
    let infantry = Piece::new(seat, Kind::Infantry);
    for at in [Some(first), second].into_iter().flatten() {
        state.put(at, infantry);
        state.spend(at);
        effects.tell(|| Effect::Appear { thing: infantry.thing(), at });
    }
}
