//! One test executable for the whole house.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests may fail, and tell")]

mod answering;
mod api;
mod architecture;
mod archive;
mod cli;
mod games;
mod lesson;
mod picture;
mod record;
mod rules;
mod sandbox;
mod service;
mod sixth;
mod web;
