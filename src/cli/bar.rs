//! A bar that shows how far a source is read: on a terminal only, and on standard error, so that it
//! is never part of what a command prints.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::service::source::Progress;

const KNOWN: &str = "{bar:40} {bytes} of {total_bytes}, {msg}, {eta} left";
const UNKNOWN: &str = "{spinner} {bytes}, {msg}";

/// The bar.
pub(super) struct Bar {
    bar: ProgressBar,
    progress: Progress,
}

impl Bar {
    /// A bar for the reading of some files; not drawn where nobody sees it or wants it.
    pub(super) fn over(files: &[PathBuf], progress: Progress, quiet: bool) -> Self {
        // Not drawn where standard error is no terminal.
        let target =
            if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let total = files.iter().map(|path| bytes_of(path)).sum::<Option<u64>>();
        let bar = ProgressBar::with_draw_target(total, target);
        let form = ProgressStyle::with_template(if total.is_some() { KNOWN } else { UNKNOWN });
        if let Ok(style) = form {
            bar.set_style(style);
        }
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(250));
        }
        Bar { bar, progress }
    }

    /// Moves on.
    pub(super) fn show(&self, count: usize) {
        if !self.bar.is_hidden() {
            self.bar.set_position(self.progress.bytes_read());
            self.bar.set_message(format!("{count} records"));
        }
    }

    /// Writes something without the bar in its way.
    pub(super) fn aside(
        &self,
        out: &mut dyn Write,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        if self.bar.is_hidden() {
            return write(out);
        }
        self.bar.suspend(|| {
            write(out)?;
            out.flush()
        })
    }

    /// Takes it away.
    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// How many bytes a file or folder has; none for what is no file.
fn bytes_of(path: &Path) -> Option<u64> {
    let about = std::fs::metadata(path).ok()?;
    if about.is_dir() {
        let inside = std::fs::read_dir(path).ok()?;
        let inside = inside
            .filter_map(Result::ok)
            .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir() || kind.is_file()));
        return Some(inside.filter_map(|entry| bytes_of(&entry.path())).sum());
    }
    about.is_file().then_some(about.len())
}
