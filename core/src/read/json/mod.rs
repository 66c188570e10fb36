//! Messages from exports that are one JSON document: ChatGPT, Claude, Telegram, a day of Slack.
//!
//! Such a document may be as large as any file, so it is walked through and never built: at most one conversation
//! of an assistant, or one message, is read at a time. A bad one costs only itself. The number of an item is its place in
//! the document, as such a file has no lines to speak of; messages of an assistant have that of their conversation.

mod assistants;
mod slack;
mod telegram;
mod walk;

use std::cell::Cell;
use std::collections::VecDeque;

pub(super) use self::slack::Day;
pub use self::slack::Workspace;
use self::walk::{Path, Step, Walk};
use super::item::EXCERPT_BYTES;
use super::lines::Place;
use super::skipped::Skipped;
use super::window::Window;
use super::{Card, Item, Message, NAME_MAX, Refused, SPEAKER_MAX, TEXT_MAX, Zone, is_visible};

/// Whose export a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Maker {
    ChatGpt,
    Claude,
    Telegram,
    Slack,
}

impl Maker {
    /// Whether a container is read whole.
    fn is_item(self, path: &Path) -> bool {
        match self {
            Self::ChatGpt | Self::Claude | Self::Slack => path.is(&[""]),
            Self::Telegram => telegram::is_item(path),
        }
    }
}

/// Whose export begins so, if it is one.
pub(super) fn maker(start: &[u8]) -> Option<Maker> {
    let (mut walk, mut at) = (Walk::default(), 0);
    // What a message of Slack has: its kind and its time.
    let mut slack = (false, false);
    loop {
        let found = Cell::new(None);
        let look = |path: &Path| {
            let known: [(&[&str], Maker); 6] = [
                (&["", "mapping"], Maker::ChatGpt),
                (&["", "chat_messages"], Maker::Claude),
                (&["personal_information"], Maker::Telegram),
                (&["contacts", "list"], Maker::Telegram),
                (&["chats", "list"], Maker::Telegram),
                (&["left_chats", "list"], Maker::Telegram),
            ];
            found.set(known.iter().find(|(keys, _)| path.is(keys)).map(|(_, maker)| *maker));
            found.get().is_some()
        };
        // What is cut off at the end of the beginning has said who it is before.
        match (walk.step(start, at, look), found.get()) {
            (_, Some(maker)) => return Some(maker),
            (Step::Value(range), None) => {
                let from = range.start;
                at = range.end;
                if walk.path().is(&["type"]) && telegram::is_kind(start.get(range).unwrap_or_default()) {
                    return Some(Maker::Telegram);
                }
                let value = start.get(from..at).unwrap_or_default();
                slack.0 |= walk.path().is(&["", "type"]) && value == b"\"message\"";
                slack.1 |= walk.path().is(&["", "ts"]) && value.starts_with(b"\"");
                if slack == (true, true) {
                    return Some(Maker::Slack);
                }
            }
            (Step::End | Step::Short | Step::Bad, None) => return None,
        }
    }
}

/// A document being read.
#[derive(Debug)]
pub(super) struct Document {
    maker: Maker,
    walk: Walk,
    /// The chat of a Telegram export.
    chat: telegram::Chat,
    /// The day of a Slack export.
    day: Day,
    /// Conversations or messages so far.
    count: u32,
    /// Messages of a conversation that was read whole.
    waiting: VecDeque<Result<Item, Refused>>,
}

impl Document {
    pub(super) fn new(maker: Maker, day: Day) -> Self {
        Self { maker, walk: Walk::default(), chat: telegram::Chat::default(), day, count: 0, waiting: VecDeque::new() }
    }

    /// Messages that were read and not handed out.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// A message that was read and not handed out.
    pub(super) fn pop_waiting(&mut self) -> Option<Result<Item, Refused>> {
        self.waiting.pop_front()
    }

    /// Reads on by one conversation, whose messages then wait. The place after it, or what ends the document.
    pub(super) fn read_on(
        &mut self,
        bytes: &Window,
        place: Place,
        zone: Option<&Zone>,
        skipped: &mut Skipped,
    ) -> Result<Place, Option<Refused>> {
        let (before, maker) = (self.walk.clone(), self.maker);
        let step = self.walk.step(bytes, place.offset, |path| maker.is_item(path));
        let ends = match &step {
            Step::Value(range) => range.end == bytes.len(),
            Step::End | Step::Short => true,
            // What is refused is shown.
            Step::Bad => !bytes.holds(place.offset, EXCERPT_BYTES),
        };
        if ends && !bytes.is_last() {
            self.walk = before;
            bytes.fall_short();
            return Ok(place);
        }
        match step {
            Step::Value(range) => {
                self.take(bytes.get(range.clone()).unwrap_or_default(), zone, skipped);
                if ends {
                    self.waiting.push_back(Err(self.broken(&[])));
                }
                Ok(Place { offset: range.end, ..place })
            }
            Step::End => Err(None),
            Step::Short | Step::Bad => Err(Some(self.broken(bytes.get(place.offset..).unwrap_or_default()))),
        }
    }

    fn broken(&self, rest: &[u8]) -> Refused {
        let reason =
            "The file is no whole JSON document: it breaks off or has other text here. What stands before was taken.";
        Refused::new(self.count.saturating_add(1), "bad_json", reason, rest)
    }

    /// Reads one value into items.
    fn take(&mut self, value: &[u8], zone: Option<&Zone>, skipped: &mut Skipped) {
        let read = match self.maker {
            Maker::ChatGpt => assistants::chat_gpt(value, skipped).map(items),
            Maker::Claude => assistants::claude(value, skipped).map(items),
            Maker::Telegram => match self.chat.take(self.walk.path(), value, zone, skipped) {
                Some(read) => read.map(|item| item.into_iter().collect()),
                None => return,
            },
            Maker::Slack => {
                self.day.message(value, skipped).map(|message| message.into_iter().map(Item::Message).collect())
            }
        };
        self.count = self.count.saturating_add(1);
        let number = self.count;
        match read {
            Err(error) => {
                let what = error.to_string();
                let what = what.split(" at line ").next().unwrap_or_default();
                let reason = format!("It is not what this export has here: {what}.");
                self.waiting.push_back(Err(Refused::new(number, "bad_json", reason, value)));
            }
            Ok(items) => self.waiting.extend(items.into_iter().filter_map(|item| match item {
                Item::Message(message) => checked(Message { line: number, ..message }, skipped),
                Item::Card(card) => Some(checked_card(Card { line: number, ..card })),
            })),
        }
    }
}

fn items(messages: Vec<Message>) -> Vec<Item> {
    messages.into_iter().map(Item::Message).collect()
}

/// A card that has a name, within its bounds.
fn checked_card(card: Card) -> Result<Item, Refused> {
    let name = card.names.first().map_or("", String::as_str);
    let refuse = |code, reason: &str| Err(Refused::new(card.line, code, reason, name.as_bytes()));
    if !is_visible(name) {
        return refuse("no_name", "The contact has no name.");
    }
    if name.chars().count() > NAME_MAX {
        return refuse("name_too_long", "The name is longer than 1,000 characters.");
    }
    Ok(Item::Card(card))
}

/// A message within its bounds; nothing if it says nothing, which is counted.
fn checked(message: Message, skipped: &mut Skipped) -> Option<Result<Item, Refused>> {
    let refuse = |code, reason: &str| Some(Err(Refused::new(message.line, code, reason, message.text.as_bytes())));
    let long = |text: &Option<String>| text.as_ref().is_some_and(|text| text.chars().count() > SPEAKER_MAX);
    if message.text.len() > TEXT_MAX {
        return refuse("text_too_long", "The text is longer than 1 MB.");
    }
    if long(&message.speaker) {
        return refuse("speaker_too_long", "The speaker's name is longer than 200 characters.");
    }
    if long(&message.account) {
        return refuse("speaker_too_long", "The speaker's account is longer than 200 characters.");
    }
    if long(&message.conversation) {
        return refuse("conversation_too_long", "The id of the conversation is longer than 200 characters.");
    }
    if !is_visible(&message.text) {
        skipped.add("empty text");
        return None;
    }
    // A title is only shown.
    let title = message.title.map(|title| match title.char_indices().nth(SPEAKER_MAX) {
        Some((end, _)) => format!("{}…", title.get(..end).unwrap_or_default()),
        None => title,
    });
    Some(Ok(Item::Message(Message { title: title.filter(|title| is_visible(title)), ..message })))
}
