//! The API over real HTTP: a server on a socket of its own, a new archive, and a client.

mod bulk;
mod document;
mod faults;
mod games;
mod http;
mod live;
mod problems;
mod reading;
mod recording;

use std::net::TcpListener;
use std::sync::Arc;

use actix_web::web;
use gamekeep::archive::Role;
use gamekeep::archive::sqlite::SqliteArchive;
use gamekeep::games::Registry;
use gamekeep::record::link::links;
use gamekeep::record::log::Log;
use gamekeep::record::{input, text};
use gamekeep::service::Keep;
use gamekeep::web::{Doors, Serve, Site, serve};
use serde_json::{Value, json};

/// A server over a new archive.
pub(crate) struct Server {
    pub(crate) address: String,
    pub(crate) keep: Arc<Keep>,
    /// The token of a recorder.
    pub(crate) recorder: String,
    /// The token of a reader, who may not write.
    pub(crate) reader: String,
    agent: ureq::Agent,
    _folder: tempfile::TempDir,
}

/// An answer, read to its end.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) bytes: Vec<u8>,
}

impl Answer {
    /// A header; empty if it is not there.
    pub(crate) fn header(&self, name: &str) -> &str {
        let found = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map_or("", |(_, value)| value)
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes).expect("UTF-8")
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The lines of NDJSON.
    pub(crate) fn lines(&self) -> Vec<Value> {
        let line = |line: &str| serde_json::from_str(line).expect("a line of JSON");
        self.text().lines().map(line).collect()
    }

    /// Checks that it is a problem of a kind.
    #[track_caller]
    pub(crate) fn is(&self, status: u16, kind: &str) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        assert_eq!(self.header("content-type"), "application/problem+json");
        let problem = self.json();
        assert_eq!(problem["type"], format!("/api/problems/{kind}"), "{problem}");
        assert_eq!(problem["status"], status);
        problem
    }
}

impl Server {
    pub(crate) fn start() -> Self {
        Server::with(Doors { only_here: true, ..Doors::default() })
    }

    /// A server that stands to those outside in some way.
    pub(crate) fn with(doors: Doors) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let registry = Registry::standard();
        let path = folder.path().join("a.sqlite");
        let archive = SqliteArchive::open(&path, &registry).expect("opens");
        let keep = Arc::new(Keep::new(registry, Arc::new(archive)));
        let token = |role: Role| {
            let (_, secret) = keep.add_token(role.word(), role, 0).expect("a token");
            secret.to_string()
        };
        let (recorder, reader) = (token(Role::Recorder), token(Role::Reader));
        let site = web::Data::new(Site::new(Arc::clone(&keep), doors).expect("a site"));
        let listener = TcpListener::bind("127.0.0.1:0").expect("a socket");
        let address = listener.local_addr().expect("an address").to_string();
        std::thread::spawn(move || serve(Serve { site, listener }).expect("serves"));
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .build()
            .into();
        Server { address, keep, recorder, reader, agent, _folder: folder }
    }

    /// Sends a request; `body` is sent as it is.
    pub(crate) fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
    ) -> Answer {
        let mut request = ureq::http::Request::builder()
            .method(method)
            .uri(format!("http://{}{path}", self.address));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let answer = match body {
            Some(body) => self.agent.run(request.body(body).expect("a request")),
            None => self.agent.run(request.body(()).expect("a request")),
        };
        let mut answer = answer.expect("an answer");
        let headers = answer.headers().iter();
        let text = |value: &ureq::http::HeaderValue| value.to_str().expect("ASCII").to_owned();
        let headers = headers.map(|(name, value)| (name.to_string(), text(value))).collect();
        let status = answer.status().as_u16();
        let bytes = answer.body_mut().with_config().limit(1 << 30).read_to_vec().expect("a body");
        Answer { status, headers, bytes }
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], None)
    }

    pub(crate) fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.send("GET", path, headers, None)
    }

    /// Posts as a recorder.
    pub(crate) fn post(&self, path: &str, media_type: &str, body: &[u8]) -> Answer {
        let bearer = format!("Bearer {}", self.recorder);
        let headers = [("authorization", bearer.as_str()), ("content-type", media_type)];
        self.send("POST", path, &headers, Some(body))
    }

    pub(crate) fn post_json(&self, path: &str, body: &Value) -> Answer {
        self.post(path, "application/json", body.to_string().as_bytes())
    }

    /// Stores a record and gives its head.
    pub(crate) fn store(&self, record: &str) -> String {
        let answer = self.post("/api/v1/matches", "text/plain", record.as_bytes());
        assert!(answer.status < 300, "{}", answer.text());
        answer.json()["head"].as_str().expect("a head").to_owned()
    }

    /// Appends actions as a recorder who has seen a head.
    pub(crate) fn append(
        &self,
        link: &str,
        head: &str,
        key: Option<&str>,
        actions: &Value,
    ) -> Answer {
        let (bearer, tag) = (format!("Bearer {}", self.recorder), format!("\"{head}\""));
        let mut headers = vec![
            ("authorization", bearer.as_str()),
            ("content-type", "application/json"),
            ("if-match", tag.as_str()),
        ];
        headers.extend(key.map(|key| ("idempotency-key", key)));
        let body = json!({ "actions": actions }).to_string();
        let path = format!("/api/v1/matches/{link}/actions");
        self.send("POST", &path, &headers, Some(body.as_bytes()))
    }
}

/// A finished sample of a game, as canonical text without what is derived.
pub(crate) fn sample(game: &str) -> Log {
    let registry = Registry::standard();
    let card = registry.newest(game).expect("the game").card();
    let logs = card.samples.iter().flat_map(|sample| input::records(sample, &registry));
    let mut checked = logs.map(|input| input.check(&registry).expect("good"));
    let found =
        checked.find(|checked| checked.outcome.is_some() && checked.record.notes.is_empty());
    found.expect("a finished sample").record.log
}

/// A log as a record of its first plies, with an id of its own.
pub(crate) fn record(log: &Log, id: &str, plies: usize) -> (String, Vec<String>) {
    let mut log = log.clone();
    log.header.id = Some(id.to_owned());
    let all = links(&log).iter().map(ToString::to_string).collect();
    log.actions.truncate(plies);
    let facts = gamekeep::record::facts::Facts::default();
    (text::write(&gamekeep::record::Record { log, facts, notes: Vec::new() }), all)
}

/// Some actions of a log, as an append has them.
pub(crate) fn actions(log: &Log, from: usize, to: usize) -> Value {
    let card = log.header.card();
    let action = |ply| {
        let action = log.actions.get(ply).expect("a ply");
        json!({ "by": card.letter(action.by).to_string(), "do": action.text, "at": action.at })
    };
    (from..=to).map(action).collect()
}
