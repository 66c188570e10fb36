//! Who speaks, and who is spoken to: by-name entities, kept by the strongest identity that the format gives.
//!
//! An account is one entity in all conversations and under all names that it shows. Without an account it is the
//! conversation and the label: three Johns of three unrelated conversations are three. It must not join two accounts.

use super::{ByName, checksum, derived, ensure_by_name, ensure_source, write};
use crate::model::*;
use crate::read::{Message, Person};
use crate::state::{Draft, Effect};

/// Where somebody speaks.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub(super) conversation: SourceId,
    pub(super) event: EventId,
}

/// The entity of a message's speaker, which is made, or learns the name that it is given here. `None` for nobody.
pub(super) fn speaker(draft: &mut Draft<'_>, at: At, message: &Message) -> Option<EntityId> {
    let name = message.speaker.as_deref().filter(|label| is_somebody(label))?;
    let source_key = match &message.account {
        Some(account) => account_key(account),
        None => format!("speaker:{}:{}", at.conversation, crate::names::exact_key(name)),
    };
    let (email, conversation) = (message.email.as_deref(), Some(at.conversation));
    let who = ByName { source_key, name, kind: None, email, source: at.conversation, event: at.event, conversation };
    Some(if message.account.is_some() { known_or_new(draft, who) } else { ensure_by_name(draft, who) })
}

/// Takes in somebody who is spoken to. They do not speak here, so the conversation is none of theirs yet.
pub(super) fn addressed(draft: &mut Draft<'_>, at: At, person: &Person) {
    if is_somebody(&person.name) {
        let (source_key, email) = (account_key(&person.account), person.email.as_deref());
        let (source, event) = (at.conversation, at.event);
        let who = ByName { source_key, name: &person.name, kind: None, email, source, event, conversation: None };
        known_or_new(draft, who);
    }
}

/// Takes the name that an account shows with a message that was taken under another one. False if it is known.
///
/// # Errors
/// Only those of [`Draft::write`].
pub(super) fn renamed(draft: &mut Draft<'_>, file: &str, message: &Message) -> Result<bool, String> {
    let (Some(account), Some(label)) = (&message.account, &message.speaker) else { return Ok(false) };
    let Some(entity) = draft.space().with_source_key(&account_key(account)) else { return Ok(false) };
    if !is_somebody(label) || !is_new_name(draft, entity, label) {
        return Ok(false);
    }
    let id = draft.space().entities.at(entity).id;
    let event = derived(draft, "event", &format!("account:{account}:name:{label}"));
    if draft.space().events.handle(&event).is_some() {
        return Ok(false);
    }
    let source = derived(draft, "source", &format!("accounts:{file}"));
    ensure_source(draft, source, SourceKind::Contacts, file);
    draft.effect(Effect::AddEvent(Event {
        id: event,
        source,
        checksum: checksum(&(account, label)),
        time: None,
        speaker: None,
        speaker_entity: None,
    }));
    learn(draft, id, label);
    write(draft, Body::Fact { fields: vec![Field { name: "name".into(), value: label.clone() }] }, event)?;
    Ok(true)
}

fn account_key(account: &str) -> String {
    format!("{ACCOUNT}{account}")
}

/// The entity of an account, which learns the name if it is known by others.
fn known_or_new(draft: &mut Draft<'_>, who: ByName<'_>) -> EntityId {
    let Some(known) = draft.space().with_source_key(&who.source_key) else { return ensure_by_name(draft, who) };
    let id = draft.space().entities.at(known).id;
    if is_new_name(draft, known, who.name) {
        learn(draft, id, who.name);
    }
    id
}

/// Whether no source called the entity so. What the owner took away is not added again.
fn is_new_name(draft: &Draft<'_>, entity: crate::state::Handle, name: &str) -> bool {
    let key = crate::names::exact_key(name);
    let said = draft.space().said(entity);
    !said.names.iter().any(|known| crate::names::exact_key(&known.text) == key)
}

fn learn(draft: &mut Draft<'_>, entity: EntityId, name: &str) {
    draft.effect(Effect::AddName { entity, name: Name { text: name.to_owned(), origin: Origin::Source } });
}

/// False for labels that name a role and not somebody: `user`, `speaker-3`; and for an e-mail address, which is a value.
pub(super) fn is_somebody(label: &str) -> bool {
    const ROLES: [&str; 13] = [
        "speaker",
        "user",
        "assistant",
        "system",
        "bot",
        "unknown",
        "participant",
        "person",
        "human",
        "guest",
        "me",
        "you",
        "no-sender",
    ];
    let key = crate::names::exact_key(label);
    let word = key.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '_' | ' ' | '#'));
    let is_address = key.contains('@') && !key.starts_with('@') && !key.contains(' ');
    !key.is_empty() && !is_address && !ROLES.contains(&word)
}
