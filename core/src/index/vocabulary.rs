//! The tokens of all names, each once, and the ways from a token to those that relate to it.
//!
//! Knows tokens, not names. A token stays when the last name that held it goes, so that ids never move; a rebuild
//! forgets it.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::multimap::MultiMap;
use super::{deletions, hash};
use crate::names::{Tables, sound};
use crate::resolve::{MAX_EDIT_LETTERS, Relation, Token, diminutives, edits_for, relate};

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
    words: Vec<Word>,
    ids: FxHashMap<u64, u32>,
    deletions: MultiMap,
    /// By code. Lists, not a multimap: hundreds of tokens share a code.
    sounds: FxHashMap<u32, SmallVec<[u32; 4]>>,
    /// By the first letters, of each number in [`BEGINNINGS`].
    beginnings: MultiMap,
    /// Tokens that could be short forms made from another, by their stems.
    diminutives: MultiMap,
}

/// What is kept of a token, together because it is read together.
#[derive(Clone, Copy, Debug)]
struct Word {
    /// Where its text ends.
    end: u32,
    /// Which letters occur, folded into 32 bits: a cheap check before edits are counted.
    letters: u32,
    kind: Token,
    /// Its only sound code, or [`NO_CODE`] or [`MANY_CODES`].
    code: u32,
}

/// Codes have six digits.
const NO_CODE: u32 = u32::MAX;
const MANY_CODES: u32 = u32::MAX - 1;

/// Prefixes have at least three letters. Those of five and more, which are most tokens, are looked for among fewer.
const BEGINNINGS: [usize; 2] = [3, 5];

impl Vocabulary {
    /// See [`super::NameIndex::gather`].
    pub fn gather(&mut self, names: usize) {
        // Half a token a name, and a dozen variants of each.
        self.deletions.gather(6 * names);
        self.beginnings.gather(names);
        self.diminutives.gather(names);
    }

    pub fn lay_out(&mut self) {
        self.deletions.lay_out();
        self.beginnings.lay_out();
        self.diminutives.lay_out();
    }

    pub fn len(&self) -> usize {
        self.words.len()
    }

    pub fn text(&self, id: u32) -> &str {
        let at = id as usize;
        let start = at.checked_sub(1).and_then(|before| self.words.get(before)).map_or(0, |word| word.end as usize);
        let end = self.words.get(at).map_or(start, |word| word.end as usize);
        self.text.get(start..end).unwrap_or_default()
    }

    pub fn kind(&self, id: u32) -> Token {
        self.words.get(id as usize).map_or_else(|| Token::of(""), |word| word.kind)
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
        let id = self.words.len() as u32;
        let kind = Token::of(text);
        self.ids.insert(hash, id);
        self.text.push_str(text);
        let codes = if kind.light || kind.letters < 4 { SmallVec::new() } else { sound::codes(text) };
        let code = match codes.as_slice() {
            [] => NO_CODE,
            [only] => *only,
            _ => MANY_CODES,
        };
        self.words.push(Word { end: self.text.len() as u32, letters: letters(text), kind, code });
        if kind.light {
            return id;
        }
        if edits_for(kind, kind).0 > 0 {
            for variant in deletions::variants(text) {
                self.deletions.insert(variant, id);
            }
        }
        for code in codes {
            self.sounds.entry(code).or_default().push(id);
        }
        for letters in BEGINNINGS {
            if let Some(start) = first_letters(text, letters) {
                self.beginnings.insert(hash::short(hash::text(start)), id);
            }
        }
        for stem in diminutives::stems(text) {
            self.diminutives.insert(hash::short(hash::text(stem)), id);
        }
        id
    }

    /// All tokens that relate to this one, itself included, without repeats. Not for single letters, to which a
    /// twentieth of all tokens relate; a single letter is found from the other side. Sounds come without their strength,
    /// which few of them need.
    pub fn related(&self, text: &str, kind: Token, tables: &Tables) -> Vec<Related> {
        let mut out = self.spelled(text, kind, tables);
        if kind.letters >= 4 && !kind.light && !kind.is_initial() {
            self.sounding(text, &mut out);
        }
        out
    }

    /// The same without those that only sound alike.
    pub fn spelled(&self, text: &str, kind: Token, tables: &Tables) -> Vec<Related> {
        let mut out: Vec<Related> = Vec::new();
        if kind.light || kind.is_initial() {
            let same = self.id(text);
            let relation = same.and_then(|id| relate((text, kind), (text, self.kind(id)), true, tables));
            out.extend(same.zip(relation).map(|(token, relation)| Related { token, relation }));
            return out;
        }
        let mut seen = FxHashSet::default();
        let mut try_one = |id: u32, out: &mut Vec<Related>| {
            if seen.insert(id)
                && let Some(relation) = relate((text, kind), (self.text(id), self.kind(id)), true, tables)
            {
                out.push(Related { token: id, relation });
            }
        };
        let own = self.id(text);
        if let Some(id) = own {
            try_one(id, &mut out);
        }
        let mask = letters(text);
        for variant in deletions::variants(text) {
            for id in self.deletions.get(variant).filter(|id| Some(*id) != own) {
                let Some(word) = self.words.get(id as usize) else { continue };
                let (bound, _) = edits_for(kind, word.kind);
                // An edit takes at most one letter away and brings at most one.
                let (gone, come) = ((mask & !word.letters).count_ones(), (word.letters & !mask).count_ones());
                if gone as usize <= bound && come as usize <= bound {
                    try_one(id, &mut out);
                }
            }
        }
        // Short forms in the table, and made from this one or from a name related to it.
        let mut names = diminutives::relatives(text);
        for spelling in diminutives::other_endings(text) {
            names.extend(diminutives::relatives(&spelling));
            self.id(&spelling).into_iter().for_each(|id| try_one(id, &mut out));
        }
        for name in names {
            self.id(name).into_iter().for_each(|id| try_one(id, &mut out));
            for end in BEGINNINGS[0]..name.len() {
                let stem = name.get(..end).unwrap_or_default();
                self.with_stem(stem).for_each(|id| try_one(id, &mut out));
            }
        }
        for name in tables.relatives(text) {
            self.id(name).into_iter().for_each(|id| try_one(id, &mut out));
        }
        for stem in diminutives::stems(text) {
            self.with_stem(stem).for_each(|id| try_one(id, &mut out));
            if !diminutives::is_known(text) {
                self.beginning_with(stem).for_each(|id| try_one(id, &mut out));
            }
        }
        for (at, (start, c)) in text.char_indices().enumerate().take(MAX_EDIT_LETTERS) {
            let prefix = text.get(..start + c.len_utf8()).unwrap_or_default();
            if at == 0 || at + 1 >= BEGINNINGS[0] {
                self.id(prefix).into_iter().for_each(|id| try_one(id, &mut out));
            }
            if at + 1 >= BEGINNINGS[0] {
                self.with_stem(prefix).for_each(|id| try_one(id, &mut out));
            }
        }
        for id in self.beginning_with(text) {
            try_one(id, &mut out);
        }
        out
    }

    /// The tokens that begin with a text of at least three letters. None for a shorter one.
    pub fn beginning_with<'a>(&'a self, start: &'a str) -> impl Iterator<Item = u32> + 'a {
        let first = BEGINNINGS.iter().rev().find_map(|letters| first_letters(start, *letters));
        let tokens = first.map(|first| self.beginnings.get(hash::short(hash::text(first))));
        tokens.into_iter().flatten().filter(move |id| self.text(*id).starts_with(start))
    }

    /// The tokens that could be short forms with this stem, and some that could not.
    fn with_stem(&self, stem: &str) -> impl Iterator<Item = u32> + '_ {
        self.diminutives.get(hash::short(hash::text(stem)))
    }

    /// Adds the tokens that sound alike and are not among these yet.
    pub fn sounding(&self, text: &str, out: &mut Vec<Related>) {
        let own = self.id(text);
        let mut spelled: Vec<u32> = out.iter().map(|r| r.token).collect();
        spelled.sort_unstable();
        let codes = match own.and_then(|id| self.words.get(id as usize)).map(|word| word.code) {
            Some(NO_CODE) => SmallVec::new(),
            None | Some(MANY_CODES) => sound::codes(text),
            Some(code) => smallvec::smallvec![code],
        };
        let mut ids: SmallVec<[u32; 64]> = SmallVec::new();
        for code in &codes {
            ids.extend_from_slice(self.sounds.get(code).map_or(&[], |list| list.as_slice()));
        }
        if codes.len() > 1 {
            ids.sort_unstable();
            ids.dedup();
        }
        for id in ids {
            if spelled.binary_search(&id).is_ok() {
                continue;
            }
            out.push(Related { token: id, relation: Relation::SOUND });
        }
    }

    /// Bytes on the heap, about.
    pub fn heap_bytes(&self) -> usize {
        self.text.capacity()
            + self.words.capacity() * size_of::<Word>()
            + self.ids.capacity() * 17
            + self.deletions.heap_bytes()
            + self.sounds.capacity() * 29
            + self.sounds.values().map(|list| if list.spilled() { list.capacity() * 4 } else { 0 }).sum::<usize>()
            + self.beginnings.heap_bytes()
            + self.diminutives.heap_bytes()
    }
}

/// Which letters occur, five bits of each.
fn letters(text: &str) -> u32 {
    text.chars().fold(0, |mask, c| mask | 1 << (u32::from(c) % 32))
}

fn first_letters(text: &str, letters: usize) -> Option<&str> {
    let (start, c) = text.char_indices().nth(letters - 1)?;
    text.get(..start + c.len_utf8())
}
