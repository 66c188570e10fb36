//! From lines of the file to lines of the format: folds, soft breaks, and binary values that are not worth joining.
//!
//! RFC 6350 §3.2: a line that starts with a space or tab continues the one before, without that character, and may
//! do so in the middle of a character. vCard 2.1 folds only where white space stands, and keeps it; it breaks
//! quoted-printable values by `=` at the end of a line and base64 ones anywhere. It must not decode anything.

use std::borrow::Cow;

use super::super::lines::Place;
use super::super::window::Window;
use super::{is_blank, is_marker};

/// Properties that hold pictures, sounds and keys, or nothing about the contact.
const LEFT_OUT: [&str; 4] = ["PHOTO", "LOGO", "SOUND", "KEY"];

/// How a property's value continues over lines, besides folds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Breaks {
    None,
    QuotedPrintable,
    Base64,
}

/// The whole of a property that starts with `line` at `place`, and the place after it. `None` for properties that
/// are left out (pictures, sounds, keys): their lines are passed over without being put together.
pub(super) fn logical_line<'a>(
    bytes: &'a Window,
    place: Place,
    line: &'a [u8],
    mut next: Place,
    keep_fold_space: bool,
) -> (Option<Cow<'a, [u8]>>, Place) {
    debug_assert!(place.offset <= next.offset, "the line starts before it ends");
    let head = line.split(|b| *b == b':').next().unwrap_or_default();
    let breaks = breaks_of(head);
    let left_out = LEFT_OUT.contains(&name_of(line).as_ref()) && !is_reading(head);
    let mut whole = Cow::Borrowed(line);
    let mut last = line;
    while let Some((line, after)) = next.line_of(bytes) {
        let soft_break = breaks == Breaks::QuotedPrintable && last.ends_with(b"=");
        let more = if soft_break && !is_marker(line, b"END") {
            Some(line)
        } else if let [b' ' | b'\t', rest @ ..] = line {
            Some(if keep_fold_space { line } else { rest })
        } else if breaks == Breaks::Base64 && !is_blank(line) && line.iter().all(|b| is_base64(*b)) {
            Some(line)
        } else {
            None
        };
        let Some(more) = more else { break };
        if !left_out {
            let whole = whole.to_mut();
            if soft_break {
                whole.pop();
            }
            whole.extend_from_slice(more);
        }
        last = line;
        next = after;
    }
    (if left_out { None } else { Some(whole) }, next)
}

/// The name of the property that a line starts, upper-case, without its group.
pub(super) fn name_of(line: &[u8]) -> String {
    let name = line.split(|b| matches!(b, b':' | b';')).next().unwrap_or_default();
    let name = name.rsplit(|b| *b == b'.').next().unwrap_or_default();
    String::from_utf8_lossy(name.get(..name.len().min(80)).unwrap_or_default()).trim().to_ascii_uppercase()
}

/// Whether a sound is the reading of a name, as Japanese telephones write it.
fn is_reading(head: &[u8]) -> bool {
    head.split(|b| matches!(b, b';' | b'=')).any(|part| part.eq_ignore_ascii_case(b"X-IRMC-N"))
}

fn breaks_of(head: &[u8]) -> Breaks {
    if !head.contains(&b';') {
        return Breaks::None;
    }
    let mut breaks = Breaks::None;
    for parameter in head.split(|b| *b == b';').skip(1) {
        let value = parameter.rsplit(|b| *b == b'=').next().unwrap_or_default().trim_ascii();
        if value.eq_ignore_ascii_case(b"QUOTED-PRINTABLE") {
            breaks = Breaks::QuotedPrintable;
        } else if value.eq_ignore_ascii_case(b"BASE64") || value.eq_ignore_ascii_case(b"B") {
            breaks = Breaks::Base64;
        }
    }
    breaks
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}
