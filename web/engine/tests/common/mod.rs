//! What the browser tests share.
#![allow(dead_code)] // Each test binary uses its own part.

use js_sys::{Function, Promise, Reflect};
use std::cell::Cell;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen(inline_js = r#"
const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
/** Opens a connection that yields to nobody, or to all. */
export async function openRaw(name, version, stores, yields) {
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = () => stores.forEach((store) => request.result.createObjectStore(store));
  const db = await settled(request);
  if (yields) db.onversionchange = () => db.close();
  return db;
}
export function deleteRaw(name) { return settled(indexedDB.deleteDatabase(name)); }
export function putRaw(db, store, key, value) {
  return new Promise((resolve, reject) => {
    const tx = db.transaction(store, 'readwrite');
    tx.objectStore(store).put(value, key);
    tx.oncomplete = () => resolve();
    tx.onabort = () => reject(tx.error);
  });
}
export async function getRaw(db, store, key) { return settled(db.transaction(store).objectStore(store).get(key)); }
export async function versionRaw(name) {
  return (await indexedDB.databases()).find((db) => db.name === name)?.version ?? 0;
}
const add = IDBObjectStore.prototype.add;
/**
 * What happens at the `add` to the journal after so many: `abort`, `quota`, `close`, `constraint`, or `not`hing. Tells whether
 * what was said before is still to come.
 */
export function failAddAfter(how, before) {
  const waiting = IDBObjectStore.prototype.add !== add;
  IDBObjectStore.prototype.add = add;
  if (how === 'not') return waiting;
  IDBObjectStore.prototype.add = function (...args) {
    if (before-- > 0) return add.apply(this, args);
    IDBObjectStore.prototype.add = add;
    if (how === 'quota') throw new DOMException('no room', 'QuotaExceededError');
    if (how === 'constraint') { add.apply(this, args); return add.apply(this, args); }
    const request = add.apply(this, args);
    if (how === 'abort') this.transaction.abort();
    if (how === 'close') this.transaction.db.close();
    return request;
  };
  return waiting;
}
export function hex(text) { return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16)); }
"#)]
extern "C" {
    #[wasm_bindgen(js_name = openRaw)]
    fn open_raw_js(name: &str, version: u32, stores: Vec<String>, yields: bool) -> Promise;
    #[wasm_bindgen(js_name = deleteRaw)]
    fn delete_raw_js(name: &str) -> Promise;
    #[wasm_bindgen(js_name = putRaw)]
    fn put_raw_js(db: &JsValue, store: &str, key: &JsValue, value: &JsValue) -> Promise;
    #[wasm_bindgen(js_name = versionRaw)]
    fn version_raw_js(name: &str) -> Promise;
    /// What happens at the `add` to the journal after so many: `abort`, `quota`, `close`, `constraint`, or `not`hing. True if
    /// what was said before is still to come.
    #[wasm_bindgen(js_name = failAddAfter)]
    pub fn fail_add_after(how: &str, before: u32) -> bool;
    /// Bytes from hexadecimal text.
    pub fn hex(text: &str) -> js_sys::Uint8Array;
}

thread_local! {
    static NAMES: Cell<u32> = const { Cell::new(0) };
}

/// A database name that no other test has.
pub fn fresh_name(what: &str) -> String {
    let number = NAMES.with(|names| names.replace(names.get() + 1));
    format!("test-{what}-{number}-{}", js_sys::Date::now())
}

/// A connection that is not ours; one that does not yield blocks upgrades and deletions.
pub async fn open_raw(name: &str, version: u32, stores: &[&str], yields: bool) -> JsValue {
    let stores = stores.iter().map(|store| (*store).to_owned()).collect();
    JsFuture::from(open_raw_js(name, version, stores, yields)).await.expect("the other connection opens")
}

/// Closes such a connection.
pub fn close_raw(db: &JsValue) {
    let close: Function = Reflect::get(db, &"close".into()).expect("close").unchecked_into();
    close.call0(db).expect("it closes");
}

/// Deletes a database.
pub async fn delete_raw(name: &str) {
    JsFuture::from(delete_raw_js(name)).await.expect("the database is deleted");
}

/// Puts a value into a store.
pub async fn put_raw(db: &JsValue, store: &str, key: &JsValue, value: &JsValue) {
    JsFuture::from(put_raw_js(db, store, key, value)).await.expect("the value is put");
}

/// The version of a database; 0 if there is none.
pub async fn version_raw(name: &str) -> f64 {
    JsFuture::from(version_raw_js(name)).await.expect("databases are listed").as_f64().unwrap_or_default()
}
