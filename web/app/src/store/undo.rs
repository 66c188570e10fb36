//! What `z` takes back: decisions, edits and statements of this page, then the newest in the history.
//!
//! Nothing is taken back while something is being saved: each press waits for it, or it would take back another decision
//! than the owner saw last.

use leptos::prelude::*;
use namesake_protocol::{ApiError, ErrorCode, HistoryRow};

use super::{App, Dialog};
use crate::route::{Listing, Route};

/// So many presses of `z` are remembered while something is being saved.
const WAITING: u32 = 20;
/// So many records are read at a time, newest first, until one of them can be taken back.
const NEWEST: u32 = 50;

/// What can be taken back.
#[derive(Clone, Copy)]
pub struct Undo {
    /// What was stored in this space while this page shows it, newest last, with the question that it answered.
    done: RwSignal<Vec<(String, Option<String>)>>,
    /// How often `z` was pressed while something was still being saved.
    waits: StoredValue<u32>,
}

/// What is taken back of a record: its review, else the record itself.
pub fn act(row: &HistoryRow) -> &str {
    row.review.as_ref().map_or(&row.id, |review| &review.id)
}

/// What one press takes back of a record: all that was decided in one go, else the review, else the record itself.
fn named(row: HistoryRow) -> (String, Option<String>) {
    match row.review {
        Some(review) => match review.bulk {
            Some(bulk) => (bulk, None),
            None => (review.id, Some(review.question)),
        },
        None => (row.id, None),
    }
}

/// Records of decisions, edits and statements that are wanted, newest first, until there are so many or no more to read.
async fn newest(
    app: App,
    space: String,
    wanted: impl Fn(&HistoryRow) -> bool,
    most: usize,
) -> Result<Vec<HistoryRow>, ApiError> {
    let (mut found, mut cursor) = (Vec::new(), None);
    loop {
        let page = app.client.history(space.clone(), true, None, cursor, NEWEST).await?;
        found.extend(page.items.into_iter().filter(&wanted));
        if found.len() >= most || page.next.is_none() {
            found.truncate(most);
            return Ok(found);
        }
        cursor = page.next;
    }
}

/// The newest record that can be taken back, however many after it are taken back already.
async fn newest_undoable(app: App, space: String) -> Result<Option<HistoryRow>, ApiError> {
    Ok(newest(app, space, |row| row.undoable, 1).await?.pop())
}

/// The records of what has to be taken back first.
pub async fn records_of(app: App, acts: Vec<String>) -> Result<Vec<HistoryRow>, ApiError> {
    let most = acts.len();
    newest(app, app.space.get_untracked(), |row| acts.iter().any(|one| one == act(row)), most).await
}

impl Undo {
    pub fn new() -> Self {
        Self { done: RwSignal::default(), waits: StoredValue::new(0) }
    }

    /// Remembers what was stored: a review, an edit, a statement, or the id of a bulk; unless another space than the one it was
    /// stored in is shown by now.
    pub fn remember(self, app: App, space: &str, id: String, question: Option<String>) {
        if *app.space.read_untracked() == space {
            self.done.update(|done| done.push((id, question)));
        }
    }

    /// Another space is shown: what was stored in the one before cannot be taken back from there.
    pub fn clear(self) {
        self.done.set(Vec::new());
        self.forget_waiting();
    }

    /// Goes on with presses of `z` that came while something was being saved: each takes one more back.
    pub fn waiting(self, app: App) {
        let waits = self.waits.get_value();
        if waits > 0 && app.saving.get_untracked() == 0 {
            self.waits.set_value(waits - 1);
            self.last(app);
        }
    }

    /// What was being saved failed: presses that meant it mean nothing else.
    pub fn forget_waiting(self) {
        self.waits.set_value(0);
    }

    /// Takes the last one back: of this page, else the newest in the history.
    pub fn last(self, app: App) {
        if app.saving.get_untracked() > 0 {
            self.waits.update_value(|waits| *waits = WAITING.min(*waits + 1));
            return;
        }
        let last = self.done.read_untracked().last().cloned();
        if let Some((id, question)) = last {
            return self.take_back(app, id, question, false);
        }
        // Another press waits for this one's outcome, or both would find the same decision.
        let space = app.space.get_untracked();
        app.save(newest_undoable(app, space.clone()), move |newest| match newest {
            // It is of a space that is not shown any more.
            Ok(_) if *app.space.read_untracked() != space => {}
            Ok(Some(row)) => {
                let (id, question) = named(row);
                self.take_back(app, id, question, false);
            }
            Ok(None) => {
                self.forget_waiting();
                app.note("There is no decision to take back.");
            }
            Err(error) => app.complain(&error),
        });
    }

    /// Takes one back, all of a bulk in one step, and shows its question again.
    pub fn take_back(self, app: App, id: String, question: Option<String>, together: bool) {
        let space = app.space.get_untracked();
        let sent = {
            let (space, id) = (space.clone(), id.clone());
            async move { app.client.undo(space, id, together).await }
        };
        app.save(sent, move |outcome| {
            let is_here = *app.space.read_untracked() == space;
            match outcome {
                Ok(undone) => {
                    self.done.update(|done| done.retain(|(one, _)| *one != id && !undone.reviews.contains(one)));
                    app.live.polite(match (undone.applied, undone.reviews.len()) {
                        (false, _) => "It was taken back before.".to_owned(),
                        (true, 0 | 1) => "Taken back.".to_owned(),
                        (true, count) => format!("{count} decisions taken back."),
                    });
                    let back = question.or_else(|| undone.opened.first().cloned()).filter(|_| is_here);
                    if let (Route::Inbox { listing, .. }, Some(id)) = (app.route.get_untracked(), back) {
                        let listing =
                            if matches!(listing, Listing::All | Listing::Kind(_)) { listing } else { Listing::All };
                        app.go(Route::question(listing, &id));
                    }
                    app.change.update(|change| *change += 1);
                }
                Err(error) if error.code == ErrorCode::UndoFirst && is_here => {
                    app.dialog.set(Some(Dialog::UndoFirst { review: id, error }));
                }
                Err(error) => {
                    // What is not there cannot be taken back, and `z` must not be stuck on it. All else stays the last one: the
                    // next press tries it again, and never takes back another one.
                    if error.code == ErrorCode::NotFound {
                        self.done.update(|done| done.retain(|(one, _)| *one != id));
                    }
                    app.complain(&error);
                }
            }
        });
    }
}
