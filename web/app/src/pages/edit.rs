//! Editing an entity: its names, fields and kind. Each button puts one edit on the bar below, where it is looked at and
//! stored; nothing changes before.

use leptos::prelude::*;
use namesake_protocol::{Edit, EntityView, FieldView, NameView};

use super::edit_bar::{EditBar, FormHead};
use crate::parts::field::Field;
use crate::parts::shown::Name;
use crate::parts::{focus, words};
use crate::store::app;

/// Fields that contact cards have; any other may be written.
const FIELDS: [&str; 9] = ["email", "phone", "organization", "title", "role", "birthday", "address", "url", "note"];
/// Kinds that are often meant; any other may be written.
const KINDS: [&str; 6] = ["person", "organization", "place", "project", "product", "event"];

/// The form.
#[component]
pub fn EditPage(entity: Memo<EntityView>) -> impl IntoView {
    let app = app();
    let id = Memo::new(move |_| entity.read().row.id.clone());
    let (name, prefer) = (RwSignal::new(String::new()), RwSignal::new(false));
    let (field, value) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let kind = RwSignal::new(entity.read_untracked().row.kind.clone().unwrap_or_default());
    // What was written and is stored now is done with, unless something else was written since.
    let stored = Callback::new(move |edit: Edit| match edit {
        Edit::Rename { name: done, .. } | Edit::AddName { name: done, .. } if name.get_untracked().trim() == done => {
            name.set(String::new());
            prefer.set(false);
        }
        Edit::AddField { value: done, .. } if value.get_untracked().trim() == done => value.set(String::new()),
        _ => {}
    });
    // The button that took something away goes with it.
    Effect::new(move |before: Option<()>| {
        entity.track();
        if before.is_some() {
            focus::if_lost("#form-title");
        }
    });
    // Writing takes the edit off the bar, as that one is about another text.
    let on_write = Callback::new(move |()| app.edits.set(app, None));
    let add_name = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let (entity, name) = (id.get_untracked(), name.get_untracked().trim().to_owned());
        let edit = if prefer.get_untracked() { Edit::Rename { entity, name } } else { Edit::AddName { entity, name } };
        app.edits.open(app, edit);
    };
    let add_field = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let field = field.get_untracked().trim().to_lowercase();
        let value = value.get_untracked().trim().to_owned();
        app.edits.open(app, Edit::AddField { entity: id.get_untracked(), field, value });
    };
    let set_kind = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let kind = kind.get_untracked().trim().to_owned();
        app.edits.open(app, Edit::SetKind { entity: id.get_untracked(), kind: (!kind.is_empty()).then_some(kind) });
    };
    view! {
        <article class="question" data-testid="edit-form" data-id=move || id.get()>
            <FormHead
                title="Edit"
                entity
                about="What you say here stands over what the sources say, and can be taken back."
            />
            <h2>"Names"</h2>
            <ul class="edit-list" data-testid="edit-names">
                <For each=move || entity.get().names key=|one| (one.name.text.clone(), one.from.clone()) let(one)>
                    <NameLine one entity />
                </For>
            </ul>
            <form class="sentence" data-testid="edit-add-name" on:submit=add_name>
                <Field id="edit-name" label="Another name" value=name required=true on_write />
                <label class="switch">
                    <input
                        type="checkbox"
                        data-testid="edit-prefer"
                        prop:checked=move || prefer.get()
                        on:change=move |event| {
                            app.edits.set(app, None);
                            prefer.set(event_target_checked(&event));
                        }
                    />
                    "the preferred one"
                </label>
                <button class="btn" type="submit" data-testid="edit-name-add">"Add…"</button>
            </form>
            <h2>"Fields"</h2>
            <Show when=move || entity.read().fields.is_empty()><p class="soft">"None yet."</p></Show>
            <ul class="edit-list" data-testid="edit-fields">
                <For
                    each=move || entity.get().fields
                    key=|one| (one.field.clone(), one.value.text.clone(), one.from.clone())
                    let(one)
                >
                    <FieldLine one />
                </For>
            </ul>
            <form class="sentence" data-testid="edit-add-field" on:submit=add_field>
                <Field id="edit-field" label="Field" value=field list="edit-fields-known" required=true on_write />
                <datalist id="edit-fields-known">
                    {FIELDS.into_iter().map(|field| view! { <option value=field>{words::field(field)}</option> }).collect_view()}
                </datalist>
                <Field id="edit-value" label="Value" value=value required=true on_write />
                <button class="btn" type="submit" data-testid="edit-field-add">"Add…"</button>
            </form>
            <h2>"Kind"</h2>
            <form class="sentence" data-testid="edit-set-kind" on:submit=set_kind>
                <Field id="edit-kind" label="Kind (none if empty)" value=kind list="edit-kinds-known" on_write />
                <datalist id="edit-kinds-known">
                    {KINDS.into_iter().map(|kind| view! { <option value=kind></option> }).collect_view()}
                </datalist>
                <button class="btn" type="submit" data-testid="edit-kind-set">"Set…"</button>
            </form>
        </article>
        <EditBar hint="Choose what to change; you see what it does before it is stored." on_stored=stored />
    }
}

/// One name and what can be done about it.
#[component]
fn NameLine(one: NameView, entity: Memo<EntityView>) -> impl IntoView {
    let app = app();
    let NameView { name, from, source } = one;
    let said = words::isolated(&name.text);
    let is_preferred = {
        let (text, from) = (name.text.clone(), from.clone());
        Memo::new(move |_| {
            let view = entity.read();
            view.row.name.text == text && view.row.id == from
        })
    };
    let prefer = {
        let name = name.text.clone();
        move |_| {
            app.edits.open(app, Edit::Rename { entity: entity.read_untracked().row.id.clone(), name: name.clone() })
        }
    };
    let remove = {
        let name = name.text.clone();
        move |_| app.edits.open(app, Edit::RemoveName { entity: from.clone(), name: name.clone() })
    };
    let (prefer_label, remove_label) = (format!("Prefer {said}"), format!("Remove {said}"));
    view! {
        <li data-testid="edit-name-row">
            <span class="edit-what">
                <b><Name shown=name whole=true /></b>
                {move || is_preferred.get().then(|| view! { " " <span class="chip">"preferred"</span> })}
                " " <span class="soft"><bdi dir="auto">{source}</bdi></span>
            </span>
            <span class="acts">
                <Show when={move || !is_preferred.get()}>
                    <button class="btn small" data-testid="edit-name-prefer" aria-label=prefer_label.clone() on:click=prefer.clone()>
                        "Prefer…"
                    </button>
                </Show>
                <button class="btn small" data-testid="edit-name-remove" aria-label=remove_label on:click=remove>"Remove…"</button>
            </span>
        </li>
    }
}

/// One value and the button that takes it away.
#[component]
fn FieldLine(one: FieldView) -> impl IntoView {
    let app = app();
    let FieldView { field, value, from } = one;
    let label = format!("Remove {} {}", words::field(&field), words::isolated(&value.text));
    let shown = words::field(&field);
    let remove = {
        let value = value.text.clone();
        move |_| {
            app.edits.open(app, Edit::RemoveField { entity: from.clone(), field: field.clone(), value: value.clone() });
        }
    };
    view! {
        <li data-testid="edit-field-row">
            <span class="edit-what"><span class="soft">{shown}</span> " " <Name shown=value whole=true /></span>
            <span class="acts">
                <button class="btn small" data-testid="edit-field-remove" aria-label=label on:click=remove>"Remove…"</button>
            </span>
        </li>
    }
}
