//! How a question is answered: tick boxes, survivor, candidates, what would change, and the bar of answers.

use leptos::prelude::*;
use namesake_protocol::{QuestionKind, QuestionStatus, QuestionView, Verdict};

use super::question::ids;
use crate::parts::effects::EffectLines;
use crate::parts::palette::Keys;
use crate::parts::problem::Problem;
use crate::parts::shown::{Bits, Name};
use crate::parts::words;
use crate::store::action::{Action, decide};
use crate::store::app;
use crate::store::current::{KEYED, can_accept, entities, is_group, is_open, merges};

/// Which members the answer is about, and who survives.
#[component]
pub fn Ticks(view: QuestionView) -> impl IntoView {
    let app = app();
    let current = app.current;
    let group = is_group(&view);
    let merging = merges(view.row.kind);
    let default = view.effect.as_ref().and_then(|effect| effect.survivor.clone());
    let rows = entities(&view)
        .into_iter()
        .enumerate()
        .map(|(index, (id, member))| {
            let number = index + 1;
            let name = member.name.clone();
            let hint = member.entity.as_ref().and_then(words::hint);
            let ticked = {
                let id = id.clone();
                Signal::derive(move || !current.unticked.read().contains(&id))
            };
            let survives = {
                let (id, default) = (id.clone(), default.clone());
                Signal::derive(move || {
                    let previewed = current.preview.read().as_ref().and_then(|preview| preview.as_ref().ok()?.survivor.clone());
                    let unticked = current.unticked.read();
                    let survivor = [current.survivor.get(), previewed, default.clone()]
                        .into_iter()
                        .flatten()
                        .find(|one| !unticked.contains(one));
                    survivor.as_deref() == Some(id.as_str())
                })
            };
            let tick = {
                let id = id.clone();
                move |_| current.tick(app, &id)
            };
            let survive = move |_| {
                current.survivor.set(Some(id.clone()));
                current.preview_accept(app);
            };
            view! {
                <li class="member" class:unticked=move || !ticked.get()>
                    <label class="member-name">
                        {group
                            .then(|| {
                                view! {
                                    <input
                                        type="checkbox"
                                        data-testid=format!("tick-{number}")
                                        prop:checked=move || ticked.get()
                                        on:change=tick
                                    />
                                    {(number <= KEYED).then(|| view! { <kbd aria-hidden="true">{number}</kbd> })}
                                }
                            })}
                        <span><b><Name shown=name /></b> {hint.map(|shown| view! { " " <span class="soft"><Name shown /></span> })}</span>
                    </label>
                    {merging
                        .then(|| {
                            view! {
                                <label class="survivor">
                                    <input
                                        type="radio"
                                        name="survivor"
                                        data-testid=format!("survivor-{number}")
                                        prop:checked=move || survives.get()
                                        disabled=move || !ticked.get()
                                        on:change=survive
                                    />
                                    " survives"
                                </label>
                            }
                        })}
                </li>
            }
        })
        .collect_view();
    view! {
        <h2>{if group { "Which of them" } else { "Who survives" }}</h2>
        {words::sides(&view.members).map(|told| view! { <p class="soft small-print" data-testid="sides">{told}</p> })}
        <ul class="members">{rows}</ul>
        {group.then(|| view! { <p class="soft small-print">"Unticked ones are kept apart: accepting says that they are not the same as the ticked ones."</p> })}
    }
}

/// What accepting would change, as the engine computed it.
#[component]
pub fn Effects(view: QuestionView) -> impl IntoView {
    let app = app();
    let current = app.current;
    // Where the answer is held back, the engine says why.
    if view.effect.is_none() && view.stale.is_empty() && is_open(&view) {
        current.preview_accept(app);
    }
    let effect = view.effect;
    view! {
        <h2>"If you accept"</h2>
        <div data-testid="effect">
            {move || match current.preview.get() {
                _ if current.too_few() => view! { <p class="effect">"Tick at least two to see what accepting would change."</p> }.into_any(),
                Some(Ok(preview)) => view! { <EffectLines preview /> }.into_any(),
                Some(Err(error)) => view! { <Problem error /> }.into_any(),
                None => {
                    effect
                        .clone()
                        .map_or_else(
                            || view! { <p class="effect">"What would change is not known."</p> }.into_any(),
                            |preview| view! { <EffectLines preview /> }.into_any(),
                        )
                }
            }}
        </div>
    }
}

/// The candidates of an ambiguity, each with its key and what choosing it would change.
#[component]
pub fn Candidates(view: QuestionView) -> impl IntoView {
    let app = app();
    let current = app.current;
    let open = is_open(&view) && view.stale.is_empty();
    let mut wanted: Vec<Option<String>> = ids(&view).into_iter().take(KEYED).map(Some).collect();
    wanted.push(None);
    if open {
        current.preview_choices(app, wanted);
    }
    let effect = move |id: Option<String>| {
        let lines = current.choices.read().iter().find(|(one, _)| *one == id).map(|(_, preview)| preview.lines.clone());
        lines.map(|lines| view! { <span class="choice-effect">{lines.into_iter().map(|bits| view! { <Bits bits /> " " }).collect_view()}</span> })
    };
    let cards = entities(&view)
        .into_iter()
        .enumerate()
        .map(|(index, (id, member))| {
            let number = index + 1;
            let hint = member.entity.as_ref().and_then(words::hint);
            let mentions = member.mentions;
            let (chosen, previewed) = (id.clone(), id.clone());
            let choose = move |_| decide(app, Verdict::Choose, Some(chosen.clone()));
            view! {
                <li>
                    <button class="candidate" data-testid=format!("candidate-{number}") data-id=id disabled=!open on:click=choose>
                        {(number <= KEYED).then(|| view! { <kbd>{number}</kbd> })}
                        <span class="candidate-text">
                            <b><Name shown=member.name.clone() /></b>
                            {hint.map(|shown| view! { " · " <span class="soft"><Name shown /></span> })}
                            " · " <span class="soft">{if mentions == 0 { "no mentions".to_owned() } else { words::count(mentions, "mention", "mentions") }}</span>
                            {move || effect(Some(previewed.clone()))}
                        </span>
                    </button>
                </li>
            }
        })
        .collect_view();
    let ambiguity = view.row.kind == QuestionKind::Ambiguity;
    view! {
        <h2>"Who it may be"</h2>
        <ol class="candidates">
            {cards}
            {ambiguity
                .then(|| {
                    view! {
                        <li>
                            <button
                                class="candidate"
                                data-testid="act-someone-new"
                                disabled=!open
                                on:click=move |_| Action::SomeoneNew.run(app)
                            >
                                <kbd>"n"</kbd>
                                <span class="candidate-text">
                                    <b>"Someone new"</b> " · " <span class="soft">"who is not in the memory yet"</span>
                                    {move || effect(None)}
                                </span>
                            </button>
                        </li>
                    }
                })}
        </ol>
    }
}

/// One answer.
#[component]
fn Answer(
    action: Action,
    label: String,
    testid: &'static str,
    #[prop(optional)] primary: bool,
    #[prop(optional)] quiet: bool,
) -> impl IntoView {
    let app = app();
    view! {
        <button
            class="btn"
            class:p=primary
            class:bare=quiet
            data-testid=testid
            disabled=move || !action.available(app)
            on:click=move |_| action.run(app)
        >
            {label} <Keys action />
        </button>
    }
}

/// The bar of answers under the question.
#[component]
pub fn AnswerBar(view: QuestionView) -> impl IntoView {
    let current = app().current;
    let kind = view.row.kind;
    let open = is_open(&view);
    let stale = !view.stale.is_empty();
    let acceptable = can_accept(&view);
    let (yes, no) = words::answers(kind);
    let no = if view.rivals.len() > 2 { "All hold" } else { no };
    let all = entities(&view).len();
    let group = is_group(&view);
    let closed = match view.row.status {
        QuestionStatus::Held => Some("Held back. It cannot be answered in one."),
        QuestionStatus::Damaged => {
            Some("It cannot be answered: a record that it needs is damaged. Verify in the history says more.")
        }
        QuestionStatus::Withdrawn => Some("What it asked about changed; there is nothing to answer."),
        QuestionStatus::Decided => Some("Answered."),
        QuestionStatus::Open | QuestionStatus::Snoozed => None,
    };
    let accept = move || {
        let ticked = all.saturating_sub(current.unticked.read().len());
        let label =
            if group && ticked < all && ticked > 1 { format!("These {ticked} are one") } else { yes.to_owned() };
        view! { <Answer action=Action::Accept label testid="act-accept" primary=true /> }
    };
    view! {
        <div class="bar" role="group" aria-label="Answers">
            {closed.map(|text| view! { <span class="soft">{text}</span> })}
            <Show when=move || current.too_few()>
                <span class="too-few" data-testid="too-few">"Tick at least two"</span>
            </Show>
            {(open && stale)
                .then(|| view! { <Answer action=Action::Refresh label="Refresh".to_owned() testid="act-refresh" primary=true /> })}
            {(open && !stale && acceptable).then_some(accept)}
            {open
                .then(|| {
                    view! {
                        <Answer action=Action::Reject label=no.to_owned() testid="act-reject" />
                        <Answer action=Action::CantTell label="Can’t tell".to_owned() testid="act-cant-tell" />
                        <Answer action=Action::Snooze label="Later".to_owned() testid="act-snooze" />
                    }
                })}
            <span class="spring"></span>
            <Answer action=Action::Undo label="Undo".to_owned() testid="act-undo" quiet=true />
        </div>
    }
}
