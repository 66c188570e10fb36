//! A list that is read page by page, as most screens show one. It must not know what its rows are.

use std::future::Future;
use std::rc::Rc;

use futures::future::LocalBoxFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use namesake_protocol::{ApiError, Page};

use super::turn::Turn;

/// Rows of one page.
pub const PAGE: u32 = 100;
/// The most rows that one call may ask for.
const MOST: u32 = 200;

type Asked<T> = Result<Page<T>, ApiError>;
type Ask<T> = Rc<dyn Fn(Option<String>, u32) -> LocalBoxFuture<'static, Asked<T>>>;

/// The list as far as it was read.
pub struct Paged<T: 'static> {
    pub rows: RwSignal<Vec<T>>,
    /// How many the whole list has, once it was read.
    pub total: RwSignal<Option<u32>>,
    pub next: RwSignal<Option<String>>,
    pub error: RwSignal<Option<ApiError>>,
    ask: StoredValue<Ask<T>, LocalStorage>,
    turn: Turn,
}

impl<T: 'static> Clone for Paged<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: 'static> Copy for Paged<T> {}

impl<T: Send + Sync + 'static> Paged<T> {
    /// A list of which `ask` reads the page behind a cursor, with at most so many rows.
    pub fn new<F>(ask: impl Fn(Option<String>, u32) -> F + 'static) -> Self
    where
        F: Future<Output = Asked<T>> + 'static,
    {
        let ask: Ask<T> = Rc::new(move |cursor, limit| Box::pin(ask(cursor, limit)));
        Self {
            rows: RwSignal::default(),
            total: RwSignal::new(None),
            next: RwSignal::new(None),
            error: RwSignal::new(None),
            ask: StoredValue::new_local(ask),
            turn: Turn::new(),
        }
    }

    /// The same, of which the first page is read already.
    pub fn starting<F>(page: Page<T>, ask: impl Fn(Option<String>, u32) -> F + 'static) -> Self
    where
        F: Future<Output = Asked<T>> + 'static,
    {
        let paged = Self::new(ask);
        paged.rows.set(page.items);
        paged.seen(page.total, page.next);
        paged
    }

    /// Reads the list: its first page if it is another list than before, of which nothing stays on show, else as far as it was
    /// read.
    pub fn read(self, fresh: bool) {
        if fresh {
            self.rows.set(Vec::new());
            self.total.set(None);
            self.next.set(None);
            self.error.set(None);
        }
        let read = if fresh { 0 } else { u32::try_from(self.rows.read_untracked().len()).unwrap_or(u32::MAX) };
        let (ticket, ask) = (self.turn.next(), self.ask.get_value());
        spawn_local(async move {
            match gather(PAGE.max(read), || ticket.holds(), |cursor, limit| ask(cursor, limit)).await {
                Some(Ok(page)) => {
                    self.rows.set(page.items);
                    self.seen(page.total, page.next);
                }
                Some(Err(problem)) => self.error.set(Some(problem)),
                None => {}
            }
        });
    }

    /// Reads the page after the last row.
    pub fn more(self) {
        let Some(cursor) = self.next.get_untracked() else { return };
        self.next.set(None);
        let (ticket, ask) = (self.turn.next(), self.ask.get_value());
        spawn_local(async move {
            let outcome = ask(Some(cursor.clone()), PAGE).await;
            if !ticket.holds() {
                return;
            }
            match outcome {
                Ok(page) => {
                    self.rows.update(|rows| rows.extend(page.items));
                    self.seen(page.total, page.next);
                }
                Err(problem) => {
                    self.next.set(Some(cursor));
                    self.error.set(Some(problem));
                }
            }
        });
    }

    fn seen(self, total: u32, next: Option<String>) {
        self.error.set(None);
        self.total.set(Some(total));
        self.next.set(next);
    }

    /// True if there are more rows to read. Tracks it.
    pub fn has_more(self) -> bool {
        self.next.read().is_some()
    }
}

/// Reads pages from the first on until there are `wanted` rows or no more; nothing once `still` is false.
pub async fn gather<T, F>(
    wanted: u32,
    still: impl Fn() -> bool,
    ask: impl Fn(Option<String>, u32) -> F,
) -> Option<Asked<T>>
where
    F: Future<Output = Asked<T>>,
{
    let mut all = Page { items: Vec::new(), total: 0, next: None };
    loop {
        let have = u32::try_from(all.items.len()).unwrap_or(u32::MAX);
        let outcome = ask(all.next.take(), wanted.saturating_sub(have).clamp(1, MOST)).await;
        if !still() {
            return None;
        }
        match outcome {
            Ok(page) => {
                all.items.extend(page.items);
                all.total = page.total;
                all.next = page.next;
            }
            Err(error) => return Some(Err(error)),
        }
        if all.next.is_none() || all.items.len() >= wanted as usize {
            return Some(Ok(all));
        }
    }
}
