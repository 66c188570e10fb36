//! The one dialog of the page: help, the palette, and what must be undone first.

use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use namesake_protocol::ApiError;

use super::palette::{Keys, Palette};
use super::words;
use crate::pages::bulk::Many;
use crate::pages::history::record_text;
use crate::store::action::ALL;
use crate::store::undo::records_of;
use crate::store::{App, Dialog, app};

/// Closes the dialog, unless it shows what is being saved.
fn leave(app: App) -> bool {
    if app.dialog.get_untracked() == Some(Dialog::Many) {
        return app.bulk.close(app);
    }
    app.dialog.set(None);
    true
}

/// The dialog. It is always in the document, so that the browser can give the focus back when it closes.
#[component]
pub fn TheDialog() -> impl IntoView {
    let app = app();
    let node: NodeRef<html::Dialog> = NodeRef::new();
    Effect::new(move || {
        let wanted = app.dialog.read().is_some();
        let Some(dialog) = node.get() else { return };
        if wanted && !dialog.open() {
            let _ = dialog.show_modal();
        } else if !wanted && dialog.open() {
            dialog.close();
        }
    });
    // A click on the backdrop has the dialog itself as its target.
    let outside = move |event: leptos::ev::MouseEvent| {
        if event.target().is_some_and(|target| event.current_target().is_some_and(|current| target == current)) {
            leave(app);
        }
    };
    // The browser reports a close later than it closes. By then the next dialog may be open: that one must stay.
    let closed = move |_| {
        let Some(dialog) = node.get_untracked().filter(|dialog| !dialog.open()) else { return };
        // A browser lets the second Escape through.
        if !leave(app) {
            let _ = dialog.show_modal();
        }
    };
    view! {
        <dialog
            node_ref=node
            class="dialog"
            data-testid="dialog"
            aria-label=move || match *app.dialog.read() {
                Some(Dialog::Palette) => "All actions",
                Some(Dialog::UndoFirst { .. }) => "Later decisions build on this one",
                Some(Dialog::Many) => "Many at once",
                _ => "Keys and help",
            }
            on:cancel=move |event: leptos::ev::Event| {
                event.prevent_default();
                leave(app);
            }
            on:close=closed
            on:click=outside
        >
            <div class="dialog-body">
                {move || match app.dialog.get() {
                    Some(Dialog::Help) => view! { <Help /> }.into_any(),
                    Some(Dialog::Palette) => view! { <Palette /> }.into_any(),
                    Some(Dialog::UndoFirst { review, error }) => view! { <UndoFirst review error /> }.into_any(),
                    Some(Dialog::Many) => view! { <Many /> }.into_any(),
                    None => ().into_any(),
                }}
            </div>
        </dialog>
    }
}

/// A button that closes the dialog.
#[component]
pub fn Close(
    /// What it says.
    #[prop(default = "Close")]
    label: &'static str,
) -> impl IntoView {
    let app = app();
    view! { <button class="btn" data-testid="dialog-close" on:click=move |_| { leave(app); }>{label}</button> }
}

/// What keys there are, and the switch for single keys.
#[component]
fn Help() -> impl IntoView {
    let app = app();
    let on = app.settings.single_keys;
    view! {
        <h2 class="dialog-title">"Keys"</h2>
        <label class="switch">
            <input
                type="checkbox"
                data-testid="single-keys"
                prop:checked=move || on.get()
                on:change=move |event| app.settings.set_single_keys(event_target_checked(&event))
            />
            <span>
                "Single keys act. Switch this off if you use speech input or press keys by accident; "
                <kbd>"Ctrl K"</kbd>
                " still opens all actions."
            </span>
        </label>
        <label class="switch">
            <input
                type="checkbox"
                data-testid="unopposed"
                prop:checked=move || app.settings.unopposed.get()
                on:change=move |event| app.settings.set_unopposed(event_target_checked(&event))
            />
            <span>"In the list of one kind, offer to accept all that nothing speaks against. You see them, and confirm."</span>
        </label>
        <dl class="keylist">
            {ALL
                .into_iter()
                .map(|action| view! { <div><dt><Keys action /></dt><dd>{action.label()}</dd></div> })
                .collect_view()}
        </dl>
        <p class="soft">
            "Nothing is joined until you accept it, and every decision can be taken back. Everything stays in this browser."
        </p>
        <div class="dialog-actions"><Close /></div>
    }
}

/// Offers to undo a decision together with those that build on it.
#[component]
fn UndoFirst(review: String, error: ApiError) -> impl IntoView {
    let app = app();
    let together = move |_| {
        app.dialog.set(None);
        app.undo.take_back(app, review.clone(), None, true);
    };
    let later = RwSignal::new(Vec::new());
    spawn_local(async move {
        // Without them, the owner can still look in the history.
        if let Ok(rows) = records_of(app, error.operations).await {
            later.try_set(rows);
        }
    });
    let lines = move || {
        let line =
            |row| view! { <li>{record_text(row)} " " <span class="soft">{words::date_time(row.time)}</span></li> };
        later.read().iter().map(line).collect_view()
    };
    view! {
        <h2 class="dialog-title">"Later decisions build on this one"</h2>
        <p class="soft">{error.next}</p>
        <ul class="oplist" data-testid="undo-first">{lines}</ul>
        <div class="dialog-actions">
            <button class="btn p" data-testid="undo-together" on:click=together>"Undo them together"</button>
            <Close />
        </div>
    }
}
