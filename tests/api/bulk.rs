//! Many at once: in and out, as streams.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use super::{Server, record, sample};

const GAME: &str = "game-of-knights";

/// So many records as text, one after the other.
fn many(name: &str, count: usize) -> String {
    let log = sample(GAME);
    (0..count).map(|n| record(&log, &format!("{name}-{n}"), n % 5).0).collect()
}

fn done(lines: &[Value]) -> Vec<u64> {
    let done = &lines.last().expect("a last line")["done"];
    let count = |name: &str| done[name].as_u64().unwrap_or_else(|| panic!("{done}"));
    ["read", "stored", "known", "refused", "left_out"].map(count).to_vec()
}

#[test]
fn an_import_tells_what_became_of_each_record_and_by_its_status_of_all() {
    let server = Server::start();
    let good = many("good", 6);
    let import = |query: &str, body: &str| {
        let answer = server.post(&format!("/api/v1/import{query}"), "text/plain", body.as_bytes());
        assert_eq!(answer.header("content-type"), "application/x-ndjson");
        (answer.status, answer.lines())
    };
    let (status, lines) = import("?dry_run=true", &good);
    assert_eq!((status, done(&lines)), (200, vec![6, 0, 0, 0, 6]));
    let (status, lines) = import("", &good);
    assert_eq!((status, done(&lines)), (200, vec![6, 6, 0, 0, 0]));
    assert_eq!((&lines[2]["record"], &lines[2]["entry"]), (&json!(3), &json!("new")));
    let head = lines[2]["head"].as_str().expect("a head");
    assert_eq!(server.get(&format!("/api/v1/matches/{head}")).status, 200);
    let (status, lines) = import("", &good);
    assert_eq!((status, done(&lines)), (200, vec![6, 0, 6, 0, 0]));

    let bad = format!("{good}[Game \"{GAME}\"]\n\n1 S dance\n");
    let (status, lines) = import("?report=bad", &bad);
    assert_eq!((status, done(&lines), lines.len()), (207, vec![7, 0, 6, 1, 0], 2));
    let problem = &lines[0]["problem"];
    let line = bad.lines().count();
    assert_eq!((&problem["rule"], &problem["line"]), (&json!("notation"), &json!(line)));
    assert_eq!((&problem["column"], &lines[0]["line"]), (&json!(5), &json!(line - 2)));
    let (status, lines) = import("", "[Game \"chess\"]\n\n1 W e4\n");
    assert_eq!((status, done(&lines)), (422, vec![1, 0, 0, 1, 0]));
    let empty = server.post("/api/v1/import", "text/plain", b" \n");
    empty.is(422, "bad-record");
}

/// BULK-O2, ILL-O1: the three modes.
#[test]
fn a_bad_record_is_left_out_or_cut_or_stops_everything() {
    let good = many("modes", 4);
    let log = sample(GAME);
    let bad = record(&log, "modes-bad", 5).0 + "6 S dance\n";
    let body = format!("{good}{bad}");
    let (_, links) = record(&log, "modes-bad", 5);
    for (mode, status, counts) in [
        ("atomic", 207, vec![5, 0, 0, 1, 4]),
        ("skip-bad", 207, vec![5, 4, 0, 1, 0]),
        ("keep-legal", 207, vec![5, 5, 0, 1, 0]),
    ] {
        let server = Server::start();
        let path = format!("/api/v1/import?mode={mode}");
        let answer = server.post(&path, "text/plain", body.as_bytes());
        assert_eq!((answer.status, done(&answer.lines())), (status, counts), "{mode}");
        let kept = server.get(&format!("/api/v1/matches/{}", links[5]));
        assert_eq!(kept.status == 200, mode == "keep-legal", "{mode}");
    }
    let server = Server::start();
    let answer = server.post("/api/v1/import?mode=some", "text/plain", body.as_bytes());
    answer.is(400, "bad-query");
}

#[test]
fn an_import_takes_ndjson_and_json_and_nothing_else() {
    let server = Server::start();
    let head = server.store(&record(&sample(GAME), "forms", 3).0);
    let json = server.get(&format!("/api/v1/matches/{head}.json"));
    let spread = serde_json::to_string_pretty(&json.json()).expect("JSON");
    let import = |media_type, body: &[u8]| server.post("/api/v1/import", media_type, body);
    assert_eq!(done(&import("application/x-ndjson", &json.bytes).lines()), [1, 0, 1, 0, 0]);
    assert_eq!(done(&import("application/json", spread.as_bytes()).lines()), [1, 0, 1, 0, 0]);
    import("application/xml", b"<x/>").is(415, "media-type");
    import("text/plain; charset=latin1", b"x").is(415, "media-type");
    let bearer = format!("Bearer {}", server.recorder);
    let headers = [
        ("authorization", bearer.as_str()),
        ("content-type", "text/plain"),
        ("content-encoding", "gzip"),
    ];
    let zipped = server.send("POST", "/api/v1/import", &headers, Some(b"x"));
    zipped.is(415, "media-type");
    assert_eq!(zipped.header("accept-encoding"), "identity");
}

/// RT, BULK-O1: what an export writes, an import reads; exported again, it is the same.
#[test]
fn an_export_comes_back_byte_by_byte() {
    let server = Server::start();
    let mut text = many("export", 150);
    text.push_str("[Game \"game-of-knights\"]\n[Event \"a \\\"b\\\" \\\\ é\"]\n[Date \"2026\"]\n\n{ before } * {after}\n");
    let answer = server.post("/api/v1/import", "text/plain", text.as_bytes());
    assert_eq!(answer.status, 200, "{}", answer.text());
    let export = server.get("/api/v1/export");
    assert_eq!((export.status, export.header("content-type")), (200, "application/x-ndjson"));
    let lines = export.lines();
    assert_eq!(lines[0]["closing"], true);
    let end = lines.last().expect("an end");
    assert_eq!((&end["count"], lines.len()), (&json!(151), 153));
    let body = export.text().trim_end().rsplit_once('\n').expect("lines").0.len() + 1;
    assert_eq!(end["blake3"], blake3::hash(&export.bytes[..body]).to_hex().as_str());

    for media_type in ["application/x-ndjson", "text/plain", "application/zip"] {
        let export = server.get_with("/api/v1/export", &[("accept", media_type)]);
        assert!(export.header("content-type").starts_with(media_type), "{media_type}");
        let other = Server::start();
        let answer = other.post("/api/v1/import", media_type, &export.bytes);
        assert_eq!((answer.status, done(&answer.lines())), (200, vec![151, 151, 0, 0, 0]));
        let again = other.get_with("/api/v1/export", &[("accept", media_type)]);
        assert!(again.bytes == export.bytes, "{media_type}");
    }

    // A file that was cut, or of which a line is missing, is told by its end.
    let other = Server::start();
    let (last, lines) = (lines.len() - 1, export.text().lines());
    let without = |n: usize| -> String {
        let kept = lines.clone().enumerate().filter(|(place, _)| *place != n);
        kept.map(|(_, line)| format!("{line}\n")).collect()
    };
    for cut in [last, 70] {
        let body = without(cut);
        let path = "/api/v1/import?report=bad";
        let answer = other.post(path, "application/x-ndjson", body.as_bytes());
        assert_eq!((answer.status, done(&answer.lines())[3]), (207, 1), "{}", answer.text());
    }
}

#[test]
fn an_export_goes_on_where_it_was_cut() {
    let server = Server::start();
    server.post("/api/v1/import", "text/plain", many("resume", 150).as_bytes());
    let matches = |path: &str| {
        let lines = server.get(path).lines();
        let (first, last) = (lines.first().expect("a first line"), lines.last().expect("a last"));
        assert_eq!((&first["closing"], &last["count"]), (&json!(true), &json!(lines.len() - 2)));
        lines[1..lines.len() - 1].to_vec()
    };
    let head = |line: &Value| line["head"].as_str().expect("a head").to_owned();
    let whole = matches("/api/v1/export");
    assert_eq!(whole.len(), 150);
    let rest = matches(&format!("/api/v1/export?after={}", head(&whole[99])));
    assert_eq!(rest, whole[100..]);
    // In parts.
    let (mut got, mut after) = (Vec::new(), String::new());
    loop {
        let part = matches(&format!("/api/v1/export?limit=40{after}"));
        let Some(last) = part.last() else { break };
        after = format!("&after={}", head(last));
        got.extend_from_slice(&part);
    }
    assert_eq!(got, whole);
    // What came in since then comes when it is asked on.
    server.post("/api/v1/import", "text/plain", many("since", 3).as_bytes());
    assert_eq!(matches(&format!("/api/v1/export?{}", &after[1..])).len(), 3);
    assert_eq!(matches("/api/v1/export?game=nothing").len(), 0);
    assert_eq!(matches("/api/v1/export?result=unfinished&limit=2").len(), 2);
    server.get("/api/v1/export?after=0123").is(400, "bad-query");
    server.get(&format!("/api/v1/export?after={}", "0".repeat(64))).is(404, "no-match");
}

/// LONG-O3: what comes in is stored, and told, while more is still to come.
#[test]
fn a_report_streams_out_while_the_import_streams_in() {
    let server = Server::start();
    let mut socket = TcpStream::connect(&server.address).expect("connects");
    socket.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
    let head = format!(
        "POST /api/v1/import HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n\
         Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n",
        server.address, server.recorder
    );
    socket.write_all(head.as_bytes()).expect("sends");
    let chunk = |text: &str| {
        let mut out = String::new();
        let _ = write!(out, "{:x}\r\n{text}\r\n", text.len());
        out
    };
    socket.write_all(chunk(&many("first", 300)).as_bytes()).expect("sends");
    let mut reader = BufReader::new(socket.try_clone().expect("a socket"));
    let mut seen = String::new();
    while !seen.contains("\"record\":200,") {
        let mut line = String::new();
        assert!(reader.read_line(&mut line).expect("a report while more is to come") > 0);
        seen.push_str(&line);
    }
    assert!(seen.starts_with("HTTP/1.1 207"), "{}", &seen[..80]);
    socket.write_all(chunk(&many("second", 50)).as_bytes()).expect("sends");
    socket.write_all(b"0\r\n\r\n").expect("sends");
    reader.read_to_string(&mut seen).expect("the rest");
    assert!(seen.contains("\"read\":350,\"stored\":350"), "{}", &seen[seen.len() - 300..]);
}

/// An import that breaks off has stored what it told of; sent again, it goes on.
#[test]
fn an_import_that_breaks_off_is_sent_again() {
    let server = Server::start();
    let text = many("broken", 600);
    let mut socket = TcpStream::connect(&server.address).expect("connects");
    let head = format!(
        "POST /api/v1/import HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n\
         Content-Type: text/plain\r\nContent-Length: {}\r\n\r\n",
        server.address,
        server.recorder,
        text.len()
    );
    socket.write_all(head.as_bytes()).expect("sends");
    socket.write_all(&text.as_bytes()[..text.len() - 30]).expect("sends");
    drop(socket);
    let answer = server.post("/api/v1/import", "text/plain", text.as_bytes());
    let counts = done(&answer.lines());
    assert_eq!((counts[0], counts[1] + counts[2], counts[3]), (600, 600, 0));
    let marks = 2;
    let stored = server.get("/api/v1/export").lines().len() - marks;
    assert_eq!(stored, 600);
}
