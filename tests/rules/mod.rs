//! Layer 1 as all games use it.

mod board_text;
