//! A table: rows in the order in which they came, found by id, with a note of which blocks changed.
//!
//! Rows are never removed, so a row's handle (its position) stays good, and a block of a snapshot holds the same rows
//! for ever.

use super::rows::Rows;
use crate::model::HasId;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use uuid::Uuid;

/// Position of a row in its table.
pub type Handle = u32;

/// Rows of one kind.
#[derive(Debug, Clone)]
pub struct Table<T> {
    rows: Rows<T>,
    by_id: FxHashMap<Uuid, Handle>,
    changed: BTreeSet<u32>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { rows: Rows::default(), by_id: FxHashMap::default(), changed: BTreeSet::new() }
    }
}

impl<T: HasId> Table<T> {
    /// Adds a block of rows that came from a snapshot: nothing in it counts as changed. False if it does not follow.
    pub fn restore(&mut self, number: u32, rows: Vec<T>) -> bool {
        let start = self.rows.len();
        self.by_id.extend(rows.iter().zip(start..).map(|(row, at)| (row.id(), at as Handle)));
        self.rows.push_block(number, rows)
    }

    /// Makes room for so many rows in all.
    pub fn reserve(&mut self, rows: usize) {
        self.by_id.reserve(rows.saturating_sub(self.rows.len()));
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.rows.len() == 0
    }

    /// Adds a row, unless its id is there already.
    pub fn push(&mut self, row: T) -> Handle {
        if let Some(handle) = self.by_id.get(&row.id()) {
            return *handle;
        }
        let handle = self.rows.len() as Handle;
        self.by_id.insert(row.id(), handle);
        self.rows.push(row);
        self.touch(handle);
        handle
    }

    /// The row at a handle that this table gave out.
    pub fn at(&self, handle: Handle) -> &T {
        self.rows.at(handle as usize)
    }

    /// The same, to be changed.
    pub fn at_mut(&mut self, handle: Handle) -> &mut T {
        self.touch(handle);
        self.rows.at_mut(handle as usize)
    }

    /// The handle of an id.
    pub fn handle(&self, id: &Uuid) -> Option<Handle> {
        self.by_id.get(id).copied()
    }

    /// The row with this id.
    pub fn get(&self, id: &Uuid) -> Option<&T> {
        self.handle(id).map(|handle| self.at(handle))
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, id: &Uuid) -> Option<&mut T> {
        self.handle(id).map(|handle| self.at_mut(handle))
    }

    /// All rows in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        self.rows.from(0)
    }

    /// The rows that came after the first so many.
    pub fn since(&self, start: usize) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        self.rows.from(start)
    }

    /// The rows of a block.
    pub fn block(&self, block: u32) -> &[T] {
        self.rows.block(block)
    }

    /// Blocks that changed since the last call.
    pub fn take_changed(&mut self) -> BTreeSet<u32> {
        std::mem::take(&mut self.changed)
    }

    /// Marks blocks as changed again, because they could not be saved.
    pub fn mark_changed(&mut self, blocks: BTreeSet<u32>) {
        self.changed.extend(blocks);
    }

    fn touch(&mut self, handle: Handle) {
        self.changed.insert(handle / super::BLOCK as u32);
    }
}
