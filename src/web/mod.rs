//! Layer 6: pages and what they need, rendered on the server.
//!
//! A handler reads its request, asks the [`Keep`], and fills a template; it never sees a game's
//! types. Everything works without script.

pub mod assets;
pub mod live;
mod markdown;

pub mod pages;
pub mod security;
mod server;

pub use server::{Serve, routes, serve};

use std::sync::Arc;

use actix_web::HttpRequest;

use assets::Assets;

use crate::service::Keep;

/// What every handler shares.
#[derive(Debug)]
pub struct Site {
    /// The keep behind the pages.
    pub keep: Arc<Keep>,
    /// Static files.
    pub assets: Assets,
    /// The address under which people know the site, without a slash at its end; where there is
    /// none, a request's own host.
    pub public: Option<String>,
}

impl Site {
    /// A site over a keep.
    #[must_use]
    pub fn new(keep: Arc<Keep>) -> Self {
        Site { keep, assets: Assets::load(), public: None }
    }

    /// The site's address as whoever sends this request knows it.
    #[must_use]
    pub fn origin(&self, request: &HttpRequest) -> String {
        self.public.clone().unwrap_or_else(|| {
            let info = request.connection_info();
            let plain = |c: char| c.is_ascii_alphanumeric() || ".:-[]".contains(c);
            let host = info.host();
            let host = if host.chars().all(plain) { host } else { "localhost" };
            let scheme = if info.scheme() == "https" { "https" } else { "http" };
            format!("{scheme}://{host}")
        })
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
