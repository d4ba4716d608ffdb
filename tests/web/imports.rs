//! `/import`: files of any kind, the report and its download, and the page about games from
//! elsewhere.

use std::io::Write;

use actix_web::http::StatusCode;
use actix_web::http::header::CONTENT_TYPE;
use actix_web::test::TestRequest;
use gamekeep::archive::Role;
use gamekeep::record::foreign;
use gamekeep::web::limits::OPEN_IMPORT_BYTES;

use super::{Answer, House, RECORD, from_here};

/// A match of its own.
fn record(number: usize) -> String {
    format!("[Game castle-danger]\n[Id w{number}]\n[Blue Ada]\n[Red \"<b>Grace</b>\"]\n\n1 B +W\n")
}

/// A form with files, as bytes.
fn form(parts: &[(&str, Option<&str>, &[u8])]) -> (String, Vec<u8>) {
    let mut body = Vec::new();
    for (name, file, content) in parts {
        let file = file.map_or(String::new(), |file| format!("; filename=\"{file}\""));
        let head = format!("--b0\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n");
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"--b0--\r\n");
    ("multipart/form-data; boundary=b0".to_owned(), body)
}

async fn send(house: &House, bearer: &str, parts: &[(&str, Option<&str>, &[u8])]) -> Answer {
    let (kind, body) = form(parts);
    let request = TestRequest::post()
        .uri("/import")
        .insert_header(("authorization", format!("Bearer {bearer}")))
        .insert_header((CONTENT_TYPE, kind))
        .set_payload(body);
    house.ask(request).await
}

fn zip(count: usize, from: usize) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for number in from..from + count {
        let options = zip::write::SimpleFileOptions::default();
        zip.start_file(format!("{number}.gk"), options).expect("a file");
        zip.write_all(record(number).as_bytes()).expect("written");
    }
    zip.finish().expect("an archive").into_inner()
}

#[actix_web::test]
async fn files_of_every_kind_come_in_together() {
    let house = House::closed();
    let bearer = house.token(Role::Recorder).1;
    let before = house.match_count();
    // One that is kept in memory, and one that goes to a temporary file.
    let (small, large) = (zip(3, 0), zip(4_000, 100));
    assert!(large.len() > gamekeep::web::limits::FILE_BYTES_IN_MEMORY);
    let packed = zstd::encode_all(record(10).as_bytes(), 3).expect("packed");
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(record(11).as_bytes()).expect("packed");
    let gzip = gzip.finish().expect("packed");
    let answer = send(
        &house,
        &bearer,
        &[
            ("text", None, record(12).as_bytes()),
            ("file", Some("a.zip"), &small),
            ("file", Some("b.zip"), &large),
            ("file", Some("c"), &packed),
            ("file", Some("d"), &gzip),
            ("file", Some("e"), RECORD.as_bytes()),
        ],
    )
    .await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let sum = "4007 read: 4007 stored, 0 known already, 0 refused";
    assert!(answer.body.contains(sum), "{}", answer.body);
    assert!(
        answer.body.contains("a.zip: 1.gk, record 1") && answer.body.contains("pasted, record")
    );
    assert!(answer.body.contains("3907 more good records are not shown"), "{}", answer.body);
    assert!(!answer.body.contains("<b>Grace"));
    assert_eq!(house.match_count(), before + 4_007);
}

#[actix_web::test]
async fn a_long_report_is_grouped_and_can_be_downloaded() {
    let house = House::closed();
    let bearer = house.token(Role::Recorder).1;
    let bad = |n: usize| match n % 2 {
        0 => format!("[Game castle-danger]\n[Id x{n}]\n\n1 B +W\n2 B Kc1-c3\n"),
        _ => format!("[Game \"no-such-{n}\"]\n\n1 B end\n"),
    };
    let text = (0..240).map(bad).collect::<String>() + &record(1);
    let answer = send(&house, &bearer, &[("file", Some("bad.gk"), text.as_bytes())]).await;
    assert_eq!(answer.status, 207, "{}", answer.body);
    let body = &answer.body;
    assert!(body.contains("241 read: 1 stored, 0 known already, 240 refused"), "{body}");
    assert_eq!(body.matches("class=\"bad\">bad.gk, record ").count(), 100);
    assert!(body.contains("140 more bad records are not shown here"), "{body}");
    assert_eq!(body.matches("<td>120</td>").count(), 2, "{body}");
    assert!(body.contains("2 B Kc1-c3\n  |     ^"), "{body}");
    let path = body.split("href=\"/import/report/").nth(1).expect("a download");
    let path = format!("/import/report/{}", path.split('"').next().expect("a name"));
    let report = house.ask(TestRequest::get().uri(&path)).await;
    assert_eq!(report.status, 200);
    assert_eq!(report.header("content-type"), "application/x-ndjson");
    assert_eq!(report.header("cache-control"), "private, no-store");
    assert!(report.header("content-disposition").contains("report.ndjson"));
    let line = |line: &str| -> serde_json::Value { serde_json::from_str(line).expect("JSON") };
    let lines: Vec<_> = report.body.lines().map(line).collect();
    assert_eq!(lines.len(), 242);
    assert!(lines[..240].iter().all(|line| line["good"] == false && line["words"].is_string()));
    assert_eq!(lines[240]["done"], "stored");
    assert_eq!(lines[241]["counts"]["read"], 241);
    // Nobody finds it by chance, and it is no page.
    assert_eq!(house.ask(TestRequest::get().uri("/import/report/x")).await.status, 404);
}

#[actix_web::test]
async fn modes_and_dry_runs() {
    let house = House::closed();
    let bearer = house.token(Role::Recorder).1;
    let (good, bad) = (record(1), "[Game castle-danger]\n\n1 B +W\n2 B Kc1-c3\n");
    let before = house.match_count();
    let check = async |mode: &str, dry: bool, status: u16, stored: usize, words: &str| {
        let mut parts = vec![
            ("text", None, good.as_bytes()),
            ("mode", None, mode.as_bytes()),
            ("file", Some("bad.gk"), bad.as_bytes()),
        ];
        if dry {
            parts.push(("dry", None, b"yes".as_slice()));
        }
        let answer = send(&house, &bearer, &parts).await;
        assert_eq!(answer.status, status, "{}", answer.body);
        assert!(answer.body.contains(words), "{words}: {}", answer.body);
        assert_eq!(house.match_count(), before + stored, "{mode} {dry}");
    };
    check("atomic", false, 207, 0, "Nothing was imported").await;
    check("skip-bad", true, 207, 0, "Some records are bad").await;
    check("skip-bad", false, 207, 1, "bad.gk, record 1: not stored").await;
    check("keep-legal", false, 207, 2, "bad.gk, record 1: stored in part").await;
    check("keep-legal", false, 207, 2, "2 known already").await;
}

/// What is packed has the limits of what is not (DOS-O2).
#[actix_web::test]
async fn a_small_file_that_unpacks_to_a_large_one_is_refused() {
    let house = House::open();
    let page = house.form("/import", &[]).await;
    let blank = vec![b' '; usize::try_from(OPEN_IMPORT_BYTES).expect("small") + 1];
    let packed = zstd::encode_all(blank.as_slice(), 3).expect("packed");
    let mark = page.mark.as_bytes();
    let (kind, body) = form(&[("csrf", None, mark), ("file", Some("a.zst"), &packed)]);
    let request = TestRequest::post().uri("/import").insert_header((CONTENT_TYPE, kind));
    let answer = house.ask(from_here(page.with_cookies(request.set_payload(body)))).await;
    assert_eq!(answer.status, 422, "{}", answer.body);
    assert!(answer.body.contains("1 refused"), "{}", answer.body);
}

#[actix_web::test]
async fn how_to_bring_games_in_from_elsewhere() {
    let house = House::closed();
    let page = house.ask(TestRequest::get().uri("/import/elsewhere")).await;
    assert_eq!(page.status, 200);
    assert_eq!(page.body.matches("<h1").count(), 1);
    for heading in foreign::GUIDE.lines().filter_map(|line| line.strip_prefix("## ")) {
        assert!(page.body.contains(&format!("<h2>{heading}</h2>")), "{heading}");
    }
    for game in house.site.keep.registry().games() {
        let card = game.card();
        assert!(page.body.contains(&format!("id=\"{}\"", card.id)), "{}", card.id);
        for row in card.foreign.moves {
            assert!(page.body.contains(&format!("<td><code>{}</code></td>", row.name)));
        }
    }
    for from in ["/import", "/about"] {
        let answer = house.ask(TestRequest::get().uri(from)).await;
        assert!(answer.body.contains("href=\"/import/elsewhere\""), "{from}");
    }
}

#[actix_web::test]
async fn what_a_list_shows_can_be_taken_out() {
    let house = House::open();
    let page = house
        .ask(TestRequest::get().uri("/matches?game=siege&result=unfinished&player=moss"))
        .await
        .body;
    let link = page.split("<a href=\"/api").nth(1).and_then(|rest| rest.split('"').next());
    let link = format!("/api{}", link.expect("a link").replace("&#38;", "&"));
    assert_eq!(link, "/api/v1/export?game=siege&player=moss&result=unfinished");
    let rows = page.matches("<tr><td>").count();
    let lines = house.ask(TestRequest::get().uri(&link)).await.body;
    assert_eq!(lines.lines().count(), rows + 2, "{lines}");
    assert!(rows > 0 && page.contains("download=\"matches.ndjson\""));
}

#[actix_web::test]
async fn where_all_places_are_taken_that_is_said_at_once() {
    let house = House::open();
    let form = house.form("/import", &[]).await;
    let places = house.site.imports.clone();
    let count = u32::try_from(places.available_permits()).expect("few");
    let taken = places.acquire_many_owned(count).await.expect("places");
    let answer = house.ask(from_here(form.import(RECORD))).await;
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(answer.body.contains("Try again soon"), "{}", answer.body);
    drop(taken);
    assert_eq!(house.head(from_here(form.import(RECORD))).await.0, StatusCode::OK);
}
