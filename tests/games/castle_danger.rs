//! Castle Danger: what broke once, and what no walk comes by.

use gamekeep::games::Registry;
use gamekeep::rules::any::{BeginError, Play, View};
use gamekeep::rules::illegal::NOTATION;
use gamekeep::rules::options::Options;
use gamekeep::rules::rulebook::Line;

fn begin(options: &[(&str, &str)], position: Option<&str>) -> Result<Box<dyn Play>, BeginError> {
    let game = Registry::standard().newest("castle-danger").expect("the game");
    let options = Options::read(game.card(), options.iter().copied()).expect("options");
    game.begin(&options, position)
}

/// Takes the actions and gives the words of the last one, for a reader who asked for everything.
#[track_caller]
fn words(options: &[(&str, &str)], position: Option<&str>, actions: &[&str]) -> String {
    let mut play = begin(options, position).expect("a position");
    let mut words = String::new();
    for action in actions {
        let line = Line::read(action).expect("an action line");
        let by = play.card().actor(&line.by).expect("a seat");
        words = play.tell(by, &line.action, line.at, View::Told).expect("legal").words;
    }
    words
}

#[test]
fn a_fire_that_a_shot_replaces_has_not_gone_out() {
    // Blue's last moves go into Red's fire on d6; the one on d2 goes out.
    let position = "2w1k2/2#1#2/7/3v3/7/3C3/7/2#v#2/2K1W2 B 2 - - - 0 3";
    assert_eq!(
        words(&[], Some(position), &["B Cd4*d6"]),
        "Blue's Cannon on d4 fires at d6 for 2 moves into the fire there. \
         The square burns. No moves are left. Red has 6 moves. Red's fire goes out."
    );
}

#[test]
fn one_is_not_written_as_many() {
    assert_eq!(
        words(&[("turns", "1")], None, &["B end", "R end"]),
        "Red ends the turn with 6 moves unspent. Both sides have had 1 turn: a draw (CD-5.2)."
    );
    let position = "2w1k2/2#1#2/7/7/7/7/7/2#1#2/2K1W2 B 1 - - - 0 3";
    let ends = words(&[], Some(position), &["B end"]);
    assert!(ends.starts_with("Blue ends the turn with 1 move unspent."), "{ends}");
}

#[test]
fn a_drawn_match_is_in_its_last_turn_not_in_one_more() {
    let mut play = begin(&[("turns", "3")], None).expect("the start");
    for n in 0..6 {
        let seat = ["B", "R"][n % 2];
        let by = play.card().actor(seat).expect("a seat");
        play.act(by, "end", None).expect("legal");
    }
    assert!(play.outcome().is_some_and(|outcome| outcome.is_draw()));
    let scene = play.scene(View::Public);
    let turns = scene.counters.iter().find(|counter| counter.name == "turns a side");
    assert_eq!(turns.expect("a counter").value, "3 of 3");
}

#[test]
fn the_last_turn_number_that_can_be_read_is_not_passed() {
    let position = "2w1k2/2#1#2/7/7/7/7/7/2#1#2/2K1W2 R 6 + - - 0 1000000";
    let mut play = begin(&[], Some(position)).expect("a position");
    for seat in ["R", "B", "R"] {
        let by = play.card().actor(seat).expect("a seat");
        play.act(by, "end", None).expect("legal");
        let text = play.position(View::Told);
        let back = begin(&[], Some(&text)).expect("every position can be read");
        assert_eq!(back.position(View::Told), text);
    }
}

#[test]
fn a_reader_who_asks_is_told_what_the_record_tells() {
    let hidden: &[_] = &[("hidden", "yes")];
    assert_eq!(
        words(hidden, None, &["B +?=C"]),
        "Blue smuggles in a hidden piece (a Cannon) on d1."
    );
    let position = "4k2/2#1#2/3h3/7/7/3C3/7/2#1#2/2K1W2 B 6 + - d7=W 0 3";
    let hit = words(hidden, Some(position), &["B Cd4*d7"]);
    assert!(hit.contains("hits Red's hidden piece (a Wizard)."), "{hit}");
    let mut play = begin(hidden, Some(position)).expect("a position");
    let blue = play.card().actor("B").expect("a seat");
    let public = play.tell(blue, "Cd4*d7", None, View::Public).expect("legal");
    assert!(!public.words.contains("Wizard"), "{}", public.words);
}

#[test]
fn refused_as_setup() {
    let start = "2w1k2/2#1#2/7/7/7/7/7/2#1#2/2K1W2 B 6 + - - 0 3";
    let hidden: &[_] = &[("hidden", "yes")];
    begin(&[], Some(start)).expect("a good one");
    let fails = |options: &[(&str, &str)], from: &str, to: &str, words: &str| {
        let position = start.replace(from, to);
        assert_ne!(position, start);
        let error = begin(options, Some(&position)).err().expect(&position).to_string();
        assert!(error.contains(words), "{position}: {error}");
    };
    fails(&[], "2K1W2", "2K^W2", "fire on a portal");
    fails(&[], "2w1k2", "2wvk2", "fire on a portal");
    fails(&[], "7/7/7/7/7", "7/7/3^3/7/7", "fire on the river");
    fails(&[], "7/7/7/7/7", "7/7/7/3#3/7", "a wall stands on grass only");
    fails(&[], "7/7/7/7/7", "7/7/3#3/7/7", "a wall stands on grass only");
    fails(&[], "7/7/7/7/7", "7/7/7/3b3/7", "its own half");
    fails(&[], "7/7/7/7/7", "7/3W3/7/7/7", "its own half");
    fails(&[], "7/7/7/7/7", "7/7/3W3/7/7", "its own half");
    fails(&[], "2K1W2", "2K1K2", "one King");
    fails(&[], "2w1k2", "2k1k2", "one King");
    fails(&[], "2w1k2/2#1#2/7/7/7/7/7/2#1#2/2K1W2", "2w4/7/7/7/7/7/7/7/4W2", "one King");
    fails(&[], "B 6 +", "B 0 -", "without moves");
    fails(&[], "+ - - 0", "- e1 - 0", "no Cannon");
    fails(&[], "2K1W2 B 6 + -", "2K1C2 B 6 + e1", "nothing was done");
    fails(&[], "2K1W2", "2KWW2", "the portal is empty");
    fails(&[], "0 3", "0 4", "does not fit");
    fails(&[("first", "red")], "B 6 + - - 0 3", "B 6 + - - 0 5", "does not fit");
    fails(&[], "0 3", "0 0", "does not fit");
    fails(&[], "2K1W2", "2K1H2", "every hidden piece");
    fails(hidden, "2K1W2", "2K1H2", "every hidden piece");
    fails(hidden, "+ - - 0", "+ - e1=? 0", "every hidden piece");
    fails(&[], "2K1W2 B 6 + - -", "2K1H2 B 6 + - e1=?", "hidden=yes");
    fails(hidden, "2K1W2 B 6 + - -", "2K1H2 B 6 + - e1=K", "hash");
    for (from, to) in [
        ("2K1W2", "2K11W1"),
        ("2K1W2", "2K1W3"),
        ("2K1W2", "2K1W"),
        ("2K1W2", "2K1W02"),
        ("7/7/7/7/7/", "7/7/7/7/"),
        (" 6 ", " 06 "),
        (" 6 ", " +6 "),
        (" 6 ", "  6 "),
        ("0 3", "0 3 "),
        ("0 3", "0"),
        ("0 3", "0 4294967297"),
    ] {
        fails(&[], from, to, "");
    }
    let one_king = "2w4/7/7/7/7/7/7/7/2K1W2 B 0 - - - 0 3";
    let over = begin(&[], Some(one_king)).expect("a finished game");
    assert_eq!(over.outcome().map(|outcome| outcome.reason), Some("CD-5.1"));
}

#[test]
fn nonces_and_hashes_have_their_exact_form() {
    let mut play = begin(&[("hidden", "yes")], None).expect("the start");
    let blue = play.card().actor("B").expect("a seat");
    let hash = "5969451dfa29b3e30e262d941d57de45ed7db1afdaab94e0cb7bedfd7460cfbe";
    for bad in [&hash[1..], &hash.to_uppercase(), &format!("{hash}0"), "=K", "=", "=H"] {
        let refused = play.act(blue, &format!("+?{bad}"), None).expect_err(bad);
        assert_eq!(refused.rule, NOTATION, "{bad}: {refused}");
    }
    play.act(blue, &format!("+?{hash}"), None).expect("legal");
    let long = "a".repeat(65);
    for bad in ["", "abcdefghijklmno", long.as_str(), "abcdefghijklmnop-", "abcdefghijklmnö"] {
        let refused = play.act(blue, &format!("reveal d1 B {bad}"), None).expect_err(bad);
        assert_eq!(refused.rule, NOTATION, "{bad}: {refused}");
    }
    let refused = play.act(blue, &format!("reveal d1 B {}", &long[..64]), None).expect_err("false");
    assert_eq!(refused.rule, "CD-4.5");
}
