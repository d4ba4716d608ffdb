//! A sixth game is a folder and a line: a tiny one, known only here, goes through record, archive,
//! pages and export.

mod noughts;

use std::sync::Arc;

use actix_web::test as http;
use actix_web::{App, web};
use gamekeep::archive::sqlite::SqliteArchive;
use gamekeep::games::Registry;
use gamekeep::record::draft::Checked;
use gamekeep::record::{input, link, text};
use gamekeep::service::Keep;
use gamekeep::service::import::Import;
use gamekeep::web::{Doors, Site, routes};

const RECORD: &str = "[Gamekeep \"1\"]\n[Game \"noughts\"]\n[Rules \"1\"]\n[Noughts \"fern\"]\n\
    [Crosses \"otter\"]\n\n1 O b2\n2 X a1\n3 O a3\n4 X c3\n5 O c1\n";

fn registry() -> Registry {
    Registry::standard().with(&noughts::NOUGHTS)
}

#[test]
fn a_sixth_game_is_a_record() {
    let registry = registry();
    let checked = input::records(RECORD, &registry)[0].check(&registry).and_then(Checked::whole);
    let checked = checked.expect("good");
    assert_eq!(text::write(&checked.record), RECORD);
    assert_eq!(checked.outcome.expect("over").reason, "NC-1.1");
    let log_text = checked.record.log.text(5);
    assert_eq!(
        link::head(&checked.record.log).to_string(),
        blake3::hash(log_text.as_bytes()).to_hex().to_string()
    );
    let bad = RECORD.replace("2 X a1", "2 X b2");
    let fault = input::records(&bad, &registry)[0].check(&registry).and_then(Checked::whole);
    assert_eq!(fault.expect_err("taken").rule, Some("NC-1.1"));
    assert!(Registry::standard().newest("noughts").is_none());
}

#[actix_web::test]
async fn a_sixth_game_has_pages_and_exports() {
    let folder = tempfile::tempdir().expect("a folder");
    let registry = registry();
    let archive = SqliteArchive::open(&folder.path().join("a.sqlite"), &registry).expect("opens");
    let keep = Arc::new(Keep::new(registry.clone(), Arc::new(archive)));
    let inputs = input::records(RECORD, &registry);
    let (counts, reports) = keep.import(&inputs, &Import::default()).expect("imports");
    assert_eq!((counts.stored, counts.refused), (1, 0));
    let head = reports[0].kept.as_ref().expect("kept").head.to_string();
    assert!(keep.text(&head).expect("exports").1.starts_with(RECORD));

    let site = web::Data::new(Site::new(keep, Doors::default()).expect("a site"));
    let app = http::init_service(App::new().app_data(site).configure(routes)).await;
    let get = async |path: String| {
        let request = http::TestRequest::get().uri(&path).to_request();
        let response = http::call_service(&app, request).await;
        assert!(response.status().is_success(), "{path}: {}", response.status());
        String::from_utf8(http::read_body(response).await.to_vec()).expect("text")
    };
    let page = get(format!("/m/{head}/3")).await;
    assert!(page.contains("Noughts marks a3."), "{page}");
    assert!(page.contains("Noughts mark on b2"), "the board is drawn with titles");
    let board = get(format!("/games/noughts/board?match={head}&ply=3")).await;
    assert!(board.contains("class=\"squares\"") && board.contains("line=c3"), "{board}");
    assert!(get("/games/noughts/board/edit".to_owned()).await.contains("Position text"));
    assert!(get(format!("/m/{head}/states")).await.contains("Crosses marks c3."));
    assert!(get("/".to_owned()).await.contains("fern"));
    assert!(get("/games/noughts".to_owned()).await.contains("Three in a row."));
    assert!(get(format!("/m/{head}.json")).await.contains("\"game\":\"noughts\""));
}
