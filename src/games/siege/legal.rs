//! All legal actions of a state at its own time.

use super::action::Action;
use super::phases::Phase;
use super::pieces::{Piece, Shape};
use super::rows::{RANKS, Rows, SIZE, WHOLE_ROW, bits, each_row, squares};
use super::state::State;
use crate::rules::grid::Square;
use crate::rules::seat::{Actor, Seat};

/// Tells every legal action of a state that is not over.
pub(super) fn legal(state: &State, tell: &mut dyn FnMut(Actor, Action)) {
    for seat in Seat::BOTH {
        let mut tell = |action| tell(seat.into(), action);
        match state.now.phase {
            Phase::Nomination => nominations(state, seat, &mut tell),
            Phase::Cannon => guns(state, seat, &mut tell),
            Phase::Battle => shots(state, seat, &mut tell),
            Phase::Build | Phase::Grace => placings(state, seat, &mut tell),
            Phase::Ceasefire | Phase::Over => {}
        }
    }
    if state.now.phase == Phase::Build {
        deals(state, &mut |action| tell(Actor::Arbiter, action));
    }
    tell(Actor::Arbiter, Action::Time);
}

fn nominations(state: &State, seat: Seat, tell: &mut impl FnMut(Action)) {
    state.map().castles[seat.index()].into_iter().map(Action::Nominate).for_each(tell);
}

fn guns(state: &State, seat: Seat, tell: &mut impl FnMut(Action)) {
    if state.side(seat).awards > 0 {
        let ground = state.gun_ground(seat);
        squares(&block_corners(&ground)).map(Action::Gun).for_each(tell);
    }
}

/// The south-west tiles of all 2×2 blocks of a set.
fn block_corners(tiles: &Rows) -> Rows {
    each_row(|n| {
        let both = tiles[n] & tiles.get(n + 1).copied().unwrap_or(0);
        both & both >> 1
    })
}

fn shots(state: &State, seat: Seat, tell: &mut impl FnMut(Action)) {
    if state.side(seat).ready_gun().is_some() {
        SIZE.squares().map(Action::Fire).for_each(tell);
    }
}

fn placings(state: &State, seat: Seat, tell: &mut impl FnMut(Action)) {
    let Some(piece) = state.side(seat).hand else { return };
    let ground = state.building_ground(seat);
    for rotation in piece.rotations() {
        let shape = piece.shape(rotation);
        for rank in 0..RANKS {
            for file in bits(corners_in(&ground, shape, rank)) {
                let corner = Square::new(file as i8, rank as i8);
                tell(Action::Place(piece, rotation, corner));
            }
        }
    }
}

/// The files at which a shape's corner can be so that it covers only tiles of the set.
fn corners_in(ground: &Rows, shape: &Shape, rank: usize) -> u64 {
    let mut fit = WHOLE_ROW >> (shape.width - 1);
    for (n, cells) in (rank..).zip(shape.rows()) {
        let free = ground.get(n).copied().unwrap_or(0);
        for cell in bits(cells) {
            fit &= free >> cell;
        }
    }
    fit
}

fn deals(state: &State, tell: &mut impl FnMut(Action)) {
    for seat in Seat::BOTH {
        let side = state.side(seat);
        if side.hand.is_none() {
            let left = Piece::all().filter(|piece| side.bag[piece.index()] > 0);
            left.map(|piece| Action::Deal(seat, piece)).for_each(&mut *tell);
        }
    }
}
