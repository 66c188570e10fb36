//! Taking back a review, or a statement about short forms: the inverses of its effects, in reverse.

use crate::journal::undo_id;
use crate::model::*;
use crate::names::tables::FormKeys;
use crate::review::Refusal;
use crate::settle::{Settled, settle};
use crate::state::{Draft, Effect, Operation, Space};
use std::collections::BTreeSet;
use uuid::Uuid;

/// The outcome of an undo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undone {
    /// The id of the undo.
    pub operation: Uuid,
    /// The reviews or statements that were taken back, newest first.
    pub reviews: Vec<Uuid>,
    /// False if it was undone before.
    pub applied: bool,
    /// What followed.
    pub settled: Settled,
}

/// Takes back a review or a statement; with `together`, also the later ones that use what it created.
///
/// What was learned meanwhile is settled afresh: it becomes links where that is clear and questions where it is not.
///
/// # Errors
/// [`Refusal::NotFound`]; [`Refusal::UndoFirst`] with the later ones, newest first, unless `together`.
pub fn undo(draft: &mut Draft<'_>, id: &Uuid, together: bool) -> Result<Undone, Refusal> {
    let space = draft.space();
    let (_, undone_by) = said(space, id).ok_or(Refusal::NotFound)?;
    if let Some(operation) = undone_by {
        return Ok(Undone { operation, reviews: Vec::new(), applied: false, settled: Settled::default() });
    }
    let mut reviews = later_users(space, id);
    if !reviews.is_empty() && !together {
        return Err(Refusal::UndoFirst(reviews));
    }
    reviews.push(*id);
    let mut settled = Settled::default();
    for review in &reviews {
        let more = undo_one(draft, review)?;
        settled.opened.extend(more.opened);
        settled.closed.extend(more.closed);
    }
    let space = draft.space();
    let still_open = |id: &ProposalId| space.proposals.get(id).is_some_and(|proposal| proposal.status.is_open());
    let reopened = reviews.iter().filter_map(|id| space.reviews.get(id)).map(|review| review.proposal);
    let mut opened: Vec<ProposalId> = reopened.chain(settled.opened).filter(still_open).collect();
    let mut seen = BTreeSet::new();
    opened.retain(|id| seen.insert(*id));
    settled.opened = opened;
    Ok(Undone { operation: undo_id(*id), reviews, applied: true, settled })
}

/// The effects of a review or a statement, and the undo that took it back.
fn said<'s>(space: &'s Space, id: &Uuid) -> Option<(&'s [Effect], Option<Uuid>)> {
    let review = space.reviews.get(id).map(|review| (review.effects.as_slice(), review.undone_by));
    review.or_else(|| space.statements.get(id).map(|statement| (statement.effects.as_slice(), statement.undone_by)))
}

fn undo_one(draft: &mut Draft<'_>, id: &Uuid) -> Result<Settled, Refusal> {
    let (effects, _) = said(draft.space(), id).ok_or(Refusal::NotFound)?;
    let inverses: Vec<Effect> = effects.iter().rev().filter_map(Effect::inverse).collect();
    let by = undo_id(*id);
    for effect in inverses {
        // A question that was withdrawn since stays so; what it was about is settled afresh.
        if let Effect::SetProposal { proposal, from, .. } = &effect
            && draft.space().proposals.get(proposal).is_none_or(|now| now.status != *from)
        {
            let unit = draft.space().proposals.get(proposal).map(|now| now.unit.clone());
            draft.space_mut().touched.units.extend(unit);
            continue;
        }
        draft.effect(effect);
    }
    draft.effect(Effect::ReviewUndone { review: *id, by });
    let effects = draft.take_effects();
    draft.write(Operation::Undo { review: *id, effects }, by, Some(*id)).map_err(Refusal::Internal)?;
    settle(draft).map_err(Refusal::Internal)
}

/// Active later reviews that use what a review created, or statements that change what a statement changed, directly or
/// through each other; newest first.
fn later_users(space: &Space, id: &Uuid) -> Vec<Uuid> {
    let Some(start) = space.reviews.handle(id) else { return later_statements(space, id) };
    let mut base = vec![space.reviews.at(start)];
    let mut users = Vec::new();
    for handle in start + 1..space.reviews.len() as u32 {
        let later = space.reviews.at(handle);
        if later.undone_by.is_none() && base.iter().any(|earlier| uses(later, earlier)) {
            base.push(later);
            users.push(later.id);
        }
    }
    users.reverse();
    users
}

fn later_statements(space: &Space, id: &Uuid) -> Vec<Uuid> {
    let Some(start) = space.statements.handle(id) else { return Vec::new() };
    let forms = |statement: &Statement| -> Vec<FormKeys> {
        let form = |effect: &Effect| match effect {
            Effect::SetForm { form, .. } => form.keys().ok(),
            _ => None,
        };
        statement.effects.iter().filter_map(form).collect()
    };
    let mut base: BTreeSet<FormKeys> = forms(space.statements.at(start)).into_iter().collect();
    let mut users = Vec::new();
    for later in space.statements.since(start as usize + 1).filter(|later| later.undone_by.is_none()) {
        let changed = forms(later);
        if changed.iter().any(|form| base.contains(form)) {
            base.extend(changed);
            users.push(later.id);
        }
    }
    users.reverse();
    users
}

/// True if a later review builds on an earlier one: it answers the same question again, or touches an entity that
/// the earlier one made, or moves the survivor of its merge.
fn uses(later: &Review, earlier: &Review) -> bool {
    if later.proposal == earlier.proposal {
        return true;
    }
    earlier.effects.iter().any(|effect| match effect {
        Effect::AddEntity(entity) => later.effects.iter().any(|effect| touches(effect, &entity.id)),
        Effect::SetStatus { to: Status::Redirected { to, .. }, .. } => {
            later.effects.iter().any(|effect| matches!(effect, Effect::SetStatus { entity, .. } if entity == to))
        }
        _ => false,
    })
}

fn touches(effect: &Effect, id: &EntityId) -> bool {
    match effect {
        Effect::AddName { entity, .. } | Effect::RemoveName { entity, .. } | Effect::ForbidName { entity, .. } => {
            entity == id
        }
        Effect::SetStatus { entity, to, .. } => entity == id || matches!(to, Status::Redirected { to, .. } if to == id),
        Effect::Link { verdict, .. } => verdict.entity.as_ref() == Some(id),
        Effect::Join { a, b, .. } | Effect::Forbid { a, b, .. } => a == id || b == id,
        _ => false,
    }
}
