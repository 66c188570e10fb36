//! Entities in use by name, for lists. Put in order when a list is first asked for: most sessions ask for none, and the
//! order of a hundred thousand names costs a tenth of opening a memory.

use super::table::Handle;
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// Exact key of the preferred name, then age.
pub type ByName = BTreeSet<(Box<str>, Handle)>;

/// See the module.
#[derive(Debug, Clone, Default)]
pub(super) struct Listed {
    count: usize,
    order: OnceCell<ByName>,
}

impl Listed {
    /// Adds an entity; `key` is only asked for if there is an order to keep.
    pub fn insert(&mut self, entity: Handle, key: impl FnOnce() -> Box<str>) {
        self.count += 1;
        if let Some(order) = self.order.get_mut() {
            order.insert((key(), entity));
        }
    }

    /// Takes it out; `key` must be the one it was added with.
    pub fn remove(&mut self, entity: Handle, key: impl FnOnce() -> Box<str>) {
        self.count -= 1;
        if let Some(order) = self.order.get_mut() {
            order.remove(&(key(), entity));
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// All in order; `all` gives them in any order if they have none yet.
    pub fn order(&self, all: impl FnOnce() -> ByName) -> &ByName {
        self.order.get_or_init(all)
    }
}
