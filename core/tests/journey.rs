//! The main job on the store in memory: bring files in, decide, undo, verify, bring them in again.

mod support;

use futures::executor::block_on;
use namesake_core::protocol::*;
use namesake_core::store::InMemory;
use support::{SPACE, Session, titles};

#[test]
fn files_to_questions_to_decisions_and_back() {
    let store = InMemory::new();
    let mut session = Session::open(&store);
    let contacts = session.import("e2e-contacts.vcf");
    assert_eq!(contacts.refused, []);
    let conversation = session.import("e2e-conversation.jsonl");
    assert_eq!(conversation.refused, []);
    session.organize();
    let due = [
        "Alias: Ravi S. | Ravi Shankar",
        "Ambiguity: Alex | Alex Moreau | Alex Tanaka",
        "Collision: Dana Holt | Dana Holt",
        "Merge: José Núñez | Jose Nunez",
        "NewName: Maren Vogt",
    ];
    let asked = titles(&session.inbox());
    let sorted = |list: &[String]| -> Vec<String> {
        list.iter()
            .map(|title| {
                let (kind, names) = title.split_once(": ").expect("has a kind");
                let mut names: Vec<&str> = names.split(" | ").collect();
                names.sort_unstable();
                format!("{kind}: {}", names.join(" | "))
            })
            .collect()
    };
    assert_eq!(sorted(&asked), sorted(&due.map(str::to_owned)));

    let alias = session.question(QuestionKind::Alias);
    assert!(alias.effect.is_some_and(|effect| !effect.lines.is_empty()));
    let accepted = session.decide(&alias.row.id, Verdict::Accept, None).expect("accepts");
    assert!(accepted.applied);
    let again = session.decide(&alias.row.id, Verdict::Accept, None).expect("the same again is no error");
    assert!(!again.applied);
    assert_eq!(again.review, accepted.review);
    let other = session.decide(&alias.row.id, Verdict::Reject, None).expect_err("another decision fails");
    assert_eq!(other.code, ErrorCode::ReviewConflict);

    let collision = session.question(QuestionKind::Collision);
    session.decide(&collision.row.id, Verdict::Reject, None).expect("rejects");

    let ambiguity = session
        .inbox()
        .into_iter()
        .find(|row| row.kind == QuestionKind::Ambiguity && row.names[0].text == "Alex")
        .expect("is asked");
    let Ok(Reply::Question(view)) = session.call(Call::InboxGet { space: SPACE.into(), id: ambiguity.id.clone() })
    else {
        panic!("no question")
    };
    let choice = view.members[1].entity.as_ref().expect("is an entity").id.clone();
    session.decide(&ambiguity.id, Verdict::Choose, Some(choice)).expect("chooses");

    let merge = session.question(QuestionKind::Merge);
    let merged = session.decide(&merge.row.id, Verdict::Accept, None).expect("merges");
    let undo = Call::Undo { space: SPACE.into(), id: merged.review.id.clone(), together: false };
    let Ok(Reply::Undone(undone)) = session.call(undo) else { panic!("not undone") };
    assert!(undone.applied);
    assert_eq!(undone.opened, [merge.row.id.as_str()]);

    let before = titles(&session.inbox());
    let head = session.memory.head();
    let mut reopened = Session::open(&store);
    assert_eq!(titles(&reopened.inbox()), before);
    assert_eq!(reopened.memory.head(), head);
    assert_eq!(reopened.verify().faults, []);

    for file in ["e2e-contacts.vcf", "e2e-conversation.jsonl"] {
        let report = reopened.import(file);
        assert_eq!((report.added, report.updated), (0, 0), "{file}");
    }
    reopened.organize();
    assert_eq!(titles(&reopened.inbox()), before, "importing again asks nothing");
    assert_eq!(reopened.memory.head(), head, "importing again writes nothing");
    block_on(reopened.memory.save_snapshot()).expect("saves");
    let mut third = Session::open(&store);
    assert!(third.memory.opened().from_snapshot);
    assert_eq!(titles(&third.inbox()), before);
    assert_eq!(third.verify().faults, []);
}
