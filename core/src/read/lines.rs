//! Lines of a file of any line ending, with their numbers.
//!
//! It must not decode text: a character may be cut by a fold, and a card may be of another encoding than its file.

use super::window::Window;

/// Which family of encodings the first bytes show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// UTF-8 or another byte encoding that agrees with ASCII; the first `skip` bytes are a byte order mark.
    Utf8 {
        /// Length of the byte order mark.
        skip: usize,
    },
    /// UTF-16, with the higher byte first or last.
    Utf16 {
        /// The higher byte stands first.
        big: bool,
    },
    /// UTF-32, which nothing writes that we read.
    Utf32,
}

/// Bytes that the longest mark takes.
pub(super) const MARK: usize = 4;

/// Tells UTF-16 and UTF-32 by a byte order mark, or by a zero byte within the first two (no format of ours starts
/// with a NUL, and all start with an ASCII character).
pub(super) fn encoding(bytes: &[u8]) -> Encoding {
    match bytes {
        [0xEF, 0xBB, 0xBF, ..] => Encoding::Utf8 { skip: 3 },
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => Encoding::Utf32,
        [b, 0, 0, 0, ..] | [0, 0, 0, b, ..] if b.is_ascii_graphic() => Encoding::Utf32,
        [0xFE, 0xFF, ..] => Encoding::Utf16 { big: true },
        [0xFF, 0xFE, ..] => Encoding::Utf16 { big: false },
        [0, b, ..] if b.is_ascii_graphic() => Encoding::Utf16 { big: true },
        [b, 0, ..] if b.is_ascii_graphic() => Encoding::Utf16 { big: false },
        _ => Encoding::Utf8 { skip: 0 },
    }
}

/// Where a reader stands in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Bytes before it.
    pub(super) offset: usize,
    /// Number of the line that starts here, from 1.
    pub(super) line: u32,
}

impl Default for Place {
    fn default() -> Self {
        Self { offset: 0, line: 1 }
    }
}

impl Place {
    /// The line that starts here, without its ending (CRLF, LF or CR), and the place after it. `None` at the end, and where
    /// what is held does not tell where the line ends.
    pub(super) fn line_of(self, bytes: &Window) -> Option<(&[u8], Self)> {
        let rest = bytes.get(self.offset..).unwrap_or_default();
        let (line, length) = first_line(rest);
        // An LF ends a line for sure; a CR at the end may have one behind it.
        if length == rest.len() && rest.last() != Some(&b'\n') && !bytes.is_last() {
            bytes.fall_short();
            return None;
        }
        let next = Self { offset: self.offset + length, line: self.line.saturating_add(1) };
        (length > 0).then_some((line, next))
    }
}

/// The first line of some bytes, without its ending, and its length with it.
pub(super) fn first_line(bytes: &[u8]) -> (&[u8], usize) {
    let end = bytes.iter().position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(bytes.len());
    let (line, ending) = bytes.split_at(end);
    let ending = match ending {
        [b'\r', b'\n', ..] => 2,
        [_, ..] => 1,
        [] => 0,
    };
    (line, end + ending)
}

/// The lines of the beginning of a file, without their endings.
pub(super) fn lines(mut bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let (line, length) = first_line(bytes);
        bytes = bytes.get(length..)?;
        (length > 0).then_some(line)
    })
}
