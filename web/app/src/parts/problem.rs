//! An error on the page: what happened and what to do next, with its stable code for tests.

use leptos::prelude::*;
use namesake_protocol::{ApiError, ErrorCode};

use super::words;

/// The code as the protocol writes it.
pub fn code(code: ErrorCode) -> String {
    serde_wasm_bindgen::to_value(&code).ok().and_then(|value| value.as_string()).unwrap_or_default()
}

/// The error, where it happened.
#[component]
pub fn Problem(
    /// What went wrong.
    error: ApiError,
    /// For tests.
    #[prop(default = "problem")]
    testid: &'static str,
) -> impl IntoView {
    let code = code(error.code);
    view! {
        <p class="box bad" role="alert" data-testid=testid data-code=code>{words::problem(&error)}</p>
    }
}
