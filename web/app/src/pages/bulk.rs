//! Many questions decided at once: the line above the list that ticks and decides, and the dialog that shows what would
//! change, asks to confirm, and tells how it ended.

use leptos::prelude::*;
use namesake_protocol::{ApiError, Preview, QuestionKind, QuestionRow, Verdict};

use super::inbox::heading;
use crate::parts::dialog::Close;
use crate::parts::problem::Problem;
use crate::parts::shown::Bits;
use crate::parts::{focus, words};
use crate::route::{Listing, Route};
use crate::store::action::Action;
use crate::store::bulk::{Proposed, Step, Told, VERDICTS, Which, can_tick};
use crate::store::{App, app};

/// So many questions are listed one by one; more are counted.
const LISTED: usize = 100;

/// The line above the list.
#[component]
pub fn BulkBar(listing: Memo<Listing>) -> impl IntoView {
    let app = app();
    let (inbox, bulk) = (app.inbox, app.bulk);
    let total = move || inbox.total.get();
    let count = Memo::new(move |_| bulk.ticked.read().len());
    let all = Memo::new(move |_| bulk.all_ticked(total()));
    let said = move || match (bulk.ticking.get(), count.get()) {
        (true, _) => "Ticking…".to_owned(),
        (false, 0) => format!("Tick all {}", words::grouped(total())),
        (false, count) => {
            format!(
                "{} of {} ticked",
                words::grouped(u32::try_from(count).unwrap_or(u32::MAX)),
                words::grouped(total())
            )
        }
    };
    let offers = move || app.settings.unopposed.get() && matches!(listing.get(), Listing::Kind(_));
    view! {
        <Show when=move || can_tick(listing.get()) && !inbox.rows.read().is_empty()>
            <div class="bulk" data-testid="bulk" data-ticked=move || count.get().to_string()>
                <label class="switch">
                    <input
                        type="checkbox"
                        data-testid="tick-all"
                        prop:checked=move || all.get() || bulk.ticking.get()
                        prop:indeterminate=move || count.get() != 0 && !all.get()
                        on:change=move |_| bulk.toggle_all(app)
                    />
                    <span>{said}</span>
                </label>
                <Show when=move || count.get() != 0>
                    <div class="bulk-acts" role="group" aria-label="Decide all that are ticked"><Verdicts /></div>
                </Show>
                <Show when=offers>
                    <button
                        class="btn small"
                        data-testid="many-unopposed"
                        on:click=move |_| bulk.look(app, Verdict::Accept, Which::Unopposed)
                    >
                        "Accept all that nothing speaks against…"
                    </button>
                </Show>
            </div>
        </Show>
    }
}

/// One button a verdict.
#[component]
fn Verdicts() -> impl IntoView {
    let app = app();
    VERDICTS
        .into_iter()
        .map(|verdict| {
            let action = Action::Many(verdict);
            let label = move || words::answer_to(verdict, kind(app));
            view! { <button class="btn small" data-testid=action.slug() on:click=move |_| action.run(app)>{label}</button> }
        })
        .collect_view()
}

/// The dialog's content.
#[component]
pub fn Many() -> impl IntoView {
    let step = app().bulk.step;
    // How far the look is moves a line of it, not the whole.
    let stage = Memo::new(move |_| std::mem::discriminant(&*step.read()));
    move || {
        // Read, and not only tracked: a memo that nobody reads does not look at what it depends on.
        let _ = stage.get();
        match step.get_untracked() {
            Step::Idle => ().into_any(),
            Step::Looking { verdict, .. } => view! { <Looking verdict /> }.into_any(),
            Step::Ready(proposed) => view! { <Ready proposed /> }.into_any(),
            Step::Saving(verdict, count) => view! { <Saving verdict count /> }.into_any(),
            Step::Told(told) => view! { <Outcome told /> }.into_any(),
            Step::Failed(error) => view! { <Failed error /> }.into_any(),
        }
    }
}

#[component]
fn Title(verdict: Verdict) -> impl IntoView {
    let said = words::answer_to(verdict, untrack(|| kind(app())));
    view! { <h2 class="dialog-title" id="many-title" tabindex="-1">{format!("Many at once: {said}")}</h2> }
}

/// The kind that the list is of, if it is of one.
fn kind(app: App) -> Option<QuestionKind> {
    app.inbox.filter.read().kind()
}

/// What would change is being read.
#[component]
fn Looking(verdict: Verdict) -> impl IntoView {
    let step = app().bulk.step;
    let far = move || match *step.read() {
        Step::Looking { done, all, .. } => (done, all),
        _ => (0, 0),
    };
    view! {
        <Title verdict />
        <p role="status" data-testid="many-looking">"Looking at what would change…"</p>
        <p class="progress">
            <progress aria-label="Looked at" max=move || far().1.max(1).to_string() value=move || far().0.to_string()></progress>
            <span class="num soft">{move || format!("{} of {}", words::grouped(far().0), words::grouped(far().1))}</span>
        </p>
        <div class="dialog-actions"><Close label="Cancel" /></div>
    }
}

/// What would change, and the button that does it.
#[component]
fn Ready(proposed: Proposed) -> impl IntoView {
    let app = app();
    let Proposed { verdict, items, left_out, beyond, unlisted } = proposed;
    let count = u32::try_from(items.len()).unwrap_or(u32::MAX);
    let more = items.len().saturating_sub(LISTED);
    // Not to the button: what it does is read before it is pressed.
    focus::later("#many-title");
    let about = match verdict {
        Verdict::CantTell => "It is recorded, and the questions stay open.",
        Verdict::Snooze => "They are asked again tomorrow.",
        _ => {
            "Each is checked again after those before it, and all are stored in one go. One undo takes all of it back."
        }
    };
    let label = format!(
        "{}: {}",
        words::answer_to(verdict, untrack(|| kind(app))),
        words::count(count, "question", "questions")
    );
    let lines = items
        .into_iter()
        .take(LISTED)
        .map(|(row, preview): (QuestionRow, Preview)| {
            view! {
                <li data-testid="many-item" data-id=row.id.clone()>
                    <b>{heading(&row)}</b>
                    {preview.lines.into_iter().map(|bits| view! { <p class="soft"><Bits bits /></p> }).collect_view()}
                </li>
            }
        })
        .collect_view();
    view! {
        <Title verdict />
        {if count == 0 {
            view! { <p data-testid="many-none">"There is nothing here that this can be said of."</p> }.into_any()
        } else {
            view! { <p>{about}</p> }.into_any()
        }}
        {(beyond > 0)
            .then(|| view! { <p class="soft" data-testid="many-beyond">{words::grouped(beyond)}" more of the list were not looked at."</p> })}
        {(unlisted > 0).then(|| view! { <p class="soft" data-testid="many-unlisted">{words::unlisted(unlisted)}</p> })}
        <ul class="many" data-testid="many-items">{lines}</ul>
        {(more > 0).then(|| view! { <p class="soft">"and "{words::grouped(u32::try_from(more).unwrap_or(u32::MAX))}" more"</p> })}
        <NotDecided title="Left out" rows=left_out testid="many-left-out" />
        <div class="dialog-actions">
            {(count > 0)
                .then(|| {
                    view! {
                        <button class="btn p" id="many-confirm" data-testid="many-confirm" on:click=move |_| app.bulk.confirm(app)>
                            {label}
                        </button>
                    }
                })}
            <Close label="Cancel" />
        </div>
    }
}

/// What was not decided, each with its reason and the way to it.
#[component]
fn NotDecided(title: &'static str, rows: Vec<(QuestionRow, ApiError)>, testid: &'static str) -> impl IntoView {
    let app = app();
    (!rows.is_empty()).then(|| {
        let lines = rows
            .into_iter()
            .map(|(row, error)| {
                let href = Route::question(app.inbox.filter.read_untracked().listing, &row.id).href();
                view! {
                    <li data-id=row.id.clone()>
                        <a href=href on:click=move |_| { app.bulk.close(app); }>{heading(&row)}</a>
                        <p class="bad-text">{words::problem(&error)}</p>
                    </li>
                }
            })
            .collect_view();
        view! { <h3>{title}</h3> <ul class="many plain" data-testid=testid>{lines}</ul> }
    })
}

/// It is on its way to the store.
#[component]
fn Saving(verdict: Verdict, count: u32) -> impl IntoView {
    // The button that had the focus is gone.
    focus::later("#many-title");
    view! {
        <Title verdict />
        <p role="status" data-testid="many-saving">{words::count(count, "question", "questions")}": saving…"</p>
    }
}

/// How it ended, if not all of it was decided.
#[component]
fn Outcome(told: Told) -> impl IntoView {
    focus::later("#many-title");
    view! {
        <Title verdict=told.verdict />
        <p data-testid="many-told">{words::decided_many(told.verdict, told.kind, told.decided)}</p>
        <NotDecided title="Not decided" rows=told.failed testid="many-failed" />
        <div class="dialog-actions"><Close label="Close" /></div>
    }
}

#[component]
fn Failed(error: ApiError) -> impl IntoView {
    focus::later("#many-title");
    view! {
        <h2 class="dialog-title" id="many-title" tabindex="-1">"Many at once"</h2>
        <Problem error testid="many-problem" />
        <div class="dialog-actions"><Close label="Close" /></div>
    }
}
