//! Patterns over the texts of actions.

use std::fmt;

/// A pattern over an action's text, in which `_` stands for any text, also for none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern(String);

impl Pattern {
    /// The pattern as it is written.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Pattern(text.to_owned())
    }

    /// Whether an action's text is of this form.
    #[must_use]
    pub fn fits(&self, action: &str) -> bool {
        let Some((head, rest)) = self.0.split_once('_') else { return self.0 == action };
        let Some(mut left) = action.strip_prefix(head) else { return false };
        let Some((middle, tail)) = rest.rsplit_once('_') else { return left.ends_with(rest) };
        for part in middle.split('_') {
            let Some(at) = left.find(part) else { return false };
            left = &left[at + part.len()..];
        }
        left.ends_with(tail)
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blank_stands_for_any_text() {
        let check = |pattern: &str, fitting: &[&str], others: &[&str]| {
            let pattern = Pattern::new(pattern);
            for text in fitting {
                assert!(pattern.fits(text), "{pattern} should fit {text}");
            }
            for text in others {
                assert!(!pattern.fits(text), "{pattern} should not fit {text}");
            }
        };
        check("end", &["end"], &["", "en", "ends"]);
        check("_", &["", "end"], &[]);
        check("K_", &["K", "Kc1-c2"], &["", "Bc1-c2"]);
        check("_*d8", &["Cd2*d8"], &["Cd2*d7"]);
        check("C_*d8", &["Cd2*d8"], &["Bd2*d8", "C*d"]);
        check("_1_1_", &["a1b1", "11"], &["1", "a1"]);
        check("a_a", &["aa", "aba"], &["a"]);
    }
}
