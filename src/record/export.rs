//! The marks of a bulk export: a first line that promises a last one, and the last one, which
//! counts
//! and hashes what came before it. An export that is cut anywhere is known by that.
//!
//! In NDJSON they are the lines `{"gamekeep-export":1,"closing":true}` and
//! `{"gamekeep-export":1,"count":…,"blake3":"…"}`; in text `# gamekeep-export 1` and
//! `# end <count> <hash>`. The hash is BLAKE3-256 over every line before the closing one, the
//! opening one included, each ended by one `\n`: what `head -n -1 FILE | b3sum` prints. Between
//! them
//! a match that the exporting side could not read stands as
//! `{"gamekeep-export":1,"missing":"<head>"}` or `# missing <head>`, and the closing line tells how
//! many those are (`"unreadable":…`, or a number after the hash). Files without the first line need
//! no last one.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::link::Link;

/// The opening line of an export as NDJSON.
pub const OPENING_JSON: &str = "{\"gamekeep-export\":1,\"closing\":true}";
/// The opening line of an export as text.
pub const OPENING_TEXT: &str = "# gamekeep-export 1";

/// A line of an export that is no part of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The first line: a closing line will come.
    Opening,
    /// A match that the exporting side could not read.
    Missing(Link),
    /// The last line.
    Closing(Closing),
    /// A line that begins like a mark and is none.
    Broken,
}

/// What the last line of an export says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closing {
    /// How many records came before it.
    pub count: usize,
    /// How many matches could not be read by the exporting side.
    pub missing: usize,
    /// The hash of every line before it.
    pub hash: Link,
}

/// A mark as JSON.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonMark {
    #[serde(rename = "gamekeep-export")]
    version: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    closing: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    missing: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    count: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unreadable: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    blake3: Option<String>,
}

impl Mark {
    /// The mark that a line of NDJSON is, if it is one.
    #[must_use]
    pub fn of_json(line: &str) -> Option<Mark> {
        let first = super::outline::keys(line.as_bytes()).next();
        if first != Some(b"gamekeep-export") {
            return None;
        }
        let mark = serde_json::from_str::<JsonMark>(line).ok().filter(|mark| mark.version == 1);
        let mark = mark.and_then(|mark| {
            match (mark.closing, mark.missing, mark.count, mark.unreadable, mark.blake3) {
                (Some(true), None, None, None, None) => Some(Mark::Opening),
                (None, Some(head), None, None, None) => head.parse().ok().map(Mark::Missing),
                (None, None, Some(count), missing, Some(hash)) => {
                    let (missing, hash) = (missing.unwrap_or(0), hash.parse().ok()?);
                    Some(Mark::Closing(Closing { count, missing, hash }))
                }
                _ => None,
            }
        });
        Some(mark.unwrap_or(Mark::Broken))
    }

    /// The mark that a line of text is, if it is one. A comment that only begins with the same word
    /// is none.
    #[must_use]
    pub fn of_text(line: &str) -> Option<Mark> {
        let words: Vec<&str> = line.strip_prefix("# ")?.trim_end().splitn(5, ' ').collect();
        Some(match *words {
            ["gamekeep-export", "1"] => Mark::Opening,
            ["gamekeep-export", ..] => Mark::Broken,
            ["missing", head] => Mark::Missing(head.parse().ok()?),
            ["end", count, hash, ref missing @ ..] => {
                let missing = match *missing {
                    [] => 0,
                    [missing] => missing.parse().ok()?,
                    _ => return None,
                };
                let (count, hash) = (count.parse().ok()?, hash.parse().ok()?);
                Mark::Closing(Closing { count, missing, hash })
            }
            _ => return None,
        })
    }

    /// The mark as a line of NDJSON, without its line end.
    #[must_use]
    pub fn to_json(self) -> String {
        let none = || JsonMark {
            version: 1,
            closing: None,
            missing: None,
            count: None,
            unreadable: None,
            blake3: None,
        };
        let mark = match self {
            Mark::Opening | Mark::Broken => return OPENING_JSON.to_owned(),
            Mark::Missing(head) => JsonMark { missing: Some(head.to_string()), ..none() },
            Mark::Closing(closing) => JsonMark {
                count: Some(closing.count),
                unreadable: (closing.missing > 0).then_some(closing.missing),
                blake3: Some(closing.hash.to_string()),
                ..none()
            },
        };
        serde_json::to_string(&mark).unwrap_or_default()
    }

    /// The mark as a line of text, without its line end.
    #[must_use]
    pub fn to_text(self) -> String {
        let mut line = String::new();
        let _ = match self {
            Mark::Opening | Mark::Broken => write!(line, "{OPENING_TEXT}"),
            Mark::Missing(head) => write!(line, "# missing {head}"),
            Mark::Closing(Closing { count, missing: 0, hash }) => {
                write!(line, "# end {count} {hash}")
            }
            Mark::Closing(Closing { count, missing, hash }) => {
                write!(line, "# end {count} {hash} {missing}")
            }
        };
        line
    }
}

/// Counts and hashes an export as it goes by.
#[derive(Clone, Debug, Default)]
pub struct Seal {
    hasher: blake3::Hasher,
    count: usize,
    missing: usize,
}

impl Seal {
    /// Takes a line, without its line end.
    pub fn line(&mut self, line: &[u8]) {
        self.hasher.update(line).update(b"\n");
    }

    /// Takes lines with their line ends.
    pub fn lines(&mut self, lines: &[u8]) {
        self.hasher.update(lines);
    }

    /// Counts a record.
    pub fn record(&mut self) {
        self.count += 1;
    }

    /// Counts a match that could not be read.
    pub fn missing(&mut self) {
        self.missing += 1;
    }

    /// The closing line for what has gone by.
    #[must_use]
    pub fn closing(&self) -> Closing {
        let hash = Link::from_bytes(*self.hasher.finalize().as_bytes());
        Closing { count: self.count, missing: self.missing, hash }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_go_both_ways() {
        let hash = Link::from_bytes([7; 32]);
        let marks = [
            Mark::Opening,
            Mark::Closing(Closing { count: 0, missing: 0, hash }),
            Mark::Missing(hash),
            Mark::Closing(Closing { count: 12, missing: 1, hash }),
        ];
        for mark in marks {
            assert_eq!(Mark::of_json(&mark.to_json()), Some(mark));
            assert_eq!(Mark::of_text(&mark.to_text()), Some(mark));
        }
    }

    #[test]
    fn what_only_looks_like_a_mark_is_a_comment() {
        for comment in ["# end", "# end of the game", "# end 3 abc", "# missing a rook", "#end"] {
            assert_eq!(Mark::of_text(comment), None, "{comment}");
        }
        assert_eq!(Mark::of_json("{\"gamekeep\":1}"), None);
        assert_eq!(Mark::of_json("{\"gamekeep-export\":2}"), Some(Mark::Broken));
        assert_eq!(Mark::of_text("# gamekeep-export 2"), Some(Mark::Broken));
    }
}
