//! What must come out of every fixture file: each name, field, time, speaker and refusal.
//!
//! `tests/fixtures/X.expected` holds it as text. `UPDATE_EXPECTED=1` writes it anew.

#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use namesake_core::read::{Format, Item, Person, Reader, Refused, comparable, detect, examine_columns};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures")
}

fn read(path: &Path) -> (Format, Vec<u8>) {
    let bytes = fs::read(path).expect("the file is there");
    let name = path.file_name().and_then(|name| name.to_str()).expect("a plain name");
    (detect(&bytes, name).expect("a known format"), bytes)
}

/// Reads in slices, checking what must hold for every file.
fn items(format: Format, bytes: Vec<u8>, slice: usize) -> (Vec<Result<Item, Refused>>, Reader) {
    let length = bytes.len() as u64;
    read_all(Reader::new(bytes, format), length, slice)
}

fn read_all(mut reader: Reader, length: u64, slice: usize) -> (Vec<Result<Item, Refused>>, Reader) {
    let (mut items, mut offset) = (Vec::new(), 0);
    while !reader.finished() {
        items.extend(reader.next_items(slice));
        assert!(reader.offset() > offset, "each slice reads on");
        offset = reader.offset();
    }
    assert_eq!(offset, length);
    assert!(reader.next_items(slice).is_empty());
    (items, reader)
}

/// The items as text, one fact a line.
fn render(items: &[Result<Item, Refused>], reader: &Reader) -> String {
    let mut out = String::new();
    for item in items {
        match item {
            Ok(Item::Card(card)) => {
                let kind = card.kind.as_deref().unwrap_or("-");
                writeln!(out, "{}: card {kind}", card.line).unwrap();
                card.source_key.iter().for_each(|key| writeln!(out, "  key {key:?}").unwrap());
                card.names.iter().for_each(|name| writeln!(out, "  name {}", short(name)).unwrap());
                for (field, value) in &card.fields {
                    let comparable = comparable(field, value).map(|c| format!(" = {c}")).unwrap_or_default();
                    writeln!(out, "  {field} {}{comparable}", short(value)).unwrap();
                }
            }
            Ok(Item::Message(message)) => {
                writeln!(out, "{}: message", message.line).unwrap();
                message.speaker.iter().for_each(|speaker| writeln!(out, "  speaker {}", short(speaker)).unwrap());
                message.account.iter().for_each(|account| writeln!(out, "  account {account:?}").unwrap());
                message.email.iter().for_each(|email| writeln!(out, "  email {email:?}").unwrap());
                for Person { name, account, email } in &message.to {
                    writeln!(out, "  to {} {account:?} {}", short(name), email.as_deref().unwrap_or("-")).unwrap();
                }
                writeln!(out, "  text {}", short(&message.text)).unwrap();
                message.time.iter().for_each(|time| writeln!(out, "  time {time}").unwrap());
                message.conversation.iter().for_each(|id| writeln!(out, "  conversation {id:?}").unwrap());
                message.title.iter().for_each(|title| writeln!(out, "  title {}", short(title)).unwrap());
            }
            Err(refused) => {
                assert!(refused.excerpt.chars().count() <= 80 && !refused.excerpt.contains(char::is_control));
                writeln!(out, "{}: refused {}\n  {}", refused.line, refused.code, refused.reason).unwrap();
                writeln!(out, "  {:?}", refused.excerpt).unwrap();
            }
        }
    }
    reader.skipped().iter().for_each(|(name, count)| writeln!(out, "skipped {name}: {count}").unwrap());
    out
}

/// Debug form, so that invisible characters show, with the middle of very long ones left out.
fn short(text: &str) -> String {
    let chars = text.chars().count();
    if chars <= 300 {
        format!("{text:?}")
    } else {
        format!("{:?}… ({chars})", text.chars().take(20).collect::<String>())
    }
}

fn check(name: &str) {
    check_with(name, &[]);
}

fn check_with(name: &str, columns: &[(String, String)]) {
    let (format, bytes) = read(&fixtures().join(name));
    let reader = || Reader::new(bytes.clone(), format).with_columns(columns.to_vec());
    let (all, last) = read_all(reader(), bytes.len() as u64, usize::MAX);
    for slice in [1, 3] {
        assert_eq!(read_all(reader(), bytes.len() as u64, slice).0, all, "slices do not change what comes out");
    }
    let actual = render(&all, &last);
    let expected = fixtures().join(format!("{name}.expected"));
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        fs::write(&expected, &actual).unwrap();
    }
    let expected = fs::read_to_string(&expected).unwrap_or_default();
    assert!(actual == expected, "{name}: expected\n{expected}\ngot\n{actual}");
}

#[test]
fn google() {
    check("contacts-3.0-google.vcf");
}

#[test]
fn version_4() {
    check("contacts-4.0.vcf");
}

#[test]
fn apple() {
    check("contacts-apple.vcf");
}

#[test]
fn version_2_1() {
    check("contacts-2.1.vcf");
}

#[test]
fn makers() {
    check("contacts-2.1-outlook.vcf");
    check("contacts-2.1-android.vcf");
    check("contacts-3.0-japan.vcf");
    check("contacts-4.0-thunderbird.vcf");
}

/// Character sets of East Asia, said by the file or told by its bytes.
#[test]
fn east_asia() {
    check("contacts-2.1-asia.vcf");
    check("contacts-gb18030.csv");
    check("mailbox-asia.mbox");
    check("chat-shift-jis.txt");
    check("notes-euc-kr.txt");
}

#[test]
fn nasty_cards() {
    check("contacts-nasty.vcf");
}

#[test]
fn tables() {
    check("contacts-google-old.csv");
    check("contacts-google.csv");
    check("contacts-outlook.csv");
}

#[test]
fn nasty_table() {
    check("contacts-nasty.csv");
}

/// Headers of another language, mapped by the owner.
#[test]
fn mapped_table() {
    let said = [
        ("Imię", "given"),
        ("Nazwisko", "family"),
        ("Poczta", "email"),
        ("Komórka", "phone"),
        ("Ulica", "street"),
        ("Miasto", "city"),
        ("Ulica druga", "street"),
        ("Miasto drugie", "city"),
        ("Numer", "uid"),
    ];
    let said = said.map(|(header, field)| (header.to_owned(), field.to_owned()));
    check_with("contacts-mapped.csv", &said);
}

/// Nothing is known of such a file but what its owner says of it.
#[test]
fn unmapped_table() {
    let (format, bytes) = read(&fixtures().join("contacts-mapped.csv"));
    let columns = examine_columns(&bytes).map(|table| (table.delimiter, table.is_old, table.columns));
    let (delimiter, is_old, columns) = columns.expect("a header");
    assert_eq!((delimiter, is_old), (';', false));
    let headers: Vec<&str> = columns.iter().map(|column| column.header.as_str()).collect();
    let known =
        ["Imię", "Nazwisko", "Poczta", "Komórka", "Ulica", "Miasto", "Ulica druga", "Miasto drugie", "Numer", "Uwagi"];
    assert_eq!(headers, known);
    assert!(columns.iter().all(|column| column.field.is_none()));
    assert_eq!(columns[0].samples, ["Łukasz", "Zofia"]);
    assert_eq!(columns[9].samples, ["lubi herbatę; bez cukru"]);
    let (items, _) = items(format, bytes, 1);
    assert!(matches!(&items[..], [Err(refused)] if refused.code == "unknown_columns"));
}

#[test]
fn columns_are_guessed() {
    let guesses = |name: &str, columns: &[(&str, Option<&str>)]| {
        let table = examine_columns(&read(&fixtures().join(name)).1).expect("a header");
        for (header, field) in columns {
            let column = table.columns.iter().find(|column| column.header == *header).expect(header);
            assert_eq!(column.field, *field, "{name} {header}");
        }
        table.is_old
    };
    let is_old = guesses(
        "contacts-outlook.csv",
        &[
            ("Title", Some("prefix")),
            ("Job Title", Some("title")),
            ("Business Street 3", Some("street")),
            ("Home Country/Region", Some("country")),
            ("Business Fax", Some("phone")),
            ("Assistant's Phone", None),
            ("E-mail 2 Address", Some("email")),
            ("E-mail 2 Type", Some("ignore")),
            ("Hobby", None),
        ],
    );
    assert!(is_old);
    let is_old = guesses(
        "contacts-google.csv",
        &[
            ("First Name", Some("given")),
            ("Middle Name", Some("additional")),
            ("Labels", Some("category")),
            ("Phone 1 - Value", Some("phone")),
            ("Phone 1 - Label", Some("ignore")),
            ("Address 1 - Formatted", Some("address")),
            ("Address 1 - Extended Address", Some("street")),
            ("Photo", None),
        ],
    );
    assert!(!is_old);
}

/// Of other languages, what is usual.
#[test]
fn headers_of_other_languages() {
    let cases = [
        (
            "Vorname;Nachname;Firma;Straße geschäftlich;Fax geschäftlich;Telefon (privat);E-Mail-Adresse;Lieblingstier",
            "given family organization street phone phone email -",
        ),
        (
            "Prénom;Nom;Société;Téléphone (bureau);Adresse de messagerie;Ville;Anniversaire",
            "given family organization phone email city birthday",
        ),
        (
            "Nombre;Apellidos;Empresa;Teléfono móvil;Dirección de correo electrónico",
            "given family organization phone email",
        ),
        ("Nome;Cognome;Telefono casa;Indirizzo posta elettronica", "given family phone email"),
        ("First Name;Assistant's Phone;Phone 2 - Type;Assistant's Name", "given - ignore -"),
    ];
    for (headers, wanted) in cases {
        let table = examine_columns(headers.as_bytes()).expect("a header");
        let fields: Vec<&str> = table.columns.iter().map(|column| column.field.unwrap_or("-")).collect();
        assert_eq!(fields.join(" "), wanted, "{headers}");
    }
}

#[test]
fn ldif() {
    check("contacts-thunderbird.ldif");
}

#[test]
fn nasty_ldif() {
    check("contacts-nasty.ldif");
}

#[test]
fn conversation() {
    check("conversation.jsonl");
}

#[test]
fn nasty_conversation() {
    check("conversation-nasty.jsonl");
}

#[test]
fn telegram() {
    check("telegram-chat.json");
    check("telegram-account.json");
}

#[test]
fn slack() {
    check("slack-day.json");
    check("slack-nasty.json");
}

#[test]
fn mails() {
    check("mail.eml");
    check("mailbox.mbox");
    check("mailbox-old.mbox");
    check("mailbox-nasty.mbox");
}

#[test]
fn documents() {
    check("notes.txt");
    check("notes.md");
    check("page.html");
    check("page-nasty.html");
}

#[test]
fn signal() {
    check("signal-blocks.txt");
    check("signal-short.txt");
    check("signal-chat.md");
}

#[test]
fn utf_16() {
    check("utf16-le.txt");
    check("utf16-be.txt");
}

#[test]
fn nasty_telegram() {
    check("telegram-nasty.json");
}

#[test]
fn chats() {
    check("chat-iphone.txt");
    check("chat-android.txt");
    check("chat-plain.txt");
}

#[test]
fn nasty_chat() {
    check("chat-nasty.txt");
}

#[test]
fn transcripts() {
    check("meeting.vtt");
    check("meeting.srt");
}

#[test]
fn assistants() {
    check("chatgpt.json");
    check("claude.json");
}

#[test]
fn end_to_end() {
    check("e2e-contacts.vcf");
    check("e2e-conversation.jsonl");
}

/// Fields about a life come out as written, odd dates too.
#[test]
fn about_a_life() {
    let card = "BEGIN:VCARD\nVERSION:4.0\nFN:thomas clifford\nGENDER:M\nBDAY:-1630-08-0\n\
        BIRTHPLACE:Bristol\\, City of\nDEATHDATE:1673\nDEATHPLACE;VALUE=uri:geo:50.6,-3.5\nROLE:politician\n\
        X-SOCIAL-SECURITY:1804974\nEND:VCARD\n";
    let (items, reader) = items(Format::Vcard, card.as_bytes().to_vec(), 1);
    let expected = [
        "gender \"M\"",
        "birthday \"-1630-08-0\"",
        "birthplace \"Bristol, City of\"",
        "deathdate \"1673\"",
        "deathplace \"geo:50.6,-3.5\"",
        "role \"politician\"",
        "id_number \"1804974\"",
    ];
    let text = render(&items, &reader);
    assert_eq!(text, format!("1: card -\n  name \"thomas clifford\"\n  {}\n", expected.join("\n  ")));
}

/// Any line ending and a byte order mark give the same items; only offsets differ.
#[test]
fn line_endings() {
    for name in ["contacts-4.0.vcf", "contacts-nasty.vcf", "conversation.jsonl"] {
        let (format, bytes) = read(&fixtures().join(name));
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes).to_vec();
        let all = items(format, bytes.clone(), 7).0;
        for ending in [&b"\r\n"[..], b"\r"] {
            let mut other = b"\xEF\xBB\xBF".to_vec();
            other.extend(bytes.split(|b| *b == b'\n').collect::<Vec<_>>().join(ending));
            // Excerpts show a CRLF as two spaces.
            let plain = |items: Vec<Result<Item, Refused>>| -> Vec<_> {
                items.into_iter().map(|item| item.map_err(|r| (r.line, r.code, r.reason))).collect()
            };
            assert_eq!(plain(items(format, other, 7).0), plain(all.clone()), "{name}");
        }
    }
}

/// The sample shows its point: it is taken whole, and holds what its README says.
#[test]
fn sample() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/sample");
    let (mut names, mut speakers, mut texts) = (Vec::new(), Vec::new(), String::new());
    for (name, count) in [("contacts.vcf", 35), ("conversation.jsonl", 46)] {
        let (format, bytes) = read(&sample.join(name));
        let (items, _) = items(format, bytes, 10);
        assert_eq!(items.len(), count, "{name}");
        for item in items {
            match item.expect("everything is taken") {
                Item::Card(card) => names.extend(card.names),
                Item::Message(message) => {
                    assert!(message.time.is_some());
                    speakers.extend(message.speaker);
                    texts.push_str(&message.text);
                    texts.push('\n');
                }
            }
        }
    }
    let holders = |wanted: &str| names.iter().filter(|name| *name == wanted).count();
    assert_eq!(holders("Dana Holt"), 2);
    for name in [
        "José Núñez",
        "Jose Nunez",
        "Ravi Shankar",
        "Priya Raghavan",
        "Robert Lindqvist",
        "Alex Moreau",
        "Alex Tanaka",
        "한빛연구소",
        "한빛 연구소",
        "Mar\u{200B}co Bell",
        "Marco Bell",
    ] {
        assert_eq!(holders(name), 1, "{name}");
    }
    assert_eq!(holders("Maren Vogt") + holders("Nadia Rahmani") + holders("Ravi S."), 0);
    for text in
        ["Dana Holt", "Dana ", "Alex ", "Priya Raghavn", "Bob Lindqvist", "Maren Vogt", "한빛 연구소", "Marco Bell"]
    {
        assert!(texts.contains(text), "{text}");
    }
    for speaker in ["Priya Raghavan", "José Núñez", "Ravi S.", "Nadia Rahmani"] {
        assert!(speakers.iter().any(|s| s == speaker), "{speaker}");
    }
}
