//! The guide: Markdown with examples, in which the first game that there is stands for any.

use crate::record::input;
use crate::record::link::{Link, links};
use crate::record::log::Log;
use crate::rules::any::AnyGame;
use crate::service::Keep;

/// The guide, with its places for a game's own words.
const TEXT: &str = include_str!("guide.md");
/// The name that the example's match goes by.
const ID: &str = "table-7";

/// The guide in Markdown, for people: links are cut.
pub(in crate::web) fn guide(keep: &Keep) -> String {
    written(keep, "…", &|link| format!("{}…", &link.to_string()[..Link::SHORTEST]))
}

/// The guide in Markdown, as it can be run; `token` stands where a token goes.
#[must_use]
pub fn to_be_run(keep: &Keep, token: &str) -> String {
    written(keep, token, &Link::to_string)
}

fn written(keep: &Keep, token: &str, shown: &dyn Fn(&Link) -> String) -> String {
    let Some(log) = example(keep) else { return String::new() };
    let card = log.header.card();
    let links = links(&log);
    let action = |ply: usize| {
        log.actions.get(ply).map_or_else(String::new, |action| {
            let by = card.letter(action.by).to_string();
            serde_json::json!({ "by": by, "do": action.text }).to_string()
        })
    };
    let seats = card.seats.map(|seat| (seat.id.to_owned(), "Ada".into()));
    let start = serde_json::json!({
        "gamekeep": 1, "game": card.id, "id": ID,
        "seats": serde_json::Map::from_iter(seats), "actions": [],
    });
    let first = log.actions.get(1).map_or('*', |action| card.letter(action.by));
    let mut text = TEXT
        .replace("{token}", token)
        .replace("{game}", card.id)
        .replace("{id}", ID)
        .replace("{start}", &start.to_string())
        .replace("{seat}", &first.to_string());
    for ply in [0, 1, 2] {
        text = text.replace(&format!("{{head {ply}}}"), &shown(&links[ply]));
        text = text.replace(&format!("{{link {ply}}}"), &links[ply].short());
        text = text.replace(&format!("{{action {ply}}}"), &action(ply));
    }
    text
}

/// The first two actions of the first sample that begins at a game's own start.
fn example(keep: &Keep) -> Option<Log> {
    let registry = keep.registry();
    let samples = registry.games().map(AnyGame::card).flat_map(|card| card.samples);
    let mut logs = samples
        .flat_map(|sample| input::records(sample, registry))
        .filter_map(|input| Some(input.check(registry).ok()?.record.log));
    let plain = |log: &Log| {
        let header = &log.header;
        let has_times = log.actions.iter().any(|action| action.at.is_some());
        header.setup.is_none() && header.options.is_empty() && !has_times
    };
    let mut log = logs.find(|log| plain(log) && log.actions.len() > 2)?;
    log.header.id = Some(ID.to_owned());
    log.actions.truncate(2);
    Some(log)
}
