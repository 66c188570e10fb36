//! What `boot.js` offers to the app: trusted worker URLs, the offline state, and words when all else fails.
//!
//! Looked up by name on the global `namesakeBoot`, so that components also run in tests, where there is none.

use js_sys::{Function, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::Worker;

fn boot() -> JsValue {
    Reflect::get(&js_sys::global(), &"namesakeBoot".into()).unwrap_or(JsValue::UNDEFINED)
}

fn call(name: &str, argument: &JsValue) -> Result<JsValue, JsValue> {
    let boot = boot();
    let function: Function = Reflect::get(&boot, &name.into())?.dyn_into()?;
    function.call1(&boot, argument)
}

fn flag(name: &str) -> bool {
    Reflect::get(&boot(), &name.into()).is_ok_and(|value| value.is_truthy())
}

/// A new engine worker, from the one URL that may become one.
pub fn start_worker() -> Result<Worker, JsValue> {
    call("startWorker", &JsValue::UNDEFINED)?.dyn_into()
}

/// Takes away the start line.
pub fn drawn() {
    let _ = call("drawn", &JsValue::UNDEFINED);
}

/// True once the app's files are kept for offline use.
pub fn offline_ready() -> bool {
    flag("offline")
}

/// True if a newer version waits for a reload.
pub fn update_ready() -> bool {
    flag("updateReady")
}

/// Switches to the newer version.
pub fn update() {
    let _ = call("update", &JsValue::UNDEFINED);
}

/// A panic of the page's own code ends in a readable message, not in a dead page.
pub fn report_panics() {
    std::panic::set_hook(Box::new(|info| {
        let _ = call("stopped", &info.to_string().into());
    }));
}
