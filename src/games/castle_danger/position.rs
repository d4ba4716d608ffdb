//! Position text, both ways: `<board> <seat> <moves> <add> <fired> <hidden> <reveals> <turn>`.

use std::fmt::Write;

use super::action::read_hash;
use super::state::{
    Cell, Config, Kind, MOST_TURNS, RIVER, SIZE, SQUARES, State, Told, bit, is_grass, is_half,
    is_portal, portal,
};
use crate::rules::board_text::{Palette, Sign, Stack};
use crate::rules::grid::Square;
use crate::rules::seat::Seat;
use crate::rules::text::{Cursor, ParseError, fields};

/// A sign of the board.
const fn sign(text: &'static str, cell: Cell) -> Sign {
    Sign::new(text, super::scene::thing(cell))
}

/// The signs of the board. Hidden pieces are told of in a field of their own.
pub(super) const PALETTE: Palette = Palette {
    signs: &[
        sign("K", Cell::Piece(Seat::First, Kind::King)),
        sign("W", Cell::Piece(Seat::First, Kind::Wizard)),
        sign("B", Cell::Piece(Seat::First, Kind::Builder)),
        sign("C", Cell::Piece(Seat::First, Kind::Cannon)),
        sign("k", Cell::Piece(Seat::Second, Kind::King)),
        sign("w", Cell::Piece(Seat::Second, Kind::Wizard)),
        sign("b", Cell::Piece(Seat::Second, Kind::Builder)),
        sign("c", Cell::Piece(Seat::Second, Kind::Cannon)),
        sign("#", Cell::Wall),
        sign("^", Cell::Fire(Seat::First)),
        sign("v", Cell::Fire(Seat::Second)),
        sign("H", Cell::Piece(Seat::First, Kind::Hidden)).read_only(),
        sign("h", Cell::Piece(Seat::Second, Kind::Hidden)).read_only(),
    ],
    stack: Stack::Single,
};

/// Writes the position text.
pub(super) fn write(state: &State, out: &mut String) {
    write_board(state, out);
    let seat = if state.seat == Seat::First { 'B' } else { 'R' };
    let add = if state.adding { '+' } else { '-' };
    let _ = write!(out, " {seat} {} {add} ", state.moves);
    let fired = SIZE.squares().filter(|square| state.has_fired(*square));
    write_list(fired, out, |square, out| {
        let _ = write!(out, "{square}");
    });
    out.push(' ');
    write_list(state.secrets.iter(), out, |(square, told), out| {
        let _ = write!(out, "{square}={told}");
    });
    let _ = write!(out, " {} {}", state.reveals, state.turn);
}

/// Writes a comma-separated list, `-` for none.
fn write_list<T>(items: impl Iterator<Item = T>, out: &mut String, write: fn(T, &mut String)) {
    let mut count = 0;
    for item in items {
        if count > 0 {
            out.push(',');
        }
        write(item, out);
        count += 1;
    }
    if count == 0 {
        out.push('-');
    }
}

fn write_board(state: &State, out: &mut String) {
    for rank in (0..SIZE.ranks).rev() {
        let mut empty = 0;
        for file in 0..SIZE.files {
            let cell = state.at(Square::new(file, rank));
            if cell == Cell::Empty {
                empty += 1;
                continue;
            }
            if empty > 0 {
                let _ = write!(out, "{empty}");
                empty = 0;
            }
            out.push(letter(cell));
        }
        if empty > 0 {
            let _ = write!(out, "{empty}");
        }
        if rank > 0 {
            out.push('/');
        }
    }
}

fn letter(cell: Cell) -> char {
    match cell {
        Cell::Empty => '1',
        Cell::Wall => '#',
        Cell::Fire(Seat::First) => '^',
        Cell::Fire(Seat::Second) => 'v',
        Cell::Piece(seat, kind) => {
            let letter = if kind == Kind::Hidden { 'H' } else { kind.letter() };
            if seat == Seat::First { letter } else { letter.to_ascii_lowercase() }
        }
    }
}

fn cell(letter: char) -> Option<Cell> {
    let kind = match letter.to_ascii_uppercase() {
        'K' => Kind::King,
        'W' => Kind::Wizard,
        'B' => Kind::Builder,
        'C' => Kind::Cannon,
        'H' => Kind::Hidden,
        '#' => return Some(Cell::Wall),
        '^' => return Some(Cell::Fire(Seat::First)),
        'V' if letter == 'v' => return Some(Cell::Fire(Seat::Second)),
        _ => return None,
    };
    let seat = if letter.is_ascii_uppercase() { Seat::First } else { Seat::Second };
    Some(Cell::Piece(seat, kind))
}

/// Reads a canonical position text that can be set up.
pub(super) fn read(config: &Config, text: &str) -> Result<State, ParseError> {
    let names = ["board", "seat", "moves", "add", "fired", "hidden", "reveals", "turn"];
    let [board, seat, moves, add, fired, hidden, reveals, turn] = fields(text, names)?;
    let mut state = State {
        config: *config,
        cells: read_board(board.0)?,
        seat: if one_of(seat, "BR")? == 'B' { Seat::First } else { Seat::Second },
        moves: number(moves)?,
        adding: one_of(add, "+-")? == '+',
        fired: 0,
        secrets: Vec::new(),
        reveals: number(reveals)?,
        turn: number(turn)?,
    };
    read_fired(&mut state, fired)?;
    read_hidden(&mut state, hidden)?;
    check_board(&state)?;
    check_turn(&state, (moves.1, add.1, turn.1))?;
    Ok(state)
}

/// A field's text and the column at which it begins.
type Field<'a> = (&'a str, usize);

fn one_of((text, column): Field<'_>, letters: &str) -> Result<char, ParseError> {
    let mut cursor = Cursor::new(text);
    let read = cursor.one_of(letters).and_then(|letter| cursor.finish().map(|()| letter));
    read.map_err(|error| error.shifted(column))
}

fn number((text, column): Field<'_>) -> Result<u32, ParseError> {
    let mut cursor = Cursor::new(text);
    let read = cursor.number(u64::from(MOST_TURNS)).and_then(|n| cursor.finish().map(|()| n));
    let number = read.map_err(|error| error.shifted(column))?;
    Ok(u32::try_from(number).unwrap_or(u32::MAX))
}

fn read_board(text: &str) -> Result<[Cell; SQUARES], ParseError> {
    let mut cells = [Cell::Empty; SQUARES];
    let mut cursor = Cursor::new(text);
    for rank in (0..SIZE.ranks).rev() {
        let mut file = 0;
        let mut after_number = false;
        while file < SIZE.files {
            let start = cursor.clone();
            match cursor.next() {
                Some(digit @ '1'..='7') if !after_number => {
                    file += digit as i8 - '0' as i8;
                    after_number = true;
                }
                Some(letter) => {
                    let found = cell(letter);
                    let thing = found.ok_or_else(|| start.error("expected a square's content"))?;
                    cells[SIZE.index(Square::new(file, rank))] = thing;
                    file += 1;
                    after_number = false;
                }
                None => return Err(start.error("the board ends too early")),
            }
            if file > SIZE.files {
                return Err(start.error("a rank has 7 squares"));
            }
        }
        if rank > 0 {
            cursor.expect("/")?;
        }
    }
    cursor.finish()?;
    Ok(cells)
}

/// Reads a comma-separated list of things in square order, `-` for none.
fn read_list<T>(
    (text, column): Field<'_>,
    mut read: impl FnMut(&mut Cursor<'_>) -> Result<T, ParseError>,
    square: impl Fn(&T) -> Square,
) -> Result<Vec<T>, ParseError> {
    let mut list: Vec<T> = Vec::new();
    if text == "-" {
        return Ok(list);
    }
    let mut cursor = Cursor::new(text);
    loop {
        let start = cursor.clone();
        let item = read(&mut cursor).map_err(|error| error.shifted(column))?;
        if list.last().is_some_and(|last| square(last) >= square(&item)) {
            return Err(start.error("expected squares in order a1, b1 …").shifted(column));
        }
        list.push(item);
        if cursor.is_done() {
            return Ok(list);
        }
        cursor.expect(",").map_err(|error| error.shifted(column))?;
    }
}

fn read_fired(state: &mut State, field: Field<'_>) -> Result<(), ParseError> {
    let squares = read_list(field, |cursor| SIZE.read_square(cursor), |square| *square)?;
    for square in squares {
        if state.at(square) != Cell::Piece(state.seat, Kind::Cannon) {
            let words = format!("no Cannon of the acting side stands on {square}");
            return Err(ParseError::at(field.1, words));
        }
        state.fired |= bit(square);
    }
    Ok(())
}

fn read_hidden(state: &mut State, field: Field<'_>) -> Result<(), ParseError> {
    let read = |cursor: &mut Cursor<'_>| {
        let square = SIZE.read_square(cursor)?;
        cursor.expect("=")?;
        let told = match cursor.peek() {
            Some('?') => Told::Nothing,
            Some('W') => Told::Kind(Kind::Wizard),
            Some('B') => Told::Kind(Kind::Builder),
            Some('C') => Told::Kind(Kind::Cannon),
            _ => return Ok((square, Told::Hash(read_hash(cursor)?))),
        };
        cursor.next();
        Ok((square, told))
    };
    state.secrets = read_list(field, read, |(square, _)| *square)?;
    let listed = state.secrets.iter().map(|(square, _)| *square);
    let hidden = |square: &Square| matches!(state.at(*square), Cell::Piece(_, Kind::Hidden));
    if !listed.eq(SIZE.squares().filter(hidden)) {
        let words = "expected every hidden piece of the board here, and no other";
        return Err(ParseError::at(field.1, words));
    }
    if !state.secrets.is_empty() && !state.config.hidden {
        let words = "hidden pieces need the option hidden=yes (CD-4)";
        return Err(ParseError::at(field.1, words));
    }
    Ok(())
}

fn check_board(state: &State) -> Result<(), ParseError> {
    for square in SIZE.squares() {
        let fault = match state.at(square) {
            Cell::Fire(_) if is_portal(square) => "fire on a portal (CD-3.6)",
            Cell::Fire(_) if square.rank == RIVER => "fire on the river (CD-3.6)",
            Cell::Wall if !is_grass(square) => "a wall stands on grass only (CD-3.2)",
            Cell::Piece(seat, _) if !is_half(seat, square) => {
                "a piece stands on its own half only (CD-1.2)"
            }
            _ => continue,
        };
        return Err(ParseError::whole(format!("{square}: {fault}")));
    }
    let kings = Seat::BOTH.map(|seat| state.count(seat, Kind::King));
    match kings {
        [1, 1] | [0, 1] | [1, 0] => Ok(()),
        _ => Err(ParseError::whole("each side has one King; only one side's may be missing")),
    }
}

/// Checks the fields about the turn, given their columns.
fn check_turn(state: &State, (moves, add, turn): (usize, usize, usize)) -> Result<(), ParseError> {
    if state.moves == 0 && state.both_kings() {
        return Err(ParseError::at(moves, "a turn without moves is over (CD-2.4)"));
    }
    let untouched = state.fired == 0 && state.reveals == 0;
    if state.adding && !(state.at(portal(state.seat)) == Cell::Empty && untouched) {
        let words = "+ means that the portal is empty and nothing was done in this turn";
        return Err(ParseError::at(add, words));
    }
    let odd = state.turn % 2 == 1;
    if state.turn == 0 || odd != (state.seat == state.config.first) {
        let words = "the turn's number does not fit the seat and who began";
        return Err(ParseError::at(turn, words));
    }
    Ok(())
}
