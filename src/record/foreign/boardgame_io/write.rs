//! Writing a boardgame.io log.

use std::collections::BTreeMap;

use chrono::NaiveDateTime;
use serde::Serialize;

use crate::record::Record;
use crate::record::foreign::WrittenNote;
use crate::record::link::Link;
use crate::record::log::Action;
use crate::record::note::Note;
use crate::record::replay::result_words;
use crate::rules::game::Card;
use crate::rules::outcome::{Outcome, Verdict};
use crate::rules::seat::Seat;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Match<'a> {
    game_name: &'a str,
    #[serde(rename = "matchID", skip_serializing_if = "Option::is_none")]
    match_id: Option<&'a str>,
    players: BTreeMap<usize, Player<'a>>,
    setup_data: SetupData<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gameover: Option<GameOver>,
    #[serde(skip_serializing_if = "Option::is_none")]
    created_at: Option<i64>,
    log: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Player<'a> {
    id: usize,
    name: &'a str,
}

#[derive(Serialize)]
struct SetupData<'a> {
    rules: u16,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    options: BTreeMap<&'a str, &'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    setup: Option<&'a str>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    facts: BTreeMap<&'a str, &'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<WrittenNote<'a>>,
    head: String,
    result: String,
}

#[derive(Serialize)]
enum GameOver {
    #[serde(rename = "winner")]
    Winner(String),
    #[serde(rename = "draw")]
    Draw(bool),
}

#[derive(Serialize)]
struct Entry<'a> {
    action: MakeMove<'a>,
    #[serde(rename = "_stateID")]
    state: usize,
    turn: usize,
    phase: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata: Option<Metadata<'a>>,
}

#[derive(Serialize)]
struct MakeMove<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    payload: Payload<'a>,
}

#[derive(Serialize)]
struct Payload<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    args: Vec<String>,
    #[serde(rename = "playerID")]
    player: Option<String>,
}

#[derive(Serialize)]
struct Metadata<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<WrittenNote<'a>>,
}

/// Writes a match as a boardgame.io match with its log, on one line, without a line end.
///
/// Times and notes stand in the entries' `metadata`; options, facts and the notes before the first
/// action in `setupData`: both are free for any use in that engine. The arbiter's actions are moves
/// of no player. The form can hold every match.
#[must_use]
pub fn write(record: &Record, outcome: Option<&Outcome>, head: Link) -> String {
    let log = &record.log;
    let card = log.header.card();
    let player = |seat: Seat| {
        let id = seat.index();
        (id, Player { id, name: record.facts.player(seat) })
    };
    let gameover = match outcome.map(|outcome| outcome.verdict) {
        Some(Verdict::Win(seat)) => Some(GameOver::Winner(seat.index().to_string())),
        Some(Verdict::Draw) => Some(GameOver::Draw(true)),
        Some(Verdict::Void) | None => None,
    };
    let created = record.facts.get("Date").and_then(|date| {
        let at = NaiveDateTime::parse_from_str(date, "%Y-%m-%dT%H:%M:%SZ").ok()?;
        Some(at.and_utc().timestamp_millis()).filter(|ms| *ms >= 0)
    });
    let written = Match {
        game_name: card.id,
        match_id: log.header.id.as_deref(),
        players: Seat::BOTH.into_iter().map(player).collect(),
        setup_data: SetupData {
            rules: card.rules,
            options: log.header.options.iter().collect(),
            setup: log.header.setup.as_deref(),
            facts: record.facts.iter().collect(),
            notes: notes_at(&record.notes, 0),
            head: head.to_string(),
            result: result_words(card, outcome),
        },
        gameover,
        created_at: created,
        log: entries(record, card),
    };
    serde_json::to_string(&written).unwrap_or_default()
}

/// The notes of a ply; they are sorted by ply.
fn notes_at(notes: &[Note], ply: usize) -> Vec<WrittenNote<'_>> {
    let from = notes.partition_point(|note| note.ply < ply);
    let here = notes[from..].iter().take_while(|note| note.ply == ply);
    here.map(|note| WrittenNote { ply: None, ..WrittenNote::of(note) }).collect()
}

fn entries<'a>(record: &'a Record, card: &'static Card) -> Vec<Entry<'a>> {
    let mut turn = 1;
    let mut last = None;
    let mut entries = Vec::with_capacity(record.log.actions.len());
    for (n, action) in record.log.actions.iter().enumerate() {
        let seat = action.by.seat();
        if seat.is_some() && last.is_some() && seat != last {
            turn += 1;
        }
        last = seat.or(last);
        let notes = notes_at(&record.notes, n + 1);
        let metadata = Metadata { at: action.at, notes };
        entries.push(Entry {
            action: MakeMove { kind: "MAKE_MOVE", payload: payload(&action, card) },
            state: n,
            turn,
            phase: None,
            metadata: (metadata.at.is_some() || !metadata.notes.is_empty()).then_some(metadata),
        });
    }
    entries
}

/// A move of the game's table, or the action in this project's notation.
fn payload<'a>(action: &Action<'a>, card: &'static Card) -> Payload<'a> {
    let player = action.by.seat().map(|seat| seat.index().to_string());
    match card.foreign.move_of(action.text) {
        Some((form, args)) if form.by_arbiter == player.is_none() => {
            Payload { kind: form.name, args, player }
        }
        _ => {
            let star = if player.is_none() { "* " } else { "" };
            Payload { kind: "action", args: vec![format!("{star}{}", action.text)], player }
        }
    }
}
