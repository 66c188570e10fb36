//! The façade: open a memory, execute a command, ask a query. The only asynchronous part of the core.
//!
//! **Execute** is the same for every command: catch up with the journal, run the command on the state, append its
//! records if the journal's head is still the one that the command saw, else catch up and run it again with the same
//! ids and time. Storage faults end in a typed error, and the state is then read afresh from the store.

mod bundle;
mod call;
mod contacts;
mod edit;
mod errors;
mod event;
mod examine;
mod export;
mod exported;
mod forms;
mod history;
mod import;
mod organize;
mod predicates;
mod restore;
mod verify;

pub use crate::state::Context;
pub use bundle::{BundleExaminer, BundleImporter, Given, Wanted};
pub use contacts::ContactsExporter;
pub(crate) use errors::field_changes;
pub use examine::Examiner;
pub use export::Exporter;
pub use import::{Importer, read_options};
pub use organize::Organizer;
pub use restore::Restorer;
pub use verify::Verifier;

use crate::journal::{Hash, Head, Record, Row};
use crate::protocol::{ApiError, ErrorCode, Opened, StorageTruth};
use crate::snapshot::{self, Manifest};
use crate::state::{Draft, Space, State};
use crate::store::{Store, StoreError};

/// Bytes of journal rows read at a time.
const READ: usize = 4 << 20;
/// Records after which a new snapshot is due.
const SNAPSHOT_RECORDS: u64 = 2_000;
/// How often a command is run again because another tab was faster. Each time one of them gets on.
const ATTEMPTS: usize = 32;

/// Whether long work goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Call again.
    More,
    /// It is finished.
    Done,
}

/// One owner's memory over a store.
#[derive(Debug)]
pub struct Memory<S> {
    store: S,
    owner: String,
    actor: String,
    state: State,
    manifest: Option<Manifest>,
    from_snapshot: bool,
    /// The state may be ahead of the journal and has to be read afresh.
    stale: bool,
}

impl<S: Store> Memory<S> {
    /// Opens a memory: the snapshot, if there is a sound one, and the journal after it.
    ///
    /// # Errors
    /// Those of the store, with their codes.
    pub async fn open(store: S, owner: &str, actor: &str) -> Result<Self, ApiError> {
        if owner.is_empty() || actor.is_empty() {
            return Err(errors::bad_argument("owner and actor must not be empty."));
        }
        let mut memory = Self {
            store,
            owner: owner.to_owned(),
            actor: actor.to_owned(),
            state: State::new(owner),
            manifest: None,
            from_snapshot: false,
            stale: true,
        };
        memory.refresh().await?;
        Ok(memory)
    }

    /// What `open` answers; the browser's promises are left for the engine to fill in.
    pub fn opened(&self) -> Opened {
        Opened {
            head: self.state.head.sequence as f64,
            spaces: self.spaces(),
            storage: StorageTruth::default(),
            damaged: self.state.quarantined.len() as u32,
            from_snapshot: self.from_snapshot,
        }
    }

    /// Spaces that hold anything.
    pub fn spaces(&self) -> Vec<String> {
        let holds = |space: &Space| !space.events.is_empty() || !space.entities.is_empty();
        self.state.spaces.iter().filter(|(_, space)| holds(space)).map(|(name, _)| name.clone()).collect()
    }

    /// The journal's head up to which this memory has read.
    pub fn head(&self) -> Head {
        self.state.head
    }

    /// The state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The store.
    pub fn store(&self) -> &S {
        &self.store
    }

    /// Applies what others appended. True if there was anything.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn catch_up(&mut self) -> Result<bool, ApiError> {
        let before = self.state.head;
        self.refresh().await?;
        Ok(self.state.head != before)
    }

    /// True if so much was appended that a snapshot is due.
    pub fn snapshot_due(&self) -> bool {
        let at = self.manifest.as_ref().map_or(0, |manifest| manifest.head.sequence);
        !self.stale && self.state.head.sequence.saturating_sub(at) >= SNAPSHOT_RECORDS
    }

    /// Saves a snapshot of the state. False if the newest one stands at this head already, or another handle saved a later one.
    ///
    /// # Errors
    /// Those of the store; the snapshot is then as it was.
    pub async fn save_snapshot(&mut self) -> Result<bool, ApiError> {
        if self.stale {
            self.refresh().await?;
        }
        if self.manifest.as_ref().is_some_and(|manifest| manifest.head == self.state.head) {
            return Ok(false);
        }
        let saved = snapshot::save(&mut self.state, &self.store, self.manifest.as_ref()).await;
        match saved.map_err(errors::from_store)? {
            Some(manifest) => self.manifest = Some(manifest),
            None => return Ok(false),
        }
        Ok(true)
    }

    /// Throws state and snapshot away and makes them again from the journal.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn rebuild(&mut self) -> Result<(), ApiError> {
        self.store.drop_snapshot().await.map_err(errors::from_store)?;
        self.stale = true;
        self.refresh().await?;
        self.save_snapshot().await?;
        Ok(())
    }

    /// Runs a command in a space and appends its records.
    pub(crate) async fn execute<T>(
        &mut self,
        space: &str,
        context: Context,
        mut command: impl FnMut(&mut Draft<'_>) -> Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        if space.is_empty() || space.len() > 200 {
            return Err(errors::bad_argument("space must have 1 to 200 bytes."));
        }
        for _ in 0..ATTEMPTS {
            self.refresh().await?;
            let before = self.state.head;
            let mut draft = Draft::new(&mut self.state, space, &self.actor, context);
            let out = match command(&mut draft) {
                Ok(out) => out,
                Err(error) => {
                    self.stale = draft.is_dirty();
                    return Err(error);
                }
            };
            let records = draft.finish();
            let Some(last) = records.last().map(Record::head) else { return Ok(out) };
            match self.store.append(&before, &Row::pack(&records)).await {
                Ok(()) => return Ok(out),
                Err(StoreError::Conflict(_)) => self.stale = true,
                Err(StoreError::OutcomeUnknown(why)) => {
                    self.stale = true;
                    // The journal tells, if it can be read.
                    if self.refresh().await.is_ok() && self.holds(last).await {
                        return Ok(out);
                    }
                    let id = records.first().map(|record| record.id.to_string()).unwrap_or_default();
                    return Err(errors::outcome_unknown(&why, id));
                }
                Err(error) => {
                    self.stale = true;
                    return Err(errors::from_store(error));
                }
            }
        }
        Err(ApiError::new(
            ErrorCode::Internal,
            "Other tabs kept writing at the same time.",
            "Close other tabs of this memory, then try again.",
        ))
    }

    /// True if the journal holds a record with this head.
    async fn holds(&self, head: Head) -> bool {
        let Ok(rows) = self.store.read(head.sequence, 1).await else { return false };
        rows.iter().flat_map(Row::unpack).any(|(_, record)| record.is_ok_and(|record| record.head() == head))
    }

    /// Brings the state up to the journal's head; reads everything afresh if it has to.
    async fn refresh(&mut self) -> Result<(), ApiError> {
        let head = self.store.head().await.map_err(errors::from_store)?;
        if !self.stale && head == self.state.head {
            return Ok(());
        }
        if self.stale || head.sequence < self.state.head.sequence {
            self.load(head).await?;
        }
        self.read_tail().await
    }

    async fn load(&mut self, head: Head) -> Result<(), ApiError> {
        let found = snapshot::load(&self.store, &self.owner).await.map_err(errors::from_store)?;
        let fits = |manifest: &Manifest| manifest.head.sequence < head.sequence || manifest.head == head;
        match found.filter(|(_, manifest)| fits(manifest)) {
            Some((state, manifest)) => {
                self.state = state;
                self.manifest = Some(manifest);
                self.from_snapshot = true;
            }
            None => {
                self.state = State::new(&self.owner);
                self.manifest = None;
                self.from_snapshot = false;
            }
        }
        self.stale = false;
        Ok(())
    }

    async fn read_tail(&mut self) -> Result<(), ApiError> {
        loop {
            let rows = self.store.read(self.state.head.sequence + 1, READ).await.map_err(errors::from_store)?;
            if rows.is_empty() {
                return Ok(());
            }
            for row in rows {
                self.apply_row(&row);
            }
        }
    }

    fn apply_row(&mut self, row: &Row) {
        self.state.expect(row.first);
        for (sequence, record) in row.unpack() {
            if sequence <= self.state.head.sequence {
                continue;
            }
            match record {
                Ok(record) => self.state.apply(&record),
                Err(cause) => self.state.skip(sequence, cause, Head { sequence, hash: Hash::default() }),
            }
        }
        // The row's head is what the next append is checked against, whatever became of its records.
        self.state.head = Head { sequence: self.state.head.sequence.max(row.head().sequence), hash: row.head().hash };
    }
}
