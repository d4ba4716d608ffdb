//! What is refused before it is looked at: why, in words and as a status.

use actix_web::http::header::{self, HeaderValue};
use actix_web::http::{StatusCode, Uri};
use actix_web::{HttpResponse, ResponseError};

use super::api::problem::Problem;
use super::pages::errors;
use super::{Site, cors};
use crate::archive::Role;
use crate::service::right::{Right, Standing};

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Denied {
    /// It needs a right, and comes without a token.
    #[error(
        "To {right} you need a token. People sign in with it at /sign-in, programs send it in the \
         header Authorization: Bearer."
    )]
    NoToken {
        /// The right.
        right: Right,
    },
    /// The token is not known, or revoked.
    #[error("This token is not known here, or it was revoked.")]
    BadToken,
    /// The session has ended: its time is up, its token is revoked, or somebody signed out.
    #[error("You are not signed in any more. Sign in again.")]
    Ended,
    /// The token does not give the right.
    #[error(
        "A {role}'s token does not let you {right}. Ask the keeper for a {}'s.",
        Standing::least_role(*right)
    )]
    NoRight {
        /// The role of the token.
        role: Role,
        /// The right.
        right: Right,
    },
    /// It was sent by a page of another site.
    #[error(
        "This was sent by a page of another site. Open the form here and send it from here. If \
         this keep is behind a reverse proxy, that has to pass the header Host on."
    )]
    OtherSite,
    /// The form does not carry the mark that it was given.
    #[error(
        "This form is too old, or the browser keeps no cookies. Go back, load the page again and \
         send it once more."
    )]
    StaleForm,
    /// The name in the address is not one of this keep.
    #[error(
        "This keep listens on this machine only: it answers to localhost and 127.0.0.1, not to \
         “{host}”. Behind a reverse proxy, start it with --trust-proxy."
    )]
    WrongHost {
        /// The name.
        host: String,
    },
    /// The form cannot be read.
    #[error("{words}")]
    BadForm {
        /// Why, as a sentence.
        words: String,
    },
    /// The body is longer than what is taken.
    #[error("This is too long: no more than {} can be sent at once.", bytes_words(*limit))]
    TooLong {
        /// What is taken, in bytes.
        limit: u64,
    },
    /// The body came too slowly.
    #[error("This came too slowly. Send it again.")]
    TooSlow,
    /// Too many requests of this kind from this address.
    #[error("Too many requests of this kind came from your address. Try again in {seconds} s.")]
    TooOften {
        /// When the next one is taken, in seconds from now.
        seconds: u64,
    },
    /// As many imports are going on as there are places for.
    #[error("Too many imports are going on. Try again soon.")]
    Busy,
    /// Who it is cannot be looked up.
    #[error("Who you are cannot be looked up: the archive is in trouble.")]
    Trouble,
}

impl Denied {
    /// Its status.
    #[must_use]
    pub const fn status(&self) -> StatusCode {
        match self {
            Denied::NoToken { .. } | Denied::BadToken | Denied::Ended => StatusCode::UNAUTHORIZED,
            Denied::NoRight { .. } | Denied::OtherSite | Denied::StaleForm => StatusCode::FORBIDDEN,
            Denied::WrongHost { .. } => StatusCode::MISDIRECTED_REQUEST,
            Denied::BadForm { .. } => StatusCode::BAD_REQUEST,
            Denied::TooLong { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Denied::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Denied::TooOften { .. } => StatusCode::TOO_MANY_REQUESTS,
            Denied::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Denied::Trouble => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// What it is, in a word or a few.
    #[must_use]
    pub const fn title(&self) -> &'static str {
        match self {
            Denied::NoToken { .. } => "Not signed in",
            Denied::BadToken => "Not a token",
            Denied::Ended => "Signed out",
            Denied::NoRight { .. } => "No right",
            Denied::OtherSite => "From another site",
            Denied::StaleForm => "An old form",
            Denied::WrongHost { .. } => "Another name",
            Denied::BadForm { .. } => "Not a form",
            Denied::TooLong { .. } => "Too long",
            Denied::TooSlow => "Too slow",
            Denied::TooOften { .. } => "Too often",
            Denied::Busy => "Busy",
            Denied::Trouble => "Archive trouble",
        }
    }

    /// The answer: a page, or a problem as JSON below `/api`.
    #[must_use]
    pub fn answer(&self, site: &Site, uri: &Uri) -> HttpResponse {
        let mut response = match uri.path().starts_with(cors::API) {
            true => self.problem(),
            false => errors::denied(site, self, uri),
        };
        self.mark(response.headers_mut());
        response
    }

    /// The answer as a problem (RFC 9457).
    #[must_use]
    pub fn problem(&self) -> HttpResponse {
        let mut response = Problem::from(self.clone()).error_response();
        self.mark(response.headers_mut());
        response
    }

    /// Sets the headers that go with its status.
    fn mark(&self, headers: &mut header::HeaderMap) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if self.status() == StatusCode::UNAUTHORIZED {
            let scheme = HeaderValue::from_static("Bearer realm=\"gamekeep\"");
            headers.insert(header::WWW_AUTHENTICATE, scheme);
        }
        if let Denied::TooOften { seconds } = self {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(*seconds));
        }
    }
}

/// A number of bytes in words.
fn bytes_words(bytes: u64) -> String {
    match bytes {
        1_048_576.. => format!("{} MiB", bytes >> 20),
        1_024.. => format!("{} KiB", bytes >> 10),
        _ => format!("{bytes} bytes"),
    }
}
