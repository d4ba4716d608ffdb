//! Who may write.

use std::fmt;
use std::str::FromStr;

/// The number of a token in one archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TokenId(i64);

impl TokenId {
    /// The id with that number.
    #[must_use]
    pub const fn from_i64(number: i64) -> Self {
        TokenId(number)
    }

    /// Its number.
    #[must_use]
    pub const fn to_i64(self) -> i64 {
        self.0
    }
}

impl fmt::Display for TokenId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a token allows: each role all that those before it allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Reading.
    Reader,
    /// Importing, appending, notes.
    Recorder,
    /// Everything.
    Keeper,
}

impl Role {
    /// All roles.
    pub const ALL: [Role; 3] = [Role::Reader, Role::Recorder, Role::Keeper];

    /// Its word: `reader`, `recorder`, `keeper`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Role::Reader => "reader",
            Role::Recorder => "recorder",
            Role::Keeper => "keeper",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A word that is no role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a role is reader, recorder or keeper")]
pub struct NoRole;

impl FromStr for Role {
    type Err = NoRole;

    fn from_str(word: &str) -> Result<Self, NoRole> {
        Role::ALL.into_iter().find(|role| role.word() == word).ok_or(NoRole)
    }
}

/// A token to be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewToken {
    /// Whose it is, 1 to 100 bytes.
    pub name: String,
    /// What it allows.
    pub role: Role,
    /// The BLAKE3 hash of the token itself, which is not stored.
    pub hash: [u8; 32],
}

/// A token that was added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its number.
    pub id: TokenId,
    /// Whose it is.
    pub name: String,
    /// What it allows.
    pub role: Role,
    /// When it was added.
    pub created_ms: i64,
    /// When it was revoked, if it was.
    pub revoked_ms: Option<i64>,
}

/// A session to be opened: somebody has signed in with a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewSession {
    /// The BLAKE3 hash of what the browser holds, which is not stored.
    pub hash: [u8; 32],
    /// The token.
    pub token: TokenId,
    /// When it ends by itself.
    pub expires_ms: i64,
}

/// A session that goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The token that was signed in with.
    pub token: Token,
    /// When it ends by itself.
    pub expires_ms: i64,
}
