//! An action that the rules refuse, explained with the rule.

use crate::rules::game::Card;
use crate::rules::illegal::{AFTER_END, NOTATION};
use crate::rules::rulebook::Rulebook;
use crate::service::trial::Refusal;

/// Why an action is refused.
pub(in crate::web::pages) struct RefusalView {
    /// Who was taken to act, and the action.
    pub(in crate::web::pages) action: String,
    /// The action with a mark below the place where it cannot be read, if it is that.
    pub(in crate::web::pages) pointed: String,
    pub(in crate::web::pages) words: String,
    pub(in crate::web::pages) rule: &'static str,
    pub(in crate::web::pages) rule_title: String,
    pub(in crate::web::pages) href: String,
}

impl RefusalView {
    /// A refusal in words.
    pub(in crate::web::pages) fn of(card: &Card, refusal: &Refusal) -> Self {
        let (rule, text) = (refusal.illegal.rule, &refusal.text);
        let by = refusal.by.map(|by| card.actor_name(by));
        let column = refusal.illegal.column.filter(|column| *column <= text.chars().count());
        RefusalView {
            action: by.map_or_else(|| text.clone(), |by| format!("{by}: {text}")),
            pointed: column.map_or(String::new(), |at| format!("{text}\n{}^", " ".repeat(at))),
            words: refusal.illegal.words.to_string(),
            rule,
            rule_title: rule_title(card, rule),
            href: rule_href(card, rule),
        }
    }
}

/// Where a rule stands in its game's rulebook.
fn rule_href(card: &Card, rule: &str) -> String {
    let place = match rule {
        NOTATION => "notation",
        AFTER_END => return format!("/games/{}", card.id),
        rule => rule,
    };
    format!("/games/{}#{place}", card.id)
}

/// The title of a rule, or of the chapter that has that id.
fn rule_title(card: &Card, rule: &str) -> String {
    match rule {
        NOTATION => return "how actions are written".to_owned(),
        AFTER_END => return "after the end".to_owned(),
        _ => {}
    }
    let Ok(book) = Rulebook::read(card.rulebook) else { return String::new() };
    let chapters = book.chapters.iter();
    let mut titles = chapters.flat_map(|chapter| {
        let rules = chapter.rules.iter().map(|rule| (&rule.id, &rule.title));
        rules.chain([(&chapter.id, &chapter.title)])
    });
    titles.find(|(id, _)| *id == rule).map_or(String::new(), |(_, title)| title.clone())
}
