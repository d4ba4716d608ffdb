//! Layer 6: pages and what they need, rendered on the server.
//!
//! A handler reads its request, asks the [`Keep`], and fills a template; it never sees a game's
//! types. Everything works without script.

pub mod api;
pub mod assets;
pub mod caching;
pub mod caller;
pub mod cors;
pub mod live;
mod markdown;

pub mod pages;
pub mod requests;
pub mod security;
mod server;

pub use server::{Serve, app, routes, serve};

use std::sync::Arc;

use assets::Assets;
use tokio::sync::Semaphore;

use crate::service::Keep;

/// What every handler shares.
#[derive(Debug)]
pub struct Site {
    /// The keep behind the pages.
    pub keep: Arc<Keep>,
    /// Static files.
    pub assets: Assets,
    /// Whether who sits at this machine may write without a token: for trying it out.
    pub open: bool,
    /// Places for imports that go on.
    pub imports: Arc<Semaphore>,
}

/// How many imports may go on at once.
const IMPORTS: usize = 4;

impl Site {
    /// A site over a keep.
    #[must_use]
    pub fn new(keep: Arc<Keep>) -> Self {
        let imports = Arc::new(Semaphore::new(IMPORTS));
        Site { keep, assets: Assets::load(), open: false, imports }
    }

    /// The same site, where who sits at this machine may write without a token, or not.
    #[must_use]
    pub fn open(mut self, open: bool) -> Self {
        self.open = open;
        self
    }

    /// What every page's frame needs.
    #[must_use]
    pub fn frame(&self) -> Frame<'_> {
        Frame {
            css: self.assets.path("page.css"),
            replay_js: self.assets.path("replay.js"),
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

/// What the frame of every page needs.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// The address of the style sheet.
    pub css: &'a str,
    /// The address of the replay's script.
    pub replay_js: &'a str,
    /// The program's version.
    pub version: &'a str,
}
