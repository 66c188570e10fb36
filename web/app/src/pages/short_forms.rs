//! Short forms of names that the owner added to those that Namesake knows: a list, a sentence to add one, a button to take
//! one out. What follows for questions is the engine's to say.

use leptos::prelude::*;
use leptos::task::spawn_local;
use namesake_protocol::{ApiError, FormKind, ShortForm, ShortFormRow, ShortFormsSaid};

use crate::parts::field::Field;
use crate::parts::list::More;
use crate::parts::problem::Problem;
use crate::parts::shown::Name;
use crate::parts::{focus, words};
use crate::store::paged::Paged;
use crate::store::{App, app};

/// The screen.
#[component]
pub fn ShortFormsPage() -> impl IntoView {
    let app = app();
    let list = Paged::new(move |cursor, limit| async move {
        app.client.short_forms(app.space.get_untracked(), cursor, limit).await
    });
    Effect::new(move |before: Option<String>| {
        app.change.track();
        let space = app.space.get();
        list.read(before.as_ref() != Some(&space));
        space
    });
    view! {
        <main class="single wide" aria-label="Short forms">
            <div class="head"><h1>"Short forms"</h1></div>
            <p class="soft">
                "Bob is short for Robert: many such forms are known. Say here what your people are called besides. "
                "Names that fit are then asked about; nothing is joined by it."
            </p>
            <Add />
            {move || list.error.get().map(|error| view! { <Problem error /> })}
            <Show when=move || list.total.get() == Some(0)>
                <p class="soft" data-testid="short-forms-none">"You have added none yet."</p>
            </Show>
            <Show when=move || !list.rows.read().is_empty()>
                <table class="listing" data-testid="short-forms">
                    <thead><tr>
                        <th scope="col">"Short form"</th>
                        <th scope="col">"Is short for"</th>
                        <th scope="col">"Added"</th>
                        <th scope="col"><span class="sr">"Remove"</span></th>
                    </tr></thead>
                    <tbody>
                        <For each=move || list.rows.get() key=key let(row)>
                            <Line row />
                        </For>
                    </tbody>
                </table>
            </Show>
            <More more=Signal::derive(move || list.has_more()) on_more=Callback::new(move |()| list.more()) />
        </main>
    }
}

/// Two that differ in any of these are two: “WG” may be short for a name and abbreviate it.
fn key(row: &ShortFormRow) -> (String, bool, String, String) {
    let abbreviates = row.kind == FormKind::Abbreviation;
    (row.statement.clone(), abbreviates, row.short.text.clone(), row.long.text.clone())
}

/// The sentence that adds one.
#[component]
fn Add() -> impl IntoView {
    let app = app();
    let (short, long) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let kind = RwSignal::new(FormKind::GivenName);
    let error = RwSignal::new(None::<ApiError>);
    let sending = RwSignal::new(false);
    let add = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if sending.get_untracked() {
            return;
        }
        let form = ShortForm { kind: kind.get_untracked(), short: short.get_untracked(), long: long.get_untracked() };
        let sent = form.clone();
        say(
            app,
            sending,
            move |space| async move { app.client.add_short_forms(space, vec![sent]).await },
            move |space, outcome| {
                match outcome {
                    Ok(said) => {
                        tell(app, space, if said.changed == 0 { "It was added before." } else { "Added." }, said);
                        error.try_set(None);
                        // What was typed since it was sent is about the next one.
                        for (field, was) in [(short, &form.short), (long, &form.long)] {
                            if field.try_get_untracked().as_ref() == Some(was) {
                                field.set(String::new());
                            }
                        }
                        if short.try_get_untracked().is_some_and(|short| short.is_empty()) {
                            focus::later("#short-form");
                        }
                    }
                    // Where the screen is gone, the failure needs another place.
                    Err(problem) => {
                        if let Some(Some(problem)) = error.try_set(Some(problem)) {
                            app.warn(words::problem(&problem));
                        }
                    }
                }
            },
        );
    };
    let chosen = move |event| {
        let abbreviation = event_target_value(&event) == "abbreviation";
        kind.set(if abbreviation { FormKind::Abbreviation } else { FormKind::GivenName });
    };
    view! {
        <form class="sentence" data-testid="short-form-add" on:submit=add>
            <Field id="short-form" label="Short form" value=short required=true />
            <label class="field">
                <span class="sr">"How it stands to the name"</span>
                <select class="space plain-case" data-testid="short-form-kind" on:change=chosen>
                    <option value="givenName">"is short for the given name"</option>
                    <option value="abbreviation">"abbreviates the whole name"</option>
                </select>
            </label>
            <Field id="long-form" label="Name" value=long required=true />
            <button class="btn p" type="submit" data-testid="short-form-submit" aria-disabled=move || sending.get().to_string()>
                {move || if sending.get() { "saving…" } else { "Add" }}
            </button>
        </form>
        {move || error.get().map(|error| view! { <Problem error testid="short-form-problem" /> })}
    }
}

/// One that was added.
#[component]
fn Line(row: ShortFormRow) -> impl IntoView {
    let app = app();
    let form = ShortForm { kind: row.kind, short: row.short.text.clone(), long: row.long.text.clone() };
    let label = format!("Remove {}", words::isolated(&row.short.text));
    let sending = RwSignal::new(false);
    let remove = move |_| {
        if sending.get_untracked() {
            return;
        }
        let forms = vec![form.clone()];
        say(
            app,
            sending,
            move |space| async move { app.client.remove_short_forms(space, forms).await },
            move |space, outcome| match outcome {
                Ok(said) => {
                    tell(app, space, "Removed.", said);
                    focus::later("#short-form");
                }
                Err(error) => app.complain(&error),
            },
        );
    };
    let kind = (row.kind == FormKind::Abbreviation).then_some(" (as a whole name)");
    view! {
        <tr data-testid="short-form-row">
            <td><b><Name shown=row.short whole=true /></b></td>
            <td><Name shown=row.long whole=true /><span class="soft">{kind}</span></td>
            <td class="soft">
                <time datetime=words::machine(row.time)>{words::date(row.time)}</time>
                {(row.actor != "app").then(|| view! { " by " <bdi dir="auto">{row.actor}</bdi> })}
            </td>
            <td>
                <button class="btn small" data-testid="short-form-remove" aria-label=label aria-disabled=move || sending.get().to_string() on:click=remove>
                    {move || if sending.get() { "saving…" } else { "Remove" }}
                </button>
            </td>
        </tr>
    }
}

/// Sends a statement on short forms of the space on show, and hears of it with that space.
fn say<F>(
    app: App,
    sending: RwSignal<bool>,
    send: impl FnOnce(String) -> F,
    then: impl FnOnce(&str, Result<ShortFormsSaid, ApiError>) + 'static,
) where
    F: Future<Output = Result<ShortFormsSaid, ApiError>> + 'static,
{
    sending.set(true);
    let space = app.space.get_untracked();
    app.save(send(space.clone()), move |outcome| {
        sending.try_set(false);
        then(&space, outcome);
    });
}

/// Says what followed, remembers it for `z`, and has pairs looked for if many names are concerned.
fn tell(app: App, space: &str, what: &str, said: ShortFormsSaid) {
    app.note(words::with_questions(what, said.opened.len(), said.closed.len()));
    for statement in said.statements {
        app.undo.remember(app, space, statement, None);
    }
    app.change.update(|change| *change += 1);
    if said.left > 0 {
        let space = space.to_owned();
        spawn_local(async move {
            if let Err(error) = app.client.organize(space).await {
                app.complain(&error);
            }
            app.change.update(|change| *change += 1);
        });
    }
}
