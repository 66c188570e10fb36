//! Sources and events.

use super::{EntityId, EventId, Field, Plan, SourceId};
use crate::journal::Hash;
use serde::{Deserialize, Serialize};

/// What a source is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SourceKind {
    /// A file of contact cards.
    Contacts,
    /// A conversation.
    Conversation,
    /// A document, or single events of a host.
    Document,
}

/// Where events come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// Its id.
    pub id: SourceId,
    /// What it is.
    pub kind: SourceKind,
    /// A file name or title, for showing.
    pub name: String,
    /// When it was first seen, in milliseconds since 1970.
    pub first_seen: i64,
}

/// One ingested item, without its text (which stays in the journal).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Its id, derived from its source's identity for it.
    pub id: EventId,
    /// Its source.
    pub source: SourceId,
    /// Checksum of what was ingested; the same id with another one is a conflict.
    pub checksum: Hash,
    /// When it happened, in milliseconds since 1970, if the source says.
    pub time: Option<i64>,
    /// The speaker's label, as written.
    pub speaker: Option<String>,
    /// The entity of the speaker; read through redirects.
    pub speaker_entity: Option<EntityId>,
}

/// The stored body of an event: what the journal keeps beyond its effects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    /// A contact card. Its names and fields stand in the effect that made or revised its entity.
    Card {
        /// First line in the file, from 1.
        line: u32,
    },
    /// A message or document.
    Text {
        /// `user`, `assistant`, `document`, …
        role: Option<String>,
        /// The text, exactly.
        text: String,
    },
    /// A message or document with what it claims.
    Claimed {
        /// `user`, `assistant`, `document`, …
        role: Option<String>,
        /// The text, exactly.
        text: String,
        /// What its claims came to.
        plan: Box<Plan>,
    },
    /// A captured fact.
    Fact {
        /// Its fields.
        fields: Vec<Field>,
    },
}
