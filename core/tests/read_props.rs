//! What holds for any bytes: no panic, no hang, every line accounted for, every item within its bounds.

#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use namesake_core::names::exact_key;
use namesake_core::read::{
    Format, ITEM_MAX, Item, NAME_MAX, NAMES_MAX, Reader, Refused, SPEAKER_MAX, Survey, TEXT_MAX, comparable, detect,
    evident, examine_columns, finds, is_strong,
};
use proptest::prelude::*;

fn all(bytes: &[u8], format: Format, slice: usize) -> Vec<Result<Item, Refused>> {
    let mut reader = Reader::new(bytes, format);
    let mut out = Vec::new();
    while !reader.finished() {
        let before = reader.offset();
        let items = reader.next_items(slice);
        // Where the text is longer than the file, several of its bytes are one of the file.
        assert!(reader.offset() > before || (reader.offset() == before && !items.is_empty()));
        out.extend(items);
    }
    out
}

/// What comes out if the file comes in these parts.
fn fed(parts: &[&[u8]], format: Format) -> Vec<Result<Item, Refused>> {
    let mut survey = Survey::new(format).starting(&parts.concat());
    parts.iter().for_each(|part| survey.feed(part));
    survey.end();
    let (mut reader, mut parts, mut out) = (survey.reader(), parts.iter(), Vec::new());
    while !reader.finished() {
        if reader.wants_more() {
            match parts.next() {
                Some(part) => reader.feed(part),
                None => reader.end(),
            }
        }
        out.extend(reader.next_items(2));
    }
    out
}

fn check(bytes: &[u8]) {
    let _ = detect(bytes, "x.vcf");
    assert!(examine_columns(bytes).is_none_or(|table| table.columns.iter().all(|column| column.samples.len() <= 3)));
    for format in [
        Format::Vcard,
        Format::Csv,
        Format::Ldif,
        Format::Conversation,
        Format::Chat,
        Format::Transcript,
        Format::Messages,
        Format::Mail,
        Format::Document,
        Format::Page,
        Format::Export,
    ] {
        let items = all(bytes, format, 2);
        let mut last = 0;
        for item in &items {
            let line = match item {
                Ok(item) => item.line(),
                Err(refused) => {
                    assert!(refused.excerpt.chars().count() <= 80 && !refused.excerpt.contains(char::is_control));
                    assert!(!refused.code.is_empty() && !refused.reason.is_empty());
                    refused.line
                }
            };
            // Of a JSON document, several messages are of one conversation.
            let own = format != Format::Messages;
            assert!(line > last || (!own && line == last), "items come in order, each on its own line");
            last = line;
            match item {
                Ok(Item::Card(card)) => {
                    let known = |(field, value): &(String, String)| finds(field) && evident(field, value).is_some();
                    assert!(!card.names.is_empty() || card.fields.iter().any(known));
                    assert!(card.names.len() <= NAMES_MAX);
                    assert!(card.names.iter().all(|n| n.chars().count() <= NAME_MAX && !exact_key(n).is_empty()));
                    let fields = card.fields.iter();
                    fields.for_each(|(field, value)| assert!(!field.is_empty() && !value.trim().is_empty()));
                }
                Ok(Item::Message(message)) => {
                    assert!(message.speaker.as_ref().is_none_or(|s| s.chars().count() <= SPEAKER_MAX));
                    assert!(!message.text.is_empty() && message.text.len() <= TEXT_MAX);
                    assert!(message.to.iter().all(|person| person.name.chars().count() <= SPEAKER_MAX));
                }
                Err(_) => {}
            }
        }
        assert_eq!(all(bytes, format, usize::MAX), items);
        assert_eq!(fed(&bytes.chunks(1).collect::<Vec<_>>(), format), items, "byte by byte");
    }
}

/// The fixture files with their names.
fn fixtures() -> &'static [(String, Vec<u8>)] {
    static FILES: OnceLock<Vec<(String, Vec<u8>)>> = OnceLock::new();
    FILES.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures");
        let names = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let files = names.filter(|name| ![".expected", ".md", ".gitattributes"].iter().any(|end| name.ends_with(end)));
        files.map(|name| (name.clone(), fs::read(folder.join(name)).unwrap())).collect()
    })
}

/// Pieces that parsers stumble over.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    let words: Vec<&[u8]> = vec![
        b"BEGIN:VCARD\r\n",
        b"END:VCARD\n",
        b"VERSION:2.1\r",
        b"VERSION:4.0\n",
        b"FN:",
        b"N:a;b;c\n",
        b"AGENT:\n",
        b"\n ",
        b"\r\n\t",
        b";ENCODING=QUOTED-PRINTABLE:=C3=",
        b"=\n",
        b";BASE64:",
        b"\"",
        b":",
        b";",
        b",",
        b"\\",
        b"\\n",
        b"^n",
        b"item1.",
        b"PHOTO",
        b"ORG:x\n",
        b"\n",
        b"\xC3",
        b"\xA9",
        b"\xE2\x80\x8B",
        b"{\"text\":\"",
        b"\"}\n",
        b"\\ud800",
        b"\"time\":1e9,",
        b"{",
        b"}",
        b"[",
        b"null",
        b"\xFF\xFE",
        b"\0",
        b"[14/02/2026, 09:31:05] ",
        b"2/9/26, 9:31 PM - ",
        b"Ana: ",
        b"WEBVTT\n",
        b"00:01.000 --> 00:02.000\n",
        b"<v Ana>",
        b"&amp;",
        b"[{\"mapping\":{",
        b"\"a\":{\"message\":{\"author\":{\"role\":\"user\"},\"content\":{\"parts\":[\"x\"]}}}",
        b"},\"current_node\":\"a\"},",
        b"[{\"chat_messages\":[{\"sender\":\"human\",\"text\":\"x\"}",
        b"]},",
        b"Name,E-mail 1 - Value,Phone\n",
        b"sep=;\n",
        b"\"\"",
        b"\t",
        b" ::: ",
        b"dn: cn=a,mail=b\n",
        b"changetype: add\n",
        b"cn:: QW5h\n",
        b"mail:< ",
        b"{\"type\":\"private_group\",\"id\":7,\"messages\":[",
        b"{\"type\":\"message\",\"from\":\"Ana\",\"from_id\":\"user1\",\"text\":[\"x\"]},",
        b"{\"chats\":{\"list\":[",
        b"[{\"type\":\"message\",\"ts\":\"1.5\",\"user\":\"U1\",\"text\":\"<@U1|&amp;>\"}",
        b"Conversation: A\n\nFrom: A (+1)\nType: incoming\n",
        b"Sent: Sat, 14 Feb 2026 10:31:05 +0100\n\n",
        b"Edited: 2 versions\n\n| Version: 2\n|\n| x\n|\n",
        b"2026-02-14 09:31 Ana: [edited] ",
        b"![a](./b)",
        b"(- Ana: x -)",
        b"\n\nFrom a@b.example Sat Feb 14 09:31:05 2026\n",
        b"From: =?utf-8?Q?=C3=A9?= <a@b.example>\n",
        b"To: x:,;<\nSubject: Re: x\nDate: Sat, 30 Feb 2026 10:31:05 +0100\n",
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\n",
        b"Content-Type: text/html; charset=utf-16\nContent-Transfer-Encoding: base64\n\n",
        b"--b--\n",
        b"> ",
        b"wrote:\n",
        b"-- \n",
        b"<p>",
        b"<script>",
        b"</script>",
        b"<!--",
        b"<a b='",
        b"&#x110000;",
        b"\xFE\xFF",
    ];
    prop_oneof![
        4 => prop::sample::select(words).prop_map(<[u8]>::to_vec),
        1 => prop::collection::vec(any::<u8>(), 0..6),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check(&bytes);
    }

    #[test]
    fn any_pieces(pieces in prop::collection::vec(piece(), 0..60)) {
        check(&pieces.concat());
    }

    #[test]
    fn mutated_files(which in 0..7_usize, edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 1..12)) {
        let files: [&[u8]; 7] = [
            include_bytes!("../../tests/fixtures/contacts-4.0.vcf"),
            include_bytes!("../../tests/fixtures/contacts-2.1.vcf"),
            include_bytes!("../../tests/fixtures/contacts-apple.vcf"),
            include_bytes!("../../tests/fixtures/conversation.jsonl"),
            include_bytes!("../../tests/fixtures/contacts-outlook.csv"),
            include_bytes!("../../tests/fixtures/contacts-nasty.csv"),
            include_bytes!("../../tests/fixtures/contacts-thunderbird.ldif"),
        ];
        let mut bytes = files[which].to_vec();
        for (at, byte, how) in edits {
            let at = at.index(bytes.len());
            match how {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => { bytes.remove(at); }
            }
        }
        check(&bytes);
    }

    /// Wherever a file is cut, the same items come out, and the same is counted.
    #[test]
    fn cut_anywhere(which in any::<prop::sample::Index>(), cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..12)) {
        let files = fixtures();
        let (name, bytes) = &files[which.index(files.len())];
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).chain([0, bytes.len()]).collect();
        cuts.sort_unstable();
        let parts: Vec<&[u8]> = cuts.windows(2).map(|ends| &bytes[ends[0]..ends[1]]).collect();
        let format = detect(bytes, name).expect(name);
        prop_assert_eq!(fed(&parts, format), all(bytes, format, usize::MAX), "{} {:?}", name, cuts);
    }

    #[test]
    fn comparable_is_idempotent(value in "[+0-9 ()x.@a-zA-Z;=<>-]{0,24}|\\PC{0,12}") {
        for field in ["email", "phone"] {
            if let Some(once) = comparable(field, &value) {
                prop_assert_eq!(comparable(field, &once), Some(once.clone()));
            }
        }
    }

    /// A name comes out as it went in, whatever is in it.
    #[test]
    fn names_survive(name in "[^\r\n]{1,40}", second in "\\PC{1,20}") {
        let escape = |t: &str| t.replace('\\', "\\\\").replace(',', "\\,").replace(';', "\\;");
        let file = format!("BEGIN:VCARD\nVERSION:4.0\nFN:{}\nFN:{}\nEND:VCARD\n", escape(&name), escape(&second));
        let items = all(file.as_bytes(), Format::Vcard, 1);
        match &items[0] {
            Ok(Item::Card(card)) => for name in [name, second] {
                prop_assert!(exact_key(&name).is_empty() || card.names.contains(&name));
            },
            other => prop_assert!(exact_key(&name).is_empty() && exact_key(&second).is_empty(), "{:?}", other),
        }
    }
}

/// Large and adversarial files are read in time that grows with their length. The bound is for a hang, not a bench.
#[test]
fn nothing_is_quadratic() {
    let mut files: Vec<(Format, String)> = Vec::new();
    let megabyte = "x".repeat(1 << 20);
    files.push((Format::Vcard, format!("BEGIN:VCARD\nFN:A\nNOTE:{megabyte}\nEND:VCARD\n")));
    files.push((Format::Vcard, format!("BEGIN:VCARD\nFN:A\nNOTE:{}\nEND:VCARD\n", "y\n ".repeat(1 << 19))));
    files.push((Format::Vcard, format!("BEGIN:VCARD\nFN:A\nPHOTO;BASE64:{}\n\nEND:VCARD\n", "AAAA\n".repeat(1 << 18))));
    let quoted = "=C3=A9=\n".repeat(1 << 17);
    files.push((Format::Vcard, format!("BEGIN:VCARD\nFN:A\nNOTE;QUOTED-PRINTABLE:{quoted}\nEND:VCARD\n")));
    files.push((Format::Vcard, "BEGIN:VCARD\n".repeat(1 << 17)));
    files.push((Format::Vcard, format!("BEGIN:VCARD\nAGENT:\n{}", "BEGIN:VCARD\n".repeat(1 << 17))));
    files.push((Format::Vcard, "BEGIN:VCARD\nAGENT:\n".repeat(1 << 16)));
    files.push((Format::Vcard, "stray\n".repeat(1 << 18)));
    files.push((Format::Vcard, format!("BEGIN:VCARD\nFN:A\nTEL;{}:1\nEND:VCARD\n", "TYPE=a,b;".repeat(1 << 16))));
    files.push((Format::Vcard, format!("BEGIN:VCARD\nFN:A\nN:{}\nEND:VCARD\n", "a,".repeat(1 << 19))));
    files.push((Format::Conversation, format!("{{\"text\":{}", "[".repeat(1 << 21))));
    files.push((Format::Conversation, format!("{{\"a\":{}", "{\"a\":".repeat(1 << 19))));
    let mut many = String::from("BEGIN:VCARD\nFN:A\n");
    (0..100_000).for_each(|n| writeln!(many, "X-P{n}:1").unwrap());
    files.push((Format::Vcard, many + "END:VCARD\n"));
    let mut many = String::from("BEGIN:VCARD\nFN:A\n");
    (0..100_000).for_each(|n| writeln!(many, "NICKNAME:n{n}").unwrap());
    files.push((Format::Vcard, many + "END:VCARD\n"));
    files.push((Format::Csv, format!("Name,Phone\n{}", "x\",\",\n".repeat(1 << 18))));
    files.push((Format::Csv, format!("Name,Phone\n{}", "\"a\n".repeat((1 << 18) + 1))));
    files.push((Format::Csv, format!("Name,Phone\n{}", ",".repeat(1 << 21))));
    files.push((Format::Csv, format!("Name,Phone\n{}", ",\n".repeat(1 << 18))));
    files.push((Format::Csv, format!("Name,{}\n{}", "Street,".repeat(1 << 16), "a,".repeat(1 << 16))));
    files.push((Format::Csv, format!("Name\n{}", "a ::: ".repeat(1 << 18))));
    files.push((Format::Ldif, format!("dn: cn=a\ncn: a\n{}", " x\n".repeat(1 << 19))));
    files.push((Format::Ldif, format!("dn: cn=a\n{}", "# x\n".repeat(1 << 19))));
    files.push((Format::Ldif, "dn: cn=a\n\n".repeat(1 << 18)));
    files.push((Format::Ldif, format!("#\n{}", " x\n".repeat(1 << 19))));
    let chats = "{\"type\":\"private_group\",\"id\":1,\"messages\":[]},".repeat(1 << 15);
    files.push((Format::Messages, format!("{{\"chats\":{{\"list\":[{chats}")));
    files.push((
        Format::Messages,
        format!("{{\"type\":\"private_group\",\"messages\":[{}", "{\"text\":".repeat(1 << 17)),
    ));
    let head = "From: Ana <ana@a.example>\nMessage-ID: <1@a.example>\n";
    for (line, count) in [
        ("> a\nb\n", 1 << 16),
        ("--\n", 1 << 17),
        ("On 2026 Ana wrote:\n", 1 << 15),
        ("----\n----------\n", 1 << 15),
        ("From: x\n", 1 << 17),
        ("\n", 1 << 20),
    ] {
        files.push((Format::Mail, format!("{head}\n{}", line.repeat(count))));
    }
    files.push((Format::Mail, format!("{head}To: {}\n\nx", "Ben <b@a.example>, ".repeat(1 << 14))));
    files.push((Format::Mail, format!("{head}Subject: {}\n\nx", "=?utf-8?Q?a?= ".repeat(1 << 16))));
    files.push((Format::Mail, format!("{head}Subject: {}x\n\nx", "Re: ".repeat(1 << 17))));
    files.push((
        Format::Mail,
        format!("{head}{}", "Content-Type: multipart/mixed; boundary=a\n\n--a\n".repeat(1 << 13)),
    ));
    files.push((Format::Mail, format!("{head}{}", "Content-Type: message/rfc822\n\n".repeat(1 << 12))));
    files.push((Format::Mail, "From a@b.example Sat Feb 14 09:31:05 2026\nA: b\n\n".repeat(1 << 15)));
    for piece in ["<", "<a ", "<a b='", "<!--", "<script>", "&", "&amp", "<blockquote>", "<p>x", "</script", "<svg/"] {
        files.push((Format::Page, piece.repeat(1 << 18)));
    }
    files.push((Format::Document, "x".repeat(1 << 24)));
    files.push((Format::Document, "x\n".repeat(1 << 22)));
    files.push((Format::Chat, format!("Conversation: A\n\n{}", "From: A\nType: incoming\n\n".repeat(1 << 15))));
    files.push((Format::Chat, format!("Conversation: A\n\nFrom: A\nType: incoming\n\n{}", "| \n|\n".repeat(1 << 17))));
    for said in ["[](./)", "[", "](./", "![a](./b", "(- ", "> \n", "<"] {
        let said = said.repeat(1 << 17);
        files.push((Format::Chat, format!("2026-02-14 09:31 Ana: {said}")));
        files.push((Format::Chat, format!("Ana: {said}\nBen: Hi\nAna: [](./)")));
    }
    files.push((Format::Chat, "2026-02-14 09:31 Ana: Hi\n".repeat(1 << 15)));
    files.push((Format::Chat, "Ana: Hi\nBen: \n".repeat(1 << 15)));
    for (format, file) in files {
        let start = Instant::now();
        all(file.as_bytes(), format, 500);
        let head: String = file.chars().take(60).collect();
        assert!(start.elapsed() < Duration::from_secs(5), "{head:?} took {:?}", start.elapsed());
    }
}

#[test]
fn long_texts() {
    let line = |text: &str| all(format!("{{\"text\":\"{text}\"}}\n").as_bytes(), Format::Conversation, 1);
    let most = "é".repeat(TEXT_MAX / 2);
    assert!(matches!(&line(&most)[0], Ok(Item::Message(m)) if m.text.len() == TEXT_MAX));
    assert!(matches!(&line(&(most + "x"))[0], Err(refused) if refused.code == "text_too_long"));
    assert!(matches!(&line(&" ".repeat(9 << 20))[0], Err(refused) if refused.code == "line_too_long"));
    let card = |note: usize| format!("BEGIN:VCARD\nFN:A\nNOTE:{}\nEND:VCARD\n", "x".repeat(note));
    let items = all(card(1 << 20).as_bytes(), Format::Vcard, 1);
    assert!(matches!(&items[0], Ok(Item::Card(card)) if card.fields[0].1.len() == 1 << 20));
}

/// What is too long to be held is refused, once, and the rest is read.
#[test]
fn what_is_too_long_is_passed_over() {
    let check = |long: &str, end: &str, codes: &[&str]| {
        let (begin, card) = ("BEGIN:VCARD\nFN:A\n", "BEGIN:VCARD\nFN:B\nEND:VCARD\n");
        let times = ITEM_MAX / long.len() + 1;
        let long = long.repeat(times);
        let parts: Vec<&[u8]> = [begin]
            .into_iter()
            .map(str::as_bytes)
            .chain(long.as_bytes().chunks(1 << 20))
            .chain([end.as_bytes(), card.as_bytes()])
            .collect();
        let found: Vec<String> = fed(&parts, Format::Vcard)
            .into_iter()
            .map(|item| match item {
                Ok(Item::Card(card)) => format!("{} in {}", card.names[0], card.line),
                other => other.unwrap_err().code.to_owned(),
            })
            .collect();
        assert_eq!(found, codes);
    };
    let lines = ITEM_MAX / 4 + 1;
    check("X:1\n", "", &["item_too_long", "not_a_card", &format!("B in {}", lines + 3)]);
    check("NOTE", "\n", &["item_too_long", "B in 4"]);
    check("NOTE", "\nFN:C\nEND:VCARD\n", &["item_too_long", "not_a_card", "B in 6"]);
}

/// Where no line tells what comes next, nothing behind it is read, and that is said.
#[test]
fn what_is_too_long_ends_a_document() {
    let message = |text: &str| format!(r#"{{"id":1,"type":"message","from":"Ana","from_id":"user7","text":"{text}"}}"#);
    let chat = format!(r#"{{"type":"private_group","id":1,"messages":[{},{{"text":""#, message("Hi"));
    for (format, begin, end, before) in [
        (Format::Messages, chat, format!("\"}},{}]}}\n", message("Bye")), 1),
        (Format::Page, "<p>Hi".to_owned(), "\n<p>Bye\n".to_owned(), 0),
    ] {
        let long = "x".repeat(ITEM_MAX + 1);
        let parts: Vec<&[u8]> =
            [begin.as_bytes()].into_iter().chain(long.as_bytes().chunks(1 << 20)).chain([end.as_bytes()]).collect();
        let found = fed(&parts, format);
        let Some((Err(refused), read)) = found.split_last() else { panic!("{format:?} ends with what is refused") };
        assert_eq!((refused.code, read.len()), ("item_too_long", before), "{format:?}");
        assert!(
            read.iter().all(Result::is_ok) && refused.reason.contains("nothing from here on"),
            "{}",
            refused.reason
        );
    }
}

#[test]
fn many_names_and_many_kinds_of_skipped() {
    let names = |n: usize| (0..n).map(|n| format!("NICKNAME:n{n}\n")).collect::<String>();
    let card = |n: usize| format!("BEGIN:VCARD\nFN:A\n{}END:VCARD\n", names(n));
    assert!(matches!(&all(card(99).as_bytes(), Format::Vcard, 1)[0], Ok(Item::Card(c)) if c.names.len() == NAMES_MAX));
    assert!(matches!(&all(card(100).as_bytes(), Format::Vcard, 1)[0], Err(r) if r.code == "too_many_names"));

    let odd: String = (0..5_000).map(|n| format!("X-ODD-{n}:1\n")).collect();
    let mut reader = Reader::new(format!("BEGIN:VCARD\nFN:A\n{odd}END:VCARD\n").into_bytes(), Format::Vcard);
    reader.next_items(1);
    assert!(reader.skipped().len() <= 101);
    assert_eq!(reader.skipped().values().sum::<u32>(), 5_000);
}

#[test]
fn wide_files_are_read() {
    let text = "BEGIN:VCARD\r\nFN:Ana\r\nEND:VCARD\r\n";
    for (mark, little) in [(true, true), (true, false), (false, true), (false, false)] {
        let mark = if mark { "\u{FEFF}" } else { "" };
        let units = mark.encode_utf16().chain(text.encode_utf16());
        let bytes: Vec<u8> = units.flat_map(|u| if little { u.to_le_bytes() } else { u.to_be_bytes() }).collect();
        assert_eq!(detect(&bytes, "people.txt"), Some(Format::Vcard));
        let items = all(&bytes, Format::Vcard, 10);
        assert!(matches!(items.as_slice(), [Ok(Item::Card(card))] if card.names == ["Ana"]), "{items:?}");
    }
    for little in [true, false] {
        let units = text.chars().map(u32::from);
        let bytes: Vec<u8> = units.flat_map(|u| if little { u.to_le_bytes() } else { u.to_be_bytes() }).collect();
        assert_eq!(detect(&bytes, "people.txt"), Some(Format::Vcard));
        let items = all(&bytes, Format::Vcard, 10);
        let [Err(refused)] = items.as_slice() else { panic!("{items:?}") };
        assert_eq!((refused.line, refused.code), (1, "bad_text"));
        assert!(refused.reason.contains("UTF-8") && refused.excerpt.starts_with("BEGIN:VCARD"));
    }
}

#[test]
fn formats_are_told_apart() {
    let cases: &[(&[u8], &str, Option<Format>)] = &[
        (b"", "people.vcf", Some(Format::Vcard)),
        (b"", "chat.JSONL", Some(Format::Conversation)),
        (b"", "x", None),
        (b"\xEF\xBB\xBFbegin:vcard", "x", Some(Format::Vcard)),
        (b"# exported\nBEGIN:VCARD", "x", Some(Format::Vcard)),
        (b"{\"speaker\":\"A\",\"text\":\"B\"}", "x.vcf", Some(Format::Conversation)),
        (b"{\"format\":1,\"namesake\":{\"version\":1}}\n{}", "x", Some(Format::Export)),
        (b"{\"text\":\"namesake\"}", "x", Some(Format::Conversation)),
        (b"{\n \"chats\": []\n}", "result.json", None),
        (b"{broken\n{\"text\":\"x\"}", "chat.jsonl", Some(Format::Conversation)),
        (b"", "people.CSV", Some(Format::Csv)),
        (b"\xEF\xBB\xBFUID,Kind,Name,Nickname,E-mail 1 - Value", "x", Some(Format::Csv)),
        (b"First Name\tLast Name\tE-mail Address\r\nAna\tRuiz\t", "people.txt", Some(Format::Csv)),
        (b"Name,Phone,Notes\nAna,1,\"\nBEGIN:VCARD\"\n", "x", Some(Format::Csv)),
        (b"Dear Ana, I met Bob, and so on\n", "x.txt", Some(Format::Document)),
        (b"# of an address book\nversion: 1\n\ndn: cn=a\n", "x", Some(Format::Ldif)),
        (b"dn:: YQ==\n", "x", Some(Format::Ldif)),
        (b"hello", "x.txt", Some(Format::Document)),
        (b"hello", "x", None),
        (b"hello\0", "x.txt", None),
        (b"# Notes", "x.MD", Some(Format::Document)),
        (b"Ana: Hi\nBen: Hi\nAna: Bye", "x.md", Some(Format::Chat)),
        (b"<p>Ana", "x.htm", Some(Format::Page)),
        (b"<p>Ana", "x", None),
        (b"From: Ana <ana@a.example>\nTo: Ben\nSubject: Hi\n\nHi", "x.txt", Some(Format::Mail)),
        (b"From a@a.example Sat Feb 14 09:31:05 2026\nFrom: Ana", "Inbox", Some(Format::Mail)),
        (b"From here on: Sat Feb 14 09:31:05 2026", "x.txt", Some(Format::Document)),
        (b"[{\"ts\":\"1.2\",\"type\":\"message\"}]", "2026-02-14.json", Some(Format::Messages)),
        (b"[{\"id\":\"U1\",\"name\":\"ana\"}]", "users.json", None),
        (b"{\"chats\":{\"list\":[]}}", "result.json", Some(Format::Messages)),
        (b"\x89PNG\r\n\x1a\n", "x.png", None),
    ];
    for (bytes, name, wanted) in cases {
        assert_eq!(detect(bytes, name), *wanted, "{} {name}", String::from_utf8_lossy(bytes));
    }
    let long = format!("{{\"text\":\"{}\"}}", "x".repeat(100_000));
    assert_eq!(detect(long.as_bytes(), "x"), Some(Format::Conversation));
    let items = all(b"{\"namesake\":1}", Format::Export, 1);
    assert!(matches!(&items[0], Err(refused) if refused.code == "wrong_format"));
}

#[test]
fn strong_values() {
    assert!(is_strong("email") && is_strong("phone") && !is_strong("organization"));
    let cases = [
        ("email", "A.B@Example.ORG", Some("a.b@example.org")),
        ("email", " mailto:ana@example.com?subject=hi ", Some("ana@example.com")),
        ("email", "Ana <ana@example.com>", Some("ana@example.com")),
        ("email", "JOSÉ@example.com", Some("josé@example.com")),
        ("email", "ana", None),
        ("email", "@example.com", None),
        ("email", "a@b@c", None),
        ("email", "a b@example.com", None),
        ("phone", "+1 (202) 555-0142", Some("+12025550142")),
        ("phone", "0012025550142", Some("+12025550142")),
        ("phone", "tel:+1-202-555-0142;ext=7", Some("+12025550142;ext=7")),
        ("phone", "+1 202 555 0142 x7", Some("+12025550142;ext=7")),
        ("phone", "202-555-0142,,7#", Some("2025550142;ext=7")),
        ("phone", "tel:5550142;phone-context=+1202", Some("5550142")),
        ("phone", "+49 (0) 30 901820", Some("+4930901820")),
        ("phone", "+49(0)30 901820", Some("+4930901820")),
        ("phone", "0049 (0)30 901820", Some("+4930901820")),
        ("phone", "030 901820", Some("030901820")),
        ("phone", "٠٣٠٩٠١٨٢٠", Some("030901820")),
        ("phone", "1-800-FLOWERS", None),
        ("phone", "112", None),
        ("phone", "+1234567890123456", None),
        ("phone", "*100#", None),
        ("phone", "", None),
        ("birthday", "1990-01-01", None),
    ];
    for (field, value, wanted) in cases {
        assert_eq!(comparable(field, value).as_deref(), wanted, "{field} {value}");
    }
}
