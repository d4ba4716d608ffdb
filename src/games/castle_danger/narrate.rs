//! What happened, in words.

use std::fmt::Write;

use super::CARD;
use super::action::Action;
use super::state::{Cell, State, is_portal};
use crate::rules::effect::{Effect, Why};
use crate::rules::grid::Square;
use crate::rules::seat::Seat;

/// Tells an action that was carried out.
pub(super) fn narrate(
    before: &State,
    action: &Action,
    effects: &[Effect],
    after: &State,
) -> String {
    let seat = before.seat;
    let mut words = deed(before, action, effects);
    if let Some(outcome) = super::outcome(after) {
        let _ = match outcome.winner() {
            Some(winner) => write!(words, " {} wins (CD-5.1).", name(winner)),
            None => {
                let turns = after.config.turn_limit;
                write!(words, " Both sides have had {turns} turns: a draw (CD-5.2).")
            }
        };
        return words;
    }
    if after.seat != seat {
        if *action != Action::End {
            words.push_str(" No moves are left.");
        }
        let put_out = effects.iter().filter(|e| is_expired(e)).count();
        let fire = match put_out {
            0 => String::new(),
            1 => format!(" {}'s fire goes out.", name(after.seat)),
            n => format!(" {}'s {n} fires go out.", name(after.seat)),
        };
        let _ = write!(words, " {} has {} moves.{fire}", name(after.seat), after.moves);
    }
    words
}

fn is_expired(effect: &Effect) -> bool {
    matches!(effect, Effect::Vanish { why: Why::Expired, .. })
}

fn deed(before: &State, action: &Action, effects: &[Effect]) -> String {
    let side = name(before.seat);
    match action {
        Action::Add(kind) => {
            format!("{side} adds a {} on {}.", kind.name(), portal_of(before))
        }
        Action::Smuggle(_) => {
            format!("{side} smuggles in a hidden piece on {}.", portal_of(before))
        }
        Action::Move { kind, from, to } => {
            format!("{side}'s {} goes from {from} to {to}.", kind.name())
        }
        Action::Build { from, at } => format!("{side}'s Builder on {from} builds a wall on {at}."),
        Action::Remove { from, at } => {
            format!("{side}'s Builder on {from} takes the wall on {at} away.")
        }
        Action::Fire { from, target } => shot(before, *from, *target),
        Action::Reveal { at, kind, .. } => {
            let owner = match before.at(*at) {
                Cell::Piece(owner, _) => owner,
                Cell::Empty | Cell::Wall | Cell::Fire(_) => before.seat,
            };
            let asks = if owner == before.seat { "reveals" } else { "asks about" };
            let whose = if owner == before.seat { "its" } else { "the" };
            format!("{side} {asks} {whose} hidden piece on {at}: a {}.", kind.name())
        }
        Action::End if effects.is_empty() => format!("{side} ends the turn."),
        Action::End => match before.moves {
            1 => format!("{side} ends the turn with 1 move unspent."),
            n => format!("{side} ends the turn with {n} moves unspent."),
        },
    }
}

fn shot(before: &State, from: Square, target: Square) -> String {
    let side = name(before.seat);
    let cost = from.distance(target);
    let moves = if cost == 1 { "move" } else { "moves" };
    let hit = match before.at(target) {
        Cell::Piece(seat, kind) if seat == before.seat => {
            format!("and hits its own {}", kind.name())
        }
        Cell::Piece(seat, kind) => format!("and hits {}'s {}", name(seat), kind.name()),
        Cell::Wall => "and destroys the wall there".to_owned(),
        Cell::Fire(_) => "into the fire there".to_owned(),
        Cell::Empty => "and hits nothing".to_owned(),
    };
    let burning = if target.rank == super::state::RIVER {
        " The ball sinks in the river."
    } else if is_portal(target) {
        " A portal does not burn."
    } else {
        " The square burns."
    };
    format!("{side}'s Cannon on {from} fires at {target} for {cost} {moves} {hit}.{burning}")
}

fn portal_of(state: &State) -> Square {
    super::state::portal(state.seat)
}

fn name(seat: Seat) -> &'static str {
    CARD.seat(seat).name
}
