//! Finding rows by a text that the rows hold themselves, so that the text is not kept twice.
//!
//! A text may come in parts, which then are the same parts each time. Gives candidates: rows whose text has the same hash. The caller looks whether they are the right ones.

use super::table::Handle;
use crate::index::MultiMap;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// Rows by a hash of a text.
#[derive(Debug, Clone, Default)]
pub(super) struct Lookup(MultiMap);

impl Lookup {
    /// Notes that a row holds a text. A row may be noted under a text several times.
    pub fn insert(&mut self, text: &[&str], row: Handle) {
        self.0.insert(hash(text), row);
    }

    /// From now on notes are only gathered, about so many, until [`Self::lay_out`]: several times as fast. Nothing may
    /// be looked up or taken back before. Only for a look-up without notes.
    pub fn gather(&mut self, about: usize) {
        self.0.gather(about);
    }

    /// Puts in what was gathered.
    pub fn lay_out(&mut self) {
        self.0.lay_out();
    }

    /// Takes one such note back.
    pub fn remove(&mut self, text: &[&str], row: Handle) {
        self.0.remove(hash(text), row);
    }

    /// Rows that may hold a text.
    pub fn candidates(&self, text: &[&str]) -> impl Iterator<Item = Handle> + '_ {
        self.0.get(hash(text))
    }
}

fn hash(text: &[&str]) -> u32 {
    let mut hasher = FxHasher::default();
    text.iter().for_each(|part| hasher.write(part.as_bytes()));
    let hash = hasher.finish();
    (hash ^ (hash >> 32)) as u32
}
