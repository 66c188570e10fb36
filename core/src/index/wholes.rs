//! Finding whole names by their folded key: equal ones, and those one edit apart.
//!
//! One edit leaves the first or the last half of a name as it is (a swap over the middle is why a half is a little less
//! than half). So each name is stored under its length with each half, at the sizes that a partner as long or one
//! longer or shorter would cut. Source: the pigeonhole principle as in Navarro 2001, §8; Li et al., PASS-JOIN, 2011.
//! Only hashes are kept, so what comes back has to be checked.

use smallvec::SmallVec;

use super::hash;
use super::multimap::MultiMap;
use crate::names::{NameKeys, Tables};
use crate::resolve::{MOST_WHOLE_LETTERS, WHOLE_LETTERS, skeleton};

#[derive(Clone, Debug, Default)]
pub(super) struct Wholes {
    equal: MultiMap,
    halves: MultiMap,
}

type Hashes = SmallVec<[u32; 6]>;

impl Wholes {
    /// See [`super::NameIndex::gather`].
    pub fn gather(&mut self, names: usize) {
        self.equal.gather(names);
        self.halves.gather(4 * names);
    }

    pub fn lay_out(&mut self) {
        self.equal.lay_out();
        self.halves.lay_out();
    }

    pub fn insert(&mut self, node: u32, keys: &NameKeys) {
        for hash in equal_hashes(keys) {
            self.equal.insert(hash, node);
        }
        for hash in stored_halves(keys) {
            self.halves.insert(hash, node);
        }
    }

    pub fn remove(&mut self, node: u32, keys: &NameKeys) {
        for hash in equal_hashes(keys) {
            self.equal.remove(hash, node);
        }
        for hash in stored_halves(keys) {
            self.halves.remove(hash, node);
        }
    }

    /// Nodes that may have the same folded key, be a known abbreviation or look alike.
    pub fn equal(&self, keys: &NameKeys, tables: &Tables, out: &mut Vec<u32>) {
        for hash in equal_hashes(keys) {
            out.extend(self.equal.get(hash));
        }
        for other in tables.counterparts(&keys.folded) {
            out.extend(self.with_key(other));
        }
    }

    /// Nodes that may have a folded key, or be read as it.
    pub fn with_key(&self, folded: &str) -> impl Iterator<Item = u32> + '_ {
        self.equal.get(hash::short(hash::text(folded)))
    }

    /// Nodes whose folded key may be one edit away.
    pub fn one_edit(&self, keys: &NameKeys, mut visit: impl FnMut(u32)) {
        for hash in asked_halves(keys) {
            self.halves.get(hash).for_each(&mut visit);
        }
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.equal.heap_bytes() + self.halves.heap_bytes()
    }
}

fn equal_hashes(keys: &NameKeys) -> SmallVec<[u32; 2]> {
    let mut out = SmallVec::new();
    // A name of only emoji has no folded key, but is equal to itself.
    let key = if keys.folded.is_empty() { &keys.exact } else { &keys.folded };
    if !key.is_empty() {
        out.push(hash::short(hash::text(key)));
    }
    out.extend(skeleton(keys).filter(|s| !s.is_empty()).map(|s| hash::short(hash::text(&s))));
    out
}

/// Pushes the two halves of a name of `length` letters for a partner with `partner` letters, as the longer or the
/// shorter one of `owner` letters is stored.
fn push_halves(folded: &str, length: usize, partner: usize, owner: usize, out: &mut Hashes) {
    let half = length.min(partner).saturating_sub(1) / 2;
    let at = |n: usize| if folded.is_ascii() { Some(n) } else { folded.char_indices().nth(n).map(|(at, _)| at) };
    let tagged = |text: &str, end: u32| {
        let key = hash::step(hash::text(text), (owner * 1024 + half) as u32);
        hash::short(hash::step(key, end))
    };
    out.extend(at(half).and_then(|at| folded.get(..at)).map(|text| tagged(text, 0)));
    out.extend(at(length - half).and_then(|at| folded.get(at..)).map(|text| tagged(text, 1)));
}

fn length(keys: &NameKeys) -> Option<usize> {
    let length = if keys.folded.is_ascii() { keys.folded.len() } else { keys.folded.chars().count() };
    (keys.edits_allowed() && (WHOLE_LETTERS..=MOST_WHOLE_LETTERS).contains(&length)).then_some(length)
}

fn stored_halves(keys: &NameKeys) -> Hashes {
    let mut out = Hashes::new();
    if let Some(length) = length(keys) {
        // A partner as long or longer leaves this name the shorter one.
        push_halves(&keys.folded, length, length, length, &mut out);
        push_halves(&keys.folded, length, length - 1, length, &mut out);
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// Where partners of this name are stored: the same halves under their lengths.
fn asked_halves(keys: &NameKeys) -> Hashes {
    let mut out = Hashes::new();
    if let Some(length) = length(keys) {
        for partner in [length, length + 1, length - 1] {
            push_halves(&keys.folded, length, partner, partner, &mut out);
        }
    }
    out
}
