//! How words stand on pages and in answers.

use crate::record::facts::UNKNOWN;

/// A text with a capital at its beginning.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}", letters.as_str())
}

/// A player's name as pages show it.
pub(super) fn shown_name(name: &str) -> &str {
    if name == UNKNOWN { "unknown" } else { name }
}

/// The players' names as pages show them.
pub(super) fn shown_names(players: &[String; 2]) -> [String; 2] {
    players.each_ref().map(|name| shown_name(name).to_owned())
}
