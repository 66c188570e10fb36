//! The sources: every file and conversation that was brought in, newest first.

use leptos::prelude::*;

use super::import::ChooseFiles;
use crate::parts::list::More;
use crate::parts::problem::Problem;
use crate::parts::shown::Name;
use crate::parts::words;
use crate::store::app;
use crate::store::paged::Paged;

/// The screen.
#[component]
pub fn SourcesPage() -> impl IntoView {
    let app = app();
    let list = Paged::new(move |cursor, _| async move { app.client.sources(app.space.get_untracked(), cursor).await });
    Effect::new(move |before: Option<String>| {
        app.change.track();
        let space = app.space.get();
        list.read(before.as_ref() != Some(&space));
        space
    });
    view! {
        <main class="single wide" aria-label="Sources">
            <div class="head"><h1>"Sources"</h1><ChooseFiles /></div>
            {move || list.error.get().map(|error| view! { <Problem error /> })}
            <Show when=move || list.total.get() == Some(0)><p class="soft">"Nothing has been brought in yet."</p></Show>
            <Show when=move || !list.rows.read().is_empty()>
                <div class="scroll-x" tabindex="0" role="region" aria-label="Sources">
                    <table class="listing">
                        <thead><tr><th scope="col">"Name"</th><th scope="col">"What"</th><th scope="col">"Events"</th><th scope="col">"Brought in"</th></tr></thead>
                        <tbody>
                            <For each=move || list.rows.get() key=|row| (row.id.clone(), row.events) let(row)>
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
            <More more=Signal::derive(move || list.has_more()) on_more=Callback::new(move |()| list.more()) />
        </main>
    }
}
