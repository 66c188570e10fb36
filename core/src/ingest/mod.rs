//! Commands that take items in: contact cards, messages of conversations, events of a host.
//!
//! They add events, entities and mentions; what links and what is asked is left to [`settle`](crate::settle::settle).
//! Taking the same item again changes nothing.

mod card;
mod claimed;
mod conversation;
mod document;
mod host;
mod known;
mod message;
mod prepare;
mod quote;
mod sent;
mod spans;
mod speaker;
mod value;

pub use card::{Taken, take_card};
pub use conversation::{Opening, find_conversation, message_hash, named_conversation};
pub use document::find_document;
pub use host::{HostError, TakenEvent, take_event};
pub use message::{Conversation, take_message};
pub use prepare::{is_sound, prepare};

use crate::journal::{Hash, canonical_json, sha256};
use crate::model::*;
use crate::state::{Draft, Effect, Operation};
use uuid::Uuid;

/// An id derived from what a source calls the thing: for events and sources, never for entities.
fn derived(draft: &Draft<'_>, what: &str, key: &str) -> Uuid {
    let owner = draft.owner();
    let name = format!("namesake:{what}:v1:{}:{owner}:{}:{key}", owner.chars().count(), draft.space_name());
    Uuid::new_v5(&Uuid::NAMESPACE_URL, name.as_bytes())
}

fn checksum(value: &impl serde::Serialize) -> Hash {
    sha256(canonical_json(value).unwrap_or_default().as_bytes())
}

/// Adds a source if it is not there.
fn ensure_source(draft: &mut Draft<'_>, id: SourceId, kind: SourceKind, name: &str) {
    if draft.space().sources.handle(&id).is_none() {
        let source = Source { id, kind, name: name.to_owned(), first_seen: draft.now() };
        draft.effect(Effect::AddSource(source));
    }
}

/// Writes the record of an ingested event.
fn write(draft: &mut Draft<'_>, body: Body, event: EventId) -> Result<(), String> {
    let effects = draft.take_effects();
    draft.write(Operation::Ingest { body, effects }, event, Some(event))
}

/// The by-name entity with this identity in its source, which is made if it is not there.
fn ensure_by_name(draft: &mut Draft<'_>, new: ByName<'_>) -> EntityId {
    if let Some(handle) = draft.space().with_source_key(&new.source_key) {
        return draft.space().entities.at(handle).id;
    }
    let id = draft.new_id();
    let email = new.email.map(|value| Field { name: "email".into(), value: value.to_owned() });
    let entity = Entity {
        id,
        created: draft.now(),
        standing: Standing::ByName,
        content: Content {
            names: [Name { text: new.name.to_owned(), origin: Origin::Source }].into_iter().collect(),
            kind: new.kind.map(str::to_owned),
            fields: email.into_iter().collect::<Vec<_>>().into(),
            status: Status::Active,
        },
        revision: 1,
        source_key: Some(new.source_key),
        seen: Seen::new(),
        source: Some(new.source),
        event: Some(new.event),
        conversation: new.conversation,
        past: Vec::new(),
    };
    draft.effect(Effect::AddEntity(Box::new(entity)));
    id
}

struct ByName<'a> {
    source_key: String,
    name: &'a str,
    kind: Option<&'a str>,
    email: Option<&'a str>,
    source: SourceId,
    event: EventId,
    conversation: Option<SourceId>,
}
