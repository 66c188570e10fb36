//! Command: saying which predicates have one value at a time.
//!
//! What is said is a statement, as of short forms: one record with its effects, which undo takes back. What follows for
//! claims and questions is [`settle`]'s work.

use crate::model::Statement;
use crate::settle::{Settled, settle};
use crate::state::{Draft, Effect, Operation};
use std::collections::BTreeSet;
use uuid::Uuid;

/// The outcome.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Declared {
    /// The statement; none if nothing changed.
    pub statement: Option<Uuid>,
    /// What followed.
    pub settled: Settled,
}

/// Says of predicates, by their keys, whether they have one value at a time. What is so already is no record.
///
/// # Errors
/// Only those of [`Draft::write`].
pub fn declare(draft: &mut Draft<'_>, predicates: &[String], single_valued: bool) -> Result<Declared, String> {
    let known = &draft.space().single_valued;
    let changed: BTreeSet<String> =
        predicates.iter().filter(|key| known.contains(*key) != single_valued).cloned().collect();
    if changed.is_empty() {
        return Ok(Declared::default());
    }
    for predicate in changed {
        draft.effect(Effect::SetPredicate { predicate, from: !single_valued, to: single_valued });
    }
    let id = draft.new_id();
    let (actor, time, effects) = (draft.actor().to_owned(), draft.now(), draft.take_effects());
    let statement = Statement { id, actor, time, effects, sequence: 0, undone_by: None };
    draft.write(Operation::Predicates { statement: Box::new(statement) }, id, None)?;
    Ok(Declared { statement: Some(id), settled: settle(draft)? })
}
