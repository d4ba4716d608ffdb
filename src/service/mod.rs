//! Layer 5: what can be done, once for web and command line.

pub mod export;
pub mod import;
mod keep;
pub mod pair;
pub mod reel;
pub mod right;
pub mod secret;
pub mod seen;
pub mod side_lines;
pub mod sign_in;
pub mod source;
pub mod trial;
pub mod verify;

pub use keep::{Glimpse, Keep, KeepError, Shown, Wish};
