//! The position text, in both directions:
//! `<board> <mines> <stores> <seat> <acted> <damage> <moves>`.

use std::fmt::Write as _;

use super::state::{
    ACTIONS_A_TURN, BOARD, Config, HEIGHT_MOST, Kind, PLACED_COUNT, Piece, STONE_COUNT, Stage,
    State, Wall, mine_rank, seat_name, setup_side,
};
use crate::rules::board_text::{Palette, Sign, Stack};
use crate::rules::grid::{Square, read_any_square};
use crate::rules::scene::Badge;
use crate::rules::seat::Seat;
use crate::rules::text::{Cursor, ParseError, fields};

/// The field that the position hash leaves out: the number of turns.
pub(super) const LEFT_OUT_OF_HASH: &[usize] = &[6];

/// A piece's sign.
const fn piece_sign(text: &'static str, kind: Kind, seat: Seat) -> Sign {
    Sign::new(text, Piece::new(seat, kind).thing()).on(2)
}

/// A wall's sign.
const fn wall_sign(text: &'static str, seat: Seat, height: u8) -> Sign {
    let badge = Some(Badge::Number(height));
    Sign { badge, ..Sign::new(text, Wall { seat, height }.thing()) }.on(1)
}

/// The signs of the board.
pub(super) const PALETTE: Palette = Palette {
    signs: &[
        piece_sign("L", Kind::Lord, Seat::First),
        piece_sign("I", Kind::Infantry, Seat::First),
        piece_sign("N", Kind::Knight, Seat::First),
        piece_sign("R", Kind::Rider, Seat::First),
        piece_sign("T", Kind::Tower, Seat::First),
        piece_sign("B", Kind::Trebuchet, Seat::First),
        piece_sign("M", Kind::Ram, Seat::First),
        wall_sign("W1", Seat::First, 1),
        wall_sign("W2", Seat::First, 2),
        wall_sign("W3", Seat::First, 3),
        wall_sign("W4", Seat::First, 4),
        piece_sign("l", Kind::Lord, Seat::Second),
        piece_sign("i", Kind::Infantry, Seat::Second),
        piece_sign("n", Kind::Knight, Seat::Second),
        piece_sign("r", Kind::Rider, Seat::Second),
        piece_sign("t", Kind::Tower, Seat::Second),
        piece_sign("b", Kind::Trebuchet, Seat::Second),
        piece_sign("m", Kind::Ram, Seat::Second),
        wall_sign("w1", Seat::Second, 1),
        wall_sign("w2", Seat::Second, 2),
        wall_sign("w3", Seat::Second, 3),
        wall_sign("w4", Seat::Second, 4),
    ],
    stack: Stack::OnTop,
};

/// A letter in the case of its side: White's upper, Black's lower.
const fn cased(letter: char, seat: Seat) -> char {
    match seat {
        Seat::First => letter,
        Seat::Second => letter.to_ascii_lowercase(),
    }
}

/// Writes the position text.
pub(super) fn write(state: &State, out: &mut String) {
    write_board(state, out);
    out.push(' ');
    for (seat, slash) in [(Seat::First, "/"), (Seat::Second, " ")] {
        let place = |file| if state.mine_place(seat, file) { cased('I', seat) } else { '-' };
        out.extend((0..8).map(place));
        out.push_str(slash);
    }
    let [white, black] = Seat::BOTH.map(|seat| state.store(seat));
    let _ = write!(out, "{white},{black} ");
    match state.stage {
        Stage::Setup => out.push_str("- - "),
        Stage::Turn { seat, left } => {
            out.push_str(if seat == Seat::First { "W " } else { "B " });
            write_list(state.spent(), out);
            let _ = write!(out, "+{left} ");
        }
    }
    if state.damaged().next().is_none() {
        out.push('-');
    }
    write_list(state.damaged(), out);
    let _ = write!(out, " {}", state.moves);
}

fn write_board(state: &State, out: &mut String) {
    for rank in (0..8).rev() {
        let mut run = 0;
        for square in (0..8).map(|file| Square::new(file, rank)) {
            let (piece, wall) = (state.piece(square), state.wall(square));
            if piece.is_none() && wall.is_none() {
                run += 1;
                continue;
            }
            write_run(&mut run, out);
            let letter = piece.map(|piece| cased(piece.kind.letter(), piece.seat));
            if let Some(wall) = wall {
                let _ = write!(out, "{}{}", cased('W', wall.seat), wall.height);
            }
            match (wall, letter) {
                (Some(_), Some(letter)) => out.extend(['(', letter, ')']),
                (None, Some(letter)) => out.push(letter),
                (_, None) => {}
            }
        }
        write_run(&mut run, out);
        if rank > 0 {
            out.push('/');
        }
    }
}

fn write_run(run: &mut u8, out: &mut String) {
    if *run > 0 {
        out.push(char::from(b'0' + *run));
        *run = 0;
    }
}

fn write_list(squares: impl Iterator<Item = Square>, out: &mut String) {
    for (n, square) in squares.enumerate() {
        let comma = if n == 0 { "" } else { "," };
        let _ = write!(out, "{comma}{square}");
    }
}

/// Reads a position text that can be set up.
pub(super) fn read(config: &Config, text: &str) -> Result<State, ParseError> {
    let names = ["board", "mines", "stores", "seat", "acted", "damage", "moves"];
    let [board, mines, stores, seat, acted, damage, moves] = fields(text, names)?;
    let mut state = State::start(config);
    in_field(board, |cursor| read_board(cursor, &mut state))?;
    in_field(mines, |cursor| read_mines(cursor, &mut state))?;
    in_field(stores, |cursor| read_stores(cursor, &mut state))?;
    let side = in_field(seat, |cursor| {
        Ok(match cursor.one_of("WB-")? {
            'W' => Some(Seat::First),
            'B' => Some(Seat::Second),
            _ => None,
        })
    })?;
    state.moves = in_field(moves, |cursor| cursor.number(u64::from(u32::MAX)))
        .map(|moves| u32::try_from(moves).unwrap_or(u32::MAX))?;
    let Some(side) = side else {
        let nothing = |cursor: &mut Cursor<'_>| cursor.expect("-");
        in_field(acted, nothing)?;
        in_field(damage, nothing)?;
        check_setup(&state, board.1, mines.1, moves.1)?;
        return Ok(state);
    };
    state.begin_turn(side);
    in_field(acted, |cursor| read_acted(cursor, &mut state, side))?;
    in_field(damage, |cursor| read_damage(cursor, &mut state))?;
    check_turn(&state, board.1, acted.1)?;
    Ok(state)
}

/// Reads a whole field.
fn in_field<T>(
    (text, column): (&str, usize),
    read: impl FnOnce(&mut Cursor<'_>) -> Result<T, ParseError>,
) -> Result<T, ParseError> {
    let mut cursor = Cursor::new(text);
    read(&mut cursor)
        .and_then(|value| cursor.finish().map(|()| value))
        .map_err(|error| error.shifted(column))
}

fn read_board(cursor: &mut Cursor<'_>, state: &mut State) -> Result<(), ParseError> {
    for rank in (0..8).rev() {
        let mut file = 0;
        let mut after_run = false;
        while file < 8 {
            let column = cursor.column();
            if let Some(digit) = cursor.eat_if(|c| matches!(c, '1'..='8')) {
                let run = digit as i8 - '0' as i8;
                if after_run {
                    return Err(ParseError::at(column, "a run of empty squares is one number"));
                }
                if file + run > 8 {
                    let words = format!("rank {} has more than 8 squares", rank + 1);
                    return Err(ParseError::at(column, words));
                }
                file += run;
                after_run = true;
            } else {
                read_square(cursor, state, Square::new(file, rank))?;
                file += 1;
                after_run = false;
            }
        }
        if rank > 0 {
            cursor.expect("/")?;
        }
    }
    Ok(())
}

fn read_square(
    cursor: &mut Cursor<'_>,
    state: &mut State,
    square: Square,
) -> Result<(), ParseError> {
    let column = cursor.column();
    let Some(letter) = cursor.eat_if(|c| c == 'w' || c == 'W') else {
        let piece = read_piece(cursor, state)?;
        state.put(square, piece);
        return Ok(());
    };
    let seat = if letter == 'W' { Seat::First } else { Seat::Second };
    let height = cursor
        .eat_if(|c| ('1'..='4').contains(&c))
        .ok_or_else(|| cursor.error(format!("expected a wall's height, 1 to {HEIGHT_MOST}")))?;
    state.set_wall(square, seat, height as u8 - b'0');
    if let Some(enemy) = state.wall_beside(square, seat.other()) {
        let words = format!("the walls on {square} and {enemy} belong to both sides and touch");
        return Err(ParseError::at(column, words));
    }
    if state.in_walls(seat) > STONE_COUNT {
        let words = format!("{} has no more than {STONE_COUNT} stones", seat_name(seat));
        return Err(ParseError::at(column, words));
    }
    if cursor.eat("(") {
        let column = cursor.column();
        let piece = read_piece(cursor, state)?;
        if !piece.kind.climbs() {
            let words = format!("{} cannot stand on a wall", piece.kind.a_name());
            return Err(ParseError::at(column, words));
        }
        cursor.expect(")")?;
        state.put(square, piece);
    }
    Ok(())
}

fn read_piece(cursor: &mut Cursor<'_>, state: &State) -> Result<Piece, ParseError> {
    let error = cursor.error("expected a piece (L, I, N, R, T, B or M), a wall (w) or a number");
    let letter = cursor.eat_if(|c| c.is_ascii_alphabetic()).ok_or_else(|| error.clone())?;
    let kind = Kind::of_letter(letter.to_ascii_uppercase() as u8).ok_or_else(|| error.clone())?;
    let seat = if letter.is_ascii_uppercase() { Seat::First } else { Seat::Second };
    if state.room_for(seat, kind) == 0 {
        return Err(ParseError::at(error.column, over_limit(state, seat, kind)));
    }
    Ok(Piece::new(seat, kind))
}

fn over_limit(state: &State, seat: Seat, kind: Kind) -> String {
    let most = state.rams.limit(kind);
    match most {
        0 => format!("with these options there is no {}", kind.name()),
        1 => format!("{} cannot have more than one {}", seat_name(seat), kind.name()),
        _ => format!("{} cannot have more than {most} {}", seat_name(seat), kind.plural()),
    }
}

fn read_mines(cursor: &mut Cursor<'_>, state: &mut State) -> Result<(), ParseError> {
    for seat in Seat::BOTH {
        let letter = cased('I', seat);
        for file in 0..8 {
            let column = cursor.column();
            match cursor.next() {
                Some('-') => {}
                Some(c) if c == letter => {
                    if state.room_for(seat, Kind::Infantry) == 0 {
                        let words = over_limit(state, seat, Kind::Infantry);
                        return Err(ParseError::at(column, words));
                    }
                    state.enter_mine(seat, file);
                }
                _ => return Err(ParseError::at(column, format!("expected {letter} or -"))),
            }
        }
        if seat == Seat::First {
            cursor.expect("/")?;
        }
    }
    Ok(())
}

fn read_stores(cursor: &mut Cursor<'_>, state: &mut State) -> Result<(), ParseError> {
    for seat in Seat::BOTH {
        let column = cursor.column();
        let stones = cursor.number(u64::from(STONE_COUNT))?;
        let stones = u8::try_from(stones).unwrap_or(STONE_COUNT);
        let in_walls = state.in_walls(seat);
        if stones + in_walls > STONE_COUNT {
            let side = seat_name(seat);
            let words = format!(
                "{side} has {STONE_COUNT} stones: not {stones} in store and {in_walls} in walls"
            );
            return Err(ParseError::at(column, words));
        }
        state.set_store(seat, stones);
        if seat == Seat::First {
            cursor.expect(",")?;
        }
    }
    Ok(())
}

/// Reads squares separated by commas, in square order, each once.
fn read_list(
    cursor: &mut Cursor<'_>,
    mut note: impl FnMut(Square) -> Result<(), &'static str>,
) -> Result<(), ParseError> {
    let mut last = None;
    loop {
        let column = cursor.column();
        let square = read_any_square(cursor)?;
        if last.is_some_and(|last| square <= last) {
            let words = "squares are listed once each, in the order a1, b1 … h8";
            return Err(ParseError::at(column, words));
        }
        note(square).map_err(|words| ParseError::at(column, format!("{square}: {words}")))?;
        last = Some(square);
        if !cursor.eat(",") {
            return Ok(());
        }
    }
}

fn read_acted(cursor: &mut Cursor<'_>, state: &mut State, seat: Seat) -> Result<(), ParseError> {
    let has_list = !cursor.rest().starts_with('+');
    if has_list {
        read_list(cursor, |square| {
            let is_own = if BOARD.contains(square) {
                state.piece(square).is_some_and(|piece| piece.seat == seat)
            } else {
                square.rank == mine_rank(seat)
                    && (0..8).contains(&square.file)
                    && state.mine_place(seat, square.file)
            };
            state.spend(square);
            if is_own { Ok(()) } else { Err("no piece of the side in turn is there") }
        })?;
    }
    cursor.expect("+")?;
    let column = cursor.column();
    let left = cursor.number(u64::from(ACTIONS_A_TURN))?;
    let left = u8::try_from(left).unwrap_or(ACTIONS_A_TURN);
    match (left == ACTIONS_A_TURN, has_list) {
        (true, true) => Err(ParseError::at(column, "with two actions left nobody has acted")),
        (false, false) => Err(ParseError::at(column, "who has acted is listed before the +")),
        _ => {
            state.stage = Stage::Turn { seat, left };
            Ok(())
        }
    }
}

fn read_damage(cursor: &mut Cursor<'_>, state: &mut State) -> Result<(), ParseError> {
    if cursor.eat("-") {
        return Ok(());
    }
    let start = cursor.column();
    if matches!(state.stage, Stage::Turn { left: ACTIONS_A_TURN, .. }) {
        return Err(ParseError::at(start, "damage lasts a turn: with two actions left, none yet"));
    }
    read_list(cursor, |square| {
        let piece = if BOARD.contains(square) { state.piece(square) } else { None };
        match piece {
            Some(piece) if piece.kind.is_armoured() => {
                state.damage(square);
                Ok(())
            }
            Some(_) => Err("Infantry bears no damage"),
            None => Err("no piece is there"),
        }
    })
}

/// What must hold while pieces are placed, SF-2.1.
fn check_setup(state: &State, board: usize, mines: usize, moves: usize) -> Result<(), ParseError> {
    for square in BOARD.squares() {
        let placed = state.piece(square).is_none_or(|piece| {
            matches!(piece.kind, Kind::Lord | Kind::Infantry)
                && setup_side(square) == Some(piece.seat)
        });
        if !placed || state.wall(square).is_some() {
            let words = "in setup only Lord and Infantry stand, each on own lines";
            return Err(ParseError::at(board, format!("{square}: {words}")));
        }
    }
    if Seat::BOTH.into_iter().any(|seat| state.miner_count(seat) > 0) {
        return Err(ParseError::at(mines, "in setup nobody is in a mine"));
    }
    if Seat::BOTH.into_iter().all(|seat| state.placed_count(seat) == PLACED_COUNT) {
        return Err(ParseError::at(board, "all pieces stand: the setup is over"));
    }
    if state.moves > 0 {
        return Err(ParseError::at(moves, "in setup no turn has ended"));
    }
    Ok(())
}

/// What must hold in a turn.
fn check_turn(state: &State, board: usize, acted: usize) -> Result<(), ParseError> {
    if Seat::BOTH.into_iter().all(|seat| state.count(seat, Kind::Lord) == 0) {
        return Err(ParseError::at(board, "no Lord is in play"));
    }
    if matches!(state.stage, Stage::Turn { left: 0, .. }) && state.outcome().is_none() {
        return Err(ParseError::at(acted, "with no action left the turn has ended"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::stone_fortress::state::Rams;

    fn config() -> Config {
        Config { rams: Rams { rook: false, queen: false }, store: 8 }
    }

    #[test]
    fn positions_go_both_ways() {
        for text in [
            "8/8/8/8/8/8/8/8 --------/-------- 8,8 - - - 0",
            "4l3/8/1w4(n)6/8/4W1W2(I)2/8/8/4L3 I------I/i------i 13,0 W +2 - 4294967295",
            "4l3/8/8/8/8/8/8/4L1I1 I-------/-------- 16,0 W a0,g1+1 - 3",
            "4l3/4r3/8/8/8/8/8/4L3 --------/---i---i 0,16 B e7,h9+1 e1,e7 3",
            "8/8/8/8/8/8/8/4LR2 --------/-------- 8,8 W e1,f1+0 f1 99",
        ] {
            let mut out = String::new();
            write(&read(&config(), text).expect(text), &mut out);
            assert_eq!(out, text);
        }
    }

    /// `marked` is refused at the character after its `^`.
    fn check(marked: &str, words: &str) {
        let column = marked.find('^').expect("a mark");
        let text = marked.replace('^', "");
        let error = read(&config(), &text).expect_err(&text);
        assert_eq!((error.column, &*error.words), (column, words), "{text}");
    }

    #[test]
    fn boards_that_cannot_be_set_up() {
        let check = |board: &str, words: &str| {
            check(&format!("{board} --------/-------- 8,8 W +2 - 0"), words);
        };
        check("4l3/8/8/8/8/8/8/3L^L3", "White cannot have more than one Lord");
        check("4l3/8/8/8/8/8/8/RR^R1L3", "White cannot have more than 2 Riders");
        check("4l3/8/8/8/8/8/8/^M3L3", "with these options there is no Ram");
        check("4l3/8/8/8/8/8/8/W^5L7", "expected a wall's height, 1 to 4");
        check("4l3/8/8/8/8/8/8/W1(^R)2L4", "a Rider cannot stand on a wall");
        check("4l3/8/8/8/8/8/8/4^4", "a run of empty squares is one number");
        check("4l3/8/8/8/8/8/8/L^8", "rank 1 has more than 8 squares");
        check(
            "4l3/8/8/8/8/8/8/^K7",
            "expected a piece (L, I, N, R, T, B or M), a wall (w) or a number",
        );
        check("4l3/8/8/8/w17/1^W16/8/4L3", "the walls on b3 and a4 belong to both sides and touch");
        check("W4W4W4W44/^W17/8/8/8/8/8/4L3", "White has no more than 16 stones");
        check("^8/8/8/8/8/8/8/8", "no Lord is in play");
    }

    #[test]
    fn fields_that_cannot_be_set_up() {
        const ORDER: &str = "squares are listed once each, in the order a1, b1 … h8";
        let check = |rest: &str, words: &str| {
            check(&format!("4l3/3n4/8/8/8/8/I7/4L3 {rest}"), words);
        };
        check("^i-------/-------- 8,8 W +2 - 0", "expected I or -");
        check("IIIIIII^I/-------- 8,8 W +2 - 0", "White cannot have more than 8 Infantry");
        check("--------/-------- ^17,8 W +2 - 0", "expected a number up to 16");
        check("--------/-------- ^08,8 W +2 - 0", "a number has no needless zeros");
        check("--------/-------- 8,8 ^w +2 - 0", "expected W or B or -");
        check("--------/-------- 8,8 W a2+^2 - 0", "with two actions left nobody has acted");
        check("--------/-------- 8,8 W +^1 - 0", "who has acted is listed before the +");
        check("--------/-------- 8,8 W ^a2+0 - 0", "with no action left the turn has ended");
        check("--------/-------- 8,8 W ^d7+1 - 0", "d7: no piece of the side in turn is there");
        check("--------/-------- 8,8 W ^e0+1 - 0", "e0: no piece of the side in turn is there");
        check("--------/-------- 8,8 W ^az9+1 - 0", "az9: no piece of the side in turn is there");
        check("--------/-------- 8,8 W ^zz99+1 - 0", "expected a square such as d4");
        check("--------/-------- 8,8 W a2,^e1+1 - 0", ORDER);
        check("--------/-------- 8,8 W e1,^e1+1 - 0", ORDER);
        check(
            "--------/-------- 8,8 W +2 ^d7 0",
            "damage lasts a turn: with two actions left, none yet",
        );
        check("--------/-------- 8,8 W e1+1 ^a2 0", "a2: Infantry bears no damage");
        check("--------/-------- 8,8 W e1+1 ^a3 0", "a3: no piece is there");
        check("--------/-------- 8,8 W e1+1 ^a0 0", "a0: no piece is there");
        check("--------/-------- 8,8 W +2 - ^4294967296", "expected a number up to 4294967295");
        check("--------/-------- 8,8 W +2 - 0 ^0", "expected nothing after the last field");
    }

    #[test]
    fn setups_that_cannot_be_set_up() {
        const PLACES: &str = "in setup only Lord and Infantry stand, each on own lines";
        let board = |board: &str, square: &str| {
            let words = format!("{square}: {PLACES}");
            check(&format!("^{board} --------/-------- 8,8 - - - 0"), &words);
        };
        board("8/8/8/8/8/4I3/8/8", "e3");
        board("8/8/8/8/8/8/8/4i3", "e1");
        board("8/8/8/8/8/8/8/4N3", "e1");
        board("8/8/8/8/8/8/8/4W13", "e1");
        check(
            "^4l3/iiiiiiii/8/8/8/8/IIIIIIII/4L3 --------/-------- 8,8 - - - 0",
            "all pieces stand: the setup is over",
        );
        let rest = |rest: &str, words: &str| check(&format!("8/8/8/8/8/8/8/8 {rest}"), words);
        rest("^-------I/-------- 8,8 - - - 0", "in setup nobody is in a mine");
        rest("--------/-------- 8,8 - - - ^1", "in setup no turn has ended");
        rest("--------/-------- 8,8 - ^+2 - 0", "expected \"-\"");
    }
}
