//! Edits: what the owner changes by hand, without having been asked.

use super::{Content, EntityId, Field, Fields, MentionId, Name, Origin};
use crate::journal::Hash;
use crate::state::Effect;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What the owner put in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EditInput {
    /// This name is the preferred one; it is added if the entity does not have it.
    Rename {
        /// The entity.
        entity: EntityId,
        /// The name.
        name: String,
    },
    /// The entity also answers to a name.
    AddName {
        /// The entity.
        entity: EntityId,
        /// The name.
        name: String,
    },
    /// It does not answer to a name.
    RemoveName {
        /// The entity.
        entity: EntityId,
        /// The name.
        name: String,
    },
    /// A value of a field.
    AddField {
        /// The entity.
        entity: EntityId,
        /// Field and value.
        field: Field,
    },
    /// Not this value of a field.
    RemoveField {
        /// The entity.
        entity: EntityId,
        /// Field and value.
        field: Field,
    },
    /// Its kind; none for any.
    SetKind {
        /// The entity.
        entity: EntityId,
        /// The kind.
        kind: Option<String>,
    },
    /// Ask whether two entities are the same.
    Ask {
        /// One.
        a: EntityId,
        /// The other.
        b: EntityId,
    },
    /// They are one.
    Merge {
        /// The entities.
        entities: Vec<EntityId>,
        /// Who survives; the default if absent.
        survivor: Option<EntityId>,
    },
    /// No two of them are the same.
    NotSame {
        /// The entities.
        entities: Vec<EntityId>,
    },
    /// An entity that swallowed another one is divided.
    Split(SplitInput),
}

impl EditInput {
    /// The entities that it names.
    pub fn entities(&self) -> Vec<EntityId> {
        match self {
            Self::Rename { entity, .. }
            | Self::AddName { entity, .. }
            | Self::RemoveName { entity, .. }
            | Self::AddField { entity, .. }
            | Self::RemoveField { entity, .. }
            | Self::SetKind { entity, .. } => vec![*entity],
            Self::Ask { a, b } => vec![*a, *b],
            Self::Merge { entities, .. } | Self::NotSame { entities } => entities.clone(),
            Self::Split(split) => vec![split.entity],
        }
    }
}

/// What goes to the new half of an entity that is divided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SplitInput {
    /// The entity.
    pub entity: EntityId,
    /// Names, the preferred one first.
    pub names: Vec<SplitPart<String>>,
    /// Values of fields.
    pub fields: Vec<SplitPart<Field>>,
    /// Mentions.
    pub mentions: Vec<MentionId>,
    /// The new half's kind.
    pub kind: Option<String>,
}

/// A name or value of the new half.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SplitPart<T> {
    /// What goes.
    pub what: T,
    /// True if the old half keeps it as well.
    pub kept: bool,
}

/// One change of an entity's content by the owner.
///
/// It lies over what the sources say, so that a source that says the same again does not undo it, and so that taking it
/// back gives what would stand without it. Where a source says something else than it said then, that is news: the owner's
/// choice between values holds against the value that it was made against, and not against later ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ContentEdit {
    /// This name comes first, as long as the sources' first name is `over`; it is a further name afterwards.
    Prefer {
        /// The name.
        name: String,
        /// The sources' first name when it was said.
        over: String,
    },
    /// A further name.
    AddName(String),
    /// Not this name.
    RemoveName(String),
    /// A further value.
    AddField(Field),
    /// Not this value.
    RemoveField(Field),
    /// This kind, as long as the sources' kind is `over`.
    SetKind {
        /// The kind.
        kind: Option<String>,
        /// The sources' kind when it was said.
        over: Option<String>,
    },
}

impl ContentEdit {
    /// True if both are about the same name, the same value, or the kind.
    pub fn is_about_the_same(&self, other: &Self) -> bool {
        match (self.name(), other.name(), self.field(), other.field()) {
            (Some(a), Some(b), ..) => a == b,
            (.., Some(a), Some(b)) => a == b,
            (None, None, None, None) => true,
            _ => false,
        }
    }

    fn name(&self) -> Option<&str> {
        match self {
            Self::Prefer { name, .. } | Self::AddName(name) | Self::RemoveName(name) => Some(name),
            _ => None,
        }
    }

    fn field(&self) -> Option<&Field> {
        match self {
            Self::AddField(field) | Self::RemoveField(field) => Some(field),
            _ => None,
        }
    }
}

/// An entity that the owner edited: what it would be without, and the edits in force, oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edited {
    /// What sources and reviews say.
    pub said: Content,
    /// The edits, each with the id of its operation.
    pub edits: Vec<(Uuid, Vec<ContentEdit>)>,
}

impl Edited {
    /// The content with the edits laid over it. It depends on what is said and on the edits in force alone.
    pub fn content(&self) -> Content {
        let mut out = self.said.clone();
        let mut fields: Vec<Field> = out.fields.iter().map(|(name, value)| field(name, value)).collect();
        for (by, edit) in self.edits.iter().flat_map(|(by, edits)| edits.iter().map(move |edit| (by, edit))) {
            let held = |content: &Content, name: &str| content.names.iter().position(|had| had.text == *name);
            let own = |name: &str| Name { text: name.to_owned(), origin: Origin::Review(*by) };
            match edit {
                ContentEdit::Prefer { name, over } => {
                    let at = held(&out, name);
                    if self.said.names.first().is_some_and(|first| first.text == *over) {
                        let name = at.map_or_else(|| own(name), |at| out.names.remove(at));
                        out.names.insert(0, name);
                    } else if at.is_none() {
                        out.names.push(own(name));
                    }
                }
                ContentEdit::AddName(name) if held(&out, name).is_none() => out.names.push(own(name)),
                ContentEdit::RemoveName(name) => out.names.retain(|had| had.text != *name),
                ContentEdit::AddField(field) if !fields.contains(field) => fields.push(field.clone()),
                ContentEdit::RemoveField(field) => fields.retain(|had| had != field),
                ContentEdit::SetKind { kind, over } if self.said.kind == *over => out.kind.clone_from(kind),
                ContentEdit::AddName(_) | ContentEdit::AddField(_) | ContentEdit::SetKind { .. } => {}
            }
        }
        // What has no name cannot be found: a source that has left only what was removed is believed.
        if out.names.is_empty() {
            out.names.clone_from(&self.said.names);
        }
        out.fields = Fields::from(fields);
        out
    }
}

fn field(name: &str, value: &str) -> Field {
    Field { name: name.to_owned(), value: value.to_owned() }
}

/// A recorded edit, as the state keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// Its id: opaque, as the same edit may be made again after an undo.
    pub id: Uuid,
    /// What the owner put in.
    pub input: EditInput,
    /// Who.
    pub actor: String,
    /// Why, in the owner's words.
    pub reason: Option<String>,
    /// When, in milliseconds since 1970.
    pub time: i64,
    /// What it changed, in order.
    pub effects: Vec<Effect>,
    /// Sequence of its record. Set when applied.
    pub sequence: u64,
    /// Checksum of its record's payload. Set when applied.
    pub checksum: Hash,
    /// The undo that took it back.
    pub undone_by: Option<Uuid>,
}
