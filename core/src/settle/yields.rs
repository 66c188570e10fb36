//! A by-name entity yields to the single established holder of its exact key (DESIGN section 4).
//!
//! It is retired by a reversible redirect; with several established holders, an entity of which nothing is known but
//! the name steps back, and its mentions are ambiguous between those. A cannot-link or a different kind prevents it, and a person's lone given name
//! asks instead. When a second established holder appears, in whatever order, the redirect is taken back.

use super::Work;
use crate::model::{Entity, Origin, Standing, Status};
use crate::state::{Draft, Effect, Handle, NodeId, Space};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn settle(draft: &mut Draft<'_>, work: &Work) {
    let space = draft.space();
    // An entity may have several names: it is looked at once, by all of them, or two names would move it to and fro.
    let holding = work.nodes.iter().flat_map(|node| space.nodes.at(*node).holders.iter().copied());
    let by_name: BTreeSet<Handle> =
        holding.filter(|raw| space.entities.at(*raw).standing == Standing::ByName).collect();
    let mut established = BTreeMap::new();
    for entity in by_name {
        let space = draft.space();
        if !may_yield(space, entity) {
            continue;
        }
        let (row, to) = (space.entities.at(entity), due(space, entity, &mut established));
        if !same(space, row.content.status, to) {
            let effect = Effect::SetStatus { entity: row.id, from: row.content.status, to };
            draft.effect(effect);
        }
    }
}

/// Established holders of a name, one an identity group. No by-name entity changes that, so each name is looked at once.
type Established = BTreeMap<NodeId, Vec<Handle>>;

/// The status that a by-name entity should have.
fn due(space: &Space, raw: Handle, known: &mut Established) -> Status {
    let entity = space.entities.at(raw);
    let nodes: BTreeSet<NodeId> = entity
        .content
        .names
        .iter()
        .filter_map(|name| space.nodes.exact(&crate::names::exact_key(&name.text)))
        .collect();
    for node in &nodes {
        known.entry(*node).or_insert_with(|| {
            let holders = space.nodes.at(*node).holders.iter().copied();
            space.distinct(holders.filter(|raw| space.entities.at(*raw).standing == Standing::Established))
        });
    }
    let holders = |node: &NodeId| known.get(node).map(Vec::as_slice).unwrap_or_default();
    let established = match nodes.iter().next() {
        Some(node) if nodes.len() == 1 => Cow::Borrowed(holders(node)),
        _ => Cow::Owned(space.distinct(nodes.iter().flat_map(holders).copied())),
    };
    let agree = |holder: &&Handle| match (&entity.content.kind, &space.entities.at(**holder).content.kind) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    };
    match &*established {
        [holder] if agree(&holder) => {
            let other = space.entities.at(*holder);
            // "Atlas" reads like a given name, but a project has none.
            let lone = nodes
                .iter()
                .filter(|node| !holders(node).is_empty())
                .all(|node| space.nodes.keys(*node).is_lone_given_name());
            let given = lone && !is_no_person(entity) && !is_no_person(other);
            let to = Status::Redirected { to: other.id, by: None };
            // While it is redirected, a cannot-link between the two is read as one with itself: look at it raw.
            let kept_apart =
                raw_forbidden(space, raw, *holder) || (entity.content.status != to && space.is_forbidden(raw, *holder));
            if given || kept_apart { Status::Active } else { to }
        }
        // What a bare name made steps back where several hold it: its mentions are ambiguous between those.
        several if several.iter().filter(agree).count() > 1 && is_bare(space, raw) => Status::Retired,
        _ => Status::Active,
    }
}

/// True if nothing has to move: a redirect to an entity that is itself read as the one that is due is good.
fn same(space: &Space, now: Status, due: Status) -> bool {
    match (now, due) {
        (Status::Redirected { to: now, .. }, Status::Redirected { to: due, .. }) => {
            space.root_of(&now) == space.root_of(&due)
        }
        (now, due) => now == due,
    }
}

/// True for a by-name entity that is on its own, or redirected or retired by this very rule. What the owner edited is the
/// owner's: no rule moves it.
fn may_yield(space: &Space, raw: Handle) -> bool {
    let entity = space.entities.at(raw);
    entity.standing == Standing::ByName
        && !space.edited.contains_key(&entity.id)
        && match entity.content.status {
            Status::Active => space.group(raw).len() == 1 && space.absorbed_by(raw).len() == 1,
            Status::Redirected { by, .. } => by.is_none(),
            Status::Retired => true,
        }
}

/// True for an entity of which nothing is known but its name: no speaker, no account, and nobody said that a mention means it.
fn is_bare(space: &Space, raw: Handle) -> bool {
    let entity = space.entities.at(raw);
    entity.conversation.is_none()
        && !entity.has_account()
        && entity.content.fields.is_empty()
        && entity.content.names.iter().all(|name| name.origin == Origin::Source)
        && !space.mentions_of(raw).iter().any(|mention| space.mentions.at(*mention).verdict.is_firm())
}

/// True for what was said to be something else than a person.
fn is_no_person(entity: &Entity) -> bool {
    entity.content.kind.as_deref().is_some_and(|kind| kind != "person")
}

fn raw_forbidden(space: &Space, raw: Handle, root: Handle) -> bool {
    let id = space.entities.at(raw).id;
    space.group(root).into_iter().flat_map(|member| space.absorbed_by(member)).any(|other| {
        let other = space.entities.at(other).id;
        space.forbidden.contains_key(&if id < other { (id, other) } else { (other, id) })
    })
}
