//! Alias questions between two entities whose names are near.
//!
//! Pairs are found through the index, never by comparing everything with everything. A few changed entities are
//! paired on the spot; after an import `organize` does it for all that changed.

use super::evidence::{between, nodes_of, share_folded_key, shared_strong, together, told_apart};
use super::fields::{Evidence, most};
use super::groups::SHARING;
use super::{Settled, Wanted, Work, ask};
use crate::model::*;
use crate::policy::PAIR_AT_ONCE;
use crate::read::finds;
use crate::resolve::{ASK, Judged, LIKELY, Match, compare, far, judge, probability, reach};
use crate::state::{Draft, Effect, Handle, NodeId, Space, evident_values};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Entities that share a value at most for pairs to be found by it.
const FINDING: usize = 64;

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
        && found_between(space, a, b).is_some()
        && matches!(spokesmen(space, a, b), (x, y) if (x, y) == (a, b) || (y, x) == (a, b))
}

/// Two roots that are worth a question.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    /// Their nearest names, if any are near.
    pub names: Option<Match>,
    /// How likely they are one, by names and fields, in hundredths of bits.
    pub bits: i32,
    /// Only for a lone part of the other's name: asked if it is the only one that fits.
    pub lone: bool,
    evidence: Vec<Reason>,
}

/// What makes two roots worth a question: names that are likely one's where so many have such names, names and fields that
/// are together, or near names and a strong value that few share. Else a lone part of the other's name.
pub(crate) fn found_between(space: &Space, a: Handle, b: Handle) -> Option<Found> {
    if told_apart(space, a, b) {
        return None;
    }
    let held = space.nodes.held();
    let (one, other) = (nodes_of(space, a), nodes_of(space, b));
    let pairs = || one.iter().flat_map(|a| other.iter().map(move |b| (space.nodes.keys(*a), space.nodes.keys(*b))));
    let order = |judged: &Judged| (judged.is_likely(), judged.bits, judged.m.score);
    let judged = pairs().filter_map(|(a, b)| judge(a, b, held)).max_by_key(order);
    let Evidence { bits: more, reasons, .. } = between(space, a, b);
    let likely = judged.as_ref().is_some_and(Judged::is_likely);
    let reached = || {
        let most = most(space, a).min(most(space, b));
        pairs().any(|(a, b)| reach(a, b, held, most).is_some()) || found_by_value(space, a, b)
    };
    // A token that fits badly is held against a pair no more than one without a partner.
    let by_name = judged.as_ref().map_or(i32::MIN / 2, |judged| judged.bits);
    let bits =
        if likely { by_name } else { pairs().map(|(a, b)| far(a, b, held)).max().unwrap_or(by_name).max(by_name) };
    let near = || {
        let compared = || pairs().filter_map(|(a, b)| compare(a, b)).max_by_key(|found| found.score);
        judged.as_ref().map(|judged| judged.m.clone()).or_else(compared)
    };
    if likely || (more > 0 && bits + more >= LIKELY && reached()) {
        return Some(Found { names: near(), bits: bits + more, lone: false, evidence: reasons });
    }
    let near = near().filter(|found| found.score >= ASK)?;
    let few = |(field, value): &(String, String)| space.with_field(field, value).len() <= SHARING;
    let lone = is_part(&near);
    if !lone && !shared_strong(space, a, b).iter().any(few) {
        return None;
    }
    Some(Found { names: Some(near), bits: more.max(0), lone, evidence: reasons })
}

/// True if two roots share a value by which pairs are found.
fn found_by_value(space: &Space, a: Handle, b: Handle) -> bool {
    let other = finding(space, b);
    finding(space, a).iter().any(|value| other.contains(value) && space.with_field(value.0, &value.1).len() <= FINDING)
}

/// Values of a root by which pairs are found.
fn finding(space: &Space, root: Handle) -> BTreeSet<(&str, String)> {
    let raw = together(space, root).into_iter();
    raw.flat_map(|raw| evident_values(&space.entities.at(raw).content)).filter(|(field, _)| finds(field)).collect()
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
            if found.lone {
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
    let parts: Vec<(Handle, Found)> =
        near(draft.space(), entity, &mut PairWork::default()).into_iter().filter(|(_, found)| found.lone).collect();
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

pub(super) fn is_part(found: &Match) -> bool {
    found.reasons.iter().any(|reason| reason.code == ReasonCode::PartOfName)
}

fn has_lone_name(space: &Space, entity: Handle) -> bool {
    nodes_of(space, entity).into_iter().any(|node| space.nodes.keys(node).is_lone_given_name())
}

/// Entities that are worth a question with this one: see [`found_between`].
fn near(space: &Space, entity: Handle, done: &mut PairWork) -> BTreeMap<Handle, Found> {
    let own = space.group_key(entity);
    let keys = |id: NodeId| space.nodes.keys(id);
    let mut others: BTreeSet<Handle> = BTreeSet::new();
    let more = most(space, entity);
    for node in nodes_of(space, entity) {
        let likely = space.nodes.held().worth_asking(node, &keys, more).into_iter().map(|(node, _)| node);
        let parts = space.nodes.held().near_to_ask(keys(node), &keys, usize::MAX).hits.into_iter();
        let parts = parts.filter(|hit| is_part(&hit.m)).map(|hit| hit.node);
        others.extend(likely.chain(parts).flat_map(|node| space.holders(node)));
    }
    others.extend(sharing(space, entity));
    others.retain(|other| space.group_key(*other) != own);
    done.pairs += others.len() as u32;
    others.into_iter().filter_map(|other| Some((other, found_between(space, entity, other)?))).collect()
}

/// Roots that share a value with this one by which pairs are found.
pub(crate) fn sharing(space: &Space, entity: Handle) -> Vec<Handle> {
    let with = |(field, value): &(&str, String)| {
        let holders = space.with_field(field, value);
        // What many share identifies nobody.
        if holders.len() > FINDING { Vec::new() } else { holders }
    };
    let roots: BTreeSet<Handle> =
        finding(space, entity).iter().flat_map(with).filter_map(|raw| space.root(raw)).collect();
    let own = space.group_key(entity);
    roots.into_iter().filter(|other| space.group_key(*other) != own).collect()
}

pub(crate) fn ask_about(
    draft: &mut Draft<'_>,
    a: Handle,
    b: Handle,
    found: &Found,
    done: &mut PairWork,
    settled: &mut Settled,
) {
    let space = draft.space();
    let (x, y) = spokesmen(space, a, b);
    let found = if (x, y) == (a, b) { Some(found.clone()) } else { found_between(space, x, y) };
    let unit = pair_unit(space, x, y);
    let Some(found) = found else { return ask::reconcile(draft, &unit, Vec::new(), settled) };
    let left_out = if space.is_forbidden(x, y) {
        Some(&mut done.forbidden)
    } else if share_folded_key(space, x, y) {
        Some(&mut done.in_group)
    } else {
        None
    };
    let shares = !shared_strong(space, x, y).is_empty();
    let wanted = if let Some(count) = left_out {
        *count += 1;
        Vec::new()
    } else if shares && (found.lone || found.names.as_ref().is_none_or(|names| names.score < ASK || is_part(names))) {
        // The group of the shared value asks.
        done.in_group += 1;
        Vec::new()
    } else {
        let mut reasons: Vec<Reason> = found.names.iter().flat_map(|names| names.reasons.iter().cloned()).collect();
        if found.names.is_none() {
            let name = |root: Handle| space.entities.at(root).name().to_owned();
            reasons.push(Reason::against(ReasonCode::NamesDiffer, 300, [name(x), name(y)]));
        }
        reasons.extend(found.evidence);
        let mut members = vec![x, y];
        members.sort_by_key(|member| space.entities.at(*member).id);
        vec![Wanted {
            kind: if shares { Kind::Merge } else { Kind::Alias },
            unit: unit.clone(),
            name: None,
            members,
            reasons,
            score: probability(found.bits),
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
