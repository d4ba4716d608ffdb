//! Tags → header and facts.

use unicode_normalization::UnicodeNormalization;

use super::{Draft, Tag};
use crate::games::Registry;
use crate::record::facts::{Facts, PARENT, UNKNOWN, read_date};
use crate::record::fault::{Fault, FaultKind, Place};
use crate::record::limits;
use crate::record::log::Header;
use crate::rules::any::{AnyGame, BeginError};
use crate::rules::game::Card;
use crate::rules::options::Options;
use crate::rules::seat::Seat;

/// Reads all tags of a record.
pub(super) fn read(draft: &Draft, registry: &Registry) -> Result<(Header, Facts), Fault> {
    let tags = &draft.tags;
    check_form(tags)?;
    check_version(tags)?;
    let game = read_game(draft, registry)?;
    let options = read_options(draft, game.card())?;
    let header = Header { game, id: read_id(tags)?, options, setup: value(tags, "Setup") };
    Ok((header, read_facts(tags, game.card())?))
}

/// Why the match cannot be set up, at the tag that says so.
pub(super) fn begin_fault(draft: &Draft, error: &BeginError) -> Fault {
    match error {
        BeginError::Options(option) => {
            let tag = find(&draft.tags, &option.name);
            let found = tag.map(|tag| tag.value.clone()).unwrap_or_default();
            not_allowed(place_of(draft, tag), found, error.to_string())
        }
        BeginError::Setup(parse) => {
            let tag = find(&draft.tags, "Setup");
            let place = tag.map_or(&draft.begins, |tag| &tag.value_place).after(parse.column);
            let found = tag.map(|tag| tag.value.chars().skip(parse.column).collect::<String>());
            let words = format!("Setup: {}", parse.words);
            not_allowed(place, found.unwrap_or_default(), words)
        }
    }
}

fn not_allowed(place: Place, found: String, words: String) -> Fault {
    Fault::unreadable(place, found, words).of_kind(FaultKind::NotAllowed)
}

fn find<'a>(tags: &'a [Tag], name: &str) -> Option<&'a Tag> {
    tags.iter().find(|tag| tag.name == name)
}

fn value(tags: &[Tag], name: &str) -> Option<String> {
    find(tags, name).map(|tag| tag.value.clone())
}

/// Where a tag is, or else the first one, or the record.
fn place_of(draft: &Draft, tag: Option<&Tag>) -> Place {
    tag.or(draft.tags.first()).map_or(&draft.begins, |tag| &tag.place).clone()
}

/// Names, sizes, control characters, tags given twice.
fn check_form(tags: &[Tag]) -> Result<(), Fault> {
    // Where a fork leaves its match is told in an export: that is no tag of the record's own.
    if let Some(tag) = tags.iter().filter(|tag| tag.name != PARENT).nth(limits::TAGS) {
        let words = format!("a record has at most {} tags", limits::TAGS);
        let fault = Fault::unreadable(tag.place.clone(), tag.name.clone(), words);
        return Err(fault.of_kind(FaultKind::TooLarge));
    }
    for (n, tag) in tags.iter().enumerate() {
        let fault = |words: String| Fault::unreadable(tag.place.clone(), tag.name.clone(), words);
        let named = tag.name.starts_with(|c: char| c.is_ascii_alphabetic())
            && tag.name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
        if !named || tag.name.len() > 64 {
            let words = "a tag's name is up to 64 letters, digits, _ and -, a letter first";
            return Err(fault(words.to_owned()));
        }
        if tags[..n].iter().any(|before| before.name == tag.name) {
            return Err(fault(format!("the tag {} is given twice", tag.name)));
        }
        let most = if tag.name == "Setup" { limits::SETUP_BYTES } else { limits::VALUE_BYTES };
        let size = kept_size(&tag.value);
        if size > most {
            let words = format!("a value of {size} bytes; at most {most}");
            return Err(fault(words).of_kind(FaultKind::TooLarge));
        }
        if let Some((n, control)) = tag.value.chars().enumerate().find(|(_, c)| c.is_control()) {
            let words = format!("a control character (U+{:04X})", u32::from(control));
            let place = tag.value_place.after(n);
            return Err(Fault::unreadable(place, tag.name.clone(), words));
        }
    }
    Ok(())
}

/// The bytes of a value as it is kept: composing its characters (NFC) can make it longer.
fn kept_size(value: &str) -> usize {
    if value.is_ascii() { value.len() } else { value.nfc().map(char::len_utf8).sum() }
}

fn check_version(tags: &[Tag]) -> Result<(), Fault> {
    match find(tags, "Gamekeep") {
        Some(tag) if tag.value != "1" => {
            let words = "this program reads version 1 of the record format";
            Err(Fault::unreadable(tag.value_place.clone(), tag.value.clone(), words))
        }
        _ => Ok(()),
    }
}

fn read_game(draft: &Draft, registry: &Registry) -> Result<&'static dyn AnyGame, Fault> {
    let tags = &draft.tags;
    let games: Vec<&str> = registry.games().map(|game| game.card().id).collect();
    let Some(tag) = find(tags, "Game") else {
        let words = format!("expected a tag [Game \"…\"]: {}", games.join(", "));
        return Err(Fault::unreadable(place_of(draft, None), "", words));
    };
    let Some(newest) = registry.newest(&tag.value) else {
        let words = format!("no such game; known are {}", games.join(", "));
        return Err(Fault::unreadable(tag.value_place.clone(), tag.value.clone(), words));
    };
    let Some(rules) = find(tags, "Rules") else { return Ok(newest) };
    let version = rules.value.parse::<u16>().ok().filter(|v| v.to_string() == rules.value);
    version.and_then(|version| registry.find(&tag.value, version)).ok_or_else(|| {
        let name = newest.card().name;
        let words = format!(
            "rules version {} of {name} is not known to this program; the newest it has is {}",
            rules.value,
            newest.card().rules
        );
        Fault::unreadable(rules.value_place.clone(), rules.value.clone(), words)
    })
}

fn read_id(tags: &[Tag]) -> Result<Option<String>, Fault> {
    let Some(tag) = find(tags, "Id") else { return Ok(None) };
    let allowed = |b: u8| b.is_ascii_alphanumeric() || b"._:-".contains(&b);
    if (1..=64).contains(&tag.value.len()) && tag.value.bytes().all(allowed) {
        return Ok(Some(tag.value.clone()));
    }
    let words = "an Id is 1 to 64 of A–Z a–z 0–9 . _ : -";
    Err(Fault::unreadable(tag.value_place.clone(), tag.value.clone(), words))
}

/// Whether a tag name is an option's: lower case.
fn is_option(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
}

fn read_options(draft: &Draft, card: &Card) -> Result<Options, Fault> {
    let given = draft.tags.iter().filter(|tag| is_option(&tag.name));
    let given = given.map(|tag| (tag.name.as_str(), tag.value.as_str()));
    Options::read(card, given).map_err(|error| {
        let tag = find(&draft.tags, &error.name);
        let found = tag.map(|tag| tag.value.clone()).unwrap_or_default();
        not_allowed(place_of(draft, tag), found, error.to_string())
    })
}

fn read_facts(tags: &[Tag], card: &Card) -> Result<Facts, Fault> {
    let mut facts = Facts::default();
    for tag in tags {
        if is_option(&tag.name)
            || matches!(tag.name.as_str(), "Gamekeep" | "Game" | "Rules" | "Id" | "Setup")
        {
            continue;
        }
        let value: String = tag.value.nfc().collect();
        let seat = Seat::BOTH.into_iter().find(|seat| card.seat(*seat).name == tag.name);
        if let Some(seat) = seat {
            let known = !value.trim().is_empty();
            facts.players[seat.index()] = if known { value } else { UNKNOWN.to_owned() };
        } else if tag.name == "Date" {
            let date = read_date(&value).map_err(|words| {
                Fault::unreadable(tag.value_place.clone(), value.clone(), words)
            })?;
            if let Some(date) = date {
                facts.set("Date", &date);
            }
        } else {
            facts.set(&tag.name, &value);
        }
    }
    Ok(facts)
}
