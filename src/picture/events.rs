//! Marks of what happened where in a match, to lie under its scrub bar.

use std::fmt::Write as _;

use super::write::int;
use crate::rules::effect::Event;

/// Every kind, in the order in which they are drawn.
const KINDS: [Event; 4] = [Event::WallDown, Event::Shot, Event::Loss, Event::Capture];

/// How wide the drawing is, in units: marks closer than one unit are one.
const WIDTH: u128 = 1000;

/// The class of a kind, and its name for one and for many.
const fn look(event: Event) -> (&'static str, &'static str, &'static str) {
    match event {
        Event::Capture => ("d-ec", "capture", "captures"),
        Event::Shot => ("d-es", "shot", "shots"),
        Event::WallDown => ("d-ew", "wall down", "walls down"),
        Event::Loss => ("d-el", "loss", "losses"),
    }
}

/// A mark, 12 units high: a capture is a tall tick, a shot a dot at the top, a wall that comes down
/// a square at the foot, another loss a broken tick.
fn write_mark(event: Event, x: i32, out: &mut String) {
    let parts: &[(&str, &str)] = match event {
        Event::Capture => &[("1", "v10")],
        Event::Shot => &[("3", "h.01")],
        Event::WallDown => &[("9", "h.01")],
        Event::Loss => &[("1", "v3"), ("8", "v3")],
    };
    for (y, line) in parts {
        out.push('M');
        int(out, x);
        out.push(' ');
        out.push_str(y);
        out.push_str(line);
    }
}

/// The events of a match as SVG for a page with `board.css`: the kinds of events that led to each
/// ply, from ply 0 to the last.
///
/// The drawing is stretched to whatever room it has (`preserveAspectRatio="none"`); the marks keep
/// their strength. Its left edge is ply 0 and its right edge the last: under an
/// `<input type=range>` it needs a margin of half the thumb's width on both sides.
#[must_use]
pub fn event_marks<E: AsRef<[Event]>>(plies: &[E]) -> String {
    let last = u64::try_from(plies.len().saturating_sub(1)).unwrap_or(u64::MAX);
    let places: Vec<(u64, &[Event])> = (0..).zip(plies.iter().map(AsRef::as_ref)).collect();
    event_marks_at(&places, last)
}

/// As [`event_marks`], with a place of its own for each ply: the time at which it was played, say.
/// Places ascend; the right edge of the drawing is `end`.
#[must_use]
pub fn event_marks_at<E: AsRef<[Event]>>(plies: &[(u64, E)], end: u64) -> String {
    let end = u128::from(end.max(1));
    let x_of = |place: u64| {
        let x = (u128::from(place).min(end) * WIDTH + end / 2) / end;
        i32::try_from(x).unwrap_or_default()
    };
    let mut out = String::with_capacity(1_024);
    out.push_str(r#"<svg class="events" viewBox="0 0 1000 12" preserveAspectRatio="none" "#);
    out.push_str(r#"role="img"><title>"#);
    write_counts(plies, &mut out);
    out.push_str("</title>");
    for event in KINDS {
        let at = plies.iter().filter(|(_, events)| events.as_ref().contains(&event));
        let mut places: Vec<i32> = at.map(|(place, _)| x_of(*place)).collect();
        places.dedup();
        if !places.is_empty() {
            let (class, ..) = look(event);
            let _ = write!(out, r#"<path class="{class}" vector-effect="non-scaling-stroke" d=""#);
            places.into_iter().for_each(|x| write_mark(event, x, &mut out));
            out.push_str(r#""/>"#);
        }
    }
    out.push_str("</svg>");
    out
}

/// How many plies have events of each kind: `12 captures, 1 shot`.
fn write_counts<E: AsRef<[Event]>>(plies: &[(u64, E)], out: &mut String) {
    let mut first = true;
    for event in KINDS.into_iter().rev() {
        let has_it = |(_, events): &&(u64, E)| events.as_ref().contains(&event);
        let count = plies.iter().filter(has_it).count();
        if count > 0 {
            let (_, one, many) = look(event);
            let word = if count == 1 { one } else { many };
            let _ = write!(out, "{}{count} {word}", if first { "" } else { ", " });
            first = false;
        }
    }
    if first {
        out.push_str("no events");
    }
}

/// The mark of a kind of event alone, 12 by 12 units, for a key beside the scrub bar.
#[must_use]
pub fn event_icon(event: Event) -> String {
    let (class, name, _) = look(event);
    let mut out = String::with_capacity(160);
    out.push_str(r#"<svg class="events" viewBox="0 0 12 12" role="img">"#);
    let _ = write!(out, r#"<title>{name}</title><path class="{class}" d=""#);
    write_mark(event, 6, &mut out);
    out.push_str(r#""/></svg>"#);
    out
}
