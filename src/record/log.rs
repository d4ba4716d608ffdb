//! The log: what the rules need to know, and the append-only list of actions.

use std::fmt::{self, Write};

use crate::rules::any::{AnyGame, BeginError, Play};
use crate::rules::game::Card;
use crate::rules::options::Options;
use crate::rules::seat::Actor;

/// The log tags of a record: everything that comes before the actions and is hashed.
#[derive(Clone)]
pub struct Header {
    /// The game in its rules version.
    pub game: &'static dyn AnyGame,
    /// What makes this match another one than a match with the same actions.
    pub id: Option<String>,
    /// The options that are not default.
    pub options: Options,
    /// The position text that the match starts from, unless it is the game's own start.
    pub setup: Option<String>,
}

impl Header {
    /// The header of a match from the game's own start, with default options.
    #[must_use]
    pub fn new(game: &'static dyn AnyGame) -> Self {
        Header { game, id: None, options: Options::default(), setup: None }
    }

    /// The game's card.
    #[must_use]
    pub fn card(&self) -> &'static Card {
        self.game.card()
    }

    /// Sets the match up at ply 0.
    ///
    /// # Errors
    /// Options that do not go together, or a `Setup` that cannot be set up.
    pub fn begin(&self) -> Result<Box<dyn Play>, BeginError> {
        self.game.begin(&self.options, self.setup.as_deref())
    }

    /// Writes the tag lines, without the blank line after them.
    pub fn write(&self, out: &mut String) {
        let card = self.card();
        let _ =
            write!(out, "[Gamekeep \"1\"]\n[Game \"{}\"]\n[Rules \"{}\"]\n", card.id, card.rules);
        if let Some(id) = &self.id {
            write_tag("Id", id, out);
        }
        for (name, value) in self.options.iter() {
            write_tag(name, value, out);
        }
        if let Some(setup) = &self.setup {
            write_tag("Setup", setup, out);
        }
    }

    /// Writes an action line with its line end; `ply` counts from 1.
    pub fn write_action(&self, ply: usize, action: &Action<'_>, out: &mut String) {
        let letter = self.card().letter(action.by);
        let _ = write!(out, "{ply} {letter} {}", action.text);
        if let Some(ms) = action.at {
            let _ = write!(out, " @{ms}");
        }
        out.push('\n');
    }

    /// Writes the first line of what a position hash is made over.
    pub fn write_position_head(&self, out: &mut String) {
        let card = self.card();
        let _ = writeln!(out, "{}/{}/{}", card.id, card.rules, self.options);
    }
}

/// Writes a tag line; `\` and `"` are escaped.
pub fn write_tag(name: &str, value: &str, out: &mut String) {
    let _ = write!(out, "[{name} \"");
    write_escaped(value, out);
    out.push_str("\"]\n");
}

/// Writes a text as it stands between quotes.
pub fn write_escaped(value: &str, out: &mut String) {
    for letter in value.chars() {
        if matches!(letter, '\\' | '"') {
            out.push('\\');
        }
        out.push(letter);
    }
}

impl PartialEq for Header {
    fn eq(&self, other: &Self) -> bool {
        (self.card().id, self.card().rules) == (other.card().id, other.card().rules)
            && self.id == other.id
            && self.options == other.options
            && self.setup == other.setup
    }
}

impl Eq for Header {}

impl fmt::Debug for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write(&mut text);
        f.write_str(&text)
    }
}

/// An action line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action<'a> {
    /// Whose it is.
    pub by: Actor,
    /// Its canonical text.
    pub text: &'a str,
    /// Its time in milliseconds since the match began, if recorded.
    pub at: Option<u64>,
}

/// The actions of a log, all texts in one piece of memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Actions {
    text: String,
    ends: Vec<(usize, Actor, Option<u64>)>,
}

impl Actions {
    /// How many actions there are: the last ply.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether nothing was done yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Appends an action.
    pub fn push(&mut self, action: &Action<'_>) {
        self.text.push_str(action.text);
        self.ends.push((self.text.len(), action.by, action.at));
    }

    /// The action that leads to `ply`, which counts from 1.
    #[must_use]
    pub fn get(&self, ply: usize) -> Option<Action<'_>> {
        let index = ply.checked_sub(1)?;
        let (end, by, at) = *self.ends.get(index)?;
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before].0);
        Some(Action { by, text: &self.text[start..end], at })
    }

    /// All actions in order.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Action<'_>> {
        let mut start = 0;
        self.ends.iter().map(move |(end, by, at)| {
            let text = &self.text[start..*end];
            start = *end;
            Action { by: *by, text, at: *at }
        })
    }

    /// Forgets every action after `ply`.
    pub fn truncate(&mut self, ply: usize) {
        self.ends.truncate(ply);
        self.text.truncate(self.ends.last().map_or(0, |(end, ..)| *end));
    }

    /// How many actions two logs have in common from the start.
    #[must_use]
    pub fn common_prefix(&self, other: &Actions) -> usize {
        self.iter().zip(other.iter()).take_while(|(a, b)| a == b).count()
    }
}

/// What is hashed of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// The log tags.
    pub header: Header,
    /// The actions.
    pub actions: Actions,
}

impl Log {
    /// The log text up to and with action `ply`: what `link(ply)` is the hash of.
    #[must_use]
    pub fn text(&self, ply: usize) -> String {
        let mut out = String::new();
        self.header.write(&mut out);
        out.push('\n');
        for (n, action) in self.actions.iter().enumerate().take(ply) {
            self.header.write_action(n + 1, &action, &mut out);
        }
        out
    }
}
