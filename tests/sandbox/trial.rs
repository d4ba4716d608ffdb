//! Trying actions out.

use gamekeep::games::Registry;
use gamekeep::record::line::{decode, encode};
use gamekeep::record::log::{Actions, Log};
use gamekeep::record::{input, line::Step};
use gamekeep::rules::options::Options;
use gamekeep::service::trial::{Attempt, Ground, GroundError, Origin, Trial};

use super::{OPEN, keep};

fn start(game: &str) -> Origin<'static> {
    let game = Registry::standard().newest(game).expect("a game");
    Origin::Start { game, options: Options::default(), position: None }
}

fn ground(game: &str) -> Ground {
    keep().keep.ground(&start(game)).expect("begins")
}

fn attempt(ground: &Ground, words: &[&str]) -> Trial {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    ground
        .attempt(&Attempt { words: &words, done: words.len(), ..Attempt::default() })
        .expect("replays")
}

#[test]
fn every_sample_is_a_line_of_short_words() {
    let registry = Registry::standard();
    for game in registry.games() {
        for sample in game.card().samples {
            let log =
                input::records(sample, &registry)[0].check(&registry).expect("good").record.log;
            let header = log.header.clone();
            let ground = Ground { log: Log { header, actions: Actions::default() }, parent: None };
            let whole: Vec<String> =
                log.actions.iter().map(|action| Step::from(action).write(game.card())).collect();
            let done = whole.len();
            let first = Attempt { words: &whole, done, ..Attempt::default() };
            let trial = ground.attempt(&first).expect("replays");
            assert!(trial.refusal.is_none(), "{:?}", trial.refusal);
            let words = decode(&encode(trial.line().iter().map(String::as_str))).expect("reads");
            let again = Attempt { words: &words, done, ..Attempt::default() };
            let again = ground.attempt(&again).expect("replays");
            let steps: Vec<Step> = log.actions.iter().map(Step::from).collect();
            assert_eq!(again.steps(), steps);
            assert_eq!(again.play.outcome().is_some(), trial.play.outcome().is_some());
        }
    }
}

#[test]
fn what_is_listed_can_be_done_by_its_word() {
    for (game, words) in [
        ("castle-danger", &["+W", "Kc1-b1"][..]),
        ("game-of-knights", &["c1:D"]),
        ("siege", &["W nominate p20 @500"]),
        ("knights-walls-balls", &["wall c3-e3"]),
        ("stone-fortress", &["L@e1"]),
    ] {
        let ground = ground(game);
        let trial = attempt(&ground, words);
        assert!(trial.refusal.is_none(), "{:?}", trial.refusal);
        for choice in trial.legal() {
            let mut line = trial.line();
            line.push(choice.word.clone());
            let tried = Attempt { words: &line, done: line.len(), ..Attempt::default() };
            let tried = ground.attempt(&tried).expect("replays");
            let last = tried.done.last().expect("one");
            assert!(tried.refusal.is_none(), "{choice:?}: {:?}", tried.refusal);
            assert_eq!((last.step.by, &last.step.text), (choice.by, &choice.text));
            assert_eq!(last.word, choice.word);
        }
    }
}

#[test]
fn what_is_typed_needs_neither_seat_nor_exact_blanks() {
    let ground = ground("castle-danger");
    let typed = |text: &str| {
        ground.attempt(&Attempt { typed: Some(text), ..Attempt::default() }).expect("replays")
    };
    for text in ["+W", "  +W ", "B +W", "b +W", "b  +W"] {
        let trial = typed(text);
        assert!(trial.refusal.is_none(), "{text}: {:?}", trial.refusal);
        assert_eq!(trial.done[0].word, "+W");
    }
    let rule = |text: &str| typed(text).refusal.expect(text).illegal.rule;
    assert_eq!(rule("Kc1-c9"), "CD-3.1");
    assert_eq!(rule("R +W"), "CD-2.4");
    assert_eq!(rule("what"), "notation");
    assert_eq!(rule(""), "notation");
    assert_eq!(rule(&"x".repeat(300)), "notation");
    assert_eq!(rule("resign @x"), "notation");
    assert!(typed("resign").play.outcome().is_some());
}

#[test]
fn what_either_side_could_do_needs_the_seat() {
    let ground = ground("siege");
    let typed = |text: &str| {
        let attempt = Attempt { typed: Some(text), time: Some(700), ..Attempt::default() };
        ground.attempt(&attempt).expect("replays")
    };
    let trial = typed("nominate p20");
    assert_eq!(trial.done[0].word, "nominate p20 @700", "it is West's castle");
    assert_eq!(trial.now_ms(), Some(700));
    let refusal = typed("resign").refusal.expect("either could");
    assert!(refusal.illegal.words.contains("W or E"), "{refusal:?}");
    assert!(typed("E resign").play.outcome().is_some());
    assert!(typed("nominate p20 @400").refusal.is_some(), "the clock stands at 700 already");
}

#[test]
fn the_clock_can_be_looked_at_without_acting() {
    let ground = ground("siege");
    let at =
        |time| ground.attempt(&Attempt { time: Some(time), ..Attempt::default() }).expect("goes");
    assert_eq!(at(0).now_ms(), Some(0));
    assert_eq!(at(9_000).now_ms(), Some(9_000));
    let later = at(10_000_000);
    assert!(later.play.outcome().is_some() || later.now_ms() == Some(10_000_000));
    assert!(!later.words.is_empty());
    assert!(at(u64::MAX).refusal.is_none());
}

#[test]
fn undo_and_redo_are_a_number() {
    let ground = ground("castle-danger");
    let words: Vec<String> = ["+W", "Kc1-b1", "end"].map(str::to_owned).into();
    for done in 0..=3 {
        let attempt = Attempt { words: &words, done, ..Attempt::default() };
        let trial = ground.attempt(&attempt).expect("replays");
        assert_eq!((trial.done.len(), trial.undone.len()), (done, 3 - done));
        assert_eq!(trial.line(), words);
    }
    let trial = attempt(&ground, &["+W", "Kc1-c9", "end"]);
    assert_eq!((trial.done.len(), trial.refusal.expect("refused").text.as_str()), (1, "Kc1-c9"));
}

#[test]
fn a_match_is_tried_at_any_ply() {
    let kept = keep();
    let head = kept.import(OPEN);
    for ply in 0..=6 {
        let ground = kept.keep.ground(&Origin::Match { link: &head, ply }).expect("there");
        assert_eq!(ground.log.actions.len(), ply);
        let parent = ground.parent.clone().expect("of a match");
        assert_eq!((parent.ply, parent.last), (ply, 6));
        assert!(attempt(&ground, &[]).done.is_empty());
    }
    let missing = kept.keep.ground(&Origin::Match { link: &head, ply: 7 });
    assert!(matches!(missing, Err(GroundError::Keep(_))));
    let game = Registry::standard().newest("castle-danger").expect("a game");
    let options = Options::default();
    let bad = kept.keep.ground(&Origin::Start { game, options, position: Some("x") });
    assert!(matches!(bad, Err(GroundError::Begin(_))));
}
