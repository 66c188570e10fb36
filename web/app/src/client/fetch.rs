//! Fetching one of the app's own files. Nothing else is ever fetched.

use js_sys::futures::JsFuture;
use leptos::prelude::window;
use wasm_bindgen::JsCast;
use web_sys::{Blob, Response};

/// The file at this address of the app's own origin.
pub async fn fetch_blob(url: &str) -> Option<Blob> {
    let response: Response = JsFuture::from(window().fetch_with_str(url)).await.ok()?.dyn_into().ok()?;
    if !response.ok() {
        return None;
    }
    JsFuture::from(response.blob().ok()?).await.ok()?.dyn_into().ok()
}
