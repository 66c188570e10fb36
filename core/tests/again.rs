//! Whatever is imported again adds nothing and asks nothing: as it was, under another name, with its items in another order.

mod support;

use namesake_core::read::{Format, detect};
use namesake_core::store::InMemory;
use std::fs;
use std::path::PathBuf;
use support::Session;
use support::view::{questions, space};

fn fixtures() -> Vec<(String, Vec<u8>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures");
    let entries = fs::read_dir(folder).expect("the fixtures are there");
    let read = |entry: fs::DirEntry| {
        (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).expect("reads"))
    };
    let mut files: Vec<_> = entries.map(|entry| read(entry.expect("an entry"))).collect();
    files.retain(|(name, bytes)| !name.ends_with(".expected") && detect(bytes, name).is_some());
    files.sort();
    files
}

/// The file with its items the other way round, where its format has an order that does not matter.
fn reordered(name: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    if detect(bytes, name)? == Format::Mail && bytes.starts_with(b"From ") {
        return Some(mails(bytes).into_iter().rev().flatten().collect());
    }
    let text = std::str::from_utf8(bytes).ok()?.trim_start_matches('\u{FEFF}');
    let reversed = |items: Vec<&str>| items.into_iter().rev().collect::<String>().into_bytes();
    match detect(bytes, name)? {
        Format::Vcard if text.contains("END:VCARD\r\n") => {
            Some(reversed(text.split_inclusive("END:VCARD\r\n").collect()))
        }
        Format::Vcard => Some(reversed(text.split_inclusive("END:VCARD\n").collect())),
        Format::Messages => {
            let mut document: serde_json::Value = serde_json::from_str(text).ok()?;
            reverse(&mut document);
            Some(written(&document).into_bytes())
        }
        Format::Document => {
            Some(text.split("\n\n").collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join("\n\n").into())
        }
        _ => None,
    }
}

/// The mails of a mailbox, each with its `From` line.
fn mails(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut out: Vec<Vec<u8>> = Vec::new();
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        if line.starts_with(b"From ") && line.ends_with(b" 2026\n") {
            out.push(Vec::new());
        }
        out.last_mut().expect("a mailbox begins with it").extend(line);
    }
    // The last one lacks the empty line before the next.
    out.last_mut().expect("it has mails").push(b'\n');
    out
}

/// Reverses lists of conversations and messages.
fn reverse(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Array(items) if items.iter().all(serde_json::Value::is_object) => {
            items.reverse();
            items.iter_mut().for_each(reverse);
        }
        serde_json::Value::Object(fields) => {
            for (name, field) in fields {
                if ["messages", "chats", "left_chats", "list", "contacts"].contains(&name.as_str()) {
                    reverse(field);
                }
            }
        }
        _ => {}
    }
}

/// As JSON, with lists and objects behind what is said of them, as programs write exports.
fn written(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Array(items) => format!("[{}]", items.iter().map(written).collect::<Vec<_>>().join(",")),
        serde_json::Value::Object(fields) => {
            let (later, first): (Vec<_>, Vec<_>) =
                fields.iter().partition(|(_, field)| field.is_array() || field.is_object());
            let field = |(name, field): &(&String, &serde_json::Value)| format!("{name:?}:{}", written(field));
            let all: Vec<String> = first.iter().chain(&later).map(field).collect();
            format!("{{{}}}", all.join(","))
        }
        plain => plain.to_string(),
    }
}

#[test]
fn nothing_is_added_and_nothing_asked() {
    let files = fixtures();
    assert!(files.len() >= 30, "the fixtures are found");
    for (name, bytes) in files {
        let mut session = Session::open(&InMemory::new());
        let first = session.import_bytes(&name, bytes.clone());
        session.organize();
        let (asked, entities) = (questions(&space(&session)), space(&session).entities.len());
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        let renamed = format!("renamed.{extension}");
        let files = [
            Some((&*name, bytes.clone())),
            Some((&*renamed, bytes.clone())),
            reordered(&name, &bytes).map(|bytes| (&*name, bytes)),
        ];
        for (file, bytes) in files.into_iter().flatten() {
            let again = session.import_bytes(file, bytes);
            assert_eq!((again.added, again.updated), (0, 0), "{name} as {file}");
            assert_eq!((again.unchanged, again.items), (first.added, first.items), "{name} as {file}");
        }
        session.organize();
        assert_eq!(questions(&space(&session)), asked, "{name}");
        assert_eq!(space(&session).entities.len(), entities, "{name}");
    }
}
