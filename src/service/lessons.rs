//! Lessons: every game's own course, and matches that were made lessons.
//!
//! A lesson made of a match lives beside its log, as notes that say what
//! [`Note::teaching`] tells: it is exported and imported with them.

use std::collections::{BTreeMap, BTreeSet};

use super::{Keep, KeepError};
use crate::archive::StoredMatch;
use crate::lesson::condition::{Condition, Conditions, Term};
use crate::lesson::{
    Course, Exercise, Lesson, Pace, Pattern, Setup, Shown, Step, Task, Watch, Words, Wrong,
};
use crate::record::limits;
use crate::record::log::{Action, Log};
use crate::record::note::{FIND, LESSON, Note, READ, Teaching};
use crate::record::timeline;
use crate::rules::any::View;
use crate::rules::common::Common;
use crate::rules::game::Card;
use crate::rules::rulebook::Line;

/// The courses of the games, by id.
pub(super) type Courses = BTreeMap<&'static str, Course>;

/// The most lessons made of matches that a list has.
const LISTED: usize = 200;

/// A match that was made a lesson, at a glance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taught {
    /// The lesson's title.
    pub title: String,
    /// The match's link.
    pub link: String,
    /// Its players.
    pub players: [String; 2],
}

/// What is said at a ply of a lesson made of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The text, Markdown.
    pub text: String,
    /// Whether the reader finds the action that comes next.
    pub asks: bool,
}

/// A match as a lesson.
#[derive(Debug)]
pub struct MatchLesson {
    /// The match.
    pub stored: StoredMatch,
    /// The title; empty if it is not published.
    pub title: String,
    /// What is read before it begins; Markdown.
    pub introduction: String,
    /// What is said, by ply.
    pub said: BTreeMap<usize, Said>,
}

/// What somebody writes for a lesson made of a match.
#[derive(Clone, Copy, Debug)]
pub enum Writing<'a> {
    /// Its title and what is read before it begins. Without a title it is not published any more.
    Title {
        /// The title, one line.
        title: &'a str,
        /// Markdown.
        introduction: &'a str,
    },
    /// What is said at a ply; nothing any more without a text.
    Said {
        /// The ply.
        ply: usize,
        /// Markdown.
        text: &'a str,
        /// Whether the reader finds the action that comes next.
        asks: bool,
    },
}

/// Why something is not written.
#[derive(Debug, thiserror::Error)]
pub enum WritingError {
    /// The match has no such ply.
    #[error("the match has the plies 0 to {last}")]
    NoPly {
        /// Its last one.
        last: usize,
    },
    /// No action of a player follows that can be asked for.
    #[error("after ply {ply} comes no action of a player that can be asked for")]
    NothingToFind {
        /// The ply.
        ply: usize,
    },
    /// It is too long.
    #[error("a text has at most {} bytes", limits::NOTE_BYTES - 16)]
    TooLong,
    /// The same stood there before, and was replaced.
    #[error("these words stood here before and were replaced: change one of them")]
    SaidBefore,
    /// The match cannot be found or read, or the archive is in trouble.
    #[error(transparent)]
    Keep(#[from] KeepError),
}

impl Keep {
    /// The course of a game; without lessons if it has none.
    #[must_use]
    pub fn course(&self, card: &Card) -> &Course {
        static NONE: Course = Course { lessons: Vec::new(), puzzles: None };
        let read = |card: &'static Card| match Course::of(card) {
            Ok(course) => (card.id, course),
            Err(error) => {
                tracing::error!(%error, "a course cannot be read");
                (card.id, Course::default())
            }
        };
        let all = || self.registry().games().map(|game| read(game.card())).collect();
        self.courses.get_or_init(all).get(card.id).unwrap_or(&NONE)
    }

    /// The listed matches of a game that were made lessons, the last one first.
    ///
    /// # Errors
    /// The archive is in trouble.
    pub fn taught(&self, game: &str) -> Result<Vec<Taught>, KeepError> {
        let mut seen = BTreeSet::new();
        let mut taught = Vec::new();
        for (id, text) in self.archive().lesson_notes(game, LISTED)? {
            let note = Note::new(0, text);
            let Some(Teaching::Title(title, _)) = note.teaching() else { continue };
            if !seen.insert(id) || title.is_empty() {
                continue;
            }
            let summary = self.archive().summary(id)?;
            let (link, title) = (summary.head.short(), title.to_owned());
            taught.push(Taught { title, link, players: summary.facts.players });
        }
        Ok(taught)
    }

    /// A match as a lesson, as far as it was made one.
    ///
    /// # Errors
    /// As [`Keep::find`].
    pub fn match_lesson(&self, link: &str) -> Result<MatchLesson, KeepError> {
        Ok(MatchLesson::of(self.load(link)?))
    }

    /// Writes something for a lesson made of a match.
    ///
    /// # Errors
    /// [`WritingError`].
    pub fn write_lesson(
        &self,
        link: &str,
        writing: Writing<'_>,
        by: &str,
        now_ms: i64,
    ) -> Result<(), WritingError> {
        let lesson = self.match_lesson(link)?;
        let note = lesson.note(writing, by)?;
        if note.teaching().is_some_and(|teaching| lesson.has(note.ply, teaching)) {
            return Ok(());
        }
        let id = lesson.stored.id;
        let added = self.archive().annotate(id, vec![note], now_ms).map_err(KeepError::from)?;
        if added == 0 { Err(WritingError::SaidBefore) } else { Ok(()) }
    }
}

impl MatchLesson {
    fn of(stored: StoredMatch) -> Self {
        let (mut title, mut introduction) = (String::new(), String::new());
        let mut said = BTreeMap::new();
        for note in stored.notes.iter().map(|stored| &stored.note) {
            match note.teaching() {
                Some(Teaching::Title(new, below)) => {
                    new.clone_into(&mut title);
                    below.clone_into(&mut introduction);
                }
                Some(Teaching::Read("") | Teaching::Find("")) => {
                    said.remove(&note.ply);
                }
                Some(Teaching::Read(text)) => {
                    said.insert(note.ply, Said { text: text.to_owned(), asks: false });
                }
                Some(Teaching::Find(text)) => {
                    let asks = is_asked(&stored.log, note.ply);
                    said.insert(note.ply, Said { text: text.to_owned(), asks });
                }
                None => {}
            }
        }
        MatchLesson { stored, title, introduction, said }
    }

    /// The match's link as addresses name it.
    #[must_use]
    pub fn link(&self) -> String {
        self.stored.address()
    }

    /// The players, as the first recording names them.
    #[must_use]
    pub fn players(&self) -> [String; 2] {
        self.stored.facts().players.clone()
    }

    /// Whether the lesson says this already.
    fn has(&self, ply: usize, teaching: Teaching<'_>) -> bool {
        let said = self.said.get(&ply);
        let same = |text: &str, asks| said.is_some_and(|s| s.text == text && s.asks == asks);
        match teaching {
            Teaching::Title(title, below) => title == self.title && below == self.introduction,
            Teaching::Read("") | Teaching::Find("") => said.is_none(),
            Teaching::Read(text) => same(text, false),
            Teaching::Find(text) => same(text, true),
        }
    }

    fn note(&self, writing: Writing<'_>, by: &str) -> Result<Note, WritingError> {
        let last = self.stored.log.actions.len();
        let (ply, text) = match writing {
            Writing::Title { title, introduction } => {
                let title = title.replace(['\n', '\r'], " ");
                (0, format!("{LESSON} {}\n{}", title.trim(), introduction.trim()))
            }
            Writing::Said { ply, text, asks } => {
                if ply > last {
                    return Err(WritingError::NoPly { last });
                }
                if asks && !text.trim().is_empty() && !is_asked(&self.stored.log, ply) {
                    return Err(WritingError::NothingToFind { ply });
                }
                (ply, format!("{} {}", if asks { FIND } else { READ }, text.trim()))
            }
        };
        let text = text.replace("\r\n", "\n");
        let text: String =
            text.trim().chars().filter(|c| "\n\t".contains(*c) || !c.is_control()).collect();
        if text.len() > limits::NOTE_BYTES {
            return Err(WritingError::TooLong);
        }
        Ok(Note { by: by.to_owned(), ..Note::new(ply, text) })
    }

    /// The lesson, of the form that the games' own have. Each ply at which something is said is a
    /// step; what is played up to the next one is watched.
    #[must_use]
    pub fn lesson(&self) -> Lesson {
        let log = &self.stored.log;
        let mut steps = Vec::new();
        let first = self.said.keys().next().copied().unwrap_or(0);
        if !self.introduction.is_empty() || first > 0 || self.said.is_empty() {
            let text = self.introduction.clone();
            steps.push(watch(log, self.title.clone(), text, 0..first));
        }
        let plies: Vec<usize> = self.said.keys().copied().collect();
        for (n, (ply, said)) in self.said.iter().enumerate() {
            let next = plies.get(n + 1).copied();
            let title = format!("Ply {ply}");
            if !said.asks {
                steps.push(watch(log, title, said.text.clone(), *ply..next.unwrap_or(*ply)));
                continue;
            }
            steps.extend(ask(log, title, &said.text, *ply));
            if let Some(next) = next.filter(|next| *next > ply + 1) {
                let title = format!("After ply {}", ply + 1);
                steps.push(watch(log, title, String::new(), ply + 1..next));
            }
        }
        if let Some(first) = steps.first_mut() {
            let header = &log.header;
            let pair = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
            let options = header.options.iter().map(pair).collect();
            first.setup = Setup::Own { options, position: header.setup.clone() };
        }
        let (title, slug) = (self.title.clone(), "lesson".to_owned());
        Lesson { slug, title, summary: String::new(), order: 0, steps }
    }
}

/// Whether the action after a ply is one that a reader can find.
fn is_asked(log: &Log, ply: usize) -> bool {
    log.actions.get(ply + 1).is_some_and(|action| {
        action.by.seat().is_some() && Common::read(log.header.card(), action.text).is_none()
    })
}

fn line(log: &Log, action: Action<'_>) -> Line {
    let by = log.header.card().letter(action.by).to_string();
    Line { by, action: action.text.to_owned(), at: action.at }
}

/// A step in which the actions after some plies are watched.
fn watch(log: &Log, title: String, text: String, plies: std::ops::Range<usize>) -> Step {
    let actions = log.actions.iter().skip(plies.start).take(plies.len());
    let shown = |action| Shown { line: line(log, action), words: String::new() };
    let watch = Watch { lines: actions.map(shown).collect(), record: None };
    Step { text, task: Task::Watch(watch), ..Step::titled(&title, 0) }
}

/// A step in which the action after a ply is to be found.
fn ask(log: &Log, title: String, text: &str, ply: usize) -> Option<Step> {
    let action = log.actions.get(ply + 1)?;
    // Of an action that tells what is hidden at the table, the public text is as good.
    let mut patterns = vec![Pattern::new(action.text)];
    let told = timeline::tell(log, ply + 1, ply + 1, View::Public, |moment, _| {
        patterns.push(Pattern::new(&moment.shown));
    });
    if let Err(error) = told {
        tracing::error!(%error, "a match that was made a lesson does not replay");
    }
    let goal = Term { not: false, condition: Condition::Action(patterns) };
    let always = |words: &str| Words { when: None, words: words.to_owned() };
    let wrong = always("That is allowed. In the match something else was played.");
    let exercise = Exercise {
        task: text.to_owned(),
        seat: action.by.seat(),
        pace: action.at.map(|first_ms| Pace { first_ms, every_ms: 0 }),
        within: 1,
        goals: vec![Conditions(vec![goal])],
        answers: vec![vec![action.text.to_owned()]],
        right: vec![always("That is what was played.")],
        wrong: vec![Wrong { words: wrong, then: Vec::new(), line: 0 }],
        ..Exercise::default()
    };
    Some(Step { task: Task::Do(Box::new(exercise)), ..Step::titled(&title, 0) })
}
