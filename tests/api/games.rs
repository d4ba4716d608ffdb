//! The games, and questions about positions.

use gamekeep::games::Registry;
use gamekeep::rules::any::AnyGame;
use serde_json::{Value, json};

use super::Server;

#[test]
fn every_game_tells_its_seats_options_notation_and_rules() {
    let server = Server::start();
    let list = server.get("/api/v1/games").json();
    let registry = Registry::standard();
    for card in registry.games().map(AnyGame::card) {
        let line = list["games"].as_array().expect("a list").iter();
        let line = line.clone().find(|line| line["id"] == card.id).expect("the game");
        assert_eq!((&line["name"], &line["rules"]), (&json!(card.name), &json!([card.rules])));
        let game = server.get(&format!("/api/v1/games/{}", card.id)).json();
        let length = |name: &str| game[name].as_array().expect("a list").len();
        assert_eq!((length("seats"), length("options")), (2, card.options.len()), "{}", card.id);
        assert_eq!(length("notation"), card.notation.len(), "{}", card.id);
        assert_eq!(game["timed"], card.timed);
        let same = server.get(&format!("/api/v1/games/{}?rules={}", card.id, card.rules)).json();
        assert_eq!(game, same);
        server.get(&format!("/api/v1/games/{}?rules=999", card.id)).is(404, "no-rules");
    }
    server.get("/api/v1/games/chess").is(404, "no-game");
}

#[test]
fn what_is_listed_as_legal_is_what_a_check_allows() {
    let server = Server::start();
    let registry = Registry::standard();
    for card in registry.games().map(AnyGame::card).filter(|card| !card.timed) {
        let path = format!("/api/v1/games/{}", card.id);
        let mut position = Value::Null;
        // A walk of a few actions, each the middle one of those that are legal.
        for _ in 0..6 {
            let body = json!({ "position": position });
            let legal = server.post_json(&format!("{path}/legal"), &body).json();
            let by_query = server.get(&match &position {
                Value::String(text) => format!("{path}/legal?position={}", encoded(text)),
                _ => format!("{path}/legal"),
            });
            assert_eq!(by_query.json(), legal, "{}", card.id);
            let actions = legal["actions"].as_array().expect("a list");
            let own = actions.len() - 6;
            let Some(action) = actions[..own].get(own / 2) else { break };
            let check = json!({ "position": position, "by": action["by"], "do": action["do"] });
            let verdict = server.post_json(&format!("{path}/check"), &check).json();
            assert_eq!(verdict["legal"], true, "{} {check}: {verdict}", card.id);
            assert_ne!(verdict["position"], legal["position"], "{}", card.id);
            if !verdict["result"]["reason"].is_null() {
                break;
            }
            position = verdict["position"].clone();
        }
    }
}

#[test]
fn a_check_says_which_rule_says_no_and_changes_nothing() {
    let server = Server::start();
    let path = "/api/v1/games/game-of-knights/check";
    let verdict = server.post_json(path, &json!({"by": "N", "do": "resig"})).json();
    assert_eq!((&verdict["legal"], &verdict["rule"]), (&json!(false), &json!("notation")));
    assert_eq!(verdict["rule_href"], "/games/game-of-knights#notation");
    assert_eq!(verdict["effects"], json!([]));
    let start = server.get("/api/v1/games/game-of-knights").json()["position"].clone();
    assert_eq!(verdict["position"], start);
    let nobody = server.post_json(path, &json!({"by": "Z", "do": "resign"})).json();
    assert_eq!(nobody["rule"], "notation");
    let resigned = server.post_json(path, &json!({"by": "S", "do": "resign"})).json();
    assert_eq!((&resigned["legal"], &resigned["acting"]), (&json!(true), &json!([])));
    assert_eq!(resigned["result"]["winner"], "north");
    let long = server.post_json(path, &json!({"by": "S", "do": "x".repeat(5000)})).json();
    assert_eq!(long["rule"], "notation");
}

#[test]
fn a_position_that_cannot_stand_is_refused_with_its_place() {
    let server = Server::start();
    let path = "/api/v1/games/castle-danger/legal";
    let problem = server.get(&format!("{path}?position=nonsense")).is(422, "bad-position");
    assert_eq!((&problem["path"], problem["column"].is_u64()), (&json!("position"), true));
    let problem = server.get(&format!("{path}?options=colour=red")).is(422, "bad-option");
    assert_eq!(problem["path"], "options.colour");
    server.get(&format!("{path}?options=hidden=perhaps")).is(422, "bad-option");
    assert_eq!(server.get(&format!("{path}?options=hidden=yes")).status, 200);
    server.get(&format!("{path}?options=hidden")).is(422, "bad-option");
    server.get(&format!("{path}?options=hidden=yes,hidden=no")).is(422, "bad-option");
    server.post_json(path, &json!({"options": {"hidden": 1}})).is(400, "bad-json");
    server.post_json(path, &json!({"position": "x".repeat(9000)})).is(422, "bad-position");
    server.post_json("/api/v1/games/chess/legal", &json!({})).is(404, "no-game");
}

fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}
