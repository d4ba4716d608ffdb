//! One test executable for the whole house.

mod architecture;
mod games;
mod lesson;
mod picture;
mod record;
