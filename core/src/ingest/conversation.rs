//! Which conversation a file holds, if its lines name none.
//!
//! A conversation is recognised by its messages, so that the same one under another file name, exported again when it had
//! grown, or from a later line on, is the same; and two that merely begin with the same words are two.

use super::{checksum, derived};
use crate::journal::{Hash, sha256};
use crate::model::{SourceId, SourceKind};
use crate::read::Message;
use crate::state::{Draft, Space};
use std::collections::{BTreeMap, HashSet};

/// Messages that are compared from where two conversations meet.
const COMPARED: usize = 5;
/// Messages in a row that are no chance where they have no time: anybody may answer “OK”, and another ask “Where?” then.
const TELLING: usize = 3;
/// Messages that name a conversation at most: two that begin with so many equal ones are one.
const NAMING: usize = 2 * COMPARED;

/// Checksum of what was said, by whom and when, as far as the file alone tells. An account stays who it is when it shows another
/// name: programs write the name of today beside everything that was ever said.
pub fn message_hash(message: &Message) -> Hash {
    let who = message.account.as_ref().or(message.speaker.as_ref()).filter(|_| !message.sender_changes);
    let said = message.said.as_ref().unwrap_or(&message.text);
    checksum(&(who, said, message.clock.or(message.time)))
}

/// The messages of a conversation, as far as needed to recognise it: 16 bytes each, as there may be a million.
#[derive(Debug, Clone, Default)]
pub struct Opening {
    /// Time, and the beginning of the checksum.
    messages: Vec<(i64, u64)>,
    /// Some have no time: the order in which they came counts then.
    is_untimed: bool,
    /// Those that came first.
    first: Vec<Hash>,
    /// Those of the earliest times.
    earliest: Vec<(i64, Hash)>,
}

impl Opening {
    /// Adds the next message of the file.
    pub fn add(&mut self, message: &Message) {
        self.push(message.time, message_hash(message));
    }

    fn push(&mut self, time: Option<i64>, hash: Hash) {
        self.is_untimed |= time.is_none();
        let time = time.unwrap_or_default();
        self.messages.push((time, short(hash)));
        if self.first.len() < NAMING {
            self.first.push(hash);
        }
        let at = self.earliest.partition_point(|(other, _)| *other <= time);
        if at < NAMING {
            self.earliest.insert(at, (time, hash));
            self.earliest.truncate(NAMING);
        }
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// The beginnings of the checksums, in the order of the file.
    pub(super) fn hashes(&self) -> impl Iterator<Item = u64> + '_ {
        self.messages.iter().map(|(_, hash)| *hash)
    }

    /// Checksums by time, and in the order of the file where times are equal or missing.
    fn in_order(&self) -> Talk {
        let mut messages = self.messages.clone();
        if !self.is_untimed {
            messages.sort_by_key(|(time, _)| *time);
        }
        Talk { is_untimed: self.is_untimed, messages: messages.into_iter().map(|(_, hash)| hash).collect() }
    }

    /// The first ones in that order, whole.
    fn beginning(&self) -> Vec<Hash> {
        if self.is_untimed { self.first.clone() } else { self.earliest.iter().map(|(_, hash)| *hash).collect() }
    }
}

/// The messages of a conversation in order, to be compared.
struct Talk {
    is_untimed: bool,
    messages: Vec<u64>,
}

fn short(hash: Hash) -> u64 {
    hash.0.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// The id of the source for a conversation that its lines name.
pub fn named_conversation(draft: &Draft<'_>, name: &str) -> SourceId {
    derived(draft, "source", &format!("conversation:id:{name}"))
}

/// The source of a file's conversation: the one in memory that has the same messages where the two meet, or a new one.
/// Costs a look at every event of a conversation, once a file.
pub fn find_conversation(draft: &Draft<'_>, opening: &Opening) -> SourceId {
    let due = opening.in_order();
    let found = stored(draft.space(), SourceKind::Conversation).into_iter().find(|(_, messages)| {
        let messages = messages.in_order();
        meet(&messages, &due) || meet(&due, &messages) || share(&messages, &due)
    });
    if let Some((source, _)) = found {
        return source;
    }
    new_source(draft, "conversation", opening)
}

/// The id of a source that is new: by as few of its messages as tell it from the others, so that it stays when it grows; if all
/// do not, by a number.
pub(super) fn new_source(draft: &Draft<'_>, what: &str, opening: &Opening) -> SourceId {
    let beginning = opening.beginning();
    let mut count = 1;
    loop {
        let bytes: Vec<u8> = beginning.iter().take(count).flat_map(|hash| hash.0).collect();
        let number = match count.saturating_sub(beginning.len()) {
            0 => String::new(),
            number => format!(":{number}"),
        };
        let id = derived(draft, "source", &format!("{what}:first:{}{number}", sha256(&bytes)));
        if draft.space().sources.handle(&id).is_none() {
            return id;
        }
        count += 1;
    }
}

/// The conversations or documents in memory, each with its messages.
pub(super) fn stored(space: &Space, kind: SourceKind) -> Vec<(SourceId, Opening)> {
    let mut by_source: BTreeMap<SourceId, Opening> = BTreeMap::new();
    for event in space.events.iter() {
        by_source.entry(event.source).or_default().push(event.time, event.checksum);
    }
    let conversations = space.sources.iter().filter(|source| source.kind == kind);
    conversations.filter_map(|source| Some((source.id, by_source.remove(&source.id)?))).collect()
}

/// True if the second begins somewhere in the first and they agree from there on. Without times, fewer than [`TELLING`] messages
/// say so only if one conversation begins with the whole other, or holds the whole other and that is not a single message.
fn meet(first: &Talk, second: &Talk) -> bool {
    let Some(start) = second.messages.first() else { return false };
    let is_untimed = first.is_untimed || second.is_untimed;
    let enough = if is_untimed { TELLING.min(second.messages.len().max(2)) } else { 1 };
    (0..first.messages.len()).filter(|at| first.messages[*at] == *start).any(|at| {
        let both = first.messages[at..].iter().zip(&second.messages).take(COMPARED);
        both.clone().all(|(one, other)| one == other) && (at == 0 || both.len() >= enough)
    })
}

/// True if the two have so many messages in common, each of its time, that they are one, though in another order: so the same
/// file is read where another order of dates or another zone was said.
fn share(known: &Talk, due: &Talk) -> bool {
    let one: HashSet<u64> = known.messages.iter().copied().collect();
    let common = due.messages.iter().filter(|hash| one.contains(hash)).count();
    !due.is_untimed && common >= COMPARED && common * 2 >= one.len().min(due.messages.len())
}

#[cfg(test)]
mod tests {
    use super::{Opening, meet};
    use crate::journal::sha256;

    fn talk(words: &str, time: Option<i64>) -> Opening {
        let mut talk = Opening::default();
        words.split(' ').for_each(|word| talk.push(time, sha256(word.as_bytes())));
        talk
    }

    fn check(one: &str, other: &str, same: bool) {
        let (a, b) = (talk(one, None).in_order(), talk(other, None).in_order());
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
        check("ok hello ok then what", "ok then what now", true);
        check("a b c d e f", "a b c d e g", true);
        check("hello", "hello oslo", true);
    }

    #[test]
    fn a_few_equal_words_join_nobody_unless_they_have_a_time() {
        for (one, other) in [("hi bye ok", "ok where rome"), ("hi bye ok", "ok"), ("ok hello ok then", "ok then what")]
        {
            check(one, other, false);
            check(other, one, false);
            let (a, b) = (talk(one, Some(7)).in_order(), talk(other, Some(7)).in_order());
            assert!(meet(&a, &b), "{one:?} and {other:?}, each at its time");
        }
    }

    #[test]
    fn a_conversation_begins_with_its_earliest_message() {
        let mut talk = Opening::default();
        for (time, word) in [(30, "c"), (10, "a"), (20, "b1"), (20, "b2")] {
            talk.push(Some(time), sha256(word.as_bytes()));
        }
        let wanted = ["a", "b1", "b2", "c"].map(|word| sha256(word.as_bytes()));
        assert_eq!(talk.beginning(), wanted);
        assert_eq!(talk.in_order().messages, wanted.map(super::short));
        talk.push(None, sha256(b"d"));
        assert_eq!(talk.beginning()[..2], [wanted[3], wanted[0]], "in the order in which they came");
    }
}
