//! Running test vectors against the reducers: for people who write another implementation.
//!
//! A vector is one JSON object on a line: a *game* (actions and the position text before the first
//! and after each), a *try* (a position and an action that must be refused by a named rule) or a
//! *list* (a position and all its legal actions, common ones left out).

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;

use crate::games::Registry;
use crate::rules::any::{AnyGame, Play, View};
use crate::rules::options::Options;
use crate::rules::outcome::{Outcome, Verdict};

/// One line of a vector file.
#[derive(Debug, Deserialize)]
struct Vector {
    game: String,
    rules: u16,
    #[serde(default)]
    options: BTreeMap<String, String>,
    setup: Option<String>,
    actions: Option<Vec<Action>>,
    #[serde(default)]
    positions: Vec<Option<String>>,
    result: Option<Ending>,
    position: Option<String>,
    by: Option<String>,
    #[serde(rename = "do")]
    action: Option<String>,
    at: Option<u64>,
    illegal: Option<String>,
    legal: Option<Vec<String>>,
    legal_count: Option<usize>,
}

#[derive(Debug, Deserialize)]
struct Action {
    by: String,
    #[serde(rename = "do")]
    action: String,
    at: Option<u64>,
}

#[derive(Debug, Deserialize, PartialEq, Eq)]
struct Ending {
    winner: Option<String>,
    draw: bool,
    reason: Option<String>,
}

/// A place where a vector and the rules disagree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The game's id, empty where the line cannot be read.
    pub game: String,
    /// The line of the file, from 1.
    pub line: usize,
    /// The ply, where there is one.
    pub ply: Option<usize>,
    /// What the vector says.
    pub expected: String,
    /// What the rules say.
    pub found: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} line {}", self.game, self.line)?;
        if let Some(ply) = self.ply {
            write!(f, " ply {ply}")?;
        }
        write!(f, "\n  expected {}\n  got      {}", self.expected, self.found)
    }
}

/// What a run found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// How many vectors were run.
    pub vector_count: usize,
    /// How many actions were carried out, tried or listed.
    pub action_count: usize,
    /// Every disagreement, in order.
    pub differences: Vec<Difference>,
}

/// Runs every vector of a file.
#[must_use]
pub fn run(registry: &Registry, text: &str) -> Report {
    let mut report = Report::default();
    for (n, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let mut check = Check { line: n + 1, game: String::new(), report: &mut report };
        match serde_json::from_str::<Vector>(line) {
            Ok(vector) => check.vector(registry, &vector),
            Err(error) => check.differs(None, "a vector", error.to_string()),
        }
        report.vector_count += 1;
    }
    report
}

struct Check<'a> {
    line: usize,
    game: String,
    report: &'a mut Report,
}

impl Check<'_> {
    fn differs(&mut self, ply: Option<usize>, expected: impl Into<String>, found: String) {
        self.report.differences.push(Difference {
            game: self.game.clone(),
            line: self.line,
            ply,
            expected: expected.into(),
            found,
        });
    }

    fn vector(&mut self, registry: &Registry, vector: &Vector) {
        self.game.clone_from(&vector.game);
        let Some(game) = registry.find(&vector.game, vector.rules) else {
            return self.differs(None, "a known game", format!("rules {}", vector.rules));
        };
        let setup = vector.setup.as_deref().or(vector.position.as_deref());
        let mut play = match begin(game, vector, setup) {
            Ok(play) => play,
            Err(error) => return self.differs(None, "a position that can be set up", error),
        };
        if let Some(actions) = &vector.actions {
            self.game(&mut *play, actions, vector);
        } else if let Some(rule) = &vector.illegal {
            self.attempt(&mut *play, vector, rule);
        } else if let Some(legal) = &vector.legal {
            self.list(&*play, legal, vector.legal_count);
        } else {
            self.differs(None, "actions, illegal or legal", "none of them".to_owned());
        }
    }

    fn game(&mut self, play: &mut dyn Play, actions: &[Action], vector: &Vector) {
        self.position(play, 0, vector.positions.first());
        for (n, action) in actions.iter().enumerate() {
            self.report.action_count += 1;
            let Some(by) = play.card().actor(&action.by) else {
                return self.differs(Some(n + 1), "a seat", action.by.clone());
            };
            if let Err(illegal) = play.act(by, &action.action, action.at) {
                let expected = format!("{} {} is legal", action.by, action.action);
                return self.differs(Some(n + 1), expected, illegal.to_string());
            }
            self.position(play, n + 1, vector.positions.get(n + 1));
        }
        let found = play.outcome().map(|outcome| ending(play, &outcome));
        if vector.result != found {
            let expected = format!("the result {:?}", vector.result);
            self.differs(Some(actions.len()), expected, format!("{found:?}"));
        }
    }

    fn position(&mut self, play: &dyn Play, ply: usize, expected: Option<&Option<String>>) {
        if let Some(Some(expected)) = expected {
            let found = play.position(View::Told);
            if found != *expected {
                self.differs(Some(ply), expected, found);
            }
        }
    }

    fn attempt(&mut self, play: &mut dyn Play, vector: &Vector, rule: &str) {
        self.report.action_count += 1;
        let by = vector.by.as_deref().unwrap_or_default();
        let action = vector.action.as_deref().unwrap_or_default();
        let before = play.position(View::Told);
        let expected = format!("{by} {action} breaks {rule} in {before}");
        let Some(actor) = play.card().actor(by) else {
            return self.differs(None, expected, "no such seat".to_owned());
        };
        match play.act(actor, action, vector.at) {
            Ok(()) => self.differs(None, expected, "it is legal".to_owned()),
            Err(illegal) if illegal.rule != rule => {
                self.differs(None, expected, illegal.to_string());
            }
            Err(_) if play.position(View::Told) != before => {
                self.differs(None, before, play.position(View::Told));
            }
            Err(_) => {}
        }
    }

    fn list(&mut self, play: &dyn Play, legal: &[String], count: Option<usize>) {
        let card = play.card();
        let mut found: Vec<String> = play
            .legal()
            .into_iter()
            .filter(|(_, action)| crate::rules::common::Common::read(card, action).is_none())
            .map(|(by, action)| format!("{} {action}", card.letter(by)))
            .collect();
        found.sort_unstable();
        self.report.action_count += found.len();
        if found != legal || count.is_some_and(|count| count != found.len()) {
            let missing: Vec<_> = legal.iter().filter(|a| !found.contains(a)).collect();
            let extra: Vec<_> = found.iter().filter(|a| !legal.contains(a)).collect();
            let expected =
                format!("{} legal actions in {}", legal.len(), play.position(View::Told));
            let words = format!("{}; not listed: {missing:?}; listed too: {extra:?}", found.len());
            self.differs(None, expected, words);
        }
    }
}

fn begin(
    game: &dyn AnyGame,
    vector: &Vector,
    setup: Option<&str>,
) -> Result<Box<dyn Play>, String> {
    let given = vector.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let options = Options::read(game.card(), given).map_err(|error| error.to_string())?;
    game.begin(&options, setup).map_err(|error| error.to_string())
}

fn ending(play: &dyn Play, outcome: &Outcome) -> Ending {
    let card = play.card();
    Ending {
        winner: outcome.winner().map(|seat| card.seat(seat).id.to_owned()),
        draw: outcome.verdict == Verdict::Draw,
        reason: Some(outcome.reason.to_owned()),
    }
}
