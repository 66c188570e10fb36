//! Relating an entity to another one: asking about the two, merging them, or saying that they are not the same. The other one
//! is picked by name.

use leptos::prelude::*;
use namesake_protocol::{Edit, EntityRow, EntityView};

use super::edit_bar::{EditBar, FormHead};
use crate::parts::picker::Picker;
use crate::parts::shown::Name;
use crate::parts::{focus, words};
use crate::route::Route;
use crate::store::app;
use crate::store::finder::Finder;

/// What is said of the two.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Act {
    Ask,
    Merge,
    NotSame,
}

/// Acts with their ids for tests and their words.
const ACTS: [(Act, &str, &str); 3] = [
    (Act::Ask, "relate-ask", "Ask me about the two"),
    (Act::Merge, "relate-merge", "They are the same: merge them"),
    (Act::NotSame, "relate-not-same", "They are not the same"),
];

/// The form.
#[component]
pub fn RelatePage(entity: Memo<EntityView>) -> impl IntoView {
    let app = app();
    let finder = Finder::new();
    let other = RwSignal::new(None::<EntityRow>);
    let act = RwSignal::new(None::<Act>);
    let survivor = RwSignal::new(None::<String>);
    let own = Memo::new(move |_| entity.read().row.clone());
    app.edits.follow(app, move || {
        let entity = own.read().id.clone();
        other.get().zip(act.get()).map(|(other, act)| match act {
            Act::Ask => Edit::Ask { a: entity, b: other.id },
            Act::Merge => Edit::Merge { entities: vec![entity, other.id], survivor: survivor.get() },
            Act::NotSame => Edit::NotSame { entities: vec![entity, other.id] },
        })
    });
    let on_pick = Callback::new(move |row: EntityRow| {
        survivor.set(None);
        other.set(Some(row));
        // Only one of them is in the order of the keyboard: the chosen one, else the first.
        focus::later("#relate-act input:checked, #relate-act input");
    });
    // Both are seen from the entity's page: what was asked, and whom it is not the same as.
    let leave = move || app.go(app.route.get_untracked().parent());
    let stored = Callback::new(move |_: Edit| leave());
    let cancel = Callback::new(move |()| leave());
    let chosen = move || {
        other.get().map(|row| {
            let hint = words::hint(&row);
            view! {
                <p class="box" data-testid="relate-other" data-id=row.id.clone()>
                    <b><Name shown=own.read().name.clone() /></b> " and "
                    <a href=Route::entity(&row.id).href()><Name shown=row.name /></a>
                    {hint.map(|shown| view! { " " <span class="soft"><Name shown /></span> })}
                </p>
                <fieldset class="choices" id="relate-act">
                    <legend>"What is true of them"</legend>
                    {ACTS
                        .into_iter()
                        .map(|(one, testid, label)| {
                            view! {
                                <label class="switch">
                                    <input
                                        type="radio"
                                        name="relate-act"
                                        data-testid=testid
                                        prop:checked=move || act.get() == Some(one)
                                        on:change=move |_| act.set(Some(one))
                                    />
                                    {label}
                                </label>
                            }
                        })
                        .collect_view()}
                </fieldset>
            }
        })
    };
    let survivors = move || {
        let other = other.get().filter(|_| act.get() == Some(Act::Merge))?;
        let rows = [own.get(), other];
        Some(view! {
            <fieldset class="choices" data-testid="relate-survivors">
                <legend>"Who survives"</legend>
                {rows
                    .into_iter()
                    .enumerate()
                    .map(|(index, row)| {
                        let hint = words::hint(&row);
                        let (id, set) = (row.id.clone(), row.id);
                        let survives = move || {
                            let preview = app.edits.preview.read();
                            let previewed = preview.as_ref().and_then(|preview| preview.as_ref().ok()?.survivor.clone());
                            survivor.get().or(previewed).as_deref() == Some(id.as_str())
                        };
                        view! {
                            <label class="switch">
                                <input
                                    type="radio"
                                    name="relate-survivor"
                                    data-testid=format!("relate-survivor-{}", index + 1)
                                    prop:checked=survives
                                    on:change=move |_| survivor.set(Some(set.clone()))
                                />
                                <span><Name shown=row.name /> {hint.map(|shown| view! { " " <span class="soft"><Name shown /></span> })}</span>
                            </label>
                        }
                    })
                    .collect_view()}
            </fieldset>
        })
    };
    view! {
        <article class="question" data-testid="relate-form" data-id=move || own.read().id.clone()>
            <FormHead
                title="Relate"
                entity
                about="Have yourself asked whether another one is the same, merge the two, or say that they are not the same."
            />
            <Picker
                label="The other one: type a name, then choose"
                id="relate-search"
                list="relate-found"
                finder
                except=own.read_untracked().id.clone()
                on_pick
            />
            {chosen}
            {survivors}
        </article>
        <EditBar hint="Pick the other one, then say what is true." on_stored=stored on_cancel=cancel />
    }
}
