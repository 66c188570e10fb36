//! Which mentions link, and to whom (DESIGN section 4, "What links a mention").
//!
//! Only an exact key links, and only where it is clear: a conversation's own speaker of that label first, then what
//! the owner decided for the name in the same conversation, then the single holder. All else stays open.

use super::Work;
use crate::model::*;
use crate::policy::CANDIDATES;
use crate::state::{Draft, Effect, Handle, NodeId, Space};

pub(super) fn settle(draft: &mut Draft<'_>, work: &mut Work) {
    let mut moved: Vec<(Verdict, Vec<MentionId>)> = Vec::new();
    let space = draft.space();
    for node in &work.nodes {
        let mentions = &space.nodes.at(*node).mentions;
        look_at(space, *node, mentions, &mut moved);
        work.texts.insert(*node);
    }
    for (node, mentions) in &work.mentions {
        if !work.nodes.contains(node) {
            look_at(space, *node, mentions, &mut moved);
            work.texts.insert(*node);
        }
    }
    for (verdict, mentions) in moved {
        draft.effect(Effect::Link { mentions, verdict });
    }
}

fn look_at(space: &Space, node: NodeId, mentions: &[Handle], moved: &mut Vec<(Verdict, Vec<MentionId>)>) {
    if mentions.is_empty() {
        return;
    }
    let key = &space.nodes.keys(node).exact;
    let mut holders = space.holders(node);
    holders.retain(|holder| !space.is_name_forbidden(key, *holder));
    for handle in mentions {
        let mention = space.mentions.at(*handle);
        if super::is_settled(space, mention) {
            continue;
        }
        let due = refer(mention, due(space, node, mention, &holders));
        if same(space, &mention.verdict, &due) {
            continue;
        }
        match moved.iter_mut().find(|(verdict, _)| *verdict == due) {
            Some((_, list)) => list.push(mention.id),
            None => moved.push((due, vec![mention.id])),
        }
    }
}

/// A pronoun whose anchor means nobody refers to it all the same.
fn refer(mention: &Mention, due: Verdict) -> Verdict {
    let outcome =
        if mention.strength.is_reference() && due.outcome == Outcome::None { Outcome::Reference } else { due.outcome };
    Verdict { outcome, ..due }
}

/// The verdict that a mention should have.
fn due(space: &Space, node: NodeId, mention: &Mention, holders: &[Handle]) -> Verdict {
    if let Some(conversation) = space.conversation_of(mention) {
        let speakers = space.distinct(space.speakers(conversation, node).iter().copied());
        if let [one] = speakers.as_slice() {
            return linked(space, *one);
        }
        let decided = space.distinct(
            space
                .firm_here(conversation, node)
                .iter()
                .filter_map(|firm| space.mentions.at(*firm).verdict.entity)
                .filter_map(|id| space.entities.handle(&id)),
        );
        if let [one] = decided.as_slice() {
            return linked(space, *one);
        }
    }
    let fits = |holder: &&Handle| match (&mention.kind, &space.entities.at(**holder).content.kind) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    };
    let fitting: Vec<Handle> = holders.iter().filter(fits).copied().collect();
    match fitting.as_slice() {
        [one] => linked(space, *one),
        [] => Verdict::none(),
        // A latent mention may be no name at all: it raises nothing.
        _ if !mention.strength.raises() => Verdict::none(),
        several => Verdict {
            outcome: Outcome::Ambiguous,
            tier: Some(Tier::Exact),
            score: 1000,
            candidates: several.iter().take(CANDIDATES).map(|holder| space.entities.at(*holder).id).collect(),
            ..Verdict::none()
        },
    }
}

fn linked(space: &Space, root: Handle) -> Verdict {
    Verdict {
        outcome: Outcome::Existing,
        entity: Some(space.entities.at(root).id),
        provisional: true,
        tier: Some(Tier::Exact),
        score: 1000,
        ..Verdict::none()
    }
}

/// True if nothing has to move: recorded endpoints stay as they are and are read through redirects and groups.
fn same(space: &Space, now: &Verdict, due: &Verdict) -> bool {
    match (now.entity, due.entity) {
        (Some(now), Some(due)) => {
            let group = |id| space.root_of(&id).map(|root| space.group_key(root));
            group(now) == group(due)
        }
        (None, None) => now.outcome == due.outcome && now.candidates == due.candidates,
        _ => false,
    }
}
