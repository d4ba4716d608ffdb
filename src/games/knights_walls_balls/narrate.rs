//! What happened, in words.

use crate::rules::effect::{Effect, Thing};
use crate::rules::grid::Square;
use crate::rules::scene::Symbol;
use crate::rules::seat::{Actor, Seat};

use super::action::{Action, Gun, Placed};
use super::name;
use super::state::{Cell, Missile, Phase, State, Unit};

/// Tells an action that was carried out, in one to three sentences.
pub(super) fn narrate(
    before: &State,
    by: Actor,
    action: Action,
    effects: &[Effect],
    after: &State,
) -> String {
    let seat = by.seat().unwrap_or(Seat::First);
    let who = name(seat);
    let mut words = match action {
        Action::Wall(from, to) => format!("{who} builds a wall from {from} to {to}"),
        Action::Place(Placed::Unit(unit), at) => {
            format!("{who} places {} {} on {at}", unit.article(), unit.name())
        }
        Action::Place(Placed::Cannon, at) => format!("{who} places a cannon on {at}"),
        Action::Step { unit, from, to, .. } => step(before, seat, unit, from, to),
        Action::MoveCannon(from, to) => move_cannon(before, seat, from, to),
        Action::Shoot(Gun::Arrow, from, at) => arrow(before, seat, from, at),
        Action::Shoot(Gun::Musket, from, at) => musket(before, seat, from, at),
        Action::Shoot(Gun::Cannon, from, at) => cannon(before, seat, from, at, effects),
        Action::Missile => missile(before, seat),
        Action::End => end(before, who),
        Action::Clock => {
            "The clock has run out: the missile comes when the next turn starts".into()
        }
    };
    words.push('.');
    add_missile(effects, &mut words);
    add_sequel(before, effects, after, &mut words);
    words
}

/// A unit of a side on a square: `North's archer on e6`.
fn unit_on(cell: Cell, at: Square) -> String {
    match cell.unit() {
        Some((unit, seat)) => format!("{}'s {} on {at}", name(seat), unit.name()),
        None => format!("nobody on {at}"),
    }
}

/// What becomes of the cannon on a square that loses its crew.
fn left_cannon(cell: Cell, at: Square) -> String {
    match cell.cannon() {
        Some(_) if cell.unit().is_some() => format!("; the cannon on {at} is left without a crew"),
        _ => String::new(),
    }
}

fn step(before: &State, seat: Seat, unit: Unit, from: Square, to: Square) -> String {
    let (who, unit) = (name(seat), unit.name());
    let (here, there) = (before.cell(from), before.cell(to));
    let left = left_cannon(here, from);
    let with = match before.missile {
        Missile::Carried { at, .. } if at == from => " with the missile",
        _ => "",
    };
    let taken = there.cannon() == Some(seat.other());
    if there.unit().is_some() {
        let takes = if taken { " and takes its cannon" } else { "" };
        let captured = unit_on(there, to);
        return format!("{who}'s {unit} from {from} captures {captured}{takes}{left}");
    }
    let other = name(seat.other());
    if taken {
        format!("{who}'s {unit} goes from {from} to {to}{with} and takes {other}'s cannon{left}")
    } else if there.cannon().is_some() {
        format!("{who}'s {unit} goes from {from} to {to}{with} and crews the cannon there{left}")
    } else if there.has_wall() {
        format!("{who}'s {unit} goes from {from} onto the wall on {to}{with}{left}")
    } else {
        format!("{who}'s {unit} goes from {from} to {to}{with}{left}")
    }
}

fn move_cannon(before: &State, seat: Seat, from: Square, to: Square) -> String {
    let crew = before.cell(from).unit_of(seat).map_or("crew", Unit::name);
    let with = match before.missile {
        Missile::Carried { at, .. } if at == from => " and the missile",
        _ => "",
    };
    format!("{}'s {crew} moves its cannon{with} from {from} to {to}", name(seat))
}

fn arrow(before: &State, seat: Seat, from: Square, at: Square) -> String {
    let (who, cell) = (name(seat), before.cell(at));
    if cell.unit().is_some() {
        let left = left_cannon(cell, at);
        format!("{who}'s archer on {from} shoots {}{left}", unit_on(cell, at))
    } else if cell.cannon().is_some() {
        format!(
            "{who}'s archer on {from} shoots at {at}; an arrow does nothing to the cannon there"
        )
    } else {
        format!("{who}'s archer on {from} shoots at {at} and hits nobody")
    }
}

fn musket(before: &State, seat: Seat, from: Square, at: Square) -> String {
    let (who, cell) = (name(seat), before.cell(at));
    let (target, left) = (unit_on(cell, at), left_cannon(cell, at));
    let shot = format!("{who}'s king on {from} shoots {target}{left}");
    match cell.unit() {
        Some((Unit::King, _)) => shot,
        _ => format!("{shot}. {who}'s musket is not ready in its next turn"),
    }
}

fn cannon(before: &State, seat: Seat, from: Square, at: Square, effects: &[Effect]) -> String {
    let who = name(seat);
    let hit = effects.iter().find_map(|effect| match effect {
        Effect::Shot { hit, .. } => Some(*hit),
        _ => None,
    });
    let hit = hit.unwrap_or(at);
    let cell = before.cell(hit);
    let mut words = format!("{who}'s cannon on {from} ");
    if cell.has_wall() {
        words += &if hit == at {
            format!("destroys the wall on {hit}")
        } else {
            format!("fires at {at}; the wall on {hit} takes the shot and falls")
        };
        if let Some((unit, side)) = cell.unit() {
            words += &format!(", and {}'s {} on it dies", name(side), unit.name());
        }
        return words;
    }
    words += &match (cell.unit(), cell.cannon()) {
        (Some(_), Some(_)) => format!("destroys {} and its cannon", unit_on(cell, at)),
        (Some(_), None) => format!("shoots {}", unit_on(cell, at)),
        (None, Some(side)) => format!("destroys {}'s cannon on {at}", name(side)),
        (None, None) => format!("fires at {at} and hits nothing"),
    };
    words
}

fn missile(before: &State, seat: Seat) -> String {
    let (who, other) = (name(seat), name(seat.other()));
    let from = before.missile.square().map(|at| format!(" from {at}")).unwrap_or_default();
    format!("{who} fires the missile{from}: {other}'s units and cannons are all gone, walls stay")
}

fn end(before: &State, who: &str) -> String {
    match before.phase {
        Phase::Play { ap: 1, .. } => format!("{who} ends its turn with 1 action point left"),
        Phase::Play { ap, .. } => format!("{who} ends its turn with {ap} action points left"),
        Phase::Setup { .. } => format!("{who} ends its turn"),
    }
}

/// Whether a thing is the missile.
fn is_missile(thing: &Thing) -> bool {
    thing.symbol == Symbol::Missile
}

/// Adds that the missile was claimed, or lost its carrier.
fn add_missile(effects: &[Effect], words: &mut String) {
    for effect in effects {
        let Effect::Become { from, to, at } = effect else { continue };
        if !is_missile(to) {
            continue;
        }
        *words += &match (from.seat, to.seat) {
            (_, None) => format!(" The missile stays on {at}, unclaimed."),
            (None, Some(by)) => {
                format!(" It claims the missile; {} may fire it in a later turn.", name(by))
            }
            (Some(_), Some(by)) => {
                format!(" It takes the missile; {} may fire it in a later turn.", name(by))
            }
        };
    }
}

/// Adds what comes of an action: the end, the next stage or turn, the missile.
fn add_sequel(before: &State, effects: &[Effect], after: &State, words: &mut String) {
    if let Some(winner) = after.outcome().and_then(|outcome| outcome.winner()) {
        *words += &if after.missile == Missile::Spent {
            format!(" {} has won.", name(winner))
        } else {
            format!(" {}'s king is dead: {} has won.", name(winner.other()), name(winner))
        };
    }
    for effect in effects {
        match effect {
            Effect::Begin { seat: None, what } => *words += &format!(" Next come the {what}."),
            Effect::Begin { seat: Some(seat), .. } => add_turn(before, *seat, after, words),
            Effect::Appear { thing, at } if is_missile(thing) => {
                *words += &format!(" The missile appears on {at}.");
            }
            _ => {}
        }
    }
}

/// Adds that a turn begins, and what begins with it.
fn add_turn(before: &State, seat: Seat, after: &State, words: &mut String) {
    let who = name(seat);
    let musket = [before, after].map(|state| state.muskets[seat.index()]);
    *words += &match before.phase {
        Phase::Setup { .. } => format!(" Setup is over: {who} has the first turn."),
        Phase::Play { .. } if musket == [1, 0] => {
            format!(" {who}'s turn begins, its musket ready again.")
        }
        Phase::Play { .. } => format!(" {who}'s turn begins."),
    };
    if after.missile == Missile::Due {
        *words += " No square of the DMZ is free for the missile: it waits.";
    }
}

#[cfg(test)]
mod tests {
    use super::super::KnightsWallsBalls;
    use crate::rules::any::{AnyGame, Behind, View};
    use crate::rules::options::Options;

    /// What is said of an action on a 9x9 board with dmz 1.
    fn check(position: &str, line: &str, expected: &str) {
        let game = Behind::<KnightsWallsBalls>::text();
        let given = [("board", "9x9"), ("dmz", "1")];
        let options = Options::read(game.card(), given).expect("options");
        let mut play = game.begin(&options, Some(position)).expect(position);
        let (letter, text) = line.split_once(' ').expect("a letter");
        let by = play.card().actor(letter).expect("a seat");
        let told = play.tell(by, text, None, View::Told).expect(line);
        assert_eq!(told.words, expected);
    }

    #[test]
    fn setup_is_told() {
        let empty = "9/9/9/9/9/9/9/9/9 - walls 00 - 0";
        check(empty, "S wall c3-e3", "South builds a wall from c3 to e3.");
        let walls = "9/######3/######3/###6/9/###6/######3/###6/9 - walls 00 - 0";
        let last = "South builds a wall from g2 to i2. Next come the kings.";
        check(walls, "S wall g2-i2", last);
    }

    #[test]
    fn shots_are_told_by_what_they_hit() {
        let board = "4k4/9/3c5/3#5/3[#A]1n3/3[CN]2n2/2[#A]6/9/4K4 S 5 00 - 1";
        let falls = "South's cannon on d4 fires at d7; the wall on d5 takes the shot and falls, \
                     and South's archer on it dies. North's turn begins.";
        check(board, "S Cd4*d7", falls);
        let shot = "South's cannon on d4 shoots North's knight on g4. North's turn begins.";
        check(board, "S Cd4*g4", shot);
        let nothing = "South's cannon on d4 fires at b4 and hits nothing. North's turn begins.";
        check(board, "S Cd4*b4", nothing);
        check(board, "S Ad5*f5", "South's archer on d5 shoots North's knight on f5.");
        check(board, "S Ac3*c5", "South's archer on c3 shoots at c5 and hits nobody.");
        let cannon = "4k4/9/9/9/4c4/4[CN]4/9/9/4K4 S 5 00 - 1";
        let gone = "South's cannon on e4 destroys North's cannon on e5. North's turn begins.";
        check(cannon, "S Ce4*e5", gone);
    }

    #[test]
    fn the_missile_is_told() {
        let clock = "The clock has run out: the missile comes when the next turn starts.";
        check("4k4/9/9/9/9/9/9/9/4K4 S 5 00 - 9", "* clock", clock);
        let comes = "South ends its turn with 5 action points left. North's turn begins, its \
                     musket ready again. The missile appears on e5.";
        check("4k4/9/9/9/9/9/9/9/4K4 S 5 01 due 9", "S end", comes);
        let shot = "South's cannon on e1 destroys North's knight on e4 and its cannon. The missile \
                    stays on e4, unclaimed. North's turn begins.";
        check("4k4/9/9/9/9/4[c*n]4/9/9/4[CK]4 S 5 00 N 9", "S Ce1*e4", shot);
        let fired = "North fires the missile from a5: South's units and cannons are all gone, \
                     walls stay. North has won.";
        check("4k4/9/9/9/[*n]8/9/9/9/4K4 N 2 00 N 9", "N missile", fired);
    }
}
