//! Exit codes, `--json`, `--quiet`, `--verbose`, and pipes that nobody reads from.

use std::process::{Command, Stdio};

use super::{BAD, Desk, GOOD, json_lines, program};

/// 0 all good, 1 some records bad, 2 wrong use, 3 archive trouble.
#[test]
fn every_code() {
    let desk = Desk::new();
    let (good, bad) = (desk.file("good.gk", GOOD), desk.file("bad.gk", BAD));
    let (good, bad) = (good.as_str(), bad.as_str());
    for (arguments, code) in [
        (&["check", good][..], 0),
        (&["check", good, bad], 1),
        (&["hash", good], 0),
        (&["hash", bad], 1),
        (&["hash", "--ply", "100000", good], 2),
        (&["import", "--dry-run", good], 0),
        (&["import", good], 0),
        (&["import", good], 0),
        (&["import", good, bad], 1),
        (&["import", bad], 1),
        (&["import", "--mode", "other", good], 2),
        (&["import", "not-there.gk"], 2),
        (&["verify"], 0),
        (&["verify", "0123456789"], 2),
        (&["verify", "no link"], 2),
        (&["export"], 0),
        (&["export", "0123456789"], 2),
        (&["show", "0123456789"], 2),
        (&["rules"], 0),
        (&["rules", "no-such-game"], 2),
        (&["token", "list"], 0),
        (&["token", "revoke", "7"], 2),
        (&["token", "add", "", "--role", "keeper"], 2),
        (&["token", "add", "x", "--role", "king"], 2),
        (&["man"], 0),
        (&["man", "no-such-command"], 2),
        (&["completions", "bash"], 0),
        (&["completions", "no-such-shell"], 2),
        (&["--help"], 0),
        (&["--version"], 0),
        (&[], 2),
        (&["no-such-command"], 2),
        (&["serve", "--listen", "nowhere"], 2),
        (&["serve", "--open", "--trust-proxy"], 2),
    ] {
        desk.check(arguments, code);
    }
    let no_archive = desk.file("no-archive.sqlite", "this is a text, and no archive at all");
    for command in ["export", "verify", "serve"] {
        desk.check(&[command, "--archive", &no_archive], 3);
    }
    desk.check(&["import", good, "--archive", "/nowhere/at/all.sqlite"], 3);
    desk.check(&["token", "list", "--archive", &no_archive], 3);
}

#[test]
fn a_dry_run_stores_nothing() {
    let desk = Desk::new();
    let good = desk.file("good.gk", GOOD);
    let told = desk.check(&["import", "--dry-run", &good], 0);
    assert!(told.contains("1 good but not stored"), "{told}");
    assert_eq!(desk.check(&["export"], 0).lines().filter(|line| line.starts_with("[")).count(), 0);
}

#[test]
fn import_as_json() {
    let desk = Desk::new();
    let (good, bad) = (desk.file("good.gk", GOOD), desk.file("bad.gk", BAD));
    let lines = json_lines(&desk.check(&["import", "--json", &good, &bad], 1));
    assert_eq!(lines.len(), 3);
    assert_eq!((&lines[0]["good"], &lines[0]["done"]), (&true.into(), &"stored".into()));
    let head = desk.check(&["hash", &good], 0);
    assert_eq!(lines[0]["head"], head.trim());
    assert_eq!((&lines[1]["good"], &lines[1]["file"]), (&false.into(), &bad.as_str().into()));
    assert!(lines[1]["line"].is_u64() || lines[1]["place"].is_object(), "{}", lines[1]);
    assert_eq!(
        (&lines[2]["counts"]["stored"], &lines[2]["counts"]["refused"]),
        (&1.into(), &1.into())
    );
    // Quiet: only what is wrong, and the counts, which are the answer.
    let lines = json_lines(&desk.check(&["import", "--json", "--quiet", &good, &bad], 1));
    assert_eq!(lines.len(), 2);
}

#[test]
fn quiet_and_verbose() {
    let desk = Desk::new();
    let (good, bad) = (desk.file("good.gk", GOOD), desk.file("bad.gk", BAD));
    assert_eq!(desk.check(&["import", "--quiet", &good], 0), "");
    assert_eq!(desk.check(&["import", "-v", &good], 0).lines().count(), 2);
    let told = desk.check(&["import", "-q", &good, &bad], 1);
    assert!(told.contains("bad.gk, record 1") && !told.contains("good.gk"), "{told}");
    assert_eq!(desk.check(&["verify", "-q"], 0), "");
    assert_eq!(desk.check(&["verify"], 0), "1 matches: 1 good, 0 bad\n");
    assert_eq!(desk.check(&["verify", "--verbose"], 0).lines().count(), 2);
    assert_eq!(desk.check(&["check", "--quiet", &good], 0), "");
    assert!(desk.check(&["check", "--quiet", &good, &bad], 1).contains("bad.gk"));
    desk.check(&["verify", "-q", "-v"], 2);
}

#[test]
fn verify_as_json() {
    let desk = Desk::new();
    desk.check(&["import", &desk.file("good.gk", GOOD)], 0);
    let lines = json_lines(&desk.check(&["verify", "--json"], 0));
    assert_eq!(lines.len(), 2);
    assert_eq!((&lines[0]["good"], &lines[0]["difference"]), (&true.into(), &().into()));
    assert_eq!((&lines[1]["good"], &lines[1]["bad"]), (&1.into(), &0.into()));
}

/// `gamekeep export | head -1` is no failure.
#[test]
fn a_pipe_that_nobody_reads_from_is_no_failure() {
    let desk = Desk::new();
    let good = desk.file("good.gk", GOOD);
    desk.check(&["import", &good], 0);
    let game = desk.check(&["rules"], 0);
    let game = game.split_whitespace().next().expect("a game");
    let many = vec![good.as_str(); 400];
    for arguments in [
        &["export", "--as", "json"][..],
        &["rules", game],
        &["man", "serve"],
        &["completions", "zsh"],
        &["verify", "--json"],
        &["--help"],
        &[&["check"], &many[..]].concat(),
        &[&["import", "--json"], &many[..]].concat(),
    ] {
        let mut child = Command::new(program())
            .args(arguments)
            .env("GAMEKEEP_ARCHIVE", desk.archive())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{:?}: {told}", &arguments[..1]);
        assert_eq!(told, "", "{:?}", &arguments[..1]);
    }
}

#[test]
fn no_colours_for_who_wants_none_and_for_files() {
    let desk = Desk::new();
    let good = desk.file("good.gk", GOOD);
    desk.check(&["import", &good], 0);
    let head = desk.check(&["hash", &good], 0);
    let shown = desk.run(&["show", head.trim()]);
    assert!(!String::from_utf8_lossy(&shown.stdout).contains('\u{1b}'));
    // On a terminal of its own, if there is a way to make one.
    let on_terminal = |no_color: &str| {
        let line = format!("{} show {}", program().display(), head.trim());
        let mut command = Command::new("script");
        command.args(["-qec", &line, "/dev/null"]).env("GAMEKEEP_ARCHIVE", desk.archive());
        command.env("NO_COLOR", no_color).output().ok()
    };
    let Some(coloured) = on_terminal("") else { return };
    assert!(String::from_utf8_lossy(&coloured.stdout).contains('\u{1b}'));
    let plain = on_terminal("1").expect("it runs");
    assert!(!String::from_utf8_lossy(&plain.stdout).contains('\u{1b}'));
}
