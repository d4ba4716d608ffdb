//! `/m/<link>/states`: every ply of a match in one compact answer, for the page's script.

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use serde::Serialize;

use super::{Query, Reel, Sheet, Wish, errors, panel};
use crate::picture::{Changes, Frame};
use crate::rules::game::Card;
use crate::web::Site;

/// The states of a match. As JSON: `{"sheet":…,"first":frame,"changes":[…],"words":[…],
/// "panels":[html or null where it is that of the ply before, …]}`.
#[derive(Serialize)]
struct States<'a> {
    sheet: &'a Sheet,
    first: &'a Frame,
    changes: Vec<Changes>,
    words: Vec<&'a str>,
    panels: Vec<Option<String>>,
}

/// Answers with the states of a match.
pub async fn states(
    site: web::Data<Site>,
    path: web::Path<String>,
    query: web::Query<Query>,
) -> HttpResponse {
    let wish = Wish { link: &path.into_inner(), ply: None, view: query.view() };
    match site.keep.show(&wish) {
        Ok(shown) => {
            let card = shown.stored.log.header.card();
            let states = States::of(card, &shown.reel);
            match serde_json::to_string(&states) {
                Ok(json) => HttpResponse::Ok()
                    .insert_header((header::CONTENT_TYPE, "application/json"))
                    .body(json),
                Err(_) => HttpResponse::InternalServerError().finish(),
            }
        }
        Err(error) => errors::of(&site, &error),
    }
}

impl<'a> States<'a> {
    fn of(card: &Card, reel: &'a Reel) -> Self {
        let stills = &reel.stills;
        let shared = |ply: usize| {
            ply > 0 && std::sync::Arc::ptr_eq(&stills[ply].panel, &stills[ply - 1].panel)
        };
        States {
            sheet: &reel.sheet,
            first: &stills[0].frame,
            changes: (1..stills.len()).filter_map(|ply| reel.changes(ply)).collect(),
            words: stills.iter().map(super::still_words).collect(),
            panels: (0..stills.len())
                .map(|ply| (!shared(ply)).then(|| panel::html(card, &stills[ply].panel)))
                .collect(),
        }
    }
}
