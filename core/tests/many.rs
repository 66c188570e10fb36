//! Deciding many at once: in order, each after the effects of those before, in one transaction, taken back in one step.

mod support;

use namesake_core::protocol::*;
use namesake_core::store::{Fault, InMemory, StoreError};
use support::{SPACE, Session, titles};

/// Three cards of one name and two pairs of near names.
fn filled(store: &InMemory) -> Session {
    let mut session = Session::open(store);
    let names = ["Dana Holt", "Dana Holt", "Ann Smith", "Anne Smith", "Zbigniew Kowalczyk", "Zbigniew Kowalczik"];
    let card =
        |(n, name): (usize, &&str)| format!("BEGIN:VCARD\r\nVERSION:4.0\r\nUID:{n}\r\nFN:{name}\r\nEND:VCARD\r\n");
    let text: String = names.iter().enumerate().map(card).collect();
    session.import_bytes("cards.vcf", text.into_bytes());
    session.organize();
    assert_eq!(session.inbox().len(), 3, "{:?}", titles(&session.inbox()));
    session
}

fn decision(verdict: Verdict) -> Decision {
    Decision { verdict, choice: None, ticks: None, survivor: None, reason: None, until: None }
}

fn decide_many(session: &mut Session, items: &[(String, Decision)]) -> Result<Vec<DecidedItem>, ApiError> {
    session.call(Call::DecideMany { space: SPACE.into(), items: items.to_vec() }).map(|reply| match reply {
        Reply::DecidedMany(items) => items,
        other => panic!("{other:?}"),
    })
}

fn all(session: &mut Session, verdict: Verdict) -> Vec<(String, Decision)> {
    session.inbox().into_iter().map(|row| (row.id, decision(verdict))).collect()
}

#[test]
fn all_of_a_bulk_is_taken_back_in_one_step() {
    let mut session = filled(&InMemory::new());
    let before = titles(&session.inbox());
    let items = all(&mut session, Verdict::Accept);
    let done = decide_many(&mut session, &items).expect("is stored");
    let reviews: Vec<ReviewRow> =
        done.into_iter().filter_map(|item| item.decided).map(|decided| decided.review).collect();
    let bulk = reviews[0].bulk.clone().expect("was decided in one");
    assert_eq!(reviews.iter().filter(|review| review.bulk.as_ref() == Some(&bulk)).count(), 3);
    assert_eq!(session.inbox(), []);
    // One of them is taken back by itself, and then the rest in one; newest first.
    session.undo(&reviews[1].id).expect("is taken back");
    let undone = session.undo(&bulk).expect("the rest is taken back");
    assert_eq!(undone.reviews, [reviews[2].id.clone(), reviews[0].id.clone()]);
    assert_eq!(titles(&session.inbox()), before);
    assert_eq!(session.undo(&bulk).map(|undone| undone.applied), Ok(false));
    assert_eq!(session.verify().faults, []);
}

#[test]
fn what_builds_on_a_bulk_comes_first() {
    let mut session = filled(&InMemory::new());
    let before = titles(&session.inbox());
    let items = all(&mut session, Verdict::Accept);
    let done = decide_many(&mut session, &items).expect("is stored");
    let bulk = done[0].decided.as_ref().expect("is decided").review.bulk.clone().expect("was decided in one");
    let survivor = session.entity(&session.uid("0")).row.id;
    let other = session.entity(&session.uid("2")).row.id;
    let merge = Edit::Merge { entities: vec![survivor, other.clone()], survivor: Some(other) };
    let merged = session.edit(merge).expect("is stored").edit.expect("changes something").id;
    let error = session.undo(&bulk).expect_err("its survivor was merged");
    assert_eq!((error.code, error.operations), (ErrorCode::UndoFirst, vec![merged]));
    let together = Call::Undo { space: SPACE.into(), id: bulk, together: true };
    let Ok(Reply::Undone(undone)) = session.call(together) else { panic!("all is taken back") };
    assert_eq!(undone.reviews.len(), 4);
    assert_eq!(titles(&session.inbox()), before);
}

#[test]
fn items_are_checked_in_order_and_those_that_do_not_hold_say_why() {
    let mut session = filled(&InMemory::new());
    let rows = session.inbox();
    let first = rows[0].id.clone();
    let items = vec![
        (first.clone(), decision(Verdict::Accept)),
        // Answered by the item before.
        (first.clone(), decision(Verdict::Reject)),
        (first, decision(Verdict::Accept)),
        ("no id".into(), decision(Verdict::Accept)),
        (rows[1].id.clone(), decision(Verdict::Choose)),
        (rows[2].id.clone(), decision(Verdict::Reject)),
    ];
    let done = decide_many(&mut session, &items).expect("is stored");
    let told: Vec<Result<bool, ErrorCode>> = done
        .iter()
        .map(|item| match (&item.decided, &item.error) {
            (Some(decided), None) => Ok(decided.applied),
            (None, Some(error)) => Err(error.code),
            other => panic!("{other:?}"),
        })
        .collect();
    let due = [
        Ok(true),
        Err(ErrorCode::ReviewConflict),
        Ok(false),
        Err(ErrorCode::NotFound),
        Err(ErrorCode::BadArgument),
        Ok(true),
    ];
    assert_eq!(told, due);
    assert_eq!(session.inbox().len(), 1);
}

#[test]
fn a_fault_of_the_store_commits_none() {
    let store = InMemory::new();
    let mut session = filled(&store);
    let before = titles(&session.inbox());
    let items = all(&mut session, Verdict::Accept);
    store.fail_at(store.calls() + 1, Fault::Before(StoreError::Full));
    let error = decide_many(&mut session, &items).expect_err("storage is full");
    store.heal();
    assert_eq!(error.code, ErrorCode::StorageFull);
    assert_eq!(titles(&session.inbox()), before);
    assert_eq!(titles(&Session::open(&store).inbox()), before);
    assert_eq!(decide_many(&mut session, &items).expect("is stored").len(), 3);
}
