//! All legal actions of a state.

use super::action::Action;
use super::state::{Cell, Kind, RIVER, SIZE, State, Told, ahead, is_grass, portal};
use crate::rules::grid::{Direction, Square};
use crate::rules::seat::Seat;

/// Tells every legal action; commitments and reveals of them apart.
pub(super) fn legal(state: &State, tell: &mut dyn FnMut(Action)) {
    tell(Action::End);
    if state.adding && state.at(portal(state.seat)) == Cell::Empty {
        adds(state, tell);
    }
    for square in SIZE.squares() {
        match state.at(square) {
            Cell::Piece(seat, kind) if seat == state.seat => {
                steps(state, kind, square, tell);
                match kind {
                    Kind::Builder => builds(state, square, tell),
                    Kind::Cannon => shots(state, square, tell),
                    Kind::Hidden => reveals(state, seat, square, tell),
                    Kind::King | Kind::Wizard => {}
                }
            }
            Cell::Piece(seat, Kind::Hidden) => {
                let wizards = state.count(state.seat, Kind::Wizard);
                if state.moves >= 3 && wizards > state.reveals as usize {
                    reveals(state, seat, square, tell);
                }
            }
            Cell::Piece(..) | Cell::Empty | Cell::Wall | Cell::Fire(_) => {}
        }
    }
}

fn fits_box(state: &State, seat: Seat, kind: Kind) -> bool {
    !state.config.boxed || state.count(seat, kind) < kind.box_limit()
}

fn adds(state: &State, tell: &mut dyn FnMut(Action)) {
    for kind in Kind::ADDED {
        if fits_box(state, state.seat, kind) {
            tell(Action::Add(kind));
        }
    }
    if state.config.hidden {
        tell(Action::Smuggle(Told::Nothing));
        for kind in Kind::ADDED {
            tell(Action::Smuggle(Told::Kind(kind)));
        }
    }
}

fn beside(square: Square) -> impl Iterator<Item = Square> {
    SIZE.around(square, &Direction::ORTHOGONAL)
}

fn steps(state: &State, kind: Kind, from: Square, tell: &mut dyn FnMut(Action)) {
    for to in beside(from).filter(|to| to.rank != RIVER && state.at(*to) == Cell::Empty) {
        tell(Action::Move { kind, from, to });
    }
}

fn builds(state: &State, from: Square, tell: &mut dyn FnMut(Action)) {
    let wall_left = !state.config.boxed || state.wall_count() < 20;
    for at in beside(from) {
        match state.at(at) {
            Cell::Wall => tell(Action::Remove { from, at }),
            Cell::Empty if wall_left && is_grass(at) => tell(Action::Build { from, at }),
            Cell::Empty | Cell::Fire(_) | Cell::Piece(..) => {}
        }
    }
}

fn shots(state: &State, from: Square, tell: &mut dyn FnMut(Action)) {
    if state.has_fired(from) {
        return;
    }
    let reach = SIZE.ray(from, ahead(state.seat)).take(state.moves as usize);
    for target in reach {
        tell(Action::Fire { from, target });
        if state.at(target) == Cell::Wall {
            break;
        }
    }
}

fn reveals(state: &State, owner: Seat, at: Square, tell: &mut dyn FnMut(Action)) {
    let fitting = Kind::ADDED.into_iter().filter(|kind| fits_box(state, owner, *kind));
    for kind in fitting {
        match state.told(at) {
            Some(Told::Nothing) => tell(Action::Reveal { at, kind, nonce: None }),
            Some(Told::Kind(said)) if said == kind => {
                tell(Action::Reveal { at, kind, nonce: None });
            }
            Some(Told::Kind(_) | Told::Hash(_)) | None => {}
        }
    }
}
