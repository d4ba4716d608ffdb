//! The store that is built in: one SQLite file.
//!
//! One thread writes ([`writer`]): it carries out all requests that wait in one transaction and
//! answers them once it is on disk, so that many recorders share one sync. Everything that takes
//! time (hashing, packing) is done before, in the threads of the askers. Readers have connections
//! of their own ([`pool`]) and are never kept waiting by the writer.
//!
//! Several programs can use one file: SQLite's locks keep them apart, and what a writer relies on
//! (the head of a match, the next ply) is looked up inside its transaction.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::sync::broadcast;

use super::{
    Appended, Archive, Broken, Change, Continuation, Each, Error, Filter, Found, GameCount,
    Listing, MatchId, Mode, NewMatch, NewSession, NewToken, Page, Rebuilt, Result, Scope, Session,
    Stored, StoredLog, StoredMatch, Summary, Token, TokenId, Withdrawal,
};
use crate::games::Registry;
use crate::record::link::{Link, LinkPrefix};
use crate::record::note::Note;

mod append;
mod attach;
mod backup;
mod claim;
mod find;
mod keep;
mod list;
mod live;
mod load;
mod migrate;
mod open;
mod pool;
mod prepare;
mod rebuild;
mod rows;
mod session;
mod shapes;
mod stem;
mod store;
mod token;
mod withdraw;
mod writer;

pub use backup::restore;

use live::Lives;
use pool::Pool;
use shapes::Shapes;
use writer::Writer;

/// How many changes a watcher may lag behind.
const CHANGES_KEPT: usize = 1_024;

/// An archive in an SQLite file.
pub struct SqliteArchive {
    shared: Arc<Shared>,
    writer: Writer,
}

/// What the threads of an archive share.
struct Shared {
    path: PathBuf,
    registry: Registry,
    pool: Pool,
    shapes: Shapes,
    lives: Lives,
    changes: broadcast::Sender<Change>,
}

impl SqliteArchive {
    /// Opens the archive at a path. If there is nothing, a new one is made, which only its owner
    /// can
    /// read; an older one is brought to this program's version first.
    ///
    /// # Errors
    /// The file cannot be read or written, is no archive ([`Broken::NoArchive`]), or was made by a
    /// newer program ([`Broken::Newer`]).
    pub fn open(path: &Path, registry: &Registry) -> Result<Self> {
        let connection = open::writer(path)?;
        let (changes, _) = broadcast::channel(CHANGES_KEPT);
        let shared = Arc::new(Shared {
            path: path.to_owned(),
            registry: registry.clone(),
            pool: Pool::open(path)?,
            shapes: Shapes::default(),
            lives: Lives::default(),
            changes,
        });
        let writer = Writer::start(connection, Arc::clone(&shared))?;
        let archive = SqliteArchive { shared, writer };
        if archive.setting(migrate::REBUILD_DUE)?.is_some() {
            archive.rebuild()?;
        }
        Ok(archive)
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.shared.path
    }

    fn read<T>(&self, read: impl FnOnce(&rusqlite::Connection) -> Result<T>) -> Result<T> {
        self.shared.pool.read(read)
    }
}

impl std::fmt::Debug for SqliteArchive {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SqliteArchive").field("path", &self.shared.path).finish_non_exhaustive()
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        Error::Broken(Broken::from(error))
    }
}

impl From<rusqlite::Error> for Broken {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DatabaseBusy) => Broken::Busy,
            _ => Broken::Store { doing: "be used", cause: Arc::new(error) },
        }
    }
}

impl Archive for SqliteArchive {
    fn store(&self, batch: Vec<NewMatch>, mode: Mode, now_ms: i64) -> Result<Vec<Result<Stored>>> {
        self.store_batch(batch, mode, now_ms)
    }

    fn append(&self, continuation: Continuation, now_ms: i64) -> Result<Appended> {
        self.append_actions(continuation, now_ms)
    }

    fn annotate(&self, id: MatchId, notes: Vec<Note>, now_ms: i64) -> Result<usize> {
        self.writer.write(move |desk| desk.annotate(id, &notes, now_ms))
    }

    fn find(&self, prefix: &LinkPrefix) -> Result<Found> {
        self.read(|connection| find::find(connection, &self.shared, prefix))
    }

    fn load(&self, id: MatchId) -> Result<StoredMatch> {
        self.read(|connection| load::whole(connection, &self.shared, id))
    }

    fn load_log(&self, id: MatchId) -> Result<StoredLog> {
        self.read(|connection| load::stored_log(connection, &self.shared, id))
    }

    fn summary(&self, id: MatchId) -> Result<Summary> {
        self.read(|connection| list::summary(connection, id))
    }

    fn list(&self, filter: &Filter, page: &Page) -> Result<Listing> {
        self.read(|connection| list::list(connection, filter, page))
    }

    fn lesson_notes(&self, game: &str, limit: usize) -> Result<Vec<(MatchId, String)>> {
        self.read(|connection| list::lesson_notes(connection, game, limit))
    }

    fn counts(&self) -> Result<Vec<GameCount>> {
        self.read(list::counts)
    }

    fn each(&self, after: Option<MatchId>, limit: usize, scope: Scope) -> Result<Vec<Each>> {
        self.read(|connection| load::each(connection, &self.shared, after, limit, scope))
    }

    fn withdraw(&self, head: &Link, reason: &str, now_ms: i64) -> Result<Withdrawal> {
        self.withdraw_match(*head, reason.to_owned(), now_ms)
    }

    fn rebuild(&self) -> Result<Rebuilt> {
        self.writer.write_much(rebuild::all)
    }

    fn check(&self) -> Result<Vec<String>> {
        self.read(|connection| Ok(open::check(connection)?))
    }

    fn backup(&self, to: &Path) -> Result<()> {
        self.shared.pool.lend(|connection| backup::write(connection, to))
    }

    fn add_token(&self, token: NewToken, now_ms: i64) -> Result<Token> {
        self.writer.write(move |desk| token::add(desk.connection, token, now_ms))
    }

    fn tokens(&self) -> Result<Vec<Token>> {
        self.read(token::all)
    }

    fn revoke_token(&self, id: TokenId, now_ms: i64) -> Result<()> {
        self.writer.write(move |desk| token::revoke(desk.connection, id, now_ms))
    }

    fn find_token(&self, hash: &[u8; 32]) -> Result<Option<Token>> {
        self.read(|connection| token::find(connection, hash))
    }

    fn open_session(&self, session: NewSession, now_ms: i64) -> Result<()> {
        self.writer.write(move |desk| session::open(desk.connection, &session, now_ms))
    }

    fn find_session(&self, hash: &[u8; 32], now_ms: i64) -> Result<Option<Session>> {
        self.read(|connection| session::find(connection, hash, now_ms))
    }

    fn close_session(&self, hash: &[u8; 32]) -> Result<()> {
        let hash = *hash;
        self.writer.write(move |desk| session::close(desk.connection, &hash))
    }

    fn setting(&self, name: &str) -> Result<Option<Vec<u8>>> {
        self.read(|connection| keep::setting(connection, name))
    }

    fn set_setting(&self, name: &str, value: &[u8]) -> Result<()> {
        let (name, value) = (name.to_owned(), value.to_owned());
        self.writer.write(move |desk| keep::set_setting(desk.connection, &name, &value))
    }

    fn setting_or(&self, name: &str, value: &[u8]) -> Result<Vec<u8>> {
        let (name, value) = (name.to_owned(), value.to_owned());
        self.writer.write(move |desk| keep::setting_or(desk.connection, &name, &value))
    }

    fn prune(&self, now_ms: i64) -> Result<usize> {
        self.writer.write(move |desk| keep::prune(desk.connection, now_ms))
    }

    fn watch(&self) -> broadcast::Receiver<Change> {
        self.shared.changes.subscribe()
    }
}
