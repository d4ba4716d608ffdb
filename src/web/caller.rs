//! Who is calling, and what they may do: every door that changes something asks here.
//!
//! As long as nobody can sign in, whoever calls from this machine may record, and what another
//! site's page has sent is refused.

use actix_web::http::{StatusCode, Uri, header};
use actix_web::{HttpRequest, HttpResponse};

use super::Site;
use super::pages::errors;
use crate::archive::Token;

/// What somebody may have a right to. Reading is open to all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    /// Recording matches: beginning them, appending to them, notes.
    Record,
}

/// Who is calling.
#[derive(Clone, Debug)]
pub struct Caller {
    from_here: bool,
    elsewhere: bool,
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Denied {
    /// It comes from another machine.
    #[error("Only this machine may record matches here.")]
    NoToken,
    /// It was sent by a page of another site.
    #[error("This was sent by a page of another site. Open the form here and send it from here.")]
    OtherSite,
}

impl Denied {
    /// The answer.
    #[must_use]
    pub fn answer(&self, site: &Site, _uri: &Uri) -> HttpResponse {
        let (status, heading) = match self {
            Denied::NoToken => (StatusCode::UNAUTHORIZED, "Not signed in"),
            Denied::OtherSite => (StatusCode::FORBIDDEN, "From another site"),
        };
        errors::refused(site, status, heading, self.to_string())
    }
}

/// What marks a form as filled in here.
#[derive(Debug)]
pub struct FormMark {
    /// The value of the hidden field `csrf`.
    pub mark: String,
}

impl FormMark {
    /// Makes a page with the form ready to be sent.
    #[must_use]
    pub fn seal(self, page: HttpResponse) -> HttpResponse {
        page
    }
}

impl Caller {
    /// Who has sent a request.
    #[must_use]
    pub fn of(request: &HttpRequest, _site: &Site) -> Self {
        let text = |name| request.headers().get(name).and_then(|value| value.to_str().ok());
        let host = text(header::HOST).unwrap_or_default();
        let elsewhere = text(header::ORIGIN)
            .is_some_and(|origin| origin.split_once("://").is_none_or(|(_, from)| from != host));
        let from_here = request.peer_addr().is_some_and(|peer| peer.ip().is_loopback());
        Caller { from_here, elsewhere }
    }

    /// Whether they have a right.
    #[must_use]
    pub const fn may(&self, right: Right) -> bool {
        match right {
            Right::Record => self.from_here,
        }
    }

    /// Goes on only if they have a right.
    ///
    /// # Errors
    /// They have not, or another site's page has sent it.
    pub fn must(&self, right: Right) -> Result<(), Denied> {
        match (self.may(right), self.elsewhere) {
            (false, _) => Err(Denied::NoToken),
            (_, true) => Err(Denied::OtherSite),
            _ => Ok(()),
        }
    }

    /// Goes on only if a form was filled in here.
    ///
    /// # Errors
    /// Another site's page has sent it.
    pub fn posted(&self, _marked: Option<&str>) -> Result<(), Denied> {
        if self.elsewhere { Err(Denied::OtherSite) } else { Ok(()) }
    }

    /// The token that they have come with.
    #[must_use]
    pub const fn token(&self) -> Option<&Token> {
        None
    }

    /// The mark for a form on the page that answers this request.
    ///
    /// # Errors
    /// None.
    pub fn mark_form(&self, _request: &HttpRequest, _site: &Site) -> Result<FormMark, Denied> {
        Ok(FormMark { mark: String::new() })
    }
}
