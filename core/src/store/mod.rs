//! Where journal rows and snapshot blocks are kept: the [`Store`] trait.
//!
//! A store keeps bytes. It must not know what they mean, except for a row's fixed head (see [`Row`]), from which it
//! reads the journal's head. Every implementation is held to one [`conformance`] suite.

#[cfg(any(test, feature = "conformance"))]
pub mod conformance;
mod in_memory;

pub use in_memory::{Fault, InMemory};

use crate::journal::{Head, Row};

/// Why a store did not do what it was asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Somebody else appended first; the store's head is given.
    #[error("the journal has moved on to {0:?}")]
    Conflict(Head),
    /// No room; nothing was written.
    #[error("storage is full")]
    Full,
    /// The browser gives no storage here.
    #[error("storage is denied: {0}")]
    Denied(String),
    /// The connection is gone and could not be reopened; nothing was written.
    #[error("the connection to the store was lost: {0}")]
    Lost(String),
    /// An older tab keeps the database from being upgraded.
    #[error("an older tab blocks the upgrade")]
    UpgradeBlocked,
    /// Written by a newer build.
    #[error("the database is of a newer version")]
    Newer,
    /// The write was sent, and it is not known whether it was completed.
    #[error("it is not known whether the write was completed: {0}")]
    OutcomeUnknown(String),
    /// Anything else; nothing was written.
    #[error("{0}")]
    Other(String),
}

/// A named block of a snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Its name, unique in the snapshot.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// What becomes of a snapshot in one transaction.
#[derive(Debug, Clone, Copy)]
pub struct SnapshotChange<'a> {
    /// The new manifest.
    pub manifest: &'a [u8],
    /// Blocks that are new or other than they were.
    pub changed: &'a [Block],
    /// Names of blocks that go; one that is not there is no error.
    pub removed: &'a [String],
}

impl<'a> SnapshotChange<'a> {
    /// A change.
    pub fn new(manifest: &'a [u8], changed: &'a [Block], removed: &'a [String]) -> Self {
        Self { manifest, changed, removed }
    }
}

/// Storage for one journal and one snapshot of it.
///
/// All methods are atomic: they do all of what they say, or nothing, or answer [`StoreError::OutcomeUnknown`].
#[allow(async_fn_in_trait)] // Single-threaded by design: one worker owns the store.
pub trait Store {
    /// The head of the journal: that of the last row, or [`Head::default`] if there is none.
    async fn head(&self) -> Result<Head, StoreError>;

    /// Rows in order, beginning with the one that holds sequence `from` (1 for the first), until `max_bytes` are
    /// exceeded or the journal ends. At least one row if there is any.
    async fn read(&self, from: u64, max_bytes: usize) -> Result<Vec<Row>, StoreError>;

    /// Appends rows, if the head is still `expected`; else [`StoreError::Conflict`]. Durable when it returns.
    async fn append(&self, expected: &Head, rows: &[Row]) -> Result<(), StoreError>;

    /// The snapshot's manifest, if there is one.
    async fn manifest(&self) -> Result<Option<Vec<u8>>, StoreError>;

    /// Blocks of the snapshot by name; a missing one is left out.
    async fn blocks(&self, names: &[String]) -> Result<Vec<Block>, StoreError>;

    /// Changes the snapshot. False, and nothing is written, if its manifest is not `expected` (none: there is no manifest),
    /// because another handle saved meanwhile.
    async fn put_snapshot(&self, expected: Option<&[u8]>, change: SnapshotChange<'_>) -> Result<bool, StoreError>;

    /// Removes the snapshot.
    async fn drop_snapshot(&self) -> Result<(), StoreError>;
}
