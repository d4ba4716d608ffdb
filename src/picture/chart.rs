//! The time that each turn took, as bars: the first seat's rise, the second seat's hang and are
//! hollow, so that colour is never needed.

use std::fmt::Write as _;

use super::write::{escape, tenths};
use crate::rules::game::Card;
use crate::rules::seat::Seat;

/// How many bars there are at most: of a longer match, a bar tells of several turns.
const BARS_MOST: usize = 120;

/// The drawing's width, in units.
const WIDTH: i32 = 400;
/// The drawing's height, in units.
const HEIGHT: i32 = 180;
/// Where bars begin, in units.
const LEFT: i32 = 52;
/// Where bars end, in units.
const RIGHT: i32 = WIDTH - 8;
/// The line that bars rise or hang from, in units.
const MIDDLE: i32 = 94;
/// The greatest length of a bar, in units.
const REACH: i32 = 66;
/// The greatest width of a bar and the gap after it, in tenths of units.
const BAR_WIDTH: usize = 280;

const SECOND: u64 = 1_000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// The distances between the axis' lines that are easily read, in milliseconds.
const STEPS: [u64; 19] = [
    SECOND,
    2 * SECOND,
    5 * SECOND,
    10 * SECOND,
    20 * SECOND,
    30 * SECOND,
    MINUTE,
    2 * MINUTE,
    5 * MINUTE,
    10 * MINUTE,
    20 * MINUTE,
    30 * MINUTE,
    HOUR,
    2 * HOUR,
    4 * HOUR,
    8 * HOUR,
    12 * HOUR,
    DAY,
    2 * DAY,
];

/// The time that some turns in a row took, in milliseconds by seat.
#[derive(Clone, Copy, Default)]
struct Bar {
    ms: [u64; 2],
}

/// The time that each turn took, as SVG for a page with `board.css`: whose turn and for how many
/// milliseconds, in order; and which one is looked at, from 0.
///
/// Of more than 120 turns, each bar tells of as many as needed. A bar's group says where its middle
/// is (`data-x`), for a script that moves the pointer. Nothing is drawn of a match without
/// times: the text is empty then.
#[must_use]
pub fn time_chart(card: &Card, turns: &[(Seat, u64)], current: Option<usize>) -> String {
    if turns.iter().all(|(_, ms)| *ms == 0) {
        return String::new();
    }
    let each = turns.len().div_ceil(BARS_MOST);
    let bars: Vec<Bar> = turns.chunks(each).map(sum).collect();
    let most = bars.iter().flat_map(|bar| bar.ms).max().unwrap_or(0);
    let step = step_for(most);
    let top = most.div_ceil(step).saturating_mul(step);
    let mut out = String::with_capacity(1_500 + bars.len() * 160);
    let _ = write!(
        out,
        r#"<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"><title>Time per turn: "#
    );
    write_shares(card, sum(turns), &mut out);
    out.push_str("</title>");
    write_axis(step, top, &mut out);
    for (at, bar) in bars.iter().enumerate() {
        let turns = (at * each + 1, ((at + 1) * each).min(turns.len()));
        write_bar(card, turns, *bar, (at, bars.len(), top), &mut out);
    }
    let _ = write!(out, r#"<path class="d-bm" d="M{LEFT} {MIDDLE}H{RIGHT}"/>"#);
    if let Some(at) = current.filter(|at| *at < turns.len()) {
        write_current(at / each, bars.len(), &mut out);
    }
    write_key(card, turns.len(), bars.len(), &mut out);
    out.push_str("</svg>");
    out
}

fn sum(turns: &[(Seat, u64)]) -> Bar {
    let mut bar = Bar::default();
    for (seat, ms) in turns {
        let sum = &mut bar.ms[seat.index()];
        *sum = sum.saturating_add(*ms);
    }
    bar
}

/// The distance between lines: at most three of them on each side.
fn step_for(most: u64) -> u64 {
    let step = STEPS.into_iter().find(|step| most <= step * 3);
    step.unwrap_or_else(|| most.div_ceil(3 * DAY).saturating_mul(DAY))
}

/// What each side's turns took: `Blue 1 min 20 s, Red 40 s`.
fn write_shares(card: &Card, bar: Bar, out: &mut String) {
    let mut first = true;
    for seat in Seat::BOTH {
        let ms = bar.ms[seat.index()];
        if ms > 0 {
            out.push_str(if first { "" } else { ", " });
            escape(card.seat(seat).name, out);
            out.push(' ');
            write_time(ms, out);
            first = false;
        }
    }
    if first {
        out.push_str("no time");
    }
}

/// A time in its two largest units: `1 min 20 s`; tenths of seconds below ten seconds.
fn write_time(ms: u64, out: &mut String) {
    let units = [(DAY, "d"), (HOUR, "h"), (MINUTE, "min"), (SECOND, "s")];
    if ms < 10 * SECOND {
        let _ = write!(out, "{}.{} s", ms / SECOND, ms % SECOND / 100);
        return;
    }
    let at = units.iter().position(|(size, _)| ms >= *size).unwrap_or(units.len() - 1);
    let (size, word) = units[at];
    let _ = write!(out, "{} {word}", ms / size);
    if let Some((lesser, word)) = units.get(at + 1) {
        let rest = ms % size / lesser;
        if rest > 0 {
            let _ = write!(out, " {rest} {word}");
        }
    }
}

/// A length of time as a length of bar, in tenths of units.
fn length(ms: u64, top: u64) -> i32 {
    let reach = u128::from(REACH.unsigned_abs()) * 10;
    i32::try_from(u128::from(ms) * reach / u128::from(top.max(1))).unwrap_or(REACH * 10)
}

fn write_axis(step: u64, top: u64, out: &mut String) {
    out.push_str(r#"<path class="d-bx" d=""#);
    let lines = || (1..=top / step).map(|n| n * step);
    let edges = |ms: u64| [MIDDLE * 10 - length(ms, top), MIDDLE * 10 + length(ms, top)];
    for y in lines().flat_map(edges) {
        let _ = write!(out, "M{LEFT} ");
        tenths(out, y);
        let _ = write!(out, "H{RIGHT}");
    }
    out.push_str(r#""/>"#);
    for ms in lines() {
        for y in edges(ms) {
            let _ = write!(out, r#"<text class="d-bt d-br" x="{}" y=""#, LEFT - 6);
            tenths(out, y + 38);
            out.push_str(r#"">"#);
            let (size, word) = [(DAY, "d"), (HOUR, "h"), (MINUTE, "min")]
                .into_iter()
                .find(|(size, _)| ms % size == 0)
                .unwrap_or((SECOND, "s"));
            let _ = write!(out, "{} {word}</text>", ms / size);
        }
    }
}

/// Where a bar begins and ends, in tenths of units.
fn edges(at: usize, count: usize) -> (i32, i32) {
    let wide = usize::try_from(RIGHT - LEFT).unwrap_or(0) * 10;
    let wide = wide.min(BAR_WIDTH * count);
    let edge = |n: usize| LEFT * 10 + i32::try_from(wide * n / count.max(1)).unwrap_or(0);
    let (left, right) = (edge(at), edge(at + 1));
    let gap = ((right - left) / 4).min(60);
    (left + gap / 2, right - gap + gap / 2)
}

fn write_bar(
    card: &Card,
    (first, last): (usize, usize),
    bar: Bar,
    (at, count, top): (usize, usize, u64),
    out: &mut String,
) {
    let (left, right) = edges(at, count);
    out.push_str(r#"<g data-x=""#);
    tenths(out, (left + right) / 2);
    out.push_str(r#""><title>"#);
    let _ = if first == last {
        write!(out, "turn {first}: ")
    } else {
        write!(out, "turns {first} to {last}: ")
    };
    write_shares(card, bar, out);
    out.push_str("</title>");
    for seat in Seat::BOTH {
        let ms = bar.ms[seat.index()];
        if ms == 0 {
            continue;
        }
        // However short a time, it is seen.
        let high = length(ms, top).max(5);
        let y = MIDDLE * 10 - if seat == Seat::First { high } else { 0 };
        let _ = write!(out, r#"<rect class="d-b{}" x=""#, seat.index());
        tenths(out, left);
        out.push_str(r#"" y=""#);
        tenths(out, y);
        out.push_str(r#"" width=""#);
        tenths(out, right - left);
        out.push_str(r#"" height=""#);
        tenths(out, high);
        out.push_str(r#""/>"#);
    }
    out.push_str("</g>");
}

/// A pointer from above at the bar that is looked at.
fn write_current(at: usize, count: usize, out: &mut String) {
    let (left, right) = edges(at, count);
    out.push_str(r#"<path class="d-bn" d="M"#);
    tenths(out, (left + right) / 2);
    out.push_str(r#" 26l-5-8h10z"><title>this turn</title></path>"#);
}

/// Which bars are whose, above; which turns they are of, below.
fn write_key(card: &Card, turns: usize, count: usize, out: &mut String) {
    let names = Seat::BOTH.map(|seat| card.seat(seat).name.chars().take(12).collect::<String>());
    let second = LEFT + 34 + 7 * i32::try_from(names[0].chars().count()).unwrap_or(0);
    let _ = write!(out, r#"<circle class="d-b0" cx="{}" cy="8" r="4"/>"#, LEFT + 4);
    let _ = write!(out, r#"<rect class="d-b1" x="{second}" y="4" width="8" height="8" rx="1.6"/>"#);
    for (name, x) in names.iter().zip([LEFT, second]) {
        let _ = write!(out, r#"<text class="d-bt" x="{}" y="12">"#, x + 14);
        escape(name, out);
        out.push_str("</text>");
    }
    let y = HEIGHT - 3;
    let _ = write!(out, r#"<text class="d-bt" x="{LEFT}" y="{y}">turn 1</text>"#);
    let end = edges(count.saturating_sub(1), count).1;
    if end > (LEFT + 80) * 10 {
        out.push_str(r#"<text class="d-bt d-br" x=""#);
        tenths(out, end);
        let _ = write!(out, r#"" y="{y}">{turns}</text>"#);
    }
}
