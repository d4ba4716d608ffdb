//! A match made ready to be stepped through: every ply told and drawn once, then kept.

use std::sync::Arc;

use crate::picture::{Changes, Frame, Sheet};
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
    /// How the match ended, if it did.
    pub outcome: Option<Outcome>,
    /// Whose view it is.
    pub view: View,
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
        let card = log.header.card();
        let scene = log.header.begin()?.scene(view);
        let mut sheet = Sheet::new(card, &scene);
        let mut losses = Losses::default();
        let mut stills = Vec::with_capacity(log.actions.len() + 1);
        let frame = sheet.frame(&scene, &[]);
        stills.push(Still { frame, beat: None, panel: Arc::new(panel(scene, &losses)) });
        let each = |moment: Moment, play: &dyn Play| {
            losses.count(&moment.effects);
            let scene = play.scene(view);
            let frame = sheet.frame(&scene, &moment.effects);
            let mut panel = Arc::new(panel(scene, &losses));
            if let Some(last) = stills.last().filter(|last| last.panel == panel) {
                panel = Arc::clone(&last.panel);
            }
            stills.push(Still { frame, beat: Some(beat(moment)), panel });
        };
        let play = timeline::tell(log, 1, log.actions.len(), view, each)?;
        Ok(Reel { sheet, stills, outcome: play.outcome(), view })
    }

    /// The last ply.
    #[must_use]
    pub fn last(&self) -> usize {
        self.stills.len() - 1
    }

    /// What turns the frame of the ply before into that of `ply`.
    #[must_use]
    pub fn changes(&self, ply: usize) -> Option<Changes> {
        let before = self.stills.get(ply.checked_sub(1)?)?;
        Some(before.frame.changes_to(&self.stills.get(ply)?.frame))
    }

    /// The scene at a ply, for words about the whole board.
    ///
    /// # Errors
    /// The log does not replay.
    pub fn scene(log: &Log, ply: usize, view: View) -> Result<Scene, BrokenLog> {
        Ok(replay::at(log, ply)?.scene(view))
    }
}

fn beat(moment: Moment) -> Beat {
    let events = moment.events();
    let Moment { by, shown, at, words, turn, .. } = moment;
    Beat { by, shown, at, words, events, turn }
}

fn panel(scene: Scene, losses: &Losses) -> Panel {
    Panel { counters: scene.counters, trays: scene.trays, losses: losses.clone() }
}
