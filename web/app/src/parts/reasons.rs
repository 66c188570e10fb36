//! Named reasons for and against; the number only on demand.

use leptos::prelude::*;
use namesake_protocol::{Reason, Side};

use super::shown::Bits;

/// What speaks for and against, side by side.
#[component]
pub fn ReasonBoxes(
    /// All reasons.
    reasons: Vec<Reason>,
) -> impl IntoView {
    let (fors, against): (Vec<_>, Vec<_>) = reasons.into_iter().partition(|reason| reason.side == Side::For);
    view! {
        <div class="reasons" data-testid="reasons">
            <ReasonBox title="For" class="rs for" reasons=fors empty="nothing found" />
            <ReasonBox title="Against" class="rs against" reasons=against empty="nothing found" />
        </div>
    }
}

/// Both boxes, and the number on demand.
#[component]
pub fn Reasons(
    /// All reasons.
    reasons: Vec<Reason>,
    /// 0 to 1.
    score: f64,
) -> impl IntoView {
    let (fors, against): (Vec<_>, Vec<_>) = reasons.iter().cloned().partition(|reason| reason.side == Side::For);
    let weights: Vec<_> = fors.into_iter().chain(against).collect();
    view! {
        <ReasonBoxes reasons />
        <details class="score" data-testid="score">
            <summary>"The number"</summary>
            <p>"Score "<b>{format!("{score:.2}")}</b>" of 1. It orders the inbox; it never decides."</p>
            <ul>
                {weights
                    .into_iter()
                    .map(|reason| view! { <li><span class="num">{format!("{:+.2}", signed(&reason))}</span>" "<Bits bits=reason.text /></li> })
                    .collect_view()}
            </ul>
        </details>
    }
}

fn signed(reason: &Reason) -> f64 {
    if reason.side == Side::Against { -reason.weight.abs() } else { reason.weight.abs() }
}

/// One box.
#[component]
fn ReasonBox(title: &'static str, class: &'static str, reasons: Vec<Reason>, empty: &'static str) -> impl IntoView {
    let none = reasons.is_empty();
    view! {
        <section class=class aria-label=title>
            <h3>{title}</h3>
            {if none {
                view! { <p class="soft">{empty}</p> }.into_any()
            } else {
                view! {
                    <ul>
                        {reasons.into_iter().map(|reason| view! { <li data-code=reason.code><Bits bits=reason.text /></li> }).collect_view()}
                    </ul>
                }
                .into_any()
            }}
        </section>
    }
}

/// Reasons in one line, as a search result shows them.
#[component]
pub fn ReasonLine(
    /// The reasons.
    reasons: Vec<Reason>,
) -> impl IntoView {
    reasons
        .into_iter()
        .enumerate()
        .map(|(index, reason)| {
            let against = reason.side == Side::Against;
            view! { {(index > 0).then_some("; ")} {against.then_some("but ")} <Bits bits=reason.text /> }
        })
        .collect_view()
}
