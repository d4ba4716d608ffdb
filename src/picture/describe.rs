//! The board in words, for screen readers and for whoever cannot see the picture.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::kind::badge_words;
use super::symbols::is_piece;
use super::write::square_name;
use crate::rules::game::Card;
use crate::rules::grid::{Direction, Square};
use crate::rules::scene::{Aim, Arrow, Counter, Item, Scene, Stand, Tray, TrayThing};
use crate::rules::seat::Seat;

/// Whose things come first.
const OWNERS: [Option<Seat>; 3] = [Some(Seat::First), Some(Seat::Second), None];

/// The board in words: each side's things and where they are, then what belongs to nobody, areas,
/// arrows, things beside the board, and counters. Plain text: escape it before it goes into markup.
#[must_use]
pub fn describe(card: &Card, scene: &Scene) -> String {
    let mut out = String::with_capacity(1_500);
    let size = scene.size;
    let _ = write!(out, "{} files, {} ranks.", size.files, size.ranks);
    for owner in OWNERS {
        let names = names_of(scene, owner);
        if !names.is_empty() {
            sentence(&mut out, |out| {
                if let Some(seat) = owner {
                    out.push_str(card.seat(seat).name);
                    out.push_str(": ");
                }
                for (at, name) in names.iter().enumerate() {
                    out.push_str(if at == 0 { "" } else { "; " });
                    write_things(scene, owner, name, out);
                }
            });
        }
    }
    for zone in &scene.zones {
        sentence(&mut out, |out| {
            if let Some(seat) = zone.seat {
                out.push_str(card.seat(seat).name);
                out.push(' ');
            }
            let (name, count) = (zone.name, zone.squares.len());
            let _ = write!(out, "{name}: {count} {}", plural("square", count));
        });
    }
    if !scene.arrows.is_empty() {
        let words: Vec<String> = scene.arrows.iter().map(|arrow| arrow_text(card, arrow)).collect();
        sentence(&mut out, |out| {
            let _ = write!(out, "arrows: {}", words.join("; "));
        });
    }
    for tray in scene.trays.iter().filter(|tray| !tray.things.is_empty()) {
        sentence(&mut out, |out| out.push_str(&tray_text(card, tray)));
    }
    for line in counter_lines(card, &scene.counters) {
        sentence(&mut out, |out| out.push_str(&line));
    }
    out
}

/// What `write` writes as a sentence: a space before it, a capital, a full stop.
fn sentence(out: &mut String, write: impl FnOnce(&mut String)) {
    out.push(' ');
    let start = out.len();
    write(out);
    if let Some(first) = out[start..].chars().next().filter(char::is_ascii_lowercase) {
        out.replace_range(start..=start, first.to_ascii_uppercase().encode_utf8(&mut [0; 4]));
    }
    out.push('.');
}

/// The names of one owner's things, pieces first.
fn names_of(scene: &Scene, owner: Option<Seat>) -> Vec<&'static str> {
    let mut names: Vec<(bool, &str)> = Vec::with_capacity(8);
    for item in scene.items.iter().filter(|item| item.seat == owner) {
        if !names.iter().any(|(_, name)| *name == item.name) {
            names.push((!is_piece(item.symbol), item.name));
        }
    }
    names.sort_by_key(|(stands_alone, _)| *stands_alone);
    names.into_iter().map(|(_, name)| name).collect()
}

/// An owner's things of one name: `Wizards e1 and d3`.
fn write_things(scene: &Scene, owner: Option<Seat>, name: &str, out: &mut String) {
    let items = scene.items.iter().filter(|item| item.seat == owner && item.name == name);
    let mut in_runs = true;
    let mut places: Vec<(Square, String)> = Vec::with_capacity(16);
    for item in items {
        in_runs &= !is_piece(item.symbol);
        places.push((item.at, notes(scene, item)));
    }
    out.push_str(&plural(name, places.len()));
    out.push(' ');
    places.sort_by_key(|(square, _)| *square);
    let mut first = true;
    while let Some((start, note)) = places.first().cloned() {
        let (direction, len) = if in_runs { longest(&places) } else { (Direction::E, 1) };
        for n in 0..len {
            let square = start.step(direction, n);
            if let Some(at) = places.iter().position(|(other, _)| *other == square) {
                places.remove(at);
            }
        }
        if !first {
            out.push_str(if places.is_empty() { " and " } else { ", " });
        }
        first = false;
        square_name(out, start);
        if len > 1 {
            out.push_str(" to ");
            square_name(out, start.step(direction, len - 1));
        }
        out.push_str(&note);
    }
}

/// How far squares with the same note go on from the first one, on its rank or its file: told as
/// one, `c3 to e3`, if they are three or more.
fn longest(places: &[(Square, String)]) -> (Direction, i8) {
    let (start, note) = &places[0];
    let run = |direction: Direction| {
        let mut len = 1;
        while len < i8::MAX {
            let square = start.step(direction, len);
            if !places.iter().any(|(other, words)| *other == square && words == note) {
                break;
            }
            len += 1;
        }
        len
    };
    let (east, north) = (run(Direction::E), run(Direction::N));
    match east.max(north) {
        ..3 => (Direction::E, 1),
        _ if north > east => (Direction::N, north),
        _ => (Direction::E, east),
    }
}

/// What is to be said of a thing besides its name and its square, with a space before, or nothing.
fn notes(scene: &Scene, item: &Item) -> String {
    let mut out = String::new();
    let mut note = |words: &[&str]| {
        out.push_str(if out.is_empty() { " (" } else { ", " });
        words.iter().for_each(|word| out.push_str(word));
    };
    if item.stand != Stand::Ground {
        let below = |below: &&Item| below.at == item.at && below.stand == Stand::Ground;
        if let Some(below) = scene.items.iter().find(below) {
            let how = if item.stand == Stand::OnTop { "on the " } else { "with the " };
            note(&[how, below.name]);
        }
    }
    if let Some(words) = badge_words(item) {
        note(&[&words]);
    }
    if !out.is_empty() {
        out.push(')');
    }
    out
}

/// An arrow in words: `South D, e4 north, now`.
pub(super) fn arrow_text(card: &Card, arrow: &Arrow) -> String {
    let mut out = String::new();
    if let Some(seat) = arrow.seat {
        let _ = write!(out, "{} ", card.seat(seat).name);
    }
    if !arrow.label.is_empty() {
        let _ = write!(out, "{}, ", arrow.label);
    }
    let _ = write!(out, "{}", arrow.from);
    let _ = match arrow.aim {
        Aim::At(square) => write!(out, " to {square}"),
        Aim::Towards(direction) => write!(out, " {}", direction.word()),
        Aim::Open => Ok(()),
    };
    if arrow.current {
        out.push_str(", now");
    }
    out
}

/// Things beside the board in words: `West, in hand: T`.
fn tray_text(card: &Card, tray: &Tray) -> String {
    let things = tray.things.iter().map(|thing| match thing {
        TrayThing::Pieces { name, count: 1, .. } => (*name).to_owned(),
        TrayThing::Pieces { name, count, .. } => {
            format!("{count} {}", plural(name, usize::from(*count)))
        }
        TrayThing::Shape { name, .. } => (*name).to_owned(),
    });
    let things: Vec<String> = things.collect();
    let owner = tray.seat.map_or(String::new(), |s| format!("{}, ", card.seat(s).name));
    format!("{owner}{}: {}", tray.name, things.join(", "))
}

/// The counters, a line an owner: `Blue: moves left 3, wizards 1`.
pub(super) fn counter_lines(card: &Card, counters: &[Counter]) -> Vec<String> {
    let mut lines = Vec::new();
    for owner in OWNERS {
        let of = counters.iter().filter(|counter| counter.seat == owner);
        let words: Vec<String> = of.map(|c| format!("{} {}", c.name, c.value)).collect();
        if !words.is_empty() {
            let owner = owner.map_or(String::new(), |s| format!("{}: ", card.seat(s).name));
            lines.push(format!("{owner}{}", words.join(", ")));
        }
    }
    lines
}

/// A name for so many: most take an `s`, some never do.
fn plural(name: &str, count: usize) -> Cow<'_, str> {
    let mass = ["Infantry", "infantry", "fire", "rubble"].contains(&name);
    let same = count == 1 || mass || name.ends_with('s');
    if same { Cow::Borrowed(name) } else { Cow::Owned(format!("{name}s")) }
}
