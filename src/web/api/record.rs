//! The record as JSON, for the document: what `record::json` reads and writes.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::views::Ended;

/// A match: what is hashed of it (`game` to `setup`, and `actions`), and what is known and derived.
#[derive(Debug, Serialize, ToSchema)]
#[schema(title = "Record")]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    /// The version of the format.
    #[schema(minimum = 1, maximum = 1)]
    pub(super) gamekeep: u32,
    /// The game's id.
    pub(super) game: String,
    /// The rules version; without one, the newest.
    #[schema(minimum = 1, maximum = 65535)]
    pub(super) rules: Option<u16>,
    /// What makes this another match than one with the same actions: 1 to 64 of `A–Z a–z 0–9 . _ :
    /// -`.
    #[schema(pattern = "^[A-Za-z0-9._:-]{1,64}$")]
    pub(super) id: Option<String>,
    /// The rule options that are not default.
    #[schema(required = false)]
    pub(super) options: BTreeMap<String, String>,
    /// The position text that the match starts from, unless it is the game's own start.
    #[schema(max_length = 8192)]
    pub(super) setup: Option<String>,
    /// The players by seat; `?` for one who is not known.
    #[schema(required = false)]
    pub(super) seats: BTreeMap<String, String>,
    /// What else is known, by name.
    #[schema(required = false)]
    pub(super) facts: BTreeMap<String, String>,
    /// The actions, in order.
    #[schema(max_items = 100_000)]
    pub(super) actions: Vec<Action>,
    /// What was said about it.
    #[schema(required = false, max_items = 10_000)]
    pub(super) notes: Vec<Note>,
    /// The head. Written; checked where it is sent.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub(super) head: Option<String>,
    /// The result. Written; checked where it is sent.
    pub(super) result: Option<Ended>,
    /// Position hashes of every 32nd ply and the last. Written; compared where they are sent.
    #[schema(required = false)]
    pub(super) positions: Vec<(usize, String)>,
}

/// An action.
#[derive(Debug, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Action {
    /// The seat's letter, or `*` for the arbiter; may be left out where the game knows who acts.
    #[schema(example = "B")]
    pub(super) by: Option<String>,
    /// The action in the game's notation.
    #[serde(rename = "do")]
    #[schema(max_length = 200)]
    pub(super) action: String,
    /// Its time in milliseconds since the match began, never smaller than the one before.
    #[schema(minimum = 0, maximum = 9007199254740991_i64, nullable = false)]
    pub(super) at: Option<u64>,
}

/// A note at a ply.
#[derive(Debug, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Note {
    /// The ply that it is about, from 0.
    pub(super) ply: usize,
    /// Its text.
    #[schema(max_length = 8192)]
    pub(super) text: String,
    /// Who wrote it; `?` if that is not known.
    #[schema(required = false)]
    pub(super) by: String,
}

/// A line of an export: a match, or a mark.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is asked for")]
pub(super) enum ExportLine {
    /// A match.
    Match(Box<Record>),
    /// A line that is no match.
    Mark(ExportMark),
}

/// The first line of an export, which promises the last one; the last one; or the head of a match
/// that cannot be read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ExportMark {
    /// The version of the form.
    #[serde(rename = "gamekeep-export")]
    version: u32,
    /// On the first line: a last one will come.
    #[schema(nullable = false)]
    closing: Option<bool>,
    /// The head of a match that cannot be read.
    #[schema(nullable = false)]
    missing: Option<String>,
    /// On the last line: how many matches there were.
    #[schema(nullable = false)]
    count: Option<usize>,
    /// On the last line: how many could not be read, if any.
    #[schema(nullable = false)]
    unreadable: Option<usize>,
    /// On the last line: BLAKE3 of every byte before it.
    #[schema(nullable = false)]
    blake3: Option<String>,
}
