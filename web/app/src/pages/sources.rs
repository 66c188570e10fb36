//! The sources: every file and conversation that was brought in, newest first.

use leptos::prelude::*;
use leptos::task::spawn_local;
use namesake_protocol::{ApiError, SourceRow};

use super::import::ChooseFiles;
use crate::parts::problem::Problem;
use crate::parts::shown::Name;
use crate::parts::words;
use crate::store::{App, app};

/// The screen.
#[component]
pub fn SourcesPage() -> impl IntoView {
    let app = app();
    let rows = RwSignal::new(Vec::<SourceRow>::new());
    let next = RwSignal::new(None::<String>);
    let error = RwSignal::new(None::<ApiError>);
    let loaded = RwSignal::new(false);
    let read = move |app: App, cursor: Option<String>| {
        spawn_local(async move {
            let first = cursor.is_none();
            match app.client.sources(app.space.get_untracked(), cursor).await {
                Ok(page) => {
                    if first {
                        rows.try_set(page.items);
                    } else {
                        rows.try_update(|rows| rows.extend(page.items));
                    }
                    next.try_set(page.next);
                    loaded.try_set(true);
                    error.try_set(None);
                }
                Err(problem) => {
                    error.try_set(Some(problem));
                }
            }
        });
    };
    Effect::new(move || {
        app.change.track();
        app.space.track();
        read(app, None);
    });
    view! {
        <main class="single wide" aria-label="Sources">
            <div class="head"><h1>"Sources"</h1><ChooseFiles /></div>
            {move || error.get().map(|error| view! { <Problem error /> })}
            <Show when=move || loaded.get() && rows.read().is_empty()><p class="soft">"Nothing has been brought in yet."</p></Show>
            <Show when=move || !rows.read().is_empty()>
                <div class="scroll-x" tabindex="0" role="region" aria-label="Sources">
                    <table class="listing">
                        <thead><tr><th scope="col">"Name"</th><th scope="col">"What"</th><th scope="col">"Events"</th><th scope="col">"Brought in"</th></tr></thead>
                        <tbody>
                            <For each=move || rows.get() key=|row| (row.id.clone(), row.events) let(row)>
                                <tr data-testid="source-row" data-id=row.id>
                                    <td><b><Name shown=row.name /></b></td>
                                    <td>{row.kind}</td>
                                    <td class="num">{words::grouped(row.events)}</td>
                                    <td><time datetime=words::machine(row.imported)>{words::date_time(row.imported)}</time></td>
                                </tr>
                            </For>
                        </tbody>
                    </table>
                </div>
            </Show>
            <Show when=move || next.read().is_some()>
                <button class="more" data-testid="load-more" on:click=move |_| read(app, next.get_untracked())>"Show more"</button>
            </Show>
        </main>
    }
}
