//! What can be clicked where only some actions are offered: on the board, and in a list beside it.

use super::choices::{self, Chosen, Group};
use super::chosen_words;
use super::query::{Query, Way, Ways};
use super::squares::Overlay;
use crate::rules::game::Card;
use crate::rules::scene::Scene;
use crate::service::seen::Seen;
use crate::service::trial::Choice;

/// Actions that are offered.
#[derive(Default)]
pub(in crate::web::pages) struct Offered {
    /// The squares as links, over the drawing.
    pub(in crate::web::pages) squares: String,
    /// What is chosen so far, in words.
    pub(in crate::web::pages) chosen: String,
    /// Where nothing is chosen.
    pub(in crate::web::pages) all_href: String,
    /// The actions as lists.
    pub(in crate::web::pages) groups: Vec<Group>,
}

/// Offers actions: as squares and as a list, both as far as something is chosen already.
pub(in crate::web::pages) fn offered(
    card: &Card,
    scene: &Scene,
    choices: &[Choice],
    query: &Query,
    (ways, done): (&Ways, usize),
) -> Offered {
    let acts = choices::acts(choices, ways, &Seen::default());
    let chosen = Chosen { from: query.from, to: query.to, kind: query.kind.as_deref() };
    let overlay = Overlay {
        card,
        scene,
        acts: &acts,
        chosen: &chosen,
        ways,
        done,
        time: None,
        flipped: query.flipped,
    };
    Offered {
        squares: overlay.svg(),
        chosen: chosen_words(&chosen),
        all_href: ways.looked_at(done, &Way::default()),
        groups: choices::groups(card, (None, done), scene, &acts, &chosen, ways),
    }
}
