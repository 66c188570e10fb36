//! Contacts in, again, and out: what is taken twice adds nothing and asks nothing, in whatever order; what is written comes
//! back as it was.

mod support;

use namesake_core::protocol::*;
use namesake_core::read::{Reader, detect};
use namesake_core::store::InMemory;
use proptest::prelude::*;
use std::collections::BTreeSet;
use support::view::{questions, space};
use support::{Session, titles};

const FORMS: [ContactsForm; 2] = [ContactsForm::Vcard, ContactsForm::Csv];

/// All fixtures of contacts.
fn fixtures() -> Vec<(String, Vec<u8>)> {
    let folder = format!("{}/../tests/fixtures", env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(folder).expect("the folder is there").map(|file| file.expect("a file").path());
    let is_contacts = |path: &std::path::PathBuf| {
        path.extension().is_some_and(|ending| ["vcf", "csv", "ldif"].iter().any(|one| ending == *one))
    };
    let mut files: Vec<_> = files.filter(is_contacts).collect();
    files.sort();
    // Its columns mean nothing to anybody but their owner.
    files.retain(|path| !path.ends_with("contacts-mapped.csv"));
    let name = |path: &std::path::PathBuf| path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
    files.iter().map(|path| (name(path), std::fs::read(path).expect("is read"))).collect()
}

/// The same file with its items in reverse, without those that are refused; the header stays where it is.
fn reversed(name: &str, bytes: &[u8]) -> Vec<u8> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let format = detect(bytes, name).expect("a known format");
    let items = Reader::new(bytes, format).next_items(usize::MAX);
    let starts: Vec<(usize, bool)> = items
        .iter()
        .map(|item| match item {
            Ok(item) => (item.line() as usize - 1, true),
            Err(refused) => (refused.line as usize - 1, false),
        })
        .collect();
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let ends = starts.iter().skip(1).map(|(line, _)| *line).chain([lines.len()]);
    let mut parts: Vec<Vec<u8>> = starts
        .iter()
        .zip(ends)
        .filter(|((_, taken), _)| *taken)
        .map(|((start, _), end)| [lines[*start..end].concat(), b"\n\n".to_vec()].concat())
        .collect();
    parts.push(lines[..starts[0].0].concat());
    parts.reverse();
    parts.concat()
}

/// Names, kind and fields of all entities in use, in whatever order they came.
fn told(session: &Session) -> Vec<String> {
    let space = space(session);
    let one = |entity: &namesake_core::model::Entity| {
        let names: Vec<&str> = entity.content.names.iter().map(|name| name.text.as_str()).collect();
        let fields: BTreeSet<(&str, &str)> =
            entity.content.fields.iter().map(|(name, value)| (name, value.trim())).collect();
        format!("{names:?} {:?} {fields:?}", entity.content.kind)
    };
    let mut out: Vec<String> = space.entities.iter().filter(|entity| entity.is_active()).map(one).collect();
    out.sort();
    out
}

/// Imports a file again, which must change nothing.
fn again(session: &mut Session, name: &str, bytes: Vec<u8>) -> ImportReport {
    let head = session.memory.head();
    let asked = titles(&session.inbox());
    let report = session.import_bytes(name, bytes);
    assert_eq!((report.added, report.updated, report.questions), (0, 0, 0), "{name}: {:?}", report.refused);
    assert_eq!(session.memory.head(), head, "{name}: nothing is written");
    assert_eq!(titles(&session.inbox()), asked, "{name}");
    report
}

/// Writes the contacts, takes them where they are and in an empty memory, and writes them from there.
fn out_and_in(session: &mut Session) {
    let before = told(session);
    for form in FORMS {
        let (file, report) = session.export_contacts(form);
        assert_eq!((report.size, report.entities as usize), (file.len() as f64, before.len()));
        let name = if form == ContactsForm::Vcard { "out.vcf" } else { "out.csv" };
        let taken = again(session, name, file.clone());
        assert_eq!((taken.unchanged as usize, taken.refused_total), (before.len(), 0), "{:?}", taken.refused);

        let mut other = Session::open_later(&InMemory::new(), 1);
        let taken = other.import_bytes(name, file.clone());
        assert_eq!((taken.added as usize, taken.refused_total), (before.len(), 0), "{:?}", taken.refused);
        let (second, _) = other.export_contacts(form);
        assert_eq!(String::from_utf8_lossy(&second), String::from_utf8_lossy(&file), "out, in, and out again");
        again(&mut other, name, file);
    }
}

#[test]
fn every_fixture_again() {
    for (name, bytes) in fixtures() {
        let mut session = Session::open(&InMemory::new());
        let first = session.import_bytes(&name, bytes.clone());
        assert!(first.added > 0, "{name}");
        again(&mut session, &name, bytes.clone());
        let turned = again(&mut session, &format!("renamed {name}"), reversed(&name, &bytes));
        assert_eq!((turned.unchanged, turned.refused_total), (first.added, 0), "{name}: {:?}", turned.refused);

        let mut other = Session::open(&InMemory::new());
        other.import_bytes(&name, reversed(&name, &bytes));
        assert_eq!((told(&other), questions(&space(&other))), (told(&session), questions(&space(&session))), "{name}");
    }
}

#[test]
fn every_fixture_out_and_in() {
    for (name, bytes) in fixtures() {
        let mut session = Session::open(&InMemory::new());
        session.import_bytes(&name, bytes);
        out_and_in(&mut session);
    }
}

fn card(uid: &str, lines: &str) -> String {
    let uid = if uid.is_empty() { String::new() } else { format!("UID:{uid}\n") };
    format!("BEGIN:VCARD\nVERSION:4.0\n{uid}{lines}\nEND:VCARD\n")
}

/// A memory in which much was decided: one is merged, two are one person by alias, names and fields are edited.
fn decided() -> Session {
    let mut session = Session::open(&InMemory::new());
    let file = [
        card("a", "FN:Dana Holt\nEMAIL:dana@holt.example"),
        card("b", "FN:Dana M. Holt\nTEL:+1 202 555 0101\nKIND:individual"),
        card("c", "FN:Ravi Shankar\nORG:Wind;Sails"),
        card("", "FN:Ravi S.\nNOTE:no id"),
        card("e", "EMAIL:only@mail.example"),
    ];
    session.import_bytes("cards.vcf", file.concat().into_bytes());
    let talk = br#"{"speaker":"Robert Lindqvist","text":"Hello."}"#;
    session.import_bytes("talk.jsonl", talk.to_vec());
    let (a, b, c, e) = (session.uid("a"), session.uid("b"), session.uid("c"), session.uid("e"));
    let alias = session.question(QuestionKind::Alias).row.id;
    session.decide(&alias, Verdict::Accept, None).expect("is accepted");
    session.edit(Edit::Merge { entities: vec![a.clone(), b], survivor: Some(a.clone()) }).expect("merges");
    session.edit(Edit::Rename { entity: a.clone(), name: "Dana, the \\ Elder; \"Holt\"".into() }).expect("renames");
    session.edit(Edit::AddName { entity: a.clone(), name: " spaced ".into() }).expect("adds");
    session
        .edit(Edit::RemoveField { entity: c.clone(), field: "unit".into(), value: "Sails".into() })
        .expect("removes");
    session
        .edit(Edit::AddField {
            entity: c.clone(),
            field: "favourite colour".into(),
            value: "sky; blue\nor grey".into(),
        })
        .expect("adds");
    session.edit(Edit::SetKind { entity: c, kind: Some("place".into()) }).expect("is set");
    session
        .edit(Edit::AddField { entity: e, field: "organization".into(), value: "No Name Ltd".into() })
        .expect("adds");
    session
}

#[test]
fn decisions_out_and_in() {
    let mut session = decided();
    // What was merged comes once.
    let (file, report) = session.export_contacts(ContactsForm::Vcard);
    let text = String::from_utf8(file).expect("is text").replace("\r\n ", "");
    assert_eq!(text.matches("FN").count(), report.entities as usize + 3, "one card has four names in full: {text}");
    assert_eq!(text.matches("Dana M. Holt").count(), 1);
    assert_eq!(text.matches("+1 202 555 0101").count(), 1);
    for form in FORMS {
        let (file, report) = session.export_contacts(form);
        let taken = again(&mut session, "out", file.clone());
        assert_eq!(taken.unchanged, report.entities);
        let mut other = Session::open_later(&InMemory::new(), 1);
        assert_eq!(other.import_bytes("out", file.clone()).added, report.entities);
        assert_eq!(other.export_contacts(form).0, file);
    }
}

/// A card that was written before more became known is a source that says what it says; the owner's edits stand over it.
#[test]
fn an_older_export_takes_no_edit_back() {
    let mut session = Session::open(&InMemory::new());
    session.import_bytes("cards.vcf", card("a", "FN:Dana Holt\nEMAIL:dana@holt.example").into_bytes());
    let (file, _) = session.export_contacts(ContactsForm::Vcard);
    let a = session.uid("a");
    session.edit(Edit::Rename { entity: a.clone(), name: "Dana Elder".into() }).expect("renames");
    session.import_bytes("out.vcf", file);
    assert_eq!(session.entity(&a).row.name.text, "Dana Elder");
    assert_eq!(space(&session).entities.len(), 1);
}

/// What another program changed in a card of ours is an update of the entity, whatever had made it.
#[test]
fn a_changed_card_updates_whom_it_was_written_of() {
    let mut session = Session::open(&InMemory::new());
    session.import_bytes("cards.csv", b"Name,Phone,Notes\nDana Holt,+1 202 555 0101,x\n".to_vec());
    let (file, _) = session.export_contacts(ContactsForm::Vcard);
    let changed = String::from_utf8(file).expect("is text").replace("NOTE:x", "NOTE:y\r\nEMAIL:dana@holt.example");
    let report = session.import_bytes("phone.vcf", changed.into_bytes());
    assert_eq!((report.added, report.updated, report.questions), (0, 1, 0));
    assert_eq!(
        told(&session),
        [
            "[\"Dana Holt\"] None {(\"email\", \"dana@holt.example\"), (\"note\", \"y\"), (\"phone\", \"+1 202 555 0101\")}"
        ]
    );
}

/// A number in somebody's table is no id that another table has not.
#[test]
fn the_numbers_of_two_tables_are_no_ids() {
    let mut session = Session::open(&InMemory::new());
    session.import_bytes("a.csv", b"UID,Name,Phone\n1,Dana Holt,+1 202 555 0101\n".to_vec());
    let report = session.import_bytes("b.csv", b"UID,Name,Phone\n1,Ravi Shankar,+1 202 555 0102\n".to_vec());
    assert_eq!((report.added, report.updated, report.skipped), (1, 0, vec![("UID".to_owned(), 1)]));
}

/// Another owner's ids mean nobody here.
#[test]
fn an_unknown_id_is_somebody_else() {
    let mut session = Session::open(&InMemory::new());
    session.import_bytes("cards.vcf", card("", "FN:Dana Holt").into_bytes());
    let stranger = card("urn:uuid:00000000-0000-4000-8000-000000000000", "FN:Ravi Shankar");
    assert_eq!(session.import_bytes("other.vcf", stranger.into_bytes()).added, 1);
}

/// A cell of a table, with what formats stumble over.
fn cell() -> impl Strategy<Value = String> {
    let odd = [
        "",
        "=1+1",
        "'@x",
        "+49 (0)30",
        "::: ",
        "a ::: b",
        " padded ",
        "a,b;c",
        "\\n\\,",
        "line\nbreak",
        "\"q\"",
        "BEGIN:VCARD",
        "Unspecified",
        "* x",
        "tel:+1",
        "X:Y",
        "\u{200B}x",
        "e\u{301}",
        "한빛",
        "N/A",
        "long name that goes on and on, well beyond what fits in one line of a card, 🦊 and all",
    ];
    prop_oneof![
        2 => prop::sample::select(odd.to_vec()).prop_map(str::to_owned),
        1 => "[ -~]{1,12}",
        1 => "\\PC{1,10}",
    ]
}

const HEADERS: [&str; 17] = [
    "UID",
    "Kind",
    "Name",
    "Nickname",
    "First Name",
    "Middle Name",
    "Last Name",
    "E-mail 1 - Value",
    "Phone 1 - Value",
    "Organization Name",
    "Organization Department",
    "Address",
    "Birthday",
    "Labels",
    "Notes",
    "Website",
    "Namesake: favourite colour",
];

fn table(rows: &[Vec<String>]) -> Vec<u8> {
    let quoted = |cell: &str| format!("\"{}\"", cell.replace('"', "\"\""));
    let line = |cells: Vec<String>| cells.join(",") + "\n";
    let mut out = line(HEADERS.iter().map(|header| quoted(header)).collect());
    rows.iter().for_each(|row| out.push_str(&line(row.iter().map(|cell| quoted(cell)).collect())));
    out.into_bytes()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_in_them_cards_come_back(
        rows in prop::collection::vec(prop::collection::vec(cell(), HEADERS.len()), 1..6),
    ) {
        let mut session = Session::open(&InMemory::new());
        session.import_bytes("cards.csv", table(&rows));
        let before = told(&session);
        let (file, _) = session.export_contacts(ContactsForm::Vcard);
        let taken = again(&mut session, "out.vcf", file.clone());
        prop_assert_eq!((taken.unchanged as usize, taken.refused_total), (before.len(), 0));
        let mut other = Session::open_later(&InMemory::new(), 1);
        other.import_bytes("out.vcf", file.clone());
        prop_assert_eq!(told(&other), before);
        prop_assert_eq!(other.export_contacts(ContactsForm::Vcard).0, file);

        let (file, _) = session.export_contacts(ContactsForm::Csv);
        let taken = again(&mut session, "out.csv", file);
        prop_assert_eq!((taken.unchanged as usize, taken.refused_total), (told(&session).len(), 0));
    }
}

#[test]
fn a_report_counts_the_questions_that_the_import_raised() {
    let mut session = Session::open(&InMemory::new());
    let card = |(uid, name): &(u32, &str)| format!("BEGIN:VCARD\nVERSION:4.0\nUID:{uid}\nFN:{name}\nEND:VCARD\n");
    for (cards, raised) in [
        (&[(1, "Ana Ruiz"), (2, "Ana Ruiz")][..], 1),
        // This answers that one, and raises another.
        (&[(2, "Carl Berg"), (3, "Dana Holt"), (4, "Dana Holt")], 1),
        (&[(4, "Lena Vogt")], 0),
    ] {
        let file: String = cards.iter().map(card).collect();
        assert_eq!(session.import_bytes("people.vcf", file.into()).questions, raised, "{cards:?}");
    }
}
