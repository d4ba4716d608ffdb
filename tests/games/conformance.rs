//! What must hold in every state of every game: walks look at many, and every check at each.

use std::collections::{BTreeMap, BTreeSet};

use gamekeep::rules::any::{AnyGame, Play, View};
use gamekeep::rules::common::Common;
use gamekeep::rules::game::Acting;
use gamekeep::rules::illegal::{AFTER_END, Illegal, NOTATION};
use gamekeep::rules::outcome::Verdict;
use gamekeep::rules::rulebook::{Line, Rulebook};
use gamekeep::rules::seat::{Actor, Seat};

use super::universe::{self, Universe};
use super::walk::{self, Grounds, Random, Start, Walk, for_every_game, is_long, own_actions};
use super::{hostile, pictured};

/// How many states of a game a check looks at.
fn state_count(normal: usize) -> usize {
    if is_long() { normal * 50 } else { normal }
}

/// Takes seeded walks through a game until `count` states were looked at: the first and the last
/// of every walk, and some between. `look` may try what it likes, on forks.
fn look_around(game: &'static dyn AnyGame, count: usize, mut look: impl FnMut(&Walk, &mut Random)) {
    const LONGEST: usize = 240;
    let grounds = Grounds::of(game);
    let mut looked = 0;
    for number in 0.. {
        let mut random = Random::new(walk::seed() * 1_000_003 + number);
        let mut walk = grounds.walk(&mut random);
        for ply in 0..=LONGEST {
            let ends = walk.play.outcome().is_some() || ply == LONGEST;
            if ply == 0 || ends || random.once_in(5) {
                look(&walk, &mut random);
                looked += 1;
            }
            if ends || looked >= count || !walk.step(&mut random) {
                break;
            }
        }
        if looked >= count {
            return;
        }
    }
}

/// A commitment, or what reveals one: there are endlessly many, and no list has them.
fn is_commitment(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word.len() >= 16)
}

/// Words that people read: of narration, with a stop at the end; of refusals, without.
#[track_caller]
pub(super) fn check_words(words: &str, stops: bool) {
    assert!(!words.trim().is_empty(), "no words");
    assert_eq!(words.ends_with('.'), stops, "a stop at the end, or none: {words}");
    let unwanted = ["!", "Some(", "Ok(", "Err(", "::", "{", "}", "Square", "()", "  ", "\n", ".."];
    for part in unwanted {
        assert!(!words.contains(part), "{part:?} in: {words}");
    }
    assert!(words.len() <= 700, "too many words: {words}");
    assert_eq!(words.trim(), words, "blanks around the words");
}

/// The rules that a refusal may name.
struct Rules(BTreeSet<String>);

impl Rules {
    fn of(game: &dyn AnyGame) -> Self {
        let book = Rulebook::read(game.card().rulebook).expect("a rulebook");
        Rules(book.rules().map(|rule| rule.id.clone()).collect())
    }

    fn check(&self, illegal: &Illegal) {
        let common = [AFTER_END, NOTATION].contains(&illegal.rule);
        let known = common || self.0.is_empty() || self.0.contains(illegal.rule);
        assert!(known, "no rule {} in the rulebook: {illegal}", illegal.rule);
        check_words(&illegal.words, false);
        assert!(illegal.column.is_none() || illegal.rule == NOTATION, "a column: {illegal}");
    }
}

#[test]
fn every_listed_action_is_accepted() {
    for_every_game(|game| {
        look_around(game, state_count(200), |walk, _| {
            let legal = walk.play.legal();
            let unique: BTreeSet<_> = legal.iter().collect();
            assert_eq!(unique.len(), legal.len(), "an action is listed twice");
            check_actors(&*walk.play, &legal);
            let mut shown = BTreeMap::new();
            for (by, text) in &legal {
                walk.trying.borrow_mut().clone_from(text);
                check_listed(walk, *by, text, &mut shown);
            }
        });
    });
}

/// Who can act agrees with what is listed.
fn check_actors(play: &dyn Play, legal: &[(Actor, String)]) {
    let own = own_actions(play);
    let common = play.legal().len() - own.len();
    assert_eq!(common, if play.outcome().is_some() { 0 } else { Common::all().len() });
    for (by, text) in &own {
        let allowed = match (play.acting(), by) {
            (Acting::One(seat), Actor::Seat(by)) => seat == *by,
            (Acting::Nobody, Actor::Seat(_)) => false,
            (Acting::Both, _) | (_, Actor::Arbiter) => true,
        };
        assert!(allowed, "{text} by {by:?} while {:?} acts", play.acting());
    }
    for (by, text) in legal {
        if let Some(actor) = play.actor_of(text)
            && text != "resign"
        {
            assert_eq!(actor, *by, "who must have taken {text}");
        }
    }
}

/// What was shown of an action to everybody, and what everybody saw of it.
type Shown = BTreeMap<(Actor, String), String>;

/// A listed action is accepted; telling it and carrying it out are the same; everybody sees only
/// what everybody may see.
fn check_listed(walk: &Walk, by: Actor, text: &str, shown: &mut Shown) {
    let at = walk.now();
    let card = walk.game.card();
    let before = walk.play.position(View::Told);
    let [mut done, mut told, mut seen] = [(); 3].map(|()| walk.play.fork());
    done.act(by, text, at).unwrap_or_else(|illegal| panic!("listed, and refused: {illegal}"));
    let happened = told.tell(by, text, at, View::Told).expect("what can be done can be told");
    assert_eq!(walk.play.position(View::Told), before, "a fork is not apart");
    assert_eq!(done.position(View::Told), told.position(View::Told), "act and tell differ");
    assert_eq!(done.outcome(), told.outcome(), "act and tell differ");
    assert_eq!(happened.shown, text, "not the canonical spelling");
    assert!(text.len() + "100000 X  @9007199254740991".len() <= 200, "a long line: {text}");
    check_words(&happened.words, true);
    pictured::check_effects(&*walk.play, &happened.effects);
    if done.outcome().is_some() {
        assert_eq!(done.legal(), [], "something is listed after the end");
        assert_eq!(done.acting(), Acting::Nobody, "somebody acts after the end");
    }
    let public = seen.tell(by, text, at, View::Public).expect("told to everybody too");
    check_words(&public.words, true);
    if done.tells().is_some() && walk.play.tells().is_none() {
        assert_ne!(public.shown, text, "everybody sees what is hidden");
        assert_ne!(
            seen.position(View::Public),
            seen.position(View::Told),
            "the same for everybody"
        );
    }
    let everybody = format!(
        "{:?} {:?}\n{}\n{:?}",
        public.words,
        public.effects,
        seen.position(View::Public),
        seen.scene(View::Public)
    );
    let key = (by, public.shown);
    let known = shown.entry(key.clone()).or_insert_with(|| everybody.clone());
    assert_eq!(*known, everybody, "{}: {:?} shows what is hidden", card.id, key.1);
}

#[test]
fn whatever_is_not_listed_is_refused() {
    let registry = gamekeep::games::Registry::standard();
    let missing: Vec<&str> = registry.games().map(|game| game.card().id).collect();
    let missing: Vec<&str> = missing.into_iter().filter(|id| universe::of(id).is_none()).collect();
    assert_eq!(missing, [""; 0], "no tests/games/universe/<game>.rs in the list of its mod.rs");
    for_every_game(|game| {
        let universe = universe::of(game.card().id).expect("seen above");
        let rules = Rules::of(game);
        look_around(game, state_count(200), |walk, random| {
            check_universe(walk, universe, &rules, random);
        });
    });
}

/// How many actions of a universe a state is tried with in the normal run: an even part of all,
/// another one in every state.
const TRIED: usize = 5_000;

fn check_universe(walk: &Walk, universe: Universe, rules: &Rules, random: &mut Random) {
    let card = walk.game.card();
    let before = walk.play.position(View::Told);
    let lines = universe(&before, &walk.start.options);
    let line = |(by, text): (Actor, String)| format!("{} {text}", card.letter(by));
    let legal: BTreeSet<String> = own_actions(&*walk.play).into_iter().map(line).collect();
    let now = walk.now();
    let parts = if is_long() { 1 } else { lines.len().div_ceil(TRIED) };
    let part = random.below(parts.max(1));
    let mut unmet = legal.clone();
    let mut scratch = walk.play.fork();
    let mut tried = Vec::new();
    let mut later: BTreeMap<u64, Later> = BTreeMap::new();
    for (n, text) in lines.iter().enumerate() {
        let (action, at) = match text.rsplit_once(" @") {
            Some((action, ms)) if card.timed => (action, Some(ms.parse().expect("a time"))),
            _ => (text.as_str(), now),
        };
        if at == now && legal.contains(action) {
            unmet.remove(action);
            continue;
        }
        if n % parts != part || is_commitment(text) {
            continue;
        }
        walk.trying.borrow_mut().clone_from(text);
        let line = Line::read(action).unwrap_or_else(|| panic!("no action line: {text}"));
        let by = card.actor(&line.by).unwrap_or_else(|| panic!("no such seat: {text}"));
        if at != now {
            let at = at.unwrap_or(0);
            let ahead = later.entry(at).or_insert_with(|| Later::of(walk, at));
            check_at_another_time(walk, by, &line.action, at, ahead);
            continue;
        }
        match scratch.act(by, &line.action, at) {
            Ok(()) => panic!("not listed, and accepted"),
            Err(illegal) => check_refusal(walk, &illegal, rules),
        }
        tried.push((by, line.action));
    }
    assert!(unmet.is_empty(), "legal, and not in the universe: {unmet:?}");
    if scratch.position(View::Told) != before {
        let changes = |(by, text): &&(Actor, String)| {
            let mut fork = walk.play.fork();
            fork.act(*by, text, now).is_ok() || fork.position(View::Told) != before
        };
        panic!("refused, and changed the state: {:?}", tried.iter().find(changes));
    }
}

fn check_refusal(walk: &Walk, illegal: &Illegal, rules: &Rules) {
    rules.check(illegal);
    let is_over = walk.play.outcome().is_some();
    assert_eq!(illegal.rule == AFTER_END, is_over, "{illegal}");
}

/// What is listed at a time to which a state is carried on.
struct Later {
    legal: BTreeSet<(Actor, String)>,
    is_over: bool,
}

impl Later {
    fn of(walk: &Walk, at: u64) -> Self {
        let mut ahead = walk.play.fork();
        ahead.advance(at);
        let legal = ahead.legal().into_iter().collect();
        Later { legal, is_over: ahead.outcome().is_some() }
    }
}

/// In a game on a clock: at another time than the state's own, what is listed then is accepted.
fn check_at_another_time(walk: &Walk, by: Actor, text: &str, at: u64, later: &Later) {
    let mut fork = walk.play.fork();
    let accepted = fork.act(by, text, Some(at)).is_ok();
    if walk.now().is_some_and(|now| at < now) {
        assert!(!accepted, "accepted at a time that is over");
        return;
    }
    let listed = later.legal.contains(&(by, text.to_owned()));
    // The arbiter's clock may carry a match to its end; nothing else is accepted there.
    let carried = later.is_over && by == Actor::Arbiter;
    assert!(accepted == listed || (accepted && carried), "listed: {listed}, accepted: {accepted}");
}

/// SCHEMA-O4: a position text leaves nothing out.
#[test]
fn positions_come_back_and_play_on_alike() {
    for_every_game(|game| {
        let mut seen: BTreeMap<String, String> = BTreeMap::new();
        look_around(game, state_count(250), |walk, random| {
            let text = walk.play.position(View::Told);
            assert!(text.len() <= 8_192, "a position text of {} bytes", text.len());
            let start = Start { setup: Some(text.clone()), options: walk.start.options.clone() };
            let mut back = walk::begin(game, &start)
                .unwrap_or_else(|words| panic!("{text}\ncannot be set up: {words}"));
            check_same(&*walk.play, &*back);
            let mut fork = walk.play.fork();
            for _ in 0..random.below(24) {
                let Some((by, text)) = random.pick(&own_actions(&*fork)).cloned() else { break };
                walk.trying.borrow_mut().clone_from(&text);
                let at = game.card().timed.then(|| fork.clock_ms().unwrap_or(0));
                fork.act(by, &text, at).expect("a listed action");
                back.act(by, &text, at).expect("the same in the position that came back");
                check_same(&*fork, &*back);
            }
            let rest = format!("{:?} {:?}", walk.play.legal(), walk.play.scene(View::Told));
            let known = seen.entry(format!("{:?} {text}", walk.start.options));
            assert_eq!(*known.or_insert_with(|| rest.clone()), rest, "equal texts, other states");
        });
    });
}

/// Two matches whose positions are the same, whatever came before.
fn check_same(one: &dyn Play, other: &dyn Play) {
    let hashed = |play: &dyn Play| {
        let mut text = String::new();
        play.write_hashed_position(&mut text);
        text
    };
    assert_eq!(one.position(View::Told), other.position(View::Told));
    assert_eq!(one.position(View::Public), other.position(View::Public));
    assert_eq!(hashed(one), hashed(other));
    assert_eq!(one.outcome(), other.outcome());
    assert_eq!(one.legal(), other.legal());
    assert_eq!(one.acting(), other.acting());
    assert_eq!(one.turn(), other.turn());
    assert_eq!(one.scene(View::Told), other.scene(View::Told));
    assert_eq!(one.scene(View::Public), other.scene(View::Public));
    assert_eq!(one.clock_ms(), other.clock_ms());
    assert_eq!(one.next_change_ms(), other.next_change_ms());
}

#[test]
fn common_actions_end_the_match_anywhere() {
    for_every_game(|game| {
        let rules = Rules::of(game);
        look_around(game, state_count(200), |walk, random| {
            if walk.play.outcome().is_some() {
                check_over(walk.play.fork(), walk, &rules);
                return;
            }
            let [a, b] = game.card().seats.map(|seat| seat.letter);
            let (first, second) = (Verdict::Win(Seat::First), Verdict::Win(Seat::Second));
            let endings = [
                (Actor::Seat(Seat::First), "resign".to_owned(), second),
                (Actor::Seat(Seat::Second), "resign".to_owned(), first),
                (Actor::Arbiter, "draw".to_owned(), Verdict::Draw),
                (Actor::Arbiter, "abort".to_owned(), Verdict::Void),
                (Actor::Arbiter, format!("forfeit {a}"), second),
                (Actor::Arbiter, format!("forfeit {b}"), first),
            ];
            for (by, text, verdict) in &endings {
                let mut fork = walk.play.fork();
                fork.act(*by, text, walk.now()).expect("legal at any time before the end");
                let outcome = fork.outcome().expect("it ends the match");
                assert_eq!(outcome.verdict, *verdict, "{text}");
                assert_eq!(Some(outcome.reason), text.split(' ').next(), "{text}");
                if random.once_in(12) {
                    check_over(fork, walk, &rules);
                }
            }
            for (by, text) in [(Actor::Arbiter, "resign"), (Seat::First.into(), "draw")] {
                let refused = walk.play.fork().act(by, text, walk.now()).expect_err(text);
                assert_eq!(refused.rule, NOTATION, "{refused}");
            }
        });
    });
}

/// A match that is over: nothing is listed, and whatever is tried comes after the end.
fn check_over(mut over: Box<dyn Play>, walk: &Walk, rules: &Rules) {
    let before = over.position(View::Told);
    assert_eq!(over.legal(), []);
    assert_eq!(over.acting(), Acting::Nobody);
    assert_eq!(over.next_change_ms(), None);
    let texts = own_actions(&*walk.play).into_iter().map(|(_, text)| text).take(30);
    let others = ["resign", "draw", "abort", "forfeit", "end", "", "no action at all"];
    let at = walk.now().map(|now| now + 5);
    for text in texts.chain(others.map(String::from)) {
        for by in [Actor::Seat(Seat::First), Actor::Seat(Seat::Second), Actor::Arbiter] {
            let refused = over.act(by, &text, at).expect_err(&text);
            assert_eq!(refused.rule, AFTER_END, "{text}");
            rules.check(&refused);
        }
    }
    assert_eq!(over.position(View::Told), before);
}

#[test]
fn scenes_stay_on_the_board() {
    for_every_game(|game| {
        look_around(game, state_count(400), |walk, _| {
            pictured::check_scene(&walk.play.scene(View::Told));
            pictured::check_scene(&walk.play.scene(View::Public));
        });
    });
}

#[test]
fn clocks_run_the_same_in_one_step_or_many() {
    for_every_game(|game| {
        if !game.card().timed {
            return;
        }
        look_around(game, state_count(200), |walk, random| {
            let now = walk.now().expect("a timed game");
            let no_time = walk.play.fork().act(Actor::Arbiter, "abort", None);
            assert!(no_time.is_err(), "an action without a time");
            let to = now + random.ms(40_000);
            let [mut once, mut often] = [(); 2].map(|()| walk.play.fork());
            once.advance(to);
            let mut at = now;
            while at < to {
                at = often.next_change_ms().map_or(to, |next| next.clamp(at + 1, to));
                at = at.min(at.saturating_sub(random.ms(3)).max(often.clock_ms().unwrap_or(0)));
                often.advance(at);
                at += 1;
            }
            often.advance(to);
            check_same(&*once, &*often);
        });
    });
}

#[test]
fn hostile_texts_change_nothing() {
    for_every_game(|game| {
        look_around(game, state_count(60), |walk, random| {
            let legal: BTreeSet<(Actor, String)> = walk.play.legal().into_iter().collect();
            let before = walk.play.position(View::Told);
            let mut scratch = walk.play.fork();
            for text in hostile::texts(&legal, random) {
                walk.trying.borrow_mut().clone_from(&text);
                for by in [Actor::Seat(Seat::First), Actor::Seat(Seat::Second), Actor::Arbiter] {
                    let accepted = scratch.act(by, &text, walk.now()).is_ok();
                    let listed = legal.contains(&(by, text.clone())) || is_commitment(&text);
                    assert!(!accepted || listed, "not listed, and accepted");
                    if accepted {
                        scratch = walk.play.fork();
                    }
                }
                assert_eq!(scratch.position(View::Told), before, "refused, and changed the state");
            }
        });
    });
}

#[test]
fn hostile_positions_are_refused_or_stand() {
    for_every_game(|game| {
        let mut positions: Vec<String> = Vec::new();
        look_around(game, state_count(60), |walk, random| {
            positions.push(walk.play.position(View::Told));
            for text in hostile::positions(&positions, random) {
                walk.trying.borrow_mut().clone_from(&text);
                let setup = Some(text.clone());
                let start = Start { setup, options: walk.start.options.clone() };
                let Ok(mut play) = walk::begin(game, &start) else { continue };
                assert_eq!(play.position(View::Told), text, "read, and written otherwise");
                pictured::check_scene(&play.scene(View::Told));
                let at = game.card().timed.then(|| play.clock_ms().unwrap_or(0));
                for (by, text) in play.legal() {
                    let happened = play.fork().tell(by, &text, at, View::Told);
                    let happened = happened.unwrap_or_else(|refused| panic!("{text}: {refused}"));
                    check_words(&happened.words, true);
                }
                for _ in 0..6 {
                    let own = own_actions(&*play);
                    let Some((by, text)) = random.pick(&own) else { break };
                    play.act(*by, text, at).expect("a listed action");
                    let setup = Some(play.position(View::Told));
                    let start = Start { setup, options: walk.start.options.clone() };
                    let back = walk::begin(game, &start);
                    check_same(&*play, &*back.unwrap_or_else(|words| panic!("{text}: {words}")));
                }
            }
        });
    });
}
