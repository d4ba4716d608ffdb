//! Stone Fortress: every action that could conceivably be legal, and many that never are.

const KINDS: [char; 7] = ['L', 'I', 'N', 'R', 'T', 'B', 'M'];

fn name(file: i8, rank: i8) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

fn on_board((file, rank): (i8, i8)) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

fn near(file: i8, rank: i8, reach: i8) -> Vec<String> {
    let span = -reach..=reach;
    span.clone()
        .flat_map(|x| span.clone().map(move |y| (file + x, rank + y)))
        .filter(|square| on_board(*square))
        .map(|(file, rank)| name(file, rank))
        .collect()
}

/// The pieces of a position text's board: file, rank, letter in upper case.
fn pieces(board: &str) -> Vec<(i8, i8, char)> {
    let mut list = Vec::new();
    for (n, row) in board.split('/').enumerate() {
        let mut file = 0;
        let mut letters = row.chars();
        while let Some(c) = letters.next() {
            match c {
                '1'..='8' => file += c as i8 - '0' as i8,
                'w' | 'W' => {
                    letters.next();
                    file += 1;
                }
                // What stands in brackets stands on the wall just read.
                '(' => {
                    let piece = letters.next().unwrap_or('L');
                    letters.next();
                    list.push((file - 1, 7 - n as i8, piece.to_ascii_uppercase()));
                }
                _ => {
                    list.push((file, 7 - n as i8, c.to_ascii_uppercase()));
                    file += 1;
                }
            }
        }
    }
    list
}

/// All texts `"<letter> <action>"`.
pub(crate) fn universe(position: &str, _options: &[(String, String)]) -> Vec<String> {
    let board = position.split(' ').next().unwrap_or_default();
    let squares: Vec<(i8, i8)> = (0..8).flat_map(|r| (0..8).map(move |f| (f, r))).collect();
    let mut texts = vec!["end".to_owned()];
    for (file, rank) in &squares {
        texts.extend(KINDS.iter().map(|kind| format!("{kind}@{}", name(*file, *rank))));
    }
    for (file, rank, kind) in pieces(board) {
        let from = name(file, rank);
        for (f, r) in &squares {
            for sign in ['-', 'x', '!', '*', '/'] {
                texts.push(format!("{kind}{from}{sign}{}", name(*f, *r)));
            }
        }
        for to in near(file, rank, 1) {
            for wrong in KINDS.iter().filter(|k| **k != kind) {
                texts.extend(["-", "x", "/"].map(|sign| format!("{wrong}{from}{sign}{to}")));
            }
        }
        for to in near(file, rank, 2) {
            texts.extend(["+", "~", "+T", "+B", "+M"].map(|sign| format!("I{from}{sign}{to}")));
            texts.extend(["=N", "=R", "=I", "+I"].map(|sign| format!("L{from}{sign}{to}")));
        }
        for first in squares.iter().filter(|(f, r)| (f - file).abs() + (r - rank).abs() < 3) {
            for second in squares.iter().filter(|(f, r)| (f - file).abs() + (r - rank).abs() < 3) {
                if (first.1, first.0) < (second.1, second.0) {
                    let (first, second) = (name(first.0, first.1), name(second.0, second.1));
                    texts.push(format!("L{from}+I{first}I{second}"));
                }
            }
        }
        for f in 0..8 {
            texts.extend([-1, 8].map(|rank| format!("I{from}-{}", name(f, rank))));
        }
    }
    for file in 0..8 {
        for place in [name(file, -1), name(file, 8)] {
            texts.extend(squares.iter().map(|(f, r)| format!("I{place}-{}", name(*f, *r))));
        }
    }
    let seats = texts.iter().flat_map(|text| ["W", "B"].map(|by| format!("{by} {text}")));
    seats.chain(texts.iter().step_by(7).map(|text| format!("* {text}"))).collect()
}
