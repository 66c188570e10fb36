//! What holds of every file that is read, whatever its bytes: for property tests and for fuzzing.
#![allow(dead_code)] // Each test binary uses a part.

use std::collections::BTreeMap;

use namesake_core::names::exact_key;
use namesake_core::read::{
    Format, Item, NAME_MAX, NAMES_MAX, Reader, Refused, SPEAKER_MAX, Survey, TEXT_MAX, evident, finds,
};

/// Every format.
pub const FORMATS: [Format; 11] = [
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
];

/// What comes out of a file, in order.
pub type Items = Vec<Result<Item, Refused>>;

/// What comes out of a file that is held whole, so many items at a time.
pub fn all(bytes: &[u8], format: Format, slice: usize) -> Items {
    drained(Reader::new(bytes, format), slice)
}

fn drained(mut reader: Reader, slice: usize) -> Items {
    let mut out = Vec::new();
    while !reader.finished() {
        let before = reader.offset();
        out.extend(reader.next_items(slice));
        assert!(reader.offset() > before);
    }
    out
}

/// What comes out if the file comes in these parts.
pub fn fed(parts: &[&[u8]], format: Format) -> Items {
    in_parts(parts, Survey::new(format), |reader| reader).0
}

/// What comes out if the file comes in these parts, and what is counted; the survey knows what is said of the file.
pub fn in_parts(
    parts: &[&[u8]],
    mut survey: Survey,
    prepare: impl FnOnce(Reader) -> Reader,
) -> (Items, BTreeMap<String, u32>) {
    if survey.is_needed() {
        parts.iter().for_each(|part| survey.feed(part));
        survey.end();
    }
    let (mut reader, mut parts, mut out) = (prepare(survey.reader()), parts.iter(), Vec::new());
    while !reader.finished() {
        if reader.wants_more() {
            match parts.next() {
                Some(part) => reader.feed(part),
                None => reader.end(),
            }
        }
        out.extend(reader.next_items(2));
    }
    (out, reader.skipped().clone())
}

/// Items come in order and within their bounds.
pub fn lawful(items: &[Result<Item, Refused>], format: Format) {
    let mut last = 0;
    for item in items {
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
}

/// Pieces that parsers stumble over.
pub const PIECES: &[&[u8]] = &[
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
