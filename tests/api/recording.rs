//! Creating and appending: nothing lost, doubled or reordered, whoever writes at once and however
//! often a request is sent.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

use gamekeep::web::Doors;

use super::{Server, actions, record, sample};

const GAME: &str = "game-of-knights";

#[test]
fn a_record_is_stored_in_every_form_with_the_same_link() {
    let server = Server::start();
    let log = sample(GAME);
    let last = log.actions.len();
    let (text, links) = record(&log, "forms", last);
    let first = server.post("/api/v1/matches", "text/plain; charset=utf-8", text.as_bytes());
    assert_eq!(first.status, 201, "{}", first.text());
    let created = first.json();
    assert_eq!((&created["head"], &created["entry"]), (&json!(links[last]), &json!("new")));
    assert_eq!(first.header("location"), format!("/api/v1/matches/{}", links[last]));
    assert_eq!(first.header("etag"), format!("\"{}\"", links[last]));
    let json = server.get(&format!("/api/v1/matches/{}.json", links[last]));
    for media_type in ["application/json", "application/x-ndjson"] {
        let again = server.post("/api/v1/matches", media_type, &json.bytes);
        assert_eq!((again.status, &again.json()["head"]), (200, &json!(links[last])));
        assert_eq!(again.json()["entry"], "already");
    }
}

#[test]
fn what_becomes_of_a_record_is_told() {
    let server = Server::start();
    let log = sample(GAME);
    let last = log.actions.len();
    let (begun, links) = record(&log, "entries", 4);
    let entry = |text: &str| {
        let answer = server.post("/api/v1/matches", "text/plain", text.as_bytes());
        let told = answer.json();
        (answer.status, told["entry"].as_str().expect("an entry").to_owned(), told)
    };
    assert_eq!(entry(&begun).1, "new");
    let (status, kind, told) = entry(&record(&log, "entries", last).0);
    assert_eq!((status, kind.as_str(), &told["ply"]), (201, "continued", &json!(4)));
    let (status, kind, told) = entry(&begun);
    assert_eq!((status, kind.as_str(), &told["plies"]), (200, "shorter", &json!(4)));
    let named = record(&log, "entries", last).0.replace("\"?\"", "\"Ada\"");
    assert_eq!(entry(&named).1, "recorded");
    assert_eq!(entry(&named).1, "already");
    let fork = format!("{begun}5 * abort\n");
    let (status, kind, told) = entry(&fork);
    assert_eq!((status, kind.as_str()), (201, "fork"));
    assert_eq!((&told["ply"], &told["parent"]), (&json!(4), &json!(links[4])));
}

#[test]
fn an_append_goes_on_from_the_head_that_was_seen() {
    let server = Server::start();
    let log = sample(GAME);
    let last = log.actions.len();
    let (begun, links) = record(&log, "append", 0);
    assert_eq!(server.store(&begun), links[0]);
    let answer = server.append(&links[0], &links[0], None, &actions(&log, 1, 3));
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("etag"), format!("\"{}\"", links[3]));
    assert_eq!((&answer.json()["head"], &answer.json()["plies"]), (&json!(links[3]), &json!(3)));

    let stale = server.append(&links[0], &links[0], None, &actions(&log, 1, 1));
    assert_eq!(stale.is(412, "stale-head")["head"], json!(links[3]));
    let never_seen = server.append(&links[0], &links[1], None, &actions(&log, 2, 2));
    assert_eq!(never_seen.is(412, "stale-head")["head"], json!(links[3]));
    let other = server.append(&links[0], &"0".repeat(64), None, &actions(&log, 1, 1));
    assert_eq!(other.is(412, "stale-head")["head"], json!(links[3]));

    // By any link of the match, or the beginning of one; and by the tag of a read.
    let tag = server.get(&format!("/api/v1/matches/{}", links[3])).header("etag").to_owned();
    let tag = tag.trim_matches('"').to_owned();
    assert!(tag.starts_with(&links[3]) && tag.len() > 64, "{tag}");
    let answer = server.append(&links[0][..12], &tag, None, &actions(&log, 4, last));
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_ne!(answer.json()["result"]["reason"], Value::Null);
    let over = server.append(&links[0], &links[last], None, &json!([{"by": "*", "do": "abort"}]));
    let problem = over.is(409, "match-over");
    assert_eq!((&problem["head"], &problem["rule"]), (&json!(links[last]), &json!("after-end")));
    let stored = server.get(&format!("/api/v1/matches/{}.log", links[last]));
    assert_eq!(blake3::hash(&stored.bytes).to_hex().as_str(), links[last]);
}

#[test]
fn what_the_rules_refuse_names_rule_and_ply_and_stores_nothing() {
    let server = Server::start();
    let log = sample(GAME);
    let (begun, links) = record(&log, "illegal", 2);
    server.store(&begun);
    let mut more = actions(&log, 3, 4);
    more.as_array_mut().expect("a list").push(json!({"by": "*", "do": "abort"}));
    more.as_array_mut().expect("a list").push(json!({"by": "S", "do": "resign"}));
    let problem = server.append(&links[2], &links[2], None, &more).is(422, "illegal-action");
    assert_eq!((&problem["rule"], &problem["ply"]), (&json!("after-end"), &json!(6)));
    let rules = [("S", "dance", "notation"), ("*", "resign", "notation"), ("S", "a1:N", "GK-")];
    for (by, action, rule) in rules {
        let one = json!([{ "by": by, "do": action }]);
        let problem = server.append(&links[2], &links[2], None, &one).is(422, "illegal-action");
        let broken = problem["rule"].as_str().expect("a rule");
        assert!(broken.starts_with(rule) && problem["ply"] == 3, "{problem}");
        let href = rule.ends_with('-').then(|| format!("/games/{GAME}#{broken}"));
        assert_eq!(problem["rule_href"].as_str(), href.as_deref(), "{problem}");
    }
    let nobody = json!([{"by": "Z", "do": "end"}]);
    let problem = server.append(&links[2], &links[2], None, &nobody).is(422, "bad-record");
    assert_eq!((&problem["path"], &problem["found"]), (&json!("actions[0].by"), &json!("Z")));
    server.append(&links[2], &links[2], None, &json!([])).is(422, "unfit");
    let long = json!([{"by": "S", "do": "x".repeat(300)}]);
    server.append(&links[2], &links[2], None, &long).is(413, "too-large");
    assert_eq!(server.get(&format!("/api/v1/matches/{}/states", links[2])).json()["last"], 2);
}

#[test]
fn an_append_without_a_condition_or_with_a_bad_one_is_refused() {
    let server = Server::start();
    let (begun, links) = record(&sample(GAME), "condition", 0);
    server.store(&begun);
    let path = format!("/api/v1/matches/{}/actions", links[0]);
    let body = json!({"actions": [{"by": "*", "do": "abort"}]});
    server.post_json(&path, &body).is(428, "no-condition");
    let bearer = format!("Bearer {}", server.recorder);
    let whole = format!("\"{}\"", links[0]);
    let send = |tag: &str, key: &str| {
        let headers = [
            ("authorization", bearer.as_str()),
            ("content-type", "application/json"),
            ("if-match", tag),
            ("idempotency-key", key),
        ];
        server.send("POST", &path, &headers, Some(body.to_string().as_bytes()))
    };
    for tag in ["*", "\"\"", "\"abc\"", &links[0], &whole[..20], &format!("{whole}, {whole}"), "\""]
    {
        send(tag, "k").is(400, "bad-header");
    }
    for key in ["", "a b", &"k".repeat(101)] {
        send(&whole, key).is(400, "bad-header");
    }
    assert_eq!(send(&whole, &"k".repeat(100)).status, 200);
}

/// CONC-O1, CONC-O3: of many with one expected head, one is first and the others are told.
#[test]
fn of_fifty_recorders_at_once_one_is_first() {
    let server = Server::start();
    let log = sample(GAME);
    let (begun, links) = record(&log, "race", 0);
    server.store(&begun);
    let statuses = at_once(50, |_| {
        let answer = server.append(&links[0], &links[0], None, &actions(&log, 1, 1));
        if answer.status == 412 {
            assert_eq!(answer.json()["head"], json!(links[1]));
        }
        answer.status
    });
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1);
    assert_eq!(statuses.iter().filter(|status| **status == 412).count(), 49);
    assert_eq!(server.get(&format!("/api/v1/matches/{}/states", links[0])).json()["last"], 1);
}

/// DUP-O1: the same request with the same key, at once and later, happens once.
#[test]
fn of_fifty_repeats_at_once_one_happens_and_all_are_answered_alike() {
    let server = Server::start();
    let log = sample(GAME);
    let (begun, links) = record(&log, "repeats", 0);
    server.store(&begun);
    let send = || server.append(&links[0], &links[0], Some("once"), &actions(&log, 1, 2));
    let answers = at_once(50, |_| {
        let answer = send();
        (answer.status, answer.text().to_owned(), answer.header("idempotent-replayed").to_owned())
    });
    assert!(answers.iter().all(|(status, text, _)| (*status, text) == (200, &answers[0].1)));
    assert_eq!(answers.iter().filter(|(.., replayed)| replayed.is_empty()).count(), 1);

    // Later too, when the match has gone on, and when it is over.
    server.append(&links[2], &links[2], Some("next"), &actions(&log, 3, 3));
    assert_eq!((send().status, send().text()), (200, answers[0].1.as_str()));
    server.append(&links[3], &links[3], None, &json!([{"by": "*", "do": "abort"}]));
    assert_eq!((send().status, send().text()), (200, answers[0].1.as_str()));
    let other = server.append(&links[0], &links[0], Some("once"), &actions(&log, 1, 1));
    other.is(422, "key-reused");
    // A key of another match has nothing to do with it.
    let (other, other_links) = record(&log, "another", 0);
    server.store(&other);
    let answer =
        server.append(&other_links[0], &other_links[0], Some("once"), &actions(&log, 1, 1));
    assert_eq!(answer.status, 200);
}

/// CONC-O1: two recorders take turns as the answers tell them; the log is theirs, action by action.
#[test]
fn two_recorders_who_read_and_retry_lose_and_double_nothing() {
    let server = Server::start();
    let log = sample(GAME);
    let last = log.actions.len();
    let (begun, links) = record(&log, "turns", 0);
    server.store(&begun);
    at_once(4, |_| {
        let mut ply = 0;
        while ply < last {
            let next = actions(&log, ply + 1, ply + 1);
            let answer = server.append(&links[0], &links[ply], None, &next);
            let head = answer.json()["head"].clone();
            assert!(matches!(answer.status, 200 | 412 | 409), "{}", answer.text());
            ply = links.iter().position(|link| head == json!(link)).expect("a head of this log");
        }
    });
    let stored = server.get(&format!("/api/v1/matches/{}.log", links[last]));
    assert_eq!(blake3::hash(&stored.bytes).to_hex().as_str(), links[last]);
}

/// CRASH, DUP: the connection is cut before the answer is read; the repeat finds out.
#[test]
fn a_retry_after_a_cut_connection_is_safe() {
    let server = Server::start();
    let log = sample(GAME);
    let last = log.actions.len().min(20);
    let (begun, links) = record(&log, "cut", 0);
    server.store(&begun);
    for ply in 0..last {
        let body = json!({ "actions": actions(&log, ply + 1, ply + 1) }).to_string();
        let request = format!(
            "POST /api/v1/matches/{}/actions HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n\
             Content-Type: application/json\r\nIf-Match: \"{}\"\r\nIdempotency-Key: step-{ply}\r\n\
             Content-Length: {}\r\n\r\n{body}",
            links[0],
            server.address,
            server.recorder,
            links[ply],
            body.len()
        );
        // Cut at every other byte count: before the body, within it, and after all of it.
        let sent = request.len() - [0, 1, body.len()][ply % 3];
        let mut socket = TcpStream::connect(&server.address).expect("connects");
        socket.write_all(&request.as_bytes()[..sent]).expect("sends");
        drop(socket);
        let key = format!("step-{ply}");
        let next = actions(&log, ply + 1, ply + 1);
        let answer = server.append(&links[0], &links[ply], Some(&key), &next);
        assert_eq!((answer.status, &answer.json()["head"]), (200, &json!(links[ply + 1])));
    }
    assert_eq!(server.get(&format!("/api/v1/matches/{}/states", links[0])).json()["last"], last);
}

#[test]
fn nothing_is_written_without_a_right_to() {
    let server = Server::start();
    let (begun, links) = record(&sample(GAME), "rights", 0);
    let doors = [
        ("/api/v1/matches".to_owned(), "text/plain"),
        (format!("/api/v1/matches/{}/actions", links[0]), "application/json"),
        ("/api/v1/import".to_owned(), "text/plain"),
    ];
    for (path, media_type) in &doors {
        let send = |token: Option<&str>| {
            let bearer = token.map(|token| format!("Bearer {token}"));
            let mut headers = vec![("content-type", *media_type)];
            headers.extend(bearer.as_deref().map(|bearer| ("authorization", bearer)));
            server.send("POST", path, &headers, Some(begun.as_bytes()))
        };
        assert!(send(None).header("www-authenticate").starts_with("Bearer"));
        send(None).is(401, "no-token");
        send(Some("nobody's")).is(401, "no-token");
        send(Some(&server.reader)).is(403, "not-permitted");
    }
    assert_eq!(server.get("/api/v1/matches").json()["matches"], json!([]));

    // Who may not is told before the body is read.
    let mut socket = TcpStream::connect(&server.address).expect("connects");
    let head = "POST /api/v1/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n";
    socket.write_all(head.as_bytes()).expect("sends");
    let mut answer = [0; 12];
    socket.read_exact(&mut answer).expect("an answer before the body");
    assert_eq!(&answer, b"HTTP/1.1 401");
}

#[test]
fn an_open_site_takes_records_from_this_machine_but_from_no_page_of_another_site() {
    let server = Server::with(Doors { open: true, only_here: true, ..Doors::default() });
    let (begun, _) = record(&sample(GAME), "open", 0);
    let send = |headers: &[(&str, &str)]| {
        let headers = [&[("content-type", "text/plain")], headers].concat();
        server.send("POST", "/api/v1/matches", &headers, Some(begun.as_bytes()))
    };
    send(&[("origin", "https://elsewhere.example")]).is(403, "not-permitted");
    send(&[("host", "elsewhere.example")]).is(421, "wrong-host");
    assert_eq!(send(&[("origin", &format!("http://{}", server.address))]).status, 201);
    assert_eq!(send(&[]).status, 200);
}

/// PRIV-O3: a match that is not listed has no trace but at its whole link.
#[test]
fn an_unlisted_match_is_found_by_its_whole_link_only() {
    let server = Server::start();
    let log = sample(GAME);
    let last = log.actions.len();
    let (text, links) = record(&log, "unlisted", last);
    let answer = server.post("/api/v1/matches?listed=false", "text/plain", text.as_bytes());
    assert_eq!(answer.status, 201, "{}", answer.text());
    let head = &links[last];
    assert_eq!(server.get(&format!("/api/v1/matches/{head}")).status, 200);
    server.get(&format!("/api/v1/matches/{}", &head[..63])).is(404, "no-match");
    let near = format!("{}{}", &head[..20], "0".repeat(44));
    assert_eq!(server.get(&format!("/api/v1/matches/{near}")).json()["links"], Value::Null);
    assert_eq!(server.get("/api/v1/matches").json()["matches"], json!([]));
    assert!(!server.get("/api/v1/export").text().contains(head));
    let listed = server.post("/api/v1/matches?listed=perhaps", "text/plain", text.as_bytes());
    listed.is(400, "bad-query");
}

/// CD-4, HID-O1: what is hidden at the table is in no answer while the match goes on.
#[test]
fn what_tells_a_hidden_piece_is_refused_until_the_match_is_over() {
    let server = Server::start();
    let begun = "[Game \"castle-danger\"]\n[hidden \"yes\"]\n\n1 B +?\n";
    let head = server.store(begun);
    let told = begun.replace("+?", "+?=C");
    let refused = server.post("/api/v1/matches", "text/plain", told.as_bytes());
    let rule = refused.is(422, "illegal-action")["rule"].as_str().expect("a rule").to_owned();
    assert!(rule.starts_with("CD-4"), "{rule}");
    let report = server.post("/api/v1/import?mode=keep-legal", "text/plain", told.as_bytes());
    let problem = report.lines()[0]["problem"].clone();
    let href = format!("/games/castle-danger#{rule}");
    assert_eq!((&problem["rule"], &problem["rule_href"]), (&json!(rule), &json!(href)));
    assert_eq!(report.lines()[1]["done"]["stored"], 0, "{}", report.text());
    let more = json!([{"by": "B", "do": "end"}, {"by": "R", "do": "+?=C"}]);
    let refused = server.append(&head, &head, None, &more).is(422, "illegal-action");
    assert_eq!((&refused["rule"], &refused["ply"]), (&json!(rule), &json!(3)));

    // Once it is over, the record may tell; who asks for what is public is not told even then.
    let over = format!("{told}2 B end\n3 R resign\n");
    let head = server.store(&over);
    let state = |view: &str| {
        let answer = server.get(&format!("/api/v1/matches/{head}/states/1{view}"));
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    };
    let (public, told) = (state(""), state("?view=told"));
    assert_eq!((&public["action"]["do"], &told["action"]["do"]), (&json!("+?"), &json!("+?=C")));
    assert_ne!(public["position"], told["position"]);
}

/// Runs something in many threads at once.
fn at_once<T: Send>(count: usize, each: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let (each, barrier) = (&each, &std::sync::Barrier::new(count));
    std::thread::scope(|scope| {
        let one = |n| {
            scope.spawn(move || {
                barrier.wait();
                each(n)
            })
        };
        let threads: Vec<_> = (0..count).map(one).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    })
}

#[test]
fn a_body_that_never_ends_is_refused_early() {
    let server = Server::start();
    let mut socket = TcpStream::connect(&server.address).expect("connects");
    let head = format!(
        "POST /api/v1/matches HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\n\
         Content-Type: text/plain\r\nContent-Length: 99999999999\r\n\r\n",
        server.recorder
    );
    socket.write_all(head.as_bytes()).expect("sends");
    let mut answer = [0; 32];
    socket.read_exact(&mut answer).expect("an answer before the body");
    assert!(answer.starts_with(b"HTTP/1.1 413"), "{}", String::from_utf8_lossy(&answer));
}
