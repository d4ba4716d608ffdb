//! Short lists that are copied with the state.

use std::fmt;

/// A short list without a heap: at most `N` things, in order.
#[derive(Clone, Copy)]
pub(super) struct Few<T, const N: usize> {
    things: [T; N],
    length: usize,
}

impl<T: Copy, const N: usize> Few<T, N> {
    /// An empty list; `filler` stands in its unused places and is never seen.
    pub(super) const fn new(filler: T) -> Self {
        Few { things: [filler; N], length: 0 }
    }

    /// The things in order.
    pub(super) fn as_slice(&self) -> &[T] {
        self.things.get(..self.length).unwrap_or_default()
    }

    /// The things in order.
    pub(super) fn iter(&self) -> std::slice::Iter<'_, T> {
        self.as_slice().iter()
    }

    /// The things in order, to change.
    pub(super) fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.things.get_mut(..self.length).unwrap_or_default().iter_mut()
    }

    /// How many there are.
    pub(super) const fn len(&self) -> usize {
        self.length
    }

    /// Whether there is none.
    pub(super) const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Adds a thing at the end, and tells whether there was room.
    pub(super) fn push(&mut self, thing: T) -> bool {
        let slot = self.things.get_mut(self.length);
        let room = slot.is_some();
        if let Some(slot) = slot {
            *slot = thing;
            self.length += 1;
        }
        room
    }

    /// Takes the thing at a place out; those after it move up.
    pub(super) fn remove(&mut self, place: usize) {
        if place < self.length {
            self.things.copy_within(place + 1..self.length, place);
            self.length -= 1;
        }
    }
}

impl<T: Copy + PartialEq, const N: usize> PartialEq for Few<T, N> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<T: Copy + Eq, const N: usize> Eq for Few<T, N> {}

impl<T: Copy + fmt::Debug, const N: usize> fmt::Debug for Few<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
