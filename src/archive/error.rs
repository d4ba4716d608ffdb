//! What can go wrong in an archive.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use super::MatchId;
use crate::record::link::Link;

/// What an archive answers.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why an archive has not done what it was asked for.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// The store itself is in trouble.
    #[error(transparent)]
    Broken(#[from] Broken),
    /// The match has gone on since.
    #[error("the match has gone on: its head is now {head}")]
    StaleHead {
        /// Its present head.
        head: Link,
    },
    /// The match is over: nothing can be appended.
    #[error("the match is over: its head is {head}")]
    AfterEnd {
        /// Its head.
        head: Link,
    },
    /// There is no such match or token.
    #[error("there is no such thing here")]
    NotFound,
    /// It was here, and was withdrawn.
    #[error("{link} was withdrawn")]
    Withdrawn {
        /// The link that was asked for.
        link: Link,
    },
    /// The idempotency key came with another request before.
    #[error("this key came with another request before")]
    KeyReused,
    /// What was handed in cannot be stored.
    #[error("{words}")]
    Unfit {
        /// Why, without a final stop.
        words: String,
    },
    /// The stored bytes of a match cannot be read.
    #[error("match {id} is damaged: {words}")]
    Damaged {
        /// The match.
        id: MatchId,
        /// What is wrong, without a final stop.
        words: String,
    },
    /// A match of a game or a rules version that this program does not have.
    #[error("this program does not have the rules of {game}, version {rules}")]
    UnknownRules {
        /// The game's id.
        game: String,
        /// The rules version.
        rules: u16,
    },
}

impl Error {
    pub(super) fn unfit(words: impl Into<String>) -> Self {
        Error::Unfit { words: words.into() }
    }

    pub(super) fn damaged(id: MatchId, words: impl fmt::Display) -> Self {
        Error::Damaged { id, words: words.to_string() }
    }
}

/// Trouble of the store itself: nothing that the asker has done.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Broken {
    /// The store refuses or fails.
    #[error("the archive cannot {doing}: {cause}")]
    Store {
        /// What it was doing: `read`, `write`.
        doing: &'static str,
        /// What the store says.
        cause: Arc<dyn std::error::Error + Send + Sync>,
    },
    /// Another program holds the store for longer than it is waited for.
    #[error("the archive is busy: another program has been writing to it for too long")]
    Busy,
    /// A file cannot be read or written.
    #[error("{}: {cause}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        cause: Arc<std::io::Error>,
    },
    /// The file is no archive.
    #[error("{} is not a Gamekeep archive", path.display())]
    NoArchive {
        /// The file.
        path: PathBuf,
    },
    /// The archive was made by a newer program.
    #[error(
        "the archive has version {found}, and this program knows versions up to {known}: \
         use the newer program that made it"
    )]
    Newer {
        /// The archive's version.
        found: i64,
        /// The newest version that this program knows.
        known: i64,
    },
    /// There is something where a new file was to be written.
    #[error("{} is there already: move it away first", path.display())]
    InTheWay {
        /// The file.
        path: PathBuf,
    },
    /// A copy or backup does not hold together.
    #[error("{} is damaged: {words}", path.display())]
    DamagedFile {
        /// The file.
        path: PathBuf,
        /// What the check found.
        words: String,
    },
    /// A backup has taken the archive's place while this was on its way.
    #[error("the archive was replaced by a backup meanwhile: try again")]
    Replaced,
    /// The thread that writes has stopped.
    #[error("the archive has stopped writing")]
    Stopped,
}

impl Broken {
    pub(crate) fn file(path: impl Into<PathBuf>, cause: std::io::Error) -> Self {
        Broken::File { path: path.into(), cause: Arc::new(cause) }
    }
}
