//! A memory with every kind of operation in it: cards, a conversation, an event of a host, every verdict, an undo, edits of
//! every kind, a merge, a split, short forms.
#![allow(dead_code)] // Each test binary uses a part.

use super::{SPACE, Session};
use namesake_core::protocol::*;
use namesake_core::store::InMemory;

pub const CARDS: &str = "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:a\r\nFN:Dana Holt\r\nEMAIL:dana@one.example\r\nEND:VCARD\r\n\
    BEGIN:VCARD\r\nVERSION:4.0\r\nUID:b\r\nFN:Dana Holt\r\nEMAIL:dana@two.example\r\nEND:VCARD\r\n\
    BEGIN:VCARD\r\nVERSION:4.0\r\nUID:c\r\nFN:José Núñez\r\nEND:VCARD\r\n\
    BEGIN:VCARD\r\nVERSION:4.0\r\nUID:d\r\nFN:Jose Nunez\r\nEND:VCARD\r\n\
    BEGIN:VCARD\r\nVERSION:4.0\r\nUID:e\r\nFN:Ravi Shankar\r\nORG:Northwind\r\nEND:VCARD\r\n\
    BEGIN:VCARD\r\nVERSION:4.0\r\nUID:f\r\nFN:Katharina Moreau\r\nEND:VCARD\r\n\
    BEGIN:VCARD\r\nVERSION:4.0\r\nUID:g\r\nFN:Catharina Moreau\r\nEND:VCARD\r\n\
    BEGIN:VCARD\r\nVERSION:4.0\r\nUID:h\r\nFN:Ingeborg Solvang\r\nEND:VCARD\r\n\
    BEGIN:VCARD\r\nVERSION:4.0\r\nUID:i\r\nFN:Ingeborg Solwang\r\nEND:VCARD\r\n\
    BEGIN:VCARD\r\nVERSION:4.0\r\nUID:j\r\nFN:Ottilie Brandner\r\nEND:VCARD\r\n";
pub const TALK: &str = "{\"speaker\":\"Priya Raghavan\",\"text\":\"Please ask Ravi S. and Maren Vogt.\",\"time\":\"2026-03-02T09:14:00Z\"}\n\
    {\"speaker\":\"Priya Raghavan\",\"text\":\"Dana Holt called, and Aurel Vex.\",\"time\":\"2026-03-02T09:15:00Z\"}\n\
    {\"speaker\":\"Priya Raghavan\",\"text\":\"Joris Maar wrote to Dana Holt.\",\"time\":\"2026-03-02T09:16:00Z\"}\n";

/// An event of a host with one hint.
pub fn ingest(id: &str) -> Call {
    let hint = Hint { name: "Ludo Ferran".into(), kind: None, known_entity_id: None, identity: None };
    let event = HostEvent { hints: vec![hint], ..super::event(id, "Ottilie Brandner met Ludo Ferran.") };
    Call::Ingest { space: SPACE.into(), event }
}

/// A memory before anything was decided.
pub fn asked(store: &InMemory) -> Session {
    let mut session = Session::open(store);
    session.import_bytes("cards.vcf", CARDS.into());
    session.import_bytes("talk.jsonl", TALK.into());
    session.call(ingest("e1")).expect("is taken");
    session.organize();
    session
}

/// A decision on a question; the last candidate where one has to be chosen.
pub fn decision(question: &QuestionView, verdict: Verdict) -> Decision {
    let candidate = question.members.iter().filter_map(|member| member.entity.as_ref()).next_back();
    let choice = (verdict == Verdict::Choose).then(|| candidate.expect("there are candidates").id.clone());
    let until = (verdict == Verdict::Snooze).then_some(1_999_000_000_000.0);
    Decision { verdict, choice, ticks: None, survivor: None, reason: None, until }
}

/// Every verdict, with the kind of question that it is given to.
pub const VERDICTS: [(QuestionKind, Verdict); 8] = [
    (QuestionKind::Alias, Verdict::CantTell),
    (QuestionKind::Alias, Verdict::Snooze),
    (QuestionKind::Alias, Verdict::Accept),
    (QuestionKind::Collision, Verdict::Reject),
    (QuestionKind::Merge, Verdict::Accept),
    (QuestionKind::NewName, Verdict::Accept),
    (QuestionKind::NewName, Verdict::Reject),
    (QuestionKind::Ambiguity, Verdict::Choose),
];

/// The edits of every kind, but dividing.
pub fn edits(session: &Session) -> Vec<Edit> {
    let [b, e, f, h, j] = ["b", "e", "f", "h", "j"].map(|uid| session.uid(uid));
    vec![
        Edit::Rename { entity: e.clone(), name: "Ravi Shankar Rao".into() },
        Edit::AddName { entity: e.clone(), name: "Ravi S. Rao".into() },
        Edit::RemoveName { entity: e.clone(), name: "Ravi Shankar".into() },
        Edit::AddField { entity: e.clone(), field: "note".into(), value: "met at Northwind".into() },
        Edit::RemoveField { entity: e.clone(), field: "organization".into(), value: "Northwind".into() },
        Edit::SetKind { entity: e.clone(), kind: Some("person".into()) },
        Edit::Ask { a: f, b: h.clone() },
        Edit::NotSame { entities: vec![b, e] },
        Edit::Merge { entities: vec![h.clone(), j], survivor: Some(h) },
    ]
}

/// Divides an entity from one of its names.
pub fn split(session: &mut Session) -> Edit {
    let entity = session.uid("e");
    let names = session.entity(&entity).names.iter().map(|name| name.name.text.clone()).collect::<Vec<_>>();
    let name = names.last().expect("it has names").clone();
    let names = vec![SplitName { name, kept: false }];
    Edit::Split { entity, parts: SplitParts { names, fields: Vec::new(), mentions: Vec::new(), kind: None } }
}

pub fn short_form() -> ShortForm {
    super::given("Otti", "Ottilie")
}

/// Everything; half of it before `half` is called.
pub fn everything(store: &InMemory, half: impl FnOnce(&mut Session)) -> Session {
    let mut session = asked(store);
    let mut reviews = Vec::new();
    for (kind, verdict) in VERDICTS {
        let question = session.question(kind);
        let decision = decision(&question, verdict);
        let call = Call::Decide { space: SPACE.into(), id: question.row.id, decision };
        match session.call(call) {
            Ok(Reply::Decided(decided)) => reviews.push(decided.review.id),
            other => panic!("{kind:?} {verdict:?}: {other:?}"),
        }
    }
    half(&mut session);
    session.undo(reviews.last().expect("some were given")).expect("is taken back");
    for edit in edits(&session) {
        session.edit(edit).expect("is stored").edit.expect("changes something");
    }
    let split = split(&mut session);
    session.edit(split).expect("is divided");
    let (space, forms) = (SPACE.to_owned(), vec![short_form()]);
    session.call(Call::AddShortForms { space: space.clone(), forms: forms.clone() }).expect("is said");
    session.call(Call::RemoveShortForms { space, forms }).expect("is said");
    session
}
