//! The pages, asked for as a browser asks.

mod lines;
mod sandbox;

use actix_web::App;
use actix_web::body::to_bytes;
use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::test::{TestRequest, call_service, init_service};
use gamekeep::web::routes;

use crate::service::Kept;

/// An answer: its status, where it leads, its body.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) to: String,
    pub(crate) body: String,
}

/// How a request is sent.
#[derive(Clone, Copy)]
pub(crate) enum Ask<'a> {
    Get(&'a str),
    /// A form, sent from this machine.
    Post(&'a str, &'a [(&'a str, &'a str)]),
    /// A form, sent from elsewhere.
    PostFromAfar(&'a str, &'a [(&'a str, &'a str)]),
    /// A form of another site's page.
    PostOfOther(&'a str, &'a [(&'a str, &'a str)]),
}

/// Asks the site of a keep.
pub(crate) async fn ask(kept: &Kept, ask: Ask<'_>) -> Answer {
    let app = init_service(App::new().app_data(kept.site.clone()).configure(routes)).await;
    let here = "127.0.0.1:4711".parse().expect("an address");
    let afar = "192.0.2.7:4711".parse().expect("an address");
    let request = match ask {
        Ask::Get(path) => TestRequest::get().uri(path).peer_addr(here),
        Ask::Post(path, form) => TestRequest::post().uri(path).peer_addr(here).set_form(form),
        Ask::PostFromAfar(path, form) => {
            TestRequest::post().uri(path).peer_addr(afar).set_form(form)
        }
        Ask::PostOfOther(path, form) => TestRequest::post()
            .uri(path)
            .peer_addr(here)
            .insert_header((header::ORIGIN, "https://example.org"))
            .set_form(form),
    };
    let response = call_service(&app, request.to_request()).await;
    let status = response.status();
    let to = response.headers().get(header::LOCATION);
    let to = to.map_or(String::new(), |to| to.to_str().expect("text").to_owned());
    let body = to_bytes(response.into_body()).await.ok().expect("a body");
    Answer { status, to, body: String::from_utf8(body.to_vec()).expect("text") }
}

/// The page at an address, which must be there.
pub(crate) async fn get(kept: &Kept, path: &str) -> String {
    let answer = ask(kept, Ask::Get(path)).await;
    assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.body);
    answer.body
}

/// The addresses of the links on a page that begin like this, with `&amp;` undone.
pub(crate) fn links(page: &str, start: &str) -> Vec<String> {
    let parts = page.split("href=\"").skip(1);
    let links = parts.filter_map(|part| part.split('"').next());
    let links = links.map(|link| link.replace("&amp;", "&").replace("&#38;", "&"));
    links.filter(|link| link.starts_with(start)).collect()
}
