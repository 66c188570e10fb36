//! A text that nobody is named to say: plain text, Markdown, and the text of an HTML page. Its paragraphs are its items, so
//! that a text which grew or was mended is the same but for those.
//!
//! Markdown is taken as it is written: what looks like markup may be somebody's words. It must not join paragraphs.

use super::lines::{Place, first_line};
use super::skipped::Skipped;
use super::window::Window;
use super::{Item, Message, Refused, is_visible};

/// Longest paragraph, in bytes. A longer one is parted at the end of a line, else at white space.
const PARAGRAPH_MAX: usize = 1 << 16;

/// The paragraph that begins at `place`, if one does that says something, and the place after it.
pub(super) fn next_paragraph(
    bytes: &Window,
    place: Place,
    skipped: &mut Skipped,
) -> (Option<Result<Item, Refused>>, Place) {
    // So much tells where it ends.
    if !bytes.holds(place.offset, 2 * PARAGRAPH_MAX) {
        return (None, place);
    }
    let Some((line, next)) = line_of(bytes, place) else { return (None, place) };
    if line.trim_ascii().is_empty() {
        return (None, next);
    }
    let (paragraph, after) = paragraph(bytes, place);
    let Ok(text) = std::str::from_utf8(paragraph) else {
        let reason = "The paragraph is not UTF-8. Save the file as UTF-8 and import it again.";
        return (Some(Err(Refused::new(place.line, "bad_text", reason, paragraph))), after);
    };
    let text = text.trim();
    // A row of stars says nothing.
    if !is_visible(text) || !text.contains(char::is_alphanumeric) {
        skipped.add("empty text");
        return (None, after);
    }
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    (Some(Ok(Item::Message(Message { line: place.line, text, ..Message::default() }))), after)
}

/// The line at `place`, or as much of it as a paragraph may have.
fn line_of(bytes: &[u8], place: Place) -> Option<(&[u8], Place)> {
    let within = place.offset.saturating_add(PARAGRAPH_MAX).min(bytes.len());
    let (line, length) = first_line(bytes.get(place.offset..within).unwrap_or_default());
    (length > 0).then_some((line, Place { offset: place.offset + length, line: place.line.saturating_add(1) }))
}

/// The lines up to the next empty one, and the place after them.
fn paragraph(bytes: &[u8], start: Place) -> (&[u8], Place) {
    let (mut end, mut place) = (start.offset, start);
    while let Some((line, next)) = line_of(bytes, place) {
        if line.trim_ascii().is_empty() {
            break;
        }
        let line_end = place.offset + line.len();
        if line_end - start.offset > PARAGRAPH_MAX {
            break;
        }
        if line.len() == PARAGRAPH_MAX && line_end < bytes.len() {
            // A line without end.
            let space = line.iter().rposition(u8::is_ascii_whitespace).filter(|at| *at > 0);
            let boundary =
                || (1..=4).map(|back| line.len() - back).find(|at| line.get(*at).is_some_and(|b| b & 0xC0 != 0x80));
            let cut = space.or_else(boundary).unwrap_or(line.len());
            end = place.offset + cut;
            place = Place { offset: end, line: place.line };
            break;
        }
        (end, place) = (line_end, next);
    }
    (bytes.get(start.offset..end).unwrap_or_default(), place)
}

#[cfg(test)]
mod tests {
    use super::super::lines::Place;
    use super::super::skipped::Skipped;
    use super::super::window::Window;
    use super::super::{Item, Refused};
    use super::{PARAGRAPH_MAX, next_paragraph};

    /// A line and what stands there.
    type Read = Result<(u32, String), Refused>;

    fn read(bytes: &[u8]) -> (Vec<Read>, u32) {
        let (window, mut place) = (Window::of(bytes), Place::default());
        let (mut skipped, mut out) = (Skipped::default(), Vec::new());
        while place.offset < bytes.len() {
            let (item, next) = next_paragraph(&window, place, &mut skipped);
            assert!(next.offset > place.offset);
            place = next;
            out.extend(item.map(|item| {
                item.map(|item| match item {
                    Item::Message(message) => (message.line, message.text),
                    Item::Card(_) => unreachable!("a text holds no cards"),
                })
            }));
        }
        (out, skipped.counts().values().sum())
    }

    #[test]
    fn paragraphs() {
        let (items, skipped) = read(b"One\r\ntwo\r\n \r\n\r\n* * *\n\nthree");
        assert_eq!(items, [Ok((1, "One\ntwo".into())), Ok((7, "three".into()))]);
        assert_eq!(skipped, 1);
        let (items, _) = read(b"a\n\n\xFFb\nc\n\nd");
        assert!(matches!(&items[1], Err(refused) if refused.code == "bad_text" && refused.line == 3));
        assert_eq!(items[2], Ok((6, "d".into())));
        assert_eq!(read(b"").0, []);
    }

    #[test]
    fn what_has_no_end_is_parted() {
        for text in ["word ".repeat(50_000), "é".repeat(100_000), "a line\n".repeat(30_000)] {
            let (items, _) = read(text.as_bytes());
            let texts: Vec<String> = items.into_iter().map(|item| item.expect("is text").1).collect();
            assert!(texts.len() > 2 && texts.iter().all(|text| text.len() <= PARAGRAPH_MAX));
            let all = |text: &str| text.split_whitespace().collect::<String>();
            assert_eq!(all(&texts.concat()), all(&text), "nothing is lost");
            assert!(texts.iter().all(|text| !text.starts_with("ord")), "no word is cut that need not be");
        }
    }
}
