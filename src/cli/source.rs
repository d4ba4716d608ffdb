//! Input files.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Reads a file, or standard input for `-`.
pub(super) fn read(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        std::io::stdin().lock().read_to_end(&mut bytes).context("standard input")?;
    } else {
        bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    }
    Ok(bytes)
}

/// Sees to it that all files are there before the first is read.
pub(super) fn must_be_there(paths: &[PathBuf]) -> Result<()> {
    for path in paths.iter().filter(|path| *path != Path::new("-")) {
        std::fs::metadata(path).with_context(|| path.display().to_string())?;
    }
    Ok(())
}
