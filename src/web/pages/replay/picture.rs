//! Pictures of a ply: `/m/<link>/<ply>.svg`, and the card of a link's preview, `.png`.

use actix_web::HttpResponse;
use actix_web::http::header;

use super::{Query, errors, shown_name, still_words};
use crate::picture::{Look, Preview, Theme};
use crate::record::replay::result_words;
use crate::rules::seat::Seat;
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
        "png" => card(site, &shown, query),
        _ => errors::not_found(site, "A ply is to be had as a page, as .svg and as .png."),
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
