//! What browsers hold: the secret of a session, and what marks forms without one.

use actix_web::HttpRequest;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};

use super::access::Doors;
use crate::service::secret::Secret;
use crate::service::sign_in::SESSION_MS;

/// The names over plain HTTP, and over TLS, where a prefix keeps other hosts from setting them.
const SESSION: [&str; 2] = ["gamekeep", "__Host-gamekeep"];
const FORM: [&str; 2] = ["gamekeep-form", "__Host-gamekeep-form"];

/// What the browser holds of a session.
pub(super) fn session(request: &HttpRequest, doors: Doors) -> Option<String> {
    held(request, SESSION, doors)
}

/// What the browser holds to mark forms with.
pub(super) fn form(request: &HttpRequest, doors: Doors) -> Option<String> {
    held(request, FORM, doors)
}

/// The cookie of a new session.
pub(super) fn new_session(secret: &Secret, secure: bool) -> Cookie<'static> {
    let mut cookie = cookie(SESSION, secret.to_string(), secure);
    cookie.set_max_age(Duration::milliseconds(SESSION_MS));
    cookie
}

/// The cookie that marks forms, until the browser is closed.
pub(super) fn new_form(held: String, secure: bool) -> Cookie<'static> {
    cookie(FORM, held, secure)
}

/// What removes the cookie of a session.
pub(super) fn no_session(secure: bool) -> Cookie<'static> {
    let mut cookie = cookie(SESSION, String::new(), secure);
    cookie.make_removal();
    cookie
}

fn held(request: &HttpRequest, names: [&str; 2], doors: Doors) -> Option<String> {
    let name = names[usize::from(doors.secure(request))];
    request.cookie(name).map(|cookie| cookie.value().to_owned()).filter(|held| !held.is_empty())
}

fn cookie(names: [&'static str; 2], value: String, secure: bool) -> Cookie<'static> {
    Cookie::build(names[usize::from(secure)], value)
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(secure)
        .finish()
}
