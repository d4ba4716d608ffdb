//! `gamekeep serve`: the pages.

use std::io::Write;
use std::net::TcpListener;
use std::sync::Arc;

use actix_web::web;
use anyhow::{Context, Result};
use clap::Args;
use tracing_subscriber::EnvFilter;

use super::Done;
use super::archive::{ArchiveArgs, now_ms};
use crate::service::Keep;
use crate::web::{Serve, Site, serve};

/// Serve the archive's pages.
///
/// An empty archive gets sample matches first. Stop with Ctrl-C: requests that have begun are
/// finished.
#[derive(Debug, Args)]
pub(super) struct ServeArgs {
    #[command(flatten)]
    archive: ArchiveArgs,
    /// Where to listen; port 0 takes any free port.
    #[arg(long, env = "GAMEKEEP_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    listen: String,
    /// Let anybody on this machine's address import: for trying it out.
    #[arg(long)]
    open: bool,
    /// Leave an empty archive empty.
    #[arg(long)]
    no_samples: bool,
}

impl ServeArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Done> {
        log();
        let keep = self.archive.open()?;
        if !self.no_samples {
            let count = samples(&keep)?;
            if count > 0 {
                writeln!(out, "{count} sample matches were put into the empty archive")?;
            }
        }
        let listener = TcpListener::bind(&self.listen)
            .with_context(|| format!("cannot listen on {}", self.listen))?;
        writeln!(out, "Gamekeep serves on http://{}", listener.local_addr()?)?;
        out.flush()?;
        let site = web::Data::new(Site::new(Arc::new(keep)).open(self.open));
        serve(Serve { site, listener })?;
        Ok(Done::Good)
    }
}

/// Sends the log to standard error; `GAMEKEEP_LOG` says how much of it: `debug`, `warn`, `off`.
fn log() {
    let filter = EnvFilter::try_from_env("GAMEKEEP_LOG");
    let filter = filter.unwrap_or_else(|_| EnvFilter::new("warn,gamekeep=info,actix_http=off"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let _ = log.with_target(false).with_ansi(false).try_init();
}

/// Puts the sample matches into an archive that is empty; tells how many.
fn samples(keep: &Keep) -> Result<usize> {
    Ok(keep.add_samples(now_ms())?)
}
