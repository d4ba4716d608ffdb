//! What a link stands for.

use super::MatchId;
use crate::record::link::Link;

/// A place in a match: what a link stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The match.
    pub id: MatchId,
    /// The ply that the link shows, from 0.
    pub ply: usize,
    /// The whole link.
    pub link: Link,
}

/// What a link, or the first digits of one, stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// This place.
    One(Place),
    /// More than one: the first 20, by link.
    Many(Vec<Place>),
    /// Nothing.
    None {
        /// Up to 5 listed links that share the first 8 digits.
        near: Vec<Link>,
    },
    /// A match that was withdrawn.
    Withdrawn {
        /// The whole link.
        link: Link,
    },
}

/// What a withdrawal took away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Withdrawal {
    /// The match that is gone. No other will have its id.
    pub id: MatchId,
    /// Every head that it ever had, in order of ply.
    pub heads: Vec<Link>,
}
