//! The store in the browser's IndexedDB: one database a memory.
//!
//! | object store | key | value |
//! |---|---|---|
//! | `journal` | a row's first sequence, a number | the row's bytes, a `Uint8Array`; written once, by `add` |
//! | `blocks` | a block's name | its bytes |
//! | `manifest` | `current` | the snapshot's manifest |
//!
//! Everything is serialised before a transaction starts, and inside it nothing but its own requests is awaited.
//! It must not know what a row means beyond its fixed head.
//!
//! `indexed_db_futures` carries all requests. What it cannot tell is taken from `web_sys`: why a transaction was
//! aborted (a full disk shows only in `IDBTransaction.error`). Its other traps are met where they lie: an open that
//! is blocked stays awaited (dropping it would let the upgrade run later without its handler, see [`open`]), and
//! after a failed request a transaction is dropped, never committed.

mod connection;
mod error;
mod indexed_db;
mod migrations;
mod open;
mod read;
mod write;

pub use indexed_db::IndexedDb;
pub use migrations::VERSION;

/// The object stores.
pub(crate) const JOURNAL: &str = "journal";
pub(crate) const BLOCKS: &str = "blocks";
pub(crate) const MANIFEST: &str = "manifest";
/// The only key in `manifest`.
pub(crate) const CURRENT: &str = "current";
