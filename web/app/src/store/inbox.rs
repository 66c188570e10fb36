//! The list of questions, and decisions on their way to the store.
//!
//! A decided row moves on at once, says "saving…" until its transaction is complete, and comes back with the reason
//! if that failed. This module must not guess outcomes: a row leaves only when the engine said so.

use leptos::prelude::*;
use leptos::task::spawn_local;
use namesake_protocol::{ApiError, Decided, Decision, ErrorCode, Page, QuestionRow, Verdict};

use super::App;
use super::bulk::can_tick;
use super::filter::{Filter, Narrow};
use super::paged::{PAGE, gather};
use super::turn::Turn;
use crate::client::twice;
use crate::parts::words;
use crate::route::{Listing, Route};

/// Where a row's decision stands.
#[derive(Clone, PartialEq)]
pub enum RowState {
    Open,
    Saving,
    /// It was not stored, or that is not known, and why.
    Failed(ApiError),
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
    /// What else it is narrowed to.
    pub narrow: RwSignal<Narrow>,
    /// What the list is narrowed to now, altogether.
    pub filter: RwSignal<Filter>,
    turn: Turn,
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
            narrow: RwSignal::default(),
            filter: RwSignal::default(),
            turn: Turn::new(),
        }
    }

    /// Reads the list under a filter: its first page if it is another one than before, of which nothing stays on show, else as
    /// far as it was read.
    pub fn read(self, app: App, filter: Filter) {
        let fresh = self.loaded.read_untracked().is_none() || *self.filter.read_untracked() != filter;
        if fresh {
            self.loaded.set(None);
            app.bulk.clear(app);
            self.filter.set(filter.clone());
            self.rows.set(Vec::new());
            self.total.set(0);
            self.next.set(None);
            self.error.set(None);
        }
        let ticket = self.turn.next();
        let read = if fresh { 0 } else { u32::try_from(self.rows.read_untracked().len()).unwrap_or(PAGE) };
        spawn_local(async move {
            let ask = |cursor, limit| app.client.inbox_list(filter.space.clone(), filter.query(), cursor, limit);
            match gather(PAGE.max(read), || ticket.holds(), ask).await {
                Some(Ok(page)) => self.take(app, page, filter.listing, fresh),
                Some(Err(error)) => self.error.set(Some(error)),
                None => {}
            }
        });
    }

    /// Reads the page after the last row.
    pub fn more(self, app: App) {
        let Some(cursor) = self.next.get_untracked() else { return };
        self.next.set(None);
        let filter = self.filter.get_untracked();
        let ticket = self.turn.next();
        spawn_local(async move {
            let page = app.client.inbox_list(filter.space.clone(), filter.query(), Some(cursor.clone()), PAGE).await;
            if !ticket.holds() {
                return;
            }
            match page {
                Ok(page) => {
                    self.error.set(None);
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
                Err(error) => {
                    self.next.set(Some(cursor));
                    self.error.set(Some(error));
                }
            }
        });
    }

    /// Takes a new reading over, keeping rows that are being saved or failed where they stand.
    fn take(self, app: App, page: Page<QuestionRow>, listing: Listing, fresh: bool) {
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
        if self.next.read_untracked().is_none() {
            let gone = app.bulk.keep(|id| self.row(id).is_some());
            if gone > 0 {
                app.note(words::unlisted(gone));
            }
        }
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
        self.leave(app, &id);
        let space = app.space.get_untracked();
        let verdict = decision.verdict;
        let sent = {
            let (space, id) = (space.clone(), id.clone());
            twice(move || {
                let (space, id, decision) = (space.clone(), id.clone(), decision.clone());
                async move { app.client.decide(space, id, decision).await }
            })
        };
        app.save(sent, move |outcome| match outcome {
            Ok(decided) => {
                app.undo.remember(app, &space, decided.review.id.clone(), Some(id.clone()));
                app.live.polite(format!("Saved: {}", words::verdict(verdict, decided.review.kind)));
                self.settle(app, &id, verdict, &decided);
            }
            Err(error) => {
                let said = words::unsaved(&error, Some(&words::plain_names(&known.data.read_untracked())));
                if self.failed(app, &id, &error) {
                    app.live.assertive(said);
                } else {
                    app.warn(said);
                }
            }
        });
    }

    /// Shows many as being saved, and moves on from the one on show.
    pub fn send_many(self, app: App, rows: &[QuestionRow]) {
        for row in rows {
            if let Some(known) = self.row(&row.id) {
                known.state.set(RowState::Saving);
            }
        }
        for row in rows {
            self.leave(app, &row.id);
        }
    }

    /// What became of a question that was decided: it leaves the list with those that this closed, or stays.
    pub fn settle(self, app: App, id: &str, verdict: Verdict, decided: &Decided) {
        app.bulk.keep(|ticked| ticked != id);
        match self.row(id).filter(|_| verdict == Verdict::CantTell) {
            Some(row) => {
                row.data.update(|data| data.cant_tell = true);
                row.state.set(RowState::Open);
            }
            None => self.remove(app, id),
        }
        for id in &decided.closed {
            self.remove(app, id);
        }
    }

    /// A decision was not stored: its row says why. Returns false if no row of the list does, and it has to be said elsewhere: also
    /// of a question that was answered elsewhere, which leaves the list, as there is nothing left to do here.
    pub fn failed(self, app: App, id: &str, error: &ApiError) -> bool {
        app.current.read_again();
        if error.code == ErrorCode::ReviewConflict {
            self.remove(app, id);
            return false;
        }
        let row = self.row(id);
        if let Some(row) = &row {
            row.state.set(RowState::Failed(error.clone()));
        }
        row.is_some()
    }

    fn remove(self, app: App, id: &str) {
        self.leave(app, id);
        app.bulk.keep(|ticked| ticked != id);
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

    /// The question that Space ticks: the row that has the focus, else the one on show.
    pub fn tickable(self, app: App) -> Option<String> {
        let Route::Inbox { listing, question } = app.route.get_untracked() else { return None };
        let focused = crate::parts::focus::value_of("[data-testid='question-row']", "data-id");
        focused.or(question).filter(|id| can_tick(listing) && self.row(id).is_some())
    }
}
