//! Layer 5: what can be done, once for web and command line.

pub mod append;
pub mod bulk;
pub mod clock;
mod cores;
pub mod create;
pub mod export;
mod flow;
pub mod follow;
pub mod generate;
pub mod import;
mod keep;
pub mod lessons;
pub mod pair;
pub mod reel;
pub mod report;
pub mod right;
pub mod secret;
pub mod seen;
pub mod side_lines;
pub mod sign_in;
pub mod source;
pub mod states;
pub mod table;
pub mod trial;
pub mod verify;
pub mod written;

pub use keep::{Glimpse, Keep, KeepError, Shown, Wish};
