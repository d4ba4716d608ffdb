//! SuperDuperGames-style text: tag lines with `SDGID`, `DateEnded` and `Variants`, then rounds of
//! two
//! turns (`1. +W,end +C,end`), the result, and chat after it.
//!
//! A turn is the actions of one side in this project's notation, joined by commas; a blank ends it,
//! so a blank inside an action is written `_`. A round of one turn, or a line that names its seat,
//! is
//! read as in this project's own text, and all that is forgiven there is forgiven here. `1...`
//! stands
//! before a round's second turn. `SDGID` gives the game's name and the match's number, `Variants`
//! the
//! options; both are kept as facts too. Text with a `Gamekeep` tag is this project's own.

use super::Heading;
use crate::games::Registry;
use crate::record::draft::{Draft, Tag};
use crate::record::facts::read_date;
use crate::record::fault::Fault;
use crate::record::text::{self, lines, tag_name};
use crate::rules::game::{Acting, Card};
use crate::rules::options::Options;
use crate::rules::seat::Seat;

/// Remarks among the variants that say nothing about the rules.
const REMARKS: [&str; 3] = ["No undo", "Unrated", "Hard time"];

/// Whether a record's text is of this form: an `SDGID` among its tags, and no `Gamekeep`.
#[must_use]
pub fn is(text: &str) -> bool {
    let mut found = false;
    for (_, line) in lines(text) {
        let line = line.trim_matches(['\u{feff}', ' ', '\t']);
        match tag_name(line) {
            Some("Gamekeep") => return false,
            Some(name) => found |= name == "SDGID",
            None if line.is_empty() => {}
            None => break,
        }
    }
    found
}

/// Reads the text of one record, whose first line has the given number in its file.
///
/// # Errors
/// Text that is no such record; a variant that the game's table does not have; three turns in one
/// round.
pub fn read(text: &str, first_line: usize, registry: &Registry) -> Result<Draft, Fault> {
    let (mut draft, columns) = text::read_rounds(text, first_line, registry)?;
    let mut heading = Heading::new(registry);
    read_game(&draft.tags, &mut heading);
    for tag in &draft.tags {
        match tag.name.as_str() {
            "Game" => {}
            "Variants" => {
                read_variants(tag, &mut heading)?;
                heading.tags.push(tag.clone());
            }
            "Date" | "DateEnded" => {
                let value = tag.value.trim();
                let date = read_date(&padded(value))
                    .map_err(|words| Fault::unreadable(tag.value_place.clone(), value, words))?;
                if let Some(value) = date {
                    heading.tags.push(Tag { value, ..tag.clone() });
                }
            }
            _ => heading.tags.push(tag.clone()),
        }
    }
    draft.tags = heading.tags;
    let first = starter(&draft.tags, registry);
    if let (Some(card), Some(first)) = (heading.card, first) {
        name_seats(&mut draft, &columns, card, first);
    }
    Ok(draft)
}

/// The game and the match's number: tags of their own, or as `SDGID` has them: `<name> <number>`.
fn read_game(tags: &[Tag], heading: &mut Heading<'_>) {
    let find = |name: &str| tags.iter().find(|tag| tag.name == name);
    let id = find("SDGID");
    let parts = id.map(|tag| tag.value.trim().rsplit_once(' ').unwrap_or(("", tag.value.trim())));
    if let Some(tag) = find("Game") {
        heading.game(&tag.value, &tag.value_place);
    } else if let (Some(tag), Some((name, _))) = (id, parts)
        && !name.is_empty()
    {
        heading.game(name, &tag.value_place);
    }
    if let (Some(tag), Some((_, number)), None) = (id, parts, find("Id"))
        && !number.is_empty()
    {
        heading.push("Id", number, &tag.value_place);
    }
}

fn read_variants(tag: &Tag, heading: &mut Heading<'_>) -> Result<(), Fault> {
    let mut at = 0;
    for part in tag.value.split(',') {
        let lead = part.len() - part.trim_start().len();
        let place = tag.value_place.after(tag.value[..at + lead].chars().count());
        let name = part.trim();
        if !name.is_empty() && !REMARKS.iter().any(|remark| super::same(name, remark)) {
            heading.variant(name, &place)?;
        }
        at += part.len() + 1;
    }
    Ok(())
}

/// A date of that site, whose months and days may have one digit.
fn padded(date: &str) -> String {
    let parts: Vec<&str> = date.split('.').collect();
    match *parts {
        [year, month, day] => {
            let pad = |part: &str| {
                let one = part.len() == 1 && part != "?";
                format!("{}{part}", if one { "0" } else { "" })
            };
            format!("{year}.{}.{}", pad(month), pad(day))
        }
        _ => date.to_owned(),
    }
}

/// Who acts first, as far as the tags can be read: the seat of a round's first turn.
fn starter(tags: &[Tag], registry: &Registry) -> Option<Seat> {
    let value = |name: &str| tags.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str());
    let game = registry.newest(value("Game")?)?;
    let lower = |tag: &&Tag| tag.name.starts_with(|c: char| c.is_ascii_lowercase());
    let options = tags.iter().filter(lower).map(|tag| (tag.name.as_str(), tag.value.as_str()));
    let options = Options::read(game.card(), options).ok()?;
    let play = game.begin(&options, value("Setup")).ok()?;
    match play.acting() {
        Acting::One(seat) => Some(seat),
        Acting::Both | Acting::Nobody => Some(Seat::First),
    }
}

/// In rounds of two turns the column says whose turn it is; elsewhere the game knows.
fn name_seats(draft: &mut Draft, columns: &[(usize, usize)], card: &Card, first: Seat) {
    let mut from = 0;
    while from < columns.len() {
        let round = columns[from].0;
        let length = columns[from..].iter().take_while(|(other, _)| *other == round).count();
        let here = from..from + length;
        let second = columns[here.clone()].iter().any(|(_, column)| *column == 2);
        for n in here.filter(|_| second) {
            let seat = if columns[n].1 == 2 { first.other() } else { first };
            let line = &mut draft.lines[n];
            line.by.get_or_insert_with(|| card.letter(seat.into()).to_string());
        }
        from += length;
    }
}
