//! Opening a database, without ever hanging on another tab.

use super::JOURNAL;
use super::error::of_open;
use super::migrations;
use crate::platform;
use futures::channel::oneshot;
use futures::future::{Either, select};
use indexed_db_futures::database::Database;
use indexed_db_futures::internals::SystemRepr;
use indexed_db_futures::prelude::*;
use namesake_core::store::StoreError;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// After this long without any event, another tab's upgrade or deletion is in the way.
const PATIENCE_MS: i32 = 10_000;

/// Whether a database that is not there may be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Missing {
    /// Make it.
    Create,
    /// It held our data: the browser or the user cleared it.
    Cleared,
}

/// A connection, and whether its database was just made.
pub(super) struct Opened {
    pub(super) db: Database,
    pub(super) created: bool,
}

/// What [`open`] says of a database that should be there and is not.
pub(super) const CLEARED: &str = "the database was deleted";

/// Opens the database at this version, upgrading an older one.
///
/// The request is awaited by a task of its own and never dropped: a request without its `upgradeneeded` handler
/// would later make an empty database of that version. If it succeeds after we gave up, it is closed.
pub(super) async fn open(name: &str, version: u32, missing: Missing) -> Result<Opened, StoreError> {
    let (sender, answer) = oneshot::channel();
    let sender = Rc::new(RefCell::new(Some(sender)));
    let (created, cleared) = (Rc::new(Cell::new(false)), Rc::new(Cell::new(false)));

    let blocked = {
        let sender = sender.clone();
        move |_| {
            if let Some(sender) = sender.borrow_mut().take() {
                let _ = sender.send(Err(StoreError::UpgradeBlocked));
            }
            Ok(())
        }
    };
    let upgrade = {
        let (created, cleared) = (created.clone(), cleared.clone());
        move |event: indexed_db_futures::database::VersionChangeEvent, db: Database| {
            let from = event.old_version();
            created.set(from == 0.0);
            if from == 0.0 && missing == Missing::Cleared {
                cleared.set(true);
                return refuse(&db);
            }
            migrations::run(&db, from)
        }
    };
    let request = Database::open(name)
        .with_version(version)
        .with_on_blocked(blocked)
        .with_on_upgrade_needed(upgrade)
        .build()
        .map_err(of_open)?;
    spawn_local(async move {
        let outcome = request.await;
        let Some(sender) = sender.borrow_mut().take() else {
            outcome.into_iter().for_each(Database::close);
            return;
        };
        let outcome = match outcome {
            Ok(db) => Ok(Opened { db, created: created.get() }),
            Err(_) if cleared.get() => Err(StoreError::Lost(CLEARED.into())),
            Err(error) => Err(of_open(error)),
        };
        if let Err(Ok(late)) = sender.send(outcome) {
            late.db.close();
        }
    });
    match select(answer, platform::sleep(PATIENCE_MS)).await {
        Either::Left((Ok(outcome), _)) => outcome,
        Either::Left((Err(_), _)) => Err(StoreError::Lost("opening was given up".into())),
        Either::Right(_) => Err(StoreError::UpgradeBlocked),
    }
}

/// Aborts an upgrade, so that the database is not made. An error of the callback would do the same, but also reach
/// the worker's `error` event as an uncaught one.
fn refuse(db: &Database) -> indexed_db_futures::Result<()> {
    let store = db.create_object_store(JOURNAL).build()?;
    store.transaction().as_sys().abort()?;
    Ok(())
}
