//! The position text, both directions.

use std::fmt::Write;

use crate::rules::board_text::{Palette, Sign, Stack};
use crate::rules::effect::Thing;
use crate::rules::scene::Symbol;
use crate::rules::seat::Seat;
use crate::rules::text::{Cursor, ParseError, fields};

use super::action::{Half, Plan};
use super::reduce::knight;
use super::seat_card;
use super::state::{BOARD, Config, Content, KNIGHT_COUNT, PLAN_COUNT, Phase, Place, Places, State};

/// The fields, in order.
const FIELDS: [&str; 6] = ["board", "phase", "seat", "plans", "moved", "round"];
/// The field that the position hash may leave out.
pub(super) const ROUND_FIELD: usize = 5;

/// The signs of the board. Inner walls are an option.
pub(super) const PALETTE: Palette = Palette {
    signs: &[
        Sign::new("K", knight(Some(Seat::First))),
        Sign::new("k", knight(Some(Seat::Second))),
        Sign::new("#", Thing { symbol: Symbol::Wall, seat: None, name: "inner wall" }).read_only(),
    ],
    stack: Stack::Single,
};

/// Writes the position text.
pub(super) fn write(state: &State, out: &mut String) {
    write_board(state, out);
    out.push_str(match state.phase {
        Phase::Plan => " plan ",
        Phase::Act => " act ",
    });
    out.push(seat_card(state.seat()).letter);
    write_list(out, state.plans(), |out, (_, plan)| write!(out, "{plan}"));
    let moved = Place::all().filter(|start| state.now(*start) != *start);
    write_list(out, moved, |out, start| write!(out, "{start}@{}", state.now(start)));
    // Writing to a text cannot fail.
    let _ = write!(out, " {}", state.round);
}

fn write_board(state: &State, out: &mut String) {
    for rank in (0..10).rev() {
        let mut empty: u8 = 0;
        let end_run = |empty: &mut u8, out: &mut String| {
            if *empty > 0 {
                let _ = write!(out, "{empty}");
                *empty = 0;
            }
        };
        for place in (0..10).filter_map(|file| Place::new(file, rank)) {
            let letter = match state.holds(place) {
                Content::Free => {
                    empty += 1;
                    continue;
                }
                Content::Wall => '#',
                Content::Knight(start) if state.owner(start) == Some(Seat::First) => 'K',
                Content::Knight(_) => 'k',
            };
            end_run(&mut empty, out);
            out.push(letter);
        }
        end_run(&mut empty, out);
        if rank > 0 {
            out.push('/');
        }
    }
}

fn write_list<T>(
    out: &mut String,
    things: impl Iterator<Item = T>,
    mut write: impl FnMut(&mut String, T) -> std::fmt::Result,
) {
    let length = out.len();
    for thing in things {
        out.push(if out.len() == length { ' ' } else { ',' });
        let _ = write(out, thing);
    }
    if out.len() == length {
        out.push_str(" -");
    }
}

/// Reads a position text.
pub(super) fn read(config: &Config, text: &str) -> Result<State, ParseError> {
    let [board, phase, seat, plans, moved, round] = fields(text, FIELDS)?;
    let knights = read_board(config, board.0)?;
    let acting = match phase.0 {
        "plan" => false,
        "act" => true,
        _ => return Err(ParseError::at(phase.1, "expected plan or act")),
    };
    let starts = read_moved(config, knights, acting, moved.0).map_err(|e| e.shifted(moved.1))?;
    let round_number = read_round(round.0).map_err(|e| e.shifted(round.1))?;

    let mut state = State::bare(*config, round_number);
    for seat in Seat::BOTH {
        for now in knights[seat.index()].iter() {
            state.put(seat, starts.of(now), now);
        }
    }
    read_plans(&mut state, acting, plans.0).map_err(|e| e.shifted(plans.1))?;
    let next = seat_card(state.seat());
    if seat.0.chars().ne([next.letter]) {
        let words = format!("expected {}: it is {}'s turn", next.letter, next.name);
        return Err(ParseError::at(seat.1, words));
    }
    if round_number > config.rounds && (acting || state.next > 0) {
        let words = format!("no plans can follow the last round, {}", config.rounds);
        return Err(ParseError::at(round.1, words));
    }
    Ok(state)
}

/// The knights of each seat by where they stand.
fn read_board(config: &Config, text: &str) -> Result<[Places; 2], ParseError> {
    let mut knights = [Places::default(); 2];
    let mut cursor = Cursor::new(text);
    for rank in (0..10).rev() {
        let mut file = 0;
        while file < 10 {
            let column = cursor.column();
            let (holds, length) = read_run(&mut cursor, 10 - file)?;
            for place in (file..file + length).filter_map(|file| Place::new(file, rank)) {
                if config.walls.contains(place) != (holds == Run::Wall) {
                    let words = match holds {
                        Run::Wall => format!("option walls has no inner wall on {place}"),
                        Run::Free | Run::Knight(_) => {
                            format!("option walls has an inner wall on {place}")
                        }
                    };
                    return Err(ParseError::at(column, words));
                }
                if let Run::Knight(seat) = holds {
                    knights[seat.index()].insert(place);
                    if knights[seat.index()].count() > KNIGHT_COUNT {
                        let name = seat_card(seat).name;
                        let words = format!("{name} has at most {KNIGHT_COUNT} knights");
                        return Err(ParseError::at(column, words));
                    }
                }
            }
            file += length;
        }
        if rank > 0 {
            cursor.expect("/")?;
        }
    }
    cursor.finish()?;
    Ok(knights)
}

/// What one sign of the board text stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Run {
    Free,
    Wall,
    Knight(Seat),
}

/// Reads one sign, and for how many of the `left` squares of its rank it stands.
fn read_run(cursor: &mut Cursor<'_>, left: u8) -> Result<(Run, u8), ParseError> {
    let start = cursor.clone();
    let one = match cursor.next() {
        Some('#') => Run::Wall,
        Some('K') => Run::Knight(Seat::First),
        Some('k') => Run::Knight(Seat::Second),
        Some('0'..='9') => {
            *cursor = start;
            let column = cursor.column();
            let number = cursor.number(u64::from(left))?;
            return match u8::try_from(number) {
                Ok(length @ 1..) => Ok((Run::Free, length)),
                _ => Err(ParseError::at(column, "a run of empty squares is at least 1")),
            };
        }
        _ => {
            let words = format!("expected K, k, # or a number: the rank has {left} more squares");
            return Err(start.error(words));
        }
    };
    Ok((one, 1))
}

/// The starts of knights by where they are now.
struct Starts([Option<Place>; BOARD.square_count()]);

impl Starts {
    fn of(&self, now: Place) -> Place {
        self.get(now).unwrap_or(now)
    }

    fn get(&self, now: Place) -> Option<Place> {
        self.0.get(now.index()).copied().flatten()
    }
}

fn read_moved(
    config: &Config,
    knights: [Places; 2],
    acting: bool,
    text: &str,
) -> Result<Starts, ParseError> {
    let mut starts = Starts([None; BOARD.square_count()]);
    let mut pairs = Vec::new();
    if text == "-" {
        return Ok(starts);
    }
    if !acting {
        return Err(ParseError::whole("expected -: in planning no knight has moved"));
    }
    let holds = |place: Place| knights.iter().any(|side| side.contains(place));
    let mut cursor = Cursor::new(text);
    loop {
        let column = cursor.column();
        let error = |words: String| Err(ParseError::at(column, words));
        let start = read_place(&mut cursor)?;
        cursor.expect("@")?;
        let now = read_place(&mut cursor)?;
        if pairs.last().is_some_and(|(last, _)| *last >= start) {
            return error(format!("each start once, in order a1, b1 … j10: not {start} here"));
        }
        if config.walls.contains(start) {
            return error(format!("no knight can have begun on the inner wall {start}"));
        }
        if start == now {
            return error(format!("a knight that is where it began is left out: not {start}"));
        }
        if !holds(now) {
            return error(format!("no knight stands on {now}"));
        }
        if let Some(other) = starts.get(now) {
            return error(format!("the knight on {now} began on {other}, not on {start} too"));
        }
        starts.0[now.index()] = Some(start);
        pairs.push((start, column));
        if !cursor.eat(",") {
            break;
        }
    }
    cursor.finish()?;
    let twice = pairs.iter().find(|(start, _)| holds(*start) && starts.get(*start).is_none());
    match twice {
        None => Ok(starts),
        Some((start, column)) => Err(ParseError::at(
            *column,
            format!("two knights began on {start}: the one that stands there has not moved"),
        )),
    }
}

fn read_place(cursor: &mut Cursor<'_>) -> Result<Place, ParseError> {
    let column = cursor.column();
    let square = BOARD.read_square(cursor)?;
    Place::of(square).ok_or_else(|| ParseError::at(column, format!("{square} is off the board")))
}

/// Reads the plans into a state whose knights are in place, and sets its phase by them.
fn read_plans(state: &mut State, acting: bool, text: &str) -> Result<(), ParseError> {
    let count = if text == "-" { 0 } else { text.split(',').count() };
    let most = if acting { PLAN_COUNT } else { PLAN_COUNT - 1 };
    if acting && count == 0 {
        return Err(ParseError::whole("expected the plans still to run: there is at least one"));
    }
    if count > most {
        let words = match acting {
            true => "expected at most 20 plans",
            false => "expected at most 19 plans: with 20 the phase is act",
        };
        return Err(ParseError::whole(words));
    }
    // In acting the first ones have run: the last is always the 20th.
    let first = if acting { PLAN_COUNT - count } else { 0 };
    let mut cursor = Cursor::new(text);
    for index in first..first + count {
        if index > first {
            cursor.expect(",")?;
        }
        let column = cursor.column();
        let plan = read_plan(&mut cursor)?;
        let seat = state.seat_of_plan(index);
        if !state.knights[seat.index()].contains(plan.knight) {
            let (name, place) = (seat_card(seat).name, plan.knight);
            let words = match state.owner(place) {
                None => format!("no knight began the round on {place}"),
                Some(_) => format!("plans alternate: the one here is {name}'s, {place} is not"),
            };
            return Err(ParseError::at(column, words));
        }
        if let Some(slot) = state.plans.get_mut(index) {
            *slot = Some(plan);
        }
    }
    if count > 0 {
        cursor.finish()?;
    }
    state.phase = if acting { Phase::Act } else { Phase::Plan };
    state.next = if acting { first } else { count } as u8;
    Ok(())
}

fn read_plan(cursor: &mut Cursor<'_>) -> Result<Plan, ParseError> {
    let knight = read_place(cursor)?;
    cursor.expect(":")?;
    let column = cursor.column();
    let letter = cursor.one_of(Half::LETTERS)?;
    let half = u8::try_from(letter).ok().and_then(Half::of_letter);
    let half = half.ok_or_else(|| ParseError::at(column, "expected a letter of a plan"))?;
    Ok(Plan { knight, half })
}

fn read_round(text: &str) -> Result<u32, ParseError> {
    let mut cursor = Cursor::new(text);
    let number = cursor.number(u64::from(u32::MAX))?;
    cursor.finish()?;
    match u32::try_from(number) {
        Ok(round @ 1..) => Ok(round),
        _ => Err(ParseError::whole("rounds are numbered from 1")),
    }
}

/// Reads option `walls` (GK-1.2).
pub(super) fn read_walls(text: &str) -> Result<Places, ParseError> {
    let mut walls = Places::default();
    let mut last = None;
    let mut cursor = Cursor::new(text);
    while !cursor.is_done() {
        if last.is_some() {
            cursor.expect(",")?;
        }
        let column = cursor.column();
        let place = read_place(&mut cursor)?;
        if !(1..=8).contains(&place.rank()) {
            let words = format!("expected squares of ranks 2 to 9, not {place}");
            return Err(ParseError::at(column, words));
        }
        if last.is_some_and(|last| last >= place) {
            let words = format!("each square once, in order a1, b1 … j10: not {place} here");
            return Err(ParseError::at(column, words));
        }
        walls.insert(place);
        last = Some(place);
    }
    Ok(walls)
}

#[cfg(test)]
mod tests {
    use crate::rules::game::Game;
    use crate::rules::options::Options;

    use super::super::GameOfKnights;
    use super::*;

    fn config(given: &[(&str, &str)]) -> Config {
        let options = Options::read(&GameOfKnights::CARD, given.iter().copied()).expect("options");
        GameOfKnights::configure(&options).expect("options")
    }

    #[test]
    fn canonical_texts_go_both_ways() {
        let check = |given: &[(&str, &str)], text: &str| {
            let state = read(&config(given), text).expect(text);
            let mut written = String::new();
            write(&state, &mut written);
            assert_eq!(written, text);
        };
        check(&[], "kkkkkkkkkk/10/10/10/10/10/10/10/10/KKKKKKKKKK plan S - - 1");
        check(&[("first", "north")], "k9/10/10/10/10/10/10/10/10/9K plan S a10:D - 999");
        check(&[("walls", "b2,j9")], "k9/9#/10/10/10/10/10/10/1#8/K9 act N a10:L j1@a1 1000");
        check(&[("rounds", "2")], "10/10/10/10/10/10/10/10/10/10 plan S - - 3");
        check(&[], "k9/10/10/10/10/10/10/10/10/KK8 act S b1:D,a10:N a1@b1,b1@a1 7");
    }

    /// Checks that a text is refused at the place marked by `!`, with these words.
    fn refused<T>(marked: &str, read: impl Fn(&str) -> Result<T, ParseError>, words: &str) {
        let text = marked.replace('!', "");
        let error = read(&text).err().expect(marked);
        let column = marked.chars().position(|c| c == '!');
        assert_eq!((Some(error.column), &*error.words), (column, words), "{marked}");
    }

    #[test]
    fn what_is_no_position_is_refused_where_it_goes_wrong() {
        let config = config(&[("rounds", "9"), ("walls", "c3")]);
        let check = |rest: &str, words: &str| {
            let text = format!("k9/10/10/10/10/10/10/2#7/10/KK8 {rest}");
            refused(&text, |text| read(&config, text), words);
        };
        refused("!", |text| read(&config, text), "expected the field “board”");
        check("plan S - - !", "expected the field “round”");
        check("plan S - - 1 !", "expected nothing after the last field");
        check("!fly S - - 1", "expected plan or act");
        check("plan !N - - 1", "expected S: it is South's turn");
        check("plan !SS - - 1", "expected S: it is South's turn");
        check("act !S a10:D - 1", "expected N: it is North's turn");
        check("plan S - - !0", "rounds are numbered from 1");
        check("plan S - - !01", "a number has no needless zeros");
        check("plan S - - !4294967296", "expected a number up to 4294967295");
        check("plan S - !a1@a2 1", "expected -: in planning no knight has moved");
        check("plan N a1:D - !10", "no plans can follow the last round, 9");
        check("act S a1:D,a10:N - !10", "no plans can follow the last round, 9");
        check("act S !- - 1", "expected the plans still to run: there is at least one");
        check("act S !a1:D - 1", "plans alternate: the one here is North's, a1 is not");
        check("plan S a1:D,!b1:D - 1", "plans alternate: the one here is North's, b1 is not");
        check("plan N !c1:D - 1", "no knight began the round on c1");
        check("plan N a1:D,! - 1", "expected a square such as d4");
        check("plan N a1:D!D - 1", "expected nothing more here");
        check("plan N a1:!é - 1", "expected D or L or P or N or E or S or W");
        let twenty = ["a1:D,a10:D"; 10].join(",");
        let full = "expected at most 19 plans: with 20 the phase is act";
        check(&format!("plan S !{twenty} - 1"), full);
        check(&format!("act S !{twenty},a1:D - 1"), "expected at most 20 plans");
    }

    #[test]
    fn what_is_no_board_is_refused_where_it_goes_wrong() {
        let config = config(&[("walls", "c3")]);
        let check = |board: &str, words: &str| {
            refused(&format!("{board} plan S - - 1"), |text| read(&config, text), words);
        };
        check("10/10!", "expected \"/\"");
        check("k8!/10", "expected K, k, # or a number: the rank has 1 more squares");
        check("k!55/10", "expected a number up to 9");
        check("k!0k8/10", "a run of empty squares is at least 1");
        check("!é9/10", "expected K, k, # or a number: the rank has 10 more squares");
        check("10/!#9", "option walls has no inner wall on a9");
        let rest = "10/10/10/10/10/10/10";
        check(&format!("{rest}/!10/10/10"), "option walls has an inner wall on c3");
        check(&format!("{rest}/K1!K7/10/10"), "option walls has an inner wall on c3");
        check(&format!("{rest}/2#7/10/10!/1"), "expected nothing more here");
        check("KKKKKKKKKK/9!K/", "South has at most 10 knights");
    }

    #[test]
    fn who_has_moved_is_read_exactly() {
        let config = config(&[("walls", "c3")]);
        let check = |moved: &str, words: &str| {
            let text = format!("k9/10/10/10/10/10/10/2#7/10/KK8 act S d1:D,a10:N {moved} 1");
            refused(&text, |text| read(&config, text), words);
        };
        check("!b1@b1", "a knight that is where it began is left out: not b1");
        check("!d1@c1", "no knight stands on c1");
        check("d1@b1,!e1@b1", "the knight on b1 began on d1, not on e1 too");
        check("e1@b1,!d1@a1", "each start once, in order a1, b1 … j10: not d1 here");
        check("d1@b1,!d1@a1", "each start once, in order a1, b1 … j10: not d1 here");
        check("!c3@b1", "no knight can have begun on the inner wall c3");
        check("!a1@b1", "two knights began on a1: the one that stands there has not moved");
        check("d1@b1,!", "expected a square such as d4");
        check("d1!-b1", "expected \"@\"");
        check("d1@!k1", "k1 is off the board");
    }

    #[test]
    fn walls_are_read_exactly() {
        let check = |walls: &str, words: &str| refused(walls, read_walls, words);
        assert_eq!(read_walls("j2,a3,c9").map(Places::count), Ok(3));
        assert_eq!(read_walls(""), Ok(Places::default()));
        check("!a1", "expected squares of ranks 2 to 9, not a1");
        check("a2,!j10", "expected squares of ranks 2 to 9, not j10");
        check("c2,!b2", "each square once, in order a1, b1 … j10: not b2 here");
        check("b2,!b2", "each square once, in order a1, b1 … j10: not b2 here");
        check("b2,!", "expected a square such as d4");
        check("b2! c2", "expected \",\"");
        check("!k2", "k2 is off the board");
    }

    #[test]
    fn the_hash_leaves_out_rounds_before_the_last() {
        let config = config(&[("rounds", "9")]);
        let mut state = State::start(&config);
        for (round, fields) in [(1, &[5][..]), (8, &[5]), (9, &[]), (10, &[])] {
            state.round = round;
            assert_eq!(GameOfKnights::left_out_of_hash(&state), fields, "{round}");
        }
    }
}
