//! Abstract Play game records: one JSON object, `{"header": …, "moves": [[…], …]}`, after the
//! schema
//! `gamerecord/1-0-0` of that site, with what its files really have: a result of 0.5 for a draw,
//! `null` for a result that is not known, `pie-invoked` for `pied`, a list of all records.
//!
//! A round of `moves` has an entry a seat, in seat order; `null` where a seat did nothing. An entry
//! is
//! the turn's actions in this project's notation, joined by commas or line ends, or an object with
//! them as `move`. `resign`, `timeout`, `draw` and `abandoned` are that site's own.

use chrono::{DateTime, Utc};

use super::node::{self, Json, Node};
use super::{Heading, action, is_too_long, read_notes, take_actions};
use crate::games::Registry;
use crate::record::draft::{Draft, Marker, ResultClaim};
use crate::record::facts::{UNKNOWN, read_date};
use crate::record::fault::{Fault, FaultKind};
use crate::record::link::Link;
use crate::rules::seat::Seat;

mod write;

pub use write::write;

/// The header's keys that have a meaning here; others are kept as facts.
const HEADER: [&str; 12] = [
    "game",
    "event",
    "round",
    "site",
    "date-start",
    "date-end",
    "date-generated",
    "unrated",
    "pied",
    "pie-invoked",
    "players",
    "startingPosition",
];
/// The key of the header under which this project keeps what the form has no place for.
const OWN: &str = "gamekeep";
/// What the names of facts begin with that stand for keys unknown here.
const OTHER: &str = "AP-";

/// Reads one record's JSON, which begins on the given line of its file.
///
/// # Errors
/// Text that is no such record; a variant or a move that the game's table and notation do not have.
pub fn read(text: &str, first_line: usize, registry: &Registry) -> Result<Draft, Fault> {
    let json = node::parse(text, first_line, &[])?;
    let root = Node::root(&json, first_line);
    root.only(&["header", "moves"])?;
    let header = root.need("header")?;
    let mut heading = Heading::new(registry);
    let game = header.need("game")?;
    game.only(&["name", "variants"])?;
    let name = game.need("name")?;
    heading.game(name.text()?, &name.place());
    for variant in game.get("variants")?.map_or(Ok(Vec::new()), |list| list.list())? {
        heading.variant(variant.text()?, &variant.place())?;
    }
    let results = read_header(&header, &mut heading)?;
    let mut draft = Draft { begins: root.place(), ..Draft::default() };
    let loser = results.and_then(Outcome::loser);
    for round in root.need("moves")?.items()? {
        if is_too_long(&draft) {
            break;
        }
        read_round(&round, loser, &heading, &mut draft)?;
    }
    read_own(&header, &mut heading, &mut draft)?;
    if let Some(outcome) = results {
        let place = header.need("players")?.place();
        let marker = Marker { text: outcome.marker().to_owned(), place };
        if let Some(said) = draft.marker.replace(marker)
            && said.text != outcome.marker()
        {
            let words = format!("the players' results say {}", outcome.marker());
            return Err(Fault::unreadable(said.place, said.text, words).of_kind(FaultKind::Differs));
        }
    }
    draft.tags = heading.tags;
    Ok(draft)
}

/// What the players' results say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Win(Seat),
    Even,
}

impl Outcome {
    fn loser(self) -> Option<Seat> {
        match self {
            Outcome::Win(seat) => Some(seat.other()),
            Outcome::Even => None,
        }
    }

    const fn marker(self) -> &'static str {
        match self {
            Outcome::Win(Seat::First) => "1-0",
            Outcome::Win(Seat::Second) => "0-1",
            Outcome::Even => "1/2-1/2",
        }
    }
}

fn read_header(header: &Node<'_>, heading: &mut Heading<'_>) -> Result<Option<Outcome>, Fault> {
    for (key, fact) in [("event", "Event"), ("round", "Round")] {
        if let Some(value) = header.get(key)? {
            heading.push(fact, value.word()?, &value.place());
        }
    }
    if let Some(site) = header.get("site")? {
        site.only(&["name", "gameid"])?;
        let name = site.need("name")?;
        if name.text()? != UNKNOWN {
            heading.push("Site", name.text()?, &name.place());
        }
        if let Some(id) = site.get("gameid")? {
            heading.push("Id", id.word()?, &id.place());
        }
    }
    for (key, fact) in [("date-start", "Date"), ("date-end", "DateEnded")] {
        if let Some(date) = header.get(key)? {
            let value = read_instant(date.text()?).map_err(|words| date.fault("", words))?;
            heading.push(fact, value, &date.place());
        }
    }
    for (key, fact) in [("unrated", "Unrated"), ("pied", "Pied"), ("pie-invoked", "Pied")] {
        if let Some(value) = header.get(key)?
            && value.truth()?
            && !heading.has(fact)
        {
            heading.push(fact, "yes", &value.place());
        }
    }
    if let Some(setup) = header.get("startingPosition")? {
        heading.push("Setup", setup.text()?, &setup.place());
    }
    for (key, value) in header.entries()? {
        if !HEADER.contains(&key) && key != OWN && !value.is_null() {
            heading.push(format!("{OTHER}{key}"), value.shown(), &value.place());
        }
    }
    read_players(&header.need("players")?, heading)
}

/// A date and time of that form as a date of this one; a date alone is read too.
fn read_instant(text: &str) -> Result<String, String> {
    match DateTime::parse_from_rfc3339(text) {
        Ok(at) => Ok(at.with_timezone(&Utc).format("%Y-%m-%dT%H:%M:%SZ").to_string()),
        Err(_) => read_date(text)?.ok_or_else(|| format!("expected a date, not “{text}”")),
    }
}

fn read_players(players: &Node<'_>, heading: &mut Heading<'_>) -> Result<Option<Outcome>, Fault> {
    let list = players.list()?;
    let [first, second] = list.as_slice() else {
        let words = format!("expected two players, not {}", list.len());
        return Err(players.fault("", words));
    };
    let mut results = [None, None];
    for (seat, player) in Seat::BOTH.into_iter().zip([first, second]) {
        let name = player.get("name")?;
        let place = name.as_ref().unwrap_or(player).place();
        heading.player(seat, name.map_or(Ok(UNKNOWN), |name| name.text())?, &place);
        if let Some(result) = player.get("result")? {
            results[seat.index()] = result.number()?.as_f64();
        }
        let Some(card) = heading.card else { continue };
        let card = card.seat(seat);
        for (key, value) in player.entries()? {
            let place = value.place();
            match key {
                "name" | "result" => {}
                "seat" if value.text()? == card.id => {}
                "seat" => {
                    let words = format!("players stand in seat order: {} here", card.id);
                    return Err(value.fault(value.shown(), words));
                }
                _ if value.is_null() => {}
                "userid" => heading.push(format!("{}UserId", card.name), value.word()?, &place),
                "score" => {
                    let score = value.number()?.to_string();
                    heading.push(format!("{}Score", card.name), score, &place);
                }
                "is_ai" if !value.truth()? => {}
                "is_ai" => heading.push(format!("{}Ai", card.name), "yes", &place),
                _ => {
                    let fact = format!("{OTHER}{}-{key}", card.name);
                    heading.push(fact, value.shown(), &place);
                }
            }
        }
    }
    let [Some(first), Some(second)] = results else { return Ok(None) };
    Ok(Some(match first.total_cmp(&second) {
        std::cmp::Ordering::Greater => Outcome::Win(Seat::First),
        std::cmp::Ordering::Less => Outcome::Win(Seat::Second),
        std::cmp::Ordering::Equal => Outcome::Even,
    }))
}

/// Reads a round: the entries of the seats, in the order in which they acted.
fn read_round(
    round: &Node<'_>,
    loser: Option<Seat>,
    heading: &Heading<'_>,
    draft: &mut Draft,
) -> Result<(), Fault> {
    let entries = round.list()?;
    if entries.len() > 2 {
        let words = format!("a round of {} entries; there are two seats", entries.len());
        return Err(round.fault("", words));
    }
    let mut turns = Vec::new();
    for (seat, entry) in Seat::BOTH.into_iter().zip(entries) {
        match entry.value {
            Json::Null => {}
            Json::Object(_) => {
                entry.only(&["sequence", "move", "result"])?;
                let sequence = entry.get("sequence")?.map(|number| number.whole()).transpose()?;
                turns.push((sequence, seat, entry.need("move")?, entry.get("result")?));
            }
            _ => turns.push((None, seat, entry, None)),
        }
    }
    if let [(Some(a), ..), (Some(b), ..)] = turns.as_slice() {
        if a == b {
            let words = "both entries of this round have the same sequence number";
            return Err(round.fault(a.to_string(), words));
        }
        turns.sort_by_key(|(sequence, ..)| *sequence);
    }
    for (_, seat, text, result) in turns {
        if let Some(marker) = &draft.marker {
            let words = "a result marker before the last move";
            return Err(Fault::unreadable(marker.place.clone(), marker.text.clone(), words));
        }
        read_turn(&text, seat, loser, heading, draft)?;
        if let Some(result) = result.filter(|result| matches!(result.value, Json::Text(_))) {
            super::note_here(draft, result.text()?, &result.place());
        }
    }
    Ok(())
}

/// Reads what a seat did in a round.
fn read_turn(
    entry: &Node<'_>,
    seat: Seat,
    loser: Option<Seat>,
    heading: &Heading<'_>,
    draft: &mut Draft,
) -> Result<(), Fault> {
    let text = entry.text()?;
    let place = entry.place();
    let arbiter = || Some("*".to_owned());
    // In that site's records a resignation may stand in the column of the side whose turn it was.
    let loser = heading.letter(loser.unwrap_or(seat));
    let own = match text.trim() {
        "resign" => action("resign", Some(loser), None, &place),
        "timeout" => action(format!("forfeit {loser}"), arbiter(), None, &place),
        "draw" => action("draw", arbiter(), None, &place),
        "abandoned" => action("abort", arbiter(), None, &place),
        "" => return Err(entry.fault("", "an empty entry; null says that a seat did nothing")),
        _ => {
            let by = heading.letter(seat);
            return take_actions(draft, heading.registry, text, &place, Some(&by));
        }
    };
    draft.lines.push(own);
    Ok(())
}

/// Reads what this project writes into the header for its own use.
fn read_own(header: &Node<'_>, heading: &mut Heading<'_>, draft: &mut Draft) -> Result<(), Fault> {
    let Some(own) = header.get(OWN)? else { return Ok(()) };
    own.only(&["rules", "facts", "notes", "head", "result"])?;
    if let Some(rules) = own.get("rules")? {
        heading.push("Rules", rules.whole()?.to_string(), &rules.place());
    }
    if let Some(facts) = own.get("facts")? {
        for (name, value) in facts.entries()? {
            let text = if value.is_null() { None } else { Some(value.text()?) };
            heading.replace(name, text, &value.place());
        }
    }
    if let Some(notes) = own.get("notes")? {
        draft.notes.extend(read_notes(&notes)?.into_iter().map(|(_, note)| note));
    }
    if let Some(head) = own.get("head")? {
        let text = head.text()?;
        let link = text.parse::<Link>().map_err(|error| head.fault(text, error.to_string()))?;
        draft.claims.head = Some((link, head.place()));
    }
    if let Some(result) = own.get("result")? {
        let said = ResultClaim::Words(result.text()?.to_owned());
        draft.claims.result = Some((said, result.place()));
    }
    Ok(())
}
