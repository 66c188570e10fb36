//! Reviews: the owner's recorded answers.

use super::{EntityId, ProposalId, ReviewId};
use crate::journal::Hash;
use crate::state::Effect;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The owner's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// The same; or, for a new name, somebody.
    Accept,
    /// Not the same; or, for a new name, not a name.
    Reject,
    /// Recorded; the question stays.
    CantTell,
    /// Recorded; the question stays, out of sight until then.
    Snooze {
        /// Milliseconds since 1970.
        until: i64,
    },
    /// The mentions mean this entity.
    Choose(EntityId),
    /// The mentions mean somebody who is not in the memory yet.
    SomeoneNew,
}

impl Answer {
    /// True if it closes the question.
    pub fn decides(self) -> bool {
        !matches!(self, Self::CantTell | Self::Snooze { .. })
    }
}

/// What the reviewer put in. Two decisions are the same if all of this is the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// The answer.
    pub verdict: Answer,
    /// The ticked members of a group, sorted; all if absent.
    pub ticks: Option<Vec<EntityId>>,
    /// Who survives a merge; the default if absent.
    pub survivor: Option<EntityId>,
    /// Who decided.
    pub reviewer: String,
    /// Why, in the reviewer's words.
    pub reason: Option<String>,
}

/// A recorded answer, as the state keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Review {
    /// Derived from proposal and number.
    pub id: ReviewId,
    /// The question.
    pub proposal: ProposalId,
    /// 1 for the first decision on it.
    pub number: u32,
    /// What the reviewer put in.
    pub input: Input,
    /// When, in milliseconds since 1970.
    pub time: i64,
    /// The decision on many that it was made in; all of that can be taken back in one.
    #[serde(default)]
    pub bulk: Option<Uuid>,
    /// What it changed, in order.
    pub effects: Vec<Effect>,
    /// Sequence of its record. Set when applied.
    pub sequence: u64,
    /// Checksum of its record's payload. Set when applied.
    pub checksum: Hash,
    /// The undo that took it back.
    pub undone_by: Option<Uuid>,
}
