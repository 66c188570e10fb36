//! Many questions decided at once: which are ticked, what the decision would change, and how it ended.
//!
//! It never exceeds the visible filter: what is ticked is read again from the list under that filter before anything is
//! shown, and goes with the filter. Nothing is decided but what the owner saw counted, and confirmed.

use std::collections::{HashMap, HashSet};

use futures::future::LocalBoxFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use namesake_protocol::{
    ApiError, DecidedItem, Decision, ErrorCode, InboxFilter, Page, Preview, QuestionKind, QuestionRow, Verdict,
};

use super::action::tomorrow;
use super::current::is_choice;
use super::filter::Filter;
use super::paged::gather;
use super::turn::{Ticket, Turn};
use super::{App, Dialog};
use crate::client::twice;
use crate::parts::{focus, words};
use crate::route::Listing;

/// The most that is decided at once: what can still be looked through.
pub const MOST: u32 = 1_000;

/// What can be decided on many.
pub const VERDICTS: [Verdict; 4] = [Verdict::Accept, Verdict::Reject, Verdict::CantTell, Verdict::Snooze];

/// What is about to be decided.
#[derive(Clone, PartialEq)]
pub struct Proposed {
    pub verdict: Verdict,
    /// What will be decided.
    pub items: Vec<(QuestionRow, Preview)>,
    /// What cannot be, and why.
    pub left_out: Vec<(QuestionRow, ApiError)>,
    /// How many of the filter were not looked at, over the bound.
    pub beyond: u32,
    /// How many are ticked that the list does not have any more, as far as it was read.
    pub unlisted: u32,
}

/// How it ended.
#[derive(Clone, PartialEq)]
pub struct Told {
    pub verdict: Verdict,
    /// The kind of all of them, in a list of one kind.
    pub kind: Option<QuestionKind>,
    pub decided: u32,
    /// What was not decided, and why.
    pub failed: Vec<(QuestionRow, ApiError)>,
}

/// How far a decision on many is.
#[derive(Clone, PartialEq)]
pub enum Step {
    Idle,
    /// What it would change is being read: so many of so many.
    Looking {
        verdict: Verdict,
        done: u32,
        all: u32,
    },
    Ready(Proposed),
    Saving(Verdict, u32),
    Told(Told),
    /// None of it was stored, or that is not known.
    Failed(ApiError),
}

/// Which questions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Which {
    Ticked,
    /// All of the filter that nothing speaks against.
    Unopposed,
}

/// Ticks and decisions on many.
#[derive(Clone, Copy)]
pub struct Bulk {
    pub ticked: RwSignal<HashSet<String>>,
    /// All of the filter are being ticked.
    pub ticking: RwSignal<bool>,
    pub step: RwSignal<Step>,
    ticks: Turn,
    turn: Turn,
}

impl Bulk {
    pub fn new() -> Self {
        Self {
            ticked: RwSignal::default(),
            ticking: RwSignal::new(false),
            step: RwSignal::new(Step::Idle),
            ticks: Turn::new(),
            turn: Turn::new(),
        }
    }

    /// Another list is shown: nothing of it is ticked, and what was looked at is not on show any more.
    pub fn clear(self, app: App) {
        self.untick_all();
        self.leave(app);
    }

    /// The list is left. What is being saved is not: how that ends is shown wherever the owner is.
    pub fn leave(self, app: App) {
        if *self.step.read_untracked() != Step::Idle {
            self.close(app);
        }
    }

    fn untick_all(self) {
        self.ticks.next();
        self.ticking.set(false);
        if !self.ticked.read_untracked().is_empty() {
            self.ticked.set(HashSet::new());
        }
    }

    /// Unticks what is no longer in the list; returns how many that were.
    pub fn keep(self, still: impl Fn(&str) -> bool) -> u32 {
        let gone = self.ticked.read_untracked().iter().filter(|id| !still(id)).count();
        if gone > 0 {
            self.ticked.update(|ticked| ticked.retain(|id| still(id)));
        }
        u32::try_from(gone).unwrap_or(u32::MAX)
    }

    /// Ticks a question or unticks it, and says so.
    pub fn toggle(self, app: App, id: &str) {
        let ticked = self.ticked.try_update(|all| {
            let gone = all.remove(id);
            if !gone {
                all.insert(id.to_owned());
            }
            !gone
        });
        let count = self.ticked.read_untracked().len();
        let said = if ticked == Some(true) { "Ticked" } else { "Unticked" };
        app.live.polite(format!("{said}. {count} ticked."));
    }

    /// Ticks all of the visible filter, also what was not read yet; unticks all if all are ticked.
    pub fn toggle_all(self, app: App) {
        if self.all_ticked(app.inbox.total.get_untracked()) {
            self.untick_all();
            return app.live.polite("Unticked all.");
        }
        let ticket = self.ticks.next();
        self.ticking.set(true);
        spawn_local(async move {
            let filter = app.inbox.filter.get_untracked();
            let outcome = gather(MOST, || ticket.holds(), ask(app, filter.space.clone(), filter.query())).await;
            let Some(outcome) = outcome else { return };
            self.ticking.set(false);
            match outcome {
                Ok(page) => {
                    let count = page.items.len();
                    self.ticked.set(page.items.into_iter().map(|row| row.id).collect());
                    let beyond = page.total.saturating_sub(u32::try_from(count).unwrap_or(u32::MAX));
                    if beyond > 0 {
                        app.note(format!(
                            "The first {} are ticked; {} more are not.",
                            words::grouped(MOST),
                            words::grouped(beyond)
                        ));
                    } else {
                        app.live.polite(format!("{count} ticked."));
                    }
                }
                Err(error) => app.complain(&error),
            }
        });
    }

    /// True if all of the filter are ticked, as far as the bound lets them.
    pub fn all_ticked(self, total: u32) -> bool {
        let count = u32::try_from(self.ticked.read().len()).unwrap_or(u32::MAX);
        count > 0 && count >= total.min(MOST)
    }

    /// Looks at what a decision on many would change, and shows it.
    pub fn look(self, app: App, verdict: Verdict, which: Which) {
        if matches!(*self.step.read_untracked(), Step::Saving(..)) {
            return;
        }
        let ticket = self.turn.next();
        self.step.set(Step::Looking { verdict, done: 0, all: 0 });
        app.dialog.set(Some(Dialog::Many));
        spawn_local(async move {
            let filter = app.inbox.filter.get_untracked();
            let outcome = self.propose(app, verdict, which, &filter, ticket).await;
            // No late answer over another list, or once the owner went away.
            let Some(outcome) = outcome.filter(|_| ticket.holds()) else { return };
            self.step.set(match outcome {
                Ok(proposed) => Step::Ready(proposed),
                Err(error) => Step::Failed(error),
            });
        });
    }

    async fn propose(
        self,
        app: App,
        verdict: Verdict,
        which: Which,
        filter: &Filter,
        ticket: Ticket,
    ) -> Option<Result<Proposed, ApiError>> {
        let query = InboxFilter { unopposed: which == Which::Unopposed || filter.narrow.unopposed, ..filter.query() };
        let loaded = u32::try_from(app.inbox.rows.read_untracked().len()).unwrap_or(u32::MAX);
        let page = match gather(MOST.max(loaded), || ticket.holds(), ask(app, filter.space.clone(), query)).await? {
            Ok(page) => page,
            Err(error) => return Some(Err(error)),
        };
        let read = u32::try_from(page.items.len()).unwrap_or(u32::MAX);
        let beyond = if which == Which::Unopposed { page.total.saturating_sub(read) } else { 0 };
        let ticked = self.ticked.get_untracked();
        let is_meant = |row: &QuestionRow| match which {
            Which::Ticked => ticked.contains(&row.id),
            // What was rejected before is looked at one by one, and a choice cannot be accepted.
            Which::Unopposed => !row.rejected_before && !is_choice(row.kind),
        };
        let rows: Vec<QuestionRow> = page.items.into_iter().filter(is_meant).collect();
        let all = u32::try_from(rows.len()).unwrap_or(u32::MAX);
        let unlisted = match which {
            Which::Ticked => u32::try_from(ticked.len()).unwrap_or(u32::MAX).saturating_sub(all),
            Which::Unopposed => 0,
        };
        let mut proposed = Proposed { verdict, items: Vec::new(), left_out: Vec::new(), beyond, unlisted };
        for (done, row) in (0..).zip(rows) {
            if !ticket.holds() {
                return None;
            }
            self.step.set(Step::Looking { verdict, done, all });
            let space = filter.space.clone();
            match app.client.preview(space, row.id.clone(), decision(verdict)).await {
                Ok(preview) => proposed.items.push((row, preview)),
                Err(error) => proposed.left_out.push((row, error)),
            }
        }
        Some(Ok(proposed))
    }

    /// Closes what is shown of a decision on many, with its dialog. While it is being saved, it stays.
    pub fn close(self, app: App) -> bool {
        if matches!(*self.step.read_untracked(), Step::Saving(..)) {
            app.live.polite("It is being saved.");
            return false;
        }
        self.end(app);
        true
    }

    fn end(self, app: App) {
        self.turn.next();
        self.step.set(Step::Idle);
        if app.dialog.get_untracked() == Some(Dialog::Many) {
            app.dialog.set(None);
        }
    }

    /// Decides what was shown, in one transaction.
    pub fn confirm(self, app: App) {
        let Step::Ready(Proposed { verdict, items, left_out, .. }) = self.step.get_untracked() else { return };
        if items.is_empty() {
            return;
        }
        self.step.set(Step::Saving(verdict, u32::try_from(items.len()).unwrap_or(u32::MAX)));
        let rows: Vec<QuestionRow> = items.into_iter().map(|(row, _)| row).collect();
        app.inbox.send_many(app, &rows);
        let space = app.space.get_untracked();
        let asked: Vec<_> = rows.iter().map(|row| (row.id.clone(), decision(verdict))).collect();
        let sent = {
            let space = space.clone();
            twice(move || {
                let (space, asked) = (space.clone(), asked.clone());
                async move { app.client.decide_many(space, asked).await }
            })
        };
        app.save(sent, move |outcome| match outcome {
            Ok(done) => {
                let kind = app.inbox.filter.read_untracked().kind();
                let told = Told { verdict, kind, decided: 0, failed: left_out };
                self.decided(app, &space, &rows, done, told);
            }
            Err(error) => {
                for row in &rows {
                    app.inbox.failed(app, &row.id, &error);
                }
                app.live.assertive(words::unsaved(&error, None));
                self.step.set(Step::Failed(error));
            }
        });
    }

    /// What became of each; `told` begins with what was left out.
    fn decided(self, app: App, space: &str, rows: &[QuestionRow], done: Vec<DecidedItem>, mut told: Told) {
        let mut bulk = None;
        let mut done: HashMap<String, DecidedItem> =
            done.into_iter().map(|item| (item.question.clone(), item)).collect();
        for row in rows {
            let outcome = match done.remove(&row.id) {
                Some(DecidedItem { decided: Some(decided), .. }) => Ok(decided),
                Some(DecidedItem { error: Some(error), .. }) => Err(error),
                _ => Err(untold()),
            };
            match outcome {
                Ok(decided) => {
                    told.decided += 1;
                    bulk = bulk.or_else(|| decided.review.bulk.clone());
                    app.inbox.settle(app, &row.id, told.verdict, &decided);
                }
                Err(error) => {
                    app.inbox.failed(app, &row.id, &error);
                    told.failed.push((row.clone(), error));
                }
            }
        }
        match bulk {
            Some(bulk) => app.undo.remember(app, space, bulk, None),
            None => app.undo.forget_waiting(),
        }
        let said = words::decided_many(told.verdict, told.kind, told.decided);
        if told.failed.is_empty() {
            self.end(app);
            // What opened the dialog may be gone with the ticks.
            focus::row_later();
            app.note(format!("{said} One undo takes all of it back."));
        } else {
            let failed = u32::try_from(told.failed.len()).unwrap_or(u32::MAX);
            app.live
                .assertive(format!("{said} {} not decided.", words::count(failed, "question was", "questions were")));
            self.step.set(Step::Told(told));
        }
    }
}

/// No outcome came for one of them.
fn untold() -> ApiError {
    ApiError::new(
        ErrorCode::OutcomeUnknown,
        "The engine did not say what became of this question.",
        "Decide it again: nothing is stored twice.",
    )
}

/// Reads the list under a filter.
fn ask(
    app: App,
    space: String,
    filter: InboxFilter,
) -> impl Fn(Option<String>, u32) -> LocalBoxFuture<'static, Result<Page<QuestionRow>, ApiError>> {
    move |cursor, limit| {
        let (space, filter) = (space.clone(), filter.clone());
        Box::pin(async move { app.client.inbox_list(space, filter, cursor, limit).await })
    }
}

fn decision(verdict: Verdict) -> Decision {
    let until = (verdict == Verdict::Snooze).then(tomorrow);
    Decision { verdict, choice: None, ticks: None, survivor: None, reason: None, until }
}

/// True if many can be decided in a list.
pub fn can_tick(listing: Listing) -> bool {
    !matches!(listing, Listing::Held | Listing::Decided)
}
