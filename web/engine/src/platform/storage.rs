//! What the browser promises about the store.

use super::{call, navigator};
use js_sys::{Array, Reflect};
use namesake_protocol::StorageTruth;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

/// What holds now. A browser that does not tell has promised nothing.
pub(crate) async fn storage_truth() -> StorageTruth {
    let estimate = ask("estimate").await.unwrap_or_default();
    let number = |name: &str| Reflect::get(&estimate, &name.into()).ok().and_then(|value| value.as_f64());
    StorageTruth {
        persisted: ask("persisted").await.is_some_and(|answer| answer.is_truthy()),
        used: number("usage"),
        quota: number("quota"),
    }
}

/// Asks the browser to keep the store. Only pages can ask; in a worker this does nothing, and the page's proxy asks
/// before it calls.
pub(crate) async fn persist() {
    ask("persist").await;
}

async fn ask(method: &str) -> Option<JsValue> {
    let promise = call(&navigator("storage"), method, &Array::new())?;
    JsFuture::from(promise).await.ok()
}
