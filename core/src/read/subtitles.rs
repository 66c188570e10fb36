//! Messages from transcripts of meetings: WebVTT and SubRip.
//!
//! A cue is a message; its times count from the beginning of a recording, so the message has none. Who speaks is told by
//! WebVTT's voice tag, or by a label that the file uses more than once. Comments, styles and settings are no text.

use super::chat::{Style, label};
use super::lines::Place;
use super::skipped::Skipped;
use super::window::Window;
use super::{Item, LINE_MAX, Message, Refused, SPEAKER_MAX, TEXT_MAX, is_visible};

/// Whether the beginning of a file is one.
pub(super) fn is_transcript(start: &[u8]) -> bool {
    if start.starts_with(b"WEBVTT") {
        return true;
    }
    let mut lines = start.split(|b| *b == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    let (first, second) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    first.iter().all(u8::is_ascii_digit) && is_timing(second)
}

/// `00:00:01.000 --> 00:00:04.000`, also with a comma, or without hours.
fn is_timing(line: &[u8]) -> bool {
    let starts = line.first().is_some_and(u8::is_ascii_digit);
    starts && line.windows(3).any(|three| three == b"-->")
}

/// The cue that begins at `place`, if one does and says something, and the place after it.
pub(super) fn next_cue(
    bytes: &Window,
    mut place: Place,
    style: &Style,
    skipped: &mut Skipped,
) -> (Option<Result<Item, Refused>>, Place) {
    let number = place.line;
    let Some((line, next)) = place.line_of(bytes) else { return (None, place) };
    place = next;
    if !is_timing(line.trim_ascii()) {
        return (None, place);
    }
    let mut text = String::new();
    let mut bad = None;
    while let Some((line, next)) = place.line_of(bytes) {
        if line.trim_ascii().is_empty() || is_timing(line.trim_ascii()) {
            break;
        }
        place = next;
        match std::str::from_utf8(line) {
            Err(_) => bad = Some(("bad_text", "A line is not UTF-8. Save the file as UTF-8 and import it again.")),
            Ok(line) if line.len() > LINE_MAX || text.len() + line.len() > TEXT_MAX => {
                bad = Some(("text_too_long", "The text is longer than 1 MB."));
            }
            Ok(line) => {
                text.push_str(if text.is_empty() { "" } else { "\n" });
                text.push_str(line.trim());
            }
        }
    }
    if let Some((code, reason)) = bad {
        return (Some(Err(Refused::new(number, code, reason, line))), place);
    }
    let (voice, plain) = without_tags(&text);
    let (speaker, plain) = match (voice, label(&plain)) {
        (Some(voice), _) => (Some(voice), plain.as_str()),
        (None, Some((name, said))) if style.knows(name) => (Some(name.to_owned()), said),
        (None, _) => (None, plain.as_str()),
    };
    if !is_visible(plain) {
        skipped.add("empty text");
        return (None, place);
    }
    if speaker.as_ref().is_some_and(|speaker| speaker.chars().count() > SPEAKER_MAX) {
        let reason = "The speaker's name is longer than 200 characters.";
        return (Some(Err(Refused::new(number, "speaker_too_long", reason, text.as_bytes()))), place);
    }
    let message = Message { line: number, speaker, text: plain.to_owned(), ..Message::default() };
    (Some(Ok(Item::Message(message))), place)
}

/// The name in the first voice tag, and the text without tags. `&amp;` and the like are read as WebVTT has them.
fn without_tags(text: &str) -> (Option<String>, String) {
    let (mut voice, mut out, mut rest) = (None, String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        // A lone `<` (as in `<3`) is text.
        let opens = tag.chars().nth(1).is_some_and(|c| c.is_ascii_alphabetic() || c == '/');
        let Some(end) = tag.find('>').filter(|_| opens) else {
            out.push_str(before);
            out.push('<');
            rest = tag.get(1..).unwrap_or_default();
            continue;
        };
        out.push_str(before);
        let inside = tag.get(1..end).unwrap_or_default();
        if let Some(name) = inside.strip_prefix('v').and_then(|more| more.split_once(' ')).map(|(_, name)| name.trim())
        {
            voice = voice.or_else(|| Some(entities(name))).filter(|name| is_visible(name));
        }
        rest = tag.get(end + 1..).unwrap_or_default();
    }
    out.push_str(rest);
    (voice, entities(out.trim()))
}

fn entities(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let known = [("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", "\u{A0}"), ("&lrm;", "\u{200E}"), ("&rlm;", "\u{200F}")];
    let text = known.iter().fold(text.to_owned(), |text, (name, is)| text.replace(name, is));
    text.replace("&amp;", "&")
}
