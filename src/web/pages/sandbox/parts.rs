//! Parts of a sandbox's page: the clock, what the archive saw, the form that sets up a position.

use super::choices::{Act, ActLink, most_seen};
use super::query::{Query, Way, Ways};
use crate::rules::any::AnyGame;
use crate::rules::game::Card;
use crate::rules::options::{OptionForm, OptionSpec};
use crate::service::seen::Seen;
use crate::service::trial::Trial;
use crate::web::address;

/// A game's clock, and the ways on.
pub(super) struct ClockView {
    pub(super) now: String,
    pub(super) now_ms: u64,
    pub(super) steps: Vec<(String, String)>,
}

pub(super) struct SeenView {
    pub(super) words: String,
    pub(super) bound: String,
    pub(super) most: Vec<ActLink>,
}

/// The form that sets up another position.
pub(super) struct SetupView {
    pub(super) options: Vec<OptionView>,
    pub(super) position: String,
    pub(super) editor_href: String,
    pub(super) is_open: bool,
    pub(super) fault: String,
}

pub(super) struct OptionView {
    pub(super) name: &'static str,
    pub(super) words: &'static str,
    pub(super) form: String,
    /// The words to choose from, each with whether it is chosen.
    pub(super) choices: Vec<(&'static str, bool)>,
    pub(super) value: String,
}

/// A game's clock and the steps on it.
pub(super) fn clock(trial: &Trial, ways: &Ways) -> Option<ClockView> {
    let now_ms = trial.now_ms().filter(|_| trial.play.outcome().is_none())?;
    let done = trial.done.len();
    let way = |label: String, time: u64| {
        (label, ways.looked_at(done, &Way { time: Some(time), ..Way::default() }))
    };
    let mut steps: Vec<(String, String)> = [100, 1_000, 5_000]
        .into_iter()
        .map(|ms| way(format!("{} later", seconds(ms)), now_ms + ms))
        .collect();
    if let Some(next) = trial.play.next_change_ms().filter(|next| *next > now_ms) {
        steps.push(way(format!("to {}, the next change", seconds(next)), next));
    }
    Some(ClockView { now: seconds(now_ms), now_ms, steps })
}

/// A time in seconds: `12.5 s`.
fn seconds(ms: u64) -> String {
    let part = format!("{:03}", ms % 1_000);
    match part.trim_end_matches('0') {
        "" => format!("{} s", ms / 1_000),
        part => format!("{}.{part} s", ms / 1_000),
    }
}

/// What the archive saw here.
pub(super) fn seen_view(acts: &[Act<'_>], card: &Card, ways: &Ways, seen: &Seen) -> SeenView {
    let (counted, kept) = (seen.counted, seen.kept);
    let bound = match (u64::try_from(counted).unwrap_or(u64::MAX), kept) {
        (_, 0) => "No match of this game is kept here yet.".to_owned(),
        (1, 1) => "Counted in the one match of this game here.".to_owned(),
        (n, _) if n == kept => format!("Counted in all {kept} matches of this game here."),
        _ => format!("Counted in the newest {counted} of {kept} matches of this game here."),
    };
    let words = match seen.times() {
        0 if kept == 0 => String::new(),
        0 => "The archive saw nothing played in this position.".to_owned(),
        1 => "The archive saw one action in this position.".to_owned(),
        n => format!("The archive saw {n} actions in this position."),
    };
    let most = if ways.has_room { most_seen(acts, card, ways, seen) } else { Vec::new() };
    SeenView { words, bound, most }
}

/// The form for a game's options and a position.
pub(super) fn setup_view(
    game: &'static dyn AnyGame,
    query: &Query,
    fault: String,
    is_open: bool,
) -> SetupView {
    let chosen = |name: &str| query.options.iter().find(|(known, _)| known == name);
    let option = |spec: &'static OptionSpec| {
        let value = chosen(spec.name).map_or(spec.default, |(_, value)| value.as_str());
        let choices = match spec.form {
            OptionForm::OneOf(words) => words.iter().map(|word| (*word, *word == value)).collect(),
            OptionForm::Number { .. } | OptionForm::Text { .. } => Vec::new(),
        };
        let (form, value) = (spec.form.to_string(), value.to_owned());
        OptionView { name: spec.name, words: spec.words, form, choices, value }
    };
    let mut start = address::Query::default();
    for (name, value) in &query.options {
        start.add(&format!("o.{name}"), value);
    }
    if let Some(position) = &query.position {
        start.add("position", position);
    }
    SetupView {
        options: game.card().options.iter().map(option).collect(),
        position: query.position.clone().unwrap_or_default(),
        editor_href: format!("/games/{}/board/edit?{}", game.card().id, start.text()),
        is_open,
        fault,
    }
}
