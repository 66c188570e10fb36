//! One question, evidence first: what was said, why it is a question, both sides, what accepting would change.

use leptos::prelude::*;
use namesake_protocol::{FieldChange, QuestionKind, QuestionStatus, QuestionView, ReviewRow, Sentence, Shown};

use super::answer::{AnswerBar, Candidates, Effects, Ticks};
use super::rivals::Rivals;
use crate::parts::compare::Compare;
use crate::parts::focus;
use crate::parts::reasons::Reasons;
use crate::parts::sentence::Quote;
use crate::parts::shown::{FileName, Name, Names, visible};
use crate::parts::words;
use crate::route::{Listing, Route, kind_slug};
use crate::store::action::Action;
use crate::store::current::{can_accept, entities, is_choice, is_contradiction, is_group, is_open, merges};
use crate::store::inbox::RowState;
use crate::store::{App, app, is_wide};

/// Members of a held back group that are listed by name.
const LISTED: usize = 100;
/// Members of a held back group that are set side by side; more would be no table to read.
const COMPARED: usize = 24;

/// The detail of the inbox.
#[component]
pub fn QuestionPane(id: Memo<Option<String>>) -> impl IntoView {
    let app = app();
    let current = app.current;
    Effect::new(move || {
        current.track(app);
        current.show(app, id.get());
    });
    Effect::new(move || {
        if let (Some(id), false) = (id.get(), app.inbox.rows.read().is_empty()) {
            read_ahead(app, &id);
        }
    });
    // The new question is said once; on a narrow screen it also takes the focus from the list that went away.
    let said = StoredValue::new(None::<String>);
    Effect::new(move || {
        let view = current.view.read();
        let Some(view) = view.as_ref() else { return };
        if said.get_value().as_ref() == Some(&view.row.id) {
            return;
        }
        said.set_value(Some(view.row.id.clone()));
        app.live.polite(words::title(&view.row));
        if !is_wide() {
            focus::later("#question-title");
        }
    });
    view! {
        {move || {
            let empty = id.read().is_none();
            if let Some(error) = current.error.get() {
                return view! { <div class="calm"><h1>"This question is not here"</h1><p>{words::problem(&error)}</p></div> }.into_any();
            }
            match current.view.get() {
                Some(view) => view! { <Question view /> }.into_any(),
                None if empty => view! { <Nothing /> }.into_any(),
                None => view! { <p class="soft pad">"…"</p> }.into_any(),
            }
        }}
    }
}

/// Reads the rows around the one on show, so that moving on is instant.
fn read_ahead(app: App, id: &str) {
    let rows = app.inbox.rows.read_untracked();
    let at = rows.iter().position(|row| row.id == id).unwrap_or(0);
    for row in rows.iter().skip(at + 1).take(2) {
        app.current.read_ahead(app, row.id.clone());
    }
}

/// Nothing is left.
#[component]
fn Nothing() -> impl IntoView {
    let app = app();
    view! {
        <Show when=move || app.inbox.loaded.get().is_some() && app.inbox.rows.read().is_empty()>
            <div class="calm">
                <h1>{move || if app.counts.read().open > 0 { "Nothing left to decide here" } else { "Nothing left to decide" }}</h1>
                <p class="soft">
                    {move || (app.counts.read().held > 0).then(|| view! {
                        <a href=Route::held().href()>{format!("{} held back", words::grouped(app.counts.read().held))}</a> " · "
                    })}
                    {move || format!("{} decided. Every one can be taken back in the history.", words::grouped(app.counts.read().decided))}
                </p>
                <Show
                    when=move || { app.counts.read().open > 0 }
                    fallback=|| view! { <p><a class="btn" href=Route::Import.href()>"Bring in files"</a></p> }
                >
                    <p>
                        <a class="btn" href=Route::inbox().href()>
                            {move || format!("All open: {}", words::count(app.counts.read().open, "question", "questions"))}
                        </a>
                    </p>
                </Show>
            </div>
        </Show>
    }
}

#[component]
fn Question(view: QuestionView) -> impl IntoView {
    let app = app();
    let row = view.row.clone();
    let kind = row.kind;
    let open = is_open(&view);
    let failed = failure(app, &row.id);
    if failed.is_some() && !open {
        let id = row.id.clone();
        on_cleanup(move || app.inbox.dismiss(&id));
    }
    let person =
        view.members.iter().filter_map(|member| member.entity.as_ref()?.kind.as_deref()).all(|kind| kind == "person");
    let contradiction = is_contradiction(kind);
    let sentences: Vec<Sentence> = said(&view);
    let sources = sources(&view, &sentences);
    let status = match row.status {
        QuestionStatus::Open => None,
        QuestionStatus::Snoozed => Some("put off"),
        QuestionStatus::Decided => Some("decided"),
        QuestionStatus::Withdrawn => Some("no longer a question"),
        QuestionStatus::Held => Some("held back: too large to be asked in one"),
        QuestionStatus::Damaged => Some("a record that it needs is damaged"),
    };
    let stale = !view.stale.is_empty();
    let held = row.status == QuestionStatus::Held;
    let group = is_group(&view);
    view! {
        <article
            class="question"
            data-testid="question"
            data-id=row.id.clone()
            data-kind=kind_slug(kind)
            data-status=format!("{:?}", row.status).to_lowercase()
        >
            <Back />
            <p class="meta">
                <span class="chip">{words::kind_one(kind, person)}</span>
                <span>
                    "asked " <time datetime=words::machine(row.asked)>{words::date(row.asked)}</time>
                    {sources
                        .into_iter()
                        .enumerate()
                        .map(|(index, name)| view! { {if index == 0 { " · from " } else { ", " }} <FileName name /> })
                        .collect_view()}
                </span>
                {row.rejected_before.then(|| view! { <span class="chip warn">"rejected before; something new is known"</span> })}
                {row.cant_tell.then(|| view! { <span class="chip">"you could not tell"</span> })}
                {status.map(|status| view! { <span class="chip warn">{status}</span> })}
            </p>
            <h1 id="question-title" tabindex="-1" data-testid="question-title"><Title view=view.clone() /></h1>
            {failed.map(|reason| view! { <p class="box bad" role="alert">{reason}</p> })}
            {held.then(|| view! { <HeldBack view=view.clone() /> })}
            {stale.then(|| view! { <Stale changes=view.stale.clone() /> })}
            {(!sentences.is_empty() && !contradiction)
                .then(|| {
                    view! {
                        <h2>"What was said"</h2>
                        <div data-testid="said">
                            {sentences.into_iter().map(|sentence| view! { <Quote sentence /> }).collect_view()}
                        </div>
                    }
                })}
            {is_choice(kind).then(|| view! { <Candidates view=view.clone() /> })}
            {contradiction.then(|| view! { <Rivals view=view.clone() /> })}
            <h2>"Why this is a question"</h2>
            <Reasons reasons=view.reasons.clone() score=view.score />
            {(view.members.len() > 1 && !contradiction && !(held && view.members.len() > COMPARED))
                .then(|| {
                    view! {
                        <h2>"Side by side"</h2>
                        <Compare members=view.members.clone() compared=view.compared.clone() />
                    }
                })}
            {(open && (group || merges(kind))).then(|| view! { <Ticks view=view.clone() /> })}
            {(open && can_accept(&view) && !stale).then(|| view! { <Effects view=view.clone() /> })}
            {open
                .then(|| {
                    view! {
                        <label class="why">
                            <span>"Why "<small>"(kept with the decision, if you write something)"</small></span>
                            <input
                                type="text"
                                data-testid="why"
                                autocomplete="off"
                                prop:value=move || app.current.why.get()
                                on:input=move |event| app.current.why.set(event_target_value(&event))
                            />
                        </label>
                    }
                })}
            {(!view.decisions.is_empty()).then(|| view! { <Decisions decisions=view.decisions.clone() /> })}
            {(!view.earlier.is_empty()).then(|| view! { <Earlier decisions=view.earlier.clone() more=view.earlier_more /> })}
        </article>
        <AnswerBar view />
    }
}

/// A group over the bound: who is in it, and why nothing can be answered here.
#[component]
fn HeldBack(view: QuestionView) -> impl IntoView {
    if is_contradiction(view.row.kind) {
        let count = u32::try_from(view.rivals.len()).unwrap_or(u32::MAX);
        return view! {
            <section class="box warn" data-testid="held-back" aria-label="Held back">
                <h2 class="box-title">"Held back"</h2>
                <p>
                    {format!("At least {} are said: too many to be answered in one. ", words::count(count, "thing", "different things"))}
                    "All of them hold, and nothing is lost."
                </p>
            </section>
        }
        .into_any();
    }
    let members = entities(&view);
    let count = u32::try_from(members.len()).unwrap_or(u32::MAX);
    let more = members.len().saturating_sub(LISTED);
    let names = members
        .into_iter()
        .take(LISTED)
        .map(|(id, member)| {
            let hint = member.entity.as_ref().and_then(words::hint);
            view! {
                <li>
                    <a href=Route::entity(&id).href()><Name shown=member.name.clone() /></a>
                    {hint.map(|shown| view! { " " <span class="soft"><Name shown /></span> })}
                </li>
            }
        })
        .collect_view();
    view! {
        <section class="box warn" data-testid="held-back" aria-label="Held back">
            <h2 class="box-title">"Held back"</h2>
            <p>
                {format!("{}: too large to be answered in one. ", words::count(count, "member", "members"))}
                "Nothing is joined and nothing is lost; each member stays on its own."
            </p>
        </section>
        <h2>"Who is in it"</h2>
        <ul class="plain" data-testid="held-members">{names}</ul>
        {(more > 0).then(|| view! { <p class="soft">{format!("and {} more", words::grouped(u32::try_from(more).unwrap_or(u32::MAX)))}</p> })}
    }
    .into_any()
}

/// Why the last decision on this question was not stored.
fn failure(app: App, id: &str) -> Option<String> {
    let row = app.inbox.rows.read_untracked().iter().find(|row| row.id == id).cloned()?;
    match row.state.get_untracked() {
        RowState::Failed(error) => Some(words::unsaved(&error, None)),
        _ => None,
    }
}

/// All sentences, those of a name in text first, each once.
fn said(view: &QuestionView) -> Vec<Sentence> {
    let mut all: Vec<Sentence> = Vec::new();
    let rivals = view.rivals.iter().flat_map(|rival| &rival.sentences);
    for sentence in view.members.iter().flat_map(|member| &member.sentences).chain(rivals) {
        if !all.contains(sentence) {
            all.push(sentence.clone());
        }
    }
    all
}

/// Where the sentences and names come from.
fn sources(view: &QuestionView, sentences: &[Sentence]) -> Vec<String> {
    let said = sentences.iter().map(|sentence| &sentence.source);
    let named = view.members.iter().flat_map(|member| &member.names).map(|name| &name.source);
    let mut names: Vec<&str> = Vec::new();
    for source in said.chain(named) {
        if !source.is_empty() && !names.contains(&source.as_str()) {
            names.push(source);
        }
    }
    names.truncate(3);
    names.into_iter().map(str::to_owned).collect()
}

/// On a narrow screen, the way back to the list.
#[component]
pub fn Back() -> impl IntoView {
    let app = app();
    let inbox = move || matches!(*app.route.read(), Route::Inbox { .. });
    view! {
        <div class="back-line">
            <a class="back" data-testid="back" href=move || app.route.read().parent().href()>"‹ Back to the list"</a>
            <Show when=inbox>
                <button class="btn bare" data-testid="act-undo-top" disabled=move || !Action::Undo.available(app) on:click=move |_| Action::Undo.run(app)>"Undo " <kbd>"z"</kbd></button>
            </Show>
        </div>
    }
}

/// The question itself.
#[component]
fn Title(view: QuestionView) -> impl IntoView {
    let names = view.row.names;
    let count = names.len();
    let mut each = names.clone().into_iter();
    let first = each.next().unwrap_or_default();
    let second: Shown = each.next().unwrap_or_default();
    match view.row.kind {
        QuestionKind::Alias => {
            view! { "Is " <Name shown=first /> <em>" the same as "</em> <Name shown=second /> <em>"?"</em> }.into_any()
        }
        QuestionKind::Merge if count == 2 => {
            view! { "Are " <Name shown=first /> <em>" and "</em> <Name shown=second /> <em>" one?"</em> }.into_any()
        }
        QuestionKind::Merge => view! {
            "Are these " {count} " one?" <span class="title-names"><Names names most=6 /></span>
        }
        .into_any(),
        QuestionKind::Collision => {
            let entries = words::entries(entities_or(count, view.members.len()));
            let ask = if count > 2 { ": one or several?" } else { ": one or two?" };
            view! { {entries} <em>" are called "</em> <Name shown=first /> <em>{ask}</em> }.into_any()
        }
        QuestionKind::Ambiguity => view! { "Which " <Name shown=first /> <em>" did these mean?"</em> }.into_any(),
        QuestionKind::NewName => view! { "Is " <Name shown=first /> <em>" somebody?"</em> }.into_any(),
        QuestionKind::Contradiction => {
            let predicate = view.rivals.first().map(|rival| words::predicate(&rival.claim.predicate));
            let said = names
                .into_iter()
                .skip(1)
                .enumerate()
                .map(|(at, shown)| view! { {(at > 0).then(|| view! { <em>" or "</em> })} <Name shown /> })
                .collect_view();
            view! {
                <Name shown=first /> <em>" · " {predicate.map(|text| view! { <bdi dir="auto">{visible(&text)}</bdi> })} ": "</em> {said} <em>"?"</em>
            }
            .into_any()
        }
        QuestionKind::Correction => {
            view! { <em>"Which is right for "</em> <Name shown=first /> <em>"?"</em> }.into_any()
        }
    }
}

const fn entities_or(names: usize, members: usize) -> usize {
    if members > 0 { members } else { names }
}

/// What changed since the question was asked.
#[component]
fn Stale(changes: Vec<FieldChange>) -> impl IntoView {
    view! {
        <section class="box warn" data-testid="stale" aria-label="Changed since this was asked">
            <h2 class="box-title">"Changed since this was asked"</h2>
            <div class="scroll-x" tabindex="0" role="region" aria-label="What changed">
                <table>
                    <thead><tr><th scope="col">"Entity"</th><th scope="col">"Field"</th><th scope="col">"Then"</th><th scope="col">"Now"</th></tr></thead>
                    <tbody>
                        {changes
                            .into_iter()
                            .map(|change| {
                                view! {
                                    <tr>
                                        <td><Name shown=change.name /></td>
                                        <td>{words::field(&change.field)}</td>
                                        <td>{values(change.before)}</td>
                                        <td>{values(change.after)}</td>
                                    </tr>
                                }
                            })
                            .collect_view()}
                    </tbody>
                </table>
            </div>
            <p>"Accepting would answer another question than the one asked. Refresh asks it again as things are now."</p>
        </section>
    }
}

fn values(values: Vec<Shown>) -> AnyView {
    if values.is_empty() {
        view! { <span class="soft">"none"</span> }.into_any()
    } else {
        view! { <Names names=values most=20 /> }.into_any()
    }
}

/// Decisions on this question so far.
#[component]
fn Decisions(decisions: Vec<ReviewRow>) -> impl IntoView {
    let app = app();
    let lines = decisions
        .into_iter()
        .rev()
        .map(|review| {
            let undone = review.undone_by.is_some();
            let undo = {
                let (id, question) = (review.id.clone(), review.question.clone());
                move |_| app.undo.take_back(app, id.clone(), Some(question.clone()), false)
            };
            view! {
                <li>
                    <b>{words::verdict(review.verdict, review.kind)}</b>
                    " · " <time datetime=words::machine(review.time)>{words::date_time(review.time)}</time>
                    {review.reason.map(|reason| view! { " · " <bdi dir="auto">"“"{reason}"”"</bdi> })}
                    {undone.then_some(" · taken back")}
                    {(!undone).then(|| view! { " " <button class="btn small" on:click=undo>"Undo"</button> })}
                </li>
            }
        })
        .collect_view();
    view! {
        <h2>"Decisions on this question"</h2>
        <ul class="plain" data-testid="decisions">{lines}</ul>
    }
}

/// Decisions on other questions about the same entities or names: so that nobody has to remember what was said.
#[component]
fn Earlier(decisions: Vec<ReviewRow>, more: u32) -> impl IntoView {
    let lines = decisions
        .into_iter()
        .map(|review| {
            view! {
                <li data-testid="earlier-decision" data-id=review.id.clone()>
                    <b>{words::verdict(review.verdict, review.kind)}</b> ": "
                    <a class="inline" href=Route::question(Listing::All, &review.question).href()><Names names=review.names most=3 /></a>
                    " · " <time datetime=words::machine(review.time)>{words::date_time(review.time)}</time>
                    {review.reason.map(|reason| view! { " · " <bdi dir="auto">"“"{reason}"”"</bdi> })}
                    {review.undone_by.is_some().then_some(" · taken back")}
                </li>
            }
        })
        .collect_view();
    view! {
        <h2>"Earlier decisions on these"</h2>
        <ul class="plain" data-testid="earlier">{lines}</ul>
        {(more > 0).then(|| view! { <p class="soft">{format!("and {} more: see the history", words::grouped(more))}</p> })}
    }
}

/// The ids of the members that are entities, for tests of the tick boxes' order.
pub fn ids(view: &QuestionView) -> Vec<String> {
    entities(view).into_iter().map(|(id, _)| id).collect()
}
