//! One connection, watched: dropped when the browser takes it, and opened again once.

use super::error::Failed;
use super::open::{CLEARED, Missing, open};
use futures::channel::oneshot;
use futures::future::{Either, select};
use indexed_db_futures::database::Database;
use namesake_core::journal::Head;
use namesake_core::store::StoreError;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use wasm_bindgen_futures::spawn_local;

/// The last row that was seen: its key, and the head after it. Rows are added and never changed, and a connection does
/// not outlive its database, so the key alone tells whether it still is the last.
pub(super) type Last = Cell<Option<(f64, Head)>>;

/// A live connection. Dropping `_watched` ends its watcher.
struct Live {
    db: Database,
    last: Rc<Last>,
    number: u32,
    _watched: oneshot::Sender<()>,
}

/// The connection of one store.
pub(super) struct Connection {
    name: String,
    version: u32,
    live: RefCell<Option<Live>>,
    number: Cell<u32>,
    cleared: Cell<bool>,
    closed: Cell<bool>,
}

impl Connection {
    /// Opens the database; true if it was just made.
    pub(super) async fn first(name: &str, version: u32) -> Result<(Rc<Self>, bool), StoreError> {
        let opened = open(name, version, Missing::Create).await?;
        let connection = Rc::new(Self {
            name: name.to_owned(),
            version,
            live: RefCell::default(),
            number: Cell::new(0),
            cleared: Cell::new(false),
            closed: Cell::new(false),
        });
        connection.hold(opened.db)?;
        Ok((connection, opened.created))
    }

    /// True once the database was found deleted.
    pub(super) fn cleared(&self) -> bool {
        self.cleared.get()
    }

    /// Closes for good.
    pub(super) fn close(&self) {
        self.closed.set(true);
        self.forget();
    }

    /// Closes the connection; the next use opens another one.
    pub(super) fn forget(&self) {
        let live = self.live.borrow_mut().take();
        live.into_iter().for_each(|live| live.db.close());
    }

    /// Runs `work`, at most twice: the second time over a new connection, if the first one turned out dead.
    /// `work` must fail with [`Failed::Connection`] only if it sent no write.
    pub(super) async fn run<T>(
        self: &Rc<Self>,
        work: impl AsyncFn(&Database, &Last) -> Result<T, Failed>,
    ) -> Result<T, StoreError> {
        let mut last = String::new();
        for _ in 0..2 {
            let (db, last_row) = self.get().await?;
            match work(&db, &last_row).await {
                Ok(value) => return Ok(value),
                Err(Failed::Store(error)) => return Err(error),
                Err(Failed::Connection(text)) => {
                    last = text;
                    self.forget();
                }
            }
        }
        Err(StoreError::Lost(last))
    }

    async fn get(self: &Rc<Self>) -> Result<(Database, Rc<Last>), StoreError> {
        if self.closed.get() {
            return Err(StoreError::Lost("the memory was closed".into()));
        }
        if let Some(live) = &*self.live.borrow() {
            return Ok((live.db.clone(), live.last.clone()));
        }
        match open(&self.name, self.version, Missing::Cleared).await {
            Ok(opened) => {
                let last = self.hold(opened.db.clone())?;
                Ok((opened.db, last))
            }
            Err(error) => {
                self.cleared.set(error == StoreError::Lost(CLEARED.into()));
                Err(error)
            }
        }
    }

    /// Keeps a new connection and watches it: another tab that upgrades or deletes must not wait for us.
    fn hold(self: &Rc<Self>, db: Database) -> Result<Rc<Last>, StoreError> {
        let mut events = db.version_changes().map_err(|error| StoreError::Lost(error.to_string()))?;
        let (watched, ended) = oneshot::channel();
        let number = self.number.get() + 1;
        self.number.set(number);
        let last = Rc::new(Last::default());
        *self.live.borrow_mut() = Some(Live { db, last: last.clone(), number, _watched: watched });
        let weak: Weak<Self> = Rc::downgrade(self);
        spawn_local(async move {
            let happened = {
                let event = std::pin::pin!(events.recv());
                matches!(select(event, ended).await, Either::Left(_))
            };
            let Some(connection) = weak.upgrade().filter(|_| happened) else { return };
            let ours = connection.live.borrow().as_ref().is_some_and(|live| live.number == number);
            if ours {
                connection.forget();
            }
        });
        Ok(last)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.forget();
    }
}
