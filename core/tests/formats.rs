//! Stored formats stay readable: an export that an earlier build wrote, committed beside this test, comes back whole.
//!
//! `NAMESAKE_WRITE_FIXTURE=<file>` writes that file, for what is new under a new name; a file that was released is never
//! written again.

mod support;

use futures::executor::block_on;
use namesake_core::ingest::prepare;
use namesake_core::journal::{Head, Row};
use namesake_core::model::Body;
use namesake_core::protocol::*;
use namesake_core::state::{Effect, Operation, Payload};
use namesake_core::store::{InMemory, Store};
use support::told::{has, told};
use support::{SPACE, Session, titles};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/export-v1.jsonl");

const EDITS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/export-v1-edits.jsonl");

const CLAIMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/export-v1-claims.jsonl");

const CARDS: &str = "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:a\r\nFN:Dana Holt\r\nEMAIL:dana@one.example\r\nEND:VCARD\r\n\
    BEGIN:VCARD\r\nVERSION:4.0\r\nUID:b\r\nFN:Dana Holt\r\nEMAIL:dana@two.example\r\nEND:VCARD\r\n\
    BEGIN:VCARD\r\nVERSION:4.0\r\nUID:c\r\nFN:Ravi Shankar\r\nORG:Northwind\r\nEND:VCARD\r\n";
const TALK: &str = "{\"speaker\":\"Priya Raghavan\",\"text\":\"Please ask Ravi S. and Maren Vogt.\",\"time\":\"2026-03-02T09:14:00Z\"}\n\
    {\"speaker\":\"Priya Raghavan\",\"text\":\"Dana Holt called.\",\"time\":\"2026-03-02T09:15:00Z\"}\n";

/// A memory with every kind of operation: ingest, settle, organize, review, undo.
fn written() -> Session {
    let mut session = Session::open(&InMemory::new());
    session.import_bytes("cards.vcf", CARDS.into());
    session.import_bytes("talk.jsonl", TALK.into());
    session.organize();
    for (kind, verdict) in [
        (QuestionKind::Alias, Verdict::Accept),
        (QuestionKind::Collision, Verdict::Reject),
        (QuestionKind::NewName, Verdict::Accept),
    ] {
        let question = session.question(kind).row.id;
        session.decide(&question, verdict, None).expect("is stored");
    }
    let ambiguity = session.question(QuestionKind::Ambiguity);
    let choice = ambiguity.members[1].entity.as_ref().expect("is an entity").id.clone();
    let chosen = session.decide(&ambiguity.row.id, Verdict::Choose, Some(choice)).expect("is stored");
    let undo = Call::Undo { space: SPACE.into(), id: chosen.review.id, together: false };
    session.call(undo).expect("is undone");
    session
}

/// A memory with every kind of edit by hand, and one that was taken back.
fn edited() -> Session {
    let mut session = Session::open(&InMemory::new());
    session.import_bytes("cards.vcf", CARDS.into());
    session.import_bytes("talk.jsonl", TALK.into());
    let [a, b, c] = ["a", "b", "c"].map(|uid| session.uid(uid));
    let edits = [
        Edit::Rename { entity: c.clone(), name: "Ravi Shankar Rao".into() },
        Edit::AddName { entity: c.clone(), name: "Ravi S.".into() },
        Edit::RemoveName { entity: c.clone(), name: "Ravi Shankar".into() },
        Edit::AddField { entity: c.clone(), field: "note".into(), value: "met at Northwind".into() },
        Edit::RemoveField { entity: c.clone(), field: "organization".into(), value: "Northwind".into() },
        Edit::SetKind { entity: c.clone(), kind: Some("person".into()) },
        Edit::Ask { a: a.clone(), b: c.clone() },
        Edit::NotSame { entities: vec![b.clone(), c.clone()] },
        Edit::Merge { entities: vec![a.clone(), b], survivor: Some(a.clone()) },
    ];
    for edit in edits {
        session.edit(edit).expect("is stored").edit.expect("changes something");
    }
    let mentions = session.entity(&a).mentions.items.into_iter().map(|mention| mention.id).collect();
    let parts = SplitParts { names: Vec::new(), fields: Vec::new(), mentions, kind: None };
    session.edit(Edit::Split { entity: a.clone(), parts }).expect("is divided");
    let renamed = session.edit(Edit::Rename { entity: a, name: "Dana Maria Holt".into() }).expect("is stored");
    session.undo(&renamed.edit.expect("changes something").id).expect("is taken back");
    session
}

/// A memory with claims of every kind, under both plan policies, with what was said of predicates and a contradiction decided.
fn claimed() -> Session {
    let mut session = Session::open(&InMemory::new());
    session.import_bytes("cards.vcf", CARDS.into());
    session.declare(&["lives_in", "born_in"], true);
    let text = "I live in Leeds. It has 500 shops, and Dana Holt likes it.";
    let mut first =
        told("1", Some("Priya Raghavan"), Some(10), text, &[("I", "lives_in", "Leeds"), ("Dana Holt", "likes", "it")]);
    first.claims.push(has(text, "Leeds", "shops", "number", "500", None));
    first.claims.push(has(text, "Leeds", "shops", "number", "501", None));
    session.take(first).expect("is taken");
    session.tell(told("2", Some("Priya Raghavan"), Some(20), "Ravi Shankar met me.", &[("Ravi Shankar", "met", "me")]));
    let old = told("3", Some("Priya Raghavan"), Some(30), "They told me about York.", &[("I", "heard_of", "York")]);
    session.take(HostEvent { extraction: Some(1), ..old }).expect("is taken");
    let text = "I live in York now.";
    session.tell(told("4", Some("Priya Raghavan"), Some(40), text, &[("I", "lives_in", "York")]));
    let mine = told("5", None, Some(50), "I know Ravi Shankar.", &[("I", "knows", "Ravi Shankar")]);
    session.tell(HostEvent { first_person_owner: true, ..mine });
    let question = session.question(QuestionKind::Contradiction).row.id;
    session.decide(&question, Verdict::Accept, None).expect("is stored");
    let statement = session.declare(&["born_in"], false).statement.expect("changes something");
    session.undo(&statement).expect("is taken back");
    session
}

/// What an export brings, whole and sound.
fn restored(path: &str, write: fn() -> Session) -> Session {
    if std::env::var_os("NAMESAKE_WRITE_FIXTURE").is_some_and(|name| path.ends_with(&*name.to_string_lossy())) {
        std::fs::write(path, write().export().0).expect("writes");
    }
    let file = std::fs::read(path).expect("the fixture is committed");
    let mut session = Session::open(&InMemory::new());
    assert!(session.restore(file, false).expect("is read").identical);
    assert_eq!(session.memory.opened().damaged, 0);
    assert_eq!(session.verify().faults, []);
    session
}

#[test]
fn claims_come_back_whole_and_their_plans_replay() {
    let mut session = restored(CLAIMS, claimed);
    let due = [
        "Priya Raghavan lives_in Leeds, superseded",
        "Dana Holt? likes Leeds",
        "Leeds shops 500",
        "Ravi Shankar met Priya Raghavan",
        "Priya Raghavan lives_in York",
        "the owner knows Ravi Shankar",
    ];
    assert_eq!(session.all_claims(), due);
    let records = block_on(session.memory.store().read(1, usize::MAX)).expect("reads");
    let records = records.into_iter().flat_map(|row| row.unpack()).filter_map(|(_, record)| record.ok()?.payload);
    let mut replayed = 0;
    for payload in records {
        let payload: Payload = serde_json::from_str(&payload).expect("is a payload");
        let Operation::Ingest { body: Body::Claimed { text, plan, .. }, effects } = payload.operation else { continue };
        let event = effects.iter().find_map(|effect| match effect {
            Effect::AddEvent(event) => Some(event.id),
            _ => None,
        });
        assert_eq!(prepare(event.expect("is an event"), &text, plan.input.clone()), Some(*plan));
        replayed += 1;
    }
    assert_eq!(replayed, 5);
}

#[test]
fn edits_come_back_whole() {
    let mut session = restored(EDITS, edited);
    let [a, b, c] = ["a", "b", "c"].map(|uid| session.uid(uid));
    let ravi = session.entity(&c);
    let names: Vec<&str> = ravi.names.iter().map(|name| name.name.text.as_str()).collect();
    let fields: Vec<&str> = ravi.fields.iter().map(|field| field.value.text.as_str()).collect();
    assert_eq!((names, fields), (vec!["Ravi Shankar Rao", "Ravi S."], vec!["met at Northwind"]));
    assert_eq!(ravi.row.kind.as_deref(), Some("person"));
    let dana = session.entity(&b);
    assert_eq!((dana.row.id, dana.row.name.text.as_str()), (a, "Dana Holt"));
    assert_eq!(dana.not_same.len(), 2, "the half that was divided from it, and Ravi");
    let history = session.history(true);
    let undone = history.iter().filter(|row| !row.undoable).count();
    assert_eq!((history.len(), undone), (11, 1));
    // All of it can still be taken back.
    for row in history.iter().filter(|row| row.undoable) {
        session.undo(&row.id).expect("is taken back");
    }
    assert_eq!(titles(&session.inbox()).iter().filter(|title| title.starts_with("Collision")).count(), 1);
    assert_eq!(session.verify().faults, []);
}

#[test]
fn an_export_of_version_1_comes_back_whole() {
    let mut session = restored(FILE, written);
    assert_eq!(titles(&session.inbox()), ["Ambiguity: Dana Holt | Dana Holt | Dana Holt"]);
    let Ok(Reply::Found(found)) =
        session.call(Call::Entities { space: SPACE.into(), search: Some("Ravi S.".into()), cursor: None, limit: 5 })
    else {
        panic!("search answers")
    };
    let first = &found.items[0];
    assert_eq!((first.entity.name.text.as_str(), first.tier, first.entity.mentions), ("Ravi Shankar", 0, 1));
    let history = session.history(true);
    let undone = history.iter().filter(|row| !row.undoable).count();
    assert_eq!((history.len(), undone), (4, 1));
    // The same items again are known by their stored ids and checksums.
    let head = session.memory.head();
    session.import_bytes("cards.vcf", CARDS.into());
    session.import_bytes("talk.jsonl", TALK.into());
    assert_eq!(session.memory.head(), head);
}

/// Rows of format 1, as a browser kept them: `store<TAB>key<TAB>hex`.
const ROWS: &str = include_str!("../../web/engine/tests/fixtures/v1.tsv");

#[test]
fn rows_of_format_1_are_read() {
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).expect("hex"), 16).expect("hex");
    let mut head = Head::default();
    for line in ROWS.lines().filter(|line| line.starts_with("journal")) {
        let [_, first, hex]: [&str; 3] = line.split('\t').collect::<Vec<_>>().try_into().expect("three columns");
        let bytes = hex.as_bytes().chunks(2).map(byte).collect();
        let row = Row { first: first.parse().expect("a number"), bytes };
        assert_eq!((row.bytes[0], row.damage()), (1, None));
        for (_, record) in row.unpack() {
            let record = record.expect("is sound");
            assert_eq!((record.sequence, record.previous), (head.sequence + 1, head.hash));
            head = record.head();
        }
        assert_eq!(row.head(), head);
        // A format byte that is damaged takes nothing: the records tell.
        for format in [0, 2, 3] {
            let mut damaged = row.clone();
            damaged.bytes[0] = format;
            assert_eq!((damaged.head(), damaged.unpack()), (head, row.unpack()));
            assert!(damaged.damage().is_some());
        }
    }
    assert_eq!(head.sequence, 3);
}
