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
    /// The archive's file; made if it is not there.
    #[arg(long, env = "GAMEKEEP_ARCHIVE", default_value = "gamekeep.sqlite", value_name = "FILE")]
    archive: PathBuf,
}

impl ArchiveArgs {
    /// Opens it.
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
