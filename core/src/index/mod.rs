//! The fast path to nearness: which names of a scope are near a given one or answer it, and which are near each other.
//!
//! Holds one node a distinct name (by exact key) and answers exactly what an exhaustive scan with
//! [`crate::resolve::compare_with`] would; how near is decided there, never here. Knows nodes, not entities, and nothing of
//! scopes: there is one index a scope. Exact keys are looked up in the state, not here. Everything in it can be
//! rebuilt from the names and what was added to the tables of names.
//!
//! How: every token of every name is interned. A query expands each of its tokens to the tokens that relate to it
//! (deletion neighbourhoods for edits, the table of short forms, prefixes, Daitch–Mokotoff codes), and scans the nodes
//! that hold one of the rarest. Whole names are found by hashes of folded keys and their halves.
//!
//! ```
//! use namesake_core::{index::NameIndex, names::NameKeys};
//! let names: Vec<NameKeys> = ["Robert Klein", "Roberta Silva"].map(NameKeys::new).into();
//! let mut index = NameIndex::new();
//! for (node, keys) in (0..).zip(&names) {
//!     index.insert(node, keys);
//! }
//! let near = index.near(&NameKeys::new("Bob Kline"), &|node| &names[node as usize], 10);
//! assert_eq!(near.hits[0].node, 0);
//! assert_eq!((near.total, near.cut), (1, 0));
//! ```

mod deletions;
mod forms;
mod hash;
mod lookup;
mod multimap;
mod near;
mod node;
mod pairs;
mod postings;
mod query;
mod vocabulary;
mod wholes;
mod worth;

use node::Node;
use postings::Postings;
use vocabulary::Vocabulary;
use wholes::Wholes;

pub(crate) use multimap::MultiMap;
pub use near::{Hit, Near};
pub use pairs::{PairCursor, PairStats};

use crate::names::{NameKeys, Tables};
use crate::resolve::{level, names_level};
use rustc_hash::FxHashMap;

/// How the index finds the keys of a node. Only asked for nodes that were inserted and not removed.
pub type KeysOf<'a, 'k> = &'a dyn Fn(u32) -> &'k NameKeys;

/// The searchable projection of a scope's names.
#[derive(Clone, Debug, Default)]
pub struct NameIndex {
    nodes: Vec<Option<Node>>,
    live: usize,
    /// Counts changes, so that what was learned from the index can be told to be old.
    generation: u64,
    /// Tokens whose count changed, with the level that it had, and the level of the number of names, since they were
    /// last asked for.
    moved: FxHashMap<u32, u8>,
    names_were: Option<u8>,
    /// See [`Self::gather`].
    gathers: bool,
    tables: Tables,
    vocabulary: Vocabulary,
    postings: Postings,
    wholes: Wholes,
}

impl NameIndex {
    /// An empty index.
    pub fn new() -> Self {
        Self::default()
    }

    /// From now on nodes are only added, about so many, until [`Self::lay_out`]: several times as fast. Nothing may be
    /// asked or removed before, and [`Self::take_moved`] tells nothing of them. Only for an empty index.
    pub(crate) fn gather(&mut self, about: usize) {
        self.gathers = true;
        self.nodes.reserve_exact(about);
        self.vocabulary.gather(about);
        self.wholes.gather(about);
    }

    /// Puts in what was gathered.
    pub(crate) fn lay_out(&mut self) {
        self.gathers = false;
        self.vocabulary.lay_out();
        self.wholes.lay_out();
    }

    /// How many nodes it holds.
    pub fn len(&self) -> usize {
        self.live
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// Adds a node. Node ids should be small and dense; memory grows with the largest. Inserting a node that is
    /// there already does nothing: remove it first, with the keys that it was inserted with.
    pub fn insert(&mut self, node: u32, keys: &NameKeys) {
        let at = node as usize;
        if self.nodes.len() <= at {
            self.nodes.resize_with(at + 1, || None);
        }
        if self.nodes.get(at).is_some_and(Option::is_some) {
            return;
        }
        let entry = Node::new(keys, &mut self.vocabulary);
        self.postings.insert(node, &entry, &self.vocabulary);
        if !self.gathers {
            self.note_moved(&entry, 1);
            self.names_were.get_or_insert(names_level(self.live as u32));
        }
        self.wholes.insert(node, keys);
        if let Some(place) = self.nodes.get_mut(at) {
            *place = Some(entry);
            self.live += 1;
            self.generation += 1;
        }
    }

    /// Removes a node. `keys` must be those it was inserted with. Removing what is not there does nothing.
    pub fn remove(&mut self, node: u32, keys: &NameKeys) {
        let Some(entry) = self.nodes.get_mut(node as usize).and_then(Option::take) else { return };
        self.names_were.get_or_insert(names_level(self.live as u32));
        self.live -= 1;
        self.generation += 1;
        self.postings.remove(node, &entry, &self.vocabulary);
        self.note_moved(&entry, -1);
        self.wholes.remove(node, keys);
    }

    /// Notes the levels of a node's tokens before it was put in (1) or taken out (-1).
    fn note_moved(&mut self, entry: &Node, by: i64) {
        for token in &entry.tokens {
            let before = level((i64::from(self.holders(*token)) - by) as u32);
            self.moved.entry(*token).or_insert(before);
        }
    }

    /// Nodes of which [`judge`](crate::resolve::judge) may say something else than when this was last asked, because so many
    /// more or fewer names hold one of their tokens, or are there at all.
    pub fn take_moved(&mut self) -> Vec<u32> {
        let moved = std::mem::take(&mut self.moved);
        if self.names_were.take().is_some_and(|before| before != names_level(self.live as u32)) {
            let nodes = self.nodes.iter().enumerate();
            return nodes.filter(|(_, node)| node.is_some()).map(|(at, _)| at as u32).collect();
        }
        let moved = moved.into_iter().filter(|(token, before)| level(self.holders(*token)) != *before);
        let lists = moved.flat_map(|(token, _)| [self.postings.plain(token), self.postings.marked(token)]);
        let mut out: Vec<u32> = lists.flatten().copied().collect();
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Bytes on the heap, about.
    pub fn heap_bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Option<Node>>()
            + self.vocabulary.heap_bytes()
            + self.postings.heap_bytes()
            + self.wholes.heap_bytes()
    }

    fn node(&self, node: u32) -> Option<&Node> {
        self.nodes.get(node as usize)?.as_ref()
    }
}
