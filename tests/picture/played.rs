//! Matches of every registered game, played by a fixed rule.

use gamekeep::games::Registry;
use gamekeep::picture::{Frame, Sheet};
use gamekeep::rules::any::View;
use gamekeep::rules::effect::{Effect, Event};
use gamekeep::rules::game::Card;
use gamekeep::rules::options::Options;

/// A match, ply by ply.
pub(super) struct Played {
    pub(super) card: &'static Card,
    pub(super) sheet: Sheet,
    /// One for each ply, from 0.
    pub(super) frames: Vec<Frame>,
    /// What led to each ply, in words; empty for ply 0.
    pub(super) words: Vec<String>,
    /// The kinds of events that led to each ply.
    pub(super) events: Vec<Vec<Event>>,
}

/// A match of each registered game, of at most so many plies.
pub(super) fn all(plies: usize) -> Vec<Played> {
    Registry::standard().games().map(|game| played(game.card().id, plies)).collect()
}

pub(super) fn played(id: &str, plies: usize) -> Played {
    let game = Registry::standard().newest(id).expect("a game");
    let mut play = game.begin(&Options::default(), None).expect("a start");
    let scene = play.scene(View::Public);
    let mut sheet = Sheet::new(game.card(), &scene);
    let frames = vec![sheet.frame(&scene, &[])];
    let mut done = Played {
        card: game.card(),
        sheet,
        frames,
        words: vec![String::new()],
        events: vec![vec![]],
    };
    let mut dice = 7_u64;
    for _ in 0..plies {
        let legal = play.legal();
        if legal.is_empty() {
            break;
        }
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // The common actions come last, and end the match.
        let is_common = |text: &str| {
            ["resign", "draw", "forfeit", "abort"].iter().any(|word| text.starts_with(word))
        };
        let own = legal.iter().filter(|(_, text)| !is_common(text)).count();
        if own == 0 {
            break;
        }
        let at = usize::try_from(dice >> 33).expect("31 bits") % own;
        let (by, text) = &legal[at];
        let Ok(happened) = play.tell(*by, text, None, View::Public) else { break };
        let scene = play.scene(View::Public);
        done.frames.push(done.sheet.frame(&scene, &happened.effects));
        let mut events: Vec<Event> = happened.effects.iter().filter_map(Effect::event).collect();
        events.sort_unstable();
        events.dedup();
        done.events.push(events);
        done.words.push(happened.words);
    }
    done
}
