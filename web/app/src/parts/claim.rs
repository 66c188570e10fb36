//! Claims on the page: what is said, in the words of its source; who is meant by them; where it stands among others.

use leptos::prelude::*;
use namesake_protocol::{Binding, ClaimEnd, ClaimObject, ClaimRow, ClaimStanding, ClaimValue};

use super::shown::{Name, visible};
use super::words;
use crate::route::Route;

/// Who is meant, as a link to them; else the word as it stands in the text.
#[component]
pub fn End(
    /// The end of a claim, or a mention.
    end: ClaimEnd,
    /// The entity that the page is about: it needs no link.
    #[prop(optional_no_strip)]
    here: Option<String>,
) -> impl IntoView {
    match end.entity {
        Some(entity) if here.as_deref() == Some(entity.id.as_str()) => {
            view! { <b><Name shown=entity.name /></b> }.into_any()
        }
        Some(entity) => {
            view! { <a class="inline" href=Route::entity(&entity.id).href()><Name shown=entity.name /></a> }.into_any()
        }
        None => view! { <Name shown=end.word /> }.into_any(),
    }
}

/// A value with its unit, as its source writes it.
#[component]
pub fn Value(
    /// The value.
    value: ClaimValue,
) -> impl IntoView {
    view! { <bdi dir="auto" class="name">{visible(&value_text(&value))}</bdi> }
}

fn value_text(value: &ClaimValue) -> String {
    let unit = value.unit.as_deref().map(|unit| format!(" {unit}")).unwrap_or_default();
    format!("{}{unit}", value.display.as_deref().unwrap_or(&value.value))
}

/// What a claim says, with what it is if it is no plain assertion that holds.
#[component]
pub fn Says(
    /// The claim.
    claim: ClaimRow,
    /// The entity that the page is about.
    #[prop(optional_no_strip)]
    here: Option<String>,
) -> impl IntoView {
    let object = match claim.object {
        ClaimObject::Entity(end) => view! { <End end=*end here=here.clone() /> }.into_any(),
        ClaimObject::Value(value) => view! { <b><Value value /></b> }.into_any(),
    };
    let chip = |text: &'static str| view! { " " <span class="chip">{text}</span> };
    view! {
        <span class="says">
            <End end=claim.subject here />
            " " <bdi dir="auto">{visible(&words::predicate(&claim.predicate))}</bdi> " " {object}
        </span>
        {(!claim.positive).then(|| chip("denied"))}
        {words::speech_act(&claim.speech_act).map(chip)}
        {claim.modality.map(|text| view! { " " <span class="chip"><bdi dir="auto">{visible(&text)}</bdi></span> })}
        {words::claim_standing(claim.standing).map(chip)}
    }
}

/// What binds the words of a claim, and for when it holds. Nothing where there is nothing to say.
#[component]
pub fn Notes(
    /// The claim.
    claim: ClaimRow,
) -> impl IntoView {
    let object = match &claim.object {
        ClaimObject::Entity(end) => Some((**end).clone()),
        ClaimObject::Value(_) => None,
    };
    // Of one end or both: the claim moves with either.
    let moves = |end: &ClaimEnd| end.provisional && end.binding.is_none();
    let provisional = moves(&claim.subject) || object.as_ref().is_some_and(moves);
    let between = |word: &'static str, time: Option<f64>| {
        time.map(|time| view! { " · " {word} " " <time datetime=words::machine(time)>{words::utc(time)}</time> })
    };
    view! {
        <Tied end=claim.subject />
        {object.map(|end| view! { <Tied end /> })}
        {provisional.then(|| view! { " " <Provisional /> })}
        {between("from", claim.valid_from)}
        {between("until", claim.valid_to)}
        {claim.confidence.map(|sure| format!(" · {:.0} % sure", sure * 100.0))}
        {claim
            .known
            .into_iter()
            .map(|before| {
                view! {
                    <span data-testid="claim-known">
                        " · said before: " <a class="inline" href=Route::event(&before.event).href()>
                            "“" <bdi dir="auto">{visible(&before.text)}</bdi> "”"
                        </a>
                    </span>
                }
            })
            .collect_view()}
    }
}

/// What binds a word, if it is no name; and that its link may still move.
#[component]
pub fn Bound(
    /// A mention.
    end: ClaimEnd,
) -> impl IntoView {
    let provisional = end.provisional && end.binding.is_none();
    view! {
        <Tied end />
        {provisional.then(|| view! { " " <Provisional /> })}
    }
}

/// What binds a word, if it is no name.
#[component]
fn Tied(end: ClaimEnd) -> impl IntoView {
    let tied = end.entity.clone().map(|entity| entity.name);
    let said = match end.binding {
        None => None,
        Some(Binding::Speaker) if end.entity.is_some() => Some(view! { " is the speaker" }.into_any()),
        Some(Binding::Speaker) => Some(view! { " is the speaker, and it is not clear who that is" }.into_any()),
        Some(Binding::Owner) => Some(view! { " is you" }.into_any()),
        Some(Binding::Anchor) => Some(match tied {
            Some(shown) => view! { " is tied to " <Name shown /> }.into_any(),
            None => view! { " is tied to a name before it" }.into_any(),
        }),
        Some(Binding::Reference) => Some(view! { " stays within this text: nothing says who that is" }.into_any()),
    };
    said.map(|said| view! { " · “"<Name shown=end.word />"”" {said} })
}

/// That a link may still move.
#[component]
pub fn Provisional() -> impl IntoView {
    view! {
        <span class="chip" title="Linked by its exact name alone. It moves, or you are asked, when that stops being clear.">
            "provisional"
        </span>
    }
}

/// True for a claim that a later one took the place of.
pub fn is_past(claim: &ClaimRow) -> bool {
    claim.standing == ClaimStanding::Superseded
}
