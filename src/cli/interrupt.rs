//! Being asked to stop.

use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::{Context, Result};
use tokio::signal::unix::{SignalKind, signal};

use super::Done;

/// What is set once somebody asks the program to stop (SIGINT, SIGTERM). Asked again, it ends at
/// once: the archive is whole at any moment.
pub(super) fn asked_to_stop() -> Result<Arc<AtomicBool>> {
    let asked = Arc::new(AtomicBool::new(false));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.context("waiting for signals")?;
    let (mut interrupt, mut terminate) = {
        let _inside = runtime.enter();
        (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?)
    };
    let set = Arc::clone(&asked);
    thread::spawn(move || {
        runtime.block_on(async move {
            loop {
                tokio::select! {
                    _ = interrupt.recv() => {}
                    _ = terminate.recv() => {}
                }
                if set.swap(true, Ordering::Relaxed) {
                    exit(Done::SomeBad as i32);
                }
            }
        });
    });
    Ok(asked)
}
