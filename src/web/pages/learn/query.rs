//! What the address of a step tells: everything that its reader has done there.
//!
//! `line` has the reader's actions as one word, as in the sandbox, and `from`, `to`, `kind`, `try`
//! and `flip` mean what they mean there; `hints` is how many hints are shown, one more than there
//! are for an answer; `then` how far a wrong try is played out; `at` how far a line is watched.

use crate::record::line;
use crate::web::address;
use crate::web::pages::sandbox::{self, Ways};

/// The address of a step, read.
pub(super) struct Query {
    /// What it has in common with a sandbox's.
    pub(super) board: sandbox::Query,
    /// The rest.
    pub(super) here: Here,
}

/// A state of a step, as its address tells it.
#[derive(Clone, Debug, Default)]
pub(super) struct Here {
    /// The reader's actions, the last of them perhaps refused.
    pub(super) line: Vec<String>,
    /// How many hints are shown.
    pub(super) hints: usize,
    /// How far a wrong try is played out.
    pub(super) then: usize,
    /// How far a line is watched.
    pub(super) at: usize,
    /// Whether the second seat's side is nearest.
    pub(super) flipped: bool,
}

impl Query {
    /// Reads a query.
    ///
    /// # Errors
    /// A value that is none, in words.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let board = sandbox::Query::read(text)?;
        let (line, flipped) = (board.line.clone(), board.flipped);
        let mut here = Here { line, flipped, ..Here::default() };
        for (name, value) in address::pairs(text) {
            let place = match name.as_str() {
                "hints" => &mut here.hints,
                "then" => &mut here.then,
                "at" => &mut here.at,
                _ => continue,
            };
            *place = value.trim().parse().map_err(|_| format!("{name} is a number"))?;
        }
        Ok(Query { board, here })
    }
}

impl Here {
    /// The address of this state.
    pub(super) fn href(&self) -> String {
        let mut query = address::Query::default();
        for (name, number) in [("hints", self.hints), ("at", self.at)] {
            if number > 0 {
                query.add(name, &number.to_string());
            }
        }
        if !self.line.is_empty() {
            query.add("line", &line::encode(self.line.iter().map(String::as_str)));
        }
        if self.then > 0 {
            query.add("then", &self.then.to_string());
        }
        if self.flipped {
            query.add("flip", "yes");
        }
        format!("?{}", query.text())
    }

    /// The same state seen from the other side.
    pub(super) fn turned(&self) -> String {
        Here { flipped: !self.flipped, ..self.clone() }.href()
    }

    /// The addresses of what follows this line.
    pub(super) fn ways(&self) -> Ways {
        let mut start = address::Query::default();
        if self.hints > 0 {
            start.add("hints", &self.hints.to_string());
        }
        Ways::of(start, self.line.clone(), self.line.len(), self.flipped)
    }
}
