//! Facts: what is known about a match and is not hashed. They can be corrected.

use std::fmt::Write;

use chrono::{NaiveDate, NaiveDateTime};

use super::log::write_tag;
use crate::rules::game::Card;
use crate::rules::seat::Seat;

/// The fact names that come first, in their canonical order.
const FIRST: [&str; 4] = ["Event", "Site", "Date", "Round"];
/// The fact that tells where a match leaves another one: a link.
pub const PARENT: &str = "Parent";
/// The fact that tells a result as other programs write it.
pub const RESULT: &str = "Result";
/// A player whose name is not known.
pub const UNKNOWN: &str = "?";

/// What is known about a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The players, in seat order; [`UNKNOWN`] where not known.
    pub players: [String; 2],
    /// The other facts, in canonical order.
    named: Vec<(String, String)>,
}

impl Default for Facts {
    fn default() -> Self {
        Facts { players: [UNKNOWN.to_owned(), UNKNOWN.to_owned()], named: Vec::new() }
    }
}

impl Facts {
    /// The player of a seat.
    #[must_use]
    pub fn player(&self, seat: Seat) -> &str {
        &self.players[seat.index()]
    }

    /// The fact of that name, players apart.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.named.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a fact, in its canonical place.
    pub fn set(&mut self, name: &str, value: &str) {
        self.named.retain(|(known, _)| known != name);
        let place = self.named.partition_point(|(known, _)| rank(known) < rank(name));
        self.named.insert(place, (name.to_owned(), value.to_owned()));
    }

    /// Forgets a fact.
    pub fn remove(&mut self, name: &str) {
        self.named.retain(|(known, _)| known != name);
    }

    /// The facts in canonical order, players apart.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.named.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Writes the tag lines in canonical order, the players first.
    pub fn write(&self, card: &Card, out: &mut String) {
        for seat in Seat::BOTH {
            write_tag(card.seat(seat).name, self.player(seat), out);
        }
        for (name, value) in self.iter() {
            write_tag(name, value, out);
        }
    }
}

/// The place of a fact in canonical order: the known ones first, then by name.
fn rank(name: &str) -> (usize, &str) {
    match FIRST.iter().position(|first| *first == name) {
        Some(place) => (place, ""),
        None => (FIRST.len(), name),
    }
}

/// A date as it is written in a record, or as a record elsewhere writes it: `YYYY`, `YYYY-MM`,
/// `YYYY-MM-DD`, `YYYY-MM-DDThh:mm:ssZ`; dots for hyphens and `??` for what is unknown are read.
///
/// `Ok(None)` is a date of which nothing is known (`????.??.??`).
///
/// # Errors
/// Another form, or a day that no calendar has.
pub fn read_date(text: &str) -> Result<Option<String>, String> {
    let expected = || {
        format!(
            "expected a date as YYYY, YYYY-MM, YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ, not “{text}”"
        )
    };
    let digits =
        |part: &str, length| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
    if text.len() == 20 && text.is_ascii() {
        return NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%SZ")
            .map(|_| Some(text.to_owned()))
            .map_err(|_| expected());
    }
    let dotted = text.contains('.');
    let mut parts: Vec<&str> = text.split(if dotted { '.' } else { '-' }).collect();
    if dotted && parts.len() != 3 {
        return Err(expected());
    }
    if dotted {
        while parts.len() > 1 && parts.last() == Some(&"??") {
            parts.pop();
        }
        if parts == ["????"] {
            return Ok(None);
        }
    }
    let lengths = [4, 2, 2];
    if parts.is_empty() || parts.len() > 3 {
        return Err(expected());
    }
    if !parts.iter().zip(lengths).all(|(part, length)| digits(part, length)) {
        return Err(expected());
    }
    let number = |n: usize| parts.get(n).and_then(|part| part.parse::<u32>().ok()).unwrap_or(1);
    let year = parts[0].parse::<i32>().map_err(|_| expected())?;
    if NaiveDate::from_ymd_opt(year, number(1), number(2)).is_none() || year == 0 {
        return Err(format!("no calendar has the date “{text}”"));
    }
    let mut out = String::new();
    for (n, part) in parts.iter().enumerate() {
        let _ = write!(out, "{}{part}", if n == 0 { "" } else { "-" });
    }
    Ok(Some(out))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_in_every_form() {
        let read = |text| read_date(text).ok().flatten();
        assert_eq!(read("2024-05-06").as_deref(), Some("2024-05-06"));
        assert_eq!(read("2024.05.06").as_deref(), Some("2024-05-06"));
        assert_eq!(read("2024.??.??").as_deref(), Some("2024"));
        assert_eq!(read("2024.05.??").as_deref(), Some("2024-05"));
        assert_eq!(read("2024").as_deref(), Some("2024"));
        assert_eq!(read("1851-06").as_deref(), Some("1851-06"));
        assert_eq!(read("2026-11-30T10:00:00Z").as_deref(), Some("2026-11-30T10:00:00Z"));
        assert_eq!(read_date("????.??.??"), Ok(None));
        for bad in [
            "",
            "2024.5.6",
            "06.05.2024",
            "2024-02-30",
            "0000.00.00",
            "2024.??.06",
            "24",
            "2024.05",
        ] {
            assert!(read_date(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn facts_keep_the_canonical_order() {
        let mut facts = Facts::default();
        for name in ["Zed", "Round", "Alpha", "Date", "Event", "Site"] {
            facts.set(name, name);
        }
        let names: Vec<&str> = facts.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["Event", "Site", "Date", "Round", "Alpha", "Zed"]);
    }
}
