//! `gamekeep export`: matches out of the archive.

use std::io::Write;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};

use super::Done;
use super::archive::ArchiveArgs;
use crate::archive::{Filter, MatchId, ResultKind, days};
use crate::rules::seat::Seat;
use crate::service::Keep;
use crate::service::bulk::write_exported;
use crate::service::export::{Export as Stream, ExportForm};

const EXAMPLES: &str = "\
Examples:
  gamekeep export > all.gk                            all matches, as text
  gamekeep export --as ndjson > all.ndjson            a JSON object a line
  gamekeep export --as zip > all.zip                  a file a match
  gamekeep export --player Ada --from 2026 > ada.gk   some of them
  gamekeep export --after 3f2a9c01d4 > rest.gk        go on after the match of a link
  gamekeep export --as log 3f2a9c01d4 | b3sum         check a link

All matches, as text or NDJSON, end with a line that counts and hashes them: a file that was cut is
known by that. To go on where one was cut, name the last head in it with --after.";

/// Write matches to standard output.
///
/// What an export writes, an import reads; exported again, it is the same byte by byte.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Export {
    /// Links of matches, or their beginnings of 10 digits or more; without any, all matches.
    links: Vec<String>,
    #[command(flatten)]
    archive: ArchiveArgs,
    /// How they are written.
    #[arg(long, value_enum, default_value_t = As::Text)]
    r#as: As,
    #[command(flatten)]
    which: Which,
}

/// Which of all matches.
#[derive(Debug, Args)]
#[group(id = "filters", multiple = true, conflicts_with = "links")]
struct Which {
    /// Of this game, in any rules version.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// With a player of exactly this name.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// With this result.
    #[arg(long, value_enum)]
    result: Option<ResultWord>,
    /// Played on this day or later: YYYY, YYYY-MM or YYYY-MM-DD.
    #[arg(long, value_name = "DATE")]
    from: Option<String>,
    /// Played on this day or earlier: YYYY, YYYY-MM or YYYY-MM-DD, all of it included.
    #[arg(long, value_name = "DATE")]
    to: Option<String>,
    /// Only matches that were stored after the match of this link.
    #[arg(long, value_name = "LINK")]
    after: Option<String>,
    /// At most so many.
    #[arg(long, value_name = "COUNT")]
    limit: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum As {
    /// Records as text, with what is derived and the notes after them.
    Text,
    /// A JSON object a line.
    #[value(alias = "json")]
    Ndjson,
    /// A zip archive with a text file a match.
    Zip,
    /// The log text: what the link is the hash of.
    Log,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ResultWord {
    /// The first seat has won.
    First,
    /// The second seat has won.
    Second,
    /// Drawn.
    Draw,
    /// Given up without a result.
    None,
    /// Not over yet.
    Unfinished,
}

impl From<ResultWord> for ResultKind {
    fn from(word: ResultWord) -> Self {
        match word {
            ResultWord::First => ResultKind::Win(Seat::First),
            ResultWord::Second => ResultKind::Win(Seat::Second),
            ResultWord::Draw => ResultKind::Draw,
            ResultWord::None => ResultKind::Void,
            ResultWord::Unfinished => ResultKind::Unfinished,
        }
    }
}

impl As {
    /// The form of a bulk export; none for logs, which nothing holds together.
    const fn form(self) -> Option<ExportForm> {
        match self {
            As::Text => Some(ExportForm::Text),
            As::Ndjson => Some(ExportForm::Ndjson),
            As::Zip => Some(ExportForm::Zip),
            As::Log => None,
        }
    }
}

impl Which {
    fn filter(&self, keep: &Keep) -> Result<Filter> {
        if let Some(game) = &self.game
            && keep.registry().newest(game).is_none()
        {
            let known: Vec<&str> = keep.registry().games().map(|game| game.card().id).collect();
            bail!("there is no game “{game}”: {}", known.join(", "));
        }
        let days = days(self.from.as_deref(), self.to.as_deref());
        Ok(Filter {
            game: self.game.clone(),
            player: self.player.clone(),
            result: self.result.map(ResultKind::from),
            days: days.map_err(|text| {
                anyhow::anyhow!("a date is YYYY, YYYY-MM or YYYY-MM-DD, not “{text}”")
            })?,
        })
    }

    fn after(&self, keep: &Keep) -> Result<Option<MatchId>> {
        let after = self.after.as_ref().map(|link| keep.find(link));
        Ok(after.transpose()?.map(|(id, _)| id))
    }
}

impl Export {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Done> {
        let keep = self.archive.open_old()?;
        if self.links.is_empty() { self.all(&keep, out) } else { self.some(&keep, out) }
    }

    /// The matches of links, as they stand at their own addresses.
    fn some(&self, keep: &Keep, out: &mut dyn Write) -> Result<Done> {
        if self.r#as == As::Zip {
            let mut export = Stream::begin(ExportForm::Zip, out)?;
            for link in &self.links {
                let (id, _) = keep.find(link)?;
                let stored = keep.archive().load(id)?;
                write_exported(&mut export, &(id, Ok(Box::new(stored))))?;
            }
            export.finish()?;
            return Ok(Done::Good);
        }
        for (n, link) in self.links.iter().enumerate() {
            let (_, text) = match self.r#as {
                As::Ndjson => keep.json(link)?,
                As::Log => keep.log_text(link)?,
                As::Text | As::Zip => keep.text(link)?,
            };
            if n > 0 && self.r#as == As::Text {
                writeln!(out)?;
            }
            out.write_all(text.as_bytes())?;
        }
        Ok(Done::Good)
    }

    /// All matches, or those that the filters let through: a part at a time.
    fn all(&self, keep: &Keep, out: &mut dyn Write) -> Result<Done> {
        let filter = self.which.filter(keep)?;
        let mut after = self.which.after(keep)?;
        let mut left = self.which.limit.unwrap_or(usize::MAX);
        let mut sink = match self.r#as.form() {
            Some(form) => Sink::Bulk(Box::new(Stream::begin(form, out)?)),
            None => Sink::Logs(out),
        };
        let mut missing = 0;
        while left > 0 {
            let part = keep.export_part(&filter, after)?;
            for exported in part.matches.iter().take(left) {
                missing += usize::from(exported.1.is_err());
                match &mut sink {
                    Sink::Bulk(export) => write_exported(export, exported)?,
                    Sink::Logs(out) => {
                        if let Ok(stored) = &exported.1 {
                            let log = stored.log.text(stored.log.actions.len());
                            out.write_all(log.as_bytes())?;
                        }
                    }
                }
            }
            left = left.saturating_sub(part.matches.len());
            match part.last {
                Some(last) => after = Some(last),
                None => break,
            }
        }
        if let Sink::Bulk(export) = sink {
            export.finish()?;
        }
        Ok(if missing == 0 { Done::Good } else { Done::ArchiveTrouble })
    }
}

/// Where matches go.
enum Sink<'a> {
    Bulk(Box<Stream<&'a mut dyn Write>>),
    Logs(&'a mut dyn Write),
}
