//! Commands: adding short forms of names to the shipped tables, and taking them out again.
//!
//! What is said is a statement: one record with its effects, in the history, which [`undo`](crate::merge::undo()) takes back.
//! What is said again changes nothing and is no record. What follows for questions is [`settle`]'s work. The rules of what
//! can be a short form are in [`crate::names::tables`].

use crate::model::{FormState, ShortForm, Statement};
use crate::names::tables::{FormFault, FormKeys};
use crate::policy::{FORMS, ITEMS};
use crate::settle::{Settled, settle};
use crate::state::{Draft, Effect, Operation};
use std::collections::BTreeMap;
use uuid::Uuid;

/// What is meant by naming short forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Intent {
    /// They hold.
    Add,
    /// They hold, unless they were taken out before: what a host says at each opening must not undo what the owner said.
    Offer,
    /// They do not hold, though they were added. What is shipped cannot be taken out.
    Remove,
}

/// Why nothing was said.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SayError {
    /// Two forms that cannot be added, and why.
    #[error("“{0}” cannot be a short form of “{1}”")]
    Form(String, String, FormFault),
    /// With these, more than [`FORMS`] would have been said of.
    #[error("there would be more than {FORMS} short forms")]
    TooMany,
    /// A fault of ours.
    #[error("{0}")]
    Internal(String),
}

/// The outcome.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Said {
    /// The statements that were stored, each for at most [`ITEMS`] forms; none if nothing changed.
    pub statements: Vec<Uuid>,
    /// How many forms stand otherwise now.
    pub changed: usize,
    /// What followed.
    pub settled: Settled,
}

/// Says that forms hold or do not hold, and settles what follows. All or nothing.
///
/// # Errors
/// See [`SayError`]. Removing what was never added is no error.
pub fn say(draft: &mut Draft<'_>, forms: &[ShortForm], intent: Intent) -> Result<Said, SayError> {
    let mut due: BTreeMap<FormKeys, &ShortForm> = BTreeMap::new();
    for form in forms {
        let keys = form.keys().map_err(|why| SayError::Form(form.short.clone(), form.long.clone(), why))?;
        due.entry(keys).or_insert(form);
    }
    let space = draft.space();
    let changes: Vec<(ShortForm, FormState, FormState)> = due
        .into_iter()
        .filter_map(|(keys, form)| {
            let from = space.form_state(&keys);
            let to = match (intent, from) {
                (Intent::Add, FormState::Unsaid | FormState::Removed) | (Intent::Offer, FormState::Unsaid) => {
                    FormState::Added
                }
                (Intent::Remove, FormState::Added) => FormState::Removed,
                _ => return None,
            };
            Some((form.clone(), from, to))
        })
        .collect();
    let new = changes.iter().filter(|(_, from, _)| *from == FormState::Unsaid).count();
    if new > 0 && space.forms.len() + new > FORMS {
        return Err(SayError::TooMany);
    }
    let mut said = Said { changed: changes.len(), ..Said::default() };
    for part in changes.chunks(ITEMS) {
        for (form, from, to) in part.iter().cloned() {
            draft.effect(Effect::SetForm { form, from, to });
        }
        let id = draft.new_id();
        let (actor, time, effects) = (draft.actor().to_owned(), draft.now(), draft.take_effects());
        let statement = Statement { id, actor, time, effects, sequence: 0, undone_by: None };
        let operation = Operation::ShortForms { statement: Box::new(statement) };
        draft.write(operation, id, None).map_err(SayError::Internal)?;
        said.statements.push(id);
    }
    if !said.statements.is_empty() {
        said.settled = settle(draft).map_err(SayError::Internal)?;
    }
    Ok(said)
}
