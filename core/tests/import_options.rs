//! What is said of a file when it is imported: the order of its dates, its zone, its columns. The same file with something
//! else said of it adds nothing.

mod support;

use futures::executor::block_on;
use namesake_core::memory::{Examiner, Importer, Step, read_options};
use namesake_core::protocol::*;
use namesake_core::read::Zone;
use namesake_core::store::InMemory;
use support::{SPACE, Session, context};

/// Bytes fed at a time.
const PART: usize = 64;

const UNCLEAR: &str = "\
3/4/26, 09:31 - Ana Ruiz: Good morning
3/4/26, 09:32 - Ben: Hello Ana
5/4/26, 10:00 - Ana Ruiz: Oslo it is
6/4/26, 10:05 - Ben: Fine
7/4/26, 11:00 - Ana Ruiz: See you
8/4/26, 23:59 - Ben: Bye
";

const LOCAL: &str = "{\"speaker\":\"Ana\",\"text\":\"Hi\",\"time\":\"2026-07-01T09:00\"}\n";

const TELEGRAM: &str = r#"{"type":"private_group","id":7,"messages":[
{"type":"message","date":"2026-07-01T09:00:00","from":"Ana","from_id":"user1","text":"Hi"}]}"#;

/// Berlin in 2026.
fn berlin() -> Zone {
    Zone::new(vec![(0, 60), (1_774_746_000_000, 120), (1_792_890_000_000, 60)])
}

fn import(session: &mut Session, text: &str, said: &ImportOptions, zone: Option<Zone>) -> ImportReport {
    let options = read_options(said, zone).expect("makes sense");
    let (bytes, size) = (text.as_bytes(), text.len() as u64);
    let mut importer = Importer::fed(SPACE, "chat.txt", None, options, bytes, size).expect("is read");
    loop {
        if let Some(at) = importer.wanted() {
            let rest = &bytes[at as usize..];
            importer.feed(&rest[..rest.len().min(PART)]);
        } else if block_on(importer.step(&mut session.memory, context(&session.tick))).expect("imports") == Step::Done {
            return importer.report();
        }
    }
}

fn ordered(date_order: DateOrder) -> ImportOptions {
    ImportOptions { date_order: Some(date_order), ..ImportOptions::default() }
}

fn times(session: &Session) -> Vec<Option<i64>> {
    let space = session.memory.state().space(SPACE).expect("there is something");
    space.events.iter().map(|event| event.time).collect()
}

fn sources(session: &Session) -> usize {
    session.memory.state().space(SPACE).expect("there is something").sources.len()
}

#[test]
fn the_order_of_dates_is_what_is_said() {
    // 09:31 on 3 April, on 4 March.
    for (said, wanted) in [
        (ImportOptions::default(), 1_775_208_660_000_i64),
        (ordered(DateOrder::Day), 1_775_208_660_000),
        (ordered(DateOrder::Month), 1_772_616_660_000),
    ] {
        let mut session = Session::open(&InMemory::new());
        let report = import(&mut session, UNCLEAR, &said, None);
        assert_eq!((report.added, report.retimed), (6, 0));
        assert_eq!(times(&session)[0], Some(wanted), "{said:?}");
        let counted = |name: &str| report.skipped.iter().find(|(one, _)| one == name).map(|(_, count)| *count);
        assert_eq!(counted("date read either way"), said.date_order.is_none().then_some(6));
        assert_eq!(counted("time without zone"), Some(6));
    }
}

#[test]
fn the_zone_is_what_is_said() {
    for file in [LOCAL, TELEGRAM] {
        let mut session = Session::open(&InMemory::new());
        let report = import(&mut session, file, &ImportOptions::default(), Some(berlin()));
        // 07:00 UTC.
        assert_eq!(times(&session), [Some(1_782_889_200_000)], "{file}");
        assert!(report.skipped.is_empty(), "{:?}", report.skipped);
        let report = import(&mut session, file, &ImportOptions::default(), None);
        assert_eq!((report.added, report.unchanged, report.retimed), (0, 1, 1), "{file}");
    }
}

#[test]
fn the_same_file_with_something_else_said_adds_nothing() {
    let mut session = Session::open(&InMemory::new());
    import(&mut session, UNCLEAR, &ordered(DateOrder::Month), None);
    let (before, head) = (times(&session), session.memory.head());
    for (said, zone) in [
        (ImportOptions::default(), None),
        (ordered(DateOrder::Day), None),
        (ordered(DateOrder::Month), Some(berlin())),
        (ordered(DateOrder::Day), Some(berlin())),
    ] {
        let report = import(&mut session, UNCLEAR, &said, zone);
        assert_eq!((report.added, report.unchanged, report.retimed), (0, 6, 6), "{said:?}");
    }
    let report = import(&mut session, UNCLEAR, &ordered(DateOrder::Month), None);
    assert_eq!((report.added, report.unchanged, report.retimed), (0, 6, 0));
    assert_eq!((times(&session), session.memory.head()), (before, head), "nothing is written");
}

#[test]
fn a_chat_that_grew_until_it_tells_is_the_same() {
    let mut session = Session::open(&InMemory::new());
    import(&mut session, UNCLEAR, &ordered(DateOrder::Month), None);
    let grown = format!("{UNCLEAR}13/4/26, 12:00 - Ana Ruiz: Back again\n");
    let report = import(&mut session, &grown, &ImportOptions::default(), None);
    assert_eq!((report.added, report.unchanged, report.retimed), (1, 6, 6));
    assert_eq!(sources(&session), 1);
}

#[test]
fn columns_hold_what_is_said_of_them() {
    let said = |field: &str| ImportOptions {
        columns: vec![ColumnField { header: "Quién".into(), field: field.into() }],
        ..ImportOptions::default()
    };
    let error = read_options(&said("names"), None).expect_err("there is no such field");
    assert_eq!(error.code, ErrorCode::BadArgument);
    assert!(error.message.contains("“Quién”") && error.message.contains("given"), "{}", error.message);
    let options = read_options(&said("name"), None).expect("makes sense");
    let table = "Quién;Email\nAna Ruiz;ana@home.example\n";
    let importer = Importer::fed(SPACE, "people.csv", None, options, table.as_bytes(), table.len() as u64);
    let (mut importer, mut session) = (importer.expect("is read"), Session::open(&InMemory::new()));
    importer.feed(table.as_bytes());
    while block_on(importer.step(&mut session.memory, context(&session.tick))).expect("imports") == Step::More {}
    assert_eq!(importer.report().added, 1);
    assert!(session.call(Call::ResolveEntity { space: SPACE.into(), name: "Ana Ruiz".into(), cursor: None }).is_ok());
}

fn examine(file: &str, text: &str) -> FileExamination {
    examine_bytes(file, text.as_bytes())
}

fn examine_bytes(file: &str, bytes: &[u8]) -> FileExamination {
    let mut examiner = Examiner::new(file, bytes.to_vec(), bytes.len() as u64).expect("is known");
    while let Some(at) = examiner.wanted() {
        let rest = &bytes[at as usize..];
        examiner.feed(&rest[..rest.len().min(PART)]);
    }
    examiner.report()
}

#[test]
fn an_examination_says_what_has_to_be_said() {
    let found = examine("chat.txt", UNCLEAR);
    assert_eq!((found.kind, found.items, found.is_whole), (FileKind::Conversation, 6, true));
    let date = found.unclear_date.expect("a date that reads both ways");
    assert_eq!(date.written.text, "3/4/26, 09:31");
    assert_eq!((date.day_first, date.month_first), (1_775_208_660_000.0, 1_772_616_660_000.0));
    assert!(found.wants_zone && !found.wants_columns);

    let told = examine("chat.txt", &format!("{UNCLEAR}13/4/26, 12:00 - Ana Ruiz: Back again\n"));
    assert!(told.unclear_date.is_none(), "the file tells");

    let cards = examine("people.vcf", "BEGIN:VCARD\nFN:Ana\nEND:VCARD\nstray\n");
    assert_eq!((cards.kind, cards.items, cards.refused), (FileKind::Vcard, 1, 1));
    assert!(!cards.wants_zone && cards.columns.is_empty());

    let text = "Quién;Dónde\nAna Ruiz;Lima\n";
    let wide: Vec<u8> = format!("\u{FEFF}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bytes in [text.as_bytes(), &wide] {
        let table = examine_bytes("people.csv", bytes);
        assert!(table.wants_columns);
        let columns: Vec<_> =
            table.columns.iter().map(|one| (one.header.as_str(), one.samples[0].text.as_str())).collect();
        assert_eq!(columns, [("Quién", "Ana Ruiz"), ("Dónde", "Lima")]);
    }

    let error = Examiner::new("cv.pdf", b"%PDF-1.7".to_vec(), 8).expect_err("is none of ours");
    assert_eq!(error.code, ErrorCode::UnknownFile);
}
