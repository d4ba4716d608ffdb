//! The record: text, JSON, links.

mod canonical;
mod forgiveness;
mod hostile;
mod mended;
