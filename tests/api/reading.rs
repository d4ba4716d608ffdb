//! Reading: forms, tags, plies, lists, proof.

use serde_json::{Value, json};

use super::{Server, actions, record, sample};

const GAME: &str = "game-of-knights";

#[test]
fn a_match_is_to_be_had_in_three_forms_by_ending_and_by_accept() {
    let server = Server::start();
    let log = sample(GAME);
    let last = log.actions.len();
    let (text, _) = record(&log, "read", last);
    let head = server.store(&text);
    let path = format!("/api/v1/matches/{head}");
    for (ending, media_type) in
        [("json", "application/json"), ("gk", "text/plain"), ("log", "text/vnd.gamekeep.log")]
    {
        let by_ending = server.get(&format!("{path}.{ending}"));
        let by_accept = server.get_with(&path, &[("accept", media_type)]);
        assert_eq!((by_ending.status, by_accept.status), (200, 200));
        assert_eq!(by_ending.bytes, by_accept.bytes);
        assert!(by_accept.header("content-type").starts_with(media_type));
        assert!(by_accept.header("vary").contains("accept,"), "{}", by_accept.header("vary"));
    }
    assert!(server.get(&format!("{path}.gk")).text().starts_with(&text));
    assert_eq!(server.get(&path).json()["head"], json!(head));
    let ranked = "application/json;q=0.5, text/plain;q=0.9, image/png";
    let ranked = server.get_with(&path, &[("accept", ranked)]);
    assert!(ranked.header("content-type").starts_with("text/plain"));
    server.get_with(&path, &[("accept", "image/png")]).is(406, "not-acceptable");
    server.get_with(&path, &[("accept", "application/json;q=0")]).is(406, "not-acceptable");
    server.get(&format!("{path}.zip")).is(404, "no-address");

    // Anybody can check a link.
    assert_eq!(blake3::hash(&server.get(&format!("{path}.log")).bytes).to_hex().as_str(), head);
}

#[test]
fn every_head_stays_a_link() {
    let server = Server::start();
    let log = sample(GAME);
    let (begun, links) = record(&log, "heads", 0);
    server.store(&begun);
    for ply in 0..5 {
        server.append(&links[0], &links[ply], None, &actions(&log, ply + 1, ply + 1));
    }
    for ply in 0..=5 {
        let log = server.get(&format!("/api/v1/matches/{}.log", links[ply]));
        assert_eq!(blake3::hash(&log.bytes).to_hex().as_str(), links[ply]);
        let json = server.get(&format!("/api/v1/matches/{}.json", &links[ply][..20])).json();
        assert_eq!(json["head"], json!(links[5]));
    }
}

/// CACHE-O1: a tag changes whenever the answer does, and not before.
#[test]
fn tags_are_hashes_and_spare_the_body() {
    let server = Server::start();
    let log = sample(GAME);
    let last = log.actions.len();
    let (begun, links) = record(&log, "tags", 4);
    server.store(&begun);
    let fork = format!("{begun}5 * abort\n");
    let (over, _) = record(&log, "tags-over", last);
    let over = server.store(&over);
    let paths = [
        format!("/api/v1/matches/{}", links[4]),
        format!("/api/v1/matches/{}.gk", links[4]),
        format!("/api/v1/matches/{}.log", links[4]),
        format!("/api/v1/matches/{}/states", links[4]),
        "/api/v1/matches".to_owned(),
        "/api/v1/games".to_owned(),
        "/api/v1/openapi.json".to_owned(),
        "/api".to_owned(),
        "/".to_owned(),
        format!("/m/{over}"),
        format!("/m/{over}.log"),
    ];
    for path in &paths {
        let first = server.get(path);
        let tag = first.header("etag").to_owned();
        assert!(tag.starts_with('"') && tag.len() >= 34, "{path}: {tag}");
        for known in [tag.as_str(), &format!("W/{tag}"), &format!("\"x\", {tag}"), "*"] {
            let again = server.get_with(path, &[("if-none-match", known)]);
            assert_eq!((again.status, again.bytes.len()), (304, 0), "{path} {known}");
            assert_eq!(again.header("etag"), tag, "{path}");
            assert_eq!(again.header("cache-control"), first.header("cache-control"), "{path}");
        }
        assert_eq!(server.get_with(path, &[("if-none-match", "\"other\"")]).status, 200);
    }
    let tags: Vec<String> =
        paths.iter().map(|path| server.get(path).header("etag").to_owned()).collect();
    // A fork is news for who looks at the list, and for what names its forks; not for the log.
    server.store(&fork);
    assert_eq!(server.get(&paths[2]).header("etag"), tags[2]);
    assert_ne!(server.get(&paths[4]).header("etag"), tags[4]);
    server.append(&links[4], &links[4], None, &json!([{"by": "*", "do": "draw"}]));
    for n in [0, 1, 3] {
        let now = server.get_with(&paths[n], &[("if-none-match", &tags[n])]);
        assert_eq!(now.status, 200, "{}", paths[n]);
    }
}

#[test]
fn only_what_cannot_change_is_immutable() {
    let server = Server::start();
    let log = sample(GAME);
    let last = log.actions.len();
    let (begun, links) = record(&log, "goes-on", 3);
    server.store(&begun);
    let over = server.store(&record(&log, "over", last).0);
    let kept = |path: &str| server.get(path).header("cache-control").to_owned();
    for end in [".log", "/states", "/states/2", "/states?from=1&limit=2"] {
        let for_ever = kept(&format!("/api/v1/matches/{over}{end}"));
        assert!(for_ever.contains("immutable"), "{end}: {for_ever}");
        assert_eq!(kept(&format!("/api/v1/matches/{}{end}", &over[..20])), "no-cache", "{end}");
        assert_eq!(kept(&format!("/api/v1/matches/{}{end}", links[3])), "no-cache", "{end}");
    }
    let changes = [
        format!("/api/v1/matches/{over}"),
        format!("/api/v1/matches/{over}.json"),
        format!("/api/v1/matches/{over}.gk"),
        format!("/api/v1/matches/{over}/verify"),
        "/api/v1/matches".to_owned(),
        format!("/m/{over}"),
        "/".to_owned(),
    ];
    for path in changes {
        assert_eq!(kept(&path), "no-cache", "{path}");
    }
    assert_eq!(kept("/api/v1/matches/0123456789"), "no-store");
}

#[test]
fn every_ply_has_its_link_position_and_words() {
    let server = Server::start();
    let log = sample(GAME);
    let last = log.actions.len();
    let (text, links) = record(&log, "states", last);
    let head = server.store(&text);
    let path = format!("/api/v1/matches/{head}/states");
    let mut from = Some(0);
    let mut states: Vec<Value> = Vec::new();
    while let Some(first) = from {
        let page = server.get(&format!("{path}?from={first}&limit=7")).json();
        assert_eq!((&page["head"], &page["last"]), (&json!(head), &json!(last)));
        states.extend(page["states"].as_array().expect("a list").iter().cloned());
        from = page["next"].as_u64().map(|next| usize::try_from(next).expect("a ply"));
    }
    assert_eq!(states.len(), last + 1);
    for (ply, state) in states.iter().enumerate() {
        assert_eq!((&state["ply"], &state["link"]), (&json!(ply), &json!(links[ply])));
        assert_eq!(&server.get(&format!("{path}/{ply}")).json(), state);
        let action = log.actions.get(ply).map(|action| json!(action.text));
        assert_eq!(state["action"]["do"], action.unwrap_or(Value::Null));
        assert_eq!(state["action"].is_null(), ply == 0);
        assert!(ply == 0 || state["action"]["words"].as_str().is_some_and(|w| !w.is_empty()));
        assert_eq!(state["result"]["reason"].is_null(), ply < last);
    }
    let whole = server.get(&format!("{path}?limit=1000")).json();
    assert_eq!(whole["states"], json!(states));
    let past = server.get(&format!("{path}/{}", last + 1)).is(404, "no-ply");
    assert_eq!(past["last"], json!(last));
    for odd in ["-1", "01", "+1", "x", "99999999999999999999"] {
        server.get(&format!("{path}/{odd}")).is(404, "no-address");
    }
    server.get(&format!("{path}?limit=0")).is(400, "bad-query");
    server.get(&format!("{path}?limit=1001")).is(400, "bad-query");
}

#[test]
fn the_position_of_a_ply_is_one_that_the_rules_can_be_asked_about() {
    let server = Server::start();
    let log = sample(GAME);
    let head = server.store(&record(&log, "positions", log.actions.len()).0);
    let state = server.get(&format!("/api/v1/matches/{head}/states/3")).json();
    let next = actions(&log, 4, 4)[0].clone();
    let options = server.get(&format!("/api/v1/matches/{head}.json")).json()["options"].clone();
    let check = json!({"options": options, "position": state["position"], "by": next["by"], "do": next["do"]});
    let verdict = server.post_json(&format!("/api/v1/games/{GAME}/check"), &check).json();
    assert_eq!(verdict["legal"], true, "{verdict}");
    let after = server.get(&format!("/api/v1/matches/{head}/states/4")).json();
    assert_eq!(verdict["position_hash"], after["position_hash"]);
    assert_eq!(verdict["words"], after["action"]["words"]);
    assert_eq!(verdict["effects"], after["action"]["effects"]);
}

#[test]
fn a_list_has_everything_once_whatever_comes_in_meanwhile() {
    let server = Server::start();
    let log = sample(GAME);
    for n in 0..25 {
        let (text, _) = record(&log, &format!("list-{n}"), 1);
        let dated = format!("[Date \"2026-11-{:02}\"]\n[South \"Ada, \\\"A\\\" &\"]\n", n + 1);
        server.store(&text.replace("[South \"?\"]\n", &dated));
    }
    let (mut ids, mut path) = (Vec::new(), "/api/v1/matches?limit=10".to_owned());
    while !path.is_empty() {
        let page = server.get(&path);
        assert_eq!(page.status, 200, "{}", page.text());
        ids.extend(heads(&page.json()));
        server.store(&record(&log, &format!("meanwhile-{}", ids.len()), 1).0);
        let link = page.header("link").split(['<', '>']).nth(1).unwrap_or_default().to_owned();
        assert_eq!(link.is_empty(), page.json()["next"].is_null());
        path = link;
    }
    assert_eq!(ids.len(), 25);
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 25, "nothing twice");

    let count = |query: &str| {
        let page = server.get(&format!("/api/v1/matches?limit=500&{query}"));
        assert_eq!(page.status, 200, "{query}: {}", page.text());
        heads(&page.json()).len()
    };
    assert_eq!(count("player=Ada%2C+%22A%22+%26"), 25);
    assert_eq!(count("player=ada"), 0);
    assert_eq!(count("from=2026-11-10&to=2026-11-12"), 3);
    assert_eq!(count("from=2026-11"), 25);
    assert_eq!(count("to=2026"), 25);
    assert_eq!(count("to=2026-11"), 25);
    assert_eq!(count("to=2026-10"), 0);
    assert_eq!(count("from=2027"), 0);
    assert_eq!(count(&format!("game={GAME}&result=unfinished")), 28);
    assert_eq!(count("game=nothing"), 0);
    assert_eq!(count("result=draw"), 0);
    let page = server.get("/api/v1/matches?limit=2&player=Ada%2C+%22A%22+%26");
    let link = page.header("link").split(['<', '>']).nth(1).expect("a link").to_owned();
    assert_eq!(heads(&server.get(&link).json()).len(), 2, "{link}");
    for bad in [
        "limit=0",
        "limit=1000001",
        "limit=x",
        "from=yesterday",
        "from=2026-02-32",
        "from=2026-13",
        "from=2026-1-1",
        "from=26",
        "to=2026-01-01-01",
        "to=2026.11.01",
        "result=win",
        "after=abc",
        "players=Ada",
        "game=a&game=b",
        "after=00000000000000001",
    ] {
        server.get(&format!("/api/v1/matches?{bad}")).is(400, "bad-query");
    }
}

fn heads(page: &Value) -> Vec<String> {
    let matches = page["matches"].as_array().expect("a list").iter();
    matches.map(|one| one["head"].as_str().expect("a head").to_owned()).collect()
}

#[test]
fn a_match_is_proved_on_request() {
    let server = Server::start();
    let log = sample(GAME);
    let last = log.actions.len();
    let (text, _) = record(&log, "proof", last);
    let head = server.store(&text);
    let proof = server.get(&format!("/api/v1/matches/{head}/verify")).json();
    assert_eq!((&proof["good"], &proof["plies"]), (&json!(true), &json!(last)));
    assert_eq!((&proof["proved"], &proof["difference"]), (&json!("replays"), &Value::Null));
    let other = text.replace("\"proof\"", "\"other\"") + "# position 0 0000000000000000\n";
    let head = server.store(&other);
    let proof = server.get(&format!("/api/v1/matches/{head}/verify")).json();
    assert_eq!((&proof["proved"], &proof["diverged"]["ply"]), (&json!("diverged"), &json!(0)));
}
