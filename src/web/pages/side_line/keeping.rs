//! Keeping what was tried: as a side line, or as a match of its own. A note is for those who may
//! record, a match for those who may import.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;

use super::{Node, href};
use crate::record::line;
use crate::service::KeepError;
use crate::service::side_lines::{LineError, NewLine};
use crate::service::trial::GroundError;
use crate::web::caller::{Caller, Denied, Right};
use crate::web::pages::errors;
use crate::web::pages::sandbox::{Query, see_other};
use crate::web::words::sentence;
use crate::web::{Site, now_ms};

/// What a form about a side line sends.
#[derive(Debug, Deserialize)]
pub struct LineForm {
    csrf: Option<String>,
    ply: usize,
    line: String,
    #[serde(default)]
    text: String,
    /// `promote`: the line goes before its siblings.
    #[serde(default)]
    what: String,
}

/// What a form that stores a match sends.
#[derive(Debug, Deserialize)]
pub struct MatchForm {
    csrf: Option<String>,
    game: String,
    trial: String,
}

/// Who may change something here, with the words that go with what they add.
fn author(
    site: &Site,
    request: &HttpRequest,
    right: Right,
    csrf: Option<&str>,
) -> Result<String, Denied> {
    let caller = Caller::of(request, site);
    caller.must(right)?;
    caller.posted(csrf)?;
    Ok(caller.token().map_or_else(|| "?".to_owned(), |token| token.name.clone()))
}

/// `POST /m/<link>/fork`: keeps a side line, says something about one, or promotes one.
pub async fn keep(
    site: web::Data<Site>,
    path: web::Path<String>,
    request: HttpRequest,
    form: web::Form<LineForm>,
) -> HttpResponse {
    let by = match author(&site, &request, Right::Record, form.csrf.as_deref()) {
        Ok(by) => by,
        Err(denied) => return denied.answer(&site, request.uri()),
    };
    match keep_line(&site, &path, &form, &by) {
        Ok(to) => see_other(&to),
        Err(error) => refused(&site, &error),
    }
}

fn keep_line(site: &Site, link: &str, form: &LineForm, by: &str) -> Result<String, LineError> {
    let words = line::decode(&form.line).ok_or(LineError::Empty)?;
    let node = Node::find(site, link, form.ply, &words)?;
    if let Some(refusal) = node.trial.refusal {
        return Err(LineError::Illegal(refusal.illegal));
    }
    let steps = node.trial.steps();
    let new = NewLine { link, ply: form.ply, steps: &steps, text: &form.text, by };
    let now_ms = now_ms();
    if form.what == "promote" {
        site.keep.promote_line(&new, now_ms)?;
        return Ok(node.at(steps.len()));
    }
    let (ply, kept) = site.keep.keep_line(&new, now_ms)?;
    Ok(href(&node.lines.stored.address(), ply, kept))
}

/// `POST /fork`: stores what was tried as a match of its own.
pub async fn store(
    site: web::Data<Site>,
    request: HttpRequest,
    form: web::Form<MatchForm>,
) -> HttpResponse {
    if let Err(denied) = author(&site, &request, Right::Import, form.csrf.as_deref()) {
        return denied.answer(&site, request.uri());
    }
    match store_line(&site, &form) {
        Ok(to) => see_other(&to),
        Err(error) => refused(&site, &error),
    }
}

fn store_line(site: &Site, form: &MatchForm) -> Result<String, LineError> {
    let query = Query::read(&form.trial).map_err(LineError::Unreadable)?;
    let registry = site.keep.registry();
    let game = match query.rules {
        Some(rules) => registry.find(&form.game, rules),
        None => registry.newest(&form.game),
    };
    let game = game.ok_or_else(|| LineError::Unreadable("there is no such game".to_owned()))?;
    let ground = query.origin(game).and_then(|origin| site.keep.ground(&origin));
    let ground = ground.map_err(|error| match error {
        GroundError::Keep(error) => LineError::Keep(error),
        GroundError::Begin(error) => LineError::Unreadable(error.to_string()),
    })?;
    let trial = ground.attempt(&query.attempt()).map_err(KeepError::from)?;
    if let Some(refusal) = trial.refusal {
        return Err(LineError::Illegal(refusal.illegal));
    }
    let now_ms = now_ms();
    let stored = site.keep.store_line(&ground, &trial.steps(), now_ms)?;
    Ok(format!("/m/{}", stored.link))
}

/// Why a line is not kept, as a page.
fn refused(site: &Site, error: &LineError) -> HttpResponse {
    match error {
        LineError::Keep(error) => errors::of(site, error),
        error => {
            let words = format!("{}.", sentence(&error.to_string()));
            match error {
                LineError::Illegal(illegal) => errors::illegal(site, "Not kept", words, illegal),
                _ => errors::refused(site, StatusCode::UNPROCESSABLE_ENTITY, "Not kept", words),
            }
        }
    }
}
