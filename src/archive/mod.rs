//! Layer 4: the archive — what keeps matches, and finds them again.
//!
//! [`Archive`] is what any store can do; [`sqlite`] is the store that is built in. The rules have
//! been asked before anything comes here: what is stored has been replayed ([`NewMatch`],
//! [`Continuation`]). What the archive itself sees to:
//!
//! * a log only ever grows, and only at the head that the writer has seen;
//! * a log that is stored already is not stored again, one that goes on from a stored one is
//!   appended to it, and one that leaves a stored one is its fork;
//! * every head that was ever given out stays a link, until a keeper withdraws the match;
//! * nothing is acknowledged before it is on disk;
//! * everything but logs, recordings, notes, tokens and tombstones can be made anew from them.
//!
//! Unlisted matches are apart: they are found by the whole hash of a head only, and no listed match
//! is ever compared with one, continues one or names one.

use std::path::Path;

use tokio::sync::broadcast;

use crate::record::link::{Link, LinkPrefix};

mod chain;
mod entry;
mod error;
mod found;
mod growth;
mod listing;
mod names;
mod pairs;
mod segment;
pub mod sqlite;
mod stored;
mod token;
pub mod verify;

pub use entry::{Entry, Mode, NewMatch, Stored};
pub use error::{Broken, Error, Result};
pub use found::{Found, Place, Withdrawal};
pub use growth::{Appended, Change, ChangeKind, Continuation, Refused};
pub use listing::{Filter, GameCount, Listing, Page, ResultKind, day, days};
pub use stored::{MatchId, Recording, StoredLog, StoredMatch, StoredNote, Summary, address};
pub use token::{NewSession, NewToken, Role, Session, Token, TokenId};

/// A match read one after the other with all others, or why it cannot be read.
pub type Each = (MatchId, Result<StoredMatch>);

/// Which matches a walk over all of them takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Those that anybody may find: what an export takes.
    Listed,
    /// All: what a verification takes.
    All,
}

/// What a rebuild has made anew.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rebuilt {
    /// How many matches there are.
    pub match_count: usize,
    /// The matches whose log cannot be read or replayed, and why: what was derived from them before
    /// is left as it was.
    pub damaged: Vec<(MatchId, String)>,
}

/// A store of matches. Times are milliseconds since 1970-01-01 UTC and come from the caller.
///
/// Every method that changes something returns once the change is on disk, and either changes
/// everything that it says or nothing. Any of them can fail with [`Error::Broken`], which is about
/// the store and not about what it was asked for; the `# Errors` of the methods name the others.
pub trait Archive: Send + Sync {
    /// Stores matches, in order, in one transaction. See [`Entry`] for what becomes of each.
    ///
    /// # Errors
    /// With [`Mode::Whole`] the first error of a match ([`Error::Withdrawn`], [`Error::AfterEnd`],
    /// [`Error::Unfit`]), and nothing is stored. With [`Mode::Each`] these stand in the list, at
    /// the
    /// place of their match.
    fn store(&self, batch: Vec<NewMatch>, mode: Mode, now_ms: i64) -> Result<Vec<Result<Stored>>>;

    /// Appends actions to the match whose head is `continuation.expected`.
    ///
    /// With a key, the answer is kept for at least 24 hours, and the same request with the same key
    /// is answered alike without being carried out again.
    ///
    /// # Errors
    /// [`Error::StaleHead`] with the present head, if the match has gone on; [`Error::AfterEnd`] if
    /// it is over; [`Error::NotFound`] or [`Error::Withdrawn`] if the link is no head of a match;
    /// [`Error::KeyReused`] if the key came with another request before; [`Error::Unfit`].
    fn append(&self, continuation: Continuation, now_ms: i64) -> Result<Appended>;

    /// Adds notes to a match. Returns how many of them were not there yet.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Unfit`] for a note past the last ply or past a limit.
    fn annotate(
        &self,
        id: MatchId,
        notes: Vec<crate::record::note::Note>,
        now_ms: i64,
    ) -> Result<usize>;

    /// What a link, or the first digits of one, stands for.
    ///
    /// # Errors
    /// Only [`Error::Broken`].
    fn find(&self, prefix: &LinkPrefix) -> Result<Found>;

    /// All of a match.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Damaged`] if its bytes cannot be read; [`Error::UnknownRules`]
    /// if it is of a game or rules version that this program does not have.
    fn load(&self, id: MatchId) -> Result<StoredMatch>;

    /// The log of a match, and no more than what appending to it takes.
    ///
    /// # Errors
    /// As [`Archive::load`].
    fn load_log(&self, id: MatchId) -> Result<StoredLog>;

    /// What a list shows of a match.
    ///
    /// # Errors
    /// [`Error::NotFound`].
    fn summary(&self, id: MatchId) -> Result<Summary>;

    /// The listed matches that a filter lets through, newest first, a page of them.
    ///
    /// # Errors
    /// Only [`Error::Broken`].
    fn list(&self, filter: &Filter, page: &Page) -> Result<Listing>;

    /// The listed matches stored last.
    ///
    /// # Errors
    /// Only [`Error::Broken`].
    fn recent(&self, limit: usize) -> Result<Vec<Summary>> {
        let page = Page { before: None, limit };
        self.list(&Filter::default(), &page).map(|listing| listing.matches)
    }

    /// The notes at ply 0 that publish listed matches of a game as lessons, the newest first, at
    /// most `limit`: see [`crate::record::note::LESSON`].
    ///
    /// # Errors
    /// Only [`Error::Broken`].
    fn lesson_notes(&self, game: &str, limit: usize) -> Result<Vec<(MatchId, String)>>;

    /// How many listed matches there are of each game and rules version.
    ///
    /// # Errors
    /// Only [`Error::Broken`].
    fn counts(&self) -> Result<Vec<GameCount>>;

    /// The next matches after one, in order of their ids: at most `limit`, and fewer where they are
    /// long. An empty list is the end. One that cannot be read does not keep the others back.
    ///
    /// No call holds the store for longer than it takes, so a slow reader keeps nobody waiting.
    ///
    /// # Errors
    /// Only [`Error::Broken`].
    fn each(&self, after: Option<MatchId>, limit: usize, scope: Scope) -> Result<Vec<Each>>;

    /// Withdraws the match that `head` is or was a head of: its log, its facts and its notes go,
    /// and
    /// tombstones with its heads stay. A link that another match has too goes on showing that one.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Withdrawn`] if it is withdrawn already.
    fn withdraw(&self, head: &Link, reason: &str, now_ms: i64) -> Result<Withdrawal>;

    /// Makes everything that is derived anew, in one transaction. Others can read meanwhile.
    ///
    /// # Errors
    /// Only [`Error::Broken`]: damaged logs are told in the answer.
    fn rebuild(&self) -> Result<Rebuilt>;

    /// Checks the store's own structure. An empty list is good.
    ///
    /// # Errors
    /// Only [`Error::Broken`].
    fn check(&self) -> Result<Vec<String>>;

    /// Writes a copy of the archive as it is at one moment, while it goes on being used.
    ///
    /// # Errors
    /// [`Error::Broken`], also if there is something at `to` already.
    fn backup(&self, to: &Path) -> Result<()>;

    /// Adds a token.
    ///
    /// # Errors
    /// [`Error::Unfit`] if the name is empty or longer than 100 bytes, or the hash is known
    /// already.
    fn add_token(&self, token: NewToken, now_ms: i64) -> Result<Token>;

    /// All tokens, the revoked ones too, oldest first.
    ///
    /// # Errors
    /// Only [`Error::Broken`].
    fn tokens(&self) -> Result<Vec<Token>>;

    /// Revokes a token. One that is revoked already stays as it is.
    ///
    /// # Errors
    /// [`Error::NotFound`].
    fn revoke_token(&self, id: TokenId, now_ms: i64) -> Result<()>;

    /// The token with this BLAKE3 hash, unless it is revoked.
    ///
    /// # Errors
    /// Only [`Error::Broken`].
    fn find_token(&self, hash: &[u8; 32]) -> Result<Option<Token>>;

    /// Opens a session. Those that have ended are forgotten.
    ///
    /// # Errors
    /// [`Error::NotFound`] if there is no such token, or it is revoked.
    fn open_session(&self, session: NewSession, now_ms: i64) -> Result<()>;

    /// The session with this BLAKE3 hash, unless it has ended or its token is revoked.
    ///
    /// # Errors
    /// Only [`Error::Broken`].
    fn find_session(&self, hash: &[u8; 32], now_ms: i64) -> Result<Option<Session>>;

    /// Ends a session, if there is one with this hash.
    ///
    /// # Errors
    /// Only [`Error::Broken`].
    fn close_session(&self, hash: &[u8; 32]) -> Result<()>;

    /// A setting that the server keeps for itself.
    ///
    /// # Errors
    /// Only [`Error::Broken`].
    fn setting(&self, name: &str) -> Result<Option<Vec<u8>>>;

    /// Sets a setting.
    ///
    /// # Errors
    /// Only [`Error::Broken`].
    fn set_setting(&self, name: &str, value: &[u8]) -> Result<()>;

    /// Sets a setting unless it is set, and returns what it is: of two servers that make up a
    /// secret
    /// at once, both get the same.
    ///
    /// # Errors
    /// Only [`Error::Broken`].
    fn setting_or(&self, name: &str, value: &[u8]) -> Result<Vec<u8>>;

    /// Forgets the answers to keys that are older than 24 hours. Returns how many.
    ///
    /// # Errors
    /// Only [`Error::Broken`].
    fn prune(&self, now_ms: i64) -> Result<usize>;

    /// What changes from now on, told after it is on disk. Only what this program changes is told.
    fn watch(&self) -> broadcast::Receiver<Change>;
}
