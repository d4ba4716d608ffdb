//! `/sign-in`, `/sign-out`: with a token, or with the link that the first keeper is given. To look
//! at the link changes nothing, since programs look at links that people send each other; the
//! button does.

use actix_web::error::UrlencodedError;
use actix_web::http::{StatusCode, Uri, header};
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use serde::Deserialize;

use super::page;
use crate::archive::{Role, Session, Token};
use crate::service::secret::Secret;
use crate::service::sign_in::SignInError;
use crate::web::caller::{Caller, Denied};
use crate::web::limits::SMALL_FORM_BYTES;
use crate::web::{Frame, Site, cookies, now_ms, pace};

/// What the address may say.
#[derive(Debug, Default, Deserialize)]
pub struct Query {
    #[serde(default)]
    key: String,
    #[serde(default)]
    next: String,
}

/// What the forms send.
#[derive(Debug, Deserialize)]
pub struct SignIn {
    csrf: Option<String>,
    #[serde(default)]
    token: String,
    #[serde(default)]
    key: String,
    #[serde(default)]
    next: String,
}

/// What the form for signing out sends.
#[derive(Debug, Deserialize)]
pub struct SignOut {
    csrf: Option<String>,
}

#[derive(Template)]
#[template(path = "sign-in.html")]
struct SignInPage<'a> {
    site: Frame<'a>,
    csrf: &'a str,
    key: &'a str,
    next: &'a str,
    trouble: &'a str,
    held: Option<Held>,
}

#[derive(Template)]
#[template(path = "first-token.html")]
struct FirstTokenPage<'a> {
    site: Frame<'a>,
    token: String,
    id: String,
}

/// What somebody is signed in with.
struct Held {
    name: String,
    role: Role,
    until: String,
    rights: &'static str,
}

/// What is wrong with what was sent.
const USED: &str = "This link was used already, or it is too old. Sign in with a token.";
const UNKNOWN: &str = "This is no token of this keep, or it was revoked.";

/// Answers with the form, or with who is signed in. Nothing is used up by it.
pub async fn form(
    site: web::Data<Site>,
    request: HttpRequest,
    query: web::Query<Query>,
) -> HttpResponse {
    let known =
        Secret::read(&query.key).is_some_and(|key| site.access.first_link.knows(&key, now_ms()));
    let (status, query) = match (query.key.is_empty(), known) {
        (false, false) => {
            return show(&site, &request, StatusCode::GONE, &Query::default(), USED);
        }
        _ => (StatusCode::OK, query.into_inner()),
    };
    show(&site, &request, status, &query, "")
}

/// Signs in.
pub async fn submit(
    site: web::Data<Site>,
    request: HttpRequest,
    form: Result<web::Form<SignIn>, actix_web::Error>,
) -> HttpResponse {
    let posted = form.map_err(|error| bad_form(&error)).and_then(|form| {
        Caller::of(&request, &site).posted(form.csrf.as_deref())?;
        Ok(form.into_inner())
    });
    let done = posted.and_then(|form| {
        let signed_in = if form.key.is_empty() {
            with_token(&site, &request, &form)
        } else {
            with_link(&site, &request, &form)
        };
        signed_in.map_err(|error| {
            tracing::error!(%error, "somebody cannot sign in");
            Denied::Trouble
        })
    });
    done.unwrap_or_else(|denied| denied.answer(&site, request.uri()))
}

/// Signs out.
pub async fn sign_out(
    site: web::Data<Site>,
    request: HttpRequest,
    form: Result<web::Form<SignOut>, actix_web::Error>,
) -> HttpResponse {
    let caller = Caller::of(&request, &site);
    let posted = form.map_err(|error| bad_form(&error));
    let posted = posted.and_then(|form| caller.posted(form.csrf.as_deref()));
    let held = held_secret(&request, &site);
    let closed = posted.and_then(|()| {
        let closed = held.map_or(Ok(()), |held| site.keep.close_session(&held));
        closed.map_err(|_| Denied::Trouble)
    });
    match closed {
        Ok(()) => see_other("/", Some(cookies::no_session(site.access.doors.secure(&request)))),
        Err(denied) => denied.answer(&site, request.uri()),
    }
}

fn with_token(
    site: &Site,
    request: &HttpRequest,
    form: &SignIn,
) -> Result<HttpResponse, SignInError> {
    let token = Secret::read(&form.token).map(|secret| site.keep.token(&secret)).transpose()?;
    let Some(token) = token.flatten() else {
        let again = Query { key: String::new(), next: form.next.clone() };
        return Ok(show(site, request, StatusCode::UNAUTHORIZED, &again, UNKNOWN));
    };
    let cookie = begin(site, request, &token)?;
    Ok(see_other(local(&form.next), Some(cookie)))
}

fn with_link(
    site: &Site,
    request: &HttpRequest,
    form: &SignIn,
) -> Result<HttpResponse, SignInError> {
    let link = &site.access.first_link;
    let made = Secret::read(&form.key).map(|key| link.redeem(&site.keep, &key, now_ms()));
    let Some((token, secret)) = made.transpose()?.flatten() else {
        return Ok(show(site, request, StatusCode::GONE, &Query::default(), USED));
    };
    let cookie = begin(site, request, &token)?;
    let page_of =
        FirstTokenPage { site: site.frame(), token: secret.to_string(), id: token.id.to_string() };
    let mut page = page(StatusCode::OK, &page_of);
    let keep_nowhere = header::HeaderValue::from_static("no-store");
    page.headers_mut().insert(header::CACHE_CONTROL, keep_nowhere);
    let _ = page.add_cookie(&cookie);
    Ok(page)
}

/// Begins a session in place of the one that there is, and gives the cookie that the browser is to
/// hold.
fn begin(
    site: &Site,
    request: &HttpRequest,
    token: &Token,
) -> Result<actix_web::cookie::Cookie<'static>, SignInError> {
    let doors = site.access.doors;
    if let Some(held) = held_secret(request, site) {
        site.keep.close_session(&held)?;
    }
    let secret = site.keep.open_session(token, now_ms())?;
    Ok(cookies::new_session(&secret, doors.secure(request)))
}

/// What the browser holds of a session, whether or not that has ended.
fn held_secret(request: &HttpRequest, site: &Site) -> Option<Secret> {
    Secret::read(&cookies::session(request, site.access.doors)?)
}

fn show(
    site: &Site,
    request: &HttpRequest,
    status: StatusCode,
    query: &Query,
    trouble: &str,
) -> HttpResponse {
    let caller = Caller::of(request, site);
    let mark = match caller.mark_form(request, site) {
        Ok(mark) => mark,
        Err(denied) => return denied.answer(site, request.uri()),
    };
    let page_of = SignInPage {
        site: site.frame(),
        csrf: &mark.mark,
        key: &query.key,
        next: local(&query.next),
        trouble,
        held: caller.session().map(held),
    };
    let page = page(status, &page_of);
    mark.seal(page)
}

fn held(session: &Session) -> Held {
    let until = chrono::DateTime::from_timestamp_millis(session.expires_ms).unwrap_or_default();
    Held {
        name: session.token.name.clone(),
        role: session.token.role,
        until: until.format("%Y-%m-%d %H:%M UTC").to_string(),
        rights: match session.token.role {
            Role::Reader => "You may read.",
            Role::Recorder => "You may import and record matches.",
            Role::Keeper => "You may do everything.",
        },
    }
}

fn see_other(path: &str, cookie: Option<actix_web::cookie::Cookie<'static>>) -> HttpResponse {
    let mut answer = HttpResponse::SeeOther();
    answer
        .insert_header((header::LOCATION, path))
        .insert_header((header::CACHE_CONTROL, "no-store"));
    if let Some(cookie) = cookie {
        answer.cookie(cookie);
    }
    answer.finish()
}

/// A path of this site to go on to; anything else leads to the page for signing in, which tells
/// what was done.
fn local(next: &str) -> &str {
    let plain = next.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    let here = next.starts_with('/') && !next.starts_with("//") && next.parse::<Uri>().is_ok();
    if plain && here { next } else { "/sign-in" }
}

fn bad_form(error: &actix_web::Error) -> Denied {
    match error.as_error() {
        Some(UrlencodedError::Overflow { .. }) => {
            Denied::TooLong { limit: SMALL_FORM_BYTES as u64 }
        }
        Some(UrlencodedError::Payload(error)) if pace::was_too_slow(error) => Denied::TooSlow,
        _ => Denied::BadForm { words: format!("This cannot be read as a form: {error}.") },
    }
}

#[cfg(test)]
mod tests {
    use super::local;

    #[test]
    fn one_goes_on_to_this_site_only() {
        for path in ["/", "/import", "/m/0123456789/3?flip=yes"] {
            assert_eq!(local(path), path);
        }
        for path in [
            "",
            "import",
            "//example.org",
            "/\\example.org",
            "https://example.org",
            "/a\r\nset-cookie: b",
            "/ä",
            "javascript:alert(1)",
        ] {
            assert_eq!(local(path), "/sign-in", "{path:?}");
        }
    }
}
