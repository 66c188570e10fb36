//! What the page shows and what the owner is doing, as signals; the memory itself stays in the engine.
//!
//! [`App`] is one `Copy` handle that every component gets from the context. It must not decide anything about identity.

pub mod action;
pub mod bulk;
pub mod current;
pub mod dropped;
pub mod edits;
pub mod filter;
pub mod finder;
pub mod imports;
pub mod inbox;
pub mod live;
pub mod paged;
pub mod settings;
pub mod turn;
pub mod undo;

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use namesake_protocol::{ApiError, ErrorCode, InboxCounts, OpenOptions, Opened, PROTOCOL_VERSION, StorageTruth};
use wasm_bindgen::JsValue;

use crate::client::{Client, Event};
use crate::parts::words;
use crate::route::Route;
use bulk::Bulk;
use current::Current;
use edits::Edits;
use imports::Imports;
use inbox::Inbox;
use live::Live;
use settings::Settings;
use undo::Undo;

/// How far the memory is.
#[derive(Clone, PartialEq)]
pub enum Phase {
    Opening,
    Open,
    /// It could not be opened, or was lost; the whole page says what to do.
    Trouble(ApiError),
}

/// What the one dialog shows.
#[derive(Clone, PartialEq)]
pub enum Dialog {
    Help,
    Palette,
    /// What a decision on many would change, and how it ended; `Bulk` knows.
    Many,
    /// Later decisions build on the one to be undone.
    UndoFirst {
        review: String,
        error: ApiError,
    },
}

/// A line that stays until it is closed.
#[derive(Clone, PartialEq)]
pub struct Notice {
    pub text: String,
    pub bad: bool,
    /// Also when the owner moves on.
    pub stays: bool,
}

/// Everything a component needs.
#[derive(Clone, Copy)]
pub struct App {
    pub client: Client,
    pub phase: RwSignal<Phase>,
    pub route: RwSignal<Route>,
    pub space: RwSignal<String>,
    pub spaces: RwSignal<Vec<String>>,
    pub counts: RwSignal<InboxCounts>,
    pub counted: RwSignal<bool>,
    pub storage: RwSignal<StorageTruth>,
    pub damaged: RwSignal<u32>,
    /// Raised when the memory changed, here or elsewhere; whatever shows stored data reads it again.
    pub change: RwSignal<u32>,
    pub restarting: RwSignal<bool>,
    /// Writes that have not been reported saved.
    pub saving: RwSignal<u32>,
    pub dialog: RwSignal<Option<Dialog>>,
    pub notice: RwSignal<Option<Notice>>,
    pub live: Live,
    pub inbox: Inbox,
    pub bulk: Bulk,
    pub current: Current,
    pub edits: Edits,
    pub undo: Undo,
    pub imports: Imports,
    pub settings: Settings,
}

impl App {
    /// Starts the engine and opens the memory.
    pub fn start() -> Self {
        let change = RwSignal::new(0);
        let restarting = RwSignal::new(false);
        let phase = RwSignal::new(Phase::Opening);
        let imports = Imports::new();
        let live = Live::new();
        let damaged = RwSignal::new(0);
        let storage = RwSignal::new(StorageTruth::default());
        let scheduled = StoredValue::new(false);
        let client = Client::start(move |event| match event {
            Event::Changed => {
                // Many changes in a row, as in an import, are read once.
                if !scheduled.get_value() {
                    scheduled.set_value(true);
                    let wait = if imports.busy() { 700 } else { 40 };
                    set_timeout(
                        move || {
                            scheduled.set_value(false);
                            change.update(|change| *change += 1);
                        },
                        Duration::from_millis(wait),
                    );
                }
            }
            Event::Restarting => {
                restarting.set(true);
                live.polite("The engine stopped and is starting again.");
            }
            Event::Restarted(opened) => {
                damaged.set(opened.damaged);
                storage.set(opened.storage);
                restarting.set(false);
                phase.set(Phase::Open);
                live.polite("The engine is back. Nothing that was saved is lost.");
                change.update(|change| *change += 1);
            }
            Event::Lost(error) => {
                restarting.set(false);
                phase.set(Phase::Trouble(error));
            }
        });
        let app = Self {
            client,
            phase,
            route: RwSignal::new(Route::current()),
            space: RwSignal::new(settings::space()),
            spaces: RwSignal::default(),
            counts: RwSignal::default(),
            counted: RwSignal::new(false),
            storage,
            damaged,
            change,
            restarting,
            saving: RwSignal::new(0),
            dialog: RwSignal::new(None),
            notice: RwSignal::new(None),
            live,
            inbox: Inbox::new(),
            bulk: Bulk::new(),
            current: Current::new(),
            edits: Edits::new(),
            undo: Undo::new(),
            imports,
            settings: Settings::load(),
        };
        app.open(false);
        Effect::new(move || {
            app.change.track();
            let space = app.space.get();
            if app.phase.get() == Phase::Open {
                app.count(space);
            }
        });
        app
    }

    /// Opens the memory; with `start_empty`, also after the browser cleared the store.
    pub fn open(self, start_empty: bool) {
        self.phase.set(Phase::Opening);
        spawn_local(async move {
            // A failure is shown by its own screen.
            let _ = self.open_now(start_empty).await;
        });
    }

    /// The same, to wait for.
    pub async fn open_now(self, start_empty: bool) -> Result<(), ApiError> {
        let options = OpenOptions {
            name: "namesake".to_owned(),
            owner: "me".to_owned(),
            actor: "app".to_owned(),
            version: PROTOCOL_VERSION,
            expect_data: settings::had_data(),
            start_empty,
            storage: None,
            short_forms: Vec::new(),
            space: None,
        };
        match self.client.open(options).await {
            Ok(opened) => {
                if start_empty {
                    settings::set_had_data(false);
                    self.settings.set_exported(None);
                }
                self.opened(opened);
                Ok(())
            }
            // The client starts the engine again by itself, and tells how that went.
            Err(error) if error.code == ErrorCode::CoreStopped => Err(error),
            Err(error) => {
                self.phase.set(Phase::Trouble(error.clone()));
                Err(error)
            }
        }
    }

    fn opened(self, opened: Opened) {
        if opened.head > 0.0 {
            settings::set_had_data(true);
        }
        self.storage.set(opened.storage);
        self.damaged.set(opened.damaged);
        self.spaces.set(opened.spaces);
        self.phase.set(Phase::Open);
        self.change.update(|change| *change += 1);
    }

    /// Sends something to the store: it counts as being saved until its outcome was heard. Then the presses of `z` that came
    /// meanwhile go on; if it failed, they mean nothing else.
    pub fn save<T: 'static>(
        self,
        sent: impl Future<Output = Result<T, ApiError>> + 'static,
        then: impl FnOnce(Result<T, ApiError>) + 'static,
    ) {
        self.saving.update(|saving| *saving += 1);
        spawn_local(async move {
            let outcome = sent.await;
            self.saving.update(|saving| *saving = saving.saturating_sub(1));
            let failed = outcome.is_err();
            then(outcome);
            if failed {
                self.undo.forget_waiting();
            } else {
                self.undo.waiting(self);
            }
        });
    }

    /// Shows another space. What belongs to the one before goes with it: the entity that the inbox is narrowed to, and what `z`
    /// takes back.
    pub fn set_space(self, space: String) {
        settings::set_space(&space);
        self.inbox.narrow.update(|narrow| narrow.entity = None);
        self.undo.clear();
        self.space.set(space);
    }

    fn count(self, space: String) {
        spawn_local(async move {
            if let Ok(counts) = self.client.inbox_counts(space).await {
                if self.counts.get_untracked() != counts {
                    self.counts.set(counts);
                }
                self.counted.set(true);
            }
            if let Ok(spaces) = self.client.spaces().await
                && self.spaces.get_untracked() != spaces
            {
                self.spaces.set(spaces);
            }
        });
    }

    /// True once the memory is known to hold nothing.
    pub fn is_empty(self) -> bool {
        let counts = self.counts.get();
        self.counted.get() && counts.entities == 0 && counts.sources == 0 && counts.open == 0 && counts.decided == 0
    }

    /// Goes to a place and remembers the present one for the browser's back button.
    pub fn go(self, route: Route) {
        self.show(route, false);
    }

    /// Goes to a place that takes over from the present one.
    pub fn replace(self, route: Route) {
        self.show(route, true);
    }

    fn show(self, route: Route, replace: bool) {
        if self.route.get_untracked() == route {
            return;
        }
        let href = route.href();
        // Only an address of another origin fails here.
        if let Ok(history) = window().history() {
            let _ = if replace {
                history.replace_state_with_url(&JsValue::NULL, "", Some(&href))
            } else {
                history.push_state_with_url(&JsValue::NULL, "", Some(&href))
            };
        }
        self.route.set(route);
    }

    /// Says that something went wrong: on the page, and to a screen reader at once.
    pub fn complain(self, error: &ApiError) {
        let text = words::problem(error);
        self.live.assertive(text.clone());
        self.notice.set(Some(Notice { text, bad: true, stays: false }));
    }

    /// Says that something went wrong elsewhere; it stays on the page, also when the owner moves on, until it is closed.
    pub fn warn(self, text: String) {
        self.live.assertive(text.clone());
        self.notice.set(Some(Notice { text, bad: true, stays: true }));
    }

    /// Says something that a person may want to read twice.
    pub fn note(self, text: impl Into<String>) {
        let text = text.into();
        self.live.polite(text.clone());
        let notice = Some(Notice { text, bad: false, stays: true });
        self.notice.set(notice.clone());
        set_timeout(
            move || {
                if *self.notice.read_untracked() == notice {
                    self.notice.set(None);
                }
            },
            Duration::from_secs(12),
        );
    }
}

/// The app of this page.
pub fn app() -> App {
    expect_context::<App>()
}

/// True where list and detail stand side by side.
pub fn is_wide() -> bool {
    window().match_media("(min-width: 56em)").ok().flatten().is_none_or(|query| query.matches())
}
