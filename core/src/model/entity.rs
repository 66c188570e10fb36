//! Entities and their content.

use super::{EntityId, EventId, Fields, ReviewId, SourceId};
use crate::journal::{Hash, canonical_json, sha256};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// How an entity came to be. DESIGN section 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// A structured source, a host's or assessor's explicit `new`, or the owner made it.
    Established,
    /// Only a name called for it.
    ByName,
}

/// Where a name of an entity came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The source that made the entity.
    Source,
    /// The review, or the owner's edit, that added it.
    Review(ReviewId),
}

/// One name, exactly as its source wrote it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Name {
    /// The text.
    pub text: String,
    /// Where it came from.
    pub origin: Origin,
}

/// One value of one field, as written.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Field {
    /// Canonical lower-case field name, such as `email`.
    pub name: String,
    /// The value as written.
    pub value: String,
}

/// Whether an entity is in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// In use.
    Active,
    /// Read through a redirect.
    Redirected {
        /// The survivor.
        to: EntityId,
        /// The review that merged it; absent if a by-name entity yielded to the holder of its key.
        by: Option<ReviewId>,
    },
    /// Taken back; nothing may link to it.
    Retired,
}

/// What a revision counts changes of: names, kind, fields, status and redirect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// Names, the preferred one first.
    pub names: SmallVec<[Name; 1]>,
    /// A non-authoritative hint.
    pub kind: Option<String>,
    /// Fields in the order of the source.
    pub fields: Fields,
    /// In use or not.
    pub status: Status,
}

impl Content {
    /// SHA-256 of the RFC 8785 text.
    pub fn checksum(&self) -> Hash {
        sha256(canonical_json(self).unwrap_or_default().as_bytes())
    }

    /// Values of one field, in order.
    pub fn values<'a, 'f>(&'a self, field: &'f str) -> impl Iterator<Item = &'a str> + use<'a, 'f> {
        self.fields.iter().filter(move |(name, _)| *name == field).map(|(_, value)| value)
    }
}

/// Checksums of source items. Nearly always there is one.
pub type Seen = SmallVec<[Hash; 1]>;

/// One real-world referent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entity {
    /// Opaque; derived from nothing.
    pub id: EntityId,
    /// When it was created, in milliseconds since 1970.
    pub created: i64,
    /// How it came to be.
    pub standing: Standing,
    /// Its content.
    pub content: Content,
    /// How often the content changed, from 1.
    pub revision: u32,
    /// Its identity in its source: a card's UID, else its hash; for speakers, the account, else conversation and label.
    pub source_key: Option<String>,
    /// Checksums of all source items with that key that were taken.
    pub seen: Seen,
    /// The source it came from first.
    pub source: Option<SourceId>,
    /// The event it came from first.
    pub event: Option<EventId>,
    /// For a speaker: the conversation in which it spoke first.
    pub conversation: Option<SourceId>,
    /// Content of earlier revisions, oldest first, so that a stale question can say what changed.
    pub past: Vec<(u32, Content)>,
}

/// What the source keys of those begin with who are known by an account.
pub(crate) const ACCOUNT: &str = "speaker:account:";

/// The source key of the entity that stands for the owner. No caller may use it.
pub(crate) const OWNER: &str = "prme_first_person_owner_v1";

impl Entity {
    /// The preferred name.
    pub fn name(&self) -> &str {
        self.content.names.first().map_or("", |name| name.text.as_str())
    }

    /// True for the one entity of a scope that stands for the owner of the memory.
    pub fn is_owner(&self) -> bool {
        self.source_key.as_deref() == Some(OWNER)
    }

    /// True if it is known by an account, and so by more than its name.
    pub fn has_account(&self) -> bool {
        self.source_key.as_deref().is_some_and(|key| key.starts_with(ACCOUNT))
    }

    /// True if it is in use and not redirected.
    pub fn is_active(&self) -> bool {
        self.content.status == Status::Active
    }

    /// The content that had this checksum, now or before.
    pub fn content_with(&self, checksum: &Hash) -> Option<&Content> {
        std::iter::once(&self.content)
            .chain(self.past.iter().rev().map(|(_, content)| content))
            .find(|content| content.checksum() == *checksum)
    }
}
