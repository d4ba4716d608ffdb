//! The controls' icons, on a grid of 24.

/// Draws an icon of one path.
macro_rules! icon {
    ($path:literal) => {
        concat!("<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"", $path, "\"/></svg>")
    };
}

pub(super) const FIRST: &str = icon!("M6 5v14M19 5l-9 7 9 7z");
pub(super) const TURN_BACK: &str = icon!("M12 5l-8 7 8 7zM21 5l-8 7 8 7z");
pub(super) const BACK: &str = icon!("M15 5l-8 7 8 7");
pub(super) const FORWARD: &str = icon!("M9 5l8 7-8 7");
pub(super) const TURN_FORWARD: &str = icon!("M3 5l8 7-8 7zM12 5l8 7-8 7z");
pub(super) const LAST: &str = icon!("M5 5l9 7-9 7zM18 5v14");
pub(super) const PLAY: &str = icon!("M8 5l11 7-11 7z");
pub(super) const EVENT_BACK: &str = icon!("M6 7l-4 5 4 5M15 6l-6 6 6 6 6-6z");
pub(super) const EVENT_FORWARD: &str = icon!("M18 7l4 5-4 5M9 6l6 6-6 6-6-6z");
