//! From where, how often, by which name.

use actix_web::http::StatusCode;
use actix_web::test::TestRequest;
use gamekeep::archive::Role;
use gamekeep::web::Doors;

use super::{House, RECORD, from_here};

/// A page elsewhere that points a name of its own at this machine reaches nothing.
#[actix_web::test]
async fn only_names_of_this_machine_are_answered_to() {
    let house = House::new(Doors { only_here: true, open: true, ..Doors::default() });
    for (host, expected) in [
        ("localhost:8080", StatusCode::OK),
        ("127.0.0.1", StatusCode::OK),
        ("[::1]:8080", StatusCode::OK),
        ("evil.example", StatusCode::MISDIRECTED_REQUEST),
        ("evil.example:8080", StatusCode::MISDIRECTED_REQUEST),
    ] {
        for path in ["/", "/import", "/api/v1/nothing", "/static/x"] {
            let request = TestRequest::get().uri(path).insert_header(("host", host));
            let (status, _) = house.head(request).await;
            let found = if status == StatusCode::NOT_FOUND { StatusCode::OK } else { status };
            assert_eq!(found, expected, "{host} {path}");
        }
    }
    let request = TestRequest::get().uri("/").insert_header(("host", "<b>.example"));
    let answer = house.ask(request).await;
    assert!(answer.body.contains("--trust-proxy") && !answer.body.contains("<b>"));
}

#[actix_web::test]
async fn an_open_keep_is_open_to_this_machine_only() {
    let house = House::open();
    let form = house.form("/import", &[]).await;
    let peer = |address: &str, host: &str| {
        let request = form.import(RECORD).peer_addr(address.parse().expect("an address"));
        request.insert_header(("host", host.to_owned()))
    };
    for (address, host, expected) in [
        ("127.0.0.1:1", "localhost", StatusCode::OK),
        ("[::1]:1", "[::1]:8080", StatusCode::OK),
        ("[::ffff:127.0.0.1]:1", "127.0.0.1", StatusCode::OK),
        ("192.0.2.7:1", "localhost", StatusCode::UNAUTHORIZED),
        ("192.0.2.7:1", "keep.example.org", StatusCode::UNAUTHORIZED),
        // From this machine, but by a name that somebody else has pointed at it.
        ("127.0.0.1:1", "evil.example", StatusCode::UNAUTHORIZED),
    ] {
        assert_eq!(house.head(peer(address, host)).await.0, expected, "{address} {host}");
    }
    // What a stranger says of himself does not count.
    let lie = peer("192.0.2.7:1", "localhost").insert_header(("x-forwarded-for", "127.0.0.1"));
    assert_eq!(house.head(lie).await.0, StatusCode::UNAUTHORIZED);
    // Nobody without an address is a neighbour.
    assert_eq!(house.head(form.import(RECORD)).await.0, StatusCode::UNAUTHORIZED);
}

#[actix_web::test]
async fn a_page_of_another_site_sends_nothing_in() {
    let house = House::open();
    let (_, secret) = house.token(Role::Keeper);
    let cookies = house.signed_in(&secret).await;
    let signed_in = house.form("/import", &cookies).await;
    let neighbour = house.form("/import", &[]).await;
    let before = house.match_count();
    for form in [&signed_in, &neighbour] {
        for (name, value) in [
            ("origin", "https://evil.example"),
            ("origin", "http://localhost:9999"),
            ("origin", "null"),
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
        ] {
            let request = from_here(form.import(RECORD)).insert_header((name, value));
            let answer = house.ask(request).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{name} {value}");
            assert!(answer.body.contains("another site"), "{}", answer.body);
        }
    }
    assert_eq!(house.match_count(), before);
    for (name, value) in [("origin", "http://localhost:8080"), ("sec-fetch-site", "same-origin")] {
        let request = from_here(signed_in.import(RECORD)).insert_header((name, value));
        assert_eq!(house.head(request).await.0, StatusCode::OK, "{name} {value}");
    }
    // Coming to the form by a link from elsewhere is no fault.
    let request = from_here(TestRequest::get().uri("/import"));
    let answer = house.ask(request.insert_header(("sec-fetch-site", "cross-site"))).await;
    assert!(answer.status.is_success() && !answer.body.contains("class=\"denied\""));
    // A program with a token has no browser behind it.
    let program = TestRequest::post().uri("/import").insert_header(("origin", "null"));
    let (kind, body) = super::multipart(&[("text", None, RECORD)]);
    let program = program.insert_header(("authorization", format!("Bearer {secret}")));
    let program = program.insert_header(("content-type", kind)).set_payload(body);
    assert_eq!(house.head(program).await.0, StatusCode::OK);
}

#[actix_web::test]
async fn who_may_not_import_is_told_how_to() {
    let house = House::closed();
    let answer = house.ask(TestRequest::get().uri("/import")).await;
    assert_eq!(answer.status, StatusCode::OK);
    for words in ["/sign-in?next=/import", "gamekeep token add", "--open", "disabled"] {
        assert!(answer.body.contains(words), "{words}: {}", answer.body);
    }
    let (_, secret) = house.token(Role::Reader);
    let cookies = house.signed_in(&secret).await;
    let form = house.form("/import", &cookies).await;
    let answer = house.ask(form.import(RECORD)).await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN);
    assert!(answer.body.contains("token does not let you import records"), "{}", answer.body);
    let answer = house.ask(house.form("/import", &[]).await.import(RECORD)).await;
    assert_eq!(answer.header("www-authenticate"), "Bearer realm=\"gamekeep\"");
    assert!(answer.body.contains("/sign-in?next=/import"), "{}", answer.body);
}

#[actix_web::test]
async fn too_often() {
    let house = House::closed();
    let try_once = |address: &str| {
        let request = TestRequest::post().uri("/sign-in").set_form([("token", "x")]);
        request.peer_addr(address.parse().expect("an address"))
    };
    for _ in 0..10 {
        assert_eq!(house.head(try_once("192.0.2.1:1")).await.0, StatusCode::FORBIDDEN);
    }
    let answer = house.ask(try_once("192.0.2.1:2")).await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(answer.header("retry-after").parse::<u64>().is_ok_and(|seconds| seconds > 0));
    assert!(answer.body.contains("Try again in"), "{}", answer.body);
    // Others are not kept waiting, and reading goes on.
    assert_eq!(house.head(try_once("192.0.2.2:1")).await.0, StatusCode::FORBIDDEN);
    let read = TestRequest::get().uri("/").peer_addr("192.0.2.1:3".parse().expect("an address"));
    assert_eq!(house.head(read).await.0, StatusCode::OK);
}

#[actix_web::test]
async fn behind_a_proxy_each_client_has_its_own_count() {
    let house = House::new(Doors { trust_proxy: true, ..Doors::default() });
    let try_once = |told: &str| {
        let request = TestRequest::post().uri("/sign-in").set_form([("token", "x")]);
        let request = request.peer_addr("127.0.0.1:1".parse().expect("an address"));
        request.insert_header(("x-forwarded-for", told.to_owned()))
    };
    for n in 0..10 {
        // Only the last entry is the proxy's own: what stands before it is anybody's.
        let told = format!("198.51.100.{n}, 192.0.2.1");
        assert_eq!(house.head(try_once(&told)).await.0, StatusCode::FORBIDDEN);
    }
    assert_eq!(house.head(try_once("192.0.2.1")).await.0, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(house.head(try_once("192.0.2.2")).await.0, StatusCode::FORBIDDEN);
}

#[actix_web::test]
async fn below_api_a_refusal_is_a_problem() {
    let house = House::new(Doors { only_here: true, ..Doors::default() });
    let request = TestRequest::get().uri("/api/v1/nothing").insert_header(("host", "evil.example"));
    let answer = house.ask(request).await;
    assert_eq!(answer.header("content-type"), "application/problem+json");
    let problem: serde_json::Value = serde_json::from_str(&answer.body).expect("JSON");
    assert_eq!(problem["status"], 421);
    assert!(problem["detail"].as_str().is_some_and(|words| words.contains("evil.example")));
}

/// CARD-O1: nothing with a button on it can be shown in another site's frame.
#[actix_web::test]
async fn forms_cannot_be_framed() {
    let house = House::closed();
    for path in ["/", "/import", "/sign-in"] {
        let (_, headers) = house.head(TestRequest::get().uri(path)).await;
        let policy = headers.get("content-security-policy").expect("a policy");
        assert!(policy.to_str().expect("text").contains("frame-ancestors 'none'"), "{path}");
    }
}

#[actix_web::test]
async fn another_way_to_write_a_path_is_counted_alike() {
    let house = House::closed();
    let ask = |path: &str, send: bool| {
        let request = if send { TestRequest::post() } else { TestRequest::get() };
        request.uri(path).peer_addr("192.0.2.1:1".parse().expect("an address"))
    };
    for (path, send, at_once) in [
        ("/%73ign-in", true, 10),
        ("/api/v1/%65xport.ndjson", false, 20),
        ("/m/0123456789/3.pn%67", false, 120),
    ] {
        for n in 0..at_once {
            let status = house.head(ask(path, send)).await.0;
            assert_ne!(status, StatusCode::TOO_MANY_REQUESTS, "{path} {n}");
        }
        let (status, _) = house.head(ask(path, send)).await;
        assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "{path}");
    }
}

#[actix_web::test]
async fn only_a_known_token_lifts_the_limit() {
    let house = House::closed();
    let (token, secret) = house.token(Role::Recorder);
    let send = |told: &str, address: &str| {
        let request = TestRequest::post().uri("/api/v1/matches").set_payload("x");
        let request = request.peer_addr(address.parse().expect("an address"));
        request.insert_header(("authorization", told.to_owned()))
    };
    let last = async |told: &str, address: &str| {
        let mut last = StatusCode::OK;
        for _ in 0..61 {
            last = house.head(send(told, address)).await.0;
        }
        last
    };
    let known = format!("Bearer {secret}");
    assert_ne!(last(&known, "192.0.2.1:1").await, StatusCode::TOO_MANY_REQUESTS);
    house.revoke(&token);
    for (n, told) in ["Basic eA==", "Bearer", "Bearer x", "x", &known].into_iter().enumerate() {
        let address = format!("192.0.2.{}:1", n + 2);
        assert_eq!(last(told, &address).await, StatusCode::TOO_MANY_REQUESTS, "{told}");
    }
}
