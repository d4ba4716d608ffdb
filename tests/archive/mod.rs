//! The archive. `conformance` is what every store must do; the rest is about SQLite.

mod concurrency;
mod conformance;
mod crash;
mod files;
mod measure;
mod sqlite;
mod support;
