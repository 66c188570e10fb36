//! Making, keeping and withdrawing questions.

use super::{Settled, Wanted};
use crate::journal::{
    alias_proposal_id, contradiction_proposal_id, group_proposal_id, name_proposal_id, new_name_id, revision_id,
};
use crate::model::*;
use crate::policy::QUOTES;
use crate::resolve::as_written;
use crate::state::{Draft, Effect, Handle, Space};
use std::collections::BTreeSet;

/// Brings the open questions of a unit in line with those that should stand.
///
/// A question that asks the same of the same entities stays as it is, pins and all; an old proposal is never
/// relabelled with evidence that it did not have.
pub(super) fn reconcile(draft: &mut Draft<'_>, unit: &Unit, wanted: Vec<Wanted>, settled: &mut Settled) {
    let mut standing: Vec<Handle> = draft.space().questions_of_unit(unit).to_vec();
    let mut missing = Vec::new();
    for want in wanted {
        let space = draft.space();
        match standing.iter().position(|handle| asks(space, space.proposals.at(*handle), &want)) {
            Some(at) => drop(standing.swap_remove(at)),
            None => missing.push(want),
        }
    }
    for handle in standing {
        withdraw(draft, handle, settled);
    }
    for want in missing {
        propose(draft, want, settled);
    }
}

/// Withdraws a question.
pub(super) fn withdraw(draft: &mut Draft<'_>, handle: Handle, settled: &mut Settled) {
    let proposal = draft.space().proposals.at(handle);
    let (id, from) = (proposal.id, proposal.status);
    draft.effect(Effect::SetProposal { proposal: id, from, to: ProposalStatus::Withdrawn });
    match settled.opened.iter().position(|opened| *opened == id) {
        Some(at) => drop(settled.opened.swap_remove(at)),
        None => settled.closed.push(id),
    }
}

/// True if a proposal asks this.
pub(super) fn asks(space: &Space, proposal: &Proposal, want: &Wanted) -> bool {
    let held = proposal.status == ProposalStatus::Held;
    // What was not rejected when it was asked, and is now, is asked with what is new, or not at all.
    if proposal.kind != want.kind || held != want.held || proposal.rejected_before != want.rejected_before {
        return false;
    }
    let asked: BTreeSet<EntityId> = proposal.members().collect();
    let due: BTreeSet<EntityId> = want.members.iter().map(|member| space.entities.at(*member).id).collect();
    asked == due
}

/// Asks.
pub(super) fn propose(draft: &mut Draft<'_>, want: Wanted, settled: &mut Settled) {
    let proposal = make(draft, want);
    settled.opened.push(proposal.id);
    draft.effect(Effect::Propose(Box::new(proposal)));
}

fn make(draft: &Draft<'_>, mut want: Wanted) -> Proposal {
    let space = draft.space();
    let members = want.members.iter().flat_map(|member| super::evidence::together(space, *member));
    let names = members.flat_map(|raw| &space.entities.at(raw).content.names).map(|name| name.text.as_str());
    as_written(&mut want.reasons, want.name.as_deref().into_iter().chain(names));
    let ids: Vec<EntityId> = want.members.iter().map(|member| space.entities.at(*member).id).collect();
    let key = want.name.as_deref().map(crate::names::exact_key);
    let first = match (&key, want.kind, ids.as_slice(), &want.unit) {
        (.., Unit::Rivals { subject, predicate, .. }) => contradiction_proposal_id(*subject, predicate),
        (Some(key), Kind::NewName, ..) => new_name_id(draft.owner(), draft.space_name(), key),
        (Some(key), kind, ..) => name_proposal_id(kind.as_str(), draft.space_name(), key, &ids),
        (.., Unit::Across(_)) => group_proposal_id("across", &ids),
        (None, Kind::Alias, [a, b], _) => alias_proposal_id(*a, *b),
        (None, kind, ..) => group_proposal_id(kind.as_str(), &ids),
    };
    let revision = space.revisions(&first).len() as u32 + 1;
    let pins = want.members.iter().map(|member| pin(space, *member)).collect();
    let mut quotes = Vec::new();
    if let Some(node) = key.as_deref().and_then(|key| space.nodes.exact(key)) {
        let open = space.nodes.at(node).mentions.iter().filter(|mention| is_open(space, **mention));
        quotes.extend(open.take(QUOTES).map(|mention| quote(space, None, *mention)));
    }
    for member in &want.members {
        let side = Some(space.entities.at(*member).id);
        let mentions = super::evidence::together(space, *member);
        let mut mentions: Vec<Handle> = mentions.into_iter().flat_map(|raw| space.mentions_of(raw)).collect();
        mentions.sort_unstable();
        mentions.dedup();
        quotes.extend(mentions.iter().take(QUOTES).map(|mention| quote(space, side, *mention)));
    }
    let status = if want.held { ProposalStatus::Held } else { ProposalStatus::Open { cant_tell: false } };
    Proposal {
        id: revision_id(first, revision),
        first,
        revision,
        kind: want.kind,
        unit: want.unit,
        name: want.name,
        pins,
        reasons: want.reasons,
        score: want.score,
        quotes,
        asked: draft.now(),
        rejected_before: want.rejected_before,
        status,
    }
}

/// What a proposal says of an entity.
pub(crate) fn pin(space: &Space, entity: Handle) -> Pin {
    let row = space.entities.at(entity);
    Pin { entity: row.id, revision: row.revision, checksum: row.content.checksum() }
}

/// True for a mention that is not linked and that the owner said nothing about.
pub(crate) fn is_open(space: &Space, mention: Handle) -> bool {
    let mention = space.mentions.at(mention);
    mention.verdict.entity.is_none() && !is_settled(space, mention)
}

/// True for a mention whose verdict no rule moves: it was said, and the entity that was named is still there.
pub(crate) fn is_settled(space: &Space, mention: &Mention) -> bool {
    mention.verdict.is_firm() && mention.verdict.entity.is_none_or(|entity| space.root_of(&entity).is_some())
}

fn quote(space: &Space, side: Option<EntityId>, mention: Handle) -> Quote {
    space.mentions.at(mention).quoted(side)
}

/// A score from a base and what reasons add, within 0 to 1000.
pub(super) fn score(base: i32, sum: i32) -> u16 {
    (base + sum).clamp(0, 1000) as u16
}
