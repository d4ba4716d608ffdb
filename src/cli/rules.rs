//! `gamekeep rules`: the rulebooks.

use std::io::Write;

use anyhow::{Result, bail};
use clap::Args;

use super::Done;
use crate::games::Registry;
use crate::rules::rulebook::{Block, Rulebook};

const EXAMPLES: &str = "\
Examples:
  gamekeep rules                  the games
  gamekeep rules GAME             the rulebook of one
  gamekeep rules GAME --rule ID   one rule of it";

/// Print the rules of a game, or the list of games.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Rules {
    /// The game's id; without it, the games are listed.
    game: Option<String>,
    /// Print one rule only: CD-3.4.
    #[arg(long)]
    rule: Option<String>,
}

impl Rules {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Done> {
        let registry = Registry::standard();
        let Some(id) = self.game else {
            for game in registry.games() {
                let card = game.card();
                writeln!(out, "{:22} {} (rules {})", card.id, card.name, card.rules)?;
            }
            return Ok(Done::Good);
        };
        let Some(game) = registry.newest(&id) else {
            let games: Vec<&str> = registry.games().map(|game| game.card().id).collect();
            bail!("no game “{id}”; known are {}", games.join(", "));
        };
        match &self.rule {
            None => write!(out, "{}", game.card().rulebook)?,
            Some(rule) => {
                let book = Rulebook::read(game.card().rulebook)?;
                let Some(rule) = book.rule(rule) else {
                    bail!("{} has no rule {rule}", game.card().name);
                };
                writeln!(out, "{} {}", rule.id, rule.title)?;
                for block in &rule.body {
                    if let Block::Text(text) = block {
                        write!(out, "{text}")?;
                    }
                }
            }
        }
        Ok(Done::Good)
    }
}
