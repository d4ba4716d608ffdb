//! Layer 2, pure: the games, a folder each.
//!
//! A new game is a folder copied and one line in `games!`. A rules version that could change a
//! stored match is a type of its own, listed beside the old one on the same line.

#![warn(clippy::disallowed_types, clippy::disallowed_methods, clippy::float_arithmetic)]

use crate::rules::any::{AnyGame, Behind};

/// The list of games: `folder: [rules version 1, version 2, …]`.
macro_rules! games {
    ($($folder:ident: [$($version:ident),+]),* $(,)?) => {
        $(pub mod $folder;)*

        /// Every game in every rules version.
        static ALL: &[&dyn AnyGame] = &[$($(&Behind::<$folder::$version>::text(),)+)*];
    };
}

games! {
    castle_danger: [CastleDanger],
    game_of_knights: [GameOfKnights],
    siege: [Siege],
    knights_walls_balls: [KnightsWallsBalls],
    stone_fortress: [StoneFortress],
}

/// The games that a program knows, in all their rules versions.
///
/// It is handed down to whatever reads records, so that a test can add a game of its own.
#[derive(Clone)]
pub struct Registry {
    games: Vec<&'static dyn AnyGame>,
}

impl Registry {
    /// The games of this house.
    #[must_use]
    pub fn standard() -> Self {
        Registry { games: ALL.to_vec() }
    }

    /// The same, with one more.
    #[must_use]
    pub fn with(mut self, game: &'static dyn AnyGame) -> Self {
        self.games.push(game);
        self
    }

    /// The reducer of a game for a rules version.
    #[must_use]
    pub fn find(&self, id: &str, rules: u16) -> Option<&'static dyn AnyGame> {
        self.games.iter().copied().find(|g| g.card().id == id && g.card().rules == rules)
    }

    /// The newest rules version of a game.
    #[must_use]
    pub fn newest(&self, id: &str) -> Option<&'static dyn AnyGame> {
        let versions = self.games.iter().copied().filter(|g| g.card().id == id);
        versions.max_by_key(|g| g.card().rules)
    }

    /// Every game once, in its newest version.
    pub fn games(&self) -> impl Iterator<Item = &'static dyn AnyGame> {
        let newest = |g: &&'static dyn AnyGame| {
            self.newest(g.card().id).is_some_and(|n| n.card().rules == g.card().rules)
        };
        self.games.iter().copied().filter(newest)
    }

    /// Whether a word begins an action of the arbiter in some game.
    #[must_use]
    pub fn is_arbiter_word(&self, word: &str) -> bool {
        matches!(word, "draw" | "forfeit" | "abort")
            || self.games.iter().any(|game| game.card().arbiter_words.contains(&word))
    }

    /// Every game in every version.
    pub fn versions(&self) -> impl Iterator<Item = &'static dyn AnyGame> {
        self.games.iter().copied()
    }
}

impl std::fmt::Debug for Registry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.games.iter().map(|g| (g.card().id, g.card().rules))).finish()
    }
}
