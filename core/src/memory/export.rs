//! Exporting everything into one file.
//!
//! The file is JSON Lines: a manifest `{"namesake":"export","format":1,"records":N,"head":…,"hash":…}`, then one
//! line a record, in order, and at the end `{"checksum":…}`, the SHA-256 of all bytes before it.

use super::{Memory, READ, errors};
use crate::journal::{Head, Record, Row};
use crate::protocol::ApiError;
use crate::store::Store;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Version of the file's form.
pub(super) const FORMAT: u32 = 1;

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

/// Exporting at work.
#[derive(Debug, Default)]
pub struct Exporter {
    digest: Sha256,
    head: Option<Head>,
    done: u64,
    sealed: bool,
    damaged: u32,
}

impl Exporter {
    /// Begins.
    pub fn new() -> Self {
        Self::default()
    }

    /// The next part of the file; none when it is complete.
    ///
    /// Records that cannot be read are left out and counted; the rest is exported.
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
            if rows.is_empty() {
                self.done = head.sequence;
            }
            let mut out = Vec::new();
            for (sequence, record) in rows.iter().flat_map(Row::unpack) {
                if sequence <= self.done || sequence > head.sequence {
                    continue;
                }
                self.done = sequence;
                match record {
                    Ok(record) => out.extend(self.line::<Record>(&record)?),
                    Err(_) => self.damaged += 1,
                }
            }
            return Ok(Some(out));
        }
        if self.sealed {
            return Ok(None);
        }
        self.sealed = true;
        let seal = Seal { checksum: crate::journal::Hash(self.digest.clone().finalize().into()) };
        self.line(&seal).map(Some)
    }

    /// Records that were left out because they are damaged.
    pub fn damaged(&self) -> u32 {
        self.damaged
    }

    fn line<T: Serialize>(&mut self, value: &T) -> Result<Vec<u8>, ApiError> {
        let mut line = serde_json::to_vec(value).map_err(|error| errors::internal(error.to_string()))?;
        line.push(b'\n');
        self.digest.update(&line);
        Ok(line)
    }
}
