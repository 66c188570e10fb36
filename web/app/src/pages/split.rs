//! Splitting an entity that swallowed another one: which names, values and mentions go to the new half, and which both keep.

use std::collections::{HashMap, HashSet};

use leptos::prelude::*;
use namesake_protocol::{Edit, EntityView, MentionView, Shown, SplitField, SplitName, SplitParts};

use super::edit_bar::{EditBar, FormHead};
use super::entity::mentions_of;
use crate::parts::field::Field;
use crate::parts::list::More;
use crate::parts::problem::Problem;
use crate::parts::sentence::Quote;
use crate::parts::shown::Name;
use crate::parts::words;
use crate::store::app;

/// Where something goes.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Goes {
    #[default]
    Stays,
    New,
    Both,
}

/// With their ids in the page, and their words.
const GOES: [(Goes, &str, &str); 3] = [
    (Goes::Stays, "stays", "stays here"),
    (Goes::New, "new", "goes to the new one"),
    (Goes::Both, "both", "both have it"),
];

/// A value of a field, or a name under no field.
type Thing = (Option<String>, String);
type Where = RwSignal<HashMap<Thing, Goes>>;

/// The form.
#[component]
pub fn SplitPage(entity: Memo<EntityView>) -> impl IntoView {
    let app = app();
    let places: Where = RwSignal::default();
    let ticked = RwSignal::new(HashSet::<String>::new());
    let (name, kind) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let things = Memo::new(move |_| things(&entity.read()));
    let id = Memo::new(move |_| entity.read().row.id.clone());
    let list = mentions_of(app, id.get_untracked(), entity.read_untracked().mentions.clone());
    Effect::new(move |before: Option<()>| {
        app.change.track();
        if before.is_some() {
            list.read(false);
        }
    });
    // As of names and fields, only its own.
    let mine = Memo::new(move |_| {
        let (id, rows) = (id.read(), list.rows.read());
        rows.iter().filter(|one| one.from == *id).cloned().collect::<Vec<MentionView>>()
    });
    // What is ticked and gone since does not go with it unseen.
    let going = move || {
        let ticked = ticked.read();
        mine.read().iter().map(|one| &one.id).filter(|id| ticked.contains(*id)).cloned().collect::<Vec<_>>()
    };
    app.edits.follow(app, move || {
        let parts = parts(&things.read(), &places.read(), going(), &name.read(), &kind.read());
        parts.map(|parts| Edit::Split { entity: id.get(), parts })
    });
    let leave = move || app.go(app.route.get_untracked().parent());
    view! {
        <article class="question" data-testid="split-form" data-id=move || id.get()>
            <FormHead
                title="Split"
                entity
                about="This is two: say what belongs to the new one. The rest stays, and the two are kept apart."
            />
            <h2>"The new one"</h2>
            <div class="sentence">
                <Field id="split-name" label="Its own name (else it is called the same)" value=name locked=app.edits.saving />
                <Field id="split-kind" label="Its kind (else the same)" value=kind locked=app.edits.saving />
            </div>
            <h2>"Names and fields"</h2>
            <ul class="edit-list" data-testid="split-things">
                <For each=move || things.get() key=|(thing, _)| thing.clone() let((thing, shown))>
                    <ThingLine thing shown places />
                </For>
            </ul>
            <h2>"Mentions that mean the new one"</h2>
            <Show when=move || mine.read().is_empty() && !list.has_more()><p class="soft">"No sentence mentions it yet."</p></Show>
            <ul class="split-mentions" data-testid="split-mentions">
                <For each=move || mine.get() key=|mention| mention.id.clone() let(mention)>
                    <MentionLine mention ticked />
                </For>
            </ul>
            {move || list.error.get().map(|error| view! { <Problem error /> })}
            <More more=Signal::derive(move || list.has_more()) on_more=Callback::new(move |()| list.more()) />
        </article>
        <EditBar
            hint="Choose at least one thing that goes to the new one."
            on_stored=Callback::new(move |_: Edit| leave())
            on_cancel=Callback::new(move |()| leave())
        />
    }
}

/// What can go: what the entity itself and those merged into it have. What only stands beside it is split where it is.
fn things(view: &EntityView) -> Vec<(Thing, Shown)> {
    let own = |from: &String| *from == view.row.id || view.absorbed.contains(from);
    let names = view.names.iter().filter(|name| own(&name.from)).map(|name| (None, &name.name));
    let fields =
        view.fields.iter().filter(|field| own(&field.from)).map(|field| (Some(field.field.clone()), &field.value));
    let mut out: Vec<(Thing, Shown)> = Vec::new();
    for (field, shown) in names.chain(fields) {
        let thing = (field, shown.text.clone());
        if !out.iter().any(|(known, _)| *known == thing) {
            out.push((thing, shown.clone()));
        }
    }
    out
}

/// What goes to the new half; nothing if nothing was chosen.
fn parts(
    things: &[(Thing, Shown)],
    places: &HashMap<Thing, Goes>,
    mentions: Vec<String>,
    name: &str,
    kind: &str,
) -> Option<SplitParts> {
    let mut parts = SplitParts { names: Vec::new(), fields: Vec::new(), mentions, kind: None };
    for (thing, _) in things {
        let goes = places.get(thing).copied().unwrap_or_default();
        if goes == Goes::Stays {
            continue;
        }
        let (kept, text) = (goes == Goes::Both, thing.1.clone());
        match &thing.0 {
            None => parts.names.push(SplitName { name: text, kept }),
            Some(field) => parts.fields.push(SplitField { field: field.clone(), value: text, kept }),
        }
    }
    parts.mentions.sort_unstable();
    let nothing = parts.names.is_empty() && parts.fields.is_empty() && parts.mentions.is_empty();
    let (name, kind) = (name.trim(), kind.trim());
    if nothing && name.is_empty() {
        return None;
    }
    if !name.is_empty() {
        parts.names.insert(0, SplitName { name: name.to_owned(), kept: false });
    }
    parts.kind = (!kind.is_empty()).then(|| kind.to_owned());
    Some(parts)
}

/// One name or value, and where it goes.
#[component]
fn ThingLine(thing: Thing, shown: Shown, places: Where) -> impl IntoView {
    let app = app();
    let what = thing.0.as_deref().map_or_else(|| "Name".to_owned(), words::field);
    let label = format!("{what} {}: where it goes", words::isolated(&thing.1));
    let place = {
        let thing = thing.clone();
        Memo::new(move |_| places.read().get(&thing).copied().unwrap_or_default())
    };
    let chosen = move |event| {
        let slug = event_target_value(&event);
        let goes = GOES.iter().find(|(_, one, _)| *one == slug).map_or(Goes::Stays, |(goes, ..)| *goes);
        places.update(|places| {
            places.insert(thing.clone(), goes);
        });
    };
    view! {
        <li data-testid="split-thing">
            <span class="edit-what"><span class="soft">{what}</span> " " <Name shown whole=true /></span>
            <select
                class="space plain-case split-where"
                data-testid="split-where"
                aria-label=label
                disabled=move || app.edits.saving.get()
                on:change=chosen
            >
                {GOES
                    .into_iter()
                    .map(|(goes, slug, words)| view! { <option value=slug selected=move || place.get() == goes>{words}</option> })
                    .collect_view()}
            </select>
        </li>
    }
}

/// One mention, with a box to tick.
#[component]
fn MentionLine(mention: MentionView, ticked: RwSignal<HashSet<String>>) -> impl IntoView {
    let id = StoredValue::new(mention.id);
    view! {
        <li>
            <label class="split-mention">
                <input
                    type="checkbox"
                    data-testid="split-mention"
                    prop:checked=move || id.with_value(|id| ticked.read().contains(id))
                    on:change=move |event| {
                        let on = event_target_checked(&event);
                        ticked.update(|all| {
                            if on { all.insert(id.get_value()) } else { all.remove(&id.get_value()) };
                        });
                    }
                />
                <Quote sentence=mention.sentence />
            </label>
        </li>
    }
}
