//! Many records in and out: `import`, `check`, `export`, `convert`, `bench`.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use super::{BAD, Desk, GOOD, json_lines, program};

/// So many matches of all games, made up.
fn made(desk: &Desk, count: usize) -> String {
    desk.check(&["bench", "generate", "--matches", &count.to_string()], 0)
}

/// A match with an id, notes and a side line.
fn noted(number: usize) -> String {
    format!(
        "[Game castle-danger]\n[Id n{number}]\n[Blue \"Ada\"]\n[Red \"Grace {number}\"]\n\
         [Date 2026-11-{:02}]\n\n1 B +W {{first!\nsaid so}} !\n2 B Kc1-b1 ; and ; then\n3 B end\n\
         # line 1 0 \"heron\" \"a wizard walks\" \"B Wd1-d2\"\n",
        number % 28 + 1
    )
}

fn other_archive(desk: &Desk, name: &str) -> String {
    desk.archive().with_file_name(name).display().to_string()
}

#[test]
fn folders_and_what_is_packed_come_in() {
    let desk = Desk::new();
    let inner = desk.archive().with_file_name("games").join("inner");
    std::fs::create_dir_all(&inner).expect("a folder");
    let text: String = (0..3).map(noted).collect();
    std::fs::write(inner.join("a.gk"), text.as_bytes()).expect("written");
    std::fs::write(inner.join("b.gk.zst"), zstd::encode_all(noted(3).as_bytes(), 3).expect("zst"))
        .expect("written");
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    gz.write_all(noted(4).as_bytes()).expect("packed");
    std::fs::write(inner.join("c"), gz.finish().expect("packed")).expect("written");
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for number in 5..8 {
        let options = zip::write::SimpleFileOptions::default();
        zip.start_file(format!("{number}.gk"), options).expect("a file");
        zip.write_all(noted(number).as_bytes()).expect("written");
    }
    std::fs::write(inner.join("d.zip"), zip.finish().expect("zip").into_inner()).expect("written");
    let folder = inner.parent().expect("a folder").display().to_string();
    let checked = desk.check(&["check", &folder], 0);
    assert_eq!(checked.matches(": good; ").count(), 8, "{checked}");
    assert!(checked.contains("d.zip: 6.gk, record 1: good"), "{checked}");
    let told = desk.check(&["import", &folder, "-"], 0);
    assert_eq!(told, "8 read: 8 stored, 0 known already, 0 refused\n");
    let told = desk.check(&["import", &folder], 0);
    assert_eq!(told, "8 read: 0 stored, 8 known already, 0 refused\n");
    assert!(desk.check(&["check", "/dev/null"], 1).contains("no record in it"));
}

/// Bad records, of two reasons and many.
fn many_bad(count: usize) -> String {
    let bad = |n: usize| match n % 3 {
        0 => format!("[Game castle-danger]\n[Id b{n}]\n\n1 B +W\n2 B Kc1-c3\n"),
        1 => format!("[Game no-such-game-{n}]\n\n1 B end\n"),
        _ => format!("[Game castle-danger]\n[Id b{n}]\n\n1 B +W\n2 R +W\n"),
    };
    (0..count).map(bad).collect()
}

#[test]
fn a_long_report_stays_usable() {
    let desk = Desk::new();
    let bad = desk.file("bad.gk", &(many_bad(300) + &noted(1)));
    let report = other_archive(&desk, "report.ndjson");
    let told = desk.check(&["import", &bad, "--report", &report], 1);
    assert_eq!(told.lines().filter(|line| line.contains("bad.gk, record ")).count(), 100 + 3);
    assert!(told.contains("… and 200 more bad records\n"), "{told}");
    let groups: Vec<&str> = told.split("by reason:\n").nth(1).expect("groups").lines().collect();
    assert_eq!(groups.len(), 4, "{groups:?}");
    assert!(groups[..3].iter().all(|line| line.starts_with("     100  ")), "{groups:?}");
    assert_eq!(groups[3], "301 read: 1 stored, 0 known already, 300 refused");
    // Each with its place: a line of the file, and a caret below what is wrong.
    assert!(told.contains("5 | 2 B Kc1-c3\n  |     ^\n"), "{told}");
    let lines = json_lines(&std::fs::read_to_string(&report).expect("a report"));
    assert_eq!(lines.len(), 302);
    for line in &lines[..300] {
        assert_eq!(line["good"], false);
        assert!(line["line"].is_u64() && line["column"].is_u64(), "{line}");
        assert!(line["words"].is_string() && line["pointed"].is_string(), "{line}");
    }
    assert!(lines[0]["ply"] == 2 && lines[0]["rule"].as_str().expect("a rule").starts_with("CD-"));
    assert_eq!(lines[300]["good"], true);
    assert_eq!(lines[301]["counts"]["refused"], 300);
    // The same on standard output.
    let json = desk.check(&["import", "--json", "--dry-run", &bad], 1);
    assert_eq!(json_lines(&json).len(), 302);
    // Few bad ones are told without groups.
    let few = desk.file("few.gk", BAD);
    assert_eq!(desk.check(&["import", &few], 1).lines().count(), 4);
}

#[test]
fn three_modes() {
    let desk = Desk::new();
    let (good, bad) = (desk.file("good.gk", GOOD), desk.file("bad.gk", &many_bad(1)));
    let count = || desk.check(&["verify"], 0);
    let told = desk.check(&["import", "--mode", "atomic", &good, &bad], 1);
    assert!(told.contains("2 read: 0 stored, 0 known already, 1 refused, 1 good"), "{told}");
    assert_eq!(count(), "0 matches: 0 good, 0 bad\n");
    desk.check(&["import", "--mode", "skip-bad", &good, &bad], 1);
    assert_eq!(count(), "1 matches: 1 good, 0 bad\n");
    let told = desk.check(&["import", "-v", "--mode", "keep-legal", &good, &bad], 1);
    assert!(told.contains("2 read: 1 stored, 1 known already, 1 refused"), "{told}");
    let kept = desk.check(&["export", "--game", "castle-danger"], 0);
    assert!(kept.contains("\n1 B +W\n# result unfinished"), "{kept}");
    assert!(
        kept.contains("# note 1 \"?\" \"Cut here at import: line 5, column 5, ply 2"),
        "{kept}"
    );
    let told = desk.check(&["import", "--mode", "atomic", &good], 0);
    assert!(told.contains("1 read: 0 stored, 1 known"), "{told}");
}

/// Stopped in the middle, it tells what it has stored, leaves a whole archive, and goes on when it
/// is run again. What comes through a pipe is stored as it comes.
#[test]
fn a_stopped_import_goes_on_when_it_is_run_again() {
    let desk = Desk::new();
    let text = made(&desk, 200);
    let all = desk.file("all.gk", &text);
    let mut child = Command::new(program())
        .args(["import", "--verbose", "-"])
        .env("GAMEKEEP_ARCHIVE", desk.archive())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut pipe = child.stdin.take().expect("a pipe");
    let part = text.match_indices("[Gamekeep ").nth(120).expect("a record").0;
    pipe.write_all(&text.as_bytes()[..part + 20]).expect("sent");
    let mut out = BufReader::new(child.stdout.take().expect("output"));
    let mut line = String::new();
    while !line.contains("record 100:") {
        line.clear();
        assert_ne!(out.read_line(&mut line).expect("read"), 0);
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill runs").success());
    let output = child.wait_with_output().expect("it ends");
    drop(pipe);
    assert_eq!(output.status.code(), Some(1));
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(words.contains("run it again to go on"), "{words}");
    let mut rest = String::new();
    std::io::Read::read_to_string(&mut out, &mut rest).expect("read");
    let stored: usize = rest
        .lines()
        .find_map(|line| line.split(" read: ").nth(1)?.split(' ').next()?.parse().ok())
        .unwrap_or_else(|| panic!("{rest}"));
    assert!(stored >= 100, "{rest}");
    let found = format!("{stored} matches: {stored} good, 0 bad\n");
    assert_eq!(desk.check(&["verify"], 0), found);
    let told = desk.check(&["import", &all], 0);
    let new = 200 - stored;
    assert_eq!(told, format!("200 read: {new} stored, {stored} known already, 0 refused\n"));
}

#[test]
fn a_file_that_is_missing_is_told_before_anything_is_stored() {
    let desk = Desk::new();
    let good = desk.file("good.gk", GOOD);
    desk.check(&["import", &good, "not-there.gk"], 2);
    assert!(!desk.archive().exists() || desk.check(&["verify"], 0).starts_with("0 matches"));
}

/// A bar is for people who look on: on standard error, and only if that is a terminal.
#[test]
fn a_bar_only_on_a_terminal() {
    let desk = Desk::new();
    let all = desk.file("all.gk", &made(&desk, 600));
    let output = desk.run(&["import", &all]);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let on_terminal = |options: &str| {
        let line = format!("{} import --dry-run {options} {all}", program().display());
        let mut command = Command::new("script");
        command.args(["-qec", &line, "/dev/null"]).env("GAMEKEEP_ARCHIVE", desk.archive());
        let output = command.env("TERM", "xterm").output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let Some(shown) = on_terminal("") else { return };
    assert!(shown.contains("records") && shown.contains("600 read"), "{shown}");
    assert!(!on_terminal("--quiet").expect("it runs").contains("records"));
}

/// BULK-O1 and RT-O1: what an export writes comes back byte for byte, notes and side lines
/// included; one that was cut is refused as a whole, unless somebody asks for what there is.
#[test]
fn an_export_comes_back_byte_for_byte() {
    let desk = Desk::new();
    let text = made(&desk, 30) + &(0..9).map(noted).collect::<String>() + &GOOD.repeat(2);
    desk.check(&["import", &desk.file("all.gk", &text)], 0);
    // A fork, and one that goes on.
    let turn = "2 B Kc1-b1 ; and ; then\n3 B end";
    let fork = noted(1).replace(turn, "2 B end\n3 R end")
        + &noted(2).replace("3 B end", "3 B end\n4 R end");
    let told = desk.check(&["import", &desk.file("fork.gk", &fork)], 0);
    assert!(told.contains("2 stored"), "{told}");
    for form in ["text", "ndjson", "zip"] {
        let first = desk.run(&["export", "--as", form]).stdout;
        let file = other_archive(&desk, &format!("out.{form}"));
        std::fs::write(&file, &first).expect("written");
        let other = other_archive(&desk, &format!("{form}.sqlite"));
        let told = desk.check(&["import", &file, "--archive", &other], 0);
        assert!(told.starts_with("41 read: 41 stored"), "{form}: {told}");
        let again = desk.run(&["export", "--as", form, "--archive", &other]).stdout;
        assert!(first == again, "{form} differs");
        if form == "zip" {
            continue;
        }
        let half = other_archive(&desk, "half");
        std::fs::write(&half, &first[..first.len() / 2]).expect("written");
        let empty = other_archive(&desk, &format!("{form}-cut.sqlite"));
        let told = desk.check(&["import", &half, "--archive", &empty], 1);
        assert!(told.contains("is cut") && told.contains("1 read: 0 stored"), "{told}");
        let output = desk.run(&["import", "--cut", &half, "--archive", &empty]);
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(told.contains(" read: ") && !told.contains(" 0 stored"), "{told}");
        // The rest, by the last head that came whole.
        let came = String::from_utf8_lossy(&first[..first.len() / 2]).into_owned();
        let whole_lines = came.rsplit_once('\n').expect("lines").0;
        let before = if form == "text" { "\n# head " } else { "\"head\":\"" };
        let last = whole_lines.rsplit_once(before).expect("a head").1[..64].to_owned();
        let rest = desk.check(&["export", "--as", "ndjson", "--after", &last], 0);
        let rest = desk.file("rest.ndjson", &rest);
        let told = desk.check(&["import", &rest, "--archive", &empty], 0);
        assert!(told.contains(" 0 known already, 0 refused"), "{told}");
        let whole = desk.run(&["export", "--as", form, "--archive", &empty]).stdout;
        assert!(first == whole, "{form}: what was cut and gone on with differs");
    }
}

#[test]
fn what_an_export_takes() {
    let desk = Desk::new();
    let text: String = (0..9).map(noted).collect();
    desk.check(&["import", &desk.file("all.gk", &(text + GOOD))], 0);
    let heads = |arguments: &[&str]| -> Vec<String> {
        let out = desk.check(&[&["export", "--as", "ndjson"], arguments].concat(), 0);
        let lines = json_lines(&out);
        let heads = lines.iter().filter_map(|line| line["head"].as_str().map(str::to_owned));
        heads.collect()
    };
    let all = heads(&[]);
    assert_eq!(all.len(), 10);
    assert_eq!(heads(&["--game", "castle-danger"]), all[..9]);
    assert_eq!(heads(&["--player", "Grace 3"]), all[3..4]);
    assert_eq!(heads(&["--player", "Ada", "--from", "2026-11-08"]), all[7..9]);
    assert_eq!(heads(&["--to", "2026-11-02", "--game", "castle-danger"]), all[..2]);
    assert_eq!(heads(&["--from", "2026", "--to", "2026", "--player", "Ada"]).len(), 9);
    assert_eq!(heads(&["--result", "unfinished", "--game", "castle-danger"]), all[..9]);
    assert_eq!(heads(&["--after", &all[6]]), all[7..]);
    assert_eq!(heads(&["--limit", "2"]), all[..2]);
    assert_eq!(heads(&[&all[4], &all[2][..12]]), [all[4].clone(), all[2].clone()]);
    for wrong in [
        &["--game", "chequers"][..],
        &["--from", "2026.11.08"],
        &["--to", "2026-13"],
        &["--after", "0123456789"],
        &["--result", "won"],
        &[&all[0], "--game", "castle-danger"],
        &["--as", "xml"],
    ] {
        desk.check(&[&["export"], wrong].concat(), 2);
    }
}

#[test]
fn every_form_is_made_from_every_other() {
    let desk = Desk::new();
    let over = noted(1) + "4 R resign\n";
    // What is derived stands after the last action.
    let over = over.replace("# line 1 0 \"heron\" \"a wizard walks\" \"B Wd1-d2\"\n", "");
    let file = desk.file("a.gk", &over);
    let text = desk.check(&["convert", &file, "--to", "text"], 0);
    assert!(text.contains("# note 1 \"?\" \"first!\\nsaid so\""), "{text}");
    for form in ["text", "json", "ndjson", "abstract-play", "boardgame-io"] {
        let out = desk.check(&["convert", &file, "--to", form], 0);
        assert_eq!(out.lines().count() == 1, !["text", "json"].contains(&form), "{form}: {out}");
        let made = desk.file(&format!("made.{form}"), &out);
        for other in ["ndjson", "abstract-play", "boardgame-io"] {
            let out = desk.check(&["convert", &made, "--to", other], 0);
            let back = desk.file("back", &out);
            let back = desk.check(&["convert", &back, "--to", "text"], 0);
            assert_eq!(back, text, "{form} to {other}: {out}");
        }
    }
    let log = desk.check(&["convert", &file, "--to", "log", "--quiet"], 0);
    let hash = blake3::hash(log.as_bytes()).to_hex();
    assert_eq!(desk.check(&["hash", &file], 0).trim(), hash.as_str());
    let output = desk.run(&["convert", &file, "--to", "log"]);
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(words.contains("which a log text cannot hold"), "{words}");
}

#[test]
fn what_a_form_cannot_hold_is_said() {
    let desk = Desk::new();
    let open = desk.file("open.gk", &(noted(1) + BAD));
    let output = desk.run(&["convert", &open, "--to", "abstract-play"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(words.contains("record 1: left out") && words.contains("unfinished"), "{words}");
    assert!(words.contains("record 2: left out: line "), "{words}");
    desk.check(&["convert", "/dev/null", "--to", "text"], 1);
    desk.check(&["convert", &open, "--to", "xml"], 2);
}

#[test]
fn a_bench_makes_the_same_matches_again_and_imports_them() {
    let desk = Desk::new();
    let text = made(&desk, 50);
    assert_eq!(text, made(&desk, 50));
    assert!(text.starts_with(&made(&desk, 20)));
    assert_ne!(text, desk.check(&["bench", "generate", "--matches", "50", "--seed", "2"], 0));
    let file = desk.file("made.gk", &text);
    let lines = json_lines(&desk.check(&["check", "--json", &file], 0));
    let plies: Vec<u64> = lines.iter().filter_map(|line| line["plies"].as_u64()).collect();
    assert_eq!(plies.len(), 50);
    let mean = plies.iter().sum::<u64>() / 50;
    assert!((100..=200).contains(&mean), "{mean}: {plies:?}");
    let mut games: Vec<&str> = lines.iter().filter_map(|line| line["game"].as_str()).collect();
    games.sort_unstable();
    games.dedup();
    assert_eq!(games.len(), desk.check(&["rules"], 0).lines().count());
    let told = json_lines(&desk.check(&["bench", "import", "--matches", "50", "--json"], 0));
    assert_eq!((&told[0]["matches"], &told[0]["bad"]), (&50.into(), &0.into()));
    assert_eq!(told[0]["actions"], plies.iter().sum::<u64>());
}

/// What several people say of one match goes out with it, and comes in again.
#[test]
fn every_recording_of_a_match_is_exported() {
    let desk = Desk::new();
    let first = noted(1);
    let second = first.replace("Grace 1", "Grace the Great");
    let second = second.lines().filter(|line| !line.starts_with('#'));
    let second: String = second.map(|line| format!("{line}\n")).collect();
    let file = desk.file("both.gk", &(first + &second));
    let told = desk.check(&["import", &file], 0);
    assert_eq!(told, "2 read: 2 stored, 0 known already, 0 refused\n");
    for form in ["text", "ndjson", "zip"] {
        let out = desk.run(&["export", "--as", form]).stdout;
        if form != "zip" {
            let text = String::from_utf8_lossy(&out);
            assert!(text.contains("Grace 1") && text.contains("Grace the Great"), "{text}");
        }
        let path = desk.archive().with_file_name(format!("out.{form}"));
        std::fs::write(&path, &out).expect("written");
        let other = other_archive(&desk, &format!("{form}.sqlite"));
        desk.check(&["import", &path.display().to_string(), "--archive", &other], 0);
        assert!(desk.run(&["export", "--as", form, "--archive", &other]).stdout == out, "{form}");
    }
}

/// Notes that come with the beginning of a match that is stored are kept with the match.
#[test]
fn notes_of_a_beginning_are_kept() {
    let desk = Desk::new();
    let whole = desk.file("whole.gk", &(noted(1).replace("3 B end", "3 B end\n4 R +W")));
    desk.check(&["import", &whole], 0);
    let beginning = noted(1).replace("a wizard walks", "or so");
    let beginning = desk.file("beginning.gk", &(beginning + "# note 2 \"moss\" \"why not\"\n"));
    let told = desk.check(&["import", &beginning], 0);
    assert!(told.contains("1 known already"), "{told}");
    let text = desk.check(&["export"], 0);
    assert!(text.contains("# note 2 \"moss\" \"why not\"") && text.contains("or so"), "{text}");
}

#[test]
fn an_archive_that_is_not_there_is_no_empty_one() {
    let desk = Desk::new();
    for command in [&["export"][..], &["verify"], &["show", "0123456789"], &["token", "list"]] {
        desk.check(command, 3);
        assert!(!desk.archive().exists(), "{command:?}");
    }
}

/// The file alone is the archive, once nobody uses it.
#[test]
fn a_copy_of_the_file_has_everything() {
    let desk = Desk::new();
    let all = desk.file("all.gk", &made(&desk, 20));
    desk.check(&["import", &all, "--quiet"], 0);
    let copy = other_archive(&desk, "copy.sqlite");
    std::fs::copy(desk.archive(), &copy).expect("copied");
    let told = desk.check(&["verify", "--archive", &copy], 0);
    assert!(told.contains("20 matches: 20 good"), "{told}");
}

/// What came in goes out, and comes in again: also where it says more than it should.
#[test]
fn whatever_is_stored_comes_back() {
    let begins = "[Game castle-danger]\n[Id x1]\n[Result 0-1]\n\n1 B +W\n";
    let goes_on = format!("{}2 R resign\n", begins.replace("[Result 0-1]\n", ""));
    let facts: String = (0..58).map(|n| format!("[Fact{n} \"{n}\"]\n")).collect();
    let full = format!("[Game castle-danger]\n[Id x2]\n{facts}\n1 B +W\n2 B Wd1-d2\n");
    let fork = full.replace("2 B Wd1-d2", "2 B Kc1-b1");
    let odd = "[Game castle-danger]\n[Id x3]\n\n1 B +W\n2 B W\u{1d}d1-d2\n";
    for (mode, texts) in [
        ("skip-bad", vec![begins.to_owned(), goes_on]),
        ("skip-bad", vec![full, fork]),
        ("keep-legal", vec![odd.to_owned()]),
    ] {
        let desk = Desk::new();
        for (n, text) in texts.iter().enumerate() {
            let file = desk.file(&format!("{n}.gk"), text);
            let output = desk.run(&["import", "--mode", mode, &file]);
            let told = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(told.contains(" 1 stored"), "{text}: {told}");
            assert!(!told.contains('\u{1d}'), "{told}");
        }
        let out = desk.check(&["export"], 0);
        let again = other_archive(&desk, "again.sqlite");
        desk.check(&["import", &desk.file("out.gk", &out), "--archive", &again], 0);
        assert_eq!(desk.check(&["export", "--archive", &again], 0), out);
    }
}

/// The notes of a match are together no longer than a record may be.
#[test]
fn notes_have_a_sum() {
    let desk = Desk::new();
    let notes = |part: usize| -> String {
        let note = |n: usize| format!("# note 1 \"moss\" \"{part} {n} {}\"\n", "x".repeat(8_000));
        (0..200).map(note).collect()
    };
    let record = |part| format!("[Game castle-danger]\n[Id x]\n\n1 B +W\n{}", notes(part));
    desk.check(&["import", &desk.file("one.gk", &record(1))], 0);
    let told = desk.check(&["import", &desk.file("two.gk", &record(2))], 1);
    assert!(told.contains("bytes of them"), "{told}");
    let both = format!("{}{}", record(3), notes(4));
    let told = desk.check(&["check", &desk.file("both.gk", &both)], 1);
    assert!(told.contains("2097152 bytes"), "{told}");
    desk.check(&["import", &desk.file("all.gk", &desk.check(&["export"], 0))], 0);
}

/// A position that is not that of the rules is told at once.
#[test]
fn a_difference_is_told_when_it_comes_in() {
    let desk = Desk::new();
    let text = "[Game castle-danger]\n[Id dv]\n\n1 B +W\n# position 1 0000000000000000\n";
    let told = desk.check(&["import", "--verbose", &desk.file("dv.gk", text)], 0);
    assert!(told.contains("its position at ply 1 is not that of the rules"), "{told}");
}

/// A file of a zip archive is read whatever its name; names do nothing to a terminal.
#[test]
fn names_in_archives_are_names_only() {
    let desk = Desk::new();
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for name in ["../../up.gk", "a\u{1b}[31m\nred.gk"] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).expect("a file");
        zip.write_all(BAD.as_bytes()).expect("written");
    }
    let path = desk.archive().with_file_name("odd.zip");
    std::fs::write(&path, zip.finish().expect("zip").into_inner()).expect("written");
    let told = desk.check(&["check", &path.display().to_string()], 1);
    assert!(told.contains("../../up.gk") && told.contains("red.gk"), "{told}");
    assert!(!told.contains('\u{1b}'), "{told}");
}
