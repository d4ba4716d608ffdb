//! The games: what must hold for every one of them.

mod rulebook;
mod vectors;
