//! Alias questions between two entities whose names are near.
//!
//! Pairs are found through the index, never by comparing everything with everything. A few changed entities are
//! paired on the spot; after an import `organize` does it for all that changed.

use super::evidence::{between, nodes_of, share_folded_key, shared_strong, together};
use super::groups::SHARING;
use super::{Settled, Wanted, Work, ask};
use crate::model::*;
use crate::names::NameKeys;
use crate::policy::PAIR_AT_ONCE;
use crate::resolve::{ASK, Match, compare, judge};
use crate::state::{Draft, Effect, Handle, NodeId, Space, strong_values};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// How much work finding pairs was.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PairWork {
    /// Entities looked at.
    pub entities: u32,
    /// Near pairs scored.
    pub pairs: u32,
    /// Pairs left out because a group question asks about them.
    pub in_group: u32,
    /// Pairs left out because the owner said that they are not the same.
    pub forbidden: u32,
    /// Pairs left out because they score too low to be worth a question.
    pub weak: u32,
    /// Lone names left out because several entities fit them: a mention's question, not an entity's.
    pub several: u32,
}

pub(super) fn settle(draft: &mut Draft<'_>, work: &Work, settled: &mut Settled) {
    // What joins or leaves a group may change with which member the whole of it is asked about.
    let space = draft.space();
    let groups = work.entities.iter().filter_map(|entity| space.root(*entity)).flat_map(|root| space.group(root));
    let mut entities: BTreeSet<Handle> = work.entities.iter().copied().chain(groups).collect();
    // A value identifies while few share it: who shares it now may be another question than before.
    for (field, value) in &work.fields {
        let holders = draft.space().with_field(field, value);
        if holders.len() <= SHARING {
            let roots: Vec<Handle> = holders.iter().filter_map(|raw| draft.space().root(*raw)).collect();
            roots.into_iter().for_each(|root| draft.space_mut().set_unpaired(root));
        } else if holders.len() <= SHARING + work.entities.len() {
            entities.extend(holders);
        }
    }
    let touched: Vec<Handle> = entities.iter().copied().collect();
    for root in withdraw_stale(draft, &touched, settled) {
        draft.space_mut().set_unpaired(root);
    }
    // Many changed: those that this command touched come first, the others are left to `organize`.
    let space = draft.space();
    let mut due: Vec<Handle> = space.unpaired.keys().copied().collect();
    if due.len() > PAIR_AT_ONCE {
        due.retain(|entity| entities.contains(entity));
    }
    if due.len() <= PAIR_AT_ONCE {
        find_pairs(draft, &due, settled);
    }
}

/// Takes back the questions about pairs of these entities that no longer stand. Gives who they are read as now, to be
/// compared afresh.
pub(crate) fn withdraw_stale(draft: &mut Draft<'_>, entities: &[Handle], settled: &mut Settled) -> BTreeSet<Handle> {
    let mut roots = BTreeSet::new();
    for entity in entities {
        for question in draft.space().questions_of_entity(*entity).to_vec() {
            let space = draft.space();
            let Unit::Pair(a, b) = space.proposals.at(question).unit else { continue };
            if !stands(space, a, b) {
                roots.extend([a, b].iter().filter_map(|id| space.root_of(id)));
                ask::withdraw(draft, question, settled);
            }
        }
    }
    roots
}

/// True if two entities may still be asked about as a pair.
fn stands(space: &Space, a: EntityId, b: EntityId) -> bool {
    let (Some(a), Some(b)) = (space.entities.handle(&a), space.entities.handle(&b)) else { return false };
    space.root(a) == Some(a)
        && space.root(b) == Some(b)
        && space.group_key(a) != space.group_key(b)
        && !space.is_forbidden(a, b)
        && !share_folded_key(space, a, b)
        && worth_asking(space, a, b).is_some()
        && matches!(spokesmen(space, a, b), (x, y) if (x, y) == (a, b) || (y, x) == (a, b))
}

/// The nearest pair of names for which two roots are worth a question: a lone part of the other, likely the same where so
/// many have such names, or near and with a strong value in common.
fn worth_asking(space: &Space, a: Handle, b: Handle) -> Option<Match> {
    let few = |(field, value): &(String, String)| space.with_field(field, value).len() <= SHARING;
    let shares = shared_strong(space, a, b).iter().any(few);
    let (one, other) = (nodes_of(space, a), nodes_of(space, b));
    let pairs = one.iter().flat_map(|a| other.iter().map(move |b| (space.nodes.keys(*a), space.nodes.keys(*b))));
    let worth = |(a, b): (&NameKeys, &NameKeys)| {
        let near = || compare(a, b).filter(|found| found.score >= ASK && (shares || is_part(found)));
        near().or_else(|| Some(judge(a, b, space.nodes.held())?.ok()?.m))
    };
    pairs.filter_map(worth).max_by_key(|found| found.score)
}

/// The members of two groups that the groups are asked about with: those whose own names are nearest, then those of
/// the lowest ids. So two groups are one question, from whichever members it was found.
fn spokesmen(space: &Space, a: Handle, b: Handle) -> (Handle, Handle) {
    let (one, other) = (space.group(a), space.group(b));
    if one.len() == 1 && other.len() == 1 {
        return (a, b);
    }
    let own = |root: Handle| -> Vec<NodeId> {
        let names = space.absorbed_by(root).into_iter().flat_map(|raw| &space.entities.at(raw).content.names);
        names.filter_map(|name| space.nodes.exact(&crate::names::exact_key(&name.text))).collect()
    };
    let place = |(x, y): &(Handle, Handle)| {
        let (one, other) = (own(*x), own(*y));
        let pairs = one.iter().flat_map(|a| other.iter().map(move |b| (space.nodes.keys(*a), space.nodes.keys(*b))));
        let score = pairs.filter_map(|(a, b)| compare(a, b)).map(|found| found.score).max();
        let (i, j) = (space.entities.at(*x).id, space.entities.at(*y).id);
        (Reverse(score), i.min(j), i.max(j))
    };
    let pairs = one.iter().flat_map(|x| other.iter().map(move |y| (*x, *y)));
    pairs.min_by_key(place).unwrap_or((a, b))
}

/// Finds the pairs of these entities with all others, asks, and notes that they were compared.
pub fn find_pairs(draft: &mut Draft<'_>, entities: &[Handle], settled: &mut Settled) -> PairWork {
    let mut done = PairWork::default();
    let mut lone: BTreeSet<Handle> = BTreeSet::new();
    let mut compared = Vec::new();
    let mut entities: BTreeSet<Handle> = entities.iter().copied().collect();
    let touched: Vec<Handle> = entities.iter().copied().collect();
    entities.extend(withdraw_stale(draft, &touched, settled));
    for entity in &entities {
        compared.push(draft.space().entities.at(*entity).id);
        done.entities += 1;
        lone.extend(lone_neighbours(draft.space(), *entity));
        if draft.space().root(*entity) != Some(*entity) {
            continue;
        }
        let found = near(draft.space(), *entity, &mut done);
        let is_lone = has_lone_name(draft.space(), *entity);
        if is_lone {
            lone.insert(*entity);
        }
        for (other, found) in found {
            if is_part(&found) {
                // Whether to ask about a lone name depends on how many fit it.
                lone.extend([*entity, other].into_iter().filter(|one| has_lone_name(draft.space(), *one)));
            } else {
                ask_about(draft, *entity, other, &found, &mut done, settled);
            }
        }
    }
    for entity in lone {
        settle_lone(draft, entity, &mut done, settled);
    }
    if !compared.is_empty() {
        draft.effect(Effect::Paired { entities: compared });
    }
    done
}

/// Entities with a lone name that one of this entity's names fits, or fitted before it changed: how many fit them may
/// be another number now.
fn lone_neighbours(space: &Space, entity: Handle) -> Vec<Handle> {
    let row = space.entities.at(entity);
    if row.is_active() && row.past.is_empty() {
        // What is new is compared below, with all its neighbours.
        return Vec::new();
    }
    let contents = std::iter::once(&row.content).chain(row.past.iter().map(|(_, content)| content));
    let names: BTreeSet<String> =
        contents.flat_map(|content| &content.names).map(|name| crate::names::exact_key(&name.text)).collect();
    let mut out = Vec::new();
    for node in names.iter().filter_map(|key| space.nodes.exact(key)) {
        let hits = space.nodes.held().near_to_ask(space.nodes.keys(node), &|id| space.nodes.keys(id), usize::MAX).hits;
        for hit in hits.iter().filter(|hit| is_part(&hit.m)) {
            out.extend(space.holders(hit.node).into_iter().filter(|holder| has_lone_name(space, *holder)));
        }
    }
    out
}

/// Asks about a lone name ("Ravi") only if exactly one entity fits it.
pub(crate) fn settle_lone(draft: &mut Draft<'_>, entity: Handle, done: &mut PairWork, settled: &mut Settled) {
    let parts: Vec<(Handle, Match)> = near(draft.space(), entity, &mut PairWork::default())
        .into_iter()
        .filter(|(_, found)| is_part(found) && found.score >= ASK)
        .collect();
    if let [(other, found)] = parts.as_slice() {
        ask_about(draft, entity, *other, found, done, settled);
        return;
    }
    done.several += u32::from(parts.len() > 1);
    for (other, _) in parts {
        let (one, other) = spokesmen(draft.space(), entity, other);
        let unit = pair_unit(draft.space(), one, other);
        ask::reconcile(draft, &unit, Vec::new(), settled);
    }
}

pub(crate) fn is_part(found: &Match) -> bool {
    found.reasons.iter().any(|reason| reason.code == ReasonCode::PartOfName)
}

fn has_lone_name(space: &Space, entity: Handle) -> bool {
    nodes_of(space, entity).into_iter().any(|node| space.nodes.keys(node).is_lone_given_name())
}

/// Entities that are worth a question with this one, each with the nearest match: see [`worth_asking`]. Lone parts are
/// among them.
fn near(space: &Space, entity: Handle, done: &mut PairWork) -> BTreeMap<Handle, Match> {
    let mut best: BTreeMap<Handle, Match> = BTreeMap::new();
    let own = space.group_key(entity);
    let keys = |id: NodeId| space.nodes.keys(id);
    let mut put = |holder: Handle, found: &Match| {
        if space.group_key(holder) != own && best.get(&holder).is_none_or(|had| had.score < found.score) {
            best.insert(holder, found.clone());
        }
    };
    for node in nodes_of(space, entity) {
        let likely = space.nodes.held().worth_asking(node, &keys).into_iter().map(|(node, judged)| (node, judged.m));
        let parts = space.nodes.held().near_to_ask(keys(node), &keys, usize::MAX).hits.into_iter();
        let parts = parts.map(|hit| (hit.node, hit.m)).filter(|(_, found)| is_part(found));
        for (node, found) in likely.chain(parts) {
            for holder in space.holders(node) {
                done.pairs += 1;
                put(holder, &found);
            }
        }
    }
    for (other, found) in sharing(space, entity) {
        put(other, &found);
    }
    best
}

/// Entities with a strong value in common with this one, and a name near enough to ask about both as a pair.
pub(crate) fn sharing(space: &Space, entity: Handle) -> Vec<(Handle, Match)> {
    let raw = together(space, entity).into_iter();
    let values: BTreeSet<(&str, String)> = raw.flat_map(|raw| strong_values(&space.entities.at(raw).content)).collect();
    let with = |(field, value): &(&str, String)| {
        let holders = space.with_field(field, value);
        // What many share identifies nobody.
        if holders.len() > SHARING { Vec::new() } else { holders }
    };
    let roots: BTreeSet<Handle> = values.iter().flat_map(with).filter_map(|raw| space.root(raw)).collect();
    let own = space.group_key(entity);
    let others = roots.into_iter().filter(|other| space.group_key(*other) != own);
    others.filter_map(|other| Some((other, worth_asking(space, entity, other)?))).collect()
}

pub(crate) fn ask_about(
    draft: &mut Draft<'_>,
    a: Handle,
    b: Handle,
    found: &Match,
    done: &mut PairWork,
    settled: &mut Settled,
) {
    let space = draft.space();
    let (a, b) = spokesmen(space, a, b);
    let unit = pair_unit(space, a, b);
    let left_out = if space.is_forbidden(a, b) {
        Some(&mut done.forbidden)
    } else if share_folded_key(space, a, b) {
        Some(&mut done.in_group)
    } else {
        None
    };
    let shares = !super::evidence::shared_strong(space, a, b).is_empty();
    let wanted = if let Some(count) = left_out {
        *count += 1;
        Vec::new()
    } else if shares && is_part(found) {
        // The group of the shared value asks.
        done.in_group += 1;
        Vec::new()
    } else {
        let (more, sum) = between(space, a, b);
        let mut reasons: Vec<Reason> = found.reasons.iter().cloned().collect();
        reasons.extend(more);
        let mut members = vec![a, b];
        members.sort_by_key(|member| space.entities.at(*member).id);
        vec![Wanted {
            kind: if shares { Kind::Merge } else { Kind::Alias },
            unit: unit.clone(),
            name: None,
            members,
            reasons,
            score: ask::score(i32::from(found.score), sum),
            rejected_before: false,
            held: false,
        }]
    };
    ask::reconcile(draft, &unit, wanted, settled);
}

fn pair_unit(space: &Space, a: Handle, b: Handle) -> Unit {
    let (a, b) = (space.entities.at(a).id, space.entities.at(b).id);
    if a <= b { Unit::Pair(a, b) } else { Unit::Pair(b, a) }
}

impl PairWork {
    /// Adds the work of another slice.
    pub fn add(&mut self, other: &Self) {
        self.entities += other.entities;
        self.pairs += other.pairs;
        self.in_group += other.in_group;
        self.forbidden += other.forbidden;
        self.weak += other.weak;
        self.several += other.several;
    }
}
