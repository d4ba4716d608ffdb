//! Matches made up by walking at random through the rules: mixed games, every action legal, the
//! same seed the same matches, everywhere and always. For benchmarks and for filling an archive.

use super::cores;
use crate::games::Registry;
use crate::record::Record;
use crate::record::facts::Facts;
use crate::record::log::{Action, Actions, Header, Log};
use crate::rules::any::{AnyGame, Play};
use crate::rules::common::Common;
use crate::rules::game::Acting;
use crate::rules::seat::Actor;

/// The fewest actions that a match is meant to have, and how many more there may be: 150 in the
/// middle. A match that cannot go on has fewer.
const LENGTHS: (usize, usize) = (110, 81);
/// How many players there are.
const PLAYERS: usize = 500;
/// How often another action is drawn before one that ends the match is taken.
const TRIES: usize = 6;

/// Numbers that look random and are the same for the same seed (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `end`, which is left out and is not 0.
    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap_or(0)
    }
}

/// The matches of some numbers, in order, made on all cores.
#[must_use]
pub fn generated(registry: &Registry, seed: u64, numbers: std::ops::Range<usize>) -> Vec<Record> {
    let games: Vec<&'static dyn AnyGame> = registry.games().collect();
    let numbers: Vec<usize> = numbers.collect();
    cores::map(&numbers, |number| match games.get(number % games.len().max(1)) {
        Some(game) => one(*game, seed, *number),
        None => unreachable!("a registry without games"),
    })
}

/// A match of a game: its number and the seed say everything about it.
fn one(game: &'static dyn AnyGame, seed: u64, number: usize) -> Record {
    let mut random = Random(seed ^ (number as u64).wrapping_mul(0xd6e8_feb8_6659_fd93));
    let header = Header { id: Some(format!("generated-{seed}-{number}")), ..Header::new(game) };
    let players = [random.below(PLAYERS), random.below(PLAYERS)];
    let mut facts = Facts::default();
    facts.players = players.map(|n| format!("Player {n}"));
    facts.set("Event", "Generated");
    let (year, month, day) = (2_000 + random.below(27), 1 + random.below(12), 1 + random.below(28));
    facts.set("Date", &format!("{year}-{month:02}-{day:02}"));
    let length = LENGTHS.0 + random.below(LENGTHS.1);
    let mut walk = Walk { actions: Actions::default(), at: None, random };
    if let Ok(play) = header.begin() {
        walk.go(play, length);
    }
    Record { log: Log { header, actions: walk.actions }, facts, notes: Vec::new() }
}

/// A match on its way.
struct Walk {
    actions: Actions,
    /// The time of the last action.
    at: Option<u64>,
    random: Random,
}

impl Walk {
    fn go(&mut self, mut play: Box<dyn Play>, length: usize) {
        while self.actions.len() < length && play.outcome().is_none() {
            let Some(next) = self.step(&*play) else { break };
            play = next;
        }
        // Most are given up in the end; some are drawn, some go on.
        let (by, text) = match (self.random.below(8), play.acting()) {
            (0, _) => return,
            (1, _) => (Actor::Arbiter, "draw"),
            (_, Acting::One(seat)) => (Actor::Seat(seat), "resign"),
            _ => return,
        };
        if play.act(by, text, self.at).is_ok() {
            self.actions.push(&Action { by, text, at: self.at });
        }
    }

    /// The match one action on.
    fn step(&mut self, play: &dyn Play) -> Option<Box<dyn Play>> {
        let at = self.time(play);
        let legal = match at {
            None => play.legal(),
            Some(ms) => {
                let mut ahead = play.fork();
                ahead.advance(ms);
                ahead.legal()
            }
        };
        // The common ones stand last.
        let is_common = |(_, text): &&(Actor, String)| Common::read(play.card(), text).is_some();
        let common_count = legal.iter().rev().take_while(is_common).count();
        let own = &legal[..legal.len() - common_count];
        let mut found = None;
        for _ in 0..if own.is_empty() { 0 } else { TRIES } {
            let (by, text) = &own[self.random.below(own.len())];
            let mut next = play.fork();
            if next.act(*by, text, at).is_ok() {
                let is_over = next.outcome().is_some();
                found = Some((*by, text.as_str(), next));
                if !is_over {
                    break;
                }
            }
        }
        let (by, text, next) = found.or_else(|| by_the_arbiter(play, at))?;
        self.actions.push(&Action { by, text, at });
        self.at = at;
        Some(next)
    }

    /// The time of the next action, in games that have times.
    fn time(&mut self, play: &dyn Play) -> Option<u64> {
        if !play.card().timed {
            return None;
        }
        let now = play.clock_ms().unwrap_or(0).max(self.at.unwrap_or(0));
        Some(match self.random.below(10) {
            0 => play.next_change_ms().unwrap_or(now).max(now),
            _ => now + self.random.next() % 400,
        })
    }
}

/// What the arbiter can do where nobody else can: with the clock.
fn by_the_arbiter(
    play: &dyn Play,
    at: Option<u64>,
) -> Option<(Actor, &'static str, Box<dyn Play>)> {
    play.card().arbiter_words.iter().find_map(|word| {
        let mut next = play.fork();
        next.act(Actor::Arbiter, word, at).is_ok().then_some((Actor::Arbiter, *word, next))
    })
}
