//! Derived ids: the vectors of `cases/prme-ids.md`, and that the order in which ids are named does not matter.

use namesake_core::journal::*;
use proptest::prelude::*;
use uuid::Uuid;

const A: Uuid = Uuid::from_u128(0x11111111_1111_1111_1111_111111111111);
const B: Uuid = Uuid::from_u128(0x22222222_2222_2222_2222_222222222222);
const C: Uuid = Uuid::from_u128(0x33333333_3333_3333_3333_333333333333);

fn check(id: Uuid, due: &str) {
    assert_eq!(id.to_string(), due);
    assert_eq!(id.get_version_num(), 5, "{due}");
}

/// UUIDv5 with the name as the table writes it.
fn v5(namespace: Uuid, name: &str) -> String {
    Uuid::new_v5(&namespace, name.as_bytes()).to_string()
}

#[test]
fn the_vectors() {
    let proposal = alias_proposal_id(A, B);
    check(proposal, "c5c4bfd1-fce8-5074-9ce5-c6ddc15bd2dd");
    check(alias_proposal_id(B, A), "c5c4bfd1-fce8-5074-9ce5-c6ddc15bd2dd");
    check(unverified_edge_id(proposal), "279cbe72-2ffa-57eb-8ebc-e83318f183f3");
    let review = review_id(proposal, 1);
    check(review, "8fd1989b-6614-53d1-912b-8d1de6788f9c");
    check(verified_edge_id(review), "d1de9264-e683-5e1f-956c-e4ca936d2399");
    let merge = merge_id(A, B, "duplicate");
    check(merge, "79e00dbf-aaa8-5e83-bef8-c0b8845f0715");
    check(merge_id(B, A, "duplicate"), "79e00dbf-aaa8-5e83-bef8-c0b8845f0715");
    check(supersedes_edge_id(merge), "5c6ca880-c12c-5f7f-afb1-9acfaea0bc34");
    check(owner_entity_id("alice", "personal"), "6c16fb61-fc8d-5dde-b072-0c2fe37c99b2");
}

#[test]
fn the_tables() {
    check(merge_id(A, B, "alias"), &v5(A, &format!("prme:organizer-merge:v1:{B}:alias")));
    check(moved_edge_id(C, A, B), &v5(C, &format!("prme:edge-transfer:v1:{A}:{B}")));
    check(group_proposal_id("merge", &[C, A, B]), &v5(A, &format!("namesake:group:v1:merge:{B},{C}")));
    check(group_proposal_id("collision", &[B, A]), &v5(A, &format!("namesake:group:v1:collision:{B}")));
    check(
        name_proposal_id("ambiguity", "work", "alex", &[C, B, A]),
        &v5(A, &format!("namesake:name:v1:ambiguity:work:alex:{B},{C}")),
    );
    check(name_proposal_id("alias", "work", "alex", &[B]), &v5(B, "namesake:name:v1:alias:work:alex:"));
    check(revision_id(A, 2), &v5(A, "namesake:revision:v1:2"));
    check(review_id(A, 3), &v5(A, "namesake:review:v1:3"));
    check(undo_id(A), &v5(A, "namesake:undo:v1"));
    check(reference_id(A, "he"), &v5(A, "namesake:reference:v1:he"));
    assert_eq!(revision_id(A, 1), A, "the first revision is the proposal itself");
}

#[test]
fn characters_are_scalar_values() {
    // One character outside of the basic plane is one, not the two that UTF-16 counts or the four bytes of UTF-8.
    let url = Uuid::NAMESPACE_URL;
    check(owner_entity_id("é😀", "s"), &v5(url, "prme:owner-reference:v1:2:é😀:s"));
    check(new_name_id("😀", "s", "maren vogt"), &v5(url, "namesake:new-name:v1:1:😀:s:maren vogt"));
    // The number keeps owner and space apart, also where an owner holds a colon.
    assert_ne!(owner_entity_id("a:b", "c"), owner_entity_id("a", "b:c"));
}

#[test]
fn kinds_and_roles_keep_ids_apart() {
    let ids = [
        alias_proposal_id(A, B),
        group_proposal_id("alias", &[A, B]),
        group_proposal_id("merge", &[A, B]),
        group_proposal_id("collision", &[A, B]),
        name_proposal_id("alias", "s", "x", &[A, B]),
        name_proposal_id("ambiguity", "s", "x", &[A, B]),
        name_proposal_id("ambiguity", "t", "x", &[A, B]),
        merge_id(A, B, "duplicate"),
        merge_id(A, B, "alias"),
        moved_edge_id(C, A, B),
        moved_edge_id(C, B, A),
    ];
    for (at, one) in ids.iter().enumerate() {
        assert!(!ids[at + 1..].contains(one), "{one} stands for two things");
    }
}

proptest! {
    #[test]
    fn the_order_of_naming_does_not_matter(a: u128, b: u128) {
        let (a, b) = (Uuid::from_u128(a), Uuid::from_u128(b));
        prop_assert_eq!(alias_proposal_id(a, b), alias_proposal_id(b, a));
        prop_assert_eq!(merge_id(a, b, "duplicate"), merge_id(b, a, "duplicate"));
        // The order of the bytes is the order of the lower-case text, by which the table sorts.
        prop_assert_eq!(a.cmp(&b), a.to_string().cmp(&b.to_string()));
    }

    #[test]
    fn the_order_of_a_group_does_not_matter(ids in proptest::collection::vec(any::<u128>(), 1..8), by in any::<prop::sample::Index>()) {
        let ids: Vec<Uuid> = ids.into_iter().map(Uuid::from_u128).collect();
        let mut other = ids.clone();
        other.rotate_left(by.index(ids.len()));
        other.reverse();
        other.push(ids[0]);
        prop_assert_eq!(group_proposal_id("merge", &ids), group_proposal_id("merge", &other));
        prop_assert_eq!(name_proposal_id("alias", "s", "k", &ids), name_proposal_id("alias", "s", "k", &other));
    }
}
