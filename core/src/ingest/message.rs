//! Messages of conversations.
//!
//! A speaker is a by-name entity, kept by conversation and label: three Johns of three unrelated conversations are
//! three.

use super::{ByName, Taken, ensure_by_name, ensure_source, message_hash, quote, write};
use crate::model::*;
use crate::read::Message;
use crate::state::{Draft, Effect};
use crate::text::{Strength as Sure, names, sentences};
use uuid::Uuid;

/// Where a message stands.
#[derive(Debug, Clone, Copy)]
pub struct Conversation<'a> {
    /// The conversation's source.
    pub source: SourceId,
    /// The file's name.
    pub file: &'a str,
    /// How many equal messages of the conversation came before this one.
    pub occurrence: u32,
}

/// Takes a message.
///
/// # Errors
/// Only those of [`Draft::write`].
pub fn take_message(draft: &mut Draft<'_>, place: Conversation<'_>, message: &Message) -> Result<Taken, String> {
    let conversation = place.source;
    let hash = message_hash(message);
    let event = Uuid::new_v5(&conversation, format!("namesake:message:v1:{hash}:{}", place.occurrence).as_bytes());
    if let Some(known) = draft.space().events.get(&event) {
        let is_same = known.time == message.time;
        return Ok(if is_same { Taken::Unchanged } else { Taken::OtherTime });
    }
    ensure_source(draft, conversation, SourceKind::Conversation, place.file);
    let speaker = message.speaker.as_deref().filter(|label| is_somebody(label));
    let speaker_entity = speaker.map(|label| {
        let source_key = format!("speaker:{conversation}:{}", crate::names::exact_key(label));
        let conversation = Some(conversation);
        let source = place.source;
        ensure_by_name(draft, ByName { source_key, name: label, kind: None, source, event, conversation })
    });
    draft.effect(Effect::AddEvent(Event {
        id: event,
        source: conversation,
        checksum: hash,
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
