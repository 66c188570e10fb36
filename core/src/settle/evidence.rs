//! What speaks for and against two entities being the same, beyond their names.

use super::fields::{self, Evidence};
use crate::model::{Reason, ReasonCode, SourceId};
use crate::names::titles;
use crate::resolve::{Match, compare_with, tells_apart};
use crate::state::{Handle, NodeId, Space, strong_values};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// What different kinds, and speaking in one conversation under two labels, say against, in hundredths of bits.
const KINDS_DIFFER: i32 = -300;
const BOTH_SPEAK: i32 = -400;

/// Raw entities that are read together with a root: its group and what that absorbed.
pub(super) fn together(space: &Space, root: Handle) -> Vec<Handle> {
    space.group(root).into_iter().flat_map(|member| space.absorbed_by(member)).collect()
}

/// The nodes of all names that are read together with a root.
pub(super) fn nodes_of(space: &Space, root: Handle) -> BTreeSet<NodeId> {
    together(space, root)
        .into_iter()
        .flat_map(|raw| &space.entities.at(raw).content.names)
        .filter_map(|name| space.nodes.exact(&crate::names::exact_key(&name.text)))
        .collect()
}

/// True if two roots have names with an equal folded key: then the group of that key asks about them.
pub(crate) fn share_folded_key(space: &Space, a: Handle, b: Handle) -> bool {
    let folded = |root| -> BTreeSet<&str> {
        nodes_of(space, root)
            .into_iter()
            .map(|node| &*space.nodes.keys(node).folded)
            .filter(|key| !key.is_empty())
            .collect()
    };
    !folded(a).is_disjoint(&folded(b))
}

/// The nearest pair of names of two roots.
pub(super) fn best_match(space: &Space, a: Handle, b: Handle) -> Option<Match> {
    let (one, other) = (nodes_of(space, a), nodes_of(space, b));
    let pairs = one.iter().flat_map(|a| other.iter().map(move |b| (*a, *b)));
    let near = |(a, b)| compare_with(space.nodes.keys(a), space.nodes.keys(b), space.nodes.tables());
    pairs.filter_map(near).max_by_key(|found| found.score)
}

/// True if both roots have a name.
pub(super) fn are_named(space: &Space, a: Handle, b: Handle) -> bool {
    [a, b].into_iter().all(|root| !space.entities.at(root).name().is_empty())
}

/// What the names of two roots say: those of the nearest pair, or that none are near, if both have one.
pub(super) fn name_reasons(space: &Space, a: Handle, b: Handle, names: Option<&Match>) -> Vec<Reason> {
    match names {
        Some(near) => near.reasons.to_vec(),
        None if are_named(space, a, b) => {
            let names = [a, b].map(|root| space.entities.at(root).name().to_owned());
            vec![Reason::against(ReasonCode::NamesDiffer, 300, names)]
        }
        None => Vec::new(),
    }
}

/// All pairs, in the order of the members.
pub(super) fn pairs_of(members: &[Handle]) -> impl Iterator<Item = (Handle, Handle)> + '_ {
    members.iter().enumerate().flat_map(|(at, a)| members[at + 1..].iter().map(move |b| (*a, *b)))
}

/// Strong values of a root, in comparable form.
pub(super) fn strong_of(space: &Space, root: Handle) -> BTreeSet<(&str, String)> {
    together(space, root).into_iter().flat_map(|raw| strong_values(&space.entities.at(raw).content)).collect()
}

/// Strong values that two roots share, in comparable form.
pub(super) fn shared_strong(space: &Space, a: Handle, b: Handle) -> Vec<(String, String)> {
    let (one, other) = (strong_of(space, a), strong_of(space, b));
    one.intersection(&other).map(|(field, value)| ((*field).to_owned(), value.clone())).collect()
}

/// What fields, kinds and conversations say of a pair of roots.
pub(super) fn between(space: &Space, a: Handle, b: Handle) -> Evidence {
    let mut out = fields::compare(space, a, b);
    let kind =
        |root: Handle| together(space, root).into_iter().find_map(|raw| space.entities.at(raw).content.kind.clone());
    if let (Some(x), Some(y)) = (kind(a), kind(b))
        && x != y
    {
        out.bits += KINDS_DIFFER;
        out.reasons.push(Reason::against(ReasonCode::KindsDiffer, 200, [x, y]));
    }
    if let Some(source) = speak_together(space, a, b) {
        let name = space.sources.get(&source).map_or_else(String::new, |source| source.name.clone());
        out.bits += BOTH_SPEAK;
        out.reasons.push(Reason::against(ReasonCode::BothSpeakHere, 300, [name]));
    }
    if !out.reasons.iter().any(|reason| reason.side == crate::model::Side::For) {
        out.reasons.push(Reason::against(ReasonCode::NothingInCommon, 0, []));
    }
    out
}

/// True if every name of one root differs from every name of the other in what tells such names apart: numbers,
/// revisions, generations, a man's and a woman's title. It blocks the pair, whatever else they share.
pub(super) fn told_apart(space: &Space, a: Handle, b: Handle) -> bool {
    let (one, other) = (nodes_of(space, a), nodes_of(space, b));
    let differ = |a: &NodeId, b: &NodeId| {
        let (a, b) = (space.nodes.keys(*a), space.nodes.keys(*b));
        tells_apart(a, b) || titles::tell_apart(&a.exact, &b.exact)
    };
    !one.is_empty() && !other.is_empty() && one.iter().all(|a| other.iter().all(|b| differ(a, b)))
}

/// True if one name is a lone part of the other.
pub(super) fn is_part(found: &Match) -> bool {
    found.reasons.iter().any(|reason| reason.code == ReasonCode::PartOfName)
}

/// A conversation in which both speak, each under a label or an account of their own: the one with the least id.
fn speak_together(space: &Space, a: Handle, b: Handle) -> Option<SourceId> {
    let conversations =
        |root| -> Vec<_> { together(space, root).into_iter().filter_map(|raw| space.speaks_in(raw)).collect() };
    let (one, other) = (conversations(a), conversations(b));
    let count = |sets: &[&FxHashSet<SourceId>]| sets.iter().map(|set| set.len()).sum::<usize>();
    // Who speaks in thousands is not walked through for each of those who speak in one.
    let (few, many) = if count(&one) <= count(&other) { (one, other) } else { (other, one) };
    let both = few.into_iter().flatten().filter(|source| many.iter().any(|set| set.contains(source)));
    both.min().copied()
}
