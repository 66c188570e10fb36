//! Reading transactions.

use super::connection::Last;
use super::error::Failed;
use super::{BLOCKS, CURRENT, JOURNAL, MANIFEST};
use indexed_db_futures::KeyRange;
use indexed_db_futures::cursor::CursorDirection;
use indexed_db_futures::database::Database;
use indexed_db_futures::object_store::ObjectStore;
use indexed_db_futures::prelude::*;
use js_sys::Uint8Array;
use namesake_core::journal::{Head, Row};
use namesake_core::store::Block;
use wasm_bindgen::{JsCast, JsValue};

/// Rows that one request asks for, at first and at most. A row has at most 512 kB unless one record is larger.
const FIRST_BATCH: u32 = 16;
const MAX_BATCH: u32 = 512;

/// Sequences are numbers in the store; they stay far below 2^53.
pub(super) fn key(sequence: u64) -> JsValue {
    JsValue::from_f64(sequence as f64)
}

fn sequence(key: f64) -> u64 {
    key as u64
}

/// The bytes of a stored value; none if something else lies in their place, which then reads as a damaged row.
fn bytes(value: &JsValue) -> Vec<u8> {
    value.dyn_ref::<Uint8Array>().map(Uint8Array::to_vec).unwrap_or_default()
}

/// The journal's head, inside a transaction: from the last row. Its key tells whether it was seen before; else the
/// row is fetched, of which only its front is copied, unless that does not tell.
pub(super) async fn head_in(journal: &ObjectStore<'_>, last: &Last) -> Result<Head, Failed> {
    let Some(cursor) = journal.open_key_cursor().with_direction(CursorDirection::Prev).await? else {
        return Ok(Head::default());
    };
    let first = cursor.primary_key::<f64>()?.unwrap_or_default();
    if let Some((key, head)) = last.get()
        && key == first
    {
        return Ok(head);
    }
    let value = journal.get::<JsValue, f64, _>(first).primitive()?.await?.unwrap_or_default();
    let front = value.dyn_ref::<Uint8Array>().map(|array| array.subarray(0, Row::FRONT as u32).to_vec());
    let head = front.and_then(|front| Row::head_of_front(sequence(first), &front));
    let head = head.unwrap_or_else(|| Row { first: sequence(first), bytes: bytes(&value) }.head());
    last.set(Some((first, head)));
    Ok(head)
}

pub(super) async fn head(db: &Database, last: &Last) -> Result<Head, Failed> {
    let transaction = db.transaction(JOURNAL).build()?;
    head_in(&transaction.object_store(JOURNAL)?, last).await
}

/// Rows from the one that holds `from`, see `Store::read`.
pub(super) async fn rows(db: &Database, from: u64, max_bytes: usize) -> Result<Vec<Row>, Failed> {
    let transaction = db.transaction(JOURNAL).build()?;
    let journal = transaction.object_store(JOURNAL)?;
    let mut next = first_key(&journal, from).await?;
    let mut rows: Vec<Row> = Vec::new();
    let mut size = 0usize;
    let mut batch = FIRST_BATCH;
    loop {
        // Both requests are sent before either is awaited, and see the same rows.
        let keys = journal.get_all_keys::<f64>().with_query::<f64, _>(next.clone()).with_limit(batch).primitive()?;
        let values = journal.get_all::<JsValue>().with_query::<f64, _>(next).with_limit(batch).primitive()?;
        let keys = keys.await?.collect::<Result<Vec<f64>, _>>()?;
        let values = values.await?.collect::<Result<Vec<JsValue>, _>>()?;
        for (key, value) in keys.iter().zip(&values) {
            let row = Row { first: sequence(*key), bytes: bytes(value) };
            if row.head().sequence < from {
                continue;
            }
            if size >= max_bytes.max(1) {
                return Ok(rows);
            }
            size = size.saturating_add(row.bytes.len());
            rows.push(row);
        }
        let Some(last) = keys.last().filter(|_| keys.len() == batch as usize && size < max_bytes.max(1)) else {
            return Ok(rows);
        };
        next = KeyRange::LowerBound(*last, true);
        batch = next_batch(size, rows.len(), max_bytes);
    }
}

/// The range that begins with the last row at or before `from`.
async fn first_key(journal: &ObjectStore<'_>, from: u64) -> Result<KeyRange<f64>, Failed> {
    let before = KeyRange::UpperBound(from as f64, false);
    let cursor = journal.open_key_cursor().with_query::<f64, _>(before).with_direction(CursorDirection::Prev).await?;
    let first = match cursor {
        Some(cursor) => cursor.primary_key::<f64>()?,
        None => None,
    };
    Ok(KeyRange::LowerBound(first.unwrap_or(from as f64), false))
}

/// As many rows as the rest of the bound should hold, going by those read.
fn next_batch(size: usize, count: usize, max_bytes: usize) -> u32 {
    let average = (size / count.max(1)).max(1);
    let wanted = (max_bytes.saturating_sub(size) / average).saturating_add(1);
    u32::try_from(wanted).unwrap_or(MAX_BATCH).clamp(1, MAX_BATCH)
}

pub(super) async fn manifest(db: &Database) -> Result<Option<Vec<u8>>, Failed> {
    let transaction = db.transaction(MANIFEST).build()?;
    manifest_in(&transaction.object_store(MANIFEST)?).await
}

/// The snapshot's manifest, inside a transaction.
pub(super) async fn manifest_in(manifests: &ObjectStore<'_>) -> Result<Option<Vec<u8>>, Failed> {
    let found = manifests.get::<JsValue, _, _>(CURRENT).primitive()?.await?;
    Ok(found.map(|value| bytes(&value)))
}

pub(super) async fn blocks(db: &Database, names: &[String]) -> Result<Vec<Block>, Failed> {
    let transaction = db.transaction(BLOCKS).build()?;
    let store = transaction.object_store(BLOCKS)?;
    let requests = names
        .iter()
        .map(|name| Ok((name, store.get::<JsValue, _, _>(name.as_str()).primitive()?)))
        .collect::<Result<Vec<_>, Failed>>()?;
    let mut found = Vec::with_capacity(requests.len());
    for (name, request) in requests {
        if let Some(value) = request.await? {
            found.push(Block { name: name.clone(), bytes: bytes(&value) });
        }
    }
    Ok(found)
}
