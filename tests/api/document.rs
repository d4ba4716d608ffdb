//! The document and the guide say what is so.

use gamekeep::web::api::guide;
use serde_json::{Value, json};

use super::{Server, record, sample};

#[test]
fn every_operation_of_the_document_answers() {
    let server = Server::start();
    let head = server.store(&record(&sample("game-of-knights"), "document", 2).0);
    let document = server.get("/api/v1/openapi.json").json();
    assert_eq!(document["openapi"], "3.1.0");
    let paths = document["paths"].as_object().expect("paths");
    let mut count = 0;
    for (path, item) in paths {
        for (method, operation) in item.as_object().expect("operations") {
            count += 1;
            assert!(operation["summary"].as_str().is_some_and(|text| text.ends_with(['.', '?'])));
            assert!(operation["tags"].as_array().is_some_and(|tags| tags.len() == 1));
            assert!(operation["responses"]["default"].is_object(), "{path}");
            let path = path.replace("{link}", &head).replace("{game}", "siege");
            let path = path.replace("{ply}", "1");
            let method = method.to_uppercase();
            if path.ends_with("/events") {
                continue;
            }
            let answer = server.send(&method, &path, &[], (method == "POST").then_some(b""));
            assert!(![404, 405, 500].contains(&answer.status), "{method} {path}: {answer:?}");
            let needs_token = operation["security"].is_array();
            assert_eq!(answer.status == 401, needs_token, "{method} {path}: {}", answer.status);
        }
    }
    assert_eq!(count, 16);
    // Every reference leads somewhere.
    let text = document.to_string();
    for part in text.split("#/components/schemas/").skip(1) {
        let name = part.split('"').next().expect("a name");
        assert!(document["components"]["schemas"][name].is_object(), "{name}");
    }
}

#[test]
fn the_page_has_every_operation_and_object_of_the_document() {
    let server = Server::start();
    let page = server.get("/api");
    assert_eq!(page.status, 200);
    let document = server.get("/api/v1/openapi.json").json();
    for item in document["paths"].as_object().expect("paths").values() {
        for operation in item.as_object().expect("operations").values() {
            let id = operation["operationId"].as_str().expect("an id");
            assert!(page.text().contains(&format!("id=\"{id}\"")), "{id}");
        }
    }
    for name in document["components"]["schemas"].as_object().expect("schemas").keys() {
        let id = format!("id=\"object-{}\"", name.to_lowercase());
        assert!(page.text().contains(&id), "{name}");
    }
    for link in page.text().split("href=\"#").skip(1) {
        let id = link.split('"').next().expect("an id");
        assert!(page.text().contains(&format!("id=\"{id}\"")), "#{id} leads nowhere");
    }
    assert!(!page.text().contains("<script"));
}

/// An example of the guide: what is sent, and what comes back.
struct Example<'a> {
    request: &'a str,
    answer: &'a str,
}

#[test]
fn the_examples_of_the_guide_are_so() {
    let server = Server::start();
    let text = guide::to_be_run(&server.keep, &server.recorder);
    assert!(!text.contains("{head") && !text.contains("{action"), "{text}");
    let blocks: Vec<&str> = text.split("```http\n").skip(1).collect();
    let blocks: Vec<&str> =
        blocks.iter().map(|block| block.split("```").next().unwrap_or_default()).collect();
    let examples = blocks.chunks(2).map(|pair| Example { request: pair[0], answer: pair[1] });
    let mut count = 0;
    for example in examples {
        run(&server, &example);
        count += 1;
    }
    assert!(count >= 9, "{count}");
}

fn run(server: &Server, example: &Example<'_>) {
    let (head, body) = example.request.split_once("\n\n").unwrap_or((example.request, ""));
    let mut lines = head.lines();
    let (method, path) =
        lines.next().and_then(|line| line.split_once(' ')).expect("a request line");
    let headers: Vec<(&str, &str)> = lines.filter_map(|line| line.split_once(": ")).collect();
    let body = (method == "POST").then_some(body.trim().as_bytes());
    let found = server.send(method, path, &headers, body);

    let (head, body) = example.answer.split_once("\n\n").unwrap_or((example.answer, ""));
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').next()).expect("a status");
    assert_eq!(found.status.to_string(), status, "{method} {path}: {}", found.text());
    for (name, value) in lines.filter_map(|line| line.split_once(": ")) {
        assert_eq!(found.header(name), value, "{method} {path}: {name}");
    }
    if !body.trim().is_empty() {
        let expected: Value = serde_json::from_str(body).expect("JSON in the guide");
        agrees(&expected, &found.json(), path);
    }
}

/// What the guide shows is there; more may be. `…` stands for any text.
#[track_caller]
fn agrees(expected: &Value, found: &Value, place: &str) {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            for (name, value) in expected {
                let found = found.get(name).unwrap_or(&Value::Null);
                agrees(value, found, &format!("{place}.{name}"));
            }
        }
        (Value::Array(expected), Value::Array(found)) => {
            assert_eq!(expected.len(), found.len(), "{place}");
            for (n, (expected, found)) in expected.iter().zip(found).enumerate() {
                agrees(expected, found, &format!("{place}[{n}]"));
            }
        }
        (Value::String(text), Value::String(_)) if text == "…" => {}
        (expected, found) => assert_eq!(expected, found, "{place}: {}", json!(found)),
    }
}
