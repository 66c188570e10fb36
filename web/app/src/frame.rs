//! The frame of the page: navigation, the place that the address names, footer, dialog and live regions.

use leptos::ev;
use leptos::prelude::*;
use namesake_protocol::QuestionKind;

use crate::client::boot;
use crate::pages::entities::EntitiesPage;
use crate::pages::event::EventPage;
use crate::pages::history::HistoryPage;
use crate::pages::import::{DropZone, ImportPage};
use crate::pages::inbox::InboxPage;
use crate::pages::predicates::PredicatesPage;
use crate::pages::short_forms::ShortFormsPage;
use crate::pages::sources::SourcesPage;
use crate::pages::trouble::TroublePage;
use crate::pages::welcome::Welcome;
use crate::parts::dialog::TheDialog;
use crate::parts::live::{LiveRegions, NoticeLine};
use crate::parts::{keys, words};
use crate::route::{KINDS, Listing, Route, kind_slug};
use crate::store::settings::unexported;
use crate::store::{App, Dialog, Phase, app};

/// The whole page.
#[component]
pub fn Frame() -> impl IntoView {
    let app = App::start();
    provide_context(app);
    keys::listen(app);
    let moved = move || {
        let route = Route::current();
        if app.route.get_untracked() != route {
            app.route.set(route);
        }
    };
    let popped = window_event_listener(ev::popstate, move |_| moved());
    let hashed = window_event_listener(ev::hashchange, move |_| moved());
    let leaving = window_event_listener(ev::beforeunload, move |event| {
        // What has not been reported saved would be lost without a word.
        if app.saving.get_untracked() > 0 {
            event.prevent_default();
        }
    });
    on_cleanup(move || {
        popped.remove();
        hashed.remove();
        leaving.remove();
    });
    let menu = RwSignal::new(false);
    Effect::new(move || {
        app.route.track();
        menu.set(false);
        if app.notice.read_untracked().as_ref().is_some_and(|notice| !notice.stays) {
            app.notice.set(None);
        }
    });
    Effect::new(move || document().set_title(&title(app)));
    view! {
        <a class="skip" href="#main" on:click=move |event| {
            event.prevent_default();
            crate::parts::focus::first("#main");
        }>"Skip to the content"</a>
        <div class="page" class:has-detail=move || app.route.read().has_detail() class:menu-open=move || menu.get()>
            <Navigation menu />
            <div class="place" id="main" tabindex="-1">
                <Place />
            </div>
            <NoticeLine />
            <Foot />
        </div>
        <DropZone />
        <TheDialog />
        <LiveRegions />
    }
}

fn title(app: App) -> String {
    let left = app.counts.read().open;
    let place = match &*app.route.read() {
        Route::Inbox { listing: Listing::Snoozed, .. } => "Snoozed".to_owned(),
        Route::Inbox { listing: Listing::Held, .. } => "Held back".to_owned(),
        Route::Inbox { listing: Listing::Decided, .. } => "Decided".to_owned(),
        Route::Inbox { question: Some(_), .. } => {
            app.current.view.read().as_ref().map_or_else(|| "Inbox".to_owned(), |view| words::title(&view.row))
        }
        Route::Inbox { .. } => "Inbox".to_owned(),
        Route::Entities { .. } => "Entities".to_owned(),
        Route::Sources => "Sources".to_owned(),
        Route::ShortForms => "Short forms".to_owned(),
        Route::Predicates => "Predicates".to_owned(),
        Route::Event { .. } => "A message".to_owned(),
        Route::History { .. } => "History".to_owned(),
        Route::Import => "Bring in files".to_owned(),
    };
    if left > 0 { format!("({left}) {place} · Namesake") } else { format!("{place} · Namesake") }
}

/// The page that the address names, or what stands in its way.
#[component]
fn Place() -> impl IntoView {
    #[derive(Clone, Copy, PartialEq)]
    enum Shown {
        Opening,
        Trouble,
        Welcome,
        Inbox,
        Entities,
        Sources,
        ShortForms,
        Predicates,
        Event,
        History,
        Import,
    }
    let app = app();
    // A page stays as it is while only the thing on it changes.
    let shown = Memo::new(move |_| match app.phase.get() {
        Phase::Opening => Shown::Opening,
        Phase::Trouble(_) => Shown::Trouble,
        Phase::Open => match &*app.route.read() {
            Route::Inbox { .. } if app.is_empty() => Shown::Welcome,
            Route::Inbox { .. } => Shown::Inbox,
            Route::Entities { .. } => Shown::Entities,
            Route::Sources => Shown::Sources,
            Route::ShortForms => Shown::ShortForms,
            Route::Predicates => Shown::Predicates,
            Route::Event { .. } => Shown::Event,
            Route::History { .. } => Shown::History,
            Route::Import => Shown::Import,
        },
    });
    move || match shown.get() {
        Shown::Opening => {
            view! { <main class="single"><p class="soft" role="status">"Opening your memory…"</p></main> }.into_any()
        }
        Shown::Trouble => view! { <TroublePage /> }.into_any(),
        Shown::Welcome => view! { <Welcome /> }.into_any(),
        Shown::Inbox => view! { <InboxPage /> }.into_any(),
        Shown::Entities => view! { <EntitiesPage /> }.into_any(),
        Shown::Sources => view! { <SourcesPage /> }.into_any(),
        Shown::ShortForms => view! { <ShortFormsPage /> }.into_any(),
        Shown::Predicates => view! { <PredicatesPage /> }.into_any(),
        Shown::Event => view! { <EventPage /> }.into_any(),
        Shown::History => view! { <HistoryPage /> }.into_any(),
        Shown::Import => view! { <ImportPage /> }.into_any(),
    }
}

/// One line of the navigation.
#[component]
fn NavLink(
    route: Route,
    label: &'static str,
    testid: String,
    #[prop(into)] on: Signal<bool>,
    #[prop(into)] count: Signal<Option<u32>>,
    #[prop(optional)] sub: bool,
) -> impl IntoView {
    let app = app();
    view! {
        <li>
            <a
                class="nav"
                class:sub=sub
                class:on=move || on.get()
                href=route.href()
                aria-current=move || on.get().then_some("page")
                data-testid=testid
            >
                <span>{label}</span>
                <span class="num">{move || count.get().filter(|_| app.counted.get()).map(words::grouped)}</span>
            </a>
        </li>
    }
}

#[component]
fn Navigation(menu: RwSignal<bool>) -> impl IntoView {
    let app = app();
    let counts = app.counts;
    let listing = move || match &*app.route.read() {
        Route::Inbox { listing, .. } => Some(*listing),
        _ => None,
    };
    let kinds = move || {
        KINDS
            .into_iter()
            .filter(|(kind, _)| of_kind(app, *kind) > 0 || listing() == Some(Listing::Kind(*kind)))
            .map(|(kind, _)| {
                let route = Route::Inbox { listing: Listing::Kind(kind), question: None };
                view! {
                    <NavLink
                        route
                        label=words::kind(kind)
                        testid=format!("nav-kind-{}", kind_slug(kind))
                        on=Signal::derive(move || listing() == Some(Listing::Kind(kind)))
                        count=Signal::derive(move || Some(of_kind(app, kind)))
                        sub=true
                    />
                }
            })
            .collect_view()
    };
    let is = move |fits: fn(&Route) -> bool| Signal::derive(move || fits(&app.route.read()));
    view! {
        <header class="side">
            <div class="brand">
                <svg class="logo" viewBox="0 0 26 16" aria-hidden="true"><circle cx="8" cy="8" r="7" /><circle cx="16" cy="8" r="7" /></svg>
                "Namesake"
                <button
                    class="menu"
                    data-testid="nav-menu"
                    aria-expanded=move || menu.get().to_string()
                    aria-controls="nav"
                    on:click=move |_| menu.update(|menu| *menu = !*menu)
                >
                    "Menu"
                </button>
            </div>
            <nav id="nav" aria-label="Namesake">
                <ul>
                    <NavLink
                        route=Route::inbox()
                        label="Inbox"
                        testid="nav-inbox".to_owned()
                        on=Signal::derive(move || listing() == Some(Listing::All))
                        count=Signal::derive(move || Some(counts.read().open))
                    />
                    {kinds}
                    <NavLink
                        route=Route::Inbox { listing: Listing::Snoozed, question: None }
                        label="Snoozed"
                        testid="nav-snoozed".to_owned()
                        on=Signal::derive(move || listing() == Some(Listing::Snoozed))
                        count=Signal::derive(move || Some(counts.read().snoozed))
                    />
                    <NavLink
                        route=Route::decided()
                        label="Decided"
                        testid="nav-decided".to_owned()
                        on=Signal::derive(move || listing() == Some(Listing::Decided))
                        count=Signal::derive(move || Some(counts.read().decided))
                    />
                    <Show when=move || counts.read().held != 0 || listing() == Some(Listing::Held)>
                        <NavLink
                            route=Route::held()
                            label="Held back"
                            testid="nav-held".to_owned()
                            on=Signal::derive(move || listing() == Some(Listing::Held))
                            count=Signal::derive(move || Some(counts.read().held))
                        />
                    </Show>
                </ul>
                <h2 class="sec">"Memory"</h2>
                <ul>
                    <NavLink
                        route=Route::entities()
                        label="Entities"
                        testid="nav-entities".to_owned()
                        on=is(|route| matches!(route, Route::Entities { .. }))
                        count=Signal::derive(move || Some(counts.read().entities))
                    />
                    <NavLink
                        route=Route::Sources
                        label="Sources"
                        testid="nav-sources".to_owned()
                        on=is(|route| *route == Route::Sources)
                        count=Signal::derive(move || Some(counts.read().sources))
                    />
                    <NavLink
                        route=Route::ShortForms
                        label="Short forms"
                        testid="nav-short-forms".to_owned()
                        on=is(|route| *route == Route::ShortForms)
                        count=Signal::derive(|| None)
                    />
                    <NavLink
                        route=Route::Predicates
                        label="Predicates"
                        testid="nav-predicates".to_owned()
                        on=is(|route| *route == Route::Predicates)
                        count=Signal::derive(|| None)
                    />
                    <NavLink
                        route=Route::history()
                        label="History"
                        testid="nav-history".to_owned()
                        on=is(|route| matches!(route, Route::History { .. }))
                        count=Signal::derive(|| None)
                    />
                    <NavLink
                        route=Route::Import
                        label="Bring in files"
                        testid="nav-import".to_owned()
                        on=is(|route| *route == Route::Import)
                        count=Signal::derive(|| None)
                    />
                </ul>
                <Space />
            </nav>
        </header>
    }
}

fn of_kind(app: App, kind: QuestionKind) -> u32 {
    let counts = app.counts.read();
    match kind {
        QuestionKind::Alias => counts.alias,
        QuestionKind::Merge => counts.merge,
        QuestionKind::Ambiguity => counts.ambiguity,
        QuestionKind::Collision => counts.collision,
        QuestionKind::NewName => counts.new_name,
        QuestionKind::Contradiction => counts.contradiction,
        QuestionKind::Correction => 0,
    }
}

/// Which space is shown. With one space there is nothing to choose.
#[component]
fn Space() -> impl IntoView {
    let app = app();
    let several = Memo::new(move |_| {
        let now = app.space.get();
        let mut spaces = app.spaces.get();
        if !spaces.contains(&now) {
            spaces.push(now);
        }
        (spaces.len() > 1).then_some(spaces)
    });
    let changed = move |event| {
        app.set_space(event_target_value(&event));
        app.go(app.route.get_untracked().list());
    };
    move || {
        several.get().map(|spaces| {
            view! {
                <h2 class="sec" id="space-label">"Space"</h2>
                <select class="space" data-testid="space" aria-labelledby="space-label" on:change=changed>
                    {spaces
                        .into_iter()
                        .map(|space| {
                            let selected = space == app.space.get_untracked();
                            view! { <option value=space.clone() selected=selected>{space.clone()}</option> }
                        })
                        .collect_view()}
                </select>
            }
        })
    }
}

/// What is saved, what is left, and how to find the keys.
#[component]
fn Foot() -> impl IntoView {
    let app = app();
    let offline = RwSignal::new(boot::offline_ready());
    let update = RwSignal::new(boot::update_ready());
    let offline_event =
        window_event_listener(ev::Custom::<ev::Event>::new("namesake:offline"), move |_| offline.set(true));
    let update_event = window_event_listener(ev::Custom::<ev::Event>::new("namesake:update"), move |_| {
        update.set(true);
        app.live.polite("A new version is ready. Reload to use it.");
    });
    on_cleanup(move || {
        offline_event.remove();
        update_event.remove();
    });
    let state = move || {
        let saving = app.saving.get() > 0 || app.imports.running.get();
        match app.phase.get() {
            Phase::Opening => ("busy", "opening…"),
            Phase::Trouble(_) => ("bad", "not open"),
            Phase::Open if app.restarting.get() => ("busy", "restarting…"),
            Phase::Open if saving => ("busy", "saving…"),
            Phase::Open => ("ok", "saved"),
        }
    };
    view! {
        <footer class="foot">
            <span data-testid="status" data-saving=move || app.saving.get().to_string()>
                <span class=move || format!("dot {}", state().0) aria-hidden="true"></span>
                {move || state().1}
                <Show when=move || offline.get()><span data-testid="offline">" · offline"</span></Show>
                <Show when=move || app.counted.get()>
                    {move || {
                        let counts = app.counts.read();
                        format!(" · {} left, {} decided", words::grouped(counts.open), words::grouped(counts.decided))
                    }}
                </Show>
            </span>
            <Show when=move || { app.counts.read().held > 0 }>
                <a data-testid="held" href=Route::held().href()>
                    {move || format!("{} held back", words::grouped(app.counts.read().held))}
                </a>
            </Show>
            {move || {
                let due = app.counted.get().then(|| {
                    let (last, space) = (app.settings.exported.read(), app.space.read());
                    unexported(last.as_ref(), &space, app.counts.read().decided, js_sys::Date::now())
                });
                due.flatten()
                    .map(|count| {
                        let text = format!("{} not exported yet", words::count(count, "decision", "decisions"));
                        view! { <a data-testid="remind-export" href=Route::history().href()>{text}</a> }
                    })
            }}
            <Show when=move || { app.damaged.get() > 0 }>
                <a class="bad-text" data-testid="damaged" href=Route::history().href()>
                    {move || format!("{} set aside as damaged", words::count(app.damaged.get(), "record", "records"))}
                </a>
            </Show>
            <Show when=move || update.get()>
                <button class="btn small" data-testid="update" on:click=|_| boot::update()>"New version ready: reload"</button>
            </Show>
            <span class="foot-keys">
                <span class="hint"><kbd>"j"</kbd> <kbd>"k"</kbd> " move"</span>
                <button class="quiet" data-testid="open-palette" on:click=move |_| app.dialog.set(Some(Dialog::Palette))>
                    <kbd>"Ctrl K"</kbd> " all actions"
                </button>
                <button class="quiet" data-testid="open-help" on:click=move |_| app.dialog.set(Some(Dialog::Help))>
                    <kbd>"?"</kbd> " keys"
                </button>
            </span>
        </footer>
    }
}
