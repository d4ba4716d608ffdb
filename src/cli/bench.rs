//! `gamekeep bench`: how fast it is, on matches that anybody can make again.

use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use serde_json::json;

use super::Done;
use super::archive::now_ms;
use crate::archive::sqlite::SqliteArchive;
use crate::games::Registry;
use crate::record::text;
use crate::service::Keep;
use crate::service::generate::generated;
use crate::service::import::Import;
use crate::service::source::{Limits, Source};

const EXAMPLES: &str = "\
Examples:
  gamekeep bench generate --matches 1000 > made.gk     mixed games, about 150 actions each
  gamekeep bench generate --seed 2 > other.gk
  gamekeep bench import --matches 100000               import, memory, and verify";

/// So many matches are made at once.
const MADE_AT_ONCE: usize = 512;

/// Measure how fast this program is here.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Bench {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Make matches up and print them as text: the same seed, the same matches.
    #[command(after_long_help = EXAMPLES)]
    Generate(Matches),
    /// Import matches that are made up into an archive of its own, and verify them.
    ///
    /// Exit code 3 if what was stored does not verify.
    #[command(after_long_help = EXAMPLES)]
    Import {
        #[command(flatten)]
        matches: Matches,
        /// Print a JSON object.
        #[arg(long)]
        json: bool,
    },
}

#[derive(Clone, Copy, Debug, Args)]
struct Matches {
    /// How many.
    #[arg(long, default_value_t = 10_000, value_name = "COUNT")]
    matches: usize,
    /// What they are made from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What a bench has found.
struct Figures {
    matches: usize,
    actions: usize,
    bytes: u64,
    import: Duration,
    /// The most memory that the process has had until the end of the import, in bytes.
    peak_bytes: Option<u64>,
    verify: Duration,
    /// Matches that do not verify.
    bad: usize,
    archive_bytes: u64,
}

impl Bench {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Done> {
        match self.what {
            What::Generate(matches) => {
                matches.write(&Registry::standard(), out)?;
                Ok(Done::Good)
            }
            What::Import { matches, json } => {
                let figures = matches.import()?;
                figures.print(out, json)?;
                let is_good = figures.bad == 0;
                Ok(if is_good { Done::Good } else { Done::ArchiveTrouble })
            }
        }
    }
}

impl Matches {
    /// Writes them as text; gives how many actions they have.
    fn write(self, registry: &Registry, out: &mut dyn Write) -> Result<usize> {
        let mut actions = 0;
        for from in (0..self.matches).step_by(MADE_AT_ONCE) {
            let to = (from + MADE_AT_ONCE).min(self.matches);
            for record in generated(registry, self.seed, from..to) {
                actions += record.log.actions.len();
                writeln!(out, "{}", text::write(&record))?;
            }
        }
        Ok(actions)
    }

    fn import(self) -> Result<Figures> {
        let folder = tempfile::tempdir().context("a folder for the archive")?;
        let made = folder.path().join("made.gk");
        let registry = Registry::standard();
        let mut file = BufWriter::new(std::fs::File::create(&made)?);
        let actions = self.write(&registry, &mut file)?;
        file.flush()?;
        let path = folder.path().join("archive.sqlite");
        let archive = SqliteArchive::open(&path, &registry)?;
        let keep = Keep::new(registry, Arc::new(archive));
        let limits = Limits { total_bytes: u64::MAX, ..Limits::default() };
        let source = Source::of_paths([made.clone()], keep.registry(), limits);
        let how = Import { now_ms: now_ms(), ..Import::default() };
        let begun = Instant::now();
        let counts = keep.import_stream(source, &how, &mut |_, _| ControlFlow::Continue(()))?;
        let import = begun.elapsed();
        if counts.stored != self.matches {
            bail!("of {} matches {} were stored: {counts}", self.matches, counts.stored);
        }
        let peak_bytes = peak_bytes();
        let begun = Instant::now();
        let (_, bad) = keep.verify_all(&mut |_| {})?;
        let verify = begun.elapsed();
        let bad = bad + keep.archive().check()?.len();
        let (bytes, archive_bytes) = (bytes_of(&made)?, bytes_of(&path)?);
        let matches = self.matches;
        Ok(Figures { matches, actions, bytes, import, peak_bytes, verify, bad, archive_bytes })
    }
}

impl Figures {
    fn print(&self, out: &mut dyn Write, as_json: bool) -> std::io::Result<()> {
        let Figures { matches, actions, bytes, bad, archive_bytes, .. } = *self;
        let rate = |count: usize, time: Duration| count as f64 / time.as_secs_f64().max(1e-9);
        let (import, verify) = (self.import.as_secs_f64(), self.verify.as_secs_f64());
        let (stored, replayed) = (rate(matches, self.import), rate(actions, self.verify));
        let acted = rate(actions, self.import);
        if as_json {
            let line = json!({
                "matches": matches, "actions": actions, "text_bytes": bytes,
                "import_seconds": import, "matches_a_second": stored,
                "actions_a_second": acted, "peak_bytes": self.peak_bytes,
                "verify_seconds": verify, "verified_actions_a_second": replayed,
                "bad": bad, "archive_bytes": archive_bytes,
            });
            return writeln!(out, "{line}");
        }
        let mebibytes = |bytes: u64| bytes >> 20;
        writeln!(out, "{matches} matches, {actions} actions, {} MiB of text", mebibytes(bytes))?;
        write!(out, "import: {import:.1} s, {stored:.0} matches/s, {acted:.0} actions/s")?;
        match self.peak_bytes {
            Some(peak) => writeln!(out, ", at most {} MiB of memory", mebibytes(peak))?,
            None => writeln!(out)?,
        }
        writeln!(out, "archive: {} MiB", mebibytes(archive_bytes))?;
        let found = if bad == 0 { "all good".to_owned() } else { format!("{bad} BAD") };
        writeln!(out, "verify: {verify:.1} s, {replayed:.0} actions/s, {found}")
    }
}

fn bytes_of(path: &Path) -> Result<u64> {
    Ok(std::fs::metadata(path)?.len())
}

/// The most memory that this process has had, where the system tells.
fn peak_bytes() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = told.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib << 10)
}
