//! Pictures: what must hold for every drawing.

mod gallery;
mod scenes;
