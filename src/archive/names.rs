//! Words that come out of a store and live as long as the program: the reasons of outcomes.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// Every word that was asked for.
static WORDS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

/// A word for as long as the program runs. There are as many as the rules have endings.
pub(super) fn lasting(word: &str) -> &'static str {
    let mut words = WORDS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = words.get(word) {
        return known;
    }
    let word: &'static str = Box::leak(word.to_owned().into_boxed_str());
    words.insert(word);
    word
}
