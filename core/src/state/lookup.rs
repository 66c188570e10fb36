//! Finding rows by a text that the rows hold themselves, so that the text is not kept twice.
//!
//! Gives candidates: rows whose text has the same hash. The caller looks whether they are the right ones.

use super::table::Handle;
use crate::index::MultiMap;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// Rows by a hash of a text.
#[derive(Debug, Clone, Default)]
pub(super) struct Lookup(MultiMap);

impl Lookup {
    /// Notes that a row holds a text. A row may be noted under a text several times.
    pub fn insert(&mut self, text: &str, row: Handle) {
        self.0.insert(hash(text), row);
    }

    /// Makes room for so many notes in all.
    pub fn reserve(&mut self, notes: usize) {
        self.0.reserve(notes);
    }

    /// Takes one such note back.
    pub fn remove(&mut self, text: &str, row: Handle) {
        self.0.remove(hash(text), row);
    }

    /// Rows that may hold a text, the newest note first.
    pub fn candidates(&self, text: &str) -> impl Iterator<Item = Handle> + '_ {
        self.0.get(hash(text))
    }
}

fn hash(text: &str) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    let hash = hasher.finish();
    (hash ^ (hash >> 32)) as u32
}
