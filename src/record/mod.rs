//! Layer 3, pure: the record — what is stored, hashed, shared, imported and exported.
//!
//! One match is one [`Record`]: a [`log::Log`] (what the rules need, and the append-only list of
//! actions) and [`facts::Facts`] about it. Only the log is hashed: [`link`] makes the links from
//! its text. Input goes one way: [`text`] or [`json`] read it into a [`draft::Draft`], and
//! [`draft::Draft::check`] folds that with the rules into a record, or a [`fault::Fault`].

#![warn(clippy::disallowed_types, clippy::disallowed_methods, clippy::float_arithmetic)]

pub mod compare;
pub mod draft;
pub mod export;
pub mod facts;
pub mod fault;
pub mod foreign;
pub mod input;
pub mod json;
pub mod limits;
pub mod line;
pub mod link;
pub mod log;
pub mod note;
pub mod outline;
pub mod replay;
pub mod text;
pub mod timeline;
pub mod tree;
pub mod vectors;

use facts::Facts;
use log::Log;
use note::Note;

/// One match as it was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// What is hashed: the rules' part.
    pub log: Log,
    /// What is known about the match.
    pub facts: Facts,
    /// What was said about it, ply by ply.
    pub notes: Vec<Note>,
}
