//! A multimap from 32-bit hashes to small numbers, in three flat arrays.
//!
//! Holds no keys: what comes back may have another key, and the caller checks. Why not a `HashMap<_, Vec<_>>`: a
//! hundred thousand names have a million entries, nearly all alone in their bucket, and a `Vec` each would cost
//! five times the memory and an allocation an entry.

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Entry {
    hash: u32,
    value: u32,
    next: u32,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(crate) struct MultiMap {
    heads: Vec<u32>,
    entries: Vec<Entry>,
    /// Head of the list of removed entries.
    free: Option<u32>,
    len: usize,
}

impl MultiMap {
    /// Makes room for so many entries in all.
    pub fn reserve(&mut self, entries: usize) {
        self.entries.reserve_exact(entries.saturating_sub(self.entries.len()));
        let heads = entries.next_power_of_two();
        if heads > self.heads.len().max(64) {
            self.spread(heads);
        }
    }

    pub fn insert(&mut self, hash: u32, value: u32) {
        if self.len >= self.heads.len() {
            self.spread((self.heads.len() * 2).max(64));
        }
        let slot = self.slot(hash);
        let entry = Entry { hash, value, next: self.heads.get(slot).copied().unwrap_or(NONE) };
        let at = match self.free {
            Some(at) => {
                if let Some(place) = self.entries.get_mut(at as usize) {
                    self.free = (place.next != NONE).then_some(place.next);
                    *place = entry;
                }
                at
            }
            None => {
                if self.entries.len() == self.entries.capacity() {
                    // By a quarter: a memory of a hundred thousand names is not to hold room for two.
                    self.entries.reserve_exact(64 + self.entries.len() / 4);
                }
                self.entries.push(entry);
                (self.entries.len() - 1) as u32
            }
        };
        if let Some(head) = self.heads.get_mut(slot) {
            *head = at;
        }
        self.len += 1;
    }

    /// Removes one entry of this hash and value, if there is one.
    pub fn remove(&mut self, hash: u32, value: u32) {
        if self.heads.is_empty() {
            return;
        }
        let slot = self.slot(hash);
        let (mut before, mut at) = (NONE, self.heads.get(slot).copied().unwrap_or(NONE));
        while let Some(entry) = self.entries.get(at as usize).copied() {
            if entry.hash == hash && entry.value == value {
                let link = match self.entries.get_mut(before as usize) {
                    Some(previous) => &mut previous.next,
                    None => match self.heads.get_mut(slot) {
                        Some(head) => head,
                        None => return,
                    },
                };
                *link = entry.next;
                if let Some(place) = self.entries.get_mut(at as usize) {
                    place.next = self.free.unwrap_or(NONE);
                }
                self.free = Some(at);
                self.len -= 1;
                return;
            }
            (before, at) = (at, entry.next);
        }
    }

    /// The values under a hash.
    pub fn get(&self, hash: u32) -> impl Iterator<Item = u32> + '_ {
        let mut at =
            if self.heads.is_empty() { NONE } else { self.heads.get(self.slot(hash)).copied().unwrap_or(NONE) };
        std::iter::from_fn(move || {
            while let Some(entry) = self.entries.get(at as usize) {
                at = entry.next;
                if entry.hash == hash {
                    return Some(entry.value);
                }
            }
            None
        })
    }

    fn slot(&self, hash: u32) -> usize {
        // `heads.len()` is a power of two.
        hash as usize & (self.heads.len() - 1)
    }

    /// Chains the entries anew over so many heads, a power of two.
    fn spread(&mut self, heads: usize) {
        let live: Vec<bool> = {
            let mut live = vec![true; self.entries.len()];
            let mut at = self.free;
            while let Some(free) = at {
                if let Some(flag) = live.get_mut(free as usize) {
                    *flag = false;
                }
                at = self.entries.get(free as usize).map(|e| e.next).filter(|next| *next != NONE);
            }
            live
        };
        self.heads = vec![NONE; heads];
        for (at, live) in live.into_iter().enumerate().filter(|(_, live)| *live) {
            debug_assert!(live);
            let Some(hash) = self.entries.get(at).map(|e| e.hash) else { continue };
            let slot = self.slot(hash);
            if let (Some(entry), Some(head)) = (self.entries.get_mut(at), self.heads.get_mut(slot)) {
                entry.next = *head;
                *head = at as u32;
            }
        }
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.heads.capacity() * 4 + self.entries.capacity() * size_of::<Entry>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_what_is_put_in_and_forgets_what_is_taken_out() {
        let mut map = MultiMap::default();
        map.reserve(300);
        for value in 0..1000 {
            map.insert(value % 97, value);
        }
        for value in (0..1000).step_by(3) {
            map.remove(value % 97, value);
        }
        for value in 1000..1500 {
            map.insert(value % 97, value);
        }
        for hash in 0..97 {
            let mut found: Vec<u32> = map.get(hash).collect();
            found.sort_unstable();
            let right: Vec<u32> = (0..1500).filter(|v| v % 97 == hash && (*v >= 1000 || v % 3 != 0)).collect();
            assert_eq!(found, right);
        }
        map.remove(5000, 1);
        assert_eq!(map.get(5000).count(), 0);
    }
}
