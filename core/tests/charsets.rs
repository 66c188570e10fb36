//! Files in the character sets of East Asia are what they are in UTF-8, whoever says the set: the file, its bytes, the owner.

mod support;

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS};
use futures::executor::block_on;
use namesake_core::memory::{Examiner, Importer, Step, read_options};
use namesake_core::protocol::*;
use namesake_core::read::{Charset, Format, Item, Reader, Survey, detect};
use namesake_core::store::InMemory;
use support::{SPACE, Session, context};

const JAPANESE: &str =
    "山田花子は東京に住んでいます。来週、能登さんと大阪の表参道で会う予定です。ソフトの申請はまだです。";
const CHINESE: &str = "王小明住在北京,他的妹妹在上海工作。下个星期我们一起去广州看朋友。";
const TRADITIONAL: &str = "王小明住在台北,他的妹妹在高雄工作。下個星期我們一起去看朋友許功蓋。";
const KOREAN: &str = "김민준은 서울에 살고 있습니다. 다음 주에 이서연과 함께 부산에 갈 예정입니다.";

/// Each set with a text that people write in it, and two names.
const SETS: [(&Encoding, &str, [&str; 2]); 7] = [
    (SHIFT_JIS, JAPANESE, ["山田 花子", "能登 表"]),
    (EUC_JP, JAPANESE, ["山田 花子", "能登 表"]),
    (ISO_2022_JP, JAPANESE, ["山田 花子", "能登 表"]),
    (GBK, CHINESE, ["王小明", "李美丽"]),
    (GB18030, CHINESE, ["王小明", "李美丽"]),
    (BIG5, TRADITIONAL, ["王小明", "許功蓋"]),
    (EUC_KR, KOREAN, ["김민준", "이서연"]),
];

/// Files of one content, by name.
fn files(text: &str, [one, other]: [&str; 2]) -> [(&'static str, String); 6] {
    [
        ("chat.txt", format!("[2026/02/14 9:31:05] {one}: {text}\n[2026/02/14 9:32:05] {other}: {text}\n続\n")),
        ("plain.txt", format!("{one}: {text}\n{other}: {text}\n{one}: {text}\n{other}: {text}\n")),
        ("notes.txt", format!("{text}\n\n{one}\n{text}\n")),
        ("people.csv", format!("Name,Notes\r\n{one},\"{text}\r\n{text}\"\r\n{other},\"{text}\"\r\n")),
        (
            "meeting.srt",
            format!(
                "1\n00:00:01,000 --> 00:00:04,000\n{one}: {text}\n\n2\n00:00:05,000 --> 00:00:06,000\n{other}: {text}\n"
            ),
        ),
        ("page.html", format!("<html><body><p>{one}</p><p>{text}</p></body></html>")),
    ]
}

fn encoded(set: &'static Encoding, text: &str) -> Vec<u8> {
    let (bytes, _, lossy) = set.encode(text);
    assert!(!lossy, "{} has all of it", set.name());
    bytes.into_owned()
}

fn items(bytes: &[u8], name: &str) -> Vec<Item> {
    let format = detect(bytes, name).unwrap_or_else(|| panic!("{name} is known"));
    Reader::new(bytes, format).next_items(usize::MAX).into_iter().map(|item| item.expect("is read")).collect()
}

#[test]
fn the_bytes_tell_the_set() {
    for (set, text, names) in SETS {
        for (file, text) in files(text, names) {
            // What a set lacks is not in its file.
            let text = if set.encode(&text).2 { text.replace('続', "…") } else { text };
            let text = if set.encode(&text).2 { text.replace('…', "x") } else { text };
            let bytes = encoded(set, &text);
            assert_eq!(detect(&bytes, file), detect(text.as_bytes(), file), "{} {file}", set.name());
            assert_eq!(items(&bytes, file), items(text.as_bytes(), file), "{} {file}", set.name());
        }
    }
}

#[test]
fn what_was_found_is_said() {
    let text = encoded(SHIFT_JIS, &files(JAPANESE, ["山田", "能登"])[2].1);
    let mut reader = Reader::new(&text, Format::Document);
    reader.next_items(10);
    assert_eq!(reader.skipped().get("read as Shift_JIS, not UTF-8"), Some(&1));
    let mut examiner = Examiner::new("notes.txt", text.clone(), text.len() as u64).expect("is text");
    assert_eq!(examiner.report().charset.as_deref(), Some("Shift_JIS"));
    let mut plain = Examiner::new("notes.txt", JAPANESE.into(), JAPANESE.len() as u64).expect("is text");
    assert_eq!(plain.report().charset, None);
}

/// Nothing of one byte a character is taken for a set of East Asia, nor what is UTF-8, whole or damaged, nor what is neither.
#[test]
fn nothing_else_is_taken_for_one() {
    for (text, label) in [
        ("Zoë Müller wohnt in Köln, José Núñez in Málaga – „so war es“.", "windows-1252"),
        ("Ångström och Øyvind åt smörgås på Ærø", "windows-1252"),
        ("Łukasz Żak mieszka w Łodzi, a Zdeněk Říha v Plzni", "windows-1250"),
        ("Ксения Иванова живёт в Москве, а Пётр в Твери", "windows-1251"),
        ("Νίκος Παπαδόπουλος από την Αθήνα", "windows-1253"),
        ("İpek Şahin İstanbul'da yaşıyor, Çağrı da öyle", "windows-1254"),
        ("Jos\u{e9}", "windows-1252"),
    ] {
        let set = Encoding::for_label(label.as_bytes()).expect("is known");
        let bytes = encoded(set, text);
        let mut reader = Reader::new(&bytes, Format::Document);
        assert!(reader.next_items(9)[0].is_err(), "{text}: nothing is guessed");
        assert_eq!(reader.skipped().len(), 0, "{text}");
        // Said, it is read.
        assert_eq!(said(&bytes, "notes.txt", label).0, [text], "{label}");
    }
    for bytes in
        [&b"plain\n"[..], "山田花子\n東京\n".as_bytes(), "山田\n\u{fffd}\n".as_bytes(), b"\x1b[31mred\x1b[0m\n"]
    {
        let mut reader = Reader::new(bytes, Format::Document);
        reader.next_items(9);
        assert_eq!(reader.skipped().len(), 0, "{bytes:?}");
    }
    let damaged = ["山田花子です\n".as_bytes(), b"\xFF\n", "東京です\n".as_bytes()].concat();
    let mut reader = Reader::new(&damaged, Format::Document);
    reader.next_items(9);
    assert_eq!(reader.skipped().len(), 0, "a damaged file in UTF-8 is one");
}

fn is_read_as_it_is(bytes: &[u8], what: &str) {
    let mut reader = Reader::new(bytes, Format::Document);
    reader.next_items(9);
    assert_eq!(reader.skipped().len(), 0, "{what}");
}

/// A line in UTF-8 of which one byte is another one, or is gone, is a damaged line and no other set.
#[test]
fn a_damaged_byte_makes_no_other_set() {
    for line in [
        "Ana: 你好，今天怎么样？",
        "Νίκος: Καλημέρα σας, τι κάνετε σήμερα;",
        "花子: おはようございます、お元気ですか。",
        "민준: 안녕하세요, 잘 지내세요?\n",
    ] {
        for at in 0..line.len() {
            for by in [&b""[..], b"\xFF", b"\x80", b"\xA4", b"\xE3", b"\x20", b"x"] {
                let damaged = [&line.as_bytes()[..at], by, &line.as_bytes()[at + 1..]].concat();
                is_read_as_it_is(&damaged, &format!("{line}: {at} {by:?}"));
            }
        }
    }
}

/// Letters of sets of one byte a character, of which some make pairs that are in sets of East Asia.
#[test]
fn letters_of_one_byte_are_no_pairs() {
    let greek = |text: &str| encoded(encoding_rs::WINDOWS_1253, text);
    let cyrillic = |text: &str| encoded(encoding_rs::WINDOWS_1251, text);
    let of_dos: [&[u8]; 3] = [
        b"N\xA3\xA4ez Pe\xA4a N\xA3\xA4ez",
        b"\x90lodie und Kr\x81ger",
        b"\x88\x80\x8D\x8E\x82 \x8F\x80\x82\x8B\x8E\x82",
    ];
    let mut lines: Vec<Vec<u8>> = of_dos.iter().map(|line| line.to_vec()).collect();
    lines.extend(["ΠΑΠΑΔΟΠΟΥΛΟΣ", "ΠΑΠΑΔΟΠΟΥΛΟΣ ΜΑΡΙΝΑ ΑΝΝΑ"].map(greek));
    lines.extend(["ИВАНОВ ПАВЕЛ", "Ольга Петренко"].map(cyrillic));
    for line in lines {
        for times in [1, 2, 12] {
            is_read_as_it_is(&[&line[..], b"\n"].concat().repeat(times), &format!("{line:X?} {times} times"));
        }
    }
}

/// What is said of several files changes none that tells its set itself.
#[test]
fn what_a_file_tells_holds_over_what_is_said() {
    let page =
        |text: &str| format!("<html><head><meta charset=\"windows-1252\"></head><body><p>{text}</p></body></html>");
    let named = encoded(encoding_rs::WINDOWS_1252, &page("José Núñez"));
    let plain = "<html><body><p>José Núñez</p></body></html>".as_bytes();
    let cases = [
        ("a.txt", "José Núñez".as_bytes()),
        ("b.html", plain),
        ("c.html", &named),
        ("d.txt", "José N\u{fa}".as_bytes()),
    ];
    for (name, bytes) in cases {
        for label in ["Shift_JIS", "windows-1251"] {
            let (texts, report) = said(bytes, name, label);
            assert!(texts[0].starts_with("José N\u{fa}"), "{name}: {texts:?}");
            assert_eq!(report.refused_total, 0, "{name}");
        }
    }
}

#[test]
fn what_is_no_character_of_a_page_is_refused_alone() {
    let mut page = encoded(SHIFT_JIS, &format!("<p>{JAPANESE}</p>\n<p>{JAPANESE}</p>\n<p>Ana"));
    page.extend(b"\xFF</p>");
    let items = Reader::new(&page, Format::Page).next_items(9);
    assert!(matches!(&items[0], Ok(Item::Message(message)) if message.text == JAPANESE), "{items:?}");
    assert!(items[2].is_err(), "nothing is put in its place: {items:?}");
}

#[test]
fn a_report_can_be_asked_for_again() {
    let chat = encoded(SHIFT_JIS, &files(JAPANESE, ["山田", "能登"])[1].1);
    let mut examiner = Examiner::new("chat.txt", chat.clone(), chat.len() as u64).expect("is text");
    examiner.feed(&chat);
    let report = examiner.report();
    assert_eq!((&report, report.charset.as_deref()), (&examiner.report(), Some("Shift_JIS")));
}

/// What a file comes to in small parts if a set is said of it: its texts or names, and the report of its import.
fn said(bytes: &[u8], name: &str, label: &str) -> (Vec<String>, ImportReport) {
    let options = ImportOptions { charset: Some(label.into()), ..ImportOptions::default() };
    let options = read_options(&options, None).expect("is known");
    let mut survey = Survey::new(detect(bytes, name).expect("is known")).with(options.clone()).starting(bytes);
    bytes.chunks(3).for_each(|part| survey.feed(part));
    survey.end();
    let mut reader = survey.reader();
    bytes.chunks(3).for_each(|part| reader.feed(part));
    reader.end();
    let texts = reader.next_items(100).into_iter().map(|item| match item.expect("is read") {
        Item::Message(message) => message.text,
        Item::Card(card) => card.names.join(", "),
    });
    let mut session = Session::open(&InMemory::new());
    let mut importer = Importer::fed(SPACE, name, None, options, bytes, bytes.len() as u64).expect("is read");
    loop {
        if let Some(at) = importer.wanted() {
            let rest = &bytes[at as usize..];
            importer.feed(&rest[..rest.len().min(7)]);
        } else if block_on(importer.step(&mut session.memory, context(&session.tick))).expect("imports") == Step::Done {
            return (texts.collect(), importer.report());
        }
    }
}

#[test]
fn the_owner_can_say_the_set() {
    // Two characters tell nothing.
    let bytes = encoded(BIG5, "Name,Notes\r\n王小明,Ana Ruiz\r\n");
    let (names, report) = said(&bytes, "people.csv", "Big5");
    assert_eq!((names, report.added, report.refused_total), (vec!["王小明".to_owned()], 1, 0));
    assert!(report.skipped.is_empty(), "what was said is not told: {:?}", report.skipped);
    for label in ["", "utf-7", "no such"] {
        let options = ImportOptions { charset: Some(label.into()), ..ImportOptions::default() };
        let error = read_options(&options, None).expect_err("is not known");
        assert_eq!(error.code, ErrorCode::BadArgument);
    }
    for (label, name) in [
        ("cp932", "Shift_JIS"),
        ("UHC", "EUC-KR"),
        ("cp936", "GBK"),
        ("iso-2022-jp-ms", "ISO-2022-JP"),
        ("koi8-r", "KOI8-R"),
    ] {
        assert_eq!(Charset::of(label).map(Charset::name), Some(name));
    }
}

/// A file whose bytes tell is the same in parts of any size, and its progress ends where the file does.
#[test]
fn parts_of_any_size_give_the_same() {
    for (set, text, names) in SETS {
        let text = files(text, names)[1].1.clone();
        let (bytes, wanted) = (encoded(set, &text), items(text.as_bytes(), "plain.txt"));
        for part in [1, 2, 3, 5, 64, bytes.len()] {
            let mut survey = Survey::new(Format::Chat).starting(&bytes);
            bytes.chunks(part).for_each(|part| survey.feed(part));
            survey.end();
            let mut reader = survey.reader();
            let (mut parts, mut found) = (bytes.chunks(part), Vec::new());
            while !reader.finished() {
                match parts.next() {
                    Some(part) => reader.feed(part),
                    None => reader.end(),
                }
                found.extend(reader.next_items(500).into_iter().map(|item| item.expect("is read")));
                assert!(reader.offset() <= bytes.len() as u64);
            }
            assert_eq!(found, wanted, "{} in parts of {part}", set.name());
            assert_eq!(reader.offset(), bytes.len() as u64);
        }
    }
}
