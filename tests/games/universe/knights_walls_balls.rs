//! Knights, Walls & Balls: every text that could be an action somewhere, and many that never are.

/// The eight directions.
const DIRECTIONS: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// Every action text with the letter of who acts, for a position.
///
/// From a square on which something stands: all steps, moves and shots of every piece, one square
/// farther than any rule allows, whatever stands there. From an empty square a few of them. Walls
/// and placements: on all squares in setup, on every seventh in play.
pub(crate) fn universe(position: &str, options: &[(String, String)]) -> Vec<String> {
    let board = options.iter().find(|(name, _)| name == "board").map_or("15x15", |(_, v)| v);
    let (files, ranks) = board.split_once('x').expect("a board's size");
    let size = (files.parse().expect("columns"), ranks.parse().expect("rows"));
    let setup = position.split(' ').nth(1) == Some("-");
    let occupied = occupied(position.split(' ').next().unwrap_or_default(), size.0);
    let mut actions: Vec<String> = ["missile", "end", "clock"].map(String::from).into();
    for n in 0..size.0 * size.1 {
        let from = (n % size.0, n / size.0);
        let stands = occupied.contains(&from);
        if setup || n % 7 == 0 {
            add_placements(size, from, &mut actions);
        }
        add_moves(size, from, stands, &mut actions);
    }
    let mut all = Vec::with_capacity(actions.len() * 2);
    for letter in ["S", "N"] {
        all.extend(actions.iter().map(|action| format!("{letter} {action}")));
    }
    all.extend(actions.iter().take(40).map(|action| format!("* {action}")));
    all
}

/// The squares on which anything stands, by file and rank from 0.
fn occupied(board: &str, files: i32) -> Vec<(i32, i32)> {
    let mut squares = Vec::new();
    for (rank, line) in board.split('/').rev().enumerate() {
        let rank = i32::try_from(rank).expect("a rank");
        let (mut file, mut count, mut bracket) = (0, 0, false);
        for c in line.chars() {
            if let Some(digit) = c.to_digit(10) {
                count = count * 10 + i32::try_from(digit).expect("a digit");
                continue;
            }
            file += std::mem::take(&mut count);
            bracket = (bracket || c == '[') && c != ']';
            if !bracket {
                squares.push((file, rank));
                file += 1;
            }
        }
        assert_eq!(file + count, files, "{line}");
    }
    squares
}

fn name((file, rank): (i32, i32)) -> String {
    let letter = char::from(b'a' + u8::try_from(file).expect("a file"));
    format!("{letter}{}", rank + 1)
}

/// The square some steps away, if it is on the board.
fn step(size: (i32, i32), from: (i32, i32), way: (i32, i32), n: i32) -> Option<(i32, i32)> {
    let (file, rank) = (from.0 + way.0 * n, from.1 + way.1 * n);
    ((0..size.0).contains(&file) && (0..size.1).contains(&rank)).then_some((file, rank))
}

fn add_placements(size: (i32, i32), at: (i32, i32), actions: &mut Vec<String>) {
    for piece in ["K", "A", "N", "C"] {
        actions.push(format!("{piece}@{}", name(at)));
    }
    for way in [(1, 0), (0, 1), (1, 1)] {
        for n in 1..4 {
            let to = step(size, at, way, n);
            actions.extend(to.map(|to| format!("wall {}-{}", name(at), name(to))));
        }
    }
}

fn add_moves(size: (i32, i32), from: (i32, i32), stands: bool, actions: &mut Vec<String>) {
    for (direction, way) in DIRECTIONS.into_iter().enumerate() {
        let all = stands || usize::try_from(from.0 + from.1).is_ok_and(|n| n % 8 == direction);
        if !all {
            continue;
        }
        for n in 1..7 {
            let Some(to) = step(size, from, way, n) else { break };
            let (from, to) = (name(from), name(to));
            actions.extend(["A", "K", "C"].map(|gun| format!("{gun}{from}*{to}")));
            if n < 3 {
                actions.push(format!("C{from}-{to}"));
                for unit in ["K", "A", "N"] {
                    actions.extend(["-", "x"].map(|mark| format!("{unit}{from}{mark}{to}")));
                }
            }
        }
    }
}
