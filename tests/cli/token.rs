//! `gamekeep token`.

use super::{Desk, json_lines};

#[test]
fn a_token_is_shown_once_and_stored_hashed() {
    let desk = Desk::new();
    let output = desk.run(&["token", "add", "ladder bot", "--role", "recorder"]);
    let token = String::from_utf8(output.stdout).expect("text");
    let (mark, digits) = token.trim().split_at(3);
    assert_eq!((mark, digits.len()), ("gk_", 64));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("Token 1, recorder, for ladder bot"), "{told}");

    let list = desk.check(&["token", "list"], 0);
    assert!(list.contains("ladder bot") && list.contains("recorder"), "{list}");
    assert!(!list.contains(digits));
    for file in std::fs::read_dir(desk.archive().parent().expect("a folder")).expect("read") {
        let bytes = std::fs::read(file.expect("a file").path()).expect("read");
        let found = bytes.windows(64).any(|part| part == digits.as_bytes());
        assert!(!found, "the token stands in the archive");
    }
}

#[test]
fn as_json() {
    let desk = Desk::new();
    let added = json_lines(&desk.check(&["token", "add", "bot", "--role", "keeper", "--json"], 0));
    assert_eq!((&added[0]["id"], &added[0]["role"]), (&1.into(), &"keeper".into()));
    assert!(added[0]["token"].as_str().is_some_and(|token| token.starts_with("gk_")));
    desk.check(&["token", "add", "other", "--role", "reader"], 0);
    assert_eq!(desk.check(&["token", "revoke", "1"], 0), "token 1 is revoked\n");
    desk.check(&["token", "revoke", "1"], 0);
    let list = json_lines(&desk.check(&["token", "list", "--json"], 0));
    assert_eq!(list.len(), 2);
    assert!(list[0]["revoked"].is_string() && list[1]["revoked"].is_null());
    assert!(list.iter().all(|token| token.get("token").is_none()));
    assert!(desk.check(&["token", "list"], 0).contains("(revoked "));
}

#[test]
fn names() {
    let desk = Desk::new();
    let long = "x".repeat(101);
    for bad in ["", "  ", "a\nb", "a\u{1b}[31m", &long] {
        desk.check(&["token", "add", bad, "--role", "reader"], 2);
    }
    desk.check(&["token", "add", &long[1..], "--role", "reader"], 0);
    desk.check(&["token", "add", "Ada", "--role", "reader"], 0);
    desk.check(&["token", "add", "Ada", "--role", "reader"], 0);
}
