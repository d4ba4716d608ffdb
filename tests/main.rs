//! One test executable for the whole house.

mod archive;
mod games;
mod picture;
mod record;
mod sixth;
