//! The games: what must hold for every one of them.

mod castle_danger;
mod conformance;
mod endings;
mod files;
mod golden;
mod hostile;
mod pictured;
mod rulebook;
mod samples;
mod universe;
mod vectors;
pub(crate) mod walk;
