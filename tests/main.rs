//! One test executable for the whole house.

mod api;
mod architecture;
mod games;
mod picture;
mod record;
mod sixth;
