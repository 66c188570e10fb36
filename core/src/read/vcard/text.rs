//! Encodings and escapes of values: quoted-printable, character sets, backslashes, carets.
//!
//! It must not lose a character: what is not an escape stays as it is, what cannot be decoded is an error.

use std::borrow::Cow;

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

/// Bytes as text: UTF-8, or Windows-1252 where `charset` declares it or its subset ISO 8859-1. Nothing is guessed.
///
/// The error says what the line does wrong, to be read after “Line 7”.
pub(super) fn decode<'a>(bytes: Cow<'a, [u8]>, charset: Option<&str>) -> Result<Cow<'a, str>, String> {
    if bytes.is_ascii() {
        return from_utf8(bytes);
    }
    match charset.unwrap_or("utf-8").to_ascii_lowercase().as_str() {
        "utf-8" | "utf8" | "us-ascii" | "ascii" => from_utf8(bytes),
        "iso-8859-1" | "iso8859-1" | "iso_8859-1" | "latin1" | "windows-1252" | "cp1252" => {
            Ok(bytes.iter().map(|b| windows_1252(*b)).collect::<String>().into())
        }
        _ => Err("uses a character set that is not known. Export the contacts as UTF-8 and import them again.".into()),
    }
}

fn from_utf8(bytes: Cow<'_, [u8]>) -> Result<Cow<'_, str>, String> {
    let text = match bytes {
        Cow::Borrowed(bytes) => std::str::from_utf8(bytes).ok().map(Cow::Borrowed),
        Cow::Owned(bytes) => String::from_utf8(bytes).ok().map(Cow::Owned),
    };
    text.ok_or_else(|| "is not UTF-8. Export the contacts as UTF-8 and import them again.".into())
}

/// Windows-1252, with its five unused bytes as control characters, as the Encoding Standard reads them.
fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
    ];
    let high = usize::from(byte).checked_sub(0x80).and_then(|at| HIGH.get(at));
    high.copied().unwrap_or(char::from(byte))
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
