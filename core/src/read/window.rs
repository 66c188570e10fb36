//! What is held of a file while it is read: a part that moves along, so that a file of any size takes little memory.
//!
//! It must not know any format. A reader of a format that meets the end of what is held before the end of the file has
//! seen too little to tell what stands there: [`Window::fall_short`]. What it found is thrown away, and it is asked again,
//! from the same place, once more is held; so it must change nothing of its own then.

use std::cell::Cell;
use std::ops::Deref;

/// The part of a file that is held.
#[derive(Debug, Default)]
pub(super) struct Window {
    bytes: Vec<u8>,
    /// The file ends where this ends.
    is_last: bool,
    short: Cell<bool>,
}

impl Window {
    /// The beginning of a file, as if it were all.
    pub(super) fn of(bytes: &[u8]) -> Self {
        Self { bytes: bytes.to_vec(), is_last: true, short: Cell::new(false) }
    }

    /// More of the file. What stands before `read` is let go.
    pub(super) fn feed(&mut self, read: usize, bytes: &[u8]) {
        self.bytes.drain(..read.min(self.bytes.len()));
        self.bytes.extend_from_slice(bytes);
    }

    /// Cuts off what stands behind `length`.
    pub(super) fn truncate(&mut self, length: usize) {
        self.bytes.truncate(length);
    }

    /// There is no more.
    pub(super) fn end(&mut self) {
        self.is_last = true;
    }

    /// True if the file ends where this ends.
    pub(super) fn is_last(&self) -> bool {
        self.is_last
    }

    /// Whether so many bytes are held from an offset on, or all that there are; falls short if not.
    pub(super) fn holds(&self, from: usize, count: usize) -> bool {
        let holds = self.is_last || self.bytes.len() >= from.saturating_add(count);
        if !holds {
            self.fall_short();
        }
        holds
    }

    /// Says that what is held does not tell, unless it is all that there is.
    pub(super) fn fall_short(&self) {
        self.short.set(!self.is_last);
    }

    /// Whether it was said that what is held does not tell.
    pub(super) fn is_short(&self) -> bool {
        self.short.get()
    }

    /// Whether what was read since the last call needs more than is held.
    pub(super) fn fell_short(&self) -> bool {
        self.short.take()
    }
}

impl Deref for Window {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}
