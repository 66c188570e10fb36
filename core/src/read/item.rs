//! What comes out of a file. Plain data; it must not interpret what it holds.

/// A contact card, as its source wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Card {
    /// Its first line in the file, from 1.
    pub line: u32,
    /// The source's own id of the card, exactly as written: `UID`, or `X-ABUID` where there is none; of a table the column
    /// that is mapped to `uid`; the `dn` of LDIF, unless it is only a name.
    pub source_key: Option<String>,
    /// An export of this product wrote it: what it says may be the owner's word and not a source's.
    pub written_here: bool,
    /// Its names as written, no two equal; none if it has only other things to know it by. The first is the preferred one: the formatted name (`FN`),
    /// else the parts of `N` put together, else the organization. Then the nicknames, then other formatted names.
    pub names: Vec<String>,
    /// `person`, `organization` or `group`, if the card says so.
    pub kind: Option<String>,
    /// Field names in lower case with their values, without the escapes of the format, in the order of the file.
    ///
    /// `email`, `phone`, `organization`, `unit`, `title`, `role`, `birthday`, `birthplace`, `deathdate`, `deathplace`,
    /// `anniversary`, `address`, `url`, `note`, `category`, `im`, `social`, `related`, `member`, `gender`, `language`,
    /// `timezone`, `geo`, `id_number` (social security and the like), the name's parts `family`, `given`,
    /// `additional`, `prefix`, `suffix`, and how they sound: `phonetic_given`, `phonetic_additional`, `phonetic_family`,
    /// `phonetic_organization`; `sort_as`, by what it is sorted.
    /// A field may occur several times.
    pub fields: Vec<(String, String)>,
}

/// A message of a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Message {
    /// Its line in the file, from 1; in a JSON document the place of its conversation, or its own.
    pub line: u32,
    /// Who said it, as written.
    pub speaker: Option<String>,
    /// The account that said it, as [`Person::account`].
    pub account: Option<String>,
    /// The source may write another name and another account beside the same message later, so they do not tell it from
    /// others.
    pub sender_changes: bool,
    /// The speaker's e-mail address, if the source gives it.
    pub email: Option<String>,
    /// What was said, never empty.
    pub text: String,
    /// The same as the source writes it, where the text shows it in words that may be others in another file of the source:
    /// names of today instead of ids. So the message is known again.
    pub said: Option<String>,
    /// When, in milliseconds since 1970-01-01T00:00Z.
    pub time: Option<i64>,
    /// What the clock of whoever wrote it showed, where the time is not told by the file alone: read as UTC, and of two
    /// readings of a date the earlier. It stays the same whatever is said of the file, so that the message is known again.
    pub clock: Option<i64>,
    /// The id of the conversation that the line names.
    pub conversation: Option<String>,
    /// What the source calls that conversation, for showing.
    pub title: Option<String>,
    /// Who it was said to, as far as the source names them with an account.
    pub to: Vec<Person>,
}

/// Somebody who takes part in a conversation without speaking here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The name, as written.
    pub name: String,
    /// The account, the strongest identity that the format gives: the format and the id of one account, the same in all
    /// conversations and whatever name it shows (`telegram:user123`, `slack:U0123`). An e-mail address is shared by
    /// whoever writes from it (a list, a switchboard), so there the name is part of it (`mail:ana@team.example:ana ruiz`).
    pub account: String,
    /// The e-mail address, if the source gives it.
    pub email: Option<String>,
}

/// One item of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A contact card.
    Card(Card),
    /// A message of a conversation.
    Message(Message),
}

impl Item {
    /// Its first line in the file, from 1.
    pub fn line(&self) -> u32 {
        match self {
            Self::Card(card) => card.line,
            Self::Message(message) => message.line,
        }
    }
}

/// An item that was not taken, and why.
///
/// Codes: `bad_text` (not UTF-8, or a character set that is not known), `not_a_card` (lines between cards), `no_end`,
/// `bad_line`, `no_name`, `no_visible_name`, `name_too_long`, `too_many_names`, `bad_json`, `not_an_object`,
/// `missing_text`, `wrong_type`, `text_too_long`, `line_too_long`, `speaker_too_long`, `conversation_too_long`,
/// `bad_time`, `no_speaker` (before the first message of a chat), `unknown_columns` (of a table), `change_record` (of LDIF),
/// `not_a_mail`, `wrong_format`, `item_too_long`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The first line of the item in the file, from 1.
    pub line: u32,
    /// Stable code.
    pub code: &'static str,
    /// What is wrong, in a sentence for the owner.
    pub reason: String,
    /// The beginning of the item, or of the line that is wrong: at most 80 characters, no control characters.
    pub excerpt: String,
}

/// Most characters of an excerpt.
const EXCERPT_MAX: usize = 80;
/// Bytes that are looked at for an excerpt.
pub(super) const EXCERPT_BYTES: usize = EXCERPT_MAX * 4 + 4;

impl Refused {
    /// A refusal with the beginning of `bytes` as its excerpt.
    pub(super) fn new(line: u32, code: &'static str, reason: impl Into<String>, bytes: &[u8]) -> Self {
        Self { line, code, reason: reason.into(), excerpt: excerpt(bytes) }
    }
}

/// The first characters of some bytes, control characters as spaces, and `…` if there is more.
fn excerpt(bytes: &[u8]) -> String {
    let start = bytes.get(..bytes.len().min(EXCERPT_BYTES)).unwrap_or_default();
    let text = String::from_utf8_lossy(start);
    let text = text.trim_start_matches('\u{FEFF}').trim();
    let mut chars = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let mut out: String = chars.by_ref().take(EXCERPT_MAX).collect();
    if chars.next().is_some() {
        out.pop();
        out.push('…');
    }
    out
}
