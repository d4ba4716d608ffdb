//! What a sandbox's address tells: where the trial begins, the line, and how it is looked at.
//!
//! `?match=<link>&ply=<n>` or `?o.<option>=<value>&position=<text>` is where it begins; `line` the
//! actions as one word ([`line::encode`]), of which `done` are carried out; `time` the time on the
//! clock; `from`, `to`, `kind` what is chosen of what can be played; `try` an action as typed.

use crate::record::{limits, line};
use crate::rules::any::AnyGame;
use crate::rules::grid::{Square, squares_named};
use crate::rules::options::Options;
use crate::service::trial::{Attempt, GroundError, MOST_ACTIONS, Origin};
use crate::web::address;

/// The longest line that an address holds, in bytes as it is written there.
pub(in crate::web::pages) const LINE_BYTES: usize = 6_000;

/// A sandbox's address, read.
#[derive(Clone, Debug, Default)]
pub(in crate::web::pages) struct Query {
    /// The options that were chosen: names and values.
    pub(in crate::web::pages) options: Vec<(String, String)>,
    /// The position text.
    pub(in crate::web::pages) position: Option<String>,
    /// The rules version, if it is not the newest.
    pub(in crate::web::pages) rules: Option<u16>,
    /// The link of a match and the ply.
    pub(in crate::web::pages) of_match: Option<(String, usize)>,
    /// The actions.
    pub(in crate::web::pages) line: Vec<String>,
    /// How many of them are carried out.
    pub(in crate::web::pages) done: usize,
    /// The time on the clock, in milliseconds.
    pub(in crate::web::pages) time: Option<u64>,
    /// The square that was clicked first.
    pub(in crate::web::pages) from: Option<Square>,
    /// The square that was clicked then.
    pub(in crate::web::pages) to: Option<Square>,
    /// The kind of action that was chosen.
    pub(in crate::web::pages) kind: Option<String>,
    /// An action as somebody typed it.
    pub(in crate::web::pages) typed: Option<String>,
    /// Whether the second seat's side is nearest.
    pub(in crate::web::pages) flipped: bool,
}

impl Query {
    /// Reads a query.
    ///
    /// # Errors
    /// A value that is none, or a line too long for an address: in words.
    pub(in crate::web::pages) fn read(text: &str) -> Result<Self, String> {
        let mut query = Query::default();
        let (mut link, mut ply, mut done) = (None, 0, None);
        for (name, value) in address::pairs(text) {
            let value = value.trim().to_owned();
            let number = || value.parse::<usize>().map_err(|_| format!("{name} is a number"));
            match name.as_str() {
                _ if value.is_empty() => {}
                "match" => link = Some(value),
                "ply" => ply = number()?,
                "rules" => query.rules = Some(value.parse().map_err(|_| "rules is a number")?),
                "position" => query.position = Some(value),
                "line" => {
                    if value.len() > LINE_BYTES {
                        return Err(format!("a line has at most {LINE_BYTES} characters here"));
                    }
                    let words = line::decode(&value);
                    query.line = words.ok_or("the line in this address cannot be read")?;
                }
                "done" => done = Some(number()?),
                "time" => query.time = Some(value.parse().map_err(|_| "time is milliseconds")?),
                "from" => query.from = square(&value),
                "to" => query.to = square(&value),
                "kind" => query.kind = Some(value),
                "try" => query.typed = Some(value),
                "flip" => query.flipped = value == "yes",
                _ => {
                    if let Some(option) = name.strip_prefix("o.") {
                        query.options.push((option.to_owned(), value));
                    }
                }
            }
        }
        if query.line.len() > MOST_ACTIONS {
            return Err(format!("a line has at most {MOST_ACTIONS} actions here"));
        }
        query.done = done.unwrap_or(query.line.len()).min(query.line.len());
        query.of_match = link.map(|link| (link, ply));
        Ok(query)
    }

    /// Where the trial begins, in a game.
    ///
    /// # Errors
    /// Options that the game does not know.
    pub(in crate::web::pages) fn origin(
        &self,
        game: &'static dyn AnyGame,
    ) -> Result<Origin<'_>, GroundError> {
        if let Some((link, ply)) = &self.of_match {
            return Ok(Origin::Match { link, ply: *ply });
        }
        let given = self.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let options =
            Options::read(game.card(), given).map_err(|error| GroundError::Begin(error.into()))?;
        Ok(Origin::Start { game, options, position: self.position.as_deref() })
    }

    /// What is tried.
    pub(in crate::web::pages) fn attempt(&self) -> Attempt<'_> {
        let typed = self.typed.as_deref();
        Attempt { words: &self.line, done: self.done, time: self.time, typed }
    }
}

/// A square's name.
fn square(text: &str) -> Option<Square> {
    squares_named(text).first().copied().filter(|square| square.to_string() == text)
}

/// The addresses of one sandbox: what they have in common, made once.
#[derive(Clone, Debug)]
pub(in crate::web::pages) struct Ways {
    /// Where the trial begins.
    start: address::Query,
    line: Vec<String>,
    flipped: bool,
    /// A query up to the line's last action that is carried out, its word included.
    stem: String,
    /// Whether an address has room for one more action.
    pub(in crate::web::pages) has_room: bool,
}

/// What an address adds to the line.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::web::pages) struct Way<'a> {
    /// The time on the clock.
    pub(in crate::web::pages) time: Option<u64>,
    /// The first square.
    pub(in crate::web::pages) from: Option<Square>,
    /// The second one.
    pub(in crate::web::pages) to: Option<Square>,
    /// The kind of action.
    pub(in crate::web::pages) kind: Option<&'a str>,
}

impl Ways {
    /// The addresses of a sandbox that begins as the query says, with this line.
    ///
    /// A match is named by the link that is given: the query's may be of another ply.
    pub(in crate::web::pages) fn new(
        query: &Query,
        link: Option<&str>,
        line: Vec<String>,
        done: usize,
    ) -> Self {
        let mut start = address::Query::default();
        match (&query.of_match, link) {
            (Some((_, ply)), Some(link)) => {
                start.add("match", link);
                start.add("ply", &ply.to_string());
            }
            _ => {
                if let Some(rules) = query.rules {
                    start.add("rules", &rules.to_string());
                }
                for (name, value) in &query.options {
                    start.add(&format!("o.{name}"), value);
                }
                if let Some(position) = &query.position {
                    start.add("position", position);
                }
            }
        }
        Ways::of(start, line, done, query.flipped)
    }

    /// The addresses that begin with `start`, whatever that is.
    pub(in crate::web::pages) fn of(
        start: address::Query,
        line: Vec<String>,
        done: usize,
        flipped: bool,
    ) -> Self {
        let mut stem = start.clone();
        let word = line::encode(line.iter().take(done).map(String::as_str));
        let has_room = done < MOST_ACTIONS && word.len() + limits::LINE_BYTES < LINE_BYTES;
        stem.add("line", &word);
        Ways { start, line, flipped, stem: stem.text().to_owned(), has_room }
    }

    /// The line as an address has it.
    fn line(&self) -> String {
        line::encode(self.line.iter().map(String::as_str))
    }

    /// What a form that is sent stands for: where the trial begins, and the line.
    pub(in crate::web::pages) fn whole(&self) -> String {
        let mut query = self.start.clone();
        query.add("line", &self.line());
        query.text().to_owned()
    }

    /// The fields that a form on the page hands on: names and values.
    pub(in crate::web::pages) fn fields(&self, done: usize) -> Vec<(String, String)> {
        let mut fields = address::pairs(self.start.text());
        if !self.line.is_empty() {
            fields.push(("line".to_owned(), self.line()));
            fields.push(("done".to_owned(), done.to_string()));
        }
        if self.flipped {
            fields.push(("flip".to_owned(), "yes".to_owned()));
        }
        fields
    }

    /// The address with another number of actions carried out.
    pub(in crate::web::pages) fn at(&self, done: usize) -> String {
        self.looked_at(done, &Way::default())
    }

    /// The same place, looked at in another way.
    pub(in crate::web::pages) fn looked_at(&self, done: usize, way: &Way<'_>) -> String {
        self.whole_way(done, way, self.flipped)
    }

    /// The same place from the other side.
    pub(in crate::web::pages) fn turned(&self, done: usize, way: &Way<'_>) -> String {
        self.whole_way(done, way, !self.flipped)
    }

    fn whole_way(&self, done: usize, way: &Way<'_>, flipped: bool) -> String {
        let mut query = self.start.clone();
        if !self.line.is_empty() {
            query.add("line", &self.line());
        }
        if done < self.line.len() {
            query.add("done", &done.to_string());
        }
        let named = [("from", way.from), ("to", way.to)];
        if let Some(time) = way.time {
            query.add("time", &time.to_string());
        }
        for (name, square) in named {
            if let Some(square) = square {
                query.add(name, &square.to_string());
            }
        }
        if let Some(kind) = way.kind {
            query.add("kind", kind);
        }
        if flipped {
            query.add("flip", "yes");
        }
        format!("?{}", query.text())
    }

    /// The address after one more action; what was taken back is forgotten.
    pub(in crate::web::pages) fn after(&self, word: &str) -> String {
        let mut out = String::with_capacity(self.stem.len() + word.len() + 24);
        out.push('?');
        out.push_str(&self.stem);
        if !self.stem.ends_with("line=") {
            out.push('.');
        }
        address::write(&line::encode([word]), &mut out);
        if self.flipped {
            out.push_str("&flip=yes");
        }
        out
    }
}

/// The kind of an action: what stands before the first square that it names.
pub(in crate::web::pages) fn kind_of<'a>(text: &'a str, squares: &[Square]) -> &'a str {
    let first = squares.first().and_then(|square| text.find(&square.to_string()));
    first.map_or(text, |at| text[..at].trim_end())
}
