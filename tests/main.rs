//! One test executable for the whole house.

mod architecture;
mod cli;
mod games;
mod picture;
mod record;
mod sixth;
mod web;
