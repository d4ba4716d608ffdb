//! `/matches`: browse the archive; the query is the address.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;
use serde::Deserialize;

use super::{errors, page};
use crate::archive::{self, Filter, MatchId, ResultKind};
use crate::record::replay::result_words;
use crate::rules::seat::Seat;
use crate::service::KeepError;
use crate::web::words::shown_names;
use crate::web::{Frame, Site, address};

/// How many matches a page shows.
const SHOWN: usize = 50;

/// Which matches.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Query {
    #[serde(default)]
    game: String,
    #[serde(default)]
    player: String,
    #[serde(default)]
    result: String,
    before: Option<i64>,
}

/// The results that can be asked for, by the name in the address.
const RESULTS: [(&str, &str, ResultKind); 5] = [
    ("first", "first seat wins", ResultKind::Win(Seat::First)),
    ("second", "second seat wins", ResultKind::Win(Seat::Second)),
    ("draw", "draw", ResultKind::Draw),
    ("none", "no result", ResultKind::Void),
    ("unfinished", "unfinished", ResultKind::Unfinished),
];

#[derive(Template)]
#[template(path = "matches.html")]
struct MatchesPage<'a> {
    site: Frame<'a>,
    games: Vec<(&'static str, &'static str, bool)>,
    results: Vec<(&'static str, &'static str, bool)>,
    player: &'a str,
    rows: Vec<Row>,
    next: String,
    /// Where all of these matches can be had as a file.
    export: String,
}

struct Row {
    href: String,
    players: [String; 2],
    game: String,
    result: String,
    plies: usize,
    date: String,
}

/// Answers with a page of matches.
pub async fn matches(site: web::Data<Site>, query: web::Query<Query>) -> HttpResponse {
    match render(&site, &query) {
        Ok(response) => response,
        Err(error) => errors::of(&site, &error),
    }
}

fn render(site: &Site, query: &Query) -> Result<HttpResponse, KeepError> {
    let some = |text: &str| (!text.trim().is_empty()).then(|| text.trim().to_owned());
    let filter = Filter {
        game: some(&query.game),
        player: some(&query.player),
        result: RESULTS.iter().find(|(id, ..)| *id == query.result).map(|(.., kind)| *kind),
        days: None,
    };
    let before = query.before.map(MatchId::from_i64);
    let listing = site.keep.archive().list(&filter, &archive::Page { before, limit: SHOWN })?;
    let registry = site.keep.registry();
    let games = registry.games().map(|game| game.card());
    let games = games.map(|card| (card.id, card.name, card.id == query.game)).collect();
    let results = RESULTS.map(|(id, name, _)| (id, name, id == query.result)).to_vec();
    let rows = listing.matches.iter().map(|summary| {
        let game = registry.find(&summary.game, summary.rules).map(|game| game.card());
        Row {
            href: format!("/m/{}", summary.head.short()),
            players: shown_names(&summary.facts.players),
            game: game.map_or_else(|| summary.game.clone(), |card| card.name.to_owned()),
            result: game
                .map_or_else(String::new, |card| result_words(card, summary.outcome.as_ref())),
            plies: summary.plies,
            date: summary.facts.get("Date").unwrap_or_default().to_owned(),
        }
    });
    let page_of = MatchesPage {
        site: site.frame(),
        games,
        results,
        player: &query.player,
        rows: rows.collect(),
        next: listing
            .next
            .map(|id| href(query, "/matches", Some(("before", id.to_string()))))
            .unwrap_or_default(),
        export: href(query, "/api/v1/export", None),
    };
    Ok(page(StatusCode::OK, &page_of))
}

/// An address that asks for the same matches; what else it asks for comes first.
fn href(query: &Query, path: &str, first: Option<(&str, String)>) -> String {
    let mut words = address::Query::default();
    if let Some((name, value)) = first {
        words.add(name, &value);
    }
    let given = [("game", &query.game), ("player", &query.player), ("result", &query.result)];
    for (name, value) in given.map(|(name, value)| (name, value.trim())) {
        if !value.is_empty() {
            words.add(name, value);
        }
    }
    if words.text().is_empty() { path.to_owned() } else { format!("{path}?{}", words.text()) }
}
