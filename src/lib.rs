//! Gamekeep: a keep for games.
//!
//! Matches are append-only action logs; deterministic rules replay them; people step through them
//! in a browser and share moments by hash links. The house has seven layers. Each may name only
//! those before it, which a test checks:
//!
//! 1. [`rules`] — what a game is. Pure.
//! 2. [`games`] — the games, a folder each. Pure.
//! 3. [`record`], [`picture`], [`lesson`] — what is stored and hashed; what is drawn; what is
//!    taught. Pure.
//! 4. [`archive`] — the store.
//! 5. [`service`] — what can be done, once for web and command line.
//! 6. [`web`] — pages.
//! 7. [`cli`] — the command line.
//!
//! What is absent matters most. The pure layers have no I/O, no clock, no randomness, no
//! environment, no float in a state, and no order that a hash map gives. No game names another, and
//! nothing outside its folder names a game. One reducer decides what is legal; lists of legal
//! actions are checked against it, never the other way round. Stored logs are never updated or
//! deleted but by a withdrawal, and everything else in a database can be made anew from them.
#![deny(missing_docs)]

pub mod rules;

pub mod games;

pub mod record;

pub mod picture;

pub mod lesson;

pub mod archive;

pub mod service;

pub mod web;

pub mod cli;
