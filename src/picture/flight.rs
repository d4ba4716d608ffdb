//! What is in the air over a board at one moment.

use std::fmt::Write as _;

use super::frame::{Frame, FrameArrow, Sheet};
use super::layout::Layout;
use super::write::tenths;

/// How high a flight rises over its line in the middle, in tenths of units.
const RISE: i64 = 150;

/// A ball on its way along an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flight<'a> {
    /// The arrow that it flies along; one without an end has no flight.
    pub arrow: &'a FrameArrow,
    /// How much of the way is behind it, in thousandths.
    pub share_permille: u16,
}

impl FrameArrow {
    /// The time of its end in milliseconds, where its label tells one in seconds: `31.533`.
    #[must_use]
    pub fn ends_ms(&self) -> Option<u64> {
        let (seconds, rest) = self.label.split_once('.').unwrap_or((&self.label, ""));
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if self.aim < 0 || !is_number(seconds) || !is_number(rest) || rest.len() > 3 {
            return None;
        }
        let thousandths = format!("{rest:0<3}").parse::<u64>().ok()?;
        seconds.parse::<u64>().ok()?.checked_mul(1_000)?.checked_add(thousandths)
    }
}

impl Frame {
    /// Whether the same arrow is in this frame.
    #[must_use]
    pub fn has_arrow(&self, arrow: &FrameArrow) -> bool {
        let key = |a: &FrameArrow| (a.seat, a.from, a.aim);
        self.arrows.iter().any(|other| key(other) == key(arrow) && other.label == arrow.label)
    }
}

impl Sheet {
    /// Balls as SVG for a page, to be drawn over a frame.
    #[must_use]
    pub fn flights(&self, flights: &[Flight<'_>], flipped: bool) -> String {
        let layout = Layout { flipped, ..self.layout() };
        let mut out = String::new();
        for Flight { arrow, share_permille } in flights {
            let Ok(aim) = u16::try_from(arrow.aim) else { continue };
            let from = layout.middle(layout.square(arrow.from), arrow.span);
            let to = layout.middle(layout.square(aim), 1);
            let share = i64::from(*share_permille).min(1_000);
            let between = |a: i32, b: i32| i64::from(a) * 10 + i64::from(b - a) * share / 100;
            let rise = 4 * RISE * share * (1_000 - share) / 1_000_000;
            let place = [between(from.0, to.0), between(from.1, to.1) - rise];
            let [x, y] = place.map(|n| i32::try_from(n).unwrap_or(0));
            let _ = write!(out, r#"<circle class="ball" r="7" cx=""#);
            tenths(&mut out, x);
            out.push_str(r#"" cy=""#);
            tenths(&mut out, y);
            out.push_str(r#""/>"#);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_in_seconds_is_a_time() {
        let arrow = |label: &str, aim| FrameArrow {
            seat: 0,
            from: 0,
            aim,
            label: label.to_owned(),
            current: false,
            slot: 0,
            span: 1,
            width: 72,
        };
        let ends = |label| arrow(label, 9).ends_ms();
        assert_eq!(ends("31.533"), Some(31_533));
        assert_eq!(ends("31.5"), Some(31_500));
        assert_eq!(ends("31"), Some(31_000));
        assert_eq!([ends("a3"), ends("1.2345"), ends("1.x"), ends("")], [None; 4]);
        assert_eq!(arrow("31.533", -1).ends_ms(), None);
    }
}
