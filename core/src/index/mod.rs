//! The fast path to nearness: which names of a scope are near a given one, and which are near each other.
//!
//! Holds one node a distinct name (by exact key) and answers exactly what an exhaustive scan with
//! [`crate::resolve::compare()`] would; how near is decided there, never here. Knows nodes, not entities, and nothing of
//! scopes: there is one index a scope. Exact keys are looked up in the state, not here. Everything in it can be
//! rebuilt from the names.
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
mod hash;
mod multimap;
mod near;
mod node;
mod pairs;
mod postings;
mod query;
mod sharing;
mod vocabulary;
mod wholes;

use node::Node;
use postings::Postings;
use vocabulary::Vocabulary;
use wholes::Wholes;

pub(crate) use multimap::MultiMap;
pub use near::{Hit, Near};
pub use pairs::{LeftOut, PairCursor, PairStats};

use crate::names::NameKeys;

/// How the index finds the keys of a node. Only asked for nodes that were inserted and not removed.
pub type KeysOf<'a, 'k> = &'a dyn Fn(u32) -> &'k NameKeys;

/// The searchable projection of a scope's names.
#[derive(Clone, Debug, Default)]
pub struct NameIndex {
    nodes: Vec<Option<Node>>,
    live: usize,
    vocabulary: Vocabulary,
    postings: Postings,
    wholes: Wholes,
}

impl NameIndex {
    /// An empty index.
    pub fn new() -> Self {
        Self::default()
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
        self.wholes.insert(node, keys);
        if let Some(place) = self.nodes.get_mut(at) {
            *place = Some(entry);
            self.live += 1;
        }
    }

    /// Removes a node. `keys` must be those it was inserted with. Removing what is not there does nothing.
    pub fn remove(&mut self, node: u32, keys: &NameKeys) {
        let Some(entry) = self.nodes.get_mut(node as usize).and_then(Option::take) else { return };
        self.live -= 1;
        self.postings.remove(node, &entry, &self.vocabulary);
        self.wholes.remove(node, keys);
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
