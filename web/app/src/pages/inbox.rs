//! The inbox: one list, one detail. Triage without leaving the keyboard.

use leptos::prelude::*;
use namesake_protocol::QuestionKind;

use super::bulk::BulkBar;
use super::narrow::Narrowing;
use super::question::QuestionPane;
use crate::parts::focus;
use crate::parts::list::{ListPane, SearchBox};
use crate::parts::problem::Problem;
use crate::parts::shown::{Bits, Name, Names};
use crate::parts::words;
use crate::route::{Listing, Route, kind_slug};
use crate::store::bulk::can_tick;
use crate::store::filter::{Filter, Narrow};
use crate::store::inbox::{Row, RowState};
use crate::store::{app, is_wide};

/// List and detail.
#[component]
pub fn InboxPage() -> impl IntoView {
    let app = app();
    let inbox = app.inbox;
    // While the page is being left, it keeps what it shows.
    let listing = Memo::new(move |before: Option<&Listing>| match &*app.route.read() {
        Route::Inbox { listing, .. } => *listing,
        _ => before.copied().unwrap_or_default(),
    });
    let selected = Memo::new(move |before: Option<&Option<String>>| match &*app.route.read() {
        Route::Inbox { question, .. } => question.clone(),
        _ => before.cloned().flatten(),
    });
    // Another list is read afresh; a change of the memory is merged into the list on show.
    Effect::new(move || {
        app.change.track();
        let (space, search, narrow) = (app.space.get(), inbox.search.get(), inbox.narrow.get());
        inbox.read(app, Filter { space, listing: listing.get(), search, narrow });
    });
    on_cleanup(move || app.bulk.leave(app));
    // Side by side, an empty detail helps nobody.
    Effect::new(move || {
        let first = inbox.rows.read().first().map(|row| row.id.clone());
        if let (None, Some(id)) = (selected.get(), first)
            && inbox.loaded.get() == Some(listing.get())
            && is_wide()
        {
            app.replace(Route::question(listing.get_untracked(), &id));
        }
    });
    Effect::new(move || {
        if selected.read().is_some() {
            focus::reveal(".row[aria-current]");
        }
    });
    let count = move || {
        let narrowed = inbox.loaded.read().is_some() && inbox.filter.read().narrows();
        narrowed.then(|| words::count(inbox.total.get(), "question found", "questions found"))
    };
    let search = view! {
        <SearchBox
            label="Search the inbox"
            testid="inbox-search"
            value=inbox.search
            on_search=Callback::new(move |text| inbox.search.set(text))
        />
    };
    view! {
        <ListPane
            label="Questions"
            search=view! { {search} <Narrowing /> <BulkBar listing /> }.into_any()
            more=Signal::derive(move || inbox.next.read().is_some())
            on_more=Callback::new(move |()| inbox.more(app))
        >
            <p class="list-note" role="status" data-testid="inbox-count">{count}</p>
            <ListState />
            <ul class="rowlist" data-testid="inbox-list" aria-label="Questions">
                <For each=move || inbox.rows.get() key=|row| row.id.clone() let(row)>
                    <QuestionLine row listing selected />
                </For>
            </ul>
        </ListPane>
        <main class="detail" aria-label="Question">
            <QuestionPane id=selected />
        </main>
    }
}

/// What the list says when it has nothing to show.
#[component]
fn ListState() -> impl IntoView {
    let app = app();
    let inbox = app.inbox;
    move || {
        if let Some(error) = inbox.error.get() {
            return Some(view! { <Problem error /> }.into_any());
        }
        let empty = inbox.loaded.get().is_some() && inbox.rows.read().is_empty();
        let everything = move |_| {
            inbox.search.set(String::new());
            inbox.narrow.set(Narrow::default());
        };
        let decided = inbox.filter.read().listing == Listing::Decided;
        match (empty, inbox.filter.read().narrows()) {
            (true, true) => Some(
                view! {
                    <p class="pad soft" data-testid="inbox-none">
                        "No question here is like that. "
                        <button class="btn small" data-testid="inbox-everything" on:click=everything>"Show all"</button>
                    </p>
                }
                .into_any(),
            ),
            (true, false) if decided => Some(view! { <p class="pad soft">"Nothing is decided yet."</p> }.into_any()),
            (true, false) => Some(
                view! { <p class="pad soft" data-testid="inbox-empty">"Nothing left to decide here."<Held /></p> }
                    .into_any(),
            ),
            _ => None,
        }
    }
}

/// What cannot be decided here is not left unsaid.
#[component]
fn Held() -> impl IntoView {
    let app = app();
    let held = move || {
        let elsewhere = !matches!(*app.route.read(), Route::Inbox { listing: Listing::Held, .. });
        Some(app.counts.read().held).filter(|held| *held > 0 && elsewhere)
    };
    move || {
        held().map(|held| {
            view! { " " <a data-testid="inbox-held" href=Route::held().href()>{format!("{} held back", words::grouped(held))}</a> "." }
        })
    }
}

/// One row.
#[component]
fn QuestionLine(row: Row, listing: Memo<Listing>, selected: Memo<Option<String>>) -> impl IntoView {
    let app = app();
    let Row { id, data, state } = row;
    let kind = data.read_untracked().kind;
    let on = {
        let id = id.clone();
        Memo::new(move |_| selected.read().as_deref() == Some(id.as_str()))
    };
    let href = {
        let id = id.clone();
        move || Route::question(listing.get(), &id).href()
    };
    let state = Memo::new(move |_| state.get());
    let name = move || match state.get() {
        RowState::Open => "open",
        RowState::Saving => "saving",
        RowState::Failed(_) => "failed",
    };
    let age = {
        let data = data.clone();
        move || match state.get() {
            RowState::Saving => "saving…".to_owned(),
            RowState::Failed(error) if error.code.is_outcome_unknown() => "saved?".to_owned(),
            RowState::Failed(_) => "not saved".to_owned(),
            RowState::Open => words::age(data.read().decided.unwrap_or(data.read().asked)),
        }
    };
    let heading = {
        let data = data.clone();
        move || heading(&data.read())
    };
    let chips = {
        let data = data.clone();
        move || {
            let data = data.read();
            view! {
                {data.verdict.map(|verdict| view! { <span class="chip">{words::verdict(verdict, data.kind)}</span> " " })}
                {data.rejected_before.then(|| view! { <span class="chip warn">"rejected before"</span> " " })}
                {data.cant_tell.then(|| view! { <span class="chip">"can’t tell"</span> " " })}
            }
        }
    };
    let tick = {
        let (id, data) = (id.clone(), data.clone());
        move || {
            let (id, own) = (id.clone(), id.clone());
            let label = words::title(&data.read());
            can_tick(listing.get()).then(|| {
                view! {
                    <label class="tick">
                        <input
                            type="checkbox"
                            data-testid="row-tick"
                            data-id=own.clone()
                            aria-label=format!("Tick: {label}")
                            prop:checked=move || app.bulk.ticked.read().contains(&own)
                            on:change=move |_| app.bulk.toggle(app, &id)
                        />
                    </label>
                }
            })
        }
    };
    view! {
        <li class="line" class:on=move || on.get()>
            {tick}
            <a
                class="row"
                class:on=move || on.get()
                class:saving=move || state.get() == RowState::Saving
                class:failed=move || matches!(state.get(), RowState::Failed(_))
                href=href
                aria-current=move || on.get().then_some("true")
                data-testid="question-row"
                data-id=id
                data-kind=kind_slug(kind)
                data-state=name
            >
                <span class="t">{heading}</span>
                <span class="k">{age}</span>
                <span class="s">{chips} {move || view! { <Bits bits=data.read().summary.clone() /> }}</span>
                {move || match state.get() {
                    RowState::Failed(error) => Some(view! { <span class="reason" data-testid="row-reason">{words::problem(&error)}</span> }),
                    _ => None,
                }}
            </a>
        </li>
    }
}

/// A question in a line.
pub fn heading(row: &namesake_protocol::QuestionRow) -> AnyView {
    let names = row.names.clone();
    let first = names.first().cloned().unwrap_or_default();
    match row.kind {
        QuestionKind::Ambiguity => view! { "Which " <Name shown=first /> "?" }.into_any(),
        QuestionKind::NewName => view! { <Name shown=first /> }.into_any(),
        QuestionKind::Collision => view! { <Name shown=first /> {format!(" × {}", names.len())} }.into_any(),
        QuestionKind::Contradiction => {
            let said: Vec<_> = names.into_iter().skip(1).collect();
            view! { <Name shown=first /> ": " <Names names=said most=2 /> }.into_any()
        }
        _ if names.len() > 2 => view! { <Names names most=1 /> }.into_any(),
        _ => view! { <Names names most=2 /> }.into_any(),
    }
}
