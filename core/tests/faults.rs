//! Faults of the store, and damage in it: before or after, never between; the damage is named and the rest works.

mod support;

use futures::executor::block_on;
use namesake_core::journal::Row;
use namesake_core::memory::{Exporter, Memory, Restorer, Step};
use namesake_core::protocol::*;
use namesake_core::snapshot::encode;
use namesake_core::store::{Fault, InMemory, Store, StoreError};
use std::cell::Cell;
use support::{SPACE, Session, context, titles};

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

#[test]
fn a_damaged_record_is_named_and_the_rest_works() {
    let (store, mut session) = filled();
    let whole = titles(&session.inbox());
    // The first card: what builds on it is set aside with it.
    store.tamper(|rows| {
        let row = rows.get_mut(&1).expect("there is a first row");
        let at = row
            .bytes
            .windows(4)
            .position(|window| window == b"Dana")
            .or_else(|| row.bytes.windows(2).position(|window| window == b"FN"));
        let at = at.unwrap_or(200);
        row.bytes[at] ^= 1;
    });
    let mut reopened = Session::open(&store);
    assert!(reopened.memory.opened().damaged > 0);
    let report = reopened.verify();
    assert!(report.faults.iter().any(|fault| fault.code == "checksum"), "{report:?}");
    let rest = titles(&reopened.inbox());
    assert!(!rest.is_empty() && rest != whole, "what does not need it is still asked");
    let Ok(Reply::History(page)) =
        reopened.call(Call::History { space: SPACE.into(), decisions_only: false, cursor: None, limit: 200 })
    else {
        panic!("the history works")
    };
    assert!(page.items.iter().any(|row| row.damaged.is_some()), "the history shows it");
    // The memory goes on: something new can be taken and decided.
    reopened.import("conversation.jsonl");
}

#[test]
fn one_flipped_byte_anywhere_never_goes_unseen() {
    let (store, session) = filled();
    let sound = encode(session.memory.state()).expect("packs");
    let rows = block_on(store.read(1, usize::MAX)).expect("reads");
    let places: Vec<(u64, usize)> =
        rows.iter().flat_map(|row| (0..row.bytes.len()).map(move |at| (row.first, at))).collect();
    for n in 0..150 {
        let (first, at) = places[n * 7919 % places.len()];
        store.tamper(|rows| rows.get_mut(&first).expect("is there").bytes[at] ^= 0x20);
        let memory =
            block_on(Memory::open(store.clone(), "alice", "test")).expect("damage never keeps it from opening");
        let mut session = Session { memory, tick: Cell::new(0) };
        let same = encode(session.memory.state()).expect("packs") == sound;
        let named = session.memory.opened().damaged > 0 || !session.verify().faults.is_empty();
        assert!(named, "byte {at} of row {first} is damaged, and nobody says so (same state: {same})");
        store.tamper(|rows| rows.get_mut(&first).expect("is there").bytes[at] ^= 0x20);
    }
}

#[test]
fn a_damaged_snapshot_is_made_again() {
    let (store, mut session) = filled();
    block_on(session.memory.save_snapshot()).expect("saves");
    store.tamper_blocks(|blocks| {
        let block = blocks.values_mut().next().expect("there is one");
        block[0] ^= 1;
    });
    let mut reopened = Session::open(&store);
    assert!(!reopened.memory.opened().from_snapshot);
    assert_eq!(titles(&reopened.inbox()), titles(&session.inbox()));
}

#[test]
fn damaged_keys_of_names_are_found_anew() {
    let (store, mut session) = filled();
    block_on(session.memory.save_snapshot()).expect("saves");
    let mut sound = Vec::new();
    store.tamper_blocks(|blocks| {
        let (_, block) = blocks.iter_mut().find(|(name, _)| name.starts_with("n:")).expect("there is one");
        sound.clone_from(block);
        block[0] ^= 1;
    });
    let mut reopened = Session::open(&store);
    assert!(reopened.memory.opened().from_snapshot, "the tables are sound");
    assert_eq!(titles(&reopened.inbox()), titles(&session.inbox()));
    assert_eq!(reopened.verify().faults, []);
    let cards = "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:z\r\nFN:Zoe Abel\r\nEND:VCARD\r\n";
    reopened.import_bytes("more.vcf", cards.into());
    assert!(block_on(reopened.memory.save_snapshot()).expect("saves"));
    let again = Session::open(&store);
    assert!(again.memory.opened().from_snapshot);
    let encoded = |session: &Session| encode(session.memory.state()).expect("packs");
    assert_eq!(encoded(&again), encoded(&reopened));
    store.tamper_blocks(|blocks| {
        let (_, block) = blocks.iter().find(|(name, _)| name.starts_with("n:")).expect("there is one");
        assert!(block.len() > sound.len(), "it is whole again, and holds the new name");
    });
}

fn export(session: &Session) -> Vec<u8> {
    let mut exporter = Exporter::new();
    let mut file = Vec::new();
    while let Some(chunk) = block_on(exporter.step(&session.memory)).expect("exports") {
        file.extend(chunk);
    }
    file
}

fn restore(session: &mut Session, file: Vec<u8>) -> Result<RestoreReport, ApiError> {
    let mut restorer = Restorer::new(file);
    while block_on(restorer.step(&mut session.memory, context(&session.tick)))? == Step::More {}
    Ok(restorer.report())
}

#[test]
fn an_export_comes_back_as_the_same_journal() {
    let (_, mut session) = filled();
    let question = session.question(QuestionKind::Alias).row.id;
    session.decide(&question, Verdict::Accept, None).expect("stores");
    let file = export(&session);
    let mut empty = Session::open(&InMemory::new());
    let report = restore(&mut empty, file.clone()).expect("restores");
    assert!(report.identical);
    assert_eq!(empty.memory.head(), session.memory.head());
    assert_eq!(encode(empty.memory.state()).expect("packs"), encode(session.memory.state()).expect("packs"));
    assert_eq!(empty.verify().faults, []);
    let again = restore(&mut empty, file.clone()).expect_err("it is not empty any more");
    assert_eq!(again.code, ErrorCode::NotEmpty);
    for at in [0, file.len() / 2, file.len() - 2] {
        let mut tampered = file.clone();
        tampered[at] ^= 1;
        let mut other = Session::open(&InMemory::new());
        let error = restore(&mut other, tampered).expect_err("is refused");
        assert_eq!(error.code, ErrorCode::DamagedExport, "byte {at}");
        assert_eq!(other.memory.head().sequence, 0, "nothing is half-stored");
    }
    let mut other = Session::open(&InMemory::new());
    let error = restore(&mut other, file[..file.len() / 2].to_vec()).expect_err("is cut off");
    assert_eq!(error.code, ErrorCode::DamagedExport);
}

#[test]
fn rows_hold_what_was_packed() {
    let (store, _) = filled();
    for row in block_on(store.read(1, usize::MAX)).expect("reads") {
        let records: Vec<_> = row.unpack().into_iter().map(|(_, record)| record.expect("is sound")).collect();
        assert_eq!(Row::pack(&records), [row]);
    }
}
