//! Backups, and the way back.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags, TransactionState};

use super::open::{self, create};
use super::{SqliteArchive, migrate};
use crate::archive::{Broken, Result};

/// Pages that are copied between two looks around.
const PAGES: i32 = 1_024;

/// Writes what a reader sees now to a new file. The file has its name only once it is whole.
pub(super) fn write(source: &Connection, to: &Path) -> Result<()> {
    if to.exists() {
        return Err(Broken::InTheWay { path: to.to_owned() }.into());
    }
    let part = beside(to, ".part");
    let _ = fs::remove_file(&part);
    let written = write_part(source, &part);
    if written.is_err() {
        remove_all(&part);
    }
    written?;
    // A link is made only if there is nothing: nobody's file is written over.
    fs::hard_link(&part, to).map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => Broken::InTheWay { path: to.to_owned() },
        _ => Broken::file(to, error),
    })?;
    remove_all(&part);
    sync_directory(to)?;
    Ok(())
}

fn write_part(source: &Connection, part: &Path) -> Result<()> {
    create(part)?;
    let mut copy = Connection::open_with_flags(part, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    // Within one transaction all pages are of one moment, and no write begins the copy anew.
    let moment = source.unchecked_transaction()?;
    moment.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))?;
    debug_assert_eq!(source.transaction_state::<&str>(None)?, TransactionState::Read);
    copy_pages(source, &mut copy)?;
    moment.finish()?;
    // The copy stands for itself, without a log of writes beside it.
    copy.pragma_update(None, "journal_mode", "DELETE")?;
    hold_together(&copy, part)?;
    drop(copy);
    File::open(part).and_then(|file| file.sync_all()).map_err(|e| Broken::file(part, e))?;
    Ok(())
}

fn copy_pages(source: &Connection, copy: &mut Connection) -> Result<()> {
    let backup = Backup::new(source, copy)?;
    loop {
        match backup.step(PAGES)? {
            StepResult::Done => return Ok(()),
            StepResult::More => {}
            _ => return Err(Broken::Busy.into()),
        }
    }
}

/// Checks that a file is an archive whose structure is whole.
fn hold_together(connection: &Connection, path: &Path) -> Result<()> {
    if migrate::version(connection, path)?.is_none() {
        return Err(Broken::NoArchive { path: path.to_owned() }.into());
    }
    match open::check(connection)?.into_iter().next() {
        Some(words) => Err(Broken::DamagedFile { path: path.to_owned(), words }.into()),
        None => Ok(()),
    }
}

/// Makes the archive at `to` from a backup. Nothing may be there but the leavings of an archive
/// that
/// was moved away (`-wal`, `-shm`), which are removed: they belong to another file.
///
/// # Errors
/// The backup is no archive, a newer one or a damaged one; there is something at `to`; a file
/// cannot
/// be read or written.
pub fn restore(from: &Path, to: &Path) -> Result<()> {
    if to.exists() {
        return Err(Broken::InTheWay { path: to.to_owned() }.into());
    }
    let backup = open_backup(from)?;
    for ending in ["-wal", "-shm", "-journal"] {
        remove(&beside(to, ending))?;
    }
    write(&backup, to)
}

/// Opens a backup to read from it.
fn open_backup(from: &Path) -> Result<Connection> {
    if !from.exists() {
        return Err(Broken::file(from, std::io::ErrorKind::NotFound.into()).into());
    }
    let backup = Connection::open_with_flags(from, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    migrate::refuse_newer(&backup, from)?;
    hold_together(&backup, from)?;
    Ok(backup)
}

impl SqliteArchive {
    /// Puts a backup in the place of everything that is in this archive, while it is in use. What
    /// was
    /// derived is made anew.
    ///
    /// # Errors
    /// The backup is no archive, a newer one or a damaged one; the archive is left as it was.
    pub fn restore(&self, from: &Path) -> Result<()> {
        let backup = open_backup(from)?;
        let shared = Arc::clone(&self.shared);
        let restore = move |connection: &mut Connection| {
            let copied = copy_pages(&backup, connection);
            // What is on its way was packed for what was here before.
            shared.shapes.forget();
            shared.lives.forget();
            copied?;
            migrate::bring_up(connection, &shared.path)
        };
        self.shared.pool.quiet(|| self.writer.alone(restore))?;
        crate::archive::Archive::rebuild(self)?;
        Ok(())
    }
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

fn remove(path: &Path) -> Result<(), Broken> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Broken::file(path, error))
        }
        _ => Ok(()),
    }
}

fn remove_all(part: &Path) {
    for ending in ["", "-journal", "-wal", "-shm"] {
        let _ = fs::remove_file(beside(part, ending));
    }
}

fn sync_directory(path: &Path) -> Result<(), Broken> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let directory = directory.unwrap_or(Path::new("."));
    File::open(directory)
        .and_then(|file| file.sync_all())
        .map_err(|error| Broken::file(directory, error))
}
