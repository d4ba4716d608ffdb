//! The games: what must hold for every one of them.

mod conformance;
mod files;
mod hostile;
mod pictured;
mod rulebook;
mod universe;
mod vectors;
pub(crate) mod walk;
