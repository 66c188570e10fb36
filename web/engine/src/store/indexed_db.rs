//! The [`Store`] itself.

use super::connection::Connection;
use super::{VERSION, read, write};
use namesake_core::journal::{Head, Row};
use namesake_core::store::{Block, SnapshotChange, Store, StoreError};
use std::rc::Rc;

/// A memory's database. Clones share one connection.
#[derive(Clone)]
pub struct IndexedDb {
    connection: Rc<Connection>,
    created: bool,
}

impl IndexedDb {
    /// Opens the database with this name, makes it if it is not there, and upgrades an older one.
    ///
    /// # Errors
    /// [`StoreError::Denied`] where there is no storage, [`StoreError::Newer`] if a newer build wrote it,
    /// [`StoreError::UpgradeBlocked`] if a tab with an older build does not let go, [`StoreError::Full`],
    /// [`StoreError::Lost`].
    pub async fn open(name: &str) -> Result<Self, StoreError> {
        Self::open_version(name, VERSION).await
    }

    /// [`Self::open`] as a build of another version does it. For tests.
    #[doc(hidden)]
    pub async fn open_version(name: &str, version: u32) -> Result<Self, StoreError> {
        let (connection, created) = Connection::first(name, version).await?;
        Ok(Self { connection, created })
    }

    /// True if [`Self::open`] made the database.
    pub fn created(&self) -> bool {
        self.created
    }

    /// True once the database was found deleted under our hands. Calls then fail with [`StoreError::Lost`].
    pub fn cleared(&self) -> bool {
        self.connection.cleared()
    }

    /// Closes for good, for all clones.
    pub fn close(&self) {
        self.connection.close();
    }

    /// Lets go of the connection as the browser may; the next call opens another. For tests.
    #[doc(hidden)]
    pub fn lose_connection(&self) {
        self.connection.forget();
    }
}

impl Store for IndexedDb {
    async fn head(&self) -> Result<Head, StoreError> {
        self.connection.run(async |db, last| read::head(db, last).await).await
    }

    async fn read(&self, from: u64, max_bytes: usize) -> Result<Vec<Row>, StoreError> {
        self.connection.run(async |db, _| read::rows(db, from, max_bytes).await).await
    }

    async fn append(&self, expected: &Head, rows: &[Row]) -> Result<(), StoreError> {
        let rows: Vec<_> = rows.iter().map(write::Prepared::new).collect();
        match self.connection.run(async |db, last| write::append(db, last, expected, &rows).await).await {
            // The key was taken between our look and our write, which one transaction excludes unless the store
            // lies; whoever holds it, it is not us.
            Err(StoreError::Conflict(seen)) if seen == *expected => Err(StoreError::Conflict(self.head().await?)),
            outcome => outcome,
        }
    }

    async fn manifest(&self) -> Result<Option<Vec<u8>>, StoreError> {
        self.connection.run(async |db, _| read::manifest(db).await).await
    }

    async fn blocks(&self, names: &[String]) -> Result<Vec<Block>, StoreError> {
        self.connection.run(async |db, _| read::blocks(db, names).await).await
    }

    async fn put_snapshot(&self, expected: Option<&[u8]>, change: SnapshotChange<'_>) -> Result<bool, StoreError> {
        self.connection.run(async |db, _| write::put_snapshot(db, expected, change).await).await
    }

    async fn drop_snapshot(&self) -> Result<(), StoreError> {
        self.connection.run(async |db, _| write::drop_snapshot(db).await).await
    }
}
