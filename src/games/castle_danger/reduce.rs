//! What is allowed, and what it does: the only place that knows.

use super::action::Action;
use super::scene::thing;
use super::state::{Cell, Kind, MOST_TURNS, RIVER, SIZE, State, Told};
use super::state::{ahead, bit, is_grass, is_portal, portal};
use crate::rules::effect::{Effect, Effects, Why};
use crate::rules::grid::Square;
use crate::rules::illegal::Illegal;
use crate::rules::seat::{Actor, Seat};

/// Carries out an action, or refuses it and changes nothing.
pub(super) fn reduce(
    state: &mut State,
    by: Actor,
    action: &Action,
    effects: &mut Effects,
) -> Result<(), Illegal> {
    if by != Actor::Seat(state.seat) {
        return Err(Illegal::new("CD-2.4", "only the side whose turn it is acts"));
    }
    let cost = match action {
        Action::Add(kind) => add(state, *kind, None, effects)?,
        Action::Smuggle(told) => add(state, Kind::Hidden, Some(*told), effects)?,
        Action::Move { kind, from, to } => step(state, *kind, *from, *to, effects)?,
        Action::Build { from, at } => build(state, *from, *at, effects)?,
        Action::Remove { from, at } => remove(state, *from, *at, effects)?,
        Action::Fire { from, target } => fire(state, *from, *target, effects)?,
        Action::Reveal { at, kind, nonce } => reveal(state, *at, *kind, nonce.as_deref(), effects)?,
        Action::End => state.moves,
    };
    state.moves -= cost;
    state.adding = false;
    if state.moves == 0 && state.both_kings() {
        begin_turn(state, effects);
    }
    Ok(())
}

/// CD-2.1, CD-2.2: the other side's turn begins.
fn begin_turn(state: &mut State, effects: &mut Effects) {
    state.seat = state.seat.other();
    for square in SIZE.squares() {
        if state.at(square) == Cell::Fire(state.seat) {
            state.put(square, Cell::Empty);
            let fire = thing(Cell::Fire(state.seat));
            effects.tell(|| Effect::Vanish { thing: fire, at: square, why: Why::Expired });
        }
    }
    // Past a number that no match reaches the count stands still, and its parity goes on.
    state.turn = if state.turn < MOST_TURNS { state.turn + 1 } else { MOST_TURNS - 1 };
    state.moves = state.full_moves();
    state.adding = state.at(portal(state.seat)) == Cell::Empty;
    state.fired = 0;
    state.reveals = 0;
    let seat = Some(state.seat);
    effects.tell(|| Effect::Begin { seat, what: "turn" });
}

/// CD-2.3 and CD-4.1: a piece comes in on the portal. It costs no move.
fn add(
    state: &mut State,
    kind: Kind,
    secret: Option<Told>,
    effects: &mut Effects,
) -> Result<u32, Illegal> {
    check_box(state, state.seat, kind)?;
    let at = portal(state.seat);
    if !state.adding {
        let words = match state.at(at) {
            Cell::Empty => "a piece is added as the first action of a turn only",
            _ => "the portal is not empty",
        };
        return Err(Illegal::new("CD-2.3", words));
    }
    if secret.is_some() && !state.config.hidden {
        let words = "pieces are smuggled only under the option hidden=yes";
        return Err(Illegal::new("CD-4.1", words));
    }
    let piece = Cell::Piece(state.seat, kind);
    state.put(at, piece);
    if let Some(told) = secret {
        insert_secret(state, at, told);
    }
    effects.tell(|| Effect::Appear { thing: thing(piece), at });
    Ok(0)
}

/// CD-1.5: whether one more of a kind fits into the box.
fn check_box(state: &State, seat: Seat, kind: Kind) -> Result<(), Illegal> {
    if state.config.boxed && state.count(seat, kind) >= kind.box_limit() {
        let words = format!("a side has at most {} {}s", kind.box_limit(), kind.name());
        return Err(Illegal::new("CD-1.5", words));
    }
    Ok(())
}

/// CD-3.1: a piece goes to a square beside its own.
fn step(
    state: &mut State,
    kind: Kind,
    from: Square,
    to: Square,
    effects: &mut Effects,
) -> Result<u32, Illegal> {
    const RULE: &str = "CD-3.1";
    let piece = Cell::Piece(state.seat, kind);
    if state.at(from) != piece {
        return Err(missing(state, RULE, kind, from));
    }
    check_beside(RULE, from, to)?;
    match state.at(to) {
        _ if to.rank == RIVER => return Err(Illegal::new(RULE, "no piece enters the river")),
        Cell::Piece(..) | Cell::Wall => {
            return Err(Illegal::new(RULE, format!("{to} is not empty")));
        }
        Cell::Fire(_) => return Err(burning(to)),
        Cell::Empty => {}
    }
    state.put(from, Cell::Empty);
    state.put(to, piece);
    if state.has_fired(from) {
        state.fired ^= bit(from) | bit(to);
    }
    if kind == Kind::Hidden
        && let Some(told) = take_secret(state, from)
    {
        insert_secret(state, to, told);
    }
    effects.tell(|| Effect::Move { thing: thing(piece), from, to });
    Ok(1)
}

/// CD-3.2: a Builder puts a wall beside itself.
fn build(
    state: &mut State,
    from: Square,
    at: Square,
    effects: &mut Effects,
) -> Result<u32, Illegal> {
    const RULE: &str = "CD-3.2";
    if state.config.boxed && state.wall_count() >= 20 {
        return Err(Illegal::new("CD-1.5", "the box holds 20 walls, and all of them stand"));
    }
    check_piece(state, RULE, Kind::Builder, from)?;
    check_beside(RULE, from, at)?;
    if !is_grass(at) {
        return Err(Illegal::new(RULE, format!("a wall stands on grass, and {at} is none")));
    }
    match state.at(at) {
        Cell::Piece(..) | Cell::Wall => {
            return Err(Illegal::new(RULE, format!("{at} is not empty")));
        }
        Cell::Fire(_) => return Err(burning(at)),
        Cell::Empty => {}
    }
    check_revealed(state, from)?;
    state.put(at, Cell::Wall);
    let builder = thing(Cell::Piece(state.seat, Kind::Builder));
    effects.tell(|| Effect::Reach { thing: builder, from, at });
    effects.tell(|| Effect::Appear { thing: thing(Cell::Wall), at });
    Ok(1)
}

/// CD-3.3: a Builder takes a wall away.
fn remove(
    state: &mut State,
    from: Square,
    at: Square,
    effects: &mut Effects,
) -> Result<u32, Illegal> {
    const RULE: &str = "CD-3.3";
    check_piece(state, RULE, Kind::Builder, from)?;
    check_beside(RULE, from, at)?;
    if state.at(at) != Cell::Wall {
        return Err(Illegal::new(RULE, format!("no wall stands on {at}")));
    }
    check_revealed(state, from)?;
    state.put(at, Cell::Empty);
    let builder = thing(Cell::Piece(state.seat, Kind::Builder));
    effects.tell(|| Effect::Reach { thing: builder, from, at });
    effects.tell(|| Effect::Vanish { thing: thing(Cell::Wall), at, why: Why::Removed });
    Ok(1)
}

/// CD-3.4 to CD-3.6: a Cannon shoots along its file.
fn fire(
    state: &mut State,
    from: Square,
    target: Square,
    effects: &mut Effects,
) -> Result<u32, Illegal> {
    const RULE: &str = "CD-3.4";
    check_piece(state, RULE, Kind::Cannon, from)?;
    let ahead = ahead(state.seat);
    let Some((direction, steps)) = from.line_to(target).filter(|(d, _)| *d == ahead) else {
        let words = format!("a Cannon on {from} shoots straight {}", ahead.word());
        return Err(Illegal::new(RULE, words));
    };
    let cost = u32::from(steps.unsigned_abs());
    if cost > state.moves {
        let words = format!("{target} is {cost} squares away; moves left: {}", state.moves);
        return Err(Illegal::new(RULE, words));
    }
    if state.has_fired(from) {
        return Err(Illegal::new(RULE, format!("the Cannon on {from} has fired in this turn")));
    }
    let between = (1..steps).map(|n| from.step(direction, n));
    if let Some(wall) = between.into_iter().find(|s| state.at(*s) == Cell::Wall) {
        return Err(Illegal::new("CD-3.5", format!("the wall on {wall} stands in the way")));
    }
    check_revealed(state, from)?;
    state.fired |= bit(from);
    let shooter = thing(Cell::Piece(state.seat, Kind::Cannon));
    effects.tell(|| Effect::Shot { thing: shooter, from, aim: target, hit: target });
    strike(state, target, effects);
    Ok(cost)
}

/// CD-3.6: what stands on the target is gone, and the square burns.
fn strike(state: &mut State, target: Square, effects: &mut Effects) {
    let burnt = state.at(target);
    match burnt {
        Cell::Empty => {}
        Cell::Wall | Cell::Fire(_) | Cell::Piece(..) => {
            let why = if matches!(burnt, Cell::Fire(_)) { Why::Expired } else { Why::Shot };
            effects.tell(|| Effect::Vanish { thing: thing(burnt), at: target, why });
        }
    }
    state.fired &= !bit(target);
    take_secret(state, target);
    let burns = target.rank != RIVER && !is_portal(target);
    let fire = if burns { Cell::Fire(state.seat) } else { Cell::Empty };
    state.put(target, fire);
    if burns {
        effects.tell(|| Effect::Appear { thing: thing(fire), at: target });
    }
}

/// CD-4.3, CD-4.5: a hidden piece shows its kind.
fn reveal(
    state: &mut State,
    at: Square,
    kind: Kind,
    nonce: Option<&str>,
    effects: &mut Effects,
) -> Result<u32, Illegal> {
    const RULE: &str = "CD-4.3";
    let (Cell::Piece(owner, Kind::Hidden), Some(told)) = (state.at(at), state.told(at)) else {
        return Err(Illegal::new(RULE, format!("no hidden piece stands on {at}")));
    };
    check_box(state, owner, kind)?;
    let asked = owner != state.seat;
    if asked {
        let wizards = u32::try_from(state.count(state.seat, Kind::Wizard)).unwrap_or(0);
        if wizards == 0 {
            return Err(Illegal::new(RULE, "only a side with a Wizard in the open can ask"));
        }
        if state.reveals >= wizards {
            let words = format!("asks in a turn are as many as Wizards in the open: {wizards}");
            return Err(Illegal::new(RULE, words));
        }
    }
    let cost = if asked { 3 } else { 1 };
    if cost > state.moves {
        let words = format!("asking costs 3 moves; moves left: {}", state.moves);
        return Err(Illegal::new(RULE, words));
    }
    check_answer(told, kind, nonce)?;
    let (hidden, shown) = (Cell::Piece(owner, Kind::Hidden), Cell::Piece(owner, kind));
    state.put(at, shown);
    take_secret(state, at);
    state.reveals += u32::from(asked);
    effects.tell(|| Effect::Become { from: thing(hidden), to: thing(shown), at });
    Ok(cost)
}

/// CD-4.5: the answer must agree with what the record says.
fn check_answer(told: Told, kind: Kind, nonce: Option<&str>) -> Result<(), Illegal> {
    const RULE: &str = "CD-4.5";
    match (told, nonce) {
        (Told::Nothing, None) => Ok(()),
        (Told::Kind(said), None) if said == kind => Ok(()),
        (Told::Kind(_), None) => Err(Illegal::new(RULE, "the record says that it is another kind")),
        (Told::Nothing | Told::Kind(_), Some(_)) => {
            Err(Illegal::new(RULE, "a nonce answers a commitment, and there is none"))
        }
        (Told::Hash(_), None) => Err(Illegal::new(RULE, "the commitment asks for its nonce")),
        (Told::Hash(hash), Some(nonce)) => {
            let mut hasher = blake3::Hasher::new();
            hasher.update(&[kind.letter() as u8, b':']).update(nonce.as_bytes());
            if hasher.finalize() == hash {
                Ok(())
            } else {
                Err(Illegal::new(RULE, "kind and nonce do not give the committed hash"))
            }
        }
    }
}

/// The refusal of an action whose piece is not there.
fn missing(state: &State, rule: &'static str, kind: Kind, from: Square) -> Illegal {
    let words = match state.at(from) {
        Cell::Piece(seat, found) if seat == state.seat => {
            format!("the piece on {from} is written {}", found.letter())
        }
        Cell::Piece(..) => format!("the piece on {from} is the other side's"),
        _ => format!("no own {} stands on {from}", kind.name()),
    };
    Illegal::new(rule, words)
}

/// Whether an own piece of a kind stands there, or a hidden one that may be of it.
fn check_piece(state: &State, rule: &'static str, kind: Kind, from: Square) -> Result<(), Illegal> {
    match state.at(from) {
        Cell::Piece(seat, found)
            if seat == state.seat && (found == kind || found == Kind::Hidden) =>
        {
            Ok(())
        }
        _ => Err(missing(state, rule, kind, from)),
    }
}

/// CD-4.2: a hidden piece has no power. The rules before this one are asked first.
fn check_revealed(state: &State, from: Square) -> Result<(), Illegal> {
    match state.at(from) {
        Cell::Piece(_, Kind::Hidden) => {
            let words = format!("the piece on {from} is hidden and can only move");
            Err(Illegal::new("CD-4.2", words))
        }
        _ => Ok(()),
    }
}

/// Whether two squares are orthogonally adjacent.
fn check_beside(rule: &'static str, from: Square, to: Square) -> Result<(), Illegal> {
    if from.line_to(to).is_some_and(|(direction, steps)| steps == 1 && direction.is_orthogonal()) {
        Ok(())
    } else {
        let words = format!("{to} is not beside {from} (north, east, south or west)");
        Err(Illegal::new(rule, words))
    }
}

/// CD-3.7: nothing enters a square with fire.
fn burning(square: Square) -> Illegal {
    Illegal::new("CD-3.7", format!("{square} is on fire"))
}

fn insert_secret(state: &mut State, at: Square, told: Told) {
    let place = state.secrets.partition_point(|(square, _)| *square < at);
    state.secrets.insert(place, (at, told));
}

fn take_secret(state: &mut State, at: Square) -> Option<Told> {
    let place = state.secrets.iter().position(|(square, _)| *square == at)?;
    Some(state.secrets.remove(place).1)
}
