//! Contact cards from LDIF (RFC 2849), as Thunderbird and Outlook Express export address books and directories dump them.
//!
//! A record of content is a card; one that changes a directory is refused, as what it changes is not here. A record that is
//! wrong costs only itself.

mod attributes;

use std::borrow::Cow;

use super::lines::Place;
use super::skipped::Skipped;
use super::window::Window;
use super::{Item, Refused, base64, charset};
use attributes::Draft;

/// Whether a text begins as LDIF does: with a version or a name, after comments.
pub(super) fn is_ldif(content: &[u8]) -> bool {
    let mut lines = content.split(|byte| matches!(byte, b'\n' | b'\r'));
    let first = lines.find(|line| !line.trim_ascii().is_empty() && !line.starts_with(b"#")).unwrap_or_default();
    let starts = |with: &[u8]| first.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with));
    starts(b"dn:") || (starts(b"version:") && first.get(8..).unwrap_or_default().trim_ascii() == b"1")
}

/// The next card from `place` on, and the place after it. `None` at the end of the file.
pub(super) fn next_card(
    bytes: &Window,
    mut place: Place,
    skipped: &mut Skipped,
) -> (Option<Result<Item, Refused>>, Place) {
    loop {
        // Blank lines and comments stand between records, and the version before the first.
        while let Some((line, next)) = place.line_of(bytes) {
            if !(line.trim_ascii().is_empty() || line.starts_with(b"#") || is_version(line)) {
                break;
            }
            place = next;
            // What is folded belongs to it.
            while let Some((line, next)) = place.line_of(bytes).filter(|(line, _)| line.starts_with(b" ")) {
                debug_assert!(!line.is_empty(), "it starts with a space");
                place = next;
            }
        }
        if place.line_of(bytes).is_none() {
            return (None, place);
        }
        let (item, next) = read_record(bytes, place, skipped);
        place = next;
        if let Some(item) = item {
            return (Some(item), place);
        }
    }
}

/// Reads the record whose first line starts at `place`. None if it is about the directory and not of anybody.
fn read_record(bytes: &Window, start: Place, skipped: &mut Skipped) -> (Option<Result<Item, Refused>>, Place) {
    let mut place = start;
    let mut draft = Draft::default();
    let mut problem: Option<Refused> = None;
    while let Some((line, next)) = place.line_of(bytes) {
        if line.trim_ascii().is_empty() {
            break;
        }
        let (whole, after) = unfold(bytes, line, next);
        if !line.starts_with(b"#") {
            let taken = take(&mut draft, &whole);
            if let Err((code, what)) = taken
                && problem.is_none()
            {
                problem = Some(Refused::new(start.line, code, format!("Line {} {what}", place.line), line));
            }
        }
        place = after;
    }
    let seen = bytes.get(start.offset..place.offset).unwrap_or_default();
    let item = match problem {
        Some(refused) => Some(Err(refused)),
        None => match draft.finish(start.line, skipped) {
            Ok(card) => card.map(|card| Ok(Item::Card(card))),
            Err((code, reason)) => Some(Err(Refused::new(start.line, code, reason, seen))),
        },
    };
    (item, place)
}

/// A line with what is folded after it: lines that start with one space, which is dropped (RFC 2849 note 2).
fn unfold<'b>(bytes: &'b Window, line: &'b [u8], mut next: Place) -> (Cow<'b, [u8]>, Place) {
    let mut whole = Cow::Borrowed(line);
    while let Some((b" ", rest, after)) =
        next.line_of(bytes).and_then(|(line, after)| Some((line.get(..1)?, line.get(1..)?, after)))
    {
        whole.to_mut().extend_from_slice(rest);
        next = after;
    }
    (whole, next)
}

/// Takes a line. The error has a code, and what the line does wrong, to be read after “Line 7”.
fn take(draft: &mut Draft, line: &[u8]) -> Result<(), (&'static str, &'static str)> {
    let colon = line.iter().position(|byte| *byte == b':').ok_or(("bad_line", "has no colon."))?;
    let (name, value) = line.split_at(colon);
    let name = std::str::from_utf8(name).ok().filter(|name| !name.is_empty() && name.bytes().all(is_of_name));
    let name = name.ok_or(("bad_line", "does not start with the name of an attribute."))?;
    // What stands behind a semicolon is an option, such as a language.
    let (name, options) = name.split_once(';').unwrap_or((name, ""));
    let name = name.to_ascii_lowercase();
    if matches!(name.as_str(), "changetype" | "control") {
        return Err(("change_record", "says how to change a directory. Export the address book itself."));
    }
    let value = match value {
        // A picture is not worth decoding.
        _ if attributes::is_binary(&name) || options.eq_ignore_ascii_case("binary") => {
            draft.skip(&name);
            return Ok(());
        }
        [b':', b':', text @ ..] => {
            Cow::Owned(base64::decode(text).ok_or(("bad_line", "is not the base64 that it says it is."))?)
        }
        [b':', b'<', ..] => {
            // It says where the value is, not what.
            draft.skip(&name);
            return Ok(());
        }
        [b':', text @ ..] => Cow::Borrowed(text.trim_ascii()),
        _ => Cow::Borrowed(&[][..]),
    };
    let text = charset::utf8(value)
        .ok_or(("bad_text", "is not UTF-8. Export the contacts as UTF-8 and import them again."))?;
    draft.take(&name, &text);
    Ok(())
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b';' | b'_')
}

fn is_version(line: &[u8]) -> bool {
    line.get(..8).is_some_and(|start| start.eq_ignore_ascii_case(b"version:"))
}
