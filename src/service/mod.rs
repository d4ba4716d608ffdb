//! Layer 5: what can be done, once for web and command line.

pub mod export;
pub mod reel;
pub mod source;
