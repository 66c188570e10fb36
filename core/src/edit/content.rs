//! Edits of one entity's names, fields and kind.

use super::plan::bad;
use super::split::parted;
use crate::model::*;
use crate::review::Refusal;
use crate::state::{Effect, Handle, Space};
use uuid::Uuid;

/// Bytes of a name at most.
const NAME: usize = 1_000;
/// Bytes of a value at most.
const VALUE: usize = 10_000;
/// Bytes of a field's name or of a kind at most.
const LABEL: usize = 100;

/// The effects of an edit of names, fields or kind; none if everything is so already.
pub(super) fn effects(space: &Space, input: &EditInput, id: Uuid) -> Result<Vec<Effect>, Refusal> {
    match input {
        EditInput::Rename { entity, name } => {
            let root = root(space, entity)?;
            check_name(name)?;
            let row = space.entities.at(root);
            if row.name() == *name {
                return Ok(Vec::new());
            }
            let over = space.said(root).names.first().map(|name| name.text.clone()).unwrap_or_default();
            Ok(vec![edit(space, root, ContentEdit::Prefer { name: name.clone(), over }, id)])
        }
        EditInput::AddName { entity, name } => {
            let root = root(space, entity)?;
            check_name(name)?;
            let held = space.entities.at(root).content.names.iter().any(|had| had.text == *name);
            Ok(if held { Vec::new() } else { vec![edit(space, root, ContentEdit::AddName(name.clone()), id)] })
        }
        EditInput::RemoveName { entity, name } => {
            let root = root(space, entity)?;
            let goes = ContentEdit::RemoveName(name.clone());
            let holders = name_holders(space, root, name);
            if is_lent(space, root, name) {
                return Err(bad(
                    "This name comes from mentions in text that are read as this entity: split it instead.",
                ));
            }
            for raw in &holders {
                keeps_a_name(space, root, *raw, std::slice::from_ref(&goes))?;
            }
            let key = crate::names::exact_key(name);
            let leaves = |mention: &Mention| {
                let called = || space.called(mention).is_some_and(|name| crate::names::exact_key(name) == key);
                !holders.is_empty() && !mention.verdict.is_firm() && called()
            };
            let edits = holders.iter().map(|raw| edit(space, *raw, goes.clone(), id));
            Ok(edits.chain(parted(space, root, leaves)).collect())
        }
        EditInput::AddField { entity, field } => {
            let root = root(space, entity)?;
            check_field(field)?;
            let held = held_as(space, root, field).is_some();
            Ok(if held { Vec::new() } else { vec![edit(space, root, ContentEdit::AddField(field.clone()), id)] })
        }
        EditInput::RemoveField { entity, field } => {
            let root = root(space, entity)?;
            let holders = field_holders(space, root, field).into_iter();
            Ok(holders.map(|(raw, held)| edit(space, raw, ContentEdit::RemoveField(held), id)).collect())
        }
        EditInput::SetKind { entity, kind } => {
            let root = root(space, entity)?;
            if kind.as_ref().is_some_and(|kind| kind.trim().is_empty() || kind.len() > LABEL) {
                return Err(bad(&format!("A kind must have 1 to {LABEL} bytes.")));
            }
            if space.entities.at(root).content.kind == *kind {
                return Ok(Vec::new());
            }
            let over = space.said(root).kind.clone();
            Ok(vec![edit(space, root, ContentEdit::SetKind { kind: kind.clone(), over }, id)])
        }
        _ => Ok(Vec::new()),
    }
}

pub(super) fn root(space: &Space, id: &EntityId) -> Result<Handle, Refusal> {
    space.root_of(id).ok_or(Refusal::NotFound)
}

fn edit(space: &Space, entity: Handle, edit: ContentEdit, by: Uuid) -> Effect {
    Effect::Edit { entity: space.entities.at(entity).id, edits: vec![edit], by }
}

/// A root and what it absorbed by a decision. An entity that only yielded by a rule keeps its name: the rule looks at it.
pub(super) fn own(space: &Space, root: Handle) -> Vec<Handle> {
    let by_rule = |raw: &Handle| matches!(space.entities.at(*raw).content.status, Status::Redirected { by: None, .. });
    space.absorbed_by(root).into_iter().filter(|raw| !by_rule(raw)).collect()
}

/// Who of those that are read as a root has a name, to the letter.
pub(super) fn name_holders(space: &Space, root: Handle, name: &str) -> Vec<Handle> {
    let has = |raw: &Handle| space.entities.at(*raw).content.names.iter().any(|had| had.text == *name);
    own(space, root).into_iter().filter(has).collect()
}

/// True if only an entity that yielded by a rule brings a name.
pub(super) fn is_lent(space: &Space, root: Handle, name: &str) -> bool {
    let has = |raw: Handle| space.entities.at(raw).content.names.iter().any(|had| had.text == *name);
    name_holders(space, root, name).is_empty() && space.absorbed_by(root).into_iter().any(has)
}

/// Refuses edits that would leave one of those that are read as a root without a name.
pub(super) fn keeps_a_name(space: &Space, root: Handle, raw: Handle, edits: &[ContentEdit]) -> Result<(), Refusal> {
    let goes = |name: &Name| edits.contains(&ContentEdit::RemoveName(name.text.clone()));
    let names = &space.entities.at(raw).content.names;
    if names.is_empty() || !names.iter().all(goes) {
        return Ok(());
    }
    Err(bad(if raw == root {
        "An entity needs a name: give it another one first, or let it keep one."
    } else {
        // What was absorbed stays what it was: its names are read with the root until it is divided from that.
        "All names of an entity that was merged into this one would go: undo that merge instead."
    }))
}

/// Who of those that are read as a root has a value, each with the value as it is stored there.
pub(super) fn field_holders(space: &Space, root: Handle, field: &Field) -> Vec<(Handle, Field)> {
    own(space, root).into_iter().filter_map(|raw| Some((raw, held_as(space, raw, field)?))).collect()
}

/// A value as an entity holds it. A number is named as the owner is shown it, without the scheme that a card wrote before it.
fn held_as(space: &Space, entity: Handle, field: &Field) -> Option<Field> {
    let values = || space.entities.at(entity).content.values(&field.name);
    let held = values().find(|value| *value == field.value);
    let held = held.or_else(|| values().find(|value| crate::read::written(value) == field.value))?;
    Some(Field { name: field.name.clone(), value: held.to_owned() })
}

/// Refuses what cannot be a name.
pub(super) fn check_name(name: &str) -> Result<(), Refusal> {
    if crate::names::exact_key(name).is_empty() {
        return Err(bad("A name must have something to read in it."));
    }
    if name.len() > NAME {
        return Err(bad(&format!("A name may have {NAME} bytes, not {}.", name.len())));
    }
    Ok(())
}

fn check_field(field: &Field) -> Result<(), Refusal> {
    let plain = |c: char| c.is_lowercase() || c.is_numeric() || matches!(c, '_' | '-' | ' ');
    if field.name.is_empty() || field.name.len() > LABEL || !field.name.chars().all(plain) {
        return Err(bad(&format!("A field's name has 1 to {LABEL} bytes: small letters, digits, spaces, - and _.")));
    }
    if field.value.trim().is_empty() || field.value.len() > VALUE {
        return Err(bad(&format!("A value must have 1 to {VALUE} bytes.")));
    }
    Ok(())
}
