//! Field cases about storage: what the façade does when the store fails. Their other half runs in browsers.

use super::{Case, case, later};
use crate::support::*;
use namesake_core::protocol::*;
use namesake_core::store::{Fault, InMemory, StoreError};

pub(super) fn cases() -> Vec<Case> {
    vec![
        case("FC-32", FC_32, a_lost_connection_loses_nothing).browser(&[
            ("web/engine/tests/faults.rs", "a_lost_connection_is_opened_again"),
            ("web/engine/tests/faults.rs", "a_connection_closed_while_appending_loses_nothing"),
        ]),
        later("FC-33", FC_33, "only a browser clears a store, so it is not run here")
            .browser(&[("tests/e2e/package.test.mjs", "a cleared store is said, also under our hands")]),
        case("FC-35", FC_35, a_full_store_takes_all_or_none).browser(&[
            ("web/engine/tests/faults.rs", "a_full_disk_changes_nothing"),
            ("tests/e2e/package.test.mjs", "a full disk changes nothing"),
        ]),
    ]
}

/// Questions about `count` pairs.
fn pairs(count: usize) -> (Session, Vec<String>) {
    let mut session = Session::new();
    for n in 0..count {
        let name = format!("Zoë {}", spelled(n));
        let plain = format!("Zoe {}", spelled(n));
        session.cards("pairs.vcf", &[Card(&format!("a{n}"), &name, &[]), Card(&format!("b{n}"), &plain, &[])]);
    }
    session.organize();
    let ids: Vec<String> = session.rows(None).into_iter().map(|row| row.id).collect();
    assert_eq!(ids.len(), count);
    (session, ids)
}

/// A family name a number, far from the others.
fn spelled(n: usize) -> String {
    const PARTS: [&str; 10] = ["bar", "kel", "tir", "mon", "sug", "vad", "fep", "hil", "jor", "wun"];
    let mut name: String = format!("{n:03}").bytes().map(|digit| PARTS[usize::from(digit - b'0')]).collect();
    name[..1].make_ascii_uppercase();
    name
}

/// Fails the append of the next decision: its second call of the store, after reading the head.
fn fail_append(store: &InMemory, fault: Fault) {
    store.fail_at(store.calls() + 1, fault);
}

fn reviews(session: &Session) -> usize {
    session.space().reviews.len()
}

const FC_32: &str = r#"{"fault":"IDBDatabase dead (WebKit 'Connection to Indexed Database server lost') between open and write","action":"owner accepts a proposal"}"#;

fn a_lost_connection_loses_nothing() {
    let (mut session, ids) = pairs(1);
    let head = session.memory.head();
    for call in 0..2 {
        session.store.fail_at(session.store.calls() + call, Fault::Before(StoreError::Lost("gone".into())));
        fails(session.decide(&ids[0], verdict(Verdict::Accept)), ErrorCode::StorageLost);
        assert_eq!(session.question(&ids[0]).row.status, QuestionStatus::Open, "the item stays in the inbox");
        assert_eq!(session.memory.head(), head);
    }
    assert!(session.accept(&ids[0]).applied, "after recovery it is stored");
    assert!(!session.accept(&ids[0]).applied);
    assert_eq!(reviews(&session), 1, "exactly one review record");
    // Lost after the write was sent, and the store cannot be asked either: not known, and a retry is safe.
    let (mut session, ids) = pairs(1);
    fail_append(&session.store, Fault::After(StoreError::OutcomeUnknown("lost".into())));
    session.store.fail_at(session.store.calls() + 2, Fault::Before(StoreError::Lost("gone".into())));
    fails(session.decide(&ids[0], verdict(Verdict::Accept)), ErrorCode::OutcomeUnknown);
    assert!(!session.accept(&ids[0]).applied, "the retry finds the committed record");
    let mut reopened = Session::open(&session.store, "alice", "test");
    assert_eq!(reviews(&reopened), 1);
    assert_eq!(reopened.faults(), []);
}

const FC_33: &str =
    r#"{"fault":"database absent at start; a marker outside IndexedDB or a linked backup says data existed"}"#;

const FC_35: &str =
    r#"{"fault":"QuotaExceededError surfaces only as transaction abort","action":"owner accepts 200 items in bulk"}"#;

fn a_full_store_takes_all_or_none() {
    let (mut session, ids) = pairs(200);
    let head = session.memory.head();
    let items: Vec<(String, Decision)> = ids.iter().map(|id| (id.clone(), verdict(Verdict::Accept))).collect();
    fail_append(&session.store, Fault::Before(StoreError::Full));
    let call = Call::DecideMany { space: SPACE.into(), items: items.clone() };
    let error = fails(session.call(&call), ErrorCode::StorageFull);
    assert!(error.message.contains("nothing was changed"), "{}", error.message);
    assert_eq!((session.rows(None).len(), reviews(&session), session.memory.head()), (200, 0, head));
    let mut exporter = namesake_core::memory::Exporter::new();
    let mut bytes = 0;
    while let Some(part) = now(exporter.step(&session.memory)).expect("an export still works") {
        bytes += part.len();
    }
    assert!(bytes > 0);
    let done = session.decide_many(items);
    assert!(done.iter().all(|item| item.decided.as_ref().is_some_and(|decided| decided.applied)));
    assert_eq!(reviews(&session), 200);
}
