//! Messages of conversations: the event, who speaks, and the names in the text. It must not link them.

use super::speaker::{self, At};
use super::{Taken, ensure_source, message_hash, quote, write};
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
    /// What that is: a conversation or a document.
    pub kind: SourceKind,
    /// The file's name, which the conversation bears if it has none of its own.
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
        if speaker::renamed(draft, place.file, message)? {
            return Ok(Taken::Updated);
        }
        return Ok(if is_same { Taken::Unchanged } else { Taken::OtherTime });
    }
    let name = message.title.as_deref().unwrap_or(place.file);
    ensure_source(draft, conversation, place.kind, name);
    let at = At { conversation, event };
    let speaker_entity = speaker::speaker(draft, at, message);
    message.to.iter().for_each(|person| speaker::addressed(draft, at, person));
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
    let role = (place.kind == SourceKind::Document).then(|| "document".to_owned());
    write(draft, Body::Text { role, text: text.clone() }, event)?;
    Ok(Taken::Added)
}
