//! Merging is a redirect from the absorbed entities to the survivor: nothing is copied or edited. Undoing it removes
//! the redirect.

mod acts;
mod undo;

pub use undo::{Undone, undo};

use crate::model::*;
use crate::review::Refusal;
use crate::state::{Effect, Handle, Space};

/// Refuses to join entities between whose groups a cannot-link stands, and gives what has to be lifted.
///
/// With `asked_again`, the question is about these very groups although they were rejected before, because something
/// new is known: accepting it lifts the cannot-links between them, whichever of their members they name.
///
/// # Errors
/// [`Refusal::CannotLink`] with the two members.
pub fn check(space: &Space, members: &[Handle], asked_again: bool) -> Result<Vec<Effect>, Refusal> {
    let mut lifted = Vec::new();
    for (at, a) in members.iter().enumerate() {
        for b in &members[at + 1..] {
            for (one, other) in space.forbidden_pairs(*a, *b) {
                if !asked_again {
                    return Err(Refusal::CannotLink(space.entities.at(*a).id, space.entities.at(*b).id));
                }
                let said = space.forbidden.get(&(one, other)).map(|forbidden| forbidden.said.clone());
                lifted.extend(said.into_iter().flatten().map(|known| Effect::Permit { a: one, b: other, known }));
            }
        }
    }
    Ok(lifted)
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
