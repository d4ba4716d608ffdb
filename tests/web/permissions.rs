//! Every route, for everybody: one expected status. A route that is not here fails the test.

use std::fs;
use std::path::Path;

use actix_web::http::{Method, StatusCode};
use actix_web::test::TestRequest;
use gamekeep::archive::{NewSession, Role};
use gamekeep::service::secret::Secret;

use super::{Form, House, RECORD, from_here};

/// How somebody comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum As {
    Nobody,
    /// From this machine, with `--open`.
    Neighbour,
    /// With a token in the header.
    Program(Role),
    UnknownToken,
    RevokedToken,
    /// Signed in.
    Person(Role),
    /// Signed in with a token that was revoked since.
    RevokedSession,
    /// Signed in too long ago.
    EndedSession,
}

const COLUMNS: [As; 11] = [
    As::Nobody,
    As::Neighbour,
    As::Program(Role::Reader),
    As::Program(Role::Recorder),
    As::Program(Role::Keeper),
    As::UnknownToken,
    As::RevokedToken,
    As::Person(Role::Reader),
    As::Person(Role::Recorder),
    As::RevokedSession,
    As::EndedSession,
];

/// Everybody gets the same.
const fn all(status: u16) -> [u16; 11] {
    [status; 11]
}

/// The table. Statuses are in the order of `COLUMNS`; forms carry their mark.
const ROUTES: &[(&str, &str, [u16; 11])] = &[
    ("GET", "/", all(200)),
    ("GET", "/games/{game}", all(200)),
    ("GET", "/matches", all(200)),
    ("GET", "/about", all(200)),
    ("GET", "/m/{link}.gif", all(200)),
    ("GET", "/m/{link}", all(200)),
    ("GET", "/m/{link}/states", all(200)),
    ("GET", "/m/{link}/go", all(303)),
    ("GET", "/m/{link}/events", all(200)),
    ("GET", "/m/{link}/fork", all(200)),
    ("POST", "/m/{link}/fork", [401, 401, 403, 422, 422, 401, 401, 403, 422, 401, 401]),
    ("GET", "/m/{link}/fork/{ply}/{line:.*}", all(404)),
    ("POST", "/fork", [401, 422, 403, 422, 422, 401, 401, 403, 422, 401, 401]),
    ("GET", "/m/{link}/lesson", all(200)),
    ("POST", "/m/{link}/lesson", [401, 401, 403, 422, 422, 401, 401, 403, 422, 401, 401]),
    ("GET", "/m/{link}/lesson/{step}", all(404)),
    ("GET", "/games/{game}/learn", all(200)),
    ("GET", "/games/{game}/learn/{lesson}", all(303)),
    ("GET", "/games/{game}/learn/{lesson}/{step}", all(200)),
    ("GET", "/compare", all(200)),
    ("GET", "/compare/{a}/{b}", all(200)),
    ("GET", "/games/{game}/board", all(200)),
    ("GET", "/games/{game}/board/edit", all(200)),
    ("GET", "/m/{link}/range", all(303)),
    // At a time: the game of this match does not run on a clock.
    ("GET", "/m/{link}/at/{ms}", all(404)),
    ("GET", "/m/{link}/{from:[0-9]+}-{to:[0-9]+}.gif", all(200)),
    ("GET", "/m/{link}/{from:[0-9]+}-{to:[0-9]+}", all(200)),
    ("GET", "/m/{link}/{ply}", all(200)),
    ("GET", "/embed/{link}", all(200)),
    ("GET", "/embed/{link}/{ply}", all(200)),
    ("GET", "/oembed", all(200)),
    ("GET", "/import", all(200)),
    ("POST", "/import", [401, 200, 403, 200, 200, 401, 401, 403, 200, 401, 401]),
    ("GET", "/import/elsewhere", all(200)),
    ("GET", "/import/report/{name}", all(404)),
    ("GET", "/sign-in", all(200)),
    ("POST", "/sign-in", all(303)),
    ("POST", "/sign-out", all(303)),
    ("GET", "/api", all(200)),
    ("GET", "/api/problems", all(200)),
    ("GET", "/api/problems/{name}", all(200)),
];

/// The same without the mark that forms carry: only programs do without.
const UNMARKED: &[(&str, [u16; 11])] = &[
    ("/m/{link}/lesson", [401, 401, 403, 422, 422, 401, 401, 403, 403, 401, 401]),
    ("/m/{link}/fork", [401, 401, 403, 422, 422, 401, 401, 403, 403, 401, 401]),
    ("/fork", [401, 403, 403, 422, 422, 401, 401, 403, 403, 401, 401]),
    ("/import", [401, 403, 403, 200, 200, 401, 401, 403, 403, 401, 401]),
    ("/sign-in", [403, 403, 303, 303, 303, 403, 403, 403, 403, 403, 403]),
    ("/sign-out", [403, 403, 303, 303, 303, 403, 403, 403, 403, 403, 403]),
];

fn house(who: As) -> House {
    if who == As::Neighbour { House::open() } else { House::closed() }
}

/// What somebody's browser holds, and the mark of its forms.
async fn come(house: &House, who: As) -> (Form, Option<String>) {
    let bearer = match who {
        As::Program(role) => Some(house.token(role).1),
        As::UnknownToken => Some(Secret::new().expect("random").to_string()),
        As::RevokedToken => {
            let (token, secret) = house.token(Role::Keeper);
            house.revoke(&token);
            Some(secret)
        }
        _ => None,
    };
    let cookies = match who {
        As::Person(role) => house.signed_in(&house.token(role).1).await,
        As::RevokedSession => {
            let (token, secret) = house.token(Role::Keeper);
            let cookies = house.signed_in(&secret).await;
            house.revoke(&token);
            cookies
        }
        As::EndedSession => {
            let (token, secret) = house.token(Role::Keeper);
            let mut cookies = house.signed_in(&secret).await;
            let held = Secret::new().expect("random");
            let session = NewSession { hash: held.hash(), token: token.id, expires_ms: 2 };
            house.site.keep.archive().open_session(session, 1).expect("opened");
            let cookie = cookies.iter_mut().find(|cookie| cookie.name() == "gamekeep");
            cookie.expect("a session").set_value(held.to_string());
            cookies
        }
        _ => Vec::new(),
    };
    (house.form("/sign-in", &cookies).await, bearer)
}

async fn status(house: &House, who: As, method: &str, path: &str, marked: bool) -> StatusCode {
    let (mut form, bearer) = come(house, who).await;
    if !marked {
        form.mark = String::new();
    }
    let token = house.token(Role::Recorder).1;
    let mut request = match (method, path) {
        ("POST", "/import") => form.import(RECORD),
        ("POST", "/fork") => form.post(path, &[("game", "castle-danger"), ("trial", "?")]),
        ("POST", path) if path.ends_with("/fork") => form.post(path, &[("ply", "1"), ("line", "")]),
        ("POST", path) if path.ends_with("/lesson") => {
            form.post(path, &[("what", "step"), ("ply", "9999999"), ("text", "x")])
        }
        ("POST", path) => form.post(path, &[("token", &token)]),
        ("GET", path) => form.with_cookies(TestRequest::get().uri(path)),
        _ => panic!("{method}"),
    };
    if let Some(bearer) = bearer {
        request = request.insert_header(("authorization", format!("Bearer {bearer}")));
    }
    if who == As::Neighbour {
        request = from_here(request);
    }
    house.head(request).await.0
}

/// The first lesson of a game's course.
fn course_lesson(house: &House, game: &str) -> String {
    let card = house.site.keep.registry().newest(game).expect("a game").card();
    house.site.keep.course(card).lessons[0].slug.clone()
}

#[actix_web::test]
async fn every_route_for_everybody() {
    let mut wrong = Vec::new();
    for (column, who) in COLUMNS.into_iter().enumerate() {
        let house = house(who);
        let game = house.site.keep.registry().games().next().expect("a game").card().id;
        let lesson = course_lesson(&house, game);
        let link = house.site.keep.heads().expect("heads")[0].to_string();
        for &(method, route, expected) in ROUTES {
            let path = route.replace("{game}", game).replace("{link}", &link);
            let path = path.replace("{ply}", "1").replace("/go", "/go?ply=1");
            let path = path.replace("{lesson}", &lesson).replace("{step}", "1");
            let path = path.replace("{name}", "no-match").replace("{line:.*}", "none");
            let path = path.replace("{from:[0-9]+}", "0").replace("{to:[0-9]+}", "1");
            let path = path.replace("{ms}", "0").replace("/range", "/range?from=0&to=1");
            let path = path.replace("{a}", &link).replace("{b}", &link);
            let path = path.replace("/oembed", &format!("/oembed?url=/m/{link}/1"));
            let found = status(&house, who, method, &path, true).await.as_u16();
            if found != expected[column] {
                wrong.push(format!("{who:?} {method} {route}: {found}, not {}", expected[column]));
            }
        }
        for &(route, expected) in UNMARKED {
            let path = route.replace("{link}", &link);
            let found = status(&house, who, "POST", &path, false).await.as_u16();
            if found != expected[column] {
                wrong.push(format!("{who:?} unmarked {route}: {found}, not {}", expected[column]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[actix_web::test]
async fn what_is_refused_stores_nothing() {
    for who in COLUMNS {
        let house = house(who);
        let before = house.match_count();
        let stored = [true, false].map(|marked| (marked, "POST"));
        let mut expected = before;
        for (marked, method) in stored {
            let status = status(&house, who, method, "/import", marked).await;
            if status == StatusCode::OK {
                expected = before + 1;
            }
            assert_eq!(house.match_count(), expected, "{who:?} {marked}");
        }
    }
}

/// CARD-O3: what makes previews asks by HEAD, and is answered as by GET, without a body.
#[actix_web::test]
async fn head_is_answered_like_get_and_changes_nothing() {
    let house = House::closed();
    let link = house.site.keep.heads().expect("heads")[0].to_string();
    let before = house.match_count();
    for path in ["/", "/import", "/sign-in", &format!("/m/{link}"), &format!("/m/{link}/events")] {
        let (got, _) = house.head(TestRequest::get().uri(path)).await;
        let answer = house.ask(TestRequest::default().method(Method::HEAD).uri(path)).await;
        assert_eq!(answer.status, got, "{path}");
    }
    assert_eq!(house.match_count(), before);
}

#[actix_web::test]
async fn other_methods_do_nothing() {
    let house = House::closed();
    let (_, keeper) = house.token(Role::Keeper);
    let before = house.match_count();
    for &(_, path, _) in ROUTES {
        for method in ["PUT", "PATCH", "DELETE", "OPTIONS"] {
            let request = TestRequest::default().method(method.parse().expect("a method"));
            let request =
                request.uri(path).insert_header(("authorization", format!("Bearer {keeper}")));
            let (status, _) = house.head(request).await;
            assert!(status.is_client_error(), "{method} {path}: {status}");
        }
    }
    assert_eq!(house.match_count(), before);
}

/// What stands in the table of routes: `.route("path", web::method()…`, and `web::resource("path")`
/// with `.route(web::method()…` after it.
fn routes_in_source() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = fs::read_to_string(root.join("src/web/server.rs")).expect("readable");
    let mut routes = Vec::new();
    let mut path = "";
    for part in source.split("web::").flat_map(|part| part.split(".route(\"")) {
        if let Some(rest) =
            part.strip_prefix("resource(\"").or(part.starts_with('/').then_some(part))
        {
            path = rest.split('"').next().expect("a path");
        }
        let method = ["get", "post", "put", "patch", "delete"];
        if let Some(method) = method.into_iter().find(|name| part.starts_with(&format!("{name}()")))
        {
            routes.push((method.to_uppercase(), path.to_owned()));
        }
    }
    routes
}

#[test]
fn no_route_is_missing_in_the_table() {
    let mut known: Vec<(String, String)> =
        ROUTES.iter().map(|(method, path, _)| ((*method).to_owned(), (*path).to_owned())).collect();
    let mut found = routes_in_source();
    known.sort();
    found.sort();
    assert_eq!(found, known);
}
