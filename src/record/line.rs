//! Actions tried beside a match: a step as text, and a line of steps as one word of an address.

use std::fmt::Write;

use super::log::Action;
use crate::rules::game::Card;
use crate::rules::rulebook;
use crate::rules::seat::Actor;

/// An action with its own text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Whose it is.
    pub by: Actor,
    /// Its canonical text.
    pub text: String,
    /// Its time in milliseconds since the match began, if it has one.
    pub at: Option<u64>,
}

impl Step {
    /// Reads an action line without its number: `B Kc1-b1`, `* time @4000`.
    #[must_use]
    pub fn read(card: &Card, text: &str) -> Option<Step> {
        let line = rulebook::Line::read(text)?;
        let step = Step { by: card.actor(&line.by)?, text: line.action, at: line.at };
        (step.write(card) == text).then_some(step)
    }

    /// Writes it as [`Step::read`] reads it.
    #[must_use]
    pub fn write(&self, card: &Card) -> String {
        let mut out = format!("{} {}", card.letter(self.by), self.text);
        if let Some(ms) = self.at {
            let _ = write!(out, " @{ms}");
        }
        out
    }

    /// As the log takes it.
    #[must_use]
    pub fn action(&self) -> Action<'_> {
        Action { by: self.by, text: &self.text, at: self.at }
    }
}

impl From<Action<'_>> for Step {
    fn from(action: Action<'_>) -> Self {
        Step { by: action.by, text: action.text.to_owned(), at: action.at }
    }
}

/// Writes texts as one word that can be read: `.` between them, `_` for a blank, and `$` with two
/// hex digits for these signs and `/` themselves. `["Kc1-b1", "R end"]` is `Kc1-b1.R_end`.
#[must_use]
pub fn encode<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut out = String::new();
    for (n, text) in texts.into_iter().enumerate() {
        if n > 0 {
            out.push('.');
        }
        for letter in text.chars() {
            match letter {
                ' ' => out.push('_'),
                '.' | '_' | '$' | '/' => {
                    let _ = write!(out, "${:02x}", u32::from(letter));
                }
                _ => out.push(letter),
            }
        }
    }
    out
}

/// Reads what [`encode`] writes; `None` for a `$` without its digits or an empty text.
#[must_use]
pub fn decode(word: &str) -> Option<Vec<String>> {
    if word.is_empty() {
        return Some(Vec::new());
    }
    word.split('.').map(decode_one).collect()
}

fn decode_one(word: &str) -> Option<String> {
    let mut out = String::with_capacity(word.len());
    let mut rest = word;
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        match letter {
            '_' => out.push(' '),
            '$' => {
                let digits = rest.get(..2)?;
                out.push(char::from(u8::from_str_radix(digits, 16).ok()?));
                rest = &rest[2..];
            }
            _ => out.push(letter),
        }
    }
    (!out.is_empty()).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one_readable_word() {
        let line = ["+W", "Kc1-b1", "R wall c3-e3 @1200", "a_b.c$d/e", "Nd5xe6"];
        let word = encode(line);
        assert_eq!(word, "+W.Kc1-b1.R_wall_c3-e3_@1200.a$5fb$2ec$24d$2fe.Nd5xe6");
        assert_eq!(decode(&word).expect("reads"), line);
        assert_eq!(decode(""), Some(Vec::new()));
        for bad in [".", "a..b", "$", "$2", "$zz", "a.", "$é"] {
            assert_eq!(decode(bad), None, "{bad}");
        }
    }
}
