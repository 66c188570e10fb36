//! The entities: a list by name, or what a search found with tier and reasons, and the sentences that say it; one entity
//! beside it.

use leptos::prelude::*;
use leptos::task::spawn_local;
use namesake_protocol::{EntityRow, Page, Reason, TextHit};

use super::entity::EntityPane;
use crate::client::EntityPage;
use crate::parts::list::{ListPane, SearchBox};
use crate::parts::problem::Problem;
use crate::parts::reasons::ReasonLine;
use crate::parts::sentence::marked;
use crate::parts::shown::{FileName, Name, Names};
use crate::parts::words;
use crate::route::Route;
use crate::store::app;
use crate::store::paged::Paged;

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
    let wanted = move || Some(search.get_untracked()).filter(|text| !text.trim().is_empty());
    let list = Paged::new(move |cursor, limit| async move {
        app.client.entities(app.space.get_untracked(), wanted(), cursor, limit).await.map(lines)
    });
    Effect::new(move |before: Option<(String, String)>| {
        app.change.track();
        let now = (app.space.get(), search.get());
        list.read(before.as_ref() != Some(&now));
        now
    });
    // Where nothing was found, the engine says what it tried.
    let negative = RwSignal::new(None::<String>);
    Effect::new(move || {
        negative.set(None);
        if let (Some(0), Some(name)) = (list.total.get(), Some(search.get()).filter(|text| !text.trim().is_empty())) {
            spawn_local(async move {
                let said = app.client.resolve_entity(app.space.get_untracked(), name.clone()).await;
                if search.try_get_untracked() == Some(name) {
                    negative.try_set(said.ok().and_then(|said| said.negative).map(|negative| negative.explanation));
                }
            });
        }
    });
    // Sentences are found beside entities: by what they and their claims say.
    let sentences = Paged::new(move |cursor, limit| async move {
        let text = search.get_untracked();
        // Without a letter or digit there is nothing to find.
        if !text.chars().any(char::is_alphanumeric) {
            return Ok(Page { items: Vec::new(), total: 0, next: None });
        }
        app.client.search_text(app.space.get_untracked(), text, cursor, limit).await
    });
    Effect::new(move |before: Option<(String, String)>| {
        app.change.track();
        let now = (app.space.get(), search.get());
        sentences.read(before.as_ref() != Some(&now));
        now
    });
    // What is searched for is part of the address.
    let on_search = Callback::new(move |text: String| {
        if let Route::Entities { entity, form, .. } = app.route.get_untracked() {
            app.replace(Route::Entities { search: text, entity, form });
        }
    });
    let box_ = view! { <SearchBox label="Search by name" testid="entity-search" value=search on_search /> };
    view! {
        <ListPane
            label="Entities"
            search=box_.into_any()
            more=Signal::derive(move || list.has_more() || sentences.has_more())
            on_more=Callback::new(move |()| if list.has_more() { list.more() } else { sentences.more() })
        >
            {move || list.error.get().map(|error| view! { <Problem error /> })}
            <p class="list-note" role="status">
                {move || {
                    let searching = !search.read().trim().is_empty();
                    list.total.get().filter(|total| searching && *total > 0).map(|total| words::count(total, "entity found", "entities found"))
                }}
            </p>
            <Show when=move || list.total.get() == Some(0)>
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
                <For each=move || list.rows.get() key=key let(line)>
                    <EntityLine line search selected />
                </For>
            </ul>
            <Sentences list=sentences />
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
    let href = move || Route::Entities { search: search.get(), entity: Some(id.clone()), form: None }.href();
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

/// Sentences that a search found, under the entities.
#[component]
fn Sentences(list: Paged<TextHit>) -> impl IntoView {
    let found = move || list.total.get().filter(|total| *total > 0);
    view! {
        {move || list.error.get().map(|error| view! { <Problem error /> })}
        <Show when=move || found().is_some()>
            <h2 class="list-head" data-testid="sentences-found">
                {move || found().map(|total| words::count(total, "sentence found", "sentences found"))}
            </h2>
            <ul class="rowlist" aria-label="Sentences">
                // One event may say the same twice.
                <For
                    each=move || list.rows.get().into_iter().enumerate()
                    key=|(at, hit)| (*at, hit.sentence.event.clone(), hit.sentence.text.clone())
                    children=|(_, hit)| view! { <SentenceLine hit /> }
                />
            </ul>
        </Show>
    }
}

#[component]
fn SentenceLine(hit: TextHit) -> impl IntoView {
    let TextHit { sentence, claims, entities } = hit;
    let names: Vec<_> = entities.into_iter().map(|entity| entity.name).collect();
    let claims = u32::try_from(claims.len()).unwrap_or(u32::MAX);
    view! {
        <li>
            <a class="row" data-testid="sentence-row" href=Route::event(&sentence.event).href()>
                <span class="t plain-weight"><bdi dir="auto">{marked(&sentence.text, &sentence.marks)}</bdi></span>
                <span class="k">{(claims > 0).then(|| words::count(claims, "claim", "claims"))}</span>
                <span class="s">
                    {(!names.is_empty()).then(|| view! { <Names names most=3 /> " · " })}
                    <FileName name=sentence.source />
                </span>
            </a>
        </li>
    }
}
