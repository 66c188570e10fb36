//! The conformance suite over IndexedDB, in a real browser, and a database as version 1 left it.

mod common;

use common::{close_raw, fresh_name, hex, open_raw, put_raw, version_raw};
use namesake_core::journal::{Head, Row};
use namesake_core::store::conformance::{self, Backend};
use namesake_core::store::{Block, SnapshotChange, Store, StoreError};
use namesake_engine::store::{IndexedDb, VERSION};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::*;

wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// A store that knows its database's name.
struct Named {
    name: String,
    db: IndexedDb,
}

impl Named {
    async fn open(name: String) -> Self {
        let db = IndexedDb::open(&name).await.expect("the database opens");
        Self { name, db }
    }
}

impl Store for Named {
    async fn head(&self) -> Result<Head, StoreError> {
        self.db.head().await
    }
    async fn read(&self, from: u64, max_bytes: usize) -> Result<Vec<Row>, StoreError> {
        self.db.read(from, max_bytes).await
    }
    async fn append(&self, expected: &Head, rows: &[Row]) -> Result<(), StoreError> {
        self.db.append(expected, rows).await
    }
    async fn manifest(&self) -> Result<Option<Vec<u8>>, StoreError> {
        self.db.manifest().await
    }
    async fn blocks(&self, names: &[String]) -> Result<Vec<Block>, StoreError> {
        self.db.blocks(names).await
    }
    async fn put_snapshot(&self, expected: Option<&[u8]>, change: SnapshotChange<'_>) -> Result<bool, StoreError> {
        self.db.put_snapshot(expected, change).await
    }
    async fn drop_snapshot(&self) -> Result<(), StoreError> {
        self.db.drop_snapshot().await
    }
}

struct Databases;

impl Backend for Databases {
    type Store = Named;

    async fn fresh(&self) -> Named {
        Named::open(fresh_name("conformance")).await
    }

    async fn another(&self, store: &Named) -> Named {
        Named::open(store.name.clone()).await
    }

    async fn later(&self, store: Named) -> Named {
        store.db.close();
        Named::open(store.name).await
    }
}

#[wasm_bindgen_test]
async fn indexed_db_conforms() {
    let outcomes = conformance::run(&Databases).await;
    assert_eq!(outcomes.len(), conformance::NAMES.len());
    let failed: Vec<_> = outcomes.iter().filter(|outcome| outcome.failure.is_some()).collect();
    assert!(failed.is_empty(), "{failed:#?}");
}

/// The database that version 1 wrote, value by value: `store<TAB>key<TAB>hex`. Never edited, only added to.
const V1: &str = include_str!("fixtures/v1.tsv");

#[wasm_bindgen_test]
async fn a_database_of_version_1_opens() {
    let name = fresh_name("v1");
    let raw = open_raw(&name, 1, &["journal", "blocks", "manifest"], true).await;
    let mut written = Vec::new();
    for line in V1.lines().filter(|line| !line.starts_with('#')) {
        let [store, key, value]: [&str; 3] = line.split('\t').collect::<Vec<_>>().try_into().expect("three columns");
        let bytes = hex(value);
        let key = if store == "journal" { JsValue::from_f64(key.parse().expect("a number")) } else { key.into() };
        put_raw(&raw, store, &key, &bytes).await;
        if store == "journal" {
            written.push(Row { first: key.as_f64().expect("a number") as u64, bytes: bytes.to_vec() });
        }
    }
    close_raw(&raw);
    let store = IndexedDb::open(&name).await.expect("it opens");
    assert!(!store.created());
    assert_eq!(version_raw(&name).await, f64::from(VERSION));
    let rows = store.read(1, usize::MAX).await.expect("it is read");
    assert_eq!(rows, written);
    assert_eq!(store.head().await, Ok(written.last().expect("rows").head()));
    for (sequence, record) in rows.iter().flat_map(Row::unpack) {
        assert!(record.is_ok(), "record {sequence}: {record:?}");
    }
    assert_eq!(store.manifest().await, Ok(Some(b"manifest of version 1".to_vec())));
    let blocks = store.blocks(&["entities/0".into()]).await.expect("blocks");
    assert_eq!(blocks, [Block { name: "entities/0".into(), bytes: vec![1, 2, 3, 255] }]);
}
