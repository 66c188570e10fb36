//! Browser tests of what the app shows: parts are mounted with hostile and plain input and read back from the page.

mod routes;
mod settings;
mod shows;
mod words;

use leptos::mount::mount_to;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test_configure;
use web_sys::HtmlElement;

wasm_bindgen_test_configure!(run_in_browser);

/// Mounts a view in a new element and gives the element back once it is drawn.
async fn drawn<V: IntoView + 'static>(view: impl FnOnce() -> V + 'static) -> HtmlElement {
    let host = document().create_element("div").expect("an element");
    document().body().expect("a body").append_child(&host).expect("appended");
    let host: HtmlElement = host.unchecked_into();
    mount_to(host.clone(), view).forget();
    leptos::task::tick().await;
    host
}

/// How many elements fit a selector.
fn count(host: &HtmlElement, selector: &str) -> u32 {
    host.query_selector_all(selector).expect("a selector").length()
}

/// The text of the first element that fits.
fn text(host: &HtmlElement, selector: &str) -> String {
    host.query_selector(selector).expect("a selector").and_then(|element| element.text_content()).unwrap_or_default()
}
