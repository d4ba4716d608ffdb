//! Actions, and their notation in both directions.

use std::fmt;

use super::state::{BOARD, Kind};
use crate::rules::grid::{Square, read_any_square};
use crate::rules::text::{Cursor, ParseError};

/// An action as its notation gives it. Squares are on the board; mine places lie beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// `L@e1`: a piece is placed in setup.
    Place {
        /// What.
        kind: Kind,
        /// Where.
        at: Square,
    },
    /// `Ia2-a3`: a piece moves.
    Step {
        /// What.
        kind: Kind,
        /// From where.
        from: Square,
        /// To where.
        to: Square,
    },
    /// `Nc1xd2`, `Ia2!b3`: a piece hits another in melee.
    Melee {
        /// What.
        kind: Kind,
        /// From where.
        from: Square,
        /// The square of what it hits.
        to: Square,
        /// Whether it is written as a capture (`x`) and not as a strike (`!`).
        captures: bool,
    },
    /// `Ia3*a5`, `Bd1*d4`: Infantry shoots, a Trebuchet throws.
    Shot {
        /// What.
        kind: Kind,
        /// From where.
        from: Square,
        /// The square aimed at.
        aim: Square,
    },
    /// `Ia4/a5`, `Mb4/b5`: an enemy wall is broken.
    Break {
        /// By what.
        kind: Kind,
        /// From where.
        from: Square,
        /// The wall's square.
        at: Square,
    },
    /// `Ia2+a3`: Infantry lays a stone.
    Build {
        /// The Infantry's square.
        from: Square,
        /// The wall's square.
        at: Square,
    },
    /// `Ia2~a3`: Infantry takes a stone from an own wall.
    Dismantle {
        /// The Infantry's square.
        from: Square,
        /// The wall's square.
        at: Square,
    },
    /// `Ie1-e0`: Infantry goes to the mine.
    Enter {
        /// Its square.
        from: Square,
        /// The place in a mine.
        place: Square,
    },
    /// `Ie0-e1`: Infantry comes back from the mine.
    Return {
        /// The place in a mine.
        place: Square,
        /// The square it comes to.
        to: Square,
    },
    /// `Ib1+Tc1`: Infantry builds a machine.
    Machine {
        /// The Infantry's square.
        from: Square,
        /// What it builds.
        kind: Kind,
        /// The machine's square.
        at: Square,
    },
    /// `Ld1=Ne2`, `Ld1=Ie2`: the Lord promotes or demotes.
    Change {
        /// The Lord's square.
        lord: Square,
        /// What the piece becomes: Infantry if it is demoted.
        kind: Kind,
        /// The piece's square.
        at: Square,
    },
    /// `Ld1+Ic1Ie1`: the Lord calls Infantry.
    Call {
        /// The Lord's square.
        lord: Square,
        /// Where Infantry comes, the first in square order.
        first: Square,
        /// Where a second one comes.
        second: Option<Square>,
    },
    /// `end`: the turn ends before two pieces have acted.
    End,
}

/// Reads an action.
pub(super) fn parse(text: &str) -> Result<Action, ParseError> {
    read(text.as_bytes()).ok_or_else(|| explain(text))
}

fn read(text: &[u8]) -> Option<Action> {
    Some(match *text {
        [k, f, r, sign, f2, r2] => return read_pair(Kind::of_letter(k)?, [f, r], sign, [f2, r2]),
        [b'e', b'n', b'd'] => Action::End,
        [k, b'@', f, r] => Action::Place { kind: Kind::of_letter(k)?, at: square([f, r])? },
        [b'I', f, r, b'+', k, f2, r2] => {
            let kind = Kind::of_letter(k).filter(|kind| kind.is_machine())?;
            Action::Machine { from: square([f, r])?, kind, at: square([f2, r2])? }
        }
        [b'L', f, r, b'=', k, f2, r2] => {
            let kind = Kind::of_letter(k)
                .filter(|kind| matches!(kind, Kind::Infantry | Kind::Knight | Kind::Rider))?;
            Action::Change { lord: square([f, r])?, kind, at: square([f2, r2])? }
        }
        [b'L', f, r, b'+', b'I', f2, r2] => {
            Action::Call { lord: square([f, r])?, first: square([f2, r2])?, second: None }
        }
        [b'L', f, r, b'+', b'I', f2, r2, b'I', f3, r3] => {
            let (first, second) = (square([f2, r2])?, square([f3, r3])?);
            if second <= first {
                return None;
            }
            Action::Call { lord: square([f, r])?, first, second: Some(second) }
        }
        _ => return None,
    })
}

/// Reads the forms of a piece, its square, a sign and another square.
fn read_pair(kind: Kind, from: [u8; 2], sign: u8, to: [u8; 2]) -> Option<Action> {
    if sign == b'-' && kind == Kind::Infantry {
        if let Some(place) = mine_place(to) {
            return Some(Action::Enter { from: square(from)?, place });
        }
        if let Some(place) = mine_place(from) {
            return Some(Action::Return { place, to: square(to)? });
        }
    }
    let (from, to) = (square(from)?, square(to)?);
    Some(match sign {
        b'-' => Action::Step { kind, from, to },
        b'x' => Action::Melee { kind, from, to, captures: true },
        b'!' => Action::Melee { kind, from, to, captures: false },
        b'*' => Action::Shot { kind, from, aim: to },
        b'/' => Action::Break { kind, from, at: to },
        b'+' if kind == Kind::Infantry => Action::Build { from, at: to },
        b'~' if kind == Kind::Infantry => Action::Dismantle { from, at: to },
        _ => return None,
    })
}

fn file(letter: u8) -> Option<i8> {
    matches!(letter, b'a'..=b'h').then(|| (letter - b'a') as i8)
}

fn square([f, r]: [u8; 2]) -> Option<Square> {
    matches!(r, b'1'..=b'8').then_some(())?;
    Some(Square::new(file(f)?, (r - b'1') as i8))
}

fn mine_place([f, r]: [u8; 2]) -> Option<Square> {
    matches!(r, b'0' | b'9').then_some(())?;
    Some(Square::new(file(f)?, r as i8 - b'1' as i8))
}

/// What is wrong with a text that is no action, and where.
#[cold]
fn explain(text: &str) -> ParseError {
    let mut cursor = Cursor::new(text);
    match explain_at(&mut cursor) {
        Err(error) => error,
        Ok(()) => cursor.finish().err().unwrap_or_else(|| ParseError::whole("no such action")),
    }
}

const ACTION: &str = "expected a piece (L, I, N, R, T, B or M) or end";
const SIGN: &str = "expected @ or a square after the piece";

fn explain_at(cursor: &mut Cursor<'_>) -> Result<(), ParseError> {
    if cursor.eat("end") {
        return Ok(());
    }
    let kind = read_kind(cursor).ok_or_else(|| cursor.error(ACTION))?;
    if cursor.eat("@") {
        BOARD.read_square(cursor)?;
        return Ok(());
    }
    if !cursor.peek().is_some_and(|c| c.is_ascii_lowercase()) {
        return Err(cursor.error(SIGN));
    }
    let start = cursor.column();
    let from = read_any_square(cursor)?;
    let sign_column = cursor.column();
    let sign = cursor.next().unwrap_or(' ');
    let goes = kind == Kind::Infantry && sign == '-';
    if !(BOARD.contains(from) || goes && is_mine_place(from)) {
        return Err(ParseError::at(start, format!("{from} is off the board")));
    }
    match (sign, kind) {
        ('-' | 'x' | '!' | '*' | '/', _) | ('~', Kind::Infantry) => {}
        ('+', Kind::Infantry) => {
            let built = cursor.peek().is_some_and(|c| c.is_ascii_uppercase());
            if built && !read_kind(cursor).is_some_and(Kind::is_machine) {
                return Err(cursor.error("an Infantry builds T, B or M"));
            }
        }
        ('+', Kind::Lord) => return explain_call(cursor),
        ('=', Kind::Lord) => {
            cursor.one_of("NRI")?;
        }
        ('+' | '~' | '=', _) => {
            let words = format!("{} does nothing that is written {sign}", kind.a_name());
            return Err(ParseError::at(sign_column, words));
        }
        _ => {
            return Err(ParseError::at(sign_column, "expected one of - x ! * / + ~ ="));
        }
    }
    let start = cursor.column();
    let to = read_any_square(cursor)?;
    if !(BOARD.contains(to) || goes && is_mine_place(to)) {
        return Err(ParseError::at(start, format!("{to} is off the board")));
    }
    if !BOARD.contains(from) && !BOARD.contains(to) {
        return Err(ParseError::at(start, "from the mine an Infantry goes to a square"));
    }
    Ok(())
}

fn explain_call(cursor: &mut Cursor<'_>) -> Result<(), ParseError> {
    cursor.expect("I")?;
    let first = BOARD.read_square(cursor)?;
    if cursor.eat("I") {
        let start = cursor.column();
        if BOARD.read_square(cursor)? <= first {
            let words = "called Infantry is written in the order a1, b1 … h8";
            return Err(ParseError::at(start, words));
        }
    }
    Ok(())
}

fn read_kind(cursor: &mut Cursor<'_>) -> Option<Kind> {
    let letter = u8::try_from(cursor.peek()?).ok()?;
    let kind = Kind::of_letter(letter)?;
    cursor.next();
    Some(kind)
}

fn is_mine_place(square: Square) -> bool {
    (0..8).contains(&square.file) && (square.rank == -1 || square.rank == 8)
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Place { kind, at } => write!(f, "{}@{at}", kind.letter()),
            Action::Step { kind, from, to } => write!(f, "{}{from}-{to}", kind.letter()),
            Action::Melee { kind, from, to, captures } => {
                write!(f, "{}{from}{}{to}", kind.letter(), if captures { 'x' } else { '!' })
            }
            Action::Shot { kind, from, aim } => write!(f, "{}{from}*{aim}", kind.letter()),
            Action::Break { kind, from, at } => write!(f, "{}{from}/{at}", kind.letter()),
            Action::Build { from, at } => write!(f, "I{from}+{at}"),
            Action::Dismantle { from, at } => write!(f, "I{from}~{at}"),
            Action::Enter { from, place } => write!(f, "I{from}-{place}"),
            Action::Return { place, to } => write!(f, "I{place}-{to}"),
            Action::Machine { from, kind, at } => write!(f, "I{from}+{}{at}", kind.letter()),
            Action::Change { lord, kind, at } => write!(f, "L{lord}={}{at}", kind.letter()),
            Action::Call { lord, first, second } => {
                write!(f, "L{lord}+I{first}")?;
                second.map_or(Ok(()), |second| write!(f, "I{second}"))
            }
            Action::End => f.write_str("end"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_goes_both_ways() {
        let forms = "L@e1 I@a2 Ia2-a3 Nc1xd2 Ia2!b3 Ia3*a5 Bd1*d4 Ia4/a5 Mb4/b5 Ia2+a3 Ia2~a3 \
                     Ie1-e0 Ie0-e1 Ie8-e9 Ib1+Tc1 Ib1+Mc1 Ld1=Ne2 Ld1=Ie2 Ld1+Ic1 Ld1+Ic1Ie1 end";
        for text in forms.split_whitespace() {
            assert_eq!(parse(text).expect(text).to_string(), text);
        }
    }

    #[test]
    fn what_is_no_action_says_where() {
        let check = |text: &str, column: usize, words: &str| {
            let error = parse(text).expect_err(text);
            assert_eq!((error.column, &*error.words), (column, words), "{text}");
        };
        check("", 0, ACTION);
        check("Ka1-a2", 0, ACTION);
        check("é", 0, ACTION);
        check("END", 0, ACTION);
        check("ends", 3, "expected nothing more here");
        check("I", 1, SIGN);
        check("L@e9", 2, "e9 is off the board");
        check("Li1-h1", 1, "i1 is off the board");
        check("Le1-e0", 4, "e0 is off the board");
        check("Ie0xe1", 1, "e0 is off the board");
        check("Ie0-e9", 4, "from the mine an Infantry goes to a square");
        check("Ia1", 3, "expected one of - x ! * / + ~ =");
        check("Ia1-", 4, "expected a square such as d4");
        check("Ia1-a2 ", 6, "expected nothing more here");
        check("Ia01-a2", 1, "expected a square such as d4");
        check("Na1+a2", 3, "a Knight does nothing that is written +");
        check("Ia1+Nb1", 5, "an Infantry builds T, B or M");
        check("La1=Tb1", 4, "expected N or R or I");
        check("La1+b1", 4, "expected \"I\"");
        check("Lb1+Ic1Ia1", 8, "called Infantry is written in the order a1, b1 … h8");
        check("Lb1+Ia1Ia1", 8, "called Infantry is written in the order a1, b1 … h8");
        check("Lb1+Ia1Ic1Ib2", 10, "expected nothing more here");
    }
}
