//! The owner's decisions on questions.
//!
//! A review is one record: it rechecks what the question was asked about, keeps the complete proposal, the contents
//! and the reviewer's input, and carries its effects. [`plan`] computes those effects for the preview and for the
//! record alike. What follows for other links and questions is [`settle`](crate::settle::settle)'s work.

mod plan;
mod stale;

pub use plan::{Plan, plan};
pub use stale::{Change, changes};

use crate::journal::review_id;
use crate::model::*;
use crate::settle::{Settled, ask_again, settle};
use crate::state::{Draft, Effect, Operation, Space};
use uuid::Uuid;

/// Why a decision, undo or refresh was not done. Nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Unknown, or of another scope: never told apart.
    #[error("there is no such question here")]
    NotFound,
    /// The answer does not fit this kind of question; says why.
    #[error("{0}")]
    BadArgument(String),
    /// Answered in another way; the review is named.
    #[error("this question is answered already")]
    Conflict(ReviewId),
    /// Something that it asked about changed.
    #[error("something changed since this was asked")]
    Stale(Vec<Change>),
    /// It is no longer a question; another may ask instead.
    #[error("this is no longer a question")]
    Withdrawn,
    /// It would join two entities that the owner said are not the same.
    #[error("the owner said that two of these are not the same")]
    CannotLink(EntityId, EntityId),
    /// Over a bound.
    #[error("this group is too large to be answered in one")]
    HeldBack,
    /// So many mentions would be read as another's, more than [`TOUCHED`](crate::policy::TOUCHED).
    #[error("it would move {0} mentions")]
    TooMany(u32),
    /// So many claims would stand otherwise, more than [`TOUCHED`](crate::policy::TOUCHED).
    #[error("it would change {0} claims")]
    TooManyClaims(u32),
    /// Later reviews or edits use what this one created; newest first.
    #[error("later decisions build on this one")]
    UndoFirst(Vec<Uuid>),
    /// A fault of ours.
    #[error("{0}")]
    Internal(String),
}

/// The outcome of a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    /// The review.
    pub review: ReviewId,
    /// False if it was stored before.
    pub applied: bool,
    /// What followed.
    pub settled: Settled,
}

/// Decides a question and settles what follows. `bulk` is the id of the decision on many that this is part of, if it is.
///
/// # Errors
/// See [`Refusal`]. The same decision again is no error: it returns the first record.
pub fn decide(draft: &mut Draft<'_>, id: &ProposalId, input: Input, bulk: Option<Uuid>) -> Result<Decided, Refusal> {
    let space = draft.space();
    let proposal = space.proposals.get(id).ok_or(Refusal::NotFound)?.clone();
    if let Some(review) = same_decision(space, &proposal, &input)? {
        return Ok(Decided { review, applied: false, settled: Settled::default() });
    }
    let number = space.reviews_of(id).len() as u32 + 1;
    let review = review_id(*id, number);
    let fresh = draft.new_id();
    let space = draft.space();
    let plan = plan(space, &proposal, &input, review, fresh, draft.now())?;
    let contents = proposal
        .pins
        .iter()
        .filter_map(|pin| Some((pin.entity, space.entities.get(&pin.entity)?.content_with(&pin.checksum)?.clone())))
        .collect();
    for effect in plan.effects {
        draft.effect(effect);
    }
    let record = Review {
        id: review,
        proposal: *id,
        number,
        input,
        time: draft.now(),
        bulk,
        effects: draft.take_effects(),
        sequence: 0,
        checksum: crate::journal::Hash::default(),
        undone_by: None,
    };
    let operation = Operation::Review { proposal: Box::new(proposal), contents, review: Box::new(record) };
    draft.write(operation, review, Some(*id)).map_err(Refusal::Internal)?;
    let settled = settle(draft).map_err(Refusal::Internal)?;
    Ok(Decided { review, applied: true, settled })
}

/// The review that already says this, if there is one; an error if the question was answered otherwise.
fn same_decision(space: &Space, proposal: &Proposal, input: &Input) -> Result<Option<ReviewId>, Refusal> {
    let in_force = space
        .reviews_of(&proposal.id)
        .iter()
        .map(|handle| space.reviews.at(*handle))
        .rfind(|review| review.undone_by.is_none());
    let Some(last) = in_force else { return Ok(None) };
    if last.input == *input {
        return Ok(Some(last.id));
    }
    match proposal.status {
        ProposalStatus::Decided(review) => Err(Refusal::Conflict(review)),
        _ => Ok(None),
    }
}

/// Asks a stale question again as its next revision. A question that is not stale stays as it is.
///
/// # Errors
/// [`Refusal::NotFound`], [`Refusal::Withdrawn`] if there is nothing left to ask, [`Refusal::Conflict`] if answered.
pub fn refresh(draft: &mut Draft<'_>, id: &ProposalId) -> Result<ProposalId, Refusal> {
    let space = draft.space();
    let proposal = space.proposals.get(id).ok_or(Refusal::NotFound)?.clone();
    match proposal.status {
        ProposalStatus::Decided(review) => return Err(Refusal::Conflict(review)),
        // What asks now may be stale itself.
        ProposalStatus::Withdrawn => {
            let newest = newest(space, &proposal).ok_or(Refusal::Withdrawn)?;
            return refresh(draft, &newest);
        }
        _ => {}
    }
    if changes(space, &proposal).is_empty() {
        return Ok(*id);
    }
    draft.effect(Effect::SetProposal { proposal: *id, from: proposal.status, to: ProposalStatus::Withdrawn });
    let mut settled = Settled::default();
    ask_again(draft, &proposal.unit, &mut settled);
    let effects = draft.take_effects();
    let operation = draft.new_id();
    draft.write(Operation::Refresh { effects }, operation, Some(*id)).map_err(Refusal::Internal)?;
    settle(draft).map_err(Refusal::Internal)?;
    let space = draft.space();
    settled.opened.into_iter().next().or_else(|| newest(space, &proposal)).ok_or(Refusal::Withdrawn)
}

/// The open question that now asks what a withdrawn one asked.
fn newest(space: &Space, proposal: &Proposal) -> Option<Uuid> {
    space.questions_of_unit(&proposal.unit).last().map(|handle| space.proposals.at(*handle).id)
}
