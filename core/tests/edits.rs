//! What the owner changes by hand: names, fields, kind; asking, merging, keeping apart. Each edit says what it does before it
//! does it, is kept through imports of the same, and is taken back to the letter.

mod support;

use namesake_core::journal::canonical_json;
use namesake_core::model::EntityId;
use namesake_core::protocol::*;
use namesake_core::snapshot::encode;
use namesake_core::store::InMemory;
use support::{SPACE, Session, event, titles};

/// A memory with the cards `a`, `b`, …, each with its own lines.
fn with_cards(cards: &[&str]) -> Session {
    let mut session = Session::open(&InMemory::new());
    take(&mut session, cards);
    session
}

fn take(session: &mut Session, cards: &[&str]) -> ImportReport {
    let card = |(n, lines): (usize, &&str)| {
        let uid = char::from(b'a' + n as u8);
        format!("BEGIN:VCARD\r\nVERSION:4.0\r\nUID:{uid}\r\n{}\r\nEND:VCARD\r\n", lines.replace(" / ", "\r\n"))
    };
    let text: String = cards.iter().enumerate().map(card).collect();
    let report = session.import_bytes("cards.vcf", text.into_bytes());
    assert_eq!(report.refused, []);
    report
}

/// Everything that a person sees of an entity: names, then fields, then its kind.
fn told(session: &mut Session, id: &str) -> String {
    let view = session.entity(id);
    let names = view.names.iter().map(|name| name.name.text.clone());
    let fields = view.fields.iter().map(|field| format!("{}={}", field.field, field.value.text));
    names.chain(fields).chain(view.row.kind.map(|kind| format!("({kind})"))).collect::<Vec<_>>().join(", ")
}

fn words(lines: &[Vec<Bit>]) -> String {
    let line = |bits: &Vec<Bit>| -> String {
        let word = |bit: &Bit| match bit {
            Bit::Text(text) => text.clone(),
            Bit::Name(name) => name.text.clone(),
        };
        bits.iter().map(word).collect()
    };
    lines.iter().map(line).collect::<Vec<_>>().join(" ")
}

fn preview(session: &mut Session, edit: &Edit) -> Result<Preview, ApiError> {
    session.call(Call::PreviewEdit { space: SPACE.into(), edit: edit.clone() }).map(|reply| match reply {
        Reply::Preview(preview) => preview,
        other => panic!("{other:?}"),
    })
}

/// The canonical texts of all contents in use, and the titles of all questions.
fn whole(session: &mut Session) -> (Vec<String>, Vec<String>) {
    let space = session.memory.state().space(SPACE).expect("holds something");
    let active = space.entities.iter().filter(|entity| entity.is_active());
    let contents = active.map(|entity| canonical_json(&entity.content).expect("is JSON")).collect();
    (contents, titles(&session.inbox()))
}

/// A change of the entity of the card `a`.
type Make = fn(String) -> Edit;

const CARD: &str = "FN:Jon Avery / NICKNAME:Jonny / EMAIL:jon@avery.example / KIND:individual";
/// The edits of one entity: what is changed, what the preview says, and what is told afterwards.
const EDITS: [(Make, &str, &str); 8] = [
    (
        |entity| Edit::Rename { entity, name: "John Avery".into() },
        "Jon Avery is called John Avery from now on.",
        "John Avery, Jon Avery, Jonny, email=jon@avery.example, (person)",
    ),
    (
        |entity| Edit::Rename { entity, name: "Jonny".into() },
        "Jon Avery is called Jonny from now on.",
        "Jonny, Jon Avery, email=jon@avery.example, (person)",
    ),
    (
        |entity| Edit::AddName { entity, name: "J. Avery".into() },
        "Jon Avery also answers to J. Avery.",
        "Jon Avery, Jonny, J. Avery, email=jon@avery.example, (person)",
    ),
    (
        |entity| Edit::RemoveName { entity, name: "Jonny".into() },
        "Jon Avery no longer answers to Jonny.",
        "Jon Avery, email=jon@avery.example, (person)",
    ),
    (
        |entity| Edit::AddField { entity, field: "phone".into(), value: "+49 30 901820".into() },
        "Jon Avery also has the phone +49 30 901820.",
        "Jon Avery, Jonny, email=jon@avery.example, phone=+49 30 901820, (person)",
    ),
    (
        |entity| Edit::RemoveField { entity, field: "email".into(), value: "jon@avery.example".into() },
        "Jon Avery no longer has the email jon@avery.example.",
        "Jon Avery, Jonny, (person)",
    ),
    (
        |entity| Edit::SetKind { entity, kind: Some("project".into()) },
        "Jon Avery is a project.",
        "Jon Avery, Jonny, email=jon@avery.example, (project)",
    ),
    (
        |entity| Edit::SetKind { entity, kind: None },
        "Jon Avery has no kind any more.",
        "Jon Avery, Jonny, email=jon@avery.example",
    ),
];
const BEFORE: &str = "Jon Avery, Jonny, email=jon@avery.example, (person)";

#[test]
fn an_edit_does_what_it_says_and_is_taken_back_to_the_letter() {
    for (make, said, due) in EDITS {
        let mut session = with_cards(&[CARD]);
        let id = session.uid("a");
        let edit = make(id.clone());
        assert_eq!(told(&mut session, &id), BEFORE);
        let before = whole(&mut session);
        assert_eq!(words(&preview(&mut session, &edit).expect("is possible").lines), said);
        let done = session.edit(edit.clone()).expect("is stored").edit.expect("changes something");
        assert_eq!(told(&mut session, &id), due, "{said}");
        let again = session.edit(edit).expect("is no error");
        assert_eq!(again.edit, None, "{said} — what is so already changes nothing");
        session.undo(&done.id).expect("is taken back");
        assert_eq!(whole(&mut session), before, "{said}");
        assert_eq!(session.undo(&done.id).map(|undone| undone.applied), Ok(false));
        assert_eq!(session.verify().faults, []);
    }
}

#[test]
fn a_source_that_says_the_same_again_undoes_no_edit_and_one_that_says_more_is_heard() {
    for (make, said, due) in EDITS {
        let mut session = with_cards(&[CARD]);
        let id = session.uid("a");
        session.edit(make(id.clone())).expect("is stored");
        take(&mut session, &[CARD]);
        assert_eq!(told(&mut session, &id), due, "{said}");
        // The card changes elsewhere; what was edited stays as the owner said.
        take(&mut session, &[&format!("{CARD} / NOTE:new")]);
        let told = told(&mut session, &id);
        assert_eq!(told.replace(", note=new", ""), due, "{said}");
        assert!(told.contains("note=new"), "{told}");
    }
}

/// An edit, the card as it comes later, and what stands then: where the source says something new, that is news.
#[test]
fn a_changed_source_value_revises() {
    let cases: [(Make, &str, &str); 5] = [
        (
            |entity| Edit::Rename { entity, name: "John Avery".into() },
            "FN:Jonathan Avery",
            "Jonathan Avery, John Avery",
        ),
        (
            |entity| Edit::SetKind { entity, kind: Some("project".into()) },
            "FN:Jon Avery / KIND:org",
            "Jon Avery, (organization)",
        ),
        (
            |entity| Edit::RemoveField { entity, field: "email".into(), value: "jon@avery.example".into() },
            "FN:Jon Avery / EMAIL:jon@new.example",
            "Jon Avery, email=jon@new.example",
        ),
        (|entity| Edit::RemoveName { entity, name: "Jonny".into() }, "FN:Jonny", "Jonny"),
        (
            |entity| Edit::AddField { entity, field: "phone".into(), value: "1234567".into() },
            "FN:Jon Avery",
            "Jon Avery, phone=1234567",
        ),
    ];
    for (make, later, due) in cases {
        let mut session = with_cards(&[CARD]);
        let id = session.uid("a");
        let edit = session.edit(make(id.clone())).expect("is stored").edit.expect("changes something");
        take(&mut session, &[later]);
        assert_eq!(told(&mut session, &id), due, "then {later}");
        // Taken back, only the source speaks.
        session.undo(&edit.id).expect("is taken back");
        let mut fresh = with_cards(&[later]);
        let there = fresh.uid("a");
        assert_eq!(told(&mut session, &id), told(&mut fresh, &there), "after {later}");
    }
}

/// A card may hold a number as a URI; the owner names it as it is shown.
#[test]
fn a_number_is_named_as_it_is_shown() {
    let mut session = with_cards(&["FN:Jon Avery / TEL;VALUE=uri:tel:+49-30-901820"]);
    let id = session.uid("a");
    let (field, value) = ("phone".to_owned(), "+49-30-901820".to_owned());
    assert_eq!(told(&mut session, &id), "Jon Avery, phone=+49-30-901820");
    let before = whole(&mut session);
    let added = Edit::AddField { entity: id.clone(), field: field.clone(), value: value.clone() };
    assert_eq!(session.edit(added).expect("is no error").edit, None, "it is there already");
    let divided = SplitParts {
        names: vec![SplitName { name: "Jane Avery".into(), kept: false }],
        fields: vec![SplitField { field: field.clone(), value: value.clone(), kept: false }],
        mentions: Vec::new(),
        kind: None,
    };
    let cases = [
        (Edit::RemoveField { entity: id.clone(), field, value }, None),
        (Edit::Split { entity: id.clone(), parts: divided }, Some("Jane Avery, phone=+49-30-901820")),
    ];
    for (edit, due) in cases {
        let done = session.edit(edit).expect("is stored");
        assert_eq!(told(&mut session, &id), "Jon Avery");
        assert_eq!(done.entity.map(|new| told(&mut session, &new)).as_deref(), due);
        session.undo(&done.edit.expect("changes something").id).expect("is taken back");
        assert_eq!(whole(&mut session), before);
    }
}

#[test]
fn edits_of_one_entity_are_taken_back_in_any_sound_order() {
    let mut session = with_cards(&[CARD]);
    let id = session.uid("a");
    let before = whole(&mut session);
    let mut make = |edit| session.edit(edit).expect("is stored").edit.expect("changes something").id;
    let named = make(Edit::AddName { entity: id.clone(), name: "Johnny".into() });
    let mailed = make(Edit::AddField { entity: id.clone(), field: "email".into(), value: "j@x.example".into() });
    let preferred = make(Edit::Rename { entity: id.clone(), name: "Johnny".into() });
    // The preferred name is the one that was added; the address is nobody's business.
    let refused = session.undo(&named).expect_err("is used");
    assert_eq!((refused.code, refused.operations), (ErrorCode::UndoFirst, vec![preferred.clone()]));
    session.undo(&mailed).expect("nothing uses it");
    assert_eq!(told(&mut session, &id), "Johnny, Jon Avery, Jonny, email=jon@avery.example, (person)");
    let together = Call::Undo { space: SPACE.into(), id: named.clone(), together: true };
    let Ok(Reply::Undone(undone)) = session.call(together) else { panic!("both are taken back") };
    assert_eq!(undone.reviews, [preferred, named]);
    assert_eq!(whole(&mut session), before);
}

#[test]
fn links_and_questions_follow_an_edit() {
    let mut session = with_cards(&["FN:Dana Holt", "FN:Maren Vogt"]);
    let (dana, maren) = (session.uid("a"), session.uid("b"));
    session.say("1", "I met Dana Holt.");
    session.say("2", "I met Robin Ekdahl.");
    assert_eq!(titles(&session.inbox()), ["NewName: Robin Ekdahl"]);
    assert_eq!(session.entity(&dana).mentions.total, 1);
    // Another one of the name: the link is a question now, and so are the two.
    let same = session.edit(Edit::Rename { entity: maren.clone(), name: "Dana Holt".into() }).expect("is stored");
    assert_eq!(titles(&session.inbox()), ["Collision: Dana Holt | Dana Holt", "NewName: Robin Ekdahl"]);
    assert_eq!(session.entity(&dana).mentions.total, 0);
    // A name that somebody now answers to is no question any more.
    let alias = session.edit(Edit::AddName { entity: dana.clone(), name: "Robin Ekdahl".into() }).expect("is stored");
    assert_eq!(session.entity(&dana).mentions.total, 1);
    for edit in [same, alias] {
        session.undo(&edit.edit.expect("changed something").id).expect("is taken back");
    }
    assert_eq!(titles(&session.inbox()), ["NewName: Robin Ekdahl"]);
    assert_eq!(session.entity(&dana).mentions.total, 1);
}

#[test]
fn a_question_about_an_edited_entity_says_what_changed_and_can_be_asked_again() {
    let mut session = with_cards(&["FN:Ann Smith", "FN:Anne Smith"]);
    let question = session.question(QuestionKind::Alias).row.id;
    let entity = session.uid("a");
    session.edit(Edit::AddField { entity, field: "title".into(), value: "Chief".into() }).expect("is stored");
    let error = session.decide(&question, Verdict::Accept, None).expect_err("is stale");
    assert_eq!(error.code, ErrorCode::Stale);
    let changes: Vec<_> =
        error.changes.iter().map(|change| (change.field.as_str(), change.after[0].text.as_str())).collect();
    assert_eq!(changes, [("title", "Chief")]);
    let fresh = session.call(Call::Refresh { space: SPACE.into(), id: question });
    let Ok(Reply::Question(fresh)) = fresh else { panic!("{fresh:?}") };
    assert_eq!(fresh.row.revision, 2);
    assert!(session.decide(&fresh.row.id, Verdict::Accept, None).expect("is possible now").applied);
}

#[test]
fn the_owner_may_ask_about_any_two() {
    let mut session = with_cards(&["FN:Dana Holt", "FN:Zbigniew Kowalczyk", "FN:Maren Vogt"]);
    let (a, b) = (session.uid("a"), session.uid("b"));
    assert_eq!(titles(&session.inbox()), Vec::<String>::new());
    let before = whole(&mut session);
    let ask = Edit::Ask { a: a.clone(), b: b.clone() };
    let said = words(&preview(&mut session, &ask).expect("is possible").lines);
    assert_eq!(said, "You will be asked whether Dana Holt and Zbigniew Kowalczyk are the same.");
    let asked = session.edit(ask.clone()).expect("is stored");
    let question = asked.question.expect("is asked");
    assert_eq!(titles(&session.inbox()).len(), 1);
    // Whatever is compared afresh meanwhile, it stands: once, in whatever order it is asked for.
    session.organize();
    let turned = session.edit(Edit::Ask { a: b.clone(), b: a.clone() }).expect("is no error");
    assert_eq!((turned.edit, turned.question), (None, Some(question.clone())));
    take(&mut session, &["FN:Dana Holt / TITLE:Chief"]);
    session.organize();
    let rows = session.inbox();
    assert_eq!(rows.len(), 1);
    take(&mut session, &["FN:Dana Holt"]);
    // Rejected, it is not asked again, unless that is taken back.
    let review = session.decide(&rows[0].id, Verdict::Reject, None).expect("rejects").review.id;
    assert_eq!(session.inbox(), []);
    let again = session.edit(ask).expect_err("was answered");
    assert_eq!(again.code, ErrorCode::CannotLink);
    let edit = asked.edit.expect("is stored").id;
    let error = session.undo(&edit).expect_err("it is answered");
    assert_eq!((error.code, error.operations), (ErrorCode::UndoFirst, vec![review.clone()]));
    session.undo(&review).expect("is taken back");
    assert_eq!(session.inbox().len(), 1);
    session.undo(&edit).expect("is taken back");
    assert_eq!(whole(&mut session), before);
}

#[test]
fn a_group_is_asked_about_once_whoever_of_it_is_named() {
    let mut session = with_cards(&["FN:Dana Holt", "FN:Zbigniew Kowalczyk", "FN:Maren Vogt"]);
    let [a, b, c] = ["a", "b", "c"].map(|uid| session.uid(uid));
    let ask = |session: &mut Session, a: &String, b: &String| {
        session.edit(Edit::Ask { a: a.clone(), b: b.clone() }).expect("is no error")
    };
    let alias = ask(&mut session, &a, &b).question.expect("is asked");
    session.decide(&alias, Verdict::Accept, None).expect("they are one");
    let first = ask(&mut session, &b, &c);
    let again = ask(&mut session, &c, &a);
    assert_eq!((again.edit, &again.question), (None, &first.question));
    assert_eq!(session.inbox().len(), 1);
    // Who speaks for a group may be another one than was named; the answer is to what the owner wanted all the same.
    let review = session.decide(&first.question.expect("is asked"), Verdict::Reject, None).expect("is answered").review;
    let error = session.undo(&first.edit.expect("is stored").id).expect_err("is answered");
    assert_eq!((error.code, error.operations), (ErrorCode::UndoFirst, vec![review.id]));
}

#[test]
fn the_owner_may_ask_about_two_that_share_a_number_and_are_told_apart() {
    let mut session = with_cards(&["FN:Atlas 1 / TEL:+49 30 901820", "FN:Atlas 2 / TEL:+49 30 901820"]);
    assert_eq!(session.inbox(), []);
    let asked = session.edit(Edit::Ask { a: session.uid("a"), b: session.uid("b") }).expect("is possible");
    let rows = session.inbox();
    assert_eq!(rows.iter().map(|row| Some(row.id.clone())).collect::<Vec<_>>(), [asked.question]);
    session.organize();
    assert_eq!(session.inbox(), rows);
    session.undo(&asked.edit.expect("is stored").id).expect("is taken back");
    assert_eq!(session.inbox(), []);
}

#[test]
fn a_name_that_a_review_added_is_taken_away_after_it() {
    let mut session = with_cards(&["FN:Robin Ekdahl"]);
    let id = session.uid("a");
    session.say("1", "I met Robyn Ekdahl.");
    let question = session.question(QuestionKind::Alias).row.id;
    let review = session.decide(&question, Verdict::Accept, None).expect("she is").review.id;
    assert_eq!(told(&mut session, &id), "Robin Ekdahl, Robyn Ekdahl");
    let edit = Edit::RemoveName { entity: id.clone(), name: "Robyn Ekdahl".into() };
    let edit = session.edit(edit).expect("is stored").edit.expect("changes something").id;
    let error = session.undo(&review).expect_err("its name was taken away since");
    assert_eq!((error.code, error.operations), (ErrorCode::UndoFirst, vec![edit.clone()]));
    session.undo(&edit).expect("is taken back");
    session.undo(&review).expect("is taken back");
    assert_eq!(told(&mut session, &id), "Robin Ekdahl");
}

#[test]
fn a_name_that_cannot_be_taken_away_says_why() {
    let hint = Hint { name: "dana holt".into(), kind: None, known_entity_id: None, identity: None };
    let mut session = with_cards(&["FN:Dana Holt", "FN:Maren Vogt"]);
    let [a, b] = ["a", "b"].map(|uid| session.uid(uid));
    let event = HostEvent { hints: vec![hint], ..event("1", "dana holt called.") };
    session.call(Call::Ingest { space: SPACE.into(), event }).expect("is taken");
    session.edit(Edit::Merge { entities: vec![a.clone(), b], survivor: Some(a.clone()) }).expect("is stored");
    let cases = [
        ("Dana Holt", "An entity needs a name: give it another one first, or let it keep one."),
        ("dana holt", "This name comes from mentions in text that are read as this entity: split it instead."),
        ("Maren Vogt", "All names of an entity that was merged into this one would go: undo that merge instead."),
    ];
    for (name, due) in cases {
        let edit = Edit::RemoveName { entity: a.clone(), name: name.into() };
        let error = session.edit(edit).expect_err(name);
        assert_eq!((error.code, error.message.as_str()), (ErrorCode::BadArgument, due), "{name}");
    }
}

#[test]
fn a_renamed_speaker_goes_on_speaking_after_a_restart() {
    let store = InMemory::new();
    let mut session = Session::open(&store);
    let line = |n: u32| {
        format!(r#"{{"conversation":"talk","speaker":"Ravi","text":"Hello {n}","time":"2026-11-01T10:0{n}:00Z"}}"#)
    };
    session.import_bytes("talk.jsonl", line(1).into_bytes());
    let ravi = |session: &Session| -> Vec<EntityId> {
        session.memory.state().space(SPACE).expect("is there").entities.iter().map(|entity| entity.id).collect()
    };
    let [entity] = ravi(&session).try_into().expect("one speaker");
    session.edit(Edit::Rename { entity: entity.to_string(), name: "Ravi Kumar".into() }).expect("is stored");
    futures::executor::block_on(session.memory.save_snapshot()).expect("saves");
    let mut session = Session::open(&store);
    assert!(session.memory.opened().from_snapshot);
    session.import_bytes("talk.jsonl", [line(1), line(2)].join("\n").into_bytes());
    assert_eq!(ravi(&session), [entity]);
}

#[test]
fn merging_and_keeping_apart_by_hand() {
    let mut session = with_cards(&["FN:Dana Holt / EMAIL:d@x.example", "FN:Zbigniew Kowalczyk", "FN:Maren Vogt"]);
    let [a, b, c] = ["a", "b", "c"].map(|uid| session.uid(uid));
    session.say("1", "I met Zbigniew Kowalczyk.");
    let before = whole(&mut session);
    let merge = Edit::Merge { entities: vec![b.clone(), a.clone()], survivor: None };
    let told_before = preview(&mut session, &merge).expect("is possible");
    assert_eq!(told_before.survivor.as_ref(), Some(&a), "the one with more fields survives");
    assert_eq!(
        words(&told_before.lines),
        "Zbigniew Kowalczyk is read as Dana Holt (d@x.example). Nothing is copied or lost: every name and field is kept. \
         1 mention moves along."
    );
    let merged = session.edit(merge).expect("is stored").edit.expect("changes something").id;
    assert_eq!(session.entity(&b).row.id, a);
    let whole_one = session.entity(&a);
    assert_eq!(whole_one.absorbed, std::slice::from_ref(&b));
    assert_eq!(whole_one.mentions.items.iter().map(|mention| &mention.from).collect::<Vec<_>>(), [&a]);
    // What is one cannot be said not to be the same; what is kept apart cannot be merged.
    let apart = Edit::NotSame { entities: vec![a.clone(), b.clone()] };
    assert_eq!(session.edit(apart.clone()).map_err(|error| error.code), Err(ErrorCode::BadArgument));
    let apart_from_c = session.edit(Edit::NotSame { entities: vec![b.clone(), c.clone()] }).expect("is stored");
    let merge_all = Edit::Merge { entities: vec![a.clone(), c.clone()], survivor: Some(c.clone()) };
    assert_eq!(session.edit(merge_all.clone()).map_err(|error| error.code), Err(ErrorCode::CannotLink));
    session.undo(&apart_from_c.edit.expect("changed something").id).expect("is taken back");
    let all = session.edit(merge_all).expect("is possible now").edit.expect("changes something").id;
    let error = session.undo(&merged).expect_err("its survivor was merged");
    assert_eq!((error.code, error.operations), (ErrorCode::UndoFirst, vec![all.clone()]));
    for id in [all, merged] {
        session.undo(&id).expect("is taken back");
    }
    assert_eq!(whole(&mut session), before);
    // Kept apart by hand, two of a name are not asked about.
    session.edit(Edit::Rename { entity: b, name: "Dana Holt".into() }).expect("is stored");
    assert_eq!(session.inbox().len(), 1);
    let said = session.edit(apart).expect("is stored");
    assert_eq!(said.closed.len(), 1);
    assert_eq!(session.inbox().iter().filter(|row| row.kind == QuestionKind::Collision).count(), 0);
}

#[test]
fn what_would_be_one_against_a_rejection_that_comes_back_is_taken_back_with_it() {
    let maren = "FN:Maren Vogt / EMAIL:m@x.example";
    let mut session = with_cards(&["FN:Dana Holt", "FN:Zbigniew Kowalczyk", maren, "FN:Robin Ekdahl"]);
    let [a, b, c] = ["a", "b", "c"].map(|uid| session.uid(uid));
    let alias = session.edit(Edit::Ask { a: a.clone(), b: b.clone() }).expect("is stored").question.expect("is asked");
    session.decide(&alias, Verdict::Accept, None).expect("they are one");
    session.edit(Edit::NotSame { entities: vec![a.clone(), c.clone()] }).expect("is stored");
    // The other one of the group comes to share an address: asked again, and accepted, though it was rejected before.
    take(&mut session, &["FN:Dana Holt", "FN:Zbigniew Kowalczyk / EMAIL:m@x.example"]);
    let again = session.question(QuestionKind::Merge);
    assert!(again.row.rejected_before);
    let review = session.decide(&again.row.id, Verdict::Accept, None).expect("lifts the rejection").review.id;
    let root = session.entity(&c).row.id;
    let merge = Edit::Merge { entities: vec![a.clone(), root.clone()], survivor: Some(root) };
    let merged = session.edit(merge).expect("is stored").edit.expect("changes something").id;
    // What else was merged since is nobody's business.
    let entities = vec![session.uid("d"), session.entity(&c).row.id];
    session.edit(Edit::Merge { entities, survivor: None }).expect("is stored");
    let error = session.undo(&review).expect_err("the rejection would stand between what is one");
    assert_eq!((error.code, error.operations), (ErrorCode::UndoFirst, vec![merged.clone()]));
    session.undo(&merged).expect("is taken back");
    session.undo(&review).expect("is taken back");
    assert_ne!(session.entity(&a).row.id, session.entity(&c).row.id);
}

#[test]
fn what_cannot_be_is_refused_and_changes_nothing() {
    let mut session = with_cards(&["FN:Dana Holt", "FN:Maren Vogt"]);
    let [a, b] = ["a", "b"].map(|uid| session.uid(uid));
    let gone = "00000000-0000-4000-8000-000000000000".to_owned();
    let long = "x".repeat(20_000);
    let cases = [
        (Edit::Rename { entity: gone.clone(), name: "X Y".into() }, ErrorCode::NotFound),
        (Edit::Rename { entity: a.clone(), name: " \u{200b}".into() }, ErrorCode::BadArgument),
        (Edit::AddName { entity: a.clone(), name: long.clone() }, ErrorCode::BadArgument),
        (Edit::RemoveName { entity: a.clone(), name: "Dana Holt".into() }, ErrorCode::BadArgument),
        (Edit::AddField { entity: a.clone(), field: "a=b".into(), value: "1".into() }, ErrorCode::BadArgument),
        (Edit::AddField { entity: a.clone(), field: "note".into(), value: long }, ErrorCode::BadArgument),
        (Edit::SetKind { entity: a.clone(), kind: Some(" ".into()) }, ErrorCode::BadArgument),
        (Edit::Ask { a: a.clone(), b: a.clone() }, ErrorCode::BadArgument),
        (Edit::Ask { a: a.clone(), b: gone.clone() }, ErrorCode::NotFound),
        (Edit::Merge { entities: vec![a.clone()], survivor: None }, ErrorCode::BadArgument),
        (Edit::Merge { entities: vec![a.clone(), b.clone()], survivor: Some(gone) }, ErrorCode::BadArgument),
        (Edit::Merge { entities: vec![a.clone(); 100], survivor: None }, ErrorCode::BadArgument),
        (Edit::NotSame { entities: vec![b] }, ErrorCode::BadArgument),
        (Edit::RemoveName { entity: "no id".into(), name: "Dana Holt".into() }, ErrorCode::NotFound),
    ];
    let head = session.memory.head();
    for (edit, due) in cases {
        assert_eq!(session.edit(edit.clone()).map_err(|error| error.code), Err(due), "{edit:?}");
        assert_eq!(preview(&mut session, &edit).map_err(|error| error.code), Err(due), "{edit:?}");
    }
    assert_eq!(session.memory.head(), head);
}

#[test]
fn edits_are_there_after_a_restart_and_in_the_history() {
    let store = InMemory::new();
    let mut session = Session::open(&store);
    take(&mut session, &[CARD]);
    let entity = session.uid("a");
    let edit = Edit::Rename { entity: entity.clone(), name: "John Avery".into() };
    let why = Some("he told me".to_owned());
    session.call(Call::Edit { space: SPACE.into(), edit, reason: why.clone() }).expect("is stored");
    let live = encode(session.memory.state()).expect("packs");
    futures::executor::block_on(session.memory.save_snapshot()).expect("saves");
    for mut session in [Session::open(&store), session] {
        assert_eq!(encode(session.memory.state()).expect("packs"), live);
        let rows = session.history(true);
        let row = rows.iter().find(|row| row.operation == "edit").expect("is listed");
        assert!(row.undoable);
        let shown = row.edit.as_ref().expect("is an edit");
        assert_eq!(
            (shown.what.as_str(), shown.reason.clone(), &shown.entities),
            ("rename", why.clone(), &vec![entity.clone()])
        );
        assert_eq!(words(std::slice::from_ref(&row.text)), "renamed Jon Avery to John Avery");
    }
}
