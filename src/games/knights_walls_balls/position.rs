//! The position text, both directions: `<board> <seat> <ap> <muskets> <missile> <turn>`.

mod board;

use std::fmt::Write;

use crate::rules::board_text::{Palette, Sign, Stack};
use crate::rules::grid::{Direction, Square};
use crate::rules::seat::Seat;
use crate::rules::text::{Cursor, ParseError, fields};

use super::name;
use super::state::{
    Cell, Config, KNIGHT_REACH, MUSKET_TURNS, Missile, Phase, Stage, State, TURN_AP, Unit, WALL,
    cannon_thing, missile_thing,
};

/// The signs of the board.
pub(super) const PALETTE: Palette = Palette {
    signs: &[
        Sign::new("K", Unit::King.thing(Seat::First)).on(4),
        Sign::new("A", Unit::Archer.thing(Seat::First)).on(4),
        Sign::new("N", Unit::Knight.thing(Seat::First)).on(4),
        Sign::new("C", cannon_thing(Seat::First)).on(2),
        Sign::new("k", Unit::King.thing(Seat::Second)).on(4),
        Sign::new("a", Unit::Archer.thing(Seat::Second)).on(4),
        Sign::new("n", Unit::Knight.thing(Seat::Second)).on(4),
        Sign::new("c", cannon_thing(Seat::Second)).on(2),
        Sign::new("#", WALL).on(1),
        Sign::new("*", missile_thing(None)).on(3),
    ],
    stack: Stack::Brackets,
};

/// Writes the position text.
pub(super) fn write(state: &State, out: &mut String) {
    write_board(state, out);
    let [south, north] = state.muskets;
    let missile = match state.missile {
        Missile::Waiting => "-",
        Missile::Due => "due",
        Missile::Free(_) => "free",
        Missile::Carried { by: Seat::First, fresh: false, .. } => "S",
        Missile::Carried { by: Seat::First, fresh: true, .. } => "S+",
        Missile::Carried { by: Seat::Second, fresh: false, .. } => "N",
        Missile::Carried { by: Seat::Second, fresh: true, .. } => "N+",
        Missile::Spent => "spent",
    };
    let written = match state.phase {
        Phase::Setup { stage, .. } => write!(out, " - {}", stage.word()),
        Phase::Play { seat: Seat::First, ap } => write!(out, " S {ap}"),
        Phase::Play { seat: Seat::Second, ap } => write!(out, " N {ap}"),
    };
    let written = written.and(write!(out, " {south}{north} {missile} {}", state.turn));
    debug_assert!(written.is_ok(), "a text takes everything");
}

fn write_board(state: &State, out: &mut String) {
    let missile = state.missile.square();
    for rank in (0..state.config.size.ranks).rev() {
        let mut empty = 0;
        for file in 0..state.config.size.files {
            let at = Square::new(file, rank);
            let here = missile == Some(at);
            let cell = state.cell(at);
            if cell.is_empty() && !here {
                empty += 1;
            } else {
                write_count(std::mem::take(&mut empty), out);
                write_square(cell, here, out);
            }
        }
        write_count(empty, out);
        if rank > 0 {
            out.push('/');
        }
    }
}

fn write_count(empty: u8, out: &mut String) {
    if empty >= 10 {
        out.push(char::from(b'0' + empty / 10));
    }
    if empty > 0 {
        out.push(char::from(b'0' + empty % 10));
    }
}

/// The letter of a side's thing: South's upper case, North's lower.
const fn cased(letter: char, seat: Seat) -> char {
    match seat {
        Seat::First => letter,
        Seat::Second => letter.to_ascii_lowercase(),
    }
}

fn write_square(cell: Cell, missile: bool, out: &mut String) {
    let things = [
        cell.has_wall().then_some('#'),
        cell.cannon().map(|seat| cased('C', seat)),
        missile.then_some('*'),
        cell.unit().map(|(unit, seat)| cased(unit.letter(), seat)),
    ];
    let several = things.iter().flatten().count() > 1;
    if several {
        out.push('[');
    }
    out.extend(things.iter().flatten());
    if several {
        out.push(']');
    }
}

/// A field of the position text and the column at which it begins.
type Field<'a> = (&'a str, usize);

/// Reads a position text. Only canonical ones are read.
///
/// # Errors
/// The text is no position, or one that cannot be set up; where and why.
pub(super) fn read(config: &Config, text: &str) -> Result<State, ParseError> {
    let names = ["board", "seat", "ap", "muskets", "missile", "turn"];
    let [board, seat, ap, muskets, missile, turn] = fields(text, names)?;
    let mut state = State::start(config);
    state.phase = read_phase(seat, ap)?;
    let star = board::read(&mut state, board.0)?;
    match state.phase {
        Phase::Setup { stage, .. } => {
            let left = check_setup(&state, stage).map_err(|words| ParseError::at(ap.1, words))?;
            state.phase = Phase::Setup { stage, left };
        }
        Phase::Play { .. } => {
            if Seat::BOTH.iter().all(|seat| state.king(*seat).is_none()) {
                return Err(ParseError::at(board.1, "no king stands on the board"));
            }
        }
    }
    state.muskets = read_muskets(&state, muskets)?;
    state.missile =
        read_missile(&state, star, missile.0).map_err(|words| ParseError::at(missile.1, words))?;
    state.turn = read_turn(&state, turn)?;
    if matches!(state.phase, Phase::Play { ap: 0, .. }) && state.outcome().is_none() {
        return Err(ParseError::at(ap.1, "a turn with no points left is over: expected 1 to 5"));
    }
    Ok(state)
}

/// Reads the seat and its points, or the stage of setup; what is left in it is not known yet.
fn read_phase(seat: Field<'_>, ap: Field<'_>) -> Result<Phase, ParseError> {
    let seat = match seat {
        ("S", _) => Seat::First,
        ("N", _) => Seat::Second,
        ("-", _) => {
            let stage = Stage::ALL.into_iter().find(|stage| stage.word() == ap.0);
            let words = "expected walls, kings, archers, knights or cannons";
            let stage = stage.ok_or_else(|| ParseError::at(ap.1, words))?;
            return Ok(Phase::Setup { stage, left: [0; 2] });
        }
        (_, column) => return Err(ParseError::at(column, "expected S, N or -")),
    };
    match *ap.0.as_bytes() {
        [points] if (b'0'..=b'0' + TURN_AP).contains(&points) => {
            Ok(Phase::Play { seat, ap: points - b'0' })
        }
        _ => Err(ParseError::at(ap.1, format!("expected the points left, up to {TURN_AP}"))),
    }
}

/// Checks that the stages can have made a board, and counts what is left to place in this one.
fn check_setup(state: &State, stage: Stage) -> Result<[u8; 2], String> {
    let mut left = [0; 2];
    for seat in Seat::BOTH {
        let placed = count_placed(state, seat)?;
        for (of, placed) in Stage::ALL.into_iter().zip(placed) {
            let (word, count) = (of.word(), usize::from(of.count()));
            let who = name(seat);
            if placed > count {
                return Err(format!("{who} has {placed} {word} in setup, and places {count}"));
            } else if of < stage && placed < count {
                let now = stage.word();
                return Err(format!("{who} has placed {placed} of {count} {word}, before {now}"));
            } else if of > stage && placed > 0 {
                return Err(format!("{who} has {word} on the board before their stage"));
            } else if of == stage {
                left[seat.index()] = of.count() - u8::try_from(placed).unwrap_or(of.count());
            }
        }
        check_knights(state, seat)?;
    }
    if left == [0, 0] {
        return Err(format!("all {} are placed: the stage is over", stage.word()));
    }
    Ok(left)
}

/// How much a side has placed of each stage's things.
fn count_placed(state: &State, seat: Seat) -> Result<[usize; 5], String> {
    let mut placed = [count_walls(state, seat)?, 0, 0, 0, 0];
    for (_, cell) in state.squares() {
        match cell.unit_of(seat) {
            Some(Unit::King) => placed[1] += 1,
            Some(Unit::Archer) => placed[2] += 1,
            Some(Unit::Knight) => placed[3] += 1,
            None => {}
        }
        placed[4] += usize::from(cell.cannon() == Some(seat));
    }
    Ok(placed)
}

/// KW-2.2: the number of whole walls that a side's tiles make.
fn count_walls(state: &State, seat: Seat) -> Result<usize, String> {
    let area = state.config.area_squares(seat);
    let tiles: Vec<Square> = area.filter(|at| state.cell(*at).has_wall()).collect();
    let count = tiles.len() / 3;
    // Whichever wall holds the first tile begins there: eastward or northward, a bit of `ways`.
    let whole = tiles.len().is_multiple_of(3)
        && count <= usize::from(Stage::Walls.count())
        && (0..1_u32 << count).any(|ways| are_walls(tiles.clone(), ways));
    if whole {
        Ok(count)
    } else {
        Err(format!("{}'s {} wall tiles are not up to 5 whole walls", name(seat), tiles.len()))
    }
}

/// Whether tiles in square order are walls that run, one after the other, in those ways.
fn are_walls(mut tiles: Vec<Square>, mut ways: u32) -> bool {
    while let Some(first) = tiles.first().copied() {
        let direction = if ways & 1 == 0 { Direction::E } else { Direction::N };
        ways >>= 1;
        for at in [0, 1, 2].map(|n| first.step(direction, n)) {
            let Some(n) = tiles.iter().position(|tile| *tile == at) else { return false };
            tiles.remove(n);
        }
    }
    true
}

/// KW-2.5: a side's knights in setup stand near its king.
fn check_knights(state: &State, seat: Seat) -> Result<(), String> {
    let Some(king) = state.king(seat) else { return Ok(()) };
    let far = state.squares().find(|(at, cell)| {
        cell.unit_of(seat) == Some(Unit::Knight) && at.distance(king) > KNIGHT_REACH
    });
    match far {
        None => Ok(()),
        Some((at, _)) => Err(format!(
            "the knight on {at} is more than {KNIGHT_REACH} squares from {}'s king in setup",
            name(seat)
        )),
    }
}

fn read_muskets(state: &State, (text, column): Field<'_>) -> Result<[u8; 2], ParseError> {
    let most = match state.phase {
        Phase::Setup { .. } => 0,
        Phase::Play { .. } => MUSKET_TURNS,
    };
    match *text.as_bytes() {
        [south, north] if [south, north].iter().all(|n| (b'0'..=b'0' + most).contains(n)) => {
            Ok([south - b'0', north - b'0'])
        }
        _ => {
            let words = format!("expected two digits up to {most}, South's and North's musket");
            Err(ParseError::at(column, words))
        }
    }
}

/// Reads the missile's field, which must fit the board and the turn.
fn read_missile(state: &State, star: Option<Square>, text: &str) -> Result<Missile, String> {
    let refuse = |words: &str| Err(words.to_owned());
    let carried = |by: Seat, fresh: bool| match star {
        Some(at) if state.cell(at).unit_of(by).is_some() => Ok(Missile::Carried { by, at, fresh }),
        Some(at) => Err(format!("no unit of {} stands with the missile on {at}", name(by))),
        None => refuse("no missile (*) stands on the board"),
    };
    let missile = match text {
        "-" => Missile::Waiting,
        "due" => Missile::Due,
        "spent" => Missile::Spent,
        "S" => carried(Seat::First, false)?,
        "S+" => carried(Seat::First, true)?,
        "N" => carried(Seat::Second, false)?,
        "N+" => carried(Seat::Second, true)?,
        "free" => match star {
            Some(at) if state.cell(at).unit().is_none() => Missile::Free(at),
            Some(at) => return Err(format!("the unit on {at} has claimed the missile")),
            None => return refuse("no missile (*) stands on the board"),
        },
        _ => return refuse("expected -, due, free, S, N, S+, N+ or spent"),
    };
    match (missile, missile.square(), star, state.phase) {
        (_, None, Some(at), _) => Err(format!("a missile (*) stands on {at}")),
        (Missile::Waiting, ..) => Ok(missile),
        (.., Phase::Setup { .. }) => refuse("in setup there is no missile: expected -"),
        (Missile::Carried { by, fresh: true, .. }, .., Phase::Play { seat, .. }) if by != seat => {
            Err(format!("only {}, in turn, can have claimed the missile now", name(seat)))
        }
        (Missile::Spent, .., Phase::Play { seat, .. }) if !has_fired(state, seat) => {
            let (seat, other) = (name(seat), name(seat.other()));
            Err(format!(
                "{seat}, in turn, has not fired: that leaves its king and nothing of {other}"
            ))
        }
        _ => Ok(missile),
    }
}

/// KW-6.4: whether a board can be what that side's missile left.
fn has_fired(state: &State, seat: Seat) -> bool {
    let other = seat.other();
    state.king(seat).is_some()
        && state.squares().all(|(_, c)| c.unit_of(other).is_none() && c.cannon() != Some(other))
}

fn read_turn(state: &State, (text, column): Field<'_>) -> Result<u32, ParseError> {
    let mut cursor = Cursor::new(text);
    let turn = cursor.number(u64::from(u32::MAX)).map_err(|error| error.shifted(column))?;
    cursor.finish().map_err(|error| error.shifted(column))?;
    match (state.phase, u32::try_from(turn).unwrap_or(u32::MAX)) {
        (Phase::Setup { .. }, 0) => Ok(0),
        (Phase::Setup { .. }, _) => Err(ParseError::at(column, "expected 0: setup has no turns")),
        (Phase::Play { .. }, 0) => {
            Err(ParseError::at(column, "expected 1 or more: a turn of play"))
        }
        (Phase::Play { .. }, turn) => Ok(turn),
    }
}

#[cfg(test)]
mod tests;
