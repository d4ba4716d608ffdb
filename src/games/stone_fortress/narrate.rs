//! What happened, in words.

use super::action::Action;
use super::state::{Kind, Piece, Stage, State, Wall, seat_name};
use crate::rules::effect::{Effect, Why};
use crate::rules::grid::Square;
use crate::rules::scene::Symbol;
use crate::rules::seat::{Actor, Seat};

/// What an action did and why, in a few sentences.
pub(super) fn narrate(
    before: &State,
    by: Actor,
    action: &Action,
    effects: &[Effect],
    after: &State,
) -> String {
    let Actor::Seat(seat) = by else { return action.to_string() };
    let told = Told { before, after, seat, effects };
    let mut words = told.action(action);
    if let Some(outcome) = after.outcome() {
        if let Some(winner) = outcome.winner() {
            let (winner, loser) = (seat_name(winner), seat_name(winner.other()));
            words.push_str(&format!(" {loser} has lost its Lord: {winner} wins."));
        }
    } else if before.stage != Stage::Setup && after.seat() != Some(seat) {
        words.push_str(&told.turn_end(action));
    }
    words
}

/// What is told about.
struct Told<'a> {
    before: &'a State,
    after: &'a State,
    seat: Seat,
    effects: &'a [Effect],
}

/// A piece in words: `White's Knight`.
fn piece_name(piece: Piece) -> String {
    format!("{}'s {}", seat_name(piece.seat), piece.kind.name())
}

/// `1 stone`, `2 stones`.
fn stones(count: u8) -> String {
    format!("{count} {}", if count == 1 { "stone" } else { "stones" })
}

/// `1 stone stays`, `2 stones stay`.
fn stay(count: u8) -> String {
    format!("{} {}", stones(count), if count == 1 { "stays" } else { "stay" })
}

impl Told<'_> {
    fn action(&self, action: &Action) -> String {
        let side = seat_name(self.seat);
        match *action {
            Action::Place { kind, at } => {
                let mut words = format!("{side} places {} on {at}.", kind.a_name());
                if self.after.stage != Stage::Setup {
                    words.push_str(" All pieces stand: White has the first turn.");
                }
                words
            }
            Action::Step { kind, from, to } => self.step(kind, from, to),
            Action::Melee { kind, from, to, captures } => self.melee(kind, from, to, captures),
            Action::Shot { kind: Kind::Trebuchet, from, aim } => self.throw(from, aim),
            Action::Shot { kind, from, aim } => {
                let shot = format!("{side}'s {} on {from} shoots at", kind.name());
                format!("{shot} {}", self.struck(aim))
            }
            Action::Break { kind, from, at } => {
                let breaker = format!("{side}'s {} on {from}", kind.name());
                format!("{breaker} breaks {}", self.broken(at))
            }
            Action::Build { from, at } => {
                let height = self.after.wall(at).map_or(0, |wall| wall.height);
                let what = match height {
                    0 | 1 => format!("begins a wall on {at}"),
                    _ => format!("raises the wall on {at} to {}", stones(height)),
                };
                format!("{side}'s Infantry on {from} {what}.")
            }
            Action::Dismantle { from, at } => {
                let left = match self.after.wall(at) {
                    Some(wall) => stay(wall.height),
                    None => "the wall is gone".to_owned(),
                };
                let what = format!("takes a stone from the own wall on {at}; {left}");
                format!("{side}'s Infantry on {from} {what}.")
            }
            Action::Enter { from, .. } => {
                format!("{side}'s Infantry goes from {from} to the mine.")
            }
            Action::Return { to, .. } => {
                format!("{side}'s Infantry comes back from the mine to {to}.")
            }
            Action::Machine { from, kind, at } => {
                let what = format!("builds {} on {at} for 2 stones", kind.a_name());
                format!("{side}'s Infantry on {from} {what}.")
            }
            Action::Change { lord, kind, at } => self.change(lord, kind, at),
            Action::Call { lord, first, second } => match second {
                None => format!("{side}'s Lord on {lord} calls Infantry to {first} for 3 stones."),
                Some(second) => format!(
                    "{side}'s Lord on {lord} calls Infantry to {first} and {second} for 6 stones."
                ),
            },
            Action::End => match self.before.stage {
                Stage::Turn { left: 2, .. } => format!("{side} ends the turn without acting."),
                _ => format!("{side} ends the turn with one action left."),
            },
        }
    }

    fn step(&self, kind: Kind, from: Square, to: Square) -> String {
        let side = seat_name(self.seat);
        let way = match (self.before.wall(from), self.before.wall(to)) {
            (_, Some(wall)) if wall.seat == self.seat => format!("onto the own wall on {to}"),
            (Some(_), Some(wall)) => {
                format!("along {}'s walls to {to}", seat_name(wall.seat))
            }
            (None, Some(wall)) => {
                format!("by the Siege Tower onto {}'s wall on {to}", seat_name(wall.seat))
            }
            (Some(_), None) => format!("down from the wall to {to}"),
            (None, None) => format!("to {to}"),
        };
        format!("{side}'s {} on {from} moves {way}.", kind.name())
    }

    fn melee(&self, kind: Kind, from: Square, to: Square, captures: bool) -> String {
        let attacker = format!("{}'s {} on {from}", seat_name(self.seat), kind.name());
        let target = self.before.piece(to).map(piece_name).unwrap_or_default();
        let by_tower = match self.before.wall(from) {
            None => " by the Siege Tower",
            Some(_) => "",
        };
        let wall = match self.before.wall(to) {
            Some(wall) if wall.seat == self.seat => " on the own wall".to_owned(),
            Some(wall) => format!(" on top of {}'s wall{by_tower}", seat_name(wall.seat)),
            None => String::new(),
        };
        match captures {
            true if self.before.is_damaged(to) => {
                format!("{attacker} captures {target} on {to}{wall}, which was damaged already.")
            }
            true => format!("{attacker} captures {target} on {to}{wall}."),
            false => {
                format!("{attacker} strikes {target} on {to}{wall}: 1 damage till the turn ends.")
            }
        }
    }

    /// What a shot does to the piece on a square.
    fn struck(&self, at: Square) -> String {
        let target = self.before.piece(at).map(piece_name).unwrap_or_default();
        match self.after.piece(at) {
            None => format!("{target} on {at} and kills it."),
            Some(_) => format!("{target} on {at}: 1 damage till the turn ends."),
        }
    }

    /// What breaking does to the wall on a square.
    fn broken(&self, at: Square) -> String {
        let Some(wall) = self.before.wall(at) else { return String::new() };
        let owner = seat_name(wall.seat);
        match self.after.wall(at) {
            Some(left) => {
                let broken = wall.height - left.height.min(wall.height);
                let stay = stay(left.height);
                format!("{} from {owner}'s wall on {at}; {stay}.", stones(broken))
            }
            None => format!("down {owner}'s wall on {at}{}.", self.grounded(at)),
        }
    }

    /// Who stood on a wall that is gone, and still stands.
    fn grounded(&self, at: Square) -> String {
        match self.after.piece(at) {
            Some(piece) => format!("; {} there is on the ground now", piece_name(piece)),
            None => String::new(),
        }
    }

    fn throw(&self, from: Square, aim: Square) -> String {
        let mut words = format!("{}'s Trebuchet on {from} throws at {aim}", seat_name(self.seat));
        let hit = self.effects.iter().find_map(|effect| match effect {
            Effect::Shot { hit, .. } => Some(*hit),
            _ => None,
        });
        let hit = hit.unwrap_or(aim);
        if hit != aim {
            let what = match self.before.wall(hit) {
                Some(wall) => format!("{}'s wall", seat_name(wall.seat)),
                None => self.before.piece(hit).map(piece_name).unwrap_or_default(),
            };
            words.push_str(&format!(", but {what} on {hit} is in the way"));
        }
        let ends: Vec<String> = self.effects.iter().filter_map(|e| self.thrown(e, hit)).collect();
        format!("{words}: {}.", ends.join(", "))
    }

    /// One thing that a throw did.
    fn thrown(&self, effect: &Effect, hit: Square) -> Option<String> {
        let wall = |wall: Option<Wall>| wall.map_or("", |wall| seat_name(wall.seat));
        let target = || self.before.piece(hit).map(piece_name).unwrap_or_default();
        Some(match *effect {
            Effect::Wall { from, to, .. } => {
                let owner = wall(self.before.wall(hit));
                format!("{owner}'s wall loses {} of {from}", stones(from - to.min(from)))
            }
            Effect::Vanish { thing, .. } if thing.symbol == Symbol::Wall => {
                let owner = wall(self.before.wall(hit));
                let is_hurt = |effect: &Effect| matches!(effect, Effect::Hurt { .. });
                let hurt = self.effects.iter().any(is_hurt);
                let grounded = self.after.piece(hit).filter(|_| !hurt);
                match grounded {
                    Some(piece) => format!(
                        "{owner}'s wall is gone and {} there is on the ground now",
                        piece_name(piece)
                    ),
                    None => format!("{owner}'s wall is gone"),
                }
            }
            Effect::Vanish { why: Why::Shot, .. } => format!("{} dies", target()),
            Effect::Hurt { .. } => {
                format!("{} on the ground bears 1 damage till the turn ends", target())
            }
            _ => return None,
        })
    }

    fn change(&self, lord: Square, kind: Kind, at: Square) -> String {
        let side = seat_name(self.seat);
        if kind != Kind::Infantry {
            let to = kind.a_name();
            return format!("{side}'s Lord on {lord} makes the Infantry on {at} {to} for 1 stone.");
        }
        let was = self.before.piece(at).map_or("", |piece| piece.kind.name());
        format!("{side}'s Lord on {lord} makes the {was} on {at} Infantry again.")
    }

    /// How the turn ended, and what the mine brought.
    fn turn_end(&self, action: &Action) -> String {
        let side = seat_name(self.seat);
        let gains = self.effects.iter().filter_map(|effect| match effect {
            Effect::Gain { by, .. } if *by > 0 => u8::try_from(*by).ok(),
            _ => None,
        });
        let own_gains = usize::from(matches!(action, Action::Dismantle { .. }));
        let miners = self.after.miner_count(self.seat);
        match gains.skip(own_gains).last() {
            Some(brought) if self.after.reserve(self.seat) == 0 => {
                format!(" The mine brings {side} {}, the last of the reserve.", stones(brought))
            }
            Some(brought) => format!(" The mine brings {side} {}.", stones(brought)),
            None if miners > 0 => format!(" The mine brings {side} nothing: no reserve is left."),
            None => String::new(),
        }
    }
}
