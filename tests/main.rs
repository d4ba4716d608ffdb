//! One test executable for the whole house.

mod archive;
mod games;
mod record;
