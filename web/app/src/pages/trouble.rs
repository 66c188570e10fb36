//! The memory could not be opened: what happened, and what to do. One screen a typed error.

use leptos::prelude::*;
use namesake_protocol::{ApiError, ErrorCode};

use super::keeping::ImportExport;
use crate::parts::problem::code;
use crate::store::{Phase, app};

/// What can be done on the spot.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// Open again.
    Retry,
    /// Load the page again.
    Reload,
    /// Choose what to do with an empty store.
    Cleared,
}

struct Words {
    title: &'static str,
    steps: &'static [&'static str],
    way: Way,
}

const fn words(code: ErrorCode) -> Words {
    match code {
        ErrorCode::StorageCleared => Words {
            title: "The browser cleared the store",
            steps: &[
                "This page remembers that a memory was kept here, but the browser’s store is empty. Browsers clear stores when space runs short or when site data is removed.",
                "If you have an export, import it: the memory comes back as it was, decisions included.",
                "Or start empty on purpose. Your files can be brought in again; the decisions you took are gone.",
            ],
            way: Way::Cleared,
        },
        ErrorCode::NewerDatabase => Words {
            title: "This memory was written by a newer build",
            steps: &[
                "An older build must not touch it, and has not.",
                "Reload to get the newer build. If this stays, open the app where you last used it.",
            ],
            way: Way::Reload,
        },
        ErrorCode::UpgradeBlocked => Words {
            title: "Another tab keeps the memory from being upgraded",
            steps: &["Close all other tabs and windows of Namesake, then try again."],
            way: Way::Retry,
        },
        ErrorCode::StorageDenied => Words {
            title: "The browser gives no storage",
            steps: &[
                "Private windows and blocked site data are the usual causes.",
                "Open Namesake in a normal window, or allow this site to store data, then try again.",
            ],
            way: Way::Retry,
        },
        ErrorCode::StorageFull => Words {
            title: "The storage is full",
            steps: &[
                "Nothing was changed. What had said “saved” is stored.",
                "Make room: empty the bin, remove large files or other sites’ data. Then try again.",
            ],
            way: Way::Retry,
        },
        ErrorCode::StorageLost => Words {
            title: "The connection to the store was lost",
            steps: &[
                "The browser closed it and it could not be opened again. What had said “saved” is stored.",
                "Try again; if it stays, restart the browser.",
            ],
            way: Way::Retry,
        },
        ErrorCode::Damaged => Words {
            title: "Stored data is damaged",
            steps: &[
                "The damage is set aside and nothing was thrown away.",
                "Try again. If it stays and you have an export, import it in another browser profile.",
            ],
            way: Way::Retry,
        },
        ErrorCode::VersionMismatch => Words {
            title: "This page and its engine are of different versions",
            steps: &["An update came in between. Close other Namesake tabs and reload."],
            way: Way::Reload,
        },
        ErrorCode::CoreStopped => Words {
            title: "The engine keeps stopping",
            steps: &[
                "Everything that had said “saved” is stored.",
                "Reload. If it happens again, report the message below.",
            ],
            way: Way::Reload,
        },
        _ => Words {
            title: "The memory could not be opened",
            steps: &["Try again, or reload the page."],
            way: Way::Retry,
        },
    }
}

/// The screen.
#[component]
pub fn TroublePage() -> impl IntoView {
    let app = app();
    move || match app.phase.get() {
        Phase::Trouble(error) => view! { <Trouble error /> }.into_any(),
        _ => ().into_any(),
    }
}

#[component]
fn Trouble(error: ApiError) -> impl IntoView {
    let app = app();
    let Words { title, steps, way } = words(error.code);
    let retry = move |_| {
        app.client.relaunch();
        app.open(false);
    };
    let ways = match way {
        Way::Retry => view! { <button class="btn p" data-testid="trouble-retry" on:click=retry>"Try again"</button> }.into_any(),
        Way::Reload => view! {
            <button
                class="btn p"
                data-testid="trouble-retry"
                on:click=|_| {
                    // A page that cannot reload stays as it is.
                    let _ = window().location().reload();
                }
            >
                "Reload"
            </button>
        }
        .into_any(),
        Way::Cleared => view! {
            <ImportExport start_empty=true />
            <button class="btn" data-testid="trouble-start-empty" on:click=move |_| app.open(true)>"Start empty on purpose"</button>
        }
        .into_any(),
    };
    app.live.assertive(title);
    let code = code(error.code);
    view! {
        <main class="single trouble" data-testid="trouble" data-code=code.clone()>
            <h1>{title}</h1>
            {steps.iter().map(|step| view! { <p>{*step}</p> }).collect_view()}
            <div class="start">{ways}</div>
            <p class="soft small-print">{error.message}" "{error.next}" (" <span class="mono">{code.clone()}</span> ")"</p>
        </main>
    }
}
