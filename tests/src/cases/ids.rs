//! The tables and vectors of `prme-ids.md`. `core/tests/ids.rs` holds more of the same.

use super::{Case, case};
use namesake_core::journal::*;
use namesake_core::model::EntityId as Uuid;

pub(super) fn cases() -> Vec<Case> {
    vec![
        case("alias proposal", "low entity id `prme:unverified-alias-proposal:v1:{high}`", alias_proposal),
        case("its unverified edge", "proposal id `relates-to`", || check(unverified_edge_id(A), A, "relates-to")),
        case("review of it", "proposal id `prme:alias-proposal-review:v1`", || {
            check(review_id(A, 1), A, "prme:alias-proposal-review:v1");
        }),
        case("verified alias edge", "review id `verified-relates-to`", || {
            check(verified_edge_id(A), A, "verified-relates-to");
        }),
        case(
            "merge operation",
            "low entity id `prme:organizer-merge:v1:{high}:{kind}`, kind `duplicate` or `alias`",
            merge_operation,
        ),
        case("supersedes edge", "merge id `supersedes`", || check(supersedes_edge_id(A), A, "supersedes")),
        case("copy of an edge moved by a merge", "old edge id `prme:edge-transfer:v1:{retired}:{keep}`", || {
            check(moved_edge_id(C, B, A), C, &format!("prme:edge-transfer:v1:{B}:{A}"));
        }),
        case(
            "owner entity",
            "RFC 4122 URL namespace `prme:owner-reference:v1:{number of characters in owner}:{owner}:{space}`",
            || check(owner_entity_id("Zoë", "work"), Uuid::NAMESPACE_URL, "prme:owner-reference:v1:3:Zoë:work"),
        ),
        case(
            "proposal for a group, or of another kind than alias",
            "lowest id `namesake:group:v1:{kind}:{the other ids, sorted, joined by commas}`",
            group_proposal,
        ),
        case(
            "proposal between a name in text and entities",
            "lowest entity id `namesake:name:v1:{kind}:{space}:{exact key}:{the other ids, sorted}`",
            name_proposal,
        ),
        case(
            "new-name question",
            "RFC 4122 URL namespace `namesake:new-name:v1:{number of characters in owner}:{owner}:{space}:{exact key}`",
            || check(new_name_id("Zoë", "work", "maren"), Uuid::NAMESPACE_URL, "namesake:new-name:v1:3:Zoë:work:maren"),
        ),
        case("revision r ≥ 2 of a proposal", "id of the first revision `namesake:revision:v1:{r}`", || {
            check(revision_id(A, 2), A, "namesake:revision:v1:2");
        }),
        case("decision n ≥ 2 on a proposal", "proposal id `namesake:review:v1:{n}`", || {
            check(review_id(A, 2), A, "namesake:review:v1:2");
        }),
        case("undo of a review or merge", "its id `namesake:undo:v1`", || check(undo_id(A), A, "namesake:undo:v1")),
        case("unresolved reference", "event id `namesake:reference:v1:{word class}`", || {
            check(reference_id(A, "he"), A, "namesake:reference:v1:he");
        }),
        case("alias proposal of A, B and of B, A", "c5c4bfd1-fce8-5074-9ce5-c6ddc15bd2dd", || {
            vector(alias_proposal_id(A, B), "c5c4bfd1-fce8-5074-9ce5-c6ddc15bd2dd");
            vector(alias_proposal_id(B, A), "c5c4bfd1-fce8-5074-9ce5-c6ddc15bd2dd");
        }),
        case("its edge", "279cbe72-2ffa-57eb-8ebc-e83318f183f3", || {
            vector(unverified_edge_id(alias_proposal_id(A, B)), "279cbe72-2ffa-57eb-8ebc-e83318f183f3");
        }),
        case("its review", "8fd1989b-6614-53d1-912b-8d1de6788f9c", || {
            vector(review_id(alias_proposal_id(A, B), 1), "8fd1989b-6614-53d1-912b-8d1de6788f9c");
        }),
        case("its verified edge", "d1de9264-e683-5e1f-956c-e4ca936d2399", || {
            let review = review_id(alias_proposal_id(A, B), 1);
            vector(verified_edge_id(review), "d1de9264-e683-5e1f-956c-e4ca936d2399");
        }),
        case("merge, kind duplicate", "79e00dbf-aaa8-5e83-bef8-c0b8845f0715", || {
            vector(merge_id(B, A, "duplicate"), "79e00dbf-aaa8-5e83-bef8-c0b8845f0715");
        }),
        case("its supersedes edge", "5c6ca880-c12c-5f7f-afb1-9acfaea0bc34", || {
            vector(supersedes_edge_id(merge_id(A, B, "duplicate")), "5c6ca880-c12c-5f7f-afb1-9acfaea0bc34");
        }),
        case("owner entity, owner `alice`, space `personal`", "6c16fb61-fc8d-5dde-b072-0c2fe37c99b2", || {
            vector(owner_entity_id("alice", "personal"), "6c16fb61-fc8d-5dde-b072-0c2fe37c99b2");
        }),
    ]
}

const A: Uuid = Uuid::from_u128(0x11111111_1111_1111_1111_111111111111);
const B: Uuid = Uuid::from_u128(0x22222222_2222_2222_2222_222222222222);
const C: Uuid = Uuid::from_u128(0x33333333_3333_3333_3333_333333333333);

/// Asserts that an id is the UUIDv5 of a name in a namespace.
fn check(id: Uuid, namespace: Uuid, name: &str) {
    assert_eq!(id, Uuid::new_v5(&namespace, name.as_bytes()), "{name}");
}

fn vector(id: Uuid, due: &str) {
    assert_eq!(id.to_string(), due);
}

fn alias_proposal() {
    for id in [alias_proposal_id(A, B), alias_proposal_id(B, A)] {
        check(id, A, &format!("prme:unverified-alias-proposal:v1:{B}"));
    }
}

fn merge_operation() {
    for kind in ["duplicate", "alias"] {
        for id in [merge_id(A, B, kind), merge_id(B, A, kind)] {
            check(id, A, &format!("prme:organizer-merge:v1:{B}:{kind}"));
        }
    }
}

fn group_proposal() {
    for ids in [[A, B, C], [C, B, A], [B, C, A]] {
        check(group_proposal_id("merge", &ids), A, &format!("namesake:group:v1:merge:{B},{C}"));
    }
}

fn name_proposal() {
    for ids in [[A, B, C], [C, B, A]] {
        let id = name_proposal_id("ambiguity", "work", "alex", &ids);
        check(id, A, &format!("namesake:name:v1:ambiguity:work:alex:{B},{C}"));
    }
}
