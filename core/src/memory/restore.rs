//! Importing an export into an empty memory: the same journal, hash by hash; or, where the owner chose that, the sound part of
//! one that is damaged, with a gap where records are missing.

use super::export::{FORMAT, Lost, told};
use super::exported::{Examined, Exported, Next};
use super::{Context, Memory, Step, errors};
use crate::journal::{Head, MAX_RECORDS, Record, Row};
use crate::protocol::{ApiError, ErrorCode, Progress, RestoreReport};
use crate::store::{Store, StoreError};
use std::sync::Arc;

/// Bytes of a file that is held whole which are fed at a time.
const PART: usize = 1 << 20;
/// Bytes of payloads after which records are stored though there are few.
const LARGE: usize = 4 << 20;

/// Restoring at work.
#[derive(Debug)]
pub struct Restorer {
    export: Exported,
    /// The file, if it is held whole.
    file: Option<Arc<[u8]>>,
    partial: bool,
    /// All records so far are the owner's of the memory.
    is_ours: bool,
    /// Sound records that are not stored yet.
    records: Vec<Record>,
    /// What the whole file holds, once it was looked at.
    examined: Option<Examined>,
    head: Head,
    report: RestoreReport,
}

impl Restorer {
    /// Begins with a file that is held whole; as [`Self::fed`].
    pub fn new(bytes: Vec<u8>, partial: bool) -> Self {
        let restorer = Self::fed(bytes.len() as u64, partial);
        Self { file: Some(bytes.into()), ..restorer }
    }

    /// Begins with a file of so many bytes, which is fed where [`Self::wanted`] says: twice, as nothing of it is stored before all of it
    /// was looked at. With `partial`, what is sound of a damaged export is taken and the rest is named; else it is refused
    /// as a whole.
    pub fn fed(size: u64, partial: bool) -> Self {
        let report = RestoreReport {
            appended: 0,
            skipped: 0,
            identical: false,
            missing: Vec::new(),
            missing_total: 0.0,
            fault: None,
            set_aside: 0,
        };
        Self {
            export: Exported::new(size),
            file: None,
            partial,
            is_ours: true,
            records: Vec::new(),
            examined: None,
            head: Head::default(),
            report,
        }
    }

    /// Where the next part of the file begins that is to be fed; `None` if there is something to be done before.
    pub fn wanted(&self) -> Option<u64> {
        self.export.wanted()
    }

    /// Takes the part of the file that begins where [`Self::wanted`] said. It should be of 1 MB, or all that is left.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.export.feed(bytes);
    }

    /// Checks the whole file first, then appends its records in rows.
    ///
    /// # Errors
    /// `not_empty`, `damaged_export`, `newer_database`, and those of the store. A file that is refused changes nothing.
    pub async fn step<S: Store>(&mut self, memory: &mut Memory<S>, _context: Context) -> Result<Step, ApiError> {
        if let (Some(at), Some(file)) = (self.wanted(), self.file.clone()) {
            let rest = usize::try_from(at).ok().and_then(|at| file.get(at..)).unwrap_or_default();
            self.feed(rest.get(..PART).unwrap_or(rest));
            return Ok(Step::More);
        }
        if self.examined.is_none() {
            if self.export.progress().0 == 0 {
                check_empty(memory).await?;
            }
            self.examine(&memory.owner)?;
            return Ok(Step::More);
        }
        let mut size: usize = self.records.iter().map(size_of).sum();
        let is_end = loop {
            if self.records.len() >= MAX_RECORDS || size >= LARGE {
                break false;
            }
            match self.export.next_sound() {
                Next::Sound(record) => {
                    size += size_of(&record);
                    self.records.push(*record);
                }
                Next::Wants => return Ok(Step::More),
                Next::End => break true,
            }
        };
        let Some(last) = self.records.last() else {
            return Ok(if is_end { self.finish(memory).await } else { Step::More });
        };
        match memory.store.append(&self.head, &Row::pack(&self.records)).await {
            // The journal tells, if it can be read.
            Err(StoreError::OutcomeUnknown(_)) if memory.store.head().await == Ok(last.head()) => {}
            outcome => outcome.map_err(errors::from_store)?,
        }
        self.head = last.head();
        self.report.appended += self.records.len() as u32;
        self.records.clear();
        Ok(Step::More)
    }

    /// All records are stored.
    async fn finish<S: Store>(&mut self, memory: &mut Memory<S>) -> Step {
        let due = self.export.manifest.as_ref().map(|manifest| manifest.head);
        let examined = self.examined.as_ref();
        self.report.identical = examined.is_some_and(|examined| examined.missing.is_empty()) && due == Some(self.head);
        // Where it cannot be read back now, the next call reads it, and says what is set aside.
        if memory.catch_up().await.is_ok() {
            let gaps = examined.map_or(0, |examined| examined.gaps);
            self.report.set_aside = memory.state.quarantined.len().saturating_sub(gaps) as u32;
        }
        Step::Done
    }

    /// Looks on through the file, and refuses it at its end if it is not whole and the caller did not choose to take a part.
    fn examine(&mut self, owner: &str) -> Result<(), ApiError> {
        let wants = loop {
            match self.export.next_sound() {
                Next::Sound(record) => self.is_ours &= record.owner == owner,
                Next::Wants => break true,
                Next::End => break false,
            }
        };
        if self.export.manifest.as_ref().is_some_and(|manifest| manifest.format > FORMAT) {
            return Err(ApiError::new(
                ErrorCode::NewerDatabase,
                "This export was written by a newer build.",
                "Run the newer build to import it.",
            ));
        }
        if !self.is_ours {
            return Err(ApiError::new(
                ErrorCode::BadArgument,
                "This export belongs to another owner; nothing was imported.",
                "Open the memory for the owner of the export, and import it there.",
            ));
        }
        if wants {
            return Ok(());
        }
        let examined = self.export.examined();
        let is_whole = examined.fault.is_none() && examined.missing.is_empty();
        if !is_whole && (!self.partial || examined.sound == 0) {
            return Err(damaged(&examined));
        }
        (self.report.missing, self.report.missing_total) = told(&examined.missing);
        self.report.fault.clone_from(&examined.fault);
        self.export.rewind();
        self.examined = Some(examined);
        Ok(())
    }

    /// How far it has come, in bytes.
    pub fn progress(&self) -> Progress {
        let (done, total) = self.export.progress();
        let stage = if self.examined.is_none() { "reading" } else { "restoring" };
        Progress { stage: stage.into(), done: done as f64, total: Some(total as f64) }
    }

    /// What was done.
    pub fn report(&self) -> RestoreReport {
        self.report.clone()
    }
}

/// # Errors
/// `not_empty`, and those of the store.
async fn check_empty<S: Store>(memory: &mut Memory<S>) -> Result<(), ApiError> {
    memory.catch_up().await?;
    if memory.head().sequence == 0 {
        return Ok(());
    }
    Err(ApiError::new(
        ErrorCode::NotEmpty,
        "This memory is not empty; an export can be imported into an empty one.",
        "Open a new memory under another name, and import it there.",
    ))
}

/// Bytes that a record takes, about.
fn size_of(record: &Record) -> usize {
    record.payload.as_ref().map_or(0, String::len)
}

fn damaged(examined: &Examined) -> ApiError {
    let Examined { sound, missing, fault, .. } = examined;
    let first = missing.first().map(|Lost { from, why, .. }| format!("record {from} is missing ({why})"));
    let what = fault.clone().or(first).unwrap_or_default();
    let lost: u64 = missing.iter().map(Lost::count).sum();
    let (counts, next) = match sound {
        0 => (" Nothing of it is sound.".to_owned(), "Use another copy of the export."),
        sound => (
            format!(" {sound} of its records are sound, {lost} are missing."),
            "Use another copy of the export, or choose to import its sound part (`partial`).",
        ),
    };
    ApiError::new(
        ErrorCode::DamagedExport,
        format!("This export is damaged: {what}.{counts} Nothing was imported."),
        next,
    )
}
