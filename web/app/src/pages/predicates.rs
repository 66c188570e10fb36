//! Predicates: of which of them one value holds at a time. What follows for claims and questions is the engine's to say.

use leptos::prelude::*;
use namesake_protocol::{ApiError, PredicateRow, PredicatesSaid};

use crate::parts::field::Field;
use crate::parts::list::More;
use crate::parts::problem::Problem;
use crate::parts::shown::visible;
use crate::parts::{focus, words};
use crate::store::paged::Paged;
use crate::store::{App, app};

/// The screen.
#[component]
pub fn PredicatesPage() -> impl IntoView {
    let app = app();
    let list = Paged::new(move |cursor, limit| async move {
        app.client.predicates(app.space.get_untracked(), cursor, limit).await
    });
    Effect::new(move |before: Option<String>| {
        app.change.track();
        let space = app.space.get();
        list.read(before.as_ref() != Some(&space));
        space
    });
    view! {
        <main class="single wide" aria-label="Predicates">
            <div class="head"><h1>"Predicates"</h1></div>
            <p class="soft">
                "People may know many others, and live in one place at a time. Say here of which predicates one value holds at a time: "
                "where sources say different things you are then asked, and a speaker’s own update takes the place of what they said before."
            </p>
            <Add />
            {move || list.error.get().map(|error| view! { <Problem error /> })}
            <Show when=move || list.total.get() == Some(0)>
                <p class="soft" data-testid="predicates-none">"No claim is in this space yet, and nothing was said of a predicate."</p>
            </Show>
            <Show when=move || !list.rows.read().is_empty()>
                <table class="listing" data-testid="predicates">
                    <thead><tr>
                        <th scope="col">"Predicate"</th>
                        <th scope="col">"Claims"</th>
                        <th scope="col">"Values at a time"</th>
                        <th scope="col"><span class="sr">"Change"</span></th>
                    </tr></thead>
                    <tbody>
                        <For each=move || list.rows.get() key=|row| (row.predicate.clone(), row.single_valued, row.claims) let(row)>
                            <Line row />
                        </For>
                    </tbody>
                </table>
            </Show>
            <More more=Signal::derive(move || list.has_more()) on_more=Callback::new(move |()| list.more()) />
        </main>
    }
}

/// The sentence that says it of a predicate, which need not be in use.
#[component]
fn Add() -> impl IntoView {
    let app = app();
    let predicate = RwSignal::new(String::new());
    let error = RwSignal::new(None::<ApiError>);
    let sending = RwSignal::new(false);
    let add = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if sending.get_untracked() {
            return;
        }
        let sent = predicate.get_untracked();
        say(app, sending, sent.clone(), true, move |outcome| match outcome {
            Ok(()) => {
                error.try_set(None);
                // What was typed since it was sent is about the next one.
                if predicate.try_get_untracked().as_ref() == Some(&sent) {
                    predicate.set(String::new());
                    focus::later("#predicate");
                }
            }
            // Where the screen is gone, the failure needs another place.
            Err(problem) => {
                if let Some(Some(problem)) = error.try_set(Some(problem)) {
                    app.warn(words::problem(&problem));
                }
            }
        });
    };
    view! {
        <form class="sentence" data-testid="predicate-add" on:submit=add>
            <Field id="predicate" label="Predicate" value=predicate required=true />
            <button class="btn p" type="submit" data-testid="predicate-submit" aria-disabled=move || sending.get().to_string()>
                {move || if sending.get() { "saving…" } else { "Has one value at a time" }}
            </button>
        </form>
        {move || error.get().map(|error| view! { <Problem error testid="predicate-problem" /> })}
    }
}

/// One predicate.
#[component]
fn Line(row: PredicateRow) -> impl IntoView {
    let app = app();
    let PredicateRow { predicate, single_valued, claims } = row;
    let spoken = words::predicate(&predicate);
    let button = if single_valued { "Allow several" } else { "One at a time" };
    let label = format!("{button}: {}", words::isolated(&spoken));
    let sending = RwSignal::new(false);
    let own = predicate.clone();
    let change = move |_| {
        if sending.get_untracked() {
            return;
        }
        say(app, sending, own.clone(), !single_valued, move |outcome| match outcome {
            // The row is drawn anew.
            Ok(()) => focus::if_lost("#predicate"),
            Err(error) => app.complain(&error),
        });
    };
    view! {
        <tr data-testid="predicate-row" data-predicate=predicate data-single=single_valued.to_string()>
            <td><b><bdi dir="auto">{visible(&spoken)}</bdi></b></td>
            <td>{words::count(claims, "claim", "claims")}</td>
            <td>{if single_valued { "one" } else { "several" }}</td>
            <td>
                <button class="btn small" data-testid="predicate-change" aria-label=label aria-disabled=move || sending.get().to_string() on:click=change>
                    {move || if sending.get() { "saving…" } else { button }}
                </button>
            </td>
        </tr>
    }
}

/// Says it of a predicate in the space on show, tells what followed, and remembers it for `z`.
fn say(
    app: App,
    sending: RwSignal<bool>,
    predicate: String,
    single_valued: bool,
    then: impl FnOnce(Result<(), ApiError>) + 'static,
) {
    sending.set(true);
    let space = app.space.get_untracked();
    let sent = {
        let space = space.clone();
        async move { app.client.declare_predicate(space, predicate, single_valued).await }
    };
    app.save(sent, move |outcome| {
        sending.try_set(false);
        then(outcome.map(|said| tell(app, &space, single_valued, said)));
    });
}

fn tell(app: App, space: &str, single_valued: bool, said: PredicatesSaid) {
    let what = match (&said.statement, single_valued) {
        (None, _) => "It was so before.",
        (Some(_), true) => "One value at a time.",
        (Some(_), false) => "Several values at a time.",
    };
    app.note(words::with_questions(what, said.opened.len(), said.closed.len()));
    if let Some(statement) = said.statement {
        app.undo.remember(app, space, statement, None);
    }
    app.change.update(|change| *change += 1);
}
