//! A stretch of a match: `/m/<link>/<from>-<to>`.

use std::fmt;

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;

use super::ways::see;
use super::{Place, Query, errors, number, ply_ms, show, trouble};
use crate::service::{KeepError, Shown};
use crate::web::Site;

/// How many plies before the one that is shown the form for stretches begins with.
pub(super) const BEFORE: usize = 10;

/// Some plies of a match, the first no later than the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    pub(super) from: usize,
    pub(super) to: usize,
}

impl Stretch {
    /// From `3-12`.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (from, to) = text.split_once('-')?;
        Self::of(from, to)
    }

    pub(super) fn of(from: &str, to: &str) -> Option<Self> {
        let (from, to) = (number(from)?, number(to)?);
        (from <= to).then_some(Stretch { from, to })
    }
}

impl fmt::Display for Stretch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

/// A stretch as the page shows it.
pub(super) struct StretchView {
    pub(super) from: usize,
    pub(super) to: usize,
    /// Its animation.
    pub(super) animation: String,
    /// The same ply without it.
    pub(super) whole: String,
    /// Its place on the scrub bar, in thousandths: where it begins, and how long it is.
    pub(super) bar: Option<[u64; 2]>,
}

impl StretchView {
    pub(super) fn of(shown: &Shown, base: &str, query: &Query) -> Option<Self> {
        let stretch = query.stretch()?;
        let Stretch { from, to } = stretch;
        if shown.last.is_some_and(|last| to > last) {
            return None;
        }
        let plain = query.with(|query| query.stretch = None).text();
        let timed = shown.stored.log.header.card().timed;
        let bar = shown.last.map(|last| {
            let reel = &shown.reel;
            let time = |ply| ply_ms(reel, ply).saturating_sub(reel.start_ms);
            let on_bar = |ply: usize| if timed { time(ply) } else { ply as u64 };
            let place = |ply: usize| on_bar(ply) * 1_000 / on_bar(last).max(1);
            [place(from), (place(to) - place(from)).max(4)]
        });
        let animation = format!("{base}/{stretch}.gif{plain}");
        Some(StretchView {
            from,
            to,
            animation,
            whole: format!("{base}/{}{plain}", shown.ply),
            bar,
        })
    }
}

/// `/m/<link>/<from>-<to>`: the page that plays these plies only; it begins at the first of them.
pub async fn stretch(
    site: web::Data<Site>,
    path: web::Path<(String, String, String)>,
    query: web::Query<Query>,
    request: HttpRequest,
) -> HttpResponse {
    let (link, from, to) = path.into_inner();
    let Some(stretch) = Stretch::of(&from, &to) else { return no_stretch(&site) };
    let known = site.keep.load(&link).and_then(|stored| {
        let last = stored.log.actions.len();
        let is_there = stretch.to <= last;
        is_there.then_some(()).ok_or(KeepError::NoPly { last, link: stored.head })
    });
    if let Err(error) = known {
        return trouble(&site, &error, &query);
    }
    let query = query.with(|query| query.stretch = Some(stretch.to_string()));
    show(&site, &link, Place::Ply(stretch.from), &query, &request)
}

/// 404 for what is no stretch.
pub(super) fn no_stretch(site: &Site) -> HttpResponse {
    let words = "A stretch of a match goes from a ply to the same or a later one: 3-12.";
    errors::not_found(site, words)
}

/// What the form for stretches asks for.
#[derive(Debug, Deserialize)]
pub struct Asked {
    from: String,
    to: String,
    /// `gif`: the animation; otherwise the page.
    #[serde(rename = "as", default)]
    form: String,
}

/// `/m/<link>/range?from=3&to=12&as=gif`: where the form for stretches leads.
pub async fn range(
    site: web::Data<Site>,
    path: web::Path<String>,
    asked: web::Query<Asked>,
    query: web::Query<Query>,
) -> HttpResponse {
    let read = |text: &str| {
        let digits: String = text.chars().filter(char::is_ascii_digit).take(6).collect();
        digits.parse::<usize>().unwrap_or(0)
    };
    let (a, b) = (read(&asked.from), read(&asked.to));
    let ending = if asked.form == "gif" { ".gif" } else { "" };
    let query = query.with(|query| query.stretch = None).text();
    see(&site, &path, &format!("{}-{}{ending}{query}", a.min(b), a.max(b)))
}
