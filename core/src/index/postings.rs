//! Which nodes hold a token.
//!
//! Nodes with identity tokens ("Invoice 2031") are kept apart, under token and identity together, so that ten thousand
//! numbered things are never compared with each other. Lists are sorted by node.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::hash;
use super::node::Node;
use super::vocabulary::Vocabulary;

type List = SmallVec<[u32; 4]>;

#[derive(Clone, Debug, Default)]
pub(super) struct Postings {
    /// By token: nodes without identity tokens.
    plain: Vec<List>,
    /// By token: nodes with identity tokens.
    marked: FxHashMap<u32, List>,
    /// By token and identity: nodes with exactly these identity tokens.
    identified: FxHashMap<u64, List>,
}

impl Postings {
    pub fn insert(&mut self, node: u32, entry: &Node, vocabulary: &Vocabulary) {
        if self.plain.len() < vocabulary.len() {
            self.plain.resize_with(vocabulary.len(), List::new);
        }
        for token in posted(entry, vocabulary) {
            if entry.identity == 0 {
                self.plain.get_mut(token as usize).into_iter().for_each(|list| add(list, node));
            } else {
                add(self.marked.entry(token).or_default(), node);
                add(self.identified.entry(both(token, entry.identity)).or_default(), node);
            }
        }
    }

    pub fn remove(&mut self, node: u32, entry: &Node, vocabulary: &Vocabulary) {
        for token in posted(entry, vocabulary) {
            if entry.identity == 0 {
                self.plain.get_mut(token as usize).into_iter().for_each(|list| take(list, node));
            } else {
                take_from(&mut self.marked, token, node);
                take_from(&mut self.identified, both(token, entry.identity), node);
            }
        }
    }

    /// Nodes with this token and no identity tokens.
    pub fn plain(&self, token: u32) -> &[u32] {
        self.plain.get(token as usize).map_or(&[], |list| list.as_slice())
    }

    /// Nodes with this token and any identity tokens.
    pub fn marked(&self, token: u32) -> &[u32] {
        self.marked.get(&token).map_or(&[], |list| list.as_slice())
    }

    /// Nodes with this token and just these identity tokens.
    pub fn identified(&self, token: u32, identity: u64) -> &[u32] {
        self.identified.get(&both(token, identity)).map_or(&[], |list| list.as_slice())
    }

    /// Nodes with this token whose identity tokens do not differ from these: the same, and if `one_sided` also those that
    /// have some where the others have none.
    pub fn alike(&self, token: u32, identity: u64, one_sided: bool) -> impl Iterator<Item = u32> + '_ {
        let plain = if identity == 0 || one_sided { self.plain(token) } else { &[] };
        let marked = match identity {
            0 if one_sided => self.marked(token),
            0 => &[],
            _ => self.identified(token, identity),
        };
        plain.iter().chain(marked).copied()
    }

    /// Bytes on the heap, about.
    pub fn heap_bytes(&self) -> usize {
        let spilled = |list: &List| if list.spilled() { list.capacity() * 4 } else { 0 };
        self.plain.capacity() * size_of::<List>()
            + self.plain.iter().map(spilled).sum::<usize>()
            + self.marked.capacity() * 40
            + self.marked.values().map(spilled).sum::<usize>()
            + self.identified.capacity() * 48
            + self.identified.values().map(spilled).sum::<usize>()
    }
}

/// The tokens that a node is posted under: all but particles, each once.
fn posted(entry: &Node, vocabulary: &Vocabulary) -> SmallVec<[u32; 4]> {
    let mut out: SmallVec<[u32; 4]> =
        entry.tokens.iter().copied().filter(|token| !vocabulary.kind(*token).light).collect();
    out.sort_unstable();
    out.dedup();
    out
}

fn both(token: u32, identity: u64) -> u64 {
    hash::step(identity, token)
}

fn add(list: &mut List, node: u32) {
    match list.last() {
        Some(last) if *last >= node => {
            if let Err(at) = list.binary_search(&node) {
                list.insert(at, node);
            }
        }
        _ => list.push(node),
    }
}

fn take(list: &mut List, node: u32) {
    if let Ok(at) = list.binary_search(&node) {
        list.remove(at);
    }
}

fn take_from<K: std::hash::Hash + Eq>(map: &mut FxHashMap<K, List>, key: K, node: u32) {
    if let Some(list) = map.get_mut(&key) {
        take(list, node);
        if list.is_empty() {
            map.remove(&key);
        }
    }
}
