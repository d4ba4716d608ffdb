//! Who is calling, and what they may do. Every door asks here, pages and API alike:
//!
//! ```
//! use actix_web::HttpRequest;
//! use gamekeep::web::Site;
//! use gamekeep::web::caller::{Caller, Denied, Right};
//!
//! fn enter(request: &HttpRequest, site: &Site) -> Result<Caller, Denied> {
//!     let caller = Caller::of(request, site);
//!     caller.must(Right::Record)?;
//!     Ok(caller)
//! }
//! ```
//!
//! Why somebody is [`Denied`] has a status and words, and is answered by a page
//! ([`Denied::answer`]) or as a problem ([`Denied::problem`]).
//!
//! A token comes in the header `Authorization: Bearer …` (programs), or stands behind the session
//! whose secret a browser holds in a cookie (pages). What changes something and was not sent with a
//! token in the header is taken only from pages of this site: the browser says where it comes from
//! ([`Caller::must`] checks that), and forms carry a mark that nobody else can make
//! ([`Caller::mark_form`], [`Caller::posted`]).

use actix_web::HttpRequest;
use actix_web::dev::RequestHead;
use actix_web::http::header;

use super::{Site, cookies, now_ms};
use crate::archive::{Session, Token};
use crate::service::right::Standing;
use crate::service::secret::{Secret, same};

pub use super::denied::Denied;
pub use crate::service::right::Right;

/// Who is calling.
#[derive(Clone, Debug)]
pub struct Caller {
    who: Who,
    /// Whether they come from this machine, and the keep is open to those.
    neighbour: bool,
    /// Whether another site's page has sent it.
    elsewhere: bool,
    /// What forms are marked with: what the browser holds, mixed with the keep's secret.
    mark: Option<String>,
}

#[derive(Clone, Debug)]
enum Who {
    /// No token, no session.
    Nobody,
    /// A token in the header.
    Program(Token),
    /// A session.
    Person(Session),
    /// A token in the header that is not one.
    BadToken,
    /// A session that has ended.
    Ended,
    /// It cannot be looked up.
    Trouble,
}

impl Caller {
    /// Who has sent a request.
    #[must_use]
    pub fn of(request: &HttpRequest, site: &Site) -> Self {
        let (doors, head) = (site.access.doors, request.head());
        let held = cookies::session(request, doors);
        let who = match (bearer(head), held.as_deref()) {
            (Some(token), _) => program(site, token),
            (None, Some(held)) => person(site, held),
            (None, None) => Who::Nobody,
        };
        // The mark of a form goes with the session, and without one with a cookie of its own.
        let bound = match who {
            Who::Person(_) => held,
            _ => cookies::form(request, doors),
        };
        Caller {
            who,
            neighbour: doors.open && doors.from_here(head),
            elsewhere: elsewhere(head, doors.host(head)),
            mark: bound.map(|bound| mark(&site.access.form_secret, &bound)),
        }
    }

    /// Whether they have a right.
    #[must_use]
    pub fn may(&self, right: Right) -> bool {
        self.standings().any(|standing| standing.may(right))
    }

    /// Why they have not a right; `None` if they have it. For a page that shows a form: where the
    /// request comes from does not matter yet.
    #[must_use]
    pub fn lacks(&self, right: Right) -> Option<Denied> {
        match &self.who {
            Who::BadToken => Some(Denied::BadToken),
            Who::Trouble => Some(Denied::Trouble),
            _ if self.may(right) => None,
            Who::Program(token) | Who::Person(Session { token, .. }) => {
                Some(Denied::NoRight { role: token.role, right })
            }
            Who::Ended => Some(Denied::Ended),
            Who::Nobody => Some(Denied::NoToken { right }),
        }
    }

    /// Goes on only if they have a right. This reads nothing of the body: ask it first.
    ///
    /// # Errors
    /// 401 without a token, with one that is not known or revoked (even for reading, so that nobody
    /// takes it for good), or with a session that has ended; 403 if the token does not give the
    /// right, or if another site's page has sent what changes something; 500 if the archive is in
    /// trouble. See [`Denied`].
    pub fn must(&self, right: Right) -> Result<(), Denied> {
        match self.lacks(right) {
            Some(denied) => Err(denied),
            None if right != Right::Read && self.elsewhere && !self.is_program() => {
                Err(Denied::OtherSite)
            }
            None => Ok(()),
        }
    }

    /// Goes on only if a form was filled in here: it carries the mark that [`Caller::mark_form`]
    /// gave it. Who sends a token in the header needs none.
    ///
    /// # Errors
    /// 403 if another site's page has sent it, or the mark is missing or another's.
    pub fn posted(&self, marked: Option<&str>) -> Result<(), Denied> {
        if self.is_program() {
            return Ok(());
        }
        if self.elsewhere {
            return Err(Denied::OtherSite);
        }
        match (&self.mark, marked) {
            (Some(mark), Some(marked)) if same(mark.as_bytes(), marked.as_bytes()) => Ok(()),
            _ => Err(Denied::StaleForm),
        }
    }

    /// The token that they have come with, or signed in with.
    #[must_use]
    pub const fn token(&self) -> Option<&Token> {
        match &self.who {
            Who::Program(token) => Some(token),
            Who::Person(session) => Some(&session.token),
            _ => None,
        }
    }

    /// The session, if they have signed in.
    #[must_use]
    pub const fn session(&self) -> Option<&Session> {
        match &self.who {
            Who::Person(session) => Some(session),
            _ => None,
        }
    }

    /// The mark for a form on the page that answers this request, and the cookie that it goes with
    /// if the browser has none yet: [`FormMark::seal`] puts it on the answer.
    ///
    /// # Errors
    /// 500 if there are no random numbers.
    pub fn mark_form(&self, request: &HttpRequest, site: &Site) -> Result<FormMark, Denied> {
        if let Some(mark) = &self.mark {
            return Ok(FormMark { mark: mark.clone(), cookie: None });
        }
        let bound = Secret::new().map_err(|_| Denied::Trouble)?.to_string();
        let mark = mark(&site.access.form_secret, &bound);
        let secure = site.access.doors.secure(request);
        Ok(FormMark { mark, cookie: Some(cookies::new_form(bound, secure)) })
    }

    /// Whether they have sent a token in the header, which no page of another site can do.
    const fn is_program(&self) -> bool {
        matches!(self.who, Who::Program(_))
    }

    fn standings(&self) -> impl Iterator<Item = Standing> {
        let holder = self.token().map(|token| Standing::Holder(token.role));
        let neighbour = self.neighbour.then_some(Standing::Neighbour);
        [Some(Standing::Anybody), neighbour, holder].into_iter().flatten()
    }
}

/// What marks a form as filled in here.
#[derive(Debug)]
pub struct FormMark {
    /// The value of the hidden field `csrf`.
    pub mark: String,
    cookie: Option<actix_web::cookie::Cookie<'static>>,
}

impl FormMark {
    /// Makes a page with the form ready to be sent: it gets the cookie, and only the browser itself
    /// keeps it, so that going back finds what was typed.
    #[must_use]
    pub fn seal(self, mut page: actix_web::HttpResponse) -> actix_web::HttpResponse {
        let own = header::HeaderValue::from_static("private, no-cache");
        page.headers_mut().insert(header::CACHE_CONTROL, own);
        if let Some(cookie) = self.cookie {
            // It fails only for a cookie that cannot be written, which this one can.
            let _ = page.add_cookie(&cookie);
        }
        page
    }
}

/// The mark of forms for what a browser holds.
fn mark(secret: &[u8; 32], bound: &str) -> String {
    blake3::keyed_hash(secret, bound.as_bytes()).to_hex().to_string()
}

/// The token in the header, whatever it is worth. Another scheme than Bearer is a proxy's matter.
fn bearer(request: &RequestHead) -> Option<&str> {
    let told = request.headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = told.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token)
}

/// Whether a request brings a token in the header that is known here.
pub(super) fn brings_token(request: &RequestHead, site: &Site) -> bool {
    bearer(request).is_some_and(|token| matches!(program(site, token), Who::Program(_)))
}

fn program(site: &Site, token: &str) -> Who {
    let Some(secret) = Secret::read(token) else { return Who::BadToken };
    match site.keep.token(&secret) {
        Ok(Some(token)) => Who::Program(token),
        Ok(None) => Who::BadToken,
        Err(trouble) => in_trouble(&trouble),
    }
}

fn person(site: &Site, held: &str) -> Who {
    let Some(secret) = Secret::read(held) else { return Who::Ended };
    match site.keep.session(&secret, now_ms()) {
        Ok(Some(session)) => Who::Person(session),
        Ok(None) => Who::Ended,
        Err(trouble) => in_trouble(&trouble),
    }
}

fn in_trouble(trouble: &crate::archive::Error) -> Who {
    tracing::error!(%trouble, "who is calling cannot be looked up");
    Who::Trouble
}

/// Whether a browser says that another site's page has sent a request. Programs say nothing.
fn elsewhere(request: &RequestHead, host: Option<&str>) -> bool {
    let text = |name: &str| request.headers.get(name).map(|value| value.to_str().unwrap_or(""));
    if let Some(site) = text("sec-fetch-site") {
        return !["same-origin", "none"].contains(&site);
    }
    let Some(origin) = text("origin") else { return false };
    let (scheme, authority) = origin.split_once("://").unwrap_or_default();
    let port = if scheme == "https" { ":443" } else { ":80" };
    let plain = |authority: &str| authority.trim_end_matches(port).to_ascii_lowercase();
    host.is_none_or(|host| plain(host) != plain(authority))
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn check(headers: &[(&str, &str)], expected: bool) {
        let mut request = TestRequest::default();
        for header in headers {
            request = request.insert_header(*header);
        }
        let request = request.to_http_request();
        let host = request.headers().get("host").and_then(|host| host.to_str().ok());
        assert_eq!(elsewhere(request.head(), host), expected, "{headers:?}");
    }

    #[test]
    fn where_a_form_was_filled_in() {
        let host = ("host", "keep.example.org");
        check(&[host], false);
        check(&[host, ("origin", "https://keep.example.org")], false);
        check(&[host, ("origin", "https://KEEP.example.org:443")], false);
        check(&[("host", "localhost:8080"), ("origin", "http://localhost:8080")], false);
        check(&[("host", "localhost:8080"), ("origin", "http://localhost:8081")], true);
        check(&[host, ("origin", "https://example.org")], true);
        check(&[host, ("origin", "null")], true);
        check(&[host, ("origin", "")], true);
        check(&[("origin", "https://example.org")], true);
        check(&[host, ("sec-fetch-site", "same-origin"), ("origin", "null")], false);
        check(&[host, ("sec-fetch-site", "none")], false);
        check(&[host, ("sec-fetch-site", "same-site")], true);
        check(&[host, ("sec-fetch-site", "cross-site")], true);
    }

    #[test]
    fn a_token_in_the_header() {
        let check = |told: &str, expected: Option<&str>| {
            let request = TestRequest::default().insert_header(("authorization", told));
            assert_eq!(bearer(request.to_http_request().head()), expected, "{told}");
        };
        check("Bearer gk_1", Some("gk_1"));
        check("bearer gk_1", Some("gk_1"));
        check("Basic eA==", None);
        check("Bearer", None);
    }
}
