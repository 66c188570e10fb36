//! Short forms that the owner or a host adds: what they make a question, what taking them back does, what is refused.

mod support;

use futures::executor::block_on;
use namesake_core::model;
use namesake_core::names::tables;
use namesake_core::policy::FORMS;
use namesake_core::protocol::*;
use namesake_core::snapshot::encode;
use namesake_core::state::{Effect, Operation};
use namesake_core::store::InMemory;
use support::{SPACE, Session, context, given, titles};

fn abbreviation(short: &str, long: &str) -> ShortForm {
    ShortForm { kind: FormKind::Abbreviation, short: short.into(), long: long.into() }
}

fn cards(names: &[&str]) -> Vec<u8> {
    let card = |name: &&str| format!("BEGIN:VCARD\r\nVERSION:4.0\r\nUID:{name}\r\nFN:{name}\r\nEND:VCARD\r\n");
    names.iter().map(card).collect::<String>().into_bytes()
}

fn memory(names: &[&str]) -> Session {
    let mut session = Session::open(&InMemory::new());
    session.import_bytes("cards.vcf", cards(names));
    session.organize();
    session
}

fn said(outcome: Result<Reply, ApiError>) -> ShortFormsSaid {
    match outcome {
        Ok(Reply::ShortFormsSaid(said)) => said,
        other => panic!("{other:?}"),
    }
}

fn add(session: &mut Session, forms: &[ShortForm]) -> ShortFormsSaid {
    said(session.call(Call::AddShortForms { space: SPACE.into(), forms: forms.into() }))
}

fn remove(session: &mut Session, forms: &[ShortForm]) -> ShortFormsSaid {
    said(session.call(Call::RemoveShortForms { space: SPACE.into(), forms: forms.into() }))
}

fn undo(session: &mut Session, id: &str, together: bool) -> Result<Reply, ApiError> {
    session.call(Call::Undo { space: SPACE.into(), id: id.into(), together })
}

fn offer(session: &mut Session, forms: &[ShortForm]) -> Result<(), ApiError> {
    let context = context(&session.tick);
    block_on(session.memory.offer_short_forms(SPACE, forms, context))
}

fn listed(session: &mut Session) -> Vec<(String, String)> {
    let Ok(Reply::ShortForms(page)) = session.call(Call::ShortForms { space: SPACE.into(), cursor: None, limit: 200 })
    else {
        panic!("is listed")
    };
    assert_eq!(page.total as usize, page.items.len());
    page.items.into_iter().map(|row| (row.short.text, row.long.text)).collect()
}

#[test]
fn what_is_added_is_asked_about_and_what_is_taken_back_is_not() {
    for (form, names) in [
        (given("Xandi", "Alexander"), ["Xandi Okafor", "Alexander Okafor"]),
        // Two short forms of one name, one of them shipped.
        (given("XÁNDI", "alexander"), ["Xandi Okafor", "Sandy Okafor"]),
        (given("Зёма", "Владимир"), ["Зёма Петрин", "Владимир Петрин"]),
        (abbreviation("NWP", "Northwind Payments"), ["Northwind Payments", "nwp"]),
        // Numbers tell names apart, but an abbreviation says otherwise.
        (abbreviation("P2P", "Peer to peer"), ["P2P", "Peer-to-Peer"]),
    ] {
        let session = &mut memory(&names);
        assert_eq!(titles(&session.inbox()), [] as [&str; 0], "{names:?}");
        let told = add(session, std::slice::from_ref(&form));
        assert_eq!((told.changed, told.opened.len(), told.closed.len(), told.left), (1, 1, 0, 0), "{names:?}");
        assert_eq!(session.inbox().len(), 1, "{names:?}");
        let undone = undo(session, &told.statements[0], false);
        assert!(matches!(undone, Ok(Reply::Undone(Undone { applied: true, .. }))), "{undone:?}");
        assert_eq!(titles(&session.inbox()), [] as [&str; 0], "{names:?}");

        // The same question whatever came first.
        let mut other = Session::open(&InMemory::new());
        add(&mut other, &[form]);
        other.import_bytes("cards.vcf", cards(&names));
        assert_eq!(other.inbox().len(), 1, "{names:?}");
    }
}

#[test]
fn a_name_in_text_finds_who_is_meant_by_it() {
    let session = &mut memory(&["Alexander Okafor"]);
    let line =
        "{\"speaker\":\"Priya Raghavan\",\"text\":\"I met Xandi Okafor today.\",\"time\":\"2026-03-02T09:14:00Z\"}\n";
    session.import_bytes("talk.jsonl", line.into());
    let about = |session: &mut Session| -> Vec<(QuestionKind, Vec<String>)> {
        let rows = session.inbox().into_iter();
        let rows = rows.map(|row| (row.kind, row.names.into_iter().map(|name| name.text).collect::<Vec<_>>()));
        rows.filter(|(_, names)| names.iter().any(|name| name == "Xandi Okafor")).collect()
    };
    assert_eq!(about(session)[0].0, QuestionKind::NewName);
    let told = add(session, &[given("Xandi", "Alexander")]);
    let asked = about(session);
    assert_eq!((asked.len(), asked[0].0), (1, QuestionKind::Alias), "{asked:?}");
    undo(session, &told.statements[0], false).expect("is undone");
    assert_eq!(about(session)[0].0, QuestionKind::NewName);
    let found = session.call(Call::ResolveEntity { space: SPACE.into(), name: "Xandi".into(), cursor: None });
    assert!(matches!(found, Ok(Reply::Resolved(found)) if found.candidates.items.is_empty()), "nobody is called so");
}

#[test]
fn what_is_said_again_is_no_record() {
    let session = &mut memory(&["Alexander Okafor"]);
    let first = add(session, &[given("Xandi", "Alexander"), given("xandi", "ALEXANDER")]);
    assert_eq!((first.changed, first.statements.len()), (1, 1), "once, though it was said twice");
    let head = session.memory.head();
    assert_eq!(add(session, &[given("XANDI", "Alexander")]).statements, [] as [String; 0]);
    assert_eq!(remove(session, &[given("Bob", "Robert")]).changed, 0, "what is shipped cannot be removed");
    offer(session, &[given("Xandi", "Alexander")]).expect("is known");
    assert_eq!(session.memory.head(), head);
    assert_eq!(listed(session), [("Xandi".to_owned(), "Alexander".to_owned())]);
}

#[test]
fn a_host_offers_and_the_owner_has_the_last_word() {
    let session = &mut Session::open(&InMemory::new());
    let forms = [given("Xandi", "Alexander"), abbreviation("WG", "Working Group")];
    offer(session, &forms).expect("is stored");
    assert_eq!(listed(session).len(), 2);
    let removed = remove(session, &forms[..1]);
    offer(session, &forms).expect("changes nothing");
    assert_eq!(listed(session), [("WG".to_owned(), "Working Group".to_owned())]);
    // Undoing what was removed since builds on this.
    let statement = {
        let rows = session.history(true);
        assert_eq!(rows.len(), 2);
        assert!(rows.iter().all(|row| row.undoable && row.undone_by.is_none() && row.operation == "short_forms"));
        rows[1].id.clone()
    };
    let error = undo(session, &statement, false).expect_err("something builds on it");
    assert_eq!((error.code, error.operations.as_slice()), (ErrorCode::UndoFirst, removed.statements.as_slice()));
    undo(session, &statement, true).expect("both are undone");
    assert_eq!(listed(session), []);
    offer(session, &forms).expect("nothing was said of them");
    assert_eq!(listed(session).len(), 2);
}

#[test]
fn what_cannot_be_added_is_refused_whole() {
    let session = &mut memory(&["Alexander Okafor"]);
    let head = session.memory.head();
    let long = "x".repeat(tables::FORM_BYTES + 1);
    for bad in [
        given("", "Alexander"),
        given("Xandi", " "),
        given("Xandi", "Alexander James"),
        given("A", "Alexander"),
        given("R2", "Robert"),
        given("José", "jose"),
        given(&long, "Alexander"),
        abbreviation("🌊", "Wave"),
        abbreviation("Work Group", "workgroup"),
    ] {
        let forms = vec![given("Lexu", "Alexander"), bad];
        for call in [
            Call::AddShortForms { space: SPACE.into(), forms: forms.clone() },
            Call::RemoveShortForms { space: SPACE.into(), forms: forms.clone() },
        ] {
            assert_eq!(session.call(call).expect_err("is refused").code, ErrorCode::BadForm, "{forms:?}");
        }
        assert_eq!(offer(session, &forms).expect_err("is refused").code, ErrorCode::BadForm);
    }
    assert_eq!((session.memory.head(), listed(session)), (head, Vec::new()));
}

#[test]
fn a_space_keeps_so_many_and_pages_through_them() {
    let session = &mut Session::open(&InMemory::new());
    let name = |n: usize| -> String {
        [n / 676, n / 26, n].map(|n| char::from(b'a' + (n % 26) as u8)).iter().collect::<String>() + "zu"
    };
    let all: Vec<ShortForm> = (0..FORMS).map(|n| given(&name(n), "Alexander")).collect();
    let told = add(session, &all);
    assert_eq!((told.changed as usize, told.statements.len()), (FORMS, FORMS / 500));
    let more = [given("xandi", "Alexander")];
    let add_more = Call::AddShortForms { space: SPACE.into(), forms: more.to_vec() };
    assert_eq!(session.call(add_more.clone()).expect_err("is refused").code, ErrorCode::TooManyForms);
    remove(session, &all[..1]);
    assert_eq!(session.call(add_more.clone()).expect_err("removed ones count").code, ErrorCode::TooManyForms);
    undo(session, &told.statements[3], true).expect("is undone");
    said(session.call(add_more));

    let (mut seen, mut cursor) = (Vec::new(), None);
    loop {
        let Ok(Reply::ShortForms(page)) =
            session.call(Call::ShortForms { space: SPACE.into(), cursor: cursor.take(), limit: 200 })
        else {
            panic!("is listed")
        };
        assert_eq!(page.total as usize, FORMS - 500);
        seen.extend(page.items.into_iter().map(|row| row.short.text));
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    let mut sorted = seen.clone();
    sorted.sort();
    assert_eq!(seen.len(), FORMS - 500);
    assert!(seen == sorted, "in their order, each once");
}

#[test]
fn snapshots_rebuilds_and_exports_carry_them() {
    let store = InMemory::new();
    let mut session = Session::open(&store);
    session.import_bytes("cards.vcf", cards(&["Xandi Okafor", "Alexander Okafor", "WG", "Working Group"]));
    add(&mut session, &[given("Xandi", "Alexander"), abbreviation("WG", "Working Group")]);
    remove(&mut session, &[abbreviation("WG", "Working Group")]);
    let undone = add(&mut session, &[given("Lexu", "Alexander")]);
    undo(&mut session, &undone.statements[0], false).expect("is undone");
    let live = encode(session.memory.state()).expect("packs");
    let (rows, asked) = (listed(&mut session), titles(&session.inbox()));
    assert_eq!((rows.len(), asked.len()), (1, 1));

    block_on(session.memory.save_snapshot()).expect("saves");
    let mut opened = Session::open(&store);
    assert!(opened.memory.opened().from_snapshot);
    let mut rebuilt = Session::open(&store);
    block_on(rebuilt.memory.rebuild()).expect("rebuilds");
    let mut restored = Session::open(&InMemory::new());
    restored.restore(session.export().0, false).expect("is read");
    for other in [&mut opened, &mut rebuilt, &mut restored] {
        assert_eq!(encode(other.memory.state()).expect("packs"), live);
        assert_eq!((listed(other), titles(&other.inbox())), (rows.clone(), asked.clone()));
        assert_eq!(other.verify().faults, []);
        // The tables are there as well: what is looked up is compared by them.
        let call = Call::ResolveEntity { space: SPACE.into(), name: "Xandi Okafor".into(), cursor: None };
        let Ok(Reply::Resolved(found)) = other.call(call) else { panic!("is looked up") };
        let by_short_form = |found: &&Candidate| found.reasons.iter().any(|reason| reason.code == "short_form");
        let names = found.candidates.items.iter().filter(by_short_form).map(|found| found.entity.name.text.as_str());
        assert_eq!(names.collect::<Vec<_>>(), ["Alexander Okafor"]);
    }
}

#[test]
fn a_form_is_shown_as_it_was_first_written() {
    let mut session = memory(&["Xandi Okafor"]);
    let first = add(&mut session, &[given("Xandi", "Alexander")]).statements;
    let removed = remove(&mut session, &[given("xandi", "ALEXANDER")]).statements;
    assert_eq!(listed(&mut session), []);
    undo(&mut session, &removed[0], false).expect("is taken back");
    let rows = session.call(Call::ShortForms { space: SPACE.into(), cursor: None, limit: 10 });
    let Ok(Reply::ShortForms(rows)) = rows else { panic!("is listed") };
    let rows: Vec<_> = rows.items.into_iter().map(|row| (row.short.text, row.long.text, row.statement)).collect();
    assert_eq!(rows, [("Xandi".into(), "Alexander".into(), first[0].clone())]);
    // Removed and added in another spelling: the row leads to who says so now.
    remove(&mut session, &[given("XANDI", "alexander")]);
    let last = add(&mut session, &[given("xandi", "alexander")]).statements;
    let Ok(Reply::ShortForms(rows)) = session.call(Call::ShortForms { space: SPACE.into(), cursor: None, limit: 10 })
    else {
        panic!("is listed")
    };
    assert_eq!(rows.items.iter().map(|row| &row.statement).collect::<Vec<_>>(), [&last[0]]);
}

#[test]
fn spaces_keep_their_own() {
    let session = &mut memory(&["Xandi Okafor", "Alexander Okafor"]);
    let call = Call::AddShortForms { space: "work".into(), forms: vec![given("Xandi", "Alexander")] };
    said(session.call(call));
    assert_eq!((session.inbox().len(), listed(session).len()), (0, 0));
}

/// What stands in the journal, to the letter: old records must read for ever.
#[test]
fn the_stored_form_stays() {
    let form = |short: &str, long: &str, kind| model::ShortForm { kind, short: short.into(), long: long.into() };
    let effects = vec![
        Effect::SetForm {
            form: form("Xandi", "Alexander", tables::FormKind::GivenName),
            from: model::FormState::Unsaid,
            to: model::FormState::Added,
        },
        Effect::SetForm {
            form: form("WG", "Working Group", tables::FormKind::Abbreviation),
            from: model::FormState::Added,
            to: model::FormState::Removed,
        },
    ];
    let id = "6f1a3c1e-0b1d-4e6b-9a55-0c6a5a1b2c3d".parse().expect("is an id");
    let statement = model::Statement { id, actor: "app".into(), time: 7, effects, sequence: 0, undone_by: None };
    let operation = Operation::ShortForms { statement: Box::new(statement) };
    let stored = r#"{"short_forms":{"statement":{"id":"6f1a3c1e-0b1d-4e6b-9a55-0c6a5a1b2c3d","actor":"app","time":7,"effects":[{"set_form":{"form":{"kind":"given_name","short":"Xandi","long":"Alexander"},"from":"unsaid","to":"added"}},{"set_form":{"form":{"kind":"abbreviation","short":"WG","long":"Working Group"},"from":"added","to":"removed"}}],"sequence":0,"undone_by":null}}}"#;
    assert_eq!(serde_json::from_str::<Operation>(stored).expect("reads"), operation);
    assert_eq!(serde_json::to_string(&operation).expect("writes"), stored);
}
