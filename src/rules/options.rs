//! Rule options: what a record may choose, and what it chose.

use std::collections::BTreeMap;
use std::fmt;

use super::game::Card;
use super::text::{Cursor, ParseError};

/// One option of a game.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Its name in tags and JSON, lower case: `hidden`.
    pub name: &'static str,
    /// The value when a record names none. It is never written.
    pub default: &'static str,
    /// What values it takes.
    pub form: OptionForm,
    /// What it does, in words, with the rule's id.
    pub words: &'static str,
}

/// What values an option takes.
#[derive(Clone, Copy, Debug)]
pub enum OptionForm {
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A whole number in this range, both ends included.
    Number {
        /// The least.
        min: u64,
        /// The most.
        max: u64,
    },
    /// Text that the game reads.
    Text {
        /// Its form in words: `<columns>x<rows>`.
        form: &'static str,
        /// Checks that a value is well written.
        check: fn(&str) -> Result<(), ParseError>,
    },
}

impl OptionSpec {
    /// Checks one value.
    ///
    /// # Errors
    /// The value is not of the option's form; the words say what is.
    pub fn check(&self, value: &str) -> Result<(), ParseError> {
        match self.form {
            OptionForm::OneOf(words) if words.contains(&value) => Ok(()),
            OptionForm::Number { min, max } => {
                let mut cursor = Cursor::new(value);
                let number = cursor.number(max)?;
                cursor.finish()?;
                if number < min {
                    return Err(ParseError::whole(format!("expected a number from {min}")));
                }
                Ok(())
            }
            OptionForm::Text { check, .. } => check(value),
            OptionForm::OneOf(_) => Err(ParseError::whole(format!("expected {}", self.form))),
        }
    }
}

impl fmt::Display for OptionForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionForm::OneOf(words) => write!(f, "{}", words.join(" or ")),
            OptionForm::Number { min, max } => write!(f, "{min} to {max}"),
            OptionForm::Text { form, .. } => write!(f, "{form}"),
        }
    }
}

/// An option that cannot stand.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("option “{name}”: {words}")]
pub struct OptionError {
    /// The option's name as given.
    pub name: String,
    /// What is wrong and what was expected, without a final stop.
    pub words: String,
}

impl OptionError {
    /// An error about the option `name`.
    pub fn new(name: &str, words: impl Into<String>) -> Self {
        OptionError { name: name.to_owned(), words: words.into() }
    }
}

/// The options that a record chose, sorted by name; defaults are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    chosen: BTreeMap<String, String>,
}

impl Options {
    /// Takes names and values as a record gives them, checks each, and leaves out defaults.
    ///
    /// # Errors
    /// A name that the game does not know, one given twice, or a value not of its form.
    pub fn read<'a>(
        card: &Card,
        given: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, OptionError> {
        let mut seen = BTreeMap::new();
        for (name, value) in given {
            let spec = card.option(name).ok_or_else(|| {
                let known: Vec<&str> = card.options.iter().map(|spec| spec.name).collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                OptionError::new(name, format!("{} has no such option (known: {known})", card.name))
            })?;
            spec.check(value).map_err(|error| {
                OptionError::new(name, format!("{}, not “{value}”", error.words))
            })?;
            if seen.insert(name.to_owned(), value.to_owned()).is_some() {
                return Err(OptionError::new(name, "given twice"));
            }
        }
        seen.retain(|name, value| card.option(name).is_none_or(|spec| spec.default != value));
        Ok(Options { chosen: seen })
    }

    /// The chosen options in order of name, without defaults.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.chosen.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether every option has its default.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.chosen.is_empty()
    }

    /// The value in force: the chosen one or the default. An unknown name gives an empty text.
    #[must_use]
    pub fn value<'a>(&'a self, card: &Card, name: &str) -> &'a str {
        match self.chosen.get(name) {
            Some(value) => value,
            None => card.option(name).map_or("", |spec| spec.default),
        }
    }

    /// The value in force of an option that is a number; 0 where it is none.
    #[must_use]
    pub fn number(&self, card: &Card, name: &str) -> u64 {
        self.value(card, name).parse().unwrap_or(0)
    }
}

impl fmt::Display for Options {
    /// `name=value`, comma-separated, in order of name: as the position hash takes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, (name, value)) in self.iter().enumerate() {
            let comma = if n == 0 { "" } else { "," };
            write!(f, "{comma}{name}={value}")?;
        }
        Ok(())
    }
}
