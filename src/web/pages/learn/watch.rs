//! Steps that are read or watched: a line that is stepped through.

use super::query::Here;
use super::stage::{Control, Played};
use crate::lesson::{Shown, Watch, perform};
use crate::rules::any::{Play, View};
use crate::rules::effect::Effect;
use crate::rules::illegal::Illegal;
use crate::web::markdown;

/// A line as far as it is watched.
pub(super) struct Watched {
    pub(super) play: Box<dyn Play>,
    pub(super) effects: Vec<Effect>,
    pub(super) at: usize,
    pub(super) is_done: bool,
    pub(super) view: WatchView,
}

/// What the page says about it.
#[derive(Default)]
pub(super) struct WatchView {
    /// How many actions the line has; 0 if there is only something to read.
    pub(super) count: usize,
    pub(super) at: usize,
    /// The lesson's words for the last action, as HTML.
    pub(super) words: String,
    /// What the last action was, and did.
    pub(super) last: Option<Played>,
    /// The actions up to here.
    pub(super) played: Vec<Played>,
    pub(super) controls: Vec<Control>,
}

/// Plays a line as far as the address says.
///
/// # Errors
/// An action of it is refused: the tests let no such lesson pass.
pub(super) fn watched(
    watch: &Watch,
    mut play: Box<dyn Play>,
    here: &Here,
) -> Result<Watched, Illegal> {
    let count = watch.lines.len();
    let at = here.at.min(count);
    let href = |at| Here { at, ..here.clone() }.href();
    let (mut effects, mut played) = (Vec::new(), Vec::new());
    for (n, shown) in watch.lines.iter().take(at).enumerate() {
        let happened = perform(&mut *play, &shown.line, View::Public)?;
        let is_current = n + 1 == at;
        let one = Played::new(&shown.line.by, &happened);
        played.push(Played { href: href(n + 1), is_current, ..one });
        effects = happened.effects;
    }
    let last = at.checked_sub(1).and_then(|n| watch.lines.get(n));
    let controls = vec![
        Control::new("start", "Start", (at > 0).then(|| href(0))),
        Control::new("undo", "Back", at.checked_sub(1).map(href)),
        Control::new("redo", "Forward", (at < count).then(|| href(at + 1))),
        Control::new("end", "End", (at < count).then(|| href(count))),
    ];
    let view = WatchView {
        count,
        at,
        words: last.map_or(String::new(), said),
        last: played.last().map(|last| Played {
            text: last.text.clone(),
            told: last.told.clone(),
            href: String::new(),
            is_current: true,
        }),
        played,
        controls: if count > 0 { controls } else { Vec::new() },
    };
    Ok(Watched { play, effects, at, is_done: at == count, view })
}

/// The lesson's words for an action, as HTML.
pub(super) fn said(shown: &Shown) -> String {
    markdown::html(&shown.words)
}
