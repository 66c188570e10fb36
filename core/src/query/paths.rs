//! What entities are related to, and the shortest way between two: along claims in force, and along aliases that are
//! only proposed where that is asked for.
//!
//! An identity group is one place. What is asked, wished, denied or superseded leads nowhere.

use super::entity::entity_row;
use crate::model::Kind;
use crate::protocol::{FoundPath, Neighborhood, Step};
use crate::state::{End, Handle, Space};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Claims that are named of a step at most.
const NAMED: usize = 20;
/// Entities that are looked at for a path at most; beyond them the answer says so.
const VISITED: usize = 20_000;
/// The predicate of a proposed alias.
const SAME_AS: &str = "same_as";

/// How one place leads to another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    to: Handle,
    predicate: String,
    backwards: bool,
    verified: bool,
}

/// The ways from a place, in a fixed order, each with its claims.
fn ways(space: &Space, from: Handle, unverified: bool) -> BTreeMap<Way, BTreeSet<Handle>> {
    let mut out: BTreeMap<Way, BTreeSet<Handle>> = BTreeMap::new();
    let (group, here) = (space.group(from), space.group_key(from));
    for member in &group {
        for handle in space.claims_of(*member) {
            let claim = space.claims.at(handle);
            if !claim.asserts() || !claim.state.holds() {
                continue;
            }
            let subject = space.root_of_mention(&claim.subject).map(|root| space.group_key(root));
            let (Some(subject), Some(End::Entity(object))) = (subject, space.object_of(claim)) else { continue };
            let (to, backwards) = if subject == here { (object, false) } else { (subject, true) };
            if to == here {
                continue;
            }
            let way = Way { to, predicate: claim.predicate_key(), backwards, verified: true };
            out.entry(way).or_default().insert(handle);
        }
        if unverified {
            for question in space.questions_of_entity(*member) {
                let proposal = space.proposals.at(*question);
                if proposal.kind != Kind::Alias || proposal.name.is_some() || !proposal.status.is_open() {
                    continue;
                }
                for other in
                    proposal.members().filter_map(|id| space.root_of(&id)).filter(|other| !group.contains(other))
                {
                    let to = space.group_key(other);
                    out.entry(Way { to, predicate: SAME_AS.into(), backwards: false, verified: false }).or_default();
                }
            }
        }
    }
    out
}

fn step(space: &Space, from: Handle, way: &Way, claims: &BTreeSet<Handle>) -> Step {
    Step {
        from: entity_row(space, from),
        to: entity_row(space, way.to),
        predicate: way.predicate.clone(),
        backwards: way.backwards,
        verified: way.verified,
        claims: claims.iter().take(NAMED).map(|claim| space.claims.at(*claim).id.to_string()).collect(),
        supports: claims.len() as u32,
    }
}

/// The steps from a root, nearest first, up to `depth` steps away and `limit` in all. Costs the claims of what is reached.
pub fn neighborhood(space: &Space, root: Handle, depth: u32, limit: usize, unverified: bool) -> Neighborhood {
    let start = space.group_key(root);
    let mut far: BTreeMap<Handle, u32> = BTreeMap::from([(start, 0)]);
    let mut queue = VecDeque::from([start]);
    let (mut steps, mut more) = (Vec::new(), false);
    'all: while let Some(at) = queue.pop_front() {
        let here = far.get(&at).copied().unwrap_or_default();
        if here >= depth {
            continue;
        }
        for (way, claims) in ways(space, at, unverified) {
            // The way back is the one that led here.
            if far.get(&way.to).is_some_and(|other| *other < here || (*other == here && way.to < at)) {
                continue;
            }
            if steps.len() == limit {
                more = true;
                break 'all;
            }
            steps.push(step(space, at, &way, &claims));
            if let Entry::Vacant(place) = far.entry(way.to) {
                place.insert(here + 1);
                queue.push_back(way.to);
            }
        }
    }
    Neighborhood { entity: entity_row(space, start), steps, more }
}

/// The shortest way between two roots; of several the one whose steps come first in their order. Costs the claims of at most
/// [`VISITED`] entities.
pub fn shortest_path(space: &Space, a: Handle, b: Handle, unverified: bool) -> FoundPath {
    let (start, end) = (space.group_key(a), space.group_key(b));
    if start == end {
        return FoundPath { steps: Some(Vec::new()), explanation: None };
    }
    let mut came: BTreeMap<Handle, Option<(Handle, Way, BTreeSet<Handle>)>> = BTreeMap::from([(start, None)]);
    let mut queue = VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        if came.len() > VISITED {
            let explanation = format!("No path among the {VISITED} entities nearest to the first.");
            return FoundPath { steps: None, explanation: Some(explanation) };
        }
        for (way, claims) in ways(space, at, unverified) {
            if came.contains_key(&way.to) {
                continue;
            }
            let to = way.to;
            came.insert(to, Some((at, way, claims)));
            if to == end {
                let mut steps = Vec::new();
                let mut place = end;
                while let Some(Some((from, way, claims))) = came.get(&place) {
                    steps.push(step(space, *from, way, claims));
                    place = *from;
                }
                steps.reverse();
                return FoundPath { steps: Some(steps), explanation: None };
            }
            queue.push_back(to);
        }
    }
    FoundPath { steps: None, explanation: Some("No claims in force lead from one to the other.".into()) }
}
