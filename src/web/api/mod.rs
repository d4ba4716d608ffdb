//! `/api/v1`: the keep for programs, as JSON.
//!
//! [`operations`] is the table of routes, and the OpenAPI document is made from the same handlers:
//! what is served and what is said of it cannot differ. Whatever goes wrong is a
//! [`problem::Problem`], made from what the service says in one place ([`trouble`]).

use std::sync::LazyLock;

use actix_web::dev::ResourceDef;
use actix_web::http::Method;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, ResponseError, web};
use serde::Serialize;
use utoipa_actix_web::scope;
use utoipa_actix_web::service_config::ServiceConfig;

mod append;
mod create;
mod cursor;
mod document;
mod events;
mod export;
mod games;
pub mod guide;
mod import;
mod list;
pub mod problem;
mod read;
mod receive;
mod record;
pub(super) mod reference;
mod states;
mod table;
mod trouble;
mod verify;
mod version;
mod views;

use problem::{Kind, Problem};

use super::Site;
use crate::service::Keep;

pub(super) use document::DOCUMENT;

/// Where this version of the API is.
pub const ROOT: &str = "/api/v1";

/// Every operation. What stands here is all there is.
fn operations(api: &mut ServiceConfig<'_>) {
    api.service(create::create_match)
        .service(list::list_matches)
        .service(read::read_match)
        .service(append::append_actions)
        .service(states::list_states)
        .service(states::read_state)
        .service(events::follow_match)
        .service(verify::verify_match)
        .service(games::list_games)
        .service(games::read_game)
        .service(table::list_legal)
        .service(table::list_legal_of)
        .service(table::check_action)
        .service(import::import_records)
        .service(export::export_matches)
        .service(version::read_version);
}

/// The routes of the API.
pub fn routes(config: &mut web::ServiceConfig) {
    config.route(&format!("{ROOT}/openapi.json"), web::get().to(document::openapi));
    let mut config = ServiceConfig::new(config);
    config.service(scope::scope(ROOT).configure(operations));
}

/// The answer to an address below `/api/` that no operation has, or not with this method.
pub async fn no_operation(request: HttpRequest) -> HttpResponse {
    let path = request.path();
    let Some(methods) = methods(path) else {
        return Problem::new(Kind::NoAddress, "nothing has this address").error_response();
    };
    let allow = methods.join(", ");
    if request.method() != Method::OPTIONS {
        return Problem::method(allow).error_response();
    }
    HttpResponse::NoContent()
        .insert_header((header::ALLOW, allow))
        .insert_header((header::ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD"))
        .insert_header((
            header::ACCESS_CONTROL_ALLOW_HEADERS,
            "accept, if-none-match, last-event-id",
        ))
        .insert_header((header::ACCESS_CONTROL_MAX_AGE, "86400"))
        .finish()
}

/// The methods that an address takes, if it is one.
fn methods(path: &str) -> Option<Vec<&'static str>> {
    static RESOURCES: LazyLock<Vec<(ResourceDef, Vec<&'static str>)>> = LazyLock::new(|| {
        let paths = DOCUMENT.paths.paths.iter();
        let mut resources: Vec<_> = paths
            .map(|(path, item)| (ResourceDef::new(path.as_str()), document::methods(item)))
            .collect();
        let own = ResourceDef::new(format!("{ROOT}/openapi.json"));
        resources.push((own, vec!["GET", "HEAD", "OPTIONS"]));
        resources
    });
    let found = RESOURCES.iter().find(|(resource, _)| resource.is_match(path));
    found.map(|(_, methods)| methods.clone())
}

/// Asks the keep in a thread that may wait.
///
/// # Errors
/// What the question fails with; the thread broke.
async fn ask<T, E>(
    site: &web::Data<Site>,
    question: impl FnOnce(&Keep) -> Result<T, E> + Send + 'static,
) -> Result<T, Problem>
where
    T: Send + 'static,
    E: Into<Problem> + Send + 'static,
{
    let site = site.clone();
    let answer = web::block(move || question(&site.keep)).await;
    let answer = answer.map_err(|_| Problem::new(Kind::Broken, "the answer was not finished"))?;
    answer.map_err(Into::into)
}

/// A value as the body of an answer.
fn json(response: &mut actix_web::HttpResponseBuilder, value: &impl Serialize) -> HttpResponse {
    match serde_json::to_string(value) {
        Ok(json) => response.insert_header((header::CONTENT_TYPE, "application/json")).body(json),
        Err(error) => Problem::new(Kind::Broken, error).error_response(),
    }
}
