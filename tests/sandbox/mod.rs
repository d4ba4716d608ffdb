//! Trying actions, keeping what was tried, comparing: over an archive in a folder of its own, and the
//! pages, asked for as a browser asks.

mod line_pages;
mod pages;
mod pair;
mod seen;
mod side_lines;
mod trial;

use std::sync::{Arc, LazyLock};

use actix_web::body::to_bytes;
use actix_web::http::{StatusCode, header};
use actix_web::test::TestRequest;
use actix_web::web;
use gamekeep::archive::Role;

use gamekeep::archive::Archive;
use gamekeep::archive::sqlite::SqliteArchive;
use gamekeep::games::Registry;
use gamekeep::record::input;
use gamekeep::service::Keep;
use gamekeep::service::import::Import;
use gamekeep::web::{Doors, Site};

use crate::answering::Answering;

/// A match that goes on.
pub(crate) const OPEN: &str = "[Gamekeep \"1\"]\n[Game \"castle-danger\"]\n[Rules \"1\"]\n\
    [Id \"open-1\"]\n[Blue \"heron\"]\n[Red \"moss\"]\n\n\
    1 B +W\n2 B Kc1-b1\n3 B end\n4 R +C\n5 R Cd9-d8\n6 R Cd8*d5\n";

/// A match that is over, of which the record tells what was hidden at the table.
const HIDDEN: &str = include_str!("../games/golden/castle-danger/hidden-told.gk");

/// A keep and the folder of its archive.
pub(crate) struct Kept {
    pub(crate) keep: Arc<Keep>,
    /// The site over it, for tests of pages.
    pub(crate) site: LazyLock<web::Data<Site>, Box<dyn FnOnce() -> web::Data<Site> + Send>>,
    answering: Answering,
    _folder: tempfile::TempDir,
}

/// A keep over a new archive.
pub(crate) fn keep() -> Kept {
    let folder = tempfile::tempdir().expect("a folder");
    let registry = Registry::standard();
    let path = folder.path().join("a.sqlite");
    let archive: Arc<dyn Archive> = Arc::new(SqliteArchive::open(&path, &registry).expect("opens"));
    let keep = Arc::new(Keep::new(registry, archive));
    let of_site = Arc::clone(&keep);
    let site = LazyLock::new(Box::new(|| {
        web::Data::new(Site::new(of_site, Doors::default()).expect("a site"))
    }) as Box<_>);
    Kept { keep, site, answering: Answering::default(), _folder: folder }
}

impl Kept {
    /// Imports records that are all good; the head of the first.
    pub(crate) fn import(&self, text: &str) -> String {
        let inputs = input::records(text, self.keep.registry());
        let (counts, reports) = self.keep.import(&inputs, &Import::default()).expect("imports");
        assert_eq!(counts.refused, 0, "{reports:?}");
        reports[0].kept.as_ref().expect("kept").head.to_string()
    }
}

impl Kept {
    /// A recorder's token.
    fn token(&self) -> String {
        let (_, secret) = self.keep.add_token("otter", Role::Recorder, 0).expect("a token");
        secret.to_string()
    }
}

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
    /// A page, asked for with a recorder's token.
    GetOfRecorder(&'a str),
    /// A form, sent with a recorder's token.
    Post(&'a str, &'a [(&'a str, &'a str)]),
    /// A form, sent by nobody in particular.
    PostOfNobody(&'a str, &'a [(&'a str, &'a str)]),
    /// The same from another site's page.
    PostOfOther(&'a str, &'a [(&'a str, &'a str)]),
}

/// Asks the site of a keep.
pub(crate) async fn ask(kept: &Kept, ask: Ask<'_>) -> Answer {
    let request = match ask {
        Ask::Get(path) => TestRequest::get().uri(path),
        Ask::GetOfRecorder(path) => {
            let told = format!("Bearer {}", kept.token());
            TestRequest::get().uri(path).insert_header((header::AUTHORIZATION, told))
        }
        Ask::Post(path, form) => {
            let told = format!("Bearer {}", kept.token());
            let request = TestRequest::post().uri(path).set_form(form);
            request.insert_header((header::AUTHORIZATION, told))
        }
        Ask::PostOfNobody(path, form) => TestRequest::post().uri(path).set_form(form),
        Ask::PostOfOther(path, form) => TestRequest::post()
            .uri(path)
            .insert_header((header::ORIGIN, "https://example.org"))
            .set_form(form),
    };
    let response = kept.answering.answer(&kept.site, request).await.expect("an answer");
    let status = response.status();
    let to = response.headers().get(header::LOCATION);
    let to = to.map_or(String::new(), |to| to.to_str().expect("text").to_owned());
    let body = to_bytes(response.into_body()).await.unwrap_or_default();
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
