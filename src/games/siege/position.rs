//! The position text, both ways. What a text must not claim is in [`claims`].

use super::few::Few;
use super::pieces::{Bag, Piece};
use super::rows::{FILES, RANKS};
use super::state::{Gun, Mark, State};
use crate::rules::board_text::{Palette, Sign, Stack};
use crate::rules::effect::Thing;
use crate::rules::grid::Square;
use crate::rules::scene::Symbol;
use crate::rules::seat::Seat;

mod claims;
mod read;

pub(super) use read::read;

/// The fields' names, in order.
const FIELDS: [&str; 11] = [
    "board", "phase", "round", "time", "homes", "guns", "awards", "hands", "bags", "shots",
    "scores",
];

/// The marks of a gun that the text shows, in order.
const MARKS: [(Mark, char); 3] = [(Mark::Hit, '+'), (Mark::Silenced, '!'), (Mark::CutOff, '~')];

/// The signs of the board. Guns are told of in a field of their own.
pub(super) const PALETTE: Palette = Palette {
    signs: &[
        Sign::new("#", Thing { symbol: Symbol::Wall, seat: None, name: "wall" }),
        Sign::new("%", Thing { symbol: Symbol::Rubble, seat: None, name: "rubble" }),
        Sign::new("G", Thing { symbol: Symbol::Letter('G'), seat: None, name: "gun" }).read_only(),
    ],
    stack: Stack::Single,
};

/// Writes the position text.
pub(super) fn write(state: &State, out: &mut String) {
    out.reserve(512);
    write_board(state, out);
    out.push(' ');
    out.push_str(state.now.phase.word());
    out.push(' ');
    push_number(out, u32::from(state.now.round));
    out.push(' ');
    push_number(out, state.time_ms);
    push_pair(out, |out, seat| push_or_dash(out, state.home(seat), push_square));
    push_pair(out, |out, seat| write_guns(&state.side(seat).guns, out));
    push_pair(out, |out, seat| push_number(out, u32::from(state.side(seat).awards)));
    push_pair(out, |out, seat| {
        push_or_dash(out, state.side(seat).hand, |out, piece| out.push_str(piece.letter()));
    });
    push_pair(out, |out, seat| write_bag(&state.side(seat).bag, out));
    out.push(' ');
    write_shots(state, out);
    push_pair(out, |out, seat| push_number(out, state.side(seat).score));
}

fn write_board(state: &State, out: &mut String) {
    for rank in (0..RANKS).rev() {
        let (walls, rubble) = (state.walls[rank], state.rubble[rank]);
        let mut left = walls | rubble | state.gun_tiles[rank];
        let mut file = 0;
        while left != 0 {
            let next = left.trailing_zeros();
            if next > file {
                push_number(out, next - file);
            }
            let tile = left & left.wrapping_neg();
            out.push(if walls & tile != 0 {
                '#'
            } else if rubble & tile != 0 {
                '%'
            } else {
                'G'
            });
            left ^= tile;
            file = next + 1;
        }
        if file < FILES as u32 {
            push_number(out, FILES as u32 - file);
        }
        if rank > 0 {
            out.push('/');
        }
    }
}

fn write_guns<const N: usize>(guns: &Few<Gun, N>, out: &mut String) {
    push_list(out, guns.iter(), |out, gun| {
        push_square(out, gun.at);
        for (mark, sign) in MARKS {
            if gun.is(mark) {
                out.push(sign);
            }
        }
    });
}

fn write_bag(bag: &Bag, out: &mut String) {
    let before = out.len();
    for piece in Piece::all() {
        for _ in 0..bag[piece.index()] {
            out.push_str(piece.letter());
        }
    }
    if out.len() == before {
        out.push('-');
    }
}

fn write_shots(state: &State, out: &mut String) {
    push_list(out, state.shots.iter(), |out, shot| {
        push_square(out, shot.gun);
        out.push('>');
        push_square(out, shot.target);
        out.push('@');
        push_number(out, shot.lands_ms);
    });
}

/// A blank, then West's, `;`, East's.
fn push_pair(out: &mut String, mut push: impl FnMut(&mut String, Seat)) {
    out.push(' ');
    push(out, Seat::First);
    out.push(';');
    push(out, Seat::Second);
}

fn push_or_dash<T>(out: &mut String, what: Option<T>, push: impl FnOnce(&mut String, T)) {
    match what {
        Some(what) => push(out, what),
        None => out.push('-'),
    }
}

fn push_list<'a, T: 'a>(
    out: &mut String,
    list: std::slice::Iter<'a, T>,
    push: impl Fn(&mut String, &'a T),
) {
    if list.len() == 0 {
        out.push('-');
    }
    for (n, thing) in list.enumerate() {
        if n > 0 {
            out.push(',');
        }
        push(out, thing);
    }
}

/// A square's name, as [`Square`] prints it, without the detour over a formatter.
fn push_square(out: &mut String, square: Square) {
    let file = square.file.unsigned_abs();
    if file >= 26 {
        out.push(char::from(b'a' + file / 26 - 1));
    }
    out.push(char::from(b'a' + file % 26));
    push_number(out, u32::from(square.rank.unsigned_abs()) + 1);
}

fn push_number(out: &mut String, number: u32) {
    if number >= 10 {
        push_number_above_ten(out, number);
    } else {
        out.push(char::from(b'0' + number as u8));
    }
}

fn push_number_above_ten(out: &mut String, number: u32) {
    let mut scale = 10;
    while number / scale >= 10 {
        scale *= 10;
    }
    while scale > 0 {
        out.push(char::from(b'0' + (number / scale % 10) as u8));
        scale /= 10;
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::any::{AnyGame, Behind};
    use crate::rules::options::Options;

    #[test]
    fn positions_of_vectors_are_read_and_written_alike() {
        let vectors = include_str!("../../../tests/games/vectors/siege.ndjson");
        let mut n = 0;
        for line in vectors.lines() {
            let vector: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let game = Behind::<super::super::Siege>::text();
            let given = vector["options"].as_object().into_iter().flatten();
            let given = given.map(|(name, value)| (name.as_str(), value.as_str().unwrap_or("")));
            let options = Options::read(game.card(), given).expect("options");
            let list = vector["positions"].as_array().into_iter().flatten();
            let list = list.chain([&vector["setup"], &vector["position"]]);
            for text in list.filter_map(|position| position.as_str()) {
                let play = game.begin(&options, Some(text));
                let play = play.unwrap_or_else(|error| panic!("{text}\n{error}"));
                assert_eq!(play.position(crate::rules::any::View::Told), text);
                n += 1;
            }
        }
        assert!(n > 300, "{n}");
    }
}
