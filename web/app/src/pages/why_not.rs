//! Why two entities are not asked about: the other one is looked for by name, and what the engine says of the two is shown.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use namesake_protocol::{ApiError, EntityRow, Shown, WhyNot};

use crate::client::EntityPage;
use crate::parts::problem::Problem;
use crate::parts::reasons::ReasonBoxes;
use crate::parts::shown::Name;
use crate::parts::{focus, words};
use crate::route::{Listing, Route};
use crate::store::app;

/// How many are offered; who is not among them is found by typing more.
const OFFERED: u32 = 8;
/// How long typing must pause before a search starts.
const PAUSE: Duration = Duration::from_millis(90);

/// The other entity and what was said.
type Told = (EntityRow, Result<WhyNot, ApiError>);

/// The part of an entity's page.
#[component]
pub fn WhyNotAsked(
    /// The entity on show.
    id: String,
    /// Its name.
    name: Shown,
) -> impl IntoView {
    let app = app();
    let id = StoredValue::new(id);
    let typed = RwSignal::new(String::new());
    let found = RwSignal::new(None::<Result<Vec<EntityRow>, ApiError>>);
    let told = RwSignal::new(None::<Told>);
    let typing = StoredValue::new(0_u32);
    let search = move |event| {
        typed.set(event_target_value(&event));
        told.set(None);
        typing.update_value(|typing| *typing += 1);
        let mine = typing.get_value();
        let look = move || {
            let text = typed.try_get_untracked().filter(|text| !text.trim().is_empty());
            let Some(text) = text.filter(|_| typing.try_get_value() == Some(mine)) else { return };
            spawn_local(async move {
                let page = app.client.entities(app.space.get_untracked(), Some(text), None, OFFERED).await;
                if typing.try_get_value() != Some(mine) {
                    return;
                }
                let rows = page.map(|page| match page {
                    EntityPage::Found(page) => page.items.into_iter().map(|one| one.entity).collect(),
                    EntityPage::Listed(page) => page.items,
                });
                let others =
                    |rows: Vec<EntityRow>| rows.into_iter().filter(|row| row.id != id.get_value()).collect::<Vec<_>>();
                found.try_set(Some(rows.map(others)));
            });
        };
        if typed.read_untracked().trim().is_empty() {
            found.set(None);
        } else {
            set_timeout(look, PAUSE);
        }
    };
    let choose = move |row: EntityRow| {
        spawn_local(async move {
            let outcome = app.client.why_not(app.space.get_untracked(), id.get_value(), row.id.clone()).await;
            if let Ok(said) = &outcome {
                app.live.polite(said.explanation.clone());
            }
            found.try_set(None);
            told.try_set(Some((row, outcome)));
            focus::later("#why-not-answer");
        });
    };
    let offers = move || {
        found.get().map(|found| match found {
            Ok(rows) if rows.is_empty() => view! { <p class="soft">"No other entity has such a name."</p> }.into_any(),
            Ok(rows) => {
                let offer = move |row: EntityRow| {
                    let hint = words::hint(&row);
                    let shown = row.name.clone();
                    view! {
                        <li>
                            <button class="candidate" data-testid="why-not-choice" data-id=row.id.clone() on:click=move |_| choose(row.clone())>
                                <b><Name shown /></b>
                                {hint.map(|shown| view! { <span class="soft"><Name shown /></span> })}
                            </button>
                        </li>
                    }
                };
                view! { <ul class="candidates" aria-label="Entities found">{rows.into_iter().map(offer).collect_view()}</ul> }
                    .into_any()
            }
            Err(error) => view! { <Problem error /> }.into_any(),
        })
    };
    view! {
        <details class="why-not" data-testid="why-not">
            <summary>"Why is another entity not asked about with this one?"</summary>
            <label class="why">
                "The other one: type a name, then choose"
                <input
                    type="search"
                    data-testid="why-not-search"
                    dir="auto"
                    autocomplete="off"
                    spellcheck="false"
                    prop:value=move || typed.get()
                    on:input=search
                />
            </label>
            {offers}
            {move || told.get().map(|(other, outcome)| view! { <Answer name=name.clone() other outcome /> })}
        </details>
    }
}

/// What was said of the two.
#[component]
fn Answer(name: Shown, other: EntityRow, outcome: Result<WhyNot, ApiError>) -> impl IntoView {
    let href = Route::entity(&other.id).href();
    let said = match outcome {
        Ok(WhyNot { code, explanation, question, likelihood, reasons }) => {
            let (for_reasons, has_reasons) = (reasons.clone(), !reasons.is_empty());
            view! {
                <p data-testid="why-not-said" data-code=code>{explanation}</p>
                {question.map(|id| {
                    let href = Route::question(Listing::All, &id).href();
                    view! { <p class="links"><a class="btn small" data-testid="why-not-question" href=href>"Open question"</a></p> }
                })}
                {has_reasons.then(|| view! { <ReasonBoxes reasons=for_reasons /> })}
                {likelihood.map(|likelihood| {
                    view! {
                        <details class="score" data-testid="why-not-likelihood">
                            <summary>"The number"</summary>
                            <p>"By their names and fields alone: "<b>{format!("{likelihood:.2}")}</b>" of 1 that they are one. It never decides."</p>
                        </details>
                    }
                })}
            }
            .into_any()
        }
        Err(error) => view! { <Problem error /> }.into_any(),
    };
    view! {
        <section class="box" id="why-not-answer" tabindex="-1" data-testid="why-not-answer" aria-label="Why they are not asked about">
            <p><b><Name shown=name /></b> " and " <a href=href><Name shown=other.name /></a></p>
            {said}
        </section>
    }
}
