//! The side lines of a draft: every action of them is carried out by the rules.

use std::collections::BTreeMap;

use super::super::limits;
use super::super::line::Step;
use super::super::log::Log;
use super::super::note::Note;
use super::super::tree::{Stem, Tree};
use super::{Fault, FaultKind, Place, refusal};
use crate::rules::any::Play;
use crate::rules::illegal::Illegal;

/// Why a side line cannot be kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLine {
    /// It leaves the match where there is no ply.
    #[error("the match has the plies 0 to {last}")]
    NoPly {
        /// The match's last ply.
        last: usize,
    },
    /// It has too many actions.
    #[error("a side line has at most {} actions", limits::SIDE_LINE_ACTIONS)]
    TooLong,
    /// A text in it is no action line.
    #[error("“{text}”: expected an action as <seat> <action>[ @<ms>]")]
    NoStep {
        /// The text.
        text: String,
    },
    /// An action in it is not allowed.
    #[error("“{text}”: {illegal}")]
    Illegal {
        /// The ply that the action would have, from 1.
        ply: usize,
        /// The action.
        text: String,
        /// Why it is refused.
        illegal: Illegal,
    },
}

impl BadLine {
    /// As a fault of an input, at the place of the note.
    fn fault(&self, place: &Place) -> Fault {
        match self {
            BadLine::Illegal { ply, text, illegal } => {
                Fault { place: place.clone(), ..refusal(illegal, *ply, text, place) }
            }
            BadLine::TooLong => {
                Fault::unreadable(place.clone(), "", self.to_string()).of_kind(FaultKind::TooLarge)
            }
            BadLine::NoPly { .. } | BadLine::NoStep { .. } => {
                Fault::unreadable(place.clone(), "", self.to_string())
            }
        }
    }
}

/// The notes without the bad side lines among them, and what is wrong with the first of those.
pub(super) fn good_lines(
    log: &Log,
    notes: Vec<(Note, Place)>,
    is_over: bool,
) -> (Vec<(Note, Place)>, Option<Fault>) {
    if notes.iter().all(|(note, _)| note.line.is_empty()) {
        return (notes, None);
    }
    let bad = bad_lines(log, notes.iter().map(|(note, _)| note), is_over);
    let fault = bad.first().map(|(n, why)| why.fault(&notes[*n].1));
    let is_bad = |place: usize| bad.binary_search_by_key(&place, |(n, _)| *n).is_ok();
    let good = notes.into_iter().enumerate().filter(|(place, _)| !is_bad(*place));
    (good.map(|(_, note)| note).collect(), fault)
}

/// The places of the notes whose side line cannot be kept, in order, each with the reason.
///
/// Lines that begin alike are carried out together. While a match goes on, no line may tell what is
/// hidden in it.
pub fn bad_lines<'a>(
    log: &Log,
    notes: impl IntoIterator<Item = &'a Note>,
    is_over: bool,
) -> Vec<(usize, BadLine)> {
    let notes: Vec<&Note> = notes.into_iter().collect();
    let mut bad: Vec<(usize, BadLine)> = Vec::new();
    let last = log.actions.len();
    for (n, note) in notes.iter().enumerate().filter(|(_, note)| !note.line.is_empty()) {
        let card = log.header.card();
        let unread = note.line.iter().find(|text| Step::read(card, text).is_none());
        if note.ply > last {
            bad.push((n, BadLine::NoPly { last }));
        } else if note.line.len() > limits::SIDE_LINE_ACTIONS {
            bad.push((n, BadLine::TooLong));
        } else if let Some(text) = unread {
            bad.push((n, BadLine::NoStep { text: text.clone() }));
        }
    }
    let is_bad = |n: usize| bad.binary_search_by_key(&n, |(n, _)| *n).is_ok();
    let readable = notes.iter().enumerate().filter(|(n, _)| !is_bad(*n)).map(|(_, note)| *note);
    let tree = Tree::of(readable);
    let refused = refused(log, &tree, is_over);
    let mut found = Vec::new();
    for (n, note) in notes.iter().enumerate().filter(|(n, _)| !is_bad(*n)) {
        let Some(node) = tree.find(note.ply, note.line.iter().map(String::as_str)) else {
            continue;
        };
        let why = tree.path(node).into_iter().find_map(|at| refused.get(&at));
        found.extend(why.map(|why| (n, why.clone())));
    }
    bad.extend(found);
    bad.sort_by_key(|(n, _)| *n);
    bad
}

/// The nodes whose action is refused; what follows them is not tried.
fn refused(log: &Log, tree: &Tree, is_over: bool) -> BTreeMap<usize, BadLine> {
    let mut refused = BTreeMap::new();
    let Ok(mut main) = log.header.begin() else { return refused };
    let mut actions = log.actions.iter();
    let mut ply = 0;
    for leaves in tree.plies() {
        for action in actions.by_ref().take(leaves - ply) {
            if main.act(action.by, action.text, action.at).is_err() {
                return refused;
            }
        }
        ply = leaves;
        let branch = |node: &usize, play: &dyn Play| (*node, play.fork());
        let mut waiting: Vec<(usize, Box<dyn Play>)> =
            tree.children(Stem::Match(leaves)).iter().map(|node| branch(node, &*main)).collect();
        while let Some((at, mut play)) = waiting.pop() {
            match carry_out(tree, at, &mut *play, is_over) {
                Ok(()) => {
                    let next = tree.children(Stem::Node(at));
                    waiting.extend(next.iter().map(|node| branch(node, &*play)));
                }
                Err(why) => {
                    refused.insert(at, why);
                }
            }
        }
    }
    refused
}

fn carry_out(tree: &Tree, at: usize, play: &mut dyn Play, is_over: bool) -> Result<(), BadLine> {
    let Some(node) = tree.node(at) else { return Ok(()) };
    let Some(step) = Step::read(play.card(), &node.step) else { return Ok(()) };
    let told_before = play.tells().is_some();
    let done = play.act(step.by, &step.text, step.at);
    let done = done.and_then(|()| match play.tells().filter(|_| !is_over && !told_before) {
        Some(tells) => Err(tells.clone()),
        None => Ok(()),
    });
    done.map_err(|illegal| BadLine::Illegal {
        ply: node.ply + node.depth,
        text: node.step.clone(),
        illegal,
    })
}
