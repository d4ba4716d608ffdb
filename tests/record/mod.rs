//! The record: text, JSON, links, other forms.

mod canonical;
mod faults;
mod foreign;
mod forgiveness;
mod guide;
mod round_trips;
