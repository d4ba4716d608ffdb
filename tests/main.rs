//! One test executable for the whole house.

mod games;
mod picture;
