//! Plain data: what a memory consists of.
//!
//! These types are stored, in JSON inside the journal and in postcard inside snapshots, so they serialise the same in
//! both: no skipped fields, no flattening, no internal tags, no floating-point numbers.

mod claim;
mod edit;
mod entity;
mod event;
mod fields;
mod form;
mod mention;
mod plan;
mod proposal;
mod reason;
mod review;

pub use claim::*;
pub use edit::*;
pub use entity::*;
pub use event::*;
pub use fields::Fields;
pub use form::*;
pub use mention::*;
pub use plan::*;
pub use proposal::*;
pub use reason::*;
pub use review::*;

use uuid::Uuid;

/// An entity's opaque id.
pub type EntityId = Uuid;
/// An event's id.
pub type EventId = Uuid;
/// A mention's id.
pub type MentionId = Uuid;
/// A source's id: a file of contacts, a conversation, a document.
pub type SourceId = Uuid;
/// A proposal's id.
pub type ProposalId = Uuid;
/// A claim's id.
pub type ClaimId = Uuid;
/// A review's id.
pub type ReviewId = Uuid;

/// What has an id of its own.
pub trait HasId {
    /// The id.
    fn id(&self) -> Uuid;
}

macro_rules! has_id {
    ($($type:ty),*) => {$(
        impl HasId for $type {
            fn id(&self) -> Uuid {
                self.id
            }
        }
    )*};
}
has_id!(Claim, Entity, Event, Source, Mention, Proposal, Review, Statement, Edit);
