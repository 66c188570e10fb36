//! Answers and what must come of them: each test is something that once went wrong.

mod support;

use futures::executor::block_on;
use namesake_core::memory::Memory;
use namesake_core::protocol::*;
use namesake_core::store::InMemory;
use std::cell::Cell;
use support::{SPACE, Session, event, titles};

fn card(uid: &str, name: &str, more: &str) -> String {
    format!("BEGIN:VCARD\r\nVERSION:4.0\r\nUID:{uid}\r\nFN:{name}\r\n{more}END:VCARD\r\n")
}

fn mail(address: &str) -> String {
    format!("EMAIL:{address}\r\n")
}

fn line(speaker: &str, text: &str, time: Option<&str>) -> String {
    let time = time.map_or_else(String::new, |time| format!(",\"time\":\"{time}\""));
    format!("{{\"speaker\":\"{speaker}\",\"text\":\"{text}\"{time}}}\n")
}

fn with(files: &[(&str, String)]) -> Session {
    let mut session = Session::open(&InMemory::new());
    for (name, text) in files {
        session.import_bytes(name, text.clone().into_bytes());
    }
    session.organize();
    session
}

fn decision(verdict: Verdict, ticks: Option<Vec<String>>) -> Decision {
    Decision { verdict, choice: None, ticks, survivor: None, reason: None, until: None }
}

#[test]
fn what_was_rejected_before_can_be_accepted_when_something_new_is_known() {
    let two = |more: &str| card("a", "José Núñez", more) + &card("b", "Jose Nunez", more);
    let mut session = with(&[("c.vcf", two(""))]);
    let question = session.question(QuestionKind::Merge).row.id;
    session.decide(&question, Verdict::Reject, None).expect("is stored");
    session.import_bytes("c.vcf", two(&mail("j@x.example")).into_bytes());
    let again = session.question(QuestionKind::Merge);
    assert!(again.row.rejected_before);
    assert!(again.effect.is_some(), "the preview says what would change");
    let accepted = session.decide(&again.row.id, Verdict::Accept, None).expect("the answer is free");
    assert!(session.inbox().is_empty());
    let undo = Call::Undo { space: SPACE.into(), id: accepted.review.id, together: false };
    session.call(undo).expect("is undone");
    assert_eq!(session.question(QuestionKind::Merge).row.id, again.row.id);
    session.decide(&again.row.id, Verdict::Reject, None).expect("is stored");
    assert!(session.inbox().is_empty(), "asked once");
}

#[test]
fn a_group_over_the_bound_is_held_back_and_its_mentions_are_asked_about() {
    let cards: String = (0..13).map(|n| card(&format!("m{n}"), "Maria Silva", "")).collect();
    let mut session = with(&[("c.vcf", cards), ("t.jsonl", line("Someone Else", "I met Maria Silva.", None))]);
    let Ok(Reply::Counts(counts)) = session.call(Call::InboxCounts { space: SPACE.into() }) else { panic!("counts") };
    assert_eq!((counts.held, counts.ambiguity), (1, 1));
}

#[test]
fn one_more_of_a_rejected_group_is_asked_about_with_each() {
    let cards = |count| -> String { (0..count).map(|n| card(&format!("m{n}"), "Maria Silva", "")).collect() };
    let mut session = with(&[("c.vcf", cards(12))]);
    let question = session.question(QuestionKind::Collision).row.id;
    session.decide(&question, Verdict::Reject, None).expect("is stored");
    session.import_bytes("c.vcf", cards(13).into_bytes());
    let open = session.inbox();
    assert_eq!(open.len(), 12);
    assert!(open.iter().all(|row| row.kind == QuestionKind::Collision && row.names.len() == 2));
}

#[test]
fn what_many_share_identifies_nobody() {
    let office = mail("office@acme.example");
    let strangers = ["Ana Lopez", "Ben Okafor", "Chiara Fontana", "Dmitri Volkov", "Elif Yildiz", "Farid Haddad"];
    let mut cards: String = strangers.iter().map(|name| card(name, name, &office)).collect();
    cards += &card("k1", "Katarzyna Lindqvist", &office);
    cards += &card("k2", "Katarzyna Lindquist", &office);
    let mut session = with(&[("c.vcf", cards)]);
    let asked = titles(&session.inbox());
    assert_eq!(asked.len(), 1, "{asked:?}");
    assert!(asked[0].contains("Lindqvist") && asked[0].contains("Lindquist"), "{asked:?}");
}

#[test]
fn a_decision_on_a_group_needs_two_ticks() {
    let cards: String = (0..3).map(|n| card(&format!("l{n}"), "Ann Lee", "")).collect();
    let mut session = with(&[("c.vcf", cards)]);
    let view = session.question(QuestionKind::Collision);
    let first = view.members[0].entity.as_ref().map(|row| row.id.clone());
    for verdict in [Verdict::Accept, Verdict::Reject] {
        for ticks in [Vec::new(), first.iter().cloned().collect()] {
            let call =
                Call::Decide { space: SPACE.into(), id: view.row.id.clone(), decision: decision(verdict, Some(ticks)) };
            assert_eq!(session.call(call).expect_err("is refused").code, ErrorCode::BadArgument);
        }
    }
    assert_eq!(session.inbox().len(), 1);
}

#[test]
fn conversations_that_begin_alike_are_two_and_a_grown_one_is_the_same() {
    let first = line("John Reed", "Hello", Some("2026-11-01T09:00:00Z"));
    let team = first.clone() + &line("John Reed", "I live in the north", Some("2026-11-01T09:01:00Z"));
    let family = first + &line("John Reed", "I live in the south", Some("2026-11-01T09:01:00Z"));
    let mut session = with(&[("team.jsonl", team.clone()), ("family.jsonl", family.clone())]);
    assert_eq!(titles(&session.inbox()), ["Collision: John Reed | John Reed"]);
    let grown = team + &line("John Reed", "Bye", Some("2026-11-01T09:02:00Z"));
    let trimmed = grown.lines().skip(1).collect::<Vec<_>>().join("\n");
    for (name, text, added) in
        [("other-name.jsonl", grown.clone(), 1), ("trimmed.jsonl", trimmed, 0), ("family.jsonl", family, 0)]
    {
        assert_eq!(session.import_bytes(name, text.into_bytes()).added, added, "{name}");
    }
}

#[test]
fn a_conversation_without_times_grows() {
    for n in 0..20 {
        let start: String = (0..4).map(|at| line("Ana Lopez", &format!("Line {n} {at}"), None)).collect();
        let mut session = with(&[("t.jsonl", start.clone())]);
        let grown = start + &line("Ana Lopez", "One more", None);
        assert_eq!(session.import_bytes("t.jsonl", grown.into_bytes()).added, 1);
    }
}

#[test]
fn a_card_that_was_changed_back_has_changed() {
    let mut session = with(&[]);
    for (address, updated) in [("a@x.example", 0), ("b@x.example", 1), ("a@x.example", 1), ("a@x.example", 0)] {
        let report = session.import_bytes("c.vcf", card("1", "Ana Lopez", &mail(address)).into_bytes());
        assert_eq!(report.updated, updated, "{address}");
    }
    let twice = card("2", "Ben Okafor", &mail("x@x.example")) + &card("2", "Ben Okafor", &mail("y@x.example"));
    for added in [1, 0] {
        let report = session.import_bytes("d.vcf", twice.clone().into_bytes());
        assert_eq!((report.added, report.updated, report.refused_total), (added, 0, 1));
        assert_eq!(report.refused[0].code, "same_uid");
    }
    assert_eq!(session.verify().faults, []);
}

#[test]
fn undoing_a_new_name_opens_what_a_host_linked_to_it() {
    let mut session = with(&[]);
    session.say("e1", "Maren Vogt called.");
    let question = session.question(QuestionKind::NewName).row.id;
    let accepted = session.decide(&question, Verdict::Accept, None).expect("is stored");
    let Ok(Reply::Found(found)) =
        session.call(Call::Entities { space: SPACE.into(), search: Some("Maren Vogt".into()), cursor: None, limit: 1 })
    else {
        panic!("is found")
    };
    let hint = Hint {
        name: "Mrs Vogt".into(),
        kind: None,
        known_entity_id: Some(found.items[0].entity.id.clone()),
        identity: None,
    };
    let event = HostEvent { hints: vec![hint], ..event("e2", "We asked Mrs Vogt.") };
    session.call(Call::Ingest { space: SPACE.into(), event }).expect("is taken");
    session.call(Call::Undo { space: SPACE.into(), id: accepted.review.id, together: false }).expect("is undone");
    let asked = titles(&session.inbox());
    assert_eq!(asked, ["NewName: Maren Vogt", "NewName: Mrs Vogt"]);
}

#[test]
fn not_a_name_is_about_the_name_and_not_about_who_holds_it_later() {
    let mut session = with(&[]);
    session.say("e1", "Maren Vogt called.");
    let question = session.question(QuestionKind::NewName).row.id;
    session.decide(&question, Verdict::Reject, None).expect("is stored");
    assert!(session.inbox().is_empty());
    session.import_bytes("c.vcf", (card("a", "Maren Vogt", "") + &card("b", "Maren Vogt", "")).into_bytes());
    let collision = session.question(QuestionKind::Collision).row.id;
    session.decide(&collision, Verdict::Reject, None).expect("is stored");
    assert_eq!(titles(&session.inbox()), ["Ambiguity: Maren Vogt | Maren Vogt | Maren Vogt"]);
}

#[test]
fn a_rejected_name_is_not_asked_again_in_another_spelling() {
    let mut session = with(&[("c.vcf", card("r", "Ravi Shankar", ""))]);
    session.say("e1", "Please ask Ravi S. about it.");
    let question = session.question(QuestionKind::Alias).row.id;
    session.decide(&question, Verdict::Reject, None).expect("is stored");
    session.say("e2", "I met Ravi S on Monday.");
    assert!(!session.inbox().iter().any(|row| row.kind == QuestionKind::Alias), "{:?}", titles(&session.inbox()));
}

#[test]
fn hints_are_taken_longest_first_and_must_not_contradict_each_other() {
    let mut session = with(&[]);
    let hint = |name: &str, identity: Option<&str>| Hint {
        name: name.into(),
        kind: None,
        known_entity_id: None,
        identity: identity.map(str::to_owned),
    };
    let event = |id: &str, hints| HostEvent { hints, ..event(id, "Dana Holt and Dana met.") };
    let call = |event| Call::Ingest { space: SPACE.into(), event };
    let Ok(Reply::Ingested(report)) =
        session.call(call(event("e1", vec![hint("Dana", None), hint("Dana Holt", None)])))
    else {
        panic!("is taken")
    };
    let names: Vec<&str> = report.mentions.iter().map(|mention| mention.name.text.as_str()).collect();
    assert_eq!(names, ["Dana Holt", "Dana"]);
    let error = session.call(call(event("e2", vec![hint("Dana", None), hint("dana", Some("new"))])));
    assert_eq!(error.expect_err("is refused").code, ErrorCode::BadArgument);
}

#[test]
fn an_export_of_another_owner_is_refused() {
    let session = with(&[("c.vcf", card("a", "Ana Lopez", ""))]);
    let memory = block_on(Memory::open(InMemory::new(), "bob", "test")).expect("opens");
    let mut bob = Session { memory, tick: Cell::new(0) };
    for partial in [false, true] {
        let error = bob.restore(session.export().0, partial).expect_err("is refused");
        assert_eq!(error.code, ErrorCode::BadArgument);
    }
    assert_eq!(bob.memory.head().sequence, 0);
}
