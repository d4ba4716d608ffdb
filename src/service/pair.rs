//! Two matches side by side.

use super::{Keep, KeepError, Shown, Wish};
use crate::record::compare::Comparison;
use crate::rules::any::View;

/// Two matches, each at a ply, and what they have in common.
#[derive(Debug)]
pub struct Pair {
    /// The matches.
    pub shown: [Shown; 2],
    /// What they have in common.
    pub comparison: Comparison,
}

impl Keep {
    /// Two matches side by side. Without plies, where they part: after the first action in which
    /// they differ.
    ///
    /// # Errors
    /// As [`Keep::show`].
    pub fn pair(&self, links: [&str; 2], plies: [Option<usize>; 2]) -> Result<Pair, KeepError> {
        let [a, b] = links.map(|link| self.load(link));
        let comparison = Comparison::of(&a?.log, &b?.log)?;
        let parting = |side: usize| (comparison.prefix() + 1).min(comparison.lasts[side]);
        let show = |side: usize| {
            let ply = Some(plies[side].unwrap_or_else(|| parting(side)));
            self.show(&Wish { link: links[side], ply, view: View::Public, spoilers: true })
        };
        Ok(Pair { shown: [show(0)?, show(1)?], comparison })
    }
}
