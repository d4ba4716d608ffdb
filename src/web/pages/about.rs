//! `/about`: the version, the rules versions, how to check a link.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;

use super::page;
use crate::picture::{GIF_BYTES_MAX, GIF_PLIES_MAX};
use crate::web::{Frame, Site};

#[derive(Template)]
#[template(path = "about.html")]
struct AboutPage<'a> {
    site: Frame<'a>,
    games: Vec<(&'static str, &'static str, String)>,
    gif_plies: usize,
    gif_megabytes: usize,
}

/// Answers with the page.
pub async fn about(site: web::Data<Site>) -> HttpResponse {
    let registry = site.keep.registry();
    let versions = |id: &str| {
        let versions = registry.versions().filter(|game| game.card().id == id);
        let versions: Vec<String> = versions.map(|game| game.card().rules.to_string()).collect();
        versions.join(", ")
    };
    let games = registry.games().map(|game| game.card());
    let games = games.map(|card| (card.name, card.id, versions(card.id))).collect();
    let (gif_plies, gif_megabytes) = (GIF_PLIES_MAX, GIF_BYTES_MAX >> 20);
    page(StatusCode::OK, &AboutPage { site: site.frame(), games, gif_plies, gif_megabytes })
}
