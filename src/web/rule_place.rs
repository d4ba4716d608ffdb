//! Where a rule stands: the one place that knows the addresses of rules.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::games::Registry;
use crate::rules::game::Card;
use crate::rules::illegal::{AFTER_END, NOTATION};
use crate::rules::rulebook::Rulebook;

/// The games of all rules and chapters, by the ids of these.
static GAMES: LazyLock<BTreeMap<String, &'static str>> = LazyLock::new(|| {
    let registry = Registry::standard();
    let mut games = BTreeMap::new();
    for card in registry.games().map(|game| game.card()) {
        let Ok(book) = Rulebook::read(card.rulebook) else { continue };
        for chapter in book.chapters {
            let ids = chapter.rules.into_iter().map(|rule| rule.id).chain([chapter.id]);
            games.extend(ids.filter(|id| !id.is_empty()).map(|id| (id, card.id)));
        }
    }
    games
});

/// The address of a rule, by its id alone. What is common to all games has none.
pub(super) fn href(rule: &str) -> Option<String> {
    GAMES.get(rule).map(|game| format!("/games/{game}#{rule}"))
}

/// The address of a rule of a game: for an action that is none that of the notation, after the end
/// that of the game.
pub(super) fn href_in(card: &Card, rule: &str) -> String {
    match rule {
        NOTATION => format!("/games/{}#notation", card.id),
        AFTER_END => format!("/games/{}", card.id),
        rule => format!("/games/{}#{rule}", card.id),
    }
}
