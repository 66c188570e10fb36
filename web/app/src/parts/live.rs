//! The two live regions and the notice: how the page speaks without taking the focus.

use leptos::prelude::*;

use crate::store::app;

/// One polite and one assertive region; nothing else on the page is live.
#[component]
pub fn LiveRegions() -> impl IntoView {
    let live = app().live;
    view! {
        <div class="sr" role="status" aria-live="polite" data-testid="live-polite">{move || live.polite_text.get()}</div>
        <div class="sr" role="alert" aria-live="assertive" data-testid="live-assertive">{move || live.assertive_text.get()}</div>
    }
}

/// A line above the footer that stays until it is closed.
#[component]
pub fn NoticeLine() -> impl IntoView {
    let app = app();
    move || {
        app.notice.get().map(|notice| {
            view! {
                <div class="notice" class:bad=notice.bad data-testid="notice">
                    <span>{notice.text}</span>
                    <button class="quiet" data-testid="notice-close" aria-label="Close this message" on:click=move |_| app.notice.set(None)>
                        "Close"
                    </button>
                </div>
            }
        })
    }
}
