//! An action that the rules refuse, explained with the rule.

use crate::rules::game::Card;
use crate::rules::illegal::{AFTER_END, NOTATION};
use crate::rules::rulebook::{Block, Rulebook};
use crate::service::trial::Refusal;
use crate::web::rule_place;

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
            href: rule_place::href_in(card, rule),
        }
    }
}

/// The title of a rule, or of the chapter that has that id.
pub(in crate::web::pages) fn rule_title(card: &Card, rule: &str) -> String {
    match rule {
        NOTATION => "how actions are written".to_owned(),
        AFTER_END => "after the end".to_owned(),
        rule => rule_of(card, rule).map_or(String::new(), |(title, _)| title),
    }
}

/// The title and the text (Markdown) of a rule, or of the chapter that has that id.
pub(in crate::web::pages) fn rule_of(card: &Card, rule: &str) -> Option<(String, String)> {
    let book = Rulebook::read(card.rulebook).ok()?;
    let parts = book.chapters.into_iter().flat_map(|chapter| {
        let rules = chapter.rules.into_iter().map(|rule| (rule.id, rule.title, rule.body));
        rules.chain([(chapter.id, chapter.title, chapter.body)])
    });
    let (_, title, body) = parts.into_iter().find(|(id, ..)| id == rule)?;
    let text = |block: Block| match block {
        Block::Text(text) => Some(text),
        Block::Example(_) => None,
    };
    let texts: Vec<String> = body.into_iter().filter_map(text).collect();
    Some((title, texts.join("\n\n")))
}
