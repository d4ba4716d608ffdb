//! A game on the table: any position, asked what is legal and what an action would do.

use super::Keep;
use crate::record::limits;
use crate::record::link::PositionHash;
use crate::record::log::Header;
use crate::rules::any::{AnyGame, BeginError, Happened, Play, View};
use crate::rules::game::Card;
use crate::rules::illegal::Illegal;
use crate::rules::options::{OptionError, Options};
use crate::rules::seat::Actor;
use crate::rules::text::ParseError;

/// A position of a game.
#[derive(Clone, Debug, Default)]
pub struct Position<'a> {
    /// The game's id.
    pub game: &'a str,
    /// The rules version; without one, the newest.
    pub rules: Option<u16>,
    /// The options that are not default, by name.
    pub options: Vec<(&'a str, &'a str)>,
    /// The position text; without one, the game's own start.
    pub text: Option<&'a str>,
}

/// A position set up.
pub struct Table {
    /// What a record that begins here says before its actions.
    pub header: Header,
    /// The match, to be asked.
    pub play: Box<dyn Play>,
}

/// Why a position cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// There is no such game.
    #[error("no such game; known are {}", known.join(", "))]
    NoGame {
        /// The ids of the games.
        known: Vec<&'static str>,
    },
    /// This program has no such rules version of it.
    #[error("no such rules version; known are {}", words(known))]
    NoRules {
        /// The versions that it has.
        known: Vec<u16>,
    },
    /// An option cannot stand.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The position cannot be read or set up.
    #[error("position: {0}")]
    Position(ParseError),
}

fn words(versions: &[u16]) -> String {
    versions.iter().map(u16::to_string).collect::<Vec<_>>().join(", ")
}

impl From<BeginError> for TableError {
    fn from(error: BeginError) -> Self {
        match error {
            BeginError::Options(error) => TableError::Option(error),
            BeginError::Setup(error) => TableError::Position(error),
        }
    }
}

impl Keep {
    /// The game of that id, in its newest rules version or the one asked for.
    ///
    /// # Errors
    /// There is no such game or version.
    pub fn card(&self, game: &str, rules: Option<u16>) -> Result<&'static Card, TableError> {
        let header = self.header(game, rules)?;
        Ok(header.card())
    }

    /// The rules versions of a game that this program has, oldest first.
    #[must_use]
    pub fn versions(&self, game: &str) -> Vec<u16> {
        let cards = self.registry().versions().map(AnyGame::card);
        let mut versions: Vec<u16> =
            cards.filter(|card| card.id == game).map(|card| card.rules).collect();
        versions.sort_unstable();
        versions
    }

    /// Sets a position up.
    ///
    /// # Errors
    /// There is no such game or version; an option or the position cannot stand.
    pub fn set_up(&self, position: &Position<'_>) -> Result<Table, TableError> {
        let mut header = self.header(position.game, position.rules)?;
        header.options = Options::read(header.card(), position.options.iter().copied())?;
        header.setup = position.text.map(str::to_owned);
        if let Some(text) = position.text.filter(|text| text.len() > limits::SETUP_BYTES) {
            let (has, most) = (text.len(), limits::SETUP_BYTES);
            let error = ParseError::whole(format!("{has} bytes; at most {most}"));
            return Err(TableError::Position(error));
        }
        let play = header.begin()?;
        Ok(Table { header, play })
    }

    fn header(&self, game: &str, rules: Option<u16>) -> Result<Header, TableError> {
        let registry = self.registry();
        let newest = registry.newest(game).ok_or_else(|| TableError::NoGame {
            known: registry.games().map(|game| game.card().id).collect(),
        })?;
        let found = rules.map_or(Some(newest), |rules| registry.find(game, rules));
        let no_rules = || TableError::NoRules { known: self.versions(game) };
        Ok(Header::new(found.ok_or_else(no_rules)?))
    }
}

impl Table {
    /// The hash of the position on the table.
    #[must_use]
    pub fn hash(&self) -> PositionHash {
        PositionHash::of(&self.header, &*self.play)
    }

    /// Carries an action out and tells what it did. If it is refused, nothing changes.
    ///
    /// # Errors
    /// The rule that it breaks; somebody who does not sit here.
    pub fn act(&mut self, by: &str, text: &str, at: Option<u64>) -> Result<Happened, Illegal> {
        let card = self.header.card();
        let by: Actor = card.actor(by).ok_or_else(|| {
            let [a, b] = card.seats.map(|seat| seat.letter);
            Illegal::notation(format!("“{by}” is nobody here: expected {a}, {b} or *"))
        })?;
        if text.len() > limits::LINE_BYTES {
            let most = limits::LINE_BYTES;
            return Err(Illegal::notation(format!("an action has at most {most} bytes")));
        }
        if at.is_some_and(|ms| ms > limits::TIME_MS) {
            return Err(Illegal::notation(format!("a time is at most {} ms", limits::TIME_MS)));
        }
        self.play.tell(by, text, at, View::Told)
    }
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("header", &self.header).finish_non_exhaustive()
    }
}
