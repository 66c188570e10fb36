//! Signal's messages as blocks, as sigtop writes them: `From:`, `Type:`, `Sent:` and more, an empty line, and what was said.
//!
//! Behind a name stands the account, a number or an id. What a message answers (lines with `>`) are another's words; of one
//! that was edited (lines with `|`) the last version counts.

use super::super::lines::Place;
use super::super::skipped::Skipped;
use super::super::window::Window;
use super::super::{Item, Message, Refused, SPEAKER_MAX, TEXT_MAX, is_visible, time};

/// Lines of the beginning that tell.
pub(super) const BEGINNING: usize = 3;

/// The beginning of a file, line by line.
#[derive(Debug, Default)]
pub(super) struct Beginning {
    lines: usize,
    fitting: usize,
}

impl Beginning {
    /// The next line of the file.
    pub(super) fn add(&mut self, line: &[u8]) {
        // Only the first line may have a byte order mark before it.
        let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line).trim_ascii();
        let fits = match self.lines {
            0 => line.starts_with(b"Conversation: "),
            1 => line.is_empty(),
            2 => line.starts_with(b"From: ") || line.starts_with(b"Type: "),
            _ => return,
        };
        self.lines += 1;
        self.fitting += usize::from(fits);
    }

    /// Whether it is one of such a file.
    pub(super) fn is_one(&self) -> bool {
        self.fitting == BEGINNING
    }
}

/// Whether a block begins here, after an empty line.
fn begins(bytes: &Window, place: Place) -> bool {
    let Some((first, next)) = place.line_of(bytes) else { return false };
    let second = next.line_of(bytes).map_or(&[][..], |(line, _)| line);
    (first.starts_with(b"From: ") && second.starts_with(b"Type: "))
        || (first.starts_with(b"Type: ") && [&b"Sent: "[..], b"Received: "].iter().any(|key| second.starts_with(key)))
}

/// A block as it is read.
#[derive(Default)]
struct Block {
    from: Option<String>,
    kind: String,
    sent: Option<String>,
    body: String,
    edited: bool,
}

/// The message that begins at `place`, if one does that counts, and the place after it.
pub(super) fn next_message(
    bytes: &Window,
    mut place: Place,
    skipped: &mut Skipped,
) -> (Option<Result<Item, Refused>>, Place) {
    let number = place.line;
    let Some((line, next)) = place.line_of(bytes) else { return (None, place) };
    if line.trim_ascii().is_empty() || (number == 1 && line.starts_with(b"Conversation: ")) {
        return (None, next);
    }
    let is_block = begins(bytes, place);
    let (lines, after) = lines(bytes, place);
    place = after;
    let refuse = |code, reason: &str| Some(Err(Refused::new(number, code, reason, line)));
    if !is_block {
        return (refuse("no_speaker", "The lines stand before the first message, and nobody says them."), place);
    }
    let Some(block) = lines.map(|lines| Block::of(&lines, skipped)) else {
        return (refuse("bad_text", "The message is not UTF-8. Save the file as UTF-8 and import it again."), place);
    };
    match block.message(skipped) {
        Ok(Some(message)) => (Some(Ok(Item::Message(Message { line: number, ..message }))), place),
        Ok(None) => (None, place),
        Err((code, reason)) => (refuse(code, reason), place),
    }
}

/// The lines up to where the next block begins, if they are text, and the place after them.
fn lines(bytes: &Window, mut place: Place) -> (Option<Vec<&str>>, Place) {
    let (mut out, mut after_empty) = (Some(Vec::new()), false);
    while let Some((line, next)) = place.line_of(bytes) {
        if after_empty && begins(bytes, place) {
            break;
        }
        after_empty = line.trim_ascii().is_empty();
        out = out.and_then(|mut lines: Vec<&str>| {
            lines.push(std::str::from_utf8(line).ok()?);
            Some(lines)
        });
        place = next;
    }
    (out, place)
}

impl Block {
    fn of(lines: &[&str], skipped: &mut Skipped) -> Self {
        let mut block = Self::default();
        let (head, rest) = lines.split_at(lines.iter().position(|line| line.is_empty()).unwrap_or(lines.len()));
        for line in head {
            match line.split_once(": ").unwrap_or((line, "")) {
                ("From", name) => block.from = Some(name.to_owned()),
                ("Type", kind) => block.kind = kind.to_owned(),
                ("Sent", time) => block.sent = Some(time.to_owned()),
                ("Attachment", _) => skipped.add("attachments"),
                ("Reaction", _) => skipped.add("reactions"),
                ("Edited", _) => block.edited = true,
                _ => {}
            }
        }
        let said: Vec<&str> = if block.edited {
            skipped.add("earlier versions");
            last_version(rest)
        } else {
            rest.to_vec()
        };
        // What is answered stands before what was said.
        let said = said.iter().skip_while(|line| line.is_empty()).copied().collect::<Vec<_>>();
        let quoted = said.iter().take_while(|line| line.starts_with('>')).count();
        skipped.add_many("quoted text", u32::from(quoted > 0));
        let own = said.get(quoted..).unwrap_or_default();
        block.body = own.join("\n").trim().to_owned();
        block
    }

    fn message(self, skipped: &mut Skipped) -> Result<Option<Message>, (&'static str, &'static str)> {
        if !matches!(self.kind.as_str(), "incoming" | "outgoing") {
            skipped.add("notices of the program");
            return Ok(None);
        }
        if !is_visible(&self.body) {
            skipped.add("empty text");
            return Ok(None);
        }
        if self.body.len() > TEXT_MAX {
            return Err(("text_too_long", "The text is longer than 1 MB."));
        }
        let (speaker, account) = self.from.as_deref().map_or((None, None), who);
        if speaker.is_some_and(|name| name.chars().count() > SPEAKER_MAX) {
            return Err(("speaker_too_long", "The speaker's name is longer than 200 characters."));
        }
        Ok(Some(Message {
            speaker: speaker.map(str::to_owned),
            account: account.map(|account| format!("signal:{account}")),
            // It is the number where one is known, else the user name, else an id: whichever there is today.
            sender_changes: true,
            time: self.sent.as_deref().and_then(time::from_mail),
            text: self.body,
            ..Message::default()
        }))
    }
}

/// The lines of the newest version, which stands first, without their mark.
fn last_version<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    let marked = lines.iter().filter_map(|line| line.strip_prefix('|'));
    // A mark alone parts the head from the text, and a version from the next.
    let mut parts = marked.skip_while(|line| !line.is_empty()).skip(1);
    let mut out = Vec::new();
    while let Some(line) = parts.next().filter(|line| !line.starts_with(" Version: ")) {
        out.push(line.strip_prefix(' ').unwrap_or(line));
    }
    out
}

/// The name and the account of `Ana Ruiz (+12025550101)`.
fn who(from: &str) -> (Option<&str>, Option<&str>) {
    let Some((name, account)) = from.strip_suffix(')').and_then(|from| from.rsplit_once(" (")) else {
        return (Some(from), None);
    };
    // An account that shows no name of its own.
    (Some(name).filter(|name| *name != account), Some(account))
}
