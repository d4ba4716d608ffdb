//! The record as JSON: one object a match; in bulk, one object a line.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

use super::Record;
use super::draft::{About, Draft, DraftNote, Line, Number, ResultClaim, Tag};
use super::fault::{Fault, FaultKind, Place};
use super::limits;
use super::link::Link;
use super::replay::Checkpoint;
use crate::games::Registry;
use crate::rules::outcome::{Outcome, Verdict};
use crate::rules::seat::Seat;

/// A match as JSON.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Match {
    gamekeep: u32,
    game: String,
    #[serde(default)]
    rules: Option<u64>,
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    options: Strings,
    #[serde(default)]
    setup: Option<String>,
    #[serde(default)]
    seats: Strings,
    #[serde(default)]
    facts: Strings,
    actions: Vec<Step>,
    #[serde(default)]
    notes: Vec<Comment>,
    #[serde(default)]
    head: Option<String>,
    #[serde(default)]
    result: Option<Ending>,
    #[serde(default)]
    positions: Vec<(usize, String)>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    by: Option<String>,
    #[serde(rename = "do")]
    action: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<u64>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Comment {
    ply: usize,
    text: String,
    #[serde(default = "unknown")]
    by: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    line: Vec<String>,
    #[serde(default, skip_serializing_if = "is_zero")]
    rise: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands fields over like this")]
fn is_zero(n: &u32) -> bool {
    *n == 0
}

fn unknown() -> String {
    "?".to_owned()
}

/// A result as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ending {
    /// The winner's seat id, if there is one.
    pub winner: Option<String>,
    /// Whether it is a draw.
    pub draw: bool,
    /// The rule's id or the common action that ended the match; none while it is unfinished.
    pub reason: Option<String>,
}

impl Ending {
    /// The result of a match of that game.
    #[must_use]
    pub fn of(card: &crate::rules::game::Card, outcome: Option<&Outcome>) -> Self {
        Ending {
            winner: outcome.and_then(Outcome::winner).map(|seat| card.seat(seat).id.to_owned()),
            draw: outcome.is_some_and(|outcome| outcome.verdict == Verdict::Draw),
            reason: outcome.map(|outcome| outcome.reason.to_owned()),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).unwrap_or_default())
    }
}

/// A map of texts in which no key stands twice.
#[derive(Debug, Default, Serialize)]
#[serde(transparent)]
struct Strings(BTreeMap<String, String>);

impl<'de> Deserialize<'de> for Strings {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Unique;
        impl<'de> Visitor<'de> for Unique {
            type Value = Strings;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of texts")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Strings, A::Error> {
                let mut strings = BTreeMap::new();
                while let Some((key, value)) = map.next_entry::<String, String>()? {
                    if strings.contains_key(&key) {
                        return Err(de::Error::custom(format!("duplicate key `{key}`")));
                    }
                    strings.insert(key, value);
                }
                Ok(Strings(strings))
            }
        }
        from.deserialize_map(Unique)
    }
}

/// Reads one match's JSON, which begins on the given line of its file.
///
/// # Errors
/// Text that is no such object: unknown keys are refused, with their path.
pub fn read(text: &str, first_line: usize, registry: &Registry) -> Result<Draft, Fault> {
    if text.len() > 2 * limits::RECORD_BYTES {
        let words = format!("a record has at most {} bytes", limits::RECORD_BYTES);
        let fault = Fault::unreadable(Place::at(first_line, 1), "", words);
        return Err(fault.of_kind(FaultKind::TooLarge));
    }
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with('[') {
        let words = "expected an object a match, each on a line of its own, and no array";
        return Err(Fault::unreadable(Place::at(first_line, 1), "[", words));
    }
    let mut json = serde_json::Deserializer::from_str(text);
    let read: Result<Match, _> = serde_path_to_error::deserialize(&mut json);
    let of_error = |path: Option<String>, error: &serde_json::Error| {
        let line = first_line + error.line().max(1) - 1;
        let place = Place { line, column: error.column().max(1), path };
        let words = error.to_string();
        let words = words.split(" at line ").next().unwrap_or(&words);
        Fault::unreadable(place, "", words)
    };
    let read = read.map_err(|error| {
        let path = error.path().to_string();
        of_error((path != ".").then_some(path), error.inner())
    })?;
    json.end().map_err(|error| of_error(None, &error))?;
    read.draft(first_line, registry)
}

impl Match {
    fn draft(self, line: usize, registry: &Registry) -> Result<Draft, Fault> {
        let place = |path: &str| Place { line, column: 1, path: Some(path.to_owned()) };
        let tags = self.tags(line, registry)?;
        let mut draft = Draft { begins: Place::at(line, 1), tags, ..Draft::default() };
        for (n, step) in self.actions.into_iter().take(limits::ACTIONS + 1).enumerate() {
            let place = place(&format!("actions[{n}].do"));
            draft.lines.push(Line {
                number: Some(Number { value: n as u64 + 1, punctuated: false }),
                by: step.by,
                text: step.action,
                at: step.at,
                place: place.clone(),
                text_place: place,
            });
        }
        for (n, note) in self.notes.into_iter().take(limits::NOTES + 1).enumerate() {
            let place = place(&format!("notes[{n}]"));
            let Comment { ply, text, by, line, rise } = note;
            draft.notes.push(DraftNote { about: About::Ply(ply), text, by, line, rise, place });
        }
        let claims = &mut draft.claims;
        if let Some(head) = self.head {
            let link = head.parse::<Link>().map_err(|error| {
                Fault::unreadable(place("head"), head.clone(), error.to_string())
            })?;
            claims.head = Some((link, place("head")));
        }
        if let Some(result) = self.result {
            claims.result = Some((ResultClaim::Json(result), place("result")));
        }
        for (n, (ply, hash)) in self.positions.into_iter().enumerate() {
            let place = place(&format!("positions[{n}]"));
            let hash = hash.parse().map_err(|error: super::link::NoPositionHash| {
                Fault::unreadable(place.clone(), hash.clone(), error.to_string())
            })?;
            claims.positions.push((ply, hash, place));
        }
        Ok(draft)
    }

    /// The tags that the text would have.
    fn tags(&self, line: usize, registry: &Registry) -> Result<Vec<Tag>, Fault> {
        let mut tags = Vec::new();
        let mut tag = |name: &str, value: &str, path: String| {
            let place = Place { line, column: 1, path: Some(path) };
            let (name, value) = (name.to_owned(), value.to_owned());
            tags.push(Tag { name, value, value_place: place.clone(), place });
        };
        tag("Gamekeep", &self.gamekeep.to_string(), "gamekeep".to_owned());
        tag("Game", &self.game, "game".to_owned());
        if let Some(rules) = self.rules {
            tag("Rules", &rules.to_string(), "rules".to_owned());
        }
        if let Some(id) = &self.id {
            tag("Id", id, "id".to_owned());
        }
        if let Some(setup) = &self.setup {
            tag("Setup", setup, "setup".to_owned());
        }
        let wrong = |path: String, words: &str| {
            let place = Place { line, column: 1, path: Some(path) };
            Err(Fault::unreadable(place, "", words))
        };
        for (name, value) in &self.options.0 {
            if !name.starts_with(|c: char| c.is_ascii_lowercase()) {
                return wrong(format!("options.{name}"), "an option's name is lower case");
            }
            tag(name, value, format!("options.{name}"));
        }
        let card = registry.newest(&self.game).map(super::super::rules::any::AnyGame::card);
        for (id, player) in &self.seats.0 {
            let seat = |seat: &Seat| card.is_some_and(|card| card.seat(*seat).id == id);
            match card.zip(Seat::BOTH.into_iter().find(seat)) {
                Some((card, seat)) => tag(card.seat(seat).name, player, format!("seats.{id}")),
                None if card.is_none() => {}
                None => return wrong(format!("seats.{id}"), "the game has no such seat"),
            }
        }
        for (name, value) in &self.facts.0 {
            let seat = |seat: Seat| card.is_some_and(|card| card.seat(seat).name == name);
            let log_tag = matches!(name.as_str(), "Gamekeep" | "Game" | "Rules" | "Id" | "Setup");
            let capital = name.starts_with(|c: char| c.is_ascii_uppercase());
            if log_tag || !capital || Seat::BOTH.into_iter().any(seat) {
                return wrong(format!("facts.{name}"), "no fact has this name");
            }
            tag(name, value, format!("facts.{name}"));
        }
        Ok(tags)
    }
}

/// Writes a match as one line of JSON, without a line end.
#[must_use]
pub fn write(
    record: &Record,
    outcome: Option<&Outcome>,
    head: Link,
    checkpoints: &[Checkpoint],
) -> String {
    let header = &record.log.header;
    let card = header.card();
    let strings = |pairs: &mut dyn Iterator<Item = (&str, &str)>| {
        Strings(pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
    };
    let actions = record.log.actions.iter().map(|action| Step {
        by: Some(card.letter(action.by).to_string()),
        action: action.text.to_owned(),
        at: action.at,
    });
    let notes = record.notes.iter().map(|note| Comment {
        ply: note.ply,
        text: note.text.clone(),
        by: note.by.clone(),
        line: note.line.clone(),
        rise: note.rise,
    });
    let seats = Seat::BOTH.map(|seat| (card.seat(seat).id, record.facts.player(seat)));
    let json = Match {
        gamekeep: 1,
        game: card.id.to_owned(),
        rules: Some(u64::from(card.rules)),
        id: header.id.clone(),
        options: strings(&mut header.options.iter()),
        setup: header.setup.clone(),
        seats: strings(&mut seats.into_iter()),
        facts: strings(&mut record.facts.iter()),
        actions: actions.collect(),
        notes: notes.collect(),
        head: Some(head.to_string()),
        result: Some(Ending::of(card, outcome)),
        positions: checkpoints.iter().map(|at| (at.ply, at.hash.to_string())).collect(),
    };
    serde_json::to_string(&json).unwrap_or_default()
}
