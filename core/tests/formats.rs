//! Stored formats stay readable: an export that an earlier build wrote, committed beside this test, comes back whole.
//!
//! `NAMESAKE_WRITE_FIXTURE=1` writes the file anew, for a new version of the format under a new name; a file that was
//! released is never written again.

mod support;

use futures::executor::block_on;
use namesake_core::memory::{Exporter, Restorer, Step};
use namesake_core::protocol::*;
use namesake_core::store::InMemory;
use support::{SPACE, Session, context, titles};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/export-v1.jsonl");

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

#[test]
fn an_export_of_version_1_comes_back_whole() {
    if std::env::var_os("NAMESAKE_WRITE_FIXTURE").is_some() {
        let session = written();
        let mut exporter = Exporter::new();
        let mut file = Vec::new();
        while let Some(chunk) = block_on(exporter.step(&session.memory)).expect("exports") {
            file.extend(chunk);
        }
        std::fs::write(FILE, file).expect("writes");
    }
    let file = std::fs::read(FILE).expect("the fixture is committed");
    let mut session = Session::open(&InMemory::new());
    let mut restorer = Restorer::new(file);
    while block_on(restorer.step(&mut session.memory, context(&session.tick))).expect("is read") == Step::More {}
    assert!(restorer.report().identical);
    assert_eq!(session.memory.opened().damaged, 0);
    assert_eq!(session.verify().faults, []);
    assert_eq!(titles(&session.inbox()), ["Ambiguity: Dana Holt | Dana Holt | Dana Holt"]);
    let Ok(Reply::Found(found)) =
        session.call(Call::Entities { space: SPACE.into(), search: Some("Ravi S.".into()), cursor: None, limit: 5 })
    else {
        panic!("search answers")
    };
    let first = &found.items[0];
    assert_eq!((first.entity.name.text.as_str(), first.tier, first.entity.mentions), ("Ravi Shankar", 0, 1));
    let Ok(Reply::History(history)) =
        session.call(Call::History { space: SPACE.into(), decisions_only: true, cursor: None, limit: 50 })
    else {
        panic!("the history answers")
    };
    let undone = history.items.iter().filter(|row| !row.undoable).count();
    assert_eq!((history.items.len(), undone), (4, 1));
    // The same items again are known by their stored ids and checksums.
    let head = session.memory.head();
    session.import_bytes("cards.vcf", CARDS.into());
    session.import_bytes("talk.jsonl", TALK.into());
    assert_eq!(session.memory.head(), head);
}
