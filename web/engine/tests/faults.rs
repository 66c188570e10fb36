//! What the store does when the browser or another tab gets in its way.

mod common;

use common::*;
use futures::future::join;
use namesake_core::journal::{Head, Record, Row, sha256};
use namesake_core::store::{SnapshotChange, Store, StoreError};
use namesake_engine::store::{IndexedDb, VERSION};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::*;

wasm_bindgen_test_configure!(run_in_dedicated_worker);

fn row(head: &Head, mark: &str) -> Row {
    let payload = format!("{{\"mark\":\"{mark}\"}}");
    let mut record = Record {
        sequence: 0,
        operation: "test".into(),
        id: Default::default(),
        owner: "owner".into(),
        space: "space".into(),
        target: None,
        time: 0,
        actor: "test".into(),
        checksum: sha256(payload.as_bytes()),
        payload: Some(payload),
        previous: head.hash,
        hash: head.hash,
    };
    record.chain(head);
    Row::pack(&[record]).remove(0)
}

/// A store with one row, and its head.
async fn with_one_row(name: &str) -> (IndexedDb, Head) {
    let store = IndexedDb::open(name).await.expect("it opens");
    let first = row(&Head::default(), "first");
    store.append(&Head::default(), std::slice::from_ref(&first)).await.expect("it appends");
    (store, first.head())
}

#[wasm_bindgen_test]
async fn a_newer_build_upgrades_and_we_say_so() {
    let name = fresh_name("newer-later");
    let (store, head) = with_one_row(&name).await;
    // Our tab lets go by itself, or this would wait for ever.
    let other = open_raw(&name, VERSION + 1, &[], true).await;
    assert_eq!(store.head().await, Err(StoreError::Newer));
    assert_eq!(store.append(&head, &[row(&head, "late")]).await, Err(StoreError::Newer));
    assert!(!store.cleared());
    close_raw(&other);
}

#[wasm_bindgen_test]
async fn a_database_of_a_newer_build_is_not_opened() {
    let name = fresh_name("newer");
    close_raw(&open_raw(&name, VERSION + 1, &["other"], true).await);
    assert_eq!(IndexedDb::open(&name).await.err(), Some(StoreError::Newer));
}

#[wasm_bindgen_test]
async fn a_blocked_upgrade_is_said_at_once_and_works_later() {
    let name = fresh_name("blocked");
    let (store, head) = with_one_row(&name).await;
    store.close();
    let old = open_raw(&name, VERSION, &[], false).await;
    let started = js_sys::Date::now();
    assert_eq!(IndexedDb::open_version(&name, VERSION + 1).await.err(), Some(StoreError::UpgradeBlocked));
    assert!(js_sys::Date::now() - started < 5_000.0, "it waited");
    close_raw(&old);
    // The upgrade that was blocked ran with its handler and let go; the stores are there.
    let store = IndexedDb::open_version(&name, VERSION + 1).await.expect("it opens");
    assert_eq!(store.head().await, Ok(head));
}

#[wasm_bindgen_test]
async fn an_open_behind_a_blocked_deletion_does_not_hang() {
    let name = fresh_name("behind");
    let (store, _) = with_one_row(&name).await;
    store.close();
    let old = open_raw(&name, VERSION, &[], false).await;
    let (opened, ()) = join(IndexedDb::open(&name), async {
        gloo_timers::future::TimeoutFuture::new(0).await;
    })
    .await;
    assert!(opened.is_ok(), "nothing is in the way yet");
    drop(opened);
    let deletion = delete_raw(&name);
    let open = async {
        gloo_timers::future::TimeoutFuture::new(100).await;
        let outcome = IndexedDb::open(&name).await.err();
        close_raw(&old);
        outcome
    };
    let ((), outcome) = join(deletion, open).await;
    assert_eq!(outcome, Some(StoreError::UpgradeBlocked));
}

#[wasm_bindgen_test]
async fn a_deleted_database_is_not_made_again() {
    let name = fresh_name("deleted");
    let (store, head) = with_one_row(&name).await;
    delete_raw(&name).await;
    for _ in 0..2 {
        assert!(matches!(store.head().await, Err(StoreError::Lost(_))));
        assert!(store.cleared());
    }
    assert!(matches!(store.append(&head, &[row(&head, "late")]).await, Err(StoreError::Lost(_))));
    assert_eq!(version_raw(&name).await, 0.0);
}

#[wasm_bindgen_test]
async fn a_lost_connection_is_opened_again() {
    let (store, head) = with_one_row(&fresh_name("lost")).await;
    store.lose_connection();
    assert_eq!(store.head().await, Ok(head));
    store.lose_connection();
    let next = row(&head, "next");
    assert_eq!(store.append(&head, std::slice::from_ref(&next)).await, Ok(()));
    store.lose_connection();
    assert_eq!(store.read(1, usize::MAX).await.map(|rows| rows.len()), Ok(2));
    assert_eq!(store.put_snapshot(None, SnapshotChange::new(b"m", &[], &[])).await, Ok(true));
    assert_eq!(store.head().await, Ok(next.head()));
}

#[wasm_bindgen_test]
async fn a_closed_store_stays_closed() {
    let (store, head) = with_one_row(&fresh_name("closed")).await;
    let twin = store.clone();
    twin.close();
    assert!(matches!(store.head().await, Err(StoreError::Lost(_))));
    assert!(matches!(store.append(&head, &[row(&head, "late")]).await, Err(StoreError::Lost(_))));
}

#[wasm_bindgen_test]
async fn an_abort_after_sending_is_an_unknown_outcome() {
    let (store, head) = with_one_row(&fresh_name("abort")).await;
    fail_add_after("abort", 0);
    let next = row(&head, "next");
    let outcome = store.append(&head, std::slice::from_ref(&next)).await;
    assert!(matches!(outcome, Err(StoreError::OutcomeUnknown(_))), "{outcome:?}");
    // Nothing is half there, and the store goes on.
    assert_eq!(store.head().await, Ok(head));
    assert_eq!(store.append(&head, &[next]).await, Ok(()));
}

#[wasm_bindgen_test]
async fn a_connection_closed_while_appending_loses_nothing() {
    let (store, head) = with_one_row(&fresh_name("close")).await;
    fail_add_after("close", 0);
    let next = row(&head, "next");
    assert_eq!(store.append(&head, std::slice::from_ref(&next)).await, Ok(()));
    assert_eq!(store.head().await, Ok(next.head()));
    let later = row(&next.head(), "later");
    let (appended, ()) = join(store.append(&next.head(), std::slice::from_ref(&later)), async {
        store.lose_connection();
    })
    .await;
    assert_eq!(appended, Ok(()));
    assert_eq!(store.head().await, Ok(later.head()));
}

#[wasm_bindgen_test]
async fn a_full_disk_changes_nothing() {
    let (store, head) = with_one_row(&fresh_name("full")).await;
    fail_add_after("quota", 0);
    let next = row(&head, "next");
    assert_eq!(store.append(&head, std::slice::from_ref(&next)).await, Err(StoreError::Full));
    assert_eq!(store.head().await, Ok(head));
    assert_eq!(store.append(&head, &[next]).await, Ok(()));
}

#[wasm_bindgen_test]
async fn a_taken_key_is_a_conflict() {
    let (store, head) = with_one_row(&fresh_name("taken")).await;
    fail_add_after("constraint", 0);
    let outcome = store.append(&head, &[row(&head, "next")]).await;
    assert_eq!(outcome, Err(StoreError::Conflict(head)));
    assert_eq!(store.head().await, Ok(head));
}

#[wasm_bindgen_test]
async fn a_value_of_another_type_reads_as_a_damaged_row() {
    let name = fresh_name("type");
    let (store, _) = with_one_row(&name).await;
    let raw = open_raw(&name, VERSION, &[], true).await;
    put_raw(&raw, "journal", &JsValue::from_f64(2.0), &"not bytes".into()).await;
    close_raw(&raw);
    let rows = store.read(1, usize::MAX).await.expect("it reads");
    let faults: Vec<_> =
        rows.iter().flat_map(Row::unpack).map(|(sequence, record)| (sequence, record.is_err())).collect();
    assert_eq!(faults, [(1, false), (2, true)]);
}

#[wasm_bindgen_test]
async fn a_last_row_with_a_damaged_front_tells_its_head_by_its_end() {
    for at in [0, 2, 20, Row::FRONT - 1] {
        let name = fresh_name("front");
        let (store, head) = with_one_row(&name).await;
        store.close();
        let mut damaged = row(&Head::default(), "first");
        damaged.bytes[at] ^= 1;
        let raw = open_raw(&name, VERSION, &[], true).await;
        put_raw(&raw, "journal", &JsValue::from_f64(1.0), &js_sys::Uint8Array::from(&damaged.bytes[..])).await;
        close_raw(&raw);
        let store = IndexedDb::open(&name).await.expect("it opens");
        assert_eq!(store.head().await, Ok(head), "byte {at}");
        let next = row(&head, "next");
        assert_eq!(store.append(&head, std::slice::from_ref(&next)).await, Ok(()), "byte {at}");
        assert_eq!(store.head().await, Ok(next.head()), "byte {at}");
    }
}
