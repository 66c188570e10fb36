//! The palette: all actions by their words, each with its keys, so that using it teaches them.

use leptos::prelude::*;

use super::options::{Options, Pressed};
use crate::store::action::{ALL, Action};
use crate::store::{App, app};

/// Keys, each in its own `<kbd>`.
#[component]
pub fn Keys(
    /// The action whose keys to show.
    action: Action,
) -> impl IntoView {
    action.keys().iter().map(|key| view! { <kbd>{*key}</kbd> }).collect_view()
}

fn found(app: App, wanted: &str) -> Vec<Action> {
    let wanted = wanted.trim().to_lowercase();
    let fits = |action: &Action| {
        let label = action.label().to_lowercase();
        wanted.split_whitespace().all(|word| label.contains(word))
    };
    // Choosing needs a number, which only a key or a button gives.
    let listed = |action: &Action| !matches!(action, Action::Choose(_) | Action::Palette) && action.available(app);
    ALL.into_iter().filter(listed).filter(fits).collect()
}

/// The palette's content.
#[component]
pub fn Palette() -> impl IntoView {
    let app = app();
    let wanted = RwSignal::new(String::new());
    let options = Options::new("palette");
    let actions = Memo::new(move |_| found(app, &wanted.read()));
    let run = move |action: Action| {
        app.dialog.set(None);
        // After the dialog gave the focus back.
        request_animation_frame(move || action.run(app));
    };
    let key = move |event: leptos::ev::KeyboardEvent| {
        match options.press(&event.key(), actions.read_untracked().len()) {
            Pressed::Nothing => return,
            Pressed::Moved => {}
            Pressed::Chosen(at) => {
                if let Some(action) = actions.read_untracked().get(at) {
                    run(*action);
                }
            }
        }
        event.prevent_default();
    };
    view! {
        <input
            class="palette-input"
            type="text"
            role="combobox"
            aria-expanded="true"
            aria-controls="palette"
            aria-activedescendant=move || options.active(actions.read().len())
            aria-label="Find an action"
            placeholder="Find an action"
            autocomplete="off"
            autofocus=true
            data-testid="palette-input"
            on:input=move |event| {
                wanted.set(event_target_value(&event));
                options.reset();
            }
            on:keydown=key
        />
        <ul class="palette" id="palette" role="listbox" aria-label="Actions">
            {move || {
                actions
                    .get()
                    .into_iter()
                    .enumerate()
                    .map(|(index, action)| {
                        view! {
                            <li
                                role="option"
                                id=options.id(index)
                                class:on=move || options.is_at(index)
                                aria-selected=move || options.is_at(index).to_string()
                                data-testid="palette-item"
                                data-action=action.slug()
                                on:click=move |_| run(action)
                            >
                                <span>{action.label()}</span>
                                <span class="keys"><Keys action /></span>
                            </li>
                        }
                    })
                    .collect_view()
            }}
        </ul>
        <Show when=move || actions.read().is_empty()>
            <p class="soft pad">"No action fits."</p>
        </Show>
    }
}
