//! The record: text, JSON, links.

mod canonical;
mod compare;
mod forgiveness;
mod trees;
