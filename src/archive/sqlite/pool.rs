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
    idle: Mutex<Vec<Connection>>,
    freed: Condvar,
}

impl Pool {
    pub(super) fn open(path: &Path) -> Result<Self> {
        let idle = (0..READERS).map(|_| open::reader(path)).collect::<Result<_>>()?;
        Ok(Pool { idle: Mutex::new(idle), freed: Condvar::new() })
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
        let mut idle = self.idle();
        let connection = loop {
            match idle.pop() {
                Some(connection) => break connection,
                None => idle = self.freed.wait(idle).unwrap_or_else(PoisonError::into_inner),
            }
        };
        drop(idle);
        let lent = Lent { pool: self, connection: Some(connection) };
        lent.connection.as_ref().map_or_else(|| unreachable!("it is lent"), use_it)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection that comes back, whatever happens.
struct Lent<'a> {
    pool: &'a Pool,
    connection: Option<Connection>,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        self.pool.idle().extend(self.connection.take());
        self.pool.freed.notify_one();
    }
}
