//! Verifying: every checksum, the chain, the derived ids, and that state and snapshot equal a rebuild.

use super::{Context, Memory, READ, Step, errors};
use crate::ingest::is_sound;
use crate::journal::{Hash, Head, Record, Row, review_id, undo_id};
use crate::model::Body;
use crate::protocol::{ApiError, Fault, Progress, VerifyReport};
use crate::snapshot;
use crate::state::{Operation, Payload, State};
use crate::store::Store;

/// Times that the snapshot is looked at again because another tab wrote it meanwhile.
const SNAPSHOTS: u32 = 5;
/// Faults that a report lists; it counts all.
const LISTED: usize = 200;

/// A state in blocks.
type Blocks = std::collections::BTreeMap<String, Vec<u8>>;

/// Verifying at work.
#[derive(Debug)]
pub struct Verifier {
    rebuilt: State,
    head: Option<Head>,
    /// The chain cannot be told across a record that cannot be read.
    gap: bool,
    /// Records are damaged or missing.
    broken: bool,
    report: VerifyReport,
}

impl Default for Verifier {
    fn default() -> Self {
        Self::new()
    }
}

impl Verifier {
    /// Begins.
    pub fn new() -> Self {
        let report =
            VerifyReport { records: 0.0, head: 0.0, head_hash: String::new(), faults: Vec::new(), faults_total: 0 };
        Self { rebuilt: State::default(), head: None, gap: false, broken: false, report }
    }

    /// Checks the next rows; at the end compares state and snapshot.
    ///
    /// # Errors
    /// Those of the store. What is wrong with the data is no error but in the report.
    pub async fn step<S: Store>(&mut self, memory: &mut Memory<S>, _context: Context) -> Result<Step, ApiError> {
        if self.head.is_none() {
            memory.catch_up().await?;
            self.rebuilt = State::new(&memory.owner);
            self.head = Some(memory.store.head().await.map_err(errors::from_store)?);
        }
        let rows = memory.store.read(self.rebuilt.head.sequence + 1, READ).await.map_err(errors::from_store)?;
        for row in &rows {
            self.row(row);
        }
        if !rows.is_empty() {
            return Ok(Step::More);
        }
        self.compare(memory).await?;
        Ok(Step::Done)
    }

    fn row(&mut self, row: &Row) {
        if self.rebuilt.expect(row.first)
            && let Some(missing) = self.rebuilt.quarantined.pop()
        {
            self.lost(row.first - 1);
            self.fault("missing", Some(missing.sequence), format!("The journal has a gap: {}.", missing.cause));
        }
        if let Some(damage) = row.damage() {
            let text = format!("A row is damaged ({damage}); its records were found by what stands twice.");
            self.fault("row", Some(row.first), text);
        }
        for (sequence, record) in row.unpack() {
            if sequence <= self.rebuilt.head.sequence {
                continue;
            }
            self.report.records += 1.0;
            match record {
                Ok(record) => {
                    if !self.gap && record.previous != self.rebuilt.head.hash {
                        self.fault("chain", Some(sequence), "The record does not follow the one before it.".into());
                    }
                    self.gap = false;
                    if let Some(text) = wrong_id(&record) {
                        self.fault("derived_id", Some(sequence), text);
                    }
                    self.rebuilt.apply(&record);
                }
                Err(cause) => {
                    self.lost(sequence);
                    self.fault("checksum", Some(sequence), format!("The record is damaged: {cause}."));
                }
            }
            while let Some(set_aside) = self.rebuilt.quarantined.pop() {
                let text = format!("The record was set aside: {}.", set_aside.cause);
                self.fault("builds_on_damage", Some(set_aside.sequence), text);
            }
        }
        let head = row.head();
        if !self.gap && self.rebuilt.head.sequence == head.sequence && self.rebuilt.head.hash != head.hash {
            let text = "The row's head does not fit its last record.".into();
            self.fault("chain", Some(head.sequence), text);
        }
        self.rebuilt.head.sequence = self.rebuilt.head.sequence.max(head.sequence);
    }

    /// Goes on behind records that are not there, or cannot be read, up to this sequence.
    fn lost(&mut self, sequence: u64) {
        self.gap = true;
        self.broken = true;
        self.rebuilt.head = Head { sequence, hash: Hash::default() };
    }

    async fn compare<S: Store>(&mut self, memory: &Memory<S>) -> Result<(), ApiError> {
        let rebuilt = snapshot::encode(&self.rebuilt).map_err(errors::from_store)?;
        let state = snapshot::encode(&memory.state).map_err(errors::from_store)?;
        if memory.head().sequence == self.rebuilt.head.sequence && rebuilt != state {
            self.fault("state", None, self.differs("What is shown"));
        }
        self.compare_snapshot(memory, &rebuilt).await?;
        let head = memory.head();
        self.report.head = head.sequence as f64;
        self.report.head_hash = head.hash.to_string();
        Ok(())
    }

    async fn compare_snapshot<S: Store>(&mut self, memory: &Memory<S>, rebuilt: &Blocks) -> Result<(), ApiError> {
        let store = &memory.store;
        for _ in 0..SNAPSHOTS {
            let manifest = store.manifest().await.map_err(errors::from_store)?;
            let examined = snapshot::examine(store, &memory.owner).await.map_err(errors::from_store)?;
            let loaded = snapshot::load(store, &memory.owner).await.map_err(errors::from_store)?;
            // Another tab wrote one meanwhile: blocks of the two do not fit together, and are no damage.
            if store.manifest().await.map_err(errors::from_store)? == manifest {
                // What it appended meanwhile was not looked at, and may be in its snapshot.
                let end = store.head().await.map_err(errors::from_store)?.sequence;
                return self.judge_snapshot(examined, loaded, end, rebuilt);
            }
        }
        Ok(())
    }

    fn judge_snapshot(
        &mut self,
        examined: Option<Vec<String>>,
        loaded: Option<(State, snapshot::Manifest)>,
        end: u64,
        rebuilt: &Blocks,
    ) -> Result<(), ApiError> {
        let Some(damaged) = examined else { return Ok(()) };
        let is_sound = damaged.is_empty();
        damaged.into_iter().for_each(|text| self.fault("snapshot", None, text));
        match loaded {
            None if is_sound => {
                self.fault("snapshot", None, "The snapshot cannot be read; it will be made again.".into())
            }
            None => {}
            Some((_, manifest)) if manifest.head.sequence > self.rebuilt.head.sequence.max(end) => {
                let text = "The snapshot is ahead of the journal, whose end is missing.";
                self.fault("snapshot", None, text.into());
            }
            Some((state, manifest)) => {
                let stored = snapshot::encode(&state).map_err(errors::from_store)?;
                if manifest.head.sequence == self.rebuilt.head.sequence && stored != *rebuilt {
                    self.fault("snapshot", None, self.differs("The snapshot"));
                }
            }
        }
        Ok(())
    }

    /// That something is not what the journal says. A snapshot may still have what the journal lost.
    fn differs(&self, what: &str) -> String {
        match self.broken {
            true => format!("{what} still has what the journal lost: a rebuild would lose it as well."),
            false => format!("{what} differs from what the journal says: rebuild."),
        }
    }

    fn fault(&mut self, code: &str, sequence: Option<u64>, text: String) {
        self.report.faults_total += 1;
        if self.report.faults.len() < LISTED {
            let sequence = sequence.map(|sequence| sequence as f64);
            self.report.faults.push(Fault { code: code.into(), sequence, text });
        }
    }

    /// How far it has come, in records.
    pub fn progress(&self) -> Progress {
        let total = self.head.map(|head| head.sequence as f64);
        Progress { stage: "verifying".into(), done: self.report.records, total }
    }

    /// What was found.
    pub fn report(&self) -> VerifyReport {
        self.report.clone()
    }
}

/// What is wrong with the ids that a record derives.
fn wrong_id(record: &Record) -> Option<String> {
    let payload: Payload = serde_json::from_str(record.payload.as_ref()?).ok()?;
    match payload.operation {
        Operation::Review { review, proposal, .. } => (review.id != review_id(proposal.id, review.number)
            || record.id != review.id)
            .then(|| "The review's id does not derive from its question.".into()),
        Operation::Undo { review, .. } => {
            (record.id != undo_id(review)).then(|| "The undo's id does not derive from its review.".into())
        }
        Operation::Ingest { body: Body::Claimed { plan, .. }, .. } => (!is_sound(record.id, &plan))
            .then(|| "The plan of the event's claims is not what its checksum says.".into()),
        _ => None,
    }
}
