//! `gamekeep serve`: beginning and stopping, and tokens while it goes on.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::{Desk, GOOD, program};

/// A server that was started; it is ended when it is dropped.
struct Server {
    child: Child,
    /// What it printed until it served.
    told: String,
    address: String,
}

impl Server {
    fn start(desk: &Desk, options: &[&str]) -> Self {
        let mut child = Command::new(program())
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(options)
            .env("GAMEKEEP_ARCHIVE", desk.archive())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it runs");
        let mut told = String::new();
        let mut lines = BufReader::new(child.stdout.take().expect("output"));
        while !told.contains("serves on") {
            assert_ne!(lines.read_line(&mut told).expect("read"), 0, "{told}");
        }
        // The link for the keeper stands on the line after, if there is one.
        let address = told.split("http://").nth(1).expect("an address").trim().to_owned();
        let mut server = Server { child, told, address };
        server.told.push_str(&server.rest(lines));
        server
    }

    /// What comes within a moment.
    fn rest(&self, mut lines: BufReader<std::process::ChildStdout>) -> String {
        let (sender, receiver) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let mut line = String::new();
            while lines.read_line(&mut line).is_ok_and(|count| count > 0) {
                let _ = sender.send(std::mem::take(&mut line));
            }
        });
        let mut rest = String::new();
        while let Ok(line) = receiver.recv_timeout(Duration::from_millis(300)) {
            rest.push_str(&line);
        }
        rest
    }

    fn ask(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("connected");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        answer
    }

    fn import(&self, token: &str) -> String {
        let body = format!(
            "--b0\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n{GOOD}\r\n--b0--\r\n"
        );
        self.ask(&format!(
            "POST /import HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
             Authorization: Bearer {token}\r\nContent-Type: multipart/form-data; boundary=b0\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        ))
    }

    fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let done = Command::new("kill").args([name, &id]).status().expect("kill runs");
        assert!(done.success());
    }

    fn ended(&mut self, within: Duration) -> Option<ExitStatus> {
        let begun = Instant::now();
        while begun.elapsed() < within {
            if let Some(status) = self.child.try_wait().expect("waited") {
                return Some(status);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        None
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// SIGINT and SIGTERM end it with 0, soon, also while somebody listens to a stream without end and
/// somebody else holds a connection open.
#[test]
fn it_stops_when_it_is_asked_to() {
    for name in ["-INT", "-TERM"] {
        let desk = Desk::new();
        let mut server = Server::start(&desk, &[]);
        let link = desk.check(&["export", "--as", "json"], 0);
        let open = link.lines().find(|line| line.contains("\"reason\":null"));
        let link: serde_json::Value =
            serde_json::from_str(open.expect("a match that goes on")).expect("JSON");
        let link = link["head"].as_str().expect("a head");
        let mut stream = TcpStream::connect(&server.address).expect("connected");
        let request = format!("GET /m/{link}/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut part = [0; 4096];
        let mut heard = String::new();
        while !heard.contains("event: head") {
            let count = stream.read(&mut part).expect("read");
            assert!(count > 0, "{heard}");
            heard.push_str(&String::from_utf8_lossy(&part[..count]));
        }
        let idle = TcpStream::connect(&server.address).expect("connected");
        server.signal(name);
        let status = server.ended(Duration::from_secs(5));
        assert_eq!(status.and_then(|status| status.code()), Some(0), "{name}: {status:?}");
        // The stream was ended, not cut.
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
        assert!(String::from_utf8_lossy(&rest).ends_with("0\r\n\r\n"), "{rest:?}");
        drop(idle);
        desk.check(&["verify", "--quiet"], 0);
    }
}

#[test]
fn the_first_start_prints_a_link_for_the_keeper() {
    let desk = Desk::new();
    let server = Server::start(&desk, &["--no-samples"]);
    let link = server.told.lines().find(|line| line.contains("/sign-in?key=gk_"));
    assert!(link.expect("a link").contains(&server.address), "{}", server.told);
    drop(server);
    // As long as there is no keeper.
    assert!(Server::start(&desk, &["--no-samples"]).told.contains("/sign-in?key="));
    desk.check(&["token", "add", "me", "--role", "recorder"], 0);
    assert!(Server::start(&desk, &["--no-samples"]).told.contains("/sign-in?key="));
    desk.check(&["token", "add", "me", "--role", "keeper"], 0);
    assert!(!Server::start(&desk, &["--no-samples"]).told.contains("/sign-in?key="));
}

#[test]
fn tokens_come_and_go_while_it_serves() {
    let desk = Desk::new();
    let server = Server::start(&desk, &["--no-samples"]);
    let token = desk.check(&["token", "add", "bot", "--role", "recorder"], 0);
    let token = token.trim();
    assert!(server.import(token).starts_with("HTTP/1.1 200"));
    desk.check(&["token", "revoke", "1"], 0);
    assert!(server.import(token).starts_with("HTTP/1.1 401"));
}

/// What was told to be stored is stored, whenever an import is ended.
#[test]
fn an_import_that_is_ended_leaves_what_it_has_told() {
    let desk = Desk::new();
    let good = desk.file("good.gk", GOOD);
    let mut child = Command::new(program())
        .args(["import", "--verbose", &good, "-"])
        .env("GAMEKEEP_ARCHIVE", desk.archive())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut told = String::new();
    BufReader::new(child.stdout.take().expect("output")).read_line(&mut told).expect("read");
    assert!(told.contains("stored"), "{told}");
    let id = child.id().to_string();
    Command::new("kill").args(["-INT", &id]).status().expect("kill runs");
    child.wait().expect("it ends");
    assert_eq!(desk.check(&["verify"], 0), "1 matches: 1 good, 0 bad\n");
    desk.check(&["import", &good], 0);
}
