//! Reading the board of a position text.

use crate::rules::grid::Square;
use crate::rules::seat::Seat;
use crate::rules::text::{Cursor, ParseError};

use super::super::name;
use super::super::state::{Phase, State, Unit};

/// The most wall tiles on a board: five walls of three tiles a side.
const MOST_TILES: u8 = 30;
/// The most cannons on a board.
const MOST_CANNONS: u8 = 6;

/// Reads the board into an empty state that knows its phase, and tells where the missile stands.
///
/// # Errors
/// The text is no board of this size, or holds what no board can hold; where and why.
pub(super) fn read(state: &mut State, text: &str) -> Result<Option<Square>, ParseError> {
    let ranks = state.config.size.ranks;
    let cursor = Cursor::new(text);
    let mut board =
        Board { state, cursor, missile: None, tiles: 0, cannons: 0, units: [[0; 3]; 2] };
    for rank in (0..ranks).rev() {
        board.read_rank(rank)?;
        if rank > 0 && !board.cursor.eat("/") {
            let files = board.state.config.size.files;
            let words = format!("expected / after the {files} squares of rank {}", rank + 1);
            return Err(board.cursor.error(words));
        }
    }
    if !board.cursor.is_done() {
        return Err(board.cursor.error("expected the board to end after rank 1"));
    }
    Ok(board.missile)
}

/// A board that is being read.
struct Board<'a, 's> {
    state: &'s mut State,
    cursor: Cursor<'a>,
    missile: Option<Square>,
    tiles: u8,
    cannons: u8,
    /// By seat, then by kind.
    units: [[u8; 3]; 2],
}

/// The things of a square, in the order in which they are written.
#[derive(Clone, Copy)]
enum Thing {
    Wall,
    Cannon(Seat),
    Missile,
    Unit(Unit, Seat),
}

impl Thing {
    fn read(letter: char) -> Option<Thing> {
        let seat = if letter.is_ascii_uppercase() { Seat::First } else { Seat::Second };
        Some(match letter.to_ascii_uppercase() {
            '#' => Thing::Wall,
            'C' => Thing::Cannon(seat),
            '*' => Thing::Missile,
            'K' => Thing::Unit(Unit::King, seat),
            'A' => Thing::Unit(Unit::Archer, seat),
            'N' => Thing::Unit(Unit::Knight, seat),
            _ => return None,
        })
    }

    /// Its place in the order.
    const fn layer(self) -> u8 {
        match self {
            Thing::Wall => 1,
            Thing::Cannon(_) => 2,
            Thing::Missile => 3,
            Thing::Unit(..) => 4,
        }
    }
}

impl Board<'_, '_> {
    fn read_rank(&mut self, rank: i8) -> Result<(), ParseError> {
        let files = self.state.config.size.files;
        let mut file = 0;
        while file < files {
            if self.cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
                file += self.read_count(files - file)?;
            } else {
                self.read_square(Square::new(file, rank))?;
                file += 1;
            }
        }
        Ok(())
    }

    /// Reads a number of empty squares.
    fn read_count(&mut self, most: i8) -> Result<i8, ParseError> {
        let column = self.cursor.column();
        let count = self.cursor.number(u64::from(most.unsigned_abs()))?;
        match i8::try_from(count) {
            Ok(count) if count > 0 => Ok(count),
            _ => Err(ParseError::at(column, "expected one empty square or more")),
        }
    }

    /// Reads what stands on a square: one thing, or several in brackets.
    fn read_square(&mut self, at: Square) -> Result<(), ParseError> {
        if !self.cursor.eat("[") {
            self.read_thing(at)?;
            return Ok(());
        }
        let (mut last, mut count) = (0, 0);
        while !self.cursor.eat("]") {
            let column = self.cursor.column();
            let layer = self.read_thing(at)?.layer();
            if layer <= last {
                let words = "expected the order wall, cannon, missile, unit, each once at most";
                return Err(ParseError::at(column, words));
            }
            (last, count) = (layer, count + 1);
        }
        if count < 2 {
            let column = self.cursor.column().saturating_sub(1);
            return Err(ParseError::at(column, "expected two things or more in brackets"));
        }
        Ok(())
    }

    fn read_thing(&mut self, at: Square) -> Result<Thing, ParseError> {
        let column = self.cursor.column();
        let thing = self.cursor.peek().and_then(Thing::read).ok_or_else(|| {
            let words = "expected a number of empty squares, or one of # C c * K A N k a n";
            ParseError::at(column, format!("{words} for {at}"))
        })?;
        self.cursor.next();
        self.put(thing, at).map_err(|words| ParseError::at(column, words))?;
        Ok(thing)
    }

    /// Puts a thing on the board, if it can stand there.
    fn put(&mut self, thing: Thing, at: Square) -> Result<(), String> {
        let cell = self.state.cell(at);
        self.check_area(thing, at)?;
        match thing {
            Thing::Wall => {
                self.tiles += 1;
                if self.tiles > MOST_TILES {
                    return Err(format!("more than {MOST_TILES} wall tiles"));
                }
                self.state.set_wall(at, true);
            }
            Thing::Cannon(seat) => {
                self.cannons += 1;
                if self.cannons > MOST_CANNONS {
                    return Err(format!("more than {MOST_CANNONS} cannons"));
                } else if cell.has_wall() {
                    return Err(format!("the cannon on {at} stands on a wall"));
                }
                self.state.set_cannon(at, Some(seat));
            }
            Thing::Missile => match self.missile.replace(at) {
                None => {}
                Some(first) => return Err(format!("missiles on {first} and {at}: there is one")),
            },
            Thing::Unit(unit, seat) => self.put_unit(unit, seat, at)?,
        }
        Ok(())
    }

    fn put_unit(&mut self, unit: Unit, seat: Seat, at: Square) -> Result<(), String> {
        let cell = self.state.cell(at);
        let count = &mut self.units[seat.index()][unit as usize];
        *count += 1;
        let most = if unit == Unit::King { 1 } else { 5 };
        if *count > most {
            let plural = if most == 1 { "" } else { "s" };
            return Err(format!("{} has more than {most} {}{plural}", name(seat), unit.name()));
        }
        if cell.has_wall() && unit != Unit::Archer {
            return Err(format!("the {} on {at} stands on a wall", unit.name()));
        }
        if let Some(owner) = cell.cannon().filter(|owner| *owner != seat) {
            let (cannon, crew) = (name(owner), name(seat));
            return Err(format!("the cannon on {at} is {cannon}'s, and its crew {crew}'s"));
        }
        self.state.put_unit(at, unit, seat);
        Ok(())
    }

    /// KW-2: in setup everything stands where its stage puts it.
    fn check_area(&self, thing: Thing, at: Square) -> Result<(), String> {
        let Phase::Setup { .. } = self.state.phase else { return Ok(()) };
        let (area, cell) = (self.state.config.area(at), self.state.cell(at));
        let stands = match thing {
            Thing::Wall => area.is_some(),
            Thing::Unit(Unit::Archer, seat) => area == Some(seat) && cell.has_wall(),
            Thing::Unit(_, seat) => area == Some(seat) && cell.cannon().is_none(),
            Thing::Cannon(seat) => area == Some(seat),
            Thing::Missile => return Ok(()),
        };
        if stands {
            return Ok(());
        }
        Err(match thing {
            Thing::Wall | Thing::Missile => format!("in setup no wall stands on {at}, in the DMZ"),
            Thing::Cannon(seat) => format!("in setup {}'s cannon cannot stand on {at}", name(seat)),
            Thing::Unit(unit, seat) => {
                format!("in setup {}'s {} cannot stand on {at}", name(seat), unit.name())
            }
        })
    }
}
