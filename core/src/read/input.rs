//! A file in UTF-16, or in a character set that was said or found, becomes one in UTF-8 while it is fed, part by part. It must not know
//! any format, nor find out the set itself.

use std::borrow::Cow;

use encoding_rs::{Decoder, DecoderResult};

use super::charset::Charset;
use super::lines::{self, Encoding};

/// Turns the parts of a file into UTF-8, if its first bytes say that it is UTF-16, or if it is said to be in another set.
#[derive(Default)]
pub(super) struct Input {
    /// Which byte of a unit stands first, once that is known to matter.
    kind: Kind,
    /// Bytes that wait for others: the beginning of the file, or half a character.
    waiting: Vec<u8>,
    /// The set, where the first bytes say nothing else.
    charset: Option<Charset>,
    decoder: Option<Box<Decoder>>,
}

impl std::fmt::Debug for Input {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Input")
            .field("kind", &self.kind)
            .field("charset", &self.charset)
            .finish_non_exhaustive()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    /// Not enough was seen.
    #[default]
    Unknown,
    /// Nothing is changed.
    AsItIs,
    /// UTF-16, with the higher byte first or last.
    Utf16 { big: bool, begun: bool },
    /// The set that was said.
    Said,
}

impl Input {
    /// Of a file that is in this set, if any was said or found.
    pub(super) fn of(charset: Option<Charset>) -> Self {
        Self { charset, ..Self::default() }
    }

    /// Whether what comes out is other bytes than what went in.
    pub(super) fn is_changed(&self) -> bool {
        !matches!(self.kind, Kind::Unknown | Kind::AsItIs)
    }

    /// Whether the file was found to be UTF-16.
    pub(super) fn is_utf16(&self) -> bool {
        matches!(self.kind, Kind::Utf16 { .. })
    }

    /// The next part, as UTF-8 if it has to become that; `is_last` if the file ends with it.
    pub(super) fn take<'a>(&mut self, part: &'a [u8], is_last: bool) -> Cow<'a, [u8]> {
        if self.kind == Kind::AsItIs {
            return Cow::Borrowed(part);
        }
        let mut bytes = std::mem::take(&mut self.waiting);
        bytes.extend_from_slice(part);
        if self.kind == Kind::Unknown {
            if bytes.len() < lines::MARK && !is_last {
                self.waiting = bytes;
                return Cow::Borrowed(&[]);
            }
            self.kind = match lines::encoding(&bytes) {
                Encoding::Utf16 { big } => Kind::Utf16 { big, begun: false },
                Encoding::Utf8 { skip: 0 } if self.charset.is_some() => Kind::Said,
                Encoding::Utf8 { .. } | Encoding::Utf32 => Kind::AsItIs,
            };
        }
        if let (Kind::Said, Some(charset)) = (self.kind, self.charset) {
            let decoder = self.decoder.get_or_insert_with(|| Box::new(charset.decoder()));
            return Cow::Owned(decoded(decoder, &bytes, is_last));
        }
        let Kind::Utf16 { big, begun } = self.kind else { return Cow::Owned(bytes) };
        let whole = if is_last { bytes.len() } else { whole_units(&bytes, big) };
        self.waiting = bytes.split_off(whole);
        let text = from_utf16(&bytes, big);
        let text = if begun { text } else { text.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(&text).to_vec() };
        self.kind = Kind::Utf16 { big, begun: begun || whole > 0 };
        Cow::Owned(text)
    }
}

/// The next part of a text in a set as UTF-8. What stands for no character becomes a byte that is no UTF-8, as halves do.
pub(super) fn decoded(decoder: &mut Decoder, mut bytes: &[u8], is_last: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() + bytes.len() / 2 + 16);
    let mut room = [0; 4096];
    loop {
        let (result, read, written) = decoder.decode_to_utf8_without_replacement(bytes, &mut room, is_last);
        bytes = bytes.get(read..).unwrap_or_default();
        out.extend_from_slice(room.get(..written).unwrap_or_default());
        match result {
            DecoderResult::InputEmpty => return out,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(..) => out.push(0xFF),
        }
    }
}

/// How many bytes are whole characters: no half unit at the end, and no first half of a pair.
fn whole_units(bytes: &[u8], big: bool) -> usize {
    let even = bytes.len() - bytes.len() % 2;
    let last = even.checked_sub(2).and_then(|at| bytes.get(at..even)).unwrap_or_default();
    let high = if big { last.first() } else { last.last() };
    if high.is_some_and(|byte| (0xD8..0xDC).contains(byte)) { even - 2 } else { even }
}

/// UTF-16 as UTF-8. Half of a pair, and half of a unit at the end, become a byte that is no UTF-8, so that whatever they stand
/// in is refused and nothing else.
pub(super) fn from_utf16(bytes: &[u8], big: bool) -> Vec<u8> {
    let (pairs, odd) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|pair| if big { u16::from_be_bytes(*pair) } else { u16::from_le_bytes(*pair) });
    let mut out = Vec::with_capacity(bytes.len());
    for unit in char::decode_utf16(units) {
        match unit {
            Ok(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            Err(_) => out.push(0xFF),
        }
    }
    out.extend(odd.iter().map(|_| 0xFF));
    out
}

#[cfg(test)]
mod tests {
    use super::Input;

    #[test]
    fn parts_of_any_size_give_the_same() {
        let text = "\u{FEFF}Añ 🎉山\n\u{FEFF}x";
        for big in [false, true] {
            let bytes: Vec<u8> = text
                .encode_utf16()
                .flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() })
                .collect();
            for size in 1..=bytes.len() {
                let mut input = Input::default();
                let mut out = Vec::new();
                bytes.chunks(size).for_each(|part| out.extend_from_slice(&input.take(part, false)));
                out.extend_from_slice(&input.take(&[], true));
                assert_eq!(String::from_utf8(out).expect("is UTF-8"), "Añ 🎉山\n\u{FEFF}x", "in parts of {size}");
            }
        }
    }

    #[test]
    fn what_is_none_stays() {
        for bytes in [&b"\xEF\xBB\xBFA"[..], b"Ana", b"", b"A", b"\xFF\xFE\0\0A\0\0\0"] {
            for size in 1..=bytes.len().max(1) {
                let mut input = Input::default();
                let mut out = Vec::new();
                bytes.chunks(size).for_each(|part| out.extend_from_slice(&input.take(part, false)));
                out.extend_from_slice(&input.take(&[], true));
                assert_eq!(out, bytes, "in parts of {size}");
            }
        }
    }

    #[test]
    fn halves_are_no_text() {
        for (bytes, wanted) in [
            (&b"A\0\0\xD8B\0"[..], &b"A\xFFB"[..]),
            (b"A\0B", b"A\xFF"),
            (b"\xFF\xFEA\0\0\xDC", b"A\xFF"),
            (b"A\0\0\xD8", b"A\xFF"),
        ] {
            let mut input = Input::default();
            let mut out = input.take(bytes, false).into_owned();
            out.extend_from_slice(&input.take(&[], true));
            assert_eq!(out, wanted, "{bytes:?}");
        }
    }
}
