//! A memory told without what differs from run to run: ids, times, order of arrival.

use super::{SPACE, Session};
use namesake_core::journal::canonical_json;
use namesake_core::model::{EntityId, Mention, Status, Unit};
use namesake_core::state::{Handle, Space};
use std::collections::{BTreeMap, BTreeSet};

/// What an entity is, told without its id, and by key: a by-name entity is called as it was written first.
pub fn describe(space: &Space, handle: Handle) -> String {
    let entity = space.entities.at(handle);
    let talk = entity.conversation.and_then(|id| space.sources.get(&id)).map_or("", |source| &source.name);
    let note = entity.content.values("note").next().unwrap_or("");
    format!("{}[{note}{talk}]", namesake_core::names::exact_key(entity.name()))
}

pub fn root_text(space: &Space, id: &EntityId) -> String {
    space.root_of(id).map_or_else(|| "gone".to_owned(), |root| describe(space, root))
}

/// Every link that stands.
pub fn links(space: &Space) -> BTreeSet<String> {
    let link = |mention: &Mention| {
        let talk = &space.sources.get(&space.events.get(&mention.event)?.source)?.name;
        let to = mention.verdict.entity.as_ref().map_or_else(|| "open".to_owned(), |id| root_text(space, id));
        Some(format!("{talk}: {} -> {to}", mention.quote))
    };
    space.mentions.iter().filter_map(link).collect()
}

/// Every question that stands, told without ids.
pub fn questions(space: &Space) -> Vec<String> {
    let mut out: Vec<String> = space
        .proposals
        .iter()
        .filter(|proposal| proposal.status.is_open())
        .map(|proposal| {
            let texts =
                |ids: Vec<EntityId>| -> BTreeSet<String> { ids.iter().map(|id| root_text(space, id)).collect() };
            let members = texts(proposal.members().collect());
            let key = proposal.name.as_deref().map(namesake_core::names::exact_key);
            let sides = match &proposal.unit {
                Unit::Across(sides) => format!(" by {:?}", sides.iter().cloned().map(texts).collect::<BTreeSet<_>>()),
                _ => String::new(),
            };
            format!("{:?} {key:?} {members:?}{sides}", proposal.kind)
        })
        .collect();
    out.sort();
    out
}

pub fn space(session: &Session) -> Space {
    session.memory.state().space(SPACE).cloned().unwrap_or_default()
}

/// Contents of all entities that were not retired, by id.
pub fn contents(space: &Space) -> BTreeMap<String, String> {
    space
        .entities
        .iter()
        .filter(|entity| entity.content.status != Status::Retired)
        .map(|entity| (entity.id.to_string(), canonical_json(&entity.content).expect("is JSON")))
        .collect()
}

pub fn shuffled(len: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    let mut state = seed | 1;
    for at in (1..len).rev() {
        // Xorshift (Marsaglia 2003): good enough to mix an order, and the same everywhere.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        order.swap(at, (state % (at as u64 + 1)) as usize);
    }
    order
}
