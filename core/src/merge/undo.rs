//! Taking back a review or an edit: the inverses of its effects, in reverse.

use super::acts::{Act, later_users};
use crate::journal::undo_id;
use crate::model::*;
use crate::review::Refusal;
use crate::settle::{Settled, settle};
use crate::state::{Draft, Effect, Operation};
use std::collections::BTreeSet;
use uuid::Uuid;

/// The outcome of an undo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undone {
    /// The id of the undo.
    pub operation: Uuid,
    /// The reviews and edits that were taken back, newest first.
    pub reviews: Vec<Uuid>,
    /// False if it was undone before.
    pub applied: bool,
    /// What followed.
    pub settled: Settled,
}

/// Takes back a review, an edit, or all reviews that were made in one go (`id` is then what they call their bulk); with
/// `together`, also the later ones that use what it created.
///
/// What was learned meanwhile is settled afresh: it becomes links where that is clear and questions where it is not.
///
/// # Errors
/// [`Refusal::NotFound`]; [`Refusal::UndoFirst`] with the later ones, newest first, unless `together`.
pub fn undo(draft: &mut Draft<'_>, id: &Uuid, together: bool) -> Result<Undone, Refusal> {
    let space = draft.space();
    let these = Act::named(space, id);
    let last = these.last().ok_or(Refusal::NotFound)?;
    let in_force: Vec<Uuid> = these.iter().filter(|act| act.undone_by.is_none()).map(|act| act.id).collect();
    let Some(operation) = in_force.last().copied().map(undo_id) else {
        let operation = last.undone_by.unwrap_or_else(|| undo_id(last.id));
        return Ok(Undone { operation, reviews: Vec::new(), applied: false, settled: Settled::default() });
    };
    let users = later_users(space, &in_force);
    if !users.is_empty() && !together {
        return Err(Refusal::UndoFirst(users));
    }
    let mut all: Vec<Act<'_>> = in_force.iter().chain(&users).filter_map(|id| Act::find(space, id)).collect();
    all.sort_by_key(|act| std::cmp::Reverse(act.sequence));
    let reviews: Vec<Uuid> = all.iter().map(|act| act.id).collect();
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
    Ok(Undone { operation, reviews, applied: true, settled })
}

fn undo_one(draft: &mut Draft<'_>, id: &Uuid) -> Result<Settled, Refusal> {
    let act = Act::find(draft.space(), id).ok_or(Refusal::NotFound)?;
    let inverses: Vec<Effect> = act.effects.iter().rev().filter_map(Effect::inverse).collect();
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
