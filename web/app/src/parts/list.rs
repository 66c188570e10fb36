//! The frame of a list: a search box on top, rows that scroll, more rows when the end comes near.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Element;

use crate::store::turn::Turn;

/// How near the end more rows are read, in CSS pixels.
const NEAR: i32 = 500;

/// True if a scrolled element is near its end.
fn near_end(event: &leptos::ev::Event) -> bool {
    event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok())
        .is_some_and(|element| element.scroll_height() - element.scroll_top() - element.client_height() < NEAR)
}

/// A list pane. `on_more` is called when the end comes near, and by the button.
#[component]
pub fn ListPane(
    /// What the list is, for a screen reader.
    label: &'static str,
    /// The search box, and what else stays above the rows.
    search: AnyView,
    /// True if there are more rows to read.
    #[prop(into)]
    more: Signal<bool>,
    /// Reads them.
    on_more: Callback<()>,
    /// The rows: `<li>`s.
    children: Children,
) -> impl IntoView {
    let scrolled = move |event| {
        if more.get_untracked() && near_end(&event) {
            on_more.run(());
        }
    };
    view! {
        <section class="list" aria-label=label>
            {search}
            <div class="rows" tabindex="-1" on:scroll=scrolled>
                {children()}
                <More more on_more />
            </div>
        </section>
    }
}

/// The button that reads more rows, if there are more.
#[component]
pub fn More(
    /// True if there are more rows to read.
    #[prop(into)]
    more: Signal<bool>,
    /// Reads them.
    on_more: Callback<()>,
) -> impl IntoView {
    view! {
        <Show when=move || more.get()>
            <button class="more" data-testid="load-more" on:click=move |_| on_more.run(())>"Show more"</button>
        </Show>
    }
}

/// A search box that tells what is typed, once typing pauses.
#[component]
pub fn SearchBox(
    /// What it searches.
    label: &'static str,
    /// For tests.
    testid: &'static str,
    /// What is searched for now.
    #[prop(into)]
    value: Signal<String>,
    /// Called with what is to be searched for.
    on_search: Callback<String>,
) -> impl IntoView {
    let typing = Turn::new();
    let typed = RwSignal::new(value.get_untracked());
    Effect::new(move || typed.set(value.get()));
    let search = move |text: String| {
        typed.set(text.clone());
        typing.after_pause(move |_| on_search.run(text));
    };
    let key = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Escape" {
            event.prevent_default();
            event.stop_propagation();
            search(String::new());
            if let Some(element) = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlElement>().ok()) {
                let _ = element.blur();
            }
        }
    };
    view! {
        <div class="search" role="search">
            <input
                type="search"
                data-search=""
                data-testid=testid
                aria-label=label
                placeholder=label
                autocomplete="off"
                spellcheck="false"
                prop:value=move || typed.get()
                on:input=move |event| search(event_target_value(&event))
                on:keydown=key
            />
            <kbd aria-hidden="true">"/"</kbd>
        </div>
    }
}
