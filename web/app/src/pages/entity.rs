//! One entity: its names with their origin, fields, the sentences that mention it, and how it stands to others.

use leptos::prelude::*;
use leptos::task::spawn_local;
use namesake_protocol::{ApiError, EntityRow, EntityStatus, EntityView, ErrorCode, MentionView, Page};

use super::edit::EditPage;
use super::question::Back;
use super::relate::RelatePage;
use super::said::Said;
use super::split::SplitPage;
use super::why_not::WhyNotAsked;
use crate::parts::claim::Provisional;
use crate::parts::list::More;
use crate::parts::problem::Problem;
use crate::parts::sentence::Quote;
use crate::parts::shown::Name;
use crate::parts::{focus, words};
use crate::route::{Form, Listing, Route};
use crate::store::filter::Narrow;
use crate::store::paged::Paged;
use crate::store::{App, app, is_wide};

/// The detail of the entities.
#[component]
pub fn EntityPane(id: Memo<Option<String>>) -> impl IntoView {
    let app = app();
    let view = RwSignal::new(None::<Result<EntityView, ApiError>>);
    let shown = StoredValue::new(None::<String>);
    Effect::new(move || {
        app.change.track();
        let space = app.space.get();
        let wanted = id.get();
        let another = shown.get_value() != wanted;
        if another {
            shown.set_value(wanted.clone());
            view.set(None);
        }
        let Some(wanted) = wanted else { return };
        spawn_local(async move {
            let outcome = app.client.entity(space, wanted.clone(), None).await;
            if shown.try_get_value() != Some(Some(wanted))
                || matches!(&outcome, Err(error) if error.code == ErrorCode::CoreStopped)
            {
                return;
            }
            // Setting an equal view would redraw it and lose the place.
            if view.read_untracked().as_ref() != Some(&outcome) {
                focus::kept(|| view.set(Some(outcome)));
                // On a narrow screen, what is shown first takes the focus from the list that went away.
                if another && !is_wide() {
                    focus::if_lost("#entity-title");
                }
            }
        });
    });
    let form = Memo::new(move |before: Option<&Option<Form>>| match &*app.route.read() {
        Route::Entities { form, .. } => *form,
        _ => before.copied().flatten(),
    });
    // A form keeps what is written in it while the entity that it is about changes.
    let open = Memo::new(move |_| {
        let there = matches!(*view.read(), Some(Ok(_)));
        form.get().filter(|_| there).zip(id.get())
    });
    Effect::new(move |before: Option<Option<Form>>| {
        let now = open.get().map(|(form, _)| form);
        if let (Some(Some(left)), None) = (before, now) {
            focus::if_lost(opener(left));
        }
        now
    });
    move || match open.get() {
        Some((form, _)) => view! { <FormOf form view /> }.into_any(),
        None => view! { <Shown id view /> }.into_any(),
    }
}

/// The link that opens a form.
const fn opener(form: Form) -> &'static str {
    match form {
        Form::Edit => "#open-edit",
        Form::Split => "#open-split",
        Form::Relate => "#open-relate",
    }
}

/// A form of the entity.
#[component]
fn FormOf(form: Form, view: RwSignal<Option<Result<EntityView, ApiError>>>) -> impl IntoView {
    let now = move || view.read().as_ref().and_then(|view| view.as_ref().ok()).cloned();
    let first = untrack(now);
    first.map(|first| {
        // What was read last stays while the entity is read again.
        let entity = Memo::new(move |before: Option<&EntityView>| {
            now().or_else(|| before.cloned()).unwrap_or_else(|| first.clone())
        });
        match form {
            Form::Edit => view! { <EditPage entity /> }.into_any(),
            Form::Split => view! { <SplitPage entity /> }.into_any(),
            Form::Relate => view! { <RelatePage entity /> }.into_any(),
        }
    })
}

/// The entity, or why it is not there.
#[component]
fn Shown(id: Memo<Option<String>>, view: RwSignal<Option<Result<EntityView, ApiError>>>) -> impl IntoView {
    move || {
        match view.get() {
        Some(Ok(view)) => view! { <Entity view /> }.into_any(),
        Some(Err(error)) => {
            view! { <div class="calm"><Back /><h1>"This entity is not here"</h1><p>{error.message}" "{error.next}</p></div> }
                .into_any()
        }
        None if id.read().is_none() => {
            view! { <div class="calm"><p class="soft">"Choose an entity to see its names, fields and the sentences that mention it."</p></div> }
                .into_any()
        }
        None => view! { <p class="soft pad">"…"</p> }.into_any(),
    }
    }
}

#[component]
fn Entity(view: EntityView) -> impl IntoView {
    let row = view.row.clone();
    let own = row.id.clone();
    let group = view.group.clone();
    let bringer =
        move |from: &str| group.iter().find(|one| one.id == from && one.id != own).map(|one| one.name.clone());
    let standing = words::standing(row.standing);
    let status = match &view.status {
        EntityStatus::Active => None,
        EntityStatus::Redirected(_) => Some("redirected"),
        EntityStatus::Retired => Some("retired"),
    };
    let names = view
        .names
        .iter()
        .map(|name| {
            let from = bringer(&name.from);
            view! {
                <tr>
                    <td><Name shown=name.name.clone() whole=true /></td>
                    <td class="soft">
                        <bdi dir="auto">{name.source.clone()}</bdi>
                        {from.map(|shown| view! { ", by way of " <Name shown /> })}
                    </td>
                </tr>
            }
        })
        .collect_view();
    let fields = view
        .fields
        .iter()
        .map(|field| {
            let from = bringer(&field.from);
            view! {
                <tr>
                    <th scope="row">{words::field(&field.field)}</th>
                    <td>
                        <Name shown=field.value.clone() whole=true />
                        {from.map(|shown| view! { " " <span class="soft">"by way of " <Name shown /></span> })}
                    </td>
                </tr>
            }
        })
        .collect_view();
    let questions = view.questions.clone();
    let questions_total = questions.len();
    let to_inbox = {
        let app = app();
        let (id, name) = (row.id.clone(), row.name.clone());
        move |_| {
            app.inbox.search.set(String::new());
            app.inbox.narrow.set(Narrow { entity: Some((id.clone(), name.clone())), ..Narrow::default() });
            app.go(Route::inbox());
        }
    };
    view! {
        <article class="question" data-testid="entity" data-id=row.id.clone()>
            <Back />
            <p class="meta">
                <span class="chip">{row.kind.clone().unwrap_or_else(|| "no kind".to_owned())}</span>
                <span class="chip">{standing}</span>
                {status.map(|status| view! { <span class="chip warn">{status}</span> })}
                <span>
                    "since " <time datetime=words::machine(view.created)>{words::date(view.created)}</time>
                    " · " {words::count(row.mentions, "mention", "mentions")}
                </span>
            </p>
            <h1 id="entity-title" tabindex="-1" data-testid="entity-name"><Name shown=row.name.clone() /></h1>
            <Forms />
            {view.redirected_from.is_some().then(|| view! { <p class="box warn">"The entity asked for was merged into this one."</p> })}
            {(!questions.is_empty())
                .then(|| {
                    let many = questions.len() > 1;
                    view! {
                        <p class="links" data-testid="entity-questions">
                            {questions
                                .into_iter()
                                .enumerate()
                                .map(|(index, id)| {
                                    let label = if many { format!("Open question {}", index + 1) } else { "Open question".to_owned() };
                                    view! { <a class="btn small" href=Route::question(Listing::All, &id).href()>{label}</a> }
                                })
                                .collect_view()}
                        </p>
                    }
                })}
            <p class="links">
                {(questions_total > 1)
                    .then(|| view! { <button class="btn small" data-testid="entity-inbox" on:click=to_inbox>"All of these in the inbox"</button> })}
                <a class="btn small" data-testid="entity-history" href=Route::History { entity: Some(row.id.clone()) }.href()>"History"</a>
            </p>
            <h2>"Names"</h2>
            {if view.names.is_empty() {
                view! { <p class="soft">"None. Your own words are read as you; “Edit” gives you a name."</p> }.into_any()
            } else {
                view! {
                    <table data-testid="entity-names">
                        <thead class="sr"><tr><th scope="col">"Name"</th><th scope="col">"Source"</th></tr></thead>
                        <tbody>{names}</tbody>
                    </table>
                }
                .into_any()
            }}
            {(!view.fields.is_empty())
                .then(|| view! { <h2>"Fields"</h2><table class="compare" data-testid="entity-fields"><tbody>{fields}</tbody></table> })}
            <Others title="Read together with" rows=view.group.clone() testid="entity-group" />
            <Others title="Not the same as" rows=view.not_same.clone() testid="entity-not-same" />
            <Said id=row.id.clone() />
            <Mentions view=view.clone() />
            <WhyNotAsked id=row.id.clone() name=row.name.clone() />
            <details class="score">
                <summary>"The record"</summary>
                <dl class="record">
                    <div><dt>"Id"</dt><dd class="mono">{row.id.clone()}</dd></div>
                    <div><dt>"Revision"</dt><dd>{view.revision}</dd></div>
                    <div><dt>"Checksum of its content"</dt><dd class="mono">{view.checksum}</dd></div>
                </dl>
            </details>
        </article>
    }
}

/// Entities that this one stands in a relation to.
#[component]
fn Others(title: &'static str, rows: Vec<EntityRow>, testid: &'static str) -> impl IntoView {
    (!rows.is_empty()).then(|| {
        let lines = rows
            .into_iter()
            .map(|row| {
                let hint = words::hint(&row);
                view! {
                    <li>
                        <a href=Route::entity(&row.id).href()><Name shown=row.name /></a>
                        {hint.map(|shown| view! { " " <span class="soft"><Name shown /></span> })}
                    </li>
                }
            })
            .collect_view();
        view! { <h2>{title}</h2> <ul class="plain" data-testid=testid>{lines}</ul> }
    })
}

/// The ways to change it by hand.
#[component]
fn Forms() -> impl IntoView {
    let app = app();
    let link = |form: Form, id: &'static str, label: &'static str| {
        view! { <a class="btn small" id=id data-testid=id href=move || app.route.read().with_form(form).href()>{label}</a> }
    };
    view! {
        <p class="links" role="group" aria-label="Change it by hand">
            {link(Form::Edit, "open-edit", "Edit")} {link(Form::Split, "open-split", "Split")}
            {link(Form::Relate, "open-relate", "Relate to another")}
        </p>
    }
}

/// The mentions of an entity, of which the first page is read already.
pub fn mentions_of(app: App, id: String, first: Page<MentionView>) -> Paged<MentionView> {
    Paged::starting(first, move |cursor, _| {
        let id = id.clone();
        async move { app.client.entity(app.space.get_untracked(), id, cursor).await.map(|view| view.mentions) }
    })
}

/// The sentences that mention it, newest first, more on demand.
#[component]
fn Mentions(view: EntityView) -> impl IntoView {
    let app = app();
    let total = view.mentions.total;
    let list = mentions_of(app, view.row.id, view.mentions);
    view! {
        <h2>"Where it is mentioned " <span class="count">{words::grouped(total)}</span></h2>
        <Show when=move || list.rows.read().is_empty()><p class="soft">"No sentence mentions it yet."</p></Show>
        <div data-testid="entity-mentions">
            <For each=move || list.rows.get() key=|mention| (mention.id.clone(), mention.provisional) let(mention)>
                <Mention mention />
            </For>
        </div>
        {move || list.error.get().map(|error| view! { <Problem error /> })}
        <More more=Signal::derive(move || list.has_more()) on_more=Callback::new(move |()| list.more()) />
    }
}

#[component]
fn Mention(mention: MentionView) -> impl IntoView {
    let provisional = mention.provisional;
    let by = match (mention.provisional, mention.tier) {
        (true, _) => None,
        (false, Some(tier)) => Some(format!(" · {}", words::tier(tier))),
        (false, None) => Some(" · decided by you".to_owned()),
    };
    view! {
        <div data-testid="entity-mention" data-provisional=provisional.to_string()>
            <Quote sentence=mention.sentence>
                {by}
                {provisional.then(|| view! { " " <Provisional /> })}
            </Quote>
        </div>
    }
}
