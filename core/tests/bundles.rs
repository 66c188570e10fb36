//! Several files at once: archives as programs export them, folders, and what lies in them that nobody can read. Each file is
//! read as what it is, the report says of each what became of it, and no file gives up another.

mod support;
#[path = "support/zip.rs"]
mod zip;

use futures::executor::block_on;
use namesake_core::memory::{BundleExaminer, BundleImporter, Given, Step, read_options};
use namesake_core::protocol::*;
use namesake_core::store::InMemory;
use std::collections::BTreeSet;
use support::view::space;
use support::{SPACE, Session, context};
use zip::{Packed, entry, stored, zip};

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/../tests/fixtures/{name}", env!("CARGO_MANIFEST_DIR"))).expect("the fixture is there")
}

fn given(files: &[(&str, Vec<u8>)]) -> Vec<Given> {
    files.iter().map(|(path, bytes)| Given { path: (*path).into(), size: Some(bytes.len() as u64) }).collect()
}

/// Imports files as one bundle; `stop` ends it once it is true, `gone` are files that cannot be read.
fn drive(
    session: &mut Session,
    files: &[(&str, Vec<u8>)],
    options: &ImportOptions,
    gone: &[usize],
    stop: impl Fn(&ImportReport) -> bool,
) -> Result<ImportReport, ApiError> {
    let options = read_options(options, None).expect("makes sense");
    let mut importer = BundleImporter::new(SPACE, "bundle", options, given(files));
    let mut told = 0.0;
    loop {
        match importer.wanted() {
            Some(wanted) if gone.contains(&wanted.file) => importer.unreadable(),
            Some(wanted) => {
                assert!(!importer.may_write() && wanted.range.end - wanted.range.start <= 1 << 20);
                importer.feed(&files[wanted.file].1[wanted.range.start as usize..wanted.range.end as usize]);
            }
            None => {
                let step = block_on(importer.step(&mut session.memory, context(&session.tick)))?;
                let progress = importer.progress();
                assert!(progress.total.is_none_or(|total| progress.done <= total), "{progress:?}");
                told = progress.total.unwrap_or(told);
                if stop(&importer.report()) {
                    importer.cancel();
                }
                if step == Step::Done {
                    return Ok(importer.report());
                }
            }
        }
    }
}

fn bundle(session: &mut Session, files: &[(&str, Vec<u8>)]) -> ImportReport {
    drive(session, files, &ImportOptions::default(), &[], |_| false).expect("imports")
}

fn conversations(session: &Session) -> BTreeSet<String> {
    space(session).sources.iter().map(|source| source.name.clone()).collect()
}

fn names(session: &Session) -> BTreeSet<String> {
    space(session).entities.iter().map(|entity| entity.name().to_owned()).collect()
}

/// What became of each file: its path, and its code or how many items are new.
fn parts(report: &ImportReport) -> Vec<String> {
    let told = |part: &ImportedPart| match (&part.code, part.kind) {
        (Some(code), _) => format!("{}: {code}", part.file),
        (None, kind) => format!("{}: {} {:?}", part.file, part.added, kind.expect("was read")),
    };
    report.parts.iter().map(told).collect()
}

const CARD: &str = "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:u1\r\nFN:Ana Ruiz\r\nEND:VCARD\r\n";
const OTHER: &str = "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:u2\r\nFN:Ben Okafor\r\nEND:VCARD\r\n";
const CHAT: &str = "[14/02/2026, 09:31:05] Ana Ruiz: Hi\n[14/02/2026, 09:32:05] Ben: Hello\n";

const USERS: &str = r#"[{"id":"U1","profile":{"real_name":"Ana Ruiz","email":"ana@team.example"}},{"id":"U2","real_name":"Ben Okafor"}]"#;
const CHANNELS: &str = r#"[{"id":"C1","name":"general"},{"id":"C2","name":"rowing"}]"#;

fn day(user: &str, text: &str, ts: u32) -> String {
    format!(r#"[{{"type":"message","user":"{user}","text":"{text}","ts":"{ts}.000100"}}]"#)
}

/// An export of Slack in which one channel has two days, and a picture.
fn slack() -> Vec<(&'static str, String)> {
    vec![
        ("users.json", USERS.into()),
        ("channels.json", CHANNELS.into()),
        ("integration_logs.json", "[]".into()),
        ("general/2026-02-14.json", day("U1", "Ask <@U2>", 1_771_061_465)),
        ("general/2026-02-15.json", day("U2", "Fine.", 1_771_147_865)),
        ("rowing/2026-02-15.json", day("U2", "At ten.", 1_771_147_965)),
    ]
}

#[test]
fn an_export_of_slack_knows_its_people_and_channels() {
    let packed: Vec<Packed> = slack().iter().map(|(path, text)| entry(path, text)).collect();
    let within: Vec<Packed> = slack().iter().map(|(path, text)| entry(&format!("Team export/{path}"), text)).collect();
    let paths: Vec<(String, String)> =
        slack().into_iter().map(|(path, text)| (format!("export/{path}"), text)).collect();
    let folder: Vec<(&str, Vec<u8>)> =
        paths.iter().map(|(path, text)| (path.as_str(), text.clone().into_bytes())).collect();
    let archive = [("slack.zip", zip(&packed))];
    let deeper = [("folder/slack.zip", zip(&within))];
    let mut session = Session::open(&InMemory::new());
    for (at, files) in [&archive[..], &folder, &deeper].into_iter().enumerate() {
        let report = bundle(&mut session, files);
        assert_eq!((report.kind, report.items, report.refused_total), (FileKind::Bundle, 3, 0), "{report:?}");
        assert_eq!((report.added, report.unchanged), if at == 0 { (3, 0) } else { (0, 3) }, "it is the same again");
        assert_eq!((report.parts_total, report.parts_read), (6, 5));
        assert!(parts(&report).iter().any(|part| part.ends_with("integration_logs.json: program_file")));
        assert_eq!(conversations(&session), BTreeSet::from(["#general".into(), "#rowing".into()]));
        assert_eq!(names(&session), BTreeSet::from(["Ana Ruiz".into(), "Ben Okafor".into()]));
    }
    let texts: BTreeSet<_> = space(&session).mentions.iter().map(|mention| mention.quote.to_string()).collect();
    assert!(texts.iter().any(|text| text == "Ask Ben Okafor"), "an id is shown as its name: {texts:?}");
}

#[test]
fn people_that_cannot_be_read_give_up_no_day() {
    let mut files: Vec<(&str, Vec<u8>)> = slack().into_iter().map(|(path, text)| (path, text.into_bytes())).collect();
    files[0].1 = br#"{"not":"users"}"#.to_vec();
    let report = bundle(&mut Session::open(&InMemory::new()), &files);
    assert_eq!((report.added, report.parts_read), (3, 4));
    assert_eq!(parts(&report)[0], "users.json: not_people");
    // Those of others are no people of Slack.
    let claude = zip(&[
        entry("users.json", r#"[{"uuid":"u","full_name":"Ana"}]"#),
        entry("conversations.json", fixture("claude.json")),
    ]);
    let report = bundle(&mut Session::open(&InMemory::new()), &[("claude.zip", claude)]);
    assert_eq!(parts(&report)[1], "claude.zip/users.json: unknown_file");
    assert!(report.added > 0);
}

#[test]
fn each_program_s_archive_holds_what_its_file_holds() {
    for (path, file, beside) in [
        ("conversations.json", "chatgpt.json", "chat.html"),
        ("conversations.json", "claude.json", "IMG-1.jpg"),
        ("_chat.txt", "chat-iphone.txt", "00000012-PHOTO-2026-02-14.jpg"),
        ("WhatsApp Chat with Rome.txt", "chat-android.txt", "PTT-1.opus"),
        ("Takeout/Contacts/All Contacts/All Contacts.vcf", "contacts-3.0-google.vcf", "Takeout/archive_browser.html"),
        ("Takeout/Contacts/All Contacts/All Contacts.csv", "contacts-google.csv", "Takeout/Contacts/a.jpg"),
        ("Takeout/Mail/All mail.mbox", "mailbox.mbox", "Takeout/archive_browser.html"),
        ("result.json", "telegram-chat.json", "photos/photo_1.jpg"),
        ("utf16.txt", "utf16-le.txt", "a.pdf"),
    ] {
        let mut alone = Session::open(&InMemory::new());
        let expected = alone.import_bytes(path, fixture(file));
        let mut session = Session::open(&InMemory::new());
        let archive = zip(&[entry(path, fixture(file)), stored(beside, b"\xFF\xD8\xFF\xE0 none of ours <p>Text</p>")]);
        let files = [("export.zip", archive)];
        let report = bundle(&mut session, &files);
        let told = |report: &ImportReport| {
            (report.items, report.added, report.refused_total, report.entities, report.mentions, report.questions)
        };
        assert_eq!(told(&report), told(&expected), "{file}: {report:?}");
        assert_eq!((report.parts_total, report.parts_read), (2, 1), "{file}");
        assert_eq!(names(&session), names(&alone), "{file}");
        let left_out: u32 = report.skipped.iter().map(|(_, count)| *count).sum();
        assert_eq!(left_out, expected.skipped.iter().map(|(_, count)| *count).sum::<u32>() + 1, "the other is counted");
        let again = bundle(&mut session, &files);
        assert_eq!((again.added, again.updated, again.questions), (0, 0, 0), "{file}");
        // And the file by itself is the same as the file in the archive.
        let by_itself = session.import_bytes(path, fixture(file));
        assert_eq!((by_itself.added, by_itself.updated, by_itself.questions), (0, 0, 0), "{file}");
    }
}

#[test]
fn one_unreadable_file_gives_up_no_other() {
    let archive = zip(&[
        Packed { flags: 1, ..entry("a-encrypted.vcf", CARD) },
        Packed { method: 14, ..stored("b-lzma.vcf", CARD) },
        Packed { crc: Some(1), ..entry("c-damaged.vcf", OTHER) },
        entry("d-inner.zip", zip(&[entry("x.vcf", OTHER)])),
        entry("e-inner.bin", zip(&[entry("x.vcf", OTHER)])),
        entry("f-picture.jpg", b"\xFF\xD8\xFF"),
        entry("g-unknown.bin", b"\0\x01\x02"),
        entry("h-export.jsonl", "{\"namesake\":\"export\",\"format\":1}\n"),
        entry("i-empty.vcf", b""),
        entry("j-sound.vcf", CARD),
        entry("__MACOSX/._j-sound.vcf", b"\0\x05"),
        stored("folder/", b""),
    ]);
    let broken = zip(&[entry("a.vcf", CARD)]);
    let files = [
        ("drop/all.zip", archive),
        ("drop/broken.zip", broken[..broken.len() - 30].to_vec()),
        ("drop/chat.txt", CHAT.into()),
        ("drop/gone.vcf", CARD.into()),
    ];
    let mut session = Session::open(&InMemory::new());
    let report = drive(&mut session, &files, &ImportOptions::default(), &[3], |_| false).expect("imports");
    let expected = [
        "drop/all.zip/a-encrypted.vcf: encrypted",
        "drop/all.zip/b-lzma.vcf: unknown_packing",
        "drop/all.zip/c-damaged.vcf: damaged",
        "drop/all.zip/h-export.jsonl: export",
        "drop/broken.zip: damaged",
        "drop/gone.vcf: unreadable",
        "drop/all.zip/i-empty.vcf: 0 Vcard",
        "drop/all.zip/j-sound.vcf: 1 Vcard",
        "drop/chat.txt: 2 Conversation",
        "drop/all.zip/__MACOSX/._j-sound.vcf: program_file",
        "drop/all.zip/d-inner.zip: archive",
        "drop/all.zip/e-inner.bin: archive",
        "drop/all.zip/f-picture.jpg: picture",
        "drop/all.zip/g-unknown.bin: unknown_file",
    ];
    assert_eq!(parts(&report), expected);
    assert_eq!((report.parts_total, report.parts_read, report.added), (14, 3, 3));
    assert!(report.parts.iter().all(|part| part.code.is_some() == part.reason.is_some()));
    let skipped = report.skipped.iter().map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>();
    for counted in ["pictures 1", "archives within it 2", "files of programs 1", "files of unknown kinds 1"] {
        assert!(skipped.iter().any(|one| one == counted), "{counted}: {skipped:?}");
    }
    assert_eq!(names(&session), BTreeSet::from(["Ana Ruiz".into(), "Ben".into()]), "nothing of what is damaged");
    assert_eq!(session.verify().faults, []);
}

#[test]
fn an_archive_that_cannot_be_opened_is_an_error() {
    let mut session = Session::open(&InMemory::new());
    let file = zip(&[entry("a.vcf", CARD)]);
    let files = [("cut.zip", file[..file.len() - 5].to_vec())];
    let error = drive(&mut session, &files, &ImportOptions::default(), &[], |_| false).expect_err("is none");
    assert_eq!(error.code, ErrorCode::UnknownFile);
    assert!(error.message.contains("list of what is in it"), "{}", error.message);
    let report = bundle(&mut session, &[("empty.zip", zip(&[]))]);
    assert_eq!((report.parts_total, report.items), (0, 0));
}

#[test]
fn what_was_finished_before_a_cancel_stays() {
    let card = |n: usize| format!("BEGIN:VCARD\r\nVERSION:4.0\r\nUID:{n}\r\nFN:Person Number{n}\r\nEND:VCARD\r\n");
    let large: String = (0..3000).map(card).collect();
    let archive = zip(&[entry("a.vcf", CARD), entry("b.vcf", &large), entry("c.vcf", OTHER)]);
    let mut session = Session::open(&InMemory::new());
    let files = [("all.zip", archive)];
    let stop = |report: &ImportReport| report.added > 1;
    let report = drive(&mut session, &files, &ImportOptions::default(), &[], stop).expect("is cancelled");
    assert!(report.cancelled && report.added == 501, "one slice of the large one: {}", report.added);
    assert_eq!(parts(&report), ["all.zip/b.vcf: cancelled", "all.zip/a.vcf: 1 Vcard"]);
    assert_eq!((report.parts_total, report.parts_read), (3, 1));
    assert_eq!(names(&session).len(), 501);
    let rest = bundle(&mut session, &files);
    assert_eq!((rest.added, rest.unchanged), (2501, 501), "it goes on where it stood");
}

fn examined(files: &[(&str, Vec<u8>)]) -> FileExamination {
    let mut examiner = BundleExaminer::new("all.zip", given(files));
    loop {
        match examiner.wanted() {
            Some(wanted) => {
                examiner.feed(&files[wanted.file].1[wanted.range.start as usize..wanted.range.end as usize]);
            }
            None if examiner.step().expect("is an archive") => return examiner.report(),
            None => {}
        }
    }
}

/// Sizes that are no sizes are summed up nowhere, and a list of people that cannot be read is no progress.
#[test]
fn what_a_directory_says_is_not_believed() {
    let mut packed: Vec<Packed> = slack().iter().map(|(path, text)| entry(path, text)).collect();
    packed[0] = Packed { flags: 1, ..packed[0].clone() };
    let mut file = zip(&[packed, vec![Packed { wide: true, ..stored("x1.vcf", CARD) }; 2]].concat());
    let count = (0..file.len() - 4).filter(|at| file[*at..].starts_with(b"\x01\0\x18\0")).collect::<Vec<_>>();
    assert_eq!(count.len(), 2);
    for at in count {
        for field in [at + 4, at + 12] {
            file[field..field + 8].copy_from_slice(&(u64::MAX - 1).to_le_bytes());
        }
    }
    let report = bundle(&mut Session::open(&InMemory::new()), &[("all.zip", file)]);
    assert_eq!(report.parts.iter().filter(|part| part.code.as_deref() == Some("damaged")).count(), 2);
    assert!(parts(&report).contains(&"all.zip/users.json: encrypted".to_owned()), "{:?}", parts(&report));
    assert_eq!(report.added, 3);
}

/// Folders that only look like exports of Slack take no place of one.
#[test]
fn exports_of_slack_beyond_a_number_are_counted() {
    let mut packed: Vec<Packed> = (0..150).map(|n| entry(&format!("a{n}/users.json"), USERS)).collect();
    for n in 0..102 {
        packed.push(entry(&format!("b{n}/users.json"), USERS));
        packed.push(entry(&format!("b{n}/general/2026-02-14.json"), day("U1", &format!("Hi {n}"), 1_771_061_465 + n)));
    }
    let mut session = Session::open(&InMemory::new());
    let report = bundle(&mut session, &[("all.zip", zip(&packed))]);
    let cut = report.skipped.iter().find(|(name, _)| name.contains("exports of Slack")).map(|(_, count)| *count);
    assert_eq!(cut, Some(2));
    assert!(names(&session).contains("Ana Ruiz"));
}

/// A set that was found in one file is no other file's.
#[test]
fn a_set_is_found_in_each_file_by_itself() {
    let japanese = "山田花子: 東京に住んでいます。来週、大阪で会う予定です。\n";
    let japanese = japanese.replace("山田", "[2026/02/14 9:31:05] 山田").repeat(2);
    let sjis = encoding_rs::SHIFT_JIS.encode(&japanese).0.into_owned();
    let cyrillic = encoding_rs::WINDOWS_1251.encode("Ксения Иванова живёт в Москве\n").0.into_owned();
    let latin = CHAT.replace("Ben", "José").into_bytes();
    let with = |more: &[(&str, &[u8])]| {
        let mut packed = vec![entry("a.txt", &sjis)];
        packed.extend(more.iter().map(|(name, bytes)| entry(name, bytes)));
        [("all.zip", zip(&packed))]
    };
    for (more, wanted) in [
        (&[][..], Some("Shift_JIS")),
        (&[("chat.txt", &latin[..])][..], Some("Shift_JIS")),
        (&[("chat.txt", &latin[..]), ("notes.txt", &cyrillic[..])][..], None),
    ] {
        let files = with(more);
        assert_eq!(examined(&files).charset.as_deref(), wanted);
        // Said of all, it holds for those that do not tell.
        let said = ImportOptions { charset: Some("Shift_JIS".into()), ..ImportOptions::default() };
        let mut session = Session::open(&InMemory::new());
        drive(&mut session, &files, &said, &[], |_| false).expect("imports");
        let names = names(&session);
        assert!(names.contains("山田花子") && (more.is_empty() || names.contains("José")), "{names:?}");
    }
}

/// Of columns that nobody would read, some are shown, and no more than once.
#[test]
fn columns_are_shown_up_to_a_number() {
    let table = |n: usize| {
        let headers: Vec<String> = (0..30).map(|at| format!("Q{n}x{at}")).collect();
        format!("Same;{}\n1{}\n", headers.join(";"), ";1".repeat(30))
    };
    let packed: Vec<Packed> = (0..20).map(|n| entry(&format!("t{n}.csv"), table(n))).collect();
    let found = examined(&[("all.zip", zip(&packed))]);
    assert_eq!((found.columns.len(), found.columns_total), (200, 1 + 20 * 30));
    assert_eq!(found.columns.iter().filter(|column| column.header == "Same").count(), 1);
}

#[test]
fn what_is_said_holds_for_every_file() {
    let unclear = "3/4/26, 09:31 - Ana: Hi\n3/4/26, 09:32 - Ben: Hello\n";
    let files = [(
        "all.zip",
        zip(&[entry("a.vcf", CARD), entry("one.txt", unclear), entry("people.csv", "Quién;Dónde\nAna Holt;Lima\n")]),
    )];
    let found = examined(&files);
    assert_eq!((found.kind, found.wants_zone, found.wants_columns), (FileKind::Bundle, true, true));
    assert_eq!(found.unclear_date.expect("reads both ways").written.text, "3/4/26, 09:31");
    let headers: Vec<_> = found.columns.iter().map(|column| column.header.as_str()).collect();
    assert_eq!(headers, ["Quién", "Dónde"]);
    let said = ImportOptions {
        date_order: Some(DateOrder::Month),
        columns: vec![ColumnField { header: "Quién".into(), field: "name".into() }],
        ..ImportOptions::default()
    };
    let mut session = Session::open(&InMemory::new());
    let report = drive(&mut session, &files, &said, &[], |_| false).expect("imports");
    assert_eq!((report.added, report.refused_total), (4, 0), "{report:?}");
    // 09:31 on 4 March.
    assert!(space(&session).events.iter().any(|event| event.time == Some(1_772_616_660_000)));
}

/// A report lists what is worth reading and counts the rest.
#[test]
fn many_small_files() {
    let texts: Vec<(String, String)> = (0..3000).map(|n| (format!("p{n}.png"), String::new())).collect();
    let mut packed: Vec<Packed> = texts.iter().map(|(path, text)| stored(path, text)).collect();
    packed.push(entry("a.vcf", CARD));
    let report = bundle(&mut Session::open(&InMemory::new()), &[("all.zip", zip(&packed))]);
    assert_eq!((report.parts_total, report.parts_read, report.added), (3001, 1, 1));
    assert_eq!(report.parts.len(), 1000);
    assert_eq!(report.parts[0].file, "all.zip/a.vcf", "what was read is listed before what is none of ours");
    assert_eq!(report.skipped, [("pictures".to_owned(), 3000)]);
}
