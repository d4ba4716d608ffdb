//! Forms that others define: what is read, what is refused and where, what is written.

use gamekeep::games::Registry;
use gamekeep::record::draft::Checked;
use gamekeep::record::fault::Fault;
use gamekeep::record::foreign::{abstract_play, boardgame_io};
use gamekeep::record::input::{self, Form};
use gamekeep::record::text;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::canonical::check;

#[track_caller]
pub(super) fn refused(text: &str) -> Fault {
    let registry = Registry::standard();
    let inputs = input::records(text, &registry);
    assert_eq!(inputs.len(), 1, "{text}");
    inputs[0].check(&registry).and_then(Checked::whole).expect_err(text)
}

/// Checks that an input is refused at a path (or at line and column), in these words.
#[track_caller]
fn fails(text: &str, place: &str, words: &str) {
    let fault = refused(text);
    let found = match &fault.place.path {
        Some(path) => path.clone(),
        None => format!("{}:{}", fault.place.line, fault.place.column),
    };
    assert_eq!(found, place, "{fault}");
    assert!(fault.to_string().contains(words), "{fault}");
}

/// The actions of a record, as lines.
fn lines(checked: &Checked) -> Vec<String> {
    let card = checked.record.log.header.card();
    let line = |action: gamekeep::record::log::Action<'_>| {
        let at = action.at.map_or(String::new(), |at| format!(" @{at}"));
        format!("{} {}{at}", card.letter(action.by), action.text)
    };
    checked.record.log.actions.iter().map(line).collect()
}

fn notes(checked: &Checked) -> Vec<(usize, &str)> {
    checked.record.notes.iter().map(|note| (note.ply, note.text.as_str())).collect()
}

// Abstract Play

/// An Abstract Play record of a game of these rounds, with the players' results.
fn report(moves: &Value, results: [Value; 2]) -> Value {
    let [first, second] = results;
    json!({
        "header": {
            "game": { "name": "Castle Danger" },
            "site": { "name": "Abstract Play", "gameid": "g-1" },
            "date-start": "2026-11-30T10:00:00.000Z",
            "date-end": "2026-12-01T10:00:00.000Z",
            "date-generated": "2026-12-02T10:00:00.000Z",
            "players": [
                { "name": "Ada", "userid": "u1", "result": first },
                { "name": "Grace", "userid": "u2", "result": second },
            ],
        },
        "moves": moves,
    })
}

fn won(moves: &Value) -> Value {
    report(moves, [json!(1), json!(0)])
}

/// The record with something else at a place of its JSON.
fn with(mut report: Value, pointer: &str, value: Value) -> String {
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
    let parent = report.pointer_mut(parent).expect("a parent");
    parent.as_object_mut().expect("an object").insert(key.to_owned(), value);
    report.to_string()
}

#[test]
fn abstract_play_records_are_known_whatever_stands_first() {
    let report = won(&json!([["+W", null], [null, "resign"]])).to_string();
    let registry = Registry::standard();
    for text in [report.clone(), report.replace("{\"header\"", "{ \n\"header\"")] {
        assert_eq!(input::records(&text, &registry)[0].form, Form::AbstractPlay);
    }
    let list = format!("[{report},\n{report}\n]");
    let inputs = input::records(&list, &registry);
    let found: Vec<(usize, usize, Form)> =
        inputs.iter().map(|input| (input.number, input.line, input.form)).collect();
    assert_eq!(found, [(1, 1, Form::AbstractPlay), (2, 2, Form::AbstractPlay)]);
    assert_eq!(input::records(&format!("{report}\n{report}\n"), &registry).len(), 2);
}

#[test]
fn abstract_play_results_may_be_any_numbers() {
    let drawn = json!([["+W, end", "end"], ["draw"]]);
    for results in [[json!(0.5), json!(0.5)], [json!(0), json!(0)], [json!(1), json!(1)]] {
        let checked = check(&report(&drawn, results).to_string());
        assert_eq!(checked.outcome.expect("over").reason, "draw");
    }
    let resigned = json!([["+W, end", "resign"]]);
    for results in [[json!(100), json!(3)], [json!(0.5), json!(-1)], [json!(null), json!(null)]] {
        let checked = check(&report(&resigned, results).to_string());
        assert_eq!(checked.outcome.expect("over").reason, "resign");
    }
    let text = report(&resigned, [json!(0.5), json!(0.5)]).to_string();
    fails(&text, "header.players", "the log itself gives blue wins (resigned)");
    let text = won(&json!([["+W"]])).to_string();
    let open = check(&text);
    assert!(open.outcome.is_none());
    assert_eq!(notes(&open), [(1, "Result marker at the end: 1-0")]);
}

#[test]
fn abstract_play_s_own_words_for_ends() {
    let end = |moves: Value, results: [Value; 2]| {
        let checked = check(&report(&moves, results).to_string());
        lines(&checked).pop().expect("an action")
    };
    let lost = || [json!(0), json!(1)];
    let won = || [json!(1), json!(0)];
    assert_eq!(end(json!([["+W, end", "resign"]]), won()), "R resign");
    // It stands in the column of the side whose turn it was.
    assert_eq!(end(json!([["+W, end", "resign"]]), lost()), "B resign");
    assert_eq!(end(json!([["+W, end", "timeout"]]), won()), "* forfeit R");
    assert_eq!(end(json!([["+W, end", "timeout"]]), lost()), "* forfeit B");
    assert_eq!(end(json!([["+W, end", "abandoned"]]), [json!(0), json!(0)]), "* abort");
    assert_eq!(end(json!([["+W, end"], ["draw"]]), [json!(0), json!(0)]), "* draw");
}

#[test]
fn abstract_play_rounds_and_their_order() {
    let order =
        |moves: Value| lines(&check(&report(&moves, [json!(null), json!(null)]).to_string()));
    assert_eq!(
        order(json!([["+W,end", "+C,end"], ["end"]])),
        ["B +W", "B end", "R +C", "R end", "B end"]
    );
    assert_eq!(order(json!([["+W\nend", null], [null, "+C"]])), ["B +W", "B end", "R +C"]);
    assert_eq!(
        order(json!([[{ "move": "+W, end" }, { "move": "+C" }]])),
        ["B +W", "B end", "R +C"]
    );
    assert_eq!(
        order(json!([[{ "move": "+W, end", "sequence": 1 }, { "move": "+C", "sequence": 2 }]])),
        ["B +W", "B end", "R +C"]
    );
    let mut red = report(
        &json!([[{ "move": "+C", "sequence": 2 }, { "move": "+W, end", "sequence": 1 }]]),
        [json!(null), json!(null)],
    );
    red["header"]["game"]["variants"] = json!(["red FIRST"]);
    assert_eq!(lines(&check(&red.to_string())), ["R +W", "R end", "B +C"]);
    assert_eq!(
        order(json!([["+W @5, Kc1-b1-a1 @70, end @70", "* abort @90"]])),
        ["B +W @5", "B Kc1-b1", "B Kb1-a1 @70", "B end @70", "* abort @90"]
    );
    let same = json!([[{ "move": "+W", "sequence": 1 }, { "move": "+C", "sequence": 1 }]]);
    fails(&won(&same).to_string(), "moves[0]", "same sequence number");
}

#[test]
fn abstract_play_comments_become_notes() {
    let moves = json!([
        ["1. +W {a Wizard\nfirst} !, Kc1-b1 ; so", { "move": "", "result": "?" }],
    ]);
    fails(&won(&moves).to_string(), "moves[0][1].move", "null says that a seat did nothing");
    let moves = json!([
        ["+W {a Wizard\nfirst} !, Kc1-b1 ; so\nend", { "move": "+C", "result": "boom" }],
        [{ "move": "resign", "result": [{ "type": "resigned", "player": 1 }] }],
    ]);
    let checked = check(&report(&moves, [json!(0), json!(1)]).to_string());
    let expected = [(1, "a Wizard\nfirst"), (1, "!"), (2, "so"), (4, "boom")];
    assert_eq!(notes(&checked), expected);
}

#[test]
fn abstract_play_facts_are_kept() {
    let mut report = won(&json!([["resign"]]));
    report["header"]["players"][0]["result"] = json!(0);
    report["header"]["players"][1] = json!({ "name": "", "is_ai": true, "result": 1, "score": 12.5,
        "rank": 3 });
    report["header"]["pie-invoked"] = json!(true);
    report["header"]["unrated"] = json!(false);
    report["header"]["event"] = json!("Spring Cup");
    report["header"]["solo"] = json!({ "moves": 3 });
    report["header"]["date-start"] = json!("2026-11-30T23:50:00.250-05:00");
    let checked = check(&report.to_string());
    let facts: Vec<(&str, &str)> = checked.record.facts.iter().collect();
    let expected = [
        ("Event", "Spring Cup"),
        ("Site", "Abstract Play"),
        ("Date", "2026-12-01T04:50:00Z"),
        ("AP-Red-rank", "3"),
        ("AP-solo", "{\"moves\":3}"),
        ("BlueUserId", "u1"),
        ("DateEnded", "2026-12-01T10:00:00Z"),
        ("Pied", "yes"),
        ("RedAi", "yes"),
        ("RedScore", "12.5"),
    ];
    assert_eq!(facts, expected);
    assert_eq!(checked.record.facts.players, ["Ada", "?"]);
    assert_eq!(checked.record.log.header.id.as_deref(), Some("g-1"));
}

#[test]
fn abstract_play_faults_have_their_place() {
    let good = || won(&json!([["+W, end", "+C"], [null, "resign"]]));
    fails(&with(good(), "/header/game/name", json!("Chess")), "header.game.name", "no such game");
    let text = with(good(), "/header/game/variants", json!(["Hidden Danger", "Torus"]));
    fails(&text, "header.game.variants[1]", "known are Hidden Danger, Limits of a box");
    let text = with(good(), "/header/game/variants", json!(["turns=1000"]));
    fails(&text, "header.game.variants[0]", "up to 999");
    let text = with(good(), "/header/game/variants", json!(["Red first", "first=blue"]));
    fails(&text, "header.game.variants[1]", "given twice");
    let text = with(good(), "/header/game/variants", json!(["Red first", "first=red"]));
    fails(&text, "moves[0][0]", "CD-2.4");
    fails(&with(good(), "/moves", json!({})), "moves", "expected a list, not an object");
    fails(&with(good(), "/extra", json!(1)), "extra", "known are header, moves");
    fails(&with(good(), "/header/players", json!([])), "header.players", "two players, not 0");
    let text = with(good(), "/moves", json!([["+W", "+C", "+C"]]));
    fails(&text, "moves[0]", "a round of 3 entries");
    let text = with(good(), "/moves", json!([["+W, end", "+C"], ["Kc1-c4"]]));
    fails(&text, "moves[1][0]", "CD-2.4");
    let text = with(good(), "/moves", json!([["+W, Kc1-c4"]]));
    let fault = refused(&text);
    assert_eq!((fault.rule, fault.ply, fault.place.column), (Some("CD-3.1"), Some(2), 5));
    let text = with(good(), "/moves", json!([["+W (+B)"]]));
    fails(&text, "moves[0][0]", "side lines");
    let text = with(good(), "/moves", json!([["+W", "B end"]]));
    fails(&text, "moves[0][1]", "an action of B among those of R");
    let text = with(good(), "/moves", json!([["+W 1-0"], ["end"]]));
    fails(&text, "moves[0][0]", "a result marker before the last move");
    let text = with(good(), "/moves", json!([["+W, end", "resign 0-1"]]));
    fails(&text, "moves[0][1]", "the players' results say 1-0");
    let text = with(good(), "/header/date-start", json!("yesterday"));
    fails(&text, "header.date-start", "expected a date");
    let text = with(good(), "/header/date-end", json!("2026-02-30T00:00:00Z"));
    fails(&text, "header.date-end", "expected a date");
    let text = with(good(), "/header/site", json!({ "name": "x", "gameid": "a b" }));
    fails(&text, "header.site.gameid", "an Id is 1 to 64");
    let text = with(good(), "/header/unrated", json!("yes"));
    fails(&text, "header.unrated", "true or false");
}

// boardgame.io

fn entry(kind: &str, args: Value, player: Value) -> Value {
    json!({ "action": { "type": "MAKE_MOVE", "payload": {
        "type": kind, "args": args, "playerID": player, "credentials": "s3cret" } } })
}

fn event(kind: &str, turn: u64) -> Value {
    json!({ "action": { "type": "GAME_EVENT", "payload": { "type": kind, "args": null } },
        "turn": turn })
}

fn game(log: Value) -> Value {
    json!({ "gameName": "castle-danger", "log": log })
}

fn played(log: Value) -> Vec<String> {
    lines(&check(&game(log).to_string()))
}

#[test]
fn boardgame_io_moves_by_table_and_by_notation() {
    let expected = ["B +W", "B Kc1-b1", "B end", "R +C"];
    let add = || entry("add", json!(["W"]), json!("0"));
    let step = || entry("move", json!(["K", "c1", "b1"]), json!("0"));
    let end = || entry("end", json!([]), json!("0"));
    let red = || entry("add", json!(["C"]), json!("1"));
    assert_eq!(played(json!([add(), step(), end(), red()])), expected);
    let one = entry("add", json!("W"), json!("0"));
    let named = entry("move", json!([{ "piece": "K", "from": "c1", "to": "b1" }]), json!(0));
    let nobody = entry("end", json!(null), json!(null));
    assert_eq!(played(json!([one, named, nobody, red()])), expected);
    let words = ["action", "act", "do", "play", "move"];
    for word in words {
        let text = |text: &str, player: &str| entry(word, json!([text]), json!(player));
        let log = json!([text("+W", "0"), text("Kc1-b1", "0"), text("end", "0"), text("+C", "1")]);
        assert_eq!(played(log), expected, "{word}");
    }
    let bare = |text: &str, player: &str| entry(text, json!([]), json!(player));
    let log = json!([bare("+W", "0"), bare("Kc1-b1", "0"), bare("end", "0"), bare("+C", "1")]);
    assert_eq!(played(log), expected);
}

#[test]
fn boardgame_io_events() {
    let add = |kind: &str, player: &str, turn: u64| {
        let mut entry = entry("add", json!([kind]), json!(player));
        entry["turn"] = json!(turn);
        entry
    };
    let log = json!([add("W", "0", 1), event("endTurn", 1), add("C", "1", 2)]);
    assert_eq!(played(log), ["B +W", "B end", "R +C"]);
    let mut automatic = event("endTurn", 1);
    automatic["automatic"] = json!(true);
    let end = entry("end", json!([]), json!("0"));
    assert_eq!(played(json!([add("W", "0", 1), end, automatic, add("C", "1", 2)])).len(), 3);
    // The turn has ended by itself: an event that ends it again would end the other side's.
    let log = json!([
        add("W", "0", 1),
        entry("move", json!(["K", "c1", "b1"]), json!("0")),
        entry("move", json!(["K", "b1", "a1"]), json!("0")),
        json!({ "action": { "type": "MAKE_MOVE", "payload": { "type": "move",
            "args": ["K", "a1", "a2"], "playerID": "0" } }, "turn": 1 }),
        event("endTurn", 1),
    ]);
    let text = game(log).to_string();
    fails(&text, "log[4].action.payload.type", "CD-2.4");
    fails(
        &game(json!([event("setPhase", 1)])).to_string(),
        "log[0].action.payload.type",
        "endTurn",
    );
    let over = check(&game(json!([add("W", "0", 1), event("endGame", 1)])).to_string());
    assert_eq!(notes(&over), [(1, "Ended at the table (endGame).")]);
}

#[test]
fn boardgame_io_ends() {
    let end = |kind: &str, args: Value, player: Value| {
        played(json!([entry(kind, args, player)])).pop().expect("an action")
    };
    assert_eq!(end("resign", json!([]), json!("1")), "R resign");
    assert_eq!(end("draw", json!([]), json!("1")), "* draw");
    assert_eq!(end("abort", json!([]), json!(null)), "* abort");
    assert_eq!(end("forfeit", json!([1]), json!("0")), "* forfeit R");
    assert_eq!(end("action", json!(["* forfeit B"]), json!(null)), "* forfeit B");
    let mut over = game(json!([entry("resign", json!([]), json!("1"))]));
    over["gameover"] = json!({ "winner": "0" });
    check(&over.to_string());
    over["gameover"] = json!({ "winner": "1" });
    fails(&over.to_string(), "gameover.winner", "blue wins");
    over["gameover"] = json!({ "draw": true });
    fails(&over.to_string(), "gameover.draw", "blue wins");
}

#[test]
fn boardgame_io_undo_and_redo() {
    let add = |kind: &str| entry("add", json!([kind]), json!("0"));
    let step = || entry("move", json!(["K", "c1", "b1"]), json!("0"));
    let plain = |kind: &str, player: &str| {
        json!({ "action": { "type": kind, "payload": { "type": null, "args": null,
            "playerID": player } } })
    };
    let log = json!([add("W"), plain("UNDO", "0"), add("C"), step()]);
    let checked = check(&game(log).to_string());
    assert_eq!(lines(&checked), ["B +C", "B Kc1-b1"]);
    assert_eq!(notes(&checked), [(0, "Undone at the table: +W")]);
    let log = json!([
        add("W"),
        step(),
        plain("UNDO", "0"),
        plain("UNDO", "0"),
        plain("REDO", "0"),
        plain("REDO", "0")
    ]);
    let checked = check(&game(log).to_string());
    assert_eq!(lines(&checked), ["B +W", "B Kc1-b1"]);
    assert_eq!(checked.record.notes.len(), 4);
    let undo = |log: Value| game(log).to_string();
    fails(&undo(json!([plain("UNDO", "0")])), "log[0].action.type", "no move");
    fails(&undo(json!([add("W"), plain("UNDO", "1")])), "log[1].action.type", "no move");
    fails(&undo(json!([add("W"), plain("REDO", "0")])), "log[1].action.type", "no undone move");
    let log = json!([add("W"), event("endTurn", 1), plain("UNDO", "0")]);
    fails(&undo(log), "log[2].action.type", "no move");
}

#[test]
fn boardgame_io_settings() {
    let set = |setup: Value| {
        let mut game = game(json!([]));
        game["setupData"] = setup;
        game.to_string()
    };
    let options = |text: &str| check(text).record.log.header.options.to_string();
    assert_eq!(options(&set(json!({ "hidden": true, "turns": 25 }))), "hidden=yes,turns=25");
    assert_eq!(options(&set(json!({ "options": { "hidden": "yes" } }))), "hidden=yes");
    assert_eq!(options(&set(json!({ "variants": ["25 turns", "box=yes"] }))), "box=yes,turns=25");
    fails(&set(json!({ "fog": true })), "setupData.fog", "neither an option of Castle Danger");
    fails(&set(json!({ "options": { "fog": true } })), "setupData.options.fog", "no such option");
    fails(&set(json!({ "hidden": "maybe" })), "setupData.hidden", "no or yes");
    let stored = json!({ "metadata": { "gameName": "Hidden Danger", "createdAt": 1_796_032_800_000_u64,
        "updatedAt": 1, "unlisted": true, "players": [{ "id": 0, "name": "Ada",
        "credentials": "s3cret", "isConnected": true }, { "id": 1 }] },
        "state": { "G": { "deck": [1, 2] } }, "initialState": {}, "log": [], "matchID": "aZ_-9" });
    let checked = check(&stored.to_string());
    assert_eq!(options(&stored.to_string()), "hidden=yes");
    assert_eq!(checked.record.facts.players, ["Ada", "?"]);
    assert_eq!(checked.record.facts.get("Date"), Some("2026-11-30T10:00:00Z"));
    assert_eq!(checked.record.log.header.id.as_deref(), Some("aZ_-9"));
}

#[test]
fn boardgame_io_faults_have_their_place() {
    let at = |log: Value| game(log).to_string();
    let text = at(json!([entry("add", json!(["K"]), json!("0"))]));
    fails(&text, "log[0].action.payload.type", "known are add(kind)");
    let text = at(json!([entry("castle", json!(["K"]), json!("0"))]));
    fails(&text, "log[0].action.payload.type", "smuggle()");
    let text = at(json!([entry("move", json!(["K", "c1", "b1-a1"]), json!("0"))]));
    fails(&text, "log[0].action.payload.type", "move(piece, from, to)");
    let text = at(json!([entry("move", json!(["K", "c1", "c4"]), json!("0"))]));
    fails(&text, "log[0].action.payload.type", "CD-3.1");
    let text = at(json!([entry("act", json!(["+W, end"]), json!("0"))]));
    fails(&text, "log[0].action.payload.args[0]", "expected one action");
    let text = at(json!([entry("+W", json!([]), json!("2"))]));
    fails(&text, "log[0].action.payload.playerID", "the player 0 or 1");
    let text = at(json!([entry("+W", json!([]), json!("1"))]));
    fails(&text, "log[0].action.payload.type", "CD-2.4");
    let mut hidden = entry("reveal", json!(null), json!("0"));
    hidden["redact"] = json!(true);
    fails(&at(json!([hidden])), "log[0].action.payload.type", "were taken out");
    let leave = json!({ "action": { "type": "PLAYER_LEAVE", "payload": { "playerID": "1" } } });
    fails(&at(json!([leave])), "log[0].action.type", "MAKE_MOVE, GAME_EVENT, UNDO, REDO");
    fails(&at(json!([{ "turn": 1 }])), "log[0]", "expected “action” in it");
    fails(
        &at(json!([{ "action": { "type": "MAKE_MOVE", "payload": 7 } }])),
        "log[0].action.payload",
        "an object, not a number",
    );
    let unknown = json!({ "gameName": "chess", "log": [] }).to_string();
    fails(&unknown, "gameName", "no such game");
    fails(&json!({ "log": [] }).to_string(), "the record", "expected “gameName”");
    let bare = json!([entry("+W", json!([]), json!("0"))]).to_string();
    fails(&bare, "the record", "a bare log does not say which game");
}

/// IDS-O2: state numbers that are missing, repeated, descending, 0, -1.
#[test]
fn ids_o2_state_numbers() {
    let state = |number: Value, text: &str| {
        let mut entry = entry(text, json!([]), json!("0"));
        entry["_stateID"] = number;
        entry
    };
    let two = |a: Value, b: Value| game(json!([state(a, "+W"), state(b, "end")])).to_string();
    check(&two(json!(0), json!(1)));
    check(&two(json!(3), json!(900)));
    check(&two(json!(null), json!(1)));
    fails(&two(json!(4), json!(4)), "log[1]._stateID", "same state number");
    fails(&two(json!(4), json!(3)), "log[1]._stateID", "goes back");
    fails(&two(json!(0), json!(-1)), "log[1]._stateID", "a whole number");
    fails(&two(json!("0"), json!(1)), "log[0]._stateID", "a whole number");
    // An event that follows from a move has the move's number.
    let mut follows = event("endTurn", 1);
    follows["_stateID"] = json!(0);
    follows["automatic"] = json!(true);
    check(&game(json!([state(json!(0), "+W"), follows, state(json!(1), "end")])).to_string());
}

/// What nobody may read is in no fault, wherever the input is broken.
#[test]
fn credentials_are_never_shown() {
    let log = json!([entry("+W", json!([]), json!("0")), entry("end", json!([]), json!("0"))]);
    let mut whole = game(log);
    whole["players"] = json!({ "0": { "name": "Ada", "credentials": "s3cret" } });
    let registry = Registry::standard();
    let pretty = serde_json::to_string_pretty(&whole).expect("JSON");
    for text in [whole.to_string(), pretty] {
        for broken in 1..text.len() {
            for input in input::records(&text[..broken], &registry) {
                let fault = input.check(&registry).and_then(Checked::whole).expect_err("broken");
                let shown = format!("{fault}{:?}", fault.pointed(&text[..broken]));
                assert!(!shown.contains("s3cret"), "{shown}");
            }
        }
    }
    let wrong = whole.to_string().replace("\"+W\"", "\"Kc1-c4\"");
    assert!(!refused(&wrong).to_string().contains("s3cret"));
}

// SuperDuperGames

const SDG: &str = "[SDGID \"Castle Danger 77\"]\n[Blue \"Ada\"]\n[Red \"Grace\"]\n\n";

fn rounds(moves: &str) -> Vec<String> {
    lines(&check(&format!("{SDG}{moves}")))
}

#[test]
fn super_duper_games_rounds() {
    let expected = ["B +W", "B end", "R +C", "R end", "B end"];
    for moves in [
        "1. +W,end +C,end\n2. end\n",
        "1. +W,end +C,end 2. end",
        "1. +W, end +C ,end\n2. end *\n",
        "1. +W,end\n+C,end\n2. end\n",
        "1. +W,end 1... +C,end 2. end\n",
        "1. +W,\nend +C,\nend\n2. end\n",
        "1. B +W\n2. B end\n3. R +C\n4. R end\n5. B end\n",
        "1. +W\n2. end\n3. +C\n4. end\n5. end\n",
        "+W\nend\n+C\nend\nend\n",
        "1) +W,end {one {two} +C,end ; three\n2) end",
    ] {
        if moves.contains("{one {two}") {
            fails(&format!("{SDG}{moves}"), "5:16", "do not nest");
        } else {
            assert_eq!(rounds(moves), expected, "{moves}");
        }
    }
    assert_eq!(rounds("1. +W,end +C @90 {x} !\n"), ["B +W", "B end", "R +C @90"]);
    assert_eq!(rounds("1. +W,end resign\n1-0\n"), ["B +W", "B end", "R resign"]);
    assert_eq!(rounds("1. +W,end * abort\n"), ["B +W", "B end", "* abort"]);
    assert_eq!(rounds(""), [""; 0]);
}

#[test]
fn super_duper_games_tags() {
    let text = "[SDGID \"hidden danger 5\"]\n[Date \"2010.3.5\"]\n[DateEnded \"2010.11.30\"]\n\
        [Variants \"Unrated, turns=9\"]\n[Blue \"Ada\"]\n\n1. +?_,end\n";
    fails(text, "7:6", "notation");
    let checked = check(&text.replace("+?_", "+?"));
    let header = &checked.record.log.header;
    assert_eq!(
        (header.id.as_deref(), header.options.to_string().as_str()),
        (Some("5"), "hidden=yes,turns=9")
    );
    assert_eq!(checked.record.facts.get("Date"), Some("2010-03-05"));
    assert_eq!(checked.record.facts.get("DateEnded"), Some("2010-11-30"));
    assert_eq!(checked.record.facts.get("Variants"), Some("Unrated, turns=9"));
    // Once it is this project's text it is read as such, and stays the same.
    let written = text::write(&checked.record);
    assert_eq!(text::write(&check(&written).record), written);
    let other = check("[SDGID \"12\"]\n[Game \"Castle Danger\"]\n\n1. +W");
    assert_eq!(other.record.log.header.id.as_deref(), Some("12"));
}

#[test]
fn super_duper_games_faults_have_their_place() {
    fails(&format!("{SDG}1. +W,end +C end\n"), "5:14", "a round has two turns");
    fails(&format!("{SDG}1. +W,Kc1-c4\n"), "5:7", "CD-3.1");
    fails(&format!("{SDG}1. +W,end -- 2. end\n"), "5:11", "notation");
    fails(&format!("{SDG}1. +W +C\n"), "5:7", "CD-2.4");
    fails(&format!("{SDG}1. +W,end (+B) +C\n"), "5:11", "side lines");
    fails(&format!("[Variants \"Unrated, Torus\"]\n{SDG}"), "1:21", "known are Hidden Danger");
    fails("[SDGID \"Chess 3\"]\n\n1. e4\n", "1:9", "no such game");
    fails("[SDGID \"3\"]\n\n1. e4\n", "1:9", "expected a tag [Game");
    fails(&format!("[Date \"30.11.2026\"]\n{SDG}"), "1:8", "expected a date");
}

// Writing

#[test]
fn what_a_form_cannot_hold_is_refused_in_words() {
    let write = |text: &str| {
        let checked = check(text);
        let outcome = checked.outcome.as_ref();
        let now = "2026-12-05T00:00:00Z";
        abstract_play::write(&checked.record, outcome, checked.head, now)
            .map_err(|error| error.to_string())
    };
    let game = "[Game castle-danger]\n[Date 2026-11-30]\n\nB resign\n";
    assert!(write(game).is_ok());
    let unfinished = write("[Game castle-danger]\n[Date 2026-11-30]\n\n+W\n").expect_err("open");
    assert!(unfinished.contains("this one is unfinished"), "{unfinished}");
    let aborted = write(&game.replace("B resign", "* abort")).expect_err("aborted");
    assert!(aborted.contains("was aborted"), "{aborted}");
    let undated = write(&game.replace("2026-11-30", "2026-11")).expect_err("undated");
    assert!(undated.contains("no whole Date"), "{undated}");
}

#[test]
fn abstract_play_is_written_as_its_schema_says() {
    let checked = check(
        "[Game castle-danger]\n[Date 2026-11-30]\n[hidden yes]\n[turns 9]\n[Blue Ada]\n\
         [BlueScore 3]\n[Moon full]\n\n1 B +W @5 {x}\n2 B end\n3 R +C\n* draw\n",
    );
    let outcome = checked.outcome.as_ref();
    let written =
        abstract_play::write(&checked.record, outcome, checked.head, "2026-12-05T00:00:00Z");
    let written: Value = serde_json::from_str(&written.expect("writable")).expect("JSON");
    let expected = json!({
        "header": {
            "game": { "name": "Castle Danger", "variants": ["Hidden Danger", "turns=9"] },
            "site": { "name": "?" },
            "date-start": "2026-11-30T00:00:00.000Z",
            "date-end": "2026-11-30T00:00:00.000Z",
            "date-generated": "2026-12-05T00:00:00Z",
            "players": [
                { "name": "Ada", "result": 0, "score": 3, "seat": "blue" },
                { "name": "?", "result": 0, "seat": "red" },
            ],
            "gamekeep": {
                "rules": 1,
                "facts": { "Date": "2026-11-30", "DateEnded": null, "Moon": "full" },
                "notes": [{ "ply": 1, "text": "x", "by": "?" }],
                "head": checked.head.to_string(),
                "result": "draw (agreed)",
            },
        },
        "moves": [["+W @5, end", "+C, * draw"]],
    });
    assert_eq!(written, expected);
    assert_eq!(check(&written.to_string()).record, checked.record);
}

#[test]
fn boardgame_io_is_written_with_its_moves() {
    let checked = check(
        "[Game castle-danger]\n[Id m7]\n[hidden yes]\n[Blue Ada]\n[G x]\n\n{begin}\n\
         1 B +W @5 {x}\n2 B Kc1-b1\n3 B end\n* forfeit R\n",
    );
    let written = boardgame_io::write(&checked.record, checked.outcome.as_ref(), checked.head);
    let written: Value = serde_json::from_str(&written).expect("JSON");
    let made = |kind: &str, args: Value, player: Value| json!({ "type": "MAKE_MOVE", "payload": { "type": kind, "args": args, "playerID": player } });
    let expected = json!({
        "gameName": "castle-danger",
        "matchID": "m7",
        "players": { "0": { "id": 0, "name": "Ada" }, "1": { "id": 1, "name": "?" } },
        "setupData": { "rules": 1, "options": { "hidden": "yes" }, "facts": { "G": "x" },
            "notes": [{ "text": "begin", "by": "?" }], "head": checked.head.to_string(),
            "result": "blue wins (forfeited)" },
        "gameover": { "winner": "0" },
        "log": [
            { "action": made("add", json!(["W"]), json!("0")), "_stateID": 0, "turn": 1,
              "phase": null, "metadata": { "at": 5, "notes": [{ "text": "x", "by": "?" }] } },
            { "action": made("move", json!(["K", "c1", "b1"]), json!("0")), "_stateID": 1, "turn": 1,
              "phase": null },
            { "action": made("end", json!([]), json!("0")), "_stateID": 2, "turn": 1,
              "phase": null },
            { "action": made("action", json!(["* forfeit R"]), json!(null)), "_stateID": 3,
              "turn": 1, "phase": null },
        ],
    });
    assert_eq!(written, expected);
    assert_eq!(check(&written.to_string()).record, checked.record);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Letters changed at random in every form: a record or a fault with a place, never a panic.
    #[test]
    fn any_changed_letters_are_read_or_refused(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<char>()), 1..5),
    ) {
        let log = game(json!([entry("add", json!(["W"]), json!("0")), event("endTurn", 1)]));
        let report = won(&json!([["+W {x}, end @7", { "move": "resign", "sequence": 2 }]]));
        let sdg = format!("{SDG}1. +W,end +C,end 2. end_ 1-0 x\n");
        for text in [log.to_string(), report.to_string(), sdg] {
            let mut letters: Vec<char> = text.chars().collect();
            for (at, letter) in &changes {
                let at = at.index(letters.len());
                letters[at] = *letter;
            }
            let text: String = letters.into_iter().collect();
            let registry = Registry::standard();
            for input in input::records(&text, &registry) {
                if let Err(fault) = input.check(&registry).and_then(Checked::whole) {
                    prop_assert!(fault.place.line >= 1 && fault.place.column >= 1, "{}", fault);
                    let _ = input.pointed(&fault);
                }
            }
        }
    }
}
