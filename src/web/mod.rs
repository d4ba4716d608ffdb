//! Layer 6: pages and what they need, rendered on the server.
//!
//! A handler reads its request, asks the [`Keep`], and fills a template; it never sees a game's
//! types. Everything works without script.

mod address;
pub mod assets;
pub mod caller;
pub mod live;
mod markdown;

pub mod pages;
pub mod security;
mod server;

pub use server::{Serve, routes, serve};

use std::sync::Arc;

use assets::Assets;

use crate::service::Keep;

/// What every handler shares.
#[derive(Debug)]
pub struct Site {
    /// The keep behind the pages.
    pub keep: Arc<Keep>,
    /// Static files.
    pub assets: Assets,
}

impl Site {
    /// A site over a keep.
    #[must_use]
    pub fn new(keep: Arc<Keep>) -> Self {
        Site { keep, assets: Assets::load() }
    }

    /// What every page's frame needs.
    #[must_use]
    pub fn frame(&self) -> Frame<'_> {
        Frame {
            css: self.assets.path("page.css"),
            replay_js: self.assets.path("replay.js"),
            swap_js: self.assets.path("swap.js"),
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
    /// The address of the script of pages on which every state has an address.
    pub swap_js: &'a str,
    /// The program's version.
    pub version: &'a str,
}
