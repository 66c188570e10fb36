//! Which entities hold a value of a field, and how many do.
//!
//! A projection like the names: values are in the form in which equal means the same ([`crate::read::evident`]). Gives
//! candidates; the caller looks whether they hold the value.

use super::lookup::Lookup;
use super::table::Handle;
use crate::read::is_strong;
use crate::resolve::level;
use rustc_hash::{FxHashMap, FxHasher};
use std::collections::BTreeMap;
use std::hash::Hasher;

/// The values of a space.
#[derive(Debug, Clone, Default)]
pub(super) struct Values {
    holders: Lookup,
    /// By a hash of field and value. Not of strong ones, which say the same however many there are.
    counts: FxHashMap<u64, u32>,
    /// Values of which the count changed, with its level before.
    moved: BTreeMap<String, u8>,
}

impl Values {
    /// From now on values are only gathered, about so many, until [`Self::lay_out`].
    pub fn gather(&mut self, about: usize) {
        self.holders.gather(about);
    }

    /// Puts in what was gathered. Nothing has moved.
    pub fn lay_out(&mut self) {
        self.holders.lay_out();
        self.moved.clear();
    }

    /// An entity holds a value.
    pub fn hold(&mut self, field: &str, value: &str, entity: Handle) {
        self.holders.insert(&[field, "=", value], entity);
        if !is_strong(field) {
            let place = place(field, value);
            let count = self.counts.entry(hash(&place)).or_default();
            self.moved.entry(place).or_insert(level(*count));
            *count += 1;
        }
    }

    /// It no longer does.
    pub fn let_go(&mut self, field: &str, value: &str, entity: Handle) {
        self.holders.remove(&[field, "=", value], entity);
        let place = place(field, value);
        let key = hash(&place);
        if let Some(count) = self.counts.get_mut(&key) {
            self.moved.entry(place).or_insert(level(*count));
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&key);
            }
        }
    }

    /// Entities that may hold a value.
    pub fn candidates(&self, field: &str, value: &str) -> Vec<Handle> {
        self.holders.candidates(&[field, "=", value]).collect()
    }

    /// How many entities hold a value of a field that is not strong.
    pub fn count(&self, field: &str, value: &str) -> u32 {
        self.counts.get(&hash(&place(field, value))).copied().unwrap_or_default()
    }

    /// Entities that may hold a value that became so much commoner or rarer that pairs may have to be judged afresh; then
    /// none until that happens again.
    pub fn take_moved(&mut self) -> Vec<Handle> {
        let moved = std::mem::take(&mut self.moved).into_iter();
        let moved = moved
            .filter(|(place, before)| level(self.counts.get(&hash(place)).copied().unwrap_or_default()) != *before);
        let values =
            moved.filter_map(|(place, _)| place.split_once('=').map(|(field, value)| self.candidates(field, value)));
        values.flatten().collect()
    }
}

/// Where a value is found. Names of fields hold no `=`.
fn place(field: &str, value: &str) -> String {
    [field, "=", value].concat()
}

fn hash(place: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(place.as_bytes());
    hasher.finish()
}
