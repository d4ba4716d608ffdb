//! What goes wrong is told as a problem, with its place, and its kind has a page.

use serde_json::json;

use super::{Server, record, sample};

#[test]
fn whatever_is_asked_wrongly_is_answered_with_a_problem() {
    let server = Server::start();
    for path in
        ["/api/v1", "/api/v1/nothing", "/api/v2/matches", "/api/v1/matches/a/b/c/d", "/api/x"]
    {
        server.get(path).is(404, "no-address");
    }
    let bodies: [(&str, &str, u16, &str); 9] = [
        ("application/json", "{", 400, "bad-json"),
        ("application/json", "{\"by\": 1}", 400, "bad-json"),
        ("application/json", "{\"by\": \"S\", \"do\": \"x\", \"Do\": 1}", 400, "bad-json"),
        ("application/json", "{\"by\": \"S\", \"by\": \"N\", \"do\": \"x\"}", 400, "bad-json"),
        ("application/json", "[]", 400, "bad-json"),
        ("application/json", "{\"by\":\"S\",\"do\":\"x\"} x", 400, "bad-json"),
        ("text/plain", "{}", 415, "media-type"),
        ("", "{}", 415, "media-type"),
        ("application/json; charset=utf-16", "{}", 415, "media-type"),
    ];
    let path = "/api/v1/games/game-of-knights/check";
    for (media_type, body, status, kind) in bodies {
        server.post(path, media_type, body.as_bytes()).is(status, kind);
    }
    let problem = server.post(path, "application/json", b"{\n \"by\": 1}").is(400, "bad-json");
    assert_eq!((&problem["line"], &problem["path"]), (&json!(2), &json!("by")));
    server.post(path, "application/json", &vec![b' '; 70_000]).is(413, "too-large");
    let deep = "[".repeat(60_000);
    server.post(path, "application/json", deep.as_bytes()).is(400, "bad-json");
    server.post(path, "application/json", b"{\"by\":\"\xff\"}").is(400, "bad-json");
    server.get_with("/api/v1/games", &[("accept", "text/html")]).is(406, "not-acceptable");
}

#[test]
fn a_wrong_method_is_told_the_right_ones() {
    let server = Server::start();
    for (path, allow) in [
        ("/api/v1/games", "GET, HEAD, OPTIONS"),
        ("/api/v1/matches", "GET, HEAD, POST, OPTIONS"),
        ("/api/v1/import", "POST, OPTIONS"),
        ("/api/v1/matches/0123456789/actions", "POST, OPTIONS"),
        ("/api/v1/games/siege/legal", "GET, HEAD, POST, OPTIONS"),
        ("/api/v1/openapi.json", "GET, HEAD, OPTIONS"),
    ] {
        for method in ["DELETE", "PUT", "PATCH", "TRACE"] {
            let answer = server.send(method, path, &[], None);
            answer.is(405, "no-method");
            assert_eq!(answer.header("allow"), allow, "{path}");
        }
        let options = server.send("OPTIONS", path, &[], None);
        assert_eq!((options.status, options.header("allow")), (204, allow));
    }
}

#[test]
fn a_link_that_is_none_or_several_or_nothing_is_told_apart() {
    let server = Server::start();
    let head = server.store(&record(&sample("game-of-knights"), "links", 1).0);
    for odd in ["012345678", "0123456789xyz", &head.to_uppercase(), &format!("{head}0"), "%00", "é"]
    {
        let path = format!("/api/v1/matches/{odd}/states");
        let answer = server.get(&path.replace('é', "%C3%A9"));
        answer.is(404, "no-link");
    }
    server.get("/api/v1/matches/0123456789").is(404, "no-match");
    let near = server.get(&format!("/api/v1/matches/{}00", &head[..10])).is(404, "no-match");
    assert_eq!(near["links"], json!([head]));
    server.get(&format!("/api/v1/matches/{head}/states?from=2")).is(404, "no-ply");
    server.get(&format!("/api/v1/matches/{head}/states/0?view=all")).is(400, "bad-query");
}

#[test]
fn a_bad_record_says_where_and_why() {
    let server = Server::start();
    let post = |media_type, body: &str| server.post("/api/v1/matches", media_type, body.as_bytes());
    let text = "[Game \"game-of-knights\"]\n\n1 S a1:N\n2 N dance\n";
    let problem = post("text/plain", text).is(422, "illegal-action");
    let place = json!([problem["line"], problem["column"], problem["ply"], problem["rule"]]);
    assert_eq!(place, json!([4, 5, 2, "notation"]));
    assert_eq!(problem["found"], "dance");
    let problem = post("text/plain", "[Game \"chess\"]\n\n1 W e4\n").is(422, "bad-record");
    assert_eq!((&problem["line"], &problem["column"]), (&json!(1), &json!(8)));
    let json = |member: &str| {
        format!("{{\"gamekeep\":1,\"game\":\"game-of-knights\",{member}\"actions\":[]}}")
    };
    let problem = post("application/json", &json("\"colour\":1,")).is(422, "bad-record");
    assert_eq!(problem["path"], "colour");
    let head = format!("\"head\":\"{}\",", "0".repeat(64));
    assert_eq!(post("application/json", &json(&head)).is(422, "differs")["path"], "head");
    let action = json("").replace("[]", "[{\"by\":\"S\",\"do\":\"dance\"}]");
    let problem = post("application/json", &action).is(422, "illegal-action");
    assert_eq!((&problem["path"], &problem["ply"]), (&json!("actions[0].do"), &json!(1)));
    let two = format!("{text}[Game \"game-of-knights\"]\n\n");
    post("text/plain", &two).is(422, "bad-record");
    post("text/plain", "").is(422, "bad-record");
    let wrong = server.post("/api/v1/matches", "text/plain", b"[Game \"\xff\"]\n");
    assert_eq!(wrong.is(422, "bad-record")["column"], json!(8));
    let large = format!("[Game \"game-of-knights\"]\n[Event \"{}\"]\n", "x".repeat(1_025));
    post("text/plain", &large).is(413, "too-large");
}

#[test]
fn every_kind_of_problem_has_a_page() {
    let server = Server::start();
    let all = server.get("/api/problems");
    assert_eq!(all.status, 200);
    let kinds = gamekeep::web::api::problem::Kind::ALL;
    let mut names: Vec<&str> = kinds.iter().map(|kind| kind.about().name).collect();
    for kind in kinds {
        let about = kind.about();
        assert!(all.text().contains(&format!("id=\"{}\"", about.name)));
        let page = server.get(&format!("/api/problems/{}", about.name));
        assert_eq!(page.status, 200);
        assert!(page.header("content-type").starts_with("text/html"));
        assert!(about.status == 300 || (400..600).contains(&about.status));
    }
    assert!(kinds.is_sorted_by_key(|kind| kind.about().status), "by status");
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), kinds.len(), "no name stands twice");
    assert_eq!(server.get("/api/problems/nothing").status, 404);
}
