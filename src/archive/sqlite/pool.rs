//! The connections that read.

use std::path::Path;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use rusqlite::Connection;

use super::open;
use crate::archive::Result;

/// How many can read at once. Each read is short; more would only take more memory.
const READERS: usize = 4;

/// The connections that nobody reads with now.
pub(super) struct Pool {
    state: Mutex<State>,
    /// A connection is there again.
    freed: Condvar,
    /// All connections are there, or nobody keeps them all any more.
    quiet: Condvar,
}

struct State {
    idle: Vec<Connection>,
    /// Whether somebody keeps all connections, or waits for them.
    is_quiet: bool,
}

impl Pool {
    pub(super) fn open(path: &Path) -> Result<Self> {
        let idle = (0..READERS).map(|_| open::reader(path)).collect::<Result<_>>()?;
        Ok(Pool {
            state: Mutex::new(State { idle, is_quiet: false }),
            freed: Condvar::new(),
            quiet: Condvar::new(),
        })
    }

    /// Reads: everything that is seen is of one moment.
    pub(super) fn read<T>(&self, read: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
        self.lend(|connection| {
            let transaction = connection.unchecked_transaction()?;
            let answer = read(connection);
            transaction.finish()?;
            answer
        })
    }

    /// Lends a connection; waits until there is one.
    pub(super) fn lend<T>(&self, use_it: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
        let mut state = self.state();
        let connection = loop {
            let is_quiet = state.is_quiet;
            match state.idle.pop_if(|_| !is_quiet) {
                Some(connection) => break connection,
                None => state = self.freed.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        };
        drop(state);
        let lent = Lent { pool: self, connection: Some(connection) };
        match &lent.connection {
            Some(connection) => use_it(connection),
            None => Err(crate::archive::Broken::Stopped.into()),
        }
    }

    /// Does something that no reader must see half of: after those who read now, before others.
    pub(super) fn quiet<T>(&self, act: impl FnOnce() -> Result<T>) -> Result<T> {
        let wait = |state| self.quiet.wait(state).unwrap_or_else(PoisonError::into_inner);
        let mut state = self.state();
        while state.is_quiet {
            state = wait(state);
        }
        state.is_quiet = true;
        let _quiet = Quiet { pool: self };
        while state.idle.len() < READERS {
            state = wait(state);
        }
        drop(state);
        act()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection that comes back, whatever happens.
struct Lent<'a> {
    pool: &'a Pool,
    connection: Option<Connection>,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let mut state = self.pool.state();
        state.idle.extend(self.connection.take());
        if state.is_quiet {
            self.pool.quiet.notify_all();
        }
        self.pool.freed.notify_one();
    }
}

/// Lets readers in again, whatever happens.
struct Quiet<'a> {
    pool: &'a Pool,
}

impl Drop for Quiet<'_> {
    fn drop(&mut self) {
        self.pool.state().is_quiet = false;
        self.pool.quiet.notify_all();
        self.pool.freed.notify_all();
    }
}
