//! One event: its whole text, what became of the names and pronouns in it, and what it claims.

use leptos::prelude::*;
use leptos::task::spawn_local;
use namesake_protocol::{ApiError, ClaimFilter, ErrorCode, EventMention, EventView, NotStored, Span};

use crate::parts::claim::{Bound, End, Notes, Says};
use crate::parts::list::More;
use crate::parts::palette::Keys;
use crate::parts::problem::Problem;
use crate::parts::sentence::marked;
use crate::parts::shown::{FileName, Name, visible};
use crate::parts::{focus, words};
use crate::route::Route;
use crate::store::action::Action;
use crate::store::app;
use crate::store::paged::Paged;

/// Characters of a text that are in sight at once; a click shows all.
const IN_SIGHT: usize = 20_000;

/// The screen.
#[component]
pub fn EventPage() -> impl IntoView {
    let app = app();
    let id = Memo::new(move |before: Option<&String>| match &*app.route.read() {
        Route::Event { id } => id.clone(),
        _ => before.cloned().unwrap_or_default(),
    });
    let view = RwSignal::new(None::<Result<EventView, ApiError>>);
    Effect::new(move |before: Option<String>| {
        app.change.track();
        let (space, wanted) = (app.space.get(), id.get());
        let another = before.as_ref() != Some(&wanted);
        if another {
            view.set(None);
        }
        let asked = wanted.clone();
        spawn_local(async move {
            let outcome = app.client.event(space, asked.clone(), None).await;
            if id.try_get_untracked() != Some(asked)
                || matches!(&outcome, Err(error) if error.code == ErrorCode::CoreStopped)
            {
                return;
            }
            if view.read_untracked().as_ref() != Some(&outcome) {
                focus::kept(|| view.set(Some(outcome)));
                if another {
                    focus::if_lost("#event-title");
                }
            }
        });
        wanted
    });
    view! {
        <main class="single wide" aria-label="A message">
            <p class="form-back">
                <button class="btn small" id="event-back" data-testid="event-back" on:click=move |_| Action::Back.run(app)>
                    "Back " <Keys action=Action::Back />
                </button>
            </p>
            {move || match view.get() {
                Some(Ok(view)) => view! { <Event view /> }.into_any(),
                Some(Err(error)) => {
                    let title =
                        if error.code == ErrorCode::NotFound { "This is not here" } else { "This could not be read" };
                    view! { <h1 id="event-title" tabindex="-1">{title}</h1> <Problem error /> }.into_any()
                }
                None => view! { <p class="soft">"…"</p> }.into_any(),
            }}
        </main>
    }
}

#[component]
fn Event(view: EventView) -> impl IntoView {
    let app = app();
    let EventView {
        id,
        source,
        kind,
        role,
        speaker,
        speaker_entity,
        time,
        text,
        damaged,
        mentions,
        claims,
        not_stored,
    } = view;
    let card = kind == "contacts";
    let (own, of) = (id.clone(), id.clone());
    let total = mentions.total;
    let list = Paged::starting(mentions, move |cursor, _| {
        let id = own.clone();
        async move { app.client.event(app.space.get_untracked(), id, cursor).await.map(|view| view.mentions) }
    });
    let speaker = match speaker_entity {
        Some(entity) => Some(
            view! { <a class="inline" href=Route::entity(&entity.id).href()><Name shown=entity.name /></a> }.into_any(),
        ),
        None => speaker.map(|shown| view! { <Name shown /> }.into_any()),
    };
    view! {
        <article data-testid="event" data-id=id>
            <h1 id="event-title" tabindex="-1">{if card { "A contact card" } else { "What was said" }}</h1>
            <p class="meta">
                <FileName name=source />
                {role.map(|role| view! { <span class="chip"><bdi dir="auto">{visible(&role)}</bdi></span> })}
                {speaker.map(|speaker| view! { <span>"said by " {speaker}</span> })}
                {time.map(|time| view! { <time datetime=words::machine(time)>{words::date_time(time)}</time> })}
            </p>
            {damaged.map(|why| view! { <p class="box bad" data-testid="event-damaged">{why}</p> })}
            {card.then(|| view! { <p class="soft">"Its names and fields stand with the entity."</p> })}
            {text.map(|text| view! { <Text text list /> })}
            {(total > 0)
                .then(|| {
                    view! {
                        <h2>"Who and what is meant " <span class="count">{words::grouped(total)}</span></h2>
                        <ul class="plain" data-testid="event-mentions">
                            <For each=move || list.rows.get() key=|mention| mention.end.mention.clone() let(mention)>
                                <Mention mention />
                            </For>
                        </ul>
                        {move || list.error.get().map(|error| view! { <Problem error /> })}
                        <More more=Signal::derive(move || list.has_more()) on_more=Callback::new(move |()| list.more()) />
                    }
                })}
            {(claims > 0).then(|| view! { <Claims id=of /> })}
            {(!not_stored.is_empty()).then(|| view! { <Left claims=not_stored /> })}
        </article>
    }
}

/// The text, with the mentions that were read marked.
#[component]
fn Text(text: String, list: Paged<EventMention>) -> impl IntoView {
    let whole = RwSignal::new(false);
    let cut = text.char_indices().nth(IN_SIGHT).map(|(at, _)| at);
    let left = cut.map_or(0, |at| u32::try_from(text[at..].chars().count()).unwrap_or(u32::MAX));
    let shown = move || {
        let spans: Vec<Span> = list.rows.read().iter().map(|mention| mention.span).collect();
        let end = cut.filter(|_| !whole.get()).unwrap_or(text.len());
        marked(&text[..end], &spans)
    };
    view! {
        <div class="quote" data-testid="event-text"><p><bdi dir="auto">{shown}</bdi></p></div>
        <Show when=move || left != 0 && !whole.get()>
            <button class="more" data-testid="event-whole" on:click=move |_| whole.set(true)>
                {format!("Show the other {}", words::count(left, "character", "characters"))}
            </button>
        </Show>
    }
}

#[component]
fn Mention(mention: EventMention) -> impl IntoView {
    let EventMention { end, outcome, tier, suggested, .. } = mention;
    // What binds a pronoun says more than that it is one.
    let said = if end.binding.is_some() { None } else { words::outcome(&outcome) };
    let (provisional, bound) = (end.provisional, end.clone());
    // A word that stands for another name is told beside it.
    let differs = end.entity.as_ref().is_some_and(|entity| entity.name.text != end.word.text);
    let another = differs.then(|| end.clone());
    let named = if differs { view! { <Name shown=end.word /> }.into_any() } else { view! { <End end /> }.into_any() };
    view! {
        <li data-testid="event-mention" data-outcome=outcome data-provisional=provisional.to_string()>
            <b>{named}</b>
            {another.map(|end| view! { ": " <End end /> })}
            {said.map(|said| view! { " " <span class="chip">{said}</span> })}
            {tier.map(|tier| view! { " " <span class="soft">{words::tier(tier)}</span> })}
            <span class="soft"><Bound end=bound /></span>
            {suggested
                .map(|entity| {
                    view! {
                        <span class="soft" data-testid="event-suggested">
                            " · perhaps " <a class="inline" href=Route::entity(&entity.id).href()><Name shown=entity.name /></a> ", named just before"
                        </span>
                    }
                })}
        </li>
    }
}

/// What it claims.
#[component]
fn Claims(id: String) -> impl IntoView {
    let app = app();
    let list = Paged::new(move |cursor, limit| {
        let filter = ClaimFilter { event: Some(id.clone()), ..ClaimFilter::default() };
        async move { app.client.claims(app.space.get_untracked(), filter, cursor, limit).await }
    });
    list.read(true);
    view! {
        <h2>"What it claims " <span class="count">{move || list.total.get().map(words::grouped)}</span></h2>
        <ul class="plain" data-testid="event-claims">
            <For each=move || list.rows.get() key=|claim| claim.id.clone() let(claim)>
                <li data-testid="event-claim"><Says claim=claim.clone() /> <span class="soft"><Notes claim /></span></li>
            </For>
        </ul>
        {move || list.error.get().map(|error| view! { <Problem error /> })}
        <More more=Signal::derive(move || list.has_more()) on_more=Callback::new(move |()| list.more()) />
    }
}

/// What was sent with it and is not kept.
#[component]
fn Left(claims: Vec<NotStored>) -> impl IntoView {
    let count = u32::try_from(claims.len()).unwrap_or(u32::MAX);
    let line = |claim: NotStored| {
        view! {
            <li data-testid="event-not-stored" data-reason=claim.reason>
                <Name shown=claim.subject /> " " <bdi dir="auto">{visible(&words::predicate(&claim.predicate))}</bdi> " "
                <Name shown=claim.object /> <span class="soft">" · " {claim.explanation}</span>
            </li>
        }
    };
    view! {
        <details class="past">
            <summary>{format!("Not kept: {}", words::count(count, "claim", "claims"))}</summary>
            <ul class="plain">{claims.into_iter().map(line).collect_view()}</ul>
        </details>
    }
}
