//! To the mine and back: SF-6.4.

use super::Refusal;
use crate::games::stone_fortress::state::{Kind, Piece, State, first_line, mine_rank};
use crate::rules::effect::{Effect, Effects};
use crate::rules::grid::Square;
use crate::rules::seat::Seat;

/// Whether Infantry may step off the board there.
pub(super) fn check_enter(
    state: &State,
    seat: Seat,
    from: Square,
    place: Square,
) -> Result<(), Refusal> {
    if from.rank != first_line(seat) {
        Err(Refusal::NotFirstLine)
    } else if place != Square::new(from.file, mine_rank(seat)) {
        Err(Refusal::PlaceNotBeside)
    } else if state.mine_place(seat, place.file) {
        Err(Refusal::PlaceTaken)
    } else {
        Ok(())
    }
}

/// Whether Infantry may come back to that square.
pub(super) fn check_return(
    state: &State,
    seat: Seat,
    place: Square,
    to: Square,
) -> Result<(), Refusal> {
    if to != Square::new(place.file, first_line(seat)) {
        Err(Refusal::PlaceNotBeside)
    } else if state.piece(to).is_some() {
        Err(Refusal::Occupied)
    } else if state.wall(to).is_some_and(|wall| wall.seat != seat) {
        Err(Refusal::WallOfEnemy)
    } else {
        Ok(())
    }
}

/// Infantry goes to the mine.
pub(super) fn enter(
    state: &mut State,
    seat: Seat,
    from: Square,
    place: Square,
    effects: &mut Effects,
) {
    let Some(piece) = state.take(from) else { return };
    state.enter_mine(seat, place.file);
    state.spend(place);
    effects.tell(|| Effect::Move { thing: piece.thing(), from, to: place });
}

/// Infantry comes back from the mine.
pub(super) fn come_back(
    state: &mut State,
    seat: Seat,
    place: Square,
    to: Square,
    effects: &mut Effects,
) {
    let piece = Piece::new(seat, Kind::Infantry);
    state.leave_mine(seat, place.file);
    state.put(to, piece);
    state.spend(to);
    effects.tell(|| Effect::Move { thing: piece.thing(), from: place, to });
}
