//! The board for a terminal: two columns a square, letters in the first seat's upper and the second
//! seat's lower case, colour if wanted.

use std::fmt::Write as _;

use super::describe::{arrow_text, counter_lines};
use super::layout::Layout;
use super::symbols::is_piece;
use crate::rules::effect::Effect;
use crate::rules::game::Card;
use crate::rules::grid::{FileName, Square};
use crate::rules::scene::{Badge, Ground, Item, Scene, Stand, Symbol};
use crate::rules::seat::Seat;

/// How a board is looked at in a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct TerminalLook {
    /// Whether the second seat's side is nearest.
    pub flipped: bool,
    /// Whether colours (ANSI escape sequences) may be written: the first seat bold blue, the second
    /// orange, what just happened in reverse.
    pub colour: bool,
}

/// A square's two columns.
#[derive(Clone, Copy)]
struct Cell {
    main: char,
    owner: Option<Seat>,
    side: char,
    side_owner: Option<Seat>,
    empty: bool,
    touched: bool,
}

/// The board with coordinates, then arrows, a legend of marks, and counters. Every row of the board
/// has the same number of characters, each one column wide.
#[must_use]
pub fn terminal(card: &Card, scene: &Scene, effects: &[Effect], look: TerminalLook) -> String {
    let layout = Layout { size: scene.size, apron: scene.apron, flipped: look.flipped };
    let cells = cells(&layout, scene, effects);
    let mut out = String::with_capacity(4_000);
    let [south, north] = scene.apron.map(|rows| i8::from(rows > 0));
    let mut ranks: Vec<i8> = (-south..scene.size.ranks + north).collect();
    let mut files: Vec<i8> = (0..scene.size.files).collect();
    if look.flipped {
        files.reverse();
    } else {
        ranks.reverse();
    }
    for rank in ranks {
        let _ = write!(out, "{:>2} ", i32::from(rank) + 1);
        for file in &files {
            if let Some(cell) = layout.cell(Square::new(*file, rank)) {
                write_cell(&cells[usize::from(cell)], look.colour, &mut out);
            }
        }
        out.push('\n');
    }
    write_files(&files, &mut out);
    write_legend(card, scene, &mut out);
    for arrow in &scene.arrows {
        let _ = writeln!(out, "-> {}", arrow_text(card, arrow));
    }
    for line in counter_lines(card, &scene.counters) {
        let _ = writeln!(out, "{line}");
    }
    out
}

/// File letters, the first of two above the second.
fn write_files(files: &[i8], out: &mut String) {
    let names: Vec<String> = files.iter().map(|file| FileName(*file).to_string()).collect();
    let tall = names.iter().map(String::len).max().unwrap_or(1);
    for row in (0..tall).rev() {
        out.push_str("   ");
        for name in &names {
            let at = name.len().checked_sub(row + 1);
            out.push(at.and_then(|at| name[at..].chars().next()).unwrap_or(' '));
            out.push(' ');
        }
        out.push('\n');
    }
}

fn cells(layout: &Layout, scene: &Scene, effects: &[Effect]) -> Vec<Cell> {
    let bare =
        Cell { main: '.', owner: None, side: ' ', side_owner: None, empty: true, touched: false };
    let mut cells = vec![bare; layout.cell_count()];
    let mut paint = |squares: &[Square], letter: char, owner: Option<Seat>| {
        for cell in squares.iter().filter_map(|square| layout.cell(*square)) {
            let cell = &mut cells[usize::from(cell)];
            (cell.main, cell.owner) = (letter, owner);
        }
    };
    for region in &scene.terrain {
        paint(&region.squares, ground_letter(region.ground), None);
    }
    for zone in &scene.zones {
        paint(&zone.squares, zone_letter(zone.seat), zone.seat);
    }
    for item in &scene.items {
        place(layout, item, &mut cells);
    }
    for square in effects.iter().flat_map(touched) {
        if let Some(cell) = layout.cell(square) {
            cells[usize::from(cell)].touched = true;
        }
    }
    cells
}

/// The squares that an effect is about.
fn touched(effect: &Effect) -> impl Iterator<Item = Square> {
    let (one, other) = match *effect {
        Effect::Appear { at, .. }
        | Effect::Vanish { at, .. }
        | Effect::Become { at, .. }
        | Effect::Hurt { at, .. }
        | Effect::Wall { at, .. }
        | Effect::Stay { at, .. } => (Some(at), None),
        Effect::Move { from, to, .. } => (Some(from), Some(to)),
        Effect::Shot { from, hit, .. } => (Some(from), Some(hit)),
        Effect::Reach { from, at, .. } => (Some(from), Some(at)),
        Effect::Gain { .. } | Effect::Begin { .. } => (None, None),
    };
    one.into_iter().chain(other)
}

/// Puts a thing onto its squares: what it stands on goes to the second column.
fn place(layout: &Layout, item: &Item, cells: &mut [Cell]) {
    let span = i8::try_from(item.span.max(1)).unwrap_or(1);
    let (letter, mark) = (letter(item.symbol, item.seat), item.badge.map(badge_letter));
    for (dx, dy) in (0..span).flat_map(|dx| (0..span).map(move |dy| (dx, dy))) {
        let square = Square::new(item.at.file + dx, item.at.rank + dy);
        let Some(cell) = layout.cell(square) else { continue };
        let cell = &mut cells[usize::from(cell)];
        if item.stand == Stand::Within && !cell.empty {
            (cell.side, cell.side_owner) = (letter, item.seat);
            continue;
        }
        if !cell.empty && cell.side == ' ' {
            (cell.side, cell.side_owner) = (cell.main, cell.owner);
        }
        (cell.main, cell.owner, cell.empty) = (letter, item.seat, false);
        if let Some(mark) = mark.filter(|_| (dx, dy) == (0, 0) && cell.side == ' ') {
            (cell.side, cell.side_owner) = (mark, item.seat);
        }
    }
}

fn write_cell(cell: &Cell, colour: bool, out: &mut String) {
    for (letter, owner) in [(cell.main, cell.owner), (cell.side, cell.side_owner)] {
        let reverse = cell.touched && (letter != ' ');
        let code = match owner {
            Some(Seat::First) => "1;34",
            Some(Seat::Second) => "38;5;208",
            None => "",
        };
        if colour && (reverse || !code.is_empty()) && letter != ' ' {
            let both = if reverse && !code.is_empty() { ";" } else { "" };
            let reverse = if reverse { "7" } else { "" };
            let _ = write!(out, "\x1b[{reverse}{both}{code}m{letter}\x1b[0m");
        } else {
            out.push(letter);
        }
    }
}

/// Which case is whose, and what the letters and marks on the board mean that do not say it by
/// themselves. In lines of at most 78 columns.
fn write_legend(card: &Card, scene: &Scene, out: &mut String) {
    let [first, second] = Seat::BOTH.map(|seat| card.seat(seat).name);
    let mut words = vec![format!("{first} upper case"), format!("{second} lower case")];
    let mut told: Vec<char> = Vec::new();
    let mut tell = |letter: char, owner: Option<Seat>, name: &str| {
        if !told.contains(&letter) {
            told.push(letter);
            let owner = owner.map_or(String::new(), |seat| format!("{} ", card.seat(seat).name));
            words.push(format!("{letter} {owner}{name}"));
        }
    };
    for item in &scene.items {
        let letter = letter(item.symbol, item.seat);
        let upper = letter.to_ascii_uppercase();
        if !is_piece(item.symbol) {
            tell(letter, item.seat, item.name);
        } else if !item.name.split(' ').any(|word| word.to_uppercase().starts_with(upper)) {
            tell(upper, None, item.name);
        }
    }
    for zone in &scene.zones {
        tell(zone_letter(zone.seat), zone.seat, zone.name);
    }
    for region in &scene.terrain {
        let letter = ground_letter(region.ground);
        if letter != '.' {
            tell(letter, None, region.name);
        }
    }
    for badge in scene.items.iter().filter_map(|item| item.badge) {
        if !matches!(badge, Badge::Number(_)) {
            tell(badge_letter(badge), None, &badge.words());
        }
    }
    write_wrapped(&words, out);
}

/// The words with commas between, in lines of at most 78 columns.
fn write_wrapped(words: &[String], out: &mut String) {
    let mut column = 0;
    for (at, word) in words.iter().enumerate() {
        let width = word.chars().count() + 2;
        if at > 0 {
            out.push(',');
        }
        if at == 0 || column + width > 78 {
            out.push_str(if at == 0 { "   " } else { "\n   " });
            column = 3;
        } else {
            out.push(' ');
        }
        out.push_str(word);
        column += width;
    }
    out.push('\n');
}

/// The letter of a thing: upper case for the first seat's and nobody's, lower for the second's.
fn letter(symbol: Symbol, owner: Option<Seat>) -> char {
    let second = owner == Some(Seat::Second);
    let letter = match symbol {
        Symbol::King => 'K',
        Symbol::Wizard => 'W',
        Symbol::Builder | Symbol::Trebuchet => 'B',
        Symbol::Cannon => 'C',
        Symbol::Archer => 'A',
        Symbol::Knight => 'N',
        Symbol::Lord => 'L',
        Symbol::Infantry => 'I',
        Symbol::Rider => 'R',
        Symbol::Tower => 'T',
        Symbol::Ram => 'M',
        Symbol::Hidden => 'H',
        Symbol::Gun => 'G',
        Symbol::Shell => 'O',
        Symbol::Target => 'X',
        Symbol::Missile => '!',
        Symbol::Rubble => '%',
        Symbol::Letter(letter) if letter.is_ascii_graphic() => letter,
        Symbol::Letter(_) => '?',
        Symbol::Fire => return if second { 'v' } else { '^' },
        Symbol::Castle => return if second { '□' } else { '■' },
        Symbol::Wall => {
            return match owner {
                Some(Seat::First) => '▓',
                Some(Seat::Second) => '░',
                None => '▒',
            };
        }
    };
    if second { letter.to_ascii_lowercase() } else { letter }
}

const fn badge_letter(badge: Badge) -> char {
    match badge {
        Badge::Number(n) if n < 10 => (b'0' + n) as char,
        Badge::Number(_) => '9',
        Badge::Spent => '-',
        Badge::Damaged => '!',
        Badge::Silenced => '=',
        Badge::CutOff => '/',
        Badge::Hidden => '?',
        Badge::Chosen => '*',
        Badge::Sealed => '+',
        Badge::ChosenSealed => '#',
    }
}

const fn ground_letter(ground: Ground) -> char {
    match ground {
        Ground::Water => '~',
        Ground::Sand => ':',
        Ground::Portal => '@',
        Ground::Beside => '_',
        Ground::First | Ground::Second => '.',
    }
}

const fn zone_letter(owner: Option<Seat>) -> char {
    match owner {
        Some(Seat::First) => '\'',
        Some(Seat::Second) => ',',
        None => '"',
    }
}
