//! The tokens of all names, each once, and the ways from a token to those that relate to it.
//!
//! Knows tokens, not names. A token stays when the last name that held it goes, so that ids never move; a rebuild
//! forgets it.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::multimap::MultiMap;
use super::{deletions, hash};
use crate::names::sound;
use crate::resolve::{Kind, Relation, Token, diminutives, edits_for, relate, sound_strength};

/// A token that relates to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Related {
    pub token: u32,
    pub relation: Relation,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Vocabulary {
    /// All texts, one after the other.
    text: String,
    /// Where each ends.
    ends: Vec<u32>,
    kinds: Vec<Token>,
    /// Which letters occur, folded into 32 bits: a cheap check before edits are counted.
    letters: Vec<u32>,
    ids: FxHashMap<u64, u32>,
    deletions: MultiMap,
    sounds: MultiMap,
    /// By the first three letters.
    beginnings: FxHashMap<u64, Vec<u32>>,
}

/// Prefixes have at least so many letters.
const BEGINNING: usize = 3;

impl Vocabulary {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn text(&self, id: u32) -> &str {
        let at = id as usize;
        let start = at.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |end| *end as usize);
        let end = self.ends.get(at).map_or(start, |end| *end as usize);
        self.text.get(start..end).unwrap_or_default()
    }

    pub fn kind(&self, id: u32) -> Token {
        self.kinds.get(id as usize).copied().unwrap_or_else(|| Token::of(""))
    }

    pub fn first(&self, id: u32) -> Option<char> {
        self.text(id).chars().next()
    }

    pub fn id(&self, text: &str) -> Option<u32> {
        let mut hash = hash::text(text);
        loop {
            let id = *self.ids.get(&hash)?;
            if self.text(id) == text {
                return Some(id);
            }
            hash = hash.wrapping_add(1);
        }
    }

    /// The id of a token, which is added if it is new.
    pub fn intern(&mut self, text: &str) -> u32 {
        let mut hash = hash::text(text);
        while let Some(id) = self.ids.get(&hash) {
            if self.text(*id) == text {
                return *id;
            }
            hash = hash.wrapping_add(1);
        }
        let id = self.ends.len() as u32;
        let kind = Token::of(text);
        self.ids.insert(hash, id);
        self.text.push_str(text);
        self.ends.push(self.text.len() as u32);
        self.kinds.push(kind);
        self.letters.push(letters(text));
        if kind.light {
            return id;
        }
        if edits_for(kind, kind).0 > 0 {
            for variant in deletions::variants(text) {
                self.deletions.insert(variant, id);
            }
        }
        if kind.letters >= 4 {
            for code in sound::codes(text) {
                self.sounds.insert(mix(code), id);
            }
        }
        if let Some(start) = beginning(text) {
            self.beginnings.entry(hash::text(start)).or_default().push(id);
        }
        id
    }

    /// All tokens that relate to this one, itself included, without repeats. Not for single letters, to which a
    /// twentieth of all tokens relate; a single letter is found from the other side.
    pub fn related(&self, text: &str, kind: Token) -> Vec<Related> {
        let mut out: Vec<Related> = Vec::new();
        if kind.light || kind.is_initial() {
            let same = self.id(text);
            let relation = same.and_then(|id| relate((text, kind), (text, self.kind(id)), true));
            out.extend(same.zip(relation).map(|(token, relation)| Related { token, relation }));
            return out;
        }
        let mut seen = FxHashSet::default();
        let mut try_one = |id: u32, out: &mut Vec<Related>| {
            if seen.insert(id)
                && let Some(relation) = relate((text, kind), (self.text(id), self.kind(id)), true)
            {
                out.push(Related { token: id, relation });
            }
        };
        if let Some(id) = self.id(text) {
            try_one(id, &mut out);
        }
        let mask = letters(text);
        for variant in deletions::variants(text) {
            for id in self.deletions.get(variant) {
                let other = self.letters.get(id as usize).copied().unwrap_or_default();
                let (bound, _) = edits_for(kind, self.kind(id));
                // An edit takes at most one letter away and brings at most one.
                if (mask & !other).count_ones() as usize <= bound && (other & !mask).count_ones() as usize <= bound {
                    try_one(id, &mut out);
                }
            }
        }
        let mut short_forms: Vec<String> = diminutives::could_be_made(text);
        let mut respelled = diminutives::other_endings(text);
        respelled.push(text.to_owned());
        for spelling in &respelled {
            for name in diminutives::relatives(spelling) {
                short_forms.push(name.to_owned());
                short_forms.extend(diminutives::other_endings(name));
            }
        }
        for name in short_forms.iter().chain(&respelled) {
            self.id(name).into_iter().for_each(|id| try_one(id, &mut out));
        }
        for stem in diminutives::made_from(text) {
            for id in self.beginning_with(stem) {
                try_one(id, &mut out);
            }
        }
        for (at, (start, c)) in text.char_indices().enumerate() {
            if at == 0 || at + 1 >= BEGINNING {
                let prefix = text.get(..start + c.len_utf8()).unwrap_or_default();
                self.id(prefix).into_iter().for_each(|id| try_one(id, &mut out));
            }
            if at >= 64 {
                break;
            }
        }
        for id in self.beginning_with(text) {
            try_one(id, &mut out);
        }
        if kind.letters >= 4 {
            self.sound(text, &mut out);
        }
        out
    }

    /// The tokens that begin with this one of at least three letters. None for a shorter one.
    fn beginning_with<'a>(&'a self, start: &'a str) -> impl Iterator<Item = u32> + 'a {
        let tokens = beginning(start).and_then(|first| self.beginnings.get(&hash::text(first)));
        tokens.into_iter().flatten().copied().filter(move |id| self.text(*id).starts_with(start))
    }

    fn sound(&self, text: &str, out: &mut Vec<Related>) {
        let mut spelled: Vec<u32> = out.iter().map(|r| r.token).collect();
        spelled.sort_unstable();
        let codes = sound::codes(text);
        let mut ids: SmallVec<[u32; 64]> = codes.iter().flat_map(|code| self.sounds.get(mix(*code))).collect();
        ids.sort_unstable();
        ids.dedup();
        for id in ids {
            if spelled.binary_search(&id).is_ok() {
                continue;
            }
            let strength = sound_strength(text, self.text(id));
            out.push(Related {
                token: id,
                relation: Relation { kind: Kind::Sound, strength, apart: false, anchor: true },
            });
        }
    }

    /// Bytes on the heap, about.
    pub fn heap_bytes(&self) -> usize {
        let beginnings: usize = self.beginnings.values().map(|v| v.capacity() * 4 + 40).sum();
        self.text.capacity()
            + self.ends.capacity() * 4
            + self.kinds.capacity() * size_of::<Token>()
            + self.letters.capacity() * 4
            + self.ids.capacity() * 17
            + self.deletions.heap_bytes()
            + self.sounds.heap_bytes()
            + beginnings
    }
}

/// Codes are neighbours; the buckets of a multimap want them spread.
fn mix(code: u32) -> u32 {
    hash::short(hash::step(0, code))
}

/// Which letters occur, five bits of each.
fn letters(text: &str) -> u32 {
    text.chars().fold(0, |mask, c| mask | 1 << (u32::from(c) % 32))
}

fn beginning(text: &str) -> Option<&str> {
    let (start, c) = text.char_indices().nth(BEGINNING - 1)?;
    text.get(..start + c.len_utf8())
}
