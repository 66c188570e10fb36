//! The stores that a memory can be opened over.

use crate::store::IndexedDb;
use namesake_core::journal::{Head, Row};
use namesake_core::store::{Block, InMemory, SnapshotChange, Store, StoreError};

/// One of them.
#[derive(Clone)]
pub(super) enum AnyStore {
    /// In the browser.
    IndexedDb(IndexedDb),
    /// Gone with the worker.
    InMemory(InMemory),
    /// One that could not be opened. Opening a memory over it gives the error that a page understands.
    Refused(StoreError),
}

macro_rules! each {
    ($store:expr, $one:ident => $work:expr) => {
        match $store {
            Self::IndexedDb($one) => $work.await,
            Self::InMemory($one) => $work.await,
            Self::Refused(error) => Err(error.clone()),
        }
    };
}

impl AnyStore {
    /// True once the browser was found to have deleted it.
    pub(super) fn cleared(&self) -> bool {
        matches!(self, Self::IndexedDb(store) if store.cleared())
    }

    pub(super) fn close(&self) {
        if let Self::IndexedDb(store) = self {
            store.close();
        }
    }
}

impl Store for AnyStore {
    async fn head(&self) -> Result<Head, StoreError> {
        each!(self, store => store.head())
    }

    async fn read(&self, from: u64, max_bytes: usize) -> Result<Vec<Row>, StoreError> {
        each!(self, store => store.read(from, max_bytes))
    }

    async fn append(&self, expected: &Head, rows: &[Row]) -> Result<(), StoreError> {
        each!(self, store => store.append(expected, rows))
    }

    async fn manifest(&self) -> Result<Option<Vec<u8>>, StoreError> {
        each!(self, store => store.manifest())
    }

    async fn blocks(&self, names: &[String]) -> Result<Vec<Block>, StoreError> {
        each!(self, store => store.blocks(names))
    }

    async fn put_snapshot(&self, expected: Option<&[u8]>, change: SnapshotChange<'_>) -> Result<bool, StoreError> {
        each!(self, store => store.put_snapshot(expected, change))
    }

    async fn drop_snapshot(&self) -> Result<(), StoreError> {
        each!(self, store => store.drop_snapshot())
    }
}
