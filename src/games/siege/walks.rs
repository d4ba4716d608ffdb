//! Random walks: what must hold in every state that a match can come to.

use super::Siege;
use super::state::State;
use crate::rules::any::{AnyGame, Behind, Play, View};
use crate::rules::effect::Effects;
use crate::rules::game::Game;
use crate::rules::options::Options;
use crate::rules::rulebook::Line;
use crate::rules::seat::Actor;

#[path = "../../../tests/games/universe/siege.rs"]
mod universe;

/// A small generator of numbers that are random enough (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

const OPTIONS: [&[(&str, &str)]; 4] = [
    &[],
    &[("battle", "1"), ("build", "2"), ("cannon", "1"), ("nomination", "1"), ("rounds", "9")],
    &[("battle", "6"), ("build", "9"), ("cannon", "5"), ("rounds", "3")],
    &[("battle", "4"), ("build", "60"), ("rounds", "20")],
];

fn begin(n: usize) -> (Options, Box<dyn Play>) {
    let game = Behind::<Siege>::text();
    let options = Options::read(game.card(), OPTIONS[n % 4].iter().copied()).expect("options");
    let play = game.begin(&options, None).expect("a start");
    (options, play)
}

/// Takes an action at random: often one of the few that change most, sometimes just time.
fn step(play: &mut dyn Play, random: &mut Random) {
    let now = play.clock_ms().expect("a clock");
    let next = play.next_change_ms().expect("not over");
    let at = match random.below(12) {
        0 => next,
        1 => next + random.below(9_000) as u64,
        2 => now,
        _ => (now + random.below(900) as u64).min(next.saturating_sub(1)).max(now),
    };
    let list = play.legal();
    let own = list.len() - 6;
    let (by, action) = &list[random.below(own)];
    if play.act(*by, action, Some(at)).is_err() {
        play.act(Actor::Arbiter, "time", Some(at)).expect("time can always go on");
    }
}

#[test]
fn what_is_listed_is_what_is_accepted() {
    let mut random = Random(0x5_1e6e);
    let mut states = 0;
    for n in 0..12 {
        let (options, mut play) = begin(n);
        let chosen: Vec<(String, String)> =
            options.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        while play.outcome().is_none() {
            if random.below(8) == 0 {
                check_listed(&*play, &chosen, random.below(40), 40);
                states += 1;
            }
            step(&mut *play, &mut random);
        }
    }
    assert!(states > 200, "{states} states");
}

/// Tries every `of`-th action that could be legal, from the `nth` on, and every one that is listed.
fn check_listed(play: &dyn Play, options: &[(String, String)], nth: usize, of: usize) {
    let position = play.position(View::Told);
    let at = play.clock_ms();
    let card = play.card();
    let mut listed: Vec<String> = play
        .legal()
        .into_iter()
        .map(|(by, action)| format!("{} {action} @{}", card.letter(by), at.unwrap_or(0)))
        .collect();
    listed.sort_unstable();
    let doubles = listed.windows(2).find(|pair| pair[0] == pair[1]);
    assert_eq!(doubles, None, "listed twice in {position}");
    let all = universe::universe(&position, options);
    for text in all.iter().skip(nth).step_by(of).chain(listed.iter().skip(nth % 7).step_by(7)) {
        let line = Line::read(text).expect("a line");
        let by = card.actor(&line.by).expect("an actor");
        let mut tried = play.fork();
        let answer = tried.act(by, &line.action, line.at);
        let is_listed = listed.binary_search(text).is_ok();
        assert_eq!(answer.is_ok(), is_listed, "{text} in {position}: {answer:?}");
        if answer.is_err() {
            assert_eq!(tried.position(View::Told), position, "{text} was refused");
        } else if let Some(actor) = play.actor_of(&line.action) {
            assert_eq!(actor, by, "{text} in {position}");
        }
    }
    for text in &listed {
        let line = Line::read(text).expect("a line");
        if !["resign", "draw", "abort"].contains(&line.action.as_str())
            && !line.action.starts_with("forfeit")
        {
            let read = super::action::Action::parse(&line.action).expect(text);
            assert_eq!(read.to_string(), line.action);
        }
    }
}

#[test]
fn positions_are_read_as_they_are_written() {
    let mut random = Random(0xca57);
    for n in 0..16 {
        let (options, mut play) = begin(n);
        let game = Behind::<Siege>::text();
        while play.outcome().is_none() {
            step(&mut *play, &mut random);
            if random.below(4) == 0 || play.outcome().is_some() {
                let text = play.position(View::Told);
                let read = game.begin(&options, Some(&text));
                let mut read = read.unwrap_or_else(|error| panic!("{text}\n{error}"));
                assert_eq!(read.position(View::Told), text);
                assert_eq!(read.outcome(), play.outcome());
                let end_ms = 1_000_000;
                let mut on = play.fork();
                assert_eq!(on.advance(end_ms), read.advance(end_ms), "{text}");
                assert_eq!(on.position(View::Told), read.position(View::Told), "{text}");
            }
        }
    }
}

#[test]
fn many_small_steps_of_the_clock_are_one_big_one() {
    let mut random = Random(0xc10c);
    for n in 0..12 {
        let (_, mut play) = begin(n);
        while play.outcome().is_none() {
            step(&mut *play, &mut random);
            if random.below(10) > 0 || play.outcome().is_some() {
                continue;
            }
            let (mut small, mut big) = (play.fork(), play.fork());
            let to_ms = play.clock_ms().expect("a clock") + random.below(60_000) as u64;
            let mut effects = Vec::new();
            while let Some(now) = small.clock_ms().filter(|now| *now < to_ms) {
                let on = (now + 1 + random.below(700) as u64).min(to_ms);
                effects.extend(small.advance(on));
                if small.outcome().is_some() {
                    break;
                }
            }
            assert_eq!(big.advance(to_ms), effects);
            assert_eq!(big.position(View::Told), small.position(View::Told));
            assert_eq!(big.next_change_ms(), small.next_change_ms());
            let mut acted = play.fork();
            let carried = acted.act(Actor::Arbiter, "time", Some(to_ms));
            assert_eq!(carried, Ok(()));
            assert_eq!(acted.position(View::Told), big.position(View::Told));
        }
    }
}

#[test]
fn states_are_equal_when_their_texts_are() {
    let mut random = Random(0xe9a1);
    let config = Siege::configure(&Options::default()).expect("defaults");
    let mut last: Option<(State, String)> = None;
    let mut state = State::start(&config);
    for _ in 0..400 {
        let mut list = Vec::new();
        Siege::legal(&state, &mut |by, action| list.push((by, action)));
        let (by, action) = list[random.below(list.len())];
        let at = u64::from(state.time_ms) + random.below(3) as u64 * 150;
        let before = state;
        let answer = Siege::reduce(&mut state, by, &action, Some(at), &mut Effects::ignored());
        assert!(answer.is_ok() || state == before, "{action} at {at}: {answer:?}");
        let mut text = String::new();
        Siege::write_position(&state, &mut text);
        assert_eq!(Siege::read_position(&config, &text).as_ref(), Ok(&state), "{text}");
        if let Some((other, other_text)) = &last {
            assert_eq!(state == *other, text == *other_text);
        }
        last = Some((state, text));
    }
}

#[test]
fn hostile_positions_are_refused_without_harm() {
    let mut random = Random(0xbad);
    let (options, mut play) = begin(0);
    let game = Behind::<Siege>::text();
    let alphabet: Vec<char> = "0123456789#%G/;,-+!~>@ aAfzBWERX漢".chars().collect();
    for n in 0..4000 {
        if n % 10 == 0 {
            if play.outcome().is_some() {
                play = begin(0).1;
            }
            step(&mut *play, &mut random);
        }
        let mut text: Vec<char> = play.position(View::Told).chars().collect();
        for _ in 0..=random.below(2) {
            let place = random.below(text.len());
            let letter = alphabet[random.below(alphabet.len())];
            match random.below(3) {
                0 => text[place] = letter,
                1 => text.insert(place, letter),
                _ => drop(text.remove(place)),
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(mut read) = game.begin(&options, Some(&text)) {
            assert_eq!(read.position(View::Told), text);
            let _ = (read.legal(), read.scene(View::Told), read.advance(u64::MAX));
        }
    }
}
