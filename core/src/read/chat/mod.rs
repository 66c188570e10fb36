//! Messages from the text that chat programs export and people paste: WhatsApp and others that begin a message with a time
//! and a name, plain `Name: text`, and Signal's blocks.
//!
//! A message goes on over all lines that begin no other. It must not change what was said, nor take a sentence with a colon
//! for somebody's name: a label without a time counts only if the file uses it more than once.

mod blocks;
mod label;
mod order;
mod said;
mod stamp;

use std::collections::BTreeMap;

pub(super) use self::label::label;
use self::order::{Evidence, Order};
use self::stamp::{Stamp, stamp};
use super::lines::{Place, lines};
use super::skipped::Skipped;
use super::window::Window;
use super::{Item, LINE_MAX, Message, Refused, SPEAKER_MAX, TEXT_MAX, Zone, is_visible};

/// Labels of a file without times that are counted at most.
const LABELS_MAX: usize = 10_000;
/// Lines that are looked at to tell a chat from other text.
const LOOKED_AT: usize = 200;

/// How a file writes its messages, told from the whole of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// Each with its time.
    Timed(Order),
    /// `Name: text`, with these names.
    Labelled(Vec<String>),
    /// Blocks of several lines.
    Blocks,
}

/// What is seen of how a file writes its messages, line by line.
#[derive(Debug, Default)]
pub(super) struct Seen {
    evidence: Evidence,
    labels: BTreeMap<String, u32>,
    timed: bool,
    first: Option<String>,
    /// The first date that reads both ways, as written and by each.
    unclear: Option<(String, i64, i64)>,
    blocks: blocks::Beginning,
}

impl Seen {
    /// The next line of the file.
    pub(super) fn add(&mut self, line: &[u8]) {
        self.blocks.add(line);
        let Some(line) = text_of(line) else { return };
        if let Some((stamp, rest)) = stamp(line) {
            self.timed = true;
            if self.unclear.is_none() && stamp.is_unclear() {
                let around = |c: char| c.is_whitespace() || matches!(c, '[' | ']' | '-' | '–' | '—' | ',');
                let written = line.strip_suffix(rest).unwrap_or(line).trim_matches(around).to_owned();
                let both = stamp.ms(false).zip(stamp.ms(true));
                self.unclear = both.map(|(day_first, month_first)| (written, day_first, month_first));
            }
            self.evidence.add(&stamp);
        } else if !self.timed
            && let Some((name, _)) = label(line)
        {
            self.first.get_or_insert_with(|| name.to_owned());
            if let Some(count) = self.labels.get_mut(name) {
                *count += 1;
            } else if self.labels.len() < LABELS_MAX {
                self.labels.insert(name.to_owned(), 1);
            }
        }
    }

    /// That date, if nothing tells how to read it.
    pub(super) fn unclear_date(&self) -> Option<(String, i64, i64)> {
        self.unclear.clone().filter(|_| self.evidence.order().assumed)
    }

    /// How the file writes its messages, once all lines were added; the order of dates may be said.
    pub(super) fn style(&self, month_first: Option<bool>) -> Style {
        if self.blocks.is_one() {
            return Style::Blocks;
        }
        if self.timed {
            let told = self.evidence.order();
            return Style::Timed(month_first.map_or(told, |month_first| Order { month_first, assumed: false }));
        }
        let used =
            |(name, count): (&String, &u32)| (*count > 1 || Some(name) == self.first.as_ref()).then(|| name.clone());
        Style::Labelled(self.labels.iter().filter_map(used).collect())
    }
}

/// Whether the beginning of a file looks like a chat: it begins with a time, or has several lines that do and somebody who
/// speaks; or most of its lines are said by somebody, and somebody says more than one.
pub(super) fn is_chat(start: &[u8]) -> bool {
    let mut beginning = blocks::Beginning::default();
    lines(start).take(blocks::BEGINNING).for_each(|line| beginning.add(line));
    if beginning.is_one() {
        return true;
    }
    let mut labels = BTreeMap::<&str, u32>::new();
    let (mut seen, mut timed, mut said) = (0, 0, 0);
    for line in lines(start).filter_map(text_of).filter(|line| !line.trim().is_empty()).take(LOOKED_AT) {
        if let Some((_, rest)) = stamp(line) {
            timed += 1;
            said += u32::from(said::by(rest).is_some());
            if seen == 0 || (timed > 1 && said > 0) {
                return true;
            }
        }
        seen += 1;
        if let Some((name, _)) = label(line) {
            *labels.entry(name).or_default() += 1;
        }
    }
    // The head of an e-mail is no chat.
    let is_mail = ["From", "Subject"].iter().all(|header| labels.contains_key(header));
    let labelled: u32 = labels.values().sum();
    !is_mail && labels.values().any(|count| *count > 1) && labelled * 2 >= seen
}

/// A line that can be read as text.
fn text_of(line: &[u8]) -> Option<&str> {
    (line.len() <= LINE_MAX).then(|| std::str::from_utf8(line).ok()).flatten()
}

/// What a line begins.
struct Begun<'a> {
    time: Option<i64>,
    /// The same, of two readings the earlier.
    clock: Option<i64>,
    /// The day and the month of its time may be taken for each other.
    unclear: bool,
    /// None for what the program itself says.
    speaker: Option<&'a str>,
    text: &'a str,
}

impl Style {
    /// Whether this is somebody who speaks, in a file without times.
    pub(super) fn knows(&self, name: &str) -> bool {
        matches!(self, Self::Labelled(labels) if labels.binary_search_by(|known| known.as_str().cmp(name)).is_ok())
    }

    /// What a line begins, if it begins a message.
    fn begin<'a>(&self, line: &'a str) -> Option<Begun<'a>> {
        match self {
            Self::Timed(order) => {
                let (stamp, rest) = stamp(line)?;
                let (speaker, text) = match said::by(rest) {
                    Some((speaker, text)) => (Some(speaker), text),
                    None => (None, rest),
                };
                let unclear = order.assumed && stamp.is_unclear();
                let clock = stamp.ms(false).into_iter().chain(stamp.ms(true)).min();
                Some(Begun { time: time(&stamp, *order), clock, unclear, speaker, text })
            }
            Self::Labelled(_) => {
                let (name, text) = label(line)?;
                self.knows(name).then_some(Begun { time: None, clock: None, unclear: false, speaker: Some(name), text })
            }
            Self::Blocks => None,
        }
    }
}

/// The time by the file's order; by the other one for a date that reads only so.
fn time(stamp: &Stamp, order: Order) -> Option<i64> {
    stamp.ms(order.month_first).or_else(|| stamp.ms(!order.month_first))
}

/// The message that begins at `place`, if one does that counts, and the place after it.
pub(super) fn next_message(
    bytes: &Window,
    mut place: Place,
    style: &Style,
    zone: Option<&Zone>,
    skipped: &mut Skipped,
) -> (Option<Result<Item, Refused>>, Place) {
    if *style == Style::Blocks {
        return blocks::next_message(bytes, place, skipped);
    }
    let number = place.line;
    let Some((line, next)) = place.line_of(bytes) else { return (None, place) };
    place = next;
    if line.trim_ascii().is_empty() {
        return (None, place);
    }
    let refuse = |code, reason: &str| Some(Err(Refused::new(number, code, reason, line)));
    if line.len() > LINE_MAX {
        return (refuse("line_too_long", "The line is longer than 8 MB."), place);
    }
    let Some(text) = text_of(line) else {
        return (refuse("bad_text", "The line is not UTF-8. Save the file as UTF-8 and import it again."), place);
    };
    let Some(begun) = style.begin(text) else {
        return (refuse("no_speaker", "The line stands before the first message, and nobody says it."), place);
    };
    let (said, place) = whole(bytes, place, style, begun.text);
    let Some(said) = said else {
        return (refuse("text_too_long", "The text is longer than 1 MB."), place);
    };
    let Some(speaker) = begun.speaker else {
        skipped.add("notices of the program");
        return (None, place);
    };
    if speaker.chars().count() > SPEAKER_MAX {
        return (refuse("speaker_too_long", "The speaker's name is longer than 200 characters."), place);
    }
    let Some(text) = said::text(&said) else {
        skipped.add("attachments");
        return (None, place);
    };
    let Some(text) = said::own_words(text, skipped) else { return (None, place) };
    if !is_visible(&text) {
        skipped.add("empty text");
        return (None, place);
    }
    let time = begun.time.map(|local| zone.map_or(local, |zone| zone.utc(local)));
    if time.is_some() && zone.is_none() {
        skipped.add("time without zone");
    }
    if begun.unclear {
        skipped.add("date read either way");
    }
    let (speaker, text) = (Some(speaker.to_owned()), text.into_owned());
    let message = Message { line: number, speaker, text, time, clock: begun.clock, ..Message::default() };
    (Some(Ok(Item::Message(message))), place)
}

/// The text of a message with all lines that go on with it, and the place after them. No text if it is too long.
fn whole(bytes: &Window, mut place: Place, style: &Style, first: &str) -> (Option<String>, Place) {
    let mut text = Some(first.to_owned());
    // Empty lines at the end are no part of it.
    let mut pending = 0;
    while let Some((line, next)) = place.line_of(bytes) {
        let Some(line) = text_of(line) else { break };
        if style.begin(line).is_some() {
            break;
        }
        place = next;
        if line.trim().is_empty() {
            pending += 1;
            continue;
        }
        if let Some(so_far) = &mut text {
            (0..=pending).for_each(|_| so_far.push('\n'));
            so_far.push_str(line);
            if so_far.len() > TEXT_MAX {
                text = None;
            }
        }
        pending = 0;
    }
    (text, place)
}
