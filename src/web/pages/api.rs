//! `/api`: the API for people, made from the document that programs read; `/api/problems`: what can
//! go wrong.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;

use super::{errors, page};
use crate::web::api::guide::guide;
use crate::web::api::problem::{About, Kind, TYPES};
use crate::web::api::reference::{self, Group, Object};
use crate::web::{Frame, Site, markdown};

#[derive(Template)]
#[template(path = "api.html")]
struct ApiPage<'a> {
    site: Frame<'a>,
    guide: String,
    groups: Vec<Group>,
    objects: Vec<Object>,
}

#[derive(Template)]
#[template(path = "problems.html")]
struct ProblemsPage<'a> {
    site: Frame<'a>,
    /// Whether only one is shown.
    one: bool,
    types: &'static str,
    problems: Vec<(About, String)>,
}

/// Answers with the guide and the reference.
pub async fn api(site: web::Data<Site>) -> HttpResponse {
    let guide = markdown::html(&guide(&site.keep));
    let (groups, objects) = (reference::groups(), reference::objects());
    page(StatusCode::OK, &ApiPage { site: site.frame(), guide, groups, objects })
}

/// Answers with all kinds of problems.
pub async fn problems(site: web::Data<Site>) -> HttpResponse {
    problems_page(&site, Kind::ALL)
}

/// Answers with one kind of problem: the address that is its `type`.
pub async fn problem(site: web::Data<Site>, name: web::Path<String>) -> HttpResponse {
    match Kind::ALL.iter().find(|kind| kind.about().name == *name) {
        Some(kind) => problems_page(&site, &[*kind]),
        None => errors::not_found(&site, "No problem has this name."),
    }
}

fn problems_page(site: &Site, kinds: &[Kind]) -> HttpResponse {
    let about = kinds.iter().map(|kind| kind.about());
    let problems = about.map(|about| (about, markdown::html(about.words))).collect();
    let (one, types) = (kinds.len() == 1, TYPES);
    page(StatusCode::OK, &ProblemsPage { site: site.frame(), one, types, problems })
}

/// Markdown in a line of a table.
fn inline(markdown: &str) -> String {
    markdown::html(markdown)
}
