//! A text field with its label. What is written in it is data; this must not judge it.

use leptos::prelude::*;

/// The field.
#[component]
pub fn Field(
    /// Its id, also for tests.
    id: &'static str,
    /// What it is called.
    label: &'static str,
    /// What is written in it.
    value: RwSignal<String>,
    /// The id of a list of what is often written in it.
    #[prop(optional)]
    list: Option<&'static str>,
    /// True if a form cannot be sent while it is empty.
    #[prop(optional)]
    required: bool,
    /// True while it cannot be written in.
    #[prop(optional)]
    locked: Option<RwSignal<bool>>,
    /// Called before what is written changes.
    #[prop(optional)]
    on_write: Option<Callback<()>>,
) -> impl IntoView {
    view! {
        <label class="field">
            <span>{label}</span>
            <input
                id=id
                data-testid=id
                type="text"
                dir="auto"
                required=required
                list=list
                autocomplete="off"
                spellcheck="false"
                readonly=move || locked.is_some_and(|locked| locked.get())
                prop:value=move || value.get()
                on:input=move |event| {
                    if let Some(on_write) = on_write {
                        on_write.run(());
                    }
                    value.set(event_target_value(&event));
                }
            />
        </label>
    }
}
