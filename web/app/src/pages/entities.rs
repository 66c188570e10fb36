//! The entities: a list by name, or what a search found with tier and reasons; one entity beside it.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use namesake_protocol::{ApiError, EntityRow, Page, Reason};

use super::entity::EntityPane;
use crate::client::EntityPage;
use crate::parts::list::{ListPane, SearchBox};
use crate::parts::problem::Problem;
use crate::parts::reasons::ReasonLine;
use crate::parts::shown::{Name, Names};
use crate::parts::words;
use crate::route::Route;
use crate::store::app;

const PAGE: u32 = 100;
/// How long typing must pause before a search starts.
const PAUSE: Duration = Duration::from_millis(90);

/// A row, with how it was found if it was searched for.
#[derive(Clone, PartialEq)]
struct Line {
    row: EntityRow,
    found: Option<(u8, Vec<Reason>)>,
}

fn lines(page: EntityPage) -> Page<Line> {
    match page {
        EntityPage::Listed(Page { items, total, next }) => {
            Page { items: items.into_iter().map(|row| Line { row, found: None }).collect(), total, next }
        }
        EntityPage::Found(Page { items, total, next }) => Page {
            items: items
                .into_iter()
                .map(|one| Line { row: one.entity, found: Some((one.tier, one.reasons)) })
                .collect(),
            total,
            next,
        },
    }
}

/// List and detail.
#[component]
pub fn EntitiesPage() -> impl IntoView {
    let app = app();
    // While the page is being left, it keeps what it shows.
    let search = Memo::new(move |before: Option<&String>| match &*app.route.read() {
        Route::Entities { search, .. } => search.clone(),
        _ => before.cloned().unwrap_or_default(),
    });
    let selected = Memo::new(move |before: Option<&Option<String>>| match &*app.route.read() {
        Route::Entities { entity, .. } => entity.clone(),
        _ => before.cloned().flatten(),
    });
    let rows = RwSignal::new(Vec::<Line>::new());
    let total = RwSignal::new(None::<u32>);
    let next = RwSignal::new(None::<String>);
    let error = RwSignal::new(None::<ApiError>);
    let negative = RwSignal::new(None::<String>);
    let reading = StoredValue::new(0_u32);
    let read = move |text: String, cursor: Option<String>| {
        reading.update_value(|reading| *reading += 1);
        let mine = reading.get_value();
        spawn_local(async move {
            let wanted = (!text.trim().is_empty()).then(|| text.clone());
            let first = cursor.is_none();
            let space = app.space.get_untracked();
            let outcome = app.client.entities(space.clone(), wanted.clone(), cursor, PAGE).await;
            if reading.try_get_value() != Some(mine) {
                return;
            }
            match outcome {
                Ok(page) => {
                    let page = lines(page);
                    let none = page.items.is_empty() && first;
                    error.set(None);
                    total.set(Some(page.total));
                    next.set(page.next);
                    if first {
                        rows.set(page.items);
                    } else {
                        rows.update(|rows| rows.extend(page.items));
                    }
                    negative.set(None);
                    if let (true, Some(name)) = (none, wanted) {
                        let said = app.client.resolve_entity(space, name).await;
                        if reading.try_get_value() == Some(mine) {
                            negative.set(said.ok().and_then(|said| said.negative).map(|negative| negative.explanation));
                        }
                    }
                }
                Err(problem) => error.set(Some(problem)),
            }
        });
    };
    Effect::new(move || {
        app.change.track();
        app.space.track();
        read(search.get(), None);
    });
    // What is typed becomes part of the address after a pause.
    let typing = StoredValue::new(0_u32);
    let typed = RwSignal::new(search.get_untracked());
    Effect::new(move || typed.set(search.get()));
    let on_search = Callback::new(move |text: String| {
        typed.set(text.clone());
        typing.update_value(|typing| *typing += 1);
        let mine = typing.get_value();
        set_timeout(
            move || {
                if typing.try_get_value() == Some(mine) {
                    let entity = selected.get_untracked();
                    app.replace(Route::Entities { search: text, entity });
                }
            },
            PAUSE,
        );
    });
    let box_ = view! { <SearchBox label="Search by name" testid="entity-search" value=typed on_search /> };
    view! {
        <ListPane
            label="Entities"
            search=box_.into_any()
            more=Signal::derive(move || next.read().is_some())
            on_more=Callback::new(move |()| {
                let cursor = next.get_untracked();
                if cursor.is_some() {
                    next.set(None);
                    read(search.get_untracked(), cursor);
                }
            })
        >
            {move || error.get().map(|error| view! { <Problem error /> })}
            <p class="list-note" role="status">
                {move || {
                    let searching = !search.read().trim().is_empty();
                    total.get().filter(|total| searching && *total > 0).map(|total| words::count(total, "entity found", "entities found"))
                }}
            </p>
            <Show when=move || total.get() == Some(0)>
                <p class="pad soft" data-testid="unknown-entity">
                    {move || {
                        if search.read().trim().is_empty() {
                            "There are no entities yet.".to_owned()
                        } else {
                            negative.get().unwrap_or_else(|| "No entity has such a name.".to_owned())
                        }
                    }}
                </p>
            </Show>
            <ul class="rowlist" aria-label="Entities">
                <For each=move || rows.get() key=key let(line)>
                    <EntityLine line search selected />
                </For>
            </ul>
        </ListPane>
        <main class="detail" aria-label="Entity">
            <EntityPane id=selected />
        </main>
    }
}

/// Redraws a row when what it shows changes.
fn key(line: &Line) -> (String, u32, u32, usize, String, Option<u8>, usize) {
    let row = &line.row;
    let reasons = line.found.as_ref().map_or(0, |(_, reasons)| reasons.len());
    let tier = line.found.as_ref().map(|(tier, _)| *tier);
    (row.id.clone(), row.mentions, row.questions, row.aliases.len(), row.name.text.clone(), tier, reasons)
}

#[component]
fn EntityLine(line: Line, search: Memo<String>, selected: Memo<Option<String>>) -> impl IntoView {
    let Line { row, found } = line;
    let id = row.id.clone();
    let on = Memo::new(move |_| selected.read().as_deref() == Some(id.as_str()));
    let id = row.id.clone();
    let href = move || Route::Entities { search: search.get(), entity: Some(id.clone()) }.href();
    let second = match found {
        Some((tier, reasons)) => view! {
            <span class="chip" data-testid="tier">{words::tier(tier)}</span> " " <ReasonLine reasons />
        }
        .into_any(),
        None if !row.aliases.is_empty() => view! { "also " <Names names=row.aliases.clone() most=3 /> }.into_any(),
        None => match words::hint(&row) {
            Some(shown) => view! { <Name shown /> }.into_any(),
            None => words::standing(row.standing).into_any(),
        },
    };
    view! {
        <li>
            <a
                class="row"
                class:on=move || on.get()
                href=href
                aria-current=move || on.get().then_some("true")
                data-testid="entity-row"
                data-id=row.id.clone()
            >
                <span class="t"><Name shown=row.name.clone() /></span>
                <span class="k">
                    {match (row.questions, row.mentions) {
                        (0, 0) => String::new(),
                        (0, mentions) => words::count(mentions, "mention", "mentions"),
                        (questions, _) => words::count(questions, "question", "questions"),
                    }}
                </span>
                <span class="s">{second}</span>
            </a>
        </li>
    }
}
