//! How large a record may be. Past a limit: a clear error, and nothing is stored.

/// Tags a record.
pub const TAGS: usize = 64;
/// Bytes a tag value.
pub const VALUE_BYTES: usize = 1_024;
/// Bytes of a `Setup`.
pub const SETUP_BYTES: usize = 8_192;
/// Bytes an action line, without its line end.
pub const LINE_BYTES: usize = 200;
/// Actions a record.
pub const ACTIONS: usize = 100_000;
/// Bytes a record.
pub const RECORD_BYTES: usize = 8 << 20;
/// Bytes a note.
pub const NOTE_BYTES: usize = 8_192;
/// Actions a side line.
pub const SIDE_LINE_ACTIONS: usize = 400;
/// Notes a record.
pub const NOTES: usize = 10_000;
/// Bytes of all notes of a record, with their writers' names and side lines.
pub const NOTES_BYTES: usize = 2 << 20;
/// The largest time of an action in milliseconds: what every JSON reader can hold.
pub const TIME_MS: u64 = (1 << 53) - 1;
