//! Layer 3, pure: a [`Scene`](crate::rules::scene::Scene) as a picture, as words, as letters in a
//! terminal.
//!
//! TODO
#![warn(clippy::disallowed_types, clippy::disallowed_methods)]

mod area;
mod arrow;
mod describe;
mod drawings;
mod frame;
mod ground;
mod kind;
mod layout;
mod mark;
pub mod palette;
mod svg;
pub mod symbols;
mod terminal;
mod write;

pub use describe::describe;
pub use frame::{Area, Changes, Frame, FrameArrow, Sheet};
pub use kind::{Kind, write_icon, write_shape_icon};
pub use layout::{APRON_GAP, Layout, SQUARE};
pub use mark::{Mark, MarkKind};
pub use svg::{Look, Theme, svg};
pub use symbols::symbol_defs;
pub use terminal::{TerminalLook, terminal};
pub use write::escape;
