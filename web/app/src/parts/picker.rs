//! Picking an entity by its name: a combobox over a search. Enter takes the active option, and only from a list that answers
//! the text as it stands.

use leptos::prelude::*;
use namesake_protocol::EntityRow;

use super::options::{Options, Pressed};
use super::problem::Problem;
use super::shown::Name;
use super::words;
use crate::store::app;
use crate::store::finder::{Finder, Found};

/// The combobox.
#[component]
pub fn Picker(
    /// What is picked, for everybody.
    label: &'static str,
    /// The id of the text field; list and options are called after it. Also for tests: `ID` and `ID-choice`.
    id: &'static str,
    /// The id of the list.
    list: &'static str,
    /// The search.
    finder: Finder,
    /// Who is not offered.
    except: String,
    /// Called with who was picked.
    on_pick: Callback<EntityRow>,
) -> impl IntoView {
    let app = app();
    let options = Options::new(list);
    let pick = move |row: EntityRow| {
        finder.clear();
        on_pick.run(row);
    };
    let count =
        move || finder.found.read().as_ref().and_then(|found| found.as_ref().ok()).map_or(0, |found| found.rows.len());
    let typed = move |event| {
        let text = event_target_value(&event);
        if *finder.typed.read_untracked() != text {
            options.reset();
            finder.type_in(app, text, except.clone());
        }
    };
    let key = move |event: leptos::ev::KeyboardEvent| {
        if event.is_composing() {
            return;
        }
        if event.key() == "Escape" && !finder.typed.read_untracked().is_empty() {
            finder.clear();
            return event.prevent_default();
        }
        match options.press(&event.key(), untrack(count)) {
            Pressed::Nothing => return,
            Pressed::Moved => {}
            Pressed::Chosen(at) => match finder.pick(at) {
                Some(row) => pick(row),
                None => app.live.polite("Still searching."),
            },
        }
        event.prevent_default();
    };
    // One line that is always there: a screen reader may miss one that comes with its text.
    let said = move || match &*finder.found.read() {
        Some(Ok(found)) => found_so_many(found),
        _ => String::new(),
    };
    let offers = move || {
        finder.found.get().map(|found| match found {
            Ok(found) if found.rows.is_empty() => ().into_any(),
            Ok(found) => {
                let offer = move |(index, row): (usize, EntityRow)| {
                    let hint = words::hint(&row);
                    let (shown, kind, picked) = (row.name.clone(), row.kind.clone(), row.clone());
                    view! {
                        <li
                            role="option"
                            id=options.id(index)
                            class:on=move || options.is_at(index)
                            aria-selected=move || options.is_at(index).to_string()
                            data-testid=format!("{id}-choice")
                            data-id=row.id
                            on:click=move |_| pick(picked.clone())
                        >
                            <span><b><Name shown /></b> {hint.map(|shown| view! { " " <span class="soft"><Name shown /></span> })}</span>
                            <span class="soft">{kind}</span>
                        </li>
                    }
                };
                view! {
                    <ul class="palette options" id=list role="listbox" aria-label="Entities found">
                        {found.rows.into_iter().enumerate().map(offer).collect_view()}
                    </ul>
                }
                .into_any()
            }
            Err(error) => view! { <Problem error /> }.into_any(),
        })
    };
    view! {
        <div class="picker">
            <label class="why" for=id>{label}</label>
            <input
                class="palette-input"
                type="text"
                id=id
                data-testid=id
                role="combobox"
                aria-autocomplete="list"
                aria-expanded=move || (count() > 0).to_string()
                aria-controls=move || (count() > 0).then_some(list)
                aria-activedescendant=move || options.active(count())
                dir="auto"
                autocomplete="off"
                spellcheck="false"
                prop:value=move || finder.typed.get()
                on:input=typed
                on:keydown=key
            />
            {offers}
            <p class="soft small-print" role="status" data-testid=format!("{id}-count")>{said}</p>
        </div>
    }
}

/// How many were found, and how to see those that are not offered.
fn found_so_many(found: &Found) -> String {
    let offered = u32::try_from(found.rows.len()).unwrap_or(u32::MAX);
    if offered == 0 {
        return "No other entity has such a name.".to_owned();
    }
    let all = words::count(offered.saturating_add(found.more), "entity found", "entities found");
    if found.more == 0 {
        format!("{all}.")
    } else {
        format!("{all}, {} more than here. Type more of the name to see them.", words::grouped(found.more))
    }
}
