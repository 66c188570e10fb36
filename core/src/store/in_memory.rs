//! The store in memory: for tests, for `storage: "memory"`, and the model that every other store is compared with.

use super::{Block, SnapshotChange, Store, StoreError};
use crate::journal::{Head, Row};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A fault to be raised at a call, for tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// The call fails with this error and does nothing.
    Before(StoreError),
    /// The call does its work and then fails with this error.
    After(StoreError),
}

#[derive(Debug, Clone, Default)]
struct Inner {
    rows: BTreeMap<u64, Row>,
    manifest: Option<Vec<u8>>,
    blocks: BTreeMap<String, Vec<u8>>,
    calls: u64,
    faults: BTreeMap<u64, Fault>,
}

/// A store in memory. Clones share the same data, as two tabs share a database.
#[derive(Debug, Clone, Default)]
pub struct InMemory(Rc<RefCell<Inner>>);

impl InMemory {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of calls so far.
    pub fn calls(&self) -> u64 {
        self.0.borrow().calls
    }

    /// Raises `fault` at the call with this number (the next one has number [`Self::calls`]).
    pub fn fail_at(&self, call: u64, fault: Fault) {
        self.0.borrow_mut().faults.insert(call, fault);
    }

    /// Forgets faults that were not reached.
    pub fn heal(&self) {
        self.0.borrow_mut().faults.clear();
    }

    /// Changes stored rows, for tests of damage.
    pub fn tamper(&self, change: impl FnOnce(&mut BTreeMap<u64, Row>)) {
        change(&mut self.0.borrow_mut().rows);
    }

    /// Changes stored blocks, for tests of damage.
    pub fn tamper_blocks(&self, change: impl FnOnce(&mut BTreeMap<String, Vec<u8>>)) {
        change(&mut self.0.borrow_mut().blocks);
    }

    /// Changes the stored manifest, for tests of damage.
    pub fn tamper_manifest(&self, change: impl FnOnce(&mut Option<Vec<u8>>)) {
        change(&mut self.0.borrow_mut().manifest);
    }

    /// Another store with the same rows and the same snapshot, for tests that try several things on one memory.
    pub fn copy(&self) -> Self {
        let Inner { rows, manifest, blocks, .. } = &*self.0.borrow();
        let inner =
            Inner { rows: rows.clone(), manifest: manifest.clone(), blocks: blocks.clone(), ..Inner::default() };
        Self(Rc::new(RefCell::new(inner)))
    }

    fn call<T>(&self, work: impl FnOnce(&mut Inner) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let mut inner = self.0.borrow_mut();
        let number = inner.calls;
        inner.calls += 1;
        match inner.faults.remove(&number) {
            Some(Fault::Before(error)) => Err(error),
            Some(Fault::After(error)) => work(&mut inner).and(Err(error)),
            None => work(&mut inner),
        }
    }
}

impl Inner {
    fn head(&self) -> Head {
        self.rows.values().next_back().map(Row::head).unwrap_or_default()
    }
}

impl Store for InMemory {
    async fn head(&self) -> Result<Head, StoreError> {
        self.call(|inner| Ok(inner.head()))
    }

    async fn read(&self, from: u64, max_bytes: usize) -> Result<Vec<Row>, StoreError> {
        self.call(|inner| {
            let first = inner.rows.range(..=from).next_back().map_or(from, |(first, _)| *first);
            let mut bytes = 0;
            Ok(inner
                .rows
                .range(first..)
                .map(|(_, row)| row)
                .filter(|row| row.head().sequence >= from)
                .take_while(|row| {
                    let take = bytes < max_bytes.max(1);
                    bytes += row.bytes.len();
                    take
                })
                .cloned()
                .collect())
        })
    }

    async fn append(&self, expected: &Head, rows: &[Row]) -> Result<(), StoreError> {
        self.call(|inner| {
            let head = inner.head();
            if head != *expected {
                return Err(StoreError::Conflict(head));
            }
            for row in rows {
                inner.rows.insert(row.first, row.clone());
            }
            Ok(())
        })
    }

    async fn manifest(&self) -> Result<Option<Vec<u8>>, StoreError> {
        self.call(|inner| Ok(inner.manifest.clone()))
    }

    async fn blocks(&self, names: &[String]) -> Result<Vec<Block>, StoreError> {
        self.call(|inner| {
            let found =
                |name: &String| inner.blocks.get(name).map(|bytes| Block { name: name.clone(), bytes: bytes.clone() });
            Ok(names.iter().filter_map(found).collect())
        })
    }

    async fn put_snapshot(&self, expected: Option<&[u8]>, change: SnapshotChange<'_>) -> Result<bool, StoreError> {
        self.call(|inner| {
            if inner.manifest.as_deref() != expected {
                return Ok(false);
            }
            for name in change.removed {
                inner.blocks.remove(name);
            }
            for block in change.changed {
                inner.blocks.insert(block.name.clone(), block.bytes.clone());
            }
            inner.manifest = Some(change.manifest.to_vec());
            Ok(true)
        })
    }

    async fn drop_snapshot(&self) -> Result<(), StoreError> {
        self.call(|inner| {
            inner.manifest = None;
            inner.blocks.clear();
            Ok(())
        })
    }
}
