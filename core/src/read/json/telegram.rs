//! A chat of a Telegram export (`result.json`): of one chat, or of a whole account.
//!
//! Who speaks is an account, whatever name it shows. What somebody forwards or quotes are another's words: they are left
//! out and counted, as are files, and what the program itself says. Contacts of the account are cards.

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny};

use super::super::skipped::Skipped;
use super::super::{Card, Item, Message, Zone, is_visible, time};
use super::walk::Path;

/// What kinds of chats there are, and whether their ids count persons, groups or channels.
const KINDS: [(&str, &str); 9] = [
    ("saved_messages", "user"),
    ("replies", "user"),
    ("personal_chat", "user"),
    ("bot_chat", "user"),
    ("private_group", "group"),
    ("private_supergroup", "channel"),
    ("public_supergroup", "channel"),
    ("private_channel", "channel"),
    ("public_channel", "channel"),
];

/// Sections of an account's export that are entered.
const ENTERED: [&str; 3] = ["chats", "left_chats", "contacts"];

/// Whether a value of the key `type` at the top of a document is that of a chat.
pub(super) fn is_kind(value: &[u8]) -> bool {
    serde_json::from_slice(value).is_ok_and(|kind: String| class(&kind).is_some())
}

fn class(kind: &str) -> Option<&'static str> {
    KINDS.iter().find(|(name, _)| *name == kind).map(|(_, class)| *class)
}

/// Whether an object or list is read whole: a message, a contact, or a section that is of no use.
pub(super) fn is_item(path: &Path) -> bool {
    is_message(path)
        || is_contact(path)
        || path.key().is_some_and(|key| path.len() == 1 && key != "messages" && !ENTERED.contains(&key))
}

fn is_message(path: &Path) -> bool {
    path.is(&["messages", ""]) || in_lists(path, &["messages", ""])
}

fn is_contact(path: &Path) -> bool {
    path.is(&["contacts", "list", ""])
}

fn in_lists(path: &Path, keys: &[&str]) -> bool {
    ["chats", "left_chats"].iter().any(|list| {
        let all: Vec<&str> = [*list, "list", ""].into_iter().chain(keys.iter().copied()).collect();
        path.is(&all)
    })
}

/// What is said of the chat before its messages.
#[derive(Debug, Default)]
pub(super) struct Chat {
    id: Option<i64>,
    class: Option<&'static str>,
    name: Option<String>,
    /// Messages came since: what is said next is said of the next chat.
    begun: bool,
}

impl Chat {
    /// Reads what the walk came upon: an item, one that was left out and counted, or nothing that would be one.
    pub(super) fn take(
        &mut self,
        path: &Path,
        value: &[u8],
        zone: Option<&Zone>,
        skipped: &mut Skipped,
    ) -> Option<Result<Option<Item>, serde_json::Error>> {
        if is_message(path) {
            self.begun = true;
            return Some(self.message(value, zone, skipped).map(|message| message.map(Item::Message)));
        }
        if is_contact(path) {
            return Some(contact(value).map(|card| Some(Item::Card(card))));
        }
        match path.key()? {
            key if path.is(&[key]) || in_lists(path, &[key]) => self.header(key, value, skipped, path.len() == 1),
            _ => {}
        }
        None
    }

    fn header(&mut self, key: &str, value: &[u8], skipped: &mut Skipped, is_top: bool) {
        if !matches!(key, "id" | "type" | "name") {
            if is_top && matches!(value.first(), Some(b'{' | b'[')) {
                skipped.add(&format!("section “{key}”"));
            }
            return;
        }
        if std::mem::take(&mut self.begun) {
            *self = Self::default();
        }
        match key {
            "id" => self.id = serde_json::from_slice(value).ok(),
            "name" => self.name = serde_json::from_slice(value).ok().flatten(),
            _ => self.class = serde_json::from_slice(value).ok().and_then(|kind: String| class(&kind)),
        }
    }

    fn message(
        &self,
        value: &[u8],
        zone: Option<&Zone>,
        skipped: &mut Skipped,
    ) -> Result<Option<Message>, serde_json::Error> {
        let post: Post = serde_json::from_slice(value)?;
        let mut leave_out = |what: &str| {
            skipped.add(what);
            Ok(None)
        };
        if post.kind != "message" {
            return leave_out("notices of the program");
        }
        if post.forwarded_from {
            return leave_out("forwarded messages");
        }
        let files = [post.photo, post.file, post.contact, post.place, post.poll].into_iter().any(|there| there);
        let (text, quoted) = post.text.words();
        if files || text.is_empty() && !quoted {
            skipped.add("attachments");
        }
        if quoted {
            skipped.add("quoted text");
        }
        if text.is_empty() {
            return Ok(None);
        }
        let exact = post.date_unixtime.and_then(|seconds| seconds.number()).and_then(time::from_number);
        let time = exact.or_else(|| post.date.as_deref().and_then(time::from_text));
        let (time, clock) = time.map(|time| time.within(zone, skipped)).unzip();
        let conversation = self.id.map(|id| format!("telegram:{}:{id}", self.class.unwrap_or("chat")));
        Ok(Some(Message {
            speaker: post.from,
            account: post.from_id.map(|id| format!("telegram:{}", id.account())),
            text,
            time,
            clock: clock.flatten(),
            conversation,
            title: self.name.clone(),
            ..Message::default()
        }))
    }
}

#[derive(Deserialize)]
#[serde(expecting = "a message")]
struct Post {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    date: Option<String>,
    #[serde(default)]
    date_unixtime: Option<Scalar>,
    #[serde(default)]
    from: Option<String>,
    #[serde(default)]
    from_id: Option<Scalar>,
    #[serde(default)]
    text: Text,
    // Null where it is not said from whom.
    #[serde(default, deserialize_with = "is_there")]
    forwarded_from: bool,
    #[serde(default, deserialize_with = "is_there")]
    photo: bool,
    #[serde(default, deserialize_with = "is_there")]
    file: bool,
    #[serde(default, rename = "contact_information", deserialize_with = "is_there")]
    contact: bool,
    #[serde(default, rename = "location_information", deserialize_with = "is_there")]
    place: bool,
    #[serde(default, deserialize_with = "is_there")]
    poll: bool,
}

fn is_there<'de, D: Deserializer<'de>>(value: D) -> Result<bool, D::Error> {
    IgnoredAny::deserialize(value).map(|_| true)
}

/// A text or a number: versions differ.
#[derive(Deserialize)]
#[serde(untagged, expecting = "an id or a time is neither text nor a number")]
enum Scalar {
    Number(i64),
    Text(String),
}

impl Scalar {
    #[expect(clippy::cast_precision_loss, reason = "seconds since 1970 are far below 2^53")]
    fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number as f64),
            Self::Text(text) => text.parse().ok(),
        }
    }

    /// `user123`; versions before 2021 write the number alone.
    fn account(&self) -> String {
        match self {
            Self::Number(number) => format!("user{number}"),
            Self::Text(text) => text.clone(),
        }
    }
}

/// A text, or its pieces.
#[derive(Deserialize)]
#[serde(untagged, expecting = "“text” is neither text nor a list of pieces of it")]
enum Text {
    Plain(String),
    Pieces(Vec<Piece>),
}

impl Default for Text {
    fn default() -> Self {
        Self::Plain(String::new())
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Piece {
    Plain(String),
    Marked {
        #[serde(rename = "type", default)]
        kind: String,
        #[serde(default)]
        text: String,
    },
}

impl Text {
    /// The sender's words, and whether others' are left out.
    fn words(self) -> (String, bool) {
        let pieces = match self {
            Self::Plain(text) => return (text, false),
            Self::Pieces(pieces) => pieces,
        };
        let (mut words, mut quoted) = (String::new(), false);
        for piece in pieces {
            match piece {
                Piece::Marked { kind, .. } if kind == "blockquote" => quoted = true,
                Piece::Plain(text) | Piece::Marked { text, .. } => words.push_str(&text),
            }
        }
        let words = if quoted { words.trim().to_owned() } else { words };
        (words, quoted)
    }
}

#[derive(Deserialize)]
#[serde(expecting = "a contact")]
struct Contact {
    #[serde(default)]
    user_id: Option<i64>,
    #[serde(default)]
    first_name: Option<String>,
    #[serde(default)]
    last_name: Option<String>,
    #[serde(default)]
    phone_number: Option<String>,
}

/// A contact of the account. Its names come in parts, which are put together as the program shows them.
fn contact(value: &[u8]) -> Result<Card, serde_json::Error> {
    let contact: Contact = serde_json::from_slice(value)?;
    let parts = [("given", contact.first_name), ("family", contact.last_name)];
    let mut fields: Vec<(String, String)> = Vec::new();
    for (field, part) in parts {
        fields.extend(part.filter(|part| is_visible(part)).map(|part| (field.to_owned(), part)));
    }
    let name = fields.iter().map(|(_, part)| part.trim()).collect::<Vec<_>>().join(" ");
    fields.extend(contact.phone_number.filter(|number| !number.trim().is_empty()).map(|n| ("phone".to_owned(), n)));
    Ok(Card {
        source_key: contact.user_id.filter(|id| *id > 0).map(|id| format!("telegram:user{id}")),
        names: Some(name).filter(|name| !name.is_empty()).into_iter().collect(),
        fields,
        ..Card::default()
    })
}
