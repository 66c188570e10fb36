//! Collision and merge questions: entities whose names share a folded key, and entities that share a strong field.

use super::cliques::groups;
use super::evidence::{
    best_match, between, nodes_of, pairs_of, share_folded_key, shared_strong, strong_of, told_apart,
};
use super::near_groups::in_one_group;
use super::pairs::asked_as_pair;
use super::{Settled, Wanted, Work, ask};
use crate::model::*;
use crate::policy::GROUP;
use crate::resolve::{compare_with, judge_same, probability};
use crate::state::{Draft, Handle, NodeId, Space};
use std::collections::{BTreeMap, BTreeSet};

/// Score of a group by the value that it shares, before anything else is looked at.
const FIELD: i32 = 350;
/// Holders of one name whose fields are compared all with all at most.
pub(super) const APART: usize = 4 * GROUP;
/// Members that share a value at most: what more entities share (a switchboard, an office address) identifies nobody.
pub(super) const SHARING: usize = 5;

pub(super) fn settle(draft: &mut Draft<'_>, work: &Work, settled: &mut Settled) {
    for key in &work.folded {
        let unit = Unit::Folded(key.clone());
        let wanted = by_name(draft.space(), key, &unit);
        ask::reconcile(draft, &unit, wanted, settled);
    }
    for (field, value) in &fields_to_ask(draft.space(), work) {
        let unit = Unit::Field(field.clone(), value.clone());
        let wanted = by_field(draft.space(), field, value, &unit);
        ask::reconcile(draft, &unit, wanted, settled);
    }
}

/// The values to look at, and with one that few or too many may share now also the others of those who share it: one of them
/// asks about a pair.
fn fields_to_ask(space: &Space, work: &Work) -> BTreeSet<(String, String)> {
    let mut out = work.fields.clone();
    for (field, value) in &work.fields {
        let members = space.distinct(space.with_field(field, value).into_iter());
        if members.len() + work.entities.len() > SHARING && members.len() <= SHARING + work.entities.len() {
            let strong = members.iter().flat_map(|member| strong_of(space, *member));
            out.extend(strong.map(|(field, value)| (field.to_owned(), value)));
        }
    }
    out
}

fn by_name(space: &Space, key: &str, unit: &Unit) -> Vec<Wanted> {
    let nodes = &space.nodes.folded(key);
    let members = space.distinct(nodes.iter().flat_map(|node| space.nodes.at(*node).holders.iter().copied()));
    if members.len() < 2 {
        return Vec::new();
    }
    let names: BTreeMap<Handle, BTreeSet<NodeId>> =
        members.iter().map(|member| (*member, nodes_of(space, *member))).collect();
    let may_ask = |a, b| asks_here(space, key, &names, a, b) && !space.is_forbidden(a, b) && !in_one_group(space, a, b);
    apart(space, &members, may_ask)
        .into_iter()
        .map(|(mut members, held)| {
            members.sort_by_key(|member| space.entities.at(*member).id);
            let shared = nodes.iter().map(|node| {
                let holders = space.holders(*node);
                (node, members.iter().filter(|member| holders.contains(member)).count())
            });
            let exact = shared.filter(|(_, count)| *count > 1).max_by_key(|(_, count)| *count);
            let same_key = exact
                .map(|(node, _)| Reason::for_(ReasonCode::SameExactKey, 0, [space.nodes.at(*node).text.to_string()]));
            let mut reasons: Vec<Reason> = same_key.into_iter().collect();
            spelling_reasons(space, nodes, &members, &mut reasons);
            field_reasons(space, &members, &mut reasons);
            let kind = if exact.is_some() { Kind::Collision } else { Kind::Merge };
            let score = probability(likelihood(space, &members));
            let unit = unit.clone();
            Wanted { kind, unit, name: None, members, reasons, score, rejected_before: false, held }
        })
        .collect()
}

/// True if of all names that two entities share it is this one that asks about them: one that is equal to the letter before
/// others, then the first in order. So a pair that shares several names is one question.
fn asks_here(space: &Space, key: &str, names: &BTreeMap<Handle, BTreeSet<NodeId>>, a: Handle, b: Handle) -> bool {
    let (Some(one), Some(other)) = (names.get(&a), names.get(&b)) else { return true };
    if one.len() == 1 || other.len() == 1 {
        return true;
    }
    let folded = |nodes: &BTreeSet<NodeId>| -> BTreeSet<&str> {
        nodes.iter().map(|node| &*space.nodes.keys(*node).folded).filter(|key| !key.is_empty()).collect()
    };
    let exact: BTreeSet<NodeId> = one.intersection(other).copied().collect();
    let first = folded(&exact).first().copied().or_else(|| folded(one).intersection(&folded(other)).next().copied());
    first.is_none_or(|first| first == key)
}

/// Cuts the holders of one name into groups, so that those whose fields speak against it are asked apart and no question is
/// half right. Of very many that would be long to find out, and most of them are held back anyway.
fn apart(space: &Space, members: &[Handle], may_ask: impl Fn(Handle, Handle) -> bool) -> Vec<(Vec<Handle>, bool)> {
    if members.len() > APART {
        return cut(space, members, GROUP, may_ask);
    }
    let agree = |a: Handle, b: Handle| may_ask(a, b) && !between(space, a, b).contrary;
    let mut groups = cut(space, members, GROUP, agree);
    if !groups.iter().any(|(_, held)| *held) {
        let pairs = groups.iter().flat_map(|(members, _)| pairs_of(members));
        let together: BTreeSet<(Handle, Handle)> = pairs.map(|(a, b)| (a.min(b), a.max(b))).collect();
        let rest = |a: Handle, b: Handle| may_ask(a, b) && !together.contains(&(a.min(b), a.max(b)));
        groups.extend(cut(space, members, GROUP, rest));
    }
    groups
}

/// The members of a group that are compared with each other: all, or the first of a large one.
fn first(members: &[Handle]) -> &[Handle] {
    members.get(..GROUP).unwrap_or(members)
}

/// How likely the pairs of a group of one name are one, by its name and fields, in hundredths of bits: on average, as what ties
/// one to several others that are alike says more than a single pair of which little is known.
fn likelihood(space: &Space, members: &[Handle]) -> i32 {
    let pairs = pairs_of(first(members)).map(|(a, b)| of_one_name(space, a, b).0);
    let (sum, count) = pairs.fold((0, 0), |(sum, count), bits| (sum + bits, count + 1));
    sum / count.max(1)
}

/// How likely two of one name are one, by the name and by fields, in hundredths of bits, and whether the fields speak against
/// it ([`Evidence::contrary`](super::fields::Evidence)).
pub(super) fn of_one_name(space: &Space, a: Handle, b: Handle) -> (i32, bool) {
    let node = |root: Handle| space.nodes.exact(&crate::names::exact_key(space.entities.at(root).name()));
    let name = |root: Handle| node(root).map_or(0, |node| judge_same(space.nodes.keys(node), space.nodes.held()));
    let fields = between(space, a, b);
    (fields.with_names(Some(name(a).min(name(b))), false), fields.contrary)
}

/// True if a name that two share is held by no more than are compared all with all.
pub(super) fn are_few_of_one_name(space: &Space, a: Handle, b: Handle) -> bool {
    let keys = |root| nodes_of(space, root).into_iter().map(|node| &*space.nodes.keys(node).folded);
    let other: BTreeSet<&str> = keys(b).collect();
    let holders =
        |key: &str| -> usize { space.nodes.folded(key).iter().map(|node| space.nodes.at(*node).holders.len()).sum() };
    keys(a).any(|key| !key.is_empty() && other.contains(key) && holders(key) <= APART)
}

/// How the names of a group differ: reasons of all pairs of nodes that its members hold.
fn spelling_reasons(space: &Space, nodes: &[u32], members: &[Handle], reasons: &mut Vec<Reason>) {
    let held: Vec<u32> = nodes
        .iter()
        .copied()
        .filter(|node| space.holders(*node).iter().any(|holder| members.contains(holder)))
        .take(GROUP)
        .collect();
    for (at, a) in held.iter().enumerate() {
        for b in &held[at + 1..] {
            let Some(found) = compare_with(space.nodes.keys(*a), space.nodes.keys(*b), space.nodes.tables()) else {
                continue;
            };
            for mut reason in found.reasons {
                // The base score of a folded key already counts what the names have in common.
                reason.weight = if reason.side == Side::For { 0 } else { reason.weight };
                if !reasons.iter().any(|had| had.code == reason.code && had.args == reason.args) {
                    reasons.push(reason);
                }
            }
        }
    }
}

fn by_field(space: &Space, field: &str, value: &str, unit: &Unit) -> Vec<Wanted> {
    let members = space.distinct(space.with_field(field, value).into_iter());
    if members.len() < 2 {
        return Vec::new();
    }
    let shown = (field.to_owned(), value.to_owned());
    // A pair with equal or near names is asked about by those; a rejected one only if this value is new.
    let few = |field: &str, value: &str| space.distinct(space.with_field(field, value).into_iter()).len() <= SHARING;
    // Of several values that a pair shares the first one asks: of those that few share, before others.
    let first = |values: &mut dyn Iterator<Item = &(String, String)>| -> bool {
        let place = |(field, value): &&(String, String)| (!few(field, value), field.clone(), value.clone());
        values.min_by_key(place).is_none_or(|first| *first == shown)
    };
    let may_ask = |a, b| {
        let shared = shared_strong(space, a, b);
        match space.forbidden_pair(a, b) {
            None => {
                !share_folded_key(space, a, b)
                    && !told_apart(space, a, b)
                    && !asked_as_pair(space, a, b, best_match(space, a, b).as_ref())
                    && !in_one_group(space, a, b)
                    && first(&mut shared.iter())
            }
            Some(_) => {
                let new = |value: &&(String, String)| is_new(space, a, b, value);
                is_new(space, a, b, &shown) && first(&mut shared.iter().filter(new))
            }
        }
    };
    cut(space, &members, SHARING, may_ask)
        .into_iter()
        .map(|(mut members, held)| {
            let mut reasons = vec![Reason::for_(ReasonCode::SharedField, 250, [shown.0.clone(), shown.1.clone()])];
            let mut before = false;
            for (a, b) in pairs_of(&members) {
                before |= space.is_forbidden(a, b);
                reasons.extend(best_match(space, a, b).into_iter().flat_map(|found| found.reasons));
            }
            if before {
                reasons.push(Reason::for_(ReasonCode::RejectedBefore, 0, [shown.0.clone(), shown.1.clone()]));
            }
            members.sort_by_key(|member| space.entities.at(*member).id);
            field_reasons(space, &members, &mut reasons);
            let score = ask::score(FIELD, reasons.iter().map(weigh).sum());
            let (kind, unit) = (Kind::Merge, unit.clone());
            Wanted { kind, unit, name: None, members, reasons, score, rejected_before: before, held }
        })
        .collect()
}

/// A reason's part of a score: positive for, negative against.
fn weigh(reason: &Reason) -> i32 {
    match reason.side {
        Side::For => i32::from(reason.weight),
        Side::Against => -i32::from(reason.weight),
    }
}

/// True if a strong value was not known yet whenever the owner said that two entities are not the same.
fn is_new(space: &Space, a: Handle, b: Handle, shown: &(String, String)) -> bool {
    let said = space.forbidden_pairs(a, b).into_iter().filter_map(|pair| space.forbidden.get(&pair));
    let mut known = said.flat_map(|forbidden| forbidden.said.iter().flatten());
    !known.any(|known| known.name == shown.0 && known.value == shown.1)
}

/// Cuts a set into groups that may be asked about. A set over the bound is held back whole, unless most of its pairs are
/// answered: then what is left is asked in the groups that it makes.
fn cut(
    space: &Space,
    members: &[Handle],
    bound: usize,
    may_ask: impl Fn(Handle, Handle) -> bool,
) -> Vec<(Vec<Handle>, bool)> {
    if members.len() > bound {
        let few = bound * (bound - 1) / 2;
        let open = pairs_of(members).filter(|(a, b)| may_ask(*a, *b)).take(few + 1).count();
        if open == 0 {
            return Vec::new();
        }
        if open > few {
            return vec![(members.to_vec(), true)];
        }
    }
    // With few open pairs no group can be over the bound.
    groups(members, |member| rank(space, member), may_ask).into_iter().map(|group| (group, false)).collect()
}

/// What orders the members of a group: what they are, before the id that they happen to have.
pub(super) fn rank(space: &Space, member: Handle) -> impl Ord + use<> {
    let entity = space.entities.at(member);
    (entity.source_key.clone(), entity.content.checksum(), entity.id)
}

/// Adds what fields, kinds and conversations say of the pairs of a group, each once.
pub(super) fn field_reasons(space: &Space, members: &[Handle], reasons: &mut Vec<Reason>) {
    reasons_of_fields(space, pairs_of(first(members)), reasons);
}

/// Adds what fields, kinds and conversations say of some pairs, each once.
pub(super) fn reasons_of_fields(
    space: &Space,
    pairs: impl Iterator<Item = (Handle, Handle)>,
    reasons: &mut Vec<Reason>,
) {
    let mut seen: BTreeSet<(ReasonCode, Vec<String>)> =
        reasons.iter().map(|reason| (reason.code, reason.args.clone())).collect();
    for (a, b) in pairs {
        for reason in between(space, a, b).reasons {
            if seen.insert((reason.code, reason.args.clone())) {
                reasons.push(reason);
            }
        }
    }
    if reasons.iter().any(|reason| matches!(reason.code, ReasonCode::SharedField | ReasonCode::SharedWeakField)) {
        reasons.retain(|reason| reason.code != ReasonCode::NothingInCommon);
    }
}
