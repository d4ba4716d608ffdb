//! Faults of logs seen elsewhere (`faults-seen-elsewhere.md`), each by its id, at this keep's doors.

use gamekeep::games::Registry;
use gamekeep::rules::seat::Actor;
use serde_json::{Value, json};

use super::{Server, actions, record, sample};

const GAME: &str = "game-of-knights";

fn count(server: &Server) -> usize {
    server.keep.heads().expect("heads").len()
}

/// UNDO-O1: an undo at the table is no action of a log: refused at its place at every door, with
/// nothing changed. A log is only its actions, so its state is always a fresh fold.
#[test]
fn undo_o1_an_undo_is_no_action() {
    let server = Server::start();
    for game in Registry::standard().games() {
        let log = sample(game.card().id);
        let (text, links) = record(&log, "undo", 4);
        server.store(&text);
        let stored = count(&server);
        for word in ["undo", "redo", "undo 2", "takeback"] {
            let by = game.card().letter(log.actions.get(1).expect("an action").by);
            let at = log.actions.get(4).expect("an action").at;
            let action = json!([{ "by": by.to_string(), "do": word, "at": at }]);
            let refused = server.append(&links[4], &links[4], None, &action);
            assert_eq!(refused.status, 422, "{word}: {}", refused.text());
            let line = format!(
                "{text}5 {by} {word}{}\n",
                at.map_or(String::new(), |at| format!(" @{at}"))
            );
            let refused = server.post("/api/v1/import", "text/plain", line.as_bytes());
            assert_eq!(refused.status, 422, "{word}: {}", refused.text());
            assert_eq!(refused.lines()[0]["problem"]["ply"], 5, "{word}: {}", refused.text());
        }
        assert_eq!(count(&server), stored);
        let head = server.get(&format!("/api/v1/matches/{}", links[4])).json()["head"].clone();
        assert_eq!(head, json!(links[4]));
    }
}

/// UNDO-O2, UNDO-O3: what was undone elsewhere is in no form of the match; that it was, and what was
/// said meanwhile, stays as notes; text, JSON and log tell one story.
#[test]
fn undo_o2_undo_o3_one_story_of_what_was_undone() {
    let server = Server::start();
    let step = |id: u64, kind: &str, payload: Value, said: &str| {
        let metadata = if said.is_empty() { json!({}) } else { json!({"notes": [{"text": said}]}) };
        json!({"action": {"type": kind, "payload": payload}, "_stateID": id, "turn": 1,
            "metadata": metadata})
    };
    let add = |kind: &str| json!({"type": "add", "args": [kind], "playerID": "0"});
    let undo = json!({"type": "undo", "args": null, "playerID": "0"});
    let walk = json!({"type": "move", "args": ["K", "c1", "b1"], "playerID": "0"});
    let all = json!({"gameName": "castle-danger", "matchID": "undo", "log": [
        step(0, "MAKE_MOVE", add("W"), "a bold one"),
        step(1, "UNDO", undo, ""),
        step(2, "MAKE_MOVE", add("C"), "safer"),
        step(3, "MAKE_MOVE", walk, ""),
    ]});
    let created = server.post("/api/v1/matches", "application/json", all.to_string().as_bytes());
    assert_eq!(created.status, 201, "{}", created.text());
    let head = created.json()["head"].as_str().expect("a head").to_owned();
    let as_text = server.get(&format!("/api/v1/matches/{head}.gk"));
    let as_log = server.get(&format!("/api/v1/matches/{head}.log"));
    let as_json = server.get(&format!("/api/v1/matches/{head}.json")).json();
    let done: Vec<&str> = as_json["actions"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|a| a["do"].as_str())
        .collect();
    assert_eq!(done, ["+C", "Kc1-b1"]);
    assert!(as_log.text().ends_with("\n\n1 B +C\n2 B Kc1-b1\n"), "{}", as_log.text());
    assert!(as_text.text().contains("\n1 B +C\n2 B Kc1-b1\n"), "{}", as_text.text());
    for words in ["Undone at the table: +W", "safer"] {
        assert!(as_text.text().contains(words), "{words}: {}", as_text.text());
        let notes = as_json["notes"].as_array().expect("notes");
        assert!(notes.iter().any(|note| note["text"] == words), "{words}: {as_json}");
    }
}

/// CONC-O2, DUP-O2, DUP-O3: who acts on an old page is told so: an action names the head that it
/// answers, so a repeated one never lands in what came after.
#[test]
fn conc_o2_dup_o2_dup_o3_an_action_names_what_it_answers() {
    let server = Server::start();
    let log = sample(GAME);
    let (begun, links) = record(&log, "answers", 2);
    server.store(&begun);
    assert_eq!(server.append(&links[2], &links[2], None, &actions(&log, 3, 3)).status, 200);
    for again in [actions(&log, 3, 3), actions(&log, 4, 4)] {
        let refused = server.append(&links[2], &links[2], None, &again);
        let problem = refused.is(412, "stale-head");
        assert_eq!(problem["head"], json!(links[3]));
        assert!(!problem["detail"].as_str().expect("words").is_empty());
    }
    assert_eq!(
        server.get(&format!("/api/v1/matches/{}", links[3])).json()["head"],
        json!(links[3])
    );
}

/// END-O1: after every ending nothing may follow: not an action, not another ending; list and match
/// agree that it is over.
#[test]
fn end_o1_nothing_follows_an_ending() {
    let server = Server::start();
    let log = sample(GAME);
    let card = log.header.card();
    let first = card.letter(log.actions.get(1).expect("an action").by);
    let endings = [
        format!("{first} resign"),
        "* draw".to_owned(),
        format!("* forfeit {first}"),
        "* abort".to_owned(),
    ];
    for (n, ending) in endings.iter().enumerate() {
        let (text, _) = record(&log, &format!("end-{n}"), 3);
        let head = server.store(&format!("{text}4 {ending}\n"));
        for more in &endings {
            let (by, text) = more.split_once(' ').expect("two words");
            let refused = server.append(&head, &head, None, &json!([{ "by": by, "do": text }]));
            assert_eq!(refused.json()["rule"], "after-end", "{ending}, {more}: {}", refused.text());
        }
        let refused = server.append(&head, &head, None, &actions(&log, 4, 4));
        assert_eq!(refused.json()["rule"], "after-end", "{ending}: {}", refused.text());
        let told = server.get(&format!("/api/v1/matches/{head}.json")).json();
        assert_eq!(told["head"], json!(head));
    }
    let over = server.get("/api/v1/matches?result=unfinished").json();
    assert_eq!(over["matches"], json!([]));
    // What the rules themselves end.
    let last = log.actions.len();
    let whole = server.store(&record(&log, "whole", last).0);
    let refused =
        server.append(&whole, &whole, None, &json!([{ "by": first.to_string(), "do": "resign" }]));
    assert_eq!(refused.json()["rule"], "after-end");
}

/// END-O2: who may end a match, whoever is to move: either seat resigns; the arbiter, and nobody
/// else, draws, forfeits and aborts.
#[test]
fn end_o2_who_may_end_a_match() {
    let server = Server::start();
    for game in Registry::standard().games() {
        let card = game.card();
        let log = sample(card.id);
        let at = log.actions.get(3).expect("an action").at;
        let seats = gamekeep::rules::seat::Seat::BOTH.map(|seat| card.letter(Actor::Seat(seat)));
        let [first, second] = seats.map(|letter| letter.to_string());
        let forfeit = format!("forfeit {second}");
        for (n, (by, text, may)) in [
            (first.as_str(), "resign", true),
            (&second, "resign", true),
            ("*", "resign", false),
            (&first, "draw", false),
            (&second, "draw", false),
            ("*", "draw", true),
            (&first, &forfeit, false),
            (&second, &forfeit, false),
            ("*", &forfeit, true),
            (&first, "abort", false),
            (&second, "abort", false),
            ("*", "abort", true),
        ]
        .into_iter()
        .enumerate()
        {
            let (begun, links) = record(&log, &format!("may-{n}"), 3);
            server.store(&begun);
            let action = json!([{ "by": by, "do": text, "at": at }]);
            let answer = server.append(&links[3], &links[3], None, &action);
            let status = if may { 200 } else { 422 };
            assert_eq!(answer.status, status, "{}: {by} {text}: {}", card.id, answer.text());
        }
    }
}

/// RULE-O1, RULE-O2: a record keeps the rules version that it names; one that this program does not
/// have is refused in words, and one that names none has the newest.
#[test]
fn rule_o1_rule_o2_rules_versions() {
    let server = Server::start();
    let log = sample(GAME);
    let (text, _) = record(&log, "rules", 4);
    let without = text.replace("[Rules \"1\"]\n", "");
    let head = server.store(&without);
    let told = server.get(&format!("/api/v1/matches/{head}.log"));
    let newest = log.header.card().rules;
    assert!(told.text().contains(&format!("[Rules \"{newest}\"]")), "{}", told.text());
    for version in ["0", "99", "65536", "-1", "1.0", "one", ""] {
        let other = text.replace("[Rules \"1\"]", &format!("[Rules \"{version}\"]"));
        let refused = server.post("/api/v1/matches", "text/plain", other.as_bytes());
        assert_eq!(refused.status, 422, "{version}: {}", refused.text());
        let detail = refused.json()["detail"].as_str().expect("words").to_owned();
        assert!(detail.to_lowercase().contains("rules"), "{version}: {detail}");
    }
    assert_eq!(count(&server), 1);
}

/// RULE-O3: mangled logs of every game are refused one by one, and the server goes on.
#[test]
fn rule_o3_mangled_logs() {
    let server = Server::start();
    let games: Vec<&str> = Registry::standard().games().map(|game| game.card().id).collect();
    let mut all = String::new();
    for (n, game) in games.iter().enumerate() {
        let log = sample(game);
        let last = log.actions.len();
        let (text, _) = record(&log, "mangled", last);
        let (tags, lines) = text.split_once("\n\n").expect("two parts");
        let lines: Vec<&str> = lines.lines().collect();
        let other = record(&sample(games[(n + 1) % games.len()]), "mangled", 3).0;
        let other = other.split_once("\n\n").expect("two parts").1;
        for at in 0..20 {
            let mut lines = lines.clone();
            let place = at * lines.len() / 20;
            match at % 4 {
                0 => drop(lines.remove(place)),
                1 if place > 0 => lines.swap(place, place - 1),
                2 => lines[place] = &lines[place][..lines[place].len() / 2],
                _ => lines.insert(place, other.lines().next().expect("a line")),
            }
            all.push_str(&format!("{tags}\n\n{}\n\n", lines.join("\n")));
        }
    }
    let answer = server.post("/api/v1/import", "text/plain", all.as_bytes());
    let lines = answer.lines();
    let done = &lines[lines.len() - 1]["done"];
    assert_eq!(done["read"], 20 * games.len(), "{done}");
    for line in lines.iter().filter(|line| line["problem"].is_object()) {
        assert!(line["problem"]["line"].is_u64(), "{line}");
    }
    assert!(done["refused"].as_u64().expect("a number") > 10 * games.len() as u64, "{done}");
    assert_eq!(server.get("/api/v1/matches").status, 200);
}

/// HASH-O2, HASH-O3: a link is hexadecimal digits, which no tool re-encodes; a prefix that is too
/// short is refused, and never shows some match.
#[test]
fn hash_o2_hash_o3_links() {
    let server = Server::start();
    let head = server.store(&record(&sample(GAME), "links", 3).0);
    assert!(head.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')), "{head}");
    for length in [10, 20, 63, 64] {
        let found = server.get(&format!("/api/v1/matches/{}.json", &head[..length]));
        assert_eq!(found.json()["head"], json!(head), "{length}");
    }
    for length in [0, 1, 9] {
        let refused = server.get(&format!("/m/{}", &head[..length]));
        assert!(refused.status >= 400, "{length}: {}", refused.status);
    }
    for end in [".", ",", ")", "%2B", "=", "0"] {
        let status = server.get(&format!("/m/{head}{end}")).status;
        assert!((400..500).contains(&status), "{end}: {status}");
    }
}

/// XSS-O1: what a record says of itself is shown as text wherever it is echoed.
#[test]
fn xss_o1_fields_are_text() {
    let server = Server::start();
    const SCRIPT: &str = "<script>x</script>";
    let base =
        "[Game \"castle-danger\"]\n[Id \"xss\"]\n[Blue \"a\"]\n[Event \"b\"]\n\n1 B +W {c}\n";
    let mut shown = 0;
    for (from, to) in [
        ("castle-danger", SCRIPT),
        ("xss", SCRIPT),
        ("\"a\"", "\"<script>x</script>\""),
        ("\"b\"", "\"] <script>x</script> [\""),
        ("Event", SCRIPT),
        ("+W", SCRIPT),
        ("{c}", "{<script>x</script> ]}"),
        ("1 B", "1 ]"),
    ] {
        let text = base.replace(from, to);
        let body = format!(
            "--b0\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n{text}\r\n--b0--\r\n"
        );
        let kind = "multipart/form-data; boundary=b0";
        let page = server.post("/import", kind, body.as_bytes());
        assert!(!page.text().contains("<script>x"), "{to}: {}", page.text());
        assert!([200, 422].contains(&page.status), "{to}: {}", page.status);
        for part in page.text().split("href=\"/m/").skip(1) {
            let link = part.split('"').next().expect("a link");
            let replay = server.get(&format!("/m/{link}/1"));
            assert_eq!(replay.status, 200);
            assert!(!replay.text().contains("<script>x"), "{to}");
            shown += 1;
        }
    }
    assert!(shown >= 3, "{shown}");
    let list = server.get("/matches");
    assert!(!list.text().contains("<script>x"), "{}", list.text());
}
