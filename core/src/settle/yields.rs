//! A by-name entity yields to the single established holder of its exact key (DESIGN section 4).
//!
//! It is retired by a reversible redirect. A cannot-link or a different kind prevents it, and a person's lone given name
//! asks instead. When a second established holder appears, in whatever order, the redirect is taken back.

use super::Work;
use crate::model::{Entity, Standing, Status};
use crate::state::{Draft, Effect, Handle, NodeId, Space};

pub(super) fn settle(draft: &mut Draft<'_>, work: &Work) {
    for node in &work.nodes {
        for (entity, to) in moves(draft.space(), *node) {
            let space = draft.space();
            let row = space.entities.at(entity);
            let to = match to {
                Some(to) => Status::Redirected { to: space.entities.at(to).id, by: None },
                None => Status::Active,
            };
            let effect = Effect::SetStatus { entity: row.id, from: row.content.status, to };
            draft.effect(effect);
        }
    }
}

/// By-name entities of a name whose redirect should change, with where to.
fn moves(space: &Space, node: NodeId) -> Vec<(Handle, Option<Handle>)> {
    let at = space.nodes.at(node);
    let by_name: Vec<Handle> = at.holders.iter().copied().filter(|raw| may_yield(space, *raw)).collect();
    if by_name.is_empty() {
        return Vec::new();
    }
    let established = space
        .distinct(at.holders.iter().copied().filter(|raw| space.entities.at(*raw).standing == Standing::Established));
    let holder = match established.as_slice() {
        [one] => Some(*one),
        _ => None,
    };
    let mut out = Vec::new();
    for raw in by_name {
        let now = match space.entities.at(raw).content.status {
            Status::Redirected { to, .. } => space.root_of(&to),
            _ => None,
        };
        let due = holder.filter(|holder| {
            let (one, other) = (space.entities.at(raw), space.entities.at(*holder));
            let kinds_agree = match (&one.content.kind, &other.content.kind) {
                (Some(a), Some(b)) => a == b,
                _ => true,
            };
            // "Atlas" reads like a given name, but a project has none.
            let given = at.keys.is_lone_given_name() && !is_no_person(one) && !is_no_person(other);
            kinds_agree && !given && (now == Some(*holder) || !space.is_forbidden(raw, *holder))
        });
        // While it is redirected a cannot-link between the two is read as one with itself, so look at it raw.
        let due = due.filter(|holder| !raw_forbidden(space, raw, *holder));
        if now != due {
            out.push((raw, due));
        }
    }
    out
}

/// True for a by-name entity that is on its own, or redirected by this very rule.
fn may_yield(space: &Space, raw: Handle) -> bool {
    let entity = space.entities.at(raw);
    entity.standing == Standing::ByName
        && match entity.content.status {
            Status::Active => space.group(raw).len() == 1 && space.absorbed_by(raw).len() == 1,
            Status::Redirected { by, .. } => by.is_none(),
            Status::Retired => false,
        }
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
