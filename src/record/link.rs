//! Links: the BLAKE3 hash of a log's text up to an action, and the hash of a position.

use std::fmt;
use std::str::FromStr;

use super::log::{Header, Log};
use crate::rules::any::Play;

/// `link(n)`: BLAKE3-256 of the log text up to the end of action line `n`.
///
/// Anybody can check one with public tools: fetch `<link>.log` and run `b3sum`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Link([u8; 32]);

impl Link {
    /// How many hex digits a link has.
    pub const DIGITS: usize = 64;
    /// How many digits of a link pages print.
    pub const SHORT: usize = 20;
    /// The fewest digits that may stand for a link.
    pub const SHORTEST: usize = 10;

    /// A link from its bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Link(bytes)
    }

    /// Its bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Its first digits, as pages print it.
    #[must_use]
    pub fn short(&self) -> String {
        let mut text = self.to_string();
        text.truncate(Link::SHORT);
        text
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&blake3::Hash::from_bytes(self.0).to_hex())
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Link({self})")
    }
}

/// Text that is no link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a link is {} lower-case hex digits, or the first {} or more",
    Link::DIGITS,
    Link::SHORTEST
)]
pub struct NoLink;

impl FromStr for Link {
    type Err = NoLink;

    fn from_str(text: &str) -> Result<Self, NoLink> {
        match LinkPrefix::from_str(text)? {
            LinkPrefix { digits } if digits.len() == Link::DIGITS => {
                blake3::Hash::from_hex(digits.as_bytes())
                    .map(|hash| Link(*hash.as_bytes()))
                    .map_err(|_| NoLink)
            }
            _ => Err(NoLink),
        }
    }
}

/// The first digits of a link: 10 or more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkPrefix {
    digits: String,
}

impl LinkPrefix {
    /// The digits.
    #[must_use]
    pub fn digits(&self) -> &str {
        &self.digits
    }

    /// The least and the greatest link that begin with these digits.
    #[must_use]
    pub fn range(&self) -> (Link, Link) {
        let pad = |digit: &str| {
            let padded = format!("{}{}", self.digits, digit.repeat(Link::DIGITS));
            let hash = blake3::Hash::from_hex(&padded.as_bytes()[..Link::DIGITS]);
            Link(hash.map_or([0; 32], |hash| *hash.as_bytes()))
        };
        (pad("0"), pad("f"))
    }
}

impl FromStr for LinkPrefix {
    type Err = NoLink;

    fn from_str(text: &str) -> Result<Self, NoLink> {
        let hex = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if hex && (Link::SHORTEST..=Link::DIGITS).contains(&text.len()) {
            Ok(LinkPrefix { digits: text.to_owned() })
        } else {
            Err(NoLink)
        }
    }
}

/// The links of a log, made one after the other.
#[derive(Clone, Debug)]
pub struct Chain {
    hasher: blake3::Hasher,
}

impl Chain {
    /// The chain before the first action: its link covers the tags and the blank line.
    #[must_use]
    pub fn start(header: &Header) -> Self {
        let mut chain = Chain { hasher: blake3::Hasher::new() };
        let mut text = String::new();
        header.write(&mut text);
        text.push('\n');
        chain.push(&text);
        chain
    }

    /// Goes on by some of the log's text.
    pub fn push(&mut self, text: &str) {
        self.hasher.update(text.as_bytes());
    }

    /// The link of everything so far.
    #[must_use]
    pub fn link(&self) -> Link {
        Link(*self.hasher.finalize().as_bytes())
    }
}

/// The links of all plies, from 0 to the last.
#[must_use]
pub fn links(log: &Log) -> Vec<Link> {
    let mut chain = Chain::start(&log.header);
    let mut links = Vec::with_capacity(log.actions.len() + 1);
    links.push(chain.link());
    let mut line = String::new();
    for (n, action) in log.actions.iter().enumerate() {
        line.clear();
        log.header.write_action(n + 1, &action, &mut line);
        chain.push(&line);
        links.push(chain.link());
    }
    links
}

/// The link of one ply: of the log's first `ply` actions.
#[must_use]
pub fn link_at(log: &Log, ply: usize) -> Link {
    Link(*blake3::hash(log.text(ply).as_bytes()).as_bytes())
}

/// The head: the link of the last ply.
#[must_use]
pub fn head(log: &Log) -> Link {
    link_at(log, log.actions.len())
}

/// The hash of a position: equal hashes are the same position, also across matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionHash(u64);

impl PositionHash {
    /// The hash of the position on the board now.
    #[must_use]
    pub fn of(header: &Header, play: &dyn Play) -> Self {
        let mut text = String::with_capacity(256);
        header.write_position_head(&mut text);
        play.write_hashed_position(&mut text);
        text.push('\n');
        let hash = blake3::hash(text.as_bytes());
        let mut first = [0; 8];
        first.copy_from_slice(&hash.as_bytes()[..8]);
        PositionHash(u64::from_be_bytes(first))
    }

    /// As a number, for the store.
    #[must_use]
    pub const fn to_u64(self) -> u64 {
        self.0
    }

    /// From the store's number.
    #[must_use]
    pub const fn from_u64(number: u64) -> Self {
        PositionHash(number)
    }
}

impl fmt::Display for PositionHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for PositionHash {
    type Err = NoPositionHash;

    fn from_str(text: &str) -> Result<Self, NoPositionHash> {
        let hex = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if !hex || text.len() != 16 {
            return Err(NoPositionHash);
        }
        u64::from_str_radix(text, 16).map(PositionHash).map_err(|_| NoPositionHash)
    }
}

/// Text that is no position hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a position hash is 16 lower-case hex digits")]
pub struct NoPositionHash;
