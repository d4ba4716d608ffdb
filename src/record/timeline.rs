//! A match moment by moment: what the pages tell of each ply.

use std::collections::BTreeMap;

use super::log::Log;
use super::replay::BrokenLog;
use crate::rules::any::{Happened, Play, View};
use crate::rules::effect::{Effect, Event, Thing, Why};
use crate::rules::game::{Card, Turn};
use crate::rules::scene::Symbol;
use crate::rules::seat::{Actor, Seat};

/// What happened at a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The ply that it led to, from 1.
    pub ply: usize,
    /// Who acted.
    pub by: Actor,
    /// The action as it may be shown.
    pub shown: String,
    /// Its time in milliseconds since the match began, if recorded.
    pub at: Option<u64>,
    /// What it did, in words.
    pub words: String,
    /// What it did, step by step.
    pub effects: Vec<Effect>,
    /// The stretch of the match that it belongs to.
    pub turn: Turn,
}

impl Moment {
    /// The kinds of events in it, each once.
    #[must_use]
    pub fn events(&self) -> Vec<Event> {
        let mut events: Vec<Event> = self.effects.iter().filter_map(Effect::event).collect();
        events.sort_unstable();
        events.dedup();
        events
    }
}

/// Tells the moments of a log from ply `from` (at least 1) to ply `to`, each with the match as it
/// stands after it.
///
/// # Errors
/// The log does not replay.
pub fn tell(
    log: &Log,
    from: usize,
    to: usize,
    view: View,
    mut each: impl FnMut(Moment, &dyn Play),
) -> Result<Box<dyn Play>, BrokenLog> {
    let mut play = log.header.begin()?;
    for (n, action) in log.actions.iter().enumerate().take(to) {
        let ply = n + 1;
        let broken = |illegal| BrokenLog::Action { ply, illegal };
        if ply < from {
            play.act(action.by, action.text, action.at).map_err(broken)?;
            continue;
        }
        let before = play.turn();
        let happened = play.tell(action.by, action.text, action.at, view).map_err(broken)?;
        // On a clock, the stretch begins before the action does.
        let turn = if play.card().timed { play.turn() } else { before };
        let Happened { effects, words, shown } = happened;
        let (by, at) = (action.by, action.at);
        each(Moment { ply, by, shown, at, words, effects, turn }, &*play);
    }
    Ok(play)
}

/// What the clock alone did, in words.
#[must_use]
pub fn clock_words(card: &Card, effects: &[Effect]) -> String {
    let name = |thing: &Thing| match thing.seat {
        Some(seat) => format!("{}'s {}", card.seat(seat).name, thing.name),
        None => format!("The {}", thing.name),
    };
    let sentence = |effect: &Effect| match effect {
        Effect::Begin { seat: None, what } => Some(format!("Now: {what}.")),
        Effect::Begin { seat: Some(seat), what } => {
            Some(format!("Now: {}, {what}.", card.seat(*seat).name))
        }
        Effect::Vanish { thing, at, why: Why::Shot | Why::Fell | Why::Captured } => {
            Some(format!("{} on {at} is gone.", name(thing)))
        }
        Effect::Hurt { thing, at, .. } => Some(format!("{} on {at} is hit.", name(thing))),
        _ => None,
    };
    let sentences: Vec<String> = effects.iter().filter_map(sentence).collect();
    sentences.join(" ")
}

/// Pieces that left the board for good, by whose they were and what they were.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    counts: BTreeMap<(Seat, Symbol, &'static str), u16>,
}

impl Losses {
    /// Counts what the effects of one action took away. Things without a seat, and fire, are not
    /// counted.
    pub fn count(&mut self, effects: &[Effect]) {
        for effect in effects {
            if let Effect::Vanish { thing, why: Why::Captured | Why::Shot | Why::Fell, .. } = effect
            {
                self.add(*thing);
            }
        }
    }

    fn add(&mut self, thing: Thing) {
        if let Some(seat) = thing.seat.filter(|_| thing.symbol != Symbol::Fire) {
            *self.counts.entry((seat, thing.symbol, thing.name)).or_default() += 1;
        }
    }

    /// What a side has lost: drawing, name and number of each kind.
    pub fn of(&self, seat: Seat) -> impl Iterator<Item = (Symbol, &'static str, u16)> {
        let own = self.counts.iter().filter(move |((whose, ..), _)| *whose == seat);
        own.map(|((_, symbol, name), count)| (*symbol, *name, *count))
    }
}
