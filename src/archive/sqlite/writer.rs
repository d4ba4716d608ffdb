//! The one thread that writes.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rusqlite::Connection;

use super::Shared;
use super::stem::Memory;
use crate::archive::{Broken, Change, Error, Result};

/// Requests that can wait. Who comes later waits for a place.
const WAITING: usize = 1_024;
/// The most requests that share one transaction.
const SHARED: usize = 512;
/// For how long requests are taken into a transaction that is open already.
const OPEN: Duration = Duration::from_millis(20);

/// How long the end waits for others who use the archive.
const LAST_PATIENCE: Duration = Duration::from_secs(1);

/// A request to be carried out in a transaction that others share.
trait Request: Send {
    /// Carries it out; tells whether it went well.
    fn carry_out(&mut self, desk: &Desk<'_>) -> bool;

    /// What of the store failed, if that is why it did not go well.
    fn trouble(&self) -> Option<Broken>;

    /// Answers, once it is known whether it is on disk.
    fn answer(self: Box<Self>, committed: Result<(), Broken>);
}

/// A request and who waits for its answer.
struct Asked<F, T> {
    request: Option<F>,
    answer: Option<Result<T>>,
    asker: SyncSender<Result<T>>,
}

impl<F, T> Request for Asked<F, T>
where
    F: FnOnce(&Desk<'_>) -> Result<T> + Send,
    T: Send,
{
    fn carry_out(&mut self, desk: &Desk<'_>) -> bool {
        self.answer = self.request.take().map(|request| request(desk));
        matches!(self.answer, Some(Ok(_)))
    }

    fn trouble(&self) -> Option<Broken> {
        match &self.answer {
            Some(Err(Error::Broken(broken))) => Some(broken.clone()),
            _ => None,
        }
    }

    fn answer(self: Box<Self>, committed: Result<(), Broken>) {
        let answer = match (self.answer, committed) {
            (Some(Err(error)), _) => Err(error),
            (_, Err(broken)) => Err(broken.into()),
            (answer, Ok(())) => answer.unwrap_or(Err(Broken::Stopped.into())),
        };
        // Who asked may have gone.
        let _ = self.asker.send(answer);
    }
}

enum Job {
    /// To be carried out together with others.
    Shared(Box<dyn Request>),
    /// To be carried out before the others of its transaction. A savepoint would cost it dear.
    First(Box<dyn Request>),
    /// To be carried out alone and outside of any transaction.
    Alone(Box<dyn FnOnce(&mut Connection) + Send>),
}

/// Where requests are handed in.
pub(super) struct Writer {
    jobs: Option<SyncSender<Job>>,
    thread: Option<JoinHandle<()>>,
}

/// What a request has at hand while it is carried out.
pub(super) struct Desk<'a> {
    pub(super) connection: &'a Connection,
    pub(super) shared: &'a Shared,
    /// Logs that were read lately.
    pub(super) memory: &'a RefCell<Memory>,
    /// What to tell once it is on disk.
    pub(super) changes: RefCell<Vec<Change>>,
    /// Whether some record names a parent that is not here, if that was looked up already.
    pub(super) open_claims: Cell<Option<bool>>,
    /// What is added to the tallies: matches and actions, by edition and result.
    pub(super) tallies: RefCell<BTreeMap<(i64, usize), (i64, i64)>>,
}

impl Writer {
    /// Starts the thread.
    pub(super) fn start(connection: Connection, shared: Arc<Shared>) -> Result<Self> {
        let (jobs, waiting) = sync_channel(WAITING);
        let path = shared.path.clone();
        let thread = std::thread::Builder::new()
            .name("archive-writer".to_owned())
            .spawn(move || run(connection, &shared, &waiting))
            .map_err(|error| Broken::file(path, error))?;
        Ok(Writer { jobs: Some(jobs), thread: Some(thread) })
    }

    /// Carries a request out, together with others that wait. On an error nothing of it is stored.
    pub(super) fn write<T: Send + 'static>(
        &self,
        request: impl FnOnce(&Desk<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (asker, receiver) = sync_channel(1);
        self.send(Job::Shared(Box::new(Asked { request: Some(request), answer: None, asker })))?;
        receiver.recv().unwrap_or(Err(Broken::Stopped.into()))
    }

    /// Carries out a request that writes much.
    pub(super) fn write_much<T: Send + 'static>(
        &self,
        request: impl FnOnce(&Desk<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (asker, receiver) = sync_channel(1);
        self.send(Job::First(Box::new(Asked { request: Some(request), answer: None, asker })))?;
        receiver.recv().unwrap_or(Err(Broken::Stopped.into()))
    }

    /// Carries a request out alone, outside of any transaction.
    pub(super) fn alone<T: Send + 'static>(
        &self,
        request: impl FnOnce(&mut Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (sender, receiver) = sync_channel(1);
        self.send(Job::Alone(Box::new(move |connection| {
            let _ = sender.send(request(connection));
        })))?;
        receiver.recv().unwrap_or(Err(Broken::Stopped.into()))
    }

    fn send(&self, job: Job) -> Result<(), Broken> {
        self.jobs.as_ref().and_then(|jobs| jobs.send(job).ok()).ok_or(Broken::Stopped)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn run(mut connection: Connection, shared: &Shared, waiting: &Receiver<Job>) {
    let memory = RefCell::new(Memory::default());
    let mut next = waiting.recv().ok();
    while let Some(job) = next.take() {
        match job {
            Job::Shared(request) | Job::First(request) => {
                let mut batch = Batch::new(&connection, shared, &memory);
                next = batch.carry_out(request, waiting);
            }
            Job::Alone(job) => {
                let _ = catch_unwind(AssertUnwindSafe(|| job(&mut connection)));
            }
        }
        next = next.or_else(|| waiting.recv().ok());
    }
    carry_over(&connection);
}

/// Carries the log of writes over into the file, so that the file alone is the whole archive. The
/// connections that read close later and cannot. If others use the archive, it is left to them.
fn carry_over(connection: &Connection) {
    let _ = connection.busy_timeout(LAST_PATIENCE);
    let _ = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
}

/// Requests that share a transaction.
struct Batch<'a> {
    connection: &'a Connection,
    shared: &'a Shared,
    memory: &'a RefCell<Memory>,
    /// Those that were carried out, and wait to be answered.
    requests: Vec<Box<dyn Request>>,
    changes: Vec<Change>,
}

impl<'a> Batch<'a> {
    fn new(connection: &'a Connection, shared: &'a Shared, memory: &'a RefCell<Memory>) -> Self {
        Batch { connection, shared, memory, requests: Vec::new(), changes: Vec::new() }
    }

    /// Carries out a request and those that wait; returns one that has to wait for the next turn,
    /// if
    /// one came.
    fn carry_out(&mut self, first: Box<dyn Request>, waiting: &Receiver<Job>) -> Option<Job> {
        let mut left = None;
        let committed = self.begin(first).and_then(|good| {
            // If the first one fails, its transaction is given up, and the others get another.
            if good {
                left = self.others(waiting)?;
                self.statement("COMMIT")
            } else {
                self.statement("ROLLBACK")
            }
        });
        if committed.is_err() {
            self.memory.borrow_mut().forget();
            if !self.connection.is_autocommit() {
                let _ = self.connection.execute_batch("ROLLBACK");
            }
        }
        if committed.is_ok() {
            for change in self.changes.drain(..) {
                // Nobody may be watching.
                let _ = self.shared.changes.send(change);
            }
        }
        for request in self.requests.drain(..) {
            request.answer(committed.clone());
        }
        left
    }

    /// Begins the transaction with the first request; tells whether that went well.
    fn begin(&mut self, first: Box<dyn Request>) -> Result<bool, Broken> {
        self.requests.push(first);
        self.statement("BEGIN IMMEDIATE")?;
        self.last()
    }

    /// Carries out the requests that wait, each in a savepoint of its own.
    fn others(&mut self, waiting: &Receiver<Job>) -> Result<Option<Job>, Broken> {
        let since = Instant::now();
        while self.requests.len() < SHARED && since.elapsed() < OPEN {
            match waiting.try_recv() {
                Ok(Job::Shared(next)) => self.requests.push(next),
                Ok(other) => return Ok(Some(other)),
                Err(_) => break,
            }
            self.statement("SAVEPOINT request")?;
            if !self.last()? {
                self.statement("ROLLBACK TO request")?;
            }
            self.statement("RELEASE request")?;
        }
        Ok(None)
    }

    /// Carries out the last request that came; tells whether it went well.
    fn last(&mut self) -> Result<bool, Broken> {
        let desk = Desk {
            connection: self.connection,
            shared: self.shared,
            memory: self.memory,
            changes: RefCell::default(),
            open_claims: Cell::new(None),
            tallies: RefCell::default(),
        };
        let Some(request) = self.requests.last_mut() else { return Ok(false) };
        // A request that panics is one that fails.
        let good = catch_unwind(AssertUnwindSafe(|| request.carry_out(&desk))).unwrap_or(false);
        if self.connection.is_autocommit() {
            // The store has given the whole transaction up: a full disk, an error in reading.
            return Err(request.trouble().unwrap_or(Broken::Stopped));
        }
        if good {
            self.changes.extend(desk.changes.into_inner());
        } else {
            self.memory.borrow_mut().forget();
        }
        Ok(good)
    }

    fn statement(&self, sql: &str) -> Result<(), Broken> {
        self.connection.prepare_cached(sql)?.execute([])?;
        Ok(())
    }
}
