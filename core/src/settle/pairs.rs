//! Alias questions between two entities whose names are near. More than two that are near are gathered into groups
//! ([`super::near_groups`]).
//!
//! Pairs are found through the index, never by comparing everything with everything. A few changed entities are
//! paired on the spot; after an import `organize` does it for all that changed.

use super::evidence::{is_part, name_reasons, nodes_of, share_folded_key, shared_strong};
use super::fields::most;
use super::near_groups::{self, around, in_one_group};
use super::shared::SHARING;
use super::ties::Ties;
use super::weigh::{FINDING, Weighed, Worth, sharing, worth_asking};
use super::{Settled, Wanted, Work, across, ask};
use crate::model::*;
use crate::policy::PAIR_AT_ONCE;
use crate::resolve::{ASK, Match, compare_with, probability};
use crate::state::{Draft, Effect, Handle, NodeId, Space};
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
    /// Entities that stay in pairs because too many are tied together.
    pub crowded: u32,
}

pub(super) fn settle(draft: &mut Draft<'_>, work: &Work, settled: &mut Settled) {
    // What joins or leaves a group may change with which member the whole of it is asked about.
    let space = draft.space();
    let groups = work.entities.iter().filter_map(|entity| space.root(*entity)).flat_map(|root| space.group(root));
    let mut entities: BTreeSet<Handle> = work.entities.iter().copied().chain(groups).collect();
    // A value finds, and identifies, while few share it. Where this command may have changed that, who shares it is
    // compared afresh, and what was asked before is looked at again.
    let changed = work.entities.len();
    let mut afresh: BTreeSet<Handle> = BTreeSet::new();
    for (field, value) in &work.fields {
        let holders = draft.space().with_field(field, value);
        let near = |bound: usize| holders.len() + changed > bound && holders.len() <= bound + changed;
        if [SHARING, FINDING].into_iter().any(near) {
            afresh.extend(holders.iter().filter_map(|raw| draft.space().root(*raw)));
            entities.extend(holders);
        }
    }
    let mut from: BTreeSet<Handle> = work.around.clone();
    from.extend(around(draft.space(), &entities));
    let touched: Vec<Handle> = entities.iter().copied().collect();
    afresh.extend(withdraw_stale(draft, &touched, settled));
    // Many changed: those that this command touched come first, the others are left to `organize`.
    let unpaired = &draft.space().unpaired;
    let many = unpaired.len() + afresh.iter().filter(|one| !unpaired.contains_key(one)).count() > PAIR_AT_ONCE;
    let due: BTreeSet<Handle> = if many {
        // Not through all that wait: a memory that was never organized has as many as entities.
        entities.iter().copied().filter(|one| unpaired.contains_key(one) || afresh.contains(one)).collect()
    } else {
        unpaired.keys().chain(&afresh).copied().collect()
    };
    let at_once = due.len() <= PAIR_AT_ONCE;
    note_unpaired(draft, afresh.into_iter().filter(|one| !at_once || !due.contains(one)));
    if at_once {
        let due: Vec<Handle> = due.into_iter().collect();
        from.extend(around(draft.space(), &due));
        entities.extend(compare(draft, &due, &mut PairWork::default(), settled));
    }
    from.extend(&entities);
    near_groups::settle(draft, &from, &|one| entities.contains(&one), settled);
}

/// Notes that entities have to be compared with all others, in an effect: a memory that is rebuilt has them to compare as well.
pub(crate) fn note_unpaired(draft: &mut Draft<'_>, entities: impl Iterator<Item = Handle>) {
    let space = draft.space();
    let is_new = |entity: &Handle| !space.unpaired.contains_key(entity);
    let entities: Vec<EntityId> = entities.filter(is_new).map(|entity| space.entities.at(entity).id).collect();
    if !entities.is_empty() {
        draft.effect(Effect::Unpaired { entities });
    }
}

/// Takes back the questions about pairs of these entities, and those across groups, that no longer stand. Gives who they are
/// read as now, on both sides, to be compared afresh.
pub(crate) fn withdraw_stale(draft: &mut Draft<'_>, entities: &[Handle], settled: &mut Settled) -> BTreeSet<Handle> {
    let mut roots = BTreeSet::new();
    let mut sides: BTreeSet<Handle> = BTreeSet::new();
    let mut ties = Ties::default();
    for entity in entities {
        for question in draft.space().questions_of_entity(*entity).to_vec() {
            let space = draft.space();
            match &space.proposals.at(question).unit {
                Unit::Pair(a, b) if !stands(space, *a, *b) => {
                    roots.extend([a, b].into_iter().filter_map(|id| space.root_of(id)));
                }
                Unit::Across(_) if !across::stands(space, &mut ties, question, *entity) => {
                    sides.extend(space.proposals.at(question).members().filter_map(|id| space.root_of(&id)));
                }
                _ => continue,
            }
            ask::withdraw(draft, question, settled);
        }
    }
    // What names and values ask about them, it stood in the place of.
    near_groups::ask_of_values(draft, &sides, settled);
    roots.extend(sides);
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
        let score = pairs.filter_map(|(a, b)| compare_with(a, b, space.nodes.tables())).map(|found| found.score).max();
        let (i, j) = (space.entities.at(*x).id, space.entities.at(*y).id);
        (Reverse(score), i.min(j), i.max(j))
    };
    let pairs = one.iter().flat_map(|x| other.iter().map(move |y| (*x, *y)));
    pairs.min_by_key(place).unwrap_or((a, b))
}

/// Finds the pairs of these entities with all others, asks about them and about the groups that they make, and notes that they
/// were compared.
pub fn find_pairs(draft: &mut Draft<'_>, entities: &[Handle], settled: &mut Settled) -> PairWork {
    let mut done = PairWork::default();
    let mut from = around(draft.space(), entities);
    let changed = compare(draft, entities, &mut done, settled);
    from.extend(&changed);
    done.crowded += near_groups::settle(draft, &from, &|one| changed.contains(&one), settled);
    done
}

/// Compares these entities with all others and asks about pairs. Gives whom it compared.
fn compare(draft: &mut Draft<'_>, entities: &[Handle], done: &mut PairWork, settled: &mut Settled) -> BTreeSet<Handle> {
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
        let found = near(draft.space(), *entity, done);
        let is_lone = has_lone_name(draft.space(), *entity);
        if is_lone {
            lone.insert(*entity);
        }
        for (other, found) in found {
            if found.worth == Worth::LoneName {
                // Whether to ask about a lone name depends on how many fit it.
                lone.extend([*entity, other].into_iter().filter(|one| has_lone_name(draft.space(), *one)));
            } else {
                ask_about(draft, *entity, other, &found, done, settled);
            }
        }
    }
    for entity in lone {
        settle_lone(draft, entity, done, settled);
    }
    if !compared.is_empty() {
        draft.effect(Effect::Paired { entities: compared });
    }
    entities
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
    let found = near(draft.space(), entity, &mut PairWork::default()).into_iter();
    let parts: Vec<(Handle, Weighed)> = found.filter(|(_, found)| found.worth == Worth::LoneName).collect();
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

/// True if a lone given name is one of its names.
pub(super) fn has_lone_name(space: &Space, entity: Handle) -> bool {
    nodes_of(space, entity).into_iter().any(|node| space.nodes.keys(node).is_lone_given_name())
}

/// Entities that are worth a question with this one: see [`worth_asking`].
fn near(space: &Space, entity: Handle, done: &mut PairWork) -> BTreeMap<Handle, Weighed> {
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
    others.into_iter().filter_map(|other| Some((other, worth_asking(space, entity, other)?))).collect()
}

/// Asks about two roots if they are worth it, unless they are asked about as a pair already: that question stands.
pub(crate) fn ask_pair(draft: &mut Draft<'_>, a: Handle, b: Handle, done: &mut PairWork, settled: &mut Settled) {
    let space = draft.space();
    if space.group_key(a) == space.group_key(b) || !space.questions_of_unit(&pair_unit(space, a, b)).is_empty() {
        return;
    }
    match worth_asking(space, a, b) {
        Some(found) if found.worth == Worth::Question => ask_about(draft, a, b, &found, done, settled),
        Some(_) => {}
        None => done.weak += 1,
    }
}

/// Asks about two roots that are worth it, through those who speak for their groups.
fn ask_about(draft: &mut Draft<'_>, a: Handle, b: Handle, found: &Weighed, done: &mut PairWork, settled: &mut Settled) {
    let space = draft.space();
    let (x, y) = spokesmen(space, a, b);
    let found = if (x, y) == (a, b) { Some(found.clone()) } else { worth_asking(space, x, y) };
    let unit = pair_unit(space, x, y);
    let Some(found) = found else { return ask::reconcile(draft, &unit, Vec::new(), settled) };
    let left_out = if space.is_forbidden(x, y) {
        Some(&mut done.forbidden)
    } else if share_folded_key(space, x, y) || in_one_group(space, x, y) {
        Some(&mut done.in_group)
    } else {
        None
    };
    let shares = !shared_strong(space, x, y).is_empty();
    let wanted = if let Some(count) = left_out {
        *count += 1;
        Vec::new()
    } else if shares && !asked_as_pair(space, x, y, found.names.as_ref()) {
        // The group of the shared value asks.
        done.in_group += 1;
        Vec::new()
    } else {
        let mut reasons = found.reasons();
        if found.names.is_none() {
            reasons.extend(name_reasons(space, x, y, None));
        }
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

/// True for two roots that a question of their own asks about, though they share a value: because their names are near, or
/// the owner wants it.
pub(super) fn asked_as_pair(space: &Space, a: Handle, b: Handle, names: Option<&Match>) -> bool {
    names.is_some_and(|names| names.score >= ASK && !is_part(names)) || space.is_asked(a, b)
}

/// The unit of a pair of roots, in whatever order they come.
pub(super) fn pair_unit(space: &Space, a: Handle, b: Handle) -> Unit {
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
        self.crowded += other.crowded;
    }
}
