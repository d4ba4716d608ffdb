//! boardgame.io logs: the `log` of a match, a list of entries
//! `{"action": {"type": "MAKE_MOVE", "payload": {"type", "args", "playerID"}}, "_stateID", "turn",
//! "phase", "automatic", "metadata"}`, in an object that names the game.
//!
//! The object is what that engine's storage gives (`{"metadata": {"gameName", "players",
//! "setupData",
//! …}, "log": […]}`) or the same without the nesting. Credentials, and the engine's own states, are
//! dropped unread: they are in no fault. A move is one of the game's table, or stands in this
//! project's notation: as the type itself, without arguments, or as the one argument of a move
//! `action`, `act`, `do`, `play` or `move`. An entry that is marked automatic follows from the
//! rules
//! and says nothing. A move that was undone at the table is no action; a note tells of it.

use chrono::DateTime;

use super::node::{self, Json, Node};
use super::{Heading, read_notes};
use crate::games::Registry;
use crate::record::draft::{Draft, Marker, ResultClaim};
use crate::record::fault::Fault;
use crate::record::link::Link;
use crate::rules::seat::Seat;

mod log;
mod moves;
mod write;

pub use write::write;

/// Keys whose values are dropped unread, wherever they stand: secrets, and what can be large and is
/// made anew by the rules.
const DROPPED: [&str; 13] = [
    "credentials",
    "playerCredentials",
    "state",
    "initialState",
    "ctx",
    "plugins",
    "patch",
    "deltalog",
    "_undo",
    "_redo",
    "data",
    "isConnected",
    "transients",
];
/// Keys of the match itself.
const MATCH: [&str; 11] = [
    "G",
    "gameName",
    "matchID",
    "players",
    "setupData",
    "gameover",
    "nextMatchID",
    "unlisted",
    "createdAt",
    "updatedAt",
    "log",
];
/// Reads one match's JSON, which begins on the given line of its file.
///
/// # Errors
/// Text that is no such match; a move or a setting that the game's table and notation do not have.
pub fn read(text: &str, first_line: usize, registry: &Registry) -> Result<Draft, Fault> {
    let json = node::parse(text, first_line, &DROPPED)?;
    let root = Node::root(&json, first_line);
    if matches!(json, Json::List(_)) {
        let words = "a bare log does not say which game it is of; write it as \
                     {\"gameName\": …, \"log\": […]}";
        return Err(root.fault("", words));
    }
    let mut draft = Draft { begins: root.place(), ..Draft::default() };
    let mut heading = Heading::new(registry);
    let about = match root.get("metadata")? {
        Some(metadata) => {
            root.only(&["metadata", "log", "matchID"])?;
            metadata.only(&MATCH[1..])?;
            metadata
        }
        None => {
            root.only(&MATCH)?;
            root.clone()
        }
    };
    read_match(&root, &about, &mut heading, &mut draft)?;
    log::read(&root.need("log")?, &heading, &mut draft)?;
    draft.tags = heading.tags;
    Ok(draft)
}

/// Reads what is said about the match.
fn read_match(
    root: &Node<'_>,
    about: &Node<'_>,
    heading: &mut Heading<'_>,
    draft: &mut Draft,
) -> Result<(), Fault> {
    let name = about.need("gameName")?;
    heading.game(name.text()?, &name.place());
    if let Some(id) = about.get("matchID")?.or(root.get("matchID")?) {
        heading.push("Id", id.word()?, &id.place());
    }
    if let Some(players) = about.get("players")? {
        read_players(&players, heading)?;
    }
    if let Some(created) = about.get("createdAt")? {
        let ms = i64::try_from(created.whole()?).ok();
        let at = ms.and_then(DateTime::from_timestamp_millis);
        let at = at.ok_or_else(|| created.fault("", "no such time"))?;
        heading.push("Date", at.format("%Y-%m-%dT%H:%M:%SZ").to_string(), &created.place());
    }
    if let Some(setup) = about.get("setupData")? {
        read_setup(&setup, heading, draft)?;
    }
    if let Some(over) = about.get("gameover")?.filter(|over| matches!(over.value, Json::Object(_)))
    {
        let winner = over.get("winner")?.map(|winner| Ok((seat_of(&winner)?, winner.place())));
        let text = match winner.transpose()? {
            Some((Seat::First, place)) => Some(("1-0", place)),
            Some((Seat::Second, place)) => Some(("0-1", place)),
            None => match over.get("draw")? {
                Some(draw) if draw.truth()? => Some(("1/2-1/2", draw.place())),
                _ => None,
            },
        };
        draft.marker = text.map(|(text, place)| Marker { text: text.to_owned(), place });
    }
    Ok(())
}

/// The seat of a player's number: `"0"` is the first, `"1"` the second.
fn seat_of(player: &Node<'_>) -> Result<Seat, Fault> {
    match player.word()?.as_str() {
        "0" => Ok(Seat::First),
        "1" => Ok(Seat::Second),
        other => Err(player.fault(other, "expected the player 0 or 1")),
    }
}

/// Players, by number in an object or in order in a list.
fn read_players(players: &Node<'_>, heading: &mut Heading<'_>) -> Result<(), Fault> {
    let named: Vec<(Seat, Node<'_>)> = if matches!(players.value, Json::List(_)) {
        let list = players.list()?;
        if list.len() > 2 {
            return Err(players.fault("", "expected two players"));
        }
        Seat::BOTH.into_iter().zip(list).collect()
    } else {
        players.only(&["0", "1"])?;
        let number = |(key, node)| (if key == "0" { Seat::First } else { Seat::Second }, node);
        players.entries()?.map(number).collect()
    };
    for (seat, player) in named {
        player.only(&["id", "name"])?;
        if let Some(name) = player.get("name")? {
            heading.player(seat, name.text()?, &name.place());
        }
    }
    Ok(())
}

/// Options and whatever else the match was set up with.
fn read_setup(setup: &Node<'_>, heading: &mut Heading<'_>, draft: &mut Draft) -> Result<(), Fault> {
    for (key, value) in setup.entries()?.filter(|(_, value)| !value.is_null()) {
        match key {
            "rules" => heading.push("Rules", value.whole()?.to_string(), &value.place()),
            "setup" => heading.push("Setup", value.text()?, &value.place()),
            "options" => {
                for (name, value) in value.entries()? {
                    heading.push(name, setting(&value)?, &value.place());
                }
            }
            "variants" => {
                for variant in value.items()? {
                    heading.variant(variant.text()?, &variant.place())?;
                }
            }
            "facts" => {
                for (name, value) in value.entries()? {
                    heading.replace(name, Some(value.text()?), &value.place());
                }
            }
            "notes" => draft.notes.extend(read_notes(&value)?.into_iter().map(|(_, note)| note)),
            "head" => {
                let text = value.text()?;
                let link = text.parse::<Link>();
                let link = link.map_err(|error| value.fault(text, error.to_string()))?;
                draft.claims.head = Some((link, value.place()));
            }
            "result" => {
                let said = ResultClaim::Words(value.text()?.to_owned());
                draft.claims.result = Some((said, value.place()));
            }
            option => match heading.card {
                Some(card) if card.option(option).is_none() => {
                    let known: Vec<&str> = card.options.iter().map(|known| known.name).collect();
                    let words = format!(
                        "neither an option of {} ({}) nor one of rules, setup, options, variants, \
                         facts, notes, head, result",
                        card.name,
                        known.join(", ")
                    );
                    return Err(value.fault("", words));
                }
                _ => heading.push(option, setting(&value)?, &value.place()),
            },
        }
    }
    Ok(())
}

/// The value of an option: a text, a whole number, or yes and no.
fn setting(value: &Node<'_>) -> Result<String, Fault> {
    match value.value {
        Json::Bool(true) => Ok("yes".to_owned()),
        Json::Bool(false) => Ok("no".to_owned()),
        _ => value.word(),
    }
}
