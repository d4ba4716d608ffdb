//! Noughts and crosses, as small as a game can be: it lives only here.

use std::fmt;

use gamekeep::rules::any::Behind;
use gamekeep::rules::effect::{Effect, Effects, Thing};
use gamekeep::rules::game::{Acting, Card, Game, NotationLine, Turn};
use gamekeep::rules::grid::{Size, Square};
use gamekeep::rules::illegal::Illegal;
use gamekeep::rules::options::{OptionError, Options};
use gamekeep::rules::outcome::Outcome;
use gamekeep::rules::scene::{Item, Scene, Symbol};
use gamekeep::rules::seat::{Actor, Seat, SeatCard};
use gamekeep::rules::text::{Cursor, ParseError, fields};

pub(super) static NOUGHTS: Behind<Noughts> = Behind::text();

const SIZE: Size = Size::new(3, 3);

#[derive(Debug)]
pub(super) struct Noughts;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    cells: [Option<Seat>; 9],
    seat: Seat,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Put(Square);

impl fmt::Display for Put {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

const CARD: Card = Card {
    id: "noughts",
    rules: 1,
    name: "Noughts and Crosses",
    summary: "Three in a row.",
    seats: [
        SeatCard { id: "noughts", letter: 'O', name: "Noughts" },
        SeatCard { id: "crosses", letter: 'X', name: "Crosses" },
    ],
    options: &[],
    timed: false,
    rulebook: "# Noughts and Crosses\n\n## NC-1 Play\n\n### NC-1.1 Turns\n\nOne mark a turn.\n",
    arbiter_words: &[],
    notation: &[NotationLine { action: "put", form: "<square>", example: "b2" }],
    samples: &[],
    foreign: &gamekeep::rules::foreign::Foreign::NONE,
    lessons: &[],
    puzzles: "",
};

fn thing(seat: Seat) -> Thing {
    let letter = if seat == Seat::First { 'O' } else { 'X' };
    Thing { symbol: Symbol::Letter(letter), seat: Some(seat), name: "mark" }
}

impl Game for Noughts {
    type Config = ();
    type State = State;
    type Action = Put;

    const CARD: Card = CARD;

    fn configure(_: &Options) -> Result<(), OptionError> {
        Ok(())
    }

    fn start((): &()) -> State {
        State { cells: [None; 9], seat: Seat::First }
    }

    fn parse(_: &State, text: &str) -> Result<Put, ParseError> {
        let mut cursor = Cursor::new(text);
        let square = SIZE.read_square(&mut cursor)?;
        cursor.finish()?;
        Ok(Put(square))
    }

    fn reduce(
        state: &mut State,
        by: Actor,
        action: &Put,
        _at: Option<u64>,
        effects: &mut Effects,
    ) -> Result<(), Illegal> {
        if by != Actor::Seat(state.seat) {
            return Err(Illegal::new("NC-1.1", "it is the other's turn"));
        }
        let cell = &mut state.cells[SIZE.index(action.0)];
        if cell.is_some() {
            return Err(Illegal::new("NC-1.1", format!("{action} is taken")));
        }
        *cell = Some(state.seat);
        effects.tell(|| Effect::Appear { thing: thing(state.seat), at: action.0 });
        state.seat = state.seat.other();
        Ok(())
    }

    fn legal(state: &State, tell: &mut dyn FnMut(Actor, Put)) {
        for square in SIZE.squares().filter(|square| state.cells[SIZE.index(*square)].is_none()) {
            tell(Actor::Seat(state.seat), Put(square));
        }
    }

    fn outcome(state: &State) -> Option<Outcome> {
        const LINES: [[usize; 3]; 8] = [
            [0, 1, 2],
            [3, 4, 5],
            [6, 7, 8],
            [0, 3, 6],
            [1, 4, 7],
            [2, 5, 8],
            [0, 4, 8],
            [2, 4, 6],
        ];
        for seat in Seat::BOTH {
            if LINES.iter().any(|line| line.iter().all(|n| state.cells[*n] == Some(seat))) {
                return Some(Outcome::win(seat, "NC-1.1", "three in a row"));
            }
        }
        state.cells.iter().all(Option::is_some).then(|| Outcome::draw("NC-1.1", "board full"))
    }

    fn acting(state: &State) -> Acting {
        Acting::One(state.seat)
    }

    fn turn(state: &State) -> Turn {
        let number = state.cells.iter().flatten().count() as u32 + 1;
        Turn { number, seat: Some(state.seat), name: "turn".into() }
    }

    fn write_position(state: &State, out: &mut String) {
        out.extend(state.cells.iter().map(|cell| match cell {
            None => '.',
            Some(Seat::First) => 'O',
            Some(Seat::Second) => 'X',
        }));
        out.push_str(if state.seat == Seat::First { " O" } else { " X" });
    }

    fn read_position((): &(), text: &str) -> Result<State, ParseError> {
        let [(board, _), (seat, _)] = fields(text, ["board", "seat"])?;
        let mut state = State { cells: [None; 9], seat: Seat::First };
        if board.len() != 9 {
            return Err(ParseError::whole("expected nine squares"));
        }
        for (cell, letter) in state.cells.iter_mut().zip(board.chars()) {
            *cell = match letter {
                '.' => None,
                'O' => Some(Seat::First),
                'X' => Some(Seat::Second),
                _ => return Err(ParseError::whole("expected ., O or X")),
            };
        }
        state.seat = if seat == "O" { Seat::First } else { Seat::Second };
        Ok(state)
    }

    fn left_out_of_hash(_: &State) -> &'static [usize] {
        &[]
    }

    fn narrate(before: &State, _: Actor, action: &Put, _: &[Effect], _: &State) -> String {
        format!("{} marks {action}.", CARD.seat(before.seat).name)
    }

    fn scene(state: &State) -> Scene {
        let mut scene = Scene::new(SIZE);
        for square in SIZE.squares() {
            if let Some(seat) = state.cells[SIZE.index(square)] {
                let Thing { symbol, seat, name } = thing(seat);
                scene.items.push(Item::new(symbol, seat, name, square));
            }
        }
        scene
    }
}
