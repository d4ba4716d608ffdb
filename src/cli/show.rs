//! `gamekeep show`: a board in the terminal.

use std::io::{IsTerminal, Write};

use anyhow::Result;
use clap::Args;

use super::archive::ArchiveArgs;
use super::{Done, colours};
use crate::picture::{TerminalLook, terminal};
use crate::record::replay::result_words;
use crate::rules::any::View;
use crate::service::Wish;
use crate::service::reel::Reel;

const EXAMPLES: &str = "\
Examples:
  gamekeep show 3f2a9c01d4                the match at the ply of the link
  gamekeep show 3f2a9c01d4 12             at ply 12
  gamekeep show 3f2a9c01d4 --flip         from the other side
  NO_COLOR=1 gamekeep show 3f2a9c01d4     without colours";

/// Show a match in the terminal.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Show {
    /// The match's link, or its first 10 digits or more.
    link: String,
    /// The ply; without it, that of the link.
    ply: Option<usize>,
    #[command(flatten)]
    archive: ArchiveArgs,
    /// From the second seat's side.
    #[arg(long)]
    flip: bool,
    /// Show hidden things as the record tells them, if the match is over.
    #[arg(long)]
    told: bool,
}

impl Show {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Done> {
        let keep = self.archive.open_old()?;
        let view = if self.told { View::Told } else { View::Public };
        let shown = keep.show(&Wish { link: &self.link, ply: self.ply, view, spoilers: true })?;
        let card = shown.stored.log.header.card();
        let players = &shown.facts().players;
        writeln!(out, "{}: {} – {}", card.name, players[0], players[1])?;
        let scene = Reel::scene(&shown.stored.log, shown.ply, shown.reel.view)?;
        let colour = colours(std::io::stdout().is_terminal());
        let look = TerminalLook { flipped: self.flip, colour };
        write!(out, "{}", terminal(card, &scene, &[], look))?;
        let beat = shown.reel.stills[shown.ply].beat.as_ref();
        writeln!(out, "ply {} of {}", shown.ply, shown.reel.last())?;
        if let Some(beat) = beat {
            writeln!(out, "{} {}: {}", card.letter(beat.by), beat.shown, beat.words)?;
        }
        if shown.ply == shown.reel.last() {
            writeln!(out, "{}", result_words(card, shown.reel.outcome.as_ref()))?;
        }
        writeln!(out, "{}", shown.stored.head)?;
        Ok(Done::Good)
    }
}
