//! Layer 3, pure: the record.

#![warn(clippy::disallowed_types, clippy::disallowed_methods, clippy::float_arithmetic)]

pub mod vectors;
