//! A match on a clock: its times on the page, and the steps between them.

use crate::service::Shown;
use crate::service::clock::{Moment, ply_ms};

/// The steps that links make, in milliseconds, and their names.
const STEPS: [(i64, &str); 4] =
    [(-10_000, "−10 s"), (-1_000, "−1 s"), (1_000, "+1 s"), (10_000, "+10 s")];

/// What the page shows of the clock.
pub(super) struct ClockView {
    /// The time that is shown, in milliseconds.
    pub(super) ms: u64,
    /// The same in minutes and seconds.
    pub(super) time: String,
    /// Whether it is another time than that of the ply.
    pub(super) is_between: bool,
    /// When the match begins, in milliseconds.
    pub(super) start_ms: u64,
    /// When the match ends, if it may be known: in milliseconds, and in minutes and seconds.
    pub(super) end: Option<(u64, String)>,
    /// Links to times nearby.
    pub(super) steps: Vec<StepView>,
}

/// A link to a time nearby.
pub(super) struct StepView {
    /// How far away it is, in milliseconds.
    pub(super) ms: i64,
    pub(super) name: &'static str,
    /// Empty if there is no such time.
    pub(super) href: String,
}

impl ClockView {
    /// `None` of a match that is not on a clock.
    pub(super) fn of(
        shown: &Shown,
        moment: Option<&Moment>,
        base: &str,
        query: &str,
    ) -> Option<Self> {
        if !shown.stored.log.header.card().timed {
            return None;
        }
        let reel = &shown.reel;
        let of_ply = ply_ms(reel, shown.ply);
        let ms = moment.map_or(of_ply, |moment| moment.ms);
        let end = shown.last.map(|last| ply_ms(reel, last));
        let link = |(step, name): (i64, &'static str)| {
            let to = ms.saturating_add_signed(step).min(end.unwrap_or(u64::MAX)).max(reel.start_ms);
            let goes_on = end.is_some() || step < 0 || shown.goes_on;
            let href = format!("{base}/at/{to}{query}");
            let href = if goes_on && to != ms { href } else { String::new() };
            StepView { ms: step, name, href }
        };
        Some(ClockView {
            ms,
            time: time(ms),
            is_between: moment.is_some(),
            start_ms: reel.start_ms,
            end: end.map(|end| (end, time(end))),
            steps: STEPS.into_iter().map(link).collect(),
        })
    }
}

/// A time in minutes, seconds and thousandths: `1:35.500`.
fn time(ms: u64) -> String {
    format!("{}:{:02}.{:03}", ms / 60_000, ms / 1_000 % 60, ms % 1_000)
}

/// A time as people write it: `95.5` in seconds, `1:35.5` in minutes and seconds.
pub(super) fn read_time(text: &str) -> Option<u64> {
    let text = text.trim().trim_end_matches('s').trim_end().replace(',', ".");
    let (minutes, seconds) = text.split_once(':').unwrap_or(("0", &text));
    let (seconds, part) = seconds.split_once('.').unwrap_or((seconds, ""));
    let digits = |text: &str| {
        let is_short = text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
        if is_short { format!("0{text}").parse::<u64>().ok() } else { None }
    };
    let part: String = part.chars().take(3).collect();
    Some(digits(minutes)? * 60_000 + digits(seconds)? * 1_000 + digits(&format!("{part:0<3}"))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        for (text, ms) in [
            ("95.5", 95_500),
            ("1:35.5", 95_500),
            ("1:35.500", 95_500),
            (" 31,533 s", 31_533),
            ("0", 0),
            (".25", 250),
            ("2:", 120_000),
        ] {
            assert_eq!(read_time(text), Some(ms), "{text}");
        }
        for text in ["x", "-1", "1:2:3", "99999999999", "1.x"] {
            assert_eq!(read_time(text), None, "{text}");
        }
        assert_eq!(time(95_500), "1:35.500");
        assert_eq!(read_time(&time(3_599_999)), Some(3_599_999));
    }
}
