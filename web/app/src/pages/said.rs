//! What is said of an entity: its claims, those that say the same together.

use leptos::prelude::*;
use namesake_protocol::{ClaimFilter, ClaimRow};

use crate::parts::claim::{Notes, Says, is_past};
use crate::parts::list::More;
use crate::parts::problem::Problem;
use crate::parts::sentence::Quote;
use crate::parts::words;
use crate::store::app;
use crate::store::paged::Paged;

/// Sentences of one group that are in sight at once.
const IN_SIGHT: usize = 3;

/// Claims that say the same of the same, in the same way.
type Group = Vec<ClaimRow>;

/// Puts claims together that support one relationship. One whose ends are not known is on its own.
fn groups(claims: Vec<ClaimRow>) -> Vec<Group> {
    let mut out: Vec<Group> = Vec::new();
    for claim in claims {
        let alike = |group: &&mut Group| {
            group.first().is_some_and(|first| {
                first.relationship.is_some()
                    && first.relationship == claim.relationship
                    && first.positive == claim.positive
                    && first.speech_act == claim.speech_act
                    && first.modality == claim.modality
                    && first.standing == claim.standing
            })
        };
        match out.iter_mut().find(alike) {
            Some(group) => group.push(claim),
            None => out.push(vec![claim]),
        }
    }
    out
}

/// The section, if anything is said.
#[component]
pub fn Said(id: String) -> impl IntoView {
    let app = app();
    let of = id.clone();
    let list = Paged::new(move |cursor, limit| {
        let filter = ClaimFilter { entity: Some(of.clone()), ..ClaimFilter::default() };
        async move { app.client.claims(app.space.get_untracked(), filter, cursor, limit).await }
    });
    Effect::new(move |before: Option<()>| {
        app.change.track();
        list.read(before.is_none());
    });
    let here = StoredValue::new(id);
    let drawn = move |groups: Vec<Group>| {
        let partial = list.has_more();
        groups.into_iter().map(|claims| view! { <Claims claims here=here.get_value() partial /> }).collect_view()
    };
    let told = move || {
        let (past, now): (Vec<Group>, Vec<Group>) =
            groups(list.rows.get()).into_iter().partition(|group| group.first().is_some_and(is_past));
        let count = u32::try_from(past.len()).unwrap_or(u32::MAX);
        view! {
            <div data-testid="entity-claims">{drawn(now)}</div>
            {(count > 0)
                .then(|| {
                    view! {
                        <details class="past" data-testid="entity-past">
                            <summary>{format!("No longer: {}", words::grouped(count))}</summary>
                            {drawn(past)}
                        </details>
                    }
                })}
        }
    };
    view! {
        {move || list.error.get().map(|error| view! { <Problem error /> })}
        <Show when=move || list.total.get().is_some_and(|total| total > 0)>
            <h2>"What is said " <span class="count">{move || list.total.get().map(words::grouped)}</span></h2>
            {told}
            <More more=Signal::derive(move || list.has_more()) on_more=Callback::new(move |()| list.more()) />
        </Show>
    }
}

/// One group. `partial` says that others may support it that were not read yet.
#[component]
fn Claims(claims: Group, here: String, partial: bool) -> impl IntoView {
    let supports = u32::try_from(claims.len()).unwrap_or(u32::MAX);
    let first = claims.first().cloned();
    let quote = |claim: ClaimRow| view! { <Quote sentence=claim.sentence.clone()><Notes claim /></Quote> };
    let mut rest = claims.into_iter();
    let seen = rest.by_ref().take(IN_SIGHT).map(quote).collect_view();
    let rest: Vec<ClaimRow> = rest.collect();
    let more = u32::try_from(rest.len()).unwrap_or(u32::MAX);
    view! {
        <div class="claim" data-testid="entity-claim" data-supports=supports.to_string()>
            <p class="claim-says">
                {first.map(|claim| view! { <Says claim here=Some(here) /> })}
                {(supports > 1)
                    .then(|| {
                        let so_far = if partial { " so far" } else { "" };
                        view! { " " <span class="soft">{format!("said {} times{so_far}", words::grouped(supports))}</span> }
                    })}
            </p>
            {seen}
            {(more > 0)
                .then(|| {
                    view! {
                        <details>
                            <summary>{words::count(more, "more sentence", "more sentences")}</summary>
                            {rest.into_iter().map(quote).collect_view()}
                        </details>
                    }
                })}
        </div>
    }
}
