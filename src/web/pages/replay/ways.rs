//! Which moment of a match an address means, and what is said where there is none.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;

use super::{Query, clock, errors, show};
use crate::record::link::LinkPrefix;
use crate::service::KeepError;
use crate::web::Site;

/// Which moment of a match is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// The ply that the link stands for.
    Link,
    /// A ply.
    Ply(usize),
    /// A time, in milliseconds since the match began.
    Time(u64),
}

/// A number as addresses have it: digits, without zeros before others.
pub(super) fn number<N: std::str::FromStr>(text: &str) -> Option<N> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let is_canonical = text == "0" || !text.starts_with('0');
    text.parse().ok().filter(|_| is_plain && is_canonical)
}

/// The page for what the keep could not do. Without spoilers it does not tell where the match ends.
pub(super) fn trouble(site: &Site, error: &KeepError, query: &Query) -> HttpResponse {
    match error {
        KeepError::NoPly { .. } if query.spoilers_off() => {
            errors::not_found(site, "The match has no such ply.")
        }
        _ => errors::of(site, error),
    }
}

/// `/m/<link>/at/<ms>`: a match on a clock at a time, in milliseconds since it began.
pub async fn at_time(
    site: web::Data<Site>,
    path: web::Path<(String, String)>,
    query: web::Query<Query>,
    request: HttpRequest,
) -> HttpResponse {
    let (link, ms) = path.into_inner();
    match number(&ms) {
        Some(ms) => show(&site, &link, Place::Time(ms), &query, &request),
        None => {
            errors::not_found(&site, "A time is a number of milliseconds, from 0 at the start.")
        }
    }
}

/// What the form below the board asks for.
#[derive(Debug, Deserialize)]
pub struct Go {
    /// A ply.
    #[serde(default)]
    ply: String,
    /// A time: `95.5` in seconds, `1:35.5` in minutes and seconds.
    time: Option<String>,
}

/// `/m/<link>/go?ply=34` or `?time=1:35.5`: where the form below the board leads without script.
pub async fn go(
    site: web::Data<Site>,
    path: web::Path<String>,
    go: web::Query<Go>,
    query: web::Query<Query>,
) -> HttpResponse {
    let place = match &go.time {
        Some(time) => format!("at/{}", clock::read_time(time).unwrap_or(0)),
        None => {
            let digits: String = go.ply.chars().filter(char::is_ascii_digit).take(6).collect();
            digits.parse().unwrap_or(0).to_string()
        }
    };
    see(&site, &path, &format!("{place}{}", query.text()))
}

/// 303 to another address of a match; 404 if its link is none.
pub(super) fn see(site: &Site, link: &str, rest: &str) -> HttpResponse {
    match link.parse::<LinkPrefix>() {
        Ok(_) => {
            let to = format!("/m/{link}/{rest}");
            HttpResponse::SeeOther().insert_header((header::LOCATION, to)).finish()
        }
        Err(no_link) => errors::of(site, &no_link.into()),
    }
}
