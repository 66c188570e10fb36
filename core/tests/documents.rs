//! Documents: nobody says them, and one that was renamed, grew or was mended is the same but for what changed.

mod support;

use futures::executor::block_on;
use namesake_core::memory::{Importer, Step};
use namesake_core::model::SourceKind;
use namesake_core::protocol::FileKind;
use namesake_core::store::InMemory;
use support::view::space;
use support::{SPACE, Session, context};

const TEXT: &str = "The crew\n\nDana Holt rows.\n\nBen Okafor steers.\n\nThey meet at ten.\n";

fn documents(session: &Session) -> Vec<String> {
    let space = space(session);
    let documents = space.sources.iter().filter(|source| source.kind == SourceKind::Document);
    documents.map(|source| source.name.clone()).collect()
}

/// What importing a file after [`TEXT`] adds, and how many documents there are then.
fn check(file: &str, text: &str, added: u32, count: usize) {
    let mut session = Session::open(&InMemory::new());
    let first = session.import_bytes("crew.txt", TEXT.into());
    assert_eq!((first.kind, first.added, first.items), (FileKind::Document, 4, 4));
    let again = session.import_bytes(file, text.into());
    assert_eq!((again.added, again.unchanged + again.added), (added, again.items), "{file}: {text}");
    assert_eq!(documents(&session).len(), count, "{file}: {text}");
    assert!(space(&session).events.iter().all(|event| event.speaker.is_none() && event.time.is_none()));
    assert_eq!(session.verify().faults, []);
}

#[test]
fn what_changed_is_added() {
    check("crew.txt", TEXT, 0, 1);
    check("other.md", TEXT, 0, 1);
    check("crew.txt", &format!("{TEXT}\nAna Ruiz, too.\n"), 1, 1);
    check("crew.txt", &format!("Ana Ruiz begins.\n\n{TEXT}"), 1, 1);
    check("crew.txt", &TEXT.replace("steers", "sleeps"), 1, 1);
    check("crew.txt", &TEXT.replace("\n\n", "\r\n\r\n"), 0, 1);
    check("crew.html", "<h1>The crew</h1><p>Dana Holt rows.<p>Ben Okafor steers.<p>They meet at ten.", 0, 1);
    check("crew.txt", "Another text.\n\nOf another crew.\n", 2, 2);
    check("other.txt", "The crew\n\nOf another boat.\n\nAnd its cox.\n", 3, 2);
}

/// How many documents two files are, whichever comes first.
fn check_two(one: &str, other: &str, count: usize) {
    for (first, second) in [(one, other), (other, one)] {
        let mut session = Session::open(&InMemory::new());
        session.import_bytes("a.md", first.into());
        session.import_bytes("b.md", second.into());
        assert_eq!(documents(&session).len(), count, "{first}, then {second}");
    }
}

#[test]
fn a_few_equal_paragraphs_make_no_document() {
    let more = |count: u32| (0..count).map(|at| format!("\n\nParagraph {at}.")).collect::<String>();
    check_two("TODO", "TODO", 1);
    check_two("TODO", &format!("TODO{}", more(50)), 2);
    check_two("Minutes\n\nAna Ruiz came.", &format!("Minutes\n\nAna Ruiz came.{}", more(1)), 1);
    check_two(TEXT, &format!("{TEXT}{}", more(50)), 1);
    let page = |own: &str| format!("Home\n\nThe club\n\nHow to join\n\n{own} one.\n\n{own} two.\n\n{own} three.");
    check_two(&page("Boats"), &page("Oars"), 2);
}

#[test]
fn documents_that_begin_with_whole_others_are_told_apart() {
    let mut session = Session::open(&InMemory::new());
    for (at, first) in ["TODO", "Minutes", "Notes"].into_iter().enumerate() {
        session.import_bytes("long.md", format!("{first}\n\nAna.\n\nBen.").into());
        session.import_bytes("short.md", first.into());
        assert_eq!(documents(&session).len(), 2 * (at + 1), "{first}");
    }
}

#[test]
fn names_in_it_are_found() {
    let mut session = Session::open(&InMemory::new());
    session.import_bytes("crew.txt", TEXT.into());
    let names: Vec<String> = space(&session).mentions.iter().map(|mention| mention.name().to_owned()).collect();
    assert!(names.contains(&"Dana Holt".to_owned()) && names.contains(&"Ben Okafor".to_owned()), "{names:?}");
}

#[test]
fn a_chat_is_a_document_only_if_that_is_asked_for() {
    let chat = "Ana: Hi\nBen: Hello\nAna: Bye\nBen: Bye\n";
    for (kind, speakers) in [(None, 4), (Some(FileKind::Document), 0)] {
        let mut session = Session::open(&InMemory::new());
        let mut importer = Importer::new(SPACE, "x.txt", kind, chat.into()).expect("is read");
        while block_on(importer.step(&mut session.memory, context(&session.tick))).expect("imports") == Step::More {}
        let spoken = space(&session).events.iter().filter(|event| event.speaker.is_some()).count();
        assert_eq!(spoken, speakers, "{kind:?}");
    }
}
