//! `/`: what this is, the last matches, the games.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;

use super::{errors, page};
use crate::picture::{Look, symbol_defs};
use crate::record::replay::result_words;
use crate::rules::scene::Symbol;
use crate::service::{Glimpse, KeepError};
use crate::web::words::shown_names;
use crate::web::{Frame, Site};

/// How many of the last matches are shown.
const SHOWN: usize = 12;

#[derive(Template)]
#[template(path = "home.html")]
struct HomePage<'a> {
    site: Frame<'a>,
    defs: String,
    matches: Vec<MatchCard>,
    games: Vec<GameLine>,
}

struct MatchCard {
    href: String,
    board: String,
    players: [String; 2],
    game: &'static str,
    result: String,
}

struct GameLine {
    id: &'static str,
    name: &'static str,
    summary: &'static str,
}

/// Answers with the home page.
pub async fn home(site: web::Data<Site>) -> HttpResponse {
    match render(&site) {
        Ok(response) => response,
        Err(error) => errors::of(&site, &error),
    }
}

fn render(site: &Site) -> Result<HttpResponse, KeepError> {
    let mut symbols: Vec<Symbol> = Vec::new();
    let glimpses = site.keep.recent(SHOWN)?;
    let matches = glimpses.iter().map(|glimpse| card(glimpse, &mut symbols)).collect();
    let games = site.keep.registry().games().map(|game| game.card());
    let games = games.map(|card| GameLine { id: card.id, name: card.name, summary: card.summary });
    let games = games.collect();
    let defs = symbol_defs(symbols);
    Ok(page(StatusCode::OK, &HomePage { site: site.frame(), defs, matches, games }))
}

fn card(glimpse: &Glimpse, symbols: &mut Vec<Symbol>) -> MatchCard {
    let card = glimpse.card;
    let players = shown_names(&glimpse.players);
    symbols.extend(glimpse.scene.items.iter().map(|item| item.symbol));
    let id = format!("b{}", glimpse.head.short());
    let title = format!("The last position of {} – {}", players[0], players[1]);
    let look = Look { coordinates: false, id: &id, title: &title, ..Look::default() };
    MatchCard {
        href: format!("/m/{}", glimpse.head.short()),
        board: crate::picture::svg(card, &glimpse.scene, &[], &look),
        players,
        game: card.name,
        result: result_words(card, glimpse.outcome.as_ref()),
    }
}
