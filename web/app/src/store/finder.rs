//! A search for entities while a name is being typed, for a picker. It remembers which text its rows answer, so that nobody
//! is picked from the list of a text that was typed before.

use leptos::prelude::*;
use leptos::task::spawn_local;
use namesake_protocol::{ApiError, EntityRow};

use super::App;
use super::turn::Turn;
use crate::client::EntityPage;

/// How many are offered; who is not among them is found by typing more.
const OFFERED: usize = 8;

/// What was found.
#[derive(Clone, PartialEq)]
pub struct Found {
    /// The text that the rows answer.
    pub text: String,
    pub rows: Vec<EntityRow>,
    /// How many more there are.
    pub more: u32,
}

/// The search.
#[derive(Clone, Copy)]
pub struct Finder {
    pub typed: RwSignal<String>,
    pub found: RwSignal<Option<Result<Found, ApiError>>>,
    turn: Turn,
}

impl Finder {
    pub fn new() -> Self {
        Self { typed: RwSignal::default(), found: RwSignal::new(None), turn: Turn::new() }
    }

    /// Takes what is typed now and searches once typing pauses, for anybody but `except`.
    pub fn type_in(self, app: App, text: String, except: String) {
        self.typed.set(text.clone());
        if text.trim().is_empty() {
            return self.clear();
        }
        self.turn.after_pause(move |ticket| {
            spawn_local(async move {
                // One more, as the one that is not offered may be among them.
                let asked = u32::try_from(OFFERED + 1).unwrap_or(u32::MAX);
                let page = app.client.entities(app.space.get_untracked(), Some(text.clone()), None, asked).await;
                if ticket.holds() {
                    self.found.set(Some(page.map(|page| others(page, text, &except))));
                }
            });
        });
    }

    /// Empties the search, and drops an answer that is on its way.
    pub fn clear(self) {
        self.turn.next();
        self.typed.set(String::new());
        self.found.set(None);
    }

    /// The row at a place, if the rows answer what is typed now.
    pub fn pick(self, at: usize) -> Option<EntityRow> {
        let found = self.found.read_untracked();
        let found = found.as_ref()?.as_ref().ok().filter(|found| found.text == *self.typed.read_untracked())?;
        found.rows.get(at).cloned()
    }
}

fn others(page: EntityPage, text: String, except: &str) -> Found {
    let (mut rows, total): (Vec<EntityRow>, u32) = match page {
        EntityPage::Found(page) => (page.items.into_iter().map(|one| one.entity).collect(), page.total),
        EntityPage::Listed(page) => (page.items, page.total),
    };
    let all = rows.len();
    rows.retain(|row| row.id != except);
    let left_out = all - rows.len();
    rows.truncate(OFFERED);
    let seen = u32::try_from(rows.len() + left_out).unwrap_or(u32::MAX);
    Found { text, rows, more: total.saturating_sub(seen) }
}
