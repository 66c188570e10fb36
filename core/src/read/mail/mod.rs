//! Messages from mails: mailbox files (mbox) and single mails (`.eml`, RFC 5322 and MIME).
//!
//! A mail is one message. Its words are those that its sender wrote: what is quoted or forwarded, and the signature, are left
//! out and counted, and so are attachments. The subject is said by whoever begins a thread. It must not take an address for
//! a person: many write from one (lists, switchboards, programs), so a speaker is an address together with a name.

mod mbox;
mod quoted;
mod sender;
mod text;

use std::collections::HashSet;

use mail_parser::parsers::fields::thread::thread_name;
use mail_parser::{HeaderValue, Message as Mail, MessageParser};
use xxhash_rust::xxh64::xxh64;

use self::quoted::own_words;
use self::text::{Body, body, readable_head};
use super::lines::Place;
use super::skipped::Skipped;
use super::window::Window;
use super::{Item, Message, Person, Refused, SPEAKER_MAX, TEXT_MAX, is_visible, time};

/// Most participants of one mail that are named.
const TO_MAX: usize = 100;
/// Whether the beginning of a file is that of a mailbox or of a mail.
pub(super) fn is_mail(start: &[u8]) -> bool {
    let mut lines = start.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    let first = lines.next().unwrap_or_default();
    if mbox::is_from(first) {
        return lines.next().is_some_and(|line| mbox::is_header(line) || line.starts_with(b">From "));
    }
    let known = ["from:", "date:", "received:", "message-id:", "mime-version:", "subject:", "return-path:", "to:"];
    let mut found = [false; 8];
    for line in std::iter::once(first).chain(lines) {
        if line.is_empty() {
            break;
        }
        if !line.starts_with(b" ") && !line.starts_with(b"\t") && !mbox::is_header(line) {
            return false;
        }
        for (found, name) in found.iter_mut().zip(known) {
            *found |= line.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes()));
        }
    }
    found[0] && found.iter().filter(|found| **found).count() >= 3
}

/// What a file of mails is.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Mailbox,
    /// One mail, which begins in this line.
    Single {
        line: u32,
    },
}

/// Mails being read.
#[derive(Debug, Default)]
pub(super) struct Mails {
    /// Known once the file was begun.
    kind: Option<Kind>,
    /// Mails that were taken, by id and words: mailboxes that were put together hold some twice.
    taken: HashSet<u64>,
}

impl Mails {
    /// The mail that begins at `place`, if one does that counts, and the place after it.
    pub(super) fn next_mail(
        &mut self,
        bytes: &Window,
        place: Place,
        skipped: &mut Skipped,
    ) -> (Option<Result<Item, Refused>>, Place) {
        let Some((line, next)) = place.line_of(bytes) else { return (None, place) };
        if self.kind.is_none() && line.trim_ascii().is_empty() {
            return (None, next);
        }
        let is_from = mbox::is_from(line);
        let begun = if is_from { Kind::Mailbox } else { Kind::Single { line: place.line } };
        let (mail, after) = match *self.kind.get_or_insert(begun) {
            // What is left of a mail that was too long.
            Kind::Mailbox if !is_from => return (None, next),
            Kind::Mailbox => mbox::mail(bytes, place),
            Kind::Single { line } => {
                let end = Place { offset: bytes.len(), line: next.line };
                if place.line > line {
                    return (None, end);
                }
                if !bytes.is_last() {
                    bytes.fall_short();
                }
                (bytes.get(place.offset..).unwrap_or_default().to_vec(), end)
            }
        };
        if bytes.is_short() {
            return (None, place);
        }
        let read = self.read(&mail, skipped).transpose().map(|read| {
            let read = read.map(|message| Item::Message(Message { line: place.line, ..message }));
            read.map_err(|(code, reason)| Refused::new(place.line, code, reason, &mail))
        });
        (read, after)
    }

    /// The message of a mail. `None` if it says nothing, or nothing new, and that was counted.
    fn read(&mut self, bytes: &[u8], skipped: &mut Skipped) -> Result<Option<Message>, (&'static str, String)> {
        let (bytes, is_old_head) = readable_head(bytes);
        let mail = MessageParser::default().parse(bytes.as_ref());
        let is_mail = |mail: &Mail<'_>| mail.from().is_some() || mail.date().is_some() || mail.message_id().is_some();
        let Some(mail) = mail.filter(is_mail) else {
            return Err(("not_a_mail", "It has neither sender, nor date, nor id of a mail.".into()));
        };
        if mail.header("X-IMAP").is_some() || mail.subject().is_some_and(|text| text.contains("FOLDER INTERNAL DATA")) {
            skipped.add("notices of the program");
            return Ok(None);
        }
        let Body { text, is_old } = body(&mail)?;
        let words = own_words(&text);
        let subject = mail.subject().map(str::trim).filter(|text| is_visible(text)).unwrap_or_default();
        // What stands for bytes that could not be read is nobody's word.
        let is_lost = subject.contains(char::REPLACEMENT_CHARACTER);
        let subject = if is_lost { "" } else { subject };
        let title = Some(thread_name(subject).trim()).filter(|text| is_visible(text));
        let is_reply = referred(&mail).is_some() || says_reply(subject);
        let text = match (is_reply || subject.is_empty(), is_visible(&words.text)) {
            (true, _) => words.text,
            (false, false) => subject.to_owned(),
            (false, true) => [subject, &words.text].join("\n\n"),
        };
        if text.len() > TEXT_MAX {
            return Err(("text_too_long", format!("The text is longer than {} MB.", TEXT_MAX >> 20)));
        }
        let id = mail.message_id().unwrap_or_default();
        if !id.is_empty() && !self.taken.insert(xxh64([id, "\0", &text].concat().as_bytes(), 0)) {
            skipped.add("mails that are here twice");
            return Ok(None);
        }
        skipped.add_many("read as Windows-1252, not UTF-8", u32::from(is_old || is_old_head));
        skipped.add_many("subjects that cannot be read", u32::from(is_lost));
        skipped.add_many("quoted text", words.quotes);
        skipped.add_many("signatures", words.signatures);
        skipped.add_many("attachments", u32::try_from(mail.attachment_count()).unwrap_or(u32::MAX));
        if !is_visible(&text) {
            skipped.add("empty text");
            return Ok(None);
        }
        let from = mail.from().and_then(|from| from.first()).and_then(sender::Sender::of);
        let (speaker, account, email) = match from {
            Some(sender) if sender.name.as_ref().is_some_and(|name| name.chars().count() > SPEAKER_MAX) => {
                return Err((
                    "speaker_too_long",
                    format!("The sender's name is longer than {SPEAKER_MAX} characters."),
                ));
            }
            Some(sender) => match sender.person() {
                Ok(person) => (Some(person.name), Some(person.account), person.email),
                // Shown, but nobody's name.
                Err(address) => (Some(address.clone()), Some(format!("mail:{address}")), None),
            },
            None => (None, None, None),
        };
        let time = mail.date().and_then(time::of_mail);
        Ok(Some(Message {
            speaker,
            account,
            email,
            time,
            conversation: Some(
                thread(&mail, is_reply, title)
                    .unwrap_or_else(|| format!("mail:words:{:016x}", xxh64(text.as_bytes(), 0))),
            ),
            title: title.map(|title| title.chars().take(SPEAKER_MAX).collect()),
            to: recipients(&mail, skipped),
            text,
            ..Message::default()
        }))
    }
}

/// Whom a mail is to, by name; none twice.
fn recipients(mail: &Mail<'_>, skipped: &mut Skipped) -> Vec<Person> {
    let all = [mail.all_to().collect::<Vec<_>>(), mail.all_cc().collect(), mail.all_bcc().collect()].concat();
    let mut people: Vec<Person> = Vec::new();
    for address in all.iter().flat_map(|addresses| addresses.iter()) {
        let Some(sender) = sender::Sender::of(address) else { continue };
        match sender.person() {
            Err(_) => skipped.add("recipients without a name"),
            Ok(person) if person.name.chars().count() > SPEAKER_MAX || people.len() >= TO_MAX => {
                skipped.add("further recipients");
            }
            Ok(person) if people.iter().any(|known| known.account == person.account) => {}
            Ok(person) => people.push(person),
        }
    }
    people
}

/// The first mail that a mail refers to, if it answers or forwards one.
fn referred(mail: &Mail<'_>) -> Option<String> {
    let first = |value: &HeaderValue<'_>| {
        let ids = value.as_text_list()?;
        ids.iter().find(|id| !id.trim().is_empty()).map(|id| id.trim().to_owned())
    };
    first(mail.references()).or_else(|| first(mail.in_reply_to()))
}

/// Whether a subject says that a mail answers or forwards one: `Re:`, also behind the tag of a list, which alone says nothing
/// (`[rowing] Boats`).
fn says_reply(subject: &str) -> bool {
    let mut rest = subject;
    while let Some((_, behind)) = rest.strip_prefix('[').and_then(|tag| tag.split_once(']')) {
        rest = behind.trim_start();
    }
    // All of it in brackets may be a mail that is forwarded: `[Fwd: Boats]`.
    let rest = if rest.is_empty() { subject } else { rest };
    thread_name(rest).len() < rest.len()
}

/// The id of a mail's thread: the first mail that it refers to, else, for an answer that refers to none, its subject, else
/// itself. It depends on nothing but the mail, so that mails may come in any order. `None` if nothing tells.
fn thread(mail: &Mail<'_>, is_reply: bool, title: Option<&str>) -> Option<String> {
    let subject = || title.map(|title| format!("mail:subject:{}", title.to_lowercase()));
    let own = || mail.message_id().filter(|id| !id.is_empty()).map(|id| format!("mail:id:{id}"));
    let referred = referred(mail).map(|id| format!("mail:id:{id}"));
    let fallback = if is_reply { subject().or_else(own) } else { own().or_else(subject) };
    referred.or(fallback)
}
