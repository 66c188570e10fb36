//! Faults of the store: before or after, never between.

mod support;

use futures::executor::block_on;
use namesake_core::protocol::*;
use namesake_core::snapshot::encode;
use namesake_core::store::{Fault, InMemory, StoreError};
use std::cell::Cell;
use support::{Session, titles};

fn filled() -> (InMemory, Session) {
    let store = InMemory::new();
    let mut session = Session::open(&store);
    session.import("e2e-contacts.vcf");
    session.import("e2e-conversation.jsonl");
    session.organize();
    (store, session)
}

/// Decides with a fault at the n-th call of the store; the outcome must be all or nothing, and a retry safe.
fn check(fault: &Fault, call: u64) {
    let (store, mut session) = filled();
    let question = session.question(QuestionKind::Alias).row.id;
    let before = titles(&session.inbox());
    store.fail_at(store.calls() + call, fault.clone());
    let outcome = session.decide(&question, Verdict::Accept, None);
    store.heal();
    let mut fresh = Session::open(&store);
    let stored = !titles(&fresh.inbox()).iter().any(|title| title.starts_with("Alias"));
    match &outcome {
        Ok(_) => assert!(stored, "{fault:?} at call {call}: what was reported stored is stored"),
        Err(error) => {
            if !stored {
                assert_eq!(titles(&fresh.inbox()), before, "{fault:?} at call {call}: nothing moved");
            } else {
                assert_eq!(error.code, ErrorCode::OutcomeUnknown, "{fault:?} at call {call}: {error:?}");
            }
        }
    }
    let again = session.decide(&question, Verdict::Accept, None).expect("a retry is safe");
    assert_eq!(again.applied, !stored);
    assert_eq!(fresh.verify().faults, []);
    block_on(fresh.memory.catch_up()).expect("catches up");
    assert_eq!(
        encode(fresh.memory.state()).expect("packs"),
        encode(session.memory.state()).expect("packs"),
        "both see the same"
    );
}

#[test]
fn a_fault_at_any_call_is_before_or_after_and_never_between() {
    let unknown = || StoreError::OutcomeUnknown("the connection went away".into());
    for fault in [
        Fault::Before(StoreError::Full),
        Fault::Before(StoreError::Lost("gone".into())),
        Fault::Before(unknown()),
        Fault::After(unknown()),
    ] {
        for call in 0..4 {
            check(&fault, call);
        }
    }
}

#[test]
fn two_replicas_decide_at_once_and_agree() {
    let (store, mut one) = filled();
    let mut other = Session::open(&store);
    other.tick = Cell::new(1_000_000);
    let question = one.question(QuestionKind::Alias).row.id;
    let first = one.decide(&question, Verdict::Accept, None).expect("stores");
    let conflict = other.decide(&question, Verdict::Reject, None).expect_err("one decision a proposal");
    assert_eq!(conflict.code, ErrorCode::ReviewConflict);
    let same = other.decide(&question, Verdict::Accept, None).expect("the same is no conflict");
    assert_eq!((same.applied, same.review.id), (false, first.review.id));
    let collision = other.question(QuestionKind::Collision).row.id;
    other.decide(&collision, Verdict::Reject, None).expect("stores");
    // A query asks the store nothing; what others append is announced, and caught up with then.
    block_on(one.memory.catch_up()).expect("catches up");
    assert_eq!(titles(&one.inbox()), titles(&other.inbox()));
    assert_eq!(one.memory.head(), other.memory.head());
}
