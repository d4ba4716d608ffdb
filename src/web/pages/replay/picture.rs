//! Pictures of a ply: `/m/<link>/<ply>.svg`, the card of a link's preview, `.png`, and its address
//! as a QR code, `.qr.svg`.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use super::{Query, errors, still_words, trouble};
use crate::picture::{Look, Preview, Theme, qr_file};
use crate::record::replay::result_words;
use crate::rules::seat::Seat;
use crate::service::Shown;
use crate::web::Site;
use crate::web::words::shown_name;

/// How a picture is to look.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Looks {
    /// `light` or `dark`; otherwise a drawing follows its reader's system, and an animation is
    /// light.
    theme: Option<String>,
}

impl Looks {
    pub(super) fn theme(&self) -> Theme {
        match self.theme.as_deref() {
            Some("light") => Theme::Light,
            Some("dark") => Theme::Dark,
            _ => Theme::Auto,
        }
    }
}

/// A picture of a ply.
pub(super) struct Asked<'a> {
    pub(super) link: &'a str,
    pub(super) ply: usize,
    pub(super) ending: &'a str,
    pub(super) theme: Theme,
}

/// Answers with a picture of a ply.
pub(super) fn answer(
    site: &Site,
    asked: &Asked<'_>,
    query: &Query,
    request: &HttpRequest,
) -> HttpResponse {
    let shown = match site.keep.show(&query.wish(asked.link, Some(asked.ply))) {
        Ok(shown) => shown,
        Err(error) => return trouble(site, &error, query),
    };
    match asked.ending {
        "svg" => svg(&shown, query, asked.theme),
        "png" => card(site, &shown, query),
        "qr.svg" => qr(site, &shown, query, request),
        _ => errors::not_found(site, "A ply is to be had as a page, as .svg, .png and .qr.svg."),
    }
}

/// The address of a ply as a QR code.
fn qr(site: &Site, shown: &Shown, query: &Query, request: &HttpRequest) -> HttpResponse {
    let (origin, link) = (site.origin(request), shown.stored.address());
    let address = format!("{origin}/m/{link}/{}{}", shown.ply, query.text());
    match qr_file(&address) {
        Ok(drawn) => drawing(drawn),
        Err(error) => {
            let words = format!("There is no QR code of this ply: {error}.");
            errors::not_found(site, &words)
        }
    }
}

fn drawing(drawn: String) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "image/svg+xml"))
        .insert_header((
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        ))
        .body(drawn)
}

fn svg(shown: &Shown, query: &Query, theme: Theme) -> HttpResponse {
    let title = format!("{}, ply {}", shown.stored.log.header.card().name, shown.ply);
    let look = Look {
        flipped: query.flipped(),
        theme,
        title: &title,
        desc: &shown.description,
        ..Look::default()
    };
    drawing(shown.reel.sheet.svg(&shown.reel.stills[shown.ply].frame, &look))
}

/// The card that chats show below a link.
fn card(site: &Site, shown: &Shown, query: &Query) -> HttpResponse {
    let card = shown.stored.log.header.card();
    let facts = shown.facts();
    let still = &shown.reel.stills[shown.ply];
    let result = result_words(card, shown.reel.outcome.as_ref());
    let preview = Preview {
        card,
        players: Seat::BOTH.map(|seat| shown_name(facts.player(seat))),
        ply: shown.ply,
        ply_count: shown.last,
        words: still_words(still),
        result: (!query.spoilers_off()).then_some(result.as_str()),
        event: facts.get("Event").unwrap_or_default(),
        date: facts.get("Date").unwrap_or_default(),
        flipped: query.flipped(),
    };
    match preview.png(&shown.reel.sheet, &still.frame) {
        Ok(png) => HttpResponse::Ok().insert_header((header::CONTENT_TYPE, "image/png")).body(png),
        Err(error) => {
            tracing::error!(%error, "a card cannot be drawn");
            errors::not_found(site, "There is no picture of this ply.")
        }
    }
}
