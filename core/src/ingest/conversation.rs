//! Which conversation a file holds, if its lines name none.
//!
//! A conversation is recognised by its messages, so that the same one under another file name, exported again when it had
//! grown, or from a later line on, is the same; and two that merely begin with the same words are two.

use super::{checksum, derived};
use crate::journal::{Hash, sha256};
use crate::model::{SourceId, SourceKind};
use crate::read::Message;
use crate::state::{Draft, Space};
use std::collections::BTreeMap;

/// Messages that are compared from where two conversations meet.
const COMPARED: usize = 5;

/// Checksum of what was said, by whom and when.
pub fn message_hash(message: &Message) -> Hash {
    checksum(&(&message.speaker, &message.text, message.time))
}

/// The messages of a file, as far as needed to recognise its conversation.
#[derive(Debug, Clone, Default)]
pub struct Opening {
    messages: Vec<(Option<i64>, Hash)>,
}

impl Opening {
    /// Adds the next message of the file.
    pub fn add(&mut self, message: &Message) {
        self.messages.push((message.time, message_hash(message)));
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// Checksums by time, and in the order of the file where times are equal or missing.
    fn ordered(&self) -> Vec<Hash> {
        in_order(self.messages.clone())
    }
}

fn in_order(mut messages: Vec<(Option<i64>, Hash)>) -> Vec<Hash> {
    if messages.iter().all(|(time, _)| time.is_some()) {
        messages.sort_by_key(|(time, _)| *time);
    }
    messages.into_iter().map(|(_, hash)| hash).collect()
}

/// The id of the source for a conversation that its lines name.
pub fn named_conversation(draft: &Draft<'_>, name: &str) -> SourceId {
    derived(draft, "source", &format!("conversation:id:{name}"))
}

/// The source of a file's conversation: the one in memory that has the same messages where the two meet, or a new one.
/// Costs a look at every event of a conversation, once a file.
pub fn find_conversation(draft: &Draft<'_>, opening: &Opening) -> SourceId {
    let due = opening.ordered();
    let found = stored(draft.space()).into_iter().find(|(_, messages)| meet(messages, &due) || meet(&due, messages));
    if let Some((source, _)) = found {
        return source;
    }
    // As few messages as tell it from the others, so that the id stays when it grows.
    (1..=due.len().max(1))
        .map(|count| {
            let bytes: Vec<u8> = due.iter().take(count).flat_map(|hash| hash.0).collect();
            derived(draft, "source", &format!("conversation:first:{}", sha256(&bytes)))
        })
        .find(|id| draft.space().sources.handle(id).is_none())
        .unwrap_or_else(|| derived(draft, "source", "conversation:first"))
}

/// The conversations in memory, each with its messages in order.
fn stored(space: &Space) -> Vec<(SourceId, Vec<Hash>)> {
    let mut by_source: BTreeMap<SourceId, Vec<(Option<i64>, Hash)>> = BTreeMap::new();
    for event in space.events.iter() {
        by_source.entry(event.source).or_default().push((event.time, event.checksum));
    }
    let conversations = space.sources.iter().filter(|source| source.kind == SourceKind::Conversation);
    conversations.filter_map(|source| Some((source.id, in_order(by_source.remove(&source.id)?)))).collect()
}

/// True if the second begins somewhere in the first and they agree from there on.
fn meet(first: &[Hash], second: &[Hash]) -> bool {
    let Some(start) = second.first() else { return false };
    (0..first.len()).filter(|at| first[*at] == *start).any(|at| {
        let both = first[at..].iter().zip(second).take(COMPARED);
        both.clone().all(|(one, other)| one == other)
    })
}

#[cfg(test)]
mod tests {
    use super::{in_order, meet};
    use crate::journal::{Hash, sha256};

    fn talk(words: &str) -> Vec<Hash> {
        in_order(words.split(' ').map(|word| (None, sha256(word.as_bytes()))).collect())
    }

    fn check(one: &str, other: &str, same: bool) {
        let (a, b) = (talk(one), talk(other));
        assert_eq!(meet(&a, &b) || meet(&b, &a), same, "{one:?} and {other:?}");
    }

    #[test]
    fn conversations_are_recognised_by_what_they_share() {
        check("hello oslo yes", "hello oslo yes", true);
        check("hello oslo yes", "hello oslo yes and more", true);
        check("hello oslo yes and more", "oslo yes and more still", true);
        check("oslo yes", "hello oslo yes", true);
        check("hello oslo", "hello rome", false);
        check("hello oslo", "good morning", false);
        check("ok hello ok then", "ok then what", true);
        check("a b c d e f", "a b c d e g", true);
    }
}
