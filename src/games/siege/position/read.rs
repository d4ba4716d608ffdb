//! Reading the position text: only canonical ones are read.

use super::{FIELDS, MARKS, claims};
use crate::games::siege::phases::{Config, Moment, Phase};
use crate::games::siege::pieces::{Bag, Piece};
use crate::games::siege::rows::{self, FILES, RANKS, Rows, SIZE};
use crate::games::siege::state::{Gun, Shot, State};
use crate::rules::seat::Seat;
use crate::rules::text::{Cursor, ParseError, fields};

/// A field of the text: what it says and the column at which it begins.
type Field<'a> = (&'a str, usize);

/// Reads a position text.
///
/// # Errors
/// The text is not canonical, or claims what the map or the rules cannot hold.
pub(in super::super) fn read(config: &Config, text: &str) -> Result<State, ParseError> {
    let [board, phase, round, time, homes, guns, awards, hands, bags, shots, scores] =
        fields(text, FIELDS)?;
    let mut state = State::start(config);
    let gun_tiles = read_board(&mut state, board)?;
    read_time(&mut state, phase, round, time)?;
    each_side(homes, |seat, field| read_home(&mut state, seat, field))?;
    each_side(guns, |seat, field| read_guns(&mut state, seat, field))?;
    if let Some(tile) = rows::squares(&gun_tiles).find(|tile| !rows::has(&state.gun_tiles, *tile)) {
        return Err(ParseError::at(guns.1, format!("no gun is named for the gun tile {tile}")));
    }
    if let Some(tile) = rows::squares(&state.gun_tiles).find(|tile| !rows::has(&gun_tiles, *tile)) {
        return Err(ParseError::at(guns.1, format!("the board has no gun tile on {tile}")));
    }
    each_side(awards, |seat, field| {
        state.side_mut(seat).awards = read_number(field, u64::from(u8::MAX))? as u8;
        Ok(())
    })?;
    each_side(hands, |seat, field| {
        state.side_mut(seat).hand = read_hand(field)?;
        Ok(())
    })?;
    each_side(bags, |seat, field| {
        state.side_mut(seat).bag = read_bag(field)?;
        Ok(())
    })?;
    read_shots(&mut state, shots)?;
    each_side(scores, |seat, field| {
        state.side_mut(seat).score = read_number(field, u64::from(u32::MAX))? as u32;
        Ok(())
    })?;
    let columns = [board, phase, round, time, homes, guns, awards, hands, bags, shots, scores];
    claims::check(&mut state, &columns.map(|(_, column)| column))?;
    state.settle_next();
    Ok(state)
}

/// Reads the board into walls and rubble; the gun tiles are handed back, to be compared with the
/// guns.
fn read_board(state: &mut State, (text, column): Field<'_>) -> Result<Rows, ParseError> {
    let mut guns = rows::NONE;
    let mut start = column;
    let mut ranks = (0..RANKS).rev();
    for row in text.split('/') {
        let Some(rank) = ranks.next() else {
            return Err(ParseError::at(start, format!("a board has {RANKS} rows, this one more")));
        };
        let row_length = row.chars().count();
        [state.walls[rank], state.rubble[rank], guns[rank]] =
            read_row(row).map_err(|error| error.shifted(start))?;
        start += row_length + 1;
    }
    match ranks.len() {
        0 => Ok(guns),
        left => {
            let words = format!("a board has {RANKS} rows, this one only {}", RANKS - left);
            Err(ParseError::at(start - 1, words))
        }
    }
}

/// Reads a row of the board: its walls, its rubble, its gun tiles.
fn read_row(text: &str) -> Result<[u64; 3], ParseError> {
    let mut cursor = Cursor::new(text);
    let mut row = [0; 3];
    let mut file = 0;
    let mut after_run = false;
    while file < FILES {
        if let Some(kind) = cursor.eat_if(|c| "#%G".contains(c)).and_then(|c| "#%G".find(c)) {
            row[kind] |= 1 << file;
            file += 1;
            after_run = false;
            continue;
        }
        if !cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
            let words = format!("a row has {FILES} tiles, this one only {file} before this");
            return Err(cursor.error(words));
        }
        if after_run {
            return Err(cursor.error("two numbers cannot follow each other"));
        }
        let start = cursor.clone();
        let run = cursor.number((FILES - file) as u64)?;
        if run == 0 {
            return Err(start.error("a run of bare tiles has at least one"));
        }
        file += run as usize;
        after_run = true;
    }
    match cursor.is_done() {
        true => Ok(row),
        false => Err(cursor.error(format!("a row has {FILES} tiles, this one more"))),
    }
}

/// Reads phase, round and time; phase and round must follow from the time.
fn read_time(
    state: &mut State,
    phase: Field<'_>,
    round: Field<'_>,
    time: Field<'_>,
) -> Result<(), ParseError> {
    let named = Phase::ALL.into_iter().find(|known| known.word() == phase.0).ok_or_else(|| {
        let words: Vec<&str> = Phase::ALL.into_iter().map(Phase::word).collect();
        ParseError::at(phase.1, format!("expected a phase: {}", words.join(", ")))
    })?;
    let number = read_number(round, u64::from(u8::MAX))? as u8;
    let time_ms = read_number(time, u64::from(u32::MAX))? as u32;
    let config = state.config;
    state.time_ms = time_ms;
    if named == Phase::Over {
        let ends = |moment: &Moment| moment.phase == Phase::Grace && moment.end_ms == time_ms;
        let last = config.moments().find(ends).ok_or_else(|| {
            ParseError::at(time.1, "a match is over at the end of a build phase's grace only")
        })?;
        state.now = config.over(last);
    } else {
        let runs = |moment: &Moment| time_ms < moment.end_ms;
        state.now = config.moments().find(runs).unwrap_or_else(|| config.first());
    }
    if state.now.phase != named {
        let words = format!("at {time_ms} ms the phase is {}", state.now.phase.word());
        return Err(ParseError::at(phase.1, words));
    }
    if state.now.round != number {
        let words = format!("at {time_ms} ms the round is {}", state.now.round);
        return Err(ParseError::at(round.1, words));
    }
    Ok(())
}

/// Reads a pair: West's, `;`, East's.
fn each_side(
    (text, column): Field<'_>,
    mut read: impl FnMut(Seat, Field<'_>) -> Result<(), ParseError>,
) -> Result<(), ParseError> {
    let Some((west, east)) = text.split_once(';') else {
        return Err(ParseError::at(column, "expected a pair: West's, then “;”, then East's"));
    };
    read(Seat::First, (west, column))?;
    read(Seat::Second, (east, column + west.chars().count() + 1))
}

fn read_number((text, column): Field<'_>, most: u64) -> Result<u64, ParseError> {
    let mut cursor = Cursor::new(text);
    let number = cursor.number(most).and_then(|number| cursor.finish().map(|()| number));
    number.map_err(|error| error.shifted(column))
}

fn read_home(state: &mut State, seat: Seat, (text, column): Field<'_>) -> Result<(), ParseError> {
    if text == "-" {
        return Ok(());
    }
    let mut cursor = Cursor::new(text);
    let square = SIZE.read_square(&mut cursor).and_then(|s| cursor.finish().map(|()| s));
    let square = square.map_err(|error| error.shifted(column))?;
    let castle = state.map().castle(seat, square).ok_or_else(|| {
        let words = format!("no castle of that side has {square} as its south-west tile");
        ParseError::at(column, words)
    })?;
    state.side_mut(seat).home = Some(castle);
    Ok(())
}

/// Reads a list, comma-separated, or `-` for none.
fn read_list(
    (text, column): Field<'_>,
    mut read: impl FnMut(&mut Cursor<'_>) -> Result<(), ParseError>,
) -> Result<(), ParseError> {
    if text == "-" {
        return Ok(());
    }
    let mut cursor = Cursor::new(text);
    loop {
        read(&mut cursor).map_err(|error| error.shifted(column))?;
        if cursor.is_done() {
            return Ok(());
        }
        cursor.expect(",").map_err(|error| error.shifted(column))?;
    }
}

fn read_guns(state: &mut State, seat: Seat, field: Field<'_>) -> Result<(), ParseError> {
    let mut guns = state.side(seat).guns;
    let land = state.building_ground(seat);
    let mut tiles = state.gun_tiles;
    read_list(field, |cursor| {
        let start = cursor.column();
        let at = SIZE.read_square(cursor)?;
        let mut gun = Gun::new(at);
        for (mark, sign) in MARKS {
            gun.set(mark, cursor.eat_if(|c| c == sign).is_some());
        }
        let words = if !rows::has_block(&land, at) || rows::touches_edge(at) {
            format!("a gun of that side cannot stand on {at}")
        } else if rows::block(at).into_iter().any(|tile| rows::has(&tiles, tile)) {
            format!("the gun on {at} stands on another")
        } else if !guns.push(gun) {
            format!("no side can have more than {} guns", guns.len())
        } else {
            rows::put_block(&mut tiles, at);
            return Ok(());
        };
        Err(ParseError::at(start, words))
    })?;
    state.side_mut(seat).guns = guns;
    state.gun_tiles = tiles;
    Ok(())
}

fn read_hand((text, column): Field<'_>) -> Result<Option<Piece>, ParseError> {
    if text == "-" {
        return Ok(None);
    }
    let mut letters = text.chars();
    match (letters.next().and_then(Piece::lettered), letters.next()) {
        (Some(piece), None) => Ok(Some(piece)),
        _ => Err(ParseError::at(column, "expected a piece's letter or “-”")),
    }
}

fn read_bag((text, column): Field<'_>) -> Result<Bag, ParseError> {
    let mut bag = Bag::default();
    if text == "-" {
        return Ok(bag);
    }
    let mut last = 0;
    for (n, letter) in text.chars().enumerate() {
        let Some(piece) = Piece::lettered(letter) else {
            return Err(ParseError::at(column + n, "expected a piece's letter"));
        };
        if piece.index() < last {
            return Err(ParseError::at(column + n, "a bag's letters are in the table's order"));
        }
        last = piece.index();
        bag[last] = bag[last].saturating_add(1);
    }
    if text.is_empty() {
        return Err(ParseError::at(column, "an empty bag is written “-”"));
    }
    Ok(bag)
}

fn read_shots(state: &mut State, field: Field<'_>) -> Result<(), ParseError> {
    let mut shots = state.shots;
    read_list(field, |cursor| {
        let start = cursor.column();
        let gun = SIZE.read_square(cursor)?;
        cursor.expect(">")?;
        let target = SIZE.read_square(cursor)?;
        cursor.expect("@")?;
        let lands_ms = cursor.number(u64::from(u32::MAX))? as u32;
        let shot = Shot { gun, target, lands_ms };
        let words = if shots.iter().any(|other| other.gun == gun) {
            format!("the gun on {gun} has a ball in the air already")
        } else if !shots.push(shot) {
            format!("no more than {} balls can be in the air", shots.len())
        } else {
            return Ok(());
        };
        Err(ParseError::at(start, words))
    })?;
    state.shots = shots;
    Ok(())
}
