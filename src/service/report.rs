//! The report of an import: a line a record for programs, and for people the first bad records in
//! full and all of them counted by reason. It stays as short as it is, however many are bad.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::import::{Counts, RecordReport};
use super::source::Piece;
use crate::record::fault::{Fault, FaultKind};

/// So many bad records are shown in full.
pub const SHOWN: usize = 100;
/// So many reasons are told apart.
const REASONS: usize = 1_000;

/// A bad record, as people are shown it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadRecord {
    /// The file that it is from.
    pub file: Arc<str>,
    /// Its number in the file, from 1.
    pub number: usize,
    /// What is wrong.
    pub fault: Fault,
    /// The line at fault with a caret below the place, if it is one of lines and columns.
    pub pointed: Option<String>,
}

/// Why records are refused, and how many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The rule that they break, if it is one.
    pub rule: Option<&'static str>,
    /// What is wrong with the first of them, in words.
    pub words: String,
    /// How many there are.
    pub count: usize,
    /// The file of the first.
    pub file: Arc<str>,
    /// The number of the first.
    pub number: usize,
}

/// The bad records of an import.
#[derive(Clone, Debug, Default)]
pub struct Digest {
    /// The first of them, in order.
    pub shown: Vec<BadRecord>,
    /// How many there are.
    pub count: usize,
    reasons: BTreeMap<(&'static str, String), Reason>,
    /// Those of reasons that are too many to be told apart.
    others: usize,
}

impl Digest {
    /// Takes a bad record; gives it back as it is shown, if it is among the first.
    pub fn add(&mut self, piece: &Piece, fault: &Fault) -> Option<&BadRecord> {
        self.count += 1;
        let key = key(fault);
        if let Some(reason) = self.reasons.get_mut(&key) {
            reason.count += 1;
        } else if self.reasons.len() < REASONS {
            let (rule, words, file) = (fault.rule, fault.words.clone(), Arc::clone(&piece.file));
            self.reasons.insert(key, Reason { rule, words, count: 1, file, number: piece.number });
        } else {
            self.others += 1;
        }
        if self.shown.len() >= SHOWN {
            return None;
        }
        let (file, number, fault) = (Arc::clone(&piece.file), piece.number, fault.clone());
        let pointed = piece.input().pointed(&fault);
        self.shown.push(BadRecord { file, number, fault, pointed });
        self.shown.last()
    }

    /// The reasons, the most frequent first.
    #[must_use]
    pub fn reasons(&self) -> Vec<&Reason> {
        let mut reasons: Vec<&Reason> = self.reasons.values().collect();
        reasons.sort_by_key(|reason| std::cmp::Reverse(reason.count));
        reasons
    }

    /// How many bad records have reasons that are not among these.
    #[must_use]
    pub const fn other_count(&self) -> usize {
        self.others
    }

    /// How many bad records are not shown in full.
    #[must_use]
    pub fn hidden_count(&self) -> usize {
        self.count - self.shown.len()
    }
}

/// What faults of one reason have in common: the rule, or the words without what they quote and
/// count.
fn key(fault: &Fault) -> (&'static str, String) {
    if let Some(rule) = fault.rule {
        return (rule, String::new());
    }
    let kind = match fault.kind {
        FaultKind::Unreadable => "unreadable",
        FaultKind::NotAllowed => "not allowed",
        FaultKind::TooLarge => "too large",
        FaultKind::Differs => "differs",
    };
    let mut words = String::with_capacity(fault.words.len());
    let mut is_quoted = false;
    for word in fault.words.split_inclusive([' ', '“', '”']) {
        if is_quoted {
            is_quoted = !word.ends_with('”');
            continue;
        }
        is_quoted = word.ends_with('“');
        let counts = word.bytes().any(|byte| byte.is_ascii_digit());
        words.push_str(if counts { "0 " } else { word });
    }
    (kind, words)
}

/// A record as a line of a report for programs.
#[must_use]
pub fn line(piece: &Piece, report: &RecordReport) -> Value {
    let mut line = match &report.fault {
        Some(fault) => bad_line(piece, fault),
        None => json!({ "file": &*piece.file, "record": piece.number, "good": true }),
    };
    if let (Some(kept), Some(fields)) = (&report.kept, line.as_object_mut()) {
        let more = json!({
            "done": kept.words(), "head": kept.head.to_string(), "game": kept.game,
            "plies": kept.plies, "result": kept.result,
        });
        fields.extend(more.as_object().cloned().unwrap_or_default());
    }
    line
}

/// A bad record as a line of JSON: where it is, and all that its fault tells.
#[must_use]
pub fn bad_line(piece: &Piece, fault: &Fault) -> Value {
    let mut line = Map::new();
    line.insert("file".to_owned(), json!(&*piece.file));
    line.insert("record".to_owned(), json!(piece.number));
    line.insert("good".to_owned(), json!(false));
    if let Ok(Value::Object(fields)) = serde_json::to_value(fault) {
        line.extend(fields);
    }
    line.insert("pointed".to_owned(), json!(piece.input().pointed(fault)));
    Value::Object(line)
}

/// The last line of a report: the counts.
#[must_use]
pub fn last_line(counts: &Counts, dry_run: bool) -> Value {
    json!({ "counts": counts, "dry_run": dry_run })
}
