//! Messages of conversations.
//!
//! A speaker is a by-name entity, kept by conversation and label: three Johns of three unrelated conversations are
//! three. A conversation's identity is the id that its lines name, else its earliest message, so that the same
//! conversation under another file name, or exported again when it had grown, is the same.

use super::{ByName, Taken, checksum, derived, ensure_by_name, ensure_source, quote, write};
use crate::journal::Hash;
use crate::model::*;
use crate::read::Message;
use crate::state::{Draft, Effect};
use crate::text::{Strength as Sure, names, sentences};
use uuid::Uuid;

/// What identifies a message within its conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct MessageKey {
    time: i64,
    hash: Hash,
}

impl MessageKey {
    /// The key of a message.
    pub fn new(message: &Message) -> Self {
        let hash = checksum(&(&message.speaker, &message.text, message.time));
        Self { time: message.time.unwrap_or(i64::MAX), hash }
    }

    /// Checksum of what was said, by whom and when.
    pub fn hash(&self) -> Hash {
        self.hash
    }
}

/// Where a message stands.
#[derive(Debug, Clone, Copy)]
pub struct Conversation<'a> {
    /// The conversation's key, from [`conversation_key`].
    pub key: &'a str,
    /// The file's name.
    pub file: &'a str,
    /// How many equal messages of the conversation came before this one.
    pub occurrence: u32,
}

/// The key of a conversation whose lines name no id, by its earliest message.
pub fn conversation_key(earliest: &MessageKey) -> String {
    format!("first:{}", earliest.hash)
}

/// Takes a message.
///
/// # Errors
/// Only those of [`Draft::write`].
pub fn take_message(draft: &mut Draft<'_>, place: Conversation<'_>, message: &Message) -> Result<Taken, String> {
    let conversation = derived(draft, "source", &format!("conversation:{}", place.key));
    let key = MessageKey::new(message);
    let event =
        Uuid::new_v5(&conversation, format!("namesake:message:v1:{}:{}", key.hash, place.occurrence).as_bytes());
    if draft.space().events.handle(&event).is_some() {
        return Ok(Taken::Unchanged);
    }
    ensure_source(draft, SourceKind::Conversation, &format!("conversation:{}", place.key), place.file);
    let speaker = message.speaker.as_deref().filter(|label| is_somebody(label));
    let speaker_entity = speaker.map(|label| {
        let source_key = format!("speaker:{conversation}:{}", crate::names::exact_key(label));
        let conversation = Some(conversation);
        let source = derived(draft, "source", &format!("conversation:{}", place.key));
        ensure_by_name(draft, ByName { source_key, name: label, kind: None, source, event, conversation })
    });
    draft.effect(Effect::AddEvent(Event {
        id: event,
        source: conversation,
        checksum: key.hash,
        time: message.time,
        speaker: message.speaker.clone(),
        speaker_entity,
    }));
    let text = &message.text;
    let cut = sentences(text);
    for found in names(text) {
        let strength = match found.strength {
            Sure::Named => Strength::Named,
            Sure::Latent => Strength::Latent,
        };
        let mention = quote::mention(event, text, &cut, found.start..found.end, strength, None);
        draft.effect(Effect::AddMention(Box::new(mention)));
    }
    write(draft, Body::Text { role: None, text: text.clone() }, event)?;
    Ok(Taken::Added)
}

/// False for labels that name a role and not somebody: `user`, `speaker-3`.
pub(super) fn is_somebody(label: &str) -> bool {
    const ROLES: [&str; 10] =
        ["speaker", "user", "assistant", "system", "bot", "unknown", "participant", "person", "human", "guest"];
    let key = crate::names::exact_key(label);
    let word = key.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '_' | ' ' | '#'));
    !key.is_empty() && !ROLES.contains(&word)
}
