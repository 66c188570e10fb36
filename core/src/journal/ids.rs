//! Deterministic ids: UUIDv5 over what an object is about, so that concurrent and repeated passes make one object,
//! and so that records of PRME can be recognised. Source: `cases/prme-ids.md`.
//!
//! Of a pair, the id whose text sorts lower is the namespace and the other stands in the name, so the order in which
//! a pair is named does not matter. No id of an ordinary entity is made here: names find, they never identify.

use uuid::Uuid;

fn v5(namespace: Uuid, name: &str) -> Uuid {
    Uuid::new_v5(&namespace, name.as_bytes())
}

/// The pair in the order of their texts. (The order of the bytes is the order of the lower-case text.)
fn sorted(a: Uuid, b: Uuid) -> (Uuid, Uuid) {
    if a <= b { (a, b) } else { (b, a) }
}

/// First revision of the alias proposal of two entities.
pub fn alias_proposal_id(a: Uuid, b: Uuid) -> Uuid {
    let (low, high) = sorted(a, b);
    v5(low, &format!("prme:unverified-alias-proposal:v1:{high}"))
}

/// The unverified edge of an alias proposal.
pub fn unverified_edge_id(proposal: Uuid) -> Uuid {
    v5(proposal, "relates-to")
}

/// The decision with number `n` (from 1) on a proposal.
pub fn review_id(proposal: Uuid, n: u32) -> Uuid {
    if n <= 1 {
        v5(proposal, "prme:alias-proposal-review:v1")
    } else {
        v5(proposal, &format!("namesake:review:v1:{n}"))
    }
}

/// The verified alias edge of a review.
pub fn verified_edge_id(review: Uuid) -> Uuid {
    v5(review, "verified-relates-to")
}

/// The merge of two entities by a rule. `kind` is `duplicate` or `alias`.
pub fn merge_id(a: Uuid, b: Uuid, kind: &str) -> Uuid {
    let (low, high) = sorted(a, b);
    v5(low, &format!("prme:organizer-merge:v1:{high}:{kind}"))
}

/// The supersedes edge of a merge.
pub fn supersedes_edge_id(merge: Uuid) -> Uuid {
    v5(merge, "supersedes")
}

/// The copy of an edge that a merge moved.
pub fn moved_edge_id(edge: Uuid, retired: Uuid, keep: Uuid) -> Uuid {
    v5(edge, &format!("prme:edge-transfer:v1:{retired}:{keep}"))
}

/// The entity that stands for the owner in a scope.
pub fn owner_entity_id(owner: &str, space: &str) -> Uuid {
    v5(Uuid::NAMESPACE_URL, &format!("prme:owner-reference:v1:{}:{owner}:{space}", owner.chars().count()))
}

/// First revision of a proposal for a group, or of another kind than alias. `members` in any order, not empty.
pub fn group_proposal_id(kind: &str, members: &[Uuid]) -> Uuid {
    let (lowest, others) = lowest_and_others(members);
    v5(lowest, &format!("namesake:group:v1:{kind}:{others}"))
}

/// First revision of a contradiction: one of a subject and a predicate, whatever is said.
pub fn contradiction_proposal_id(subject: Uuid, predicate: &str) -> Uuid {
    v5(subject, &format!("namesake:contradiction:v1:{predicate}"))
}

/// First revision of a proposal between a name in text and entities. `entities` in any order, not empty.
pub fn name_proposal_id(kind: &str, space: &str, exact_key: &str, entities: &[Uuid]) -> Uuid {
    let (lowest, others) = lowest_and_others(entities);
    v5(lowest, &format!("namesake:name:v1:{kind}:{space}:{exact_key}:{others}"))
}

/// First revision of a new-name question.
pub fn new_name_id(owner: &str, space: &str, exact_key: &str) -> Uuid {
    v5(Uuid::NAMESPACE_URL, &format!("namesake:new-name:v1:{}:{owner}:{space}:{exact_key}", owner.chars().count()))
}

/// Revision `r` of a proposal whose first revision is `first`.
pub fn revision_id(first: Uuid, r: u32) -> Uuid {
    if r <= 1 { first } else { v5(first, &format!("namesake:revision:v1:{r}")) }
}

/// The undo of a review or merge.
pub fn undo_id(of: Uuid) -> Uuid {
    v5(of, "namesake:undo:v1")
}

/// A claim of an event. `checksum` is that of what is claimed.
pub fn claim_id(event: Uuid, checksum: crate::journal::Hash) -> Uuid {
    v5(event, &format!("namesake:claim:v1:{checksum}"))
}

/// What claims support that say the same of the same subject. `object` is the object's id, or type, value and unit.
pub fn relationship_id(subject: Uuid, predicate: &str, object: &str) -> Uuid {
    v5(subject, &format!("namesake:relationship:v1:{predicate}:{object}"))
}

/// An unresolved reference of an event.
pub fn reference_id(event: Uuid, word_class: &str) -> Uuid {
    v5(event, &format!("namesake:reference:v1:{word_class}"))
}

fn lowest_and_others(ids: &[Uuid]) -> (Uuid, String) {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    ids.dedup();
    let others: Vec<String> = ids.iter().skip(1).map(Uuid::to_string).collect();
    (ids.first().copied().unwrap_or_default(), others.join(","))
}
