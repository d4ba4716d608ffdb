//! The pages, a file each; `templates/` mirrors them.

pub mod about;
pub mod api;
pub mod compare;
pub mod elsewhere;
pub mod errors;
pub mod game;
pub mod home;
pub mod import;
pub mod learn;
pub mod match_lesson;
pub mod matches;
pub mod replay;
pub mod sandbox;
pub mod side_line;
pub mod sign_in;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header;
use askama::Template;

use crate::record::log::Log;
use crate::record::replay::BrokenLog;
use crate::record::timeline;
use crate::rules::any::View;

/// The action after a ply with the letter of who acted, as anybody may read it: what is hidden at
/// the table stays so.
fn next_action(log: &Log, ply: usize) -> Result<Option<String>, BrokenLog> {
    let (card, mut text) = (log.header.card(), None);
    timeline::tell(log, ply + 1, ply + 1, View::Public, |moment, _| {
        text = Some(format!("{} {}", card.letter(moment.by), moment.shown));
    })?;
    Ok(text)
}

/// Renders a template as a page.
fn page(status: StatusCode, template: &impl Template) -> HttpResponse {
    match template.render() {
        Ok(html) => HttpResponse::build(status)
            .insert_header((header::CONTENT_TYPE, "text/html; charset=utf-8"))
            .body(html),
        Err(error) => {
            tracing::error!(%error, "a template does not render");
            HttpResponse::InternalServerError().finish()
        }
    }
}
