//! Gamekeep: a keep for games.
#![deny(missing_docs)]

pub mod games;
pub mod picture;
pub mod record;
pub mod rules;
