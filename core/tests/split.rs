//! Dividing an entity that swallowed another one.

mod support;

use namesake_core::journal::canonical_json;
use namesake_core::protocol::*;
use namesake_core::store::InMemory;
use support::{SPACE, Session, event, titles};

const CARD: &str = "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:a\r\nFN:Dana Holt\r\nNICKNAME:Danny Holt\r\nEMAIL:paint@x.example\r\n\
    EMAIL:cars@x.example\r\nORG:Northwind\r\nEND:VCARD\r\n";
const SAID: [&str; 4] = [
    "Dana Holt paints.",
    "Dana Holt sold a picture.",
    "Dana Holt fixes cars.",
    "We asked Danny Holt about the engine.",
];

/// One entity that is two: a painter and a mechanic.
fn swallowed() -> (Session, String) {
    let mut session = Session::open(&InMemory::new());
    session.import_bytes("cards.vcf", CARD.into());
    for (n, text) in SAID.into_iter().enumerate() {
        let hint = Hint { name: "Danny Holt".into(), kind: None, known_entity_id: None, identity: None };
        let hints = if text.contains("Danny Holt") { vec![hint] } else { Vec::new() };
        let event = HostEvent { hints, ..event(&format!("e{n}"), text) };
        session.call(Call::Ingest { space: SPACE.into(), event }).expect("is taken");
    }
    let id = session.uid("a");
    assert_eq!(session.entity(&id).mentions.total, 4);
    (session, id)
}

/// Ids of the mentions whose sentence has one of these words.
fn mentions(session: &mut Session, entity: &str, words: &[&str]) -> Vec<String> {
    let items = session.entity(entity).mentions.items;
    let has = |mention: &MentionView| words.iter().any(|word| mention.sentence.text.contains(word));
    items.into_iter().filter(has).map(|mention| mention.id).collect()
}

fn parts(names: &[(&str, bool)], fields: &[(&str, &str, bool)], mentions: Vec<String>) -> SplitParts {
    SplitParts {
        names: names.iter().map(|(name, kept)| SplitName { name: (*name).into(), kept: *kept }).collect(),
        fields: fields
            .iter()
            .map(|(field, value, kept)| SplitField { field: (*field).into(), value: (*value).into(), kept: *kept })
            .collect(),
        mentions,
        kind: None,
    }
}

fn told(session: &mut Session, id: &str) -> String {
    let view = session.entity(id);
    let mut said: Vec<String> = view.mentions.items.into_iter().map(|mention| mention.sentence.text).collect();
    said.sort();
    // A name that a by-name entity brings as well stands once.
    let mut names: Vec<String> = view.names.iter().map(|name| name.name.text.clone()).collect();
    names.dedup();
    let fields = view.fields.iter().filter(|field| field.field != "nickname").map(|field| field.value.text.clone());
    names.into_iter().chain(fields).chain(said).collect::<Vec<_>>().join(" | ")
}

/// Contents in use, verdicts of all mentions, and questions.
fn whole(session: &mut Session) -> String {
    let space = session.memory.state().space(SPACE).expect("holds something");
    let active = space.entities.iter().filter(|entity| entity.is_active());
    let contents: Vec<String> = active.map(|entity| canonical_json(&entity.content).expect("is JSON")).collect();
    let verdicts: Vec<_> = space.mentions.iter().map(|mention| mention.verdict.clone()).collect();
    format!("{contents:?} {verdicts:?} {:?}", titles(&session.inbox()))
}

struct Case {
    names: &'static [(&'static str, bool)],
    fields: &'static [(&'static str, &'static str, bool)],
    words: &'static [&'static str],
    old: &'static str,
    new: &'static str,
}

const CASES: [Case; 4] = [
    // Two of one name.
    Case {
        names: &[],
        fields: &[("email", "cars@x.example", false)],
        words: &["cars", "engine"],
        old: "Dana Holt | Danny Holt | paint@x.example | Northwind | Dana Holt paints. | Dana Holt sold a picture.",
        new: "Dana Holt | cars@x.example | Dana Holt fixes cars. | We asked Danny Holt about the engine.",
    },
    // A name goes with its mentions; one field stays with both.
    Case {
        names: &[("Danny Holt", false)],
        fields: &[("email", "cars@x.example", false), ("organization", "Northwind", true)],
        words: &["engine"],
        old: "Dana Holt | paint@x.example | Northwind | Dana Holt fixes cars. | Dana Holt paints. | Dana Holt sold a picture.",
        new: "Danny Holt | cars@x.example | Northwind | We asked Danny Holt about the engine.",
    },
    // The name alone: who is left without a mention by it is linked to who bears it now.
    Case {
        names: &[("Danny Holt", false)],
        fields: &[],
        words: &[],
        old: "Dana Holt | paint@x.example | cars@x.example | Northwind | Dana Holt fixes cars. | Dana Holt paints. | Dana Holt sold a picture.",
        new: "Danny Holt | We asked Danny Holt about the engine.",
    },
    // Under a name of its own.
    Case {
        names: &[("Danila Holt", false), ("Dana Holt", true)],
        fields: &[],
        words: &["cars"],
        old: "Dana Holt | Danny Holt | paint@x.example | cars@x.example | Northwind | Dana Holt paints. | Dana Holt sold a picture. | We asked Danny Holt about the engine.",
        new: "Danila Holt | Dana Holt | Dana Holt fixes cars.",
    },
];

#[test]
fn what_was_chosen_goes_the_rest_stays_and_undo_gives_all_back() {
    for case in CASES {
        let (mut session, old) = swallowed();
        let before = whole(&mut session);
        let going = mentions(&mut session, &old, case.words);
        let going = if case.words.is_empty() { Vec::new() } else { going };
        let edit = Edit::Split { entity: old.clone(), parts: parts(case.names, case.fields, going) };
        let preview = session.call(Call::PreviewEdit { space: SPACE.into(), edit: edit.clone() });
        let Ok(Reply::Preview(preview)) = preview else { panic!("{preview:?}") };
        let done = session.edit(edit.clone()).expect("is divided");
        let new = done.entity.expect("the new half");
        assert_eq!(told(&mut session, &old), case.old);
        assert_eq!(told(&mut session, &new), case.new);
        // The preview is what was recorded: its sentences are those of the stored effects.
        let moved = session.entity(&new).mentions.items.iter().filter(|mention| !mention.provisional).count();
        assert_eq!(preview.mentions as usize, moved);
        // A cannot-link stands between the halves.
        let apart: Vec<String> = session.entity(&old).not_same.into_iter().map(|row| row.id).collect();
        assert_eq!(apart, std::slice::from_ref(&new));
        session.organize();
        assert_eq!(titles(&session.inbox()), Vec::<String>::new(), "nothing is asked about the two");
        let merge = Edit::Merge { entities: vec![old.clone(), new.clone()], survivor: None };
        assert_eq!(session.edit(merge).map_err(|error| error.code), Err(ErrorCode::CannotLink));
        // The same card again changes nothing of it.
        session.import_bytes("cards.vcf", CARD.into());
        assert_eq!(told(&mut session, &old), case.old);
        assert_eq!(session.verify().faults, []);
        let undone = session.undo(&done.edit.expect("is stored").id).expect("is taken back");
        assert!(undone.applied);
        assert_eq!(whole(&mut session), before);
        assert_eq!(session.verify().faults, []);
    }
}

#[test]
fn later_decisions_on_the_new_half_come_first() {
    let (mut session, old) = swallowed();
    let before = whole(&mut session);
    let going = mentions(&mut session, &old, &["cars", "engine"]);
    let first =
        session.edit(Edit::Split { entity: old.clone(), parts: parts(&[], &[], going.clone()) }).expect("divided");
    let new = first.entity.clone().expect("the new half");
    let renamed = session.edit(Edit::Rename { entity: new.clone(), name: "Danila Holt".into() }).expect("is stored");
    // One of those that stayed goes in a second step: the first decision on it comes last.
    let second = mentions(&mut session, &old, &["paints"]);
    let second = session.edit(Edit::Split { entity: old.clone(), parts: parts(&[], &[], second) }).expect("divided");
    let [first, renamed, second] = [first, renamed, second].map(|done| done.edit.expect("is stored").id);
    let error = session.undo(&first).expect_err("later ones build on it");
    assert_eq!((error.code, error.operations), (ErrorCode::UndoFirst, vec![second, renamed]));
    let together = Call::Undo { space: SPACE.into(), id: first, together: true };
    session.call(together).expect("all are taken back");
    assert_eq!(whole(&mut session), before);
}

#[test]
fn what_a_merge_brought_is_divided_before_the_merge_is_taken_back() {
    let mut session = Session::open(&InMemory::new());
    let cards = "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:a\r\nFN:Dana Holt\r\nEND:VCARD\r\n\
        BEGIN:VCARD\r\nVERSION:4.0\r\nUID:b\r\nFN:Maren Vogt\r\nNICKNAME:Mar\r\nEND:VCARD\r\n";
    session.import_bytes("cards.vcf", cards.into());
    let [a, b] = ["a", "b"].map(|uid| session.uid(uid));
    let before = whole(&mut session);
    let merge = Edit::Merge { entities: vec![a.clone(), b], survivor: Some(a.clone()) };
    let merged = session.edit(merge).expect("is stored").edit.expect("changes something").id;
    let split = Edit::Split { entity: a.clone(), parts: parts(&[("Mar", false)], &[], Vec::new()) };
    let divided = session.edit(split).expect("is divided").edit.expect("is stored").id;
    assert_eq!(told(&mut session, &a), "Dana Holt | Maren Vogt");
    let error = session.undo(&merged).expect_err("it was divided since");
    assert_eq!((error.code, error.operations), (ErrorCode::UndoFirst, vec![divided.clone()]));
    for id in [divided, merged] {
        session.undo(&id).expect("is taken back");
    }
    assert_eq!(whole(&mut session), before);
}

#[test]
fn what_cannot_be_divided_is_refused() {
    let (mut session, id) = swallowed();
    let nobody = "00000000-0000-4000-8000-000000000000".to_owned();
    let cases: [(SplitParts, &str); 5] = [
        (parts(&[], &[], Vec::new()), "Choose what goes to the new entity: mentions, names or fields."),
        (
            parts(&[("Dana Holt", false), ("Danny Holt", false)], &[], Vec::new()),
            "An entity needs a name: give it another one first, or let it keep one.",
        ),
        (parts(&[], &[("email", "no@x.example", false)], Vec::new()), "The entity has no email “no@x.example”."),
        (parts(&[], &[], vec![nobody]), "A chosen mention does not mean this entity (any more)."),
        (parts(&[("\u{200b}", true)], &[], Vec::new()), "A name must have something to read in it."),
    ];
    let head = session.memory.head();
    for (parts, why) in cases {
        let error = session.edit(Edit::Split { entity: id.clone(), parts }).expect_err("cannot be");
        assert_eq!((error.code, error.message.as_str()), (ErrorCode::BadArgument, why));
    }
    assert_eq!(session.memory.head(), head);
}

#[test]
fn the_same_split_again_makes_no_second_half() {
    let (mut session, id) = swallowed();
    let cars = mentions(&mut session, &id, &["cars", "engine"]);
    for parts in [
        parts(&[("Danny Holt", false)], &[("email", "cars@x.example", false)], cars.clone()),
        parts(&[], &[], cars),
        parts(&[("Danny the mechanic", false)], &[], Vec::new()),
        parts(&[("Danny Holt", true)], &[("email", "cars@x.example", true)], Vec::new()),
    ] {
        let split = Edit::Split { entity: id.clone(), parts };
        let done = session.edit(split.clone()).expect("is divided");
        let (edit, half) = (done.edit.expect("changes something").id, done.entity.expect("makes one"));
        let head = session.memory.head();
        let again = session.edit(split.clone()).expect("is so already");
        assert_eq!((again.edit, again.entity), (None, Some(half.clone())), "{split:?}");
        assert_eq!(session.memory.head(), head, "{split:?}");
        // Once the two are one again, it is another split.
        session.undo(&edit).expect("is taken back");
        let other = session.edit(split.clone()).expect("is divided again");
        assert!(other.edit.is_some() && other.entity != Some(half), "{split:?}");
        session.undo(&other.edit.expect("changes something").id).expect("is taken back");
    }
    assert_eq!(session.verify().faults, []);
}
