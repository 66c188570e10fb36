//! A multimap from 32-bit hashes to small numbers, in one flat array.
//!
//! Holds no keys: what comes back may have another key, and the caller checks. Why not a `HashMap<_, Vec<_>>`: a
//! hundred thousand names have two million entries, nearly all alone under their hash, and a `Vec` each would cost
//! five times the memory and an allocation an entry.
//!
//! How: an open-addressed table whose entries stand in the order of their hashes, at or soon after the place that the
//! hash calls for (Amble and Knuth 1974). So a look-up reads one line of memory, and growing copies from front to back.
//! What many entries share a hash is kept in lists beside the table, so that a hash that everything has makes nothing
//! slow. Many entries are sorted and laid out at once ([`MultiMap::gather`]), which costs a fifth of as many insertions.

use rustc_hash::FxHashMap;

/// Marks a place that is free. No value that is put in may be this.
const FREE: u32 = u32::MAX;
/// Entries of one hash in the table; more go to a list.
const ALIKE: usize = 8;
/// Entries that are looked through, or moved, to put one into the table; where it would take more, it goes to a list.
const FAR: usize = 256;

#[derive(Clone, Copy, Debug)]
struct Entry {
    hash: u32,
    value: u32,
}

impl Entry {
    const NONE: Self = Self { hash: 0, value: FREE };
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(crate) struct MultiMap {
    /// Places by hash, and behind them those of entries that found no room before the end.
    table: Vec<Entry>,
    /// Places by hash.
    places: usize,
    /// Entries in the table.
    held: usize,
    crowded: FxHashMap<u32, Vec<u32>>,
    /// Entries that wait to be laid out.
    gathered: Option<Vec<Entry>>,
}

impl MultiMap {
    /// From now on entries are only gathered, until [`Self::lay_out`]; nothing may be looked up or removed before.
    /// `about` is how many are awaited. Only for a map without entries.
    pub fn gather(&mut self, about: usize) {
        debug_assert_eq!(self.held, 0);
        self.gathered = Some(Vec::with_capacity(about));
    }

    /// Puts in what was gathered.
    pub fn lay_out(&mut self) {
        let Some(gathered) = self.gathered.take() else { return };
        let sorted = sorted(gathered);
        self.fill(sorted.iter(), sorted.len(), sorted.len() + sorted.len() / 4);
    }

    pub fn insert(&mut self, hash: u32, value: u32) {
        debug_assert_ne!(value, FREE);
        let entry = Entry { hash: spread(hash), value };
        if let Some(gathered) = &mut self.gathered {
            return gathered.push(entry);
        }
        if self.held >= self.places / 8 * 7 {
            // By a quarter or so: a memory of a hundred thousand names is not to hold room for two.
            let had = std::mem::take(&mut self.table);
            self.fill(had.iter().filter(|entry| entry.value != FREE), self.held, self.held / 7 * 10 + 64);
        }
        let start = self.place(entry.hash);
        let run = self.table.get(start..).unwrap_or_default().iter().take(FAR);
        let before = run.take_while(|other| other.value != FREE && other.hash <= entry.hash);
        let (mut walked, mut alike) = (0, 0);
        for other in before {
            walked += 1;
            alike += usize::from(other.hash == entry.hash);
        }
        if alike >= ALIKE || walked == FAR {
            return self.crowd(entry);
        }
        // Those after it move on by one, up to the next free place.
        let mut moved = entry;
        for place in self.table.iter_mut().skip(start + walked).take(FAR) {
            std::mem::swap(place, &mut moved);
            if moved.value == FREE {
                self.held += 1;
                return;
            }
        }
        if self.table.len() < start + walked + FAR {
            self.push(moved);
            self.held += 1;
        } else {
            self.crowd(moved);
        }
    }

    /// Puts an entry into the list of its hash.
    fn crowd(&mut self, entry: Entry) {
        self.crowded.entry(entry.hash).or_default().push(entry.value);
    }

    /// Puts an entry behind the table's end.
    fn push(&mut self, entry: Entry) {
        self.table.reserve_exact(usize::from(self.table.len() == self.table.capacity()) * 64);
        self.table.push(entry);
    }

    /// Removes one entry of this hash and value, if there is one.
    pub fn remove(&mut self, hash: u32, value: u32) {
        let hash = spread(hash);
        if let Some(list) = self.crowded.get_mut(&hash)
            && let Some(at) = list.iter().rposition(|other| *other == value)
        {
            list.swap_remove(at);
            if list.is_empty() {
                self.crowded.remove(&hash);
            }
            return;
        }
        let mut at = self.place(hash);
        while let Some(entry) = self.entry(at).filter(|entry| entry.hash <= hash) {
            if entry.hash == hash && entry.value == value {
                return self.take(at);
            }
            at += 1;
        }
    }

    /// The values under a hash.
    pub fn get(&self, hash: u32) -> impl Iterator<Item = u32> + '_ {
        let hash = spread(hash);
        let from = self.table.get(self.place(hash)..).unwrap_or_default();
        let upto = from.iter().take_while(move |entry| entry.value != FREE && entry.hash <= hash);
        let more = if self.crowded.is_empty() { None } else { self.crowded.get(&hash) };
        let listed = more.map_or(&[][..], Vec::as_slice).iter().copied();
        upto.filter(move |entry| entry.hash == hash).map(|entry| entry.value).chain(listed)
    }

    /// Where a hash is looked for from. Grows with the hash.
    fn place(&self, hash: u32) -> usize {
        ((u64::from(hash) * self.places as u64) >> 32) as usize
    }

    /// The entry at a place; none if it is free or beyond the end.
    fn entry(&self, at: usize) -> Option<Entry> {
        self.table.get(at).copied().filter(|entry| entry.value != FREE)
    }

    /// Takes out an entry, and moves those after it that stand too far back.
    fn take(&mut self, at: usize) {
        let mut end = at + 1;
        while self.entry(end).is_some_and(|entry| self.place(entry.hash) < end) {
            end += 1;
        }
        self.table.copy_within(at + 1..end, at);
        if let Some(place) = self.table.get_mut(end - 1) {
            place.value = FREE;
        }
        self.held -= 1;
    }

    /// Makes a table of so many places of `count` entries, which come in the order of their hashes.
    fn fill<'e>(&mut self, entries: impl Iterator<Item = &'e Entry>, count: usize, places: usize) {
        self.places = places;
        let mut table: Vec<Entry> = Vec::new();
        // Some may stand behind the end.
        table.reserve_exact(places + 64);
        let (mut last, mut alike) = (None, 0);
        self.held = count;
        for entry in entries {
            alike = if last == Some(entry.hash) { alike + 1 } else { 0 };
            last = Some(entry.hash);
            let at = self.place(entry.hash);
            if alike >= ALIKE || table.len() > at + FAR {
                self.crowd(*entry);
                self.held -= 1;
                continue;
            }
            if table.len() < at {
                table.resize(at, Entry::NONE);
            }
            table.push(*entry);
        }
        if table.len() < places {
            table.resize(places, Entry::NONE);
        }
        self.table = table;
    }

    /// Bytes on the heap, about.
    pub fn heap_bytes(&self) -> usize {
        let lists: usize = self.crowded.values().map(|list| list.capacity() * 4).sum();
        self.table.capacity() * size_of::<Entry>() + self.crowded.capacity() * (5 + size_of::<Vec<u32>>()) + lists
    }
}

/// Entries in the order of their hashes; those of one hash in the order in which they came.
fn sorted(entries: Vec<Entry>) -> Vec<Entry> {
    const BITS: u32 = 12;
    let group = |entry: &Entry| (entry.hash >> (u32::BITS - BITS)) as usize;
    let mut ends = [0_usize; 1 << BITS];
    for entry in &entries {
        ends[group(entry)] += 1;
    }
    let mut sum = 0;
    for end in &mut ends {
        sum += std::mem::replace(end, sum);
    }
    let mut out = vec![Entry::NONE; entries.len()];
    for entry in &entries {
        let end = &mut ends[group(entry)];
        out[*end] = *entry;
        *end += 1;
    }
    drop(entries);
    let mut start = 0;
    for end in ends {
        out[start..end].sort_by_key(|entry| entry.hash);
        start = end;
    }
    out
}

/// A hash whose first bits are as good as its last ones: they say where it stands. Distinct hashes stay distinct.
fn spread(hash: u32) -> u32 {
    hash.wrapping_mul(0x9E37_79B1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    fn check(map: &MultiMap, due: &BTreeMap<u32, BTreeSet<u32>>, hashes: impl Iterator<Item = u32>) {
        for hash in hashes {
            let found: Vec<u32> = map.get(hash).collect();
            let set: BTreeSet<u32> = found.iter().copied().collect();
            assert_eq!(set.len(), found.len(), "each once");
            assert_eq!(set, due.get(&hash).cloned().unwrap_or_default(), "hash {hash}");
        }
    }

    /// Puts in and takes out what `hash` makes of a thousand numbers, and more.
    fn keeps_what_is_put_in(hash: impl Fn(u32) -> u32) {
        let (mut map, mut due) = (MultiMap::default(), BTreeMap::<u32, BTreeSet<u32>>::new());
        for round in 0..4 {
            for value in 0..3_000 {
                if due.entry(hash(value)).or_default().insert(value) {
                    map.insert(hash(value), value);
                }
            }
            check(&map, &due, (0..3_000).map(&hash));
            for value in (0..3_000).filter(|value| (value + round) % 3 != 0) {
                map.remove(hash(value), value);
                due.entry(hash(value)).or_default().remove(&value);
            }
            check(&map, &due, (0..3_000).map(&hash));
        }
        map.remove(77_777, 1);
        assert_eq!(map.get(77_777).count(), 0);
    }

    #[test]
    fn keeps_what_is_put_in_and_forgets_what_is_taken_out() {
        keeps_what_is_put_in(|value| value % 97);
        keeps_what_is_put_in(|value| value.wrapping_mul(2_654_435_761));
        keeps_what_is_put_in(|value| value / 7);
        keeps_what_is_put_in(|_| 5);
        // Hashes that all stand at the end of the table (the inverse of what `spread` multiplies by).
        keeps_what_is_put_in(|value| (u32::MAX - value).wrapping_mul(0x144C_BC89));
        assert_eq!(MultiMap::default().get(3).count(), 0);
    }

    #[test]
    fn what_is_laid_out_at_once_is_what_is_put_in_one_by_one() {
        for spread in [1, 97, 100_000] {
            let (mut at_once, mut due) = (MultiMap::default(), BTreeMap::<u32, BTreeSet<u32>>::new());
            at_once.gather(10);
            for value in 0..20_000_u32 {
                let hash = value.wrapping_mul(2_654_435_761) % spread;
                at_once.insert(hash, value);
                due.entry(hash).or_default().insert(value);
            }
            at_once.lay_out();
            check(&at_once, &due, 0..spread.min(3_000));
            for value in 20_000..30_000 {
                at_once.insert(value % spread, value);
                due.entry(value % spread).or_default().insert(value);
            }
            check(&at_once, &due, 0..spread.min(3_000));
        }
        let mut empty = MultiMap::default();
        empty.gather(0);
        empty.lay_out();
        empty.insert(1, 2);
        assert!(empty.get(1).eq([2]));
    }
}
