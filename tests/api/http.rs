//! The web's own manners: encodings, HEAD, other sites, ids, panics.

use std::io::Read;
use std::sync::Arc;

use actix_web::middleware::from_fn;
use actix_web::test as http;
use actix_web::{App, HttpResponse, web};
use gamekeep::archive::sqlite::SqliteArchive;
use gamekeep::games::Registry;
use gamekeep::service::Keep;
use gamekeep::web::{Doors, Site, requests};

use super::{Answer, Server, record, sample};

fn unpacked(answer: &Answer) -> Vec<u8> {
    let mut plain = Vec::new();
    match answer.header("content-encoding") {
        "br" => {
            brotli::Decompressor::new(&answer.bytes[..], 4_096)
                .read_to_end(&mut plain)
                .expect("br");
        }
        "gzip" => {
            flate2::read::GzDecoder::new(&answer.bytes[..]).read_to_end(&mut plain).expect("gzip");
        }
        _ => plain.clone_from(&answer.bytes),
    }
    plain
}

#[test]
fn answers_are_compressed_as_asked_and_each_encoding_has_its_tag() {
    let server = Server::start();
    let log = sample("game-of-knights");
    let head = server.store(&record(&log, "encodings", log.actions.len()).0);
    let paths = [
        "/".to_owned(),
        "/api".to_owned(),
        format!("/m/{head}"),
        format!("/api/v1/matches/{head}"),
        format!("/api/v1/matches/{head}.log"),
        "/api/v1/export".to_owned(),
        "/api/v1/openapi.json".to_owned(),
    ];
    for path in &paths {
        let plain = server.get(path);
        assert_eq!(plain.header("content-encoding"), "", "{path}");
        assert!(plain.header("vary").contains("accept-encoding"), "{path}");
        for (asked, encoding) in [("br, gzip", "br"), ("gzip", "gzip"), ("br;q=0, gzip", "gzip")] {
            let packed = server.get_with(path, &[("accept-encoding", asked)]);
            assert_eq!(packed.header("content-encoding"), encoding, "{path}");
            assert!(packed.header("vary").contains("accept-encoding"), "{path}");
            assert!(unpacked(&packed) == plain.bytes, "{path} {encoding}");
            let (tag, plain_tag) = (packed.header("etag"), plain.header("etag"));
            if plain_tag.is_empty() {
                continue;
            }
            assert_eq!(tag, format!("{}-{encoding}\"", plain_tag.trim_end_matches('"')));
            let known = [("accept-encoding", asked), ("if-none-match", tag)];
            assert_eq!(server.get_with(path, &known).status, 304, "{path}");
        }
        let none = server.get_with(path, &[("accept-encoding", "identity;q=0, *;q=0")]);
        assert!(none.status == 200 && none.bytes == plain.bytes, "{path}: {}", none.status);
    }
}

#[test]
fn head_answers_as_get_without_the_body() {
    let server = Server::start();
    let log = sample("game-of-knights");
    let head = server.store(&record(&log, "head", 3).0);
    for path in [
        "/".to_owned(),
        "/about".to_owned(),
        "/nothing".to_owned(),
        format!("/m/{head}"),
        "/api/v1/games".to_owned(),
        "/api/v1/nothing".to_owned(),
        "/api/v1/export".to_owned(),
        format!("/api/v1/matches/{head}/events"),
        format!("/api/v1/matches/{head}.log"),
    ] {
        let answer = server.send("HEAD", &path, &[], None);
        if path.ends_with("events") {
            assert_eq!((answer.status, answer.bytes.len()), (200, 0));
            continue;
        }
        let get = server.get(&path);
        assert_eq!((answer.status, answer.bytes.len()), (get.status, 0), "{path}");
        for name in ["content-type", "content-length", "etag", "cache-control", "vary"] {
            assert_eq!(answer.header(name), get.header(name), "{path} {name}");
        }
    }
}

#[test]
fn pages_of_other_sites_may_read_the_api_and_nothing_more() {
    let server = Server::start();
    let origin = [("origin", "https://elsewhere.example")];
    for path in
        ["/api/v1/games", "/api/v1/matches", "/api/v1/matches/0123456789", "/api/v1/nothing"]
    {
        let answer = server.get_with(path, &origin);
        assert_eq!(answer.header("access-control-allow-origin"), "*", "{path}");
        assert_eq!(answer.header("access-control-allow-credentials"), "", "{path}");
        assert!(answer.header("access-control-expose-headers").contains("ETag"), "{path}");
    }
    let tag = server.get("/api/v1/games").header("etag").to_owned();
    let known = server.get_with("/api/v1/games", &[("if-none-match", &tag)]);
    assert_eq!((known.status, known.header("access-control-allow-origin")), (304, "*"));
    for path in ["/", "/about", "/matches"] {
        assert_eq!(server.get_with(path, &origin).header("access-control-allow-origin"), "");
    }
    let written = server.post("/api/v1/matches", "text/plain", b"");
    assert_eq!(written.header("access-control-allow-origin"), "");
    let asked = [origin[0], ("access-control-request-method", "POST")];
    let asked = server.send("OPTIONS", "/api/v1/matches", &asked, None);
    assert_eq!(asked.header("access-control-allow-methods"), "GET, HEAD");
}

#[test]
fn every_answer_has_an_id_of_its_own_and_keeps_to_itself() {
    let server = Server::start();
    let mut ids = Vec::new();
    for path in ["/", "/nothing", "/api/v1/games", "/api/v1/nothing", "/api/v1/matches/0"] {
        let answer = server.get(path);
        ids.push(answer.header("x-request-id").to_owned());
        assert!(answer.header("content-security-policy").contains("default-src 'none'"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert!(!answer.header("cache-control").is_empty(), "{path}");
    }
    ids.sort_unstable();
    ids.dedup();
    assert!(ids.len() == 5 && !ids[0].is_empty(), "{ids:?}");
}

/// NUM-O2, XSS: a handler that panics is answered for, and the others go on.
#[actix_web::test]
async fn a_panic_is_answered_with_a_problem_or_a_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let registry = Registry::standard();
    let archive = SqliteArchive::open(&folder.path().join("a.sqlite"), &registry).expect("opens");
    let keep = Arc::new(Keep::new(registry, Arc::new(archive)));
    let site = web::Data::new(Site::new(keep, Doors::default()).expect("a site"));
    let broken = || web::get().to(async || -> HttpResponse { panic!("on purpose") });
    let app = App::new()
        .app_data(site)
        .wrap(from_fn(requests::answered))
        .route("/api/v1/broken", broken())
        .route("/broken", broken());
    let app = http::init_service(app).await;
    for (path, media_type) in
        [("/api/v1/broken", "application/problem+json"), ("/broken", "text/html; charset=utf-8")]
    {
        let request = http::TestRequest::get().uri(path).to_request();
        let error = http::try_call_service(&app, request).await.expect_err("a panic");
        let answer = error.error_response();
        assert_eq!(answer.status(), 500);
        let header = |name: &str| answer.headers().get(name).expect(name).to_str().expect("text");
        assert_eq!(header("content-type"), media_type);
        assert!(!header("x-request-id").is_empty());
        assert!(header("content-security-policy").contains("default-src 'none'"));
    }
}
