//! What the inbox is narrowed to beside its search: a reason, an age, nothing against, an entity.

use leptos::prelude::*;

use crate::parts::shown::Name;
use crate::store::app;
use crate::store::filter::{AGES, Age, Narrow, REASONS};

/// The choices, folded away until they are wanted. What is chosen stands in the summary, so that nothing is hidden silently.
#[component]
pub fn Narrowing() -> impl IntoView {
    let narrow = app().inbox.narrow;
    let chosen = move || {
        let narrow = narrow.read();
        let mut words: Vec<String> = Vec::new();
        words.extend(narrow.reason.map(|reason| REASONS[reason].1.to_owned()));
        words.extend((narrow.age != Age::Any).then(|| narrow.age.words().to_owned()));
        words.extend(narrow.unopposed.then(|| "nothing against".to_owned()));
        words.join(", ")
    };
    let set = move |change: &dyn Fn(&mut Narrow)| narrow.update(|narrow| change(narrow));
    view! {
        <details class="narrow" data-testid="narrow">
            <summary>
                "Narrow"
                {move || Some(chosen()).filter(|words| !words.is_empty()).map(|words| view! { <span class="soft">{format!(": {words}")}</span> })}
            </summary>
            <label>
                <span>"Reason"</span>
                <select
                    data-testid="narrow-reason"
                    on:change=move |event| {
                        let value = event_target_value(&event);
                        let reason = REASONS.iter().position(|(code, _)| *code == value);
                        set(&move |narrow| narrow.reason = reason);
                    }
                >
                    <option value="" prop:selected=move || narrow.read().reason.is_none()>"any"</option>
                    {REASONS
                        .iter()
                        .enumerate()
                        .map(|(at, (code, words))| {
                            view! { <option value=*code prop:selected=move || narrow.read().reason == Some(at)>{*words}</option> }
                        })
                        .collect_view()}
                </select>
            </label>
            <label>
                <span>"Asked"</span>
                <select
                    data-testid="narrow-age"
                    on:change=move |event| {
                        let value = event_target_value(&event);
                        let age = AGES.into_iter().find(|age| age.slug() == value).unwrap_or_default();
                        set(&move |narrow| narrow.age = age);
                    }
                >
                    {AGES
                        .into_iter()
                        .map(|age| {
                            view! { <option value=age.slug() prop:selected=move || narrow.read().age == age>{age.words()}</option> }
                        })
                        .collect_view()}
                </select>
            </label>
            <label>
                <input
                    type="checkbox"
                    data-testid="narrow-unopposed"
                    prop:checked=move || narrow.read().unopposed
                    on:change=move |event| {
                        let on = event_target_checked(&event);
                        set(&move |narrow| narrow.unopposed = on);
                    }
                />
                " Nothing against"
            </label>
        </details>
        {move || {
            narrow.read().entity.clone().map(|(_, name)| {
                view! {
                    <p class="narrowed" data-testid="narrowed-entity">
                        "About " <Name shown=name /> " "
                        <button class="btn small" data-testid="narrow-all" on:click=move |_| set(&|narrow| narrow.entity = None)>
                            "Show all"
                        </button>
                    </p>
                }
            })
        }}
    }
}
