//! Gamekeep: a keep for games.
#![deny(missing_docs)]

pub mod archive;
pub mod games;
pub mod record;
pub mod rules;
