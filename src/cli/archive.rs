//! The archive that a command works on.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use crate::archive;
use crate::archive::sqlite::SqliteArchive;
use crate::games::Registry;
use crate::service::Keep;

/// Which archive.
#[derive(Debug, Args)]
pub(super) struct ArchiveArgs {
    /// The archive's file; what writes makes it if it is not there.
    #[arg(long, env = "GAMEKEEP_ARCHIVE", default_value = "gamekeep.sqlite", value_name = "FILE")]
    archive: PathBuf,
}

impl ArchiveArgs {
    /// Opens it; one that is not there is no empty one.
    ///
    /// # Errors
    /// As [`ArchiveArgs::open`]; there is no such file.
    pub(super) fn open_old(&self) -> archive::Result<Keep> {
        std::fs::metadata(&self.archive)
            .map_err(|error| archive::Broken::file(self.archive.clone(), error))?;
        self.open()
    }

    /// Opens it, and makes it if it is not there.
    pub(super) fn open(&self) -> archive::Result<Keep> {
        let registry = Registry::standard();
        let archive = SqliteArchive::open(&self.archive, &registry)?;
        Ok(Keep::new(registry, Arc::new(archive)))
    }
}

/// The time now, in milliseconds since 1970.
pub(super) fn now_ms() -> i64 {
    chrono::Utc::now().timestamp_millis()
}
