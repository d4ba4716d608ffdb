//! Seeded walks through a game: the same seed gives the same walk, everywhere and always.
//!
//! A walk knows no game. It begins at the game's own start with options drawn by lot, or at a
//! position of the vectors; it is mostly random, even over *kinds* of actions rather than over
//! actions, and sometimes looks for an action that captures, shoots or ends the match.

use std::cell::RefCell;
use std::fmt::Write;

use gamekeep::games::Registry;
use gamekeep::record::log::write_tag;
use gamekeep::rules::any::{AnyGame, Play, View};
use gamekeep::rules::common::Common;
use gamekeep::rules::options::{OptionForm, Options};
use gamekeep::rules::rulebook::Line;
use gamekeep::rules::seat::Actor;
use serde_json::Value;

use super::files;

/// Numbers that look random and are the same for the same seed.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        for _ in 0..8 {
            random.next();
        }
        random
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11
    }

    /// A number from 0 to `end`, which is left out and is not 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).expect("small")
    }

    /// A number of milliseconds below `end`.
    pub(crate) fn ms(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    /// True once in so many times.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        if list.is_empty() { None } else { list.get(self.below(list.len())) }
    }
}

/// Options as names and values.
pub(super) type Pairs = Vec<(String, String)>;

/// Where a walk can begin.
#[derive(Clone, Debug, Default)]
pub(super) struct Start {
    pub(super) options: Pairs,
    pub(super) setup: Option<String>,
}

/// Whether the long run is asked for.
pub(crate) fn is_long() -> bool {
    std::env::var_os("GAMEKEEP_LONG").is_some_and(|value| value == "1")
}

/// The seed of the run: walks of the long run can be others every time.
pub(crate) fn seed() -> u64 {
    std::env::var("GAMEKEEP_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1)
}

/// Every game in every version, each on a thread of its own; a panic in one fails the test.
pub(super) fn for_every_game(check: impl Fn(&'static dyn AnyGame) + Sync) {
    let registry = Registry::standard();
    std::thread::scope(|scope| {
        for game in registry.versions() {
            let check = &check;
            let name = format!("{}/{}", game.card().id, game.card().rules);
            std::thread::Builder::new()
                .name(name)
                .spawn_scoped(scope, move || check(game))
                .expect("a thread");
        }
    });
}

/// What a game's walks draw from.
pub(super) struct Grounds {
    pub(super) game: &'static dyn AnyGame,
    /// Every position of the game's vectors, with its options.
    starts: Vec<Start>,
}

impl Grounds {
    pub(super) fn of(game: &'static dyn AnyGame) -> Self {
        let card = game.card();
        let mut starts = Vec::new();
        for vector in files::vectors(card.id) {
            if vector["rules"].as_u64() != Some(u64::from(card.rules)) {
                continue;
            }
            let texts = |value: &Value| value.as_str().map(str::to_owned);
            let options: Pairs = vector["options"]
                .as_object()
                .into_iter()
                .flatten()
                .filter_map(|(name, value)| Some((name.clone(), texts(value)?)))
                .collect();
            let positions = vector["positions"].as_array().into_iter().flatten();
            let positions = positions.chain([&vector["position"], &vector["setup"]]);
            starts.extend(
                positions
                    .filter_map(texts)
                    .map(|position| Start { options: options.clone(), setup: Some(position) }),
            );
        }
        Grounds { game, starts }
    }

    /// A start drawn by lot.
    pub(super) fn start(&self, random: &mut Random) -> Start {
        let start = match self.starts.is_empty() || random.once_in(2) {
            false => self.starts[random.below(self.starts.len())].clone(),
            true => Start { options: self.options(random), setup: None },
        };
        if begin(self.game, &start).is_ok() { start } else { Start::default() }
    }

    /// Options drawn by lot; they may not go together.
    fn options(&self, random: &mut Random) -> Pairs {
        let mut pairs = Vec::new();
        for spec in self.game.card().options {
            if random.once_in(2) {
                continue;
            }
            let seen: Vec<&String> = self
                .starts
                .iter()
                .flat_map(|start| &start.options)
                .filter_map(|(name, value)| (name == spec.name).then_some(value))
                .collect();
            let value = match spec.form {
                OptionForm::OneOf(words) => random.pick(words).map(|word| (*word).to_owned()),
                OptionForm::Number { min, max } if random.once_in(3) => {
                    let few = (min + random.ms(6)).min(max);
                    random.pick(&[min, max, few]).map(u64::to_string)
                }
                OptionForm::Number { .. } | OptionForm::Text { .. } => {
                    random.pick(&seen).map(|value| (*value).clone())
                }
            };
            pairs.extend(value.map(|value| (spec.name.to_owned(), value)));
        }
        pairs
    }

    /// A walk from a start drawn by lot.
    pub(super) fn walk(&self, random: &mut Random) -> Walk {
        Walk::begin(self.game, self.start(random), random)
    }
}

/// Sets a match up.
pub(super) fn begin(game: &dyn AnyGame, start: &Start) -> Result<Box<dyn Play>, String> {
    let pairs = start.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let options = Options::read(game.card(), pairs).map_err(|error| error.to_string())?;
    game.begin(&options, start.setup.as_deref()).map_err(|error| error.to_string())
}

/// A walk: a match in play and how it came there. If a test panics, the record is printed.
pub(super) struct Walk {
    pub(super) game: &'static dyn AnyGame,
    pub(super) start: Start,
    pub(super) play: Box<dyn Play>,
    pub(super) lines: Vec<Line>,
    /// Whether it looks for actions that end the match.
    is_sharp: bool,
    /// Whether actions carry times in a game that needs none.
    is_stamped: bool,
    /// What a test tries at this moment.
    pub(super) trying: RefCell<String>,
}

impl Walk {
    /// Before the first step from a start that stands.
    pub(super) fn begin(game: &'static dyn AnyGame, start: Start, random: &mut Random) -> Self {
        let play = begin(game, &start).expect("a start that stands");
        Walk {
            game,
            start,
            play,
            lines: Vec::new(),
            is_sharp: random.once_in(2),
            is_stamped: random.once_in(3),
            trying: RefCell::default(),
        }
    }

    /// The time at which an action belongs to the state as it is: in games on a clock, its time.
    pub(super) fn now(&self) -> Option<u64> {
        if self.game.card().timed { Some(self.play.clock_ms().unwrap_or(0)) } else { None }
    }

    /// Goes one action on; `false` if there is none.
    pub(super) fn step(&mut self, random: &mut Random) -> bool {
        let Some((by, text, at)) = self.choose(random) else { return false };
        self.take(by, &text, at);
        true
    }

    /// Takes an action, which must be legal.
    pub(super) fn take(&mut self, by: Actor, text: &str, at: Option<u64>) {
        let line = Line { by: self.game.card().letter(by).into(), action: text.to_owned(), at };
        self.lines.push(line);
        if let Err(illegal) = self.play.act(by, text, at) {
            panic!("{text} is listed, and refused: {illegal}");
        }
    }

    fn choose(&self, random: &mut Random) -> Option<(Actor, String, Option<u64>)> {
        if self.play.outcome().is_some() {
            return None;
        }
        let at = self.time(random);
        let mut ahead = self.play.fork();
        if let Some(ms) = at.filter(|_| self.game.card().timed) {
            ahead.advance(ms);
        }
        let actions = own_actions(&*ahead);
        let chosen = if actions.is_empty() {
            // Only the arbiter can go on: with the clock.
            let words = self.game.card().arbiter_words.iter();
            let accepted = |word: &&&str| self.play.fork().act(Actor::Arbiter, word, at).is_ok();
            words.copied().find(|word| accepted(&word)).map(|word| (Actor::Arbiter, word.into()))
        } else {
            self.prefer(&*ahead, &actions, at, random)
        };
        chosen.map(|(by, text)| (by, text, at))
    }

    fn prefer(
        &self,
        ahead: &dyn Play,
        actions: &[(Actor, String)],
        at: Option<u64>,
        random: &mut Random,
    ) -> Option<(Actor, String)> {
        let way = random.below(8);
        for _ in 0..if way < 4 { 12 } else { 0 } {
            let (by, text) = random.pick(actions)?;
            let mut fork = ahead.fork();
            let told = fork.tell(*by, text, at, View::Told).ok();
            let is_event =
                told.is_some_and(|told| told.effects.iter().any(|e| e.event().is_some()));
            let is_end = fork.outcome().is_some();
            if if is_end { self.is_sharp } else { is_event && way == 0 } {
                return Some((*by, text.clone()));
            }
        }
        if way == 7 {
            return random.pick(actions).cloned();
        }
        let mut kinds: Vec<(String, Vec<&(Actor, String)>)> = Vec::new();
        for action in actions {
            let kind = kind(&action.1);
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, list)) => list.push(action),
                None => kinds.push((kind, vec![action])),
            }
        }
        // An `end` as often as any other kind would cut every turn short.
        for _ in 0..3 {
            let (kind, list) = random.pick(&kinds)?;
            let (by, text) = random.pick(list)?;
            let mut fork = ahead.fork();
            let goes_on = fork.act(*by, text, at).is_ok() && fork.turn() == ahead.turn();
            if goes_on || kind.contains('#') || random.once_in(6) {
                return Some((*by, text.clone()));
            }
        }
        random.pick(actions).cloned()
    }

    /// The time of the next action.
    fn time(&self, random: &mut Random) -> Option<u64> {
        let last = self.lines.iter().rev().find_map(|line| line.at);
        if !self.game.card().timed {
            return self.is_stamped.then(|| last.unwrap_or(0) + random.ms(900));
        }
        let now = self.play.clock_ms().unwrap_or(0);
        let next = self.play.next_change_ms().unwrap_or(now + random.ms(2_000));
        let at = match random.below(12) {
            0..=4 => now + random.ms(300),
            5..=8 => now,
            9 => next,
            10 => (next + random.ms(3)).saturating_sub(1),
            _ => now + random.ms(9_000),
        };
        Some(at.max(now))
    }

    /// The walk as a record.
    pub(super) fn record(&self) -> String {
        let card = self.game.card();
        let mut out = String::new();
        for (name, value) in [("Gamekeep", "1"), ("Game", card.id), ("Rules", "1")] {
            let rules = card.rules.to_string();
            write_tag(name, if name == "Rules" { &rules } else { value }, &mut out);
        }
        let setup = self.start.setup.as_ref().map(|setup| ("Setup", setup.as_str()));
        let options =
            self.start.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        for (name, value) in options.chain(setup) {
            write_tag(name, value, &mut out);
        }
        out.push('\n');
        for (n, line) in self.lines.iter().enumerate() {
            let _ = writeln!(out, "{} {line}", n + 1);
        }
        out
    }
}

impl Drop for Walk {
    #[expect(clippy::print_stderr, reason = "it is shown with the test's failure")]
    fn drop(&mut self) {
        if std::thread::panicking() {
            let trying = self.trying.borrow();
            eprintln!("The record so far:\n{}Last tried: {trying:?}", self.record());
        }
    }
}

/// The legal actions without the common ones.
pub(super) fn own_actions(play: &dyn Play) -> Vec<(Actor, String)> {
    let card = play.card();
    let own = |(_, text): &(Actor, String)| Common::read(card, text).is_none();
    play.legal().into_iter().filter(own).collect()
}

/// The kind of an action: its text with `#` for every square.
fn kind(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let letters = rest.bytes().take_while(u8::is_ascii_lowercase).count();
        let digits = rest[letters..].bytes().take_while(u8::is_ascii_digit).count();
        if (1..=2).contains(&letters) && (1..=2).contains(&digits) {
            out.push('#');
            rest = &rest[letters + digits..];
        } else {
            let length = letters.max(first.len_utf8());
            out.push_str(&rest[..length]);
            rest = &rest[length..];
        }
    }
    out
}
