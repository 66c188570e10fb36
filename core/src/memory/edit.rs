//! Edits, as they come over the border.

use super::call::reason;
use super::{Context, Memory, errors};
use crate::edit;
use crate::model::{EditInput, EntityId, Field, SplitInput, SplitPart};
use crate::protocol::{ApiError, Edit, Edited, Reply};
use crate::query;
use crate::store::Store;
use uuid::Uuid;

impl<S: Store> Memory<S> {
    pub(super) async fn edit(
        &mut self,
        space: &str,
        edit: &Edit,
        why: Option<&str>,
        context: Context,
    ) -> Result<Reply, ApiError> {
        let (input, why) = (edit_input(edit)?, reason(why)?);
        let edited = self
            .execute(space, context, |draft| {
                let outcome = edit::edit(draft, input.clone(), why.clone());
                let done = outcome.map_err(|why| errors::from_refusal(Some(draft.space()), why))?;
                let space = draft.space();
                let row = done.edit.and_then(|id| space.edits.handle(&id)).map(|handle| query::edit_row(space, handle));
                Ok(Edited {
                    edit: row,
                    entity: done.made.map(|id| id.to_string()),
                    question: done.question.map(|id| id.to_string()),
                    opened: done.settled.opened.iter().map(Uuid::to_string).collect(),
                    closed: done.settled.closed.iter().map(Uuid::to_string).collect(),
                })
            })
            .await?;
        Ok(Reply::Edited(Box::new(edited)))
    }
}

/// An edit with its ids read.
pub(super) fn edit_input(edit: &Edit) -> Result<EditInput, ApiError> {
    let entity = |id: &String| -> Result<EntityId, ApiError> { id.parse().map_err(|_| errors::not_found()) };
    let all = |ids: &[String]| ids.iter().map(entity).collect::<Result<Vec<_>, _>>();
    let field = |field: &String, value: &String| Field { name: field.clone(), value: value.clone() };
    Ok(match edit {
        Edit::Rename { entity: id, name } => EditInput::Rename { entity: entity(id)?, name: name.clone() },
        Edit::AddName { entity: id, name } => EditInput::AddName { entity: entity(id)?, name: name.clone() },
        Edit::RemoveName { entity: id, name } => EditInput::RemoveName { entity: entity(id)?, name: name.clone() },
        Edit::AddField { entity: id, field: name, value } => {
            EditInput::AddField { entity: entity(id)?, field: field(name, value) }
        }
        Edit::RemoveField { entity: id, field: name, value } => {
            EditInput::RemoveField { entity: entity(id)?, field: field(name, value) }
        }
        Edit::SetKind { entity: id, kind } => EditInput::SetKind { entity: entity(id)?, kind: kind.clone() },
        Edit::Ask { a, b } => EditInput::Ask { a: entity(a)?, b: entity(b)? },
        Edit::Merge { entities, survivor } => {
            EditInput::Merge { entities: all(entities)?, survivor: survivor.as_ref().map(entity).transpose()? }
        }
        Edit::NotSame { entities } => EditInput::NotSame { entities: all(entities)? },
        Edit::Split { entity: id, parts } => EditInput::Split(SplitInput {
            entity: entity(id)?,
            names: parts.names.iter().map(|part| SplitPart { what: part.name.clone(), kept: part.kept }).collect(),
            fields: parts
                .fields
                .iter()
                .map(|part| SplitPart { what: field(&part.field, &part.value), kept: part.kept })
                .collect(),
            mentions: all(&parts.mentions)?,
            kind: parts.kind.clone(),
        }),
    })
}
