//! Following a match: nothing missed, nothing told twice, and an end.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use super::{Server, actions, record, sample};

const GAME: &str = "game-of-knights";

/// A stream of events.
struct Events {
    reader: BufReader<TcpStream>,
    head: String,
}

#[derive(Debug, PartialEq)]
struct Event {
    name: String,
    id: String,
    data: Value,
}

impl Events {
    fn open(server: &Server, path: &str, last: Option<&str>) -> Self {
        let mut socket = TcpStream::connect(&server.address).expect("connects");
        socket.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
        let last = last.map_or(String::new(), |id| format!("Last-Event-ID: {id}\r\n"));
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nAccept: text/event-stream\r\n\
             Accept-Encoding: br, gzip\r\n{last}\r\n",
            server.address
        );
        socket.write_all(request.as_bytes()).expect("sends");
        let mut reader = BufReader::new(socket);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(reader.read_line(&mut head).expect("a head") > 0);
        }
        Events { reader, head }
    }

    /// The next event; `None` at the end of the stream.
    fn next(&mut self) -> Option<Event> {
        let mut event = Event { name: String::new(), id: String::new(), data: Value::Null };
        loop {
            let mut line = String::new();
            if self.reader.read_line(&mut line).expect("a line") == 0 {
                return None;
            }
            match line.trim_end().split_once(": ") {
                Some(("event", name)) => event.name = name.to_owned(),
                Some(("id", id)) => event.id = id.to_owned(),
                Some(("data", data)) => event.data = serde_json::from_str(data).expect("JSON"),
                None if line.starts_with("0\r") => return None,
                None if line.trim_end().is_empty() && !event.name.is_empty() => return Some(event),
                _ => {}
            }
        }
    }

    fn names(&mut self, count: usize) -> Vec<(String, String)> {
        let event = |_| self.next().map(|event| (event.name, event.id));
        (0..count).filter_map(event).collect()
    }
}

#[test]
fn a_match_is_told_as_it_goes_on_and_the_stream_ends_with_it() {
    let server = Server::start();
    let log = sample(GAME);
    let (begun, links) = record(&log, "live", 1);
    server.store(&begun);
    let path = format!("/api/v1/matches/{}/events", links[1]);
    let mut events = Events::open(&server, &path, None);
    assert!(events.head.starts_with("HTTP/1.1 200"), "{}", events.head);
    assert!(events.head.contains("text/event-stream"), "{}", events.head);
    assert!(!events.head.contains("content-encoding: br"), "{}", events.head);
    let first = events.next().expect("where it stands");
    assert_eq!((first.name.as_str(), &first.data["plies"]), ("head", &json!(1)));
    assert_eq!((&first.id, &first.data["head"]), (&links[1], &json!(links[1])));

    server.append(&links[1], &links[1], None, &actions(&log, 2, 3));
    let action = events.next().expect("an action");
    let second = log.actions.get(2).expect("ply 2");
    assert_eq!((action.name.as_str(), &action.id), ("action", &links[2]));
    assert_eq!((&action.data["ply"], &action.data["do"]), (&json!(2), &json!(second.text)));
    assert_eq!(
        events.names(2),
        [("action".to_owned(), links[3].clone()), ("head".to_owned(), links[3].clone())]
    );
    let answer = server.append(&links[3], &links[3], None, &json!([{"by": "*", "do": "draw"}]));
    let head = answer.json()["head"].as_str().expect("a head").to_owned();
    let names: Vec<String> = events.names(3).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["action", "head", "end"]);
    assert!(events.next().is_none(), "the stream ends");

    // Who has seen everything is told not to come back; who comes anew is told how it ended.
    let again = Events::open(&server, &path, Some(&head));
    assert!(again.head.starts_with("HTTP/1.1 204"), "{}", again.head);
    let mut anew = Events::open(&server, &path, None);
    let names: Vec<String> = anew.names(2).into_iter().map(|(name, _)| name).collect();
    assert_eq!((names, anew.next().is_none()), (vec!["head".to_owned(), "end".to_owned()], true));
}

/// CRASH-O2: who comes back is told what came since, from any event on.
#[test]
fn who_comes_back_misses_nothing() {
    let server = Server::start();
    let log = sample(GAME);
    let (begun, links) = record(&log, "back", 6);
    server.store(&begun);
    let path = format!("/api/v1/matches/{}/events", links[6]);
    for seen in 0..=6 {
        let mut events = Events::open(&server, &path, Some(&links[seen]));
        let ids: Vec<String> = events.names(7 - seen).into_iter().map(|(_, id)| id).collect();
        assert_eq!(ids, links[seen + 1..=6].iter().chain([&links[6]]).cloned().collect::<Vec<_>>());
    }
    let mut all = Events::open(&server, &format!("{path}?after=0"), None);
    assert_eq!(all.names(7).len(), 7);
    for odd in [links[0].to_uppercase(), "x".to_owned(), "0".repeat(64)] {
        let mut events = Events::open(&server, &path, Some(&odd));
        assert_eq!(events.next().expect("where it stands").name, "head", "{odd}");
    }
}

/// CRASH-O2: actions that come while a client connects are neither lost nor told twice.
#[test]
fn actions_that_come_while_a_client_connects_are_told_once() {
    let server = Server::start();
    let log = sample(GAME);
    let last = log.actions.len() - 1;
    let (begun, links) = record(&log, "connect", 0);
    server.store(&begun);
    let path = format!("/api/v1/matches/{}/events?after=0", links[0]);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for ply in 0..last {
                server.append(&links[0], &links[ply], None, &actions(&log, ply + 1, ply + 1));
            }
        });
        for _ in 0..8 {
            scope.spawn(|| {
                let mut events = Events::open(&server, &path, None);
                let mut plies = Vec::new();
                while plies.len() < last {
                    let event = events.next().expect("an event");
                    if event.name == "action" {
                        plies.push(event.data["ply"].as_u64().expect("a ply"));
                    }
                }
                assert!(plies.iter().copied().eq(1..=last as u64), "{plies:?}");
            });
        }
    });
}

#[test]
fn the_page_has_the_same_stream() {
    let server = Server::start();
    let log = sample(GAME);
    let (begun, links) = record(&log, "page", 2);
    server.store(&begun);
    let mut page = Events::open(&server, &format!("/m/{}/events", &links[2][..20]), None);
    assert_eq!(page.next().expect("where it stands").id, links[2]);
    server.append(&links[2], &links[2], None, &actions(&log, 3, 3));
    assert_eq!(
        page.names(2),
        [("action".to_owned(), links[3].clone()), ("head".to_owned(), links[3].clone())]
    );
}

#[test]
fn a_withdrawn_match_ends_its_stream() {
    let server = Server::start();
    let (begun, links) = record(&sample(GAME), "withdrawn", 2);
    server.store(&begun);
    let path = format!("/api/v1/matches/{}/events", links[2]);
    let mut events = Events::open(&server, &path, None);
    assert_eq!(events.next().expect("where it stands").name, "head");
    let head = links[2].parse().expect("a link");
    server.keep.archive().withdraw(&head, "test", 1).expect("withdrawn");
    assert_eq!(events.next().expect("the end").name, "withdrawn");
    assert!(events.next().is_none());
    server.get(&path).is(410, "withdrawn");
    server.get(&format!("/api/v1/matches/{}", links[2])).is(410, "withdrawn");
    let again = server.post("/api/v1/matches", "text/plain", begun.as_bytes());
    again.is(410, "withdrawn");
}
