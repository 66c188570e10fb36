//! Short forms of names that the owner added to those that Namesake knows: a list, a sentence to add one, a button to take
//! one out. What follows for questions is the engine's to say.

use leptos::prelude::*;
use leptos::task::spawn_local;
use namesake_protocol::{ApiError, FormKind, ShortForm, ShortFormRow, ShortFormsSaid};

use crate::parts::problem::Problem;
use crate::parts::shown::Name;
use crate::parts::{focus, words};
use crate::store::{App, app};

const PAGE: u32 = 100;

/// The screen.
#[component]
pub fn ShortFormsPage() -> impl IntoView {
    let app = app();
    let rows = RwSignal::new(Vec::<ShortFormRow>::new());
    let total = RwSignal::new(None::<u32>);
    let next = RwSignal::new(None::<String>);
    let error = RwSignal::new(None::<ApiError>);
    let reading = StoredValue::new(0_u32);
    let read = move |cursor: Option<String>| {
        reading.update_value(|reading| *reading += 1);
        let mine = reading.get_value();
        spawn_local(async move {
            let first = cursor.is_none();
            let page = app.client.short_forms(app.space.get_untracked(), cursor, PAGE).await;
            if reading.try_get_value() != Some(mine) {
                return;
            }
            match page {
                Ok(page) => {
                    error.set(None);
                    total.set(Some(page.total));
                    next.set(page.next);
                    if first {
                        rows.set(page.items);
                    } else {
                        rows.update(|rows| rows.extend(page.items));
                    }
                }
                Err(problem) => error.set(Some(problem)),
            }
        });
    };
    Effect::new(move || {
        app.change.track();
        app.space.track();
        read(None);
    });
    view! {
        <main class="single wide" aria-label="Short forms">
            <div class="head"><h1>"Short forms"</h1></div>
            <p class="soft">
                "Bob is short for Robert: many such forms are known. Say here what your people are called besides. "
                "Names that fit are then asked about; nothing is joined by it."
            </p>
            <Add />
            {move || error.get().map(|error| view! { <Problem error /> })}
            <Show when=move || total.get() == Some(0)>
                <p class="soft" data-testid="short-forms-none">"You have added none yet."</p>
            </Show>
            <Show when=move || !rows.read().is_empty()>
                <table class="listing" data-testid="short-forms">
                    <thead><tr>
                        <th scope="col">"Short form"</th>
                        <th scope="col">"Is short for"</th>
                        <th scope="col">"Added"</th>
                        <th scope="col"><span class="sr">"Remove"</span></th>
                    </tr></thead>
                    <tbody>
                        <For each=move || rows.get() key=|row| row.statement.clone() + &row.short.text + "\n" + &row.long.text let(row)>
                            <Line row />
                        </For>
                    </tbody>
                </table>
            </Show>
            <Show when=move || next.read().is_some()>
                <button class="more" data-testid="load-more" on:click=move |_| read(next.get_untracked())>"Show more"</button>
            </Show>
        </main>
    }
}

/// The sentence that adds one.
#[component]
fn Add() -> impl IntoView {
    let app = app();
    let (short, long) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let kind = RwSignal::new(FormKind::GivenName);
    let error = RwSignal::new(None::<ApiError>);
    let add = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let form = ShortForm { kind: kind.get_untracked(), short: short.get_untracked(), long: long.get_untracked() };
        app.saving.update(|saving| *saving += 1);
        spawn_local(async move {
            let outcome = app.client.add_short_forms(app.space.get_untracked(), vec![form]).await;
            app.saving.update(|saving| *saving = saving.saturating_sub(1));
            match outcome {
                Ok(said) => {
                    tell(app, if said.changed == 0 { "It was added before." } else { "Added." }, said);
                    error.try_set(None);
                    short.try_set(String::new());
                    long.try_set(String::new());
                    focus::later("#short-form");
                }
                Err(problem) => {
                    error.try_set(Some(problem));
                }
            }
        });
    };
    let field = |id: &'static str, label: &'static str, value: RwSignal<String>| {
        view! {
            <label class="field">
                <span>{label}</span>
                <input
                    id=id
                    data-testid=id
                    dir="auto"
                    required
                    autocomplete="off"
                    spellcheck="false"
                    prop:value=move || value.get()
                    on:input=move |event| value.set(event_target_value(&event))
                />
            </label>
        }
    };
    let chosen = move |event| {
        let abbreviation = event_target_value(&event) == "abbreviation";
        kind.set(if abbreviation { FormKind::Abbreviation } else { FormKind::GivenName });
    };
    view! {
        <form class="sentence" data-testid="short-form-add" on:submit=add>
            {field("short-form", "Short form", short)}
            <label class="field">
                <span class="sr">"How it stands to the name"</span>
                <select class="space plain-case" data-testid="short-form-kind" on:change=chosen>
                    <option value="givenName">"is short for the given name"</option>
                    <option value="abbreviation">"abbreviates the whole name"</option>
                </select>
            </label>
            {field("long-form", "Name", long)}
            <button class="btn p" type="submit" data-testid="short-form-submit">"Add"</button>
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
    let remove = move |_| {
        let forms = vec![form.clone()];
        app.saving.update(|saving| *saving += 1);
        spawn_local(async move {
            let outcome = app.client.remove_short_forms(app.space.get_untracked(), forms).await;
            app.saving.update(|saving| *saving = saving.saturating_sub(1));
            match outcome {
                Ok(said) => {
                    tell(app, "Removed.", said);
                    focus::later("#short-form");
                }
                Err(error) => app.complain(&error),
            }
        });
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
            <td><button class="btn small" data-testid="short-form-remove" aria-label=label on:click=remove>"Remove"</button></td>
        </tr>
    }
}

/// Says what followed, remembers it for `z`, and has pairs looked for if many names are concerned.
fn tell(app: App, what: &str, said: ShortFormsSaid) {
    let asked = |count: usize, what: &str| {
        (count > 0).then(|| format!(" {} {what}.", words::count(count as u32, "question", "questions")))
    };
    let (opened, closed) = (asked(said.opened.len(), "asked"), asked(said.closed.len(), "withdrawn"));
    app.note(format!("{what}{}{}", opened.unwrap_or_default(), closed.unwrap_or_default()));
    for statement in said.statements {
        app.inbox.remember(statement);
    }
    app.change.update(|change| *change += 1);
    if said.left > 0 {
        spawn_local(async move {
            if let Err(error) = app.client.organize(app.space.get_untracked()).await {
                app.complain(&error);
            }
            app.change.update(|change| *change += 1);
        });
    }
}
