//! The memory as it stands: what applying the journal gives, and look-ups by id, scope and key.
//!
//! [`State::apply`] is deterministic and never fails on a valid record. Nothing here decides anything: commands do.

mod apply;
mod claims;
mod decisions;
mod draft;
mod forms;
mod listed;
mod lookup;
mod nodes;
mod operation;
mod questions;
mod rows;
mod saved_name;
mod space;
mod table;
mod values;

pub(crate) use apply::{evident_values, strong_values};
pub use claims::{End, PredicateId};
pub use draft::{Context, Draft};
pub use nodes::{Node, NodeId, Nodes};
pub use operation::{Effect, Operation, Payload};
pub use questions::Brief;
pub use rows::BLOCK;
pub(crate) use saved_name::SavedName;
pub use space::{Forbidden, Place, Space, Touched};
pub use table::{Handle, Table};

use crate::journal::{Hash, Head, Record};
use std::collections::BTreeMap;

/// A record that was set aside, or that is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quarantined {
    /// Its sequence.
    pub sequence: u64,
    /// Why.
    pub cause: String,
}

/// One owner's memory.
#[derive(Debug, Clone, Default)]
pub struct State {
    /// The owner.
    pub owner: String,
    /// The journal's head up to which records were applied.
    pub head: Head,
    /// Spaces by name.
    pub spaces: BTreeMap<String, Space>,
    /// Records that were set aside, in order.
    pub quarantined: Vec<Quarantined>,
}

impl State {
    /// An empty memory.
    pub fn new(owner: &str) -> Self {
        Self { owner: owner.into(), ..Self::default() }
    }

    /// A space, if anything is in it.
    pub fn space(&self, name: &str) -> Option<&Space> {
        self.spaces.get(name)
    }

    /// A space, made if it is not there.
    pub fn space_mut(&mut self, name: &str) -> &mut Space {
        self.spaces.entry(name.to_owned()).or_default()
    }

    /// Applies a record of the journal that follows the head. Records of other owners only move the head.
    ///
    /// A record whose payload cannot be read, or that builds on something that is not there because the record that
    /// made it is damaged, is set aside with its cause; the rest goes on.
    pub fn apply(&mut self, record: &Record) {
        self.head = record.head();
        if record.owner != self.owner {
            return;
        }
        if let Err(cause) = self.try_apply(record) {
            self.quarantined.push(Quarantined { sequence: record.sequence, cause });
        }
    }

    /// Sets aside the records between the head and `first`, which comes next. True if any are missing there: one entry stands
    /// for all of them, at the first.
    pub fn expect(&mut self, first: u64) -> bool {
        let due = self.head.sequence + 1;
        if first > due {
            self.skip(due, missing(due, first - 1), Head { sequence: first - 1, hash: Hash::default() });
        }
        first > due
    }

    /// Sets aside a sequence whose record cannot be read at all. `head` is the journal's head after it, if known.
    pub fn skip(&mut self, sequence: u64, cause: String, head: Head) {
        self.head = head;
        self.quarantined.push(Quarantined { sequence, cause });
    }

    fn try_apply(&mut self, record: &Record) -> Result<(), String> {
        let Some(text) = &record.payload else { return Err("its text was forgotten".into()) };
        let payload: Payload = serde_json::from_str(text).map_err(|error| format!("it cannot be read: {error}"))?;
        if payload.format > crate::policy::PAYLOAD_FORMAT {
            return Err("it was written by a newer build".into());
        }
        let space = self.space_mut(&record.space);
        space.check(&payload.operation)?;
        space.apply(payload.operation, record.sequence, record.checksum);
        space.touched = Touched::default();
        Ok(())
    }
}

/// That records are missing, from one sequence to another.
pub(crate) fn missing(from: u64, to: u64) -> String {
    if from == to { format!("record {from} is missing") } else { format!("records {from} to {to} are missing") }
}
