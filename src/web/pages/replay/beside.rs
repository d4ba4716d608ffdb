//! What is drawn beside a board: marks on the scrub bar, and the time that each turn took.

use super::{Card, Reel, Seat, Shown, Turn, ply_ms};
use crate::picture::{event_icon, event_marks, event_marks_at, time_chart};
use crate::rules::effect::Event;

/// A kind of mark on the scrub bar.
pub(super) struct EventKey {
    pub(super) icon: String,
    pub(super) name: &'static str,
}

/// What is drawn beside a board.
pub(super) struct Beside {
    pub(super) marks: String,
    /// Which marks are on the bar.
    pub(super) event_keys: Vec<EventKey>,
    pub(super) chart: String,
}

impl Beside {
    pub(super) fn of(shown: &Shown) -> Self {
        let chart = chart(shown.stored.log.header.card(), &shown.reel, shown.ply);
        Beside { marks: marks(shown), event_keys: event_keys(shown), chart }
    }
}

/// The kinds of events that led to each ply.
fn events(reel: &Reel) -> impl Iterator<Item = &[Event]> {
    let beats = reel.stills.iter().map(|still| still.beat.as_ref());
    beats.map(|beat| beat.map_or(&[][..], |beat| beat.events.as_slice()))
}

/// The marks on the scrub bar: by time where the match is on a clock. None where the bar would tell
/// how long the match is.
fn marks(shown: &Shown) -> String {
    let Some(last) = shown.last else { return String::new() };
    let reel = &shown.reel;
    if shown.stored.log.header.card().timed {
        let on_bar = |ply| ply_ms(reel, ply).saturating_sub(reel.start_ms);
        let places: Vec<(u64, &[Event])> =
            events(reel).enumerate().map(|(ply, events)| (on_bar(ply), events)).collect();
        return event_marks_at(&places, on_bar(last));
    }
    event_marks(&events(reel).collect::<Vec<_>>())
}

/// What the marks mean.
fn event_keys(shown: &Shown) -> Vec<EventKey> {
    let all = [
        (Event::Capture, "capture"),
        (Event::Shot, "shot"),
        (Event::WallDown, "wall down"),
        (Event::Loss, "loss"),
    ];
    let is_there = |event: Event| events(&shown.reel).any(|events| events.contains(&event));
    let there = all.into_iter().filter(|(event, _)| shown.last.is_some() && is_there(*event));
    there.map(|(event, name)| EventKey { icon: event_icon(event), name }).collect()
}

/// The time that each turn took, if turns are one side's and times are recorded; up to the last ply
/// that may be known.
fn chart(card: &Card, reel: &Reel, ply: usize) -> String {
    let (mut turns, mut current) = (Vec::new(), None);
    let (mut turn, mut before): (Option<&Turn>, u64) = (None, 0);
    let beats = reel.stills.iter().enumerate();
    for (at, beat) in beats.filter_map(|(at, still)| Some((at, still.beat.as_ref()?))) {
        let is_new = turn.replace(&beat.turn) != Some(&beat.turn);
        let took = beat.at.map_or(0, |at| at.saturating_sub(before));
        before = beat.at.unwrap_or(before);
        let Some(seat) = beat.turn.seat else { continue };
        if is_new {
            turns.push((seat, 0_u64));
        }
        if let Some((_, ms)) = turns.last_mut() {
            *ms += took;
        }
        if at <= ply {
            current = Some(turns.len() - 1);
        }
    }
    // Where both sides act at once, there are turns of one side only now and then.
    let sides = Seat::BOTH.map(|seat| turns.iter().any(|(whose, _)| *whose == seat));
    if card.timed || sides != [true; 2] { String::new() } else { time_chart(card, &turns, current) }
}
