//! Why two entities are not asked about: the other one is looked for by name, and what the engine says of the two is shown.

use leptos::prelude::*;
use leptos::task::spawn_local;
use namesake_protocol::{ApiError, EntityRow, Shown, WhyNot};

use crate::parts::focus;
use crate::parts::picker::Picker;
use crate::parts::problem::Problem;
use crate::parts::reasons::ReasonBoxes;
use crate::parts::shown::Name;
use crate::route::{Listing, Route};
use crate::store::app;
use crate::store::finder::Finder;
use crate::store::turn::Turn;

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
    let finder = Finder::new();
    let told = RwSignal::new(None::<Told>);
    let asking = Turn::new();
    let on_pick = Callback::new(move |row: EntityRow| {
        let ticket = asking.next();
        spawn_local(async move {
            let outcome = app.client.why_not(app.space.get_untracked(), id.get_value(), row.id.clone()).await;
            if !ticket.holds() {
                return;
            }
            if let Ok(said) = &outcome {
                app.live.polite(said.explanation.clone());
            }
            told.set(Some((row, outcome)));
            focus::later("#why-not-answer");
        });
    });
    view! {
        <details class="why-not" data-testid="why-not">
            <summary>"Why is another entity not asked about with this one?"</summary>
            <Picker
                label="The other one: type a name, then choose"
                id="why-not-search"
                list="why-not-found"
                finder
                except=id.get_value()
                on_pick
            />
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
