//! Merging is a redirect from the absorbed entities to the survivor: nothing is copied or edited. Undoing it removes
//! the redirect.

mod undo;

pub use undo::{Undone, undo};

use crate::model::*;
use crate::review::Refusal;
use crate::state::{Effect, Handle, Space};

/// Refuses to join entities between whose groups a cannot-link stands.
///
/// # Errors
/// [`Refusal::CannotLink`] with the two members.
pub fn check(space: &Space, members: &[Handle]) -> Result<(), Refusal> {
    for (at, a) in members.iter().enumerate() {
        for b in &members[at + 1..] {
            if space.is_forbidden(*a, *b) {
                return Err(Refusal::CannotLink(space.entities.at(*a).id, space.entities.at(*b).id));
            }
        }
    }
    Ok(())
}

/// Who survives if the owner does not say: an established entity before a by-name one, then the one with most fields,
/// then the oldest, then the lowest id.
pub fn survivor(space: &Space, members: &[Handle]) -> Option<EntityId> {
    members
        .iter()
        .map(|member| space.entities.at(*member))
        .min_by_key(|entity| {
            let by_name = entity.standing == Standing::ByName;
            (by_name, std::cmp::Reverse(entity.content.fields.len()), entity.created, entity.id)
        })
        .map(|entity| entity.id)
}

/// The redirects of a merge.
pub fn redirects<'a>(
    space: &'a Space,
    members: &'a [Handle],
    survivor: EntityId,
    review: ReviewId,
) -> impl Iterator<Item = Effect> + 'a {
    members.iter().map(|member| space.entities.at(*member)).filter(move |entity| entity.id != survivor).map(
        move |entity| Effect::SetStatus {
            entity: entity.id,
            from: entity.content.status,
            to: Status::Redirected { to: survivor, by: Some(review) },
        },
    )
}
