//! Layer 1, pure: what a game is.
//!
//! [`game::Game`] is the trait that a game implements with its own types; [`any::AnyGame`] and
//! [`any::Play`] are its face to everything above, made of text. A game is a deterministic fold:
//! `(state, who, action, time) → state and effects, or Illegal`. Words, animation and drawings come
//! from the effects and from the [`scene`], so no layer above knows a game's types.

#![warn(clippy::disallowed_types, clippy::disallowed_methods, clippy::float_arithmetic)]

pub mod any;
pub mod board_text;
pub mod common;
pub mod effect;
pub mod foreign;
pub mod game;
pub mod grid;
pub mod illegal;
pub mod options;
pub mod outcome;
pub mod rulebook;
pub mod scene;
pub mod seat;
pub mod text;
