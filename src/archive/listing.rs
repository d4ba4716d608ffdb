//! Lists of matches.

use std::ops::RangeInclusive;

use super::{MatchId, Summary};
use crate::record::facts::Facts;
use crate::rules::outcome::{Outcome, Verdict};
use crate::rules::seat::Seat;

/// How a match ended, without why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ResultKind {
    /// Not yet.
    Unfinished,
    /// This seat has won.
    Win(Seat),
    /// It is drawn.
    Draw,
    /// It has no result.
    Void,
}

impl ResultKind {
    /// All of them.
    pub const ALL: [ResultKind; 5] = [
        ResultKind::Unfinished,
        ResultKind::Win(Seat::First),
        ResultKind::Win(Seat::Second),
        ResultKind::Draw,
        ResultKind::Void,
    ];

    /// The kind of an outcome, or of none.
    #[must_use]
    pub const fn of(outcome: Option<&Outcome>) -> Self {
        match outcome {
            None => ResultKind::Unfinished,
            Some(Outcome { verdict: Verdict::Win(seat), .. }) => ResultKind::Win(*seat),
            Some(Outcome { verdict: Verdict::Draw, .. }) => ResultKind::Draw,
            Some(Outcome { verdict: Verdict::Void, .. }) => ResultKind::Void,
        }
    }

    /// Its place in [`ResultKind::ALL`]: its number in the store.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            ResultKind::Unfinished => 0,
            ResultKind::Win(Seat::First) => 1,
            ResultKind::Win(Seat::Second) => 2,
            ResultKind::Draw => 3,
            ResultKind::Void => 4,
        }
    }

    /// The verdict, if the match is over.
    pub(super) const fn verdict(self) -> Option<Verdict> {
        match self {
            ResultKind::Unfinished => None,
            ResultKind::Win(seat) => Some(Verdict::Win(seat)),
            ResultKind::Draw => Some(Verdict::Draw),
            ResultKind::Void => Some(Verdict::Void),
        }
    }
}

/// Which matches a list has. What is `None` lets everything through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Of this game, in any rules version.
    pub game: Option<String>,
    /// With a player of exactly this name, in any recording.
    pub player: Option<String>,
    /// With this result.
    pub result: Option<ResultKind>,
    /// Played in these days, both included, as [`day`] gives them. A match of which only the year
    /// or
    /// the month is known counts as played on day 0 of it.
    pub days: Option<(u32, u32)>,
}

/// Which part of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// Only matches older than this one.
    pub before: Option<MatchId>,
    /// At most so many; 1,000 at most.
    pub limit: usize,
}

/// A page of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// The matches, newest first.
    pub matches: Vec<Summary>,
    /// What the next page's `before` is, if there is a next page.
    pub next: Option<MatchId>,
}

/// How many listed matches there are of a game in a rules version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameCount {
    /// The game's id.
    pub game: String,
    /// The rules version.
    pub rules: u16,
    /// How many, by result, in the order of [`ResultKind::ALL`].
    pub matches: [u64; 5],
    /// How many actions they have, by result.
    pub actions: [u64; 5],
}

impl GameCount {
    /// How many matches, whatever their result.
    #[must_use]
    pub fn match_count(&self) -> u64 {
        self.matches.iter().sum()
    }

    /// How many actions they have together.
    #[must_use]
    pub fn action_count(&self) -> u64 {
        self.actions.iter().sum()
    }
}

/// A date of a record as a number that sorts: `YYYYMMDD`, with 00 for a month or day that is not
/// known. `None` for a text that begins with no year.
#[must_use]
pub fn day(date: &str) -> Option<u32> {
    let part = |range: std::ops::Range<usize>| -> Option<u32> {
        let digits = date.get(range)?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
    };
    let (month, day) = (part(5..7).unwrap_or(0), part(8..10).unwrap_or(0));
    Some(part(0..4)? * 10_000 + month * 100 + day)
}

/// The days of a filter, both included, from dates as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; a year or
/// a month as the last day is all of it.
///
/// # Errors
/// The text that is no such date. Whether a month has that many days is not asked.
pub fn days<'a>(
    from: Option<&'a str>,
    to: Option<&'a str>,
) -> std::result::Result<Option<(u32, u32)>, &'a str> {
    let read = |text: Option<&'a str>| text.map(|text| read_day(text).ok_or(text)).transpose();
    let (from, to) = (read(from)?, read(to)?);
    let any = from.is_some() || to.is_some();
    Ok(any.then(|| (from.unwrap_or(0), to.map_or(u32::MAX, last_day))))
}

fn read_day(text: &str) -> Option<u32> {
    let parts: Vec<&str> = text.split('-').collect();
    let number = |place: usize, digits, range: RangeInclusive<u32>| match parts.get(place) {
        None => true,
        Some(part) => {
            let whole = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
            whole && part.parse().is_ok_and(|number| range.contains(&number))
        }
    };
    let good = number(0, 4, 0..=9_999) && number(1, 2, 1..=12) && number(2, 2, 1..=31);
    day(text).filter(|_| good && parts.len() <= 3)
}

/// The last day of a year or month of which no more is said.
const fn last_day(day: u32) -> u32 {
    match (day / 100 % 100, day % 100) {
        (0, _) => day + 9_999,
        (_, 0) => day + 99,
        _ => day,
    }
}

/// The day of a match, as its facts tell it.
pub(super) fn day_of(facts: &Facts) -> Option<u32> {
    facts.get("Date").and_then(day)
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn dates_sort_as_numbers() {
        assert_eq!(day("2026-11-30"), Some(20_261_130));
        assert_eq!(day("2026-11-30T10:00:00Z"), Some(20_261_130));
        assert_eq!(day("2026-11"), Some(20_261_100));
        assert_eq!(day("2026"), Some(20_260_000));
        assert_eq!(day("?"), None);
        assert_eq!(day(""), None);
        assert_eq!(day("20é6-11"), None);
    }
}
