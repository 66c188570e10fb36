//! What an edit would do: its effects, computed once for preview and record.

use super::{content, split};
use crate::merge;
use crate::model::*;
use crate::policy::GROUP;
use crate::review::{Plan, Refusal};
use crate::settle::shared_strong_fields;
use crate::state::{Effect, Handle, Space};
use uuid::Uuid;

/// The plan of an edit; without effects if everything is so already.
///
/// `id` is the id that the edit will have, `fresh` that of an entity it may make, `now` milliseconds since 1970.
///
/// # Errors
/// [`Refusal::NotFound`], [`Refusal::BadArgument`], [`Refusal::CannotLink`].
pub fn plan(space: &Space, input: &EditInput, id: Uuid, fresh: EntityId, now: i64) -> Result<Plan, Refusal> {
    let mut plan = Plan::empty();
    match input {
        EditInput::Ask { a, b } => ask(space, *a, *b, &mut plan)?,
        EditInput::Merge { entities, survivor } => merge(space, entities, *survivor, id, &mut plan)?,
        EditInput::NotSame { entities } => keep_apart(space, entities, &mut plan)?,
        EditInput::Split(split) => split::plan(space, split, id, fresh, now, &mut plan)?,
        EditInput::Rename { .. }
        | EditInput::AddName { .. }
        | EditInput::RemoveName { .. }
        | EditInput::AddField { .. }
        | EditInput::RemoveField { .. }
        | EditInput::SetKind { .. } => plan.effects = content::effects(space, input, id)?,
    }
    Ok(plan)
}

/// The roots of entities, each once, in the order in which they are named.
fn roots(space: &Space, entities: &[EntityId]) -> Result<Vec<Handle>, Refusal> {
    if entities.len() > GROUP {
        return Err(bad(&format!("At most {GROUP} entities at a time.")));
    }
    let mut out = Vec::new();
    for id in entities {
        let root = space.root_of(id).ok_or(Refusal::NotFound)?;
        if !out.contains(&root) {
            out.push(root);
        }
    }
    Ok(out)
}

fn ask(space: &Space, a: EntityId, b: EntityId, plan: &mut Plan) -> Result<(), Refusal> {
    let two = roots(space, &[a, b])?;
    let [one, other] = two.as_slice() else { return Err(bad("These two are read as one already.")) };
    if space.group_key(*one) == space.group_key(*other) {
        return Err(bad("These two are read as one already."));
    }
    if let Some((a, b)) = space.forbidden_pair(*one, *other) {
        return Err(Refusal::CannotLink(a, b));
    }
    if space.question_about(*one, *other).is_none() && !space.is_asked(*one, *other) {
        let (a, b) = (space.entities.at(*one).id, space.entities.at(*other).id);
        plan.effects.push(Effect::Ask { a, b });
    }
    Ok(())
}

fn merge(
    space: &Space,
    entities: &[EntityId],
    survivor: Option<EntityId>,
    id: Uuid,
    plan: &mut Plan,
) -> Result<(), Refusal> {
    if entities.len() < 2 {
        return Err(bad("Name at least two entities."));
    }
    let members = roots(space, entities)?;
    let survivor = match survivor {
        None => merge::survivor(space, &members).ok_or(Refusal::NotFound)?,
        Some(id) => {
            let root = space.root_of(&id).filter(|root| members.contains(root));
            let root = root.ok_or_else(|| bad("The survivor must be one of the entities."))?;
            space.entities.at(root).id
        }
    };
    plan.effects.extend(merge::check(space, &members, false)?);
    plan.merge(space, &members, survivor, id);
    Ok(())
}

fn keep_apart(space: &Space, entities: &[EntityId], plan: &mut Plan) -> Result<(), Refusal> {
    if entities.len() < 2 {
        return Err(bad("Name at least two entities."));
    }
    let members = roots(space, entities)?;
    let one = "Two of these are read as one. Undo the decision that joined them, or split the entity.";
    if members.len() < 2 {
        return Err(bad(one));
    }
    for (at, a) in members.iter().enumerate() {
        for b in &members[at + 1..] {
            if space.group_key(*a) == space.group_key(*b) {
                return Err(bad(one));
            }
            if !space.is_forbidden(*a, *b) {
                let known = shared_strong_fields(space, *a, *b);
                let (a, b) = (space.entities.at(*a).id, space.entities.at(*b).id);
                plan.effects.push(Effect::Forbid { a, b, known });
            }
        }
    }
    Ok(())
}

pub(super) fn bad(why: &str) -> Refusal {
    Refusal::BadArgument(why.to_owned())
}
