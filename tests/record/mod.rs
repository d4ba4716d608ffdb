//! The record: text, JSON, links, other forms.

mod canonical;
mod compare;
mod faults;
mod foreign;
mod forgiveness;
mod guide;
mod hostile;
mod mended;
mod round_trips;
mod trees;
