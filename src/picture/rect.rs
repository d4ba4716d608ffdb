//! Rectangles of pixels.

/// A rectangle of pixels: left, top, right, bottom, the last two outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Rect {
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) right: i32,
    pub(super) bottom: i32,
}

impl Rect {
    pub(super) const fn is_empty(self) -> bool {
        self.left >= self.right || self.top >= self.bottom
    }

    pub(super) fn within(self, other: Rect) -> Rect {
        Rect {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        }
    }

    /// The least rectangle around both.
    pub(super) fn with(self, other: Rect) -> Rect {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other,
            (_, true) => self,
            _ => Rect {
                left: self.left.min(other.left),
                top: self.top.min(other.top),
                right: self.right.max(other.right),
                bottom: self.bottom.max(other.bottom),
            },
        }
    }

    pub(super) fn moved(self, (x, y): (i32, i32)) -> Rect {
        Rect {
            left: self.left + x,
            top: self.top + y,
            right: self.right + x,
            bottom: self.bottom + y,
        }
    }

    pub(super) fn width(self) -> usize {
        usize::try_from(self.right - self.left).unwrap_or(0)
    }

    pub(super) fn height(self) -> usize {
        usize::try_from(self.bottom - self.top).unwrap_or(0)
    }
}
