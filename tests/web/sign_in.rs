//! Signing in and out.

use actix_web::cookie::SameSite;
use actix_web::http::{Method, StatusCode};
use actix_web::test::TestRequest;
use gamekeep::archive::{Error, NewSession, Role};
use gamekeep::service::secret::Secret;
use gamekeep::service::sign_in::{FirstLink, LINK_MS, SESSION_MS};
use gamekeep::web::Doors;

use super::{House, NOW, RECORD};

fn now_ms() -> i64 {
    chrono::Utc::now().timestamp_millis()
}

#[actix_web::test]
async fn with_a_token() {
    let house = House::closed();
    let (token, secret) = house.token(Role::Recorder);
    let form = house.form("/sign-in?next=/import", &[]).await;
    let sent = [("token", secret.as_str()), ("next", "/import")];
    let answer = house.ask(form.post("/sign-in", &sent)).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    assert_eq!(answer.header("location"), "/import");
    let cookies = answer.cookies();
    assert_eq!(cookies.len(), 1);
    assert_eq!((cookies[0].name(), cookies[0].path()), ("gamekeep", Some("/")));
    assert_eq!(cookies[0].http_only(), Some(true));
    assert_eq!(cookies[0].same_site(), Some(SameSite::Lax));
    assert!(!cookies[0].value().contains(&secret[3..]), "the browser does not hold the token");

    let mut cookies = form.cookies;
    cookies.extend(answer.cookies());
    let form = house.form("/import", &cookies).await;
    let answer = house.ask(form.import(RECORD)).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);

    // A token that is revoked ends what began with it.
    house.revoke(&token);
    let answer = house.ask(form.import(RECORD)).await;
    assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
    assert!(answer.body.contains("not signed in any more"), "{}", answer.body);
}

#[actix_web::test]
async fn with_what_is_no_token() {
    let house = House::closed();
    let (token, revoked) = house.token(Role::Keeper);
    house.revoke(&token);
    let unknown = Secret::new().expect("random").to_string();
    for bad in ["", "x", "gk_", &unknown, &revoked, &unknown.to_uppercase()] {
        let form = house.form("/sign-in", &[]).await;
        let answer = house.ask(form.post("/sign-in", &[("token", bad)])).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{bad}");
        assert!(answer.body.contains("no token of this keep"), "{}", answer.body);
        assert!(answer.cookies().iter().all(|cookie| cookie.name() != "gamekeep"));
        assert!(bad.is_empty() || !answer.body.contains(bad) || bad.len() < 5, "it is not echoed");
    }
}

/// CARD-O3: to look at the link, as programs do that make previews, uses nothing up.
#[actix_web::test]
async fn the_first_link_is_used_by_the_button_only() {
    let house = House::closed();
    let key = house.site.access.first_link.issue(now_ms()).expect("a key").to_string();
    let path = format!("/sign-in?key={key}");
    for method in [Method::GET, Method::HEAD] {
        for _ in 0..10 {
            let request = TestRequest::default().method(method.clone()).uri(&path);
            assert_eq!(house.ask(request).await.status, StatusCode::OK);
        }
    }
    assert!(house.site.keep.archive().tokens().expect("tokens").is_empty());

    let form = house.form(&path, &[]).await;
    let answer = house.ask(form.post("/sign-in", &[("key", &key)])).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    assert_eq!(answer.header("cache-control"), "no-store");
    let tokens = house.site.keep.archive().tokens().expect("tokens");
    assert_eq!(tokens.iter().map(|token| token.role).collect::<Vec<_>>(), [Role::Keeper]);

    // The token is on the page, this once, and works.
    let at = answer.body.find("gk_").expect("a token");
    let token = &answer.body[at..at + 67];
    house.signed_in(token).await;

    // The link is used up, for whoever had loaded its page too.
    for request in [form.post("/sign-in", &[("key", &key)]), TestRequest::get().uri(&path)] {
        let answer = house.ask(request).await;
        assert_eq!(answer.status, StatusCode::GONE);
        assert!(answer.body.contains("used already"), "{}", answer.body);
    }
    assert_eq!(house.site.keep.archive().tokens().expect("tokens").len(), 1);
}

#[actix_web::test]
async fn the_first_link_ends_by_itself_and_is_one_only() {
    let house = House::closed();
    let link = FirstLink::default();
    let older = link.issue(NOW).expect("a key");
    let key = link.issue(NOW).expect("a key");
    assert!(!link.knows(&older, NOW) && link.knows(&key, NOW));
    assert!(!link.knows(&key, NOW + LINK_MS));
    assert!(link.redeem(&house.site.keep, &key, NOW + LINK_MS).expect("looked at").is_none());
    assert!(link.redeem(&house.site.keep, &key, NOW).expect("looked at").is_some());
    assert!(link.redeem(&house.site.keep, &key, NOW).expect("looked at").is_none());
    assert!(!house.site.keep.lacks_keeper().expect("looked up"));
}

#[test]
fn of_many_who_use_the_first_link_at_once_one_is_first() {
    let house = House::closed();
    let link = FirstLink::default();
    let key = link.issue(NOW).expect("a key");
    let redeem = || link.redeem(&house.site.keep, &key, NOW).expect("looked at").is_some();
    let firsts = std::thread::scope(|scope| {
        let tries: Vec<_> = (0..8).map(|_| scope.spawn(redeem)).collect();
        tries.into_iter().map(|one| one.join().expect("ended")).filter(|f| *f).count()
    });
    assert_eq!(firsts, 1);
    assert_eq!(house.site.keep.archive().tokens().expect("tokens").len(), 1);
}

#[actix_web::test]
async fn forms_that_are_none() {
    let house = House::closed();
    let long = "x".repeat(9_000);
    for (kind, body, status) in [
        ("application/x-www-form-urlencoded", format!("token={long}"), 413),
        ("application/x-www-form-urlencoded", "token=a&token=b".to_owned(), 400),
        ("application/json", "{}".to_owned(), 400),
        ("multipart/form-data; boundary=b0", "--b0--".to_owned(), 400),
        ("application/x-www-form-urlencoded", String::new(), 403),
    ] {
        for path in ["/sign-in", "/sign-out"] {
            let request = TestRequest::post().uri(path).insert_header(("content-type", kind));
            let answer = house.ask(request.set_payload(body.clone())).await;
            let expected = if body.contains("&") && path == "/sign-out" { 403 } else { status };
            assert_eq!(answer.status.as_u16(), expected, "{path} {kind}: {}", answer.body);
        }
    }
}

#[actix_web::test]
async fn signing_out() {
    let house = House::closed();
    let cookies = house.signed_in(&house.token(Role::Recorder).1).await;
    let form = house.form("/sign-in", &cookies).await;
    // Following a link does not sign out.
    let get = form.with_cookies(TestRequest::get().uri("/sign-out"));
    assert_eq!(house.ask(get).await.status, StatusCode::NOT_FOUND);
    assert_eq!(house.ask(form.import(RECORD)).await.status, StatusCode::OK);

    let answer = house.ask(form.post("/sign-out", &[])).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    let gone = answer.cookies();
    assert!(gone[0].name() == "gamekeep" && gone[0].value().is_empty());
    // Who had copied the cookie has nothing either.
    assert_eq!(house.ask(form.import(RECORD)).await.status, StatusCode::UNAUTHORIZED);
}

#[actix_web::test]
async fn a_mark_is_good_for_its_own_browser_and_session() {
    let house = House::closed();
    let (_, secret) = house.token(Role::Recorder);
    let mut mine = house.form("/import", &house.signed_in(&secret).await).await;
    let other = house.form("/import", &house.signed_in(&secret).await).await;
    let before = house.form("/import", &[]).await;
    let good = mine.mark.clone();
    let flipped = good.replace(&good[..1], if good.starts_with('0') { "1" } else { "0" });
    for bad in ["", "0", &other.mark, &before.mark, &flipped, &good[1..], &good.to_uppercase()] {
        mine.mark = bad.to_owned();
        let answer = house.ask(mine.import(RECORD)).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{bad}");
        assert!(answer.body.contains("too old"), "{}", answer.body);
    }
    mine.mark = good;
    assert_eq!(house.ask(mine.import(RECORD)).await.status, StatusCode::OK);
}

#[actix_web::test]
async fn over_tls_the_cookie_says_so() {
    let house = House::new(Doors { trust_proxy: true, ..Doors::default() });
    let (_, secret) = house.token(Role::Recorder);
    let tls = |request: TestRequest| request.insert_header(("x-forwarded-proto", "https"));
    let page = house.ask(tls(TestRequest::get().uri("/sign-in"))).await;
    let cookies = page.cookies();
    assert_eq!(cookies[0].name(), "__Host-gamekeep-form");
    let mark = page.body.split("name=\"csrf\" value=\"").nth(1).expect("a mark")[..64].to_owned();
    let form = super::Form { mark, cookies };
    let answer = house.ask(tls(form.post("/sign-in", &[("token", &secret)]))).await;
    let cookie = &answer.cookies()[0];
    assert_eq!((cookie.name(), cookie.secure()), ("__Host-gamekeep", Some(true)));
}

#[test]
fn sessions_in_the_archive() {
    let house = House::closed();
    let archive = house.site.keep.archive();
    let (token, _) = house.token(Role::Recorder);
    let session = |n: u8, expires_ms| NewSession { hash: [n; 32], token: token.id, expires_ms };
    archive.open_session(session(1, NOW + 10), NOW).expect("opened");
    archive.open_session(session(2, NOW + SESSION_MS), NOW).expect("opened");
    let found = archive.find_session(&[1; 32], NOW + 9).expect("read").expect("a session");
    assert_eq!((found.token.clone(), found.expires_ms), (token.clone(), NOW + 10));
    assert!(archive.find_session(&[1; 32], NOW + 10).expect("read").is_none());
    archive.close_session(&[2; 32]).expect("closed");
    archive.close_session(&[2; 32]).expect("closed once more");
    assert!(archive.find_session(&[2; 32], NOW).expect("read").is_none());
    archive.open_session(session(3, NOW + 99), NOW + 10).expect("opened");
    assert!(archive.find_session(&[1; 32], NOW).expect("read").is_none(), "it was forgotten");
    house.revoke(&token);
    assert!(archive.find_session(&[3; 32], NOW).expect("read").is_none());
    assert!(matches!(archive.open_session(session(4, NOW + 99), NOW), Err(Error::NotFound)));
}
