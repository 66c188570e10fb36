//! Messages from exports that are one JSON document: ChatGPT, Claude.
//!
//! Such a document may be as large as any file, so it is walked through and never built: at most one conversation
//! is read at a time. A bad one costs only itself. The number of an item is the place of its conversation in the document, as
//! such a file has no lines to speak of.

mod assistants;
mod walk;

use std::cell::Cell;
use std::collections::VecDeque;

use self::walk::{Path, Step, Walk};
use super::item::EXCERPT_BYTES;
use super::lines::Place;
use super::skipped::Skipped;
use super::window::Window;
use super::{Item, Message, Refused, SPEAKER_MAX, TEXT_MAX, is_visible};

/// Whose export a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Maker {
    ChatGpt,
    Claude,
}

/// Whose export begins so, if it is one.
pub(super) fn maker(start: &[u8]) -> Option<Maker> {
    let (mut walk, mut at) = (Walk::default(), 0);
    loop {
        let found = Cell::new(None);
        let look = |path: &Path| {
            if path.is(&["", "mapping"]) {
                found.set(Some(Maker::ChatGpt));
            } else if path.is(&["", "chat_messages"]) {
                found.set(Some(Maker::Claude));
            }
            found.get().is_some()
        };
        // What is cut off at the end of the beginning has said who it is before.
        match (walk.step(start, at, look), found.get()) {
            (_, Some(maker)) => return Some(maker),
            (Step::Value(range), None) => at = range.end,
            (Step::End | Step::Short | Step::Bad, None) => return None,
        }
    }
}

/// A document being read.
#[derive(Debug)]
pub(super) struct Document {
    maker: Maker,
    walk: Walk,
    /// Conversations so far.
    count: u32,
    /// Messages of a conversation that was read whole.
    waiting: VecDeque<Result<Item, Refused>>,
}

impl Document {
    pub(super) fn new(maker: Maker) -> Self {
        Self { maker, walk: Walk::default(), count: 0, waiting: VecDeque::new() }
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
        skipped: &mut Skipped,
    ) -> Result<Place, Option<Refused>> {
        let before = self.walk.clone();
        let step = self.walk.step(bytes, place.offset, |path| path.is(&[""]));
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
                self.count = self.count.saturating_add(1);
                self.take(bytes.get(range.clone()).unwrap_or_default(), skipped);
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

    /// Reads one item into messages.
    fn take(&mut self, value: &[u8], skipped: &mut Skipped) {
        let number = self.count;
        let read = match self.maker {
            Maker::ChatGpt => assistants::chat_gpt(value, skipped),
            Maker::Claude => assistants::claude(value, skipped),
        };
        match read {
            Err(error) => {
                let what = error.to_string();
                let what = what.split(" at line ").next().unwrap_or_default();
                let reason = format!("It is not what this export has here: {what}.");
                self.waiting.push_back(Err(Refused::new(number, "bad_json", reason, value)));
            }
            Ok(messages) => {
                for message in messages {
                    self.waiting.extend(checked(Message { line: number, ..message }, skipped));
                }
            }
        }
    }
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
    if long(&message.conversation) {
        return refuse("conversation_too_long", "The id of the conversation is longer than 200 characters.");
    }
    if !is_visible(&message.text) {
        skipped.add("empty text");
        return None;
    }
    Some(Ok(Item::Message(message)))
}
