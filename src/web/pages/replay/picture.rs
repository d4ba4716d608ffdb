//! Pictures of a ply: `/m/<link>/<ply>.svg`.

use actix_web::HttpResponse;
use actix_web::http::header;

use super::{Query, errors};
use crate::picture::{Look, Theme};
use crate::service::Shown;
use crate::web::Site;

/// Answers with a picture of a ply.
pub(super) fn answer(
    site: &Site,
    link: &str,
    ply: &str,
    ending: &str,
    query: &Query,
) -> HttpResponse {
    let Ok(number) = ply.parse() else {
        return errors::not_found(site, "A ply is a number, from 0 at the start.");
    };
    let shown = match site.keep.show(&query.wish(link, Some(number))) {
        Ok(shown) => shown,
        Err(error) => return errors::of(site, &error),
    };
    match ending {
        "svg" => svg(&shown, query),
        _ => errors::not_found(site, "A ply is to be had as a page and as .svg."),
    }
}

fn svg(shown: &Shown, query: &Query) -> HttpResponse {
    let title = format!("{}, ply {}", shown.stored.log.header.card().name, shown.ply);
    let look = Look {
        flipped: query.flipped(),
        theme: Theme::Auto,
        title: &title,
        desc: &shown.description,
        ..Look::default()
    };
    let drawn = shown.reel.sheet.svg(&shown.reel.stills[shown.ply].frame, &look);
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "image/svg+xml"))
        .insert_header((
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        ))
        .body(drawn)
}
