//! Bringing records in: read, replay, store; a report for each.

use serde::Serialize;

use super::{Keep, KeepError};
use crate::archive::{self, Entry, NewMatch, Stored};
use crate::record::draft::Checked;
use crate::record::fault::{Fault, Place};
use crate::record::input::Input;
use crate::record::note::Note;
use crate::record::replay::{self, Verdict};
use crate::rules::game::Card;

/// What to do with a record that is bad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Leave it out and store the others.
    #[default]
    SkipBad,
    /// Store nothing at all.
    Atomic,
    /// Store it up to its last legal action, with a note that says so.
    KeepLegal,
}

impl std::str::FromStr for Mode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "skip-bad" => Ok(Mode::SkipBad),
            "atomic" => Ok(Mode::Atomic),
            "keep-legal" => Ok(Mode::KeepLegal),
            _ => Err(format!("expected skip-bad, atomic or keep-legal, not “{text}”")),
        }
    }
}

/// How an import is done.
#[derive(Clone, Copy, Debug, Default)]
pub struct Import {
    /// What to do with a bad record.
    pub mode: Mode,
    /// Check only, store nothing.
    pub dry_run: bool,
    /// The time now, in milliseconds since 1970.
    pub now_ms: i64,
}

/// What became of one record.
#[derive(Clone, Debug)]
pub struct RecordReport {
    /// Its number in the input, from 1.
    pub number: usize,
    /// The line of the input at which it begins.
    pub line: usize,
    /// The game's card, as far as the record could be read.
    pub card: Option<&'static Card>,
    /// The match that it is, if it is stored or could be.
    pub kept: Option<Kept>,
    /// What is wrong with it, if anything.
    pub fault: Option<Fault>,
}

impl RecordReport {
    /// Notes what the archive did with the record.
    fn settle(&mut self, stored: archive::Result<Stored>) {
        match stored {
            Ok(stored) => {
                if let Some(kept) = &mut self.kept {
                    kept.stored = Some(stored);
                }
            }
            Err(error) => {
                self.kept = None;
                let place = Place::at(self.line, 1);
                self.fault = Some(Fault::unreadable(place, "", error.to_string()));
            }
        }
    }
}

/// A match that came in.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Its head.
    pub head: crate::record::link::Link,
    /// The game's name.
    pub game: &'static str,
    /// The players.
    pub players: [String; 2],
    /// Its last ply.
    pub plies: usize,
    /// The result, as printed.
    pub result: String,
    /// What the archive did with it; none if it was only checked.
    pub stored: Option<Stored>,
    /// The first ply at which the positions that came with it are not those of the rules.
    pub diverged: Option<usize>,
}

impl Kept {
    /// What became of it, in words.
    #[must_use]
    pub fn words(&self) -> String {
        let words = entry_words(self.stored.as_ref().map(|stored| &stored.entry));
        match self.diverged {
            Some(ply) => format!("{words}; its position at ply {ply} is not that of the rules"),
            None => words,
        }
    }
}

/// What became of a record that the archive took, in words; none if it was not asked to.
#[must_use]
pub fn entry_words(entry: Option<&Entry>) -> String {
    match entry {
        None => "good, not stored".to_owned(),
        Some(Entry::New) => "stored".to_owned(),
        Some(Entry::Already) => "stored already".to_owned(),
        Some(Entry::Recorded) => "stored already; these facts stand beside the others".to_owned(),
        Some(Entry::Shorter { plies }) => {
            format!("stored already, as the beginning of a match of {plies} plies")
        }
        Some(Entry::Continued { from_ply }) => {
            format!("appended to a stored match, from ply {from_ply} on")
        }
        Some(Entry::Fork { ply, .. }) => {
            format!("stored; it leaves a stored match at ply {ply}")
        }
    }
}

/// What became of all records of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Records read.
    pub read: usize,
    /// Matches that are new, or went on.
    pub stored: usize,
    /// Matches that were stored already.
    pub known: usize,
    /// Records refused.
    pub refused: usize,
    /// Good records that were not stored: only checked, or another one was bad.
    pub left_out: usize,
}

impl Counts {
    /// What became of one record.
    #[must_use]
    pub fn of(report: &RecordReport) -> Self {
        let refused = usize::from(report.fault.is_some());
        let mut counts = Counts { read: 1, refused, ..Counts::default() };
        let stored = report.kept.as_ref().map(|kept| kept.stored.as_ref());
        match stored {
            Some(Some(Stored { entry: Entry::Already | Entry::Shorter { .. }, .. })) => {
                counts.known = 1;
            }
            Some(Some(_)) => counts.stored = 1,
            Some(None) if report.fault.is_none() => counts.left_out = 1,
            Some(None) | None => {}
        }
        counts
    }

    /// Adds the counts of another input.
    pub fn add(&mut self, other: &Counts) {
        self.read += other.read;
        self.stored += other.stored;
        self.known += other.known;
        self.refused += other.refused;
        self.left_out += other.left_out;
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Counts { read, stored, known, refused, left_out } = self;
        write!(f, "{read} read: {stored} stored, {known} known already, {refused} refused")?;
        if *left_out > 0 {
            write!(f, ", {left_out} good but not stored")?;
        }
        Ok(())
    }
}

impl Keep {
    /// Imports records, each with a report, in order.
    ///
    /// # Errors
    /// The archive is in trouble; then nothing of the batch is stored.
    pub fn import(
        &self,
        inputs: &[Input<'_>],
        how: &Import,
    ) -> Result<(Counts, Vec<RecordReport>), KeepError> {
        let checked = inputs.iter().map(|input| input.check(self.registry()));
        let places = inputs.iter().map(|input| (input.number, input.line));
        self.take_in(places.zip(checked), how)
    }

    /// Stores what has been checked: each record's number and line, and what the rules said.
    pub(super) fn take_in(
        &self,
        records: impl Iterator<Item = ((usize, usize), Result<Checked, Fault>)>,
        how: &Import,
    ) -> Result<(Counts, Vec<RecordReport>), KeepError> {
        let mut reports = Vec::new();
        let mut batch = Vec::new();
        for ((number, line), checked) in records {
            let mut report = RecordReport { number, line, card: None, kept: None, fault: None };
            match checked {
                Err(fault) => report.fault = Some(fault),
                Ok(mut checked) => {
                    report.card = Some(checked.record.log.header.card());
                    report.fault = checked.fault.take();
                    if let Some(fault) = &report.fault {
                        cut(&mut checked, fault);
                    }
                    if report.fault.is_none() || (how.mode == Mode::KeepLegal && keeps(&checked)) {
                        report.kept = Some(kept(&checked));
                        batch.push((reports.len(), checked));
                    }
                }
            }
            reports.push(report);
        }
        let bad = reports.iter().any(|report| report.fault.is_some());
        if !how.dry_run && (how.mode != Mode::Atomic || !bad) {
            self.store(batch, how, &mut reports)?;
        }
        let mut counts = Counts::default();
        reports.iter().for_each(|report| counts.add(&Counts::of(report)));
        Ok((counts, reports))
    }

    /// Stores a batch, each match with the place of its report.
    fn store(
        &self,
        batch: Vec<(usize, Checked)>,
        how: &Import,
        reports: &mut [RecordReport],
    ) -> Result<(), KeepError> {
        let (places, matches): (Vec<usize>, Vec<NewMatch>) =
            batch.into_iter().map(|(place, checked)| (place, NewMatch::from(checked))).unzip();
        let whole = how.mode == Mode::Atomic;
        let mode = if whole { archive::Mode::Whole } else { archive::Mode::Each };
        let stored = self.archive().store(matches, mode, how.now_ms)?;
        for (place, stored) in places.into_iter().zip(stored) {
            reports[place].settle(stored);
        }
        Ok(())
    }
}

/// Whether the legal part of a bad record may be kept: it has actions, and tells nothing hidden.
fn keeps(checked: &Checked) -> bool {
    let log = &checked.record.log;
    let tells = || replay::at(log, log.actions.len()).is_ok_and(|play| play.tells().is_some());
    !log.actions.is_empty() && (checked.outcome.is_some() || !tells())
}

/// Adds the note that says where a record was cut.
fn cut(checked: &mut Checked, fault: &Fault) {
    let ply = checked.record.log.actions.len();
    checked.record.notes.push(Note::new(ply, format!("Cut here at import: {fault}.")));
}

fn kept(checked: &Checked) -> Kept {
    let log = &checked.record.log;
    let card = log.header.card();
    Kept {
        head: checked.head,
        game: card.name,
        players: checked.record.facts.players.clone(),
        plies: log.actions.len(),
        result: replay::result_words(card, checked.outcome.as_ref()),
        stored: None,
        diverged: match checked.verdict {
            Verdict::Diverged { ply, .. } => Some(ply),
            Verdict::Exact | Verdict::Replays => None,
        },
    }
}
