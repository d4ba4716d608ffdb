//! Why input is not read: closed reasons, made of numbers only.

use std::fmt;

use crate::record::fault::{Fault, FaultKind, Place};

/// Why a part of an input, or all of it, is not read as records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Bytes that are no UTF-8.
    NoUtf8 {
        /// The line, from 1.
        line: usize,
        /// The character in the line, from 1.
        column: usize,
        /// The first such byte.
        byte: u8,
    },
    /// A record that is larger than one may be.
    Large {
        /// The most bytes.
        most: usize,
    },
    /// A list of records that does not end.
    CutList,
    /// Something after the end of a list of records.
    AfterList,
    /// An export without its closing line.
    CutExport,
    /// A closing line without an export before it.
    StrayClosing,
    /// A line that begins like a mark of an export and is none.
    BrokenMark,
    /// An export that has another number of records than its closing line says.
    Count {
        /// What the line says.
        said: usize,
        /// What came.
        found: usize,
    },
    /// An export whose lines are not those that its closing line was made for.
    Changed,
    /// A match that the exporting side could not read.
    Missing,
    /// Packed data that are damaged or end too early.
    BrokenPacking(Packing),
    /// Packed data that unpack to more than so many times their size.
    Ratio {
        /// The most.
        most: u64,
    },
    /// More bytes in all than may be read at once.
    Total {
        /// The most.
        most: u64,
    },
    /// An archive with too many files.
    Entries {
        /// How many it has.
        found: usize,
        /// The most.
        most: usize,
    },
    /// Packed data inside packed data.
    Nested,
    /// A file of an archive that is packed in a way that is not read, or locked by a password.
    UnreadEntry,
    /// An archive that does not come as a file, and is too large to be kept whole.
    LargeArchive {
        /// The most bytes.
        most: u64,
    },
}

/// How data are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// gzip.
    Gzip,
    /// Zstandard.
    Zstandard,
    /// A zip archive.
    Zip,
}

impl fmt::Display for Packing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Packing::Gzip => "gzip",
            Packing::Zstandard => "zstd",
            Packing::Zip => "zip",
        })
    }
}

impl std::error::Error for Refusal {}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NoUtf8 { byte: byte @ (0xfe | 0xff), line: 1, column: 1 } => {
                write!(f, "the byte 0x{byte:02x} is no UTF-8 (is it UTF-16?); save it as UTF-8")
            }
            Refusal::NoUtf8 { byte, .. } => {
                write!(f, "the byte 0x{byte:02x} is no UTF-8; save the file as UTF-8")
            }
            Refusal::Large { most } => write!(f, "a record has at most {most} bytes"),
            Refusal::CutList => f.write_str("the list does not end: the file is cut"),
            Refusal::AfterList => f.write_str("expected nothing after the list"),
            Refusal::CutExport => f.write_str(
                "this export is cut: the closing line that its first line promises is missing",
            ),
            Refusal::StrayClosing => f.write_str(
                "a closing line without the opening line of its export: the beginning is missing",
            ),
            Refusal::BrokenMark => f.write_str("no mark of an export that this program knows"),
            Refusal::Count { said, found } => write!(
                f,
                "this export is cut or changed: its closing line says {said} records, {found} came"
            ),
            Refusal::Changed => f.write_str(
                "this export was changed: its lines do not have the hash of its closing line",
            ),
            Refusal::Missing => f.write_str("the exporting side could not read this match"),
            Refusal::BrokenPacking(packing) => {
                write!(f, "the {packing} data are damaged or end too early")
            }
            Refusal::Ratio { most } => {
                write!(
                    f,
                    "it unpacks to more than {most} times its size; nothing more is read of it"
                )
            }
            Refusal::Total { most } => write!(f, "more than {most} bytes in all are not read"),
            Refusal::Entries { found, most } => {
                write!(f, "an archive of {found} files; at most {most} are read")
            }
            Refusal::Nested => {
                f.write_str("an archive or packed file inside another; unpack the outer one first")
            }
            Refusal::UnreadEntry => f.write_str(
                "packed in a way that is not read, or locked by a password; pack it with deflate",
            ),
            Refusal::LargeArchive { most } => write!(
                f,
                "a zip archive that does not come as a file has at most {most} bytes; save it first"
            ),
        }
    }
}

impl Refusal {
    /// Whether it says that an export is not whole.
    #[must_use]
    pub const fn is_of_export(self) -> bool {
        matches!(
            self,
            Refusal::CutExport | Refusal::StrayClosing | Refusal::Count { .. } | Refusal::Changed
        )
    }

    /// It as a fault of what begins at a line.
    #[must_use]
    pub fn fault(self, line: usize, found: &str) -> Fault {
        let place = match self {
            Refusal::NoUtf8 { line, column, .. } => Place::at(line, column),
            _ => Place::at(line, 1),
        };
        let kind = match self {
            Refusal::Large { .. }
            | Refusal::Ratio { .. }
            | Refusal::Total { .. }
            | Refusal::Entries { .. }
            | Refusal::LargeArchive { .. } => FaultKind::TooLarge,
            _ if self.is_of_export() => FaultKind::Differs,
            _ => FaultKind::Unreadable,
        };
        Fault::unreadable(place, found, self.to_string()).of_kind(kind)
    }

    /// Bytes of a line that are no UTF-8.
    #[must_use]
    pub fn no_utf8(bytes: &[u8], line: usize) -> Option<Refusal> {
        let error = std::str::from_utf8(bytes).err()?;
        let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let column = 1 + good.chars().count();
        Some(Refusal::NoUtf8 { line, column, byte: bytes[error.valid_up_to()] })
    }
}
