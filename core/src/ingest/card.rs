//! Contact cards: each is one established entity, keyed by its source id, else by its hash. A name never joins two.
//!
//! A card that was written here and comes back is known by the id that it was given, see [`write`](crate::write).

use super::{checksum, derived, ensure_source, write};
use crate::model::*;
use crate::read::Card;
use crate::state::{Draft, Effect};
use crate::write::{says_the_same, written_as};

/// What became of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// It is new.
    Added,
    /// It changed an entity that came from the same item before.
    Updated,
    /// It was there already.
    Unchanged,
    /// It was there already, with another time, which it keeps.
    OtherTime,
}

/// Takes a card. `file` is the name of the source.
///
/// # Errors
/// Only those of [`Draft::write`].
pub fn take_card(draft: &mut Draft<'_>, file: &str, card: &Card) -> Result<Taken, String> {
    let seen = checksum(&(&card.names, &card.kind, &card.fields));
    let key = match &card.source_key {
        Some(uid) => format!("card:uid:{uid}"),
        None => format!("card:hash:{seen}"),
    };
    let fields = || -> Vec<Field> {
        card.fields.iter().map(|(name, value)| Field { name: name.clone(), value: value.clone() }).collect()
    };
    let space = draft.space();
    let written = || card.source_key.as_deref().and_then(|uid| written_as(space, uid));
    let known = space.with_source_key(&key).or_else(written);
    // The last one counts: a card that was changed and changed back has changed. One that we wrote ourselves says what the owner
    // decided meanwhile, too.
    if known.is_some_and(|at| {
        let is_ours = || card.written_here && says_the_same(space, at, card);
        space.entities.at(at).seen.last() == Some(&seen) || is_ours()
    }) {
        return Ok(Taken::Unchanged);
    }
    let known = known.map(|handle| space.entities.at(handle));
    let changes = known.map_or(0, |entity| entity.seen.len());
    let known = known.map(|entity| entity.id);
    let event = derived(draft, "event", &format!("{key}:{seen}:{changes}"));
    let source = derived(draft, "source", &format!("contacts:{file}"));
    ensure_source(draft, source, SourceKind::Contacts, file);
    draft.effect(Effect::AddEvent(Event {
        id: event,
        source,
        checksum: seen,
        time: None,
        speaker: None,
        speaker_entity: None,
    }));
    let taken = match known {
        Some(entity) => {
            let (names, kind) = (card.names.clone(), card.kind.clone());
            draft.effect(Effect::Revise { entity, names, kind, fields: fields(), seen });
            Taken::Updated
        }
        None => {
            let names = card.names.iter().map(|text| Name { text: text.clone(), origin: Origin::Source });
            let content = Content {
                names: names.collect(),
                kind: card.kind.clone(),
                fields: fields().into(),
                status: Status::Active,
            };
            let entity = Entity {
                id: draft.new_id(),
                created: draft.now(),
                standing: Standing::Established,
                content,
                revision: 1,
                source_key: Some(key),
                seen: Seen::from_iter([seen]),
                source: Some(source),
                event: Some(event),
                conversation: None,
                past: Vec::new(),
            };
            draft.effect(Effect::AddEntity(Box::new(entity)));
            Taken::Added
        }
    };
    write(draft, Body::Card { line: card.line }, event)?;
    Ok(taken)
}
