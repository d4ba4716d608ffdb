//! Writing an Abstract Play game record.

use std::collections::BTreeMap;

use serde::Serialize;

use super::read_instant;
use crate::record::Record;
use crate::record::facts::{Facts, UNKNOWN};
use crate::record::foreign::{Unwritable, WrittenNote, variants_of};
use crate::record::link::Link;
use crate::record::log::Log;
use crate::record::replay::result_words;
use crate::rules::outcome::{Outcome, Verdict};
use crate::rules::seat::Seat;

#[derive(Serialize)]
struct Report<'a> {
    header: Header<'a>,
    moves: Vec<Vec<Option<String>>>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Header<'a> {
    game: GameName<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<&'a str>,
    site: Site<'a>,
    date_start: String,
    date_end: String,
    date_generated: &'a str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unrated: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pied: bool,
    players: [Player<'a>; 2],
    #[serde(rename = "startingPosition", skip_serializing_if = "Option::is_none")]
    starting_position: Option<&'a str>,
    gamekeep: Own<'a>,
}

#[derive(Serialize)]
struct GameName<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variants: Vec<String>,
}

#[derive(Serialize)]
struct Site<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    gameid: Option<&'a str>,
}

#[derive(Serialize)]
struct Player<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    userid: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<serde_json::Number>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_ai: bool,
    result: u8,
    seat: &'a str,
}

/// What the form has no place for.
#[derive(Serialize)]
struct Own<'a> {
    rules: u16,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    facts: BTreeMap<&'a str, Option<&'a str>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<WrittenNote<'a>>,
    head: String,
    result: String,
}

/// Writes a finished match as an Abstract Play game record on one line, without a line end.
///
/// `generated` is the present time as `YYYY-MM-DDThh:mm:ssZ`, which that form asks for. Rules
/// version, notes and the facts that the form has no place for stand in the header's `gamekeep`,
/// which the schema allows.
///
/// # Errors
/// The match has no result or was aborted, or its day is not known: the form cannot say so.
pub fn write(
    record: &Record,
    outcome: Option<&Outcome>,
    head: Link,
    generated: &str,
) -> Result<String, Unwritable> {
    let log = &record.log;
    let card = log.header.card();
    let results = match outcome.map(|outcome| outcome.verdict) {
        Some(Verdict::Win(Seat::First)) => [1, 0],
        Some(Verdict::Win(Seat::Second)) => [0, 1],
        Some(Verdict::Draw) => [0, 0],
        Some(Verdict::Void) => {
            return Err(Unwritable::new(
                "an Abstract Play record has a result for each player; this match was aborted",
            ));
        }
        None => {
            return Err(Unwritable::new(
                "an Abstract Play record is of a finished match; this one is unfinished",
            ));
        }
    };
    let mut kept = Kept::of(&record.facts);
    let (start, end) = dates(&record.facts, &mut kept)?;
    let (event, round) = match (record.facts.get("Event"), record.facts.get("Round")) {
        (Some(event), Some(round)) => {
            kept.remove(&["Event", "Round"]);
            (Some(event), Some(round))
        }
        _ => (None, None),
    };
    let site = record.facts.get("Site").filter(|site| *site != UNKNOWN);
    if site.is_some() {
        kept.remove(&["Site"]);
    }
    let players = Seat::BOTH.map(|seat| player(record, seat, results, &mut kept));
    let report = Report {
        header: Header {
            game: GameName { name: card.name, variants: variants_of(card, &log.header.options) },
            event,
            round,
            site: Site { name: site.unwrap_or(UNKNOWN), gameid: log.header.id.as_deref() },
            date_start: start,
            date_end: end,
            date_generated: generated,
            unrated: kept.take("Unrated", "yes"),
            pied: kept.take("Pied", "yes"),
            players,
            starting_position: log.header.setup.as_deref(),
            gamekeep: Own {
                rules: card.rules,
                notes: record.notes.iter().map(WrittenNote::of).collect(),
                head: head.to_string(),
                result: result_words(card, outcome),
                facts: kept.facts,
            },
        },
        moves: rounds(log),
    };
    serde_json::to_string(&report).map_err(|error| Unwritable::new(error.to_string()))
}

/// The facts that have found no place yet.
struct Kept<'a> {
    facts: BTreeMap<&'a str, Option<&'a str>>,
}

impl<'a> Kept<'a> {
    fn of(facts: &'a Facts) -> Self {
        Kept { facts: facts.iter().map(|(name, value)| (name, Some(value))).collect() }
    }

    fn remove(&mut self, names: &[&str]) {
        for name in names {
            self.facts.remove::<str>(name);
        }
    }

    /// Takes a fact out if it is exactly this.
    fn take(&mut self, name: &str, value: &str) -> bool {
        let is = self.facts.get::<str>(name) == Some(&Some(value));
        if is {
            self.facts.remove::<str>(name);
        }
        is
    }
}

/// When the match began and ended, as that form writes it.
fn dates<'a>(facts: &'a Facts, kept: &mut Kept<'a>) -> Result<(String, String), Unwritable> {
    let written = |name: &str| {
        let fact = facts.get(name)?;
        let day = fact.len() == "YYYY-MM-DD".len();
        let long = if day { format!("{fact}T00:00:00.000Z") } else { fact.to_owned() };
        // A date that is not whole has no place in the form.
        (fact.len() >= "YYYY-MM-DD".len() && read_instant(&long).is_ok()).then_some(long)
    };
    let (start, end) = match (written("Date"), written("DateEnded")) {
        (Some(start), Some(end)) => (start, end),
        (Some(day), None) | (None, Some(day)) => (day.clone(), day),
        (None, None) => {
            let words = "an Abstract Play record has the day on which the match began and ended; \
                         this one has no whole Date (YYYY-MM-DD)";
            return Err(Unwritable::new(words));
        }
    };
    for (name, long) in [("Date", &start), ("DateEnded", &end)] {
        match facts.get(name) {
            None => drop(kept.facts.insert(name, None)),
            Some(fact) if read_instant(long).as_deref() == Ok(fact) => kept.remove(&[name]),
            Some(_) => {}
        }
    }
    Ok((start, end))
}

fn player<'a>(record: &'a Record, seat: Seat, results: [u8; 2], kept: &mut Kept<'a>) -> Player<'a> {
    let card = record.log.header.card().seat(seat);
    let fact = |what: &str| record.facts.get(&format!("{}{what}", card.name));
    let userid = fact("UserId");
    let score = fact("Score").and_then(|text| {
        let number = text.parse::<serde_json::Number>().ok()?;
        (number.to_string() == text).then_some(number)
    });
    if score.is_some() {
        kept.remove(&[&format!("{}Score", card.name)]);
    }
    if userid.is_some() {
        kept.remove(&[&format!("{}UserId", card.name)]);
    }
    Player {
        name: record.facts.player(seat),
        userid,
        score,
        is_ai: kept.take(&format!("{}Ai", card.name), "yes"),
        result: results[seat.index()],
        seat: card.id,
    }
}

/// The actions in rounds: what a seat did until the other acted is one entry.
fn rounds(log: &Log) -> Vec<Vec<Option<String>>> {
    let mut rounds: Vec<Vec<Option<String>>> = Vec::new();
    let mut acting = None;
    for action in log.actions.iter() {
        let seat = action.by.seat().or(acting).unwrap_or(Seat::First);
        if acting != Some(seat) {
            acting = Some(seat);
            match (seat, rounds.last_mut()) {
                (Seat::Second, Some(round)) if round.len() == 1 => round.push(None),
                (Seat::Second, _) => rounds.push(vec![None, None]),
                (Seat::First, _) => rounds.push(vec![None]),
            }
        }
        let entry = rounds.last_mut().and_then(|round| round.last_mut());
        let Some(entry) = entry.map(Option::get_or_insert_default) else { continue };
        if !entry.is_empty() {
            entry.push_str(", ");
        }
        if action.by.seat().is_none() {
            entry.push_str("* ");
        }
        entry.push_str(action.text);
        if let Some(at) = action.at {
            entry.push_str(&format!(" @{at}"));
        }
    }
    rounds
}
