//! What the owner changes by hand: names, fields, kind; asking about, merging, keeping apart and dividing entities.
//!
//! An edit is one record with its effects, taken back like a review. [`plan`] computes those effects for the preview and for
//! the record alike; what follows for links and questions is [`settle`](crate::settle::settle)'s work.

mod content;
mod plan;
mod split;

pub use plan::plan;

use crate::journal::Hash;
use crate::model::*;
use crate::review::Refusal;
use crate::settle::{Settled, settle};
use crate::state::{Draft, Effect, Operation, Space};
use std::collections::BTreeSet;
use uuid::Uuid;

/// The outcome of an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edited {
    /// The edit; none if everything is so already.
    pub edit: Option<Uuid>,
    /// The entity that it made; of a split that stands already, the one that was made then.
    pub made: Option<EntityId>,
    /// For [`EditInput::Ask`]: the question.
    pub question: Option<ProposalId>,
    /// What followed.
    pub settled: Settled,
}

/// Makes an edit and settles what follows. What is so already changes nothing and is no error.
///
/// # Errors
/// [`Refusal::NotFound`], [`Refusal::BadArgument`], [`Refusal::CannotLink`]; [`Refusal::HeldBack`] for a pair of a group that is
/// held back.
pub fn edit(draft: &mut Draft<'_>, input: EditInput, reason: Option<String>) -> Result<Edited, Refusal> {
    let (id, fresh) = (draft.new_id(), draft.new_id());
    let space = draft.space();
    let plan = plan(space, &input, id, fresh, draft.now())?;
    let mut done = Edited { edit: None, made: None, question: None, settled: Settled::default() };
    if plan.effects.is_empty() {
        if let EditInput::Split(input) = &input {
            done.made = split::standing(space, input);
        }
        done.question = asked(space, &input);
        return Ok(done);
    }
    let contents = before(space, &plan.effects);
    done.made = plan.effects.iter().any(|effect| matches!(effect, Effect::AddEntity(_))).then_some(fresh);
    for effect in plan.effects {
        draft.effect(effect);
    }
    let record = Edit {
        id,
        input: input.clone(),
        actor: draft.actor().to_owned(),
        reason,
        time: draft.now(),
        effects: draft.take_effects(),
        sequence: 0,
        checksum: Hash::default(),
        undone_by: None,
    };
    let operation = Operation::Edit { contents, edit: Box::new(record) };
    draft.write(operation, id, None).map_err(Refusal::Internal)?;
    done.settled = settle(draft).map_err(Refusal::Internal)?;
    done.edit = Some(id);
    if matches!(input, EditInput::Ask { .. }) {
        // Only a group that is held back keeps a pair from being asked about.
        done.question = Some(asked(draft.space(), &input).ok_or(Refusal::HeldBack)?);
    }
    Ok(done)
}

/// The contents of the entities that an edit changes, as they are before it.
fn before(space: &Space, effects: &[Effect]) -> Vec<(EntityId, Content)> {
    let mut ids = BTreeSet::new();
    for effect in effects {
        match effect {
            Effect::Edit { entity, .. } => drop(ids.insert(*entity)),
            Effect::SetStatus { entity, to, .. } => {
                ids.insert(*entity);
                if let Status::Redirected { to, .. } = to {
                    ids.insert(*to);
                }
            }
            Effect::Forbid { a, b, .. } | Effect::Ask { a, b } => ids.extend([*a, *b]),
            _ => {}
        }
    }
    ids.into_iter().filter_map(|id| Some((id, space.entities.get(&id)?.content.clone()))).collect()
}

/// The open question that asks what an edit wants to be asked.
fn asked(space: &Space, input: &EditInput) -> Option<ProposalId> {
    let EditInput::Ask { a, b } = input else { return None };
    let (a, b) = (space.root_of(a)?, space.root_of(b)?);
    space.question_about(a, b).map(|question| space.proposals.at(question).id)
}
