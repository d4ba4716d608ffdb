//! `gamekeep lessons`: lesson files against the rules.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;

use super::{Done, colours, source};
use crate::games::Registry;
use crate::lesson::{Course, Lesson, check};
use crate::picture::{TerminalLook, terminal};
use crate::record::input;
use crate::rules::any::{AnyGame, View};
use crate::rules::rulebook::Rulebook;

const EXAMPLES: &str = "\
Examples:
  gamekeep lessons siege                         the course that Gamekeep has
  gamekeep lessons siege lessons/*.md            files of your own
  gamekeep lessons siege --show lessons/clock.md";

/// Check lessons: run everything that they say against the rules.
///
/// Prints each thing that does not hold, with its file and line, and the rules that no lesson is
/// about. A file named puzzles.md is one of puzzles: that each has one answer is proved by search.
/// Exit code 1 if anything does not hold.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Lessons {
    /// The game's id.
    game: String,
    /// Lesson files, in Markdown; without any, the game's own course.
    files: Vec<PathBuf>,
    /// Print the board and the legal actions with which each step begins.
    #[arg(long)]
    show: bool,
}

impl Lessons {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Done> {
        let registry = Registry::standard();
        let Some(game) = registry.newest(&self.game) else {
            let games: Vec<&str> = registry.games().map(|game| game.card().id).collect();
            bail!("no game “{}”; known are {}", self.game, games.join(", "));
        };
        let course = self.course(game)?;
        if self.show {
            for lesson in course.all() {
                show(out, game, lesson)?;
            }
        }
        let faults = check::course(game, &course);
        for fault in &faults {
            writeln!(out, "{fault}")?;
        }
        let book = Rulebook::read(game.card().rulebook)?;
        let taught = course.rules();
        let ids = book.rules().map(|rule| rule.id.as_str());
        let untaught: Vec<&str> = ids.filter(|id| !taught.contains(id)).collect();
        if !untaught.is_empty() {
            writeln!(out, "no lesson is about {}", untaught.join(", "))?;
        }
        let puzzles = course.puzzles.as_ref().map_or(0, |puzzles| puzzles.steps.len());
        let (lessons, faulty) = (course.lessons.len(), faults.len());
        writeln!(out, "{lessons} lessons, {puzzles} puzzles; {faulty} things do not hold")?;
        Ok(if faults.is_empty() { Done::Good } else { Done::SomeBad })
    }

    fn course(&self, game: &dyn AnyGame) -> Result<Course> {
        if self.files.is_empty() {
            return Ok(Course::of(game.card())?);
        }
        let mut course = Course::default();
        for path in &self.files {
            let bytes = source::read(path)?;
            let name = path.display().to_string();
            let text = input::utf8(&bytes).with_context(|| name.clone())?;
            let slug = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("lesson");
            let lesson = Lesson::read(game.card(), slug, text).with_context(|| name)?;
            match slug {
                "puzzles" => course.puzzles = Some(lesson),
                _ => course.lessons.push(lesson),
            }
        }
        course.lessons.sort_by_key(|lesson| lesson.order);
        Ok(course)
    }
}

/// Prints how each step begins.
fn show(out: &mut dyn Write, game: &dyn AnyGame, lesson: &Lesson) -> Result<()> {
    let card = game.card();
    let colour = colours(std::io::stdout().is_terminal());
    for (index, step) in lesson.steps.iter().enumerate() {
        writeln!(out, "{}.md:{} “{}”", lesson.slug, step.line, step.title)?;
        let play = match lesson.begin(game, index) {
            Ok(play) => play,
            Err(error) => {
                writeln!(out, "{error}")?;
                continue;
            }
        };
        let look = TerminalLook { flipped: false, colour };
        write!(out, "{}", terminal(card, &play.scene(View::Told), &[], look))?;
        writeln!(out, "{}", play.position(View::Told))?;
        let legal = play.legal();
        let legal: Vec<String> =
            legal.iter().map(|(by, text)| format!("{} {text}", card.letter(*by))).collect();
        writeln!(out, "legal: {}\n", legal.join(", "))?;
    }
    Ok(())
}
