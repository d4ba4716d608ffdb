//! Layer 5: what can be done, once for web and command line.

pub mod reel;
