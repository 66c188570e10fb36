//! Encodings and escapes of values: quoted-printable, character sets, backslashes, carets.
//!
//! It must not lose a character: what is not an escape stays as it is, what cannot be decoded is an error.

use std::borrow::Cow;

use super::super::charset;

/// Decodes quoted-printable (RFC 2045 §6.7). Soft breaks are gone already; a `=` that starts no code stays. A line
/// break, which the encoding writes `=0D=0A`, becomes one line feed, as the other escapes give it.
pub(super) fn unquote_printable(bytes: &[u8]) -> Vec<u8> {
    let hex = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    loop {
        rest = match rest {
            [b'=', b'0', b'D' | b'd', b'=', b'0', b'A' | b'a', after @ ..] => {
                out.push(b'\n');
                after
            }
            [b'=', high, low, after @ ..] if hex(*high).is_some() && hex(*low).is_some() => {
                out.push(hex(*high).unwrap_or_default() << 4 | hex(*low).unwrap_or_default());
                after
            }
            [byte, after @ ..] => {
                out.push(*byte);
                after
            }
            [] => return out,
        };
    }
}

/// Bytes as text: UTF-8, or the character set that `charset` declares. Nothing is guessed.
///
/// The error says what the line does wrong, to be read after “Line 7”.
pub(super) fn decode<'a>(bytes: Cow<'a, [u8]>, charset: Option<&str>) -> Result<Cow<'a, str>, String> {
    let what = match charset {
        Some(charset) if !charset.to_ascii_lowercase().starts_with("utf") => {
            "uses a character set that is not known, or not as that set is defined."
        }
        _ => "is not UTF-8.",
    };
    // What is ASCII in a set that is not known is so in all but those that switch with ESC.
    let is_plain = bytes.is_ascii() && !bytes.contains(&0x1B);
    let text = if is_plain { charset::utf8(bytes) } else { charset::decode(bytes, charset.unwrap_or("utf-8")) };
    text.ok_or_else(|| format!("{what} Export the contacts as UTF-8 and import them again."))
}

/// Which backslash escapes a value has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Escapes {
    /// vCard 2.1: only before separators; `C:\new` is what it says.
    Old,
    /// RFC 2426 and RFC 6350 §3.4: also `\n`. `\:` is tolerated, as Google writes it.
    #[default]
    New,
}

/// The parts of a value between separators that no backslash escapes. The parts keep their escapes.
pub(super) fn split(value: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut escaped = false;
    value.split(move |c| {
        if escaped {
            escaped = false;
            return false;
        }
        escaped = c == '\\';
        c == separator
    })
}

/// A value without its backslash escapes. A backslash before anything else stays.
pub(super) fn unescape(value: &str, escapes: Escapes) -> String {
    if !value.contains('\\') {
        return value.to_owned();
    }
    let mut out = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some(c @ (',' | ';' | ':' | '\\')) => out.push(c),
            Some('n' | 'N') if escapes == Escapes::New => out.push('\n'),
            Some(c) => out.extend(['\\', c]),
            None => out.push('\\'),
        }
    }
    out
}

/// A parameter value without its caret escapes (RFC 6868). A caret before anything else stays.
pub(super) fn uncaret(value: &str) -> String {
    if !value.contains('^') {
        return value.to_owned();
    }
    let mut out = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = match chars.peek() {
            Some('n') if c == '^' => '\n',
            Some('^') if c == '^' => '^',
            Some('\'') if c == '^' => '"',
            _ => {
                out.push(c);
                continue;
            }
        };
        chars.next();
        out.push(escaped);
    }
    out
}
