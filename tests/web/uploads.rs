//! Forms that are too much (DOS-O3): refused while they come, and nothing is left of them.

use std::fs;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use actix_web::http::StatusCode;
use actix_web::http::header::CONTENT_TYPE;
use actix_web::test::TestRequest;
use gamekeep::archive::Role;
use gamekeep::web::limits::{FIELD_BYTES, FORM_BYTES, FORM_PARTS, OPEN_FORM_BYTES};
use gamekeep::web::{Serve, serve};

use super::{House, RECORD, from_here, multipart};

/// A program's form.
fn sent(bearer: &str, parts: &[(&str, Option<&str>, &str)]) -> TestRequest {
    let (kind, body) = multipart(parts);
    TestRequest::post()
        .uri("/import")
        .insert_header(("authorization", format!("Bearer {bearer}")))
        .insert_header((CONTENT_TYPE, kind))
        .set_payload(body)
}

async fn check(
    house: &House,
    bearer: &str,
    parts: &[(&str, Option<&str>, &str)],
    status: u16,
    words: &str,
) {
    let before = house.match_count();
    let answer = house.ask(sent(bearer, parts)).await;
    assert_eq!(answer.status.as_u16(), status, "{}", answer.body);
    assert!(answer.body.contains(words), "{words}: {}", answer.body);
    if status != 200 {
        assert_eq!(house.match_count(), before);
    }
}

#[actix_web::test]
async fn a_report_leads_to_the_rule_that_says_no() {
    let house = House::closed();
    let bearer = house.token(Role::Recorder).1;
    let head = "[Gamekeep \"1\"]\n[Game \"castle-danger\"]\n[Rules \"1\"]\n\n1 B +W\n";
    for (line, href) in [
        ("2 B Kc1-c9\n", "/games/castle-danger#CD-3.1"),
        ("2 B dance\n", "/games/castle-danger#notation"),
    ] {
        let text = format!("{head}{line}");
        let answer = house.ask(sent(&bearer, &[("text", None, &text)])).await;
        let link = format!("href=\"{href}\"");
        assert!(answer.body.contains(&link), "{line}: {}", answer.body);
    }
}

#[actix_web::test]
async fn what_a_form_may_hold() {
    let house = House::closed();
    let bearer = house.token(Role::Recorder).1;
    let check =
        async |parts: &[_], status, words| check(&house, &bearer, parts, status, words).await;
    let text = ("text", None, RECORD);
    let file = ("file", Some("a.gk"), RECORD);
    let none = ("file", Some(""), "");
    check(&[text], 200, "1 read").await;
    check(&[file, file], 200, "2 read").await;
    check(&[text, none], 200, "1 read").await;
    check(&[text, ("mode", None, "atomic"), ("dry", None, "yes")], 200, "good").await;
    check(&[text, text], 400, "“text” stands twice").await;
    check(&[text, ("mode", None, "atomic"), ("mode", None, "skip-bad")], 400, "“mode” stands")
        .await;
    check(&[text, ("admin", None, "yes")], 400, "no field “admin”").await;
    check(&[text, ("<b>", None, "")], 400, "no field “&#60;b&#62;”").await;
    check(&[text, ("mode", None, "other")], 400, "expected skip-bad").await;
    let long = "x".repeat(usize::try_from(FIELD_BYTES).expect("small") + 1);
    check(&[text, ("mode", None, &long)], 413, "no more than 1 KiB").await;
    let many = vec![none; FORM_PARTS + 1];
    check(&many, 400, "no more than 1000 parts").await;
    let many = vec![("file", Some("a.gk"), "x"); 10_000];
    check(&many, 400, "no more than 1000 parts").await;
    check(&[], 422, "no record").await;
}

#[actix_web::test]
async fn what_is_no_form() {
    let house = House::closed();
    let bearer = house.token(Role::Recorder).1;
    for (kind, body) in [
        ("multipart/form-data", "--b0--"),
        ("multipart/form-data; boundary=b0", "x"),
        ("multipart/form-data; boundary=b0", "--b0\r\nContent-Disposition: form-data; name=\"te"),
        ("multipart/form-data; boundary=b0", "--b0\r\n\r\nx\r\n--b0--"),
        ("application/json", "{}"),
        ("text/plain", RECORD),
        ("", RECORD),
    ] {
        let request = sent(&bearer, &[]).insert_header((CONTENT_TYPE, kind)).set_payload(body);
        let answer = house.ask(request).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{kind} {body}: {}", answer.body);
        assert!(answer.body.contains("cannot be read as a form"), "{}", answer.body);
    }
}

#[actix_web::test]
async fn without_the_mark_no_file_is_taken() {
    let house = House::open();
    let form = house.form("/import", &[]).await;
    // The mark stands after the file: too late.
    let file = ("file", Some("a.gk"), RECORD);
    let (kind, body) = multipart(&[file, ("csrf", None, &form.mark)]);
    let request = TestRequest::post().uri("/import").insert_header((CONTENT_TYPE, kind));
    let request = from_here(form.with_cookies(request.set_payload(body)));
    assert_eq!(house.head(request).await.0, StatusCode::FORBIDDEN);
}

#[actix_web::test]
async fn how_long_a_form_may_be() {
    let house = House::open();
    let form = house.form("/import", &[]).await;
    let length = |bytes: u64, bearer: Option<&str>| {
        let (kind, body) = multipart(&[("csrf", None, &form.mark)]);
        let request = TestRequest::post().uri("/import").set_payload(body);
        let request = request.insert_header((CONTENT_TYPE, kind));
        let request = from_here(form.with_cookies(request));
        let request = request.insert_header(("content-length", bytes.to_string()));
        match bearer {
            Some(bearer) => request.insert_header(("authorization", format!("Bearer {bearer}"))),
            None => request,
        }
    };
    let bearer = house.token(Role::Recorder).1;
    assert_ne!(house.head(length(OPEN_FORM_BYTES, None)).await.0, StatusCode::PAYLOAD_TOO_LARGE);
    let too_long = house.ask(length(OPEN_FORM_BYTES + 1, None)).await;
    assert_eq!(too_long.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(too_long.body.contains("8 MiB"), "{}", too_long.body);
    for (bytes, long) in [(OPEN_FORM_BYTES + 1, false), (FORM_BYTES, false), (FORM_BYTES + 1, true)]
    {
        let status = house.head(length(bytes, Some(&bearer))).await.0;
        assert_eq!(status == StatusCode::PAYLOAD_TOO_LARGE, long, "{bytes}");
    }
}

/// A server on a socket, over a house.
fn served(house: &House) -> std::net::SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a socket");
    let address = listener.local_addr().expect("an address");
    let site = house.site.clone();
    thread::spawn(move || serve(Serve { site, listener }));
    address
}

fn head(bearer: &str, more: &str) -> String {
    format!(
        "POST /import HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {bearer}\r\n\
         Content-Type: multipart/form-data; boundary=b0\r\n{more}\r\n\r\n"
    )
}

fn answer(mut stream: &TcpStream) -> String {
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("set");
    let mut text = Vec::new();
    let mut part = [0; 4096];
    while let Ok(count @ 1..) = stream.read(&mut part) {
        text.extend_from_slice(&part[..count]);
        if text.ends_with(b"</html>\n") || text.ends_with(b"</html>") {
            break;
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}

/// The long temporary files that this process has open: they have no name.
fn temporary_files() -> usize {
    let Ok(files) = fs::read_dir("/proc/self/fd") else { return 0 };
    let files = files.filter_map(|file| {
        let file = file.ok()?.path();
        // Other tests keep short ones.
        let is_long = fs::metadata(&file).is_ok_and(|about| about.len() > OPEN_FORM_BYTES);
        fs::read_link(file).ok().filter(|_| is_long)
    });
    let temporary = |file: &Path| file.parent() == Some(&std::env::temp_dir());
    let files =
        files.filter(|file| temporary(file) && file.to_string_lossy().ends_with("(deleted)"));
    files.count()
}

#[test]
fn a_long_form_is_refused_while_it_comes() {
    let house = House::closed();
    let bearer = house.token(Role::Recorder).1;
    let address = served(&house);
    let stream = TcpStream::connect(address).expect("connected");
    let mut writer = stream.try_clone().expect("a clone");
    writer.write_all(head(&bearer, "Transfer-Encoding: chunked").as_bytes()).expect("sent");
    let sender = thread::spawn(move || {
        let begin =
            b"--b0\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n";
        let mut bytes = 0;
        let mut send = |part: &[u8]| {
            let size = format!("{:x}\r\n", part.len());
            bytes += part.len() as u64;
            let parts = [size.as_bytes(), part, b"\r\n"];
            parts.iter().try_for_each(|part| writer.write_all(part))
        };
        let megabyte = vec![b'x'; 1 << 20];
        let mut sent = send(begin);
        let mut most_files = 0;
        for _ in 0..10 * (FORM_BYTES >> 20) {
            sent = sent.and_then(|()| send(&megabyte));
            most_files = most_files.max(temporary_files());
        }
        (bytes, most_files)
    });
    let answered = answer(&stream);
    assert!(answered.starts_with("HTTP/1.1 413"), "{answered}");
    assert!(answered.contains("64 MiB"), "{answered}");
    let _ = stream.shutdown(Shutdown::Both);
    let (bytes, most_files) = sender.join().expect("sent");
    assert!(bytes < FORM_BYTES + (32 << 20), "{bytes} bytes were taken");
    thread::sleep(Duration::from_millis(300));
    assert!(most_files > 0 || !cfg!(target_os = "linux"), "it never was in a file");
    assert_eq!(temporary_files(), 0, "a temporary file is still there");
}

#[test]
fn a_long_form_without_a_right_is_not_read_at_all() {
    let house = House::closed();
    let address = served(&house);
    let stream = TcpStream::connect(address).expect("connected");
    let begun = Instant::now();
    let head = head("gk_no", &format!("Content-Length: {FORM_BYTES}"));
    (&stream).write_all(head.as_bytes()).expect("sent");
    let answered = answer(&stream);
    assert!(answered.starts_with("HTTP/1.1 401"), "{answered}");
    assert!(begun.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_slow_head_and_a_slow_body_are_not_waited_for() {
    let house = House::closed();
    let bearer = house.token(Role::Recorder).1;
    let address = served(&house);
    let slow_head = thread::spawn(move || {
        let stream = TcpStream::connect(address).expect("connected");
        (&stream).write_all(b"GET / HTTP/1.1\r\nHost: loc").expect("sent");
        answer(&stream)
    });
    let stream = TcpStream::connect(address).expect("connected");
    let mut writer = stream.try_clone().expect("a clone");
    writer.write_all(head(&bearer, "Content-Length: 100000").as_bytes()).expect("sent");
    let drip = thread::spawn(move || {
        let part = b"--b0\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n";
        let mut sent = writer.write_all(part);
        while sent.is_ok() {
            thread::sleep(Duration::from_millis(500));
            sent = writer.write_all(b"x");
        }
    });
    let begun = Instant::now();
    let answered = answer(&stream);
    let waited = begun.elapsed();
    assert!(answered.starts_with("HTTP/1.1 408"), "{answered}");
    assert!((15..40).contains(&waited.as_secs()), "{waited:?}");
    let _ = stream.shutdown(Shutdown::Both);
    drip.join().expect("ended");
    let answered = slow_head.join().expect("ended");
    assert!(answered.is_empty() || answered.starts_with("HTTP/1.1 408"), "{answered}");
}
