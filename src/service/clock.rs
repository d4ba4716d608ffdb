//! A match that runs on a clock, at any time of it: between actions too.

use super::reel::{Panel, Reel};
use super::{Keep, KeepError, Shown, Wish};
use crate::picture::{self, Flight, Frame, Sheet};
use crate::record::log::Log;
use crate::record::replay;
use crate::record::timeline;

/// What a match was like at a time.
#[derive(Debug)]
pub struct Moment {
    /// The time, in milliseconds since the match began.
    pub ms: u64,
    /// What the frame has in common with those of the plies.
    pub sheet: Sheet,
    /// The board; it tells what changed last.
    pub frame: Frame,
    /// What changed last between actions, in words; empty if nothing did since the last action.
    pub words: String,
    /// What is counted.
    pub panel: Panel,
    /// The board in words.
    pub description: String,
}

impl Keep {
    /// A match at a time: the last ply up to then, and what the clock alone has changed since.
    /// `wish.ply` is not asked.
    ///
    /// # Errors
    /// As [`Keep::show`]; the match is not on a clock; the time is after its last action.
    pub fn show_at(&self, wish: &Wish<'_>, ms: u64) -> Result<(Shown, Moment), KeepError> {
        let stored = self.load(wish.link)?;
        let end_ms = end_ms(&stored.log).ok_or(KeepError::NoClock)?;
        if ms > end_ms {
            let end_ms = wish.spoilers.then_some(end_ms);
            return Err(KeepError::NoTime { end_ms, link: stored.head });
        }
        let times = stored.log.actions.iter().map(|action| action.at.unwrap_or(0));
        let ply = times.take_while(|at| *at <= ms).count();
        let shown = self.show(&Wish { ply: Some(ply), ..*wish })?;
        let moment = Moment::of(&shown, ms)?;
        Ok((shown, moment))
    }
}

/// When the last action of a match on a clock was, in milliseconds; `None` of any other match.
fn end_ms(log: &Log) -> Option<u64> {
    if !log.header.card().timed {
        return None;
    }
    let last = log.actions.get(log.actions.len());
    Some(last.and_then(|action| action.at).unwrap_or(0))
}

impl Moment {
    fn of(shown: &Shown, ms: u64) -> Result<Moment, KeepError> {
        let (log, reel) = (&shown.stored.log, &shown.reel);
        let (card, still) = (log.header.card(), &reel.stills[shown.ply]);
        let mut play = replay::at(log, shown.ply)?;
        let (mut changed, mut words) = (None, String::new());
        let mut sheet = reel.sheet.clone();
        let mut losses = still.panel.losses.clone();
        let mut before = None;
        while let Some(at) = play.next_change_ms().filter(|at| *at <= ms && before != Some(*at)) {
            let effects = play.advance(at);
            losses.count(&effects);
            changed = Some(sheet.frame(&play.scene(reel.view), &effects));
            let told = timeline::clock_words(card, &effects);
            if !told.is_empty() {
                words = told;
            }
            before = Some(at);
        }
        play.advance(ms);
        let scene = play.scene(reel.view);
        let description = picture::describe(card, &scene);
        let frame = changed.unwrap_or_else(|| still.frame.clone());
        let panel = Panel { counters: scene.counters, trays: scene.trays, losses };
        Ok(Moment { ms, sheet, frame, words, panel, description })
    }

    /// What is in the air, and how far it is.
    #[must_use]
    pub fn flights(&self, shown: &Shown) -> Vec<Flight<'_>> {
        let stills = &shown.reel.stills[..=shown.ply];
        let flight = |arrow| {
            let end = picture::FrameArrow::ends_ms(arrow)?;
            let back = stills.iter().rev().take_while(|still| still.frame.has_arrow(arrow));
            let first = back.last()?;
            let start = first.beat.as_ref().and_then(|beat| beat.at).unwrap_or(0);
            let (done, whole) = (self.ms.checked_sub(start)?, end.checked_sub(start)?.max(1));
            let share = (done.saturating_mul(1_000) / whole).min(1_000);
            Some(Flight { arrow, share_permille: u16::try_from(share).unwrap_or(1_000) })
        };
        self.frame.arrows.iter().filter_map(flight).collect()
    }
}

/// When a ply of a match was played, in milliseconds; 0 at the start.
#[must_use]
pub fn ply_ms(reel: &Reel, ply: usize) -> u64 {
    let still = reel.stills.get(ply);
    let beat = still.and_then(|still| still.beat.as_ref());
    beat.map_or(reel.start_ms, |beat| beat.at.unwrap_or(0))
}
