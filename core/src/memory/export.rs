//! Exporting everything into one file.
//!
//! The file is JSON Lines: a manifest `{"namesake":"export","format":1,"records":N,"head":…,"hash":…}`, then one
//! line a record, in order, and at the end `{"checksum":…}`, the SHA-256 of all bytes before it. Of a damaged memory the
//! sound records are written, and before the end a line `{"missing":[{"from":…,"to":…,"why":…}]}` names the others.

use super::{Memory, READ, errors};
use crate::journal::{Head, Record, Row};
use crate::protocol::{ApiError, ExportReport, Missing};
use crate::store::Store;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Version of the file's form.
pub(super) const FORMAT: u32 = 1;

/// Stretches of missing records that a report lists; it counts all.
const LISTED: usize = 200;

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Manifest {
    pub namesake: String,
    pub format: u32,
    pub records: u64,
    pub head: Head,
}

/// The last line.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Seal {
    pub checksum: crate::journal::Hash,
}

/// Records that an export lacks, from one sequence to another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Lost {
    pub from: u64,
    pub to: u64,
    pub why: String,
}

impl Lost {
    pub(super) fn count(&self) -> u64 {
        self.to.saturating_sub(self.from).saturating_add(1)
    }
}

/// The line before the last, if any are missing.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Losses {
    pub missing: Vec<Lost>,
}

/// The first of what is missing as a report lists it, and how many records are missing in all.
pub(super) fn told(lost: &[Lost]) -> (Vec<Missing>, f64) {
    let missing = |lost: &Lost| Missing { from: lost.from as f64, to: lost.to as f64, why: lost.why.clone() };
    // Whole numbers are added up: no sum of fractions of nothing is 0, but -0.
    let total: u64 = lost.iter().map(Lost::count).sum();
    (lost.iter().take(LISTED).map(missing).collect(), total as f64)
}

/// Exporting at work.
#[derive(Debug, Default)]
pub struct Exporter {
    digest: Sha256,
    head: Option<Head>,
    done: u64,
    sealed: bool,
    lost: Vec<Lost>,
    size: u64,
}

impl Exporter {
    /// Begins.
    pub fn new() -> Self {
        Self::default()
    }

    /// The next part of the file; none when it is complete.
    ///
    /// Records that cannot be read, or are missing, are left out and named; the rest is exported.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn step<S: Store>(&mut self, memory: &Memory<S>) -> Result<Option<Vec<u8>>, ApiError> {
        let Some(head) = self.head else {
            let head = memory.store.head().await.map_err(errors::from_store)?;
            self.head = Some(head);
            let manifest = Manifest { namesake: "export".into(), format: FORMAT, records: head.sequence, head };
            return self.line(&manifest).map(Some);
        };
        if self.done < head.sequence {
            let rows = memory.store.read(self.done + 1, READ).await.map_err(errors::from_store)?;
            let mut out = Vec::new();
            for (sequence, record) in rows.iter().flat_map(Row::unpack) {
                if sequence <= self.done || sequence > head.sequence {
                    continue;
                }
                self.lose(sequence - 1, "it is missing");
                match record {
                    Ok(record) => {
                        out.extend(self.line::<Record>(&record)?);
                        self.done = sequence;
                    }
                    Err(cause) => self.lose(sequence, &cause),
                }
            }
            if rows.is_empty() {
                self.lose(head.sequence, "it is missing");
            }
            return Ok(Some(out));
        }
        if self.sealed {
            return Ok(None);
        }
        self.sealed = true;
        let mut out = match &self.lost[..] {
            [] => Vec::new(),
            lost => self.line(&Losses { missing: lost.to_vec() })?,
        };
        let seal = Seal { checksum: crate::journal::Hash(self.digest.clone().finalize().into()) };
        out.extend(self.line(&seal)?);
        Ok(Some(out))
    }

    /// What was written, and what is missing in it.
    pub fn report(&self) -> ExportReport {
        let (missing, missing_total) = told(&self.lost);
        ExportReport { size: self.size as f64, missing, missing_total }
    }

    /// Notes that nothing was written up to a sequence, if anything is due there.
    fn lose(&mut self, to: u64, why: &str) {
        let from = self.done + 1;
        if to < from {
            return;
        }
        self.done = to;
        match self.lost.last_mut().filter(|last| last.to + 1 == from && last.why == why) {
            Some(last) => last.to = to,
            None => self.lost.push(Lost { from, to, why: why.to_owned() }),
        }
    }

    fn line<T: Serialize>(&mut self, value: &T) -> Result<Vec<u8>, ApiError> {
        let mut line = serde_json::to_vec(value).map_err(|error| errors::internal(error.to_string()))?;
        line.push(b'\n');
        self.digest.update(&line);
        self.size += line.len() as u64;
        Ok(line)
    }
}
