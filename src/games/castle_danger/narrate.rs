//! What happened, in words.

use std::fmt::Write;

use super::CARD;
use super::action::Action;
use super::state::{Cell, Kind, State, Told, is_portal};
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
    let mut words = deed(before, action);
    if let Some(outcome) = super::outcome(after) {
        let _ = match outcome.winner() {
            Some(winner) => write!(words, " {} wins (CD-5.1).", name(winner)),
            None => {
                let turns = count(after.config.turn_limit, "turn");
                write!(words, " Both sides have had {turns}: a draw (CD-5.2).")
            }
        };
        return words;
    }
    if after.seat != seat {
        if *action != Action::End {
            words.push_str(" No moves are left.");
        }
        let fire = match put_out(action, effects) {
            0 => String::new(),
            1 => format!(" {}'s fire goes out.", name(after.seat)),
            n => format!(" {}'s {n} fires go out.", name(after.seat)),
        };
        let _ = write!(words, " {} has {} moves.{fire}", name(after.seat), after.moves);
    }
    words
}

/// How many fires went out at the turn's end; the one that a shot replaces is not among them.
fn put_out(action: &Action, effects: &[Effect]) -> usize {
    let replaced = match action {
        Action::Fire { target, .. } => Some(*target),
        _ => None,
    };
    let expired = |effect: &&Effect| match effect {
        Effect::Vanish { why: Why::Expired, at, .. } => Some(*at) != replaced,
        _ => false,
    };
    effects.iter().filter(expired).count()
}

/// `1 turn`, `2 turns`.
fn count(number: u32, what: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {what}{ending}")
}

fn deed(before: &State, action: &Action) -> String {
    let side = name(before.seat);
    match action {
        Action::Add(kind) => {
            format!("{side} adds a {} on {}.", kind.name(), portal_of(before))
        }
        Action::Smuggle(told) => {
            format!("{side} smuggles in a hidden piece{} on {}.", known(*told), portal_of(before))
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
        Action::End => {
            format!("{side} ends the turn with {} unspent.", count(before.moves, "move"))
        }
    }
}

fn shot(before: &State, from: Square, target: Square) -> String {
    let side = name(before.seat);
    let moves = count(u32::from(from.distance(target)), "move");
    let secret = before.told(target).map_or("", known);
    let hit = match before.at(target) {
        Cell::Piece(seat, kind) if seat == before.seat => {
            format!("and hits its own {}{secret}", kind.name())
        }
        Cell::Piece(seat, kind) => format!("and hits {}'s {}{secret}", name(seat), kind.name()),
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
    format!("{side}'s Cannon on {from} fires at {target} for {moves} {hit}.{burning}")
}

/// What the record tells of a hidden piece, for a reader who asked for it (CD-4.6).
fn known(told: Told) -> &'static str {
    match told {
        Told::Kind(Kind::Wizard) => " (a Wizard)",
        Told::Kind(Kind::Builder) => " (a Builder)",
        Told::Kind(_) => " (a Cannon)",
        Told::Nothing | Told::Hash(_) => "",
    }
}

fn portal_of(state: &State) -> Square {
    super::state::portal(state.seat)
}

fn name(seat: Seat) -> &'static str {
    CARD.seat(seat).name
}
