//! The sides of a contradiction: what is said of a subject, each with its number, its sentences, and what choosing it would
//! change.

use leptos::prelude::*;
use namesake_protocol::{QuestionView, Rival, Verdict};

use crate::parts::claim::Notes;
use crate::parts::effects::EffectLines;
use crate::parts::sentence::Quote;
use crate::parts::shown::Bits;
use crate::parts::words;
use crate::store::action::decide;
use crate::store::app;
use crate::store::current::{KEYED, is_open};

/// All sides, in the order in which they were said.
#[component]
pub fn Rivals(view: QuestionView) -> impl IntoView {
    let current = app().current;
    let open = is_open(&view) && view.stale.is_empty();
    let count = view.rivals.len();
    let unknown = open && !view.rivals.iter().any(|rival| rival.said_last);
    if open {
        let claims = view.rivals.iter().take(KEYED).map(|rival| Some(rival.claim.id.clone()));
        current.preview_choices(app(), claims.chain([None]).collect());
    }
    let keep = move || current.choices.read().iter().find(|(one, _)| one.is_none()).map(|(_, preview)| preview.clone());
    view! {
        <h2>"Which holds"</h2>
        <ol class="candidates" data-testid="rivals">
            {view
                .rivals
                .into_iter()
                .enumerate()
                .map(|(at, rival)| view! { <Side rival number=at + 1 open /> })
                .collect_view()}
        </ol>
        {unknown
            .then(|| view! { <p class="soft" data-testid="last-unknown">"The sources do not say which was said last."</p> })}
        {open
            .then(|| {
                view! {
                    <h2>{if count == 2 { "If both hold" } else { "If all hold" }}</h2>
                    <div data-testid="effect-keep">{move || keep().map(|preview| view! { <EffectLines preview /> })}</div>
                }
            })}
    }
}

#[component]
fn Side(rival: Rival, number: usize, open: bool) -> impl IntoView {
    let app = app();
    let Rival { claim, says, supports, said_last: last, sentences } = rival;
    let (chosen, previewed) = (claim.id.clone(), claim.id.clone());
    let choose = move |_| decide(app, Verdict::Choose, Some(chosen.clone()));
    let effect = move || {
        let choices = app.current.choices.read();
        let (_, preview) = choices.iter().find(|(one, _)| one.as_ref() == Some(&previewed))?;
        let lines = preview.lines.clone();
        Some(
            view! { <span class="choice-effect">{lines.into_iter().map(|bits| view! { <Bits bits /> " " }).collect_view()}</span> },
        )
    };
    let standing = words::claim_standing(claim.standing);
    let more = supports.saturating_sub(u32::try_from(sentences.len()).unwrap_or(u32::MAX));
    let quotes = sentences
        .into_iter()
        .enumerate()
        .map(|(at, sentence)| {
            // What binds its words is told of the claim that stands for the side.
            let notes = (at == 0).then(|| view! { <Notes claim=claim.clone() /> });
            view! { <Quote sentence>{notes}</Quote> }
        })
        .collect_view();
    view! {
        <li data-testid="rival" data-id=claim.id.clone() data-supports=supports.to_string()>
            <button class="candidate" data-testid=format!("rival-{number}") disabled=!open on:click=choose>
                {(number <= KEYED).then(|| view! { <kbd>{number}</kbd> })}
                <span class="candidate-text">
                    <b><Bits bits=says /></b>
                    {(supports > 0).then(|| view! { " · " <span class="soft">{words::count(supports, "claim says so", "claims say so")}</span> })}
                    {(last && open).then(|| view! { " " <span class="chip">"said last"</span> })}
                    {standing.map(|text| view! { " " <span class="chip">{text}</span> })}
                    {effect}
                </span>
            </button>
            <div class="rival-said">
                {quotes}
                {(more > 0).then(|| view! { <p class="soft small-print">{format!("and {} more", words::grouped(more))}</p> })}
            </div>
        </li>
    }
}
