//! A match, or a stretch of it, as an animated GIF: `/m/<link>.gif`, `/m/<link>/<from>-<to>.gif`.
//!
//! Limits: [`GIF_PLIES_MAX`] plies and [`GIF_BYTES_MAX`](crate::picture::GIF_BYTES_MAX) bytes; what
//! is beyond is refused in words. Few are drawn at once, off the threads that answer.

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, web};
use tokio::sync::Semaphore;

use super::picture::Looks;
use super::stretch::{Stretch, no_stretch};
use super::{Query, errors, trouble};
use crate::picture::{Animation, Frame, GIF_PLIES_MAX, PictureError, Theme, gif};
use crate::record::link::Link;
use crate::rules::any::View;
use crate::service::{KeepError, Shown};
use crate::web::words::sentence;
use crate::web::{Site, caching};

/// How many animations are drawn at once.
static DRAWING: Semaphore = Semaphore::const_new(2);

/// What is asked for.
struct Asked {
    link: String,
    /// Without one, the whole match.
    stretch: Option<Stretch>,
    query: Query,
    theme: Theme,
}

/// What became of it.
enum Drawn {
    Gif {
        tag: String,
        is_final: bool,
        bytes: Vec<u8>,
    },
    /// The client has it already.
    Known {
        tag: String,
        is_final: bool,
    },
    Cannot(PictureError),
}

/// `/m/<link>.gif`
pub async fn gif_of_match(
    site: web::Data<Site>,
    path: web::Path<String>,
    query: web::Query<Query>,
    looks: web::Query<Looks>,
    request: HttpRequest,
) -> HttpResponse {
    if query.spoilers_off() {
        let words = "An animation of the whole match tells how long it is and how it ends. \
            Without spoilers, ask for a stretch: /m/<link>/0-12.gif?spoilers=off.";
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        return errors::refused(&site, status, "That would tell too much", words.to_owned());
    }
    let (link, theme) = (path.into_inner(), looks.theme());
    answer(site, Asked { link, stretch: None, query: query.into_inner(), theme }, &request).await
}

/// `/m/<link>/<from>-<to>.gif`
pub async fn gif_of_stretch(
    site: web::Data<Site>,
    path: web::Path<(String, String, String)>,
    query: web::Query<Query>,
    looks: web::Query<Looks>,
    request: HttpRequest,
) -> HttpResponse {
    let (link, from, to) = path.into_inner();
    let Some(stretch) = Stretch::of(&from, &to) else { return no_stretch(&site) };
    let (stretch, theme) = (Some(stretch), looks.theme());
    answer(site, Asked { link, stretch, query: query.into_inner(), theme }, &request).await
}

async fn answer(site: web::Data<Site>, asked: Asked, request: &HttpRequest) -> HttpResponse {
    let query = asked.query.clone();
    let headers = request.headers().clone();
    let _place = DRAWING.acquire().await;
    let keep = site.clone();
    let drawn = web::block(move || draw(&keep, &asked, |tag| caching::knows(&headers, tag))).await;
    let kept = |mut response: HttpResponseBuilder, tag, is_final| {
        caching::tag(&mut response, tag);
        if is_final {
            response.insert_header((header::CACHE_CONTROL, caching::FOR_EVER));
        }
        response
    };
    match drawn {
        Ok(Ok(Drawn::Gif { tag, is_final, bytes })) => {
            let mut response = kept(HttpResponse::Ok(), tag, is_final);
            response.insert_header((header::CONTENT_TYPE, "image/gif")).body(bytes)
        }
        Ok(Ok(Drawn::Known { tag, is_final })) => {
            kept(HttpResponse::NotModified(), tag, is_final).finish()
        }
        Ok(Ok(Drawn::Cannot(error))) => refused(&site, &error),
        Ok(Err(error)) => trouble(&site, &error, &query),
        Err(_) => errors::broken(&site, "The animation could not be drawn."),
    }
}

fn draw(site: &Site, asked: &Asked, is_known: impl Fn(&str) -> bool) -> Result<Drawn, KeepError> {
    let query = &asked.query;
    let shown = site.keep.show(&query.wish(&asked.link, asked.stretch.map(|s| s.to)))?;
    let last = shown.reel.last();
    let Stretch { from, to } = asked.stretch.unwrap_or(Stretch { from: 0, to: last });
    let dark = asked.theme == Theme::Dark;
    let tag = tag(&shown, (from, to), (query.flipped(), dark, query.spoilers_off()));
    // That it is kept for ever would tell that the match is over.
    let is_whole_link = asked.link.len() == Link::DIGITS;
    let is_final = shown.stored.outcome.is_some() && is_whole_link && !query.spoilers_off();
    if is_known(&tag) {
        return Ok(Drawn::Known { tag, is_final });
    }
    let frames: Vec<&Frame> =
        shown.reel.stills[from..=to].iter().map(|still| &still.frame).collect();
    let animation =
        Animation { flipped: query.flipped(), theme: asked.theme, ..Animation::default() };
    Ok(match gif(&shown.reel.sheet, &frames, &animation) {
        Ok(bytes) => Drawn::Gif { tag, is_final, bytes },
        Err(error) => Drawn::Cannot(error),
    })
}

/// All that an animation depends on.
fn tag(shown: &Shown, (from, to): (usize, usize), looks: (bool, bool, bool)) -> String {
    let (head, view) = (shown.stored.head, shown.reel.view == View::Told);
    let version = env!("CARGO_PKG_VERSION");
    let all = format!("{head} {from} {to} {view} {looks:?} {version}");
    blake3::hash(all.as_bytes()).to_hex()[..32].to_owned()
}

fn refused(site: &Site, error: &PictureError) -> HttpResponse {
    match error {
        PictureError::Plies { .. } | PictureError::Bytes { .. } => {
            let words = format!("{}.", sentence(&error.to_string()));
            errors::refused(site, StatusCode::UNPROCESSABLE_ENTITY, "Too long to animate", words)
        }
        _ => {
            tracing::error!(%error, "an animation cannot be drawn");
            errors::broken(site, "The animation could not be drawn.")
        }
    }
}

/// The address of the animation that the page links, and its name: the whole match, or as much of
/// it as fits and may be known.
pub(super) fn href(shown: &Shown, base: &str, query: &str) -> (String, &'static str) {
    let ply = shown.ply;
    match shown.last {
        Some(last) if last < GIF_PLIES_MAX => (format!("{base}.gif{query}"), "Animation"),
        _ => {
            let from = (ply + 1).saturating_sub(GIF_PLIES_MAX);
            (format!("{base}/{from}-{ply}.gif{query}"), "Animation up to here")
        }
    }
}
