//! An input as it was read, before the rules have looked at it; and that look.

use super::fault::{Fault, FaultKind, Place};
use super::json::Ending;
use super::link::{self, Link, PositionHash};
use super::log::{Action, Actions, Header, Log};
use super::note::Note;
use super::replay::{CHECKPOINT_EVERY, Checkpoint, Verdict};
use super::{Record, limits, replay};
use crate::games::Registry;
use crate::rules::any::Play;
use crate::rules::illegal::{Illegal, NOTATION};
use crate::rules::outcome::Outcome;
use crate::rules::seat::Actor;

mod header;
mod lines;

pub use lines::{BadLine, bad_lines};

/// A tag as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
    /// Where the tag begins.
    pub place: Place,
    /// Where its value begins.
    pub value_place: Place,
}

/// An action line as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number, if it has one.
    pub number: Option<Number>,
    /// The seat's letter, if it has one.
    pub by: Option<String>,
    /// The action's text; several chained steps may stand in it.
    pub text: String,
    /// Its time in milliseconds, if it has one.
    pub at: Option<u64>,
    /// Where the line begins.
    pub place: Place,
    /// Where the action's text begins.
    pub text_place: Place,
}

/// The number of an action line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// Its value.
    pub value: u64,
    /// Whether it is written with a stop or bracket (`12.`, `12)`): such numbers may count turns.
    pub punctuated: bool,
}

/// A note as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftNote {
    /// What it is about.
    pub about: About,
    /// Its text.
    pub text: String,
    /// Who wrote it; `?` if unknown.
    pub by: String,
    /// The actions of a side line; empty for a note about the match itself.
    pub line: Vec<String>,
    /// How high the side line stands.
    pub rise: u32,
    /// Where it stands.
    pub place: Place,
}

/// What a note is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The last action of the first so many lines.
    Lines(usize),
    /// A ply.
    Ply(usize),
}

/// A result marker at the end of a record: `1-0`, `0-1`, `1/2-1/2`, `*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marker {
    /// As it is written.
    pub text: String,
    /// Where.
    pub place: Place,
}

/// What an input says of itself and the rules can check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// The head.
    pub head: Option<(Link, Place)>,
    /// The result.
    pub result: Option<(ResultClaim, Place)>,
    /// Positions, by ply.
    pub positions: Vec<(usize, PositionHash, Place)>,
}

/// A result as an input says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResultClaim {
    /// In words, as text exports print it.
    Words(String),
    /// As JSON has it.
    Json(Ending),
}

/// An input as it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// Where it begins.
    pub begins: Place,
    /// The tags in the order of the input.
    pub tags: Vec<Tag>,
    /// The action lines.
    pub lines: Vec<Line>,
    /// The notes.
    pub notes: Vec<DraftNote>,
    /// The result marker.
    pub marker: Option<Marker>,
    /// What it says of itself.
    pub claims: Claims,
}

/// A record that the rules have replayed.
#[derive(Debug)]
pub struct Checked {
    /// The record; if there is a fault, its legal part.
    pub record: Record,
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
    /// The hash of every 32nd position and of the last.
    pub checkpoints: Vec<Checkpoint>,
    /// The head.
    pub head: Link,
    /// What the positions that came with it prove.
    pub verdict: Verdict,
    /// Whether it tells what is hidden: such a record may be kept only with an outcome, and so may
    /// the legal part of one that is at fault.
    pub tells: bool,
    /// What is wrong with the rest, if anything.
    pub fault: Option<Fault>,
}

impl Checked {
    /// The record, if all of it is good.
    ///
    /// # Errors
    /// The fault.
    pub fn whole(self) -> Result<Checked, Fault> {
        match self.fault {
            Some(fault) => Err(fault),
            None => Ok(self),
        }
    }
}

impl Draft {
    /// Folds the draft with the rules.
    ///
    /// # Errors
    /// A fault before the first action: tags, options, setup. A fault in the actions comes back in
    /// [`Checked::fault`], beside the legal part before it.
    pub fn check(&self, registry: &Registry) -> Result<Checked, Fault> {
        let (header, facts) = header::read(self, registry)?;
        let mut fold = Fold::begin(header, self)?;
        let mut fault = self.lines.iter().find_map(|line| fold.line(line).err());
        if fault.is_none() {
            fault = fold.limits().err();
        }
        let head = link::head(&fold.log);
        if fault.is_none() {
            fault = self.check_claims(&fold, head, facts.get("Result")).err();
        }
        let is_over = fold.play.outcome().is_some();
        let (notes, line_fault) = lines::good_lines(&fold.log, fold.notes(self), is_over);
        let (notes, note_fault) = good_notes(notes, fold.ply());
        fault = fault.or(note_fault).or(line_fault);
        fold.checkpoint();
        Ok(Checked {
            outcome: fold.play.outcome(),
            verdict: fold.verdict(),
            tells: fold.play.tells().is_some(),
            checkpoints: fold.checkpoints,
            record: Record { log: fold.log, facts, notes },
            head,
            fault,
        })
    }

    /// Compares what the input says of itself with what the rules say.
    fn check_claims(
        &self,
        fold: &Fold,
        head: Link,
        result_fact: Option<&str>,
    ) -> Result<(), Fault> {
        let differs = |place: &Place, said: &str, found: String| {
            Err(Fault::unreadable(place.clone(), said, format!("the log itself gives {found}"))
                .of_kind(FaultKind::Differs))
        };
        if let Some((said, place)) = &self.claims.head
            && *said != head
        {
            return differs(place, &format!("head {said}"), format!("head {head}"));
        }
        let beyond = self.claims.positions.iter().find(|(ply, ..)| *ply > fold.ply());
        if let Some((ply, _, place)) = beyond {
            return differs(place, &format!("position {ply}"), format!("{} plies", fold.ply()));
        }
        let outcome = fold.play.outcome();
        let card = fold.log.header.card();
        if let Some((said, place)) = &self.claims.result {
            let found = replay::result_words(card, outcome.as_ref());
            let (agrees, said) = match said {
                ResultClaim::Words(said) => (*said == found, said.clone()),
                ResultClaim::Json(said) => {
                    (*said == Ending::of(card, outcome.as_ref()), said.to_string())
                }
            };
            if !agrees {
                return differs(place, &said, found);
            }
        }
        let marker = self.marker.as_ref().map(|marker| (marker.text.as_str(), &marker.place));
        let tag = self.tags.iter().find(|tag| tag.name == "Result");
        let fact = result_fact.zip(tag.map(|tag| &tag.value_place));
        if let (Some((ends, place)), Some((says, _))) = (marker, fact)
            && ends != says.replace('½', "1/2")
        {
            let words = format!("the record ends with {ends}, and its tag Result says {says}");
            let fault = Fault::unreadable(place.clone(), ends, words);
            return Err(fault.of_kind(FaultKind::Differs));
        }
        for (said, place) in marker.into_iter().chain(fact) {
            if let Some(outcome) = outcome.as_ref().filter(|outcome| !agrees(said, outcome)) {
                return differs(place, said, replay::result_words(card, Some(outcome)));
            }
        }
        Ok(())
    }
}

/// A drawn result as other programs write it.
const HALVES: &str = "½-½";

/// Whether a result as other programs write it can be that outcome.
pub(crate) fn agrees(marker: &str, outcome: &Outcome) -> bool {
    let winner = outcome.winner().map(crate::rules::seat::Seat::index);
    marker_winner(marker).is_none_or(|said| said == winner)
}

/// Who a result marker says has won: `None` if it does not say.
fn marker_winner(marker: &str) -> Option<Option<usize>> {
    match marker {
        "1-0" => Some(Some(0)),
        "0-1" => Some(Some(1)),
        "1/2-1/2" | HALVES => Some(None),
        _ => None,
    }
}

/// The notes that can be kept, by ply, and what is wrong with the first of the others.
fn good_notes(notes: Vec<(Note, Place)>, last: usize) -> (Vec<Note>, Option<Fault>) {
    let mut fault = None;
    let mut good = Vec::with_capacity(notes.len().min(limits::NOTES));
    let mut bytes = 0;
    for (note, place) in notes {
        bytes += note.bytes();
        let found = match check_note(&note, &place, last) {
            Ok(()) if good.len() == limits::NOTES => {
                let words = format!("a record has at most {} notes", limits::NOTES);
                Fault::unreadable(place, "", words).of_kind(FaultKind::TooLarge)
            }
            Ok(()) if bytes > limits::NOTES_BYTES => {
                let words = format!("a record's notes have at most {} bytes", limits::NOTES_BYTES);
                Fault::unreadable(place, "", words).of_kind(FaultKind::TooLarge)
            }
            Ok(()) => {
                good.push(note);
                continue;
            }
            Err(found) => found,
        };
        fault.get_or_insert(found);
    }
    good.sort_by_key(|note| note.ply);
    (good, fault)
}

/// Checks a note's ply, size and characters.
fn check_note(note: &Note, place: &Place, last: usize) -> Result<(), Fault> {
    if note.ply > last {
        let words = format!("a note at ply {}, and the match has {last}", note.ply);
        return Err(Fault::unreadable(place.clone(), note.text.clone(), words));
    }
    for (text, what, most, allowed) in [
        (&note.text, "a note", limits::NOTE_BYTES, "\n\t"),
        (&note.by, "a note's writer", limits::VALUE_BYTES, ""),
    ] {
        if text.len() > most {
            let words = format!("{what} of {} bytes; at most {most}", text.len());
            let fault = Fault::unreadable(place.clone(), "", words);
            return Err(fault.of_kind(FaultKind::TooLarge));
        }
        if let Some(control) = text.chars().find(|c| c.is_control() && !allowed.contains(*c)) {
            let words = format!("a control character (U+{:04X}) in {what}", u32::from(control));
            return Err(Fault::unreadable(place.clone(), "", words));
        }
    }
    Ok(())
}

/// A draft on its way through the rules.
struct Fold {
    log: Log,
    play: Box<dyn Play>,
    checkpoints: Vec<Checkpoint>,
    /// The positions that came with the input and are still to come, by ply.
    claimed: std::iter::Peekable<std::vec::IntoIter<(usize, PositionHash)>>,
    /// Whether one of them was met.
    met: bool,
    diverged: Option<Verdict>,
    /// The ply after each line: steps can be chained.
    plies: Vec<usize>,
    /// The number of the last punctuated line.
    count: u64,
    at: u64,
    bytes: usize,
    last: Place,
}

impl Fold {
    fn begin(header: Header, draft: &Draft) -> Result<Self, Fault> {
        let play = header.begin().map_err(|error| header::begin_fault(draft, &error))?;
        let log = Log { header, actions: Actions::default() };
        let positions = draft.claims.positions.iter();
        let mut claimed: Vec<_> = positions.map(|(ply, hash, _)| (*ply, *hash)).collect();
        claimed.sort_by_key(|(ply, _)| *ply);
        let mut fold = Fold {
            bytes: log.text(0).len(),
            log,
            play,
            checkpoints: Vec::new(),
            claimed: claimed.into_iter().peekable(),
            met: false,
            diverged: None,
            plies: Vec::with_capacity(draft.lines.len()),
            count: 0,
            at: 0,
            last: draft.tags.last().map_or(&draft.begins, |tag| &tag.place).clone(),
        };
        fold.check_position();
        Ok(fold)
    }

    fn ply(&self) -> usize {
        self.log.actions.len()
    }

    fn line(&mut self, line: &Line) -> Result<(), Fault> {
        self.check_number(line)?;
        match chained(&line.text) {
            None => self.action(line, &line.text, line.text_place.clone(), line.at)?,
            Some((piece, squares)) => self.steps(line, piece, &squares)?,
        }
        self.plies.push(self.ply());
        Ok(())
    }

    /// Chained steps from square to square; the line's time is that of the last.
    fn steps(&mut self, line: &Line, piece: &str, squares: &[&str]) -> Result<(), Fault> {
        let mut offset = 0;
        for (n, step) in squares.windows(2).enumerate() {
            let text = format!("{piece}{}-{}", step[0], step[1]);
            let at = line.at.filter(|_| n + 2 == squares.len());
            self.action(line, &text, line.text_place.after(offset), at)?;
            offset += step[0].len() + 1 + if n == 0 { piece.len() } else { 0 };
        }
        Ok(())
    }

    fn check_number(&mut self, line: &Line) -> Result<(), Fault> {
        let Some(number) = line.number else { return Ok(()) };
        let expected = self.ply() as u64 + 1;
        let counts_turns = number.punctuated
            && (number.value == self.count || number.value == self.count + 1)
            && number.value > 0;
        if number.value != expected && !counts_turns {
            let words = format!(
                "expected the number {expected}; a line may be missing or stand here twice"
            );
            let found = number.value.to_string();
            return Err(Fault::unreadable(line.place.clone(), found, words));
        }
        self.count = number.value;
        Ok(())
    }

    fn action(
        &mut self,
        line: &Line,
        text: &str,
        place: Place,
        at: Option<u64>,
    ) -> Result<(), Fault> {
        let by = self.actor(line, text, &place)?;
        let ply = self.ply() + 1;
        let fault = |place: Place, found: &str, words: String| Fault {
            ply: Some(ply),
            ..Fault::unreadable(place, found, words)
        };
        if let Some(words) = at.and_then(|ms| self.time_fault(ms)) {
            return Err(fault(place, &format!("@{}", at.unwrap_or(0)), words));
        }
        if ply > limits::ACTIONS {
            let words = format!("a record has at most {} actions", limits::ACTIONS);
            return Err(fault(place, text, words).of_kind(FaultKind::TooLarge));
        }
        if let Err(illegal) = self.play.act(by, text, at) {
            return Err(refusal(&illegal, ply, text, &place));
        }
        self.at = at.unwrap_or(self.at);
        let action = Action { by, text, at };
        let mut written = String::new();
        self.log.header.write_action(ply, &action, &mut written);
        if written.len() > limits::LINE_BYTES + 1 {
            let words = format!("an action line has at most {} bytes", limits::LINE_BYTES);
            return Err(fault(place, text, words).of_kind(FaultKind::TooLarge));
        }
        self.bytes += written.len();
        self.log.actions.push(&action);
        self.last = place;
        if self.ply().is_multiple_of(CHECKPOINT_EVERY) {
            self.checkpoint();
        }
        self.check_position();
        Ok(())
    }

    /// What is wrong with an action's time, if anything. Games on a clock have rules of their own
    /// for times that go back.
    fn time_fault(&self, ms: u64) -> Option<String> {
        if ms > limits::TIME_MS {
            return Some(format!("a time is at most {} ms", limits::TIME_MS));
        }
        let back = ms < self.at && !self.log.header.card().timed;
        back.then(|| format!("a time before that of the action before it (@{})", self.at))
    }

    /// Who acts: as the line says, or as the game knows.
    fn actor(&self, line: &Line, text: &str, place: &Place) -> Result<Actor, Fault> {
        let card = self.log.header.card();
        let [a, b] = card.seats;
        let fault = |words: String| {
            let found = line.by.clone().unwrap_or_else(|| text.to_owned());
            Fault { ply: Some(self.ply() + 1), ..Fault::unreadable(place.clone(), found, words) }
        };
        if let Some(by) = &line.by {
            let exact = card.actor(by).or_else(|| card.actor(&by.to_uppercase()));
            return exact
                .ok_or_else(|| fault(format!("expected a seat: {}, {} or *", a.letter, b.letter)));
        }
        if let Some(actor) = self.play.actor_of(text) {
            return Ok(actor);
        }
        // With no seat given, the reducer still says best what is wrong with the text.
        match self.play.fork().act(Actor::Seat(crate::rules::seat::Seat::First), text, line.at) {
            Err(illegal) if illegal.rule == NOTATION || self.play.outcome().is_some() => {
                Err(refusal(&illegal, self.ply() + 1, text, place))
            }
            _ => Err(fault(format!(
                "either side could do this now; write the seat before it: {} or {}",
                a.letter, b.letter
            ))),
        }
    }

    /// The limits that are known only at the end, and what must not be kept yet.
    fn limits(&mut self) -> Result<(), Fault> {
        if let Some(illegal) = self.play.tells().filter(|_| self.play.outcome().is_none()) {
            return Err(Fault {
                kind: FaultKind::NotAllowed,
                rule: Some(illegal.rule),
                ..Fault::unreadable(self.last.clone(), "", illegal.words.clone())
            });
        }
        if self.bytes > limits::RECORD_BYTES {
            let words = format!("a record has at most {} bytes", limits::RECORD_BYTES);
            let fault = Fault::unreadable(self.last.clone(), "", words);
            return Err(fault.of_kind(FaultKind::TooLarge));
        }
        Ok(())
    }

    /// Notes the hash of the position now, once a ply.
    fn checkpoint(&mut self) {
        let ply = self.ply();
        if self.checkpoints.last().is_none_or(|last| last.ply < ply) {
            let hash = PositionHash::of(&self.log.header, &*self.play);
            self.checkpoints.push(Checkpoint { ply, hash });
        }
    }

    /// Compares the position now with what the input says of this ply.
    fn check_position(&mut self) {
        let ply = self.ply();
        while let Some((_, recorded)) = self.claimed.next_if(|(at, _)| *at == ply) {
            let replayed = PositionHash::of(&self.log.header, &*self.play);
            self.met = true;
            if self.diverged.is_none() && recorded != replayed {
                self.diverged = Some(Verdict::Diverged { ply, recorded, replayed });
            }
        }
    }

    fn verdict(&self) -> Verdict {
        match self.diverged {
            Some(diverged) => diverged,
            None if self.met => Verdict::Exact,
            None => Verdict::Replays,
        }
    }

    /// The draft's notes, with their plies; the result marker and what came after it among them.
    fn notes(&self, draft: &Draft) -> Vec<(Note, Place)> {
        let mut notes: Vec<(Note, Place)> = draft
            .notes
            .iter()
            .map(|note| {
                let ply = match note.about {
                    About::Ply(ply) => ply,
                    About::Lines(0) => 0,
                    About::Lines(lines) => self.plies.get(lines - 1).copied().unwrap_or(self.ply()),
                };
                let (text, by, line) = (note.text.clone(), note.by.clone(), note.line.clone());
                (Note { ply, text, by, line, rise: note.rise }, note.place.clone())
            })
            .collect();
        if let Some(marker) = draft.marker.as_ref().filter(|_| self.play.outcome().is_none())
            && marker.text != "*"
        {
            let text = format!("Result marker at the end: {}", marker.text);
            notes.push((Note::new(self.ply(), text), marker.place.clone()));
        }
        notes
    }
}

/// An illegal action as a fault of the input.
fn refusal(illegal: &Illegal, ply: usize, text: &str, place: &Place) -> Fault {
    let kind = if illegal.rule == NOTATION { FaultKind::Unreadable } else { FaultKind::NotAllowed };
    let place = place.after(illegal.column.unwrap_or(0));
    Fault {
        kind,
        ply: Some(ply),
        rule: Some(illegal.rule),
        ..Fault::unreadable(place, text, illegal.words.clone())
    }
}

/// The piece and the squares of a text of chained steps (`Nh2-h3-h4`); `None` for any other text.
fn chained(text: &str) -> Option<(&str, Vec<&str>)> {
    let is_square = |part: &str| {
        let letters = part.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(part.len());
        let (file, rank) = part.split_at(letters);
        (1..=2).contains(&file.len())
            && (1..=2).contains(&rank.len())
            && rank.bytes().all(|byte| byte.is_ascii_digit())
    };
    let start = text.find(|c: char| !c.is_ascii_uppercase() && c != '?')?;
    let (piece, path) = text.split_at(start);
    let is_chain = path.split('-').nth(2).is_some() && path.split('-').all(is_square);
    is_chain.then(|| (piece, path.split('-').collect()))
}
