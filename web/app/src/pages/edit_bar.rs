//! The head and the bar of a form that edits an entity: what the edit would change, why, and the button that stores it.
//! The forms differ in what they put together; how it is shown and stored is here.

use leptos::prelude::*;
use namesake_protocol::{Edit, EntityView};

use crate::parts::effects::EffectLines;
use crate::parts::problem::Problem;
use crate::parts::shown::Name;
use crate::parts::{focus, words};
use crate::route::Route;
use crate::store::app;

/// The title of a form, and the way back to the entity.
#[component]
pub fn FormHead(
    /// What is done.
    title: &'static str,
    /// The entity.
    entity: Memo<EntityView>,
    /// What it does, in a sentence.
    about: &'static str,
) -> impl IntoView {
    let app = app();
    let form = app.edits.enter();
    on_cleanup(move || app.edits.leave(form));
    // What opened the form is gone with the entity's page.
    focus::if_lost("#form-title");
    let stay = move |event: leptos::ev::MouseEvent| {
        if app.edits.saving.get_untracked() {
            event.prevent_default();
            app.live.polite("It is being saved.");
        }
    };
    view! {
        <p class="form-back">
            <a class="back" data-testid="form-back" href=move || app.route.read().parent().href() on:click=stay>
                "‹ Back to " {move || view! { <Name shown=entity.read().row.name.clone() /> }}
            </a>
        </p>
        <h1 id="form-title" tabindex="-1" data-testid="form-title">
            {title} " " {move || view! { <Name shown=entity.read().row.name.clone() /> }}
        </h1>
        <p class="soft">{about}</p>
    }
}

/// What the edit would change, and the buttons.
#[component]
pub fn EditBar(
    /// What it says while there is nothing to store.
    hint: &'static str,
    /// Called with what was stored, once it is.
    on_stored: Callback<Edit>,
    /// Called by *Cancel*, beside taking the edit off the bar.
    #[prop(optional)]
    on_cancel: Option<Callback<()>>,
) -> impl IntoView {
    let app = app();
    let edits = app.edits;
    Effect::new(move |before: Option<()>| {
        app.change.track();
        // What it would change may be something else now.
        if before.is_some() {
            edits.look(app);
        }
    });
    let state = move || match (&*edits.draft.read(), &*edits.preview.read()) {
        _ if edits.saving.get() => "saving",
        (None, _) => "none",
        (Some(_), None) => "looking",
        (Some(_), Some(Err(_))) => "refused",
        (Some(_), Some(Ok(preview))) if preview.lines.is_empty() => "same",
        _ => "ready",
    };
    let some = Memo::new(move |_| edits.draft.read().is_some());
    let label = move || match &*edits.draft.read() {
        _ if edits.saving.get() => "saving…",
        Some(edit) => words::edit(edit),
        None => "Store",
    };
    let store = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        edits.store(app, on_stored);
    };
    view! {
        <form class="bar edit-bar" aria-label="What this changes" data-testid="edit-bar" data-state=state on:submit=store>
            <div class="edit-effect" data-testid="edit-preview">
                {move || match edits.preview.get() {
                    _ if !some.get() => view! { <p class="soft">{hint}</p> }.into_any(),
                    None => view! { <p class="soft">"Looking at what it changes…"</p> }.into_any(),
                    Some(Ok(preview)) if preview.lines.is_empty() => {
                        view! { <p class="soft">"It is so already: this changes nothing."</p> }.into_any()
                    }
                    Some(Ok(preview)) => view! { <EffectLines preview /> }.into_any(),
                    Some(Err(error)) => view! { <Problem error testid="edit-refused" /> }.into_any(),
                }}
            </div>
            {move || {
                edits
                    .error
                    .get()
                    .map(|error| {
                        let unknown = error.code.is_outcome_unknown();
                        view! {
                            <Problem error testid="edit-problem" />
                            {unknown
                                .then(|| {
                                    view! {
                                        <p>
                                            "It may be stored already. "
                                            <a data-testid="edit-look" href=Route::history().href()>"Look in the history"</a>
                                        </p>
                                    }
                                })}
                        }
                    })
            }}
            <Show when=move || some.get()>
                <label class="why">
                    <span>"Why "<small>"(kept with it, if you write something)"</small></span>
                    <input
                        type="text"
                        data-testid="edit-why"
                        autocomplete="off"
                        readonly=move || edits.saving.get()
                        prop:value=move || edits.why.get()
                        on:input=move |event| edits.why.set(event_target_value(&event))
                    />
                </label>
                <button
                    class="btn p"
                    id="edit-store"
                    type="submit"
                    data-testid="edit-store"
                    aria-disabled=move || (!edits.ready()).to_string()
                >
                    {label}
                </button>
                <button
                    class="btn"
                    type="button"
                    data-testid="edit-cancel"
                    aria-disabled=move || edits.saving.get().to_string()
                    on:click=move |_| {
                        if edits.cancel(app)
                            && let Some(on_cancel) = on_cancel
                        {
                            on_cancel.run(());
                        }
                    }
                >
                    "Cancel"
                </button>
            </Show>
        </form>
    }
}
