//! Names as nodes: one node a distinct exact key, with who holds it and which mentions bear it.
//!
//! A projection: it is built from entities, mentions and what the owner said that names do not mean. A snapshot keeps the
//! keys of names, for they cost most of the time that building takes; who holds a name is found anew. Whoever asks gets
//! handles; whether an entity is in use is for the caller to say.

use super::lookup::Lookup;
use super::rows::{BLOCK, Rows};
use super::saved_name::SavedName;
use super::table::Handle;
use crate::index::NameIndex;
use crate::names::tables::FormKeys;
use crate::names::{NameKeys, Tables, exact_key};
use smallvec::SmallVec;

/// Position of a node.
pub type NodeId = u32;

/// A distinct exact key.
#[derive(Debug, Clone)]
pub struct Node {
    /// Its keys.
    pub keys: NameKeys,
    /// The name as first written.
    pub text: Box<str>,
    /// Entities with this name, redirected ones included, retired ones not.
    pub holders: SmallVec<[Handle; 1]>,
    /// Mentions in text with this name.
    pub mentions: Vec<Handle>,
    /// How many of them raise a question if nothing holds the name.
    pub named: u32,
    /// How many entities the owner said that these mentions do not mean.
    pub refused: u32,
}

/// All nodes of a space.
#[derive(Debug, Clone, Default)]
pub struct Nodes {
    nodes: Rows<Node>,
    by_exact: Lookup,
    by_folded: Lookup,
    held: NameIndex,
    wanted: NameIndex,
    /// So many names are in the snapshot.
    saved: usize,
}

impl Nodes {
    /// About so many names will come in blocks of a snapshot. None may be asked for before [`Self::gather_holders`].
    pub(crate) fn gather_names(&mut self, about: usize) {
        self.by_exact.gather(about);
        self.by_folded.gather(about);
    }

    /// About so many names will be found or made, and held. Folded keys and the index of held names may not be asked
    /// before [`Self::lay_out`].
    pub(crate) fn gather_holders(&mut self, about: usize) {
        self.by_exact.lay_out();
        self.held.gather(about);
    }

    /// Lays out what was gathered.
    pub(crate) fn lay_out(&mut self) {
        self.by_folded.lay_out();
        self.held.lay_out();
    }

    /// The node of a name; made if it is not there. None for a name with an empty key.
    pub fn ensure(&mut self, text: &str) -> Option<NodeId> {
        let exact = exact_key(text);
        if exact.is_empty() {
            return None;
        }
        if let Some(id) = self.exact(&exact) {
            return Some(id);
        }
        let id = self.nodes.len() as NodeId;
        self.push(NameKeys::of(text, exact), text.into());
        Some(id)
    }

    fn push(&mut self, keys: NameKeys, text: Box<str>) {
        let id = self.nodes.len() as NodeId;
        self.by_exact.insert(&[&keys.exact], id);
        if !keys.folded.is_empty() {
            self.by_folded.insert(&[&keys.folded], id);
        }
        self.nodes.push(Node { keys, text, holders: SmallVec::new(), mentions: Vec::new(), named: 0, refused: 0 });
    }

    /// The names of a block, as a snapshot keeps them. They never change.
    pub(crate) fn block(&self, number: u32) -> Vec<SavedName<'_>> {
        self.nodes.block(number).iter().map(|node| SavedName::of(&node.text, &node.keys)).collect()
    }

    /// Adds the names of a block of a snapshot; false, and nothing is changed, if they do not follow.
    pub(crate) fn restore(&mut self, number: u32, names: &[SavedName<'_>]) -> bool {
        let follows = self.nodes.len() == number as usize * BLOCK && names.len() <= BLOCK;
        if follows {
            for name in names {
                self.push(name.keys(), name.text.into());
            }
            self.saved = self.nodes.len();
        }
        follows
    }

    /// Blocks with names that the snapshot has not.
    pub(crate) fn unsaved(&self, since: usize) -> std::ops::Range<u32> {
        let end = self.nodes.len().div_ceil(BLOCK) as u32;
        if since < self.nodes.len() { (since / BLOCK) as u32..end } else { end..end }
    }

    /// How many names the snapshot has.
    pub(crate) fn saved(&self) -> usize {
        self.saved
    }

    /// Notes that the snapshot has all names there are.
    pub(crate) fn set_saved(&mut self) {
        self.saved = self.nodes.len();
    }

    /// The keys of all names that something is called by, in an order that does not depend on which came first.
    pub(crate) fn in_use(&self) -> Vec<SavedName<'_>> {
        let in_use = |node: &&Node| !node.holders.is_empty() || !node.mentions.is_empty();
        let mut all: Vec<_> = self.nodes.from(0).filter(in_use).map(|node| SavedName::unwritten(&node.keys)).collect();
        all.sort_unstable_by(|a, b| a.exact.cmp(&b.exact));
        all
    }

    /// Names whose folded key contains a text: a look at each.
    pub fn containing<'s>(&'s self, text: &'s str) -> impl Iterator<Item = &'s Node> + 's {
        let finder = memchr::memmem::Finder::new(text);
        self.nodes.from(0).filter(move |node| finder.find(node.keys.folded.as_bytes()).is_some())
    }

    /// The node of an exact key.
    pub fn exact(&self, key: &str) -> Option<NodeId> {
        self.by_exact.candidates(&[key]).find(|id| &*self.keys(*id).exact == key)
    }

    /// The nodes of a folded key, oldest first.
    pub fn folded(&self, key: &str) -> Vec<NodeId> {
        let mut found: Vec<NodeId> =
            self.by_folded.candidates(&[key]).filter(|id| &*self.keys(*id).folded == key).collect();
        found.sort_unstable();
        found
    }

    /// A node.
    pub fn at(&self, id: NodeId) -> &Node {
        self.nodes.at(id as usize)
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 0
    }

    /// The index over names that an entity holds.
    pub fn held(&self) -> &NameIndex {
        &self.held
    }

    /// The index over names in text that nothing holds, or that the owner said do not mean one who is near.
    pub fn wanted(&self) -> &NameIndex {
        &self.wanted
    }

    /// The tables of names that both indexes compare by.
    pub fn tables(&self) -> &Tables {
        self.held.tables()
    }

    /// Adds two forms of a name to the tables, or takes them out. Gives the names that may compare otherwise than before.
    pub fn set_form(&mut self, form: &FormKeys, holds: bool) -> Vec<NodeId> {
        let mut out = self.held.set_form(form, holds, Some(&self.wanted));
        out.extend(self.wanted.set_form(form, holds, Some(&self.held)));
        out
    }

    /// Keys of a node, for the indexes.
    pub fn keys(&self, id: NodeId) -> &NameKeys {
        &self.at(id).keys
    }

    /// An entity holds the name.
    pub fn hold(&mut self, id: NodeId, entity: Handle) {
        self.change(id, |node| {
            if !node.holders.contains(&entity) {
                node.holders.push(entity);
                node.holders.sort_unstable();
            }
        });
    }

    /// It no longer does.
    pub fn let_go(&mut self, id: NodeId, entity: Handle) {
        self.change(id, |node| node.holders.retain(|holder| *holder != entity));
    }

    /// A mention bears the name.
    pub fn bear(&mut self, id: NodeId, mention: Handle, raises_questions: bool) {
        self.change(id, |node| {
            node.mentions.push(mention);
            node.named += u32::from(raises_questions);
        });
    }

    /// The owner said of one more entity that the name in text does not mean it.
    pub fn refuse(&mut self, id: NodeId) {
        self.change(id, |node| node.refused += 1);
    }

    /// That was taken back for one.
    pub fn permit(&mut self, id: NodeId) {
        self.change(id, |node| node.refused = node.refused.saturating_sub(1));
    }

    /// Names in which a token is that became so much commoner or rarer that pairs may have to be judged afresh; then
    /// none until that happens again.
    pub fn take_moved(&mut self) -> Vec<NodeId> {
        self.held.take_moved()
    }

    /// Keeps the two indexes in line with what the node is.
    fn change(&mut self, id: NodeId, change: impl FnOnce(&mut Node)) {
        let node = self.nodes.at_mut(id as usize);
        let was = (is_held(node), is_wanted(node));
        change(node);
        let is = (is_held(node), is_wanted(node));
        let keys = &self.nodes.at(id as usize).keys;
        for (index, was, is) in [(&mut self.held, was.0, is.0), (&mut self.wanted, was.1, is.1)] {
            match (was, is) {
                (true, false) => index.remove(id, keys),
                (false, true) => index.insert(id, keys),
                _ => {}
            }
        }
    }
}

fn is_held(node: &Node) -> bool {
    !node.holders.is_empty()
}

fn is_wanted(node: &Node) -> bool {
    node.named > 0 && (node.refused > 0 || !is_held(node))
}
