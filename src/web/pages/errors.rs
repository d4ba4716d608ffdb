//! Pages for what is not there or not allowed.

use actix_web::http::{StatusCode, Uri};
use actix_web::{HttpResponse, web};
use askama::Template;

use super::page;
use crate::archive;
use crate::rules::illegal::Illegal;
use crate::service::KeepError;
use crate::web::denied::Denied;
use crate::web::words::sentence;
use crate::web::{Frame, Site, api, cors, rule_place};

#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage<'a> {
    site: Frame<'a>,
    heading: &'a str,
    words: String,
    links: Vec<Way>,
}

/// A way on from an error page.
struct Way {
    href: String,
    text: String,
}

fn error_page(
    site: &Site,
    status: StatusCode,
    heading: &str,
    words: String,
    links: Vec<Way>,
) -> HttpResponse {
    page(status, &ErrorPage { site: site.frame(), heading, words, links })
}

/// 404, with the words that say what is expected.
pub fn not_found(site: &Site, words: &str) -> HttpResponse {
    error_page(site, StatusCode::NOT_FOUND, "Not here", words.to_owned(), Vec::new())
}

/// The page for an address that nothing answers to.
pub async fn no_page(site: web::Data<Site>, request: actix_web::HttpRequest) -> HttpResponse {
    if let Some(asset) = site.assets.serve(&request) {
        return asset;
    }
    if request.path().starts_with(cors::API) {
        return api::no_operation(request).await;
    }
    not_found(&site, "Nothing is kept at this address.")
}

/// 500, when nothing more is known.
#[must_use]
pub fn broken(site: &Site, words: &str) -> HttpResponse {
    let status = StatusCode::INTERNAL_SERVER_ERROR;
    error_page(site, status, "Something broke", words.to_owned(), Vec::new())
}

/// 400 and 422: what a form sent cannot be taken.
pub fn refused(site: &Site, status: StatusCode, heading: &str, words: String) -> HttpResponse {
    error_page(site, status, heading, words, Vec::new())
}

/// 422: what a form sent breaks a rule, with the way to it.
pub fn illegal(site: &Site, heading: &str, words: String, illegal: &Illegal) -> HttpResponse {
    let href = rule_place::href(illegal.rule);
    let links = href.map(|href| Way { href, text: format!("Rule {}", illegal.rule) });
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    error_page(site, status, heading, words, links.into_iter().collect())
}

/// The page for a request that is refused, with the way on.
pub fn denied(site: &Site, denied: &Denied, uri: &Uri) -> HttpResponse {
    let path = uri.path();
    let way = |href: String, text: &str| vec![Way { href, text: text.to_owned() }];
    let links = match denied {
        Denied::NoToken { .. } | Denied::Ended | Denied::BadToken => {
            way(format!("/sign-in?next={path}"), "Sign in")
        }
        Denied::StaleForm | Denied::OtherSite | Denied::BadForm { .. } => {
            way(path.to_owned(), "Back to the form")
        }
        _ => Vec::new(),
    };
    error_page(site, denied.status(), denied.title(), denied.to_string(), links)
}

/// The page for what the keep could not do. The one match from its errors to statuses of pages.
pub fn of(site: &Site, error: &KeepError) -> HttpResponse {
    let match_way = |link: &crate::record::link::Link| Way {
        href: format!("/m/{link}"),
        text: link.to_string(),
    };
    let (status, heading, links) = match error {
        KeepError::NoLink(_) => (StatusCode::NOT_FOUND, "Not a link", Vec::new()),
        KeepError::NotFound { near } => {
            (StatusCode::NOT_FOUND, "Not here", near.iter().map(match_way).collect())
        }
        KeepError::NoPly { last, link } => {
            let href = format!("/m/{link}/{last}");
            let way = Way { href, text: format!("ply {last}, the last") };
            (StatusCode::NOT_FOUND, "No such ply", vec![way])
        }
        KeepError::NoTime { end_ms, link } => {
            let way = |end| Way { href: format!("/m/{link}/at/{end}"), text: "its end".to_owned() };
            (StatusCode::NOT_FOUND, "No such time", end_ms.map(way).into_iter().collect())
        }
        KeepError::NoClock => (StatusCode::NOT_FOUND, "Not on a clock", Vec::new()),
        KeepError::Ambiguous { links } => {
            (StatusCode::MULTIPLE_CHOICES, "Several matches", links.iter().map(match_way).collect())
        }
        KeepError::Withdrawn => (StatusCode::GONE, "Withdrawn", Vec::new()),
        KeepError::Broken(broken) => {
            tracing::error!(%broken, "a stored log does not replay");
            (StatusCode::INTERNAL_SERVER_ERROR, "Unreadable", Vec::new())
        }
        KeepError::Archive(error) => {
            let (status, heading) = of_archive(error);
            (status, heading, Vec::new())
        }
    };
    error_page(site, status, heading, format!("{}.", sentence(&error.to_string())), links)
}

/// The status and the heading for what the archive says.
fn of_archive(error: &archive::Error) -> (StatusCode, &'static str) {
    use archive::Error as E;
    match error {
        E::NotFound => (StatusCode::NOT_FOUND, "Not here"),
        E::Withdrawn { .. } => (StatusCode::GONE, "Withdrawn"),
        E::StaleHead { .. } => (StatusCode::CONFLICT, "Gone on since"),
        E::AfterEnd { .. } => (StatusCode::CONFLICT, "Over"),
        E::KeyReused => (StatusCode::UNPROCESSABLE_ENTITY, "Key used before"),
        E::Unfit { .. } => (StatusCode::UNPROCESSABLE_ENTITY, "Not kept"),
        E::UnknownRules { .. } => (StatusCode::UNPROCESSABLE_ENTITY, "Rules not known here"),
        E::Broken(archive::Broken::Busy) => {
            tracing::error!(%error, "the archive is busy");
            (StatusCode::SERVICE_UNAVAILABLE, "Busy")
        }
        E::Broken(_) | E::Damaged { .. } => {
            tracing::error!(%error, "the archive is in trouble");
            (StatusCode::INTERNAL_SERVER_ERROR, "Archive trouble")
        }
    }
}
