//! The rulebook of a game: numbered rules in Markdown, each with examples that are run.
//!
//! The form: `## CD-3 Spending moves` begins a chapter, `### CD-3.4 Fire` a rule; what follows is
//! Markdown. A fenced block marked `example` is a live example, a line a step:
//!
//! ```text
//! caption A Cannon fires along its file.   (what the reader sees below the board)
//! options hidden=yes                       (default: none)
//! position 2w1k2/… B 6 + - - 0 3           (default: the game's own start)
//! do B +W                                  (carried out; must be legal)
//! legal B We1-e2                           (accepted here, not carried out)
//! illegal CD-3.1 B Kc1-d2                  (refused here, by that rule)
//! after 2w1k2/… B 5 - - - 0 3              (the position by now)
//! over CD-5.1                              (the match has ended by now, for that reason)
//! ```
//! An action is written as in records: seat letter, action, and `@<ms>` where it has a time.

use super::any::{AnyGame, BeginError, Play, View};
use super::illegal::Illegal;
use super::options::{OptionError, Options};
use super::seat::Actor;

/// A rulebook, cut into its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rulebook {
    /// Markdown before the first chapter.
    pub introduction: String,
    /// The chapters in order.
    pub chapters: Vec<Chapter>,
}

/// A chapter: `## CD-3 Spending moves`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// Its id, empty for a chapter without one (Notation).
    pub id: String,
    /// Its title.
    pub title: String,
    /// What stands in it before its first rule, examples included.
    pub body: Vec<Block>,
    /// Its rules in order.
    pub rules: Vec<Rule>,
}

/// A numbered rule: `### CD-3.4 Fire`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its id, by which illegal actions name it.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its text and examples in order.
    pub body: Vec<Block>,
}

/// A piece of a rule's body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// Markdown.
    Text(String),
    /// A live example.
    Example(Example),
}

/// A live example: steps that are run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Example {
    /// What the reader sees below the board.
    pub caption: String,
    /// The options, as names and values.
    pub options: Vec<(String, String)>,
    /// The position text, unless it is the game's own start.
    pub position: Option<String>,
    /// The steps in order.
    pub steps: Vec<Step>,
}

/// A step of an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Carried out; must be legal.
    Do(Line),
    /// Accepted here, not carried out.
    Legal(Line),
    /// Refused here, by the rule of that id.
    Illegal(String, Line),
    /// The position text by now.
    After(String),
    /// The match has ended by now, for that reason.
    Over(String),
}

/// An action as an example writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The seat's letter, or `*`.
    pub by: String,
    /// The action's text.
    pub action: String,
    /// Its time in milliseconds, if it has one.
    pub at: Option<u64>,
}

impl Line {
    /// Reads `B +W` or `* time @4000`.
    #[must_use]
    pub fn read(text: &str) -> Option<Line> {
        let (by, rest) = text.split_once(' ')?;
        let (action, at) = match rest.rsplit_once(" @") {
            Some((action, ms)) => (action, Some(ms.parse().ok()?)),
            None => (rest, None),
        };
        Some(Line { by: by.to_owned(), action: action.to_owned(), at })
    }
}

impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.by, self.action)?;
        self.at.map_or(Ok(()), |ms| write!(f, " @{ms}"))
    }
}

/// What is wrong with a rulebook or an example: for its writers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {words}")]
pub struct RulebookError {
    /// The line of the rulebook, from 1.
    pub line: usize,
    /// What is wrong.
    pub words: String,
}

impl Rulebook {
    /// Cuts a rulebook into its parts.
    ///
    /// # Errors
    /// A rule outside a chapter, an example with a line of no known kind, one that does not end.
    pub fn read(text: &str) -> Result<Rulebook, RulebookError> {
        let mut book = Rulebook { introduction: String::new(), chapters: Vec::new() };
        let mut lines = text.lines().enumerate();
        while let Some((n, line)) = lines.next() {
            let error = |words: &str| RulebookError { line: n + 1, words: words.to_owned() };
            if let Some(heading) = line.strip_prefix("### ") {
                let chapter = book.chapters.last_mut().ok_or_else(|| error("no chapter yet"))?;
                let (id, title) = heading.split_once(' ').unwrap_or((heading, ""));
                let (id, title) = (id.to_owned(), title.to_owned());
                chapter.rules.push(Rule { id, title, body: Vec::new() });
            } else if let Some(heading) = line.strip_prefix("## ") {
                let (id, title) = heading
                    .split_once(' ')
                    .filter(|(id, _)| id.contains('-'))
                    .unwrap_or(("", heading));
                book.chapters.push(Chapter {
                    id: id.to_owned(),
                    title: title.to_owned(),
                    body: Vec::new(),
                    rules: Vec::new(),
                });
            } else if line == "```example" {
                let example = read_example(&mut lines)?;
                let body = book.body().ok_or_else(|| error("an example before any chapter"))?;
                body.push(Block::Example(example));
            } else if !line.starts_with("# ") {
                book.add_text(line);
            }
        }
        Ok(book)
    }

    /// The rule of that id.
    #[must_use]
    pub fn rule(&self, id: &str) -> Option<&Rule> {
        self.rules().find(|rule| rule.id == id)
    }

    /// All rules in order.
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.chapters.iter().flat_map(|chapter| &chapter.rules)
    }

    fn body(&mut self) -> Option<&mut Vec<Block>> {
        let chapter = self.chapters.last_mut()?;
        Some(match chapter.rules.last_mut() {
            Some(rule) => &mut rule.body,
            None => &mut chapter.body,
        })
    }

    fn add_text(&mut self, line: &str) {
        let text = match self.body() {
            None => &mut self.introduction,
            Some(body) => {
                if !matches!(body.last(), Some(Block::Text(_))) {
                    if line.is_empty() {
                        return;
                    }
                    body.push(Block::Text(String::new()));
                }
                match body.last_mut() {
                    Some(Block::Text(text)) => text,
                    _ => return,
                }
            }
        };
        if !text.is_empty() || !line.is_empty() {
            text.push_str(line);
            text.push('\n');
        }
    }
}

fn read_example<'a>(
    lines: &mut impl Iterator<Item = (usize, &'a str)>,
) -> Result<Example, RulebookError> {
    let mut example = Example::default();
    let mut last = 0;
    for (n, line) in lines {
        last = n + 1;
        let error = |words: &str| RulebookError { line: n + 1, words: words.to_owned() };
        if line == "```" {
            return Ok(example);
        }
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        let action = |text| Line::read(text).ok_or_else(|| error("expected <seat> <action>"));
        match kind {
            "caption" => rest.clone_into(&mut example.caption),
            "position" => example.position = Some(rest.to_owned()),
            "options" => {
                for pair in rest.split(' ') {
                    let (name, value) =
                        pair.split_once('=').ok_or_else(|| error("expected <name>=<value>"))?;
                    example.options.push((name.to_owned(), value.to_owned()));
                }
            }
            "do" => example.steps.push(Step::Do(action(rest)?)),
            "legal" => example.steps.push(Step::Legal(action(rest)?)),
            "illegal" => {
                let (rule, rest) =
                    rest.split_once(' ').ok_or_else(|| error("expected <rule> <action>"))?;
                example.steps.push(Step::Illegal(rule.to_owned(), action(rest)?));
            }
            "after" => example.steps.push(Step::After(rest.to_owned())),
            "over" => example.steps.push(Step::Over(rest.to_owned())),
            _ => return Err(error("no such kind of line in an example")),
        }
    }
    Err(RulebookError { line: last, words: "the example does not end".to_owned() })
}

impl Example {
    /// The match as it stands before the first step.
    ///
    /// # Errors
    /// Options or a position that do not stand.
    pub fn begin(&self, game: &dyn AnyGame) -> Result<Box<dyn Play>, BeginError> {
        let given = self.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let options = Options::read(game.card(), given).map_err(|e: OptionError| e)?;
        game.begin(&options, self.position.as_deref())
    }

    /// Runs every step against the rules.
    ///
    /// # Errors
    /// The first claim that does not hold, in words.
    pub fn run(&self, game: &dyn AnyGame) -> Result<(), String> {
        let mut play = self.begin(game).map_err(|error| error.to_string())?;
        for step in &self.steps {
            step.run(&mut play)?;
        }
        Ok(())
    }
}

impl Step {
    fn run(&self, play: &mut Box<dyn Play>) -> Result<(), String> {
        let attempt = |play: &mut dyn Play, line: &Line| -> Result<Result<(), Illegal>, String> {
            let by: Actor =
                play.card().actor(&line.by).ok_or_else(|| format!("{line}: no such seat"))?;
            Ok(play.act(by, &line.action, line.at))
        };
        match self {
            Step::Do(line) => attempt(&mut **play, line)?
                .map_err(|illegal| format!("{line}: should be legal, but: {illegal}")),
            Step::Legal(line) => attempt(&mut *play.fork(), line)?
                .map_err(|illegal| format!("{line}: should be legal, but: {illegal}")),
            Step::Illegal(rule, line) => match attempt(&mut *play.fork(), line)? {
                Err(illegal) if illegal.rule == rule => Ok(()),
                Err(illegal) => Err(format!("{line}: should break {rule}, but: {illegal}")),
                Ok(()) => Err(format!("{line}: should break {rule}, but is legal")),
            },
            Step::After(expected) => {
                let found = play.position(View::Told);
                if found == *expected {
                    Ok(())
                } else {
                    Err(format!("expected the position\n  {expected}\nfound\n  {found}"))
                }
            }
            Step::Over(reason) => match play.outcome() {
                Some(outcome) if outcome.reason == reason => Ok(()),
                other => Err(format!("should be over by {reason}, but: {other:?}")),
            },
        }
    }
}
