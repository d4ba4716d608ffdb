//! `gamekeep serve`: the pages.

use std::io::{IsTerminal, Write};
use std::net::TcpListener;
use std::sync::Arc;

use actix_web::web;
use anyhow::{Context, Result};
use clap::Args;
use tracing_subscriber::EnvFilter;

use super::archive::{ArchiveArgs, now_ms};
use super::{Done, colours};
use crate::service::Keep;
use crate::web::{Doors, Serve, Site, serve};

const EXAMPLES: &str = "\
Examples:
  gamekeep serve                           serve gamekeep.sqlite on 127.0.0.1:8080
  gamekeep serve --open                    and let anybody on this machine import
  gamekeep serve --listen 0.0.0.0:80       serve to all who can reach this machine
  gamekeep serve --trust-proxy             behind nginx, Caddy or another reverse proxy

The first start prints a link to sign in with as keeper; later, tokens do (gamekeep token add). Log
messages go to standard error; GAMEKEEP_LOG=info prints more of them.";

/// Serve the archive's pages.
///
/// An empty archive gets sample matches first. Reading is open to all; writing needs a token. Stop
/// with Ctrl-C: requests that have begun are finished.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct ServeArgs {
    #[command(flatten)]
    archive: ArchiveArgs,
    /// Where to listen; port 0 takes any free port.
    #[arg(long, env = "GAMEKEEP_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    listen: String,
    /// Let anybody on this machine import, with limits: for trying it out.
    #[arg(long, conflicts_with = "trust_proxy")]
    open: bool,
    /// Believe X-Forwarded-For, -Proto and -Host: all requests come through one reverse proxy.
    #[arg(long)]
    trust_proxy: bool,
    /// Leave an empty archive empty.
    #[arg(long)]
    no_samples: bool,
}

impl ServeArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Done> {
        log_to_stderr();
        let listener = TcpListener::bind(&self.listen)
            .with_context(|| format!("cannot listen on {}", self.listen))?;
        let keep = self.archive.open()?;
        if !self.no_samples {
            let count = samples(&keep)?;
            if count > 0 {
                writeln!(out, "{count} sample matches were put into the empty archive")?;
            }
        }
        let address = listener.local_addr()?;
        let only_here = address.ip().to_canonical().is_loopback();
        let doors = Doors { open: self.open, trust_proxy: self.trust_proxy, only_here };
        let lacks_keeper = keep.lacks_keeper()?;
        let site = web::Data::new(Site::new(Arc::new(keep), doors)?);
        writeln!(out, "Gamekeep serves on http://{address}")?;
        if lacks_keeper {
            let key = site.access.first_link.issue(now_ms())?;
            writeln!(
                out,
                "Sign in as keeper, once, within a day: http://{address}/sign-in?key={key}"
            )?;
        }
        out.flush()?;
        serve(Serve { site, listener })?;
        Ok(Done::Good)
    }
}

/// Sends what the server has to say of itself to standard error.
fn log_to_stderr() {
    let said = EnvFilter::try_from_env("GAMEKEEP_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    // Who uses this as a library may have set their own.
    let _ = tracing_subscriber::fmt()
        .with_env_filter(said)
        .with_writer(std::io::stderr)
        .with_ansi(colours(std::io::stderr().is_terminal()))
        .try_init();
}

/// Puts the sample matches into an archive that is empty; tells how many.
fn samples(keep: &Keep) -> Result<usize> {
    Ok(keep.add_samples(now_ms())?)
}
