//! One test executable for the whole house.

mod architecture;
mod games;
mod picture;
mod record;
mod rules;
mod service;
mod sixth;
mod web;
