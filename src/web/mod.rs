//! Layer 6: pages and what they need, rendered on the server.
//!
//! A handler reads its request, asks the [`Keep`], and fills a template; it never sees a game's
//! types. Everything works without script.

pub mod access;
mod address;
pub mod api;
pub mod assets;
pub mod caching;
pub mod caller;
mod cookies;
pub mod cors;
pub mod denied;
pub mod gate;
pub mod limits;
pub mod live;
mod markdown;
mod pace;
pub mod pages;
pub mod reports;
pub mod requests;
mod rule_place;
pub mod security;
mod server;
pub mod stop;
pub mod upload;
mod words;

pub use access::Doors;
pub use server::{Serve, app, routes, serve};

use std::sync::Arc;

use actix_web::HttpRequest;

use access::Access;
use assets::Assets;
use reports::Reports;
use stop::Stop;
use tokio::sync::Semaphore;

use crate::service::Keep;
use crate::service::sign_in::SignInError;

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
    /// Whom it lets in.
    pub access: Access,
    /// Whether it is asked to stop.
    pub stop: Stop,
    /// Places for imports that stream in.
    pub imports: Arc<Semaphore>,
    /// Whole reports of imports, to be downloaded.
    pub reports: Reports,
}

impl Site {
    /// A site over a keep.
    ///
    /// # Errors
    /// The archive is in trouble; the system gives no random numbers.
    pub fn new(keep: Arc<Keep>, doors: Doors) -> Result<Self, SignInError> {
        let access = Access::new(&keep, doors)?;
        let imports = Arc::new(Semaphore::new(limits::IMPORTS));
        let (assets, stop) = (Assets::load(), Stop::default());
        let reports = Reports::default();
        Ok(Site { keep, assets, public: None, access, stop, imports, reports })
    }

    /// The site's address as whoever sends this request knows it.
    #[must_use]
    pub fn origin(&self, request: &HttpRequest) -> String {
        self.public.clone().unwrap_or_else(|| {
            let plain = |c: char| c.is_ascii_alphanumeric() || ".:-[]".contains(c);
            let host = self.access.doors.host(request.head()).unwrap_or("localhost");
            let host = if host.chars().all(plain) { host } else { "localhost" };
            let scheme = if self.access.doors.secure(request) { "https" } else { "http" };
            format!("{scheme}://{host}")
        })
    }

    /// What every page's frame needs.
    #[must_use]
    pub fn frame(&self) -> Frame<'_> {
        Frame {
            css: self.assets.path("page.css"),
            replay_js: self.assets.path("replay.js"),
            swap_js: self.assets.path("swap.js"),
            learn_js: self.assets.path("learn.js"),
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
    /// The address of the script of lessons.
    pub learn_js: &'a str,
    /// The program's version.
    pub version: &'a str,
}

/// The time now, in milliseconds since 1970.
fn now_ms() -> i64 {
    chrono::Utc::now().timestamp_millis()
}
