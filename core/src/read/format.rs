//! Which format a file has, told by its beginning and, where that says nothing, by its name.
//!
//! It must not read more than the beginning of the file.

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::lines::{self, Encoding};
use super::{charset, chat, csv, input, json, ldif, mail, subtitles};

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Contact cards: vCard 3.0 (RFC 2426) and 4.0 (RFC 6350); 2.1 as far as its writers agree.
    Vcard,
    /// Contact cards: a table with a line of headers, as Google Contacts and Outlook write it (CSV).
    Csv,
    /// Contact cards: LDIF (RFC 2849), as Thunderbird and Outlook Express export it.
    Ldif,
    /// Messages: JSON Lines of `{"speaker", "text", "time"}`.
    Conversation,
    /// Messages as chat programs export them to text, each with a time and a name, and plain `Name: text`.
    Chat,
    /// Messages of a meeting's transcript: WebVTT, SubRip.
    Transcript,
    /// Messages of one JSON document, as Telegram (`result.json`), ChatGPT and Claude (`conversations.json`) export them, and a
    /// day of a channel of Slack.
    Messages,
    /// Mails: a mailbox file (mbox) or a single one (`.eml`).
    Mail,
    /// Plain text or Markdown that nobody is named to say.
    Document,
    /// An HTML page, of which the text is read.
    Page,
    /// An export of this product. A [`super::Reader`] does not read it.
    Export,
}

impl Format {
    /// What it is called, for a person.
    pub fn name(self) -> &'static str {
        match self {
            Self::Vcard => "contacts (vCard)",
            Self::Csv => "contacts (table)",
            Self::Ldif => "contacts (LDIF)",
            Self::Conversation => "conversation (JSON Lines)",
            Self::Chat => "chat (text)",
            Self::Transcript => "transcript",
            Self::Messages => "conversations (JSON)",
            Self::Mail => "mails",
            Self::Document => "text",
            Self::Page => "page",
            Self::Export => "export of a memory",
        }
    }
}

/// How much of the file is looked at, in bytes.
pub(super) const LOOK: usize = 1 << 16;

/// The first line of an export.
#[derive(Deserialize)]
struct Manifest {
    #[serde(rename = "namesake")]
    _namesake: IgnoredAny,
}

/// The format of a file, or `None` if it is none of ours. The content decides; the name only where the content
/// could be anything. A text that is no chat is a document only if its name says so (`.txt`, `.md`, `.html`).
///
/// ```
/// use namesake_core::read::{Format, detect};
/// assert_eq!(detect(b"BEGIN:VCARD\r\nVERSION:4.0\r\n", "people.txt"), Some(Format::Vcard));
/// assert_eq!(detect(br#"{"speaker":"Ana","text":"Hi"}"#, "chat"), Some(Format::Conversation));
/// assert_eq!(detect(b"[14/02/2026, 09:31:05] Ana: Hi", "_chat.txt"), Some(Format::Chat));
/// assert_eq!(detect(b"First Name,Last Name,E-mail Address\r\n", "people.txt"), Some(Format::Csv));
/// assert_eq!(detect(br#"{"namesake":1}"#, "backup.jsonl"), Some(Format::Export));
/// assert_eq!(detect(b"The crew met at ten.", "notes.txt"), Some(Format::Document));
/// assert_eq!(detect(b"%PDF-1.7", "cv.pdf"), None);
/// ```
pub fn detect(bytes: &[u8], file_name: &str) -> Option<Format> {
    let start = bytes.get(..bytes.len().min(LOOK)).unwrap_or_default();
    let narrow: Vec<u8>;
    let start = match lines::encoding(start) {
        Encoding::Utf8 { skip: 0 } => match charset::find(start) {
            Some(found) => {
                narrow = found.utf8(start);
                &narrow
            }
            None => start,
        },
        Encoding::Utf8 { skip } => start.get(skip..).unwrap_or_default(),
        Encoding::Utf16 { big } => {
            narrow = input::from_utf16(start, big);
            narrow.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(&narrow)
        }
        Encoding::Utf32 => {
            narrow = start.iter().copied().filter(|b| !matches!(b, 0 | 0xFE | 0xFF)).collect();
            &narrow
        }
    };
    let content = start.trim_ascii_start();
    if starts_with_ignore_case(content, b"BEGIN:VCARD") {
        return Some(Format::Vcard);
    }
    if content.starts_with(b"{") || content.starts_with(b"[") {
        let maker = json::maker(content);
        if maker.is_some() {
            return Some(Format::Messages);
        }
    }
    let by_name = by_name(file_name);
    if content.starts_with(b"{") {
        let end = content.iter().position(|b| matches!(b, b'\n' | b'\r'));
        let line = content.get(..end.unwrap_or(content.len())).unwrap_or_default();
        if serde_json::from_slice::<Manifest>(line).is_ok() {
            return Some(Format::Export);
        }
        // A first line longer than what we look at cannot be parsed, and need not be.
        let long = end.is_none() && bytes.len() > LOOK;
        if long || serde_json::from_slice::<IgnoredAny>(line).is_ok() {
            return Some(Format::Conversation);
        }
        return by_name.filter(|format| *format == Format::Conversation);
    }
    // A mail may bring a card along.
    if mail::is_mail(content) {
        return Some(Format::Mail);
    }
    // A note in a table may hold the lines of a card.
    if csv::is_contacts(content) {
        return Some(Format::Csv);
    }
    let has_card = content.split(|b| matches!(b, b'\n' | b'\r')).any(|l| starts_with_ignore_case(l, b"BEGIN:VCARD"));
    if has_card {
        Some(Format::Vcard)
    } else if matches!(
        by_name,
        Some(Format::Vcard | Format::Conversation | Format::Transcript | Format::Csv | Format::Ldif)
    ) {
        by_name
    } else if subtitles::is_transcript(content) {
        Some(Format::Transcript)
    } else if ldif::is_ldif(content) {
        Some(Format::Ldif)
    } else {
        let is_text = !content.contains(&0);
        chat::is_chat(content).then_some(Format::Chat).or(by_name.filter(|_| is_text))
    }
}

fn by_name(file_name: &str) -> Option<Format> {
    let (_, extension) = file_name.rsplit_once('.')?;
    match extension.to_ascii_lowercase().as_str() {
        "vcf" | "vcard" => Some(Format::Vcard),
        "csv" | "tsv" => Some(Format::Csv),
        "ldif" | "ldi" => Some(Format::Ldif),
        "jsonl" | "ndjson" => Some(Format::Conversation),
        "vtt" | "srt" => Some(Format::Transcript),
        "eml" | "mbox" => Some(Format::Mail),
        "txt" | "text" | "md" | "markdown" => Some(Format::Document),
        "html" | "htm" | "xhtml" => Some(Format::Page),
        _ => None,
    }
}

fn starts_with_ignore_case(bytes: &[u8], prefix: &[u8]) -> bool {
    bytes.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}
