//! What changed since a question was asked.

use crate::model::{Content, EntityId, Proposal};
use crate::state::Space;

/// An entity whose content is not the one that a question was asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The entity.
    pub entity: EntityId,
    /// Its content then, if it is still known.
    pub before: Option<Content>,
    /// Its content now, if it is there.
    pub after: Option<Content>,
}

/// What changed since a question was asked; empty if it can be accepted.
pub fn changes(space: &Space, proposal: &Proposal) -> Vec<Change> {
    proposal
        .pins
        .iter()
        .filter_map(|pin| {
            let entity = space.entities.get(&pin.entity);
            if entity.is_some_and(|entity| entity.revision == pin.revision || entity.content.checksum() == pin.checksum)
            {
                return None;
            }
            Some(Change {
                entity: pin.entity,
                before: entity.and_then(|entity| entity.content_with(&pin.checksum)).cloned(),
                after: entity.map(|entity| entity.content.clone()),
            })
        })
        .collect()
}
