//! Pictures: what must hold for every drawing.

mod animations;
mod beside;
mod colours;
mod drawings;
mod frames;
mod gallery;
mod pixels;
mod played;
mod scenes;
mod speed;
mod words;
mod xml;
