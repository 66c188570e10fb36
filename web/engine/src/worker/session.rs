//! An open memory: its store, its state, and the channel to other tabs.

use super::queue::Queue;
use super::stores::AnyStore;
use crate::message::bad_argument;
use crate::platform::{self, Guard, Patience, acquire};
use crate::store::IndexedDb;
use namesake_core::memory::{Context, Memory};
use namesake_core::store::InMemory;
use namesake_protocol::{ApiError, ErrorCode, OpenOptions, Opened, PROTOCOL_VERSION, ShortForm};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::BroadcastChannel;

/// How long a command waits for another tab's before it goes ahead: the head check keeps both safe.
const WRITE_PATIENCE: Patience = Patience::Milliseconds(2_000);
/// How long long work waits for another tab's.
const JOB_PATIENCE: Patience = Patience::Milliseconds(60_000);

/// The space that is meant where none is named.
const SPACE: &str = "personal";

/// An open memory.
pub(super) struct Session {
    pub(super) memory: Memory<AnyStore>,
    store: AnyStore,
    name: String,
    tabs: Option<Tabs>,
}

struct Tabs {
    channel: BroadcastChannel,
    _listener: Closure<dyn FnMut(JsValue)>,
}

impl Session {
    /// Opens a memory.
    pub(super) async fn open(options: OpenOptions, queue: &Rc<Queue>) -> Result<(Self, Opened), ApiError> {
        if options.version != PROTOCOL_VERSION {
            let message = format!("The page speaks version {}, the engine {PROTOCOL_VERSION}.", options.version);
            return Err(ApiError::new(ErrorCode::VersionMismatch, message, "Reload the page."));
        }
        let store = match options.storage.as_deref() {
            None | Some("indexeddb") => match IndexedDb::open(&options.name).await {
                Ok(store) => AnyStore::IndexedDb(store),
                Err(error) => AnyStore::Refused(error),
            },
            Some("memory") => AnyStore::InMemory(InMemory::new()),
            Some(_) => return Err(bad_argument("storage must be indexeddb or memory.")),
        };
        let kept = matches!(store, AnyStore::IndexedDb(_));
        let memory = Memory::open(store.clone(), &options.owner, &options.actor).await;
        let memory = memory.inspect_err(|_| store.close())?;
        if kept && options.expect_data && !options.start_empty && memory.head().sequence == 0 {
            store.close();
            return Err(cleared());
        }
        let tabs = if kept { Tabs::listen(&options.name, queue) } else { None };
        let mut session = Self { memory, store, name: options.name, tabs };
        if let Err(error) = session.offer(&options.short_forms, options.space.as_deref()).await {
            session.close();
            return Err(error);
        }
        let mut opened = session.memory.opened();
        opened.storage = platform::storage_truth().await;
        Ok((session, opened))
    }

    /// Takes the short forms that the host gives; what is new of them is told to other tabs.
    async fn offer(&mut self, forms: &[ShortForm], space: Option<&str>) -> Result<(), ApiError> {
        if forms.is_empty() {
            return Ok(());
        }
        let turn = self.write_turn().await;
        let before = self.memory.head();
        let outcome = self.memory.offer_short_forms(space.unwrap_or(SPACE), forms, context()?).await;
        drop(turn);
        if self.memory.head() != before {
            self.announce();
        }
        outcome
    }

    /// Tells other tabs that the journal has grown.
    pub(super) fn announce(&self) {
        if let Some(tabs) = &self.tabs {
            let _ = tabs.channel.post_message(&JsValue::from_f64(self.memory.head().sequence as f64));
        }
    }

    /// The turn to append.
    pub(super) async fn write_turn(&self) -> Option<Guard> {
        self.turn("write", WRITE_PATIENCE).await
    }

    /// The turn for long work: a future that does not borrow the session.
    pub(super) fn job_turn(&self) -> impl Future<Output = Option<Guard>> + use<> {
        let (name, alone) = (format!("namesake:job:{}", self.name), self.tabs.is_none());
        async move { if alone { None } else { acquire(&name, JOB_PATIENCE).await } }
    }

    /// Saves a snapshot, unless another tab is at it.
    pub(super) async fn save_snapshot(&mut self) {
        let turn = self.turn("snapshot", Patience::None).await;
        if turn.is_some() || self.tabs.is_none() {
            // A snapshot only saves time later: the journal is the truth, and the next one is due soon.
            let _ = self.memory.save_snapshot().await;
        }
    }

    async fn turn(&self, what: &str, patience: Patience) -> Option<Guard> {
        self.tabs.as_ref()?;
        acquire(&format!("namesake:{what}:{}", self.name), patience).await
    }

    /// The error as the page should see it: a lost connection to a store that is gone is a cleared store.
    pub(super) fn settle(&self, error: ApiError) -> ApiError {
        if error.code == ErrorCode::StorageLost && self.store.cleared() { cleared() } else { error }
    }

    /// Closes for good.
    pub(super) fn close(self) {
        self.store.close();
    }
}

impl Tabs {
    fn listen(name: &str, queue: &Rc<Queue>) -> Option<Self> {
        let channel = BroadcastChannel::new(&format!("namesake:{name}")).ok()?;
        let queue = Rc::downgrade(queue);
        let listener = Closure::<dyn FnMut(JsValue)>::new(move |_| {
            if let Some(queue) = queue.upgrade() {
                queue.heard();
            }
        });
        channel.set_onmessage(Some(listener.as_ref().unchecked_ref()));
        Some(Self { channel, _listener: listener })
    }
}

impl Drop for Tabs {
    fn drop(&mut self) {
        self.channel.set_onmessage(None);
        self.channel.close();
    }
}

/// Time and randomness for one command.
pub(super) fn context() -> Result<Context, ApiError> {
    let seed = platform::seed().ok_or_else(|| {
        ApiError::new(ErrorCode::Internal, "The browser gives no random numbers.", "Use a current browser.")
    })?;
    Ok(Context { now: platform::now() as i64, seed })
}

fn cleared() -> ApiError {
    ApiError::new(
        ErrorCode::StorageCleared,
        "The browser cleared the store: the memory that was here is gone.",
        "Import your last export, or start empty.",
    )
}
