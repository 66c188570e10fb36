//! Writing transactions. Success is a transaction's `complete`, and nothing else.

use super::connection::Last;
use super::error::{Failed, exception_told, told};
use super::read::{head_in, key, manifest_in};
use super::{BLOCKS, CURRENT, JOURNAL, MANIFEST};
use indexed_db_futures::database::Database;
use indexed_db_futures::internals::SystemRepr;
use indexed_db_futures::prelude::*;
use indexed_db_futures::transaction::{Transaction, TransactionDurability, TransactionMode, TransactionOptions};
use js_sys::Uint8Array;
use namesake_core::journal::{Head, Row};
use namesake_core::store::{SnapshotChange, StoreError};
use wasm_bindgen::JsValue;

/// A row as the store takes it, made before the transaction.
pub(super) struct Prepared {
    key: JsValue,
    value: JsValue,
}

impl Prepared {
    pub(super) fn new(row: &Row) -> Self {
        Self { key: key(row.first), value: Uint8Array::from(row.bytes.as_slice()).into() }
    }
}

fn options(durability: TransactionDurability) -> TransactionOptions {
    TransactionOptions::new().with_durability(durability)
}

/// Appends rows if the head is `expected`. Fails with [`Failed::Connection`] only before the first row was sent.
pub(super) async fn append(db: &Database, last: &Last, expected: &Head, rows: &[Prepared]) -> Result<(), Failed> {
    let transaction = db
        .transaction(JOURNAL)
        .with_mode(TransactionMode::Readwrite)
        .with_options(options(TransactionDurability::Strict))
        .build()?;
    let journal = transaction.object_store(JOURNAL)?;
    let head = head_in(&journal, last).await?;
    if head != *expected {
        return Err(StoreError::Conflict(head).into());
    }
    let mut sent = Vec::with_capacity(rows.len());
    for row in rows {
        match journal.add(&row.value).with_key(&row.key).without_key_type().primitive() {
            Ok(request) => sent.push(request),
            // It was not taken at all; what was sent before it is aborted with the transaction, which we drop.
            Err(error) if sent.is_empty() => return Err(error.into()),
            Err(error) => return Err(unknown(&told(&error).1)),
        }
    }
    for request in sent {
        if let Err(error) = request.await {
            return Err(after_sending(told(&error), expected));
        }
    }
    drop(journal);
    let raw: web_sys::IdbTransaction = (**transaction.as_sys()).clone();
    match transaction.commit().await {
        Ok(()) => Ok(()),
        Err(error) => Err(after_sending(why(&raw, &error), expected)),
    }
}

/// Why a transaction did not complete. A full disk shows nowhere but in the transaction's own `error`.
fn why(raw: &web_sys::IdbTransaction, error: &indexed_db_futures::error::Error) -> (String, String) {
    raw.error().map_or_else(|| told(error), |exception| exception_told(&exception))
}

fn unknown(text: &str) -> Failed {
    StoreError::OutcomeUnknown(text.to_owned()).into()
}

/// What a failure means once rows were sent. Only two names say for certain that nothing was written.
fn after_sending((name, text): (String, String), expected: &Head) -> Failed {
    match name.as_str() {
        "QuotaExceededError" => StoreError::Full.into(),
        "ConstraintError" => StoreError::Conflict(*expected).into(),
        _ => unknown(&text),
    }
}

fn snapshot(db: &Database) -> Result<Transaction<'_>, Failed> {
    let transaction = db
        .transaction([BLOCKS, MANIFEST])
        .with_mode(TransactionMode::Readwrite)
        .with_options(options(TransactionDurability::Relaxed))
        .build()?;
    Ok(transaction)
}

/// Commits a snapshot. Losing it loses nothing, so a lost connection may be tried again.
async fn complete(transaction: Transaction<'_>) -> Result<(), Failed> {
    let raw: web_sys::IdbTransaction = (**transaction.as_sys()).clone();
    match transaction.commit().await {
        Ok(()) => Ok(()),
        Err(error) => Err(match why(&raw, &error) {
            (name, _) if name == "QuotaExceededError" => StoreError::Full.into(),
            (_, text) => Failed::Connection(text),
        }),
    }
}

/// Writes a snapshot if its manifest is still `expected`; else nothing, and false.
pub(super) async fn put_snapshot(
    db: &Database,
    expected: Option<&[u8]>,
    change: SnapshotChange<'_>,
) -> Result<bool, Failed> {
    let value = |bytes: &[u8]| JsValue::from(Uint8Array::from(bytes));
    let manifest = value(change.manifest);
    let changed: Vec<_> = change.changed.iter().map(|block| (block.name.as_str(), value(&block.bytes))).collect();
    let transaction = snapshot(db)?;
    {
        let manifests = transaction.object_store(MANIFEST)?;
        if manifest_in(&manifests).await?.as_deref() != expected {
            return Ok(false);
        }
        let blocks = transaction.object_store(BLOCKS)?;
        for name in change.removed {
            blocks.delete(name.as_str()).primitive()?;
        }
        for (name, bytes) in changed {
            blocks.put(bytes).with_key(JsValue::from_str(name)).without_key_type().primitive()?;
        }
        // Requests run in order, so the last one's answer stands for all of them.
        manifests.put(manifest).with_key(JsValue::from_str(CURRENT)).without_key_type().primitive()?.await?;
    }
    complete(transaction).await?;
    Ok(true)
}

pub(super) async fn drop_snapshot(db: &Database) -> Result<(), Failed> {
    let transaction = snapshot(db)?;
    transaction.object_store(BLOCKS)?.clear()?;
    transaction.object_store(MANIFEST)?.clear()?.await?;
    complete(transaction).await
}
