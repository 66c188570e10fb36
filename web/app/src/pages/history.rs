//! The history: every operation with its checksum, verification, undo, export.

use leptos::prelude::*;
use leptos::task::spawn_local;
use namesake_protocol::{ApiError, HistoryRow, VerifyReport};

use super::keeping::{Export, ExportContacts, ImportExport, Storage};
use crate::parts::list::More;
use crate::parts::problem::Problem;
use crate::parts::shown::{Bits, Name};
use crate::parts::{focus, words};
use crate::route::{Listing, Route};
use crate::store::app;
use crate::store::paged::Paged;
use crate::store::undo::act;

/// The screen.
#[component]
pub fn HistoryPage() -> impl IntoView {
    let app = app();
    let decisions_only = RwSignal::new(false);
    let entity = Memo::new(move |_| match &*app.route.read() {
        Route::History { entity } => entity.clone(),
        _ => None,
    });
    let list = Paged::new(move |cursor, limit| async move {
        let (space, decisions_only) = (app.space.get_untracked(), decisions_only.get_untracked());
        app.client.history(space, decisions_only, entity.get_untracked(), cursor, limit).await
    });
    Effect::new(move |before: Option<(String, bool, Option<String>)>| {
        app.change.track();
        let now = (app.space.get(), decisions_only.get(), entity.get());
        list.read(before.as_ref() != Some(&now));
        now
    });
    // The button that took something back goes with it.
    let left = StoredValue::new(None::<f64>);
    Effect::new(move || {
        list.rows.track();
        if let Some(sequence) = left.get_value() {
            focus::if_lost(format!("[data-sequence='{sequence}'] summary"));
        }
    });
    view! {
        <main class="single wide" aria-label="History">
            <div class="head"><h1>"History"</h1></div>
            <p class="soft">
                "Every operation is a record with a checksum, chained to the one before. Nothing is ever changed in place; taking something back adds a record."
            </p>
            <Verify />
            <div class="start keep"><Export /> <ImportExport /></div>
            <div class="start keep"><ExportContacts /></div>
            <p class="soft">
                "An export holds everything of all spaces: the records are one chain, of which no part stands alone. Contacts are who is in this space, for other programs: names and fields, not what you decided."
            </p>
            <Storage />
            {move || match entity.get() {
                Some(id) => view! {
                    <p class="narrowed" data-testid="history-entity">
                        "Only decisions and edits about " <a class="inline" href=Route::entity(&id).href()>"this entity"</a> ". "
                        <a class="btn small" data-testid="history-all" href=Route::history().href()>"Show all"</a>
                    </p>
                }
                    .into_any(),
                None => view! {
                    <label class="switch">
                        <input
                            type="checkbox"
                            data-testid="decisions-only"
                            prop:checked=move || decisions_only.get()
                            on:change=move |event| decisions_only.set(event_target_checked(&event))
                        />
                        " Only decisions"
                    </label>
                }
                    .into_any(),
            }}
            {move || list.error.get().map(|error| view! { <Problem error /> })}
            <Show when=move || list.total.get() == Some(0)>
                <p class="soft" data-testid="history-none">
                    {move || {
                        if entity.read().is_some() {
                            "Nothing was decided or edited about this entity."
                        } else {
                            "Nothing has happened yet."
                        }
                    }}
                </p>
            </Show>
            <ol class="history">
                <For each=move || list.rows.get() key=key let(row)>
                    <Line row left />
                </For>
            </ol>
            <More more=Signal::derive(move || list.has_more()) on_more=Callback::new(move |()| list.more()) />
        </main>
    }
}

/// Redraws a row when it was undone or damaged meanwhile.
fn key(row: &HistoryRow) -> (String, u64, bool, bool) {
    (row.id.clone(), row.sequence.to_bits(), row.undoable, row.undone_by.is_some())
}

/// One record. `left` is where something was taken back last.
#[component]
fn Line(row: HistoryRow, left: StoredValue<Option<f64>>) -> impl IntoView {
    let app = app();
    let review = row.review.clone();
    let undone = row.undone_by.is_some();
    let reason = review.as_ref().and_then(|review| review.reason.clone());
    let reason = reason.or_else(|| row.edit.as_ref()?.reason.clone());
    let bulk = review.as_ref().and_then(|review| review.bulk.clone());
    let question = review.as_ref().map(|review| review.question.clone());
    let (id, operation, sequence) = (row.id.clone(), row.operation.clone(), row.sequence);
    let take_back = move |what: String, question: Option<String>| {
        left.set_value(Some(sequence));
        app.undo.take_back(app, what, question, false);
    };
    let undo = {
        let (id, question) = (act(&row).to_owned(), question.clone());
        move |_| take_back(id.clone(), question.clone())
    };
    let undo_all = move |bulk: String| move |_| take_back(bulk.clone(), None);
    let text = record_text(&row);
    view! {
        <li class="record-row" class:undone=undone data-testid="history-row" data-id=id data-operation=operation data-sequence=sequence>
            <div class="record-line">
                <span class="num soft seq">{words::grouped(row.sequence)}</span>
                <span class="record-text">
                    <span>{text}</span>
                    {undone.then(|| view! { " " <span class="chip">"taken back"</span> })}
                    {row.damaged.clone().map(|why| view! { " " <span class="chip bad-chip">"set aside: " {why}</span> })}
                    {reason.map(|reason| view! { <span class="soft"><bdi dir="auto">" “"{reason}"”"</bdi></span> })}
                    <span class="soft record-meta">
                        <time datetime=words::machine(row.time)>{words::date_time(row.time)}</time>
                        " · " <bdi dir="auto">{row.actor.clone()}</bdi>
                        {question.map(|id| view! { " · " <a href=Route::question(Listing::All, &id).href()>"question"</a> })}
                    </span>
                </span>
                {row.undoable
                    .then(|| {
                        view! {
                            <span class="acts">
                                <button class="btn small" data-testid="history-undo" on:click=undo>"Undo"</button>
                                {bulk
                                    .map(|bulk| {
                                        view! {
                                            <button class="btn small" data-testid="history-undo-all" on:click=undo_all(bulk)>
                                                "Undo all decided with it"
                                            </button>
                                        }
                                    })}
                            </span>
                        }
                    })}
            </div>
            <Checksums row />
        </li>
    }
}

/// What a record says.
pub fn record_text(row: &HistoryRow) -> AnyView {
    match &row.review {
        _ if !row.text.is_empty() => view! { <Bits bits=row.text.clone() /> }.into_any(),
        None => row.operation.clone().into_any(),
        Some(review) => {
            let names = review.names.iter().cloned().map(|shown| view! { <Name shown /> " " }).collect_view();
            view! { {words::verdict(review.verdict, review.kind)} ": " {names} }.into_any()
        }
    }
}

/// The record's checksums: short, whole on demand.
#[component]
fn Checksums(row: HistoryRow) -> impl IntoView {
    let app = app();
    let short = row.checksum.get(..12).unwrap_or(&row.checksum).to_owned();
    let copied = row.checksum.clone();
    let copy = move |_| {
        let written = window().navigator().clipboard().write_text(&copied);
        spawn_local(async move {
            match js_sys::futures::JsFuture::from(written).await {
                Ok(_) => app.live.polite("Checksum copied."),
                Err(_) => app.note("The browser did not allow copying. Select the checksum and copy it by hand."),
            }
        });
    };
    view! {
        <details class="sum">
            <summary><span class="mono">{short}"…"</span><span class="sr">" checksum of this record"</span></summary>
            <dl class="record">
                <div><dt>"Payload, SHA-256"</dt><dd class="mono" data-testid="checksum">{row.checksum}</dd></div>
                <div><dt>"Record’s own hash"</dt><dd class="mono">{row.hash}</dd></div>
                <div><dt>"Operation"</dt><dd class="mono">{row.operation}" "{row.id}</dd></div>
            </dl>
            <button class="btn small" on:click=copy>"Copy the checksum"</button>
        </details>
    }
}

/// The verify button and what it found.
#[component]
fn Verify() -> impl IntoView {
    let app = app();
    let busy = RwSignal::new(false);
    let report = RwSignal::new(None::<Result<VerifyReport, ApiError>>);
    let verify = move |_| {
        busy.set(true);
        report.set(None);
        spawn_local(async move {
            let outcome = app.client.verify().await;
            match &outcome {
                Ok(found) if found.faults_total == 0 => app.live.polite("Verified: all is well."),
                Ok(found) => app.live.assertive(words::count(found.faults_total, "fault found", "faults found")),
                Err(error) => app.live.assertive(error.message.clone()),
            }
            busy.try_set(false);
            report.try_set(Some(outcome));
        });
    };
    view! {
        <div class="start">
            <button class="btn p" data-testid="history-verify" disabled=move || busy.get() on:click=verify>
                {move || if busy.get() { "Verifying…" } else { "Verify" }}
            </button>
            <span class="soft">"checks every checksum, the chain, and that the state equals a rebuild"</span>
        </div>
        {move || {
            report
                .get()
                .map(|report| match report {
                    Ok(report) => view! { <Verified report /> }.into_any(),
                    Err(error) => view! { <Problem error /> }.into_any(),
                })
        }}
    }
}

#[component]
fn Verified(report: VerifyReport) -> impl IntoView {
    let app = app();
    let well = report.faults_total == 0;
    let rebuildable = report.faults.iter().any(|fault| matches!(fault.code.as_str(), "state" | "snapshot"));
    let rebuild = move |_| {
        spawn_local(async move {
            match app.client.rebuild().await {
                Ok(()) => {
                    app.note("Rebuilt from the journal. Verify again to be sure.");
                    app.change.update(|change| *change += 1);
                }
                Err(error) => app.complain(&error),
            }
        });
    };
    let more = (report.faults_total as usize).saturating_sub(report.faults.len());
    view! {
        <section class="box" class:good=well class:bad=!well data-testid="verify-report" data-faults=report.faults_total aria-label="Verification">
            <p>
                <b>{if well { "All is well.".to_owned() } else { words::count(report.faults_total, "fault.", "faults.") }}</b>
                " " {words::count(report.records, "record", "records")} " checked. Head "
                <span class="mono">{report.head_hash.get(..16).unwrap_or(&report.head_hash).to_owned()}"…"</span>
            </p>
            <ul class="plain">
                {report
                    .faults
                    .into_iter()
                    .map(|fault| {
                        view! {
                            <li>
                                {fault.sequence.map(|sequence| format!("record {}: ", words::grouped(sequence)))} {fault.text}
                                " " <span class="mono soft">{fault.code}</span>
                            </li>
                        }
                    })
                    .collect_view()}
            </ul>
            {(more > 0).then(|| view! { <p>{format!("and {more} more")}</p> })}
            {rebuildable
                .then(|| view! { <button class="btn" data-testid="rebuild" on:click=rebuild>"Rebuild state and snapshots from the journal"</button> })}
        </section>
    }
}
