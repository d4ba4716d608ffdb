//! Two matches side by side.

use super::reel::Reel;
use super::{Keep, KeepError, Shown, Wish};
use crate::record::compare::{Comparison, differing_squares};
use crate::rules::any::View;
use crate::rules::grid::Square;
use crate::rules::scene::Scene;

/// Two matches, each at a ply, and what they have in common.
#[derive(Debug)]
pub struct Pair {
    /// The matches.
    pub shown: [Shown; 2],
    /// What they have in common.
    pub comparison: Comparison,
    /// The boards.
    pub scenes: [Scene; 2],
    /// The squares on which other things stand.
    pub differing: Vec<Square>,
}

impl Keep {
    /// Two matches side by side. Without plies, where they part: after the first action in which
    /// they differ.
    ///
    /// # Errors
    /// As [`Keep::show`].
    pub fn pair(&self, links: [&str; 2], plies: [Option<usize>; 2]) -> Result<Pair, KeepError> {
        let [a, b] = links.map(|link| self.load(link));
        let logs = [a?.log, b?.log];
        let comparison = Comparison::of(&logs[0], &logs[1])?;
        let parting = |side: usize| (comparison.prefix() + 1).min(comparison.lasts[side]);
        let show = |side: usize| {
            let ply = Some(plies[side].unwrap_or_else(|| parting(side)));
            self.show(&Wish { link: links[side], ply, view: View::Public, spoilers: true })
        };
        let shown = [show(0)?, show(1)?];
        let scene = |side: usize| Reel::scene(&logs[side], shown[side].ply, View::Public);
        let scenes = [scene(0)?, scene(1)?];
        let differing = differing_squares(&scenes[0], &scenes[1]);
        Ok(Pair { shown, comparison, scenes, differing })
    }
}
