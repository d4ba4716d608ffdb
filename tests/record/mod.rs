//! The record: text, JSON, links.

mod canonical;
mod forgiveness;
