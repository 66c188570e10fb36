//! Importing an export into an empty memory: the same journal, hash by hash.

use super::export::{FORMAT, Manifest, Seal};
use super::{Context, Memory, Step, errors};
use crate::journal::{Head, MAX_RECORDS, Record, Row};
use crate::protocol::{ApiError, ErrorCode, Progress, RestoreReport};
use crate::store::Store;
use sha2::{Digest, Sha256};

/// Restoring at work.
#[derive(Debug)]
pub struct Restorer {
    bytes: Vec<u8>,
    at: usize,
    head: Head,
    due: Head,
    checked: bool,
    report: RestoreReport,
}

impl Restorer {
    /// Begins.
    pub fn new(bytes: Vec<u8>) -> Self {
        let report = RestoreReport { appended: 0, skipped: 0, identical: false };
        Self { bytes, at: 0, head: Head::default(), due: Head::default(), checked: false, report }
    }

    /// Checks the whole file first, then appends its records in rows.
    ///
    /// # Errors
    /// `not_empty`, `damaged_export`, and those of the store. A file that is not whole is refused as a whole.
    pub async fn step<S: Store>(&mut self, memory: &mut Memory<S>, _context: Context) -> Result<Step, ApiError> {
        if !self.checked {
            memory.catch_up().await?;
            if memory.head().sequence > 0 {
                return Err(ApiError::new(
                    ErrorCode::NotEmpty,
                    "This memory is not empty; an export can be imported into an empty one.",
                    "Open a new memory under another name, and import it there.",
                ));
            }
            self.check(&memory.owner)?;
            return Ok(Step::More);
        }
        let mut records = Vec::new();
        let before = self.head;
        while records.len() < MAX_RECORDS && self.head != self.due {
            let record = self.next_record()?;
            self.head = record.head();
            records.push(record);
        }
        if records.is_empty() {
            memory.catch_up().await?;
            self.report.identical = memory.store.head().await.map_err(errors::from_store)? == self.due;
            return Ok(Step::Done);
        }
        memory.store.append(&before, &Row::pack(&records)).await.map_err(errors::from_store)?;
        self.report.appended += records.len() as u32;
        Ok(Step::More)
    }

    /// Checks manifest, seal, and every record with its place in the chain.
    fn check(&mut self, owner: &str) -> Result<(), ApiError> {
        let text = std::str::from_utf8(&self.bytes).map_err(|_| damaged("it is not UTF-8"))?;
        let text = text.strip_suffix('\n').unwrap_or(text);
        let (body, last) = text.rsplit_once('\n').ok_or_else(|| damaged("it is cut off"))?;
        let seal: Seal = serde_json::from_str(last).map_err(|_| damaged("its end is missing"))?;
        let digest: [u8; 32] = Sha256::new().chain_update(body).chain_update("\n").finalize().into();
        if digest != seal.checksum.0 {
            return Err(damaged("its checksum does not fit"));
        }
        let manifest: Manifest = body
            .lines()
            .next()
            .and_then(|line| serde_json::from_str(line).ok())
            .ok_or_else(|| damaged("its first line is not a manifest"))?;
        if manifest.format > FORMAT {
            return Err(ApiError::new(
                ErrorCode::NewerDatabase,
                "This export was written by a newer build.",
                "Run the newer build to import it.",
            ));
        }
        self.due = manifest.head;
        self.at = body.find('\n').map_or(body.len(), |at| at + 1);
        let start = self.at;
        let mut head = Head::default();
        for _ in 0..manifest.records {
            let record = self.next_record()?;
            if record.owner != owner {
                return Err(ApiError::new(
                    ErrorCode::BadArgument,
                    "This export belongs to another owner; nothing was imported.",
                    "Open the memory for the owner of the export, and import it there.",
                ));
            }
            if record.sequence != head.sequence + 1 || record.previous != head.hash {
                return Err(damaged(&format!("record {} does not follow the one before", record.sequence)));
            }
            head = record.head();
        }
        if head != manifest.head {
            return Err(damaged("it does not end where its manifest says"));
        }
        self.at = start;
        self.checked = true;
        Ok(())
    }

    fn next_record(&mut self) -> Result<Record, ApiError> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let end = rest.iter().position(|byte| *byte == b'\n').ok_or_else(|| damaged("it is cut off"))?;
        let record: Record =
            serde_json::from_slice(&rest[..end]).map_err(|error| damaged(&format!("a line is no record: {error}")))?;
        if let Some(fault) = record.fault() {
            return Err(damaged(&format!("record {}: {fault}", record.sequence)));
        }
        self.at += end + 1;
        Ok(record)
    }

    /// How far it has come, in bytes.
    pub fn progress(&self) -> Progress {
        Progress { stage: "restoring".into(), done: self.at as f64, total: Some(self.bytes.len() as f64) }
    }

    /// What was done.
    pub fn report(&self) -> RestoreReport {
        self.report.clone()
    }
}

fn damaged(what: &str) -> ApiError {
    ApiError::new(
        ErrorCode::DamagedExport,
        format!("This export is damaged: {what}. Nothing was imported."),
        "Use another copy of the export.",
    )
}
