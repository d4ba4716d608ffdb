//! Layer 5: what can be done, once for web and command line.

pub mod export;
pub mod import;
mod keep;
pub mod reel;
pub mod right;
pub mod secret;
pub mod sign_in;
pub mod source;
pub mod verify;

pub use keep::{Glimpse, Keep, KeepError, Shown, Wish};
