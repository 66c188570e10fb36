//! Importing an export into an empty memory: the same journal, hash by hash; or, where the owner chose that, the sound part of
//! one that is damaged, with a gap where records are missing.

use super::export::{FORMAT, Lost, told};
use super::exported::{Examined, Exported};
use super::{Context, Memory, Step, errors};
use crate::journal::{Head, MAX_RECORDS, Row};
use crate::protocol::{ApiError, ErrorCode, Progress, RestoreReport};
use crate::store::{Store, StoreError};

/// Restoring at work.
#[derive(Debug)]
pub struct Restorer {
    export: Exported,
    partial: bool,
    /// What the whole file holds, once it was looked at.
    examined: Option<Examined>,
    head: Head,
    report: RestoreReport,
}

impl Restorer {
    /// Begins. With `partial`, what is sound of a damaged export is taken and the rest is named; else it is refused as a whole.
    pub fn new(bytes: Vec<u8>, partial: bool) -> Self {
        let report = RestoreReport {
            appended: 0,
            skipped: 0,
            identical: false,
            missing: Vec::new(),
            missing_total: 0.0,
            fault: None,
            set_aside: 0,
        };
        Self { export: Exported::new(bytes), partial, examined: None, head: Head::default(), report }
    }

    /// Checks the whole file first, then appends its records in rows.
    ///
    /// # Errors
    /// `not_empty`, `damaged_export`, `newer_database`, and those of the store. A file that is refused changes nothing.
    pub async fn step<S: Store>(&mut self, memory: &mut Memory<S>, _context: Context) -> Result<Step, ApiError> {
        let Some(examined) = &self.examined else {
            memory.catch_up().await?;
            if memory.head().sequence > 0 {
                return Err(ApiError::new(
                    ErrorCode::NotEmpty,
                    "This memory is not empty; an export can be imported into an empty one.",
                    "Open a new memory under another name, and import it there.",
                ));
            }
            self.examine(&memory.owner)?;
            return Ok(Step::More);
        };
        let records: Vec<_> = std::iter::from_fn(|| self.export.next_sound()).take(MAX_RECORDS).collect();
        let Some(last) = records.last() else {
            let due = self.export.manifest.as_ref().map(|manifest| manifest.head);
            self.report.identical = examined.missing.is_empty() && due == Some(self.head);
            // All is stored: where it cannot be read back now, the next call reads it, and says what is set aside.
            if memory.catch_up().await.is_ok() {
                self.report.set_aside = memory.state.quarantined.len().saturating_sub(examined.gaps) as u32;
            }
            return Ok(Step::Done);
        };
        match memory.store.append(&self.head, &Row::pack(&records)).await {
            // The journal tells, if it can be read.
            Err(StoreError::OutcomeUnknown(_)) if memory.store.head().await == Ok(last.head()) => {}
            outcome => outcome.map_err(errors::from_store)?,
        }
        self.head = last.head();
        self.report.appended += records.len() as u32;
        Ok(Step::More)
    }

    /// Looks through the whole file, and refuses it if it is not whole and the caller did not choose to take a part.
    fn examine(&mut self, owner: &str) -> Result<(), ApiError> {
        if self.export.manifest.as_ref().is_some_and(|manifest| manifest.format > FORMAT) {
            return Err(ApiError::new(
                ErrorCode::NewerDatabase,
                "This export was written by a newer build.",
                "Run the newer build to import it.",
            ));
        }
        let mut is_ours = true;
        let examined = self.export.examine(|record| is_ours &= record.owner == owner);
        if !is_ours {
            return Err(ApiError::new(
                ErrorCode::BadArgument,
                "This export belongs to another owner; nothing was imported.",
                "Open the memory for the owner of the export, and import it there.",
            ));
        }
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
        Progress { stage: "restoring".into(), done: done as f64, total: Some(total as f64) }
    }

    /// What was done.
    pub fn report(&self) -> RestoreReport {
        self.report.clone()
    }
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
