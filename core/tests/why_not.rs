//! Why two entities are not asked about: each code, from a memory in which it holds.

mod support;

use namesake_core::protocol::*;
use namesake_core::store::InMemory;
use support::{SPACE, Session};

fn card(uid: &str, name: &str) -> String {
    format!("BEGIN:VCARD\r\nVERSION:4.0\r\nUID:{uid}\r\nFN:{name}\r\nEND:VCARD\r\n")
}

/// A memory of cards, in which sixty others share each part of the names of Priya Garcia and Priya Garsia.
fn memory() -> Session {
    let mut session = Session::open(&InMemory::new());
    let mut cards: Vec<String> = [
        "Dana Holt",
        "Dana Hold",
        "Bulletin Rev A",
        "Bulletin Rev B",
        "Mr. Ostrander",
        "Mrs. Ostrander",
        "김서준",
        "김서진",
        "Ravi",
        "Ravi Shankar",
        "Ravi Okafor",
        "Tomasz Lindgren",
    ]
    .iter()
    .map(|name| card(name, name))
    .collect();
    for n in 0..60 {
        let middle = char::from(b'a' + n % 26).to_string() + &char::from(b'a' + n / 26).to_string();
        for token in ["Priya", "Garcia", "Garsia"] {
            cards.push(card(&format!("{token}-{n}"), &format!("{token} Q{middle}zw")));
        }
    }
    for name in ["Priya Garcia", "Priya Garsia", "Maria Okafor", "Mario Okafor"] {
        cards.push(card(name, name));
    }
    session.import_bytes("cards.vcf", cards.concat().into_bytes());
    session.organize();
    session
}

fn id(session: &mut Session, name: &str) -> String {
    let call = Call::ResolveEntity { space: SPACE.into(), name: name.into(), cursor: None };
    let Ok(Reply::Resolved(found)) = session.call(call) else { panic!("{name} is not looked up") };
    let first = found.candidates.items.into_iter().next().expect("is there");
    assert_eq!(first.entity.name.text, name);
    first.entity.id
}

#[track_caller]
fn check(session: &mut Session, a: &str, b: &str, code: &str) -> WhyNot {
    let (x, y) = (id(session, a), id(session, b));
    let mut ask = |a: &str, b: &str| {
        let call = Call::WhyNot { space: SPACE.into(), a: a.into(), b: b.into() };
        let Ok(Reply::WhyNot(told)) = session.call(call) else { panic!("no answer") };
        told
    };
    let (told, turned) = (ask(&x, &y), ask(&y, &x));
    assert_eq!((told.code.as_str(), turned.code.as_str()), (code, code), "{a} / {b}: {}", told.explanation);
    assert_eq!(told.likelihood, turned.likelihood);
    assert_eq!(told.question.is_some(), code == "asked");
    told
}

#[test]
fn each_code_has_its_reason() {
    let session = &mut memory();
    check(session, "Dana Holt", "Dana Hold", "asked");
    check(session, "Dana Holt", "Dana Holt", "same_entity");
    check(session, "Bulletin Rev A", "Bulletin Rev B", "identity_tokens_differ");
    check(session, "Mr. Ostrander", "Mrs. Ostrander", "identity_tokens_differ");
    check(session, "김서준", "김서진", "short_name");
    check(session, "Ravi", "Ravi Shankar", "several_fit");
    check(session, "Dana Holt", "Tomasz Lindgren", "too_far");
    let chance = check(session, "Priya Garcia", "Priya Garsia", "by_chance");
    assert!(chance.likelihood.is_some_and(|likelihood| likelihood < 0.5), "{:?}", chance.likelihood);
    assert!(chance.reasons.iter().any(|reason| reason.code == "edits"), "{:?}", chance.reasons);
    let given = check(session, "Maria Okafor", "Mario Okafor", "given_names_differ");
    assert!(given.likelihood.is_some());
    assert!(given.reasons.iter().any(|reason| reason.code == "given_names_differ"), "{:?}", given.reasons);

    let question = check(session, "Dana Holt", "Dana Hold", "asked").question.expect("is asked");
    session.decide(&question, Verdict::Reject, None).expect("is stored");
    check(session, "Dana Hold", "Dana Holt", "rejected_before");
}

#[test]
fn what_is_not_there_is_not_told_of() {
    let session = &mut memory();
    let known = id(session, "Dana Holt");
    let unknown = known.chars().rev().collect::<String>();
    for (a, b) in [(known.as_str(), "x"), (known.as_str(), unknown.as_str()), ("", known.as_str())] {
        let error =
            session.call(Call::WhyNot { space: SPACE.into(), a: a.into(), b: b.into() }).expect_err("is not there");
        assert_eq!(error.code, ErrorCode::NotFound, "{a} {b}");
    }
}
