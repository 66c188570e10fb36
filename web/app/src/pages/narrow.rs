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
        let reason = REASONS.into_iter().find(|(code, _)| narrow.reason == Some(*code));
        words.extend(reason.map(|(_, words)| words.to_owned()));
        words.extend((narrow.age != Age::Any).then(|| narrow.age.words().to_owned()));
        words.extend(narrow.unopposed.then(|| "nothing against".to_owned()));
        words.join(", ")
    };
    let set = move |change: &dyn Fn(&mut Narrow)| narrow.update(|narrow| change(narrow));
    let reasons: Vec<_> = [("", "any")].into_iter().chain(REASONS).collect();
    view! {
        <details class="narrow" data-testid="narrow">
            <summary>
                "Narrow"
                {move || Some(chosen()).filter(|words| !words.is_empty()).map(|words| view! { <span class="soft">{format!(": {words}")}</span> })}
            </summary>
            <Choice
                label="Reason"
                testid="narrow-reason"
                choices=reasons
                chosen=Signal::derive(move || narrow.read().reason.unwrap_or_default())
                on_choose=move |value| {
                    let reason = REASONS.into_iter().map(|(code, _)| code).find(|code| *code == value);
                    set(&move |narrow| narrow.reason = reason);
                }
            />
            <Choice
                label="Asked"
                testid="narrow-age"
                choices=AGES.map(|age| (age.slug(), age.words())).to_vec()
                chosen=Signal::derive(move || narrow.read().age.slug())
                on_choose=move |value| {
                    let age = AGES.into_iter().find(|age| age.slug() == value).unwrap_or_default();
                    set(&move |narrow| narrow.age = age);
                }
            />
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

/// One of several values.
#[component]
fn Choice(
    label: &'static str,
    testid: &'static str,
    /// Values, with what they are called.
    choices: Vec<(&'static str, &'static str)>,
    chosen: Signal<&'static str>,
    /// Called with a value.
    #[prop(into)]
    on_choose: Callback<String>,
) -> impl IntoView {
    let option = move |(value, words): (&'static str, &'static str)| {
        view! { <option value=value prop:selected=move || chosen.get() == value>{words}</option> }
    };
    view! {
        <label>
            <span>{label}</span>
            <select data-testid=testid on:change=move |event| on_choose.run(event_target_value(&event))>
                {choices.into_iter().map(option).collect_view()}
            </select>
        </label>
    }
}
