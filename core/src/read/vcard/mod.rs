//! Contact cards from vCard 3.0 (RFC 2426) and 4.0 (RFC 6350), and from 2.1 as far as its writers agree.
//!
//! Own code, because no crate was found that keeps line numbers, takes files with some cards of another encoding,
//! and is small: `calcard` adds about 120 kB of compressed WebAssembly and reads dates and numbers instead of leaving
//! them as written. A card that is wrong costs only itself; nothing is repaired by guessing.

mod draft;
mod property;
mod text;
mod unfold;

pub(crate) use draft::PRODUCT;

use super::lines::{Place, first_line};
use super::skipped::Skipped;
use super::window::Window;
use super::{Item, Refused};
use draft::Draft;
use property::Property;

/// The card at `place`, if one begins there, and the place after it.
///
/// Lines between cards are refused together, as one item.
pub(super) fn next_card(
    bytes: &Window,
    mut place: Place,
    skipped: &mut Skipped,
) -> (Option<Result<Item, Refused>>, Place) {
    let mut stray: Option<(u32, &[u8])> = None;
    while let Some((line, next)) = place.line_of(bytes) {
        let (number, begins) = (place.line, is_marker(line, b"BEGIN"));
        if begins && stray.is_none() {
            let (item, place) = read_card(bytes, number, next, skipped);
            return (Some(item), place);
        }
        if begins {
            break;
        }
        place = next;
        match stray {
            None if is_blank(line) => return (None, place),
            None => stray = Some((number, line)),
            Some(_) => {}
        }
    }
    let refused = stray.map(|(number, line)| {
        Err(Refused::new(number, "not_a_card", "These lines are not part of a card (BEGIN:VCARD … END:VCARD).", line))
    });
    (refused, place)
}

/// Reads the card whose first line, `BEGIN:VCARD`, has the number `number`, and whose second starts at `place`.
fn read_card(bytes: &Window, number: u32, mut place: Place, skipped: &mut Skipped) -> (Result<Item, Refused>, Place) {
    let start = place.offset;
    let no_end = |reason: String, end: usize| Refused::new(number, "no_end", reason, content(bytes, start, end));
    let mut problem: Option<Refused> = None;
    let mut draft = Draft::default();
    let end;
    loop {
        let Some((line, next)) = place.line_of(bytes) else {
            return (Err(no_end("The card has no END:VCARD; the file ends within it.".into(), place.offset)), place);
        };
        if is_marker(line, b"END") {
            end = place.offset;
            place = next;
            break;
        }
        if is_marker(line, b"BEGIN") {
            if draft.expects_agent() {
                match after_nested(bytes, next) {
                    Some(after) => place = after,
                    None => {
                        let reason = "The card of its AGENT has no END:VCARD.".into();
                        return (Err(no_end(reason, place.offset)), end_of(bytes, place));
                    }
                }
                continue;
            }
            let reason = format!("The card has no END:VCARD before the next one begins in line {}.", place.line);
            return (Err(no_end(reason, place.offset)), place);
        }
        if is_blank(line) {
            place = next;
            continue;
        }
        let (whole, after) = unfold::logical_line(bytes, place, line, next, draft.keeps_fold_space());
        let taken = match &whole {
            // A property that is left out is not even put together.
            None => {
                draft.skip(&unfold::name_of(line));
                Ok(())
            }
            Some(whole) => Property::parse(whole)
                .map_err(|what| ("bad_line", what.to_owned()))
                .and_then(|property| draft.take(&property).map_err(|what| ("bad_text", what))),
        };
        if let Err((code, what)) = taken
            && problem.is_none()
        {
            problem = Some(Refused::new(number, code, format!("Line {} {what}", place.line), line));
        }
        place = after;
    }
    let item = match problem {
        Some(refused) => Err(refused),
        None => match draft.finish(number, skipped) {
            Ok(card) => Ok(Item::Card(card)),
            Err((code, reason)) => Err(Refused::new(number, code, reason, content(bytes, start, end))),
        },
    };
    (item, place)
}

/// What tells a card to its owner: its bytes from `start`, without the line of its version.
fn content(bytes: &[u8], start: usize, end: usize) -> &[u8] {
    let inside = bytes.get(start..end).unwrap_or_default();
    let (line, length) = first_line(inside);
    let from = if unfold::name_of(line) == "VERSION" { length } else { 0 };
    inside.get(from..).unwrap_or_default()
}

/// The place after a card within a card, whose second line starts at `place`. `None` if it does not end.
fn after_nested(bytes: &Window, mut place: Place) -> Option<Place> {
    let mut depth = 1_usize;
    while depth > 0 {
        let (line, next) = place.line_of(bytes)?;
        if is_marker(line, b"BEGIN") {
            depth += 1;
        } else if is_marker(line, b"END") {
            depth -= 1;
        }
        place = next;
    }
    Some(place)
}

/// The last place of the file, from a place in it.
fn end_of(bytes: &Window, mut place: Place) -> Place {
    while let Some((_, next)) = place.line_of(bytes) {
        place = next;
    }
    place
}

/// Whether a line is `BEGIN:VCARD` or `END:VCARD`, in any case, with spaces tolerated.
fn is_marker(line: &[u8], name: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    let Some(colon) = line.iter().position(|b| *b == b':').filter(|at| *at <= name.len() + 8) else { return false };
    let (before, after) = line.split_at(colon);
    before.trim_ascii_end().eq_ignore_ascii_case(name)
        && after.get(1..).is_some_and(|value| value.trim_ascii_start().eq_ignore_ascii_case(b"VCARD"))
}

/// Whether a line holds nothing but spaces and control characters, such as the Ctrl-Z at the end of old files.
fn is_blank(line: &[u8]) -> bool {
    line.iter().all(|b| *b == b' ' || b.is_ascii_control())
}
