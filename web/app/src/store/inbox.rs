//! The list of questions, and decisions on their way to the store.
//!
//! A decided row moves on at once, says "saving…" until its transaction is complete, and comes back with the reason
//! if that failed. This module must not guess outcomes: a row leaves only when the engine said so.

use leptos::prelude::*;
use leptos::task::spawn_local;
use namesake_protocol::{
    ApiError, Decided, Decision, ErrorCode, InboxFilter, Page, QuestionRow, QuestionStatus, Verdict,
};

use super::{App, Dialog};
use crate::parts::words;
use crate::route::{Listing, Route};

/// Rows of one page of the list.
const PAGE: u32 = 100;
/// The most that one call may ask for.
const MOST: u32 = 200;
/// So many presses of `z` are remembered while something is being saved.
const WAITING: u32 = 20;

/// Where a row's decision stands.
#[derive(Clone, PartialEq)]
pub enum RowState {
    Open,
    Saving,
    /// It was not stored, and why.
    Failed(String),
}

/// A row of the list with its own signals, so that one decision redraws one row.
#[derive(Clone)]
pub struct Row {
    pub id: String,
    pub data: ArcRwSignal<QuestionRow>,
    pub state: ArcRwSignal<RowState>,
}

impl Row {
    fn new(row: QuestionRow) -> Self {
        Self { id: row.id.clone(), data: ArcRwSignal::new(row), state: ArcRwSignal::new(RowState::Open) }
    }
}

/// The list.
#[derive(Clone, Copy)]
pub struct Inbox {
    pub rows: RwSignal<Vec<Row>>,
    pub total: RwSignal<u32>,
    pub next: RwSignal<Option<String>>,
    /// The list that the rows are of, once it was read.
    pub loaded: RwSignal<Option<Listing>>,
    pub error: RwSignal<Option<ApiError>>,
    /// Names that contain this.
    pub search: RwSignal<String>,
    /// Raised with each reading; answers to an older one are dropped.
    reading: StoredValue<u32>,
    /// Reviews of this session, newest last: what `z` takes back.
    done: RwSignal<Vec<(String, Option<String>)>>,
    /// How often `z` was pressed while something was still being saved.
    undo_waits: StoredValue<u32>,
}

impl Inbox {
    pub fn new() -> Self {
        Self {
            rows: RwSignal::default(),
            total: RwSignal::new(0),
            next: RwSignal::new(None),
            loaded: RwSignal::new(None),
            error: RwSignal::new(None),
            search: RwSignal::default(),
            reading: StoredValue::new(0),
            done: RwSignal::default(),
            undo_waits: StoredValue::new(0),
        }
    }

    /// Reads the list again. `fresh` if it is another list than before.
    pub fn read(self, app: App, listing: Listing, fresh: bool) {
        if fresh {
            self.loaded.set(None);
        }
        let reading = self.start_reading();
        let wanted =
            if fresh { PAGE } else { PAGE.max(u32::try_from(self.rows.read_untracked().len()).unwrap_or(PAGE)) };
        spawn_local(async move {
            let mut all = Page { items: Vec::new(), total: 0, next: None };
            loop {
                let have = u32::try_from(all.items.len()).unwrap_or(u32::MAX);
                let limit = wanted.saturating_sub(have).clamp(1, MOST);
                let asked =
                    app.client.inbox_list(app.space.get_untracked(), self.filter(listing), all.next.take(), limit);
                let outcome = asked.await;
                if self.reading.get_value() != reading {
                    return;
                }
                match outcome {
                    Ok(page) => {
                        all.items.extend(page.items);
                        all.total = page.total;
                        all.next = page.next;
                    }
                    Err(error) => return self.error.set(Some(error)),
                }
                if all.next.is_none() || all.items.len() >= wanted as usize {
                    break;
                }
            }
            self.take(all, listing, fresh);
        });
    }

    /// Reads the page after the last row.
    pub fn more(self, app: App) {
        let Some(cursor) = self.next.get_untracked() else { return };
        self.next.set(None);
        let listing = listing(app);
        let reading = self.start_reading();
        spawn_local(async move {
            let page = app.client.inbox_list(app.space.get_untracked(), self.filter(listing), Some(cursor), PAGE).await;
            if self.reading.get_value() != reading {
                return;
            }
            match page {
                Ok(page) => {
                    self.total.set(page.total);
                    self.next.set(page.next);
                    self.rows.update(|rows| {
                        for row in page.items {
                            if !rows.iter().any(|known| known.id == row.id) {
                                rows.push(Row::new(row));
                            }
                        }
                    });
                }
                Err(error) => self.error.set(Some(error)),
            }
        });
    }

    fn start_reading(self) -> u32 {
        self.reading.update_value(|reading| *reading += 1);
        self.reading.get_value()
    }

    fn filter(self, listing: Listing) -> InboxFilter {
        let search = self.search.get_untracked();
        InboxFilter {
            kinds: if let Listing::Kind(kind) = listing { vec![kind] } else { Vec::new() },
            status: match listing {
                Listing::Snoozed => Some(QuestionStatus::Snoozed),
                Listing::Held => Some(QuestionStatus::Held),
                Listing::All | Listing::Kind(_) => None,
            },
            search: (!search.trim().is_empty()).then_some(search),
            entity: None,
        }
    }

    /// Takes a new reading over, keeping rows that are being saved or failed where they stand.
    fn take(self, page: Page<QuestionRow>, listing: Listing, fresh: bool) {
        self.error.set(None);
        self.total.set(page.total);
        self.next.set(page.next);
        self.rows.update(|rows| {
            let old = std::mem::take(rows);
            for row in page.items {
                match old.iter().find(|known| known.id == row.id) {
                    Some(known) => {
                        if *known.data.read_untracked() != row {
                            known.data.set(row);
                        }
                        rows.push(known.clone());
                    }
                    None => rows.push(Row::new(row)),
                }
            }
            if !fresh {
                for (index, row) in old.into_iter().enumerate() {
                    let kept = *row.state.read_untracked() != RowState::Open;
                    if kept && !rows.iter().any(|known| known.id == row.id) {
                        rows.insert(index.min(rows.len()), row);
                    }
                }
            }
        });
        self.loaded.set(Some(listing));
    }

    fn row(self, id: &str) -> Option<Row> {
        self.rows.read_untracked().iter().find(|row| row.id == id).cloned()
    }

    /// The id of the row `by` places after the present one, past rows that are being saved.
    fn neighbour(self, id: Option<&str>, by: isize) -> Option<String> {
        let rows = self.rows.read_untracked();
        let open = |row: &&Row| *row.state.read_untracked() != RowState::Saving;
        let Some(at) = id.and_then(|id| rows.iter().position(|row| row.id == id)) else {
            return rows.iter().find(open).map(|row| row.id.clone());
        };
        let found = if by > 0 { rows.iter().skip(at + 1).find(open) } else { rows.iter().take(at).rev().find(open) };
        found.map(|row| row.id.clone())
    }

    /// Moves to the next (`1`) or the previous (`-1`) question.
    pub fn step(self, app: App, by: isize) {
        let Route::Inbox { listing, question } = app.route.get_untracked() else { return };
        if let Some(id) = self.neighbour(question.as_deref(), by) {
            let route = Route::question(listing, &id);
            if question.is_some() { app.replace(route) } else { app.go(route) }
        }
        let rows = self.rows.read_untracked();
        if by > 0 && rows.last().is_some_and(|last| question.as_deref() == Some(last.id.as_str())) {
            drop(rows);
            self.more(app);
        }
    }

    /// Leaves a question that was just decided: to the next, else the previous, else the list.
    fn leave(self, app: App, id: &str) {
        let Route::Inbox { listing, question: Some(now) } = app.route.get_untracked() else { return };
        if now == id {
            let next = self.neighbour(Some(id), 1).or_else(|| self.neighbour(Some(id), -1)).filter(|next| next != id);
            app.replace(Route::Inbox { listing, question: next });
        }
    }

    /// Sends a decision on a question and moves on.
    pub fn decide(self, app: App, row: QuestionRow, decision: Decision) {
        let id = row.id.clone();
        let known = self.row(&id).unwrap_or_else(|| {
            let known = Row::new(row);
            self.rows.update(|rows| rows.insert(0, known.clone()));
            known
        });
        if *known.state.read_untracked() == RowState::Saving {
            return;
        }
        known.state.set(RowState::Saving);
        app.saving.update(|saving| *saving += 1);
        self.leave(app, &id);
        spawn_local(async move {
            let verdict = decision.verdict;
            let outcome = decide_safely(app, &id, decision).await;
            app.saving.update(|saving| *saving = saving.saturating_sub(1));
            match outcome {
                Ok(decided) => self.decided(app, &known, verdict, decided),
                Err(error) => {
                    let reason = words::problem(&error);
                    let names = words::plain_names(&known.data.read_untracked());
                    self.undo_waits.set_value(0);
                    if error.code == ErrorCode::ReviewConflict {
                        // It was answered elsewhere: there is nothing left to do here but to say so.
                        self.remove(app, &id);
                        app.current.read_again();
                        return app.warn(format!("Not saved: {names}. {reason}"));
                    }
                    app.live.assertive(format!("Not saved: {names}. {reason}"));
                    known.state.set(RowState::Failed(reason));
                    app.current.read_again();
                }
            }
        });
    }

    fn decided(self, app: App, row: &Row, verdict: Verdict, decided: Decided) {
        self.done.update(|done| done.push((decided.review.id.clone(), Some(row.id.clone()))));
        app.live.polite(format!("Saved: {}", words::verdict(verdict, decided.review.kind)));
        if verdict == Verdict::CantTell {
            row.data.update(|data| data.cant_tell = true);
            row.state.set(RowState::Open);
        } else {
            self.remove(app, &row.id);
        }
        for id in &decided.closed {
            self.remove(app, id);
        }
        self.undo_waiting(app);
    }

    fn remove(self, app: App, id: &str) {
        self.leave(app, id);
        let before = self.rows.read_untracked().len();
        self.rows.update(|rows| rows.retain(|row| row.id != id));
        if self.rows.read_untracked().len() < before {
            self.total.update(|total| *total = total.saturating_sub(1));
        }
    }

    /// Lets a failed row go whose question is answered by now; its reason has been read.
    pub fn dismiss(self, id: &str) {
        self.rows.update(|rows| rows.retain(|row| row.id != id));
    }

    /// True if there may be a decision to take back. Tracks what that depends on.
    pub fn can_undo(self, app: App) -> bool {
        let counts = app.counts.read();
        let here = || {
            app.current
                .view
                .read()
                .as_ref()
                .is_some_and(|view| view.decisions.iter().any(|one| one.undone_by.is_none()))
        };
        !self.done.read().is_empty() || counts.decided > 0 || counts.snoozed > 0 || app.saving.get() > 0 || here()
    }

    /// Goes on with presses of `z` that came while something was being saved: each takes one more back.
    pub fn undo_waiting(self, app: App) {
        let waits = self.undo_waits.get_value();
        if waits > 0 && app.saving.get_untracked() == 0 {
            self.undo_waits.set_value(waits - 1);
            self.undo_last(app);
        }
    }

    /// Something else than an answer was said that `z` takes back.
    pub fn remember(self, statement: String) {
        self.done.update(|done| done.push((statement, None)));
    }

    /// Takes the last decision back: of this page, else the newest in the history.
    pub fn undo_last(self, app: App) {
        if app.saving.get_untracked() > 0 {
            self.undo_waits.update_value(|waits| *waits = WAITING.min(*waits + 1));
            return;
        }
        let last = self.done.read_untracked().last().cloned();
        if let Some((review, question)) = last {
            return self.undo(app, review, question, false);
        }
        // Another press waits for this one's outcome, or both would find the same decision.
        app.saving.update(|saving| *saving += 1);
        spawn_local(async move {
            let newest = app.client.history(app.space.get_untracked(), true, None, 50).await;
            app.saving.update(|saving| *saving = saving.saturating_sub(1));
            match newest {
                Ok(page) => {
                    let last = page.items.into_iter().find(|row| row.undoable);
                    match last {
                        Some(row) => {
                            let question = row.review.as_ref().map(|review| review.question.clone());
                            self.undo(app, row.review.map_or(row.id, |review| review.id), question, false);
                        }
                        None => {
                            self.undo_waits.set_value(0);
                            app.note("There is no decision to take back.");
                        }
                    }
                }
                Err(error) => {
                    self.undo_waits.set_value(0);
                    app.complain(&error);
                }
            }
        });
    }

    /// Takes a decision back and shows its question again.
    pub fn undo(self, app: App, review: String, question: Option<String>, together: bool) {
        app.saving.update(|saving| *saving += 1);
        spawn_local(async move {
            let outcome = app.client.undo(app.space.get_untracked(), review.clone(), together).await;
            app.saving.update(|saving| *saving = saving.saturating_sub(1));
            match outcome {
                Ok(undone) => {
                    self.done.update(|done| {
                        done.retain(|(id, _)| *id != review && !undone.reviews.contains(id));
                    });
                    let count = undone.reviews.len();
                    app.live.polite(if count > 1 {
                        format!("{count} decisions taken back.")
                    } else {
                        "Decision taken back.".to_owned()
                    });
                    let back = question.or_else(|| undone.opened.first().cloned());
                    if let (Route::Inbox { listing, .. }, Some(id)) = (app.route.get_untracked(), back) {
                        let listing =
                            if matches!(listing, Listing::Snoozed | Listing::Held) { Listing::All } else { listing };
                        app.go(Route::question(listing, &id));
                    }
                    app.change.update(|change| *change += 1);
                    self.undo_waiting(app);
                }
                Err(error) if error.code == ErrorCode::UndoFirst => {
                    self.undo_waits.set_value(0);
                    app.dialog.set(Some(Dialog::UndoFirst { review, error }));
                }
                Err(error) => {
                    // It may have been taken back elsewhere; `z` must not be stuck on it.
                    self.undo_waits.set_value(0);
                    self.done.update(|done| done.retain(|(id, _)| *id != review));
                    app.complain(&error);
                }
            }
        });
    }
}

fn listing(app: App) -> Listing {
    match app.route.get_untracked() {
        Route::Inbox { listing, .. } => listing,
        _ => Listing::All,
    }
}

/// The same decision again returns the same record, so one that may or may not be stored is simply sent again, once.
async fn decide_safely(app: App, id: &str, decision: Decision) -> Result<Decided, ApiError> {
    let space = app.space.get_untracked();
    match app.client.decide(space.clone(), id.to_owned(), decision.clone()).await {
        Err(error) if matches!(error.code, ErrorCode::CoreStopped | ErrorCode::OutcomeUnknown) => {
            app.client.decide(space, id.to_owned(), decision).await
        }
        outcome => outcome,
    }
}
