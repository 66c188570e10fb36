//! Every action with its words and its keys, in one place: the keyboard, the palette, the help and the buttons use it.

use leptos::prelude::*;
use namesake_protocol::{Decision, QuestionKind, QuestionStatus, QuestionView, Verdict};

use super::bulk::{VERDICTS, Which, can_tick};
use super::current::{KEYED, can_accept, entities, is_choice, is_contradiction, is_group, is_open};
use super::{App, Dialog, Phase};
use crate::parts::{focus, words};
use crate::route::{Listing, Route};

/// Something that the owner can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Next,
    Previous,
    Accept,
    Reject,
    CantTell,
    Snooze,
    /// The candidate with this number, from 1; in a group, the member to tick.
    Choose(usize),
    SomeoneNew,
    /// Ticks the row that has the focus, else the question on show, to decide many at once.
    Tick,
    TickAll,
    /// Decides all that are ticked.
    Many(Verdict),
    Refresh,
    Undo,
    Search,
    GoInbox,
    GoEntities,
    GoSources,
    GoShortForms,
    GoPredicates,
    GoHistory,
    GoSnoozed,
    GoImport,
    Back,
    Palette,
    Help,
}

/// All actions that help and palette list.
pub const ALL: [Action; 28] = [
    Action::Accept,
    Action::Reject,
    Action::CantTell,
    Action::Snooze,
    Action::Choose(0),
    Action::SomeoneNew,
    Action::Tick,
    Action::TickAll,
    Action::Many(VERDICTS[0]),
    Action::Many(VERDICTS[1]),
    Action::Many(VERDICTS[2]),
    Action::Many(VERDICTS[3]),
    Action::Refresh,
    Action::Undo,
    Action::Next,
    Action::Previous,
    Action::Search,
    Action::Back,
    Action::GoInbox,
    Action::GoEntities,
    Action::GoSources,
    Action::GoShortForms,
    Action::GoPredicates,
    Action::GoHistory,
    Action::GoSnoozed,
    Action::GoImport,
    Action::Palette,
    Action::Help,
];

impl Action {
    /// The keys, one after the other; those with `Ctrl` and `Shift` are held together.
    pub const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Next => &["j"],
            Self::Previous => &["k"],
            Self::Accept => &["a"],
            Self::Reject => &["x"],
            Self::CantTell => &["u"],
            Self::Snooze => &["s"],
            Self::Choose(_) => &["1–9"],
            Self::SomeoneNew => &["n"],
            Self::Tick => &["Space"],
            Self::TickAll => &["*"],
            Self::Many(Verdict::Accept) => &["Shift", "A"],
            Self::Many(Verdict::Reject) => &["Shift", "X"],
            Self::Many(Verdict::CantTell) => &["Shift", "U"],
            Self::Many(Verdict::Snooze) => &["Shift", "S"],
            Self::Many(_) => &[],
            Self::Refresh => &["r"],
            Self::Undo => &["z"],
            Self::Search => &["/"],
            Self::GoInbox => &["g", "i"],
            Self::GoEntities => &["g", "e"],
            Self::GoSources => &["g", "s"],
            Self::GoShortForms => &["g", "f"],
            Self::GoPredicates => &["g", "p"],
            Self::GoHistory => &["g", "h"],
            Self::GoSnoozed => &["g", "l"],
            Self::GoImport => &["g", "m"],
            Self::Back => &["Esc"],
            Self::Palette => &["Ctrl K"],
            Self::Help => &["?"],
        }
    }

    /// What it does, in general.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Next => "Next",
            Self::Previous => "Previous",
            Self::Accept => "Accept: the same, a new name is somebody, or what was said last holds",
            Self::Reject => "Not the same, not a name, or all that is said holds",
            Self::CantTell => "Can’t tell",
            Self::Snooze => "Later: ask again tomorrow",
            Self::Choose(_) => "Choose a candidate, or what holds; in a group, tick a member",
            Self::SomeoneNew => "Someone new",
            Self::Tick => "Tick or untick a question, to decide many at once",
            Self::TickAll => "Tick or untick all questions of the list",
            Self::Many(Verdict::Accept) => "Accept all that are ticked",
            Self::Many(Verdict::Reject) => "Say of all that are ticked: not the same",
            Self::Many(Verdict::CantTell) => "Say of all that are ticked: can’t tell",
            Self::Many(Verdict::Snooze) => "Ask all that are ticked again tomorrow",
            Self::Many(_) => "Decide all that are ticked",
            Self::Refresh => "Ask a changed question again",
            Self::Undo => "Undo the last decision",
            Self::Search => "Search",
            Self::GoInbox => "Go to the inbox",
            Self::GoEntities => "Go to entities",
            Self::GoSources => "Go to sources",
            Self::GoShortForms => "Go to short forms",
            Self::GoPredicates => "Go to predicates",
            Self::GoHistory => "Go to the history",
            Self::GoSnoozed => "Go to snoozed questions",
            Self::GoImport => "Bring in files",
            Self::Back => "Back to the list",
            Self::Palette => "All actions",
            Self::Help => "Keys and help",
        }
    }

    /// A stable name for tests.
    pub fn slug(self) -> String {
        match self {
            Self::Choose(_) => "choose".to_owned(),
            Self::Many(Verdict::CantTell) => "many-cant-tell".to_owned(),
            Self::Many(verdict) => format!("many-{verdict:?}").to_lowercase(),
            other => format!("{other:?}").to_lowercase(),
        }
    }

    /// True if it can be done now. Tracks what that depends on.
    pub fn available(self, app: App) -> bool {
        if app.phase.get() != Phase::Open {
            return matches!(self, Self::Help);
        }
        let route = app.route.get();
        let lists = matches!(route, Route::Inbox { .. } | Route::Entities { .. });
        let on_question = matches!(route, Route::Inbox { question: Some(_), .. });
        let view = app.current.view.read();
        let view = view.as_ref().filter(|view| on_question && is_open(view));
        let kind = view.map(|view| view.row.kind);
        match self {
            Self::Next | Self::Previous | Self::Search => lists,
            Self::Back => route.has_detail() || matches!(route, Route::Event { .. }),
            Self::Accept => {
                view.is_some_and(|view| view.stale.is_empty() && can_accept(view)) && !app.current.too_few()
            }
            Self::Reject => view.is_some() && !app.current.too_few(),
            Self::CantTell | Self::Snooze => view.is_some(),
            Self::Choose(_) => {
                view.is_some_and(|view| is_choice(view.row.kind) || is_group(view) || is_contradiction(view.row.kind))
            }
            Self::SomeoneNew => kind == Some(QuestionKind::Ambiguity),
            Self::Tick => app.inbox.tickable(app).is_some(),
            Self::TickAll => {
                matches!(route, Route::Inbox { listing, .. } if can_tick(listing)) && !app.inbox.rows.read().is_empty()
            }
            Self::Many(_) => matches!(route, Route::Inbox { .. }) && !app.bulk.ticked.read().is_empty(),
            Self::Refresh => view.is_some_and(|view| !view.stale.is_empty()),
            // Only the history knows whether there is something to take back.
            Self::Undo
            | Self::GoInbox
            | Self::GoEntities
            | Self::GoSources
            | Self::GoShortForms
            | Self::GoPredicates
            | Self::GoHistory
            | Self::GoSnoozed
            | Self::GoImport
            | Self::Palette
            | Self::Help => true,
        }
    }

    /// Why it cannot be done now, for an answer or a number that was asked for.
    fn why_not(self, app: App) -> Option<&'static str> {
        let answers = matches!(
            self,
            Self::Accept
                | Self::Reject
                | Self::CantTell
                | Self::Snooze
                | Self::Choose(_)
                | Self::SomeoneNew
                | Self::Refresh
                | Self::Many(_)
        );
        if !answers || app.phase.get_untracked() != Phase::Open {
            return None;
        }
        if matches!(self, Self::Many(_)) {
            return Some("Nothing is ticked.");
        }
        let asked = matches!(app.route.get_untracked(), Route::Inbox { question: Some(_), .. });
        let view = app.current.view.read_untracked();
        let Some(view) = view.as_ref().filter(|_| asked) else { return Some("No question is on show.") };
        Some(match (self, view.row.status) {
            (_, QuestionStatus::Held) => "This is held back: too large to be answered in one.",
            (_, QuestionStatus::Decided) => "This is answered already.",
            (_, QuestionStatus::Withdrawn) => "This is no longer a question.",
            (_, QuestionStatus::Damaged) => "This cannot be answered: a record that it needs is damaged.",
            (Self::Accept, _) if is_choice(view.row.kind) => "This needs a choice: press the number of a candidate.",
            (Self::Accept, _) if !can_accept(view) => {
                "The sources do not say which was said last: press the number of what holds."
            }
            (Self::Accept, _) if !view.stale.is_empty() => "Something changed since this was asked: refresh it first.",
            (Self::Choose(_), _) => {
                "A number chooses a candidate or what holds, or ticks a member; this question has none of them."
            }
            (Self::SomeoneNew, _) => "“Someone new” answers only a question about which one was meant.",
            (Self::Refresh, _) => "Nothing changed since this was asked.",
            _ if untrack(|| app.current.too_few()) => "Tick at least two.",
            _ => "This does not apply here.",
        })
    }

    /// Does it. What cannot be done now does nothing, and an answer says why.
    pub fn run(self, app: App) {
        if !untrack(|| self.available(app)) {
            if let Some(why) = self.why_not(app) {
                app.live.polite(why);
            }
            return;
        }
        match self {
            Self::Next => step(app, 1),
            Self::Previous => step(app, -1),
            Self::Accept => decide(app, Verdict::Accept, None),
            Self::Reject => decide(app, Verdict::Reject, None),
            Self::CantTell => decide(app, Verdict::CantTell, None),
            Self::Snooze => decide(app, Verdict::Snooze, None),
            Self::SomeoneNew => decide(app, Verdict::SomeoneNew, None),
            Self::Choose(number) => choose(app, number),
            Self::Tick => {
                if let Some(id) = app.inbox.tickable(app) {
                    app.bulk.toggle(app, &id);
                }
            }
            Self::TickAll => app.bulk.toggle_all(app),
            Self::Many(verdict) => app.bulk.look(app, verdict, Which::Ticked),
            Self::Refresh => app.current.refresh(app),
            Self::Undo => app.undo.last(app),
            Self::Search => focus::first("[data-search]"),
            Self::GoInbox => app.go(Route::inbox()),
            Self::GoEntities => app.go(Route::entities()),
            Self::GoSources => app.go(Route::Sources),
            Self::GoShortForms => app.go(Route::ShortForms),
            Self::GoPredicates => app.go(Route::Predicates),
            Self::GoHistory => app.go(Route::history()),
            Self::GoSnoozed => app.go(Route::Inbox { listing: Listing::Snoozed, question: None }),
            Self::GoImport => app.go(Route::Import),
            Self::Back if app.edits.saving.get_untracked() => app.live.polite("It is being saved."),
            Self::Back if matches!(*app.route.read_untracked(), Route::Event { .. }) => {
                // It was opened from many places, and leads back to the one.
                let _ = window().history().and_then(|history| history.back());
            }
            Self::Back => app.go(app.route.get_untracked().parent()),
            Self::Palette => app.dialog.set(Some(Dialog::Palette)),
            Self::Help => app.dialog.set(Some(Dialog::Help)),
        }
    }
}

fn step(app: App, by: isize) {
    if matches!(app.route.get_untracked(), Route::Inbox { .. }) {
        app.inbox.step(app, by);
    } else {
        // The entities' rows are links; the list itself is the order.
        focus::step("[data-testid='entity-row']", by);
    }
}

fn shown(app: App) -> Option<QuestionView> {
    app.current.view.get_untracked()
}

fn choose(app: App, number: usize) {
    let Some(view) = shown(app) else { return };
    if number == 0 || number > KEYED {
        return;
    }
    if is_contradiction(view.row.kind) {
        return match view.rivals.get(number - 1) {
            Some(rival) => decide(app, Verdict::Choose, Some(rival.claim.id.clone())),
            None => app.live.polite(format!("There is no number {number} here.")),
        };
    }
    let Some((id, _)) = entities(&view).into_iter().nth(number - 1) else {
        return app.live.polite(format!("There is no number {number} here."));
    };
    if is_choice(view.row.kind) {
        decide(app, Verdict::Choose, Some(id));
    } else {
        app.current.tick(app, &id);
        if let Some((_, member)) = entities(&view).get(number - 1) {
            let ticked = !app.current.unticked.read_untracked().contains(&id);
            let name = words::plain_name(&member.name);
            app.live.polite(format!("{name} {}", if ticked { "ticked" } else { "unticked" }));
        }
    }
}

/// Decides the question on show.
pub fn decide(app: App, verdict: Verdict, choice: Option<String>) {
    let Some(view) = shown(app) else { return };
    let decision = app.current.decision(verdict);
    let until = (verdict == Verdict::Snooze).then(tomorrow);
    app.inbox.decide(app, view.row, Decision { choice, until, ..decision });
}

/// Eight in the morning of the next day, where the owner is.
pub fn tomorrow() -> f64 {
    let date = js_sys::Date::new_0();
    date.set_date(date.get_date() + 1);
    date.set_hours(8);
    date.set_minutes(0);
    date.set_seconds(0);
    date.set_milliseconds(0);
    date.get_time()
}
