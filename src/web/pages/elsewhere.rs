//! `/import/elsewhere`: how to bring games in from elsewhere, and what each game is called there.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;

use super::page;
use crate::record::foreign;
use crate::web::{Frame, Site, markdown};

#[derive(Template)]
#[template(path = "elsewhere.html")]
struct ElsewherePage<'a> {
    site: Frame<'a>,
    guide: String,
    games: Vec<GameTable>,
}

struct GameTable {
    id: &'static str,
    name: &'static str,
    table: String,
}

/// Answers with the guide and every game's table.
pub async fn elsewhere(site: web::Data<Site>) -> HttpResponse {
    let games = site.keep.registry().games().map(|game| {
        let card = game.card();
        GameTable {
            id: card.id,
            name: card.name,
            table: markdown::html(&below(card.foreign.guide)),
        }
    });
    let page_of = ElsewherePage {
        site: site.frame(),
        guide: markdown::html(foreign::GUIDE),
        games: games.collect(),
    };
    page(StatusCode::OK, &page_of)
}

/// A page as a part of another one: its headings one level further down.
fn below(markdown: &str) -> String {
    let mut in_code = false;
    let mut out = String::with_capacity(markdown.len() + 16);
    for line in markdown.lines() {
        in_code ^= line.starts_with("```");
        if !in_code && line.starts_with('#') {
            out.push('#');
        }
        out.push_str(line);
        out.push('\n');
    }
    out
}
