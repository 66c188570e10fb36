//! What a card says of an entity: its own content and that of all that was merged into it, under the id by which it is known
//! when it comes back.
//!
//! Members of an identity group are written each for itself: each keeps its own record, and a card that joined them would make
//! one of them in another memory.

use crate::model::{Content, EntityId};
use crate::read::Card;
use crate::state::{Handle, Space};
use std::collections::BTreeSet;

/// What source keys of cards begin with that have an id of their source.
const WITH_UID: &str = "card:uid:";
/// What the ids of entities begin with that no source gave one.
const OWN: &str = "urn:uuid:";

/// The card of an entity in use. Its id is the one that its source gave, so that the source's next card is known as well;
/// else the entity's own.
pub(crate) fn card_of(space: &Space, root: Handle) -> Card {
    let entity = space.entities.at(root);
    let mut card = of_content(&entity.content);
    let given = entity.source_key.as_deref().and_then(|key| key.strip_prefix(WITH_UID));
    card.source_key = Some(given.map_or_else(|| format!("{OWN}{}", entity.id), str::to_owned));
    let mut fields: BTreeSet<(String, String)> = card.fields.iter().cloned().collect();
    for raw in space.absorbed_by(root).into_iter().skip(1) {
        let other = of_content(&space.entities.at(raw).content);
        for name in other.names {
            if !card.names.contains(&name) {
                card.names.push(name);
            }
        }
        card.fields.extend(other.fields.into_iter().filter(|field| fields.insert(field.clone())));
    }
    card
}

/// The entity in use whose card has this id because no source gave it one.
pub(crate) fn written_as(space: &Space, uid: &str) -> Option<Handle> {
    let id: EntityId = uid.strip_prefix(OWN)?.parse().ok()?;
    space.entities.handle(&id).filter(|entity| space.root(*entity).is_some())
}

/// True if a card says no more and no less than what is known of an entity, by itself or with all that was merged into the one
/// that it is read as.
pub(crate) fn says_the_same(space: &Space, entity: Handle, card: &Card) -> bool {
    let own = of_content(&space.entities.at(entity).content);
    let together = || space.root(entity).is_some_and(|root| is_same(&card_of(space, root), card));
    is_same(&own, card) || together()
}

fn of_content(content: &Content) -> Card {
    Card {
        names: content.names.iter().map(|name| plain(&name.text)).collect(),
        kind: content.kind.clone(),
        fields: content.fields.iter().map(|(name, value)| (name.to_owned(), plain(value))).collect(),
        ..Card::default()
    }
}

/// Text as both forms can hold it: with line feeds for line breaks.
fn plain(text: &str) -> String {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text.to_owned() }
}

/// True if both have the same preferred name, the same others, kind and values, in whatever order. White space around a value is
/// no part of it.
fn is_same(a: &Card, b: &Card) -> bool {
    let others = |card: &Card| -> BTreeSet<String> { card.names.iter().skip(1).map(|name| plain(name)).collect() };
    let values = |card: &Card| -> BTreeSet<(String, String)> {
        card.fields.iter().map(|(name, value)| (name.clone(), plain(value.trim()))).collect()
    };
    let first = |card: &Card| card.names.first().map(|name| plain(name));
    first(a) == first(b) && a.kind == b.kind && others(a) == others(b) && values(a) == values(b)
}
