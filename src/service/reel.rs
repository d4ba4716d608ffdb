//! A match made ready to be stepped through: every ply told and drawn once, then kept.

use std::sync::Arc;

use crate::picture::{Frame, Sheet};
use crate::record::log::Log;
use crate::record::replay::{self, BrokenLog};
use crate::record::timeline::{self, Losses, Moment};
use crate::rules::any::{Play, View};
use crate::rules::effect::Event;
use crate::rules::game::Turn;
use crate::rules::outcome::Outcome;
use crate::rules::scene::{Counter, Scene, Tray};
use crate::rules::seat::Actor;

/// A match, ply by ply.
#[derive(Debug)]
pub struct Reel {
    /// What all frames have in common.
    pub sheet: Sheet,
    /// One for each ply, from 0 to the last.
    pub stills: Vec<Still>,
    /// What changed by itself between actions, in order of time: only games on a clock have any.
    pub between: Vec<Between>,
    /// The time at which it begins: 0, but of a match that begins in the middle of one.
    pub start_ms: u64,
    /// How the match ended, if it did.
    pub outcome: Option<Outcome>,
    /// Whose view it is.
    pub view: View,
    /// Whether the record tells things that are hidden at the table.
    pub tells: bool,
}

/// A match at one ply.
#[derive(Debug)]
pub struct Still {
    /// The board.
    pub frame: Frame,
    /// What led here; none at ply 0.
    pub beat: Option<Beat>,
    /// What is counted; shared with the ply before where nothing changed.
    pub panel: Arc<Panel>,
}

/// A change between two actions, made by the clock alone.
#[derive(Debug)]
pub struct Between {
    /// The last ply before it.
    pub ply: usize,
    /// When, in milliseconds since the match began.
    pub at: u64,
    /// The board.
    pub frame: Frame,
    /// What happened, in words; empty if nothing that needs any.
    pub words: String,
    /// What is counted.
    pub panel: Arc<Panel>,
}

/// What led to a ply.
#[derive(Debug)]
pub struct Beat {
    /// Who acted.
    pub by: Actor,
    /// The action as it may be shown.
    pub shown: String,
    /// Its time in milliseconds since the match began, if recorded.
    pub at: Option<u64>,
    /// What it did, in words.
    pub words: String,
    /// The kinds of events in it.
    pub events: Vec<Event>,
    /// The stretch of the match that it belongs to.
    pub turn: Turn,
}

/// What the panel beside a board shows of one ply.
#[derive(Debug, PartialEq, Eq)]
pub struct Panel {
    /// What is counted.
    pub counters: Vec<Counter>,
    /// Things beside the board.
    pub trays: Vec<Tray>,
    /// Pieces lost so far.
    pub losses: Losses,
}

impl Reel {
    /// Tells and draws every ply of a log.
    ///
    /// # Errors
    /// The log does not replay.
    pub fn of(log: &Log, view: View) -> Result<Reel, BrokenLog> {
        let mut maker = Maker::begin(log, view)?;
        let each = |moment: Moment, play: &dyn Play| maker.moment(log, moment, play);
        let play = timeline::tell(log, 1, log.actions.len(), view, each)?;
        let Maker { sheet, stills, between, start_ms, .. } = maker;
        let tells = play.tells().is_some();
        Ok(Reel { sheet, stills, between, start_ms, outcome: play.outcome(), view, tells })
    }

    /// The last ply.
    #[must_use]
    pub fn last(&self) -> usize {
        self.stills.len() - 1
    }

    /// The scene at a ply, for words about the whole board.
    ///
    /// # Errors
    /// The log does not replay.
    pub fn scene(log: &Log, ply: usize, view: View) -> Result<Scene, BrokenLog> {
        Ok(replay::at(log, ply)?.scene(view))
    }
}

/// A reel in the making.
struct Maker {
    view: View,
    sheet: Sheet,
    losses: Losses,
    stills: Vec<Still>,
    between: Vec<Between>,
    start_ms: u64,
}

impl Maker {
    fn begin(log: &Log, view: View) -> Result<Self, BrokenLog> {
        let play = log.header.begin()?;
        let scene = play.scene(view);
        let sheet = Sheet::new(log.header.card(), &scene);
        let losses = Losses::default();
        let (stills, between) = (Vec::with_capacity(log.actions.len() + 1), Vec::new());
        let start_ms = play.clock_ms().unwrap_or(0);
        let mut maker = Maker { view, sheet, losses, stills, between, start_ms };
        let frame = maker.sheet.frame(&scene, &[]);
        let panel = Arc::new(panel(scene, &maker.losses));
        maker.stills.push(Still { frame, beat: None, panel });
        maker.until_next_action(log, 0, &*play);
        Ok(maker)
    }

    fn moment(&mut self, log: &Log, moment: Moment, play: &dyn Play) {
        self.losses.count(&moment.effects);
        let scene = play.scene(self.view);
        let frame = self.sheet.frame(&scene, &moment.effects);
        let mut panel = Arc::new(panel(scene, &self.losses));
        if let Some(last) = self.stills.last().filter(|last| last.panel == panel) {
            panel = Arc::clone(&last.panel);
        }
        let ply = moment.ply;
        let Moment { by, ref turn, at, .. } = moment;
        let (events, turn) = (moment.events(), turn.clone());
        let beat = Beat { by, shown: moment.shown, at, words: moment.words, events, turn };
        self.stills.push(Still { frame, beat: Some(beat), panel });
        self.until_next_action(log, ply, play);
    }

    /// Draws what the clock alone changes after `ply` and before the action after it.
    fn until_next_action(&mut self, log: &Log, ply: usize, play: &dyn Play) {
        let Some(next) = log.actions.get(ply + 1).and_then(|action| action.at) else { return };
        let mut ahead: Option<Box<dyn Play>> = None;
        let mut losses = self.losses.clone();
        loop {
            let now = ahead.as_deref().unwrap_or(play);
            let Some(at) = now.next_change_ms().filter(|at| *at <= next) else { return };
            let mut forked = ahead.take().unwrap_or_else(|| play.fork());
            let effects = forked.advance(at);
            losses.count(&effects);
            let scene = forked.scene(self.view);
            let frame = self.sheet.frame(&scene, &effects);
            let words = timeline::clock_words(log.header.card(), &effects);
            let panel = Arc::new(panel(scene, &losses));
            self.between.push(Between { ply, at, frame, words, panel });
            let stuck = forked.next_change_ms() == Some(at);
            ahead = Some(forked);
            if stuck {
                return;
            }
        }
    }
}

fn panel(scene: Scene, losses: &Losses) -> Panel {
    Panel { counters: scene.counters, trays: scene.trays, losses: losses.clone() }
}
